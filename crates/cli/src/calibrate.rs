//! `shuffle-audit calibrate`: checks that p-values of sound shuffles are uniform, and counts the decks that planted
//! defects take.

use crate::{
    args::CalibrateArgs,
    exit::{Ending, Exit, Failure},
    finding::with_progress,
    output::{print, print_document},
    run::seed,
    screen::screen,
    target::{Replaces, Target},
};
use shuffle_audit::plan;
use shuffle_report::{Pictures, calibration, files, paths};
use shuffle_studies::calibration::{Calibrated, Calibration, CalibrationError, calibrate as run};

/// Runs a calibration and writes its report.
pub(crate) fn calibrate(args: &CalibrateArgs) -> Result<Exit, Failure> {
    if args.runs == 0 || args.trials == 0 {
        return Err(Failure::usage("--runs and --trials must be at least 1"));
    }
    let wanted = Calibration {
        runs: args.runs,
        cards: args.cards.clone(),
        trials: args.trials,
        detections: args.detections,
        most_decks: args.most_decks,
        seed: seed(args.seed, plan::SEED)?,
    };
    let names = paths::<Calibrated>(&wanted);
    let target = Target::new(&args.out.join("calibration"), &names, &Replaces::Any)?;
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
    if target.write(|| files(&calibrated, Pictures::Drawn), None, &mut ending) && !args.json {
        ending.attempt(print(&format!("Report: {}\n", target.folder().display())));
    }
    if !calibration::is_sound(&calibrated) {
        ending.note(Exit::Unexpected);
    }
    Ok(ending.exit())
}
