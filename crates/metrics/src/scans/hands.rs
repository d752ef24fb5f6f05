//! Hands as they are dealt: how many cards of a class they hold, and which place repeats a class of theirs.
#![doc = include_str!("hands.md")]

mod counts;
mod matches;

use super::{
    Scan, Scanner, Scans,
    division::{Division, Of},
    kept::KeptDecks,
    together::Table,
};
use crate::{
    Shape,
    costs::Cost,
    metric::{About, MetricEntry, NotApplicable, TestEntry},
    place::Place,
    share::{self, Executor},
};
use shuffle_deck::DrawKind;

pub(crate) const HANDS: TestEntry = TestEntry {
    title: "hands of 1 to 6 players dealt in turn, by suit, rank, half or kind: how many of a class, the longest, the shortest, which are missing",
    sees: "hands without a long suit, an even number of lands in the first 30 cards, a place whose card always has its like in the dealer's \
        hand, flops that pair a hole card",
    blind_to: "hands that are dealt otherwise, and classes that it does not know; it looks at the first 512 decks and a sample of later ones",
    cost: Cost::of(0.0, 15.0),
    ..TestEntry::new("hands", About::Hands)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Hands>::ENTRY;

const MOST_DECKS: usize = 512;

const MOST_PLACES: usize = 256;

/// Players who may be dealt whole hands.
const MOST_PLAYERS: usize = 6;

/// The sizes of hands that are looked at if there are several players, besides the largest.
const SIZES: [usize; 6] = [2, 3, 5, 7, 10, 13];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands(Shape);

impl Scanner for Hands {
    const TEST: TestEntry = HANDS;
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order, DrawKind::Pack];

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match (shape.dealt(), shape.pack()) {
            (..4, _) => Err(NotApplicable::new("it takes four cards or more")),
            (places, _) if places > MOST_PLACES => {
                Err(NotApplicable(format!("it looks at up to {MOST_PLACES} places")))
            }
            (_, Some(pack)) if Division::of_kinds(pack).is_none() => {
                Err(NotApplicable::new("it takes 2 to 256 kinds, and two cards of one"))
            }
            _ => Ok(Self(shape)),
        }
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let some = &decks.first(MOST_DECKS);
        let divisions = match self.0.pack() {
            Some(pack) => Division::of_kinds(pack).into_iter().collect(),
            None => Division::of_hands(self.0.cards()),
        };
        let scans = share::map_each(executor, divisions, |division| {
            let counted = counts::look(some, &division, self.0);
            let has_matches = division.sizes.len() > 2 || self.0.pack().is_some();
            let matched = has_matches
                .then(|| matches::look(&Table::new(decks, division, Of::Places), self.0));
            [Some(counted), matched]
        });
        scans.into_iter().flatten().flatten().collect()
    }
}

/// The first cards that one of some players is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hand {
    players: usize,
    player: usize,
    cards: usize,
}

impl Hand {
    fn places(self) -> impl Iterator<Item = usize> + Clone {
        (self.player..).step_by(self.players).take(self.cards)
    }

    /// "the first 30 cards", "hand 2 of 4 (13 cards dealt in turn)".
    fn words(self) -> Place {
        match self.players {
            1 => Place::from("the first ").number(self.cards).text(" cards"),
            _ => Place::from("hand ")
                .number(self.player + 1)
                .text(" of ")
                .number(self.players)
                .text(" (")
                .number(self.cards)
                .text(" cards dealt in turn)"),
        }
    }
}

/// The sizes of hands of so many players that are looked at.
fn sizes(places: usize, players: usize) -> Vec<usize> {
    let largest = places / players;
    match players {
        1 => (2..=largest).collect(),
        _ => SIZES.into_iter().filter(|&size| size < largest).chain([largest]).collect(),
    }
}

#[cfg(test)]
mod tests;
