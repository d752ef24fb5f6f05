//! Packs: decks in which some cards are equal, such as 24 lands and 36 spells.

use crate::words::quoted;
use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
};

/// The most cards of a pack.
pub const MOST_OF_A_PACK: usize = 1 << 24;

/// Suits in the order of [`Pack::standard`].
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// A deck in which cards of the same kind are equal, given by the number of cards of each kind, in the order of the
/// kinds.
///
/// It is a handle, as small as a pointer: packs of the same kinds are the same, and live as long as the program.
///
/// ```
/// use shuffle_deck::Pack;
///
/// let pack = Pack::parse("land=24,spell=36")?;
/// assert_eq!((pack.cards(), pack.counts(), pack.name(1)), (60, &[24, 36][..], "spell"));
/// assert_eq!(pack, Pack::parse("land=24,spell=36")?);
/// assert_eq!(Pack::parse("standard-52x6")?.counts(), &[6; 52]);
/// # Ok::<(), shuffle_deck::PackError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Pack(&'static Kinds);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Kinds {
    /// As `--pack` takes it.
    written: String,
    names: Vec<String>,
    counts: Vec<u32>,
    /// The kind of each card, where the cards lie sorted by kind.
    sorted: Vec<u32>,
}

/// A text that is not a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum PackError {
    #[error("{} is not a kind of a pack; write name=count, such as land=24,spell=36, or standard-52x6, suits-52, ranks-52, or name a file", quoted(.0))]
    Part(String),
    #[error("the kind {} of the pack has no card", quoted(.0))]
    NoCard(String),
    #[error("the kind {} of the pack is given twice", quoted(.0))]
    Twice(String),
    #[error("a pack of one kind always looks the same; it needs at least two kinds")]
    OneKind,
    #[error("a pack of more than {MOST_OF_A_PACK} cards is too large")]
    TooLarge,
}

impl Pack {
    /// Reads `land=24,spell=36`, or one of the packs that are known by name: `standard-52`, the 52 cards as kinds of one
    /// card, `suits-52` and `ranks-52`, of which only the suit or the rank counts; each with `xM` for M decks together.
    ///
    /// # Errors
    ///
    /// [`PackError`].
    pub fn parse(text: &str) -> Result<Self, PackError> {
        if let Some(known) = Self::named(text) {
            return known;
        }
        let kinds = text.split(',').map(str::trim).map(|part| {
            let (name, count) = kind(part).ok_or_else(|| PackError::Part(part.to_owned()))?;
            Ok((name.to_owned(), count))
        });
        Self::written(kinds.collect::<Result<Vec<_>, _>>()?, text.to_owned())
    }

    /// Reads the lines of a file: a kind with its count on each, as `land=24` or `24 land`, or the kind of each card, as often as the pack
    /// has it. Kinds are in the order in which they come first. `written` is how the pack was named, for commands.
    ///
    /// # Errors
    ///
    /// [`PackError`].
    pub fn of_lines(text: &str, written: &str) -> Result<Self, PackError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let counted: Option<Vec<_>> = lines.iter().map(|line| kind(line)).collect();
        let counted = counted.or_else(|| lines.iter().map(|line| listed(line)).collect());
        if let Some(kinds) = counted.filter(|kinds| !kinds.is_empty()) {
            let kinds = kinds.into_iter().map(|(name, count)| (name.to_owned(), count));
            return Self::written(kinds.collect(), written.to_owned());
        }
        let (mut kinds, mut at) = (Vec::<(String, u64)>::new(), HashMap::new());
        for line in lines {
            let place = *at.entry(line).or_insert(kinds.len());
            match kinds.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => kinds.push((line.to_owned(), 1)),
            }
        }
        Self::written(kinds, written.to_owned())
    }

    /// Kinds with their counts.
    ///
    /// # Errors
    ///
    /// [`PackError`].
    pub fn of(kinds: &[(&str, u64)]) -> Result<Self, PackError> {
        let written: Vec<String> =
            kinds.iter().map(|(name, count)| format!("{name}={count}")).collect();
        let kinds = kinds.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
        Self::written(kinds, written.join(","))
    }

    fn named(text: &str) -> Option<Result<Self, PackError>> {
        let (base, decks) = match text.rsplit_once('x') {
            Some((base, decks)) if base.ends_with("-52") => (base, decks.parse::<u64>().ok()?),
            _ => (text, 1),
        };
        let kinds = |names: Vec<String>, each: u64| {
            let count = each.saturating_mul(decks);
            let kinds = names.into_iter().map(|name| (name, count));
            Some(Self::written(kinds.collect(), text.to_owned()))
        };
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        match base {
            "standard-52" => {
                let suits = ["s", "h", "d", "c"].into_iter();
                let card = |suit: &'static str| RANKS.map(|rank| format!("{rank}{suit}"));
                kinds(suits.flat_map(card).collect(), 1)
            }
            "suits-52" => kinds(owned(&SUITS), 13),
            "ranks-52" => kinds(owned(&RANKS), 4),
            _ => None,
        }
    }

    fn written(kinds: Vec<(String, u64)>, written: String) -> Result<Self, PackError> {
        let mut cards = 0_u64;
        for (at, (name, count)) in kinds.iter().enumerate() {
            if *count == 0 {
                return Err(PackError::NoCard(name.clone()));
            }
            if kinds[..at].iter().any(|(other, _)| other == name) {
                return Err(PackError::Twice(name.clone()));
            }
            cards = cards.saturating_add(*count);
        }
        match kinds.len() {
            0 | 1 => Err(PackError::OneKind),
            _ if cards > MOST_OF_A_PACK as u64 => Err(PackError::TooLarge),
            _ => Ok(Self::kept(kinds, written)),
        }
    }

    /// The pack of these kinds, which is made once in the life of the program.
    fn kept(kinds: Vec<(String, u64)>, written: String) -> Self {
        static PACKS: Mutex<Vec<&'static Kinds>> = Mutex::new(Vec::new());
        let (names, counts): (Vec<_>, Vec<_>) =
            kinds.into_iter().map(|(name, count)| (name, count as u32)).unzip();
        let mut packs = PACKS.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |kinds: &&&Kinds| {
            kinds.written == written && kinds.names == names && kinds.counts == counts
        };
        if let Some(kinds) = packs.iter().find(same) {
            return Self(kinds);
        }
        let sorted =
            (0..).zip(&counts).flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize));
        let sorted = sorted.collect();
        let kinds = &*Box::leak(Box::new(Kinds { written, names, counts, sorted }));
        packs.push(kinds);
        Self(kinds)
    }

    /// Cards of all kinds together.
    #[must_use]
    pub fn cards(self) -> usize {
        self.0.sorted.len()
    }

    /// The number of kinds.
    #[must_use]
    pub fn kinds(self) -> usize {
        self.0.counts.len()
    }

    /// Cards of each kind.
    #[must_use]
    pub fn counts(self) -> &'static [u32] {
        &self.0.counts
    }

    /// The name of a kind.
    ///
    /// # Panics
    ///
    /// If there is no such kind.
    #[must_use]
    pub fn name(self, kind: usize) -> &'static str {
        &self.0.names[kind]
    }

    /// The names of all kinds.
    #[must_use]
    pub fn names(self) -> &'static [String] {
        &self.0.names
    }

    /// The kind of each card, where the cards lie sorted by kind.
    #[must_use]
    pub fn sorted(self) -> &'static [u32] {
        &self.0.sorted
    }
}

/// A kind with its count; the name may have an equals sign in it.
fn kind(text: &str) -> Option<(&str, u64)> {
    let (name, count) = text.rsplit_once('=')?;
    let (name, count) = (name.trim(), count.trim());
    (!name.is_empty()).then_some((name, count.parse().ok()?))
}

/// A line of a list of cards, as `9 Island`.
fn listed(text: &str) -> Option<(&str, u64)> {
    let (count, name) = text.split_once(' ')?;
    let name = name.trim();
    let count = count.strip_suffix(['x', 'X']).unwrap_or(count);
    (!name.is_empty()).then_some((name, count.parse().ok()?))
}

/// As `--pack` takes it.
impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.written)
    }
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pack({})", self.0.written)
    }
}

/// Packs are equal if their kinds are, whatever they were called in a command.
impl PartialEq for Pack {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
            || (self.0.names == other.0.names && self.0.counts == other.0.counts)
    }
}

impl Eq for Pack {}

impl std::hash::Hash for Pack {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.names.hash(state);
        self.0.counts.hash(state);
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Pack {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kinds = self.0.names.iter().zip(&self.0.counts);
        (&self.0.written, kinds.collect::<Vec<_>>()).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Pack {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (written, kinds) = <(String, Vec<(String, u64)>)>::deserialize(deserializer)?;
        Self::written(kinds, written).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_read_from_words_names_and_lines() {
        let pack = Pack::parse("land=24, spell = 36").unwrap();
        assert_eq!((pack.cards(), pack.kinds(), pack.names()[1].as_str()), (60, 2, "spell"));
        assert_eq!(&pack.sorted()[22..26], &[0, 0, 1, 1]);
        assert_eq!(Pack::parse("suits-52").unwrap().counts(), &[13; 4]);
        assert_eq!(Pack::parse("ranks-52x2").unwrap().counts(), &[8; 13]);
        assert_eq!(Pack::parse("standard-52x6").unwrap().name(9), "10s");
        assert_eq!(Pack::of_lines("a\nb\n\na\n", "f").unwrap().counts(), &[2, 1]);
        assert_eq!(Pack::of_lines("a=2\nb = 1", "f").unwrap(), Pack::parse("a=2,b=1").unwrap());
        let list = Pack::of_lines("9 Island\n4x Serra Angel\n", "f").unwrap();
        assert_eq!((list.counts(), list.name(1)), (&[9, 4][..], "Serra Angel"));
        assert_eq!(Pack::of(&[("x", 2), ("y", 3)]).unwrap().to_string(), "x=2,y=3");
    }

    #[test]
    fn what_is_no_pack_is_refused() {
        let refusal = |text| Pack::parse(text).unwrap_err().to_string();
        assert!(refusal("land").starts_with("\"land\" is not a kind of a pack; write name=count"));
        assert!(refusal("standard-52x").starts_with("\"standard-52x\" is not a kind"));
        assert_eq!(refusal("a=0,b=2"), "the kind \"a\" of the pack has no card");
        assert_eq!(refusal("a=1,a=2"), "the kind \"a\" of the pack is given twice");
        assert!(refusal("a=9").contains("always looks the same"));
        assert!(refusal("a=9,b=18446744073709551615").contains("too large"));
        assert!(refusal("standard-52x0").contains("has no card"));
    }
}
