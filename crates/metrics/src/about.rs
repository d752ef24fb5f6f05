//! The subject of a rejection by a test.

/// The subject of a rejection by a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The frequencies of orders, or of what is read off them.
    Orders,
    /// The frequencies of the hands that the first cards make.
    Hands,
    /// Each deck and the one before it.
    DependenceBetweenDecks,
    /// Whole decks that are equal.
    Repeats,
    /// Decks that were not shuffled.
    KnownDecks,
    /// The design of a list.
    Design,
}

impl About {
    /// `orders`, `hands`, `dependence_between_decks`, `repeats`, `known_decks` or `design`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::Hands => "hands",
            Self::DependenceBetweenDecks => "dependence_between_decks",
            Self::Repeats => "repeats",
            Self::KnownDecks => "known_decks",
            Self::Design => "design",
        }
    }
}
