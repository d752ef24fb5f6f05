//! Exact dice that are reseeded for every deck, with one of few seeds.

use super::{Dice, Exact, Generated, flawed::word};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The milliseconds of a day.
pub(super) const DAY: u64 = 86_400_000;

/// Exact dice that are reseeded for every deck.
///
/// However good the generator, only as many different decks can come out as there are seeds: after N decks about N^2 / (2 * seeds) pairs of
/// them are equal. At 52 cards a single repeat is damning. With probability 0.999 one comes within 950 decks for 2^16 seeds, within
/// 240 thousand for 2^32, and within 35 thousand for the milliseconds of a day.
pub struct Reseeded {
    /// Draws the seed of a deck.
    seed: Box<dyn FnMut() -> u64>,
    /// Starts a generator.
    start: fn(u64) -> Box<dyn Rng>,
    dice: Exact<Box<dyn Rng>>,
}

impl Reseeded {
    /// `tiny-seed`: dice whose seeds of `bits` bits, 1 to 63, come from a generator `seeds` of the kind that they start.
    ///
    /// # Panics
    ///
    /// If `bits` is out of this range.
    pub fn tiny<R: Rng + SeedableRng + 'static>(mut seeds: R, bits: u32) -> Self {
        assert!((1..=63).contains(&bits), "{bits} bits, but 1 to 63 can be had");
        Self::new::<R>(move || word(&mut seeds, bits))
    }

    /// `clock-seed`: dice over generators of type `R`, whose seeds below `seeds`, at least 1, are drawn soundly, whatever generator they
    /// start: the moments at which players sit down come from no generator.
    ///
    /// # Panics
    ///
    /// If there are no seeds.
    #[must_use]
    pub fn clock<R: Rng + SeedableRng + 'static>(moments: Pcg64, seeds: u64) -> Self {
        assert!(seeds > 0, "there must be a seed");
        let mut moments = Exact::new(moments);
        Self::new::<R>(move || moments.below_u64(seeds))
    }

    fn new<R: Rng + SeedableRng + 'static>(mut seed: impl FnMut() -> u64 + 'static) -> Self {
        let start = |seed| -> Box<dyn Rng> { Box::new(R::seed_from_u64(seed)) };
        let dice = Exact::new(start(seed()));
        Self { seed: Box::new(seed), start, dice }
    }
}

impl Dice for Reseeded {
    #[inline]
    fn below_u64(&mut self, k: u64) -> u64 {
        self.dice.below_u64(k)
    }

    fn next_deck(&mut self) {
        self.dice = Exact::new((self.start)((self.seed)()));
    }
}

impl Generated for Reseeded {
    type Generator = Box<dyn Rng>;

    fn generator(&mut self) -> &mut Box<dyn Rng> {
        self.dice.generator()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::Delphi;
    use std::collections::HashSet;

    #[test]
    fn there_are_as_many_decks_as_seeds() {
        let rng = || Pcg64::seed_from_u64(0x5eed);
        let dice = [Reseeded::tiny(rng(), 3), Reseeded::clock::<Pcg64>(rng(), 7)];
        for (mut dice, seeds) in dice.into_iter().zip([8, 7]) {
            let mut decks = HashSet::new();
            for _ in 0..1_000 {
                dice.next_deck();
                decks.insert((0..10).map(|_| dice.below(1_000)).collect::<Vec<_>>());
            }
            assert_eq!(decks.len(), seeds);
        }
    }

    #[test]
    fn the_milliseconds_of_a_day_are_the_seeds_of_delphi_itself() {
        let mut dice = Reseeded::clock::<Delphi>(Pcg64::seed_from_u64(1), 1);
        dice.next_deck();
        // From the seed 0, as `Random(100)` gives them.
        let state = [1_u64, 0x0808_8406, 0xdc6d_ac1f, 0x33dc_589c];
        assert_eq!(state.map(|_| dice.below(100) as u64), state.map(|word| (word * 100) >> 32));
    }
}
