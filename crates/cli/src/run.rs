//! `shuffle-audit run`: runs plans and writes their reports.

use crate::{
    background::{SharedLedger, find_with},
    common::{Common, REPORTS, seed},
    diff::{self, Baseline},
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    interrupt,
    output::print,
    part_of_plan::{only, read},
    screen::screen,
    shard,
    sharing::{self, SharingFlags},
    target::{Replaces, Target, about},
};
use clap::Args;
use shuffle_audit::{Findings, command::RunRequest};
use shuffle_report::{
    Making, Pictures,
    diff::Diff,
    files_with, folder, json, paths,
    words::{self, layout},
};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Plans to run [default: audit.toml, or where there is none audits/gate.toml]
    #[arg(value_name = "PLAN", default_values_os_t = [default_plan()], hide_default_value = true)]
    pub(crate) plans: Vec<PathBuf>,
    /// Run these cases only, with commas between, or all of a sweep by its id; no report is written
    /// then but into --out
    #[arg(long, value_name = "CASE", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The folder of the reports; each plan has a folder of its name in it [default: reports, but none
    /// with --json or --only]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// Write no report
    #[arg(long, conflicts_with = "out")]
    pub(crate) no_report: bool,
    /// Compare with an earlier report, too: its folder, or the folder of the reports of several plans. Whatever is worse, differs or
    /// is gone ends with exit code 1
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write that comparison into a file, in the format of its ending as --export; may be given several times
    #[arg(long, value_name = "FILE", num_args = 1, requires = "baseline")]
    pub(crate) export_diff: Vec<PathBuf>,
    /// Draw no pictures: each takes some ten milliseconds
    #[arg(long)]
    pub(crate) no_pictures: bool,
    /// Show every case, however many there are
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The plan that `init` writes, or the gate of this project.
fn default_plan() -> PathBuf {
    let is_there = |plan: &PathBuf| plan.exists();
    let [ours, gate] = ["audit.toml", "audits/gate.toml"].map(PathBuf::from);
    Some(gate).filter(|gate| !is_there(&ours) && is_there(gate)).unwrap_or(ours)
}

struct PlannedRun<'a> {
    /// Its file.
    path: &'a Path,
    plan: PlanFile,
    /// The folder of its report, if it is to have one.
    target: Option<Target>,
    /// The earlier report that it is compared with.
    baseline: Option<Baseline>,
}

/// How results are printed and written.
pub(crate) struct Telling {
    pub(crate) json: bool,
    pub(crate) verbose: bool,
    pub(crate) pictures: Pictures,
    pub(crate) making: Making,
    /// True if the plan is named before what is said of it.
    pub(crate) is_one_of_many: bool,
}

/// Reads all plans, then runs one after the other. The verdicts are printed even if a report cannot be written.
pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    interrupt::install()?;
    args.sharing.has_one_seed(args.common.seed)?;
    if let Some(share) = args.sharing.shard {
        let plans = plans(args)?;
        args.sharing.judges_nothing(&[
            ("--only", !args.only.is_empty()),
            ("--export", args.export.are_given()),
            ("--baseline", args.baseline.is_some()),
            ("--no-report", args.no_report),
            ("--no-pictures", args.no_pictures),
            ("--verbose", args.verbose),
            ("--json", args.common.json),
        ])?;
        let out = args.out.as_deref();
        return shard::count(plans, share, (&args.sharing, args.common.machine), out);
    }
    let jobs = jobs(args)?;
    let exports = exports(args, args.export.clone())?;
    let comparisons = self::exports(args, args.export.with(args.export_diff.clone()))?;
    let comparisons = comparisons.apart_from(&exports)?;
    let mut ending = Ending::new();
    let (mut reports, mut is_written) = (Vec::new(), false);
    if jobs.iter().flat_map(|job| &job.target).any(|target| !target.can_be_written()) {
        // The reason was printed already.
        ending.note(Exit::Usage);
    }
    let telling = Telling {
        json: args.common.json,
        verbose: args.verbose,
        pictures: if args.no_pictures { Pictures::LeftOut } else { Pictures::Drawn },
        making: args.export.making(args.common.machine.threads()),
        is_one_of_many: jobs.len() > 1,
    };
    for PlannedRun { path, plan, target, baseline } in jobs {
        let book = args.sharing.checkpointed(&plan, path, args.common.machine)?;
        let ledger = book.clone().map(|book| book as SharedLedger);
        let results = match find_with(&plan, args.common.machine, None, ledger) {
            Ok(results) => results,
            // The findings of the earlier plans stay valid.
            Err(failure) => {
                ending.attempt(Err(failure));
                break;
            }
        };
        let plan = path.display().to_string();
        let asked = RunRequest { plan: &plan, only: &args.only };
        reports.extend(telling.tell(&results.findings, asked, &mut ending));
        if results.findings.interrupted {
            let checkpoint = book.as_ref().and_then(|book| book.checkpoint());
            ending.attempt(Err(sharing::interrupted(checkpoint)));
            break;
        }
        let compared = baseline.map(|it| (it.against(&results, !args.only.is_empty()), it));
        let keeps = |target: &Target| {
            let of = |(diff, baseline): &(Diff, Baseline)| {
                diff.is_regression() && baseline.is_in(target.folder())
            };
            compared.as_ref().is_some_and(of)
        };
        let kept = target.as_ref().is_some_and(keeps);
        let target = target.filter(|_| !kept);
        let has_target = target.is_some() && !results.findings.cases.is_empty();
        let has_report = telling.write(&results, target, &mut ending);
        is_written |= has_report;
        if let Some((diff, _)) = compared {
            compare(&diff, kept, args, &comparisons, &mut ending);
        }
        let document = || json::run(&results.findings, asked);
        exports.write(&results, document, !args.common.json, &mut ending);
        // Where the report could not be written, the same command tries that again.
        if has_report || !has_target {
            ending.attempt(sharing::remove(book.as_ref().and_then(|book| book.checkpoint())));
        }
    }
    if let Some(folder) = self::reports(args).filter(|_| is_written) {
        list(&folder, &mut ending);
    }
    match &reports[..] {
        [] => {}
        [one] => drop(ending.attempt(print(one))),
        several => drop(ending.attempt(print(&json::many(several)))),
    }
    Ok(ending.exit())
}

impl Telling {
    /// Prints what was found, but for JSON, which is returned.
    pub(crate) fn tell(
        &self,
        findings: &Findings,
        asked: RunRequest<'_>,
        ending: &mut Ending,
    ) -> Option<String> {
        ending.note(Exit::of(findings));
        if self.json {
            return match json::run(findings, asked) {
                Ok(report) => Some(report),
                Err(error) => {
                    ending.attempt(Err(error.into()));
                    None
                }
            };
        }
        let heading =
            if self.is_one_of_many { format!("{}:\n", asked.plan) } else { String::new() };
        let said = words::run(findings, asked, &screen(self.verbose));
        ending.attempt(print(&(heading + &said)));
        None
    }

    /// Writes the report of a plan, if it is to have one, and prints its folder, or the reason why there is none. Returns true if
    /// there is one.
    pub(crate) fn write(
        &self,
        results: &Results,
        target: Option<Target>,
        ending: &mut Ending,
    ) -> bool {
        let Results { file, findings, .. } = results;
        let Some(target) = target else { return false };
        if findings.cases.is_empty() && !findings.faulted.is_empty() {
            // Nothing was judged: an earlier report is not replaced by an empty one.
            return false;
        }
        let fingerprint = file.fingerprint();
        let told = target.told(&fingerprint);
        let about = about(results, Some(fingerprint));
        let made = || files_with(results, self.pictures, self.making);
        let is_written = target.write(made, about, ending);
        if is_written && !self.json {
            ending.attempt(print(&told));
        }
        is_written
    }
}

fn compare(diff: &Diff, kept: bool, args: &RunArgs, exports: &Exports, ending: &mut Ending) {
    ending.note(diff::exit(diff));
    let mut said = format!(
        "Against the baseline:\n{}",
        shuffle_report::diff::words(diff, &screen(args.verbose))
    );
    if kept {
        // Or the next run would be compared with this one, and find nothing.
        said.push_str(&layout::wrap(
            "The baseline stays as it is, and this run has no report; with --out it goes elsewhere, and without --baseline it is the \
             new one.",
            screen(false).width,
        ));
    }
    ending.attempt(print(&said));
    exports.write(diff, || shuffle_report::diff::json(diff), true, ending);
}

/// The files for others, which are of one plan, and none that the command reads.
fn exports(args: &RunArgs, flags: ExportFlags) -> Result<Exports, Failure> {
    if args.plans.len() > 1 && flags.are_given() {
        let plans = args.plans.len();
        let why =
            format!("--export: {plans} plans do not go into one file; run one plan at a time");
        return Err(Failure::usage(why));
    }
    Exports::new(&flags, args.plans.iter().chain(&args.baseline))
}

/// All plans, checked before any of them is run.
fn jobs(args: &RunArgs) -> Result<Vec<PlannedRun<'_>>, Failure> {
    let plans = plans(args)?;
    if let Some((path, plan)) = plans.iter().find(|(_, plan)| plan.second_look.is_some()) {
        let (path, name) = (path.display(), &plan.name);
        return Err(Failure::usage(format!(
            "`{path}` is the second look of plan `{name}`: count it by `run {path} --shard 1/1`, or by more shards, and judge \
             it by `merge`, with the tallies of the first look"
        )));
    }
    let out = reports(args);
    let job = |(path, mut plan): (_, PlanFile)| {
        if let Some(out) = &out {
            plan.folder = plan.folder.as_seen_from(&out.join(&plan.name));
        }
        let target = out.as_ref().map(|out| target(&out.join(&plan.name), (path, &plan), args));
        let are_several = args.plans.len() > 1;
        let baseline = args.baseline.as_deref();
        let baseline = baseline.map(|folder| Baseline::read(folder, &plan.name, are_several));
        Ok(PlannedRun { path, target: target.transpose()?, baseline: baseline.transpose()?, plan })
    };
    only(plans, &args.only)?.into_iter().map(job).collect()
}

fn plans(args: &RunArgs) -> Result<Vec<(&Path, PlanFile)>, Failure> {
    let mut plans: Vec<(&Path, PlanFile)> = Vec::new();
    let mut names = HashMap::new();
    for path in &args.plans {
        let mut plan = read(path)?;
        if let Some(first) = names.insert(plan.name.clone(), path) {
            return Err(Failure::usage(format!(
                "`{}` and `{}` would write the same report `{}`; rename one of them",
                first.display(),
                path.display(),
                plan.name
            )));
        }
        plan.seed = seed(args.common.seed, plan.seed)?;
        plans.push((path, plan));
    }
    Ok(plans)
}

/// The folder of the reports; `None` if there are none.
fn reports(args: &RunArgs) -> Option<PathBuf> {
    let is_asked_for = !args.no_report && !args.common.json && args.only.is_empty();
    args.out.clone().or_else(|| is_asked_for.then(|| PathBuf::from(REPORTS)))
}

fn target(
    folder: &Path,
    (path, plan): (&Path, &PlanFile),
    args: &RunArgs,
) -> Result<Target, Failure> {
    let fingerprint = plan.fingerprint();
    // The report of a part does not replace the report of the whole plan.
    let replaces = match args.only[..] {
        [] => Replaces::Plan { path, plan },
        _ => Replaces::Only(&fingerprint),
    };
    Target::new(folder, &paths::<Results>(plan), &replaces)
}

/// Writes the page that lists all reports of a folder, unless something else has its name.
pub(crate) fn list(folder: &Path, ending: &mut Ending) {
    let listed = folder::write_overview(folder).map(drop).map_err(|error| {
        let folder = folder.display();
        Failure::usage(format!("cannot write the list of the reports in `{folder}`: {error}"))
    });
    ending.attempt(listed);
}
