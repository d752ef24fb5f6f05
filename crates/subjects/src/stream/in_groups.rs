//! Decks with groups of places that have no order, and decks that may have such groups.

use shuffle_algorithms::groups::Groups;
use shuffle_audit::{
    block::Block,
    feed::{Feed, Glance, Halted},
};
use shuffle_deck::{Rows, RowsMut, Shape};
use shuffle_metrics::Decks;
use shuffle_reader::SortedRuns;

/// Puts the cards within each group into random order.
pub(crate) struct InGroups<'a> {
    feed: Box<dyn Feed + 'a>,
    groups: &'a Groups,
    seed: u64,
    block: Block,
}

impl<'a> InGroups<'a> {
    pub(crate) fn new(
        feed: Box<dyn Feed + 'a>,
        (groups, shape, seed): (&'a Groups, Shape, u64),
    ) -> Self {
        Self { feed, groups, seed, block: Block::new(shape) }
    }
}

impl Feed for InGroups<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        let Some(decks) = self.feed.next()? else { return Ok(None) };
        let first = decks.first_trial();
        self.block.prepare(first, decks.trials());
        match (self.block.rows_mut(), decks.rows()) {
            (RowsMut::Narrow(rows), Rows::Narrow(read)) => {
                rows.copy_from_slice(read);
                self.groups.scramble(rows, first, self.seed);
            }
            (RowsMut::Wide(rows), Rows::Wide(read)) => {
                rows.copy_from_slice(read);
                self.groups.scramble(rows, first, self.seed);
            }
            _ => unreachable!("both are rows of the same shape"),
        }
        Ok(Some(self.block.decks()))
    }

    fn glance(&mut self) -> Glance {
        // The order of the cards in a hand is not judged.
        Glance { sorted_runs: None, ..self.feed.glance() }
    }

    fn dismiss(&mut self) {
        self.feed.dismiss();
    }
}

/// Looks whether runs of places are sorted in every deck.
pub(crate) struct Watched<'a> {
    feed: Box<dyn Feed + 'a>,
    runs: SortedRuns,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(feed: Box<dyn Feed + 'a>) -> Self {
        Self { feed, runs: SortedRuns::default() }
    }
}

impl Feed for Watched<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        let decks = self.feed.next()?;
        if let Some(decks) = &decks {
            let shape = decks.shape();
            self.runs.observe(decks.rows(), shape.cards(), shape.width());
        }
        Ok(decks)
    }

    fn glance(&mut self) -> Glance {
        Glance { sorted_runs: self.runs.lengths(), ..self.feed.glance() }
    }

    fn dismiss(&mut self) {
        self.feed.dismiss();
    }
}
