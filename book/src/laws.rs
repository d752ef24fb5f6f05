//! Exact numbers of a shuffle at a few sizes.

use serde::Serialize;
use shuffle_algorithms::{Algorithm, Shape};
use shuffle_audit::number::percent;
use shuffle_exact::{
    Derivation, DerivedValue, LawError, LawValue, Laws, Limits, Subject, summary::Extreme,
};

/// The sizes: small enough for all orders, and a deck of cards.
pub(crate) const SIZES: [usize; 4] = [3, 5, 8, 52];

/// Pages are made in seconds; what costs more is left out.
const LIMITS: Limits = Limits { bytes: 500_000_000, moves: 3_000_000_000, paths: 50_000 };

/// Stands for an unknown number.
const UNKNOWN: &str = "–";

/// Longer fractions are not written.
const SHORT: usize = 5;

/// The exact numbers of a shuffle of one size, in the words of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ExactRow {
    cards: usize,
    total_variation: String,
    separation: String,
    degree: String,
    most: String,
    least: String,
    /// The ways in which the numbers were found.
    #[serde(skip)]
    ways: String,
}

pub(crate) fn of(algorithm: &Algorithm, cards: usize) -> Laws {
    Laws::new(Subject::new(algorithm.clone(), Shape::whole(cards)), LIMITS)
}

/// The numbers of one size; `None` if nothing is known.
pub(crate) fn row(laws: &Laws) -> Option<ExactRow> {
    let (total_variation, separation) = (laws.total_variation(), laws.separation());
    let (degree, places) = (laws.degree_found(), laws.position());
    let ways = [&total_variation, &degree].map(|found| found.as_ref().ok().map(|found| found.way));
    let ways = ways.into_iter().flatten().chain(laws.position_way());
    let mut ways: Vec<String> = ways.map(way).collect();
    ways.sort_unstable();
    ways.dedup();
    if ways.is_empty() {
        return None;
    }
    let cards = laws.subject().shape.cards();
    let ends = places.ok().and_then(|law| law.extremes(1));
    // A card that never comes to some place leaves orders that never come.
    let has_gap = ends.as_ref().is_some_and(|ends| {
        ends.least.probability.fraction() == Some(&shuffle_exact::number::fraction(0, 1))
    });
    let [most, least] = match ends {
        Some(ends) => [place(&ends.most, cards), place(&ends.least, cards)],
        None => [UNKNOWN, UNKNOWN].map(str::to_owned),
    };
    Some(ExactRow {
        cards,
        total_variation: value(total_variation),
        separation: match separation {
            Err(_) if has_gap => "1".to_owned(),
            separation => value(separation),
        },
        degree: value(degree),
        most,
        least,
        ways: ways.join(" and "),
    })
}

fn way(way: Derivation) -> String {
    match way {
        Derivation::Steps => "the steps of the program".to_owned(),
        Derivation::Enumerated => "all paths of the dice".to_owned(),
        Derivation::Closed { source } => format!("a closed form ({source})"),
    }
}

/// The ways in which the numbers of all sizes were found, in a sentence: `all paths of the dice (3, 5 and 8 cards)`.
pub(crate) fn ways(rows: &[ExactRow]) -> String {
    let groups = rows.chunk_by(|a, b| a.ways == b.ways).map(|rows| {
        let sizes: Vec<String> = rows.iter().map(|row| row.cards.to_string()).collect();
        format!("for {} cards from {}", listed(&sizes), rows[0].ways)
    });
    groups.collect::<Vec<_>>().join(", ")
}

/// `3, 5 and 8`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}

fn value(found: Result<DerivedValue, LawError>) -> String {
    found.map_or_else(|_| UNKNOWN.to_owned(), |found| number(&found.number))
}

/// A short fraction with its value, or four digits.
fn number(value: &LawValue) -> String {
    let decimal = decimal(value.value());
    match value.fraction() {
        Some(fraction) if fraction.is_integer() => fraction.to_string(),
        Some(fraction) if fraction.to_string().len() <= SHORT => {
            unbroken(&format!("{fraction} = {decimal}"))
        }
        _ => decimal,
    }
}

fn decimal(value: f64) -> String {
    match value.abs() {
        // So near to 1 that four digits would say 1, which it is not.
        near if near > 0.99995 && near < 1.0 => "1 - ".to_owned() + &decimal(1.0 - near),
        0.0 => "0".to_owned(),
        small if small < 0.001 => format!("{value:.1e}"),
        _ => format!("{value:.4}"),
    }
}

/// A text that is not broken into lines in its cell.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

/// A cell of the position matrix and how far it is off: `1 at 0: +23.5 %`.
fn place(end: &Extreme<(usize, usize)>, cards: usize) -> String {
    let off = end.probability.value() * cards as f64 - 1.0;
    let even = match end.probability.fraction() {
        Some(fraction) => *fraction == shuffle_exact::number::fraction(1, cards),
        None => off.abs() < 1e-6,
    };
    match end.examples.first() {
        Some(&(place, card)) if !even => unbroken(&format!("{card} at {place}: {}", percent(off))),
        _ => "all alike".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naive_of_three_cards_is_what_everybody_knows() {
        let row = row(&of(&Algorithm::parse("naive").unwrap(), 3)).unwrap();
        assert_eq!(row.total_variation, "1/18\u{a0}=\u{a0}0.0556");
        assert_eq!(row.separation, "1/9\u{a0}=\u{a0}0.1111");
        assert_eq!(row.degree, "0");
        assert_eq!(ways(&[row]), "for 3 cards from the steps of the program");
    }

    #[test]
    fn a_card_that_never_comes_to_a_place_leaves_orders_that_never_come() {
        let row = row(&of(&Algorithm::parse("sattolo").unwrap(), 52)).unwrap();
        assert_eq!([row.total_variation.as_str(), row.separation.as_str()], [UNKNOWN, "1"]);
    }

    #[test]
    fn the_places_of_a_sound_shuffle_are_alike() {
        let row = row(&of(&Algorithm::parse("fisher-yates").unwrap(), 5)).unwrap();
        assert_eq!([row.most.as_str(), row.least.as_str()], ["all alike"; 2]);
        assert_eq!([row.total_variation.as_str(), row.separation.as_str()], ["0"; 2]);
    }
}
