//! A page that plays the steps: one file, which needs nothing else.

use super::{OWN, Traces, json::TraceDocument, label::label};
use crate::{formats::FormatError, page};
use minijinja::{Value, context, value::Serde};
use shuffle_algorithms::trace::Trace;
use shuffle_charts::StepStyle;

/// The page.
pub(super) fn page(traces: &Traces) -> Result<String, FormatError> {
    let style = match traces.style {
        StepStyle::Cards => "cards",
        StepStyle::Bars => "bars",
    };
    let tracks =
        traces.traces.iter().enumerate().map(|(index, trace)| track(trace, traces.base, index > 0));
    page::render(
        "player.html",
        context! {
            title => traces.title(),
            rolls => traces.rolls(),
            own => traces.has_own_rolls().then_some(OWN),
            style,
            tracks => tracks.collect::<Vec<_>>(),
            document => Serde(TraceDocument::of(traces)),
        },
    )
}

/// What is said of a shuffle without a script, too: its name, and each step in words.
fn track(trace: &Trace, base: u32, is_beside: bool) -> Value {
    let deck = |deck: &[u32]| {
        let numbers: Vec<String> = deck.iter().map(|card| (card + base).to_string()).collect();
        numbers.join(" ")
    };
    let steps = trace.steps.iter().map(|step| {
        let label = match label(step, is_beside) {
            nothing if nothing.is_empty() => "no roll".to_owned(),
            label => label,
        };
        context! { label, deck => deck(&step.deck) }
    });
    context! {
        name => trace.job.to_string(),
        start => deck(&trace.start),
        steps => steps.collect::<Vec<_>>(),
    }
}
