//! The numbers in which laws are counted.
//!
//! Every step of a shuffle multiplies by the weights of its rolls and adds up. Counted in whole numbers,
//! over one common denominator, nothing is rounded and nothing needs reducing: the sum of all counts is
//! the denominator, so a type that holds the denominator never overflows. Where the numbers would grow
//! too large for that, floats take over, and the law says so.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};
use std::ops::{Add, AddAssign, Mul, Sub};

/// The factor of an amount: a number of words, or for floats their share of all words.
pub(crate) trait Factor:
    Copy
    + Default
    + PartialEq
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
{
}

impl<F> Factor for F where
    F: Copy + Default + PartialEq + Add<Output = F> + AddAssign + Sub<Output = F> + Mul<Output = F>
{
}

/// A number in which a law is counted: one is the whole, before the first step.
pub(crate) trait Amount:
    Clone + PartialOrd + Zero + One + for<'a> AddAssign<&'a Self>
{
    /// The type of its factors.
    type Factor: Factor;

    /// The factor that stands for `words` of `total` words.
    fn factor(words: i128, total: i128) -> Self::Factor;

    /// The same for numbers of any length, if they fit.
    fn long_factor(words: &BigInt, total: &BigInt) -> Self::Factor {
        let short = |number: &BigInt| number.to_i128().expect("the denominator fits a factor");
        Self::factor(short(words), short(total))
    }

    /// Adds `other`, `factor` times.
    fn add_times(&mut self, other: &Self, factor: Self::Factor);

    /// As a float.
    fn to_f64(&self) -> f64;

    /// True if it cannot be distinguished from `other`, where each is off by `error` at worst.
    fn same(&self, other: &Self, _error: f64) -> bool {
        self == other
    }

    /// The sum of all amounts, each times its factor.
    fn dot(amounts: &[Self], factors: &[Self::Factor]) -> Self {
        let mut sum = Self::zero();
        for (amount, &factor) in amounts.iter().zip(factors) {
            if factor != Self::Factor::default() {
                sum.add_times(amount, factor);
            }
        }
        sum
    }
}

/// A whole number in which a law is counted without any rounding.
pub(crate) trait Count: Amount {
    /// As a big number.
    fn to_big(&self) -> BigInt;

    /// From a big number that is known to fit.
    fn from_big(big: &BigInt) -> Self;
}

/// Whole numbers of a fixed length: they hold the denominator, and so all counts below it.
macro_rules! fixed_length {
    ($number:ty, $from_big:ident) => {
        impl Amount for $number {
            type Factor = Self;

            fn factor(words: i128, _: i128) -> Self {
                words as Self
            }

            #[inline]
            fn add_times(&mut self, other: &Self, factor: Self) {
                *self += other * factor;
            }

            fn to_f64(&self) -> f64 {
                *self as f64
            }
        }

        impl Count for $number {
            fn to_big(&self) -> BigInt {
                (*self).into()
            }

            fn from_big(big: &BigInt) -> Self {
                big.$from_big().expect("the denominator fits, and so does all below it")
            }
        }
    };
}

fixed_length!(u64, to_u64);
fixed_length!(u128, to_u128);

impl Amount for BigInt {
    type Factor = i128;

    fn factor(words: i128, _: i128) -> i128 {
        words
    }

    fn add_times(&mut self, other: &Self, factor: i128) {
        match factor {
            0 => {}
            1 => *self += other,
            _ if other.is_zero() => {}
            _ => *self += other * factor,
        }
    }

    fn to_f64(&self) -> f64 {
        ToPrimitive::to_f64(self).unwrap_or(f64::INFINITY)
    }
}

impl Amount for f64 {
    type Factor = Self;

    fn factor(words: i128, total: i128) -> Self {
        words as Self / total as Self
    }

    fn long_factor(words: &BigInt, total: &BigInt) -> Self {
        Ratio::new_raw(words.clone(), total.clone())
            .to_f64()
            .expect("a fraction has a nearest float")
    }

    #[inline]
    fn add_times(&mut self, other: &Self, factor: Self) {
        *self += other * factor;
    }

    fn to_f64(&self) -> f64 {
        *self
    }

    fn same(&self, other: &Self, error: f64) -> bool {
        (self - other).abs() <= 2.0 * error
    }

    /// In eight interleaved sums, which the compiler can keep in vector registers.
    fn dot(amounts: &[Self], factors: &[Self]) -> Self {
        const LANES: usize = 8;
        let mut sums = [0.0; LANES];
        let (amounts, rest) = amounts.as_chunks::<LANES>();
        let (factors, rest_of_factors) = factors.as_chunks::<LANES>();
        for (amounts, factors) in amounts.iter().zip(factors) {
            for lane in 0..LANES {
                sums[lane] += amounts[lane] * factors[lane];
            }
        }
        let rest: Self = rest.iter().zip(rest_of_factors).map(|(a, f)| a * f).sum();
        sums.iter().sum::<Self>() + rest
    }
}

impl Count for BigInt {
    fn to_big(&self) -> BigInt {
        self.clone()
    }

    fn from_big(big: &BigInt) -> Self {
        big.clone()
    }
}
