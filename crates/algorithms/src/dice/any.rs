//! Dice of any type behind a pointer, so that no body is compiled for them.

use super::{Dice, Generated};
use rand::{Rng, TryRng};
use std::{convert::Infallible, fmt};

/// Dice that lend their generator, whatever its type.
pub(super) trait Lending: Dice {
    /// Lends the generator inside.
    fn lend(&mut self) -> &mut dyn Rng;
}

impl<D: Generated> Lending for D {
    fn lend(&mut self) -> &mut dyn Rng {
        self.generator()
    }
}

/// Dice known by what they do; foreign code is given the words of the generator inside.
pub struct AnyDice<'a>(pub(super) &'a mut dyn Lending);

impl fmt::Debug for AnyDice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyDice")
    }
}

impl Dice for AnyDice<'_> {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        self.0.below_u64(k)
    }

    #[inline]
    fn chance(&mut self, p: usize, q: usize) -> bool {
        self.0.chance(p, q)
    }

    #[inline]
    fn next_deck(&mut self) {
        self.0.next_deck();
    }
}

impl TryRng for AnyDice<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.lend().try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.lend().try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.lend().try_fill_bytes(bytes)
    }
}

impl Generated for AnyDice<'_> {
    type Generator = Self;

    fn generator(&mut self) -> &mut Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Exact, OffByOne};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    #[test]
    fn dice_behind_a_pointer_are_the_same_dice() {
        let pcg64 = || Pcg64::seed_from_u64(1);
        let (mut plain, mut hidden) = (OffByOne::new(pcg64()), OffByOne::new(pcg64()));
        let mut hidden = AnyDice(&mut hidden);
        for k in 1..100 {
            assert_eq!(plain.below(k), hidden.below(k));
            assert_eq!(plain.chance(1, k), hidden.chance(1, k));
        }
        let (mut plain, mut hidden) = (Exact::new(pcg64()), Exact::new(pcg64()));
        let mut hidden = AnyDice(&mut hidden);
        let (plain, hidden) = (plain.generator(), hidden.generator());
        assert_eq!(plain.next_u32(), hidden.next_u32());
        assert_eq!(plain.next_u64(), hidden.next_u64());
        let mut bytes = [[0; 9]; 2];
        plain.fill_bytes(&mut bytes[0]);
        hidden.fill_bytes(&mut bytes[1]);
        assert_eq!(bytes[0], bytes[1]);
    }
}
