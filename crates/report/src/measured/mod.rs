//! The report of a measurement: the decks until each defect of a plan is caught, and the false alarms at its sound shuffles.

mod json;
mod words;

pub use json::json;
pub use words::words;

use crate::{
    digest::Answer,
    error::FormatError,
    manifest::Headline,
    number::{count, counted},
    page::study,
    parts::{Part, Report},
    settings::{self, Provenance},
    table::DataTable,
};
use serde::Serialize;
use shuffle_audit::Expect;
use shuffle_charts::{DotRow, Dots};
use shuffle_metrics::tally::RECORD_VERSION;
use shuffle_studies::calibration::measured::{FIRST_LOOK, Measured, MeasuredCase, Measurement};

/// Rows of one picture; more defects take more pictures.
const ROWS: usize = 40;

impl Report for Measured {
    type Asked = Measurement;

    fn asked(&self) -> &Measurement {
        &self.measurement
    }

    fn headline(&self) -> Headline {
        let answer = if self.is_as_expected() { Answer::Fine } else { Answer::Wrong };
        words::of_page(self).headline(Some(answer))
    }

    fn parts(measurement: &Measurement) -> Vec<Part<Self>> {
        let mut parts = vec![
            Part::settings(settings),
            Part::page(|measured, _| study::page(measured, words::of_page(measured))),
            Part::table("power", |measured| Some(power(measured))),
            Part::table("sound", |measured| Some(sound(measured))),
        ];
        let cases = measurement.file.cases.iter();
        let defects = cases.filter(|case| case.expect == Expect::Fail).count();
        let pictures = defects.div_ceil(ROWS);
        for index in 0..pictures {
            let name =
                if pictures == 1 { "power".to_owned() } else { format!("power-{}", index + 1) };
            parts.push(Part::picture(name, move |measured| Some(picture(measured, index))));
        }
        parts
    }
}

/// The columns that say what a case is.
fn of_case(one: &MeasuredCase) -> Vec<String> {
    let shape = one.case.shape;
    vec![
        one.case.id().to_owned(),
        one.case.subject.job().map_or_else(String::new, ToString::to_string),
        shape.cards().to_string(),
        shape.dealt().to_string(),
        one.case.trials.to_string(),
        one.case.subject.job().map_or("", |job| job.rng.id()).to_owned(),
        one.detection.decks.len().to_string(),
    ]
}

/// One row a defect.
fn power(measured: &Measured) -> DataTable {
    let header = [
        "case",
        "algorithm",
        "cards",
        "dealt",
        "trials",
        "rng",
        "audits",
        "caught",
        "most_decks",
        "median_decks",
        "decks_90",
        "caught_by",
        "within_trials",
    ];
    let rows = measured.expected(Expect::Fail).map(|one| {
        let decks =
            |share| one.detection.quantile(share).map_or_else(String::new, |n| n.to_string());
        let mut row = of_case(one);
        row.extend([
            one.alarms().to_string(),
            measured.measurement.most_decks(&one.case).to_string(),
            decks(0.5),
            decks(0.9),
            one.detection.caught_by.unwrap_or_default().to_owned(),
            one.is_within_reach().to_string(),
        ]);
        row
    });
    DataTable::new(header, rows)
}

/// One row a sound shuffle.
fn sound(measured: &Measured) -> DataTable {
    let header =
        ["case", "algorithm", "cards", "dealt", "trials", "rng", "audits", "alarms", "alarmed_by"];
    let rows = measured.expected(Expect::Pass).map(|one| {
        let mut row = of_case(one);
        let by = one.detection.caught_by.unwrap_or_default().to_owned();
        row.extend([one.alarms().to_string(), by]);
        row
    });
    DataTable::new(header, rows)
}

/// Some of the defects, in the order of the plan.
fn picture(measured: &Measured, index: usize) -> Dots {
    let Measurement { file, audits, .. } = &measured.measurement;
    let defects: Vec<_> = measured.expected(Expect::Fail).skip(index * ROWS).take(ROWS).collect();
    let most = |one: &&MeasuredCase| measured.measurement.most_decks(&one.case) as f64;
    let row = |one: &&MeasuredCase| DotRow {
        name: one.case.id().to_owned(),
        median: one.detection.quantile(0.5).map(|decks| decks as f64),
        high: one.detection.quantile(0.9).map(|decks| decks as f64),
        note: match one.detection.caught_by {
            Some(test) => format!("{test} (of {})", count(one.case.trials)),
            None => format!("(of {})", count(one.case.trials)),
        },
        limit: Some(most(one)),
        is_ring: false,
    };
    Dots {
        title: format!("Decks until caught: {}", file.title),
        subtitle: format!(
            "{} each by the whole battery, error budget 1e-6; behind the test the decks that the plan asks for",
            counted(*audits, "audit")
        ),
        x_label: "decks until detection".to_owned(),
        legend: ["median".to_owned(), "to the 90% quantile".to_owned()],
        ring: None,
        first_look: Some(FIRST_LOOK as f64),
        limit: defects.iter().map(most).fold(1.0, f64::max),
        rows: defects.iter().map(row).collect(),
    }
}

/// The flags behind the report.
#[derive(Serialize)]
struct MeasurementFlags<'a> {
    plan: &'a str,
    detections: u64,
    times: u64,
    seed: String,
}

fn settings(Measured { measurement, .. }: &Measured) -> Result<Vec<u8>, FormatError> {
    let Measurement { file, audits, times } = measurement;
    let keys = MeasurementFlags {
        plan: &file.name,
        detections: *audits,
        times: *times,
        seed: file.seed.to_string(),
    };
    let provenance = Provenance {
        fingerprint: Some(file.fingerprint()),
        tally_layout: Some(RECORD_VERSION),
        ..Provenance::of_seed()
    };
    let about = Some("Made by `shuffle-audit calibrate --plan` with these settings.");
    settings::write(about, &keys, provenance)
}
