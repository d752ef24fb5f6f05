//! Blocks of decks: the plain run of any shuffle with any dice.

pub use crate::job::Job;

use crate::{
    Card, RowsMut, draws,
    generator::{Generator, Seed},
    lanes::InstructionSet,
    orders,
};

impl Job {
    /// The same on the fastest generator: `lanes-xoshiro256pp` where it [runs on lanes](Job::runs_on_lanes), the default
    /// elsewhere.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Generator};
    ///
    /// let rng = |algorithm| {
    ///     let job = Job::new(Algorithm::parse(algorithm)?, Shape::whole(52));
    ///     Ok::<_, shuffle_algorithms::spec::SpecError>(job.on_fastest_generator().rng)
    /// };
    /// assert_eq!(rng("fisher-yates")?, Generator::LanesXoshiro256pp);
    /// assert_eq!(rng("rand-shuffle")?, Generator::Pcg64);
    /// # Ok::<(), shuffle_algorithms::spec::SpecError>(())
    /// ```
    #[must_use]
    pub fn on_fastest_generator(self) -> Self {
        let on_lanes = Self { rng: Generator::LanesXoshiro256pp, ..self };
        if on_lanes.runs_on_lanes() {
            on_lanes
        } else {
            Self { rng: Generator::default(), ..on_lanes }
        }
    }

    /// Fills `rows` with shuffled decks of `shape.dealt()` cards each. Each deck starts from [`Job::start`], and its
    /// cards are written by their places in that order (see [`crate::start`]).
    ///
    /// The same job, seed and card type give the same decks, and so do both card types.
    ///
    /// # Panics
    ///
    /// If `rows` is not a whole number of decks, the card type is too narrow for them, or
    /// [`Job::check`] or [`Start::check`](crate::start::Start::check) fails.
    pub fn fill(&self, rows: RowsMut<'_>, seed: &Seed) {
        self.fill_on(rows, 0, seed, InstructionSet::detect());
    }

    /// As [`Job::fill`], from trial `first_trial` on and with this instruction set where the job
    /// [runs on lanes](Job::runs_on_lanes).
    ///
    /// All instruction sets give the same decks. So do all values of `first_trial`, except for a
    /// [`Sequence`](crate::Sequence).
    ///
    /// # Panics
    ///
    /// As [`Job::fill`].
    pub fn fill_on(&self, rows: RowsMut<'_>, first_trial: u64, seed: &Seed, set: InstructionSet) {
        self.check().expect("a job is checked before it is run");
        let length = match &rows {
            RowsMut::Narrow(rows) => rows.len(),
            RowsMut::Wide(rows) => rows.len(),
        };
        if length == 0 {
            return; // of empty decks, too, there is nothing to fill
        }
        let width = self.shape.width();
        assert!(width > 0 && length.is_multiple_of(width), "a block holds whole decks");
        if !self.shape.is_order() || self.shape.is_by_level() {
            return draws::fill(self, rows, first_trial, (seed, set));
        }
        orders::fill(self, rows, first_trial, seed, set);
    }

    /// `trials` shuffled decks, one after the other in one vector.
    ///
    /// # Panics
    ///
    /// As [`Job::fill`].
    #[must_use]
    pub fn decks<C: Card>(&self, trials: usize, seed: &Seed) -> Vec<C> {
        let mut rows = vec![C::default(); trials * self.shape.width()];
        self.fill(C::rows_mut(&mut rows), seed);
        rows
    }
}
