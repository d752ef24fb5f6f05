//! Under a sound shuffle the p-values of every test are uniform.
//!
//! Each test is made a thousand times, on decks of `fisher-yates` from the seeds 0 to 999, and its p-values are
//! compared with the uniform law by Kolmogorov and Smirnov at [`KS_ALPHA`] each; so a sound suite fails for one in
//! `1 / (KS_ALPHA * comparisons)` choices of seeds, and the seeds are fixed.
//!
//! Counts have steps, and so have the p-values. There are so many decks in each setting that no value of a
//! statistic has a probability above 1 %: with a thousand p-values KS sees distances of 7 % at this level.

use crate::{Cards, count, deal, whole};
use shuffle_metrics::{
    Evidence, Shape,
    distribution::{ChiSquare, clopper_pearson, ks_uniform},
    judgement::{Law, Tail},
    metric::METRICS,
};
use std::{collections::BTreeMap, sync::LazyLock, thread};

/// The level of each comparison with the uniform law.
const KS_ALPHA: f64 = 1e-4;

/// How often each test is made in each setting.
const SEEDS: u64 = 1_000;

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

    fn p_values(&self) -> Vec<f64> {
        self.evidence.iter().map(|evidence| evidence.p_value.value()).collect()
    }

    /// P-values of the same statistics by another law, two-sided.
    fn p_values_by(&self, law: impl Fn(&Evidence) -> (f64, ChiSquare)) -> Vec<f64> {
        let two_sided = |(x, law): (f64, ChiSquare)| (2.0 * law.sf(x).min(law.cdf(x))).min(1.0);
        self.evidence.iter().map(|evidence| two_sided(law(evidence))).collect()
    }
}

/// Decks and how many of them. The orders of 4 and 6 cards and of 2 of 8 are few enough to be counted one by one.
fn settings() -> [(Shape, usize); 7] {
    [
        (whole(4), 20_000),
        (whole(6), 14_400),
        (deal(8, 2), 20_000),
        (whole(10), 4_000),
        (whole(52), 2_000),
        (deal(52, 9), 2_000),
        (whole(300), 500),
    ]
}

/// Every test that can judge in a setting, a thousand times.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let mut samples = Vec::new();
    for (shape, trials) in settings() {
        let metrics: Vec<_> = METRICS
            .iter()
            .filter_map(|entry| entry.build(shape).ok())
            .filter(|metric| metric.trials_needed() <= trials as u64)
            .collect();
        let judge = |seed| {
            let cards = Cards::shuffled("fisher-yates", shape, trials, seed);
            let judge = |metric: &Box<dyn shuffle_metrics::Metric>| {
                metric.judge(&count(metric.as_ref(), shape, &cards))
            };
            metrics.iter().flat_map(judge).collect::<Vec<_>>()
        };
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
        let runs: Vec<_> = thread::scope(|scope| {
            let share = |first| (first..SEEDS).step_by(threads as usize).map(judge).collect();
            let spawn = |first| scope.spawn(move || share(first));
            let workers: Vec<thread::ScopedJoinHandle<'_, Vec<_>>> =
                (0..threads).map(spawn).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        for (index, judgement) in runs[0].iter().enumerate() {
            let test = judgement.test;
            let evidence: Vec<_> =
                runs.iter().filter_map(|run| run[index].evidence().cloned()).collect();
            // Whether a test judges depends on the number of decks, never on the decks.
            assert!([0, runs.len()].contains(&evidence.len()), "{test} of {shape:?}");
            if !evidence.is_empty() {
                samples.push(Sample { test, shape, trials, evidence });
            }
        }
    }
    samples
});

fn sample(test: &str, shape: Shape) -> &'static Sample {
    SAMPLES.iter().find(|sample| sample.test == test && sample.shape == shape).unwrap()
}

#[test]
fn p_values_are_uniform_under_a_sound_shuffle() {
    let mut table = String::new();
    let mut sound = true;
    for sample in &*SAMPLES {
        // Markov's inequality gives no uniform p-values; see the next test.
        if sample.evidence[0].law == Law::EProcess {
            continue;
        }
        let p = ks_uniform(&mut sample.p_values()).p_value;
        sound &= p > KS_ALPHA;
        table += &format!("{:>50} {p:.6}\n", sample.name());
    }
    assert!(sound, "Kolmogorov-Smirnov p by test and setting:\n{table}");
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
}

#[test]
fn each_level_rejects_as_often_as_it_says() {
    // Exact intervals at 1 - 1e-5, by test, tail and level; a two-sided level is half in each tail.
    const CONFIDENCE: f64 = 1.0 - 1e-5;
    let mut by_test: BTreeMap<&str, Vec<&Evidence>> = BTreeMap::new();
    for sample in &*SAMPLES {
        by_test.entry(sample.test).or_default().extend(&sample.evidence);
    }
    for (test, evidence) in by_test {
        let made = evidence.len() as u64;
        for level in [0.05, 0.01, 0.001] {
            let rejected = |tail| {
                let rejects =
                    |e: &&&Evidence| e.tail == tail && e.p_value.ln() <= f64::ln(level);
                evidence.iter().filter(rejects).count() as u64
            };
            let (upper, lower) = (rejected(Tail::Upper), rejected(Tail::Lower));
            let both = clopper_pearson(upper + lower, made, CONFIDENCE);
            if evidence[0].law == Law::EProcess {
                assert!(both.low <= level, "{test} rejects {} of {made} at {level}", upper + lower);
                continue;
            }
            assert!(
                both.low <= level && level <= both.high,
                "{test} rejects {} of {made} at {level}", upper + lower
            );
            for (tail, count) in [("upper", upper), ("lower", lower)] {
                let one = clopper_pearson(count, made, CONFIDENCE);
                assert!(
                    one.low <= level / 2.0 && level / 2.0 <= one.high,
                    "{test} rejects {count} of {made} in the {tail} tail at {level}"
                );
            }
        }
    }
}

/// The share of p-values at or below 5 %.
fn rejected_at_5_percent(p_values: &[f64]) -> f64 {
    p_values.iter().filter(|&&p| p <= 0.05).count() as f64 / p_values.len() as f64
}

#[test]
fn plain_pearson_on_the_position_matrix_would_be_caught() {
    // The sum of the web demos is n/(n-1) times T. On (n-1)^2 df it rejects 18 %, on n^2 - 1 df hardly ever.
    let sample = sample("position", whole(52));
    let pearson = |evidence: &Evidence| evidence.statistic * 52.0 / 51.0;
    let df = |df| move |evidence: &Evidence| (pearson(evidence), ChiSquare::new(df));
    for (df, too_often) in [(df(51 * 51), true), (df(52 * 52 - 1), false)] {
        let one_sided = sample.evidence.iter().map(|evidence| {
            let (x, law) = df(evidence);
            law.sf(x)
        });
        let share = rejected_at_5_percent(&one_sided.collect::<Vec<_>>());
        assert_eq!(share > 0.10, too_often, "{share}");
        assert_eq!(share < 0.03, !too_often, "{share}");
        assert!(ks_uniform(&mut sample.p_values_by(df)).p_value < KS_ALPHA);
    }
    let right = |evidence: &Evidence| (evidence.statistic, ChiSquare::new(51 * 51));
    assert!(ks_uniform(&mut sample.p_values_by(right)).p_value > KS_ALPHA);
}

#[test]
fn one_degree_of_freedom_too_many_would_be_caught() {
    for (test, shape) in [("permutations", whole(4)), ("ascents", whole(10))] {
        let sample = sample(test, shape);
        let df = sample.evidence[0].law.df().unwrap();
        let by = |df| {
            let law = |evidence: &Evidence| (evidence.statistic, ChiSquare::new(df));
            ks_uniform(&mut sample.p_values_by(law)).p_value
        };
        assert!(by(df) > KS_ALPHA, "{test} with {df} df: {}", by(df));
        let wrong = by(df + df.div_ceil(10));
        assert!(wrong < KS_ALPHA, "{test} with a tenth more than {df} df: {wrong}");
    }
}

#[test]
fn a_standard_error_that_is_off_would_be_caught() {
    // The variance of ascents taken as n/12 or (n-1)/12, not (n+1)/12, for 4 cards.
    let sample = sample("degree", whole(4));
    for (variance, caught) in [(5.0, false), (4.0, true), (3.0, true)] {
        let scale = f64::sqrt(5.0 / variance);
        let p = |evidence: &Evidence| {
            let z = (evidence.statistic * scale).powi(2);
            ChiSquare::new(1).sf(z)
        };
        let mut p_values: Vec<f64> = sample.evidence.iter().map(p).collect();
        let ks = ks_uniform(&mut p_values).p_value;
        assert_eq!(ks < KS_ALPHA, caught, "variance {variance}/12: {ks}");
    }
}
