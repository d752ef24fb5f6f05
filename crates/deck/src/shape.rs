//! The shape of what is drawn: a deck or a drum, what each trial shows of it, and whether its order means anything.

use crate::{Blocks, Hands, Pack, Rule, Weights};
use std::{fmt, str::FromStr};

/// The most levels of a factor by which draws are distinguished.
pub const MOST_LEVELS: usize = 64;

/// Draws with replacement of at most this many symbols are counted symbol by symbol. Of more, no cell is kept for each, and no memory
/// grows with their number.
pub const MOST_COUNTED: usize = 10_000;

/// The kind of draw: cards in order, balls without order, symbols drawn with replacement, or cards of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Draw {
    /// Different cards, in an order that means something.
    #[default]
    Order,
    /// Different balls whose order means nothing, and then perhaps bonus balls.
    Unordered(Option<Bonus>),
    /// Symbols, each of which is drawn from all of them.
    Replacement,
    /// Cards of which some are equal.
    Pack(Pack),
    /// Symbols, each of which is drawn from all of them, with unequal chances.
    Weighted(Weights),
    /// The same without replacement: each symbol by its share of the weights that are left.
    Successive {
        /// The weights.
        weights: Weights,
        /// True if the order of the symbols means nothing.
        is_set: bool,
    },
    /// The rows of a randomization list, made of permuted blocks: each trial shows one arm.
    Blocks(Blocks),
    /// Different cards in an order that means something, of which each row shows as many as it likes. What a shorter row lacks is filled
    /// up with the number of cards, which is not a card.
    Varying,
}

/// The kinds of [`Draw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawKind {
    /// Orders and deals.
    Order,
    /// Draws without order.
    Unordered,
    /// Draws with replacement.
    Replacement,
    /// Packs with equal cards.
    Pack,
    /// Draws with replacement whose symbols have weights.
    Weighted,
    /// Draws without replacement whose symbols have weights.
    Successive,
    /// Randomization lists of permuted blocks.
    Blocks,
    /// Orders of different lengths.
    Varying,
    /// Draws of any of these kinds that obey a rule.
    Ruled,
}

impl DrawKind {
    /// The words for one trial and for several: `deck` and `decks`, `draw` and `draws`.
    #[must_use]
    pub fn trial(self) -> [&'static str; 2] {
        match self {
            Self::Order | Self::Pack => ["deck", "decks"],
            Self::Unordered
            | Self::Replacement
            | Self::Weighted
            | Self::Successive
            | Self::Ruled => ["draw", "draws"],
            Self::Blocks => ["assignment", "assignments"],
            Self::Varying => ["order", "orders"],
        }
    }

    /// The name of decks of this kind: `orders`, `draws without order`, `draws with replacement`, `packs`, `draws
    /// with weights`, `lists of blocks`, `orders of different lengths`, `draws with rules`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "orders",
            Self::Unordered => "draws without order",
            Self::Replacement => "draws with replacement",
            Self::Pack => "packs",
            Self::Weighted => "draws with weights",
            Self::Successive => "draws with weights and without replacement",
            Self::Blocks => "lists of blocks",
            Self::Varying => "orders of different lengths",
            Self::Ruled => "draws with rules",
        }
    }
}

/// Bonus balls, which are drawn after the others: from what is left in the same drum, or from a drum of their own.
///
/// ```
/// use shuffle_deck::Bonus;
/// assert_eq!("1".parse(), Ok(Bonus { drum: None, balls: 1 }));
/// assert_eq!("26/1".parse(), Ok(Bonus { drum: Some(26), balls: 1 }));
/// assert!("26/27".parse::<Bonus>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bonus {
    /// Balls in the drum of their own, if there is one.
    pub drum: Option<usize>,
    /// Bonus balls that are drawn.
    pub balls: usize,
}

impl Bonus {
    /// The balls in the drum of a single bonus ball that has one of its own.
    #[must_use]
    pub fn own_drum(self) -> Option<usize> {
        self.drum.filter(|_| self.balls == 1)
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.drum {
            Some(drum) => write!(f, "{drum}/{}", self.balls),
            None => write!(f, "{}", self.balls),
        }
    }
}

impl FromStr for Bonus {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let wrong = || ShapeError::Bonus(text.to_owned());
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let bonus = match text.split_once('/') {
            Some((drum, balls)) => Self { drum: Some(number(drum)?), balls: number(balls)? },
            None => Self { drum: None, balls: number(text)? },
        };
        let fits = bonus.balls > 0 && bonus.drum.is_none_or(|drum| bonus.balls < drum);
        fits.then_some(bonus).ok_or_else(wrong)
    }
}

/// The number of cards in a deck, the number of them that each trial shows, and what they are.
///
/// A trial is an order of the whole deck, or a deal, the order of its first cards; a draw of some balls without order; symbols
/// that are drawn with replacement; or the kinds of the cards of a pack. A row of a block holds what a trial shows:
/// the cards, then any bonus balls, then the level of a factor.
///
/// ```
/// use shuffle_deck::{Pack, Shape};
///
/// let hand = Shape::deal(52, 5)?;
/// assert_eq!((hand.cards(), hand.dealt(), hand.is_whole()), (52, 5, false));
/// assert!(Shape::whole(1).shuffled().is_err(), "one card has only one order");
/// let lottery = Shape::unordered(49, 6, Some("1".parse()?))?;
/// assert_eq!((lottery.dealt(), lottery.width()), (6, 7));
/// let digits = Shape::replacement(10, 13);
/// assert_eq!((digits.cards(), digits.dealt()), (10, 13));
/// let library = Shape::of_pack(Pack::parse("land=24,spell=36").unwrap(), None)?;
/// assert_eq!((library.cards(), library.values()), (60, 2));
/// # Ok::<(), shuffle_deck::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    cards: usize,
    deal: usize,
    #[cfg_attr(feature = "serde", serde(default))]
    draw: Draw,
    #[cfg_attr(feature = "serde", serde(default))]
    by_level: bool,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    rule: Option<Rule>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    hands: Option<Hands>,
}

/// A deck that has nothing to shuffle, or a deal that is impossible from it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ShapeError {
    #[error("{}; a shuffle needs at least 2 cards", too_few(*cards))]
    TooFewCards { cards: usize },
    #[error("a deal of {deal} of {cards} cards is impossible; it must be from 1 to {cards}")]
    ImpossibleDeal { deal: usize, cards: usize },
    #[error("a draw of all {0} balls without order is always the same; draw fewer")]
    AllBalls(usize),
    #[error("{deal} balls and {bonus} bonus balls of {cards} are impossible")]
    ImpossibleBonus { deal: usize, bonus: usize, cards: usize },
    #[error(
        "`{0}` is not a bonus; write how many bonus balls, such as 1, or a separate drum, such as 26/1"
    )]
    Bonus(String),
    #[error("hands need orders, deals or packs; leave `hands` out")]
    HandsOfNoOrder,
    #[error("hands of {hands} have {} cards, but a deck shows {dealt}", hands.cards())]
    HandsOfOthers { hands: Hands, dealt: usize },
}

fn too_few(cards: usize) -> &'static str {
    if cards == 0 {
        "a deck of 0 cards has no order"
    } else {
        "a deck of 1 card has only one order"
    }
}

impl Shape {
    /// Whole decks of `cards`.
    #[must_use]
    pub const fn whole(cards: usize) -> Self {
        Self { cards, deal: cards, draw: Draw::Order, by_level: false, rule: None, hands: None }
    }

    /// The first `deal` of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`ShapeError::ImpossibleDeal`] if more is dealt than there is.
    pub fn deal(cards: usize, deal: usize) -> Result<Self, ShapeError> {
        if deal > cards {
            Err(ShapeError::ImpossibleDeal { deal, cards })
        } else {
            Ok(Self { deal, ..Self::whole(cards) })
        }
    }

    /// `deal` of `cards` balls whose order means nothing, and bonus balls.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if more is drawn than there is, or all.
    pub fn unordered(cards: usize, deal: usize, bonus: Option<Bonus>) -> Result<Self, ShapeError> {
        let shape = Self::deal(cards, deal)?;
        let more = bonus.filter(|bonus| bonus.drum.is_none()).map_or(0, |bonus| bonus.balls);
        match cards {
            0 | 1 => {}
            _ if deal == cards => return Err(ShapeError::AllBalls(cards)),
            _ if deal + more > cards => {
                return Err(ShapeError::ImpossibleBonus { deal, bonus: more, cards });
            }
            _ => {}
        }
        Ok(Self { draw: Draw::Unordered(bonus), ..shape })
    }

    /// `deal` symbols, each drawn from all `symbols`.
    #[must_use]
    pub fn replacement(symbols: usize, deal: usize) -> Self {
        Self { deal, draw: Draw::Replacement, ..Self::whole(symbols) }
    }

    /// `deal` symbols, each drawn from all of these with its chance.
    #[must_use]
    pub fn weighted(weights: Weights, deal: usize) -> Self {
        Self { deal, draw: Draw::Weighted(weights), ..Self::whole(weights.symbols()) }
    }

    /// `deal` different symbols, one after the other, each by its share of the weights that are left.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if more is drawn than can come, or all of it and the order means nothing.
    pub fn successive(weights: Weights, deal: usize, is_set: bool) -> Result<Self, ShapeError> {
        let cards = weights.chances().iter().filter(|chance| **chance > 0.0).count();
        if deal > cards {
            return Err(ShapeError::ImpossibleDeal { deal, cards });
        }
        if is_set && deal == cards {
            return Err(ShapeError::AllBalls(cards));
        }
        let draw = Draw::Successive { weights, is_set };
        Ok(Self { deal, draw, ..Self::whole(weights.symbols()) })
    }

    /// The first `deal` cards of a pack, or all.
    ///
    /// # Errors
    ///
    /// [`ShapeError::ImpossibleDeal`] if more is dealt than there is.
    pub fn of_pack(pack: Pack, deal: Option<usize>) -> Result<Self, ShapeError> {
        let cards = pack.cards();
        Ok(Self { draw: Draw::Pack(pack), ..Self::deal(cards, deal.unwrap_or(cards))? })
    }

    /// The rows of a list of permuted blocks, one arm each.
    #[must_use]
    pub fn of_blocks(blocks: Blocks) -> Self {
        Self { deal: 1, draw: Draw::Blocks(blocks), ..Self::whole(blocks.arms().kinds()) }
    }

    /// Orders of some of `cards` cards, at most `longest` of them.
    ///
    /// # Errors
    ///
    /// [`ShapeError::ImpossibleDeal`] if these are more than there are.
    pub fn varying(cards: usize, longest: usize) -> Result<Self, ShapeError> {
        Ok(Self { draw: Draw::Varying, ..Self::deal(cards, longest)? })
    }

    /// The same draws, of which only those that obey the rule can come.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// The same orders, or cards of a pack, dealt to these hands, in which the order means nothing.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if they are neither, or the hands do not hold all cards that are dealt.
    pub fn in_hands(self, hands: Hands) -> Result<Self, ShapeError> {
        match hands.cards() == self.deal {
            _ if !self.is_order() && self.pack().is_none() => Err(ShapeError::HandsOfNoOrder),
            true => Ok(Self { hands: Some(hands), ..self }),
            false => Err(ShapeError::HandsOfOthers { hands, dealt: self.deal }),
        }
    }

    /// The same, with the level of a factor at the end of each row.
    #[must_use]
    pub fn by_level(self) -> Self {
        Self { by_level: true, ..self }
    }

    /// The same without the level of a factor.
    #[must_use]
    pub fn without_level(self) -> Self {
        Self { by_level: false, ..self }
    }

    /// The same, if decks of it can be distinguished: only those can be audited.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] where there is nothing to be shuffled, or nothing is dealt.
    pub fn shuffled(self) -> Result<Self, ShapeError> {
        match self {
            Self { cards: cards @ (0 | 1), .. } => Err(ShapeError::TooFewCards { cards }),
            Self { deal: 0, cards, .. } => Err(ShapeError::ImpossibleDeal { deal: 0, cards }),
            shape => Ok(shape),
        }
    }

    /// Cards in the deck, balls in the drum, or symbols.
    #[must_use]
    pub const fn cards(self) -> usize {
        self.cards
    }

    /// Cards that each trial shows, without bonus balls; as many as [`Shape::cards`] for a whole shuffle.
    #[must_use]
    pub const fn dealt(self) -> usize {
        self.deal
    }

    /// Numbers in a row: the dealt cards, then bonus balls, then the level of a factor.
    #[must_use]
    pub fn width(self) -> usize {
        self.deal + self.bonus().map_or(0, |bonus| bonus.balls) + usize::from(self.by_level)
    }

    /// The larger of the numbers of a row and of a deck: what a trial takes of memory. A [large range](Self::is_large_range) takes none.
    #[must_use]
    pub fn breadth(self) -> usize {
        if self.is_large_range() { self.width() } else { self.cards.max(self.width()) }
    }

    /// True for draws with replacement, with equal chances, from more than [`MOST_COUNTED`] numbers.
    #[must_use]
    pub fn is_large_range(self) -> bool {
        self.draw == Draw::Replacement && self.cards > MOST_COUNTED
    }

    /// The number of values that a dealt card can have: the kinds of a pack, else the cards.
    #[must_use]
    pub fn values(self) -> usize {
        match self.draw {
            Draw::Pack(pack) => pack.kinds(),
            _ => self.cards,
        }
    }

    /// The most values of any number of a row, bonus balls and levels included.
    #[must_use]
    pub fn most_values(self) -> usize {
        let bonus = self.bonus().and_then(|bonus| bonus.drum).unwrap_or(0);
        let levels = if self.by_level { MOST_LEVELS } else { 0 };
        let no_card = usize::from(self.draw == Draw::Varying);
        (self.values() + no_card).max(bonus).max(levels)
    }

    /// The kind of draw.
    #[must_use]
    pub const fn draw(self) -> Draw {
        self.draw
    }

    /// The same draws without their rule.
    #[must_use]
    pub fn without_rule(self) -> Self {
        Self { rule: None, ..self }
    }

    /// The rule that draws obey, if there is one.
    #[must_use]
    pub fn rule(self) -> Option<Rule> {
        self.rule
    }

    /// The hands to which the cards are dealt, if the order within them means nothing.
    #[must_use]
    pub fn hands(self) -> Option<Hands> {
        self.hands
    }

    /// True if a row has a place for each person, which holds the group of this person.
    #[must_use]
    pub fn groups_people(self) -> bool {
        self.rule.is_some_and(|rule| rule.parts().groups_people)
    }

    /// The kind of what is drawn.
    #[must_use]
    pub fn kind(self) -> DrawKind {
        match self.draw {
            _ if self.rule.is_some_and(|rule| !rule.is_open()) => DrawKind::Ruled,
            Draw::Order => DrawKind::Order,
            Draw::Unordered(_) => DrawKind::Unordered,
            Draw::Replacement => DrawKind::Replacement,
            Draw::Pack(_) => DrawKind::Pack,
            Draw::Weighted(weights) if weights.are_equal() => DrawKind::Replacement,
            Draw::Weighted(_) => DrawKind::Weighted,
            Draw::Successive { .. } => DrawKind::Successive,
            Draw::Blocks(_) => DrawKind::Blocks,
            Draw::Varying => DrawKind::Varying,
        }
    }

    /// The bonus balls, if there are any.
    #[must_use]
    pub fn bonus(self) -> Option<Bonus> {
        match self.draw {
            Draw::Unordered(bonus) => bonus,
            _ => None,
        }
    }

    /// The pack, if it is one.
    #[must_use]
    pub fn pack(self) -> Option<Pack> {
        match self.draw {
            Draw::Pack(pack) => Some(pack),
            _ => None,
        }
    }

    /// The weights of the symbols, if any. `None` for draws with replacement whose weights are equal, since these are plain draws.
    #[must_use]
    pub fn weights(self) -> Option<Weights> {
        let plain = self.is_with_replacement();
        self.given_weights().filter(|weights| !(plain && weights.are_equal()))
    }

    /// The weights as they were given, with the names of the symbols.
    #[must_use]
    pub fn given_weights(self) -> Option<Weights> {
        match self.draw {
            Draw::Weighted(weights) | Draw::Successive { weights, .. } => Some(weights),
            _ => None,
        }
    }

    /// The design of the list of which the trials are rows, if they are.
    #[must_use]
    pub fn blocks(self) -> Option<Blocks> {
        match self.draw {
            Draw::Blocks(blocks) => Some(blocks),
            _ => None,
        }
    }

    /// True if each place is drawn from all symbols, with or without weights.
    #[must_use]
    pub fn is_with_replacement(self) -> bool {
        matches!(self.draw, Draw::Replacement | Draw::Weighted(_))
    }

    /// True if the order of what is drawn means nothing.
    #[must_use]
    pub fn is_set(self) -> bool {
        matches!(self.draw, Draw::Unordered(_) | Draw::Successive { is_set: true, .. })
    }

    /// True if the last number of each row is the level of a factor.
    #[must_use]
    pub fn is_by_level(self) -> bool {
        self.by_level
    }

    /// True for orders and deals of different cards.
    #[must_use]
    pub fn is_order(self) -> bool {
        self.draw == Draw::Order
    }

    /// True if each trial shows the whole deck.
    #[must_use]
    pub fn is_whole(self) -> bool {
        let shows_few = matches!(self.draw, Draw::Blocks(_) | Draw::Varying);
        self.cards == self.deal && !self.is_with_replacement() && !shows_few
    }

    /// The order or deal of different cards that a shuffle makes for it, which is then read as what is drawn: bonus balls of
    /// the same drum are dealt too, and of symbols one at a time.
    #[must_use]
    pub fn in_order(self) -> Self {
        let deal = match self.draw {
            Draw::Replacement | Draw::Weighted(_) | Draw::Blocks(_) => self.deal.min(1),
            Draw::Unordered(Some(Bonus { drum: None, balls })) => self.deal + balls,
            _ => self.deal,
        };
        Self { deal, ..Self::whole(self.cards) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decks_that_can_be_told_apart_are_audited() {
        let shuffled = |cards, deal| Shape::deal(cards, deal).and_then(Shape::shuffled);
        assert_eq!(shuffled(0, 0), Err(ShapeError::TooFewCards { cards: 0 }));
        assert_eq!(shuffled(1, 1), Err(ShapeError::TooFewCards { cards: 1 }));
        assert_eq!(shuffled(5, 0), Err(ShapeError::ImpossibleDeal { deal: 0, cards: 5 }));
        assert_eq!(shuffled(5, 6), Err(ShapeError::ImpossibleDeal { deal: 6, cards: 5 }));
        assert_eq!(shuffled(2, 1).map(Shape::dealt), Ok(1));
    }

    #[test]
    fn a_row_holds_balls_then_bonus_balls_then_a_level() {
        let drawn = Shape::unordered(69, 5, Some("26/1".parse().unwrap())).unwrap();
        assert_eq!((drawn.width(), drawn.by_level().width(), drawn.most_values()), (6, 7, 69));
        assert_eq!((drawn.in_order().dealt(), drawn.in_order().is_order()), (5, true));
        let same = Shape::unordered(49, 6, Some("1".parse().unwrap())).unwrap();
        assert_eq!(same.in_order().dealt(), 7);
        assert_eq!(Shape::replacement(10, 3).in_order().dealt(), 1);
    }

    #[test]
    fn hands_hold_all_cards_of_an_order() {
        let hands = |text| Hands::parse(text).unwrap();
        let dealt = Shape::deal(52, 26).unwrap();
        assert_eq!(dealt.in_hands(hands("13,13")).unwrap().hands(), Some(hands("13,13")));
        let refused = |shape: Shape, text| shape.in_hands(hands(text)).unwrap_err().to_string();
        assert_eq!(refused(dealt, "13,12"), "hands of 13,12 have 25 cards, but a deck shows 26");
        assert!(refused(Shape::replacement(6, 4), "2,2").contains("leave `hands` out"));
    }

    #[test]
    fn equal_weights_are_none() {
        let of = |text: &str| Shape::weighted(Weights::parse(text).unwrap(), 1);
        let (even, uneven) = (of("A=2,B=2"), of("A=2,B=1"));
        assert_eq!((even.kind(), even.weights()), (DrawKind::Replacement, None));
        assert_eq!(even.given_weights().unwrap().names().unwrap()[1], "B");
        assert!(uneven.kind() == DrawKind::Weighted && uneven.weights().is_some());
    }

    #[test]
    fn a_row_of_any_length_is_filled_up_with_what_is_no_card() {
        let shape = Shape::varying(256, 3).unwrap().by_level();
        assert_eq!((shape.width(), shape.most_values(), shape.is_whole()), (4, 257, false));
        assert_eq!(shape.shown(&[255_u32, 0, 256, 1]), [255, 0]);
        assert_eq!(shape.shown(&[2_u32, 0, 1, 1]), [2, 0, 1]);
        assert!(Shape::varying(3, 4).is_err());
    }

    #[test]
    fn draws_that_cannot_be_are_refused() {
        let refused = |cards, deal, bonus: &str| {
            Shape::unordered(cards, deal, bonus.parse().ok()).unwrap_err().to_string()
        };
        assert!(refused(6, 6, "").contains("always the same"));
        assert!(refused(7, 6, "2").contains("6 balls and 2 bonus balls of 7"));
        assert!("0".parse::<Bonus>().unwrap_err().to_string().contains("`0` is not a bonus"));
    }
}
