//! A trace in words, for people at a terminal.

use super::{OWN, Traces, label::label, name};
use crate::words::{
    Screen,
    layout::{hang, wrap},
};
use shuffle_algorithms::trace::{Action, StepRoll, Trace};
use std::fmt::Write;

/// The most columns for what was rolled.
const WIDEST: usize = 30;

/// The steps of each trace, a line each, where they fit: what was rolled, and the deck with the moved cards in brackets.
#[must_use]
pub fn words(traces: &Traces, screen: &Screen) -> String {
    let mut text = String::new();
    for (index, trace) in traces.traces.iter().enumerate() {
        let rolls = if index == 0 { format!(" ({})", traces.rolls()) } else { String::new() };
        let break_before = if index == 0 { "" } else { "\n" };
        let _ = writeln!(text, "{break_before}{}", wrap(&(name(trace) + &rolls), screen.width));
        steps(&mut text, trace, traces.base, index > 0, screen);
    }
    text.push('\n');
    if traces.has_own_rolls() {
        text.push_str(&wrap(OWN, screen.width));
    }
    let has_cut = traces
        .traces
        .iter()
        .flat_map(|trace| &trace.steps)
        .any(|step| matches!(step.action, Action::Cut(_)));
    let cut = if has_cut { ", or taken off by a cut" } else { "" };
    text + &wrap(&format!("[ ] moved by the step{cut}. Places count from 0."), screen.width)
}

fn steps(text: &mut String, trace: &Trace, base: u32, is_beside: bool, screen: &Screen) {
    let width = screen.width;
    let labels: Vec<String> = trace.steps.iter().map(|step| label(step, is_beside)).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let indent = longest.clamp("start".len(), WIDEST) + 2;
    let digits = (trace.start.len() as u32 + base).saturating_sub(1).to_string().len();
    let cell = digits + 2;
    let mut line = |label: &str, deck: &[u32], moved: &[usize]| {
        let card = |(place, card): (usize, &u32)| {
            let number = card + base;
            if moved.contains(&place) {
                screen.mark(&format!("{:>cell$}", format!("[{number}]")))
            } else {
                format!("{number:>width$} ", width = cell - 1)
            }
        };
        let cards: Vec<String> = deck.iter().enumerate().map(card).collect();
        let mut left = label.to_owned();
        if label.chars().count() + 2 > indent {
            text.push_str(&wrap(label, width));
            left.clear();
        }
        for cards in cards.chunks((width.saturating_sub(indent) / cell).max(1)) {
            let cards = cards.concat();
            let _ = writeln!(text, "{left:indent$}{}", cards.trim_end());
            left.clear();
        }
    };
    line("start", &trace.start, &[]);
    for (step, label) in trace.steps.iter().zip(&labels) {
        line(label, &step.deck, &step.moved);
    }
    if !trace.job.shape.is_whole() {
        let dealt = trace.end()[trace.dealt.clone()].iter().map(|card| (card + base).to_string());
        text.push_str(&hang("dealt: ", &dealt.collect::<Vec<_>>().join(" "), 7, width));
    }
    if trace.steps.iter().flat_map(|step| &step.rolls).any(|roll| matches!(roll, StepRoll::Word(_)))
    {
        let why = "It draws words from a generator by itself; its deck is shown at each draw.";
        text.push_str(&wrap(why, width));
    }
}
