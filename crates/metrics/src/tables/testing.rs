//! Shared helpers for the tests of quadratic forms.

use itertools::Itertools;

/// Asserts that a statistic is the quadratic form of the inverse of the covariance of its counts, with `df` degrees
/// of freedom, over all orders of `cards` cards.
///
/// `statistic` takes these decks. With the form A, the covariance C of one deck, and `B(x, y)` the form of two decks,
/// the mean of `B(x, y)^2` over all decks y is `x' A C A x`. It is `x' A x` for all x if and only if A inverts C
/// where the decks vary, and the mean of `x' A x` is then the rank.
pub(super) fn assert_inverts_covariance(cards: usize, df: u64, statistic: impl Fn(&[u32]) -> f64) {
    let decks: Vec<Vec<u32>> = (0..cards as u32).permutations(cards).collect();
    let number = decks.len() as f64;
    let own: Vec<f64> = decks.iter().map(|deck| statistic(deck)).collect();
    let mean = own.iter().sum::<f64>() / number;
    assert!((mean - df as f64).abs() < 1e-9 * df as f64, "mean {mean}, not {df}");
    for (deck, own_of_deck) in decks.iter().zip(&own) {
        let product = |(other, own_of_other): (&Vec<u32>, &f64)| {
            let both = 2.0 * statistic(&[deck.as_slice(), other.as_slice()].concat());
            (0.5 * (both - own_of_deck - own_of_other)).powi(2)
        };
        let squares = decks.iter().zip(&own).map(product).sum::<f64>() / number;
        assert!(
            (squares - own_of_deck).abs() < 1e-7 * own_of_deck.max(1.0),
            "{deck:?}: {squares}, not {own_of_deck}"
        );
    }
}
