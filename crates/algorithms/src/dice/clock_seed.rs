//! Dice that are seeded by a clock: the moment of the deck, in parts of a day.

use super::{Dice, Exact, Generated};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The milliseconds of a day.
pub(super) const DAY: u64 = 86_400_000;

/// Exact dice that are seeded anew for every deck, with one of so many moments, each equally likely.
///
/// It is [`TinySeed`](super::TinySeed) for a number of seeds that is no power of two, and its seeds are drawn soundly, whatever generator they
/// start: the moments at which players sit down are nobody's generator. After N decks about N^2 / (2 * seeds) pairs of them are equal; for the
/// milliseconds of a day one pair comes, with probability 0.999, within 35 thousand decks.
pub struct ClockSeed {
    moments: Exact<Pcg64>,
    /// Starts a generator of the kind that the moments seed.
    start: fn(u64) -> Box<dyn Rng>,
    seeds: usize,
    dice: Exact<Box<dyn Rng>>,
}

impl std::fmt::Debug for ClockSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClockSeed").field("seeds", &self.seeds).finish_non_exhaustive()
    }
}

impl ClockSeed {
    /// Dice over generators of type `R`, whose seeds below `seeds`, at least 1, come from the generator `moments`.
    ///
    /// # Panics
    ///
    /// If there are no seeds.
    #[must_use]
    pub fn new<R: Rng + SeedableRng + 'static>(moments: Pcg64, seeds: u64) -> Self {
        assert!(seeds > 0, "there must be a seed");
        let start = |seed| -> Box<dyn Rng> { Box::new(R::seed_from_u64(seed)) };
        let (mut moments, seeds) = (Exact::new(moments), seeds as usize);
        let dice = Exact::new(start(moments.below(seeds) as u64));
        Self { moments, start, seeds, dice }
    }
}

impl Dice for ClockSeed {
    #[inline]
    fn below(&mut self, k: usize) -> usize {
        self.dice.below(k)
    }

    fn next_deck(&mut self) {
        self.dice = Exact::new((self.start)(self.moments.below(self.seeds) as u64));
    }
}

impl Generated for ClockSeed {
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
    fn there_are_as_many_decks_as_moments() {
        let mut dice = ClockSeed::new::<Pcg64>(Pcg64::seed_from_u64(1), 7);
        let mut decks = HashSet::new();
        for _ in 0..1_000 {
            dice.next_deck();
            decks.insert((0..10).map(|_| dice.below(1_000)).collect::<Vec<_>>());
        }
        assert_eq!(decks.len(), 7);
    }

    #[test]
    fn the_milliseconds_of_a_day_are_the_seeds_of_delphi_itself() {
        let mut dice = ClockSeed::new::<Delphi>(Pcg64::seed_from_u64(1), 1);
        dice.next_deck();
        // From the seed 0, as `Random(100)` gives them.
        let state = [1_u64, 0x0808_8406, 0xdc6d_ac1f, 0x33dc_589c];
        assert_eq!(state.map(|_| dice.below(100) as u64), state.map(|word| (word * 100) >> 32));
    }
}
