//! Calibrations and forecasts that many machines share, or that may be cut off.

use crate::{
    background::with_progress,
    common::Machine,
    exit::{Exit, Failure},
    interrupt::shielded,
    output::print,
    sharing::{self, SharingFlags},
};
use shuffle_audit::tallies::Share;
use shuffle_studies::{
    calibration::{
        self, CalibrationError,
        measured::{self, Measurement, MeasurementError},
    },
    power as forecast,
    tallies::{Study, StudyBook},
};
use std::path::Path;

/// Does the part of a shard, and writes its file.
pub(crate) fn count_shard(
    sharing: &SharingFlags,
    study: Study,
    out: Option<&Path>,
    machine: Machine,
) -> Result<Exit, Failure> {
    let out = SharingFlags::folder(out)?;
    let book = sharing.study(study, machine)?;
    let file = out.join(book.file_name());
    book.is_free(&file).map_err(Failure::usage)?;
    let outcomes = book.outcomes();
    let counted = with_progress(machine, |options| match book.study() {
        Study::Calibration(wanted) => {
            calibration::tally(wanted, outcomes, options).map_err(of_calibration)
        }
        Study::Measurement(wanted) => measured::tally(wanted, outcomes, options)
            .map_err(|error| of_measurement(error, wanted)),
        Study::Power(wanted) => forecast::tally(wanted, outcomes, options).map_err(Failure::from),
    })?;
    counted.map_err(|failure| cut_off(failure, &book))?;
    shielded(|| book.write(&file)).map_err(Failure::usage)?;
    sharing::remove(book.checkpoint())?;
    let Share { number, of } = sharing.shard.unwrap_or(Share::WHOLE);
    let (file, name) = (file.display(), book.study().name());
    print(&format!("Tallies: {file} (shard {number} of {of} of `{name}`)\n"))?;
    Ok(Exit::Expected)
}

/// The end of a study: an interrupted one goes on from its checkpoint, if it has one.
pub(crate) fn cut_off(failure: Failure, book: &StudyBook) -> Failure {
    match failure.exit {
        Exit::Interrupted => sharing::interrupted(book.checkpoint()),
        _ => failure,
    }
}

/// The end of a calibration that could not be done.
pub(crate) fn of_calibration(error: CalibrationError) -> Failure {
    match error {
        CalibrationError::Case(error) => Failure::usage(format!("--{}: {error}", error.key)),
        CalibrationError::Run(error) => error.into(),
    }
}

/// The end of a measurement that could not be done.
pub(crate) fn of_measurement(error: MeasurementError, wanted: &Measurement) -> Failure {
    match error {
        MeasurementError::Run(error) => error.into(),
        error => Failure::usage(format!("{}.toml: {error}", wanted.file.name)),
    }
}
