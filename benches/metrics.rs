//! What each metric costs: ns per deck of 52 cards, for every metric of the list, beside the
//! shuffle itself.
//!
//! One thread counts the same block of 4,096 uniform decks again and again, through `observe`, as
//! the engine does. The metrics run in turn, round after round, so that a slow moment of the
//! machine hits all of them; what is printed are the median and the fastest round. Laws are built
//! before the clock runs.
//!
//! `cargo bench -p shuffle-metrics --bench metrics`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed};
use shuffle_metrics::{Decks, Metric, Rows, Tally, catalogue::METRICS, metric::MetricEntry};
use std::{hint::black_box, time::Instant};

const CARDS: usize = 52;
const DECKS: usize = 4_096;
const ROUNDS: usize = 101;

struct Measured {
    name: String,
    metric: Box<dyn Metric>,
    tally: Tally,
    ns: Vec<f64>,
}

fn main() {
    let shuffle = Algorithm::parse("fisher-yates").expect("it is in the catalogue");
    let job = Job::new(shuffle, Shape::whole(CARDS));
    let shape = Shape::whole(CARDS);
    let rows: Vec<u8> = job.decks(DECKS, &Seed::from_u64(52));
    let decks = Decks::new(shape, 0, Rows::Narrow(&rows));

    let (mut measured, mut refused) = (Vec::new(), Vec::new());
    for entry in METRICS {
        match entry.build(shape) {
            Ok(metric) => measured.push(Measured {
                name: name(entry),
                tally: Tally::new(metric.cells()),
                metric,
                ns: Vec::new(),
            }),
            Err(why) => refused.push((name(entry), why)),
        }
    }
    let mut shuffling = Vec::new();
    for round in 0..=ROUNDS {
        let ns = time(|| drop(black_box(job.decks::<u8>(DECKS, &Seed::from_u64(round as u64)))));
        shuffling.push(ns);
        for one in &mut measured {
            let ns = time(|| one.tally.observe(one.metric.as_ref(), black_box(&decks)));
            one.ns.push(ns);
        }
    }
    println!("{:64}{:>8}{:>9}{:>9}", "ns per deck of 52 cards", "cells", "median", "fastest");
    row("(fisher-yates itself)", 0, shuffling);
    for one in measured {
        row(&one.name, one.metric.cells(), one.ns);
    }
    for (name, why) in refused {
        println!("{name}: {why}");
    }
}

fn name(entry: &MetricEntry) -> String {
    let tests: Vec<&str> = entry.tests.iter().map(|test| test.id).collect();
    tests.join(", ")
}

fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / DECKS as f64
}

/// The first round warms up.
fn row(name: &str, cells: usize, mut ns: Vec<f64>) {
    ns.remove(0);
    ns.sort_by(f64::total_cmp);
    println!("{name:64}{cells:>8}{:>9.1}{:>9.1}", ns[ns.len() / 2], ns[0]);
}
