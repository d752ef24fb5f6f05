//! The laws of all numbers: by all decks of few cards, and by the moments that books give.

use super::*;
use crate::{
    Shape, eulerian,
    number::IntegerStatistic,
    testing::{assert_is_the_law_of, moments},
};
use itertools::Itertools;

/// For the shapes of up to 6 cards to which the number applies.
fn assert_small_laws<N: IntegerStatistic>() {
    let shapes = (2..=6)
        .flat_map(|cards| (1..=cards).map(move |dealt| Shape::deal(cards, dealt).unwrap()))
        .filter(|&shape| N::new(shape).is_ok())
        .collect_vec();
    assert!(shapes.len() >= 5, "whole decks at least");
    for shape in shapes {
        let rows = (0..shape.cards() as u32).permutations(shape.dealt());
        assert_is_the_law_of::<N>(shape, rows, 1e-13);
    }
}

#[test]
fn laws_are_those_of_all_decks_and_deals() {
    assert_small_laws::<FixedPoints>();
    assert_small_laws::<Successions>();
    assert_small_laws::<Cycles>();
    assert_small_laws::<Records>();
    assert_small_laws::<Inversions>();
    assert_small_laws::<RisingSequences>();
    assert_small_laws::<Footrule>();
    assert_small_laws::<Lis>();
}

/// A law of n cards at these n, its mean and variance, and the error of the sum, and the relative errors of mean and variance.
type Book = (&'static [usize], fn(usize) -> Vec<f64>, fn(f64) -> [f64; 2], [f64; 3]);

/// The fixed points of k of n cards.
fn of_places(n: f64, k: f64) -> [f64; 2] {
    [k / n, k / n + k * (k - 1.0) / (n * (n - 1.0)) - k * k / (n * n)]
}

fn harmonic(n: f64, power: i32) -> f64 {
    (1..=n as u64).map(|m| (m as f64).powi(-power)).sum()
}

const BOOKS: [Book; 6] = [
    (&[52], lis::law, |_| [11.566_37, 1.978_83], [1e-12, 4e-7, 2.5e-6]),
    (&[2, 10, 52, 1_000, 1_000_000], |n| rencontres::law(n, n), |n| of_places(n, n), [1e-9; 3]),
    (&[1_000_000], |n| rencontres::law(n, 9), |n| of_places(n, 9.0), [1e-12, 1e-7, 1e-7]),
    (
        &[2, 10, 52, 1_000, 1_000_000],
        |n| Successions::new(Shape::whole(n)).unwrap().law(),
        |n| of_places(n, n - 1.0),
        [1e-9; 3],
    ),
    (
        &[2, 10, 52, 1_000, 1_000_000],
        stirling::law,
        |n| [harmonic(n, 1), harmonic(n, 1) - harmonic(n, 2)],
        [1e-10, 1e-10, 1e-9],
    ),
    (
        &[2, 3, 10, 52, 1_000],
        eulerian::law,
        |n| [(n - 1.0) / 2.0, (n + 1.0) / 12.0],
        [1e-12, 1e-9, 1e-9],
    ),
];

#[test]
fn mean_and_variance_are_those_of_the_books() {
    for (row, (sizes, law, books, errors)) in BOOKS.into_iter().enumerate() {
        for &n in sizes {
            let [total, mean, variance] = moments(&law(n));
            let [book_mean, book_variance] = books(n as f64);
            let off = [total, mean / book_mean, variance / book_variance];
            for (off, error) in off.into_iter().zip(errors) {
                assert!((off - 1.0).abs() < error, "row {row}, {n} cards: {off}");
            }
        }
    }
}

#[test]
fn long_laws_end_early_and_leave_nothing_to_the_last_cell() {
    let fixed_points = rencontres::law(200, 200);
    assert_eq!(fixed_points.len(), MOST_CELLS);
    assert!(fixed_points[MOST_CELLS - 1] > 0.0 && fixed_points[MOST_CELLS - 1] < 1e-86);
    assert!(stirling::law(1_000_000)[MOST_CELLS - 1] < 1e-19);
}
