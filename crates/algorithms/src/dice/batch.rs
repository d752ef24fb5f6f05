//! Several dice from one word: which bounds go together, the draw, and why it is exact.
#![doc = include_str!("batch.md")]

/// Bounds that one word is enough for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// The product of the bounds.
    pub(super) product: u64,
    /// The number of bounds, at least one.
    pub(super) rolls: u32,
}

/// The step from one bound to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BoundStep {
    /// One less, down to 1.
    #[default]
    Down,
    /// The same again.
    Same,
    /// One more.
    Up,
}

impl BoundStep {
    const ALL: [Self; 3] = [Self::Down, Self::Same, Self::Up];

    /// The amount added to a bound, modulo 2^64.
    #[inline]
    pub(super) const fn stride(self) -> u64 {
        (self as u64).wrapping_sub(1)
    }

    /// The bound after `bound`; 0, which is not a bound, if there is none.
    #[inline]
    const fn after(self, bound: u64) -> u64 {
        bound.wrapping_add(self.stride())
    }

    /// The step that was made where `foreseen` was expected by this one and `bound` came; this one, if it was a
    /// jump.
    #[inline]
    pub(super) fn seen(self, foreseen: u64, bound: u64) -> Self {
        let before = foreseen.wrapping_sub(self.stride());
        Self::ALL.into_iter().find(|step| step.after(before) == bound).unwrap_or(self)
    }
}

/// The largest product of two or more bounds: a tenth of the bits of a word is left, so that few words need a
/// second look.
///
/// With the six bits left of 64, four words are enough for 52 cards.
pub(super) const fn most(bits: u32) -> u64 {
    1 << (bits - bits / 10)
}

/// The longest batch that starts with this bound, at least 1, and continues in these steps.
pub(super) const fn plan<const BITS: u32>(first: u64, step: BoundStep) -> Batch {
    let mut batch = Batch { product: first, rolls: 1 };
    let mut bound = step.after(first);
    while bound > 0 && batch.rolls < BITS {
        match batch.product.checked_mul(bound) {
            Some(product) if product <= most(BITS) => batch.product = product,
            _ => break,
        }
        batch.rolls += 1;
        bound = step.after(bound);
    }
    batch
}

/// Up to this bound batches are looked up.
const SMALL: usize = 256;

const fn small(step: BoundStep) -> [Batch; SMALL + 1] {
    let mut batches = [Batch { product: 1, rolls: 1 }; SMALL + 1];
    let mut bound = 1;
    while bound <= SMALL {
        batches[bound] = plan::<64>(bound as u64, step);
        bound += 1;
    }
    batches
}

/// The batches of each step, in the order of [`BoundStep::ALL`].
static BATCHES: [[Batch; SMALL + 1]; 3] =
    [small(BoundStep::Down), small(BoundStep::Same), small(BoundStep::Up)];

/// [`plan`], from a table where there is one.
#[inline]
pub(super) fn planned<const BITS: u32>(first: u64, step: BoundStep) -> Batch {
    if BITS == 64 && first <= SMALL as u64 {
        BATCHES[step as usize][first as usize]
    } else {
        plan::<BITS>(first, step)
    }
}

#[inline]
const fn mask(bits: u32) -> u64 {
    u64::MAX >> (u64::BITS - bits)
}

/// The next roll below `bound`, and the fraction that is left for the rolls after it.
///
/// The roll is below `bound`, because `fraction` is below 2^BITS.
#[inline]
pub(super) fn split<const BITS: u32>(fraction: u64, bound: u64) -> (u64, u64) {
    let scaled = u128::from(fraction) * u128::from(bound);
    ((scaled >> BITS) as u64, scaled as u64 & mask(BITS))
}

/// A word that stands for a batch with this product: the fraction from which its rolls are [`split`] off.
///
/// `product` is at most 2^BITS.
#[inline]
pub(super) fn accepted<const BITS: u32>(product: u64, mut word: impl FnMut() -> u64) -> u64 {
    let mut fraction = word();
    if last::<BITS>(fraction, product) < product {
        let surplus = surplus::<BITS>(product);
        while last::<BITS>(fraction, product) < surplus {
            fraction = word();
        }
    }
    fraction
}

/// The fraction that is left of a word after all rolls.
#[inline]
const fn last<const BITS: u32>(fraction: u64, product: u64) -> u64 {
    fraction.wrapping_mul(product) & mask(BITS)
}

/// 2^BITS mod `product`.
///
/// A separate function, because it is rarely needed, and without the generator as an argument, so the generator's
/// state can stay in registers.
#[cold]
#[inline(never)]
const fn surplus<const BITS: u32>(product: u64) -> u64 {
    mask(BITS).wrapping_sub(product).wrapping_add(1) % product
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// All bounds of a batch.
    fn bounds(first: u64, step: BoundStep, batch: Batch) -> Vec<u64> {
        let next = |&bound: &u64| Some(step.after(bound));
        std::iter::successors(Some(first), next).take(batch.rolls as usize).collect()
    }

    /// Counts out every word of `BITS` bits: the rolls it gives, or that it is rejected or only examined twice.
    fn counted_out<const BITS: u32>(first: u64, step: BoundStep) {
        let batch = plan::<BITS>(first, step);
        let bounds = bounds(first, step, batch);
        let mut words = HashMap::new();
        let (mut refused, mut looked_at_twice) = (0, 0);
        for word in 0..1_u64 << BITS {
            let mut asked = 0;
            // A rejected word is followed by the highest one, whose last fraction is as high as can be: it stands.
            let mut fraction = accepted::<BITS>(batch.product, || {
                asked += 1;
                if asked == 1 { word } else { mask(BITS) }
            });
            looked_at_twice += u64::from(last::<BITS>(word, batch.product) < batch.product);
            refused += u64::from(asked > 1);
            if asked == 1 {
                let mut rolls = Vec::new();
                for &bound in &bounds {
                    let (roll, rest) = split::<BITS>(fraction, bound);
                    assert!(roll < bound);
                    rolls.push(roll);
                    fraction = rest;
                }
                *words.entry(rolls).or_insert(0_u64) += 1;
            }
        }
        let product = bounds.iter().product::<u64>();
        assert_eq!(product, batch.product);
        assert_eq!(words.len() as u64, product, "every combination of {bounds:?} comes");
        let share = (1 << BITS) / product;
        assert!(words.values().all(|&words| words == share), "{bounds:?}: not all {share} words");
        assert_eq!(refused, (1 << BITS) % product, "{bounds:?}");
        assert_eq!(looked_at_twice, if product == 1 << BITS { 1 << BITS } else { product });
    }

    #[test]
    fn every_combination_of_rolls_has_the_same_number_of_words() {
        for step in BoundStep::ALL {
            (1..256).for_each(|first| counted_out::<8>(first, step));
            for first in (1..=20).chain([31, 32, 33, 45, 46, 64, 100, 1000, 2047, 2048, 2049, 4095])
            {
                counted_out::<12>(first, step);
            }
        }
    }

    #[test]
    fn a_batch_fits_into_a_word_and_is_as_long_as_can_be() {
        let large =
            [257, 311, 312, 313, 1 << 19, 1 << 29, 1 << 30, 1 << 58, (1 << 58) + 1, u64::MAX];
        for step in BoundStep::ALL {
            for first in (1..=256).chain(large) {
                let batch = planned::<64>(first, step);
                assert_eq!(batch, plan::<64>(first, step));
                let bounds = bounds(first, step, batch);
                let product = bounds.iter().map(|&bound| u128::from(bound)).product::<u128>();
                assert_eq!(product, u128::from(batch.product));
                assert!(bounds.len() == 1 || product <= 1 << 58, "a second look for one in 64");
                let next = step.after(bounds[bounds.len() - 1]);
                let longer = product * u128::from(next);
                assert!(next == 0 || bounds.len() == 64 || longer > 1 << 58, "{first} {step:?}");
            }
        }
    }

    #[test]
    fn four_words_are_enough_for_52_cards() {
        let lengths = [52, 42, 31, 19].map(|first| planned::<64>(first, BoundStep::Down).rolls);
        assert_eq!(lengths, [10, 11, 12, 19], "the last of them goes down to 1");
    }

    #[test]
    fn a_step_is_told_from_two_bounds_and_kept_over_a_jump() {
        for step in BoundStep::ALL {
            let foreseen = step.after(10);
            let seen = [9, 10, 11].map(|bound| step.seen(foreseen, bound));
            assert_eq!(seen, BoundStep::ALL);
            assert_eq!(step.seen(foreseen, 52), step);
        }
    }
}
