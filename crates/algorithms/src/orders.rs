//! Blocks of orders and deals: the decks of a job, one after the other or on lanes.

use crate::{
    Card, Foreign, Procedure, Program, Reading, RowsMut, Sequence,
    dice::{AnyDice, DiceVisitor, Generated},
    job::Job,
    lanes::InstructionSet,
    seed::Seed,
    start::Starts,
    table::play,
};

/// Fills rows of a shape that is an order, whatever it is read as.
pub(crate) fn fill(
    job: &Job,
    rows: RowsMut<'_>,
    first_trial: u64,
    seed: &Seed,
    set: InstructionSet,
) {
    match (job.groups(seed, set), rows) {
        (Some(mut groups), rows) => groups.fill(rows),
        (None, RowsMut::Narrow(rows)) => {
            job.dice.start(job.rng, seed, Fill { job, rows, first_trial, seed })
        }
        (None, RowsMut::Wide(rows)) => {
            job.dice.start(job.rng, seed, Fill { job, rows, first_trial, seed })
        }
    }
}

struct Fill<'a, C> {
    job: &'a Job,
    rows: &'a mut [C],
    first_trial: u64,
    seed: &'a Seed,
}

impl<C: Card> DiceVisitor for Fill<'_, C> {
    type Out = ();

    fn visit<D: Generated>(self, dice: D) {
        let Self { job, rows, first_trial, seed } = self;
        let starts = Starts::new(&job.start, job.shape.cards(), seed);
        job.algorithm.read(FillRows { job, rows, first_trial, starts, dice });
    }

    /// Decks are shuffled as wide cards: both widths are the same decks, and so bodies are compiled for one.
    fn visit_any(self, dice: AnyDice<'_>) {
        let Self { job, rows, first_trial, seed } = self;
        with_wide(rows, |rows| Fill { job, rows, first_trial, seed }.visit(dice))
    }
}

/// Fills rows by way of wide cards.
pub(crate) fn with_wide<C: Card, T>(rows: &mut [C], fill: impl FnOnce(&mut [u32]) -> T) -> T {
    match C::rows_mut(rows) {
        RowsMut::Wide(rows) => fill(rows),
        RowsMut::Narrow(rows) => {
            let mut wide = vec![0; rows.len()];
            let done = fill(&mut wide);
            rows.iter_mut().zip(wide).for_each(|(card, wide)| *card = u8::new(wide.index()));
            done
        }
    }
}

/// The reading that deals decks into rows.
struct FillRows<'a, C, D> {
    job: &'a Job,
    rows: &'a mut [C],
    first_trial: u64,
    starts: Starts<C>,
    dice: D,
}

impl<C: Card, D: Generated> FillRows<'_, C, D> {
    /// Shuffles every row with `pass`; the deal then lies from place `first` on.
    #[inline]
    fn each(self, first: usize, mut pass: impl FnMut(&mut [C], &mut D)) {
        self.each_trial(first, |_, deck, dice| pass(deck, dice));
    }

    /// The same, with the number of the trial passed to each pass.
    #[inline]
    fn each_trial(mut self, first: usize, mut pass: impl FnMut(u64, &mut [C], &mut D)) {
        let (shape, passes) = (self.job.shape, self.job.passes);
        // A whole deck is shuffled where it lies. One loop for both: a pass is compiled into it.
        let (is_whole, cards) = (shape.is_whole(), shape.cards());
        let mut aside = vec![C::default(); if is_whole { 0 } else { cards }];
        for (trial, row) in (self.first_trial..).zip(self.rows.chunks_exact_mut(shape.dealt())) {
            let deck = if is_whole { &mut *row } else { &mut aside };
            deck.copy_from_slice(self.starts.next_order());
            self.dice.next_deck();
            (0..passes).for_each(|_| pass(trial, deck, &mut self.dice));
            if !is_whole {
                row.copy_from_slice(&aside[first..first + shape.dealt()]);
            }
            self.starts.rename(row);
        }
    }
}

impl<C: Card, D: Generated> Reading for FillRows<'_, C, D> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        let shape = self.job.shape;
        let mut places = Vec::new();
        self.each(0, |deck, dice| play(body, shape, deck, &mut places, dice));
    }

    fn procedure<P: Procedure>(self, body: &P) {
        let (mut scratch, dealt) = (P::Scratch::default(), self.job.shape.dealt());
        self.each(0, |deck, dice| body.shuffle_deal(dealt, deck, &mut scratch, dice));
    }

    fn foreign<F: Foreign>(self, body: &F) {
        let shape = self.job.shape;
        let dealt = body.dealt(shape).start;
        self.each(dealt, |deck, dice| body.shuffle(shape, deck, dice.generator()));
    }

    fn sequence<S: Sequence>(self, body: &S) {
        let (mut memory, dealt) = (S::Memory::default(), self.job.shape.dealt());
        self.each_trial(0, |trial, deck, dice| {
            body.next_deal(trial, dealt, deck, &mut memory, dice);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Dice, Shape, dice::Exact, start::Start};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    /// A faulty guard: it takes any deck that is not in order for one that was shuffled already.
    struct OnlyIfSorted;

    impl Procedure for OnlyIfSorted {
        type Scratch<C: Card> = ();

        fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
            if deck.is_sorted() {
                (1..deck.len()).rev().for_each(|i| deck.swap(i, dice.below(i + 1)));
            }
        }
    }

    /// The number of times each order of three cards came.
    fn orders(start: Start, decks: usize) -> std::collections::BTreeMap<Vec<u8>, usize> {
        let algorithm = Algorithm::parse("identity").unwrap(); // any: the body is handed over below
        let job = Job { start, ..Job::new(algorithm, Shape::whole(3)) };
        let (mut rows, seed) = (vec![0_u8; 3 * decks], Seed::from_u64(1));
        let (starts, dice) =
            (Starts::new(&job.start, 3, &seed), Exact::new(Pcg64::seed_from_u64(1)));
        FillRows { job: &job, rows: &mut rows, first_trial: 0, starts, dice }
            .procedure(&OnlyIfSorted);
        let mut counts = std::collections::BTreeMap::new();
        rows.chunks(3).for_each(|deck| *counts.entry(deck.to_vec()).or_default() += 1);
        counts
    }

    #[test]
    fn a_shuffle_that_looks_at_the_cards_may_be_sound_from_the_identity_only() {
        assert_eq!(orders(Start::Identity, 600).len(), 6);
        for start in [Start::Reverse, Start::Interleaved, Start::Order(vec![1, 2, 0])] {
            assert_eq!(orders(start, 600), [(vec![0, 1, 2], 600)].into(), "nothing is shuffled");
        }
        // One start in six is in order: the untouched deck comes 5/6 + 1/36 of the time. 600 decks have a
        // standard deviation of 8.5; five of them are 6e-7, at this seed.
        let untouched = orders(Start::Random, 600)[&vec![0, 1, 2]];
        assert!((untouched as f64 - 516.7).abs() < 43.0, "{untouched}");
    }
}
