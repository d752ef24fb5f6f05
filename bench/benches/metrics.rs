//! The cost of each metric for decks of 52 cards, beside the shuffle itself, and the time that it takes to judge them.
//!
//! One thread counts the same block of 4,096 uniform decks again and again, through `observe`, as the engine does. Laws
//! are built before the clock runs. Then it judges the first 4,096 decks of a case, of which scans look at all.
//! `shuffle_metrics::costs` has the figures.
//!
//! `cargo bench -p shuffle-bench --bench metrics`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use shuffle_algorithms::generator::{Generator, Seed};
use shuffle_audit::{Bonus, Pack};
use shuffle_bench::{
    layers::table,
    runs::{self, SEED},
    timer::Runner,
};
use shuffle_metrics::{
    Decks, DrawKind, Rows, Shape, Tally, catalogue::METRICS, metric::MetricEntry,
};
use std::hint::black_box;

const CARDS: usize = 52;
const DECKS: u64 = 4_096;
const LATER_TRIALS: u64 = (1 << 30) + (1 << 16);

fn main() {
    let job = runs::job("fisher-yates", Generator::Pcg64, Shape::whole(CARDS));

    let mut seed = SEED;
    let shuffle = |_| {
        seed += 1;
        drop(black_box(job.decks::<u8>(DECKS as usize, &Seed::from_u64(seed))));
    };
    let mut compared =
        vec![("fisher-yates itself".to_owned(), Runner::fixed(DECKS, Box::new(shuffle)))];
    let (mut judged, mut refused) = (Vec::new(), Vec::new());
    for entry in METRICS {
        let mut shapes = entry.draws.iter().map(|kind| shape(*kind));
        let Some((shape, metric)) = shapes.find_map(|it| Some((it, entry.build(it).ok()?))) else {
            let why = entry.build(shape(entry.draws[0])).err();
            refused.push(format!("{}: {}", name(entry), why.expect("it was refused")));
            continue;
        };
        let job = runs::job("fisher-yates", Generator::Pcg64, shape);
        let rows: &[u8] = job.decks(DECKS as usize, &Seed::from_u64(SEED)).leak();
        let name = format!("{}, {} cells", name(entry), metric.cells());
        judged.push((name.clone(), judging(entry, shape, rows)));
        let mut tally = Tally::new(metric.cells());
        // Columns and the like are made from the rows once, as they are for all metrics of a run together.
        // Some trials of a case have summaries, which no trial may have twice: these have none.
        let decks = Decks::new(shape, LATER_TRIALS, Rows::Narrow(rows));
        let count = move |_| tally.observe(metric.as_ref(), black_box(&decks));
        compared.push((name, Runner::fixed(DECKS, Box::new(count))));
    }
    println!("{}", table("Counting 52 cards; the ratio is to the shuffle", compared));
    println!("{}", table("Judging 4,096 decks; a deck stands for all of them", judged));
    for line in refused {
        println!("{line}");
    }
}

/// What it counts: whole decks, or draws as lotteries and games have them.
fn shape(kind: DrawKind) -> Shape {
    let library = Pack::parse("land=24,spell=36").map(|pack| Shape::of_pack(pack, None));
    match kind {
        DrawKind::Order => Shape::whole(CARDS),
        DrawKind::Unordered => {
            let bonus = Some(Bonus { drum: None, balls: 1 });
            Shape::unordered(49, 6, bonus).expect("there are 49 balls").by_level()
        }
        DrawKind::Replacement => Shape::replacement(10, 4),
        DrawKind::Pack => library.expect("it is a pack").expect("it is dealt whole"),
    }
}

/// Judges the first decks of a case.
fn judging(entry: &MetricEntry, shape: Shape, rows: &[u8]) -> Runner<'static> {
    let metric = entry.build(shape).expect("it was built before");
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric.as_ref(), &Decks::new(shape, 0, Rows::Narrow(rows)));
    Runner::fixed(1, Box::new(move |_| drop(black_box(metric.judge(&tally)))))
}

fn name(entry: &MetricEntry) -> String {
    let tests: Vec<&str> = entry.tests.iter().map(|test| test.id).collect();
    tests.join(", ")
}
