//! Every catalogued shuffle, and the dice that drive them.
//!
//! ```
//! use shuffle_algorithms::{catalogue::Algorithm, dice::Recorded};
//!
//! // The pencil-and-paper shuffle of 1..5 with the draws 3, 3, 1, 2, 1 (here counted from 0).
//! let algorithm = Algorithm::parse("out-of-place")?;
//! let mut deck = [1_u8, 2, 3, 4, 5];
//! algorithm.shuffle(&mut deck, &mut Recorded::new([2, 2, 0, 1, 0]))?;
//! assert_eq!(deck, [3, 4, 1, 5, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A shuffle is written once and read in many ways. Most shuffles are *swap programs*: they roll
//! `below(k)` and swap two places. Such a body is generic over a [`Table`], and what it does depends on
//! the table: with one deck and some dice it shuffles; with a symbolic table it yields an exact law.
//! So the code that is timed is the code that is proved. Shuffles whose control flow depends on the
//! rolls (riffles, sorts by a random comparator) are [`Procedure`]s over plain [`Dice`], and third-party
//! code that takes a generator (`rand`'s own shuffle) is [`Foreign`].
//!
//! Out of scope for this crate: statistics, files, threads. Randomness is always passed in.
//!
//! | module | holds |
//! |---|---|
//! | [`catalogue`] | the list of all shuffles: id, title, parameters, known facts |
//! | [`shuffles`] | the bodies, one family a file |
//! | [`table`] | the operations of a swap program, and the table with one deck |
//! | [`dice`] | exact, flawed and recorded dice |
//! | [`fill`] | blocks of decks: the plain run |
//! | [`lanes`] | 64 decks at once |
//! | [`start`] | the order of the deck before it is shuffled |
//! | [`trace`] | a shuffle step by step |
//! | [`spec`] | the notation `id:key=value,key=value` |

pub mod catalogue;
pub mod dice;
mod draws;
pub mod entry;
pub mod fill;
pub mod generator;
mod job;
pub mod lanes;
mod orders;
pub mod reading;
mod seed;
pub mod shuffles;
pub mod spec;
pub mod start;
pub mod table;
pub mod trace;

pub use catalogue::Algorithm;
pub use dice::Dice;
pub use reading::{Foreign, Procedure, Program, Reading, Sequence};
// A deck is the same deck in every crate.
pub use shuffle_deck::{Card, RowsMut, Shape, ShapeError, card};
pub use shuffle_deck::{Draw, Pack};
pub use table::{At, Table};
