//! Adversaries: shuffles that are far from uniform and pass simple tests, each a member of a class of defects.
#![doc = include_str!("adversaries.md")]

pub mod conditioned;
mod stabilizers;
mod subset;

pub mod ciphers;
pub mod conditions;
pub mod copies;
pub mod digits;
pub mod draws;
pub mod groups;
pub mod heavy_suit;
pub mod lags;
pub mod rare;
pub mod times;

use super::fisher_yates::FisherYates;
use crate::{
    Card, Dice, Procedure, Sequence, Shape,
    entry::{Entry, Family},
    spec::{Parameter, Spec},
    table::play,
};
use std::collections::VecDeque;

/// The largest deck whose orders or paths may be listed.
const MOST_LISTED: usize = 8;

/// The largest place or card that a parameter names; it is taken modulo the number of cards.
const MOST_CARDS: u64 = 1 << 24;

/// The entry of an adversary, to be completed.
#[track_caller]
const fn adversary(id: &'static str) -> Entry {
    Entry { in_gate: false, planted: Some(&[]), ..Entry::new(id, Family::Adversary) }
}

/// The entry of a draw with a defect, to be completed.
#[track_caller]
const fn draw(id: &'static str) -> Entry {
    Entry { in_gate: false, planted: Some(&[]), ..Entry::new(id, Family::Draw) }
}

/// A parameter in a few words.
const fn parameter(
    key: &'static str,
    about: &'static str,
    (min, max): (u64, u64),
    default: u64,
) -> Parameter {
    Parameter { key, about, min, max, default }
}

/// The share of the decks that have the defect; the others are sound.
const SHARE: Parameter = parameter("share", "percentage of decks with the defect", (1, 100), 100);

/// The share of the decks that have the defect, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share(usize);

impl Share {
    fn of(spec: &Spec) -> Self {
        Self(spec.value(SHARE.key) as usize)
    }

    /// True if this deck is to have the defect; nothing is rolled if all have it.
    fn falls<D: Dice>(self, dice: &mut D) -> bool {
        self.0 == 100 || dice.chance(self.0, 100)
    }
}

/// A planted defect. It draws the order of each deck, and that alone makes it a [`Procedure`] and a [`Sequence`]: the catalogue says
/// which of the two it is.
pub trait Defect {
    /// State kept from deck to deck within a block.
    type Kept: Default;

    /// The order of the next deck.
    fn order<D: Dice>(&self, next: Next, kept: &mut Self::Kept, dice: &mut D) -> Vec<u32>;

    /// A row with replacement, where the defect is one of such rows: as [`Sequence::draw`].
    fn row<D: Dice>(
        &self,
        _symbols: usize,
        _places: usize,
        _kept: &mut Self::Kept,
        _dice: &mut D,
    ) -> Option<Vec<u32>> {
        None
    }
}

/// The deck whose order is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    trial: u64,
    cards: usize,
    dealt: usize,
}

impl<A: Defect> Procedure for A {
    /// The state of the defect, and space for the cards as they were.
    type Scratch<C: Card> = (A::Kept, Vec<C>);

    const MOST_WALKABLE: usize = MOST_LISTED;

    fn shuffle<C: Card, D: Dice>(
        &self,
        deck: &mut [C],
        kept: &mut (A::Kept, Vec<C>),
        dice: &mut D,
    ) {
        self.shuffle_deal(deck.len(), deck, kept, dice);
    }

    fn shuffle_deal<C: Card, D: Dice>(
        &self,
        dealt: usize,
        deck: &mut [C],
        kept: &mut (A::Kept, Vec<C>),
        dice: &mut D,
    ) {
        self.next_deal(0, dealt, deck, kept, dice);
    }
}

impl<A: Defect> Sequence for A {
    type Memory<C: Card> = (A::Kept, Vec<C>);

    fn next<C: Card, D: Dice>(
        &self,
        trial: u64,
        deck: &mut [C],
        kept: &mut (A::Kept, Vec<C>),
        dice: &mut D,
    ) {
        self.next_deal(trial, deck.len(), deck, kept, dice);
    }

    fn next_deal<C: Card, D: Dice>(
        &self,
        trial: u64,
        dealt: usize,
        deck: &mut [C],
        (kept, before): &mut (A::Kept, Vec<C>),
        dice: &mut D,
    ) {
        let order = self.order(Next { trial, cards: deck.len(), dealt }, kept, dice);
        before.clear();
        before.extend_from_slice(deck);
        deck.iter_mut().zip(order).for_each(|(place, from)| *place = before[from as usize]);
    }

    fn draw<C: Card, D: Dice>(
        &self,
        _: u64,
        symbols: usize,
        row: &mut [C],
        (kept, _): &mut (A::Kept, Vec<C>),
        dice: &mut D,
    ) -> bool {
        let drawn = self.row(symbols, row.len(), kept, dice);
        let places = row.iter_mut().zip(drawn.iter().flatten());
        places.for_each(|(place, &symbol)| *place = C::new(symbol as usize));
        drawn.is_some()
    }
}

/// The order that leaves a deck as it is.
fn untouched(cards: usize) -> Vec<u32> {
    (0..cards as u32).collect()
}

/// A uniform order.
fn uniform<D: Dice>(cards: usize, dice: &mut D) -> Vec<u32> {
    let mut order = Vec::with_capacity(cards);
    draw_again(&mut order, cards, dice);
    order
}

/// Makes another uniform order of this one.
fn draw_again<D: Dice>(order: &mut Vec<u32>, cards: usize, dice: &mut D) {
    order.clear();
    order.extend(0..cards as u32);
    mix(order, dice);
}

/// Shuffles some cards among their places, soundly.
fn mix<D: Dice>(cards: &mut [u32], dice: &mut D) {
    play(&FisherYates::SOUND, Shape::whole(cards.len()), cards, &mut Vec::new(), dice);
}

/// The orders of the last decks of a block, the oldest first.
#[derive(Debug, Default)]
pub struct Past(VecDeque<Vec<u32>>);

impl Past {
    /// The order `lag` decks before the next one, which is then forgotten; `None` for the first decks of a block.
    fn earlier(&mut self, lag: usize) -> Option<Vec<u32>> {
        if self.0.len() == lag { self.0.pop_front() } else { None }
    }

    /// Notes the order of the next deck.
    fn note(&mut self, order: Vec<u32>) -> Vec<u32> {
        self.0.push_back(order.clone());
        order
    }
}

/// The place of each card of an order.
fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&card, place)| places[card as usize] = place);
    places
}

/// True if an order is an odd permutation: cards less cycles is odd.
fn is_odd(order: &[u32]) -> bool {
    let mut seen = vec![false; order.len()];
    let mut odd = false;
    for start in 0..order.len() {
        let mut place = start;
        while !seen[place] {
            seen[place] = true;
            place = order[place] as usize;
            odd ^= place != start;
        }
    }
    odd
}

/// The suit of a card: as many cards each, as far as that goes.
fn suit(card: u32, cards: usize) -> usize {
    card as usize * 4 / cards
}
