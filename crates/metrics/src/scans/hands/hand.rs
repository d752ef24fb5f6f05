//! Hands that are dealt in turn.

use crate::place::Place;

/// Players who may be dealt whole hands.
pub(super) const MOST_PLAYERS: usize = 6;

/// The sizes of hands that are examined if there are several players, besides the largest.
const SIZES: [usize; 6] = [2, 3, 5, 7, 10, 13];

/// The first cards that one of some players is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub(super) players: usize,
    pub(super) player: usize,
    pub(super) cards: usize,
}

impl Hand {
    pub(super) fn places(self) -> impl Iterator<Item = usize> + Clone {
        (self.player..).step_by(self.players).take(self.cards)
    }

    /// "the first 30 cards", "hand 2 of 4 (13 cards dealt in turn)".
    pub(super) fn words(self) -> Place {
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

/// The hand sizes that are tested for this number of players.
pub(super) fn sizes(places: usize, players: usize) -> Vec<usize> {
    let largest = places / players;
    match players {
        1 => (2..=largest).collect(),
        _ => SIZES.into_iter().filter(|&size| size < largest).chain([largest]).collect(),
    }
}
