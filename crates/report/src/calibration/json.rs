//! A calibration as JSON: the numbers of its tables.

use super::rates::{CONFIDENCE, Rate, is_sound};
use crate::{document, error::ReportError, number::round10};
use serde::Serialize;
use shuffle_audit::VERSION;
use shuffle_metrics::distribution::clopper_pearson;
use shuffle_studies::calibration::{Calibrated, CalibratedTest, Detection, LEVELS, RUN_LEVEL};

/// The calibration as one JSON object, with a line break at its end. 64-bit seeds are text.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(calibrated: &Calibrated) -> Result<String, ReportError> {
    let calibration = &calibrated.calibration;
    let (runs, false_alarms) = (calibration.runs, calibrated.false_alarms);
    let interval = clopper_pearson(false_alarms, runs, CONFIDENCE);
    let report = CalibrationDocument {
        sound: is_sound(calibrated),
        version: VERSION,
        seed: calibration.seed.to_string(),
        runs,
        cards: &calibration.cards,
        trials: calibration.trials,
        whole_run: WholeRun {
            alpha: RUN_LEVEL,
            observed: false_alarms,
            low: round10(interval.low),
            high: round10(interval.high),
            confidence: CONFIDENCE,
        },
        tests: calibrated.tests.iter().map(|one| test(one, calibrated.tests.len())).collect(),
        detections: calibrated.detections.iter().map(detection).collect(),
    };
    document::json(&report)
}

#[derive(Serialize)]
struct CalibrationDocument<'a> {
    sound: bool,
    version: &'static str,
    seed: String,
    runs: u64,
    cards: &'a [u64],
    trials: u64,
    whole_run: WholeRun,
    tests: Vec<TestRates>,
    detections: Vec<DetectionReport<'a>>,
}

#[derive(Serialize)]
struct WholeRun {
    alpha: f64,
    observed: u64,
    low: f64,
    high: f64,
    confidence: f64,
}

#[derive(Serialize)]
struct TestRates {
    cards: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    test: &'static str,
    levels: Vec<LevelReport>,
}

#[derive(Serialize)]
struct LevelReport {
    alpha: f64,
    /// The true level of the test at `alpha`; it may be lower, since the statistic is discrete.
    attainable: f64,
    observed: u64,
    rate: f64,
    low: f64,
    high: f64,
    status: &'static str,
}

#[derive(Serialize)]
struct DetectionReport<'a> {
    defect: &'a str,
    cards: u64,
    audits: usize,
    caught: usize,
    median_decks: Option<u64>,
    decks_90: Option<u64>,
    caught_by: Option<&'static str>,
}

fn test(test: &CalibratedTest, tests: usize) -> TestRates {
    let level = |(index, alpha)| {
        let rate = Rate::of(test, index, tests);
        LevelReport {
            alpha,
            attainable: round10(rate.attainable),
            observed: rate.observed,
            rate: round10(rate.observed as f64 / rate.runs as f64),
            low: round10(rate.low),
            high: round10(rate.high),
            status: rate.verdict(),
        }
    };
    let levels = LEVELS.into_iter().enumerate().map(level).collect();
    let case = (test.deck != test.cards.to_string()).then(|| test.deck.clone());
    TestRates { cards: test.cards, case, test: test.test, levels }
}

fn detection(detection: &Detection) -> DetectionReport<'_> {
    DetectionReport {
        defect: &detection.defect,
        cards: detection.cards,
        audits: detection.decks.len(),
        caught: detection.decks.iter().flatten().count(),
        median_decks: detection.quantile(0.5),
        decks_90: detection.quantile(0.9),
        caught_by: detection.caught_by,
    }
}
