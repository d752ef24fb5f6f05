//! Sums and extremes of a row of probabilities.

use super::{Masses, Store};
use crate::{
    amount::{Amount, Count},
    number::{Fraction, LawValue, fraction},
};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::Zero;

/// One end of a row of probabilities.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// The probability.
    pub(crate) number: LawValue,
    /// The number of indices that have it.
    pub(crate) ties: usize,
    /// The first of these indices.
    pub(crate) indices: Vec<usize>,
}

impl Masses {
    /// The sum of all probabilities, each times the value of `times` for its index.
    pub(crate) fn weighted(&self, times: impl Fn(usize) -> u64) -> LawValue {
        fn sum<C: Count>(counts: &[C], times: impl Fn(usize) -> u64) -> BigInt {
            let mut sum = BigInt::zero();
            for (index, count) in counts.iter().enumerate() {
                match times(index) {
                    0 => {}
                    1 => sum += count.to_big(),
                    times => sum += count.to_big() * times,
                }
            }
            sum
        }
        let rounded = |floats: &[f64]| {
            let weights = (0..floats.len()).map(|index| times(index) as f64);
            let most = weights.clone().fold(0.0, f64::max);
            self.summed(floats.iter().zip(weights).map(|(q, weight)| q * weight).sum(), most)
        };
        counts_or_floats!(&self.store,
            counts => self.exact(sum(counts, times)), floats => rounded(floats))
    }

    /// The sum of (q - center)^2 over the probabilities q.
    pub(crate) fn squared_distance(&self, center: &Fraction) -> LawValue {
        /// The sum of the counts and the sum of their squares.
        fn moments<C: Count>(counts: &[C]) -> (BigInt, BigInt) {
            let (mut sum, mut squares) = (BigInt::zero(), BigInt::zero());
            for count in counts {
                let count = count.to_big();
                squares += &count * &count;
                sum += count;
            }
            (sum, squares)
        }
        let exact = |(sum, squares): (BigInt, BigInt)| {
            // The sum of (b c - a W)^2 / (b W)^2 for a center a/b and counts c of W, with the square multiplied out.
            let (a, b) = (center.numer() * &self.total, center.denom());
            let all = squares * b * b - sum * 2 * &a * b + &a * &a * self.len();
            let scale = b * &self.total;
            LawValue::Exact(Ratio::new(all, &scale * &scale))
        };
        let rounded = |floats: &[f64]| {
            let center = LawValue::Exact(center.clone()).value();
            let far = floats.iter().map(|q| (q - center).abs()).fold(0.0, f64::max);
            let error = self.together * (2.0 * far + self.error);
            self.summed(floats.iter().map(|q| (q - center) * (q - center)).sum(), 0.0)
                .plus(LawValue::Float { value: 0.0, error })
        };
        counts_or_floats!(&self.store,
            counts => exact(moments(counts)), floats => rounded(floats))
    }

    /// The sum of q - 1/m over the probabilities q that are larger than 1/m.
    pub(crate) fn above(&self, m: &BigInt) -> LawValue {
        /// The sum of all counts above a floor, and their number.
        fn larger<C: Count>(counts: &[C], floor: &BigInt) -> (BigInt, usize) {
            let floor = C::from_big(floor);
            let (mut sum, mut number) = (C::zero(), 0);
            for count in counts.iter().filter(|&count| *count > floor) {
                sum += count;
                number += 1;
            }
            (sum.to_big(), number)
        }
        let exact = |(sum, number): (BigInt, usize)| {
            LawValue::Exact(Fraction::new(sum, self.total.clone()) - fraction(number, m.clone()))
        };
        let u = LawValue::Exact(fraction(1, m.clone())).value();
        let rounded =
            |floats: &[f64]| self.summed(floats.iter().map(|q| (q - u).max(0.0)).sum(), 1.0);
        // A whole number is above W/m if it is above its floor.
        counts_or_floats!(&self.store,
            counts => exact(larger(counts, &(&self.total / m))), floats => rounded(floats))
    }

    /// A sum of floats, each of them taken up to `times` times.
    fn summed(&self, sum: f64, times: f64) -> LawValue {
        let of_sum = self.len() as f64 * f64::EPSILON * sum.abs();
        LawValue::Float { value: sum, error: times * self.together + of_sum }
    }

    /// The smallest and the largest probability, each with up to `examples` of its indices; `None` if there
    /// are none at all. Floats that cannot be distinguished count as equal.
    pub(crate) fn ends(&self, examples: usize) -> Option<[End; 2]> {
        let ends = amounts!(&self.store, amounts => ends(amounts, self.error, examples))?;
        Some(ends.map(|(ties, indices)| End { number: self.get(indices[0]), ties, indices }))
    }

    /// The number of probabilities that are not 0, as far as known.
    pub(crate) fn reached(&self) -> usize {
        fn reached<A: Amount>(amounts: &[A], error: f64) -> usize {
            let nothing = A::zero();
            amounts.iter().filter(|amount| !amount.same(&nothing, error)).count()
        }
        amounts!(&self.store, amounts => reached(amounts, self.error))
    }

    /// Shannon's entropy of these probabilities, in bits.
    pub(crate) fn entropy_bits(&self) -> f64 {
        // Added up in chunks, which keeps the rounding error of millions of small addends low.
        let bits = |q: &f64| if *q > 0.0 { -q * q.log2() } else { 0.0 };
        self.values().chunks(1 << 10).map(|chunk| chunk.iter().map(bits).sum::<f64>()).sum()
    }
}

/// The number of smallest and of largest amounts, as far as they can be distinguished, each with the first indices.
fn ends<A: Amount>(amounts: &[A], error: f64, examples: usize) -> Option<[(usize, Vec<usize>); 2]> {
    let (mut least, mut most) = (amounts.first()?, amounts.first()?);
    for amount in amounts {
        least = if amount < least { amount } else { least };
        most = if amount > most { amount } else { most };
    }
    Some([least, most].map(|end| {
        let mut equal = (0..amounts.len()).filter(|&index| amounts[index].same(end, error));
        let first: Vec<_> = equal.by_ref().take(examples.max(1)).collect();
        (first.len() + equal.count(), first)
    }))
}
