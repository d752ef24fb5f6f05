//! A law that is the same for all orders of a class.
//!
//! The laws from the literature look at an order through one statistic: rising sequences, peaks, cycles.
//! All orders of a class have the same probability, so a table of the classes holds the whole law, and the
//! distances from uniform are sums over it. With m orders, `u` the share of a class of all orders and `r`
//! the probability of one of its orders times m:
//!
//! | number | formula |
//! |---|---|
//! | total variation | `1/2 sum u abs(r - 1)` |
//! | separation | `max (1 - r)` |
//! | noncentrality a trial | `sum u (r - 1)^2` |
//! | entropy in bits | `log2 m - sum u r log2 r` |

use crate::{
    amount::Amount,
    masses::Masses,
    number::{LawValue, deals},
};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Zero};

/// A law over the orders of whole decks, class by class.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassLaw {
    pub(super) cards: usize,
    pub(super) table: ClassTable,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ClassTable {
    /// The number of orders in each class, and the number of words, of `total` equally likely ones, that lead to
    /// each of these orders.
    Exact { sizes: Vec<BigInt>, words: Vec<BigInt>, total: BigInt },
    /// The share of each class of all orders, and the probability of each of its orders times their
    /// number, both with this relative error at worst.
    Floats { shares: Vec<f64>, ratios: Vec<f64>, error: f64 },
}

impl ClassLaw {
    /// The law of a deck that has one order.
    pub(super) fn single(cards: usize) -> Self {
        let one = || vec![BigInt::one()];
        let table = ClassTable::Exact { sizes: one(), words: one(), total: BigInt::one() };
        Self { cards, table }
    }

    /// The number of classes.
    fn len(&self) -> usize {
        match &self.table {
            ClassTable::Exact { sizes, .. } => sizes.len(),
            ClassTable::Floats { shares, .. } => shares.len(),
        }
    }

    fn orders(&self) -> BigInt {
        deals(self.cards, self.cards)
    }

    /// The probability of each order of this class.
    ///
    /// # Panics
    ///
    /// If there is no such class.
    #[must_use]
    pub fn probability(&self, class: usize) -> LawValue {
        match &self.table {
            ClassTable::Exact { words, total, .. } => {
                LawValue::Exact(Ratio::new(words[class].clone(), total.clone()))
            }
            ClassTable::Floats { ratios, error, .. } => {
                let value = ratios[class] / self.orders().to_f64();
                LawValue::Float { value, error: value * (error + 2.0 * f64::EPSILON) }
            }
        }
    }

    /// The law of the statistic: the probability of each class.
    #[must_use]
    pub fn statistic(&self) -> Masses {
        match &self.table {
            ClassTable::Exact { sizes, words, total } => {
                let counts = sizes.iter().zip(words).map(|(size, words)| size * words).collect();
                Masses::big(counts, total.clone())
            }
            ClassTable::Floats { shares, ratios, error } => {
                let values = shares.iter().zip(ratios).map(|(u, r)| u * r).collect();
                Masses::floats(values, 2.0 * error, 2.0 * error)
            }
        }
    }

    /// The total variation distance from uniform.
    #[must_use]
    pub fn total_variation(&self) -> LawValue {
        match &self.table {
            ClassTable::Exact { sizes, words, total } => {
                let orders = self.orders();
                let above = |(size, words): (&BigInt, &BigInt)| {
                    let more = words * &orders - total;
                    if more > BigInt::zero() { size * more } else { BigInt::zero() }
                };
                let sum: BigInt = sizes.iter().zip(words).map(above).sum();
                LawValue::Exact(Ratio::new(sum, orders * total))
            }
            ClassTable::Floats { shares, ratios, error } => {
                let value = sum(shares.iter().zip(ratios).map(|(u, r)| u * (r - 1.0).abs())) / 2.0;
                LawValue::Float { value, error: 2.0 * error + self.rounding() }
            }
        }
    }

    /// The separation from uniform: 1 less the smallest ratio of a probability to the uniform one.
    #[must_use]
    pub fn separation(&self) -> LawValue {
        match &self.table {
            ClassTable::Exact { words, total, .. } => {
                let least = words.iter().min().cloned().unwrap_or_default();
                LawValue::Exact(Ratio::one() - Ratio::new(least * self.orders(), total.clone()))
            }
            ClassTable::Floats { ratios, error, .. } => {
                let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
                LawValue::Float { value: 1.0 - least, error: least * error + f64::EPSILON }
            }
        }
    }

    /// The noncentrality a trial of the chi-square test over all orders.
    #[must_use]
    pub fn noncentrality(&self) -> LawValue {
        match &self.table {
            ClassTable::Exact { sizes, words, total } => {
                let squares: BigInt = sizes.iter().zip(words).map(|(s, w)| s * w * w).sum();
                LawValue::Exact(Ratio::new(squares * self.orders(), total * total) - Ratio::one())
            }
            ClassTable::Floats { shares, ratios, error } => {
                let terms = shares.iter().zip(ratios).map(|(u, r)| u * (r - 1.0) * (r - 1.0));
                let value = sum(terms);
                // The derivative of (r-1)^2 in r, times r: 2 r (r-1) = 2 (r-1)^2 + 2 (r-1).
                let slope = 2.0 * (value + value.sqrt()) + value;
                let error = error * slope + error * error * (value + 1.0);
                LawValue::Float { value, error: error + self.rounding() * value }
            }
        }
    }

    /// Shannon's entropy in bits.
    #[must_use]
    pub fn entropy_bits(&self) -> f64 {
        let orders: f64 = (1..=self.cards).map(|k| (k as f64).log2()).sum();
        match &self.table {
            ClassTable::Exact { sizes, words, total } => {
                let whole = self.orders();
                let lost = sizes.iter().zip(words).filter(|(_, words)| !words.is_zero());
                let lost = lost.map(|(size, words)| {
                    f64::long_factor(&(size * words), total) * log2(&(words * &whole), total)
                });
                orders - lost.sum::<f64>()
            }
            ClassTable::Floats { shares, ratios, .. } => {
                let pairs = shares.iter().zip(ratios).filter(|(_, r)| **r > 0.0);
                orders - sum(pairs.map(|(u, r)| u * r * r.log2()))
            }
        }
    }

    /// A bound on the error that the additions cause in a sum of all classes in floats.
    fn rounding(&self) -> f64 {
        (CHUNK + self.len() / CHUNK + 4) as f64 * f64::EPSILON
    }
}

const CHUNK: usize = 1 << 9;

/// A sum in chunks, which keeps the rounding error of many small addends low.
pub(crate) fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut all, mut chunk, mut left) = (0.0, 0.0, CHUNK);
    for term in terms {
        chunk += term;
        left -= 1;
        if left == 0 {
            all += chunk;
            (chunk, left) = (0.0, CHUNK);
        }
    }
    all + chunk
}

/// log2 of a fraction whose parts may be beyond any float, to about 15 digits of its parts.
fn log2(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let of = |number: &BigInt| {
        let beyond = number.bits().saturating_sub(1000);
        (number >> beyond).to_f64().log2() + beyond as f64
    };
    of(numerator) - of(denominator)
}
