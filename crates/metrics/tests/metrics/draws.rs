//! What every metric of draws must do, whatever it counts: draws without order, with replacement, packs.

use shuffle_algorithms::{Algorithm, fill::Job, generator::Seed};
use shuffle_deck::{DrawKind, Pack, row_check::RowCheck};
use shuffle_metrics::{
    Decks, Metric, Rows, Shape, Tally,
    catalogue::METRICS,
    metric::{MetricEntry, Scope},
};

/// A metric of the list, built for one shape.
struct Built {
    entry: &'static MetricEntry,
    shape: Shape,
    metric: Box<dyn Metric>,
}

/// Draws of all kinds: the smallest, those of lotteries and games, large ones, and those with equal cards of one kind only.
fn shapes() -> Vec<Shape> {
    let pack = |text, deal| Shape::of_pack(Pack::parse(text).unwrap(), deal).unwrap();
    let drawn = |n, k, bonus: &str| Shape::unordered(n, k, bonus.parse().ok()).unwrap();
    vec![
        drawn(2, 1, ""),
        drawn(3, 2, ""),
        drawn(5, 4, ""),
        drawn(6, 2, "1"),
        drawn(49, 6, ""),
        drawn(49, 6, "1").by_level(),
        drawn(69, 5, "26/1"),
        drawn(300, 20, "400/3"),
        drawn(2_000, 300, ""),
        Shape::replacement(2, 1),
        Shape::replacement(2, 9),
        Shape::replacement(10, 3),
        Shape::replacement(10, 4).by_level(),
        Shape::replacement(300, 2),
        pack("a=1,b=1", None),
        pack("a=1,b=3", None),
        pack("a=2,b=2,c=1", Some(2)),
        pack("land=24,spell=36", None),
        pack("land=24,spell=36", Some(7)),
        pack("a=1,b=99", None),
        pack("standard-52x6", None),
        pack("ranks-52", Some(1)),
    ]
}

fn all() -> Vec<Built> {
    let mut all = Vec::new();
    for entry in METRICS.iter().filter(|entry| entry.draws != [DrawKind::Order]) {
        for shape in shapes() {
            match entry.build(shape) {
                Ok(metric) => all.push(Built { entry, shape, metric }),
                Err(why) => assert!(!why.to_string().is_empty(), "{entry:?} {shape:?}"),
            }
        }
    }
    all
}

impl Built {
    fn name(&self) -> String {
        format!("{} of {:?}", self.entry.tests[0].id, self.shape)
    }

    fn rows(&self, trials: usize, seed: u64) -> Vec<u32> {
        let algorithm = Algorithm::parse("fisher-yates").unwrap();
        Job::new(algorithm, self.shape).decks(trials, &Seed::from_u64(seed))
    }

    fn observe(&self, rows: &[u32], first: u64) -> Tally {
        let mut tally = Tally::new(self.metric.cells());
        tally.observe(self.metric.as_ref(), &Decks::new(self.shape, first, Rows::Wide(rows)));
        tally
    }
}

#[test]
fn every_entry_of_draws_applies_somewhere_and_says_where_not() {
    let all = all();
    for entry in METRICS.iter().filter(|entry| entry.draws != [DrawKind::Order]) {
        assert!(all.iter().any(|built| std::ptr::eq(built.entry, entry)), "{entry:?}");
        if !entry.draws.contains(&DrawKind::Order) {
            let why = entry.build(Shape::whole(52)).err().expect("an order is no draw").to_string();
            assert!(why.contains("not of orders"), "{why}");
        }
    }
    for entry in METRICS.iter().filter(|entry| entry.draws == [DrawKind::Order]) {
        assert!(entry.build(Shape::replacement(52, 52)).is_err(), "{entry:?}");
    }
}

#[test]
fn rows_are_those_of_their_shape() {
    for shape in shapes() {
        let job = Job::new(Algorithm::parse("fisher-yates").unwrap(), shape);
        let rows: Vec<u32> = job.decks(50, &Seed::from_u64(3));
        let mut check = RowCheck::new(shape);
        for row in rows.chunks(shape.width()) {
            assert_eq!(check.row(row), Ok(()), "{shape:?}: {row:?}");
        }
    }
}

#[test]
fn tallies_merge_to_the_whole_and_narrow_rows_count_like_wide_ones() {
    const DRAWS: usize = 12;
    for built in all() {
        let (rows, width) = (built.rows(DRAWS, 1), built.shape.width());
        let in_one = built.observe(&rows, 0);
        if built.shape.most_values().max(built.shape.cards()) <= 256 {
            let narrow: Vec<u8> = rows.iter().map(|&value| value as u8).collect();
            let mut tally = Tally::new(built.metric.cells());
            let decks = Decks::new(built.shape, 0, Rows::Narrow(&narrow));
            tally.observe(built.metric.as_ref(), &decks);
            assert_eq!(tally, in_one, "{}", built.name());
        }
        let halves = |split: usize| {
            let (left, right) = rows.split_at(split * width);
            [built.observe(left, 0), built.observe(right, split as u64)]
        };
        let [mut left, right] = halves(5);
        left.merge(&right);
        let [first, mut second] = halves(5);
        second.merge(&first);
        assert_eq!(left, second, "{}: the order of merging", built.name());
        if built.entry.scope != Scope::Neighbours {
            assert_eq!(left, in_one, "{}", built.name());
        }
    }
}

/// Draws that are all equal, and some that are sound, at every number of draws at which something may change.
#[test]
fn judging_never_panics_nor_yields_nan() {
    for built in all() {
        let sound = built.rows(1_024, 2);
        let row = &sound[..built.shape.width()];
        let needed = built.metric.trials_needed().min(3_000);
        for trials in [0, 1, 2, 3, 99, 100, 500, needed - 1, needed, 3_000] {
            let equal = built.observe(&row.repeat(trials as usize), 0);
            let some = trials.min(1_024) as usize * built.shape.width();
            for tally in [equal, built.observe(&sound[..some], 0)] {
                let judgements = built.metric.judge(&tally);
                let tests: Vec<_> = judgements.iter().map(|judgement| judgement.test).collect();
                let listed: Vec<_> = built.entry.tests.iter().map(|test| test.id).collect();
                assert_eq!(tests, listed, "no test is skipped");
                for judgement in judgements {
                    let Some(evidence) = judgement.evidence() else { continue };
                    assert!(tally.trials() > 0, "{} judges nothing", built.name());
                    let (p, least) = (evidence.p_value.ln(), evidence.least_p.ln());
                    assert!(p <= 0.0 && least <= p, "{}: {evidence:?}", built.name());
                    let interval = evidence.effect.interval;
                    assert!(interval.is_none_or(|it| it.low <= it.high), "{}", built.name());
                }
            }
        }
    }
}

/// Two thousand times the same draw: some test of each shape must find that impossible, and of a single sound run none (at a level of
/// 1e-9 a test, 300 tests, seed 2).
#[test]
fn equal_draws_are_told_from_sound_ones() {
    for shape in shapes() {
        let built: Vec<Built> = all().into_iter().filter(|built| built.shape == shape).collect();
        let smallest = |rows: &[u32]| {
            let p = built.iter().flat_map(|built| {
                let judgements = built.metric.judge(&built.observe(rows, 0));
                let ln = |it: &shuffle_metrics::Judgement| Some(it.evidence()?.p_value.ln());
                judgements.iter().filter_map(ln).collect::<Vec<_>>()
            });
            p.fold(0.0, f64::min)
        };
        let sound = built[0].rows(2_000, 2);
        assert!(smallest(&sound) > 1e-9_f64.ln(), "{shape:?}: {}", smallest(&sound));
        let equal = sound[..shape.width()].repeat(2_000);
        assert!(smallest(&equal) < 1e-100_f64.ln(), "{shape:?}: {}", smallest(&equal));
    }
}
