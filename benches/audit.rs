//! What an audit costs, against whom: the bare loop of `rand`'s own shuffle, in the same run.
//!
//! Both sides draw from Pcg64 and start every deck from the identity; the audit counts degree, ascents,
//! position and, at 10 cards, the table of 10! orders besides. Rounds are interleaved, so that a machine
//! that slows down slows both; what is printed are medians, and the median of the ratios.
//!
//! `cargo bench -p shuffle-audit --bench audit`

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_audit::{
    Plan,
    engine::{self, Options},
};
use std::{hint::black_box, time::Instant};

const ROUNDS: usize = 11;

fn main() {
    println!("{:34}{:>8}{:>14}{:>14}{:>9}", "", "threads", "decks/s", "ns per deck", "ratio");
    for (cards, decks) in [(52, 400_000), (10, 2_000_000)] {
        let metrics: &[&str] = match cards {
            10 => &["degree", "ascents", "position", "permutations"],
            _ => &["degree", "ascents", "position"],
        };
        for algorithm in ["rand-shuffle", "fisher-yates"] {
            compare(algorithm, cards, decks, 1, metrics);
        }
        compare("fisher-yates", cards, decks, 2, metrics);
        compare("fisher-yates", cards, decks, 1, &["degree", "ascents", "position"]);
    }
}

fn compare(algorithm: &str, cards: usize, decks: u64, threads: usize, metrics: &[&str]) {
    let plan = plan(algorithm, cards, decks, metrics);
    let options = Options { threads, ..Options::default() };
    let (mut bare, mut audited, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let loop_ns = time(|| bare_loop(cards, decks), decks);
        let audit_ns = time(|| drop(black_box(engine::run(&plan, &options))), decks);
        // The first round warms up.
        if round > 0 {
            bare.push(loop_ns);
            audited.push(audit_ns);
            ratios.push(audit_ns / loop_ns);
        }
    }
    let what = format!("audit {algorithm}, {cards}, {} tests", metrics.len());
    row(&format!("bare rand shuffle, {cards} cards"), 1, median(&mut bare), 1.0);
    row(&what, threads, median(&mut audited), median(&mut ratios));
}

fn row(what: &str, threads: usize, ns: f64, ratio: f64) {
    println!("{what:34}{threads:>8}{:>14.0}{ns:>14.1}{ratio:>9.2}", 1e9 / ns);
}

fn plan(algorithm: &str, cards: usize, decks: u64, metrics: &[&str]) -> Plan {
    let text = format!(
        "[[case]]\nid = \"bench\"\nalgorithm = \"{algorithm}\"\ncards = {cards}\ntrials = {decks}\n\
         metrics = {metrics:?}"
    );
    Plan::parse("bench.toml", &text).expect("the plan is sound")
}

fn bare_loop(cards: usize, decks: u64) {
    let mut rng = Pcg64::seed_from_u64(1);
    let identity: Vec<u8> = (0..cards as u8).collect();
    let mut deck = identity.clone();
    for _ in 0..decks {
        deck.copy_from_slice(&identity);
        deck.shuffle(&mut rng);
        black_box(&mut deck);
    }
}

fn time(work: impl FnOnce(), decks: u64) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / decks as f64
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
