//! How a bias shows: the sentence and the table cell of an effect, in the same units.

use crate::{
    names::Names,
    number::{cell, count, percent},
};
use shuffle_metrics::{
    Evidence,
    judgement::{Effect, Tail},
};

/// Effects that are no shares of 1, and so are not written in percent.
const PLAIN: [&str; 3] = ["degree", "rank_correlation", "largest_place_shift"];

/// How a bias shows, in plain words.
#[must_use]
pub fn sentence(evidence: &Evidence, names: &Names) -> String {
    let value = evidence.effect.value;
    let amount = share(value.abs());
    let place = evidence.effect.place.as_ref();
    let place = place.map_or_else(|| "somewhere".to_owned(), |place| names.place(place));
    match evidence.effect.name {
        "degree" if value > 0.0 => {
            format!("neighbours stay in ascending order too often: degree {}", plain(value))
        }
        "degree" => {
            format!("neighbours come in descending order too often: degree {}", plain(value))
        }
        "decks_until_decided" => "the bet that it is fair is lost".to_owned(),
        "distinct_decks_at_least" | "excess_of_collisions" if evidence.tail == Tail::Lower => {
            "whole decks repeat more rarely than chance makes them".to_owned()
        }
        "distinct_decks_at_least" | "excess_of_collisions" => {
            "whole decks repeat more often than chance makes them".to_owned()
        }
        "distinct_decks" => format!(
            "whole decks repeat that should not: the shuffle seems to know only about {} of them",
            count(value.round() as u64)
        ),
        _ if evidence.tail == Tail::Lower => {
            "the counts are more even than chance allows".to_owned()
        }
        "total_variation" => {
            format!("about {amount} of all decks would have to change for this count to be fair")
        }
        "largest_place_shift" => {
            let direction = if value > 0.0 { "later" } else { "earlier" };
            let size = plain(value.abs());
            let places = if size == "1" { "place" } else { "places" };
            format!("{place} lies {size} {places} {direction} than it should on average")
        }
        "rank_correlation" => {
            format!("cards keep to the order of their places: rank correlation {}", plain(value))
        }
        _ => {
            let direction = if value > 0.0 { "more" } else { "less" };
            format!("{place}: {amount} {direction} often than it should be")
        }
    }
}

/// The effect as name, number, interval and place.
#[must_use]
pub fn table_cell(effect: &Effect, names: &Names) -> String {
    let name = effect.name.replace('_', " ");
    let place = effect.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!(" ({})", names.place(place)));
    if effect.value >= 1e4 {
        return format!("{name} {}{place}", count(effect.value.round() as u64));
    }
    let number = |value| if PLAIN.contains(&effect.name) { signed(value) } else { percent(value) };
    match &effect.interval {
        Some(interval) => format!(
            "{name} {} [{}, {}]{place}",
            number(effect.value),
            number(interval.low),
            number(interval.high)
        ),
        None => format!("{name} {}{place}", plain(effect.value)),
    }
}

/// The size of a bias that would have been seen, in the units of the effect.
#[must_use]
pub fn size(effect: &Effect, value: f64) -> String {
    if PLAIN.contains(&effect.name) { plain(value) } else { share(value) }
}

/// The head of a column of effects: with the confidence of their intervals, where all have the same.
pub(crate) fn head<'a>(effects: impl Iterator<Item = &'a Effect>) -> String {
    let mut confidences: Vec<f64> =
        effects.filter_map(|effect| Some(effect.interval?.confidence)).collect();
    confidences.dedup();
    match confidences[..] {
        [confidence] => format!("finding [interval at {} %]", cell(confidence * 100.0)),
        _ => "finding".to_owned(),
    }
}

/// A share in percent, without a sign.
fn share(value: f64) -> String {
    percent(value).trim_start_matches('+').to_owned()
}

/// Four significant digits.
fn plain(value: f64) -> String {
    cell(format!("{value:.3e}").parse().unwrap_or(value))
}

/// The same with a sign.
fn signed(value: f64) -> String {
    let text = plain(value);
    if value > 0.0 { format!("+{text}") } else { text }
}
