//! Hands that are dealt in turn, or those to which the cards are given.

use crate::{Shape, place::Place};

/// Players who may be dealt whole hands.
pub(super) const MOST_PLAYERS: usize = 6;

/// The sizes of hands that are examined if there are several players, besides the largest.
const SIZES: [usize; 6] = [2, 3, 5, 7, 10, 13];

/// The first cards that one of some players is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DealtHand {
    pub(super) players: usize,
    pub(super) player: usize,
    pub(super) cards: usize,
    /// The first place, if the player gets all cards at once.
    pub(super) from: Option<usize>,
}

impl DealtHand {
    pub(super) fn in_turn(players: usize, player: usize, cards: usize) -> Self {
        Self { players, player, cards, from: None }
    }

    /// All hands of orders, each with the numbers of its first cards that are examined: the given ones, or the hands of some players.
    pub(super) fn all(shape: Shape, places: usize) -> Vec<(Self, Vec<usize>)> {
        if let Some(hands) = shape.hands() {
            let players = hands.sizes().len();
            let hands = hands.places().enumerate().map(|(player, places)| {
                let cards = places.len();
                (Self { players, player, cards, from: Some(places.start) }, vec![cards])
            });
            return hands.collect();
        }
        let players = 1..=MOST_PLAYERS.min(shape.dealt() / 2);
        let of_players = |players: usize| {
            let sizes = sizes(places, players);
            let most = sizes.iter().copied().max().unwrap_or(0);
            (0..players).map(move |player| (Self::in_turn(players, player, most), sizes.clone()))
        };
        players.flat_map(of_players).collect()
    }

    pub(super) fn places(self) -> impl Iterator<Item = usize> + Clone {
        let [first, step] = self.from.map_or([self.player, self.players], |first| [first, 1]);
        (first..).step_by(step).take(self.cards)
    }

    /// "the first 30 cards", "hand 2 of 4 (13 cards dealt in turn)", "hand 2".
    pub(super) fn words(self) -> Place {
        match self.players {
            _ if self.from.is_some() => Place::from("hand ").number(self.player + 1),
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
fn sizes(places: usize, players: usize) -> Vec<usize> {
    let largest = places / players;
    match players {
        1 => (2..=largest).collect(),
        _ => SIZES.into_iter().filter(|&size| size < largest).chain([largest]).collect(),
    }
}
