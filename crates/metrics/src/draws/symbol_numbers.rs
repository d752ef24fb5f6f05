//! Numbers that are read off a draw with replacement.
#![doc = include_str!("distinct-symbols.md")]

use super::{WITH_REPLACEMENT, weighted};
use crate::{
    Card, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry},
    number::{IntegerStatistic, Mean},
};
use shuffle_deck::DrawKind;

#[derive(Clone, Copy, Debug)]
pub(crate) struct DistinctSymbols(Shape);

impl IntegerStatistic for DistinctSymbols {
    const TEST: TestEntry = TestEntry {
        title: "how many different symbols a draw shows, against its exact law",
        sees: "digits that never, or always, come twice in a draw: the fault of Tennessee in 2007, within 100 draws",
        blind_to: "which symbols they are, and where",
        explains: true,
        cost: Cost::of(10.0, 0.0),
        ..TestEntry::new("distinct-symbols", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "different symbols in a draw",
        test: TestEntry {
            title: "the mean number of different symbols of a draw over all draws",
            sees: "digits that never, or always, come twice in a draw, within some 40 draws of three digits",
            blind_to: "which symbols they are, and where",
            explains: true,
            ..TestEntry::new("distinct-symbols-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = WITH_REPLACEMENT;

    type Scratch = Vec<u32>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one place shows one symbol")),
            4_097.. => Err(NotApplicable::new("handles draws of at most 4096 places")),
            k if shape.weights().is_some()
                && (k > LONGEST_WEIGHTED
                    || k.pow(3).saturating_mul(shape.cards()) > MOST_STEPS) =>
            {
                Err(NotApplicable::new(TOO_LONG))
            }
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        let k = self.0.dealt();
        match self.0.weights() {
            Some(weights) => weighted::distinct(weights.chances(), k),
            None => occupied(self.0.cards(), k as u64),
        }
    }

    fn of<C: Card>(&self, row: &[C], sorted: &mut Vec<u32>) -> usize {
        sorted.clear();
        sorted.extend(row.iter().map(|symbol| symbol.index() as u32));
        sorted.sort_unstable();
        sorted.chunk_by(|a, b| a == b).count()
    }
}

/// The law of the number of boxes that are hit when `balls` balls are thrown into n boxes: each ball hits a new box,
/// or one hit before.
pub(super) fn occupied(n: usize, balls: u64) -> Vec<f64> {
    let (boxes, most) = (n as f64, balls.min(n as u64) as usize);
    let mut law = vec![0.0; most + 1];
    law[0] = 1.0;
    for ball in 0..balls {
        // Empty ones are hardly expected any more; the rest is one box that is missed by all.
        if most == n && (law[..n].iter().sum::<f64>() < 1e-290 || ball > 4_000_000) {
            break;
        }
        for d in (1..=most).rev() {
            law[d] = law[d] * d as f64 / boxes + law[d - 1] * (boxes - d as f64 + 1.0) / boxes;
        }
        law[0] = 0.0;
    }
    law
}

/// The number of ascending runs of a draw: 3 5 5 2 4 has two, since equal symbols do not end a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolRuns(Shape);

/// The recurrence takes places times symbols squared steps.
const MOST_STEPS: usize = 40_000_000;

/// The most draws with weights: up to here binomial coefficients fit floats easily.
const LONGEST_WEIGHTED: usize = 512;

const TOO_LONG: &str = "the law of so long draws would take too long";

impl IntegerStatistic for SymbolRuns {
    const TEST: TestEntry = TestEntry {
        title: "ascending runs in a draw, against the exact law",
        sees: "digits that are sorted, or alternately rise and fall",
        blind_to: "which symbols they are",
        cost: Cost::of(2.0, 0.0),
        ..TestEntry::new("symbol-runs", About::Orders)
    };

    const DRAWS: &'static [DrawKind] = WITH_REPLACEMENT;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let (n, k) = (shape.cards(), shape.dealt());
        if k < 2 {
            return Err(NotApplicable::new("one place is one run"));
        }
        if n.saturating_mul(k).saturating_mul(k) > MOST_STEPS {
            return Err(NotApplicable::new(TOO_LONG));
        }
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        let (n, k) = (self.0.cards(), self.0.dealt());
        let even = vec![1.0 / n as f64; n];
        let chances = self.0.weights().map_or(&even[..], |weights| weights.chances());
        // by[r][s]: r + 1 runs, and the last symbol is s.
        let mut by = vec![vec![0.0; n]; k];
        by[0] = chances.to_vec();
        for place in 1..k {
            let mut next = vec![vec![0.0; n]; k];
            for runs in 0..=place {
                let (mut below, mut above) = (0.0, 0.0);
                for s in 0..n {
                    below += by[runs][s];
                    next[runs][s] += below * chances[s];
                }
                if runs > 0 {
                    for s in (0..n).rev() {
                        next[runs][s] += above * chances[s];
                        above += by[runs - 1][s];
                    }
                }
            }
            by = next;
        }
        [0.0].into_iter().chain(by.iter().map(|of_last| of_last.iter().sum())).collect()
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        1 + row.windows(2).filter(|pair| pair[1] < pair[0]).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{draws::testing::each_word, numbers::testing::assert_is_the_law_of};
    use shuffle_deck::Weights;

    #[test]
    fn the_laws_are_those_of_all_words() {
        for (n, k) in [(2, 4), (3, 5), (5, 4), (10, 4), (10, 3)] {
            let shape = Shape::replacement(n, k);
            assert_is_the_law_of::<DistinctSymbols>(shape, each_word(n, k), 1e-12);
            assert_is_the_law_of::<SymbolRuns>(shape, each_word(n, k), 1e-12);
        }
    }

    /// A weight of w acts like w equal symbols of which only the group is visible.
    #[test]
    fn laws_with_weights_are_those_of_symbols_that_cannot_be_told_apart() {
        let weights = Weights::parse("3,0,1,2").unwrap();
        let read =
            |word: Vec<u32>| word.iter().map(|&it| [0, 0, 0, 2, 3, 3][it as usize]).collect();
        for k in [2, 3, 5] {
            let words = || each_word(6, k).into_iter().map(read).collect::<Vec<Vec<u32>>>();
            let shape = Shape::weighted(weights, k);
            assert_is_the_law_of::<DistinctSymbols>(shape, words(), 1e-12);
            assert_is_the_law_of::<SymbolRuns>(shape, words(), 1e-12);
        }
        let law = DistinctSymbols(Shape::weighted(weights, 300)).law();
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-10);
    }
}
