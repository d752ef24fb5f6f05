//! `shuffle-audit diff`: compares two reports; and what `run --baseline` compares.

use crate::{
    args::DiffArgs,
    exit::{Ending, Exit, Failure},
    export::Exports,
    output::{print, print_document},
    screen::screen,
};
use shuffle_audit::plan;
use shuffle_report::diff::{self, Diff, Question, side::Side};
use shuffle_studies::Results;
use std::path::{Path, PathBuf};

/// Compares two reports.
pub(crate) fn diff(args: &DiffArgs) -> Result<Exit, Failure> {
    check_alpha(args.alpha)?;
    let read = |path: &Path| Side::read(path).map_err(Failure::usage);
    let exports = Exports::new(&args.export, &[&args.old, &args.new])?;
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
    match diff.question {
        _ if diff.is_regression() => Exit::Unexpected,
        Question::SameLaw if diff.tests == 0 => Exit::Inconclusive,
        Question::SameLaw | Question::Regression => Exit::Expected,
    }
}

/// An earlier report that a run is compared with.
pub(crate) struct Baseline(Side);

impl Baseline {
    /// Reads it before the run, which may write its report into the same folder. `folder` is that of the report of the plan, or holds
    /// it under the plan's name.
    pub(crate) fn read(folder: &Path, plan: &str) -> Result<Self, Failure> {
        let own: PathBuf = folder.join(plan);
        let found = if own.is_dir() { &own } else { folder };
        let side = Side::read(found);
        side.map(Self).map_err(|why| Failure::usage(format!("--baseline: {why}")))
    }

    /// Compares a run with it: with those of its cases that the run has, if only some were asked for.
    pub(crate) fn against(mut self, results: &Results, is_part: bool) -> Diff {
        if is_part {
            let ids: Vec<&str> = results.file.cases.iter().map(|case| case.id()).collect();
            self.0.cases.retain(|case| ids.contains(&case.id.as_str()));
        }
        let new = Side::of(results, "this run");
        Diff::of(self.0, new, Question::Regression, diff::ALPHA)
    }
}
