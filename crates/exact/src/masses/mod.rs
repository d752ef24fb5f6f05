//! A row of probabilities over one denominator.
//!
//! Every law keeps its probabilities here: counts of equally likely words where the arithmetic was exact,
//! floats with a bound on their error where it was not. Each law defines the event that an index of the row
//! stands for.

use crate::{
    amount::{Amount, Count},
    number::LawValue,
};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::One;

/// A row of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Masses {
    store: Store,
    /// The denominator of the counts; 1 for floats.
    total: BigInt,
    /// A bound on the error of each probability.
    error: f64,
    /// A bound on the error of the sum of any of them.
    together: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Store {
    Words(Vec<u64>),
    DoubleWords(Vec<u128>),
    Big(Vec<BigInt>),
    Floats(Vec<f64>),
}

/// Does one thing with counts and another with floats, whatever the type of the counts: a closure cannot
/// be generic.
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

/// Does the same with the amounts, whatever their type.
macro_rules! amounts {
    ($store:expr, $amounts:ident => $does:expr) => {
        counts_or_floats!($store, $amounts => $does, $amounts => $does)
    };
}

mod sums;

pub(crate) use sums::End;

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

    /// Floats with an error of at most `error` each, and at most `together` for any sum of them.
    pub(crate) fn floats(values: Vec<f64>, error: f64, together: f64) -> Self {
        Self { store: Store::Floats(values), total: BigInt::one(), error, together }
    }

    /// The number of probabilities.
    #[must_use]
    pub fn len(&self) -> usize {
        amounts!(&self.store, amounts => amounts.len())
    }

    /// True if there are no probabilities.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if they are free of any rounding.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !matches!(self.store, Store::Floats(_))
    }

    /// The common denominator, if they are exact. It need not be the smallest.
    #[must_use]
    pub fn total(&self) -> Option<&BigInt> {
        self.is_exact().then_some(&self.total)
    }

    /// A bound on the error of each float; 0 if they are exact.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// One of them.
    ///
    /// # Panics
    ///
    /// If `index` is out of range.
    #[must_use]
    pub fn get(&self, index: usize) -> LawValue {
        counts_or_floats!(&self.store,
            counts => self.exact(counts[index].to_big()),
            floats => LawValue::Float { value: floats[index], error: self.error })
    }

    /// One of them, as a float.
    ///
    /// # Panics
    ///
    /// If `index` is out of range.
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

    fn exact(&self, count: BigInt) -> LawValue {
        LawValue::Exact(Ratio::new(count, self.total.clone()))
    }

    /// The probabilities as factors of other amounts.
    pub(crate) fn factors<A: Amount>(&self) -> Vec<A::Factor> {
        fn of<A: Amount, C: Count>(counts: &[C], total: &BigInt) -> Vec<A::Factor> {
            counts.iter().map(|count| A::long_factor(&count.to_big(), total)).collect()
        }
        counts_or_floats!(&self.store,
            counts => of::<A, _>(counts, &self.total),
            _floats => unreachable!("only exact laws are taken further"))
    }

    /// Adds them up into `bins` bins: `bins_of` is called with each index, in order, and names the bins
    /// to which its probability is added.
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
}

fn scattered<A: Amount>(
    amounts: &[A],
    bins: usize,
    mut bins_of: impl FnMut(usize, &mut dyn FnMut(usize)),
) -> Vec<A> {
    let mut sums = vec![A::zero(); bins];
    for (index, amount) in amounts.iter().enumerate() {
        bins_of(index, &mut |bin| sums[bin] += amount);
    }
    sums
}
