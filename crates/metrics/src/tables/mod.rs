//! Tables of counts with a null law that is derived here, one test or two a file.
//!
//! The statistics are quadratic forms in the counts, worked out in whole numbers up to the last
//! division. Where the cells depend on each other the form is the inverse of their covariance, so that it has
//! one chi-square law and not a mixture; the page of each test derives its own.

pub(crate) mod adjacency;
pub(crate) mod adjacency_differences;
pub(crate) mod digits;
pub(crate) mod keys;
pub(crate) mod lehmer;
pub(crate) mod pair_order;
pub(crate) mod prefix;
pub(crate) mod repeats;
#[cfg(test)]
mod testing;

pub use adjacency_differences::AdjacencyDifferences;
pub use pair_order::PairOrder;
pub use repeats::Repeats;

use crate::{Shape, metric::NotApplicable, number::whole_decks_only};

/// Above this number of cards the table of all pairs of cards would take too much memory.
pub const MOST_PAIRED_CARDS: usize = 256;

/// True if decks are so large that pairs of groups are counted, and not of cards.
fn are_large(shape: Shape) -> bool {
    shape.cards() > MOST_PAIRED_CARDS
}

/// The number of cards, where a table of all their pairs can be counted.
fn paired_cards(shape: Shape) -> Result<usize, NotApplicable> {
    whole_decks_only(shape)?;
    let cards = shape.cards();
    if cards > MOST_PAIRED_CARDS {
        let why = format!("all pairs of cards are counted, of up to {MOST_PAIRED_CARDS} cards");
        return Err(NotApplicable(why));
    }
    Ok(cards)
}
