//! Start orders: the order of the deck before it is shuffled.
#![doc = include_str!("start.md")]

use crate::{
    Card, Shape, card::identity, dice::Exact, generator::Seed, shuffles::fisher_yates::FisherYates,
    table::play,
};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use shuffle_deck::words::nearest;
use std::fmt;

/// The order in which a trial finds its deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// 0, 1, 2, ...
    #[default]
    Identity,
    /// n-1, n-2, ..., 0.
    Reverse,
    /// A new uniform order for each deck, from a generator of its own.
    Random,
    /// The two halves in turn: 0, h, 1, h+1, ... with h = n/2, rounded up.
    Interleaved,
    /// This order.
    Order(Vec<u32>),
}

/// An invalid start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum StartError {
    #[error("unknown start `{given}`{}", suggestion(nearest.as_deref()))]
    Unknown { given: String, nearest: Option<String> },
    #[error("a start order of {given} cards does not fit a deck of {cards}; name each card once")]
    Length { given: usize, cards: usize },
    #[error("the start order has the card {card}, which is out of range 0 to {}", cards.saturating_sub(1))]
    OutOfRange { card: u32, cards: usize },
    #[error("the start order has the card {card} twice")]
    Twice { card: u32 },
}

fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; there are identity, reverse, random, interleaved, or an order such as 2,0,1"
            .to_owned(),
    }
}

impl Start {
    const NAMED: [(&'static str, Self); 4] = [
        ("identity", Self::Identity),
        ("reverse", Self::Reverse),
        ("random", Self::Random),
        ("interleaved", Self::Interleaved),
    ];

    /// Reads a name, or an order written as `2,0,1`.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`]. [`Start::check`] tests if an order fits a deck.
    ///
    /// ```
    /// use shuffle_algorithms::start::Start;
    ///
    /// assert_eq!(Start::parse("reverse")?, Start::Reverse);
    /// assert_eq!(Start::parse("2,0,1")?, Start::Order(vec![2, 0, 1]));
    /// let error = Start::parse("revers").unwrap_err();
    /// assert_eq!(error.to_string(), "unknown start `revers`; did you mean `reverse`?");
    /// # Ok::<(), shuffle_algorithms::start::StartError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, StartError> {
        if let Some((_, start)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(start);
        }
        let cards: Result<Vec<u32>, _> = text.split(',').map(|card| card.trim().parse()).collect();
        cards.map(Self::Order).map_err(|_| StartError::Unknown {
            given: text.to_owned(),
            nearest: nearest(text, Self::NAMED.iter().map(|(name, _)| *name)),
        })
    }

    /// Checks that a deck of `cards` cards can start in this order.
    ///
    /// # Errors
    ///
    /// [`StartError`] if an order is not a permutation of `0..cards`.
    pub fn check(&self, cards: usize) -> Result<(), StartError> {
        let Self::Order(order) = self else { return Ok(()) };
        let mut seen = vec![false; cards];
        for &card in order {
            let seen = seen.get_mut(card as usize).ok_or(StartError::OutOfRange { card, cards })?;
            if std::mem::replace(seen, true) {
                return Err(StartError::Twice { card });
            }
        }
        match order.len() {
            given if given == cards => Ok(()),
            given => Err(StartError::Length { given, cards }),
        }
    }
}

/// The notation used in flags.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Order(order) = self {
            let cards: Vec<String> = order.iter().map(ToString::to_string).collect();
            return f.write_str(&cards.join(","));
        }
        let name = Self::NAMED.into_iter().find(|(_, start)| start == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

/// The start orders of the decks of a block, one after the other.
pub(crate) struct Starts<C> {
    order: Vec<C>,
    /// The place of each card in the order; empty where that is the card itself.
    places: Vec<C>,
    /// The dice of a new order for each deck.
    fresh: Option<Exact<ChaCha8Rng>>,
}

impl<C: Card> Starts<C> {
    /// The starts of a block of decks of `cards` cards. Random orders come from a stream of their own: a cipher whose
    /// key is the block's seed with every byte changed, so that the dice of the shuffle give the same rolls as with
    /// any other start.
    pub(crate) fn new(start: &Start, cards: usize, seed: &Seed) -> Self {
        let mut order = identity::<C>(cards);
        let mut fresh = None;
        match start {
            Start::Identity => {}
            Start::Reverse => order.reverse(),
            Start::Random => {
                let rng = ChaCha8Rng::from_seed(seed.0.map(|byte| byte ^ 0x53));
                fresh = Some(Exact::new(rng));
            }
            Start::Interleaved => {
                let half = cards.div_ceil(2);
                for (place, card) in order.iter_mut().enumerate() {
                    *card = C::new(place / 2 + if place % 2 == 0 { 0 } else { half });
                }
            }
            Start::Order(given) => {
                assert_eq!(given.len(), cards, "a start order is checked before it is used");
                order = given.iter().map(|&card| C::new(card as usize)).collect();
            }
        }
        let mut starts = Self { order, places: Vec::new(), fresh };
        if *start != Start::Identity {
            starts.note_places();
        }
        starts
    }

    fn note_places(&mut self) {
        self.places.resize(self.order.len(), C::default());
        for (place, card) in self.order.iter().enumerate() {
            self.places[card.index()] = C::new(place);
        }
    }

    /// The order of the next deck.
    #[inline]
    pub(crate) fn next_order(&mut self) -> &[C] {
        if let Some(dice) = &mut self.fresh {
            let shape = Shape::whole(self.order.len());
            play(&FisherYates::SOUND, shape, &mut self.order, &mut Vec::new(), dice);
            self.note_places();
        }
        &self.order
    }

    /// Renames the cards of a shuffled deck, or of a deal from it, by their places in its start.
    #[inline]
    pub(crate) fn rename(&self, row: &mut [C]) {
        if !self.places.is_empty() {
            row.iter_mut().for_each(|card| *card = self.places[card.index()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn orders(start: &Start, cards: usize, decks: usize) -> Vec<Vec<u8>> {
        let mut starts = Starts::<u8>::new(start, cards, &Seed::from_u64(1));
        (0..decks).map(|_| starts.next_order().to_vec()).collect()
    }

    #[test]
    fn the_starts_are_what_they_are_called() {
        assert_eq!(orders(&Start::Identity, 4, 2), [[0, 1, 2, 3]; 2]);
        assert_eq!(orders(&Start::Reverse, 4, 2), [[3, 2, 1, 0]; 2]);
        assert_eq!(orders(&Start::Interleaved, 4, 2), [[0, 2, 1, 3]; 2]);
        assert_eq!(orders(&Start::Interleaved, 5, 2), [[0, 3, 1, 4, 2]; 2]);
        assert_eq!(orders(&Start::Order(vec![2, 0, 1]), 3, 2), [[2, 0, 1]; 2]);
        let random: BTreeSet<_> = orders(&Start::Random, 3, 200).into_iter().collect();
        assert_eq!(random.len(), 6, "one order never comes with probability 6 (5/6)^200 = 9e-16");
    }

    #[test]
    fn renaming_undoes_the_start() {
        for start in [Start::Identity, Start::Reverse, Start::Random, Start::Interleaved] {
            let mut starts = Starts::<u8>::new(&start, 9, &Seed::from_u64(2));
            let mut deck = starts.next_order().to_vec();
            starts.rename(&mut deck);
            assert_eq!(deck, identity::<u8>(9), "{start}");
        }
    }
}
