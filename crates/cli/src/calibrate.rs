//! `shuffle-audit calibrate`: are the p-values what they claim to be, and how soon is a defect seen?

use crate::{
    args::CalibrateArgs,
    exit::{Exit, Failure},
    output::{Target, print},
    run::{seed, with_progress},
    screen::screen,
};
use shuffle_audit::calibration::{Calibration, CalibrationError, calibrate as run};
use shuffle_audit::plan;
use shuffle_report::calibration;

/// Runs a calibration and writes its report.
pub(crate) fn calibrate(args: &CalibrateArgs) -> Result<Exit, Failure> {
    if args.runs == 0 || args.trials == 0 {
        return Err(Failure::usage("--runs and --trials must be at least 1"));
    }
    let target = Target::new(&args.out.join("calibration"))?;
    let wanted = Calibration {
        runs: args.runs,
        cards: args.cards.clone(),
        trials: args.trials,
        detections: args.detections,
        most_decks: args.most_decks,
        seed: seed(args.seed, plan::SEED)?,
    };
    let calibrated = with_progress(args.machine, |options| run(&wanted, options))?.map_err(
        |error| match error {
            CalibrationError::Case(error) => Failure::usage(format!("--{}: {error}", error.key)),
            CalibrationError::Run(error) => error.into(),
        },
    )?;
    target.write(&calibration::files(&calibrated).map_err(Failure::ours)?)?;
    if args.json {
        print(&calibration::json(&calibrated))?;
    } else {
        print(&calibration::words(&calibrated, &screen(false)))?;
        print(&format!("Report: {}\n", args.out.join("calibration").display()))?;
    }
    Ok(if calibration::is_sound(&calibrated) { Exit::Expected } else { Exit::Unexpected })
}
