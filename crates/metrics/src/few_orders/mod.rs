//! One order, or a few: tests that judge 1 to 99 decks by the sums over them.
//!
//! Counts of cards at positions need a hundred decks. Most people who doubt a shuffle hold one order of it: the row
//! numbers of a training epoch, the draft lottery of 1970, a playlist. A single order of n cards has n - 1
//! neighbours, and n dots in the square of positions and cards; these have laws of their own. Each test here reads a few
//! words off a deck, which a tally holds as its [summary](crate::summaries), and judges their sum over the m decks.
//!
//! Null hypothesis: the decks are uniform and independent. Of a deal of k cards the ranks among the dealt cards are a
//! uniform order of k, and so n is k below, and a card is its rank.
//!
//! Neighbours are neighbours of positions or of cards: a test of the cards at neighbouring positions, d(i) and d(i + 1), is
//! another one than that of the positions of neighbouring cards, which is the same test of the inverse. Where that
//! makes a difference both are made, and the second ends in `-inverse`.
//!
//! From 100 decks on none of them judges: then there are tests of all decks together. They are [`Scope::Few`].

mod axis;
pub(crate) mod batches;
mod dealt_regions;
mod drawn;
pub(crate) mod entries;
pub(crate) mod facts;
mod fixed_between;
mod grid;
mod lds;
mod order_test;
mod orders;
pub(crate) mod portrait;
mod rank_serial;
mod runs;
mod stretches;
mod sums;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod xi;

use crate::{
    Card, Judgement, Shape, Tally,
    judgement::Outcome,
    metric::{Exhibit, Metric, MetricEntry, NotApplicable, Scope},
    summaries::SummarySize,
};
use entries::{
    DEALT_REGIONS, FIXED_BETWEEN, GRID, LDS, ORDER_TESTS, RANK_SERIAL, RANK_SERIAL_INVERSE, RUNS,
    RUNS_INVERSE, STRETCHES, XI, XI_INVERSE,
};
use order_test::{OrderTest, OrderTestEntry, too_short};
use orders::Orders;

pub(crate) use crate::scope::MOST_OF_FEW as MOST_DECKS;

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Few,
    ..MetricEntry::new(
        &[
            RANK_SERIAL,
            RANK_SERIAL_INVERSE,
            RUNS,
            RUNS_INVERSE,
            XI,
            XI_INVERSE,
            GRID,
            STRETCHES,
            LDS,
            FIXED_BETWEEN,
            DEALT_REGIONS,
        ],
        |shape| Ok(Box::new(FewOrders::new(shape)?)),
    )
};

pub(crate) struct FewOrders {
    shape: Shape,
    tests: Vec<Result<Box<dyn OrderTest>, NotApplicable>>,
    words: usize,
}

impl FewOrders {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let tests: Vec<_> = ORDER_TESTS.iter().map(|entry| (entry.build)(shape)).collect();
        let words: usize = tests.iter().flatten().map(|test| test.words()).sum();
        if words == 0 {
            return Err(too_short(lds::FEWEST_CARDS));
        }
        let words = words + if shape.is_whole() { facts::WORDS } else { 0 };
        Ok(Self { shape, tests, words })
    }

    /// The judgement of each test of decks whose summaries are there.
    fn judge_words(&self, decks: &[&[u32]]) -> Vec<Judgement> {
        let mut from = 0;
        let of_test =
            |(entry, test): (&OrderTestEntry, &Result<Box<dyn OrderTest>, NotApplicable>)| {
                let outcome = match test {
                    Err(NotApplicable(why)) => Outcome::not_applicable(why.clone()),
                    Ok(test) => {
                        let words = from..from + test.words();
                        from = words.end;
                        let decks: Vec<&[u32]> =
                            decks.iter().map(|deck| &deck[words.clone()]).collect();
                        if decks.len() < 2 && test.compares() {
                            Outcome::not_applicable(ALONE)
                        } else {
                            Outcome::Judged(test.judge(&decks, entry.axis))
                        }
                    }
                };
                Judgement { test: entry.test.id, outcome }
            };
        ORDER_TESTS.iter().zip(&self.tests).map(of_test).collect()
    }

    fn all(outcome: &Outcome) -> Vec<Judgement> {
        let of_test =
            |entry: &OrderTestEntry| Judgement { test: entry.test.id, outcome: outcome.clone() };
        ORDER_TESTS.iter().map(of_test).collect()
    }
}

impl Metric for FewOrders {
    fn kept_summaries(&self) -> SummarySize {
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

    fn trials_needed(&self) -> u64 {
        1
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = tally.trials();
        if trials > MOST_DECKS {
            let why = format!("it judges up to {MOST_DECKS} decks, and there are {trials}");
            return Self::all(&Outcome::not_applicable(why));
        }
        let decks = summarized(tally);
        if trials > 0 && decks.len() as u64 == trials {
            return self.judge_words(&decks);
        }
        // What makes no sense for the shape is no better with more decks.
        let why = format!("only {} of {trials} decks are in this tally", decks.len());
        let outcome = match trials {
            0 => Outcome::too_few(trials, 1),
            _ => Outcome::not_applicable(why),
        };
        let mut judgements = Self::all(&outcome);
        for (judgement, test) in judgements.iter_mut().zip(&self.tests) {
            match test {
                Err(NotApplicable(why)) => {
                    judgement.outcome = Outcome::not_applicable(why.clone());
                }
                Ok(test) if test.compares() && trials == 0 => {
                    judgement.outcome = Outcome::not_applicable(ALONE);
                }
                Ok(_) => {}
            }
        }
        judgements
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
const ALONE: &str = "one order has no other to be compared with";
