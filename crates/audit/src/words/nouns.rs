//! Names of subjects, decks and draws, as all sentences use them.

use crate::{CaseFindings, number::count};
use shuffle_deck::{Bonus, Draw, DrawKind, Shape, Weights};
use shuffle_metrics::{TestEntry, catalogue, verdict::Ruling};
use std::fmt;

pub(crate) fn entry(ruling: &Ruling) -> Option<&'static TestEntry> {
    catalogue::test(ruling.judgement.test)
}

/// Weights of more characters are not listed in sentences.
const LONGEST_WEIGHTS: usize = 40;

/// The subject of a case with its deck: "naive on 52 cards".
pub fn subject(case: &CaseFindings) -> String {
    on_deck(&case.case.subject, case.case.shape)
}

/// A subject with its deck: "naive on 52 cards", "naive, 5 of 52 cards".
pub fn on_deck(subject: impl fmt::Display, shape: Shape) -> String {
    let (cards, dealt) = (shape.cards(), shape.dealt());
    if let Some(rule) = shape.rule() {
        let what = match shape.pack().filter(|_| shape.groups_people()) {
            Some(groups) => {
                format!("{subject}, {} people in groups {groups}", count(dealt as u64))
            }
            None => on_deck(subject, shape.without_rule()),
        };
        return if rule.allows_all() { what } else { format!("{what} under the rule {rule}") };
    }
    match shape.is_whole() {
        _ if shape.kind() == DrawKind::Varying => format!("{subject} on {}", names(shape)),
        _ if !shape.is_order() => format!("{subject}, {}", drawn(shape)),
        true if cards == 1 => format!("{subject} on 1 card"),
        true => format!("{subject} on {} cards", count(cards as u64)),
        false => format!("{subject}, {} of {} cards", count(dealt as u64), count(cards as u64)),
    }
}

/// A number of trials of this shape: "1 deck", "5,000 draws".
pub fn trials(number: u64, shape: Shape) -> String {
    crate::number::counted(number, noun(shape))
}

/// What a trial of this shape is called.
pub(crate) fn noun(shape: Shape) -> &'static str {
    shape.kind().trial()[0]
}

/// What should come equally often.
pub(crate) fn outcome(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Order | DrawKind::Varying => "order",
        DrawKind::Unordered => "set of balls",
        DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive | DrawKind::Ruled => {
            "outcome"
        }
        DrawKind::Pack => "arrangement",
        DrawKind::Blocks => "list",
    }
}

/// "up to 7 names", "up to 7 of 12 names".
fn names(shape: Shape) -> String {
    match (shape.dealt(), shape.cards()) {
        (longest, all) if longest == all => format!("up to {longest} names"),
        (longest, all) => format!("up to {longest} of {all} names"),
    }
}

/// What is drawn, if it is no order: "6 of 49 without order", "3 of 10 with replacement", "a pack of 60 cards (land=24,spell=36)".
pub fn drawn(shape: Shape) -> String {
    let (cards, dealt) = (shape.cards(), shape.dealt());
    match shape.draw() {
        Draw::Order => format!("{dealt} of {cards} cards"),
        Draw::Varying => format!("orders of {}", names(shape)),
        Draw::Unordered(None) => format!("{dealt} of {cards} without order"),
        Draw::Unordered(Some(Bonus { drum: None, balls })) => {
            format!("{dealt} of {cards} without order and {balls} more")
        }
        Draw::Unordered(Some(Bonus { drum: Some(drum), balls })) => {
            format!("{dealt} of {cards} without order and {balls} of {drum}")
        }
        Draw::Replacement => format!("{dealt} of {cards} with replacement"),
        Draw::Blocks(blocks) => blocks.to_string(),
        Draw::Weighted(weights) => format!("{dealt} of {cards} with {}", listed_weights(weights)),
        Draw::Successive { weights, is_set } => {
            let order = if is_set { "without order" } else { "in order" };
            let weights = listed_weights(weights);
            format!("{dealt} of {cards} {order} and without replacement, with {weights}")
        }
        Draw::Pack(pack) if shape.is_whole() => format!("a pack of {cards} cards ({pack})"),
        Draw::Pack(pack) => {
            let dealt = crate::number::counted(dealt as u64, "card");
            format!("{dealt} of a pack of {cards} ({pack})")
        }
    }
}

/// "weights 70,20,8,2", or no more than that where they are many.
fn listed_weights(weights: Weights) -> String {
    match weights.to_string() {
        long if long.chars().count() > LONGEST_WEIGHTS => "unequal weights".to_owned(),
        short => format!("weights {short}"),
    }
}

/// A sentence that starts with a capital letter.
pub fn capital(text: &str) -> String {
    let mut sentence = text.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
