//! The law of moving the top card to a random place, t times.
//!
//! Backwards it is a random card moved to the top. After t of those, j different cards have been touched
//! with probability `S(t, j) n!/(n-j)! / n^t` (Stirling numbers of the second kind); these lie on top in
//! uniformly random order, all others below them in their old order. So forwards an order has probability
//! `sum_(j >= l) S(t, j) / n^t`, where l is the smallest number such that the cards l, l+1, ... n-1 lie in
//! this order. (Aldous and Diaconis 1986, Amer. Math. Monthly 93(5); Diaconis, Fill and Pitman 1992,
//! Combin. Probab. Comput. 1(2), theorem 1.)

use super::classes::{ClassLaw, ClassTable};
use crate::{
    LawError,
    cost::{Arithmetic, Cost, Limits},
    number::deals,
};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The most machine words that a law in big numbers may touch; above that, floats are used.
const MOST_EXACT_WORK: u64 = 100_000_000;

/// The largest deck whose number of orders is a float.
const LARGEST_FLOAT: usize = 170;

/// The law of `moves` moves; class l holds the orders whose cards l, l+1, ... lie in order, and no more.
///
/// Exact if that takes a moment at most, else in floats.
pub(super) fn law(cards: usize, moves: u64, limits: &Limits) -> Result<ClassLaw, LawError> {
    let length = moves.saturating_mul((cards.max(2) as f64).log2().ceil() as u64) / 64 + 2;
    let steps = moves.saturating_mul(cards as u64);
    let exact = steps.saturating_mul(length) <= MOST_EXACT_WORK;
    let (touched, arithmetic) = if exact || cards > LARGEST_FLOAT {
        (steps.saturating_mul(length), Arithmetic::Big)
    } else {
        (steps, Arithmetic::Floats)
    };
    Cost {
        states: cards as u64,
        bytes: 16 * (cards as u64).saturating_mul(length),
        moves: touched,
        arithmetic,
        seconds: touched as f64 / 1e9,
    }
    .within("the law by cards in order", limits)?;
    if cards < 2 {
        return Ok(ClassLaw::single(cards));
    }
    let table = if arithmetic == Arithmetic::Big {
        let words = sums_from_the_end(&stirling(cards, moves)).collect();
        let total = (0..moves).fold(BigInt::one(), |product, _| product * cards);
        ClassTable::Exact { sizes: sizes(cards), words, total }
    } else {
        floats(cards, moves)
    };
    Ok(ClassLaw { cards, table })
}

/// The number of orders whose cards l, l+1, ... lie in order is n!/(n-l)!; class l holds the orders for which this is
/// true, but not already from l - 1 on.
fn sizes(cards: usize) -> Vec<BigInt> {
    let ordered = |l: usize| deals(cards, l);
    let size = |l: usize| if l == 0 { BigInt::one() } else { ordered(l) - ordered(l - 1) };
    (0..cards).map(size).collect()
}

/// S(t, 0), S(t, 1), ... S(t, n).
fn stirling(cards: usize, moves: u64) -> Vec<BigInt> {
    let mut row = vec![BigInt::zero(); cards + 1];
    row[0] = BigInt::one();
    for _ in 0..moves {
        for j in (1..=cards).rev() {
            row[j] = &row[j] * j + &row[j - 1];
        }
        row[0] = BigInt::zero();
    }
    row
}

/// For l = 0, ... n - 1 the sum of all from l on.
fn sums_from_the_end(row: &[BigInt]) -> impl Iterator<Item = BigInt> {
    let mut sums = row.to_vec();
    for l in (1..sums.len()).rev() {
        let (before, from) = sums.split_at_mut(l);
        before[l - 1] += &from[0];
    }
    sums.pop();
    sums.into_iter()
}

fn floats(cards: usize, moves: u64) -> ClassTable {
    let n = cards as f64;
    // The probability that j different cards have been touched.
    let mut touched = vec![0.0; cards + 1];
    touched[0] = 1.0;
    for _ in 0..moves {
        for j in (1..=cards).rev() {
            touched[j] = touched[j] * j as f64 / n + touched[j - 1] * (cards - j + 1) as f64 / n;
        }
        touched[0] = 0.0;
    }
    let factorials: Vec<f64> = std::iter::once(1.0)
        .chain((1..=cards).scan(1.0, |product, k| {
            *product *= k as f64;
            Some(*product)
        }))
        .collect();
    let mut ratios = vec![0.0; cards + 1];
    let mut ratio = 0.0;
    for l in (0..=cards).rev() {
        ratio += touched[l] * factorials[cards - l];
        ratios[l] = ratio;
    }
    ratios.pop();
    let share = |l: usize| match l {
        0 => 1.0 / factorials[cards],
        _ => 1.0 / factorials[cards - l] - 1.0 / factorials[cards - l + 1],
    };
    let error = (5.0 * moves as f64 + 4.0 * n) * f64::EPSILON;
    ClassTable::Floats { shares: (0..cards).map(share).collect(), ratios, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_no_further_off_than_they_say() {
        for (cards, moves) in [(2, 1), (5, 3), (10, 40), (52, 1), (52, 26), (52, 205), (52, 600)] {
            let exact = law(cards, moves, &Limits::default()).unwrap();
            let floats = ClassLaw { cards, table: floats(cards, moves) };
            assert!(exact.statistic().is_exact() && !floats.statistic().is_exact());
            for class in 0..cards {
                let (a, b) = (floats.probability(class), exact.probability(class));
                assert!((a.value() - b.value()).abs() <= a.error(), "{cards}, {moves}: {class}");
            }
            for of in [ClassLaw::total_variation, ClassLaw::separation, ClassLaw::noncentrality] {
                let (a, b) = (of(&floats), of(&exact));
                let slack = a.error() + f64::EPSILON * b.value();
                assert!((a.value() - b.value()).abs() <= slack, "{cards}, {moves}: {a} {b}");
            }
            assert!((floats.entropy_bits() - exact.entropy_bits()).abs() < 1e-10);
        }
    }
}
