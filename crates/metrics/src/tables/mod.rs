//! Tables of counts with a null law that is derived here, one test or two a file.
//!
//! | metric | tests | of | law | cells | cards |
//! |---|---|---|---|---|---|
//! | [`Adjacency`] | `adjacency` | decks | chi2(n^2-n-1) | (n+1)^2 | up to 256 |
//! | [`AdjacencyDifferences`] | `adjacency` | decks | chi2(2K-1), K = log2(n) about | 2K+1 | beyond 256 |
//! | [`PairOrder`] | `pair-order`, `friedman` | decks | chi2(n(n-1)/2), chi2(n-1) | n(n-1)/2 | up to 256 |
//! | | | | chi2(120), chi2(15) | 120 | beyond 256 |
//! | [`Lehmer`] | `lehmer` | decks and deals | chi2(n(n-1)/2) | n(n+1)/2 | up to 256 |
//! | [`Prefix`] | `prefix` | decks and deals | chi2(cells - 1) | up to 10,000 | 8 to 100 |
//! | [`Repeats`] | `collisions`, `repeats` | decks and deals | Poisson | 2^20 keys | any beyond 7 |
//!
//! The statistics are quadratic forms in the counts, worked out in whole numbers up to the last
//! division. Where the cells depend on each other the form is the inverse of their covariance, so that it has
//! one chi-square law and not a mixture; each file derives its own.

pub mod adjacency;
pub mod adjacency_differences;
pub mod digits;
pub mod keys;
pub mod lehmer;
pub mod pair_order;
pub mod prefix;
pub mod repeats;
#[cfg(test)]
mod testing;

pub use adjacency::Adjacency;
pub use adjacency_differences::AdjacencyDifferences;
pub use lehmer::Lehmer;
pub use pair_order::PairOrder;
pub use prefix::Prefix;
pub use repeats::Repeats;

use crate::{Shape, metric::NotApplicable, number::whole_decks_only};

/// Beyond so many cards the table of all pairs of cards would take too much memory.
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
