//! The exact law of what is no order: outcomes with their probabilities, and what comes where.

use super::{LawFlags, subject};
use crate::{
    document,
    error::{FormatError, ReportError},
    exports::{Exported, Said},
    manifest::Headline,
    number::{cell, percent, round10},
    page::study,
    parts::{Part, Report},
    settings::{self, Provenance},
    table::DataTable,
    words::{
        Screen,
        layout::{Alignment, TextTable, item, wrap},
    },
};
use serde::Serialize;
use shuffle_exact::{LawValue, Subject, drawn::DrawnLaws};
use std::collections::BTreeMap;

/// Outcomes are printed up to this many, and written up to the next.
const MOST_PRINTED: usize = 100;
const MOST_WRITTEN: usize = 40_320;

/// The places of a pack are printed up to this many.
const MOST_PLACES: usize = 60;

/// The column of the values.
const NAMES: usize = 24;

impl Report for DrawnLaws {
    type Asked = ();

    fn asked(&self) -> &() {
        &()
    }

    fn headline(&self) -> Headline {
        of_page(self).headline(None)
    }

    fn parts((): &()) -> Vec<Part<Self>> {
        vec![
            Part::settings(settings),
            Part::page(|laws, _| study::page(laws, of_page(laws))),
            Part::table("law", |laws: &Self| {
                let law = laws.outcomes().ok()?;
                (law.len() <= MOST_WRITTEN).then(|| outcomes(laws, &law))
            }),
            Part::table("places", |laws: &Self| Some(places(laws, &laws.places().ok()?))),
        ]
    }
}

impl Exported for DrawnLaws {
    fn said(&self) -> Said {
        Said::Study(of_page(self))
    }
}

fn of_page(laws: &DrawnLaws) -> study::Words {
    let answer = match laws.outcomes() {
        Ok(law) if Summary::of(laws, &law).is_even => "yes".to_owned(),
        Ok(_) => "no".to_owned(),
        Err(why) => format!("not known: {why}"),
    };
    study::Words {
        wrong: None,
        title: format!("The exact law of {}", subject(&of_draws(laws))),
        sentence: format!("Does every outcome come as often as it should? {answer}."),
        text: drawn_words(laws, &study::SCREEN),
        reading: vec![
            "Nothing was drawn: all probabilities are computed from the code of the shuffle itself.",
        ],
    }
}

/// The subject, with the draws that are asked for.
fn of_draws(laws: &DrawnLaws) -> Subject {
    Subject { shape: laws.shape(), ..laws.of_orders().subject().clone() }
}

fn settings(laws: &DrawnLaws) -> Result<Vec<u8>, FormatError> {
    let about = Some("The exact law of these draws, by `shuffle-audit exact`.");
    settings::write(about, &LawFlags::of(&of_draws(laws)), Provenance::of_version())
}

/// An outcome as tables write it: kinds by their names, with spaces between.
fn shown(laws: &DrawnLaws, row: &[u32]) -> String {
    let names: Vec<String> = row.iter().map(|&value| name(laws, value as usize)).collect();
    names.join(" ")
}

fn name(laws: &DrawnLaws, value: usize) -> String {
    laws.shape().pack().map_or_else(|| value.to_string(), |pack| pack.name(value).to_owned())
}

fn outcomes(laws: &DrawnLaws, law: &[(Vec<u32>, LawValue)]) -> DataTable {
    let rows = law.iter().map(|(row, share)| {
        let fraction = share.fraction().map_or_else(String::new, ToString::to_string);
        let fair = laws.fair_outcome(row);
        vec![shown(laws, row), fraction, cell(round10(share.value())), cell(round10(fair))]
    });
    DataTable::new(["outcome", "fraction", "probability", "fair"], rows.collect::<Vec<_>>())
}

fn places(laws: &DrawnLaws, places: &[Vec<f64>]) -> DataTable {
    let mut rows = Vec::new();
    for (place, law) in places.iter().enumerate() {
        for (value, &p) in law.iter().enumerate() {
            let fair = laws.fair(value);
            let numbers = [p, fair, deviation(p, fair)].map(|number| cell(round10(number)));
            rows.push([vec![place.to_string(), name(laws, value)], numbers.to_vec()].concat());
        }
    }
    DataTable::new(["place", "value", "probability", "fair", "deviation"], rows).naming("value")
}

/// How much more likely than it should a value is, without the rounding of floats.
fn deviation(p: f64, fair: f64) -> f64 {
    let off = round10(p / fair - 1.0);
    if off.abs() < 1e-12 { 0.0 } else { off }
}

/// What sums up the law of outcomes.
struct Summary {
    reached: usize,
    total_variation: f64,
    noncentrality: f64,
    is_even: bool,
}

impl Summary {
    fn of(laws: &DrawnLaws, law: &[(Vec<u32>, LawValue)]) -> Self {
        let shares = || law.iter().map(|(row, share)| (share.value(), laws.fair_outcome(row)));
        let of_reached: f64 = shares().map(|(_, fair)| fair).sum();
        // Outcomes that never come are all too rare, by what they should have.
        let apart: f64 = shares().map(|(p, fair)| (p - fair).abs()).sum();
        let squares: f64 = shares().map(|(p, fair)| (p - fair).powi(2) / fair).sum();
        let never = (1.0 - of_reached).max(0.0);
        let never = if never < 1e-12 { 0.0 } else { never };
        let is_even = never == 0.0 && shares().all(|(p, fair)| (p / fair - 1.0).abs() < 1e-12);
        let exact = |number: f64| if is_even { 0.0 } else { round10(number) };
        Self {
            reached: law.len(),
            total_variation: exact(0.5 * (apart + never)),
            noncentrality: exact(squares + never),
            is_even,
        }
    }
}

/// The law of draws in words.
#[must_use]
pub fn drawn_words(laws: &DrawnLaws, screen: &Screen) -> String {
    let mut text = wrap(&subject(&of_draws(laws)), screen.width) + "\n";
    let law = laws.outcomes();
    if let Ok(law) = law.as_ref().map(Vec::as_slice)
        && law.len() <= MOST_PRINTED
    {
        let heads = [("outcome", Alignment::Left), ("probability", Alignment::Left)];
        let mut table = TextTable::new(&heads);
        for (row, share) in law {
            let value = cell(round10(share.value()));
            let words = match share.fraction() {
                Some(fraction) => format!("{fraction} = {value}"),
                None => value,
            };
            table.row(vec![shown(laws, row), words]);
        }
        text.push_str(&(table.show(screen.width) + "\n"));
    }
    let of_places = laws.places();
    if let Ok(places) = &of_places {
        text.push_str(&(place_table(laws, places).show(screen.width) + "\n"));
    }
    let mut line =
        |name: &str, what: String| text.push_str(&item(name, &what, NAMES, screen.width));
    match &law {
        Ok(law) => {
            let sums = Summary::of(laws, law);
            let even = if sums.is_even { "yes" } else { "no" };
            line("every outcome fair", format!("{even} ({} outcomes can come)", sums.reached));
            line("total variation", cell(sums.total_variation));
            line("noncentrality", cell(sums.noncentrality));
        }
        Err(why) => line("outcomes", format!("not known: {why}")),
    }
    if let Err(why) = &of_places {
        line("what comes where", format!("not known: {why}"));
    }
    text
}

/// Of packs a row for each position, of other draws one for each value.
fn place_table(laws: &DrawnLaws, places: &[Vec<f64>]) -> TextTable {
    let value = |p: f64, value: usize| {
        let off = percent(deviation(p, laws.fair(value)));
        format!("{} ({off})", cell(format!("{p:.3e}").parse().unwrap_or(p)))
    };
    if let Some(pack) = laws.shape().pack() {
        let kinds = pack.names().iter().map(|name| (name.as_str(), Alignment::Right));
        let heads: Vec<_> =
            [("position", Alignment::Right)].into_iter().chain(kinds.take(6)).collect();
        let mut table = TextTable::new(&heads);
        for (place, law) in places.iter().enumerate().take(MOST_PLACES) {
            let cells = law.iter().enumerate().take(6).map(|(kind, &p)| value(p, kind));
            table.row([place.to_string()].into_iter().chain(cells).collect());
        }
        return table;
    }
    let what = if laws.shape().is_with_replacement() { "symbol" } else { "ball" };
    let mut table = TextTable::new(&[(what, Alignment::Right), ("probability", Alignment::Left)]);
    for (ball, &p) in places.iter().flatten().enumerate().take(MOST_PRINTED) {
        table.row(vec![ball.to_string(), value(p, ball)]);
    }
    table
}

/// The law of draws as JSON.
///
/// # Errors
///
/// [`ReportError`] if it cannot be written.
pub fn drawn_json(laws: &DrawnLaws) -> Result<String, ReportError> {
    let (law, places) = (laws.outcomes(), laws.places());
    let sums = law.as_ref().ok().map(|law| Summary::of(laws, law));
    let listed = law.as_ref().ok().filter(|law| law.len() <= MOST_WRITTEN);
    let outcome = |(row, share): &(Vec<u32>, LawValue)| OutcomeReport {
        outcome: shown(laws, row),
        probability: share.fraction().map(ToString::to_string),
        value: round10(share.value()),
        fair: round10(laws.fair_outcome(row)),
    };
    let mut why = BTreeMap::new();
    if let Err(error) = &law {
        why.insert("law", error.to_string());
    }
    if let Err(error) = &places {
        why.insert("places", error.to_string());
    }
    let rounded = |row: &Vec<f64>| row.iter().map(|p| round10(*p)).collect();
    document::json(&DrawnDocument {
        subject: LawFlags::of(&of_draws(laws)),
        even: sums.as_ref().map(|sums| sums.is_even),
        reached: sums.as_ref().map(|sums| sums.reached),
        total_variation: sums.as_ref().map(|sums| sums.total_variation),
        noncentrality: sums.as_ref().map(|sums| sums.noncentrality),
        law: listed.map(|law| law.iter().map(outcome).collect()),
        places: places.ok().map(|places| places.iter().map(rounded).collect()),
        why,
    })
}

#[derive(Serialize)]
struct DrawnDocument {
    #[serde(flatten)]
    subject: LawFlags,
    even: Option<bool>,
    reached: Option<usize>,
    total_variation: Option<f64>,
    noncentrality: Option<f64>,
    law: Option<Vec<OutcomeReport>>,
    places: Option<Vec<Vec<f64>>>,
    why: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct OutcomeReport {
    outcome: String,
    probability: Option<String>,
    value: f64,
    fair: f64,
}
