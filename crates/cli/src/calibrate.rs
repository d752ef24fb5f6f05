//! `shuffle-audit calibrate`: checks that p-values of sound shuffles are uniform, and counts the decks that planted
//! defects take.

use crate::{
    args::CalibrateArgs,
    background::with_progress,
    exit::{Ending, Exit, Failure},
    output::{print, print_document},
    run::{read, seed},
    screen::screen,
    target::{Replaces, Target, about},
};
use shuffle_audit::{Case, Expect, plan};
use shuffle_report::{Pictures, calibration, files, measured, paths};
use shuffle_studies::calibration::{
    Calibrated, Calibration, CalibrationError, calibrate as run,
    measured::{Measured, Measurement, MeasurementError, measure},
};
use std::path::Path;

/// Runs a calibration and writes its report.
pub(crate) fn calibrate(args: &CalibrateArgs) -> Result<Exit, Failure> {
    if let Some(plan) = &args.plan {
        return calibrate_plan(args, plan);
    }
    if args.runs == 0 || args.trials == 0 {
        return Err(Failure::usage("--runs and --trials must be at least 1"));
    }
    let (folder, sound) = match &args.sound {
        None => ("calibration".to_owned(), Vec::new()),
        Some(plan) => {
            let file = read(plan)?;
            let is_sound = |case: &Case| {
                case.expect == Expect::Pass && case.subject.job().is_some() && !case.sequential
            };
            let sound: Vec<Case> = file.cases.into_iter().filter(is_sound).collect();
            if sound.is_empty() {
                let plan = plan.display();
                return Err(Failure::usage(format!(
                    "--sound: {plan} has no sound shuffle of the catalogue"
                )));
            }
            (format!("calibration-{}", file.name), sound)
        }
    };
    let wanted = Calibration {
        runs: args.runs,
        cards: if sound.is_empty() { args.cards.clone() } else { Vec::new() },
        sound,
        trials: args.trials,
        detections: args.detections,
        most_decks: args.most_decks,
        seed: seed(args.seed, plan::SEED)?,
    };
    let names = paths::<Calibrated>(&wanted);
    let target = Target::new(&args.out.join(folder), &names, &Replaces::Any)?;
    let calibrated = with_progress(args.machine, |options| run(&wanted, options))?.map_err(
        |error| match error {
            CalibrationError::Case(error) => Failure::usage(format!("--{}: {error}", error.key)),
            CalibrationError::Run(error) => error.into(),
        },
    )?;
    let mut ending = Ending::new();
    ending.attempt(print_document(if args.json {
        calibration::json(&calibrated)
    } else {
        Ok(calibration::words(&calibrated, &screen(false)))
    }));
    if target.write(|| files(&calibrated, Pictures::Drawn), about(&calibrated, None), &mut ending)
        && !args.json
    {
        ending.attempt(print(&format!("Report: {}\n", target.folder().display())));
    }
    if !calibration::is_sound(&calibrated) {
        ending.note(Exit::Unexpected);
    }
    Ok(ending.exit())
}

/// Counts the decks until each defect of a plan is caught, and writes its report.
fn calibrate_plan(args: &CalibrateArgs, plan: &Path) -> Result<Exit, Failure> {
    if args.detections == 0 || args.times == 0 {
        return Err(Failure::usage("--detections and --times must be at least 1"));
    }
    let mut file = read(plan)?;
    file.seed = seed(args.seed, file.seed)?;
    let folder = args.out.join(&file.name);
    let wanted = Measurement { file, audits: args.detections, times: args.times };
    let target = Target::new(&folder, &paths::<Measured>(&wanted), &Replaces::Any)?;
    let measured =
        with_progress(args.machine, |options| measure(&wanted, options))?.map_err(|error| {
            match error {
                MeasurementError::Run(error) => error.into(),
                error => Failure::usage(format!("{}: {error}", plan.display())),
            }
        })?;
    let mut ending = Ending::new();
    ending.attempt(print_document(if args.json {
        measured::json(&measured)
    } else {
        Ok(measured::words(&measured, &screen(false)))
    }));
    let fingerprint = Some(wanted.file.fingerprint());
    let is_written = target.write(
        || files(&measured, Pictures::Drawn),
        about(&measured, fingerprint),
        &mut ending,
    );
    if is_written && !args.json {
        ending.attempt(print(&format!("Report: {}\n", target.folder().display())));
    }
    if !measured.is_as_expected() {
        ending.note(Exit::Unexpected);
    }
    Ok(ending.exit())
}
