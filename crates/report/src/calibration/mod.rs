//! The report of a calibration: false alarms against what they should be, and decks until detection.

mod json;
mod pictures;
mod words;

pub use json::json;
pub use words::words;

use crate::{
    files::{File, ReportError},
    number::cell,
    tables::table,
};
use shuffle_audit::{VERSION, seeds::CONTRACT};
use shuffle_charts::PlotError;
use shuffle_metrics::distribution::clopper_pearson;
use shuffle_studies::calibration::{Calibrated, CalibratedTest, LEVELS, RUN_LEVEL};

/// The family-wise confidence of the intervals of all tests together, at one level.
const CONFIDENCE: f64 = 0.999;

/// Bins of the histograms of p-values.
const BINS: usize = 20;

/// The paths of all files that a calibration with these deck sizes may have.
#[must_use]
pub fn names(cards: &[u64]) -> Vec<String> {
    let tables = ["calibration.csv", "p_values.csv", "plan.toml", "power.csv", "power.png"];
    let pictures = cards
        .iter()
        .flat_map(|cards| ["qq", "p-values"].map(|picture| format!("{picture}-{cards}.png")));
    tables.map(str::to_owned).into_iter().chain(pictures).collect()
}

/// Makes all files of the report, in the order of their paths.
///
/// # Errors
///
/// [`ReportError`]; nothing is made then.
pub fn files(calibrated: &Calibrated) -> Result<Vec<File>, ReportError> {
    let mut files = vec![
        File { path: "calibration.csv".to_owned(), bytes: false_alarms(calibrated)? },
        File { path: "p_values.csv".to_owned(), bytes: p_values(calibrated)? },
        File { path: "plan.toml".to_owned(), bytes: plan(calibrated).into_bytes() },
        File { path: "power.csv".to_owned(), bytes: power(calibrated)? },
    ];
    for &cards in &calibrated.calibration.cards {
        if calibrated.tests.iter().any(|test| test.cards == cards) {
            draw(&mut files, format!("qq-{cards}.png"), pictures::qq(calibrated, cards))?;
            draw(&mut files, format!("p-values-{cards}.png"), pictures::panels(calibrated, cards))?;
        }
    }
    if !calibrated.detections.is_empty() {
        draw(&mut files, "power.png".to_owned(), pictures::power(calibrated))?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn draw(
    files: &mut Vec<File>,
    path: String,
    picture: Result<Vec<u8>, PlotError>,
) -> Result<(), ReportError> {
    let bytes = picture.map_err(|source| ReportError::Plot { path: path.clone(), source })?;
    files.push(File { path, bytes });
    Ok(())
}

/// A test's false alarms at one level.
struct Rate {
    observed: u64,
    runs: u64,
    attainable: f64,
    low: f64,
    high: f64,
}

impl Rate {
    fn of(test: &CalibratedTest, index: usize, tests: usize) -> Self {
        let (observed, runs) = (test.rejections(LEVELS[index]), test.p_values.len() as u64);
        let interval = clopper_pearson(observed, runs, 1.0 - (1.0 - CONFIDENCE) / tests as f64);
        let (low, high) = (interval.low, interval.high);
        Self { observed, runs, attainable: test.attainable[index], low, high }
    }

    /// `calibrated`, `liberal` or `conservative`.
    fn verdict(&self) -> &'static str {
        if self.low > self.attainable {
            "liberal"
        } else if self.high < self.attainable {
            "conservative"
        } else {
            "calibrated"
        }
    }
}

/// One row per deck size, test and level: `low` and `high` bound the true rate, all tests of the level
/// together, with 99.9 % confidence (Clopper and Pearson, Bonferroni).
fn false_alarms(calibrated: &Calibrated) -> Result<Vec<u8>, ReportError> {
    let header = [
        "cards",
        "test",
        "runs",
        "alpha",
        "attainable",
        "observed",
        "rate",
        "low",
        "high",
        "status",
    ];
    let mut rows = Vec::new();
    for test in &calibrated.tests {
        for (index, level) in LEVELS.into_iter().enumerate() {
            let rate = Rate::of(test, index, calibrated.tests.len());
            rows.push(vec![
                test.cards.to_string(),
                test.test.to_owned(),
                rate.runs.to_string(),
                cell(level),
                cell(rate.attainable),
                rate.observed.to_string(),
                cell(rate.observed as f64 / rate.runs as f64),
                cell(rate.low),
                cell(rate.high),
                rate.verdict().to_owned(),
            ]);
        }
    }
    let (runs, observed) = (calibrated.calibration.runs, calibrated.false_alarms);
    let interval = clopper_pearson(observed, runs, CONFIDENCE);
    rows.push(vec![
        String::new(),
        "whole run after Holm".to_owned(),
        runs.to_string(),
        cell(RUN_LEVEL),
        cell(RUN_LEVEL),
        observed.to_string(),
        cell(observed as f64 / runs as f64),
        cell(interval.low),
        cell(interval.high),
        (if interval.low > RUN_LEVEL { "liberal" } else { "kept" }).to_owned(),
    ]);
    table(&header, rows.into_iter())
}

/// How the p-values of a test are spread over 20 bins.
#[must_use]
pub fn bins(test: &CalibratedTest) -> Vec<u64> {
    let mut bins = vec![0; BINS];
    for p in &test.p_values {
        bins[((p.value() * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    bins
}

fn p_values(calibrated: &Calibrated) -> Result<Vec<u8>, ReportError> {
    let mut rows = Vec::new();
    for test in &calibrated.tests {
        for (bin, number) in bins(test).into_iter().enumerate() {
            let edge = |bin: usize| cell(bin as f64 / BINS as f64);
            let name = test.test.to_owned();
            let number = number.to_string();
            rows.push(vec![test.cards.to_string(), name, edge(bin), edge(bin + 1), number]);
        }
    }
    table(&["cards", "test", "p_from", "p_to", "count"], rows.into_iter())
}

fn power(calibrated: &Calibrated) -> Result<Vec<u8>, ReportError> {
    let header = ["defect", "cards", "audits", "caught", "median_decks", "decks_90", "caught_by"];
    let rows = calibrated.detections.iter().map(|detection| {
        let decks = |share| detection.quantile(share).map_or_else(String::new, |n| n.to_string());
        vec![
            detection.defect.clone(),
            detection.cards.to_string(),
            detection.decks.len().to_string(),
            detection.decks.iter().flatten().count().to_string(),
            decks(0.5),
            decks(0.9),
            detection.caught_by.unwrap_or_default().to_owned(),
        ]
    });
    table(&header, rows)
}

fn plan(calibrated: &Calibrated) -> String {
    let calibration = &calibrated.calibration;
    format!(
        "# Made by `shuffle-audit calibrate` with these settings.\nruns = {}\ncards = {:?}\n\
         trials = {}\ndetections = {}\nmost_decks = {}\nseed = \"{}\"\n\n[provenance]\n\
         shuffle_audit = \"{VERSION}\"\nseed_contract = {CONTRACT}\n",
        calibration.runs,
        calibration.cards,
        calibration.trials,
        calibration.detections,
        calibration.most_decks,
        calibration.seed,
    )
}

/// Whether no test is liberal, and the run's false alarms stay within the budget.
#[must_use]
pub fn is_sound(calibrated: &Calibrated) -> bool {
    let tests = calibrated.tests.len();
    let liberal = |test: &CalibratedTest| {
        (0..LEVELS.len()).any(|index| Rate::of(test, index, tests).verdict() == "liberal")
    };
    let runs = clopper_pearson(calibrated.false_alarms, calibrated.calibration.runs, CONFIDENCE);
    !calibrated.tests.iter().any(liberal) && runs.low <= RUN_LEVEL
}
