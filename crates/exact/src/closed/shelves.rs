//! The law of the shelf machine, by peaks.
//!
//! A machine with m shelves makes an order of n cards with v peaks (places higher than both neighbors)
//! with probability
//!
//! ```text
//! 4^(v+1) / (2 (2m)^n) sum_a C(n + m - a - 1, n) C(n - 1 - 2v, a - v),   a = 0 .. m-1
//! ```
//!
//! and l shelves after m are one machine with 2lm. (Diaconis, Fulman and Holmes 2013, Ann. Appl. Probab.
//! 23(4), theorem 3.1. The paper speaks of valleys: its machine is fed from the bottom of the deck. Here
//! the slots come as descending, ascending, descending and so on, so that one shelf makes valleys freely
//! and no peak.) The law is the same read backwards: the last slot ascends, so from the end the slots
//! descend, ascend, and so on, too. So as many neighbors ascend as descend.

use super::classes::{ClassLaw, ClassTable};
use crate::{
    LawError,
    cost::{Arithmetic, Cost, Limits},
    number::deals,
};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The law of `passes` passes, at least one, through a machine; class v holds the orders with v peaks.
pub(super) fn law(
    cards: usize,
    shelves: u64,
    passes: u32,
    limits: &Limits,
) -> Result<ClassLaw, LawError> {
    assert!(shelves > 0 && passes > 0, "a shelf and a pass");
    within(cards, shelves, passes, limits)?;
    if cards == 0 {
        return Ok(ClassLaw::single(0));
    }
    let slots = BigInt::from(2 * shelves).pow(passes);
    let total = slots.pow(cards as u32);
    let sizes = peaks(cards);
    let words = (0..sizes.len()).map(|v| words(cards, &slots, v)).collect();
    Ok(ClassLaw { cards, table: ClassTable::Exact { sizes, words, total } })
}

/// The number of words of slots that lead to one order with v peaks.
fn words(cards: usize, slots: &BigInt, v: usize) -> BigInt {
    let shelves: BigInt = slots / 2;
    let (gaps, orders) = (cards - 1 - 2 * v, deals(cards, cards));
    let mut sum = BigInt::zero();
    let mut choices = BigInt::one();
    for chosen in 0..=gaps {
        // C(n + m - a - 1, n) with a = v + chosen is a product that is 0 from a = m on.
        let top = &shelves + cards - v - chosen - 1;
        if top < BigInt::from(cards) {
            break;
        }
        let ways: BigInt = (0..cards).map(|factor| &top - factor).product();
        sum += ways / &orders * &choices;
        choices = choices * (gaps - chosen) / (chosen + 1);
    }
    (sum << (2 * v)) * 2
}

/// The number of orders of `cards` cards with 0, 1, 2, ... peaks.
///
/// The largest card leaves the number of peaks unchanged next to one of the k peaks or at an end, that is, at 2k + 2
/// of n places; at the others it makes one more: `P(n, k) = (2k + 2) P(n-1, k) + (n - 2k) P(n-1, k-1)`.
fn peaks(cards: usize) -> Vec<BigInt> {
    let mut row = vec![BigInt::one()];
    for n in 2..=cards {
        let of = |row: &[BigInt], k: usize| row.get(k).cloned().unwrap_or_else(BigInt::zero);
        row = (0..=(n - 1) / 2)
            .map(|k| {
                let before = if k == 0 { BigInt::zero() } else { of(&row, k - 1) };
                of(&row, k) * (2 * k + 2) + before * (n - 2 * k)
            })
            .collect();
    }
    row
}

fn within(cards: usize, shelves: u64, passes: u32, limits: &Limits) -> Result<(), LawError> {
    let bits = (64 - (2 * shelves).leading_zeros()) as u64 * u64::from(passes);
    let length = bits.saturating_mul(cards as u64) / 64 + 2;
    let states = cards as u64 / 2 + 1;
    let each = (cards as u64).saturating_mul(cards as u64).saturating_mul(length);
    let moves = states.saturating_mul(each).saturating_add(length.saturating_mul(length) * 100);
    let bytes = states.saturating_mul(32).saturating_mul(length);
    let seconds = moves as f64 / 1e9;
    let cost = Cost { states, bytes, moves, arithmetic: Arithmetic::Big, seconds };
    cost.within("the law by peaks", limits).map(drop)
}

/// The position matrix of one pass, a row a place, in floats, and their relative error.
///
/// Card i draws one of 2m slots. Every earlier card comes before it with the probability of a lower slot,
/// or also of the same one if that keeps its order; later cards the other way round. So its place is the
/// sum of two independent binomials for each slot.
pub(crate) fn places(
    cards: usize,
    shelves: u64,
    limits: &Limits,
) -> Result<(Vec<f64>, f64), LawError> {
    let (n, slots) = (cards, 2 * shelves);
    let moves = slots.saturating_mul((n * n * n / 6 + n * n) as u64);
    let states = (n * n) as u64;
    let seconds = moves as f64 / 1e9;
    Cost { states, bytes: 24 * states, moves, arithmetic: Arithmetic::Floats, seconds }
        .within("the position law", limits)?;
    let mut matrix = vec![0.0; n * n];
    let mut below = binomials(n, 0.0);
    for slot in 0..slots {
        let above = binomials(n, (slot + 1) as f64 / slots as f64);
        let (earlier, later) = if slot % 2 == 0 { (&below, &above) } else { (&above, &below) };
        for card in 0..n {
            for (x, p) in earlier[card].iter().enumerate() {
                for (y, q) in later[n - 1 - card].iter().enumerate() {
                    matrix[(x + y) * n + card] += p * q;
                }
            }
        }
        below = above;
    }
    matrix.iter_mut().for_each(|cell| *cell /= slots as f64);
    // A cell sums up to n products for each slot, of binomials with up to 3n roundings each.
    let roundings = slots as f64 * n as f64 + 6.0 * n as f64 + 4.0;
    Ok((matrix, roundings * f64::EPSILON))
}

/// The binomial laws of 0, 1, ... n - 1 trials.
fn binomials(n: usize, p: f64) -> Vec<Vec<f64>> {
    let mut laws = vec![vec![1.0]];
    for trials in 1..n {
        let last: &Vec<f64> = &laws[trials - 1];
        let at = |successes: usize| last.get(successes).copied().unwrap_or(0.0);
        let next = (0..=trials).map(|successes| {
            let came = if successes == 0 { 0.0 } else { at(successes - 1) };
            p * came + (1.0 - p) * at(successes)
        });
        laws.push(next.collect());
    }
    laws
}
