//! A function that shuffles one deck, as a source.

use super::{caught, check::Check};
use crate::{
    block::Block,
    source::{Source, SourceError},
};
use rand::Rng;
use shuffle_algorithms::generator::{Generator, GeneratorVisitor, Seed};
use shuffle_deck::{Draw, RowsMut, Shape, words::plural};
use std::{collections::HashMap, hash::Hash};

/// A function that shuffles one deck, or returns the reason why it cannot.
///
/// The function gets every deck in order. The generator continues from deck to deck of a block.
pub(crate) struct EachDeck<F>(pub(crate) F);

impl<F> Source for EachDeck<F>
where
    F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String> + Sync,
{
    fn fill(&self, block: &mut Block, seed: &Seed) -> Result<(), SourceError> {
        Generator::default().start(seed, ShuffleEach { shuffle: &self.0, block })
    }
}

struct ShuffleEach<'a, F> {
    shuffle: &'a F,
    block: &'a mut Block,
}

impl<F> GeneratorVisitor for ShuffleEach<'_, F>
where
    F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String>,
{
    type Out = Result<(), SourceError>;

    fn visit<R: Rng>(self, mut rng: R) -> Self::Out {
        let (shape, first) = (self.block.shape(), self.block.first_trial());
        let mut row = OneRow {
            shuffle: self.shuffle,
            rng: &mut rng,
            deck: OneDeck::of(shape),
            drum: shape
                .bonus()
                .and_then(|bonus| bonus.drum)
                .map(|drum| OneDeck::of(Shape::whole(drum))),
        };
        let width = shape.width().max(1);
        match self.block.rows_mut() {
            // No card is above 255 here.
            RowsMut::Narrow(rows) => row.fill(rows.chunks_mut(width), first, |card| card as u8),
            RowsMut::Wide(rows) => row.fill(rows.chunks_mut(width), first, |card| card),
        }
    }
}

/// The cards that the function shuffles for each row: a deck, and perhaps another one for bonus balls.
struct OneRow<'a, F> {
    shuffle: &'a F,
    rng: &'a mut dyn Rng,
    deck: OneDeck,
    drum: Option<OneDeck>,
}

/// What a shuffle of single decks of this shape is given: all cards in order, the kinds of a pack sorted, or a row of zeros to
/// be filled with symbols.
#[must_use]
pub fn start_deck(shape: Shape) -> Vec<u32> {
    match shape.draw() {
        Draw::Order | Draw::Varying | Draw::Unordered(_) | Draw::Successive { .. } => {
            (0..shape.cards() as u32).collect()
        }
        Draw::Replacement | Draw::Weighted(_) | Draw::Blocks(_) => vec![0; shape.dealt()],
        Draw::Pack(pack) => pack.sorted().to_vec(),
    }
}

/// A deck that is shuffled again and again from its start order.
struct OneDeck {
    start: Vec<u32>,
    cards: Vec<u32>,
    shown: usize,
    check: Check,
}

impl OneDeck {
    /// The deck from which rows of this shape come: its cards in order, the kinds of a pack sorted, or a row of zeros to be
    /// filled with symbols.
    fn of(shape: Shape) -> Self {
        let start = start_deck(shape);
        let checked = match shape.draw() {
            Draw::Order | Draw::Varying | Draw::Unordered(_) | Draw::Successive { .. } => {
                Shape::whole(shape.cards())
            }
            Draw::Replacement | Draw::Weighted(_) | Draw::Blocks(_) => shape,
            Draw::Pack(pack) => Shape::of_pack(pack, None).unwrap_or(shape),
        };
        let shown = shape.in_order().dealt().max(shape.dealt());
        Self { start, cards: Vec::new(), shown, check: Check::new(checked) }
    }

    /// Has a deck shuffled, and checks the whole of it even if only a part is dealt.
    fn shuffle<F>(&mut self, shuffle: &F, rng: &mut dyn Rng) -> Result<(), String>
    where
        F: Fn(&mut [u32], &mut dyn Rng) -> Result<(), String>,
    {
        self.cards.clone_from(&self.start);
        caught(|| shuffle(&mut self.cards, rng))
            .map_err(|message| format!("it panicked: {message}"))??;
        self.check.deck(&self.cards)
    }
}

impl<F> OneRow<'_, F>
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
        let Self { shuffle, rng, deck, drum } = self;
        for (number, row) in (first..).zip(rows) {
            let in_deck = |wrong| SourceError(format!("deck {number}: {wrong}"));
            deck.shuffle(*shuffle, *rng).map_err(in_deck)?;
            let (balls, bonus) = row.split_at_mut(deck.shown);
            let shown = |row: &mut [C], cards: &[u32]| {
                row.iter_mut().zip(cards).for_each(|(place, &dealt)| *place = card(dealt));
            };
            shown(balls, &deck.cards);
            if let Some(drum) = drum {
                drum.shuffle(*shuffle, *rng).map_err(in_deck)?;
                shown(bonus, &drum.cards);
            }
        }
        Ok(())
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
            return Err(format!("items {a} and {b} are equal; an audit needs different items"));
        }
        if deck.len() != self.items.len() {
            let (items, cards) = (self.items.len(), deck.len());
            let are = if items == 1 { "is" } else { "are" };
            let items = format!("{items} {}", plural("item", items as u64));
            return Err(format!("there {are} {items}, but the audit has {cards} cards"));
        }
        let mut items = self.items.clone();
        shuffle(&mut items);
        for (place, (card, item)) in deck.iter_mut().zip(&items).enumerate() {
            let known = self.cards.get(item).copied();
            *card = known.ok_or_else(|| format!("place {place} holds no item of the deck"))?;
        }
        Ok(())
    }
}
