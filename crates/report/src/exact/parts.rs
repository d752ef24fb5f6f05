//! The parts of the report of an exact law: tables, a heatmap, settings.

use super::{EXAMPLES, LawFlags, MOST_LISTED, all_orders, order, quantities, subject, words};
use crate::{
    error::FormatError,
    exports::{Exported, Said},
    manifest::Headline,
    number::cell,
    page::study,
    parts::{Part, Report},
    settings::{self, Provenance},
    table::{DataTable, Expected},
};
use shuffle_charts::Heatmap;
use shuffle_exact::{LawValue, Laws, PermutationLaw, PositionLaw, Subject, summary::Extreme};

/// A heatmap is drawn up to this many cards, each a cell wide.
const MOST_DRAWN: usize = 416;

const NUMBERS: [&str; 8] =
    ["quantity", "fraction", "value", "error", "ties", "examples", "status", "source"];

impl Report for Laws {
    type Asked = ();

    fn asked(&self) -> &() {
        &()
    }

    fn headline(&self) -> Headline {
        words::of_page(self).headline(None)
    }

    fn parts((): &()) -> Vec<Part<Self>> {
        vec![
            Part::settings(settings),
            Part::page(|laws, _| study::page(laws, words::of_page(laws))),
            Part::table("exact", |laws| Some(numbers(laws))),
            Part::table("law", |laws: &Self| {
                let law = laws.permutation().ok()?;
                (law.possible() <= MOST_LISTED.into()).then(|| orders(law))
            }),
            Part::table("position", |laws: &Self| Some(places(laws.position().ok()?))),
            Part::picture("position", |laws: &Self| {
                let law = laws.position().ok()?;
                let (rows, columns) = (law.shape().dealt(), law.shape().cards());
                let fits = (1..=MOST_DRAWN).contains(&rows) && columns <= MOST_DRAWN;
                fits.then(|| heatmap(laws.subject(), law))
            }),
        ]
    }
}

impl Exported for Laws {
    fn said(&self) -> Said {
        Said::Study(words::of_page(self))
    }
}

fn settings(laws: &Laws) -> Result<Vec<u8>, FormatError> {
    let about = Some("The exact law of this subject, by `shuffle-audit exact`.");
    settings::write(about, &LawFlags::of(laws.subject()), Provenance::of_version())
}

/// The numbers that sum up the laws, one a row.
fn numbers(laws: &Laws) -> DataTable {
    let mut rows = Vec::new();
    for quantity in quantities(laws) {
        let mut row = vec![quantity.name.to_owned()];
        match &quantity.found {
            Ok(found) => {
                row.extend(parts(&found.number));
                let source = quantity.source().unwrap_or_default().to_owned();
                row.extend([String::new(), String::new(), "ok".to_owned(), source]);
            }
            Err(why) => {
                row.extend([const { String::new() }; 5]);
                row.extend([format!("not known: {why}"), String::new()]);
            }
        }
        rows.push(row);
    }
    if let Ok(law) = laws.permutation() {
        let entropy =
            [("entropy_bits", law.entropy_bits()), ("most_entropy_bits", law.most_entropy_bits())];
        rows.extend(entropy.map(|(name, bits)| plain(name, cell(bits))));
        let ends = law.extremes(EXAMPLES);
        rows.push(extreme("most_likely", &ends.most, |cards| order(cards)));
        rows.push(extreme("least_likely", &ends.least, |cards| order(cards)));
    }
    if let Some(ends) = laws.position().ok().and_then(|law| law.extremes(EXAMPLES)) {
        let place = |(place, card): &(usize, usize)| format!("card {card} at {place}");
        rows.push(extreme("most_likely_place", &ends.most, place));
        rows.push(extreme("least_likely_place", &ends.least, place));
    }
    DataTable::new(NUMBERS, rows)
}

fn plain(name: &str, value: String) -> Vec<String> {
    let mut row = vec![name.to_owned(), String::new(), value];
    row.extend(["", "", "", "ok", ""].map(ToOwned::to_owned));
    row
}

/// Fraction, value and error of a number.
fn parts(number: &LawValue) -> [String; 3] {
    let fraction = number.fraction().map_or_else(String::new, ToString::to_string);
    [fraction, cell(number.value()), cell(number.error())]
}

fn extreme<T>(name: &str, end: &Extreme<T>, show: impl FnMut(&T) -> String) -> Vec<String> {
    let examples: Vec<String> = end.examples.iter().map(show).collect();
    let more = if end.ties > examples.len().into() { ", ..." } else { "" };
    let mut row = vec![name.to_owned()];
    row.extend(parts(&end.probability));
    row.extend([end.ties.to_string(), format!("{}{more}", examples.join(", "))]);
    row.extend(["ok".to_owned(), String::new()]);
    row
}

/// The probability of every order; `ratio` is that to a uniform shuffle.
fn orders(law: &PermutationLaw) -> DataTable {
    let possible: f64 = law.possible().to_string().parse().unwrap_or(f64::NAN);
    let rows = all_orders(law).map(|(cards, probability)| {
        let [fraction, value, _] = parts(&probability);
        vec![order(&cards), fraction, value, cell(probability.value() * possible)]
    });
    DataTable::new(["permutation", "fraction", "probability", "ratio"], rows)
}

/// The position matrix, wide, as in the reports of audits.
fn places(law: &PositionLaw) -> DataTable {
    let header: Vec<String> = std::iter::once("position".to_owned())
        .chain((0..law.shape().cards()).map(|card| format!("card_{card}")))
        .collect();
    let matrix = law.matrix();
    let rows = matrix.iter().enumerate().map(|(place, row)| {
        std::iter::once(place.to_string()).chain(row.iter().map(|&p| cell(p))).collect()
    });
    let cards = law.shape().cards();
    let off = law.masses().values().into_iter().map(|p| (p * cards as f64 - 1.0).abs());
    DataTable::new(header, rows).expecting(Expected {
        rows: vec![1.0; law.shape().dealt()],
        columns: vec![1.0 / cards as f64; cards],
        strongest: off.fold(1e-9, f64::max).min(1.0),
    })
}

fn heatmap(of: &Subject, law: &PositionLaw) -> Heatmap {
    let cards = law.shape().cards();
    let off = |p: f64| p * cards as f64 - 1.0;
    Heatmap {
        title: format!("{}: cards at positions", of.algorithm),
        subtitle: format!("exact law of {}", subject(of)),
        row_label: "position".to_owned(),
        column_label: "card".to_owned(),
        rows: law.shape().dealt(),
        columns: cards,
        values: law.masses().values().into_iter().map(off).collect(),
        noise: 0.0,
        row_group: 1,
        column_group: 1,
        base: 0,
        column_names: None,
    }
}
