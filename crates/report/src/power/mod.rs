//! The report of a forecast: what each test needs to see a bias, as words, CSV, JSON and a picture.

mod words;

use crate::{
    document,
    error::{FormatError, ReportError},
    exports::{Exported, Said},
    manifest::Headline,
    number::{cell, counted, round10},
    page::study,
    parts::{Part, Report},
    settings::{self, Provenance},
    table::DataTable,
    tables::maybe,
};
use serde::Serialize;
use shuffle_audit::VERSION;
use shuffle_charts::{DotRow, Dots};
use shuffle_studies::power::{Origin, Powers, Status, TestForecast};
use shuffle_subjects::{CaseSpec, keys::Described};
pub use words::words;

impl Report for Powers {
    type Asked = ();

    fn asked(&self) -> &() {
        &()
    }

    fn headline(&self) -> Headline {
        words::of_page(self).headline(None)
    }

    fn parts((): &()) -> Vec<Part<Self>> {
        let has_picture = |powers: &Self| powers.rows.iter().any(|row| row.status == Status::Ok);
        vec![
            Part::settings(settings),
            Part::page(|powers, _| study::page(powers, words::of_page(powers))),
            Part::table("power", |powers| Some(table(powers))),
            Part::picture("power", move |powers| has_picture(powers).then(|| picture(powers))),
        ]
    }
}

impl Exported for Powers {
    fn said(&self) -> Said {
        Said::Study(words::of_page(self))
    }
}

fn why(row: &TestForecast) -> &str {
    match &row.status {
        Status::NotApplicable { why } => why,
        _ => "",
    }
}

fn table(powers: &Powers) -> DataTable {
    fn whole(number: Option<u64>) -> String {
        number.map_or_else(String::new, |n| n.to_string())
    }
    DataTable::of(
        &powers.rows,
        &[
            ("test", |row| row.test.to_owned()),
            ("law", |row| row.law.unwrap_or_default().to_owned()),
            ("way", |row| row.way.map_or("", |way| way.name()).to_owned()),
            ("noncentrality", |row| maybe(row.noncentrality)),
            ("noncentrality_error", |row| maybe(row.noncentrality_error)),
            ("spread", |row| row.spread.map_or("", |spread| spread.name()).to_owned()),
            ("judges_from", |row| whole(row.judges_from)),
            ("trials_needed", |row| whole(row.trials_needed)),
            ("trials_low", |row| whole(row.trials_low)),
            ("trials_high", |row| whole(row.trials_high)),
            ("power", |row| maybe(row.power)),
            ("power_low", |row| maybe(row.power_low)),
            ("power_high", |row| maybe(row.power_high)),
            ("status", |row| row.status.name().to_owned()),
            ("why", |row| crate::number::text(why(row))),
        ],
    )
}

#[derive(Serialize)]
struct ForecastDocument<'a> {
    /// Its kind and its keys, as a plan would have them.
    subject: Option<Described>,
    algorithm: String,
    cards: u64,
    deal: Option<u64>,
    passes: Option<u32>,
    dice: Option<String>,
    alpha: f64,
    /// The power that the tests are to reach.
    power: f64,
    trials: Option<u64>,
    pilot: u64,
    seed: String,
    version: &'static str,
    cheapest: Option<&'static str>,
    tests: Vec<TestDocument<'a>>,
}

#[derive(Serialize)]
struct TestDocument<'a> {
    test: &'static str,
    law: Option<&'static str>,
    way: Option<&'static str>,
    noncentrality: Option<f64>,
    noncentrality_error: Option<f64>,
    spread: Option<&'static str>,
    judges_from: Option<u64>,
    trials_needed: Option<u64>,
    trials_low: Option<u64>,
    trials_high: Option<u64>,
    power: Option<f64>,
    power_low: Option<f64>,
    power_high: Option<f64>,
    status: &'static str,
    why: Option<&'a str>,
}

/// The forecast as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(powers: &Powers) -> Result<String, ReportError> {
    let question = &powers.question;
    let job = question.case.subject.job();
    let test = |row| -> TestDocument<'_> {
        let row: &TestForecast = row;
        TestDocument {
            test: row.test,
            law: row.law,
            way: row.way.map(|way| way.name()),
            noncentrality: row.noncentrality.map(round10),
            noncentrality_error: row.noncentrality_error.map(round10),
            spread: row.spread.map(|spread| spread.name()),
            judges_from: row.judges_from,
            trials_needed: row.trials_needed,
            trials_low: row.trials_low,
            trials_high: row.trials_high,
            power: row.power.map(round10),
            power_low: row.power_low.map(round10),
            power_high: row.power_high.map(round10),
            status: row.status.name(),
            why: Some(why(row)).filter(|why| !why.is_empty()),
        }
    };
    let report = ForecastDocument {
        subject: Described::of(&question.case),
        algorithm: question.case.subject.name(),
        cards: question.case.shape.cards() as u64,
        deal: question.case.deal().map(|deal| deal as u64),
        passes: job.map(|job| job.passes),
        dice: job.map(|job| job.dice.to_string()),
        alpha: question.budget.alpha,
        power: question.power,
        trials: question.trials,
        pilot: powers.pilot,
        seed: question.seed.to_string(),
        version: VERSION,
        cheapest: powers.cheapest().map(|row| row.test),
        tests: powers.rows.iter().map(test).collect(),
    };
    document::json(&report)
}

#[derive(Serialize)]
struct PowerFlags {
    algorithm: String,
    cards: Option<u64>,
    deal: Option<u64>,
    passes: Option<u32>,
    dice: Option<String>,
    metrics: Option<Vec<String>>,
    trials: Option<u64>,
    alpha: f64,
    power: f64,
    pilot: u64,
    seed: String,
}

fn settings(powers: &Powers) -> Result<Vec<u8>, FormatError> {
    let question = &powers.question;
    let spec = CaseSpec::of(&question.case).unwrap_or_default();
    let flags = PowerFlags {
        algorithm: question.case.subject.name(),
        cards: spec.cards,
        deal: spec.deal,
        passes: spec.passes,
        dice: spec.dice,
        metrics: spec.metrics,
        trials: question.trials,
        alpha: question.budget.alpha,
        power: question.power,
        pilot: powers.pilot,
        seed: question.seed.to_string(),
    };
    let about = Some("Made by `shuffle-audit power` with these settings.");
    settings::write(about, &flags, Provenance::of_seed())
}

/// The decks that each test needs, the fewest first; tests that never detect the bias are left out.
fn picture(powers: &Powers) -> Dots {
    let mut able: Vec<&TestForecast> =
        powers.rows.iter().filter(|row| row.trials_needed.is_some()).collect();
    able.sort_by_key(|row| row.trials_needed);
    let most = able.iter().filter_map(|row| row.trials_high.max(row.trials_needed)).max();
    let row = |row: &&TestForecast| DotRow {
        name: row.test.to_owned(),
        median: row.trials_needed.map(|decks| decks as f64),
        high: row.trials_high.max(row.trials_needed).map(|decks| decks as f64),
        note: row.way.map_or("", |way| way.name()).to_owned(),
        limit: None,
        is_ring: row.way == Some(Origin::Simulated),
    };
    let question = &powers.question;
    Dots {
        title: format!("Decks that each test needs to see {}", words::subject(powers)),
        subtitle: format!(
            "with probability {}, error budget {}; simulated rows rest on {}",
            cell(question.power),
            cell(question.budget.alpha),
            counted(powers.pilot, "deck"),
        ),
        x_label: "decks".to_owned(),
        legend: [
            "by the exact law".to_owned(),
            "to the most decks that fit the simulation (two standard errors)".to_owned(),
        ],
        ring: Some("by simulation".to_owned()),
        first_look: None,
        limit: most.unwrap_or(1).max(1) as f64,
        rows: able.iter().map(row).collect(),
    }
}
