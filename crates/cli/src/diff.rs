//! `shuffle-audit diff`: compares two reports; and what `run --baseline` compares.

use crate::{
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    output::{print, print_document},
    screen::screen,
};
use clap::Args;
use shuffle_audit::plan;
use shuffle_report::{
    Answer,
    diff::{self, Diff, Question, Side},
};
use shuffle_studies::Results;
use std::path::{Path, PathBuf};

/// The flags of the command.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// The old report: its folder, or a file that `run --json` or `check --json` wrote
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The new one
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The error budget: the probability of calling two runs of the same shuffles different
    #[arg(long, value_name = "P", default_value_t = diff::ALPHA)]
    alpha: f64,
    #[command(flatten)]
    export: ExportFlags,
    /// Tell every case that changed, however many there are
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

/// Compares two reports.
pub(crate) fn diff(args: &DiffArgs) -> Result<Exit, Failure> {
    check_alpha(args.alpha)?;
    let read = |path: &Path| Side::read(path).map_err(Failure::usage);
    let exports = Exports::new(&args.export, [&args.old, &args.new])?;
    let diff = Diff::of(read(&args.old)?, read(&args.new)?, Question::Regression, args.alpha);
    tell(&diff, &exports, args.json, args.verbose)
}

/// The budget of a comparison is a probability.
pub(crate) fn check_alpha(alpha: f64) -> Result<(), Failure> {
    plan::check_alpha(alpha).map_err(|problem| Failure::usage(format!("--alpha: {problem}")))
}

/// Prints a comparison, writes its files, and gives its exit code.
pub(crate) fn tell(
    diff: &Diff,
    exports: &Exports,
    is_json: bool,
    verbose: bool,
) -> Result<Exit, Failure> {
    let mut ending = Ending::new();
    ending.note(exit(diff));
    ending.attempt(match is_json {
        true => print_document(diff::json(diff)),
        false => print(&diff::words(diff, &screen(verbose))),
    });
    exports.write(diff, || diff::json(diff), !is_json, &mut ending);
    Ok(ending.exit())
}

/// A regression is not what anybody expects; and where two laws are asked for, no test is no answer.
pub(crate) fn exit(diff: &Diff) -> Exit {
    match diff.answer() {
        Answer::Wrong => Exit::Unexpected,
        Answer::Open => Exit::Inconclusive,
        Answer::Fine => Exit::Expected,
    }
}

/// An earlier report that a run is compared with.
pub(crate) struct Baseline {
    side: Side,
    /// Its folder, or its file.
    place: PathBuf,
}

impl Baseline {
    /// Reads it before the run, which may write its report into the same folder. `path` is the report of the plan, or a folder that
    /// holds it under the plan's name; several plans need such a folder.
    pub(crate) fn read(path: &Path, plan: &str, are_several: bool) -> Result<Self, Failure> {
        let refuse = |why: String| Failure::usage(format!("--baseline: {why}"));
        let is_report = |folder: &Path| folder.join("summary.csv").is_file();
        let own = path.join(plan);
        let place = if is_report(&own) { own } else { path.to_owned() };
        if place == path && are_several && (is_report(path) || path.is_file()) {
            let path = path.display();
            return Err(refuse(format!(
                "`{path}` is the report of one plan, and several are run; name the folder that holds all reports"
            )));
        }
        if path.is_dir() && !is_report(&place) {
            let path = path.display();
            return Err(refuse(format!(
                "`{path}` has no report of the plan `{plan}`; run the plan once without --baseline, and keep its report"
            )));
        }
        let side = Side::read(&place).map_err(|why| refuse(why.to_string()))?;
        Ok(Self { side, place })
    }

    pub(crate) fn is_in(&self, folder: &Path) -> bool {
        let [own, other] = [self.place.as_path(), folder].map(|path| path.canonicalize().ok());
        own.is_some() && own == other
    }

    /// Compares a run with it, or with the cases that the run has, if only some were asked for.
    pub(crate) fn against(&self, results: &Results, is_part: bool) -> Diff {
        let mut side = self.side.clone();
        if is_part {
            let ids: Vec<&str> = results.file.cases.iter().map(|case| case.id()).collect();
            side.cases.retain(|case| ids.contains(&case.id.as_str()));
        }
        let new = Side::of(results, "this run");
        Diff::of(side, new, Question::Regression, diff::ALPHA)
    }
}
