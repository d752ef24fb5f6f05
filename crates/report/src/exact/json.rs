//! The machine output of `exact --json`.
//!
//! Names once given stay; more fields may come. Fractions are texts, "5/27", and null where the law is in
//! floats; a part that is not computed is null, and `why` says why.

use super::{EXAMPLES, LawFlags, all_orders, order, quantities};
use crate::{document, error::ReportError};
use serde::Serialize;
use shuffle_exact::{LawError, LawValue, Laws, summary::Extreme};
use std::collections::BTreeMap;

/// The whole law is listed up to this number of cards.
const MOST_CARDS: usize = 8;

#[derive(Serialize)]
struct LawDocument {
    #[serde(flatten)]
    subject: LawFlags,
    uniform: Option<bool>,
    /// True if the law is in fractions, so that `uniform` is proved and ties are known.
    proved: Option<bool>,
    orders: Option<OrderCount>,
    law: Option<Vec<OrderReport>>,
    total_variation: Option<NumberReport>,
    separation: Option<NumberReport>,
    noncentrality: Option<f64>,
    position_noncentrality: Option<f64>,
    degree: Option<NumberReport>,
    entropy_bits: Option<f64>,
    most_entropy_bits: Option<f64>,
    most_likely: Option<ExtremeReport<String>>,
    least_likely: Option<ExtremeReport<String>>,
    position: Option<Vec<Vec<f64>>>,
    most_likely_place: Option<ExtremeReport<CardAt>>,
    least_likely_place: Option<ExtremeReport<CardAt>>,
    /// The closed laws of the literature that numbers come from.
    sources: BTreeMap<&'static str, &'static str>,
    why: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct OrderCount {
    possible: String,
    reached: usize,
}

#[derive(Serialize)]
struct OrderReport {
    permutation: String,
    probability: Option<String>,
    value: f64,
}

#[derive(Serialize)]
struct NumberReport {
    fraction: Option<String>,
    value: f64,
    error: f64,
}

#[derive(Serialize)]
struct ExtremeReport<T> {
    probability: NumberReport,
    /// Null if the law is in floats: values that cannot be distinguished may still differ.
    ties: Option<String>,
    examples: Vec<T>,
}

#[derive(Clone, Serialize)]
struct CardAt {
    position: usize,
    card: usize,
}

impl From<&LawValue> for NumberReport {
    fn from(number: &LawValue) -> Self {
        let fraction = number.fraction().map(ToString::to_string);
        Self { fraction, value: number.value(), error: number.error() }
    }
}

impl<T> ExtremeReport<T> {
    fn of<E>(end: &Extreme<E>, show: impl FnMut(&E) -> T) -> Self {
        let examples = end.examples.iter().map(show).collect();
        let ties = end.probability.fraction().map(|_| end.ties.to_string());
        Self { probability: (&end.probability).into(), ties, examples }
    }
}

/// The laws of a subject as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(laws: &Laws) -> Result<String, ReportError> {
    let mut why = BTreeMap::new();
    let mut unknown = |name, reason: &LawError| {
        why.insert(name, reason.to_string());
    };
    let law = laws.permutation().inspect_err(|reason| unknown("law", reason)).ok();
    let places = laws.position().inspect_err(|reason| unknown("position", reason)).ok();
    let (mut numbers, mut sources) = (BTreeMap::new(), BTreeMap::new());
    for quantity in quantities(laws) {
        match &quantity.found {
            Ok(found) => {
                if found.number.value().is_infinite() {
                    why.insert(quantity.name, "beyond all floats; see the fraction".to_owned());
                }
                numbers.insert(quantity.name, NumberReport::from(&found.number));
                quantity.source().map(|source| sources.insert(quantity.name, source));
            }
            Err(reason) => {
                why.insert(quantity.name, reason.to_string());
            }
        }
    }
    let subject = laws.subject();
    if law.is_some() && subject.shape.cards() > MOST_CARDS {
        why.insert("law", format!("listed up to {MOST_CARDS} cards only"));
    }
    let listed = law.filter(|_| subject.shape.cards() <= MOST_CARDS);
    let ends = law.map(|law| law.extremes(EXAMPLES));
    let place_ends = places.and_then(|law| law.extremes(EXAMPLES));
    let place = |&(position, card): &(usize, usize)| CardAt { position, card };
    let report = LawDocument {
        subject: LawFlags::of(subject),
        uniform: law.map(|law| law.is_uniform()),
        proved: law.map(|law| law.masses().is_exact()),
        orders: law
            .map(|law| OrderCount { possible: law.possible().to_string(), reached: law.reached() }),
        law: listed.map(|law| all_orders(law).map(listed_order).collect()),
        total_variation: numbers.remove("total_variation"),
        separation: numbers.remove("separation"),
        noncentrality: numbers.get("noncentrality").map(|number| number.value),
        position_noncentrality: numbers.get("position_noncentrality").map(|number| number.value),
        degree: numbers.remove("degree"),
        entropy_bits: law.map(|law| law.entropy_bits()),
        most_entropy_bits: law.map(|law| law.most_entropy_bits()),
        most_likely: ends.as_ref().map(|ends| ExtremeReport::of(&ends.most, |cards| order(cards))),
        least_likely: ends
            .as_ref()
            .map(|ends| ExtremeReport::of(&ends.least, |cards| order(cards))),
        position: places.map(|law| law.matrix()),
        most_likely_place: place_ends.as_ref().map(|ends| ExtremeReport::of(&ends.most, place)),
        least_likely_place: place_ends.as_ref().map(|ends| ExtremeReport::of(&ends.least, place)),
        sources,
        why,
    };
    document::json(&report)
}

fn listed_order((cards, probability): (Vec<u32>, LawValue)) -> OrderReport {
    let NumberReport { fraction, value, .. } = (&probability).into();
    OrderReport { permutation: order(&cards), probability: fraction, value }
}
