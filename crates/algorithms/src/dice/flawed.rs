//! The flawed draws that people really write.
//!
//! Each type states how many decks an audit of `fisher-yates` needs to see the flaw, so that a plan can be
//! given enough of them. For the short words that is by the position matrix at a two-sided alpha of 1e-6
//! with power 0.999: the noncentrality a deck, `(n-1) * sum (P[position][card] - 1/n)^2` of the exact
//! law P, must add up to 633 for 52 cards and to 157 for 10. A run that shares its budget among many
//! tests needs some more.

use super::{Dice, Exact, Generated};
use rand::Rng;

/// A word of `bits` bits, modulo `k`: small values come too often unless `k` divides 2^bits.
///
/// The relative excess of the favored values is about `k / 2^bits`. For k > 2^bits the high values
/// never come at all.
///
/// | bits | decks of 10 needed | decks of 52 needed |
/// |---|---|---|
/// | 8 | 1.7e5 | 7.4e3 |
/// | 10 | 3.1e6 | 1.1e5 |
/// | 12 | 6.0e7 | 1.9e6 |
/// | 15 | 4.5e9 | 1.1e8 |
/// | 16 | 1.3e10 | 3.8e8 |
/// | 32 | 4.9e19 | 2.3e18 |
#[derive(Clone, Debug)]
pub struct Modulo<R> {
    rng: R,
    bits: u32,
}

impl<R: Rng> Modulo<R> {
    /// Dice that reduce words of `bits` bits, 1 to 63.
    ///
    /// # Panics
    ///
    /// If `bits` is out of this range.
    pub fn new(rng: R, bits: u32) -> Self {
        assert!((1..=63).contains(&bits), "{bits} bits, but 1 to 63 can be had");
        Self { rng, bits }
    }
}

impl<R: Rng> Dice for Modulo<R> {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        word(&mut self.rng, self.bits) % k
    }
}

/// A float of `bits` bits in `[0, 1)`, times `k`, floored.
///
/// The product is taken exactly, as `word * k >> bits`: an FPU that rounds the product can only make it
/// worse, up to the value `k` itself.
///
/// | bits | decks of 10 needed | decks of 52 needed |
/// |---|---|---|
/// | 8 | 1.7e5 | 7.3e3 |
/// | 10 | 3.1e6 | 1.1e5 |
/// | 12 | 6.0e7 | 1.9e6 |
/// | 16 | 1.3e10 | 3.8e8 |
/// | 24 | 1.0e15 | 3.1e13 |
#[derive(Clone, Debug)]
pub struct Float<R> {
    rng: R,
    bits: u32,
}

impl<R: Rng> Float<R> {
    /// Dice that scale floats of `bits` bits, 1 to 53.
    ///
    /// # Panics
    ///
    /// If `bits` is out of this range.
    pub fn new(rng: R, bits: u32) -> Self {
        assert!((1..=53).contains(&bits), "{bits} bits, but 1 to 53 can be had");
        Self { rng, bits }
    }
}

impl<R: Rng> Dice for Float<R> {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        ((u128::from(word(&mut self.rng, self.bits)) * u128::from(k)) >> self.bits) as u64
    }
}

/// `below(k - 1)` where `below(k)` was meant: the last value never comes.
///
/// Durstenfeld's shuffle with these dice is Sattolo's cycle. A coin, which is `below(2)`, always falls on the
/// same side.
#[derive(Clone, Debug)]
pub struct OffByOne<R> {
    exact: Exact<R>,
}

impl<R: Rng> OffByOne<R> {
    /// Dice over this generator.
    pub fn new(rng: R) -> Self {
        Self { exact: Exact::new(rng) }
    }
}

impl<R: Rng> Dice for OffByOne<R> {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        self.exact.below_u64(k.max(2) - 1)
    }
}

impl<R: Rng> Generated for Modulo<R> {
    type Generator = R;

    fn generator(&mut self) -> &mut R {
        &mut self.rng
    }
}

impl<R: Rng> Generated for Float<R> {
    type Generator = R;

    fn generator(&mut self) -> &mut R {
        &mut self.rng
    }
}

impl<R: Rng> Generated for OffByOne<R> {
    type Generator = R;

    fn generator(&mut self) -> &mut R {
        self.exact.generator()
    }
}

/// The highest `bits` bits of a word: the good ones of any generator.
#[inline]
pub(super) fn word<R: Rng>(rng: &mut R, bits: u32) -> u64 {
    rng.next_u64() >> (u64::BITS - bits)
}
