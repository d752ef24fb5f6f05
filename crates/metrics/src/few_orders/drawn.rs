//! The picture of a few orders, made of their summaries.

use super::{
    FewOrders, entries, facts, fixed_between,
    portrait::{MOST_POINTS, OrderPoint, OrderPortrait},
    stretches::Stretches,
};
use std::ops::Range;

/// A stretch is marked if chance makes one so clear in one of a thousand.
const MARKED_FROM: f64 = 1e-3;

impl FewOrders {
    /// The picture of whole decks whose summaries are there.
    pub(super) fn portrait(&self, decks: &[&[u32]]) -> Option<OrderPortrait> {
        let places = self.words_of(entries::FIXED_BETWEEN.id)?;
        // The positions of cards come before what else is kept.
        let looked_at = places.len() / fixed_between::PARTS;
        let (cards, each) = (self.shape.cards(), looked_at.min(MOST_POINTS / decks.len().max(1)));
        let point = |(deck, words): (usize, &&[u32]), at: usize| {
            let at = at * looked_at / each;
            let position = words[places.start + at] as usize;
            OrderPoint { deck, card: at * cards / looked_at, position }
        };
        let points = decks
            .iter()
            .enumerate()
            .flat_map(|deck| (0..each).map(move |at| point(deck, at)))
            .collect();
        let stretch = self.words_of(entries::STRETCHES.id).and_then(|words| {
            let decks: Vec<&[u32]> = decks.iter().map(|deck| &deck[words.clone()]).collect();
            Stretches::new(self.shape).ok()?.clear_stretch(&decks, MARKED_FROM)
        });
        let facts: Vec<&[u32]> =
            decks.iter().map(|deck| &deck[deck.len() - facts::WORDS..]).collect();
        Some(OrderPortrait { cards, points, stretch, facts: facts::facts(cards, &facts)? })
    }

    /// The words that a test reads off a deck, if it is made of this shape.
    fn words_of(&self, test: &str) -> Option<Range<usize>> {
        let found = self.placed().find(|(entry, ..)| entry.test.id == test);
        found.map(|(.., words)| words).filter(|words| !words.is_empty())
    }
}
