//! The tests of orders of different lengths, all together: their sizes under the null hypothesis, and what they need to see a defect.

use super::ENTRY;
use crate::{
    Judgement, Metric, Rows, Shape,
    mixed_sum::MixedSum,
    testing::{and_any, assert_levels_are_kept, p_values, tally, up_to},
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;

const LONGEST: usize = 7;

fn metric() -> Box<dyn Metric> {
    ENTRY.build(Shape::varying(LONGEST, LONGEST).unwrap()).unwrap()
}

/// Ballots of the first 3 to 7 names, each with its names in a random order, after which `bend` may change it.
fn ballots(rows: usize, rng: &mut Pcg64, bend: impl Fn(&mut Vec<u8>, &mut Pcg64)) -> Vec<u8> {
    let mut all = Vec::new();
    for _ in 0..rows {
        let names = rng.random_range(3..=LONGEST as u8);
        let mut row: Vec<u8> = (0..names).collect();
        row.shuffle(rng);
        bend(&mut row, rng);
        row.resize(LONGEST, LONGEST as u8);
        all.extend(row);
    }
    all
}

fn judged(metric: &dyn Metric, rows: &[u8]) -> Vec<Judgement> {
    let shape = Shape::varying(LONGEST, LONGEST).unwrap();
    metric.judge(&tally(metric, shape, Rows::Narrow(rows)))
}

/// 1,000 audits of 5, 20, 60 and 300 rows, seed 33: no test rejects more often than its level .05 or .01 allows, up to five standard
/// deviations of its count.
#[test]
fn no_test_is_liberal_at_any_number_of_rows() {
    let metric = metric();
    let mut rng = Pcg64::seed_from_u64(33);
    for rows in [5, 20, 60, 300] {
        assert_levels_are_kept(1_000, up_to(1_000, 5.0, 0.0), rows, || {
            and_any(&judged(metric.as_ref(), &ballots(rows, &mut rng, |_, _| ())))
        });
    }
}

/// The rows with which half of 20 seeds reject at 1e-3, by all tests together (three, Holm) and by the test that knows where to look:
/// twice as many are enough, alpha 1e-3, seeds 0 to 19.
#[test]
fn a_name_that_is_put_first_in_a_third_of_the_ballots_takes_few_more_rows_than_its_own_test() {
    let metric = metric();
    let half = |reject: &dyn Fn(&[u8]) -> bool| {
        let rejects = |rows: usize| {
            let seeds = 0..20;
            let seen = seeds.filter(|&seed| {
                let mut rng = Pcg64::seed_from_u64(seed);
                reject(&ballots(rows, &mut rng, |row, rng| {
                    if rng.random_ratio(1, 3) {
                        row.retain(|&name| name > 0);
                        row.insert(0, 0);
                    }
                }))
            });
            seen.count() >= 10
        };
        (2..400).find(|&rows| rejects(rows)).unwrap()
    };
    let all =
        half(&|rows| p_values(&judged(metric.as_ref(), rows)).iter().any(|(_, p)| 3.0 * p <= 1e-3));
    let one = half(&|rows| {
        let length = |row: &[u8]| row.iter().filter(|&&name| name < LONGEST as u8).count();
        let rows: Vec<&[u8]> = rows.chunks(LONGEST).collect();
        let of = |wanted: usize| rows.iter().filter(|row| length(row) == wanted).count() as u64;
        let law = MixedSum::new((3..=LONGEST).map(|k| {
            let chance = (k as f64).recip();
            (vec![1.0 - chance, chance], of(k))
        }));
        let first = rows.iter().filter(|row| row[0] == 0).count() as u64;
        law.ln_tails(first).into_iter().any(|ln| 2.0 * ln.exp() <= 1e-3)
    });
    assert!(all <= 2 * one, "{all} rows, {one} by the test of this name and place");
}

/// Alpha 1e-6, 300 ballots, seed 1: siblings of the ballots with A in front, and what each is called.
#[test]
fn each_fault_is_told_by_its_name() {
    type Fault = fn(&mut Vec<u8>);
    let faults: [(&str, Fault); 4] = [
        ("0 stood first", |row| row.sort_by_key(|&name| name > 0)),
        ("1 stood last", |row| row.sort_by_key(|&name| name == 1)),
        ("1 stood first", |row| {
            if row[0] == 1 {
                row.swap(0, 1)
            }
        }),
        ("2 stood second", |row| {
            row.retain(|&name| name != 2);
            row.insert(1, 2);
        }),
    ];
    let metric = metric();
    for (at, (what, fault)) in faults.into_iter().enumerate() {
        let mut rng = Pcg64::seed_from_u64(1);
        let rows = ballots(300, &mut rng, |row, rng| {
            if at == 2 || rng.random_ratio(1, 3) {
                fault(row);
            }
        });
        let judgements = judged(metric.as_ref(), &rows);
        let places = judgements[0].evidence().unwrap();
        let seen = places.effect.extreme.as_ref().unwrap();
        assert_eq!((seen.what.to_string().as_str(), seen.unit), (what, "orders"));
        assert!(places.p_value.log10() < -6.0, "{what}: {:?}", places.p_value);
    }
}

/// Alpha 1e-6, 200 ballots, seed 2: names 1 and 2 are put side by side in half of them, or shuffled again until they are not.
#[test]
fn names_that_are_kept_together_or_apart_are_named() {
    let next_to = |row: &[u8]| row.windows(2).any(|two| two == [1, 2] || two == [2, 1]);
    for together in [false, true] {
        let mut rng = Pcg64::seed_from_u64(2);
        let rows = ballots(200, &mut rng, |row, rng| {
            let is_bent = !together || rng.random_ratio(1, 2);
            while is_bent && row.len() > 3 && next_to(row) != together {
                row.shuffle(rng);
            }
        });
        let judgements = judged(metric().as_ref(), &rows);
        let pairs = judgements[1].evidence().unwrap();
        let seen = &pairs.effect.extreme.as_ref().unwrap().what;
        assert_eq!(seen.to_string(), "1 stood next to 2");
        assert!(pairs.p_value.log10() < -6.0, "{together}: {:?}", pairs.p_value);
    }
}

/// All 12 ballots of 2 and of 3 names, once and three times: sums and counts are what they should be, so that p is 1.
#[test]
fn where_all_orders_come_equally_often_nothing_is_found() {
    let row = |names: &[u8]| {
        let mut row = names.to_vec();
        row.resize(LONGEST, LONGEST as u8);
        row
    };
    let mut rows = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        rows.extend(row(&order));
    }
    [[0, 1], [1, 0]].iter().for_each(|order| rows.extend(row(order)));
    let judgements = judged(metric().as_ref(), &rows);
    assert!(p_values(&judgements).into_iter().map(|it| it.1).eq([1.0; 3]));
    let lone = judged(metric().as_ref(), &row(&[3]));
    assert!(p_values(&lone).is_empty() && lone.len() == 3, "a row of one name has one order");
}
