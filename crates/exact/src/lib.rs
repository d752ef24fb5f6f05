//! Exact laws of shuffles, from the very code that shuffles.
//!
//! ```
//! use shuffle_algorithms::{Algorithm, Shape};
//! use shuffle_exact::{Laws, Limits, Subject};
//!
//! let naive = Algorithm::parse("naive")?;
//! let laws = Laws::new(Subject::new(naive, Shape::whole(52)), Limits::default());
//! // 52! orders have no table, but the degree and the places have exact laws all the same.
//! assert!(laws.permutation().is_err());
//! assert!((laws.degree()?.value() - 0.0012).abs() < 1e-4);
//! let most = laws.position()?.extremes(1).unwrap().most;
//! assert_eq!(most.examples, [(0, 1)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Simulation says "probably biased"; this crate says by how much. It runs no generator. A swap program
//! (`shuffle_algorithms::Program`) is read with a table on which its rolls stay open; a shuffle whose
//! course depends on its rolls is run on dice that take every value in turn. So no shuffle is written a
//! second time here, and what is proved is what is timed and audited. Flawed dice have their laws too:
//! every roll brings the true weights of its values.
//!
//! Out of scope for this crate: statistics on observed decks, files, threads, printing.
//!
//! | module | holds |
//! |---|---|
//! | [`laws`], [`subject`] | the entry point: one subject, all its laws, each a value or a reason |
//! | [`weights`] | the probability of each value of the dice |
//! | [`script`] | a swap program written down, its rolls left open |
//! | [`paths`], [`tree`], [`render`] | every path of the dice, as a tree, as text, Mermaid and DOT |
//! | [`permutation`] | the law of whole decks or deals |
//! | [`position`] | the law of every place, for any number of cards |
//! | [`pair`] | the law of two places at once, and the exact shuffle degree |
//! | [`closed`] | laws from the literature, for decks beyond enumeration |
//! | [`derivation`] | a number with the way it was computed |
//! | [`summary`] | total variation, separation, noncentrality, extremes, entropy |
//! | [`number`], [`masses`] | fractions, or floats with their error |
//! | [`cost`], [`error`] | the cost of a law, estimated before; and why a law is not available |

mod amount;
pub mod closed;
pub mod cost;
mod deal_index;
pub mod derivation;
pub mod drawn;
pub mod error;
mod exhaustive;
pub mod laws;
pub mod masses;
mod moves;
pub mod number;
mod operator;
pub mod pair;
pub mod paths;
pub mod permutation;
pub mod position;
pub mod render;
pub mod script;
mod shares;
pub mod subject;
pub mod summary;
mod tracking;
pub mod tree;
pub mod weights;

pub use cost::Limits;
pub use derivation::{Derivation, DerivedValue};
pub use error::LawError;
pub use laws::Laws;
pub use number::{Fraction, LawValue};
pub use permutation::PermutationLaw;
pub use position::PositionLaw;
pub use subject::Subject;
