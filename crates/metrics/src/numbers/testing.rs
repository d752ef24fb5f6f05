//! Shared helpers for the unit tests of all numbers.

use crate::{Shape, number::IntegerStatistic};

pub(crate) fn whole(cards: usize) -> Shape {
    Shape::whole(cards)
}

/// Counts the number of every one of these rows, all of a shape, and compares with the law.
pub(crate) fn assert_is_the_law_of<N: IntegerStatistic>(
    shape: Shape,
    rows: impl IntoIterator<Item = Vec<u32>>,
    error: f64,
) {
    let number = N::new(shape).unwrap();
    let law = number.law();
    let (mut counts, mut total) = (vec![0_u32; law.len()], 0.0);
    let mut scratch = N::Scratch::default();
    for row in rows {
        let narrow: Vec<u8> = row.iter().map(|&card| card as u8).collect();
        let value = number.of(&narrow, &mut scratch);
        assert_eq!(value, number.of(&row, &mut scratch), "{shape:?}");
        counts[value] += 1;
        total += 1.0;
    }
    for (value, (&count, p)) in counts.iter().zip(&law).enumerate() {
        let test = N::TEST.id;
        assert!((f64::from(count) / total - p).abs() < error, "{test} {shape:?} {value}: {p}");
    }
}

/// Sum, mean and variance of a law.
pub(crate) fn moments(law: &[f64]) -> [f64; 3] {
    let total: f64 = law.iter().sum();
    let mean: f64 = law.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    let spread = |(value, p): (usize, &f64)| (value as f64 - mean).powi(2) * p;
    [total, mean, law.iter().enumerate().map(spread).sum()]
}
