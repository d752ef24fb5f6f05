//! Tallies of shuffled decks, null laws, p-values and the rules of a verdict.
//!
//! ```
//! use shuffle_metrics::{Decks, Rows, Shape, Tally, catalogue};
//!
//! // 600 decks of 3 cards, all of them in order: what does the test `ascents` say?
//! let shape = Shape::whole(3);
//! let rows: Vec<u8> = [0, 1, 2].repeat(600);
//! let ascents = catalogue::of_test("ascents").expect("a test of that name").build(shape)?;
//! let mut tally = Tally::new(ascents.cells());
//! tally.observe(ascents.as_ref(), &Decks::new(shape, 0, Rows::Narrow(&rows)));
//! for judgement in ascents.judge(&tally) {
//!     assert!(judgement.evidence().unwrap().p_value.log10() < -100.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Counting uses only integers, so any split of the work merges to the same bytes; floats appear when a judgement is made,
//! once. This crate knows no shuffle, opens no file and starts no thread: give it decks.
//!
//! # The concepts
//!
//! | concept | is |
//! |---|---|
//! | [`Shape`], [`Decks`] | the shape of a deal (k of n cards, as an order, a draw or a pack); a block of such rows |
//! | [`Metric`] | one way to count decks, and to judge the counts; most are one file, and one line in [`catalogue::METRICS`] |
//! | [`TestEntry`], [`MetricEntry`] | facts about a test and its metric without building them: name, title, what it sees |
//! | [`IntegerStatistic`] | a metric that reads one whole number off a deck and knows its law: counted, pooled and judged in one place |
//! | [`Tally`] | counts that merge, with a *summary* of the first trials and a *sample of keys*, where a metric compares decks |
//! | [`Executor`] | runs long work, possibly on several threads; [`Serial`] runs it alone |
//! | *judge* | code that turns counts into evidence: for tables (`table`), for sums over decks (`sums`), for the most extreme tail (`largest`) |
//! | [`Judgement`], [`Evidence`] | the result of a test: statistic, [`Law`], p-value; or why it could not judge |
//! | [`Effect`] | the size of the bias, with its interval, its [`Place`], and an [`EffectKind`](effect_kind::EffectKind) with its sentence |
//! | [`Peak`], [`Sensitivity`] | the most extreme cell; the smallest bias that the test would have seen |
//! | [`Exhibit`] | counts in a form that a report can draw |
//! | [`Verdict`], [`Ruling`](verdict::Ruling) | the conclusion from all judgements of a run under one [error budget](verdict::Budget), after Holm |
//! | [`Sequential`] | the only test that may stop at any time |
//! | [`two_sample`] | two tallies against each other instead of a law |
//!
//! The page of a test has its derivation: Markdown next to the code, rendered in the book and by `cargo doc --document-private-items`.

#![allow(rustdoc::private_intra_doc_links)]

mod about;
pub mod ascents;
mod axis;
mod blocks;
pub mod catalogue;
mod classes;
pub mod costs;
mod counted;
mod dealt;
mod decks;
mod different;
pub mod distribution;
mod drawn;
mod draws;
mod drift;
mod each_level;
mod effect;
pub mod effect_kind;
pub mod eulerian;
mod even_counts;
mod exhibit;
mod exhibited;
mod extremes;
mod family;
mod few_orders;
mod few_trials;
mod free_outcomes;
mod frequencies;
mod grouping;
pub mod histogram;
mod judgement;
mod key_sample;
mod known_decks;
mod largest;
mod law;
mod linear;
mod memo;
mod metric;
mod mixed_sum;
mod number;
pub mod numbers;
pub mod odds;
mod p_value;
mod permutations;
mod place;
mod position;
mod position_matrix;
mod rank;
mod rare_hands;
mod row_classes;
mod ruled;
mod scans;
mod scope;
mod sequential;
mod serial;
mod share;
mod size;
mod small_hands;
mod spearman;
mod standings;
mod summaries;
mod sums;
mod table;
mod tables;
mod tally;
#[cfg(test)]
mod testing;
mod thinned;
pub mod two_sample;
mod varying;
pub mod verdict;
mod views;
mod wide_sums;
#[cfg(test)]
mod without_level;

pub use decks::Decks;
pub use different::{DifferentDecks, KnownCounts};
pub use draws::{balls::BALLS, bonus::BONUS_BALLS, outcomes::ln_outcomes};
pub use exhibit::{DifferingCell, Readings};
pub use family::{Complexity, Family};
pub use few_orders::{
    facts::{LEFT_IN_ORDER, LeftInOrder, OrderFacts},
    portrait::{Displacement, OrderPortrait},
};
pub use few_trials::judge_by_replicates;
pub use judgement::{
    Effect, Evidence, ExtremeCount, Interval, Judgement, Law, Outcome, PValue, Peak, Score,
    Sensitivity, Tail,
};
pub use metric::{
    About, Counting, ExactEffect, ExactLaw, Exhibit, Metric, MetricEntry, NotApplicable, RowNeeds,
    Scope, Series, SeriesOf, SeriesPoint, TestEntry,
};
pub use number::{FEWEST_TRIALS, IntegerStatistic, power_of_sum};
pub use permutations::Frequencies;
pub use place::{Place, Word};
pub use position::{Position, PositionMatrix};
pub use row_classes::{ClassesError, RowClasses};
pub use ruled::{compared, fair_draws};
pub use scans::{LATER_DECKS, lags::LARGEST as LARGEST_LAG, pairs::PairMatrix};
pub use sequential::{Ended, LOOK, SEQUENTIAL, Sequential};
pub use share::{Executor, Serial};
pub use shuffle_deck::{Card, DrawKind, Rows, Shape, ShapeError};
pub use tables::{AdjacencyDifferences, MOST_PAIRED_CARDS, PairOrder, Repeats};
pub use tally::{Counter, MergeError, RECORD_VERSION, Record, Tally};
pub use verdict::Verdict;
pub use views::Forms;
