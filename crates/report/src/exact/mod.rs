//! The report of the exact law of a shuffle, which is computed without shuffling.
//!
//! A part that cannot be computed is replaced by a reason: in words, in JSON (`why`), in the table (`status`).

mod drawn;
mod json;
mod parts;
mod tree;
mod words;

pub use drawn::{drawn_json, drawn_words};
pub use json::json;
pub use tree::{TreeFormat, tree, tree_name};
pub use words::words;

use crate::words::on_deck;
use itertools::Itertools;
use serde::Serialize;
use shuffle_algorithms::{Draw, fill::Job};
use shuffle_exact::{Derivation, DerivedValue, LawError, LawValue, Laws, PermutationLaw, Subject};
use shuffle_metrics::DrawKind;

/// The most orders that are listed: all of 8 cards.
const MOST_LISTED: usize = 40_320;

/// The number of examples of the likeliest orders and places.
const EXAMPLES: usize = 5;

/// A number that sums up a law, and the way in which it was found.
struct SummaryNumber {
    /// Its name in tables.
    name: &'static str,
    found: Result<DerivedValue, LawError>,
}

impl SummaryNumber {
    /// Who found the closed law that it comes from, if it comes from one.
    fn source(&self) -> Option<&'static str> {
        match self.found.as_ref().ok()?.way {
            Derivation::Closed { source } => Some(source),
            Derivation::Steps | Derivation::Enumerated => None,
        }
    }
}

/// All numbers that sum up the laws.
fn quantities(laws: &Laws) -> Vec<SummaryNumber> {
    let of_places = || -> Result<DerivedValue, LawError> {
        Ok(DerivedValue { number: laws.position()?.noncentrality(), way: laws.position_way()? })
    };
    vec![
        SummaryNumber { name: "total_variation", found: laws.total_variation() },
        SummaryNumber { name: "separation", found: laws.separation() },
        SummaryNumber { name: "noncentrality", found: laws.noncentrality() },
        SummaryNumber { name: "position_noncentrality", found: of_places() },
        SummaryNumber { name: "degree", found: laws.degree_found() },
    ]
}

/// The flags behind a report.
#[derive(Serialize)]
struct LawFlags {
    algorithm: String,
    cards: usize,
    deal: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unordered: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    replacement: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pack: Option<String>,
    passes: u32,
    dice: String,
}

impl LawFlags {
    fn of(Subject { algorithm, shape, dice, passes }: &Subject) -> Self {
        let is_order = shape.is_whole() && shape.kind() == DrawKind::Order;
        Self {
            algorithm: algorithm.to_string(),
            cards: shape.cards(),
            deal: (!is_order).then(|| shape.dealt()),
            unordered: matches!(shape.draw(), Draw::Unordered(_)),
            replacement: shape.draw() == Draw::Replacement,
            pack: shape.pack().map(|pack| pack.to_string()),
            passes: *passes,
            dice: dice.to_string(),
        }
    }
}

/// The subject of the law in words: `naive with modulo:bits=15 dice on 3 cards`.
fn subject(Subject { algorithm, shape, dice, passes }: &Subject) -> String {
    let job = Job { dice: *dice, passes: *passes, ..Job::new(algorithm.clone(), *shape) };
    on_deck(job, *shape)
}

/// All orders with their probabilities, including those that never occur.
fn all_orders(law: &PermutationLaw) -> impl Iterator<Item = (Vec<u32>, LawValue)> + '_ {
    let (cards, dealt) = (law.shape().cards() as u32, law.shape().dealt());
    (0..cards).permutations(dealt).map(|order| {
        let probability = law.probability(&order);
        (order, probability)
    })
}

/// An order as tables write it: with spaces, so that no spreadsheet takes it for a number.
fn order(cards: &[u32]) -> String {
    cards.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
