//! The parts of a row that a metric needs next to the cards.

/// The columns that a row needs in addition to the cards, for a metric to judge it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowNeeds {
    /// Nothing.
    Nothing,
    /// Bonus balls.
    Bonus,
    /// The level of a factor.
    Level,
}

impl RowNeeds {
    /// The reason, in words, if it is missing.
    pub(crate) fn missing(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Bonus => Some("there are no bonus balls; --bonus says how many"),
            Self::Level => Some("the draws have no levels; --by names their column"),
        }
    }
}
