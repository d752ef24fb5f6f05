//! The steps of the statistics: how far apart the attainable counts lie.
//!
//! Counts of N decks are sums of N vectors of single decks, so two counts differ by a point of the lattice
//! that is spanned by the differences of decks. The law of a test states the volume that belongs to a point,
//! in standard deviations; here it is worked out from the lattice itself.

use crate::{Cards, build, count, deal, null_law::repeated_evidence, whole};
use itertools::Itertools;
use shuffle_metrics::{Law, Metric, Position, Shape};

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
    metric: &dyn Metric,
    shape: Shape,
    see: impl Fn(&[i64]) -> Vec<i64>,
    form: impl Fn(&[i64], &[i64]) -> f64,
) -> (f64, usize) {
    let decks: Vec<Vec<i64>> = (0..shape.cards())
        .permutations(shape.dealt())
        .map(|deck| {
            let tally = count(metric, shape, &Cards::from_numbers(shape, deck));
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

fn dot(u: &[i64], v: &[i64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum::<i64>() as f64
}

/// Asserts that the law of a test states this volume, for one trial.
#[track_caller]
fn assert_same(test: &str, metric: &dyn Metric, shape: Shape, found: (f64, usize)) {
    let one = count(metric, shape, &Cards::from_numbers(shape, 0..shape.dealt())).counts_only();
    let (evidence, trials) = repeated_evidence(test, metric, &one);
    let Law::ChiSquare { df, ln_lattice_volume } = evidence.law else { panic!("a chi-square law") };
    let stated = ln_lattice_volume + 0.5 * df as f64 * (trials as f64).ln();
    assert_eq!(found.1 as u64, df, "{test} {shape:?}: the lattice has as many dimensions");
    assert!((found.0 - stated).abs() < 1e-6, "{test} {shape:?}: {} for {stated}", found.0);
}

/// In groups of positions and cards of these sizes; of a deal, what is not dealt is the last group of positions.
#[test]
fn position_states_the_volume_of_its_cells() {
    for (shape, positions, cards, rows, columns) in [
        (whole(2), 2, 2, vec![1, 1], vec![1, 1]),
        (whole(4), 4, 4, vec![1; 4], vec![1; 4]),
        (deal(3, 1), 1, 3, vec![1, 2], vec![1; 3]),
        (deal(6, 2), 2, 6, vec![1, 1, 4], vec![1; 6]),
        (whole(5), 3, 2, vec![2, 2, 1], vec![3, 2]),
        (whole(6), 4, 5, vec![2, 1, 2, 1], vec![2, 1, 1, 1, 1]),
        (deal(6, 4), 3, 2, vec![2, 1, 1, 2], vec![3, 3]),
    ] {
        let metric = Position::grouped(shape, positions, cards);
        let is_dealt = positions < rows.len();
        let see = |counts: &[i64]| {
            let of_column = |c: usize| counts.iter().skip(c).step_by(cards).sum::<i64>();
            let left = (0..cards).filter(|_| is_dealt).map(|c| columns[c] - of_column(c));
            counts.iter().copied().chain(left).collect_vec()
        };
        let sizes = rows.iter().cartesian_product(&columns).map(|(row, column)| row * column);
        let sizes = sizes.collect_vec();
        let form = |u: &[i64], v: &[i64]| {
            let cells = u.iter().zip(v).zip(&sizes);
            let sum: f64 = cells.map(|((u, v), size)| (u * v) as f64 / *size as f64).sum();
            (shape.cards() as f64 - 1.0) * sum
        };
        assert_same("position", &metric, shape, volume(&metric, shape, see, form));
    }
}

#[test]
fn adjacency_states_the_volume_of_its_cells() {
    for cards in 2..=5 {
        let (shape, n, m) = (whole(cards), cards as f64, cards + 1);
        let turned = |u: &[i64]| (0..m * m).map(|cell| u[cell % m * m + cell / m]).collect_vec();
        let form = |u: &[i64], v: &[i64]| n / (n + 1.0) * (n * dot(u, v) + dot(u, &turned(v)));
        let metric = &*build("adjacency", shape).unwrap();
        assert_same("adjacency", metric, shape, volume(metric, shape, <[i64]>::to_vec, form));
    }
}

#[test]
fn pair_order_and_friedman_state_the_volume_of_their_cells() {
    for cards in 2..=5 {
        let (shape, n) = (whole(cards), cards as f64);
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
        let metric = &*build("pair-order", shape).unwrap();
        assert_same("pair-order", metric, shape, volume(metric, shape, <[i64]>::to_vec, form));
        let form = |u: &[i64], v: &[i64]| 12.0 / (n * (n + 1.0)) * dot(u, v);
        assert_same("friedman", metric, shape, volume(metric, shape, ranks, form));
    }
}

#[test]
fn lehmer_states_the_volume_of_its_cells() {
    for (cards, deal) in [(2, 2), (3, 3), (4, 4), (5, 5), (5, 3)] {
        let shape = crate::deal(cards, deal);
        let radices = (0..deal).map(|p| cards - p).filter(|&r| r > 1);
        let weights = radices.flat_map(|r| vec![r as i64; r]).collect_vec();
        let form = |u: &[i64], v: &[i64]| {
            dot(&u.iter().zip(&weights).map(|(u, weight)| u * weight).collect_vec(), v)
        };
        let metric = &*build("lehmer", shape).unwrap();
        assert_same("lehmer", metric, shape, volume(metric, shape, <[i64]>::to_vec, form));
    }
}
