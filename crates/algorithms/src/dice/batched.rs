//! Exact dice that take several rolls from one word, for shuffles that ask for one at a time.

use super::{
    Dice, Generated,
    batch::{Batch, BoundStep, accepted, planned, split},
};
use rand::Rng;

/// A generator with an exact draw that predicts the bounds of the next rolls.
#[doc = include_str!("batched.md")]
#[derive(Clone, Debug)]
pub struct Batched<R> {
    rng: R,
    kept: WordRest<64>,
}

impl<R: Rng> Batched<R> {
    /// Dice over this generator.
    pub fn new(rng: R) -> Self {
        Self { rng, kept: WordRest::default() }
    }
}

impl<R: Rng> Dice for Batched<R> {
    #[inline(always)]
    fn below_u64(&mut self, k: u64) -> u64 {
        debug_assert!(k > 0, "a roll needs at least one value");
        self.kept.below(k, || self.rng.next_u64())
    }
}

impl<R: Rng> Generated for Batched<R> {
    type Generator = R;

    fn generator(&mut self) -> &mut R {
        &mut self.rng
    }
}

/// The rest of a word of `BITS` bits, and the bounds that it is kept for.
#[derive(Clone, Debug, Default)]
struct WordRest<const BITS: u32> {
    fraction: u64,
    /// The number of rolls left in the word.
    rolls: u32,
    /// The next foreseen bound.
    next: u64,
    step: BoundStep,
}

impl<const BITS: u32> WordRest<BITS> {
    /// Inlined, short, and with every field written each time, so that a loop over rolls keeps them in registers.
    #[inline(always)]
    fn below(&mut self, k: u64, word: impl FnMut() -> u64) -> u64 {
        let Self { mut fraction, mut rolls, mut step, .. } = *self;
        if k != self.next || rolls == 0 {
            let batch;
            (step, batch) = foreseen::<BITS>(step, self.next, k);
            fraction = accepted::<BITS>(batch.product, word);
            rolls = batch.rolls;
        }
        let (roll, rest) = split::<BITS>(fraction, k);
        self.fraction = rest;
        self.rolls = rolls - 1;
        self.step = step;
        self.next = k.wrapping_add(step.stride());
        roll
    }
}

/// The step after `k`, where `next` was foreseen by `step`, and the batch of these bounds.
#[inline(never)]
fn foreseen<const BITS: u32>(step: BoundStep, next: u64, k: u64) -> (BoundStep, Batch) {
    let step = if k == next { step } else { step.seen(next, k) };
    (step, planned::<BITS>(k, step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::HashMap;

    /// The rolls of one asker: each bound with its roll, and the products of the batches that were drawn.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    struct Transcript {
        rolls: Vec<(u64, u64)>,
        batches: Vec<u64>,
    }

    /// Lets `ask` name the next bound, knowing the rolls before, on these words; nothing if one is rejected.
    fn course<const BITS: u32>(
        ask: fn(&[(u64, u64)]) -> Option<u64>,
        words: &[u64],
    ) -> Option<Transcript> {
        let (mut kept, mut course, mut used) =
            (WordRest::<BITS>::default(), Transcript::default(), 0);
        while let Some(bound) = ask(&course.rolls) {
            let before = used;
            let roll = kept.below(bound, || {
                used += 1;
                // One that stands, once the words have run out or one was rejected.
                if used == before + 1 { words[before] } else { u64::MAX >> (64 - BITS) }
            });
            match used - before {
                0 => {}
                1 => course.batches.push(planned::<BITS>(bound, kept.step).product),
                _ => return None,
            }
            course.rolls.push((bound, roll));
        }
        Some(course)
    }

    /// Counts out every tuple of words: each course that ends must have its share of them, exactly.
    fn counted_out<const BITS: u32>(ask: fn(&[(u64, u64)]) -> Option<u64>, words: u32) {
        let every = 1_u64 << BITS;
        let mut counts: HashMap<Transcript, u64> = HashMap::new();
        for number in 0..every.pow(words) {
            let tuple: Vec<u64> = (0..words).map(|i| number / every.pow(i) % every).collect();
            if let Some(course) = course::<BITS>(ask, &tuple) {
                *counts.entry(course).or_default() += 1;
            }
        }
        let mut all = 0.0;
        for (course, count) in counts {
            // The words that stand: of each batch all but 2^BITS mod product; what no batch took is free.
            let stand = course.batches.iter().map(|product| every - every % product);
            let free = every.pow(words - course.batches.len() as u32);
            let combinations = course.rolls.iter().map(|(bound, _)| bound).product::<u64>();
            let share = stand.product::<u64>() * free;
            assert_eq!(count * combinations, share, "{course:?}");
            all += 1.0 / combinations as f64;
        }
        assert!((all - 1.0_f64).abs() < 1e-9, "every course comes: {all}");
    }

    #[test]
    fn every_course_has_its_share_of_the_words_whatever_the_asker_does() {
        // As foreseen: down, the same, up.
        counted_out::<8>(|rolls| [5, 4, 3, 2].get(rolls.len()).copied(), 2);
        counted_out::<8>(|rolls| [3, 3, 3, 3, 3].get(rolls.len()).copied(), 2);
        counted_out::<8>(|rolls| [2, 3, 4, 5].get(rolls.len()).copied(), 2);
        // Against what is foreseen, each time.
        counted_out::<6>(|rolls| [5, 3, 5].get(rolls.len()).copied(), 3);
        counted_out::<5>(|rolls| [2, 5, 5, 4].get(rolls.len()).copied(), 4);
        // By the rolls: on as foreseen after a low one, otherwise not.
        counted_out::<6>(
            |rolls| match *rolls {
                [] => Some(5),
                [(5, 0 | 1)] => Some(4),
                [(5, _)] => Some(3),
                [_, (4, 0)] => Some(3),
                [_, (4, _)] => Some(4),
                [_, (_, 0)] => Some(2),
                _ => None,
            },
            3,
        );
        // By the sum of the rolls, and for as long as it stays low.
        counted_out::<5>(
            |rolls| {
                let sum: u64 = rolls.iter().map(|(_, roll)| roll).sum();
                (rolls.len() < 4 && sum < 4).then_some(2 + sum)
            },
            4,
        );
    }

    /// The number of words drawn for these bounds.
    fn words(bounds: impl IntoIterator<Item = u64>) -> usize {
        let (mut kept, mut rng, mut words) =
            (WordRest::<64>::default(), Pcg64::seed_from_u64(1), 0);
        for bound in bounds {
            let word = || {
                words += 1;
                rng.next_u64()
            };
            assert!(kept.below(bound, word) < bound);
        }
        words
    }

    #[test]
    fn what_is_foreseen_takes_few_words() {
        let decks = |deck: fn() -> Vec<u64>| words((0..10).flat_map(|_| deck()));
        assert_eq!(decks(|| (2..=52).rev().collect()), 40, "four words a deck");
        assert_eq!(decks(|| vec![52; 52]), 1 + 52, "ten rolls a word, after the first");
        assert_eq!(decks(|| (1..=52).collect()), 1 + 40, "four words a deck, after the first roll");
        assert_eq!(words([7, 52, 9, 30]), 4, "nothing can be foreseen here");
    }

    #[test]
    fn the_largest_bounds_are_rolled_one_by_one() {
        let large = [u64::MAX, u64::MAX, u64::MAX - 1, u64::MAX, 1, u64::MAX];
        assert!(words(large) >= large.len());
    }
}
