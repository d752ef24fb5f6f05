//! One deck shuffled step by step, for a page.

use crate::BookError;
use shuffle_algorithms::{
    Algorithm, Shape,
    catalogue::Family,
    dice::Roll,
    fill::Job,
    generator::Seed,
    trace::{Action, Draw, Step, Trace},
};

/// The seed of all examples.
const SEED: u64 = 1;

/// Longer courses teach nothing more.
const MOST_STEPS: usize = 14;

/// A worked example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Cards in the deck.
    pub cards: usize,
    /// A line for the start and one for each step.
    pub lines: String,
    /// True if it rolls.
    pub rolls: bool,
}

/// The course of a shuffle on a few cards; `None` for code that draws by itself and for courses that are too long.
///
/// # Errors
///
/// [`BookError::Entry`] if it cannot be traced.
pub fn of(algorithm: &Algorithm) -> Result<Option<Example>, BookError> {
    if algorithm.is_foreign() {
        return Ok(None);
    }
    // Packets are not seen in five cards.
    let cards = if algorithm.entry().family == Family::Hand { 10 } else { 5 };
    let job = Job::new(algorithm.clone(), Shape::whole(cards));
    let trace = Trace::of_seed(&job, &Seed::from_u64(SEED))
        .map_err(|why| BookError::entry(algorithm.entry().id, why))?;
    if trace.steps.is_empty() || trace.steps.len() > MOST_STEPS {
        return Ok(None);
    }
    let drawn: Vec<String> = trace.steps.iter().map(draws).collect();
    let width = drawn.iter().map(String::len).chain([5]).max().unwrap_or(0);
    let mut lines = vec![format!("{:width$}   {}", "start", deck(&trace.start))];
    for (step, drawn) in trace.steps.iter().zip(&drawn) {
        let line = format!("{drawn:width$}   {}   {}", deck(&step.deck), moved(&step.action));
        lines.push(line.trim_end().to_owned());
    }
    let rolls = drawn.iter().any(|drawn| !drawn.is_empty());
    Ok(Some(Example { cards, lines: lines.join("\n"), rolls }))
}

fn deck(cards: &[u32]) -> String {
    cards.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn draws(step: &Step) -> String {
    let words: Vec<String> = step.draws.iter().filter_map(draw).collect();
    words.join(", ")
}

fn moved(action: &Action) -> String {
    match action {
        Action::Nothing => String::new(),
        Action::Swap(a, b) if a == b => format!("place {a} stays"),
        Action::Swap(a, b) => format!("places {a} and {b} swapped"),
        Action::Lift { from, to } if from == to => format!("place {from} stays"),
        Action::Lift { from, to } => format!("from place {from} to place {to}"),
        Action::Packets(packets) => {
            let all: usize = packets.iter().map(|packet| packet.cards).sum();
            format!("{all} cards move, in {} packets", packets.len())
        }
    }
}

fn draw(draw: &Draw) -> Option<String> {
    let Draw::Roll { roll, first, .. } = *draw else { return None };
    Some(match roll {
        Roll::Below { value, of } => {
            format!("{} of {first} to {}", first + value, first + of - 1)
        }
        Roll::Chance { came, heads, of } if 2 * heads == of => {
            (if came { "heads" } else { "tails" }).to_owned()
        }
        Roll::Chance { came, heads, of } => {
            format!("{} ({heads} in {of})", if came { "yes" } else { "no" })
        }
    })
}
