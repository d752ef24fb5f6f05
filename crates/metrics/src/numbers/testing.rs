//! What the unit tests of all numbers share.

use crate::{Shape, number::IntegerStatistic};
use itertools::Itertools;

/// Whole decks.
pub(crate) fn whole(cards: usize) -> Shape {
    Shape::whole(cards)
}

/// All decks and deals of up to 6 cards.
pub(crate) fn small_shapes() -> impl Iterator<Item = Shape> {
    (2..=6).flat_map(|cards| (1..=cards).map(move |deal| Shape::deal(cards, deal).unwrap()))
}

/// Counts the number of every deck of this shape and compares with the law, to 1e-13.
pub(crate) fn assert_is_the_law_of<N: IntegerStatistic>(shape: Shape) {
    let number = N::new(shape).unwrap();
    let law = number.law();
    let (mut counts, mut total) = (vec![0_u32; law.len()], 0.0);
    let mut scratch = N::Scratch::default();
    for deal in (0..shape.cards()).permutations(shape.dealt()) {
        let narrow: Vec<u8> = deal.iter().map(|&card| card as u8).collect();
        let wide: Vec<u32> = deal.iter().map(|&card| card as u32).collect();
        let value = number.of(&narrow, &mut scratch);
        assert_eq!(value, number.of(&wide, &mut scratch), "{shape:?}");
        counts[value] += 1;
        total += 1.0;
    }
    for (value, (&count, p)) in counts.iter().zip(&law).enumerate() {
        let test = N::TEST.id;
        assert!((f64::from(count) / total - p).abs() < 1e-13, "{test} {shape:?} {value}: {p}");
    }
}

/// Sum, mean and variance of a law.
pub(crate) fn moments(law: &[f64]) -> (f64, f64, f64) {
    let total: f64 = law.iter().sum();
    let mean: f64 = law.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
    let spread = |(value, p): (usize, &f64)| (value as f64 - mean).powi(2) * p;
    (total, mean, law.iter().enumerate().map(spread).sum())
}
