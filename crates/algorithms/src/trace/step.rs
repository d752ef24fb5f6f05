//! A step of a trace.

use super::{Action, StepRoll};

/// The most steps of a trace.
pub const MOST_STEPS: usize = 20_000;

/// The most cards in all decks of a trace together: some megabytes where they are written.
const MOST_IN_ALL: usize = 1 << 20;

/// One step of a shuffle: what was rolled, and what moved by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The rolls. Most steps roll once; a perfect riffle rolls nothing.
    pub rolls: Vec<StepRoll>,
    /// The moves.
    pub action: Action,
    /// The places of the cards that it moved, after it: both of a swap, one of a lift, those that a packet was written to. A card
    /// that gave way is not among them.
    pub moved: Vec<usize>,
    /// The deck after it.
    pub deck: Vec<u32>,
    /// For each place, true if its card stays to the end.
    ///
    /// In a swap program it is true as soon as no later step can reach the place or its card, whatever it rolls. Of any other
    /// shuffle that cannot be known; there it is true once the place was written and, as it came, no later step changed it.
    pub placed: Vec<bool>,
}

/// The most steps of a trace of a deck of this size.
pub(super) fn most_steps(cards: usize) -> usize {
    MOST_STEPS.min(MOST_IN_ALL / cards.max(1))
}

/// True if `deck` has the cards of `0..n`, each once.
pub(super) fn is_permutation(deck: &[u32]) -> bool {
    let mut seen = vec![false; deck.len()];
    deck.iter()
        .all(|&card| seen.get_mut(card as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
}
