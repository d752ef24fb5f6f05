//! A shuffle step by step: what was rolled, what moved, and the deck after it.
#![doc = include_str!("trace.md")]

mod action;
mod course;
mod error;
mod step;
mod stop;
mod table;
mod tape;
mod words;

pub use action::{Action, Packet};
pub use error::TraceError;
pub use step::{MOST_STEPS, Step};
pub use tape::{StepRoll, Word};

use crate::{
    Foreign, Procedure, Program, Reading, Sequence,
    dice::{DiceVisitor, Generated, Roll},
    fill::Job,
    generator::Seed,
    start::Starts,
};
use rand::Rng;
use std::ops::Range;
use step::most_steps;
use tape::{SharedRolls, Source, Tape};

/// The most cards of a deck that is traced.
pub const MOST_CARDS: usize = 10_000;

/// One shuffle of one deck, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The shuffle and its settings.
    pub job: Job,
    /// The deck before the first step.
    pub start: Vec<u32>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The places that hold the deal in the end.
    pub dealt: Range<usize>,
    row: Vec<u32>,
    /// True if the rolls were given, so that they say nothing of their odds.
    are_rolls_given: bool,
}

impl Trace {
    /// The trace of the first deck that the job fills from this seed, on one deck at a time.
    ///
    /// It ends in the deck of [`Job::decks`], unless the job [runs on lanes](Job::runs_on_lanes), whose decks draw from
    /// sixteen streams in turn.
    ///
    /// # Errors
    ///
    /// [`TraceError::TooLarge`], and [`TraceError::Job`] if [`Job::check`] fails.
    pub fn of_seed(job: &Job, seed: &Seed) -> Result<Self, TraceError> {
        Self::of(job, seed, &Rolls::Seed)
    }

    /// The trace of a shuffle with these rolls: each is what `below(k)` returns, counted from 0 whatever range the
    /// shuffle rolls. A coin that shows heads in p of q cases shows heads for a roll below p.
    ///
    /// The seed gives the start order where that is random.
    ///
    /// # Errors
    ///
    /// As [`Trace::of_seed`]; [`TraceError::Range`], [`TraceError::Ended`] or [`TraceError::Left`] if the shuffle asks for
    /// other rolls or for another number of them; [`TraceError::Job`] for code that draws directly from a generator.
    pub fn of_rolls(job: &Job, rolls: &[usize], seed: &Seed) -> Result<Self, TraceError> {
        let trace = Self::of(job, seed, &Rolls::Given(rolls))?;
        let used = trace.rolls().map_or(0, |rolls| rolls.len());
        if used < rolls.len() {
            return Err(TraceError::Left { given: rolls.len(), used });
        }
        Ok(trace)
    }

    /// The trace of another shuffle that reuses the rolls of this one where they fit, the i-th for the i-th. Rolls
    /// that are not shared come from the seed, in a separate stream; with the same seed, a random start order is this
    /// trace's.
    ///
    /// Rolls that were given are shared wherever they are in range. Rolls of dice are shared only as often as leaves those
    /// of the other shuffle as even as its own would be: a roll below k serves for one below m in k of m cases if m is
    /// larger, and if m is smaller in those where it is in range. A coin serves for the same coin only. Code that draws by
    /// itself shares nothing.
    ///
    /// # Errors
    ///
    /// As [`Trace::of_seed`].
    pub fn beside(&self, job: &Job, seed: &Seed) -> Result<Self, TraceError> {
        let rolls = self.steps.iter().flat_map(|step| &step.rolls);
        let rolls: Vec<Roll> = rolls.map_while(StepRoll::dice).collect();
        let shared = SharedRolls { rolls: &rolls, are_given: self.are_rolls_given };
        Self::of(job, seed, &Rolls::Shared(shared))
    }

    /// The rolls, to be given to [`Trace::of_rolls`]; none of code that draws words by itself.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed, trace::Trace};
    ///
    /// let (job, seed) = (Job::new(Algorithm::parse("hindu")?, Shape::whole(20)), Seed::from_u64(1));
    /// let trace = Trace::of_seed(&job, &seed)?;
    /// let again = Trace::of_rolls(&job, &trace.rolls().unwrap(), &seed)?;
    /// assert_eq!(again.steps, trace.steps);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rolls(&self) -> Option<Vec<usize>> {
        let rolls = self.steps.iter().flat_map(|step| &step.rolls);
        rolls.map(|roll| roll.dice().map(|roll| roll.recorded())).collect()
    }

    /// The deck in the end.
    #[must_use]
    pub fn end(&self) -> &[u32] {
        self.steps.last().map_or(&self.start, |step| &step.deck)
    }

    /// The dealt cards in the end, each by its place in the start order: what a run counts.
    #[must_use]
    pub fn row(&self) -> &[u32] {
        &self.row
    }

    fn of(job: &Job, seed: &Seed, rolls: &Rolls<'_>) -> Result<Self, TraceError> {
        job.check().map_err(TraceError::Job)?;
        if job.shape.cards() > MOST_CARDS {
            return Err(TraceError::TooLarge { what: "cards", most: MOST_CARDS });
        }
        if job.passes as usize > MOST_STEPS {
            return Err(TraceError::TooLarge { what: "passes", most: MOST_STEPS });
        }
        if let (Rolls::Given(_), true) = (rolls, job.algorithm.is_foreign()) {
            return Err(TraceError::DrawsItself { id: job.algorithm.entry().id });
        }
        // Dice rolled next to another trace must not use the same words as that trace.
        let dice_seed = match rolls {
            Rolls::Shared(_) => Seed(seed.0.map(|byte| byte ^ 0x35)),
            Rolls::Seed | Rolls::Given(_) => *seed,
        };
        job.dice.start(job.rng, &dice_seed, FirstDeck { job, seed, rolls })
    }
}

/// The source of the rolls.
enum Rolls<'a> {
    Seed,
    Given(&'a [usize]),
    Shared(SharedRolls<'a>),
}

/// Traces the first deck of a job.
struct FirstDeck<'a> {
    job: &'a Job,
    seed: &'a Seed,
    rolls: &'a Rolls<'a>,
}

impl DiceVisitor for FirstDeck<'_> {
    type Out = Result<Trace, TraceError>;

    fn visit<D: Generated>(self, mut dice: D) -> Self::Out {
        let Self { job, seed, rolls } = self;
        let mut starts = Starts::<u32>::new(&job.start, job.shape.cards(), seed);
        let start = starts.next_order().to_vec();
        dice.next_deck();
        let chance = if job.algorithm.is_foreign() {
            Chance::Words(dice.generator())
        } else {
            Chance::Dice(match *rolls {
                Rolls::Seed => Source::Dice(&mut dice),
                Rolls::Given(rolls) => Source::Given(rolls),
                Rolls::Shared(shared) => Source::Shared { shared, dice: &mut dice },
            })
        };
        let (steps, dealt) = job.algorithm.read(Traced { job, start: &start, chance })?;
        let mut row = steps.last().map_or(&start, |step| &step.deck)[dealt.clone()].to_vec();
        starts.rename(&mut row);
        let are_rolls_given = matches!(rolls, Rolls::Given(_));
        Ok(Trace { job: job.clone(), start, steps, dealt, row, are_rolls_given })
    }
}

/// The source of a body's randomness: dice, or a generator if it draws directly from a generator.
enum Chance<'a> {
    Dice(Source<'a>),
    Words(&'a mut dyn Rng),
}

impl<'a> Chance<'a> {
    fn tape(self, cards: usize) -> Tape<'a> {
        match self {
            Self::Dice(source) => Tape::new(source, most_steps(cards)),
            Self::Words(_) => unreachable!("only foreign code draws words"),
        }
    }
}

/// The reading that notes each step.
struct Traced<'a> {
    job: &'a Job,
    start: &'a [u32],
    chance: Chance<'a>,
}

impl Traced<'_> {
    fn can_be_stopped(&self) -> Result<(), TraceError> {
        match cfg!(panic = "abort") {
            true => Err(TraceError::NotStopped { id: self.job.algorithm.entry().id }),
            false => Ok(()),
        }
    }
}

impl Reading for Traced<'_> {
    type Out = Result<(Vec<Step>, Range<usize>), TraceError>;

    fn program<P: Program>(self, body: &P) -> Self::Out {
        let Job { shape, passes, .. } = *self.job;
        let tape = self.chance.tape(shape.cards());
        let steps = table::steps(tape, self.start, &|table| {
            (0..passes).for_each(|_| body.run(shape, table));
        })?;
        Ok((steps, 0..shape.dealt()))
    }

    fn procedure<P: Procedure>(self, body: &P) -> Self::Out {
        self.can_be_stopped()?;
        let Job { shape, passes, .. } = *self.job;
        let steps = course::of_dice(self.chance.tape(shape.cards()), self.start, &|deck, tape| {
            let mut scratch = P::Scratch::<u32>::default();
            (0..passes).for_each(|_| body.shuffle_deal(shape.dealt(), deck, &mut scratch, tape));
        })?;
        Ok((steps, 0..shape.dealt()))
    }

    fn foreign<F: Foreign>(self, body: &F) -> Self::Out {
        self.can_be_stopped()?;
        let Job { shape, passes, .. } = *self.job;
        let Chance::Words(rng) = self.chance else { unreachable!("foreign code draws words") };
        let most = most_steps(shape.cards());
        let steps = course::of_words(rng, most, self.start, &|deck, words| {
            (0..passes).for_each(|_| body.shuffle(shape, deck, words));
        })?;
        Ok((steps, body.dealt(shape)))
    }

    fn sequence<S: Sequence>(self, body: &S) -> Self::Out {
        self.can_be_stopped()?;
        let Job { shape, passes, .. } = *self.job;
        let steps = course::of_dice(self.chance.tape(shape.cards()), self.start, &|deck, tape| {
            let mut memory = S::Memory::<u32>::default();
            (0..passes).for_each(|_| body.next_deal(0, shape.dealt(), deck, &mut memory, tape));
        })?;
        Ok((steps, 0..shape.dealt()))
    }
}
