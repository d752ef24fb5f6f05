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
//! A metric looks at decks and counts; a judgement compares the counts with what a uniform shuffle
//! gives. Counting is integers only, so that any split of the work merges to the same bytes; floats
//! appear when a judgement is made, once. This crate knows no shuffle, opens no file and starts no
//! thread: hand it decks.

mod about;
pub mod ascents;
pub mod catalogue;
mod classes;
mod columns;
pub mod costs;
mod counting;
mod dealt;
mod decks;
pub mod different;
pub mod distribution;
mod drawn;
pub mod draws;
mod drift;
mod effect;
pub mod effect_kind;
pub mod effective_buffer;
pub mod eulerian;
mod exhibit;
mod exhibited;
mod extremes;
pub mod few_orders;
mod frequencies;
mod grouping;
pub mod histogram;
pub mod judgement;
pub mod key_sample;
mod known_decks;
mod largest;
mod law;
mod linear;
mod sums;
pub mod views;

pub mod metric;
pub mod number;
pub mod numbers;
mod p_value;
pub mod permutations;
pub mod place;
pub mod position;
mod position_matrix;
mod rank;
mod rare_hands;
pub mod row_classes;
pub mod scans;
mod scope;
pub mod sequential;
mod serial;
pub mod share;
mod size;
mod spearman;
mod summaries;
mod table;
pub mod tables;
pub mod tally;
mod thinned;
pub mod total_variation;
pub mod two_sample;
pub mod verdict;
mod wide_sums;

pub use decks::Decks;
pub use judgement::{Evidence, Judgement, Outcome, PValue};
pub use metric::Metric;
pub use shuffle_deck::{Card, DrawKind, Rows, Shape, ShapeError};
pub use tally::{Counter, Tally};
pub use verdict::Verdict;
