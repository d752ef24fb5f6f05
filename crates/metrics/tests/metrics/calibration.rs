//! Under a sound shuffle the p-values of every test are uniform.
//!
//! [`CALIBRATED`] lists the settings. Every test is made [`SEEDS`] times on decks of `fisher-yates` in each of the
//! first (scans, whose p is only a bound, 15 times; decks of 300 cards 30 times), some tests in others, and up to
//! [`SEEDS_AT_NIGHT`] times in `just nightly`. The p-values are compared with the uniform law by Kolmogorov and Smirnov
//! at [`KS_ALPHA`] each. With [`MOST_COMPARISONS`] a sound suite would fail for 5 % of all choices of seeds; the seeds are fixed.
//!
//! Counts have steps. A Pearson sum over three or more cells has too many steps to matter here: no value has a
//! probability of more than 1 %, and at this level KS sees distances of 7 % with a thousand p-values and of 13 % with
//! [`SEEDS`]. With two cells, and with rare events, p is randomized over the step.

use crate::{
    Cards,
    claims::{CALIBRATED, OF_ONE_DECK, SERIAL, Setting},
    deal, ks_uniform, whole,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use shuffle_deck::InstructionSet;
use shuffle_metrics::{
    Decks, Evidence, Forms, Judgement, Law, Metric, Shape, Tail, Tally,
    catalogue::METRICS,
    distribution::{ChiSquare, binomial, clopper_pearson, normal, poisson},
};
use std::{collections::BTreeMap, sync::LazyLock};

/// The level of each comparison with the uniform law.
const KS_ALPHA: f64 = 1e-4;

/// Comparisons that are made at most.
const MOST_COMPARISONS: usize = 500;

/// The number of times that each test is made in each setting at most.
pub(crate) const SEEDS: u64 = 200;

/// The same in `just nightly`, and where a small error must be caught.
const SEEDS_AT_NIGHT: u64 = 1_000;

/// The same where p is only a bound, since scans are slow.
const SEEDS_OF_BOUNDS: u64 = 15;

/// One test in one setting.
struct Sample {
    test: &'static str,
    shape: Shape,
    trials: usize,
    evidence: Vec<Evidence>,
}

impl Sample {
    fn name(&self) -> String {
        let (shape, trials) = (self.shape, self.trials);
        format!("{} of {} {}-of-{}", self.test, trials, shape.dealt(), shape.cards())
    }

    /// P of the KS test of these one-sided p-values of its statistics.
    fn ks_by(&self, p: impl FnMut(&Evidence) -> f64) -> f64 {
        ks_uniform(self.evidence.iter().map(p))
    }

    /// True if a single value of the statistic can have a probability that matters.
    fn is_coarse(&self) -> bool {
        matches!(self.evidence[0].law, Law::ChiSquare { df: 1, .. } | Law::Poisson { .. })
    }

    /// True if p comes from a law, not only from an inequality.
    fn has_law(&self) -> bool {
        !self.evidence[0].law.is_bound()
    }
}

/// `P(X < x) + u P(X = x)`, which is uniform if u is.
fn randomized(evidence: &Evidence, u: f64) -> f64 {
    let x = evidence.statistic;
    let (below, up_to) = match evidence.law {
        Law::ChiSquare { df: 1, ln_lattice_volume } => {
            let (law, half_step) = (ChiSquare::new(1), 0.5 * ln_lattice_volume.exp());
            let cdf = |root: f64| law.cdf(root.max(0.0).powi(2));
            (cdf(x.sqrt() - half_step), cdf(x.sqrt() + half_step))
        }
        Law::ChiSquare { df, .. } => (ChiSquare::new(df).cdf(x), ChiSquare::new(df).cdf(x)),
        // With this many decks a sum is practically normal.
        Law::Normal { half_step } | Law::Sum { half_step } => {
            (normal::ln_cdf(x - half_step).exp(), normal::ln_cdf(x + half_step).exp())
        }
        Law::Poisson { mean } => {
            let cdf = |events: u64| poisson::ln_cdf(events, mean).exp();
            ((x as u64).checked_sub(1).map_or(0.0, cdf), cdf(x as u64))
        }
        Law::EProcess | Law::Bonferroni { .. } => {
            unreachable!("an inequality has no distribution function")
        }
    };
    (below + u * (up_to - below)).clamp(0.0, 1.0)
}

/// Every test that can judge in a setting, as often as the setting says.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| all_samples(1, SEEDS));

/// The same, up to `times` as often, and at most `most` times.
fn all_samples(times: u64, most: u64) -> Vec<Sample> {
    let of = |(row, setting)| samples(row, setting, times, most);
    (0..).zip(CALIBRATED).flat_map(of).collect()
}

/// Judges all decks of one seed. What several tests read off the decks is made once.
fn judged(metrics: &[&dyn Metric], shape: Shape, cards: &Cards) -> Vec<Judgement> {
    let mut forms = Forms::new(InstructionSet::detect());
    let decks = Decks::new(shape, 0, cards.rows()).with(&mut forms);
    let judge = |metric: &&dyn Metric| {
        let mut tally = Tally::new(metric.cells());
        tally.observe(*metric, &decks);
        metric.judge(&tally)
    };
    metrics.iter().flat_map(judge).collect()
}

fn samples(row: u64, setting: &Setting, times: u64, most: u64) -> Vec<Sample> {
    let Setting { cards, dealt, trials, tests, seeds } = *setting;
    let shape = deal(cards, dealt);
    let metrics: Vec<_> = METRICS
        .iter()
        .filter(|entry| entry.scope.allows(trials as u64))
        .filter(|entry| tests.is_empty() || entry.tests.iter().any(|it| tests.contains(&it.id)))
        .filter_map(|entry| entry.build(shape).ok())
        .filter(|metric| metric.trials_needed() <= trials as u64)
        .collect();
    let metrics: Vec<&dyn Metric> = metrics.iter().map(AsRef::as_ref).collect();
    // All tests see the seeds from 0 on, and each later row seeds of its own.
    let first_seed = if tests.is_empty() { 0 } else { 0x7ab1e + SEEDS_AT_NIGHT * row };
    let sound = |run| Cards::shuffled("fisher-yates", shape, trials, first_seed + run);
    let is_bound = |judgement: &Judgement| judgement.evidence().is_some_and(|e| e.law.is_bound());
    let first = sound(0);
    let with_law = |metric: &&dyn Metric| !judged(&[*metric], shape, &first).iter().all(is_bound);
    let lawful: Vec<&dyn Metric> = metrics.iter().copied().filter(with_law).collect();
    let judge = |run| {
        let is_of_all = run < times * SEEDS_OF_BOUNDS;
        judged(if is_of_all { &metrics } else { &lawful }, shape, &sound(run))
    };
    let runs: Vec<_> = (0..most.min(times * seeds)).into_par_iter().map(judge).collect();
    let mut samples = Vec::new();
    for judgement in runs.iter().max_by_key(|run| run.len()).expect("there are runs") {
        let test = judgement.test;
        let of_test = |run: &Vec<Judgement>| run.iter().find(|one| one.test == test).cloned();
        let made: Vec<Judgement> = runs.iter().filter_map(of_test).collect();
        let evidence: Vec<_> = made.iter().filter_map(|one| one.evidence().cloned()).collect();
        // Whether a test judges depends only on the number of decks, never on the decks.
        assert!([0, made.len()].contains(&evidence.len()), "{test} of {shape:?}");
        if !evidence.is_empty() {
            samples.push(Sample { test, shape, trials, evidence });
        }
    }
    samples
}

fn sample(test: &str, shape: Shape) -> &'static Sample {
    SAMPLES.iter().find(|sample| sample.test == test && sample.shape == shape).unwrap()
}

/// A test that is made often enough to catch a small error.
fn large_sample(test: &'static str, shape: Shape, trials: usize) -> Sample {
    let tests = Box::leak(Box::new([test]));
    let seeds = SEEDS_AT_NIGHT;
    let setting = Setting { cards: shape.cards(), dealt: shape.dealt(), trials, tests, seeds };
    let mut all = samples(0, &setting, 1, seeds).into_iter();
    all.find(|sample| sample.test == test).unwrap()
}

#[test]
fn p_values_are_uniform_under_a_sound_shuffle() {
    assert_uniform(&SAMPLES);
}

#[test]
#[ignore = "five minutes; part of `just nightly`"]
fn p_values_are_uniform_in_up_to_ten_times_as_many_runs() {
    assert_uniform(&all_samples(10, SEEDS_AT_NIGHT));
}

fn assert_uniform(samples: &[Sample]) {
    let mut table = String::new();
    let mut sound = true;
    for (sample, stream) in samples.iter().zip(0..).filter(|(sample, _)| sample.has_law()) {
        let mut rng = Pcg64::seed_from_u64(stream);
        let one_sided = sample.ks_by(|evidence| randomized(evidence, rng.random()));
        // The two-sided p of the judgement itself, where its steps are fine.
        let two_sided = sample.ks_by(|evidence| evidence.p_value.value());
        sound &= one_sided > KS_ALPHA && (two_sided > KS_ALPHA || sample.is_coarse());
        table += &format!("{:>40} {one_sided:.6} {two_sided:.6}\n", sample.name());
    }
    let compared = samples.iter().filter(|sample| sample.has_law()).count();
    assert!(2 * compared <= MOST_COMPARISONS, "the stated level counts fewer comparisons");
    assert!(sound, "Kolmogorov-Smirnov p, one-sided and two-sided:\n{table}");
}

#[test]
fn the_tests_of_the_mission_are_calibrated_where_they_are_claimed_to_be() {
    for shape in [whole(4), whole(10), whole(52), deal(52, 9)] {
        for test in ["degree", "ascents", "position"] {
            assert_eq!(sample(test, shape).evidence.len(), SEEDS as usize);
        }
    }
    for shape in [whole(4), whole(6), deal(8, 2)] {
        assert_eq!(sample("permutations", shape).evidence.len(), SEEDS as usize);
    }
    assert_eq!(sample("position", whole(300)).evidence[0].law.df(), Some(63 * 63));
    for (shape, tests) in [(whole(52), 12), (whole(10), 10), (deal(52, 9), 6)] {
        let made =
            SAMPLES.iter().filter(|it| it.shape == shape && it.evidence.len() == SEEDS as usize);
        let numbers = made.filter(|it| OF_ONE_DECK.contains(&it.test) || SERIAL.contains(&it.test));
        assert_eq!(numbers.count(), tests, "{shape:?}");
    }
    for Setting { cards, dealt, trials, tests, .. } in CALIBRATED {
        for test in *tests {
            let is_made = |it: &Sample| it.shape == deal(*cards, *dealt) && it.trials == *trials;
            assert!(SAMPLES.iter().any(|it| it.test == *test && is_made(it)), "{test}, {trials}");
        }
    }
}

/// The probability of the counts whose two-sided p is at most a level.
fn attainable_size(law: Law, mean: f64, level: f64) -> f64 {
    let rejects = |count: u64| law.p_value(count as f64).0.value() <= level;
    let middle = mean as u64;
    let upper = (middle..).find(|&count| rejects(count)).unwrap();
    let lower = (0..=middle).rev().find(|&count| rejects(count));
    poisson::ln_sf(upper, mean).exp()
        + lower.map_or(0.0, |count| poisson::ln_cdf(count, mean).exp())
}

/// The size of a discrete test is what its law can attain, which is less than its level.
#[test]
fn discrete_tests_reject_as_often_as_they_can() {
    const ALPHA: f64 = 1e-3;
    let mut compared = 0;
    for sample in &*SAMPLES {
        let Law::Poisson { mean } = sample.evidence[0].law else { continue };
        let attainable = attainable_size(sample.evidence[0].law, mean, 0.05);
        assert!(attainable <= 0.05, "{}: {attainable}", sample.name());
        if attainable < 0.01 {
            continue;
        }
        compared += 1;
        let rejects = |it: &&Evidence| it.p_value.value() <= 0.05;
        let rejected = sample.evidence.iter().filter(rejects).count() as u64;
        let (made, ln_level) = (sample.evidence.len() as u64, (ALPHA / 20.0).ln());
        let too_often = binomial::ln_sf(rejected, made, attainable) < ln_level;
        let too_seldom = binomial::ln_cdf(rejected, made, attainable) < ln_level;
        assert!(!too_often && !too_seldom, "{}: {rejected} for {attainable}", sample.name());
    }
    assert!((5..=10).contains(&compared), "{compared}");
}

#[test]
fn each_level_rejects_as_often_as_it_says() {
    // Exact intervals at 1 - 1e-5, by test, tail and level; a two-sided level is half in each tail.
    const CONFIDENCE: f64 = 1.0 - 1e-5;
    let mut fine: BTreeMap<&str, Vec<&Evidence>> = BTreeMap::new();
    let mut coarse = fine.clone();
    for sample in &*SAMPLES {
        let kind = if sample.is_coarse() || !sample.has_law() { &mut coarse } else { &mut fine };
        kind.entry(sample.test).or_default().extend(&sample.evidence);
    }
    let rejections = |evidence: &[&Evidence], tail, level: f64| {
        let rejects = |e: &&&Evidence| e.tail == tail && e.p_value.ln() <= level.ln();
        evidence.iter().filter(rejects).count() as u64
    };
    for level in [0.05, 0.01, 0.001] {
        for (test, evidence) in &fine {
            let made = evidence.len() as u64;
            let upper = rejections(evidence, Tail::Upper, level);
            let lower = rejections(evidence, Tail::Lower, level);
            let counts = [upper + lower, upper, lower];
            for (count, nominal) in counts.into_iter().zip([level, level / 2.0, level / 2.0]) {
                let size = clopper_pearson(count, made, CONFIDENCE);
                let kept = size.low <= nominal && nominal <= size.high;
                assert!(kept, "{test} at {level}: {upper} upper, {lower} lower of {made}");
            }
        }
        // Coarse laws can only be required not to reject too often.
        for (test, evidence) in &coarse {
            let made = evidence.len() as u64;
            let [upper, lower] =
                [Tail::Upper, Tail::Lower].map(|tail| rejections(evidence, tail, level));
            let size = clopper_pearson(upper + lower, made, CONFIDENCE);
            assert!(size.low <= level, "{test} at {level}: {upper} upper, {lower} lower of {made}");
        }
    }
}

#[test]
fn plain_pearson_on_the_position_matrix_would_be_caught() {
    // The sum of the web demos is n/(n-1) times T. On (n-1)^2 df it rejects 18 %, on n^2 - 1 df hardly ever.
    let sample = large_sample("position", whole(52), 2_000);
    let rejected = |p: &dyn Fn(&Evidence) -> f64| {
        let rejects = |evidence: &&Evidence| p(evidence) <= 0.05;
        sample.evidence.iter().filter(rejects).count() as f64 / SEEDS_AT_NIGHT as f64
    };
    let pearson = |df| move |e: &Evidence| ChiSquare::new(df).sf(e.statistic * 52.0 / 51.0);
    let (too_few, too_many) = (pearson(51 * 51), pearson(52 * 52 - 1));
    assert!(rejected(&too_few) > 0.10, "{}", rejected(&too_few));
    assert!(rejected(&too_many) < 0.03, "{}", rejected(&too_many));
    assert!(sample.ks_by(too_few) < KS_ALPHA && sample.ks_by(too_many) < KS_ALPHA);
    assert!(sample.ks_by(|e| ChiSquare::new(51 * 51).sf(e.statistic)) > KS_ALPHA);
}

#[test]
fn degrees_of_freedom_that_are_off_would_be_caught() {
    // One for each cell, none taken off for the total; as many as 10 % too many or too few among 23.
    for (test, shape, trials, off) in
        [("permutations", whole(4), 20_000, 3), ("ascents", whole(10), 4_000, 1)]
    {
        let sample = large_sample(test, shape, trials);
        let df = sample.evidence[0].law.df().unwrap();
        let ks = |df| sample.ks_by(|evidence| ChiSquare::new(df).sf(evidence.statistic));
        assert!(ks(df) > KS_ALPHA, "{test} on {df}: {}", ks(df));
        assert!(ks(df + off) < KS_ALPHA, "{test} on {df} + {off}: {}", ks(df + off));
        assert!(ks(df - off) < KS_ALPHA, "{test} on {df} - {off}: {}", ks(df - off));
    }
}

#[test]
fn a_standard_error_that_is_off_would_be_caught() {
    // The variance of ascents taken as (n-1)/12 or (n-2)/12, not (n+1)/12, for 4 cards.
    let sample = large_sample("degree", whole(4), 20_000);
    for (variance, caught) in [(5.0, false), (3.0, true), (2.0, true)] {
        let scale = f64::sqrt(5.0 / variance);
        let ks = sample.ks_by(|evidence| normal::ln_cdf(evidence.statistic * scale).exp());
        assert_eq!(ks < KS_ALPHA, caught, "variance {variance}/12: {ks}");
    }
}
