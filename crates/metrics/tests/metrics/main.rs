//! The metrics and the rules of a verdict against everything that they claim: conformance of every metric,
//! exact null laws, calibration under a sound shuffle, detection of planted defects, Holm. [`claims`] has the table of claims.
//!
//! All seeds are fixed, so that a test that passed passes again; each states the level at which it
//! would have failed a sound metric.

mod calibration;
mod claims;
mod columns;
mod conformance;
mod definition;
mod detection;
mod draws;
mod effects;
mod exact;
mod huge_decks;
mod lattice;
mod null_law;
mod planted;
mod verdict;

use shuffle_algorithms::{Algorithm, dice::DiceSpec, fill::Job, generator::Seed};
use shuffle_metrics::{Decks, Evidence, Judgement, Metric, Outcome, Rows, Shape, Tally, catalogue};

/// Cards of many decks, one deck after the other, as narrow as the deck allows.
#[derive(Clone, Debug, PartialEq)]
enum Cards {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Cards {
    /// From numbers that somebody wrote down or enumerated.
    fn from_numbers(shape: Shape, numbers: impl IntoIterator<Item = usize>) -> Self {
        let numbers = numbers.into_iter();
        if is_narrow(shape) {
            Self::Narrow(numbers.map(|card| card as u8).collect())
        } else {
            Self::Wide(numbers.map(|card| card as u32).collect())
        }
    }

    /// Decks of a catalogued shuffle.
    fn shuffled(subject: &str, shape: Shape, trials: usize, seed: u64) -> Self {
        Self::passed(subject, 1, shape, trials, seed)
    }

    /// Decks of a shuffle, written as `algorithm` or `algorithm dice`, after so many passes.
    fn passed(subject: &str, passes: u32, shape: Shape, trials: usize, seed: u64) -> Self {
        let (algorithm, dice) = subject.split_once(' ').unwrap_or((subject, "exact"));
        let mut job = Job::new(Algorithm::parse(algorithm).unwrap(), shape);
        (job.dice, job.passes) = (DiceSpec::parse(dice).unwrap(), passes);
        let seed = Seed::from_u64(seed);
        if is_narrow(shape) {
            Self::Narrow(job.decks(trials, &seed))
        } else {
            Self::Wide(job.decks(trials, &seed))
        }
    }

    fn rows(&self) -> Rows<'_> {
        match self {
            Self::Narrow(rows) => Rows::Narrow(rows),
            Self::Wide(rows) => Rows::Wide(rows),
        }
    }

    /// The same decks in the other width.
    fn widened(&self) -> Vec<u32> {
        match self {
            Self::Narrow(rows) => rows.iter().map(|&card| card.into()).collect(),
            Self::Wide(rows) => rows.clone(),
        }
    }

    fn block(&self, shape: Shape, from: usize, to: usize) -> Decks<'_> {
        let (start, end) = (from * shape.width(), to * shape.width());
        let rows = match self {
            Self::Narrow(rows) => Rows::Narrow(&rows[start..end]),
            Self::Wide(rows) => Rows::Wide(&rows[start..end]),
        };
        Decks::new(shape, from as u64, rows)
    }
}

/// Whether every value of a row fits a byte.
fn is_narrow(shape: Shape) -> bool {
    shape.most_values().max(shape.cards()) <= 256
}

fn whole(cards: usize) -> Shape {
    Shape::whole(cards)
}

fn deal(cards: usize, dealt: usize) -> Shape {
    Shape::deal(cards, dealt).unwrap()
}

fn count(metric: &dyn Metric, shape: Shape, cards: &Cards) -> Tally {
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric, &Decks::new(shape, 0, cards.rows()));
    tally
}

/// A tally with these counts, as if it had been read from a file.
fn tally_of(trials: u64, cells: &[u64]) -> Tally {
    serde_json::from_value(serde_json::json!({ "trials": trials, "cells": cells })).unwrap()
}

/// The counts so many times over, without summaries: the same trials cannot be counted twice.
fn repeated(tally: &Tally, times: u64) -> Tally {
    let cells = tally.cells().iter().map(|count| count.wrapping_mul(times)).collect();
    Tally::of_counts(tally.trials() * times, cells)
}

fn judge(test: &str, shape: Shape, cards: &Cards) -> Judgement {
    let metric = catalogue::of_test(test).unwrap().build(shape).unwrap();
    let tally = count(metric.as_ref(), shape, cards);
    let mut judgements = metric.judge(&tally).into_iter();
    judgements.find(|judgement| judgement.test == test).unwrap()
}

/// The fewest decks that a test judges, as it says itself when it is given fewer.
fn fewest(test: &str, shape: Shape) -> usize {
    let needed = catalogue::of_test(test).unwrap().build(shape).unwrap().trials_needed() as usize;
    match judge(test, shape, &Cards::shuffled("identity", shape, needed, 0)).outcome {
        Outcome::TooFewTrials { needed, .. } => needed as usize,
        _ => needed,
    }
}

/// The evidence of one test on these decks, of which there must be enough.
fn evidence(test: &str, shape: Shape, cards: &Cards) -> Evidence {
    let judgement = judge(test, shape, cards);
    judgement.evidence().unwrap_or_else(|| panic!("{judgement:?}")).clone()
}
