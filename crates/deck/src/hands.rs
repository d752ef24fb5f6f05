//! Hands: the places of a row whose order means nothing, group after group.

use crate::interned::Interned;
use std::{fmt, ops::Range};

/// The sizes of the hands into which the cards of a row are dealt, one hand after the other.
///
/// It is a handle, as small as a pointer: equal ones are the same, and live as long as the program.
///
/// ```
/// use shuffle_deck::Hands;
///
/// let hands = Hands::parse("2, 3")?;
/// assert_eq!((hands.cards(), hands.places().collect::<Vec<_>>()), (5, vec![0..2, 2..5]));
/// assert_eq!(Ok(hands), Hands::parse("2,3"));
/// assert!(Hands::parse("2,0").is_err());
/// # Ok::<(), shuffle_deck::HandsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hands(&'static Vec<usize>);

/// A text that is not a list of sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a list of sizes; write them as 13,13,13,13")]
pub struct HandsError(String);

static ALL: Interned<Vec<usize>> = Interned::new();

impl Hands {
    /// Reads `13,13,13,13`.
    ///
    /// # Errors
    ///
    /// [`HandsError`].
    pub fn parse(text: &str) -> Result<Self, HandsError> {
        let sizes = text.split(',').map(|size| size.trim().parse::<usize>());
        let sizes: Vec<usize> = sizes.collect::<Result<_, _>>().unwrap_or_default();
        let is_list = !sizes.is_empty() && !sizes.contains(&0);
        is_list.then(|| Self::of(sizes)).ok_or_else(|| HandsError(text.to_owned()))
    }

    fn of(sizes: Vec<usize>) -> Self {
        Self(ALL.get(sizes))
    }

    /// The cards of each hand.
    #[must_use]
    pub fn sizes(self) -> &'static [usize] {
        self.0
    }

    /// The cards of all hands.
    #[must_use]
    pub fn cards(self) -> usize {
        self.0.iter().fold(0, |all, &size| all.saturating_add(size))
    }

    /// The places of each hand.
    pub fn places(self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().scan(0, |end, size| {
            let start = *end;
            *end += size;
            Some(start..*end)
        })
    }
}

/// `13,13,13,13`.
impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&sizes.join(","))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Hands {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::of)
    }
}
