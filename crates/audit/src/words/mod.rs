//! Verdicts in words, for people at a terminal.
//!
//! Every function here is pure: the width and the colours of the screen are parameters.
//!
//! | module | says |
//! |---|---|
//! | [`verdict`] | the verdict on a case |
//! | [`different`] | decks that are all the same, or a few different ones |
//! | [`effects`] | the form and size of a bias |
//! | [`faults`] | subjects at fault, and runs that were cut off |
//! | [`table`] | the result of each test, or the reason why it could not be made |
//! | [`run`](mod@run) | the table of a run |
//! | [`limits`] | the biases that could have been seen, and the error rate of a run |
//! | [`moved`] | how far the rows of few orders moved |
//! | [`odds`] | how seldom chance alone gives a result |
//! | [`layout`] | words and tables that fit a screen |

pub mod different;
pub mod effects;
mod explaining;
pub mod faults;
pub mod layout;
pub mod limits;
pub mod moved;
mod nouns;
pub mod odds;
pub mod run;
mod screen;
pub mod table;
pub mod verdict;

pub use explaining::{explaining, strongest};
pub use nouns::{capital, drawn, on_deck, subject, trials};
pub(crate) use nouns::{entry, listed, noun, outcome};
pub use run::{run, summary};
pub use screen::Screen;
pub use verdict::{check, headline, sentence};
