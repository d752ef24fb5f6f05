//! A shuffle step by step: in words, as JSON, as a picture, as an animation, and as a page that plays it.

mod format;
mod json;
mod label;
mod pictures;
mod player;
mod swaps;
mod words;

pub use format::TraceFormat;
pub use json::json;
pub use shuffle_charts::StepStyle;
pub(crate) use swaps::Swaps;
pub use words::words;

use crate::words::on_deck;
use shuffle_algorithms::{start::Start, trace::Trace};

/// Traces that are shown side by side, and how.
#[derive(Clone, Debug)]
pub struct Traces {
    /// The trace, and the traces next to it.
    pub traces: Vec<Trace>,
    /// The seed of all that was not given.
    pub seed: String,
    /// True if the rolls of the first trace were given.
    pub are_rolls_given: bool,
    /// The number of the first card where people read it.
    pub base: u32,
    /// How a deck is drawn.
    pub style: StepStyle,
}

impl Traces {
    /// What was shuffled, in words.
    fn title(&self) -> String {
        match &self.traces[..] {
            [one] => name(one),
            [first, others @ ..] => {
                let others: Vec<String> =
                    others.iter().map(|trace| trace.job.to_string()).collect();
                format!("{}, next to {}", name(first), others.join(" and "))
            }
            [] => String::new(),
        }
    }

    /// Where the rolls are from, in words: all that it takes to see the same again.
    fn rolls(&self) -> String {
        let seed = format!("seed {}", self.seed);
        if !self.are_rolls_given {
            return seed;
        }
        let rolls = self.traces.first().and_then(Trace::rolls).unwrap_or_default();
        let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
        let rolls = if rolls.is_empty() {
            "no rolls".to_owned()
        } else {
            format!("rolls {}", rolls.join(", "))
        };
        if self.needs_seed() { format!("{rolls}; {seed}") } else { rolls }
    }

    /// True if something came from the seed.
    fn needs_seed(&self) -> bool {
        let is_random = |trace: &Trace| trace.job.start == Start::Random;
        !self.are_rolls_given || self.has_own_rolls() || self.traces.iter().any(is_random)
    }

    /// True if a trace after the first has a roll of its own, marked by an asterisk.
    fn has_own_rolls(&self) -> bool {
        let others = self.traces.iter().skip(1);
        others.flat_map(|trace| &trace.steps).flat_map(|step| &step.rolls).any(label::is_own)
    }
}

/// The shuffle of a trace, in words.
fn name(trace: &Trace) -> String {
    on_deck(&trace.job, trace.job.shape)
}

/// The shuffle of a trace above its deck, and where the deal lies in the end.
fn with_deal(trace: &Trace) -> String {
    let job = &trace.job;
    match (job.shape.is_whole(), trace.dealt.clone()) {
        (true, _) => job.to_string(),
        (false, dealt) if dealt.len() < 2 => format!("{job}, deal at place {}", dealt.start),
        (false, dealt) => format!("{job}, deal at places {} to {}", dealt.start, dealt.end - 1),
    }
}

/// What the asterisk of a roll means.
const OWN: &str = "* a roll of its own, where the roll of the first shuffle does not fit";
