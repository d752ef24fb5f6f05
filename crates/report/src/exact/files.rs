//! All files of the report of an exact law.

use super::{EXAMPLES, MOST_LISTED, all_orders, order, quantities, subject};
use crate::{
    files::{File, ReportError},
    number::cell,
    tables::table,
};
use shuffle_audit::VERSION;
use shuffle_charts::{Chart, Heatmap};
use shuffle_exact::{Laws, Number, PermutationLaw, PositionLaw, Subject, summary::Extreme};

/// A heatmap is drawn up to this many cards, each a cell wide.
const MOST_DRAWN: usize = 416;

/// The columns of `exact.csv`.
const NUMBERS: [&str; 8] =
    ["quantity", "fraction", "value", "error", "ties", "examples", "status", "source"];

/// The paths of all files that the report of a law may have, but for the tree of the dice.
pub const FILES: [&str; 5] = ["exact.csv", "law.csv", "plan.toml", "position.csv", "position.png"];

/// Makes all files of the report, in the order of their paths.
///
/// # Errors
///
/// [`ReportError`]; nothing is made then.
pub fn files(laws: &Laws) -> Result<Vec<File>, ReportError> {
    let mut files = vec![
        File { path: "exact.csv".to_owned(), bytes: numbers(laws)? },
        File { path: "plan.toml".to_owned(), bytes: plan(laws.subject()).into_bytes() },
    ];
    if let Some(law) = laws.permutation().ok().filter(|law| law.possible() <= MOST_LISTED.into()) {
        files.push(File { path: "law.csv".to_owned(), bytes: orders(law)? });
    }
    if let Ok(law) = laws.position() {
        files.push(File { path: "position.csv".to_owned(), bytes: places(law)? });
        let (rows, columns) = (law.shape().dealt(), law.shape().cards());
        if (1..=MOST_DRAWN).contains(&rows) && columns <= MOST_DRAWN {
            let path = "position.png".to_owned();
            let drawn = heatmap(laws.subject(), law).to_png();
            let bytes = drawn.map_err(|source| ReportError::Plot { path: path.clone(), source })?;
            files.push(File { path, bytes });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// What the law is of.
fn plan(Subject { algorithm, shape, dice, passes }: &Subject) -> String {
    let deal = if shape.is_whole() { String::new() } else { format!("deal = {}\n", shape.dealt()) };
    format!(
        "# The exact law of this subject, by `shuffle-audit exact`.\nalgorithm = \"{algorithm}\"\n\
         cards = {}\n{deal}passes = {passes}\ndice = \"{dice}\"\n\n[provenance]\n\
         shuffle_audit = \"{VERSION}\"\n",
        shape.cards()
    )
}

/// The numbers that sum up the laws, one a row.
fn numbers(laws: &Laws) -> Result<Vec<u8>, ReportError> {
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
    table(&NUMBERS, rows.into_iter())
}

fn plain(name: &str, value: String) -> Vec<String> {
    let mut row = vec![name.to_owned(), String::new(), value];
    row.extend(["", "", "", "ok", ""].map(ToOwned::to_owned));
    row
}

/// Fraction, value and error of a number.
fn parts(number: &Number) -> [String; 3] {
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
fn orders(law: &PermutationLaw) -> Result<Vec<u8>, ReportError> {
    let possible: f64 = law.possible().to_string().parse().unwrap_or(f64::NAN);
    let rows = all_orders(law).map(|(cards, probability)| {
        let [fraction, value, _] = parts(&probability);
        vec![order(&cards), fraction, value, cell(probability.value() * possible)]
    });
    table(&["permutation", "fraction", "probability", "ratio"], rows)
}

/// The position matrix, wide, as in the reports of audits.
fn places(law: &PositionLaw) -> Result<Vec<u8>, ReportError> {
    let header: Vec<String> = std::iter::once("position".to_owned())
        .chain((0..law.shape().cards()).map(|card| format!("card_{card}")))
        .collect();
    let matrix = law.matrix();
    let rows = matrix.iter().enumerate().map(|(place, row)| {
        std::iter::once(place.to_string()).chain(row.iter().map(|&p| cell(p))).collect()
    });
    table(&header, rows)
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
