//! A page that plays the steps: one file, which needs nothing else.

use super::{OWN, Traces, json::TraceDocument, label::label};
use crate::{error::FormatError, page};
use minijinja::{Value, context, value::Serde};
use shuffle_algorithms::trace::Trace;
use shuffle_charts::{CARD_COLORS, PlotError, StepStyle};

/// What starts the players of the page.
const START: &str = include_str!("../../templates/player/start.js");

/// The most cards in all decks together, each of which is a word on the page.
const MOST_CARDS: usize = 300_000;

pub(super) fn page(traces: &Traces) -> Result<String, FormatError> {
    let found = traces.traces.iter().map(|trace| trace.start.len() * (trace.steps.len() + 1)).sum();
    if found > MOST_CARDS {
        let what = "cards of all steps";
        return Err(PlotError::TooMany { what, limit: MOST_CARDS, found }.into());
    }
    let style = match traces.style {
        StepStyle::Cards => "cards",
        StepStyle::Bars => "bars",
    };
    let tracks =
        traces.traces.iter().enumerate().map(|(index, trace)| track(trace, traces.base, index > 0));
    let scripts: Vec<&str> = page::PLAYER.into_iter().chain([START]).collect();
    page::render(
        "player.html",
        context! {
            script => page::script::together(&scripts),
            title => traces.title(),
            rolls => traces.rolls(),
            own => traces.has_own_rolls().then_some(OWN),
            style,
            tracks => tracks.collect::<Vec<_>>(),
            colors => Serde(CARD_COLORS),
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
        context! { label => label(step, is_beside), deck => deck(&step.deck) }
    });
    context! {
        name => super::with_deal(trace),
        start => deck(&trace.start),
        steps => steps.collect::<Vec<_>>(),
    }
}
