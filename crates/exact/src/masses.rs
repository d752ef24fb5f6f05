//! A row of probabilities over one denominator.
//!
//! Every law keeps its probabilities here: counts of equally likely words where the arithmetic was exact,
//! floats with a bound on their error where it was not. Which event a place in the row stands for is the
//! law's affair.

use crate::{
    amount::{Amount, Count},
    number::{Fraction, Number, fraction},
};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Zero};

/// A row of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Masses {
    store: Store,
    /// What the counts are divided by; 1 for floats.
    total: BigInt,
    /// How far each can be from the truth.
    error: f64,
    /// How far the sum of any of them can be.
    together: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Store {
    Words(Vec<u64>),
    DoubleWords(Vec<u128>),
    Big(Vec<BigInt>),
    Floats(Vec<f64>),
}

/// Does the same with the amounts, whatever their type, since a closure cannot be generic.
macro_rules! amounts {
    ($store:expr, $amounts:ident => $does:expr) => {
        match $store {
            Store::Words($amounts) => $does,
            Store::DoubleWords($amounts) => $does,
            Store::Big($amounts) => $does,
            Store::Floats($amounts) => $does,
        }
    };
}

/// Does one thing with counts, whatever their type, and another with floats.
macro_rules! counts_or_floats {
    ($store:expr, $counts:ident => $exact:expr, $floats:ident => $rounded:expr) => {
        match $store {
            Store::Words($counts) => $exact,
            Store::DoubleWords($counts) => $exact,
            Store::Big($counts) => $exact,
            Store::Floats($floats) => $rounded,
        }
    };
}

impl Masses {
    pub(crate) fn words(counts: Vec<u64>, total: BigInt) -> Self {
        Self { store: Store::Words(counts), total, error: 0.0, together: 0.0 }
    }

    pub(crate) fn double_words(counts: Vec<u128>, total: BigInt) -> Self {
        Self { store: Store::DoubleWords(counts), total, error: 0.0, together: 0.0 }
    }

    pub(crate) fn big(counts: Vec<BigInt>, total: BigInt) -> Self {
        Self { store: Store::Big(counts), total, error: 0.0, together: 0.0 }
    }

    /// Floats, each of them no further than `error` and no sum of them further than `together` from the
    /// truth.
    pub(crate) fn floats(values: Vec<f64>, error: f64, together: f64) -> Self {
        Self { store: Store::Floats(values), total: BigInt::one(), error, together }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        amounts!(&self.store, amounts => amounts.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether they are free of any rounding.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !matches!(self.store, Store::Floats(_))
    }

    /// The common denominator, if they are exact. It need not be the smallest.
    #[must_use]
    pub fn total(&self) -> Option<&BigInt> {
        self.is_exact().then_some(&self.total)
    }

    /// How far each float can be from the truth; 0 if they are exact.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// One of them.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn get(&self, index: usize) -> Number {
        counts_or_floats!(&self.store,
            counts => self.exact(counts[index].to_big()),
            floats => Number::Float { value: floats[index], error: self.error })
    }

    /// One of them, as a float.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn value(&self, index: usize) -> f64 {
        self.get(index).value()
    }

    /// All of them, as floats.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let total = Amount::to_f64(&self.total);
        if total.is_finite() {
            amounts!(&self.store, amounts => {
                amounts.iter().map(|amount| amount.to_f64() / total).collect()
            })
        } else {
            (0..self.len()).map(|index| self.value(index)).collect()
        }
    }

    fn exact(&self, count: BigInt) -> Number {
        Number::Exact(Ratio::new(count, self.total.clone()))
    }

    /// A sum of floats, each of them taken up to `times` times.
    fn summed(&self, sum: f64, times: f64) -> Number {
        let of_sum = self.len() as f64 * f64::EPSILON * sum.abs();
        Number::Float { value: sum, error: times * self.together + of_sum }
    }

    /// What other amounts are to be multiplied by.
    pub(crate) fn factors<A: Amount>(&self) -> Vec<A::Factor> {
        fn of<A: Amount, C: Count>(counts: &[C], total: &BigInt) -> Vec<A::Factor> {
            counts.iter().map(|count| A::long_factor(&count.to_big(), total)).collect()
        }
        counts_or_floats!(&self.store,
            counts => of::<A, _>(counts, &self.total),
            _floats => unreachable!("only exact laws are taken further"))
    }

    /// Adds them up into so many bins: `bins_of` is called with each index, in order, and says into which
    /// bins its probability goes.
    pub(crate) fn scatter(
        &self,
        bins: usize,
        bins_of: impl FnMut(usize, &mut dyn FnMut(usize)),
    ) -> Self {
        let store = match &self.store {
            Store::Words(counts) => Store::Words(scattered(counts, bins, bins_of)),
            Store::DoubleWords(counts) => Store::DoubleWords(scattered(counts, bins, bins_of)),
            Store::Big(counts) => Store::Big(scattered(counts, bins, bins_of)),
            Store::Floats(floats) => Store::Floats(scattered(floats, bins, bins_of)),
        };
        // A bin holds the sum of some of them, and each addition rounds a sum of at most 1.
        let rounding = if self.is_exact() { 0.0 } else { self.len() as f64 * f64::EPSILON };
        let error = self.together + rounding;
        Self { store, total: self.total.clone(), error, together: error * bins as f64 }
    }

    /// The sum of all, each times what `times` says of its index.
    pub(crate) fn weighted(&self, times: impl Fn(usize) -> u64) -> Number {
        counts_or_floats!(&self.store,
        counts => {
            let mut sum = BigInt::zero();
            for (index, count) in counts.iter().enumerate() {
                match times(index) {
                    0 => {}
                    1 => sum += count.to_big(),
                    times => sum += count.to_big() * times,
                }
            }
            self.exact(sum)
        },
        floats => {
            let (mut sum, mut most) = (0.0, 0.0_f64);
            for (index, value) in floats.iter().enumerate() {
                let times = times(index) as f64;
                sum += times * value;
                most = most.max(times);
            }
            self.summed(sum, most)
        })
    }

    /// The sum of (q - center)^2 over the probabilities q.
    pub(crate) fn squared_distance(&self, center: &Fraction) -> Number {
        counts_or_floats!(&self.store,
        counts => {
            // Of (b c - a W)^2 / (b W)^2 for a center a/b, with the square multiplied out.
            let (mut sum, mut squares) = (BigInt::zero(), BigInt::zero());
            for count in counts {
                let count = count.to_big();
                squares += &count * &count;
                sum += count;
            }
            let (a, b) = (center.numer() * &self.total, center.denom());
            let all = squares * b * b - sum * 2 * &a * b + &a * &a * counts.len();
            let scale = b * &self.total;
            Number::Exact(Ratio::new(all, &scale * &scale))
        },
        floats => {
            let center = Number::Exact(center.clone()).value();
            let sum: f64 = floats.iter().map(|q| (q - center) * (q - center)).sum();
            let far = floats.iter().map(|q| (q - center).abs()).fold(0.0, f64::max);
            let error = self.together * (2.0 * far + self.error);
            self.summed(sum, 0.0).plus(Number::Float { value: 0.0, error })
        })
    }

    /// The sum of q - 1/m over the probabilities q that are larger than 1/m.
    pub(crate) fn above(&self, m: &BigInt) -> Number {
        fn larger<C: Count>(counts: &[C], floor: &BigInt) -> (BigInt, usize) {
            let floor = C::from_big(floor);
            let (mut sum, mut number) = (C::nothing(), 0);
            for count in counts.iter().filter(|&count| *count > floor) {
                sum.add(count);
                number += 1;
            }
            (sum.to_big(), number)
        }
        counts_or_floats!(&self.store,
        counts => {
            // A whole number is above W/m if it is above its floor.
            let (sum, number) = larger(counts, &(&self.total / m));
            Number::Exact(Fraction::new(sum, self.total.clone()) - fraction(number, m.clone()))
        },
        floats => {
            let u = 1.0 / Amount::to_f64(m);
            let sum = floats.iter().map(|q| (q - u).max(0.0)).sum();
            self.summed(sum, 1.0)
        })
    }

    /// The smallest and the largest probability, each with up to `examples` of its indices; `None` if there
    /// are none at all. Floats that cannot be told apart count as equal.
    pub(crate) fn ends(&self, examples: usize) -> Option<[End; 2]> {
        let ends = amounts!(&self.store, amounts => ends(amounts, self.error, examples))?;
        Some(ends.map(|(ties, indices)| End { number: self.get(indices[0]), ties, indices }))
    }

    /// Shannon's entropy of these probabilities, in bits.
    pub(crate) fn entropy_bits(&self) -> f64 {
        // Added up in chunks, so that millions of small addends do not wear down the sum.
        let bits = |q: &f64| if *q > 0.0 { -q * q.log2() } else { 0.0 };
        self.values().chunks(1 << 10).map(|chunk| chunk.iter().map(bits).sum::<f64>()).sum()
    }
}

/// One end of a row of probabilities.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// The probability.
    pub(crate) number: Number,
    /// How many have it.
    pub(crate) ties: usize,
    /// The first of them.
    pub(crate) indices: Vec<usize>,
}

/// How many are smallest and how many largest, and the first of them; an extreme one comes first.
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

fn scattered<A: Amount>(
    amounts: &[A],
    bins: usize,
    mut bins_of: impl FnMut(usize, &mut dyn FnMut(usize)),
) -> Vec<A> {
    let mut sums = vec![A::nothing(); bins];
    for (index, amount) in amounts.iter().enumerate() {
        bins_of(index, &mut |bin| sums[bin].add(amount));
    }
    sums
}
