//! What a metric must know of what is drawn: the parts of a row that it needs, and what its page draws.

/// What must be in a row beside the cards, for a metric to judge it.
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
    /// What is missing where it is not there, in words.
    pub(crate) fn missing(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Bonus => Some("there are no bonus balls; --bonus says how many"),
            Self::Level => Some("the draws have no levels; --by names their column"),
        }
    }
}

/// What a demonstration draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownDraw {
    /// Orders, or deals.
    Order,
    /// Draws of so many balls without order.
    Unordered {
        /// Balls drawn.
        deal: u64,
    },
    /// The same with bonus balls.
    Bonus {
        /// Balls drawn.
        deal: u64,
        /// As `--bonus` takes them.
        bonus: &'static str,
    },
    /// Draws of so many places with replacement.
    Replacement {
        /// Places.
        deal: u64,
    },
    /// A pack, as `--pack` takes it.
    Pack(&'static str),
    /// A file of draws of six of 49 without order, counted from 1, with the level of a factor, relative to the root of the project.
    Levels {
        /// The file.
        file: &'static str,
        /// The columns of the balls.
        columns: &'static str,
        /// The column of the factor.
        by: &'static str,
        /// The column of a factor on whose levels all is alike.
        sound_by: &'static str,
    },
}

impl ShownDraw {
    /// The cards that are dealt, if it is not the whole deck.
    #[must_use]
    pub fn deal(self) -> Option<u64> {
        match self {
            Self::Order | Self::Pack(_) => None,
            Self::Unordered { deal } | Self::Bonus { deal, .. } | Self::Replacement { deal } => {
                Some(deal)
            }
            Self::Levels { .. } => Some(6),
        }
    }
}
