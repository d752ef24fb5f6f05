//! A sound shuffle that repeats the last deck at regular intervals, like a machine with a stuck tray.

use super::fisher_yates::FisherYates;
use crate::{
    Card, Dice, Sequence, Shape,
    entry::{Entry, Family, Known, Listing},
    spec::Parameter,
    table::play,
};

/// Fisher-Yates, but each trial whose number has the remainder `every - 1` modulo `every` repeats the deck before it.
///
/// The first deck of a block has none before it, and is shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatDeck {
    every: u64,
}

const EVERY: Parameter = Parameter {
    key: "every",
    about: "trials from one repeat to the next",
    min: 2,
    max: 4096,
    default: 7,
};

pub(crate) const REPEAT_DECK: Listing<RepeatDeck> = Listing {
    entry: Entry {
        title: "Fisher-Yates, but now and then the deck before repeats",
        parameters: &[EVERY],
        known: Known::Dependent { how: "every seventh deck (by default) repeats the one before" },
        source: "planted defect: a buffer that is sent twice",
        ..Entry::new("repeat-deck", Family::Sequence)
    },
    build: |spec| RepeatDeck { every: spec.value("every") },
};

impl Sequence for RepeatDeck {
    type Memory<C: Card> = Vec<C>;

    fn next<C: Card, D: Dice>(&self, trial: u64, deck: &mut [C], last: &mut Vec<C>, dice: &mut D) {
        if trial % self.every == self.every - 1 && last.len() == deck.len() {
            deck.copy_from_slice(last);
            return;
        }
        play(&FisherYates::SOUND, Shape::whole(deck.len()), deck, &mut Vec::new(), dice);
        last.clear();
        last.extend_from_slice(deck);
    }
}
