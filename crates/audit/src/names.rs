//! The names of the cards of a case, and the number from which its positions are counted.

use shuffle_metrics::{Place, Word};

/// The names of cards: the labels that a program or file uses, or numbers; numbers of cards and positions start where the
/// program or file starts.
///
/// ```
/// use shuffle_audit::names::Names;
///
/// let names = Names::numbered(1);
/// assert_eq!((names.card(0), names.position(4)), ("1".to_owned(), 5));
/// let names = Names::labelled(vec!["heads".to_owned(), "tails".to_owned()]);
/// assert_eq!(names.order(&[1, 0]), "tails heads");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    labels: Option<Vec<String>>,
    base: usize,
    /// The names of the levels of a factor, in the order of their numbers.
    levels: Vec<String>,
    /// The names of positions, if they have any.
    positions: Vec<String>,
}

impl Names {
    /// Cards and positions by number, the first of which is `base`.
    pub fn numbered(base: usize) -> Self {
        Self { base, ..Self::default() }
    }

    /// Cards by their labels, in start order.
    pub fn labelled(labels: Vec<String>) -> Self {
        Self { labels: Some(labels), ..Self::default() }
    }

    /// Kinds of a pack, or symbols with weights, by their names, where cards have no labels.
    #[must_use]
    pub fn of_pack(self, kinds: Vec<String>) -> Self {
        Self { labels: self.labels.or(Some(kinds)), ..self }
    }

    /// The same with the names of the levels of a factor.
    #[must_use]
    pub fn with_levels(self, levels: Vec<String>) -> Self {
        Self { levels, ..self }
    }

    /// The same with names of the positions.
    #[must_use]
    pub fn with_positions(self, positions: Vec<String>) -> Self {
        Self { positions, ..self }
    }

    /// The name of a level of a factor, which is given by its number from 0.
    pub fn level(&self, level: usize) -> String {
        self.levels.get(level).cloned().unwrap_or_else(|| (level + 1).to_string())
    }

    /// The labels of the cards in start order, if they are not called by number.
    pub fn labels(&self) -> Option<Vec<&str>> {
        self.labels.as_ref().map(|labels| labels.iter().map(String::as_str).collect())
    }

    /// The number of the first position, and of the first card where cards are called by number.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The name of a card, which is given by its number from 0.
    ///
    /// # Panics
    ///
    /// If there are labels, and none for this card.
    pub fn card(&self, card: usize) -> String {
        match &self.labels {
            Some(labels) => labels[card].clone(),
            None => (card + self.base).to_string(),
        }
    }

    /// The number of a position, which is given by its number from 0.
    pub fn position(&self, position: usize) -> usize {
        position + self.base
    }

    /// An order of cards: names with blanks between, or commas where a name has a blank in it.
    pub fn order(&self, cards: &[usize]) -> String {
        let names: Vec<String> = cards.iter().map(|&card| self.card(card)).collect();
        let between = if names.iter().any(|name| name.contains(' ')) { ", " } else { " " };
        names.join(between)
    }

    /// A place in words. Without labels that show suits, cards are described by quarter.
    ///
    /// ```
    /// use shuffle_audit::names::Names;
    /// use shuffle_metrics::{Place, Word::OfSuits};
    ///
    /// let place = Place::from([OfSuits { cards: "suit", numbers: "quarter of the numbers" }]);
    /// assert_eq!(Names::numbered(1).place(&place), "quarter of the numbers");
    /// let labels = |suits: &str| -> Vec<String> {
    ///     suits.chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}"))).collect()
    /// };
    /// assert_eq!(Names::labelled(labels("SHDC")).place(&place), "suit");
    /// assert_eq!(Names::labelled(labels("CDHS")).place(&place), "quarter of the numbers");
    /// let songs = (1..=52).map(|song| format!("song {song}")).collect();
    /// assert_eq!(Names::labelled(songs).place(&place), "quarter of the numbers");
    /// ```
    pub fn place(&self, place: &Place) -> String {
        let (card, level) = (|card| self.card(card), |level| self.level(level));
        let named = |word: &Word| {
            let Word::Position(at) = *word else { return word.clone() };
            let name = self.positions.get(at);
            name.map_or_else(|| word.clone(), |name| Word::Name(name.as_str().into()))
        };
        let place = Place::of(place.words().iter().map(named).collect());
        place.shown_with(card, level, self.base, self.have_suits())
    }

    /// True if the labels are a standard deck in its usual order: spades, hearts, diamonds, clubs, each from ace to king.
    fn have_suits(&self) -> bool {
        const SUITS: [[&str; 2]; 4] = [["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]];
        const RANKS: [&str; 13] =
            ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"];
        let is_card = |(at, label): (usize, &String)| {
            let label = label.to_lowercase().replace('t', "10");
            let (suit, rank) = (SUITS[at / 13], RANKS[at % 13]);
            suit.iter().any(|suit| {
                let rest = label.strip_suffix(suit).or_else(|| label.strip_prefix(suit));
                rest == Some(rank)
            })
        };
        self.labels
            .as_ref()
            .is_some_and(|labels| labels.len() == 52 && labels.iter().enumerate().all(is_card))
    }
}
