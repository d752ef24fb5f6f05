//! Hands as they are dealt: how many cards of a class they hold, and which place repeats a class of theirs.
#![doc = include_str!("hands.md")]

mod counts;
mod hand;
mod matches;
mod windows;

pub(crate) use counts::laws_of;

use super::{
    Scan, Scanner, Scans,
    division::Division,
    kept::KeptDecks,
    together::{TogetherTable, has_tables},
};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    share::{self, Executor},
};
use shuffle_deck::DrawKind;

pub(crate) const HANDS: TestEntry = TestEntry {
    title: prose! { "hands of 1 to 6 players dealt in turn, or the hands of --hands, by suit, rank, half or kind: how many of a class, the longest, the shortest, which are missing" },
    sees: prose! { "hands without a long suit, an even number of lands in the first 30 cards, a place whose card always has its like in the dealer's \
    hand, flops that pair a hole card, teams of one country that never meet in the first round" },
    blind_to: prose! { "hands dealt in other ways, and classes that it does not know; it looks at the first 512 decks and a sample of later ones" },
    cost: Cost::of(0.0, 15.0),
    ..TestEntry::new("hands", About::Hands)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Hands>::ENTRY;

const MOST_DECKS: usize = 512;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands(Shape);

impl Scanner for Hands {
    const TEST: TestEntry = HANDS;
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order, DrawKind::Pack];

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        has_tables(shape)?;
        Ok(Self(shape))
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let some = &decks.first(MOST_DECKS);
        let divisions = match self.0.pack() {
            Some(pack) => Division::of_kinds(pack).into_iter().collect(),
            None => Division::of_hands(self.0.cards()),
        };
        let scans = share::map_each(executor, divisions, |division| {
            let counted = counts::look(some, &division, self.0);
            // Within given hands, places have no meaning.
            let has_places = self.0.hands().is_none();
            let has_matches = has_places && (division.sizes.len() > 2 || self.0.pack().is_some());
            let matched = has_matches.then(|| {
                matches::look(&TogetherTable::new(decks, division, Axis::Positions), self.0)
            });
            [Some(counted), matched]
        });
        let scans = scans.into_iter().flatten().flatten();
        scans.chain([windows::look(some, self.0)]).collect()
    }
}

#[cfg(test)]
mod tests;
