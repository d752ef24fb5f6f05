//! A reservoir sample that skips the cards which it would not keep: one roll a skip instead of one a card.

use super::samples::sample;
use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Known, Listing},
};

/// Algorithm L: the number of cards to skip is drawn at once, from the largest of the keys that the kept cards would have.
///
/// Imagine a key in `[0, 1)` for each card, of which the k smallest are kept. `W` is the largest kept key: the power 1/k of a uniform
/// number each time, times the last `W`. A later card is kept with probability `W`, so that the skips are geometric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservoirL;

pub(crate) const RESERVOIR_L: Listing<ReservoirL> = Listing {
    entry: Entry {
        aliases: &["algorithm-l"],
        title: "reservoir sample that draws the number of cards to skip",
        known: Known::UniformSet { how: "a card kept from the start keeps its slot" },
        source: "Li 1994, ACM TOMS 20(4), algorithm L",
        ..sample("reservoir-l")
    },
    build: |_| ReservoirL,
};

/// Fractions have 53 bits, as many as a float holds.
const FRACTIONS: u64 = 1 << 53;

impl Procedure for ReservoirL {
    type Scratch<C: Card> = ();

    /// A fraction has too many values to walk.
    const MOST_WALKABLE: usize = 0;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        self.shuffle_deal(deck.len(), deck, &mut (), dice);
    }

    fn shuffle_deal<C: Card, D: Dice>(
        &self,
        dealt: usize,
        deck: &mut [C],
        (): &mut (),
        dice: &mut D,
    ) {
        if dealt == 0 || dealt == deck.len() {
            return; // there is one sample only
        }
        let (mut last, mut ln_w) = (dealt - 1, 0.0);
        loop {
            ln_w += ln(fraction(dice)) / dealt as f64;
            let skipped = ln(fraction(dice)) / ln_of_rest(exp(ln_w));
            // A skip that is too long for a number ends the walk, too.
            let next = last.saturating_add(skipped as usize).saturating_add(1);
            if next >= deck.len() {
                return;
            }
            deck.swap(dice.below(dealt), next);
            last = next;
        }
    }
}

/// A fraction above 0 and up to 1, each of 2^53 equally likely.
fn fraction<D: Dice>(dice: &mut D) -> f64 {
    (dice.below_u64(FRACTIONS) + 1) as f64 / FRACTIONS as f64
}

/// Terms of the series below, which reach the last bit of a float.
const TERMS: u32 = 24;

/// ln((1 + s) / (1 - s)), for s at most 0.2 away from 0.
///
/// The logarithms are computed here, by sums and products alone, since the standard library's differ between
/// machines, and decks must be the same on all.
fn ln_ratio(s: f64) -> f64 {
    let series = |sum: f64, term: u32| sum * s * s + 1.0 / f64::from(2 * term + 1);
    2.0 * s * (0..TERMS).rev().fold(0.0, series)
}

/// The natural logarithm of a number from 0 to 1.
fn ln(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    let (mut x, mut halvings) = (x, 0_u32);
    while x < std::f64::consts::FRAC_1_SQRT_2 {
        (x, halvings) = (x * 2.0, halvings + 1);
    }
    ln_ratio((x - 1.0) / (x + 1.0)) - f64::from(halvings) * std::f64::consts::LN_2
}

/// ln(1 - w) for 0 <= w < 1, also where w is so small that 1 - w is 1.
fn ln_of_rest(w: f64) -> f64 {
    if w < 0.25 { ln_ratio(-w / (2.0 - w)) } else { ln(1.0 - w) }
}

/// The exponential of a number that is not above 0.
fn exp(x: f64) -> f64 {
    let (mut x, mut squarings) = (x, 0_u32);
    while x < -0.5 {
        (x, squarings) = (x / 2.0, squarings + 1);
    }
    let series = |sum: f64, term: u32| sum * x / f64::from(term) + 1.0;
    let power = (1..TERMS).rev().fold(1.0, series);
    (0..squarings).fold(power, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_are_those_of_the_library() {
        for i in 1..=1_000 {
            let x = f64::from(i) / 1_000.0;
            assert!((ln(x) - x.ln()).abs() <= 4e-16 * (1.0 + x.ln().abs()), "ln {x}");
            let small = x * 1e-9;
            assert!((ln(small) / small.ln() - 1.0).abs() < 1e-15, "ln {small}");
            assert!((ln_of_rest(small) / (-small).ln_1p() - 1.0).abs() < 1e-15, "{small}");
            if i < 1_000 {
                assert!((ln_of_rest(x) / (-x).ln_1p() - 1.0).abs() < 1e-14, "{x}");
            }
            let power = -30.0 * x;
            assert!((exp(power) / power.exp() - 1.0).abs() < 1e-13, "exp {power}");
        }
        assert_eq!((ln(1.0), exp(0.0), ln_of_rest(1.0)), (0.0, 1.0, f64::NEG_INFINITY));
    }

    #[test]
    fn the_least_fraction_has_a_logarithm() {
        let least = 1.0 / FRACTIONS as f64;
        assert!((ln(least) + 53.0 * std::f64::consts::LN_2).abs() < 1e-13);
    }
}
