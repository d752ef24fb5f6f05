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
//!
//! | module | holds |
//! |---|---|
//! | [`decks`] | what a block of decks looks like to a metric |
//! | [`views`] | the forms in which a block can be read: rows, columns, places |
//! | [`metric`] | metrics and tests: the traits and the entries |
//! | [`catalogue`] | the list of all metrics and tests |
//! | [`tally`] | counts that merge |
//! | [`summaries`] | what a tally holds of single trials, by their numbers |
//! | [`key_sample`] | a sample of the keys of decks that a tally holds |
//! | [`ascents`] | the tests `degree` and `ascents` |
//! | [`permutations`] | the test `permutations` |
//! | [`position`] | the test `position` |
//! | [`dealt`] | the test `dealt`: the position matrix of deals, summed over positions |
//! | [`drift`] | the test `drift`: the position matrix by segments of time |
//! | [`draws`] | what is no order: draws without order, with replacement, packs |
//! | [`number`] | metrics that read one number off each deck |
//! | [`classes`] | how these are counted where decks are too large for a table of the law |
//! | [`numbers`] | these numbers and their laws: the tests `fixed-points` to `bridge` |
//! | [`extremes`] | the test `extremes`: the far ends of these laws |
//! | [`rare_hands`] | the test `rare-hands` |
//! | [`spearman`] | the test `spearman` |
//! | [`serial`] | each deck against the one before it: the tests `serial-...` |
//! | [`scans`] | every pair, every subset, every lag: the tests `pairs` to `lags` |
//! | [`tables`] | tables with a derived law: the tests `adjacency` to `repeats` |
//! | [`few_orders`] | tests of 1 to 99 decks: `rank-serial` to `stretches` |
//! | [`known_decks`] | decks that were not shuffled: the test `known-decks` |
//! | [`total_variation`] | the total variation that decks show, and its noise floor |
//! | [`linear`] | generators that are too simple: the tests `linear-complexity` and `draw-parities` |
//! | [`costs`] | what each test costs |
//! | [`grouping`] | many cards or positions counted as one |
//! | [`judgement`] | what a test found: statistic, law, p, effect |
//! | [`size`] | how large a bias is: estimates without noise, and for cells that were picked |
//! | [`effective_buffer`] | how well an order is mixed, as the size of a shuffle buffer |
//! | [`place`] | where an effect is: cards and positions in words |
//! | [`sequential`] | the test `sequential`, which stops as early as the decks allow |
//! | [`verdict`] | Holm's correction, the error budget, and the verdict |
//! | [`distribution`] | chi-square and normal tails, in logarithms |

mod about;
pub mod ascents;
pub mod catalogue;
pub mod classes;
mod columns;
pub mod costs;
mod counting;
pub mod dealt;
pub mod decks;
pub mod different;
pub mod distribution;
mod drawn;
pub mod draws;
pub mod drift;
mod effect;
pub mod effect_kind;
pub mod effective_buffer;
pub mod eulerian;
mod exhibit;
mod exhibited;
pub mod extremes;
pub mod few_orders;
mod frequencies;
pub mod grouping;
pub mod histogram;
pub mod judgement;
pub mod key_sample;
pub mod known_decks;
mod law;
pub mod linear;
pub(crate) mod sums;
pub mod views;

pub mod metric;
pub mod number;
pub mod numbers;
mod p_value;
pub mod permutations;
pub mod place;
pub mod position;
mod position_matrix;
pub mod rank;
pub mod rare_hands;
pub mod row_classes;
pub mod scans;
mod scope;
pub mod sequential;
pub mod serial;
pub mod share;
pub mod size;
pub mod spearman;
pub mod summaries;
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
