//! Groups of 64 decks: a job run on lanes, as columns or as rows.

use super::table::LaneTable;
use crate::{
    Program, Reading, RowsMut, Shape,
    dice::DiceSpec,
    fill::Job,
    generator::{Generator, Seed},
    reading::BodyKind,
    start::Start,
};
use shuffle_deck::{Column, InstructionSet, LANES, to_rows};
use shuffle_lanes::board::PLACES;

/// The groups of a block, one after the other, without end.
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    job: &'a Job,
    table: LaneTable,
}

impl Groups<'_> {
    /// Shuffles the next 64 decks.
    ///
    /// The card at place p of the deck in lane l is byte l of column p, for the places below `shape.dealt()`.
    /// The columns lie at multiples of 64 bytes.
    pub fn next_group(&mut self) -> &[Column] {
        self.play();
        self.table.dealt(self.job.shape.dealt())
    }

    /// Makes the steps of the next group wait.
    fn play(&mut self) {
        let (shape, passes) = (self.job.shape, self.job.passes);
        if !self.table.repeats() {
            self.job.algorithm.read(PlayNext { shape, passes, table: &mut self.table });
        }
    }

    /// Fills `columns` with the next groups: the column of place p of group g is number `g * shape.dealt() + p`.
    ///
    /// # Panics
    ///
    /// If `columns` is not a whole number of groups.
    pub fn fill_columns(&mut self, columns: &mut [Column]) {
        let dealt = self.job.shape.dealt();
        assert!(columns.is_empty() || columns.len().is_multiple_of(dealt), "whole groups");
        let mut left = columns;
        while !left.is_empty() {
            self.play();
            let groups = self.table.deal_to(dealt, left);
            left = &mut left[groups * dealt..];
        }
    }

    /// Fills narrow or wide rows.
    pub(crate) fn fill(&mut self, rows: RowsMut<'_>) {
        let (dealt, set) = (self.job.shape.dealt(), self.table.set());
        match rows {
            RowsMut::Narrow(rows) => {
                for rows in rows.chunks_mut(LANES * dealt) {
                    to_rows(set, self.next_group(), rows);
                }
            }
            RowsMut::Wide(rows) => {
                let mut narrow = vec![0; LANES * dealt];
                for rows in rows.chunks_mut(LANES * dealt) {
                    to_rows(set, self.next_group(), &mut narrow);
                    for (wide, &narrow) in rows.iter_mut().zip(&narrow) {
                        *wide = u32::from(narrow);
                    }
                }
            }
        }
    }
}

impl Job {
    /// True if this job runs on lanes: it uses their generator, exact dice, a swap program, at most 256 cards, and
    /// decks that start from the identity.
    #[must_use]
    pub fn runs_on_lanes(&self) -> bool {
        self.rng == Generator::LanesXoshiro256pp
            && self.dice == DiceSpec::Exact
            && self.shape.cards() <= PLACES
            && self.start == Start::Identity
            && self.algorithm.kind() == BodyKind::Program
    }

    /// The decks of this seed in groups of 64, as columns; nothing unless it
    /// [runs on lanes](Job::runs_on_lanes).
    ///
    /// These are the decks that [`Job::fill`] writes in rows: deck t is lane `t % LANES` of group `t / LANES`.
    #[must_use]
    pub fn groups(&self, seed: &Seed, set: InstructionSet) -> Option<Groups<'_>> {
        let runs = self.runs_on_lanes() && self.shape.is_order() && !self.shape.is_by_level();
        runs.then(|| Groups { job: self, table: LaneTable::new(seed, set) })
    }
}

/// The reading that plays a swap program on the next 64 decks; nothing else runs on lanes.
struct PlayNext<'a> {
    shape: Shape,
    passes: u32,
    table: &'a mut LaneTable,
}

impl Reading for PlayNext<'_> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        self.table.play(body, self.shape, self.passes);
    }
}
