//! The place of an effect, with its cards and positions as numbers. The caller that shows it can use card names and
//! count positions from 1.

use shuffle_deck::words::count;
use std::{fmt, ops::Range, sync::Arc};

/// A word of a [`Place`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Plain words.
    Text(&'static str),
    /// Words of the cards of a deck of 52 with suits and ranks, and the words of the same numbers without.
    OfSuits {
        /// "suit".
        cards: &'static str,
        /// "quarter of the numbers".
        numbers: &'static str,
    },
    /// A number that is neither a card nor a position.
    Number(usize),
    /// A card, counted from 0.
    Card(usize),
    /// A number of a range, counted from 0.
    Value(usize),
    /// A sum of several numbers, each counted from 0.
    Sum {
        /// The sum.
        value: usize,
        /// The numbers.
        of: usize,
    },
    /// The numbers of a range that leave this remainder, which is of numbers counted from 0.
    Class {
        /// The remainder.
        remainder: usize,
        /// The divisor, at least 2.
        modulus: usize,
    },
    /// A position, counted from 0.
    Position(usize),
    /// A level of a factor, by its number.
    Level(usize),
    /// A name that the caller gave.
    Name(Arc<str>),
}

impl From<&'static str> for Word {
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

/// The place of an effect: words with cards and positions among them.
///
/// ```
/// use shuffle_metrics::{Place, Word::{Card, Text}};
///
/// let place = Place::from([Text("card "), Card(7), Text(" after card "), Card(6)]);
/// assert_eq!(place.to_string(), "card 7 after card 6");
/// let names = |card: usize| ["A", "2", "3", "4", "5", "6", "7", "8"][card].to_owned();
/// assert_eq!(place.shown(names, 1), "card 8 after card 7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place(Vec<Word>);

impl Place {
    /// A place made of these words.
    #[must_use]
    pub fn of(words: Vec<Word>) -> Self {
        Self(words)
    }

    /// Its words.
    pub fn words(&self) -> &[Word] {
        &self.0
    }

    pub(crate) fn text(self, text: &'static str) -> Self {
        self.and(Word::Text(text))
    }

    pub(crate) fn number(self, number: usize) -> Self {
        self.and(Word::Number(number))
    }

    pub(crate) fn card(self, card: usize) -> Self {
        self.and(Word::Card(card))
    }

    pub(crate) fn position(self, position: usize) -> Self {
        self.and(Word::Position(position))
    }

    pub(crate) fn level(self, level: usize) -> Self {
        self.and(Word::Level(level))
    }

    /// Appends more words.
    #[must_use]
    pub fn and(mut self, words: impl Into<Self>) -> Self {
        self.0.extend(words.into().0);
        self
    }

    /// These places one after the other: `A, B and C`.
    pub(crate) fn list<P: Into<Self>>(places: impl ExactSizeIterator<Item = P>) -> Self {
        let last = places.len().saturating_sub(1);
        places.enumerate().fold(Self::default(), |list, (at, place)| match at {
            0 => place.into(),
            _ if at == last => list.text(" and ").and(place),
            _ => list.text(", ").and(place),
        })
    }

    /// The same and ` of the draw before`, or ` of the draw 2 before`.
    pub(crate) fn of_draw_before(self, lag: usize) -> Self {
        match lag {
            1 => self.text(" of the draw before"),
            _ => self.text(" of the draw ").number(lag).text(" before"),
        }
    }

    /// Words and then the cards of a row: `the order 3 1 2`.
    pub(crate) fn row(words: &'static str, row: &[usize]) -> Self {
        row.iter().fold(Self::from(words), |place, &card| place.text(" ").card(card))
    }

    /// `card 5`, or `cards 5 to 7`.
    #[must_use]
    pub fn cards(cards: &Range<usize>) -> Self {
        Self::range(["card ", "cards "], cards, Word::Card)
    }

    /// `position 5`, or `positions 5 to 7`.
    #[must_use]
    pub fn positions(positions: &Range<usize>) -> Self {
        Self::range(["position ", "positions "], positions, Word::Position)
    }

    /// A range of neighboring cards or positions, with the words for one and for several.
    pub(crate) fn range(
        [one, many]: [&'static str; 2],
        range: &Range<usize>,
        word: fn(usize) -> Word,
    ) -> Self {
        match range.len() {
            1 => Self::from([Word::Text(one), word(range.start)]),
            _ => Self::from([
                Word::Text(many),
                word(range.start),
                Word::Text(" to "),
                word(range.end - 1),
            ]),
        }
    }

    /// In words, with the cards called by `name` and the positions counted from `first_position`.
    pub fn shown(&self, name: impl Fn(usize) -> String, first_position: usize) -> String {
        self.shown_with(name, |level| (level + 1).to_string(), first_position, false)
    }

    /// The same with names of the levels of a factor, and of cards that may have suits.
    #[must_use]
    pub fn shown_with(
        &self,
        name: impl Fn(usize) -> String,
        level_name: impl Fn(usize) -> String,
        first_position: usize,
        have_suits: bool,
    ) -> String {
        // A range has numbers, not names.
        let first_value = || name(0).parse().unwrap_or(0);
        let show = |word: &Word| match word {
            Word::Value(value) => count((value + first_value()) as u64),
            Word::Sum { value, of } => count((value + of * first_value()) as u64),
            &Word::Class { remainder, modulus } => {
                class((remainder + first_value()) % modulus, modulus)
            }
            Word::OfSuits { cards, .. } if have_suits => (*cards).to_owned(),
            Word::OfSuits { numbers, .. } => (*numbers).to_owned(),
            Word::Text(text) => (*text).to_owned(),
            Word::Number(number) => count(*number as u64),
            Word::Card(card) => name(*card),
            Word::Position(position) => (position + first_position).to_string(),
            Word::Name(name) => name.to_string(),
            Word::Level(level) => level_name(*level),
        };
        self.0.iter().map(show).collect()
    }
}

/// "odd numbers", "numbers that end in 07", "multiples of 8", "numbers that leave 3 when divided by 8".
fn class(remainder: usize, modulus: usize) -> String {
    match (modulus, remainder) {
        (2, 0) => "even numbers".to_owned(),
        (2, _) => "odd numbers".to_owned(),
        (10, digit) => format!("numbers that end in {digit}"),
        (100, digits) => format!("numbers that end in {digits:02}"),
        (_, 0) => format!("multiples of {}", count(modulus as u64)),
        _ => {
            let [remainder, modulus] = [remainder, modulus].map(|it| count(it as u64));
            format!("numbers that leave {remainder} when divided by {modulus}")
        }
    }
}

impl<const N: usize> From<[Word; N]> for Place {
    fn from(words: [Word; N]) -> Self {
        Self(words.into())
    }
}

impl From<&'static str> for Place {
    fn from(text: &'static str) -> Self {
        Self(vec![Word::Text(text)])
    }
}

impl From<Word> for Place {
    fn from(word: Word) -> Self {
        Self(vec![word])
    }
}

/// Cards and positions counted from 0.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(|card| card.to_string(), 0))
    }
}
