//! The laws at 52 cards against exact integers: the error that each states is the error that it
//! has.

use crate::{deal, whole};
use itertools::Itertools;
use num_bigint::{BigInt, BigUint};
use shuffle_metrics::{IntegerStatistic, Shape, numbers::*};
use std::collections::HashMap;

const CARDS: usize = 52;

fn factorial(n: usize) -> BigUint {
    (1..=n).product()
}

fn choose(n: usize, k: usize) -> BigUint {
    factorial(n) / factorial(k) / factorial(n - k)
}

/// `count / n!`, correctly rounded but for the last place.
fn share(count: &BigUint, n: usize) -> f64 {
    let scaled: BigUint = (count << 400_u32) / factorial(n);
    scaled.to_string().parse::<f64>().unwrap() * 2.0_f64.powi(-400)
}

/// The largest relative error of a law against the counts of a whole deck of n cards.
fn error(law: &[f64], counts: &[BigUint], n: usize) -> f64 {
    assert_eq!(law.len(), counts.len());
    assert_eq!(counts.iter().sum::<BigUint>(), factorial(n), "the counts themselves are complete");
    let relative = |(p, count): (&f64, &BigUint)| match share(count, n) {
        0.0 => p.abs(),
        exact => (p / exact - 1.0).abs(),
    };
    law.iter().zip(counts).map(relative).fold(0.0, f64::max)
}

fn law<N: IntegerStatistic>(shape: Shape) -> Vec<f64> {
    N::new(shape).unwrap().law()
}

/// Orders of n cards of which exactly j of k conditions hold, where any i of them hold in (n-i)!
/// orders: by inclusion and exclusion.
fn rencontres(n: usize, k: usize, j: usize) -> BigUint {
    let none: BigInt = (0..=k - j)
        .map(|i| {
            let term = BigInt::from(choose(k - j, i) * factorial(n - j - i));
            if i % 2 == 0 { term } else { -term }
        })
        .sum();
    choose(k, j) * none.to_biguint().unwrap()
}

#[test]
fn fixed_points_and_successions() {
    const ULPS: f64 = 3.0 * CARDS as f64 * f64::EPSILON;
    let counts = (0..=CARDS).map(|j| rencontres(CARDS, CARDS, j)).collect_vec();
    assert!(error(&law::<FixedPoints>(whole(CARDS)), &counts, CARDS) < ULPS);
    let counts = (0..CARDS).map(|j| rencontres(CARDS, CARDS - 1, j)).collect_vec();
    assert!(error(&law::<Successions>(whole(CARDS)), &counts, CARDS) < ULPS);
    let counts = (0..=9).map(|j| rencontres(CARDS, 9, j)).collect_vec();
    assert!(error(&law::<FixedPoints>(deal(CARDS, 9)), &counts, CARDS) < ULPS);
}

#[test]
fn cycles_and_records() {
    // x (x+1) ... (x+n-1), coefficient by coefficient.
    let mut counts = vec![BigUint::ZERO; CARDS + 1];
    counts[0] = BigUint::from(1_u32);
    for m in 0..CARDS {
        for j in (0..=CARDS).rev() {
            let below = if j == 0 { BigUint::ZERO } else { counts[j - 1].clone() };
            counts[j] = &counts[j] * m + below;
        }
    }
    let bound = 2.0 * CARDS as f64 * f64::EPSILON;
    assert!(error(&law::<Cycles>(whole(CARDS)), &counts, CARDS) < bound);
    assert!(error(&law::<Records>(whole(CARDS)), &counts, CARDS) < bound);
}

#[test]
fn inversions() {
    // (1) (1+x) (1+x+x^2) ... (1+x+...+x^(n-1)).
    let mut counts = vec![BigUint::from(1_u32)];
    for m in 2..=CARDS {
        let mut next = vec![BigUint::ZERO; counts.len() + m - 1];
        for (v, count) in counts.iter().enumerate() {
            next[v..v + m].iter_mut().for_each(|sum| *sum += count);
        }
        counts = next;
    }
    assert!(error(&law::<Inversions>(whole(CARDS)), &counts, CARDS) < 1e-12);
}

#[test]
fn footrule() {
    // By open positions and half the sum, see the law.
    let mut counts = HashMap::from([((0, 0), BigUint::from(1_u32))]);
    for _ in 0..CARDS {
        let mut next: HashMap<(usize, usize), BigUint> = HashMap::new();
        for ((open, half), count) in counts {
            let mut go = |open: usize, ways: usize| {
                if ways > 0 && half + open <= CARDS * CARDS / 4 {
                    *next.entry((open, half + open)).or_default() += &count * ways;
                }
            };
            go(open + 1, 1);
            go(open, 2 * open + 1);
            go(open.saturating_sub(1), open * open);
        }
        counts = next;
    }
    let halves = 0..=CARDS * CARDS / 4;
    let counts = halves.map(|half| counts.remove(&(0, half)).unwrap_or_default()).collect_vec();
    assert!(error(&law::<Footrule>(whole(CARDS)), &counts, CARDS) < 1e-13);
}

#[test]
fn lis() {
    // The number of tableaux of each shape, by taking away a corner: no hook lengths.
    const FEWER: usize = 26;
    let mut shapes: HashMap<Vec<usize>, BigUint> = HashMap::from([(vec![], BigUint::from(1_u32))]);
    for _ in 0..FEWER {
        let mut next: HashMap<Vec<usize>, BigUint> = HashMap::new();
        for (shape, tableaux) in shapes {
            for row in 0..=shape.len() {
                let mut larger = shape.clone();
                match larger.get_mut(row) {
                    Some(length) => *length += 1,
                    None => larger.push(1),
                }
                if row == 0 || larger[row] <= larger[row - 1] {
                    *next.entry(larger).or_default() += &tableaux;
                }
            }
        }
        shapes = next;
    }
    let mut counts = vec![BigUint::ZERO; FEWER + 1];
    for (shape, tableaux) in shapes {
        counts[shape[0]] += &tableaux * &tableaux;
    }
    assert!(error(&law::<Lis>(whole(FEWER)), &counts, FEWER) < 1e-13);
}
