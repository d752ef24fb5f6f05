//! A function that shuffles one deck, as a source.

use super::{caught, check::Check};
use crate::{
    block::Block,
    source::{Source, SourceError},
};
use rand::Rng;
use shuffle_algorithms::generator::{Generator, GeneratorVisitor, Seed};
use shuffle_deck::{RowsMut, words::plural};
use std::{collections::HashMap, hash::Hash};

/// A function that shuffles one deck, or returns the reason why it cannot.
///
/// The function gets every deck in order. The generator goes on from deck to deck of a block.
pub(crate) struct EachDeck<F>(pub(crate) F);

impl<F> Source for EachDeck<F>
where
    F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String> + Sync,
{
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        Generator::default().start(seed, Decks { shuffle: &self.0, block })
    }
}

struct Decks<'a, F> {
    shuffle: &'a F,
    block: &'a mut Block,
}

impl<F> GeneratorVisitor for Decks<'_, F>
where
    F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String>,
{
    type Out = Result<(), SourceError>;

    fn visit<R: Rng>(self, mut rng: R) -> Self::Out {
        let (shape, first) = (self.block.shape(), self.block.first_trial());
        let mut table = OneDeck {
            shuffle: self.shuffle,
            rng: &mut rng,
            check: Check::new(shape.cards()),
            deck: Vec::with_capacity(shape.cards()),
            cards: shape.cards() as u32,
        };
        let dealt = shape.dealt().max(1);
        match self.block.rows_mut() {
            // No card is above 255 here.
            RowsMut::Narrow(rows) => table.fill(rows.chunks_mut(dealt), first, |card| card as u8),
            RowsMut::Wide(rows) => table.fill(rows.chunks_mut(dealt), first, |card| card),
        }
    }
}

struct OneDeck<'a, F> {
    shuffle: &'a F,
    rng: &'a mut dyn Rng,
    check: Check,
    deck: Vec<u32>,
    cards: u32,
}

impl<F> OneDeck<'_, F>
where
    F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String>,
{
    /// Fills rows with decks; the first has the number `first`.
    fn fill<'r, C: 'r>(
        &mut self,
        rows: impl Iterator<Item = &'r mut [C]>,
        first: u64,
        card: impl Fn(u32) -> C,
    ) -> Result<(), SourceError> {
        for (number, row) in (first..).zip(rows) {
            self.shuffle().map_err(|wrong| SourceError(format!("deck {number}: {wrong}")))?;
            row.iter_mut().zip(&self.deck).for_each(|(place, &dealt)| *place = card(dealt));
        }
        Ok(())
    }

    /// Shuffles a deck that is in order, and checks the whole deck even if only a part is dealt.
    fn shuffle(&mut self) -> Result<(), String> {
        self.deck.clear();
        self.deck.extend(0..self.cards);
        caught(|| (self.shuffle)(&mut self.deck, self.rng))
            .map_err(|message| format!("it panicked: {message}"))??;
        self.check.deck(&self.deck)
    }
}

/// A deck of items that are not numbers.
pub(crate) struct Items<T> {
    items: Vec<T>,
    cards: HashMap<T, u32>,
    /// The places of two equal items, if there are any.
    equal: Option<(usize, usize)>,
}

impl<T: Clone + Eq + Hash> Items<T> {
    /// A deck of these items, in start order.
    pub(crate) fn new(items: Vec<T>) -> Self {
        let (mut cards, mut equal) = (HashMap::with_capacity(items.len()), None);
        for (place, item) in items.iter().enumerate() {
            if let Some(first) = cards.insert(item.clone(), place as u32) {
                equal = equal.or(Some((first as usize, place)));
            }
        }
        Self { items, cards, equal }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Shuffles the items and writes their numbers into `deck`, in the new order.
    pub(crate) fn shuffle(
        &self,
        deck: &mut [u32],
        shuffle: impl FnOnce(&mut [T]),
    ) -> Result<(), String> {
        if let Some((a, b)) = self.equal {
            return Err(format!("items {a} and {b} are equal; an audit must tell all apart"));
        }
        if deck.len() != self.items.len() {
            let (items, cards) = (self.items.len(), deck.len());
            let are = if items == 1 { "is" } else { "are" };
            let items = format!("{items} {}", plural("item", items as u64));
            return Err(format!("there {are} {items}, but the audit is of {cards} cards"));
        }
        let mut items = self.items.clone();
        shuffle(&mut items);
        for (place, (card, item)) in deck.iter_mut().zip(&items).enumerate() {
            let known = self.cards.get(item).copied();
            *card = known.ok_or_else(|| format!("at place {place} is no item of the deck"))?;
        }
        Ok(())
    }
}
