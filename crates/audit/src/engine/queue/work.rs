//! Work for the queue: tasks, the way to count their decks, and the receiver of the counts.

use crate::{
    Case,
    block_set::BlockSet,
    feed::Glance,
    seeds::{PlanSeed, Stage},
    source::SourceError,
};
use shuffle_metrics::Decks;
use std::{ops::ControlFlow, time::Duration};

/// Decks to count.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The case of the decks; [`Case::trials`] is their number.
    pub case: &'a Case,
    /// The seed of the plan.
    pub seed: PlanSeed,
    /// The stage that they are drawn in.
    pub stage: Stage,
}

/// The counting of the decks of a task.
pub trait Counting: Sync {
    /// The counts.
    type Sum: Send;

    /// An empty sum.
    fn empty(&self) -> Self::Sum;

    /// Counts a block. `Break` if no more decks are wanted; only a counting
    /// [`in_order`](Counting::in_order) may return it.
    fn observe(&self, sum: &mut Self::Sum, decks: &Decks<'_>) -> ControlFlow<()>;

    /// Adds the sum of another worker: exact, associative and commutative.
    fn merge(&self, sum: &mut Self::Sum, other: Self::Sum);

    /// The approximate size of a sum in bytes.
    fn bytes(&self) -> usize;

    /// True if it must see the blocks one after the other, in their order.
    fn in_order(&self) -> bool {
        false
    }
}

/// Many tasks, and the handling of their results.
pub trait Work: Sync {
    /// The counting of the decks.
    type Counting: Counting + Send;

    /// The number of tasks.
    fn tasks(&self) -> usize;

    /// A task.
    fn task(&self, index: usize) -> Task<'_>;

    /// Begins a task, on the worker that takes its first block.
    fn begin(&self, index: usize) -> Self::Counting;

    /// The start of a task, computed on the worker that takes its first block; by default at the beginning.
    fn start(&self, _index: usize, _counting: &Self::Counting) -> Start<Self::Counting> {
        Start::default()
    }

    /// The interval at which counts of unfinished tasks are kept; never by default.
    fn keep_every(&self) -> Option<Duration> {
        None
    }

    /// Keeps what was counted so far of a task that is not over: all decks of these blocks.
    fn keep(
        &self,
        _index: usize,
        _sum: &mut <Self::Counting as Counting>::Sum,
        _blocks: &BlockSet,
        _trials: u64,
    ) {
    }

    /// Called after the counts so far of all tasks were kept.
    fn kept(&self) {}

    /// Takes the result of a task, on the worker that was the last to leave it. Not called in an interrupted run.
    fn end(&self, index: usize, counting: &Self::Counting, counted: CountedBy<Self::Counting>);

    /// Reports that `decks` more decks of a task are counted.
    fn tell(&self, index: usize, decks: u64);
}

/// The result of a task: the counts, or the fault of its subject.
pub type CountedBy<C> = Result<Counted<<C as Counting>::Sum>, SourceError>;

/// The counts of a task.
#[derive(Clone, Debug)]
pub struct Counted<S> {
    /// The sum.
    pub sum: S,
    /// The number of decks.
    pub trials: u64,
    /// The observations of each stream except its decks, in the order of the streams.
    pub glances: Vec<Glance>,
}

/// The start of a task.
pub struct Start<C: Counting> {
    /// Earlier counts, if there are any.
    pub before: Option<CountedBy<C>>,
    /// The blocks that were counted before.
    pub done: BlockSet,
    /// The blocks to count; `None` for all, and for all streams.
    pub todo: Option<BlockSet>,
}

impl<C: Counting> Default for Start<C> {
    fn default() -> Self {
        Self { before: None, done: BlockSet::default(), todo: None }
    }
}
