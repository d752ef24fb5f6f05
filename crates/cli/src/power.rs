//! `shuffle-audit power`: forecasts the number of decks that each test needs to detect the bias of a shuffle.

use crate::{
    args::PowerArgs,
    background::with_progress,
    check::wrong_flag,
    exit::{Ending, Exit, Failure},
    export::Exports,
    output::print_document,
    run::seed,
    screen::screen,
    target::{Replaces, Target, about},
};
use shuffle_algorithms::Algorithm;
use shuffle_audit::{number::exactly, plan};
use shuffle_metrics::verdict::Budget;
use shuffle_report::{Pictures, files_with, paths, power};
use shuffle_studies::power::{Powers, Question, answer};
use shuffle_subjects::{CaseSpec, Folder};

/// Prints the number of decks that each test needs.
pub(crate) fn power(args: &PowerArgs) -> Result<Exit, Failure> {
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
        return Err(Failure::usage(format!(
            "--algorithm: the decks of `{}` depend on each other, and a forecast supposes that they do not; use `check`",
            job.algorithm
        )));
    }
    let question = Question {
        case,
        budget: Budget::default().with_alpha(Some(args.alpha)),
        power: args.power,
        trials: args.trials,
        pilot: args.pilot,
        seed: seed(args.common.seed, plan::SEED)?,
    };
    let names = paths::<Powers>(&());
    let target = args.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let exports = Exports::new(&args.export, &[])?;
    let powers = with_progress(args.common.machine, |options| answer(&question, options))??;
    let mut ending = Ending::new();
    let json = args.common.json;
    ending.attempt(print_document(if json {
        power::json(&powers)
    } else {
        Ok(power::words(&powers, &screen(false)))
    }));
    if let Some(target) = target {
        let dialect = args.export.csv_dialect;
        target.write(
            || files_with(&powers, Pictures::Drawn, dialect),
            about(&powers, None),
            &mut ending,
        );
    }
    exports.write(&powers, || power::json(&powers), !json, &mut ending);
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
