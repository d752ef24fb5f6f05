//! The decks on which one count depends.

/// The most decks that the tests of few orders judge.
pub(crate) const MOST_OF_FEW: u64 = 99;

/// The decks on which one count of a metric depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Each deck by itself: the counts of blocks add up however the decks are cut into blocks.
    Deck,
    /// Each deck and the one before it in its block: a block of N decks has N - 1 of them.
    Neighbors,
    /// All decks together: it compares a [sample](crate::key_sample) of their keys.
    All,
    /// Single decks, of which one is enough to reject.
    Single,
    /// The [summaries](crate::summaries) of trials, compared by their numbers across blocks.
    Trials,
    /// Each deck by itself, of [a few](crate::few_orders) only: with more decks there are better tests.
    Few,
}

impl Scope {
    /// The smallest number of decks of which anything is counted.
    #[must_use]
    pub fn decks(self) -> u64 {
        match self {
            Self::Deck | Self::All | Self::Single | Self::Few => 1,
            Self::Neighbors | Self::Trials => 2,
        }
    }

    /// True if the test can be made with this many decks: if they are not too many.
    #[must_use]
    pub fn allows(self, trials: u64) -> bool {
        self != Self::Few || trials <= MOST_OF_FEW
    }
}
