//! One deck shuffled step by step, as the command `trace` prints it.

use crate::{BookError, command::Command};
use shuffle_algorithms::{
    Algorithm, Shape,
    catalogue::Family,
    fill::Job,
    generator::Seed,
    trace::{Trace, TraceError},
};
use shuffle_audit::{seeds::PlanSeed, words::Screen};
use shuffle_report::trace::{self, StepStyle, Traces};

const SEED: u64 = 1;

/// Longer courses teach nothing more.
const MOST_STEPS: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    pub(crate) command: Command,
    pub(crate) printed: String,
}

/// The course of a shuffle on a few cards; `None` if it is too long.
pub(crate) fn of(algorithm: &Algorithm, name: &str) -> Result<Option<Example>, BookError> {
    // Packets are not seen in five cards.
    let cards = if algorithm.entry().family == Family::Hand { 10 } else { 5 };
    let job = Job::new(algorithm.clone(), Shape::whole(cards));
    let wrong = |why: TraceError| BookError::entry(algorithm.entry().id, why);
    let trace = Trace::of_seed(&job, &Seed::from_u64(SEED)).map_err(wrong)?;
    if trace.steps.len() > MOST_STEPS {
        return Ok(None);
    }
    let traces = Traces {
        traces: vec![trace],
        seed: PlanSeed(SEED).to_string(),
        are_rolls_given: false,
        base: 0,
        style: StepStyle::Cards,
    };
    let command =
        Command::new(&format!("trace --algorithm {name} --cards {cards} --seed {SEED}"), 0);
    let printed = trace::words(&traces, &Screen::default());
    Ok(Some(Example { command, printed: printed.trim_end().to_owned() }))
}
