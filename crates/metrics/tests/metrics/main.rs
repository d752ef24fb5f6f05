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
mod few_trials;
mod huge_decks;
mod lattice;
mod null_law;
mod planted;
mod verdict;
mod weights;

use rand::{
    SeedableRng,
    distr::{Distribution, weighted::WeightedIndex},
    seq::{IndexedRandom, SliceRandom},
};
use rand_pcg::Pcg64;
use shuffle_algorithms::{Algorithm, dice::DiceSpec, fill::Job, generator::Seed};
use shuffle_metrics::{
    Decks, Evidence, Judgement, Metric, NotApplicable, Outcome, Rows, Shape, Tally, catalogue,
};
use statrs::{
    distribution::Uniform,
    stats_tests::{
        NaNPolicy,
        ks_test::{KSOneSampleAlternativeMethod::TwoSidedApproximate, ks_onesample},
    },
};

/// Cards of many decks, one deck after the other, as narrow as the deck allows.
#[derive(Clone, Debug, PartialEq)]
enum Cards {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Cards {
    /// From written or enumerated numbers.
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

    /// Decks of a shuffle, written as `algorithm` or `algorithm dice`, after `passes` passes.
    fn passed(subject: &str, passes: u32, shape: Shape, trials: usize, seed: u64) -> Self {
        if shape.weights().is_some() {
            let mut rng = Pcg64::seed_from_u64(seed);
            let rows = (0..trials).flat_map(|_| row_by_weights(shape, 0, &mut rng));
            return Self::from_numbers(shape, rows.collect::<Vec<_>>());
        }
        if let Some(blocks) = shape.blocks() {
            let (mut rng, mut rows) = (Pcg64::seed_from_u64(seed), Vec::new());
            let sizes: Vec<usize> = blocks.sizes().map(|(size, _)| size).collect();
            while rows.len() < trials {
                let counts = blocks.counts(*sizes.choose(&mut rng).unwrap()).into_iter();
                let mut block: Vec<usize> =
                    (0..).zip(counts).flat_map(|(arm, count)| vec![arm; count]).collect();
                block.shuffle(&mut rng);
                rows.extend(block);
            }
            return Self::from_numbers(shape, rows.into_iter().take(trials));
        }
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

/// A sound draw by the weights of a shape, and a level where rows have one.
fn row_by_weights(shape: Shape, level: usize, rng: &mut Pcg64) -> Vec<usize> {
    let mut left = shape.weights().unwrap().chances().to_vec();
    let mut row = Vec::new();
    for _ in 0..shape.dealt() {
        let symbol = WeightedIndex::new(&left).unwrap().sample(rng);
        row.push(symbol);
        if !shape.is_with_replacement() {
            left[symbol] = 0.0;
        }
    }
    row.resize(shape.width(), level);
    row
}

/// True if every value of a row fits a byte.
fn is_narrow(shape: Shape) -> bool {
    shape.most_values().max(shape.cards()) <= 256
}

fn whole(cards: usize) -> Shape {
    Shape::whole(cards)
}

fn deal(cards: usize, dealt: usize) -> Shape {
    Shape::deal(cards, dealt).unwrap()
}

/// The metric of a test, or why there is none.
fn build(test: &str, shape: Shape) -> Result<Box<dyn Metric>, NotApplicable> {
    catalogue::of_test(test).unwrap().build(shape)
}

fn tally(metric: &dyn Metric, decks: &Decks<'_>) -> Tally {
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric, decks);
    tally
}

fn count(metric: &dyn Metric, shape: Shape, cards: &Cards) -> Tally {
    tally(metric, &Decks::new(shape, 0, cards.rows()))
}

/// A tally with these counts, as if it had been read from a file.
fn tally_of(trials: u64, cells: &[u64]) -> Tally {
    serde_json::from_value(serde_json::json!({ "trials": trials, "cells": cells })).unwrap()
}

/// The counts times `times`, without summaries: the same trials cannot be counted twice.
fn repeated(tally: &Tally, times: u64) -> Tally {
    let cells = tally.cells().iter().map(|count| count.wrapping_mul(times)).collect();
    Tally::of_counts(tally.trials() * times, cells)
}

fn judge(test: &str, shape: Shape, cards: &Cards) -> Judgement {
    let metric = build(test, shape).unwrap();
    judge_tally(test, metric.as_ref(), &count(metric.as_ref(), shape, cards))
}

/// The judgement of a tally by one of a metric's tests.
fn judge_tally(test: &str, metric: &dyn Metric, tally: &Tally) -> Judgement {
    let mut judgements = metric.judge(tally).into_iter();
    judgements.find(|judgement| judgement.test == test).unwrap()
}

/// The fewest decks that a test judges, as it says itself when it is given fewer.
fn fewest(test: &str, shape: Shape) -> usize {
    let metric = build(test, shape).unwrap();
    let needed = needed(test, metric.as_ref()) as usize;
    match judge(test, shape, &Cards::shuffled("identity", shape, needed, 0)).outcome {
        Outcome::TooFewTrials { needed, .. } => needed as usize,
        _ => needed,
    }
}

/// The decks that a test needs, as it says of none.
fn needed(test: &str, metric: &dyn Metric) -> u64 {
    match judge_tally(test, metric, &Tally::new(metric.cells())).outcome {
        Outcome::TooFewTrials { needed, .. } => needed,
        outcome => panic!("{test} judges no deck: {outcome:?}"),
    }
}

/// P of the test of Kolmogorov and Smirnov that up to a thousand values are uniform.
///
/// It is twice the exact one-sided tail (Birnbaum and Tingey 1951): an upper bound, and below 7e-4, where crossing on both
/// sides is impossible or rarer than 1e-10 of crossing on one, the two-sided tail itself (Simard and L'Ecuyer 2011).
fn ks_uniform(values: impl Iterator<Item = f64>) -> f64 {
    let values = values.collect();
    ks_onesample(values, &Uniform::standard(), TwoSidedApproximate, NaNPolicy::Error).unwrap().1
}

/// The evidence of one test on these decks, of which there must be enough.
fn evidence(test: &str, shape: Shape, cards: &Cards) -> Evidence {
    let judgement = judge(test, shape, cards);
    judgement.evidence().unwrap_or_else(|| panic!("{judgement:?}")).clone()
}
