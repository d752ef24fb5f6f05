//! The report of a calibration: false alarms against what they should be, and decks until detection.

mod json;
mod pictures;
mod rates;
mod words;

pub use json::json;
pub use rates::{bins, is_sound};
pub use words::words;

use crate::{
    digest::Answer,
    error::FormatError,
    manifest::Headline,
    number::cell,
    page::study,
    parts::{Part, Report},
    settings::{self, Provenance},
    table::DataTable,
};
use rates::{BINS, CONFIDENCE, Rate};
use serde::Serialize;
use shuffle_metrics::distribution::clopper_pearson;
use shuffle_studies::calibration::{Calibrated, Calibration, Detection, LEVELS, RUN_LEVEL};

impl Report for Calibrated {
    type Asked = Calibration;

    fn asked(&self) -> &Calibration {
        &self.calibration
    }

    fn headline(&self) -> Headline {
        let answer = if is_sound(self) { Answer::Fine } else { Answer::Wrong };
        words::of_page(self).headline(Some(answer))
    }

    fn parts(calibration: &Calibration) -> Vec<Part<Self>> {
        let mut parts = vec![
            Part::settings(settings),
            Part::page(|calibrated, _| study::page(calibrated, words::of_page(calibrated))),
            Part::table("calibration", |calibrated| Some(false_alarms(calibrated))),
            Part::table("p_values", |calibrated| Some(p_values(calibrated))),
            Part::table("power", |calibrated| Some(power(calibrated))),
            Part::picture("power", |calibrated: &Self| {
                (!calibrated.detections.is_empty()).then(|| pictures::power(calibrated))
            }),
        ];
        for deck in calibration.decks() {
            parts.push(Part::picture(format!("qq-{deck}"), move |calibrated: &Self| {
                let is_tested = calibrated.tests.iter().any(|test| test.deck == deck);
                is_tested.then(|| pictures::qq(calibrated, &deck))
            }));
        }
        parts
    }
}

/// One row per deck size, test and level: `low` and `high` bound the true rate, all tests of the level
/// together, with 99.9 % confidence (Clopper and Pearson, Bonferroni).
fn false_alarms(calibrated: &Calibrated) -> DataTable {
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
                test.deck.clone(),
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
    DataTable::new(header, rows)
}

fn p_values(calibrated: &Calibrated) -> DataTable {
    let mut rows = Vec::new();
    for test in &calibrated.tests {
        for (bin, number) in bins(test).into_iter().enumerate() {
            let edge = |bin: usize| cell(bin as f64 / BINS as f64);
            let name = test.test.to_owned();
            let number = number.to_string();
            rows.push(vec![test.deck.clone(), name, edge(bin), edge(bin + 1), number]);
        }
    }
    DataTable::new(["cards", "test", "p_from", "p_to", "count"], rows)
}

fn power(calibrated: &Calibrated) -> DataTable {
    fn decks(detection: &Detection, share: f64) -> String {
        detection.quantile(share).map_or_else(String::new, |n| n.to_string())
    }
    DataTable::of(
        &calibrated.detections,
        &[
            ("defect", |it| it.defect.clone()),
            ("cards", |it| it.cards.to_string()),
            ("audits", |it| it.decks.len().to_string()),
            ("caught", |it| it.decks.iter().flatten().count().to_string()),
            ("median_decks", |it| decks(it, 0.5)),
            ("decks_90", |it| decks(it, 0.9)),
            ("caught_by", |it| it.caught_by.unwrap_or_default().to_owned()),
        ],
    )
}

#[derive(Serialize)]
struct CalibrationFlags<'a> {
    runs: u64,
    cards: &'a [u64],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sound: Vec<&'a str>,
    trials: u64,
    detections: u64,
    most_decks: u64,
    seed: String,
}

fn settings(Calibrated { calibration, .. }: &Calibrated) -> Result<Vec<u8>, FormatError> {
    let flags = CalibrationFlags {
        runs: calibration.runs,
        cards: &calibration.cards,
        sound: calibration.sound_cases().map(shuffle_audit::Case::id).collect(),
        trials: calibration.trials,
        detections: calibration.detections,
        most_decks: calibration.most_decks,
        seed: calibration.seed.to_string(),
    };
    let about = Some("Made by `shuffle-audit calibrate` with these settings.");
    settings::write(about, &flags, Provenance::of_seed())
}
