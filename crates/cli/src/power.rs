//! `shuffle-audit power`: forecasts the number of decks that each test needs to detect the bias of a shuffle.

use crate::{
    background::{announce_successors, with_progress},
    common::{Common, Machine, parse_count, parse_name, seed},
    exit::{Ending, Exit, Failure},
    export::{ExportFlags, Exports},
    interrupt,
    output::print_document,
    screen::screen,
    sharing::{self, SharingFlags},
    study::{count_shard, cut_off},
    subject_flags::{Law, SubjectFlags, wrong_flag},
    target::{Replaces, Target, about},
};
use clap::Args;
use shuffle_algorithms::Algorithm;
use shuffle_audit::{number::exactly, plan};
use shuffle_metrics::verdict::{Budget, POWER};
use shuffle_report::{Pictures, files_with, paths, power};
use shuffle_studies::{
    power::{Powers, Question, answer},
    tallies::{Study, StudyBook},
};
use shuffle_subjects::{CaseSpec, Folder};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct PowerArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Law>,
    /// The error budget of the run: the probability of calling a fair shuffle biased
    #[arg(long, value_name = "P", default_value_t = Budget::default().alpha)]
    pub(crate) alpha: f64,
    /// The probability with which a test is to see the bias
    #[arg(long, value_name = "P", default_value_t = POWER)]
    pub(crate) power: f64,
    /// Also print the power of each test at this number of decks
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) trials: Option<u64>,
    /// The tests to ask, with commas between, or `small` for a few fast ones; the whole battery by default
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_name)]
    pub(crate) metrics: Option<Vec<String>>,
    /// Decks of the simulation, which shows what has no exact law: 262_144 by default, fewer of large decks;
    /// the next power of two is taken
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) pilot: Option<u64>,
    /// Write the forecast into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Prints the number of decks that each test needs.
pub(crate) fn power(args: &PowerArgs) -> Result<Exit, Failure> {
    interrupt::install()?;
    let case = spec(args).case(&Folder::default()).map_err(|error| wrong_flag(&error))?;
    plan::check_alpha(args.alpha)
        .map_err(|problem| Failure::usage(format!("--alpha: {problem}")))?;
    if !(args.power > args.alpha && args.power < 1.0) {
        return Err(Failure::usage(format!(
            "--power: {} is no power to ask for; it must be above alpha, {}, and below 1",
            exactly(args.power),
            exactly(args.alpha)
        )));
    }
    if args.pilot == Some(0) {
        return Err(Failure::usage("--pilot: must be at least 1"));
    }
    if let Some(job) = case.subject.job().filter(|job| job.algorithm.is_sequence()) {
        let why = match job.algorithm.has_dependent_decks() {
            true => "its decks depend on each other, and a forecast supposes that they do not",
            false => "it makes its decks by code of its own, which a forecast cannot follow",
        };
        let id = &job.algorithm;
        return Err(Failure::usage(format!(
            "--algorithm: no forecast of `{id}`: {why}; use `check`"
        )));
    }
    if !args.common.machine.quiet {
        announce_successors([&case]);
    }
    let question = Question {
        case,
        budget: Budget::default().with_alpha(Some(args.alpha)),
        power: args.power,
        trials: args.trials,
        pilot: args.pilot,
        seed: seed(args.common.seed, plan::SEED)?,
    };
    let (machine, json) = (args.common.machine, args.common.json);
    args.sharing.judges_nothing(&[("--json", json), ("--export", args.export.are_given())])?;
    args.sharing.has_one_seed(args.common.seed)?;
    let study = Study::Power(Box::new(question.clone()));
    if args.sharing.shard.is_some() {
        return count_shard(&args.sharing, study, args.out.as_deref(), machine);
    }
    let (out, pictures) = (args.out.clone(), Pictures::Drawn);
    let telling = Telling { out, machine, json, pictures, inputs: &[] };
    report(&question, &telling, &args.export, || args.sharing.study(study, machine))
}

/// The settings of a forecast that change none of its numbers.
pub(crate) struct Telling<'a> {
    /// The folder of the report, if there is to be one.
    pub(crate) out: Option<PathBuf>,
    pub(crate) machine: Machine,
    pub(crate) json: bool,
    pub(crate) pictures: Pictures,
    /// The files that it is made from, which no export may replace.
    pub(crate) inputs: &'a [PathBuf],
}

/// Reports a forecast, whose book is opened when its report has a place.
pub(crate) fn report(
    question: &Question,
    telling: &Telling<'_>,
    export: &ExportFlags,
    book: impl FnOnce() -> Result<StudyBook, Failure>,
) -> Result<Exit, Failure> {
    let names = paths::<Powers>(&());
    let target = telling.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let exports = Exports::new(export, telling.inputs)?;
    let book = book()?;
    let powers =
        with_progress(telling.machine, |options| answer(question, book.outcomes(), options))?;
    let powers = powers.map_err(|error| cut_off(error.into(), &book))?;
    let mut ending = Ending::new();
    let json = telling.json;
    ending.attempt(print_document(if json {
        power::json(&powers)
    } else {
        Ok(power::words(&powers, &screen(false)))
    }));
    let is_kept = target.is_none_or(|target| {
        let making = export.making(telling.machine.threads());
        let files = || files_with(&powers, telling.pictures, making);
        target.write(files, about(&powers, None), &mut ending)
    });
    let are_written = exports.write(&powers, || power::json(&powers), !json, &mut ending);
    // Without a report the checkpoint is all that is left of the work.
    if is_kept && are_written {
        ending.attempt(sharing::remove(book.checkpoint()));
    }
    Ok(ending.exit())
}

fn spec(args: &PowerArgs) -> CaseSpec {
    // A wrong algorithm is reported when the case is made.
    let subject = args.subject.spec.clone();
    let algorithm = subject.algorithm.as_deref().and_then(|id| Algorithm::parse(id).ok());
    CaseSpec {
        id: algorithm.map_or("power", |algorithm| algorithm.entry().id).to_owned(),
        trials: Some(args.trials.unwrap_or(1)),
        metrics: args.metrics.clone(),
        ..subject
    }
}
