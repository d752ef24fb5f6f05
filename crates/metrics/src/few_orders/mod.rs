//! One order, or a few: tests that judge 1 to 99 decks by the sums over them.
#![doc = include_str!("few-orders.md")]

pub(crate) mod batches;
mod dealt_regions;
mod drawn;
pub(crate) mod entries;
pub(crate) mod facts;
mod few_bits;
mod fixed_between;
mod grid;
mod neighbours_again;
mod order_test;
mod orders;
pub(crate) mod portrait;
mod rank_serial;
mod residue_spacing;
mod runs;
mod stretches;
mod sums;
#[cfg(test)]
mod tests;
mod xi;

use crate::{
    Card, Judgement, Shape, Tally,
    judgement::Outcome,
    metric::{Exhibit, Metric, MetricEntry, NotApplicable, Scope},
    summaries::SummarySize,
};
use entries::{ORDER_TESTS, TESTS};
use order_test::{OrderTest, OrderTestEntry, long_enough};
use orders::Orders;
use std::ops::Range;

pub(crate) use crate::scope::MOST_OF_FEW as MOST_DECKS;

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Few,
    ..MetricEntry::new(&TESTS, |shape| Ok(Box::new(FewOrders::new(shape)?)))
};

type Built = Result<Box<dyn OrderTest>, NotApplicable>;

pub(crate) struct FewOrders {
    shape: Shape,
    tests: Vec<Built>,
    words: usize,
}

impl FewOrders {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let tests: Vec<_> = ORDER_TESTS.iter().map(|entry| (entry.build)(shape)).collect();
        let words: usize = tests.iter().flatten().map(|test| test.words()).sum();
        if words == 0 {
            long_enough(shape.dealt(), xi::FEWEST_CARDS)?;
        }
        let words = words + if shape.is_whole() { facts::WORDS } else { 0 };
        Ok(Self { shape, tests, words })
    }

    /// Each test with the range of its words among a deck's words: empty if the shape rules the test out.
    fn placed(&self) -> impl Iterator<Item = (&'static OrderTestEntry, &Built, Range<usize>)> {
        let mut from = 0;
        ORDER_TESTS.iter().zip(&self.tests).map(move |(entry, test)| {
            let words = from..from + test.as_ref().map_or(0, |it| it.words());
            from = words.end;
            (entry, test, words)
        })
    }

    /// The judgement of each test: what `outcome` makes of one that is made of this shape.
    fn judge_each(
        &self,
        outcome: impl Fn(&OrderTestEntry, &dyn OrderTest, Range<usize>) -> Outcome,
    ) -> Vec<Judgement> {
        let judgement = |(entry, test, words): (&OrderTestEntry, &Built, Range<usize>)| {
            let outcome = match test {
                Err(NotApplicable(why)) => Outcome::not_applicable(why.clone()),
                Ok(test) => outcome(entry, test.as_ref(), words),
            };
            Judgement { test: entry.test.id, outcome }
        };
        self.placed().map(judgement).collect()
    }
}

impl Metric for FewOrders {
    fn summary_size(&self) -> SummarySize {
        SummarySize::new(MOST_DECKS, self.words)
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let deck = Orders::of(row, self.shape);
        for (entry, test) in ORDER_TESTS.iter().zip(&self.tests) {
            if let Ok(test) = test {
                test.summarize(&deck, entry.axis, words);
            }
        }
        if self.shape.is_whole() {
            facts::summarize(&deck, words);
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, decks) = (tally.trials(), summarized(tally));
        if trials > MOST_DECKS {
            let why = format!("it judges up to {MOST_DECKS} decks, and there are {trials}");
            let outcome = Outcome::not_applicable(why);
            let all = ORDER_TESTS.iter();
            return all
                .map(|it| Judgement { test: it.test.id, outcome: outcome.clone() })
                .collect();
        }
        let all_are_there = decks.len() as u64 == trials;
        self.judge_each(|entry, test, words| match trials {
            0 | 1 if test.compares() && all_are_there => Outcome::not_applicable(ALONE),
            0 => Outcome::too_few(trials, 1),
            _ if all_are_there => {
                let decks: Vec<&[u32]> = decks.iter().map(|deck| &deck[words.clone()]).collect();
                Outcome::Judged(test.judge(&decks, entry.axis))
            }
            _ => Outcome::not_applicable(format!(
                "only {} of {trials} decks are in this tally",
                decks.len()
            )),
        })
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let (decks, trials) = (summarized(tally), tally.trials());
        let all_are_there = (1..=MOST_DECKS).contains(&trials) && decks.len() as u64 == trials;
        if all_are_there { self.portrait(&decks).map(Exhibit::Orders) } else { None }
    }
}

/// The words of each deck that has a summary.
fn summarized(tally: &Tally) -> Vec<&[u32]> {
    tally.summaries().iter().map(|(_, words)| words).collect()
}

/// Why a test that compares orders judges fewer than two.
const ALONE: &str = "a single order has nothing to compare with";
