//! Rules for every metric of the list, whatever it counts.

use crate::{Cards, build, deal, is_narrow, repeated, tally, whole};
use proptest::prelude::*;
use shuffle_deck::{Blocks, Pack, Rule, RuleParts, Weights};
use shuffle_metrics::{
    Decks, Executor, Judgement, Law, Metric, MetricEntry, Outcome, Record, RowClasses, Rows, Scope,
    Serial, Shape, Tail, Tally, catalogue::METRICS,
};
use std::f64::consts::LN_2;
use std::{panic::AssertUnwindSafe, sync::LazyLock};

/// A metric of the list, built for one shape.
pub(crate) struct Built {
    pub(crate) entry: &'static MetricEntry,
    pub(crate) shape: Shape,
    pub(crate) metric: Box<dyn Metric>,
}

/// The metrics are tried at these sizes: the smallest, some in between, and beyond a byte; whole and dealt.
fn shapes() -> [Shape; 9] {
    [
        whole(2),
        whole(3),
        whole(5),
        whole(10),
        whole(52),
        deal(52, 9),
        whole(300),
        deal(300, 7),
        whole(1000),
    ]
}

/// Draws of all kinds: the smallest, lotteries and games, large ones, and packs in which only one kind has equal
/// cards.
pub(crate) fn shapes_of_draws() -> [Shape; 39] {
    let pack = |text, deal| Shape::of_pack(Pack::parse(text).unwrap(), deal).unwrap();
    let groups = RuleParts { groups_people: true, ..RuleParts::default() };
    let people = |text| pack(text, None).with_rule(Rule::new(groups.clone()));
    let blocks =
        |sizes, arms| Shape::of_blocks(Blocks::parse(sizes, Pack::parse(arms).unwrap()).unwrap());
    let weighted = |text, deal| Shape::weighted(Weights::parse(text).unwrap(), deal);
    let varying = |n, longest| Shape::varying(n, longest).unwrap();
    let drawn = |n, k, bonus: &str| Shape::unordered(n, k, bonus.parse().ok()).unwrap();
    [
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
        Shape::replacement(20_000, 2),
        pack("a=1,b=1", None),
        pack("a=1,b=3", None),
        pack("a=2,b=2,c=1", Some(2)),
        pack("land=24,spell=36", None),
        pack("land=24,spell=36", Some(7)),
        pack("a=1,b=99", None),
        pack("standard-52x6", None),
        pack("ranks-52", Some(1)),
        weighted("70,20,8,2", 1),
        weighted("1,1e-4", 2),
        weighted("3,2,1", 3),
        weighted("5,0,1", 4),
        weighted("90,10", 1).by_level(),
        Shape::successive(Weights::parse("4,3,2,1").unwrap(), 2, false).unwrap(),
        Shape::successive(Weights::parse("5,4,3,2,1,0").unwrap(), 3, true).unwrap(),
        blocks("4", "a=1,b=1"),
        blocks("3,6", "a=2,b=1"),
        people("a=3,b=3,c=2"),
        people("a=1,b=1"),
        pack("a=2,b=3", None).by_level(),
        deal(7, 3).by_level(),
        varying(2, 2),
        varying(20, 10).by_level(),
        varying(300, 9),
    ]
}

/// Every metric at every shape to which it applies.
fn built(shapes: &[Shape]) -> Vec<Built> {
    let mut all = Vec::new();
    for entry in METRICS {
        for &shape in shapes {
            // Three classes of rows, in batches of two, for metrics that need them.
            let cards = shape.cards();
            let classes = RowClasses::shards(cards, cards.div_ceil(3), 2).ok();
            match entry.build_of(shape, classes.as_ref()) {
                Ok(metric) => all.push(Built { entry, shape, metric }),
                Err(why) => assert!(!why.to_string().is_empty(), "{entry:?} {shape:?}"),
            }
        }
    }
    all
}

static ALL: LazyLock<Vec<Built>> = LazyLock::new(|| built(&shapes()));
pub(crate) static DRAWS: LazyLock<Vec<Built>> = LazyLock::new(|| built(&shapes_of_draws()));

fn orders_and_draws() -> impl Iterator<Item = &'static Built> {
    ALL.iter().chain(&*DRAWS)
}

/// Tallies beyond this are not built dozens of times.
const LARGE: usize = 1_000_000;

/// Some metrics inspect single trials up to this number.
const ONE_BY_ONE: u64 = 20_000;

impl Built {
    pub(crate) fn decks(&self, trials: usize, seed: u64) -> Cards {
        Cards::shuffled("fisher-yates", self.shape, trials, seed)
    }

    pub(crate) fn name(&self) -> String {
        format!("{} of {:?}", self.entry.tests[0].id, self.shape)
    }

    pub(crate) fn observe(&self, cards: &Cards, from: usize, to: usize) -> Tally {
        tally(self.metric.as_ref(), &cards.block(self.shape, from, to))
    }

    /// The tally of all blocks between these cuts, one after the other.
    fn observe_blocks(&self, cards: &Cards, cuts: &[usize]) -> Tally {
        let mut tally = Tally::new(self.metric.cells());
        for cut in cuts.windows(2) {
            tally.observe(self.metric.as_ref(), &cards.block(self.shape, cut[0], cut[1]));
        }
        tally
    }

    /// True if its counts depend on where blocks are cut; then only whole blocks can be merged.
    fn looks_across_decks(&self) -> bool {
        self.entry.scope == Scope::Neighbors
    }

    /// Equal decks, in one block; if there are very many, in blocks of two.
    fn equal_decks(&self, numbers: &[usize], trials: u64) -> Tally {
        if trials <= ONE_BY_ONE {
            let cards = Cards::from_numbers(self.shape, numbers.repeat(trials as usize));
            return self.observe(&cards, 0, trials as usize);
        }
        let cards = Cards::from_numbers(self.shape, [numbers, numbers].concat());
        let mut tally = repeated(&self.observe(&cards, 0, 2), trials / 2);
        tally.merge(&repeated(&self.observe(&cards, 0, 1), trials % 2));
        tally
    }

    fn in_order(&self) -> Vec<usize> {
        (0..self.shape.dealt()).chain(self.shape.is_by_level().then_some(0)).collect()
    }
}

#[test]
fn every_entry_applies_somewhere_and_no_test_is_listed_twice() {
    for entry in METRICS {
        assert!(!entry.tests.is_empty());
        let applies = orders_and_draws().any(|built| std::ptr::eq(built.entry, entry));
        assert!(applies, "{entry:?} applies to none of the shapes");
    }
    let mut ids: Vec<_> = shuffle_metrics::catalogue::tests().map(|test| test.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), shuffle_metrics::catalogue::tests().count());
}

#[test]
fn tallies_merge_to_the_whole_at_every_split() {
    const DECKS: usize = 12;
    for built in orders_and_draws() {
        let cards = built.decks(DECKS, 1);
        let in_one = built.observe(&cards, 0, DECKS);
        assert_eq!(in_one.trials(), DECKS as u64);
        let step = if built.metric.cells() > LARGE { 4 } else { 1 };
        for split in (0..=DECKS).step_by(step) {
            let (left, right) =
                (built.observe(&cards, 0, split), built.observe(&cards, split, DECKS));
            let (mut one, mut other) = (left.clone(), right.clone());
            one.merge(&right);
            other.merge(&left);
            // A tally that continues counting is the same as one that merges.
            let whole = built.observe_blocks(&cards, &[0, split, DECKS]);
            assert!(one == whole && other == whole, "{} split at {split}", built.name());
            assert!(whole == in_one || built.looks_across_decks(), "{} at {split}", built.name());
        }
    }
}

/// Runs parts on threads of their own, the last first.
struct OnThreads;

impl Executor for OnThreads {
    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let numbers: Vec<usize> = (0..parts).rev().collect();
        std::thread::scope(|scope| {
            for numbers in numbers.chunks(parts.div_ceil(2).max(1)) {
                scope.spawn(move || numbers.iter().copied().for_each(part));
            }
        });
    }
}

/// Cut packets are seen by nearly all tests, so that there is something to show.
#[test]
fn judgements_in_parts_are_those_of_one_thread() {
    for built in ALL.iter().filter(|it| it.metric.cells() <= LARGE && it.shape.cards() <= 52) {
        for (algorithm, decks) in [("hindu", 700), ("fisher-yates", 1_100)] {
            let cards = Cards::shuffled(algorithm, built.shape, decks, 3);
            let tally = built.observe(&cards, 0, decks);
            let judged = built.metric.judge(&tally);
            let found = built.metric.exhibit_found(&tally, &judged);
            let shown: Vec<_> = built.metric.exhibit(&tally).into_iter().chain(found).collect();
            let wanted = format!("{judged:?} {shown:?}");
            for executor in [&Serial as &dyn Executor, &OnThreads] {
                let (judged, shown) = built.metric.judge_and_show(&tally, &|_| true, executor);
                assert_eq!(
                    format!("{judged:?} {shown:?}"),
                    wanted,
                    "{}, {algorithm}",
                    built.name()
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn merging_is_associative_and_commutative_over_random_splits(
        which in 0..10_000_usize,
        seed in any::<u64>(),
        mut cuts in prop::collection::vec(0..=40_usize, 0..6),
        order in any::<prop::sample::Index>(),
    ) {
        let built = orders_and_draws().nth(which % (ALL.len() + DRAWS.len())).unwrap();
        let cards = built.decks(40, seed);
        cuts.extend([0, 40]);
        cuts.sort_unstable();
        let whole = built.observe_blocks(&cards, &cuts);
        prop_assert!(
            whole == built.observe(&cards, 0, 40) || built.looks_across_decks(),
            "{}", built.name()
        );
        let mut parts: Vec<Tally> =
            cuts.windows(2).map(|cut| built.observe(&cards, cut[0], cut[1])).collect();
        // From the left, then from the right and in another order.
        let mut from_left = Tally::new(built.metric.cells());
        parts.iter().for_each(|part| from_left.merge(part));
        prop_assert!(from_left == whole, "{}", built.name());
        let turn = order.index(parts.len());
        parts.rotate_left(turn);
        let from_right = parts.into_iter().reduce(|sum, mut part| {
            part.merge(&sum);
            part
        });
        prop_assert!(from_right == Some(whole), "{}", built.name());
    }
}

#[test]
fn narrow_and_wide_rows_give_the_same_counts() {
    for built in orders_and_draws().filter(|built| is_narrow(built.shape)) {
        let cards = built.decks(30, 3);
        let narrow = built.observe(&cards, 0, 30);
        let wide = cards.widened();
        let wide = tally(built.metric.as_ref(), &Decks::new(built.shape, 0, Rows::Wide(&wide)));
        assert!(wide == narrow, "{}", built.name());
    }
}

#[test]
fn tallies_and_records_survive_a_file() {
    for built in orders_and_draws().filter(|built| built.metric.cells() <= LARGE) {
        let tally = built.observe(&built.decks(20, 4), 0, 20);
        let text = serde_json::to_string(&tally).unwrap();
        assert!(serde_json::from_str::<Tally>(&text).unwrap() == tally, "{}", built.name());
        let test = built.entry.tests[0].id;
        let record = Record::new("0x1f", test, tally.clone());
        let text = serde_json::to_string(&record).unwrap();
        let back: Record = serde_json::from_str(&text).unwrap();
        assert!(back == record);
        assert!(back.open("0x1f", test) == Ok(tally));
    }
}

#[test]
fn a_tally_of_another_metric_is_refused() {
    for built in orders_and_draws() {
        let refused = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let mut tally = Tally::new(built.metric.cells() + 1);
            tally.observe(built.metric.as_ref(), &built.decks(1, 6).block(built.shape, 0, 1));
        }));
        assert!(refused.is_err(), "{}", built.name());
    }
}

/// Everything that a judgement promises, however odd the data.
pub(crate) fn assert_sound(built: &Built, tally: &Tally, judgements: &[Judgement]) {
    let (name, trials) = (built.name(), tally.trials());
    let ids = |judgement: &Judgement| judgement.test;
    assert!(
        judgements.iter().map(ids).eq(built.entry.tests.iter().map(|test| test.id)),
        "{name}: tests and their order"
    );
    for judgement in judgements {
        match &judgement.outcome {
            Outcome::TooFewTrials { trials: seen, needed } => {
                assert_eq!(judgement.status(), "too_few_trials");
                assert_eq!(*seen, trials, "{name}");
                assert!(*needed > trials, "{name}: {needed} needed, {trials} seen, not judged");
            }
            Outcome::NotApplicable { why } => assert!(!why.is_empty(), "{name}"),
            Outcome::Judged(evidence) => {
                assert_eq!(judgement.status(), "ok");
                let p = evidence.p_value;
                assert!(evidence.statistic.is_finite() && evidence.effect.value.is_finite());
                assert!(p.ln().is_finite() && p.log10().is_finite() && p.ln() <= 0.0, "{name}");
                assert!(p.value() > 0.0 && p.value() <= 1.0, "{name}: p = {}", p.value());
                assert!(trials > 0 && evidence.least_p.ln() <= p.ln(), "{name}: {evidence:?}");
                let (by_law, tail) = evidence.law.p_value(evidence.statistic);
                match evidence.law {
                    // Its tails come from the exact law; forecasts use the normal one.
                    Law::Sum { .. } => {}
                    // The same for counts that are too even: see `even_counts`.
                    Law::ChiSquare { .. } if tail == Tail::Lower && by_law.value() < 0.1 => {
                        assert_eq!(evidence.tail, Tail::Lower, "{name}");
                    }
                    // Several places share the lower side with the symbols of all of them.
                    Law::ChiSquare { .. } if tail == Tail::Lower && judgement.test == "symbols" => {
                        let twice = (by_law.ln() + LN_2).min(0.0);
                        assert!(p.ln() <= twice + 1e-9 && evidence.tail == tail, "{name}");
                    }
                    _ => assert_eq!((by_law, tail), (p, evidence.tail), "{name}"),
                }
                match evidence.law {
                    Law::ChiSquare { df, ln_lattice_volume } => {
                        assert!(
                            df > 0 && ln_lattice_volume.is_finite(),
                            "{name}: {df}, {ln_lattice_volume}"
                        );
                    }
                    Law::Normal { half_step } => {
                        assert!(half_step > 0.0 && half_step < 0.5, "{name}: {half_step}");
                    }
                    Law::Sum { half_step } => {
                        assert!(half_step.is_finite() && half_step > 0.0, "{name}: {half_step}");
                    }
                    _ => {}
                }
                if let Some(interval) = evidence.effect.interval {
                    assert!(interval.low.is_finite() && interval.high.is_finite(), "{name}");
                    assert!(interval.low <= interval.high, "{name}: {interval:?}");
                    assert!(interval.confidence > 0.5 && interval.confidence < 1.0, "{name}");
                }
                if let Some(sensitivity) = evidence.sensitivity {
                    assert!(sensitivity.scale.is_finite() && sensitivity.scale > 0.0, "{name}");
                }
            }
        }
    }
    // Debug output of a drawing must be possible for whatever can be judged.
    let _ = built.metric.exhibit(tally);
}

#[test]
fn judging_never_panics_nor_yields_nan() {
    for built in &*ALL {
        let identity = built.in_order();
        let reverse = (0..built.shape.cards()).rev().take(built.shape.dealt()).collect::<Vec<_>>();
        let random = built.observe(&built.decks(10, 7), 0, 10);
        let needed = built.metric.trials_needed();
        let edges = [1, needed - 1, needed, needed + 1, 99, 100, 1_000_000_000];
        let sizes: Vec<u64> = if built.metric.cells() > LARGE {
            vec![1, needed]
        } else {
            [2, 3, 5, 8, 12].into_iter().chain(edges).collect()
        };
        for trials in sizes {
            // All decks equal; ten random decks over and over; random decks and a few in order.
            let mut mixed = repeated(&random, trials / 10);
            mixed.merge(&built.equal_decks(&identity, trials % 10));
            let equal = [&identity, &reverse].map(|deck| built.equal_decks(deck, trials));
            for tally in equal.into_iter().chain([mixed]) {
                assert_eq!(tally.trials(), trials);
                assert_sound(built, &tally, &built.metric.judge(&tally));
            }
        }
        // No trials at all is too few, not a panic.
        let empty = Tally::new(built.metric.cells());
        let judgements = built.metric.judge(&empty);
        assert!(judgements.iter().all(|judgement| judgement.evidence().is_none()));
        assert_sound(built, &empty, &judgements);
    }
}

#[test]
fn below_the_trials_needed_it_refuses_and_with_them_it_judges() {
    for built in &*ALL {
        let deck = built.in_order();
        let none = Tally::new(built.metric.cells());
        let needed: Vec<Option<u64>> = built
            .metric
            .judge(&none)
            .into_iter()
            .map(|judgement| match judgement.outcome {
                Outcome::TooFewTrials { needed, .. } => Some(needed),
                Outcome::NotApplicable { .. } => None,
                outcome => panic!("{} judges no deck: {outcome:?}", built.name()),
            })
            .collect();
        // A metric needs the trials that one of its tests needs.
        let metric_needs = Some(built.metric.trials_needed());
        assert!(needed.contains(&metric_needs), "{}: {needed:?}", built.name());
        // With so few orders that 99 decks are 20 of each, the law holds; else fewer than a hundred decks are never
        // judged.
        let few_cells = built.metric.trials_needed() <= 99;
        assert_eq!(needed.iter().flatten().any(|&needed| needed <= 99), few_cells);
        for (index, needed) in needed.into_iter().enumerate() {
            // Keys cannot be taken many times over.
            let few = |needed: &u64| *needed <= ONE_BY_ONE || built.entry.scope != Scope::All;
            let Some(needed) = needed.filter(few) else { continue };
            let outcome = |trials| {
                let tally = built.equal_decks(&deck, trials);
                built.metric.judge(&tally).swap_remove(index).outcome
            };
            let refused = outcome(needed - 1);
            let expected = Outcome::TooFewTrials { trials: needed - 1, needed };
            assert_eq!(refused, expected, "{}", built.name());
            assert!(matches!(outcome(needed), Outcome::Judged(_)), "{} at {needed}", built.name());
        }
    }
}

#[test]
fn decks_that_are_all_equal_are_told_from_shuffled_ones() {
    for built in ALL.iter().filter(|built| built.metric.cells() <= LARGE) {
        let trials = built.metric.trials_needed().max(1_000);
        for judgement in built.metric.judge(&built.equal_decks(&built.in_order(), trials)) {
            // Of `collisions` and `repeats` only one judges, a histogram needs more decks than the mean of the same
            // number, and what makes no sense for the shape is not judged at all.
            let waits = built.entry.tests.len() > 1 && judgement.evidence().is_none();
            if waits || matches!(judgement.outcome, Outcome::NotApplicable { .. }) {
                continue;
            }
            let p = judgement.evidence().unwrap().p_value;
            assert!(p.log10() < -9.0, "{}, {}: {p:?}", built.name(), judgement.test);
        }
    }
}

/// Counts taken ten times over are what ten times the decks would show, so `judge_for` must put the counts
/// themselves into the bins of ten times the decks.
#[test]
fn counts_are_judged_in_the_bins_of_the_decks_that_are_named() {
    const TIMES: u64 = 10;
    let counts = |built: &&Built| matches!(built.entry.scope, Scope::Deck | Scope::Neighbors);
    let mut compared = 0;
    for built in ALL.iter().filter(counts).filter(|built| built.metric.cells() < LARGE / 100) {
        let of_tests = built.metric.judge(&Tally::new(built.metric.cells())).into_iter();
        let needed = of_tests.filter_map(|judgement| match judgement.outcome {
            Outcome::TooFewTrials { needed, .. } => Some(needed),
            _ => None,
        });
        let needed = needed.max().unwrap_or(0).max(100);
        if needed > 100_000 || built.shape.cards() > 100 {
            continue;
        }
        let tally = built.observe(&built.decks(needed as usize, 7), 0, needed as usize);
        let cells = tally.cells().iter().map(|count| count * TIMES).collect();
        let more = Tally::of_counts(tally.trials() * TIMES, cells);
        // Pairs of decks are fewer than decks; what their bins are for is said in pairs.
        let named = more.trials() - if built.looks_across_decks() { TIMES } else { 0 };
        let judged = built.metric.judge(&more);
        let all = built.metric.judge_for(&tally, named);
        for (index, judgement) in all.iter().enumerate() {
            let alone = built.metric.judge_one_for(index, &tally, named);
            assert_eq!(alone.as_ref(), Some(judgement), "{}: judged alone", built.name());
        }
        for (whole, part) in judged.iter().zip(all) {
            if matches!(whole.outcome, Outcome::NotApplicable { .. }) {
                continue;
            }
            let (Some(whole), Some(part)) = (whole.evidence(), part.evidence()) else {
                panic!("{}: {whole:?} {part:?}", built.name());
            };
            // A smallest tail has no bins, and does not grow by a factor.
            if whole.law.is_bound() {
                continue;
            }
            let times = match (whole.law, part.law) {
                (Law::ChiSquare { df, .. }, Law::ChiSquare { df: same, .. }) => {
                    assert_eq!(df, same, "{}", built.name());
                    TIMES as f64
                }
                _ => (TIMES as f64).sqrt(),
            };
            let off = whole.statistic - times * part.statistic;
            assert!(off.abs() < 1e-6 * (1.0 + whole.statistic.abs()), "{} {off}", built.name());
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Numbers of trials beyond any memory are as good as others.
#[test]
fn keys_are_kept_however_late_they_come() {
    let shape = whole(52);
    let cards = Cards::shuffled("fisher-yates", shape, 10, 1);
    let metric = build("repeats", shape).unwrap();
    for first in [0, 1 << 20, u64::MAX - 10] {
        let mut tally = tally(metric.as_ref(), &Decks::new(shape, first, cards.rows()));
        tally.observe(metric.as_ref(), &Decks::new(shape, 20, cards.block(shape, 0, 1).rows()));
        let keys = tally.keys();
        let again: Vec<_> = keys.counts().iter().filter(|key| key.count() == 2).collect();
        assert_eq!((keys.counts().len(), again.len()), (10, 1));
        assert_eq!(again[0].gap(), Some((first.abs_diff(20)).min(u32::MAX.into())));
    }
}
