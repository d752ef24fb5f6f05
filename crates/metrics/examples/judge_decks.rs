//! Are these decks uniform? Counts decks from anywhere with several tests, in two halves as two threads would, merges
//! the counts, and rules on all judgements together under one error budget.
//!
//! `cargo run -p shuffle-metrics --example judge_decks`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_metrics::{
    Decks, Rows, Shape, Tally, catalogue,
    verdict::{Budget, Ruling, of_case},
};
use std::error::Error;

const CARDS: usize = 10;
const DECKS: usize = 20_000;

/// Decks one after the other, as they came.
fn decks(mut shuffle: impl FnMut(&mut [u8])) -> Vec<u8> {
    let mut rows = Vec::with_capacity(CARDS * DECKS);
    for _ in 0..DECKS {
        let mut deck: Vec<u8> = (0..CARDS as u8).collect();
        shuffle(&mut deck);
        rows.extend(deck);
    }
    rows
}

fn rule(rows: &[u8]) -> Result<Vec<Ruling>, Box<dyn Error>> {
    let shape = Shape::whole(CARDS);
    let half = rows.len() / 2;
    let mut judgements = Vec::new();
    for id in ["ascents", "position", "fixed-points", "lehmer"] {
        let metric = catalogue::of_test(id).ok_or("a test of that name")?.build(shape)?;
        let count = |rows: &[u8], first_trial| {
            let mut tally = Tally::new(metric.cells());
            tally.observe(metric.as_ref(), &Decks::new(shape, first_trial, Rows::Narrow(rows)));
            tally
        };
        let mut tally = count(&rows[..half], 0);
        tally.merge(&count(&rows[half..], (half / CARDS) as u64));
        // A metric may answer other tests, too: `dealt` asks nothing of whole decks.
        judgements.extend(metric.judge(&tally).into_iter().filter(|it| it.test != "dealt"));
    }
    let mut rulings = Budget::default().rule(vec![(judgements, true)]);
    Ok(rulings.remove(0))
}

fn print(name: &str, rulings: &[Ruling]) {
    println!("{name}: {}", of_case(rulings));
    for ruling in rulings {
        if let Some(evidence) = ruling.judgement.evidence() {
            let log10_p = evidence.p_value.log10();
            println!("  {:14} log10 p = {log10_p:8.2}  {}", ruling.judgement.test, ruling.verdict);
        }
    }
}

fn fair() -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(1);
    decks(|deck| deck.shuffle(&mut rng))
}

/// The mistake: the partner comes from the whole deck.
fn naive() -> Vec<u8> {
    let mut rng = Pcg64::seed_from_u64(1);
    decks(|deck| (0..CARDS).for_each(|place| deck.swap(place, rng.random_range(0..CARDS))))
}

fn main() -> Result<(), Box<dyn Error>> {
    print("rand's shuffle", &rule(&fair())?);
    print("the naive shuffle", &rule(&naive())?);
    Ok(())
}

#[test]
fn the_naive_shuffle_fails_and_that_of_rand_does_not() -> Result<(), Box<dyn Error>> {
    main()?;
    assert_eq!(of_case(&rule(&fair())?), shuffle_metrics::Verdict::Pass);
    assert_eq!(of_case(&rule(&naive())?), shuffle_metrics::Verdict::Fail);
    Ok(())
}
