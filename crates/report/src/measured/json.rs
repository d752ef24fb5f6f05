//! A measurement as JSON: the numbers of its tables.

use crate::{document, error::ReportError};
use serde::Serialize;
use shuffle_audit::{Expect, VERSION};
use shuffle_studies::calibration::measured::{Measured, MeasuredCase};

/// The measurement as one JSON object, with a line break at its end. 64-bit seeds are text.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(measured: &Measured) -> Result<String, ReportError> {
    let measurement = &measured.measurement;
    let case = |one| case(measured, one);
    document::json(&MeasuredDocument {
        as_expected: measured.is_as_expected(),
        version: VERSION,
        plan: &measurement.file.name,
        seed: measurement.file.seed.to_string(),
        audits: measurement.audits,
        times: measurement.times,
        defects: measured.expected(Expect::Fail).map(case).collect(),
        sound: measured.expected(Expect::Pass).map(case).collect(),
    })
}

#[derive(Serialize)]
struct MeasuredDocument<'a> {
    as_expected: bool,
    version: &'static str,
    plan: &'a str,
    seed: String,
    audits: u64,
    times: u64,
    defects: Vec<CaseOfStudy<'a>>,
    sound: Vec<CaseOfStudy<'a>>,
}

/// Of a sound shuffle, `caught` counts false alarms, and there are no medians.
#[derive(Serialize)]
struct CaseOfStudy<'a> {
    case: &'a str,
    algorithm: String,
    cards: usize,
    dealt: usize,
    trials: u64,
    most_decks: u64,
    caught: usize,
    median_decks: Option<u64>,
    decks_90: Option<u64>,
    caught_by: Option<&'static str>,
}

fn case<'a>(measured: &Measured, one: &'a MeasuredCase) -> CaseOfStudy<'a> {
    let is_defect = one.case.expect == Expect::Fail;
    let decks = |share| one.detection.quantile(share).filter(|_| is_defect);
    let (trials, shape) = (one.case.trials, one.case.shape);
    CaseOfStudy {
        case: one.case.id(),
        algorithm: one.case.subject.job().map_or_else(String::new, ToString::to_string),
        cards: shape.cards(),
        dealt: shape.dealt(),
        trials,
        most_decks: if is_defect { measured.measurement.most_decks(&one.case) } else { trials },
        caught: one.alarms(),
        median_decks: decks(0.5),
        decks_90: decks(0.9),
        caught_by: one.detection.caught_by,
    }
}
