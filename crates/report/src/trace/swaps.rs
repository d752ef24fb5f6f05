//! The steps of a shuffle on a few cards, as a page plays them next to its counts.

use super::{json::placed, label::label};
use serde::Serialize;
use shuffle_algorithms::{
    Shape,
    fill::Job,
    generator::{Generator, Seed},
    trace::{self, Trace},
};

/// As many cards can be followed with the eye.
const CARDS: usize = 6;

/// Longer shuffles are not played: no reader would watch to the end.
const MOST_STEPS: usize = 40;

/// The steps of a shuffle, in the form of the machine output of `trace`.
#[derive(Serialize)]
pub(crate) struct Swaps {
    algorithm: String,
    cards: usize,
    base: u32,
    deck: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    label: String,
    action: &'static str,
    moved: Vec<usize>,
    placed: Vec<usize>,
    deck: Vec<u32>,
}

impl Swaps {
    /// The steps of one pass of this shuffle on a few cards, in place of the many that were audited; `None` if it has no
    /// such steps.
    pub(crate) fn of(job: &Job, seed: u64) -> Option<Self> {
        let cards = job.shape.cards().min(CARDS);
        let dealt = if job.shape.is_whole() { cards } else { job.shape.dealt().min(cards / 2) };
        let shape =
            if dealt == cards { Shape::whole(cards) } else { Shape::deal(cards, dealt).ok()? };
        let job = Job { shape, passes: 1, rng: Generator::Pcg64, ..job.in_order() };
        let trace = Trace::of_seed(&job, &Seed::from_u64(seed)).ok()?;
        let is_short = !trace.steps.is_empty() && trace.steps.len() <= MOST_STEPS;
        is_short.then(|| Self::of_trace(&trace))
    }

    fn of_trace(trace: &Trace) -> Self {
        let step = |step: &trace::Step| Step {
            label: label(step, false),
            action: step.action.name(),
            moved: step.moved.clone(),
            placed: placed(step),
            deck: step.deck.clone(),
        };
        Self {
            algorithm: trace.job.to_string(),
            cards: trace.start.len(),
            base: 0,
            deck: trace.start.clone(),
            steps: trace.steps.iter().map(step).collect(),
        }
    }
}
