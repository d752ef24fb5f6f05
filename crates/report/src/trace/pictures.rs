//! A trace as a still sheet and as an animation.

use super::{OWN, Traces, label::label};
use shuffle_algorithms::trace::Trace;
use shuffle_charts::{StepRow, StepStyle, StepTrack, Steps};

/// The steps as the pictures take them.
pub(super) fn steps(traces: &Traces, is_still: bool) -> Steps {
    let legend = match (traces.style, is_still) {
        (StepStyle::Cards, _) => "heavy frame: just moved; red: placed for good",
        (StepStyle::Bars, true) => "from top to bottom, a strip a step",
        (StepStyle::Bars, false) => {
            "above each card in its color; below blue, red once placed for good; dashes: just swapped"
        }
    };
    let own = if traces.has_own_rolls() { format!(". {OWN}") } else { String::new() };
    Steps {
        title: traces.title(),
        subtitle: format!("{}: {legend}{own}", short(&traces.rolls())),
        style: traces.style,
        base: traces.base,
        tracks: traces
            .traces
            .iter()
            .enumerate()
            .map(|(index, trace)| track(trace, index > 0))
            .collect(),
    }
}

/// Long lists of rolls are in the labels anyway.
fn short(rolls: &str) -> &str {
    const LONGEST: usize = 40;
    if rolls.len() > LONGEST { "rolls as given" } else { rolls }
}

fn track(trace: &Trace, is_beside: bool) -> StepTrack {
    let rows = trace.steps.iter().map(|step| StepRow {
        label: label(step, is_beside),
        deck: step.deck.clone(),
        marked: step.moved.clone(),
        placed: step.placed.clone(),
    });
    StepTrack { title: super::with_deal(trace), start: trace.start.clone(), steps: rows.collect() }
}
