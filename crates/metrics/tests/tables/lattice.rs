//! The steps of the statistics: how far apart the attainable counts lie.
//!
//! Counts of N decks are sums of N vectors of single decks, so two counts differ by a point of the lattice
//! that is spanned by the differences of decks. The law of a test states the volume that belongs to a point,
//! in standard deviations; here it is worked out from the lattice itself.

use crate::support::{build, count, enough};
use itertools::Itertools;
use shuffle_metrics::{Shape, judgement::Law};

/// A row-echelon basis of the lattice that these vectors span.
fn basis(mut vectors: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let mut basis = Vec::new();
    for column in 0..vectors[0].len() {
        loop {
            vectors.retain(|vector| vector.iter().any(|&x| x != 0));
            let pivot = vectors.iter().filter(|vector| vector[column] != 0);
            let Some(pivot) = pivot.min_by_key(|vector| vector[column].abs()).cloned() else {
                break;
            };
            for vector in &mut vectors {
                let times = vector[column].div_euclid(pivot[column]);
                vector.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= times * p);
            }
            if vectors.iter().all(|vector| vector[column] == 0) {
                basis.push(pivot);
                break;
            }
            vectors.push(pivot);
        }
    }
    basis
}

/// Half the logarithm of the determinant of a positive definite matrix, by Cholesky.
fn half_ln_determinant(mut matrix: Vec<Vec<f64>>) -> f64 {
    let mut half_ln = 0.0;
    for k in 0..matrix.len() {
        let pivot = matrix[k][k];
        assert!(pivot > 1e-9, "the form is positive on the lattice");
        half_ln += 0.5 * pivot.ln();
        for i in k + 1..matrix.len() {
            let times = matrix[i][k] / pivot;
            let (above, below) = matrix.split_at_mut(i);
            below[0].iter_mut().zip(&above[k]).skip(k).for_each(|(x, y)| *x -= times * y);
        }
    }
    half_ln
}

/// The logarithm of the volume of a point, for one trial, and the number of dimensions.
fn volume(
    test: &str,
    shape: Shape,
    see: impl Fn(&[i64]) -> Vec<i64>,
    form: impl Fn(&[i64], &[i64]) -> f64,
) -> (f64, usize) {
    let metric = build(test, shape);
    let decks: Vec<Vec<i64>> = (0..shape.cards() as u8)
        .permutations(shape.dealt())
        .map(|deck| {
            let tally = count(metric.as_ref(), shape, &deck);
            see(&tally.cells().iter().map(|&count| count as i64).collect_vec())
        })
        .collect();
    let differences = decks[1..]
        .iter()
        .map(|deck| deck.iter().zip(&decks[0]).map(|(deck, first)| deck - first).collect());
    let basis = basis(differences.collect());
    let gram = basis.iter().map(|u| basis.iter().map(|v| form(u, v)).collect()).collect();
    (half_ln_determinant(gram), basis.len())
}

/// What the test's law says, for one trial.
fn stated(test: &str, shape: Shape) -> (f64, usize) {
    let metric = build(test, shape);
    let trials = enough(metric.as_ref());
    let rows: Vec<u8> = (0..shape.dealt() as u8).collect_vec().repeat(trials);
    let judgements = metric.judge(&count(metric.as_ref(), shape, &rows));
    let evidence = crate::support::pick(test, judgements).evidence().unwrap().clone();
    let Law::ChiSquare { df, ln_cell } = evidence.law else { panic!("a chi-square law") };
    (ln_cell + 0.5 * df as f64 * (trials as f64).ln(), df as usize)
}

fn dot(u: &[i64], v: &[i64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum::<i64>() as f64
}

#[track_caller]
fn assert_same(test: &str, shape: Shape, found: (f64, usize)) {
    let (stated, df) = stated(test, shape);
    assert_eq!(found.1, df, "{test} {shape:?}: the lattice has as many dimensions");
    assert!((found.0 - stated).abs() < 1e-6, "{test} {shape:?}: {} for {stated}", found.0);
}

#[test]
fn adjacency_states_the_volume_of_its_cells() {
    for cards in 2..=5 {
        let (shape, n, m) = (Shape::whole(cards), cards as f64, cards + 1);
        let turned = |u: &[i64]| (0..m * m).map(|cell| u[cell % m * m + cell / m]).collect_vec();
        let form = |u: &[i64], v: &[i64]| n / (n + 1.0) * (n * dot(u, v) + dot(u, &turned(v)));
        assert_same("adjacency", shape, volume("adjacency", shape, <[i64]>::to_vec, form));
    }
}

#[test]
fn pair_order_and_friedman_state_the_volume_of_their_cells() {
    for cards in 2..=5 {
        let (shape, n) = (Shape::whole(cards), cards as f64);
        let pairs = (0..cards).flat_map(|a| (a + 1..cards).map(move |b| (a, b))).collect_vec();
        let ranks = |u: &[i64]| {
            let mut ranks = vec![0; cards];
            for (&(a, b), &count) in pairs.iter().zip(u) {
                ranks[a] += count;
                ranks[b] -= count;
            }
            ranks
        };
        let form =
            |u: &[i64], v: &[i64]| 12.0 * (dot(u, v) - dot(&ranks(u), &ranks(v)) / (n + 1.0));
        assert_same("pair-order", shape, volume("pair-order", shape, <[i64]>::to_vec, form));
        let form = |u: &[i64], v: &[i64]| 12.0 / (n * (n + 1.0)) * dot(u, v);
        assert_same("friedman", shape, volume("friedman", shape, ranks, form));
    }
}

#[test]
fn lehmer_states_the_volume_of_its_cells() {
    for (cards, deal) in [(2, 2), (3, 3), (4, 4), (5, 5), (5, 3)] {
        let shape = Shape::deal(cards, deal).unwrap();
        let radices = (0..deal).map(|p| cards - p).filter(|&r| r > 1);
        let weights = radices.flat_map(|r| vec![r as i64; r]).collect_vec();
        let form = |u: &[i64], v: &[i64]| {
            dot(&u.iter().zip(&weights).map(|(u, weight)| u * weight).collect_vec(), v)
        };
        assert_same("lehmer", shape, volume("lehmer", shape, <[i64]>::to_vec, form));
    }
}
