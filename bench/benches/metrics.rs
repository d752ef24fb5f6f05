//! The cost of each metric for decks of 52 cards, next to the shuffle itself, and the time that it takes to judge them.
//!
//! One thread counts the same block of 4,096 uniform decks again and again, through `observe`, as the engine does; laws
//! are built before the clock runs. Then it judges the first 4,096 decks of a case, of which scans look at all.
//! `shuffle_metrics::costs` has the figures: the time of a sample divided by 4,096 is the time of a deck.
//!
//! `cargo bench -p shuffle-bench --bench metrics [-- PART OF A NAME]`

use divan::{Bencher, counter::ItemsCount};
use shuffle_algorithms::generator::{Generator, Seed};
use shuffle_audit::{Bonus, Pack};
use shuffle_bench::runs::{self, SEED};
use shuffle_metrics::{
    Decks, DrawKind, Metric, MetricEntry, Rows, Shape, Tally, catalogue::METRICS,
};
use std::{fmt, hint::black_box};

const CARDS: usize = 52;
const DECKS: u64 = 4_096;
/// Some trials of a case have summaries, which no trial may have twice: later ones have none.
const LATER_TRIALS: u64 = (1 << 30) + (1 << 16);

fn main() {
    divan::main();
}

/// A metric, for decks or for draws of the first kind that it can count.
struct Counted {
    entry: &'static MetricEntry,
    shape: Shape,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tests: Vec<&str> = self.entry.tests.iter().map(|test| test.id).collect();
        write!(f, "{}, {} cells", tests.join(", "), self.metric().cells())
    }
}

impl Counted {
    fn metric(&self) -> Box<dyn Metric> {
        self.entry.build(self.shape).expect("it was built before")
    }

    fn rows(&self) -> Vec<u8> {
        let job = runs::job("fisher-yates", Generator::Pcg64, self.shape);
        job.decks(DECKS as usize, &Seed::from_u64(SEED))
    }
}

/// All metrics but those that count no such decks.
fn metrics() -> Vec<Counted> {
    let of = |entry: &'static MetricEntry| {
        let mut shapes = entry.draws.iter().flat_map(|&kind| shapes(kind));
        let shape = shapes.find(|&shape| entry.build(shape).is_ok())?;
        Some(Counted { entry, shape })
    };
    METRICS.iter().filter_map(of).collect()
}

/// Whole decks, or draws as lotteries and games have them: with a bonus ball of the same drum, and of a drum of its own.
fn shapes(kind: DrawKind) -> Vec<Shape> {
    let library = Pack::parse("land=24,spell=36").map(|pack| Shape::of_pack(pack, None));
    let draw = |cards, balls, drum| Shape::unordered(cards, balls, Some(Bonus { drum, balls: 1 }));
    match kind {
        DrawKind::Order => vec![Shape::whole(CARDS)],
        DrawKind::Unordered => vec![
            draw(49, 6, None).expect("there are 49 balls").by_level(),
            draw(69, 5, Some(26)).expect("there are 69 balls"),
        ],
        DrawKind::Replacement => vec![Shape::replacement(10, 4)],
        // A shuffle makes no lists.
        DrawKind::Blocks => Vec::new(),
        DrawKind::Varying => vec![Shape::varying(20, 10).expect("there are 20 names")],
        DrawKind::Pack => vec![library.expect("it is a pack").expect("it is dealt whole")],
        // No shuffle of the catalogue has weights.
        DrawKind::Weighted | DrawKind::Successive => Vec::new(),
        // Nor any that obey a rule.
        DrawKind::Ruled => Vec::new(),
    }
}

#[divan::bench(max_time = 1)]
fn shuffle(bencher: Bencher<'_, '_>) {
    let job = runs::job("fisher-yates", Generator::Pcg64, Shape::whole(CARDS));
    let mut seed = SEED;
    bencher.counter(ItemsCount::new(DECKS)).bench_local(|| {
        seed += 1;
        job.decks::<u8>(DECKS as usize, &Seed::from_u64(seed))
    });
}

#[divan::bench(args = metrics(), max_time = 0.2)]
fn count(bencher: Bencher<'_, '_>, counted: &Counted) {
    let (metric, rows) = (counted.metric(), counted.rows());
    let mut tally = Tally::new(metric.cells());
    // Columns and the like are made from the rows once, as they are for all metrics of a run together.
    let decks = Decks::new(counted.shape, LATER_TRIALS, Rows::Narrow(&rows));
    bencher
        .counter(ItemsCount::new(DECKS))
        .bench_local(|| tally.observe(metric.as_ref(), black_box(&decks)));
}

#[divan::bench(args = metrics(), max_time = 0.2)]
fn judge(bencher: Bencher<'_, '_>, counted: &Counted) {
    let (metric, rows) = (counted.metric(), counted.rows());
    let mut tally = Tally::new(metric.cells());
    tally.observe(metric.as_ref(), &Decks::new(counted.shape, 0, Rows::Narrow(&rows)));
    bencher.bench_local(|| metric.judge(&tally));
}
