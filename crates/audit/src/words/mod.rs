#![doc = include_str!("words.md")]

pub mod different;
pub mod effects;
mod explaining;
mod families;
pub mod faults;
mod heatmap;
pub mod layout;
pub mod limits;
pub mod moved;
mod nouns;
pub mod odds;
pub mod run;
mod screen;
pub mod table;
pub mod verdict;

pub(crate) use explaining::{chances_change, is_of_one_place};
pub use explaining::{explaining, strongest};
pub use nouns::{capital, drawn, on_deck, subject, trials};
pub(crate) use nouns::{entry, listed, noun, outcome};
pub use run::{run, summary};
pub use screen::Screen;
pub(crate) use verdict::order_is_lost;
pub use verdict::{by_chance, check, headline, sentence};
