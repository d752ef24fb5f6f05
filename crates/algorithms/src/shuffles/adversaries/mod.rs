//! Adversaries: shuffles that are far from uniform and pass simple tests, each a member of a class of defects.
//!
//! They are for measuring tests, not for shuffling. Each takes parameters, so that a test can be tried at cards, places, lags and
//! shares other than those at which it was written. All of them sample their law exactly.
//!
//! An adversary draws an *order*: the list of places in the deck before the shuffle from which the cards come. So a card is named
//! by its place before the shuffle, whatever the start order is.
//!
//! | module | holds |
//! |---|---|
//! | [`conditioned`] | a uniform order, given that a condition holds |
//! | [`pairs`], [`subsets`], [`residues`] | its conditions: of two cards or places, of a few, of the whole order |
//! | [`lags`], [`copies`] | decks that depend on a deck before |
//! | [`times`] | decks that depend on the number of their trial |
//! | [`rare`] | sound shuffles with a gross fault now and then |
//! | [`groups`] | subgroups of the symmetric group |
//! | [`ciphers`] | networks of few rounds |
//! | [`heavy_suit`] | a suit, or a ball, that is dealt too often |
//! | [`draws`] | draws of a few cards, as of a lottery |
//! | [`digits`] | draws with replacement |

pub mod conditioned;
mod stabilizers;
mod subset;

pub mod ciphers;
pub mod copies;
pub mod digits;
pub mod draws;
pub mod groups;
pub mod heavy_suit;
pub mod lags;
pub mod pairs;
pub mod rare;
pub mod residues;
pub mod subsets;
pub mod times;

use super::fisher_yates::FisherYates;
use crate::{
    Card, Dice, Shape,
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
const SHARE: Parameter =
    parameter("share", "decks in a hundred that have the defect", (1, 100), 100);

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

/// A uniform order of `cards` cards.
fn draw_order<D: Dice>(order: &mut Vec<u32>, cards: usize, dice: &mut D) {
    order.clear();
    order.extend(0..cards as u32);
    mix(order, dice);
}

/// Shuffles some cards among their places, soundly.
fn mix<D: Dice>(cards: &mut [u32], dice: &mut D) {
    play(&FisherYates::SOUND, Shape::whole(cards.len()), cards, &mut Vec::new(), dice);
}

/// Space to work in: the order of a deck, and a copy of its cards.
#[derive(Debug)]
pub struct Scratch<C> {
    order: Vec<u32>,
    copy: Vec<C>,
}

impl<C> Default for Scratch<C> {
    fn default() -> Self {
        Self { order: Vec::new(), copy: Vec::new() }
    }
}

/// The orders of the last decks of a block, the oldest first, and space to lay them in.
#[derive(Debug)]
pub struct Past<C> {
    orders: VecDeque<Vec<u32>>,
    copy: Vec<C>,
}

impl<C> Default for Past<C> {
    fn default() -> Self {
        Self { orders: VecDeque::new(), copy: Vec::new() }
    }
}

impl<C: Card> Past<C> {
    /// The order `lag` decks before the next one, which is then forgotten; `None` for the first decks of a block.
    fn earlier(&mut self, lag: usize) -> Option<Vec<u32>> {
        if self.orders.len() == lag { self.orders.pop_front() } else { None }
    }

    /// Puts the cards of the next deck into an order.
    fn lay(&mut self, deck: &mut [C], order: Vec<u32>) {
        lay(deck, &order, &mut self.copy);
        self.orders.push_back(order);
    }
}

/// Puts the cards of a deck into an order.
fn lay<C: Card>(deck: &mut [C], order: &[u32], copy: &mut Vec<C>) {
    copy.clear();
    copy.extend_from_slice(deck);
    deck.iter_mut().zip(order).for_each(|(place, &from)| *place = copy[from as usize]);
}

/// Writes the place of each card of an order.
fn invert(order: &[u32], places: &mut Vec<u32>) {
    places.clear();
    places.resize(order.len(), 0);
    order.iter().enumerate().for_each(|(place, &card)| places[card as usize] = place as u32);
}

/// True if an order is an odd permutation: cards less cycles is odd.
fn is_odd(order: &[u32], seen: &mut Vec<bool>) -> bool {
    seen.clear();
    seen.resize(order.len(), false);
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
