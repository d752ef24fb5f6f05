//! The machine output of `trace`. Names once given stay; more fields may come.

use super::{Traces, label::label};
use crate::{document, error::ReportError};
use serde::Serialize;
use shuffle_algorithms::{
    dice::Roll,
    trace::{Action, Step, StepRoll, Trace, Word},
};

#[derive(Serialize)]
pub(super) struct TraceDocument<'a> {
    #[serde(flatten)]
    trace: TraceReport<'a>,
    /// The number of the first card where people read it; here all cards count from 0.
    base: u32,
    /// The seed of all that was not given; null if all was.
    seed: Option<&'a str>,
    beside: Vec<TraceReport<'a>>,
}

#[derive(Serialize)]
struct TraceReport<'a> {
    algorithm: String,
    cards: usize,
    deal: Option<usize>,
    dice: String,
    rng: &'static str,
    passes: u32,
    start: String,
    /// The rolls, to be given to `--rolls`; null of code that draws by itself.
    rolls: Option<Vec<usize>>,
    deck: &'a [u32],
    steps: Vec<StepReport<'a>>,
    /// The deck after the last step, and the places that hold the deal: the first and the one after the last.
    end: &'a [u32],
    dealt: [usize; 2],
}

#[derive(Serialize)]
struct StepReport<'a> {
    rolls: Vec<RollReport>,
    label: String,
    action: &'static str,
    /// The two places of a swap, or those from and to which a card was lifted, or those at which the deck was cut; empty
    /// otherwise.
    places: Vec<usize>,
    /// Of each packet that moved the place of its first card before and after, and its cards; empty if none did.
    packets: Vec<[usize; 3]>,
    /// The places of the cards that were moved, after the step.
    moved: &'a [usize],
    /// The places whose cards stay there to the end.
    placed: Vec<usize>,
    deck: &'a [u32],
}

/// A roll is a number from the first to the last of its range, and `value` the same in the range that the shuffle asked for.
#[derive(Serialize)]
#[serde(untagged)]
enum RollReport {
    Roll { roll: usize, range: [usize; 2], value: usize, shared: bool },
    Coin { roll: usize, range: [usize; 2], heads: usize, came: bool, shared: bool },
    Word { word: String, bits: usize },
}

impl From<&StepRoll> for RollReport {
    fn from(roll: &StepRoll) -> Self {
        let word = |word: String, bits| Self::Word { word, bits };
        match roll {
            StepRoll::Dice { roll, first, is_shared } => {
                let (shared, number) = (*is_shared, roll.recorded());
                let range = [0, roll.values().saturating_sub(1)];
                match *roll {
                    Roll::Below { value, .. } => {
                        Self::Roll { roll: number, range, value: first + value, shared }
                    }
                    Roll::Chance { came, heads, .. } => {
                        Self::Coin { roll: number, range, heads, came, shared }
                    }
                }
            }
            StepRoll::Word(Word::Narrow(bits)) => word(format!("{bits:#010x}"), 32),
            StepRoll::Word(Word::Wide(bits)) => word(format!("{bits:#018x}"), 64),
            StepRoll::Word(Word::Bytes(bytes)) => {
                word(format!("0x{}", crate::number::hex(bytes)), 8 * bytes.len())
            }
        }
    }
}

impl<'a> StepReport<'a> {
    fn of(step: &'a Step, is_beside: bool) -> Self {
        let (places, packets) = match &step.action {
            Action::Nothing => (Vec::new(), Vec::new()),
            Action::Cut(places) => (places.clone(), Vec::new()),
            Action::Swap(a, b) => (vec![*a, *b], Vec::new()),
            Action::Lift { from, to } => (vec![*from, *to], Vec::new()),
            Action::Packets(packets) => {
                let packets = packets.iter().map(|packet| [packet.from, packet.to, packet.cards]);
                (Vec::new(), packets.collect())
            }
        };
        Self {
            rolls: step.rolls.iter().map(RollReport::from).collect(),
            label: label(step, is_beside),
            action: step.action.name(),
            places,
            packets,
            moved: &step.moved,
            placed: placed(step),
            deck: &step.deck,
        }
    }
}

/// The places whose cards stay there to the end.
pub(super) fn placed(step: &Step) -> Vec<usize> {
    let places = step.placed.iter().enumerate();
    places.filter(|(_, placed)| **placed).map(|(place, _)| place).collect()
}

impl<'a> TraceReport<'a> {
    fn of(trace: &'a Trace, is_beside: bool) -> Self {
        let shape = trace.job.shape;
        Self {
            algorithm: trace.job.algorithm.to_string(),
            cards: shape.cards(),
            deal: (!shape.is_whole()).then(|| shape.dealt()),
            dice: trace.job.dice.to_string(),
            rng: trace.job.rng.id(),
            passes: trace.job.passes,
            start: trace.job.start.to_string(),
            rolls: trace.rolls(),
            deck: &trace.start,
            steps: trace.steps.iter().map(|step| StepReport::of(step, is_beside)).collect(),
            end: trace.end(),
            dealt: [trace.dealt.start, trace.dealt.end],
        }
    }
}

impl<'a> TraceDocument<'a> {
    /// All traces; nothing if there is none.
    pub(super) fn of(traces: &'a Traces) -> Option<Self> {
        let (first, others) = traces.traces.split_first()?;
        Some(Self {
            trace: TraceReport::of(first, false),
            base: traces.base,
            seed: traces.needs_seed().then_some(&traces.seed),
            beside: others.iter().map(|trace| TraceReport::of(trace, true)).collect(),
        })
    }
}

/// All traces as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json(traces: &Traces) -> Result<String, ReportError> {
    document::json(&TraceDocument::of(traces))
}
