//! The request of a roll of the dice, and its result.

/// The result of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roll {
    /// `below(of)` gave `value`.
    Below {
        /// The value that came.
        value: usize,
        /// The number of values.
        of: usize,
    },
    /// A coin that shows heads in `heads` of `of` cases.
    Chance {
        /// True if heads came.
        came: bool,
        /// Cases of heads.
        heads: usize,
        /// All cases.
        of: usize,
    },
}

impl Roll {
    /// The number of values that the roll chooses from.
    #[must_use]
    pub fn values(self) -> usize {
        match self {
            Self::Below { of, .. } | Self::Chance { of, .. } => of,
        }
    }

    /// The number that makes [`Recorded`](super::Recorded) dice give this result again.
    ///
    /// A coin falls as it did for any number on the right side of `heads`: 0 if heads came, else `heads`.
    ///
    /// ```
    /// use shuffle_algorithms::dice::Roll;
    /// assert_eq!(Roll::Below { value: 3, of: 5 }.recorded(), 3);
    /// assert_eq!(Roll::Chance { came: false, heads: 9, of: 10 }.recorded(), 9);
    /// ```
    #[must_use]
    pub fn recorded(self) -> usize {
        match self {
            Self::Below { value, .. } => value,
            Self::Chance { came: true, .. } => 0,
            Self::Chance { came: false, heads, .. } => heads,
        }
    }
}
