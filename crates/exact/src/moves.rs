//! A step with its rolls unfolded: all that it may do to a deck, each with its number of words.

use crate::{
    LawError,
    deal_index::Laid,
    script::{Reach, Side, Step},
    shares::Shares,
};
use num_integer::Integer;
use shuffle_algorithms::dice::DiceSpec;
use std::collections::BTreeMap;

/// One thing that a step may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Move {
    /// Nothing.
    Stay,
    /// Swaps two places.
    Places(usize, usize),
    /// Swaps two cards.
    Cards(usize, usize),
    /// Swaps a card with what lies at a place.
    CardAndPlace(usize, usize),
    /// Takes out what lies at a place and inserts it at another.
    Lift(usize, usize),
    /// Takes out a card and inserts it at a place.
    LiftCard(usize, usize),
}

/// All that a step may do.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The moves, each with its number of words.
    pub(crate) moves: Vec<(Move, i128)>,
    /// The number of all words.
    pub(crate) total: i128,
}

impl Moves {
    /// Unfolds a step, in lowest terms. Rolls that do the same are added up: a swap of two rolled places
    /// does the same the other way round, and nothing where they are the same.
    pub(crate) fn of(step: &Step, cards: usize, dice: DiceSpec) -> Result<Self, LawError> {
        let mut words_of: BTreeMap<Move, i128> = BTreeMap::new();
        let total = match step {
            Step::Swap(a, b) => {
                let side = step.side();
                let (a, b, a_is_place) =
                    (Shares::of(a, cards, dice)?, Shares::of(b, cards, dice)?, Reach::is_place(a));
                for (x, words) in a.reached() {
                    for (y, more) in b.reached() {
                        let one = match side {
                            Side::Both if a_is_place => Move::CardAndPlace(y, x),
                            Side::Both => Move::CardAndPlace(x, y),
                            _ if x == y => Move::Stay,
                            Side::Places => Move::Places(x.min(y), x.max(y)),
                            Side::Cards => Move::Cards(x.min(y), x.max(y)),
                        };
                        *words_of.entry(one).or_default() += words * more;
                    }
                }
                a.total * b.total
            }
            Step::Lift(from, to) => {
                let shares = Shares::of(from, cards, dice)?;
                for (x, words) in shares.reached() {
                    let one = match step.side() {
                        Side::Both => Move::LiftCard(x, *to),
                        _ if x == *to => Move::Stay,
                        _ => Move::Lift(x, *to),
                    };
                    *words_of.entry(one).or_default() += words;
                }
                shares.total
            }
        };
        let common = words_of.values().fold(total, |common, words| common.gcd(words));
        let moves = words_of.into_iter().map(|(one, words)| (one, words / common)).collect();
        Ok(Self { moves, total: total / common })
    }
}

impl Move {
    /// The number of the whole deck that it makes of this one.
    #[inline]
    pub(crate) fn on_deck(self, laid: &mut Laid<'_>) -> u64 {
        match self {
            Self::Stay => laid.rank(),
            Self::Places(a, b) => laid.swapped(a, b),
            Self::Cards(v, w) => laid.swapped(laid.place(v), laid.place(w)),
            Self::CardAndPlace(card, place) => laid.swapped(laid.place(card), place),
            Self::Lift(from, to) => laid.lifted(from, to),
            Self::LiftCard(card, to) => laid.lifted(laid.place(card), to),
        }
    }

    /// The number of the row that it makes of this one, where a row holds what is followed through the
    /// steps (`Script::followed`): places at first, cards in the end.
    #[inline]
    pub(crate) fn on_followed(self, laid: &mut Laid<'_>) -> u64 {
        match self {
            Self::Stay => laid.rank(),
            Self::Places(a, b) | Self::Cards(a, b) => laid.replaced(|x| {
                if x == a {
                    b
                } else if x == b {
                    a
                } else {
                    x
                }
            }),
            Self::Lift(from, to) => laid.replaced(|place| before_lift(place, from, to)),
            Self::CardAndPlace(..) | Self::LiftCard(..) => {
                unreachable!("steps that act on both sides cannot be followed")
            }
        }
    }
}

/// The former place of the card that lies at `place` after a lift.
pub(crate) fn before_lift(place: usize, from: usize, to: usize) -> usize {
    if place == to {
        from
    } else if (to + 1..=from).contains(&place) {
        place - 1
    } else if (from..to).contains(&place) {
        place + 1
    } else {
        place
    }
}
