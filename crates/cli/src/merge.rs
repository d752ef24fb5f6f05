//! `shuffle-audit merge`: judges the tallies of all shards of a plan, and writes the report that one run would have written.

use crate::{
    background::{SharedLedger, find_with},
    calibrate,
    common::{Machine, REPORTS},
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    interrupt::{self, shielded},
    output::print,
    power,
    run::{Telling, list},
    target::{Replaces, Target},
};
use clap::Args;
use shuffle_audit::{
    command::{self, RunRequest},
    engine::RunError,
};
use shuffle_report::{Pictures, folder, json, paths};
use shuffle_studies::{
    Results,
    tallies::{Merger, Study, StudyBook, is_of_study},
};
use shuffle_subjects::PlanFile;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The plan of a second look.
const NEXT: &str = "next.toml";

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The tallies of all shards of a plan, and of its second look if it needs one; or of a calibration or a power
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The folder of the reports; the plan has a folder of its name in it. Where cases need a second look, its plan
    /// `next.toml` is written there instead [default: reports, but no report with --json]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// Draw no pictures: each takes some ten milliseconds
    #[arg(long)]
    pub(crate) no_pictures: bool,
    /// Show every case, however many there are
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) machine: Machine,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Judges all shards together.
pub(crate) fn merge(args: &MergeArgs) -> Result<Exit, Failure> {
    interrupt::install()?;
    if args.files.iter().any(|file| is_of_study(file)) {
        return merge_study(args);
    }
    let merger = Arc::new(Merger::open(&args.files).map_err(Failure::usage)?);
    let mut plan = merger.plan().clone();
    let out = args.out.clone().or_else(|| (!args.json).then(|| PathBuf::from(REPORTS)));
    if let Some(out) = &out {
        plan.folder = plan.folder.as_seen_from(&out.join(&plan.name));
    }
    let target = out.as_ref().map(|out| {
        let replaces = Replaces::Plan { path: merger.path(), plan: &plan };
        Target::new(&out.join(&plan.name), &paths::<Results>(&plan), &replaces)
    });
    let target = target.transpose()?;
    let exports = Exports::new(&args.export, &args.files)?;
    let results = match find_with(&plan, args.machine, None, Some(merger.clone() as SharedLedger)) {
        Ok(results) => results,
        Err(failure) => {
            return match failure.error.downcast_ref() {
                Some(RunError::SecondLook { cases }) => match &out {
                    Some(out) => ask_for_more(args, &plan, cases, out),
                    None => Err(inconclusive(&format!(
                        "plan `{}` needs a second look; with --out DIR its plan is written there",
                        plan.name
                    ))),
                },
                _ => Err(failure),
            };
        }
    };
    merger.check_second_look().map_err(Failure::usage)?;
    let mut ending = Ending::new();
    let telling = Telling {
        json: args.json,
        verbose: args.verbose,
        pictures: if args.no_pictures { Pictures::LeftOut } else { Pictures::Drawn },
        making: args.export.making(args.machine.threads()),
        is_one_of_many: false,
    };
    let path = merger.path().display().to_string();
    let asked = RunRequest { plan: &path, only: &[] };
    let document = telling.tell(&results.findings, asked, &mut ending);
    if results.findings.interrupted {
        ending.attempt(Err(RunError::Interrupted.into()));
    } else {
        if telling.write(&results, target, &mut ending)
            && let Some(out) = &out
        {
            list(out, &mut ending);
            ending.attempt(forget_second_look(&plan, &out.join(NEXT)));
        }
        exports.write(&results, || json::run(&results.findings, asked), !args.json, &mut ending);
    }
    if let Some(document) = document {
        ending.attempt(print(&document));
    }
    Ok(ending.exit())
}

/// Removes the plan of the second look, which was counted.
fn forget_second_look(plan: &PlanFile, next: &Path) -> Result<(), Failure> {
    let Ok(text) = fs::read_to_string(next) else { return Ok(()) };
    if !is_second_look(&text) || !text.contains(&plan.fingerprint()) {
        return Ok(());
    }
    fs::remove_file(next)
        .map_err(|error| Failure::usage(format!("cannot remove `{}`: {error}", next.display())))
}

/// True if a file was written by [`ask_for_more`].
fn is_second_look(text: &str) -> bool {
    text.lines().any(|line| line == "[second_look]")
}

/// Writes the plan of the second look, and says how to go on.
fn ask_for_more(
    args: &MergeArgs,
    plan: &PlanFile,
    cases: &[String],
    out: &Path,
) -> Result<Exit, Failure> {
    let next = out.join(NEXT);
    let refused = |why: String| Failure::usage(format!("cannot write `{}`: {why}", next.display()));
    if next.exists() && !fs::read_to_string(&next).is_ok_and(|text| is_second_look(&text)) {
        return Err(refused("something else is there".to_owned()));
    }
    let text = plan.second_look_of(cases, out);
    fs::create_dir_all(out).map_err(|error| refused(error.to_string()))?;
    shielded(|| folder::write_file(&next, text.as_bytes()))
        .map_err(|error| refused(error.to_string()))?;
    let (name, number) = (&plan.name, cases.len());
    let need = if number == 1 { "case needs" } else { "cases need" };
    let tallies = args.files.first().and_then(|file| file.parent()).unwrap_or(Path::new(""));
    let tallies = if tallies == Path::new("") { Path::new(".") } else { tallies };
    let (next, tallies) = (quoted(&next), quoted(tallies));
    if args.json {
        // There is no document yet.
        let why = format!("plan `{name}`: {number} {need} a second look; its plan is {next}");
        return Err(inconclusive(&why));
    }
    print(&format!(
        "Plan `{name}`: {number} {need} a second look, with ten times the decks: {}\n\
         Count it, in as many shards K as you like, then merge the tallies of both looks:\n  \
         shuffle-audit run {next} --shard 1/K --out {tallies}\n  \
         shuffle-audit merge {tallies}/{name}-*.tallies --out {}\n",
        cases.join(", "),
        quoted(out)
    ))?;
    Ok(Exit::Inconclusive)
}

fn inconclusive(why: &str) -> Failure {
    Failure { exit: Exit::Inconclusive, error: anyhow::anyhow!("{why}") }
}

fn quoted(path: &Path) -> String {
    command::quoted(&path.display().to_string())
}

fn merge_study(args: &MergeArgs) -> Result<Exit, Failure> {
    let book = StudyBook::merged(&args.files).map_err(Failure::usage)?;
    let (study, machine, json) = (book.study().clone(), args.machine, args.json);
    let name = study.name();
    let refused = |flag| {
        Failure::usage(format!(
            "{flag}: the report on `{name}` has nothing of that kind; leave it out"
        ))
    };
    if args.verbose {
        return Err(refused("--verbose"));
    }
    let pictures = if args.no_pictures { Pictures::LeftOut } else { Pictures::Drawn };
    if let Study::Power(question) = &study {
        // A forecast has a report only where it is asked for one.
        let out = args.out.as_ref().map(|out| out.join(&name));
        let told = power::Telling { out, machine, json, pictures, inputs: &args.files };
        return power::report(question, &told, &args.export, || Ok(book));
    }
    if args.export.are_given() {
        return Err(refused("--export"));
    }
    let out = args.out.clone().or_else(|| (!json).then(|| PathBuf::from(REPORTS)));
    let making = args.export.making(machine.threads());
    let telling = calibrate::Telling { out, machine, json, pictures, making };
    calibrate::report(&study, &telling, || Ok(book))
}
