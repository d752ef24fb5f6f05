//! Few trials: no test rejects a sound shuffle more often than its level says, from one trial on, and a whole audit keeps its budget.

use crate::{Cards, deal, tally};
use itertools::Itertools;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use rayon::prelude::*;
use shuffle_deck::{Pack, Shape};
use shuffle_metrics::{
    Decks, Judgement, Metric, Verdict,
    catalogue::METRICS,
    distribution::{binomial, clopper_pearson},
    judge_by_replicates,
    verdict::{self, Budget},
};
use std::collections::BTreeMap;

/// Typical recordings: rolls, digits, lotteries, hands, libraries, orders of few and of many.
fn shapes() -> Vec<Shape> {
    let pack = |text, deal| Shape::of_pack(Pack::parse(text).unwrap(), deal).unwrap();
    vec![
        Shape::replacement(2, 1),
        Shape::replacement(6, 1),
        Shape::replacement(10, 3),
        Shape::unordered(49, 6, None).unwrap(),
        Shape::unordered(10, 2, "5/1".parse().ok()).unwrap(),
        Shape::unordered(20, 3, "1".parse().ok()).unwrap(),
        pack("land=24,spell=36", Some(7)),
        pack("land=24,a=4,b=4,c=4,d=4,e=4,f=4,g=4,h=4,i=4", Some(13)),
        pack("a=3,b=2,c=1", None),
        deal(5, 5),
        deal(52, 5),
        deal(100, 100),
    ]
}

const TRIALS: [usize; 6] = [1, 5, 20, 60, 99, 150];

const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];

/// The share of runs of which a count of rejections is tested, so that a sound suite fails once in a thousand.
const CONFIDENCE: f64 = 1.0 - 1e-6;

fn battery(shape: Shape, trials: usize) -> Vec<Box<dyn Metric>> {
    METRICS
        .iter()
        .filter(|entry| entry.in_battery && entry.scope.allows(trials as u64))
        .filter_map(|entry| entry.build(shape).ok())
        .filter(|metric| metric.trials_needed() <= trials as u64)
        .collect()
}

fn judged(metrics: &[Box<dyn Metric>], shape: Shape, cards: &Cards) -> Vec<Judgement> {
    let decks = Decks::new(shape, 0, cards.rows());
    let judge = |metric: &dyn Metric| {
        let tally = tally(metric, &decks);
        let mut judgements = metric.judge(&tally);
        judge_by_replicates(metric, &tally, &mut judgements);
        judgements
    };
    metrics.iter().flat_map(|metric| judge(metric.as_ref())).collect()
}

/// The attained size of each test at each level, and the share of audits with a false alarm at a budget of 1 %, are at most nominal.
#[expect(clippy::print_stdout, reason = "prints a table of the rates with --nocapture")]
fn sizes_are_at_most_nominal(runs: u64) {
    let is_liberal = |count: u64, level: f64| clopper_pearson(count, runs, CONFIDENCE).low > level;
    let alarm = Budget { escalate: false, ..Budget::default() }.with_alpha(Some(0.01));
    let liberal_of = |&(shape, trials): &(Shape, usize)| {
        let metrics = battery(shape, trials);
        let mut rejections = BTreeMap::<&str, [u64; LEVELS.len()]>::new();
        let mut alarms = 0;
        for run in 0..runs {
            let cards = Cards::shuffled("fisher-yates", shape, trials, 0xfe_0000 + run);
            let judgements = judged(&metrics, shape, &cards);
            for judgement in &judgements {
                let Some(evidence) = judgement.evidence() else { continue };
                let counts = rejections.entry(judgement.test).or_default();
                for (count, level) in counts.iter_mut().zip(LEVELS) {
                    *count += u64::from(evidence.p_value.value() <= level);
                }
            }
            let rulings = alarm.rule(vec![(judgements, false)]).remove(0);
            alarms += u64::from(verdict::of_case(&rulings) == Verdict::Fail);
        }
        let mut liberal = Vec::new();
        for (test, counts) in rejections {
            for (count, level) in counts.into_iter().zip(LEVELS) {
                if is_liberal(count, level) {
                    liberal.push(format!("{test} of {trials} {shape:?}: {count} at {level}"));
                }
            }
        }
        if is_liberal(alarms, 0.01) {
            liberal.push(format!("{alarms} alarms of {trials} {shape:?}"));
        }
        println!("{trials} of {shape:?}: {alarms} alarms in {runs} audits at 0.01");
        liberal
    };
    let cases: Vec<_> = shapes().into_iter().cartesian_product(TRIALS).collect();
    let liberal: Vec<String> = cases.par_iter().flat_map(liberal_of).collect();
    assert!(liberal.is_empty(), "of {runs} runs: {liberal:#?}");
}

/// A fault in few trials, and the test that an expert who knows the fault would use.
struct Fault {
    name: &'static str,
    shape: Shape,
    /// Makes this many trials.
    rows: fn(&mut Pcg64, usize) -> Vec<Vec<u32>>,
    /// The logarithm of the p-value of the best test of it.
    ln_targeted: fn(&[Vec<u32>]) -> f64,
}

fn count_of(rows: &[Vec<u32>], is: impl Fn(&[u32]) -> bool) -> u64 {
    rows.iter().filter(|row| is(row)).count() as u64
}

/// `drawn` of the numbers below n, in random order.
fn sample(rng: &mut Pcg64, n: u32, drawn: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (0..n).collect();
    all.shuffle(rng);
    all.truncate(drawn);
    all
}

fn has_three_copies(hand: &[u32]) -> bool {
    (1..10).any(|kind| hand.iter().filter(|&&other| other == kind).count() >= 3)
}

fn faults() -> Vec<Fault> {
    let pack = Pack::parse("land=24,a=4,b=4,c=4,d=4,e=4,f=4,g=4,h=4,i=4").unwrap();
    vec![
        Fault {
            name: "a die that shows a six in 40 % of its rolls",
            shape: Shape::replacement(6, 1),
            rows: |rng, trials| {
                let roll =
                    |rng: &mut Pcg64| if rng.random_bool(0.4) { 5 } else { rng.random_range(0..5) };
                (0..trials).map(|_| vec![roll(rng)]).collect()
            },
            ln_targeted: |rows| {
                binomial::ln_sf(count_of(rows, |row| row[0] == 5), rows.len() as u64, 1.0 / 6.0)
            },
        },
        Fault {
            name: "one of 20 songs never comes",
            shape: Shape::replacement(20, 1),
            rows: |rng, trials| (0..trials).map(|_| vec![rng.random_range(0..19)]).collect(),
            ln_targeted: |rows| {
                binomial::ln_cdf(count_of(rows, |row| row[0] == 19), rows.len() as u64, 0.05)
            },
        },
        Fault {
            name: "ten songs, all of them before any comes again",
            shape: Shape::replacement(10, 1),
            rows: |rng, trials| {
                let rounds = (0..trials.div_ceil(10)).flat_map(|_| sample(rng, 10, 10));
                rounds.take(trials).map(|song| vec![song]).collect()
            },
            // The same song twice in a row, which can come only between two rounds.
            ln_targeted: |rows| {
                let again = rows.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
                binomial::ln_cdf(again, rows.len() as u64 - 1, 0.1)
            },
        },
        Fault {
            name: "a die that never shows a face twice in a row",
            shape: Shape::replacement(6, 1),
            rows: |rng, trials| {
                let mut last = 0;
                let mut roll = || {
                    last = (last + rng.random_range(1..6)) % 6;
                    vec![last]
                };
                (0..trials).map(|_| roll()).collect()
            },
            ln_targeted: |rows| binomial::ln_cdf(0, rows.len() as u64 - 1, 1.0 / 6.0),
        },
        Fault {
            name: "a lottery of 6 of 49 without a ball of the draw before",
            shape: Shape::unordered(49, 6, None).unwrap(),
            rows: |rng, trials| {
                let mut last: Vec<u32> = Vec::new();
                let mut draw = || {
                    let all: Vec<u32> = (0..49).filter(|ball| !last.contains(ball)).collect();
                    last = sample(rng, all.len() as u32, 6);
                    last.iter_mut().for_each(|at| *at = all[*at as usize]);
                    last.clone()
                };
                (0..trials).map(|_| draw()).collect()
            },
            // 43 over 6, of 49 over 6.
            ln_targeted: |rows| (rows.len() as f64 - 1.0) * (6_096_454.0_f64 / 13_983_816.0).ln(),
        },
        Fault {
            name: "the first of five players begins in 45 % of the games",
            shape: deal(5, 5),
            rows: |rng, trials| {
                let order = |rng: &mut Pcg64| {
                    let mut order = sample(rng, 5, 5);
                    if rng.random_bool(0.3125) {
                        let at = order.iter().position(|&player| player == 0).unwrap();
                        order.swap(0, at);
                    }
                    order
                };
                (0..trials).map(|_| order(rng)).collect()
            },
            ln_targeted: |rows| {
                binomial::ln_sf(count_of(rows, |row| row[0] == 0), rows.len() as u64, 0.2)
            },
        },
        Fault {
            name: "three copies of one card in 20 % of the hands of seven",
            shape: Shape::of_pack(pack, Some(7)).unwrap(),
            rows: |rng, trials| {
                let hand = |rng: &mut Pcg64| {
                    let kind = |card: u32| if card < 24 { 0 } else { (card - 24) / 4 + 1 };
                    let is_clump = rng.random_bool(0.2);
                    loop {
                        let hand: Vec<u32> = sample(rng, 60, 7).into_iter().map(kind).collect();
                        if !is_clump || has_three_copies(&hand) {
                            return hand;
                        }
                    }
                };
                (0..trials).map(|_| hand(rng)).collect()
            },
            ln_targeted: |rows| {
                let clumps = count_of(rows, has_three_copies);
                // Nine cards with four copies each: one of them three or four times among seven cards of 60.
                binomial::ln_sf(clumps, rows.len() as u64, 0.0348)
            },
        },
        Fault {
            name: "a lottery of 6 of 45, and of 6 of 49 in its second half",
            shape: Shape::unordered(49, 6, None).unwrap(),
            rows: |rng, trials| {
                (0..trials)
                    .map(|at| sample(rng, if at < trials / 2 { 45 } else { 49 }, 6))
                    .collect()
            },
            ln_targeted: |rows| {
                let half = &rows[..rows.len() / 2];
                let with_high = count_of(half, |row| row.iter().any(|&ball| ball >= 45));
                // 45 over 6, of 49 over 6.
                binomial::ln_cdf(with_high, half.len() as u64, 1.0 - 8_145_060.0 / 13_983_816.0)
            },
        },
    ]
}

/// The smallest number of trials, four in each doubling, at which half of 20 seeds are decided.
fn fewest(mut is_decided: impl FnMut(usize, u64) -> bool) -> usize {
    let ladder = (8..60).map(|step| 2_f64.powf(f64::from(step) / 4.0).round() as usize);
    let mut enough =
        ladder.filter(|&trials| (0..20).filter(|&seed| is_decided(trials, seed)).count() >= 10);
    enough.next().expect("a gross fault is found")
}

/// A whole audit of a recording, at its level of 1e-3, needs at most twice the trials of the one test of the fault at that level.
#[test]
#[expect(clippy::print_stdout, reason = "prints a table of the trials with --nocapture")]
fn faults_in_few_trials_are_found_within_twice_the_trials_of_the_best_test() {
    let budget = Budget::default().of_recording();
    let mut slow = Vec::new();
    for Fault { name, shape, rows, ln_targeted } in faults() {
        let rows =
            |trials: usize, seed: u64| rows(&mut Pcg64::seed_from_u64(0xfa_0000 + seed), trials);
        let best = fewest(|trials, seed| ln_targeted(&rows(trials, seed)) <= budget.alpha.ln());
        let audit = fewest(|trials, seed| {
            let cards = rows(trials, seed).concat().into_iter().map(|card| card as usize);
            let cards = Cards::from_numbers(shape, cards);
            let judgements = judged(&battery(shape, trials), shape, &cards);
            let rulings = budget.rule(vec![(judgements, false)]).remove(0);
            verdict::of_case(&rulings) == Verdict::Fail
        });
        println!("{audit} trials, {best} of the best test: {name}");
        if audit > 2 * best {
            slow.push(format!("{name}: {audit}, not {best}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn sizes_of_few_trials_are_at_most_nominal() {
    sizes_are_at_most_nominal(20);
}

#[test]
#[ignore = "an hour; part of `just nightly`"]
fn sizes_of_few_trials_are_at_most_nominal_in_ten_thousand_runs() {
    sizes_are_at_most_nominal(10_000);
}
