//! The direction in which a deck is read.

/// How a test looks at a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// At the cards, position after position.
    Positions,
    /// At the positions, card after card: the inverse.
    Cards,
}
