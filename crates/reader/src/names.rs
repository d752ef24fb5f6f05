//! The names of cards: one label for each card, in start order.

use crate::{format::Format, layout_error::LayoutError, standard};
use shuffle_deck::words::{nearest, quoted};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

/// The labels of a deck; the first is card 0. Copies are cheap: they share the labels.
///
/// ```
/// use shuffle_reader::NameTable;
/// let names = NameTable::parse("wolf, goat, cabbage").unwrap();
/// assert_eq!(names.card("goat"), Some(1));
/// assert_eq!(names.label(2), "cabbage");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTable {
    table: Arc<LabelTable>,
}

#[derive(Debug, PartialEq, Eq)]
struct LabelTable {
    labels: Vec<String>,
    /// Every spelling of every card.
    cards: HashMap<String, u32>,
    /// True if a spelling that is not found is looked up again in lower case.
    any_case: bool,
}

impl NameTable {
    /// A deck of playing cards: ace to king of spades, then of hearts, diamonds and clubs.
    ///
    /// That is the order of the Unicode block "Playing Cards" and of most programs; it is *not* the
    /// order of a new pack from a shop, for which give the labels of that pack.
    ///
    /// A card is its rank (A, 2 to 9, 10 or T, J, Q, K) and its suit (S, H, D, C, or a symbol such as ♠),
    /// in either order and any case, or the English name ("ace of spades"), or the character of
    /// the card itself (🂡).
    ///
    /// ```
    /// let cards = shuffle_reader::NameTable::standard_52();
    /// assert_eq!((cards.card("As"), cards.card("10h"), cards.card("TD")), (Some(0), Some(22), Some(35)));
    /// ```
    pub fn standard_52() -> Self {
        static CARDS: LazyLock<NameTable> = LazyLock::new(|| {
            let spellings = (0..52).flat_map(|card| {
                standard::spellings(card).into_iter().map(move |spelling| (spelling, card))
            });
            NameTable::of(LabelTable {
                labels: (0..52).map(standard::label).collect(),
                cards: spellings.collect(),
                any_case: true,
            })
        });
        CARDS.clone()
    }

    fn of(table: LabelTable) -> Self {
        Self { table: Arc::new(table) }
    }

    /// The suits or ranks of playing cards. Each has its own name and the names of all its cards: `place` gives the
    /// group of a card.
    pub fn of_playing_cards(labels: Vec<String>, place: impl Fn(u32) -> u32) -> Self {
        let standard = Self::standard_52();
        let spelled = standard.table.cards.iter().map(|(name, card)| (name.clone(), place(*card)));
        let mut cards: HashMap<String, u32> = spelled.collect();
        cards.extend(labels.iter().cloned().zip(0..));
        Self::of(LabelTable { labels, cards, any_case: true })
    }

    /// Labels in start order, as they are.
    ///
    /// # Errors
    ///
    /// [`LabelError`] if there are none, or one is empty or occurs twice.
    pub fn new(labels: Vec<String>) -> Result<Self, LabelError> {
        let places = (1..=labels.len()).collect();
        Self::placed(labels, places, "label")
    }

    /// The text of a file of labels: one a line; or all on one line, with commas between them, or else spaces.
    ///
    /// Spaces around a label are not part of it; blank lines are skipped.
    ///
    /// # Errors
    ///
    /// [`LabelError`] if there are none, or one is empty or occurs twice.
    pub fn parse(text: &str) -> Result<Self, LabelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()).collect();
        if let [(_, line)] = lines[..] {
            let labels: Vec<String> = if line.contains(',') {
                let parts: Vec<&str> = line.split(',').collect();
                if have_commas(&parts) {
                    return Err(LabelError::Commas { name: quoted(&parts[..2].join(",")) });
                }
                parts.into_iter().map(|label| label.trim().to_owned()).collect()
            } else {
                line.split_whitespace().map(str::to_owned).collect()
            };
            return Self::new(labels);
        }
        let (places, labels) =
            lines.into_iter().map(|(line, label)| (line, label.to_owned())).unzip();
        Self::placed(labels, places, "line")
    }

    fn placed(
        labels: Vec<String>,
        places: Vec<usize>,
        unit: &'static str,
    ) -> Result<Self, LabelError> {
        if labels.is_empty() {
            return Err(LabelError::None);
        }
        let mut cards = HashMap::with_capacity(labels.len());
        for (card, label) in labels.iter().enumerate() {
            let place = places[card];
            if label.is_empty() {
                return Err(LabelError::Empty { unit, place });
            }
            if let Some(first) = cards.insert(label.clone(), card as u32) {
                let (label, first) = (quoted(label), places[first as usize]);
                return Err(LabelError::Twice { label, unit, place, first });
            }
        }
        Ok(Self::of(LabelTable { labels, cards, any_case: false }))
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        self.table.labels.len()
    }

    /// The card of this name, if any.
    pub fn card(&self, name: &str) -> Option<u32> {
        let exact = self.table.cards.get(name);
        let found = match exact {
            None if self.table.any_case => self.table.cards.get(&name.to_lowercase()),
            exact => exact,
        };
        found.copied()
    }

    /// The cards of a word that consists of several: playing cards, rank before suit, as in `AsKd10h`, or a few letters, as in `HTTH`.
    ///
    /// Every rank is followed by a suit, so no word is ambiguous.
    pub(crate) fn glued(&self, word: &str) -> Option<Vec<u32>> {
        /// Letters of a card: `10`, a symbol, and the sign that makes it an emoji.
        const MOST: usize = 4;
        if !self.table.any_case {
            let cards = self.are_few_letters().then(|| word.chars().map(|it| self.letter(it)));
            return cards?.collect::<Option<Vec<u32>>>().filter(|cards| cards.len() > 1);
        }
        let (mut rest, mut cards) = (word, Vec::new());
        while !rest.is_empty() {
            let ends = rest.char_indices().map(|(at, letter)| at + letter.len_utf8());
            let ends: Vec<usize> = ends.take(MOST).collect();
            let is_rank = rest.starts_with(|letter: char| "A1234567890TJQKatjqk".contains(letter));
            let found = ends.iter().rev().find_map(|&end| Some((self.card(&rest[..end])?, end)));
            let (card, end) = found.filter(|_| is_rank)?;
            cards.push(card);
            rest = &rest[end..];
        }
        (cards.len() > 1).then_some(cards)
    }

    /// So few letters hardly ever make a word, such as a header.
    pub(crate) const FEW_LETTERS: usize = 7;

    /// True if each label is one letter, and they are few, or a digit.
    fn are_few_letters(&self) -> bool {
        let labels = &self.table.labels;
        let is_letter = |label: &String| label.chars().count() == 1;
        let is_digit = |label: &String| label.parse::<u8>().is_ok();
        let are_few = labels.len() <= Self::FEW_LETTERS || labels.iter().all(is_digit);
        are_few && labels.iter().all(is_letter)
    }

    fn letter(&self, letter: char) -> Option<u32> {
        self.card(letter.encode_utf8(&mut [0; 4]))
    }

    /// True if this is a card, or several.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.card(word).is_some() || self.glued(word).is_some()
    }

    /// The label of a card.
    ///
    /// # Panics
    ///
    /// If there is no such card.
    pub fn label(&self, card: usize) -> &str {
        &self.table.labels[card]
    }

    /// The label that was probably meant.
    pub(crate) fn nearest(&self, name: &str) -> Option<String> {
        let lower: Vec<String> =
            self.table.labels.iter().map(|label| label.to_lowercase()).collect();
        let found = nearest(name, lower.iter().map(String::as_str))?;
        let card = lower.iter().position(|label| *label == found)?;
        Some(self.table.labels[card].clone())
    }

    /// True of a name with a slip in its letters. Short ones, and others with other digits, may be anything.
    pub(crate) fn has_misspelt(&self, name: &str) -> bool {
        const SHORTEST: usize = 4;
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let is_it = |label: String| label.len() >= SHORTEST && digits(&label) == digits(name);
        name.len() >= SHORTEST && self.nearest(name).is_some_and(is_it)
    }

    /// Bytes of the longest spelling.
    pub(crate) fn longest(&self) -> usize {
        self.table.cards.keys().map(String::len).max().unwrap_or(0)
    }

    /// True if a line of text that starts with `#` may be a deck.
    pub(crate) fn hashes(&self) -> bool {
        self.table.labels.iter().any(|label| label.starts_with('#'))
    }

    /// True if a bracket may be a part of a label.
    pub(crate) fn brackets(&self) -> bool {
        self.table.labels.iter().any(|label| label.contains(['[', ']', '(', ')', '{', '}']))
    }

    /// True if a quote may be a part of a label.
    pub(crate) fn quotes(&self) -> bool {
        self.table.labels.iter().any(|label| label.contains('"'))
    }

    /// The first label that a line of text would be split at.
    pub(crate) fn separated(&self) -> Option<&String> {
        self.table.labels.iter().find(|label| label.contains([' ', '\t', ',']))
    }

    pub(crate) fn check(&self, format: Format, cards: usize) -> Result<(), LayoutError> {
        if !format.is_text() {
            return Err(LayoutError::NoLabels { format });
        }
        if self.table.labels.len() != cards {
            return Err(LayoutError::Labels { labels: self.table.labels.len(), cards });
        }
        match self.separated() {
            Some(label) if format == Format::Text => {
                Err(LayoutError::Separator { label: quoted(label) })
            }
            _ => Ok(()),
        }
    }
}

/// The reason why labels do not name the cards of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum LabelError {
    #[error("there are no labels")]
    None,
    #[error(
        "{name} looks like one name: put the names in a file, one on each line, or use `sorted`"
    )]
    Commas { name: String },
    #[error("{unit} {place} is empty")]
    Empty { unit: &'static str, place: usize },
    #[error("{unit} {place}: the label {label} is already used in {unit} {first}")]
    Twice { label: String, unit: &'static str, place: usize, first: usize },
}

/// True of `Lee, Ann,Doe, Jo`: a blank stands behind every second comma only.
fn have_commas(parts: &[&str]) -> bool {
    let is_of_pair = |(at, part): (usize, &&str)| part.starts_with(' ') == (at % 2 == 1);
    parts.len() > 3 && parts.len().is_multiple_of(2) && parts.iter().enumerate().all(is_of_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_on_lines_or_between_commas_or_spaces() {
        for text in ["a\nb\nc", "\u{feff}a\r\n\r\nb\r\nc\r\n", "a,b , c\n", " a b\tc\n\n"] {
            let names = NameTable::parse(text).unwrap();
            assert_eq!((names.cards(), names.card("c")), (3, Some(2)), "{text:?}");
        }
        let commas = NameTable::parse("Lee, Ann,Doe, Jo").unwrap_err().to_string();
        assert!(commas.starts_with("\"Lee, Ann\" looks like one name"), "{commas}");
        let names = NameTable::parse("ace of spades\nking of spades, the\n").unwrap();
        assert_eq!(names.label(1), "king of spades, the");
    }

    #[test]
    fn labels_that_name_no_deck_are_refused() {
        let refusal = |text| NameTable::parse(text).unwrap_err().to_string();
        assert_eq!(refusal(" \n\n"), "there are no labels");
        assert_eq!(refusal("a,,b"), "label 2 is empty");
        assert_eq!(refusal("a b a"), "label 3: the label \"a\" is already used in label 1");
        assert_eq!(refusal("x\n\na\na"), "line 4: the label \"a\" is already used in line 3");
    }

    #[test]
    fn cards_that_stick_together_are_told_apart() {
        let cards = NameTable::standard_52();
        assert_eq!(cards.glued("AsKd10h"), Some(vec![0, 38, 22]));
        assert_eq!(cards.glued("asTH2C"), Some(vec![0, 22, 40]));
        assert_eq!(cards.glued("A♠\u{fe0f}10♥"), Some(vec![0, 22]));
        for none in ["", "As", "AsK", "As Kd", "sAdK", "AsXd", "10", "1h2h"] {
            assert_eq!(cards.glued(none), None, "{none}");
        }
        let letters = NameTable::parse("H T").unwrap();
        assert_eq!(letters.glued("THH"), Some(vec![1, 0, 0]));
        for none in ["", "H", "HtT", "HEAD"] {
            assert_eq!(letters.glued(none), None, "{none}");
        }
        assert_eq!(NameTable::parse("a b c d e f g h").unwrap().glued("ab"), None);
        let digits = NameTable::parse("0 1 2 3 4 5 6 7 8 9").unwrap();
        assert_eq!(digits.glued("286"), Some(vec![2, 8, 6]));
        assert_eq!(NameTable::parse("a bc").unwrap().glued("aa"), None);
    }

    #[test]
    fn the_name_that_was_meant_is_found_in_any_case() {
        let names = NameTable::parse("Ace King Queen").unwrap();
        assert_eq!(names.card("ace"), None, "only playing cards are of any case");
        assert_eq!(names.nearest("qeen"), Some("Queen".to_owned()));
        assert_eq!(names.nearest("12"), None);
    }
}
