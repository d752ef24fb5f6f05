//! Exact and fast shuffles and deals of any slice, with any generator.
//!
//! Several rolls come from one 64-bit word (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
//! Generation", Software: Practice and Experience, 2024, arXiv 2408.06213). A shuffle of 52 cards takes
//! four words instead of fifty-one, and every order keeps exactly the same chance; `batch.rs` has the proof.
//! `shuffle-bench --only shuffles` measures it next to `rand` and `fastrand`.
//!
//! | function | does |
//! |---|---|
//! | [`shuffle`] | shuffles a slice |
//! | [`partial_shuffle`] | chooses some elements of a slice, in random order, and moves them to its end |
//! | [`deal`] | deals k of n cards into a slice; no deck is needed |
//! | [`hand`] | the same for a k that is a constant |
//!
//! All 64 bits of a word count, the high ones for the first rolls of a batch and the low ones for the last: a
//! generator whose low bits are weak is a bad choice here. The decks of a given generator state are pinned by a
//! test, as those of the catalogue are.
//!
//! # Why these are loops of their own
//!
//! The catalogue has the same shuffles as swap programs, `fisher-yates` and `fyp`, and with `batched` dice
//! ([`Batched`](crate::dice::Batched)) they roll the very same numbers (on more than 3 cards; at 3 the step
//! from the end of a deck to the next looks like an ascent). But a program asks for one roll at a time and may
//! ask for anything next, so each roll is a comparison with what was foreseen, and a check of the bounds at each
//! swap; and a table has cards, not elements of any type. Here the next bounds are certain, so that batches are
//! unrolled and the swaps of a large slice can be foreseen. That is worth a factor that `shuffle-bench --only shuffles`
//! prints. The tests hold both against each other: same words, same rolls, same decks.

mod batch;
mod deal;
mod descent;
mod shuffle;

pub(crate) use batch::{Batch, BoundStep, accepted, planned, split};
pub use deal::{deal, hand};
pub use shuffle::{partial_shuffle, shuffle};
