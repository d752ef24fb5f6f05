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
    table::{Column, DataTable},
};
use serde::Serialize;
use shuffle_audit::Expect;
use shuffle_charts::{DotRow, Dots};
use shuffle_metrics::RECORD_VERSION;
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

type Columns<'a, const N: usize> = [Column<(&'a Measured, &'a MeasuredCase)>; N];

/// What a case is.
fn of_case<'a>() -> Columns<'a, 7> {
    [
        ("case", |(_, one)| one.case.id().to_owned()),
        ("algorithm", |(_, one)| {
            one.case.subject.job().map_or_else(String::new, ToString::to_string)
        }),
        ("cards", |(_, one)| one.case.shape.cards().to_string()),
        ("dealt", |(_, one)| one.case.shape.dealt().to_string()),
        ("trials", |(_, one)| one.case.trials.to_string()),
        ("rng", |(_, one)| one.case.subject.job().map_or("", |job| job.rng.id()).to_owned()),
        ("audits", |(_, one)| one.detection.decks.len().to_string()),
    ]
}

fn table<'a, const N: usize>(
    measured: &'a Measured,
    expect: Expect,
    more: Columns<'a, N>,
) -> DataTable {
    let cases = measured.expected(expect).map(|one| (measured, one));
    DataTable::of(cases, &[&of_case()[..], &more].concat())
}

fn power(measured: &Measured) -> DataTable {
    fn decks(one: &MeasuredCase, share: f64) -> String {
        one.detection.quantile(share).map_or_else(String::new, |n| n.to_string())
    }
    let columns: Columns<'_, 6> = [
        ("caught", |(_, one)| one.alarms().to_string()),
        ("most_decks", |(measured, one)| measured.measurement.most_decks(&one.case).to_string()),
        ("median_decks", |(_, one)| decks(one, 0.5)),
        ("decks_90", |(_, one)| decks(one, 0.9)),
        ("caught_by", |(_, one)| one.detection.caught_by.unwrap_or_default().to_owned()),
        ("within_trials", |(_, one)| one.is_within_reach().to_string()),
    ];
    table(measured, Expect::Fail, columns)
}

fn sound(measured: &Measured) -> DataTable {
    let columns: Columns<'_, 2> = [
        ("alarms", |(_, one)| one.alarms().to_string()),
        ("alarmed_by", |(_, one)| one.detection.caught_by.unwrap_or_default().to_owned()),
    ];
    table(measured, Expect::Pass, columns)
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
