//! Blocks of decks: the plain run of any shuffle with any dice.

use crate::{
    Algorithm, Card, Dice, Foreign, Procedure, Program, Reading, RowsMut, Sequence, Shape,
    dice::{AnyDice, DiceSpec, DiceVisitor, Generated},
    draws,
    generator::{Generator, Seed},
    lanes::InstructionSet,
    spec::SpecError,
    start::{Start, Starts},
    table::play,
};
use std::fmt;

/// The most characters of a start order that a sentence shows.
const MOST_OF_A_START: usize = 40;

/// A shuffle with everything that determines its decks, except the seed.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed};
///
/// let job = Job::new(Algorithm::parse("fisher-yates")?, Shape::whole(5));
/// let decks = job.decks::<u8>(2, &Seed::from_u64(1));
/// assert_eq!(decks.len(), 2 * 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The shuffle.
    pub algorithm: Algorithm,
    /// Cards in the deck and cards dealt.
    pub shape: Shape,
    /// The dice it rolls.
    pub dice: DiceSpec,
    /// The generator under the dice.
    pub rng: Generator,
    /// The number of times the whole shuffle is repeated on a deck.
    pub passes: u32,
    /// The order of each deck before it is shuffled; its cards are renamed by their places in it afterwards.
    pub start: Start,
}

/// The shuffle as messages name it: with its dice if they are flawed, its start if it is not the identity, and its
/// passes if there are several. The deck and the generator are left out.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape, dice::DiceSpec, fill::Job};
///
/// let naive = Job::new(Algorithm::parse("naive")?, Shape::whole(5));
/// let other = Job { dice: DiceSpec::parse("modulo:bits=6")?, passes: 2, ..naive.clone() };
/// assert_eq!(naive.to_string(), "naive");
/// assert_eq!(other.to_string(), "naive with modulo:bits=6 dice (2 passes)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if self.dice != DiceSpec::Exact {
            write!(f, " with {} dice", self.dice)?;
        }
        if self.start != Start::Identity {
            let order = self.start.to_string();
            let (name, more) = match order.char_indices().nth(MOST_OF_A_START) {
                Some((end, _)) => (&order[..end], "..."),
                None => (order.as_str(), ""),
            };
            write!(f, " from start {name}{more}")?;
        }
        match self.passes {
            1 => Ok(()),
            passes => write!(f, " ({passes} passes)"),
        }
    }
}

impl Job {
    /// One pass with exact dice on the default generator.
    #[must_use]
    pub fn new(algorithm: Algorithm, shape: Shape) -> Self {
        let (dice, rng, start) = (DiceSpec::Exact, Generator::default(), Start::Identity);
        Self { algorithm, shape, dice, rng, passes: 1, start }
    }

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

    /// The same shuffle of different cards in order, whatever is read from it.
    #[must_use]
    pub fn in_order(&self) -> Self {
        Self { shape: self.shape.in_order(), ..self.clone() }
    }

    /// Checks that the shuffle can be run on these dice.
    ///
    /// # Errors
    ///
    /// [`SpecError::DrawsItself`].
    pub fn check(&self) -> Result<(), SpecError> {
        if self.algorithm.is_foreign() && !self.dice.leaves_draws_alone() {
            let (id, dice) = (self.algorithm.entry().id, self.dice.to_string());
            return Err(SpecError::DrawsItself { id, dice });
        }
        Ok(())
    }

    /// Fills `rows` with shuffled decks of `shape.dealt()` cards each. Each deck starts from [`Job::start`], and its
    /// cards are written by their places in that order (see [`crate::start`]).
    ///
    /// The same job, seed and card type give the same decks, and so do both card types.
    ///
    /// # Panics
    ///
    /// If `rows` is not a whole number of decks, the card type is too narrow for them, or
    /// [`Job::check`] or [`Start::check`] fails.
    pub fn fill(&self, rows: RowsMut<'_>, seed: &Seed) {
        self.fill_on(rows, 0, seed, InstructionSet::detect());
    }

    /// As [`Job::fill`], from trial `first_trial` on and with this instruction set where the job
    /// [runs on lanes](Job::runs_on_lanes).
    ///
    /// All instruction sets give the same decks. So do all values of `first_trial`, except for a [`Sequence`].
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
        if !self.shape.is_order() {
            return draws::fill(self, rows, first_trial, (seed, set));
        }
        match (self.groups(seed, set), rows) {
            (Some(mut groups), rows) => groups.fill(rows),
            (None, RowsMut::Narrow(rows)) => {
                self.dice.start(self.rng, seed, Fill { job: self, rows, first_trial, seed })
            }
            (None, RowsMut::Wide(rows)) => {
                self.dice.start(self.rng, seed, Fill { job: self, rows, first_trial, seed })
            }
        }
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

struct Fill<'a, C> {
    job: &'a Job,
    rows: &'a mut [C],
    first_trial: u64,
    seed: &'a Seed,
}

impl<C: Card> DiceVisitor for Fill<'_, C> {
    type Out = ();

    fn visit<D: Generated>(self, dice: D) {
        let Self { job, rows, first_trial, seed } = self;
        let starts = Starts::new(&job.start, job.shape.cards(), seed);
        job.algorithm.read(FillRows { job, rows, first_trial, starts, dice });
    }

    /// Decks are shuffled as wide cards: both widths are the same decks, and so bodies are compiled for one.
    fn visit_any(self, dice: AnyDice<'_>) {
        let Self { job, rows, first_trial, seed } = self;
        with_wide(rows, |rows| Fill { job, rows, first_trial, seed }.visit(dice))
    }
}

/// Fills rows by way of wide cards.
pub(crate) fn with_wide<C: Card, T>(rows: &mut [C], fill: impl FnOnce(&mut [u32]) -> T) -> T {
    match C::rows_mut(rows) {
        RowsMut::Wide(rows) => fill(rows),
        RowsMut::Narrow(rows) => {
            let mut wide = vec![0; rows.len()];
            let done = fill(&mut wide);
            rows.iter_mut().zip(wide).for_each(|(card, wide)| *card = u8::new(wide.index()));
            done
        }
    }
}

/// The reading that deals decks into rows.
struct FillRows<'a, C, D> {
    job: &'a Job,
    rows: &'a mut [C],
    first_trial: u64,
    starts: Starts<C>,
    dice: D,
}

impl<C: Card, D: Generated> FillRows<'_, C, D> {
    /// Shuffles every row with `pass`; the deal then lies from place `first` on.
    #[inline]
    fn each(self, first: usize, mut pass: impl FnMut(&mut [C], &mut D)) {
        self.each_trial(first, |_, deck, dice| pass(deck, dice));
    }

    /// The same, where a pass is told the number of its trial.
    #[inline]
    fn each_trial(mut self, first: usize, mut pass: impl FnMut(u64, &mut [C], &mut D)) {
        let (shape, passes) = (self.job.shape, self.job.passes);
        // A whole deck is shuffled where it lies. One loop for both: a pass is compiled into it.
        let (is_whole, cards) = (shape.is_whole(), shape.cards());
        let mut aside = vec![C::default(); if is_whole { 0 } else { cards }];
        for (trial, row) in (self.first_trial..).zip(self.rows.chunks_exact_mut(shape.dealt())) {
            let deck = if is_whole { &mut *row } else { &mut aside };
            deck.copy_from_slice(self.starts.next_order());
            self.dice.next_deck();
            (0..passes).for_each(|_| pass(trial, deck, &mut self.dice));
            if !is_whole {
                row.copy_from_slice(&aside[first..first + shape.dealt()]);
            }
            self.starts.rename(row);
        }
    }
}

impl<C: Card, D: Generated> Reading for FillRows<'_, C, D> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        let shape = self.job.shape;
        let mut places = Vec::new();
        self.each(0, |deck, dice| play(body, shape, deck, &mut places, dice));
    }

    fn procedure<P: Procedure>(self, body: &P) {
        let (mut scratch, dealt) = (P::Scratch::default(), self.job.shape.dealt());
        self.each(0, |deck, dice| body.shuffle_deal(dealt, deck, &mut scratch, dice));
    }

    fn foreign<F: Foreign>(self, body: &F) {
        let shape = self.job.shape;
        let dealt = body.dealt(shape).start;
        self.each(dealt, |deck, dice| body.shuffle(shape, deck, dice.generator()));
    }

    fn sequence<S: Sequence>(self, body: &S) {
        let (mut memory, dealt) = (S::Memory::default(), self.job.shape.dealt());
        self.each_trial(0, |trial, deck, dice| {
            body.next_deal(trial, dealt, deck, &mut memory, dice);
        });
    }
}

/// The reading that shuffles one given deck with given dice.
pub(crate) struct Once<'a, C, D> {
    pub(crate) shape: Shape,
    pub(crate) deck: &'a mut [C],
    pub(crate) dice: &'a mut D,
}

impl<C: Card, D: Dice> Reading for Once<'_, C, D> {
    type Out = bool;

    fn program<P: Program>(self, body: &P) -> bool {
        // Programs by position take any cards; the places of cards can be noted for a permutation only.
        if P::BY_VALUE {
            let mut sorted = self.deck.to_vec();
            sorted.sort_unstable();
            let whole = sorted.iter().map(|card| card.index()).eq(0..sorted.len());
            assert!(whole, "a shuffle by value takes a permutation of 0..n");
        }
        play(body, self.shape, self.deck, &mut Vec::new(), self.dice);
        true
    }

    fn procedure<P: Procedure>(self, body: &P) -> bool {
        body.shuffle_deal(self.shape.dealt(), self.deck, &mut P::Scratch::default(), self.dice);
        true
    }

    fn foreign<F: Foreign>(self, _: &F) -> bool {
        false
    }

    fn sequence<S: Sequence>(self, body: &S) -> bool {
        let mut memory = S::Memory::default();
        body.next_deal(0, self.shape.dealt(), self.deck, &mut memory, self.dice);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Exact;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    /// A faulty guard: it takes any deck that is not in order for one that was shuffled already.
    struct OnlyIfSorted;

    impl Procedure for OnlyIfSorted {
        type Scratch<C: Card> = ();

        fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
            if deck.is_sorted() {
                (1..deck.len()).rev().for_each(|i| deck.swap(i, dice.below(i + 1)));
            }
        }
    }

    /// The number of times each order of three cards came.
    fn orders(start: Start, decks: usize) -> std::collections::BTreeMap<Vec<u8>, usize> {
        let algorithm = Algorithm::parse("identity").unwrap(); // any: the body is handed over below
        let job = Job { start, ..Job::new(algorithm, Shape::whole(3)) };
        let (mut rows, seed) = (vec![0_u8; 3 * decks], Seed::from_u64(1));
        let (starts, dice) =
            (Starts::new(&job.start, 3, &seed), Exact::new(Pcg64::seed_from_u64(1)));
        FillRows { job: &job, rows: &mut rows, first_trial: 0, starts, dice }
            .procedure(&OnlyIfSorted);
        let mut counts = std::collections::BTreeMap::new();
        rows.chunks(3).for_each(|deck| *counts.entry(deck.to_vec()).or_default() += 1);
        counts
    }

    #[test]
    fn a_shuffle_that_looks_at_the_cards_may_be_sound_from_the_identity_only() {
        assert_eq!(orders(Start::Identity, 600).len(), 6);
        for start in [Start::Reverse, Start::Interleaved, Start::Order(vec![1, 2, 0])] {
            assert_eq!(orders(start, 600), [(vec![0, 1, 2], 600)].into(), "nothing is shuffled");
        }
        // One start in six is in order: the untouched deck comes 5/6 + 1/36 of the time. 600 decks have a
        // standard deviation of 8.5; five of them are 6e-7, at this seed.
        let untouched = orders(Start::Random, 600)[&vec![0, 1, 2]];
        assert!((untouched as f64 - 516.7).abs() < 43.0, "{untouched}");
    }
}
