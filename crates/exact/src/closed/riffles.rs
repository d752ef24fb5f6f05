//! The law of k riffles, by rising sequences.
//!
//! An a-shuffle of n cards makes an order with r rising sequences with probability
//! `C(a + n - r, n) / a^n`, and a-shuffle after b-shuffle is an ab-shuffle, so that k riffles are one with
//! a = 2^k. The orders with r rising sequences are counted by the Eulerian numbers. (Bayer and Diaconis
//! 1992, Ann. Appl. Probab. 2(2), theorem 1, lemma 1 and section 3.) The inverse riffle, a sort by k
//! random bits, has the same law by runs: the ascending runs of an order are the rising sequences of its
//! inverse.

use super::classes::{ClassLaw, ClassTable};
use crate::{
    LawError,
    cost::{Arithmetic, Cost, Limits},
    number::{LawValue, deals, fraction},
};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The law of `riffles` riffles in a row; class r - 1 holds the orders with r rising sequences.
pub(super) fn law(cards: usize, riffles: u64, limits: &Limits) -> Result<ClassLaw, LawError> {
    within(cards, riffles, limits)?;
    if cards == 0 {
        return Ok(ClassLaw::single(0));
    }
    let packets = BigInt::one() << riffles;
    let orders = deals(cards, cards);
    let words = (1..=cards).map(|rising| {
        // C(a + n - r, n), whose factors pass through 0 where a < r.
        let factors = (0..cards).map(|factor| &packets + cards - rising - factor);
        factors.product::<BigInt>() / &orders
    });
    let words = words.collect();
    let total = packets.pow(cards as u32);
    Ok(ClassLaw { cards, table: ClassTable::Exact { sizes: eulerian(cards), words, total } })
}

fn within(cards: usize, riffles: u64, limits: &Limits) -> Result<(), LawError> {
    let length = (riffles.saturating_mul(cards as u64) / 64).saturating_add(2);
    let states = cards as u64;
    // Products of all lengths for each class, then one fraction reduced.
    let moves = states.saturating_mul(states).saturating_mul(length);
    let moves = moves.saturating_add(length.saturating_mul(length).saturating_mul(100));
    let cost = Cost {
        states,
        bytes: states.saturating_mul(8 * 4).saturating_mul(length),
        moves,
        arithmetic: Arithmetic::Big,
        seconds: moves as f64 / 1e9,
    };
    cost.within("the law by rising sequences", limits).map(drop)
}

/// The number of orders of `cards` cards with 1, 2, ... n rising sequences: the Eulerian numbers.
fn eulerian(cards: usize) -> Vec<BigInt> {
    let mut row = vec![BigInt::one()];
    for n in 2..=cards {
        let of = |row: &[BigInt], rising: usize| {
            row.get(rising.wrapping_sub(1)).cloned().unwrap_or_else(BigInt::zero)
        };
        row = (1..=n).map(|r| of(&row, r) * r + of(&row, r - 1) * (n - r + 1)).collect();
    }
    row
}

/// The shuffle degree of `riffles` riffles. Two neighbors descend if the packet of the second comes before the packet
/// of the first, so it is `1/(2a)`, in a deal as in a whole deck.
pub(crate) fn degree(riffles: u64) -> LawValue {
    match usize::try_from(riffles) {
        Ok(riffles) if riffles < 1 << 20 => {
            LawValue::Exact(fraction(1, BigInt::one() << (riffles + 1)))
        }
        _ => LawValue::Float { value: 0.0, error: f64::MIN_POSITIVE },
    }
}

/// The shuffle degree of the inverse, whose order with r runs has r - 1 descents.
pub(crate) fn inverse_degree(law: &ClassLaw) -> Option<LawValue> {
    let neighbors = law.cards.checked_sub(1).filter(|&neighbors| neighbors > 0)?;
    let descents = law.statistic().weighted(|class| class as u64);
    let half = fraction(1, 2);
    Some(descents.affine(&fraction(-1, neighbors), &half))
}
