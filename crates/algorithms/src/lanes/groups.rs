//! Groups of 64 decks: a job run on lanes, as columns or as rows.

use super::{
    columns::{LANES, PLACES, transpose},
    instruction_set::InstructionSet,
    table::LaneTable,
};
use crate::{
    Card, Foreign, Procedure, Program, Reading, Size,
    card::Rows,
    dice::DiceSpec,
    fill::Job,
    generator::{Generator, Seed},
    start::Start,
};

/// The groups of a block, one after the other, without end.
#[derive(Clone, Debug)]
pub struct Groups<'a> {
    job: &'a Job,
    table: LaneTable,
}

impl Groups<'_> {
    /// Shuffles the next 64 decks.
    ///
    /// The card at place p of the deck in lane l is byte `p * LANES + l`, for the places below `size.dealt()`.
    /// The first byte lies at a multiple of 64 bytes.
    pub fn next_group(&mut self) -> &[u8] {
        let (size, passes) = (self.job.size, self.job.passes);
        self.job.algorithm.read(Next { size, passes, table: &mut self.table });
        self.table.dealt(size.dealt())
    }

    /// Fills narrow or wide rows.
    pub(crate) fn fill(&mut self, rows: Rows<'_>) {
        let (dealt, set) = (self.job.size.dealt(), self.table.set());
        match rows {
            Rows::Narrow(rows) => {
                for rows in rows.chunks_mut(LANES * dealt) {
                    transpose(set, self.next_group(), rows);
                }
            }
            Rows::Wide(rows) => {
                let mut narrow = vec![0; LANES * dealt];
                for rows in rows.chunks_mut(LANES * dealt) {
                    transpose(set, self.next_group(), &mut narrow);
                    for (wide, &narrow) in rows.iter_mut().zip(&narrow) {
                        *wide = u32::from(narrow);
                    }
                }
            }
        }
    }
}

impl Job {
    /// Whether this job runs on lanes: on their generator, with exact dice, a swap program, up to 256 cards, and
    /// decks that start from the identity.
    #[must_use]
    pub fn runs_on_lanes(&self) -> bool {
        self.rng == Generator::LanesXoshiro256pp
            && self.dice == DiceSpec::Exact
            && self.size.cards() <= PLACES
            && self.start == Start::Identity
            && self.algorithm.read(IsProgram)
    }

    /// The decks of this seed in groups of 64, as columns; nothing unless it
    /// [runs on lanes](Job::runs_on_lanes).
    ///
    /// These are the decks that [`Job::fill`] writes in rows: deck t is lane `t % LANES` of group `t / LANES`.
    #[must_use]
    pub fn groups(&self, seed: &Seed, set: InstructionSet) -> Option<Groups<'_>> {
        self.runs_on_lanes().then(|| Groups { job: self, table: LaneTable::new(seed, set) })
    }

    /// Fills `columns` with whole groups of 64 decks; of a job that does not
    /// [run on lanes](Job::runs_on_lanes), with decks that were shuffled one by one.
    ///
    /// The card at place p of lane l of group g is byte `(g * size.dealt() + p) * LANES + l`. Deck t is lane
    /// `t % LANES` of group `t / LANES`, and the decks are those of [`Job::fill`].
    ///
    /// # Panics
    ///
    /// If `columns` is not a whole number of groups, the deck has more than 256 cards, or [`Job::check`] fails.
    pub fn fill_columns(&self, columns: &mut [u8], seed: &Seed, set: InstructionSet) {
        let group = LANES * self.size.dealt();
        if columns.is_empty() {
            return;
        }
        assert!(group > 0 && columns.len().is_multiple_of(group), "columns hold whole groups");
        match self.groups(seed, set) {
            Some(mut groups) => {
                for columns in columns.chunks_exact_mut(group) {
                    columns.copy_from_slice(groups.next_group());
                }
            }
            None => {
                self.fill(u8::rows(columns), seed);
                let mut rows = vec![0; group];
                for columns in columns.chunks_exact_mut(group) {
                    rows.copy_from_slice(columns);
                    for (place, column) in columns.chunks_exact_mut(LANES).enumerate() {
                        let cards = rows.iter().skip(place).step_by(self.size.dealt());
                        column.iter_mut().zip(cards).for_each(|(into, &card)| *into = card);
                    }
                }
            }
        }
    }
}

/// The reading that plays a swap program on the next 64 decks.
struct Next<'a> {
    size: Size,
    passes: u32,
    table: &'a mut LaneTable,
}

impl Reading for Next<'_> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        self.table.play(body, self.size, self.passes);
    }

    fn procedure<P: Procedure>(self, _: &P) {
        unreachable!("only swap programs run on lanes")
    }

    fn foreign<F: Foreign>(self, _: &F) {
        unreachable!("only swap programs run on lanes")
    }
}

struct IsProgram;

impl Reading for IsProgram {
    type Out = bool;

    fn program<P: Program>(self, _: &P) -> bool {
        true
    }

    fn procedure<P: Procedure>(self, _: &P) -> bool {
        false
    }

    fn foreign<F: Foreign>(self, _: &F) -> bool {
        false
    }
}
