//! `shuffle-audit run`: runs plans and writes their reports.

use crate::{
    args::{RunArgs, SeedChoice},
    background::find,
    diff::{self, Baseline},
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    output::print,
    part_of_plan::only,
    screen::screen,
    target::{Replaces, Target, about},
};
use shuffle_audit::{command::RunRequest, engine::RunError, seeds::PlanSeed};
use shuffle_report::{
    Pictures,
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

/// The folder of the reports by default.
const REPORTS: &str = "reports";

/// A plan that is to be run.
struct PlannedRun<'a> {
    /// Its file.
    path: &'a Path,
    plan: PlanFile,
    /// The folder of its report, if it is to have one.
    target: Option<Target>,
    /// The earlier report that it is compared with.
    baseline: Option<Baseline>,
}

/// Reads all plans, then runs one after the other. The verdicts are printed even if a report cannot be written.
pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
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
    let several = jobs.len() > 1;
    for PlannedRun { path, plan, target, baseline } in jobs {
        let results = match find(&plan, args.common.machine, None) {
            Ok(results) => results,
            // The findings of the earlier plans stay valid.
            Err(failure) => {
                ending.attempt(Err(failure));
                break;
            }
        };
        let findings = &results.findings;
        ending.note(Exit::of(findings));
        let plan = path.display().to_string();
        let asked = RunRequest { plan: &plan, only: &args.only };
        if args.common.json {
            match json::run(findings, asked) {
                Ok(report) => reports.push(report),
                Err(error) => drop(ending.attempt(Err(error.into()))),
            }
        } else {
            let heading = if several { format!("{plan}:\n") } else { String::new() };
            let said = words::run(findings, asked, &screen(args.verbose));
            ending.attempt(print(&(heading + &said)));
        }
        if findings.interrupted {
            ending.attempt(Err(RunError::Interrupted.into()));
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
        if let Some(target) = target.filter(|_| !kept) {
            is_written |= write(&results, &target, args, &mut ending);
        }
        if let Some((diff, _)) = compared {
            compare(&diff, kept, args, &comparisons, &mut ending);
        }
        let document = || json::run(findings, asked);
        exports.write(&results, document, !args.common.json, &mut ending);
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

/// Tells what differs from the baseline.
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
    let inputs: Vec<&Path> =
        args.plans.iter().chain(&args.baseline).map(PathBuf::as_path).collect();
    Exports::new(&flags, &inputs)
}

/// All plans, checked before any of them is run.
fn jobs(args: &RunArgs) -> Result<Vec<PlannedRun<'_>>, Failure> {
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
    let out = reports(args);
    let job = |(path, mut plan): (_, PlanFile)| {
        if let Some(out) = &out {
            plan.folder = plan.folder.as_seen_from(&out.join(&plan.name));
        }
        let target = out.as_ref().map(|out| target(&out.join(&plan.name), &plan, args));
        let baseline = args
            .baseline
            .as_deref()
            .map(|folder| Baseline::read(folder, &plan.name, args.plans.len() > 1));
        Ok(PlannedRun { path, target: target.transpose()?, baseline: baseline.transpose()?, plan })
    };
    only(plans, &args.only)?.into_iter().map(job).collect()
}

/// The folder of the reports; `None` if there are none.
fn reports(args: &RunArgs) -> Option<PathBuf> {
    let is_asked_for = !args.no_report && !args.common.json && args.only.is_empty();
    args.out.clone().or_else(|| is_asked_for.then(|| PathBuf::from(REPORTS)))
}

fn target(folder: &Path, plan: &PlanFile, args: &RunArgs) -> Result<Target, Failure> {
    let fingerprint = plan.fingerprint();
    // The report of a whole plan is more than that of a part.
    let replaces = if args.only.is_empty() { Replaces::Any } else { Replaces::Only(&fingerprint) };
    Target::new(folder, &paths::<Results>(plan), &replaces)
}

/// Writes the page that lists all reports of a folder, unless something else has its name.
fn list(folder: &Path, ending: &mut Ending) {
    let listed = folder::write_overview(folder).map(drop).map_err(|error| {
        let folder = folder.display();
        Failure::usage(format!("cannot write the list of the reports in `{folder}`: {error}"))
    });
    ending.attempt(listed);
}

/// Writes the report of a plan, and prints its folder, or the reason why there is none. Returns true if there is one.
fn write(results: &Results, target: &Target, args: &RunArgs, ending: &mut Ending) -> bool {
    let Results { file, findings, .. } = results;
    if findings.cases.is_empty() && !findings.faulted.is_empty() {
        // Nothing was judged: an earlier report is not replaced by an empty one.
        return false;
    }
    let pictures = if args.no_pictures { Pictures::LeftOut } else { Pictures::Drawn };
    let fingerprint = file.fingerprint();
    let told = target.told(&fingerprint);
    let about = about(results, Some(fingerprint));
    let made = || files_with(results, pictures, args.export.csv_dialect);
    let is_written = target.write(made, about, ending);
    if is_written && !args.common.json {
        ending.attempt(print(&told));
    }
    is_written
}

/// Reads a plan.
pub(crate) fn read(path: &Path) -> Result<PlanFile, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!("cannot read the plan `{}`: {error}", path.display()))
    })?;
    PlanFile::parse(&path.display().to_string(), &text).map_err(Failure::usage)
}

/// The seed of a run: the one asked for, else the plan's.
#[expect(clippy::print_stderr, reason = "a fresh seed must be known, even beside JSON")]
pub(crate) fn seed(wanted: Option<SeedChoice>, otherwise: PlanSeed) -> Result<PlanSeed, Failure> {
    match wanted {
        None => Ok(otherwise),
        Some(SeedChoice::Given(seed)) => Ok(seed),
        Some(SeedChoice::Fresh) => {
            let seed = PlanSeed(getrandom::u64().map_err(Failure::ours)?);
            eprintln!("fresh seed: {seed}");
            Ok(seed)
        }
    }
}
