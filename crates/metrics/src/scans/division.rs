//! Divisions of cards, or of positions, into classes: parity, half, suit, rank and so on, as scans look at them.

use crate::{
    axis::Axis,
    dealt::{RANKS, SUITS},
    place::{
        Place,
        Word::{self, Number, OfSuits, Text},
    },
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_deck::{Pack, Shape};
use std::iter::repeat_n;

/// Names the cards of a class.
type Named = fn(usize) -> Place;

fn named([cards, numbers]: [&'static str; 2]) -> Place {
    OfSuits { cards, numbers }.into()
}

/// Words of the 52 cards of a pack, and of the numbers of others.
fn of_suits(n: usize, cards: &'static str, numbers: &'static str) -> Word {
    if n == 52 { OfSuits { cards, numbers } } else { Text(numbers) }
}

/// More cards are not divided into blocks.
pub(super) const MOST_IN_BLOCKS: usize = 64;

/// Random halves of the cards.
const SPLITS: u64 = 4;

/// The seed of the random halves. It is part of the test: the same halves in every run.
const SEED_OF_SPLITS: u64 = 0x0073_706c_6974;

/// A division of n cards, or of n positions, into classes.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    pub(crate) classes: Vec<u8>,
    /// The number of cards, or positions, of each class.
    pub(crate) sizes: Vec<u64>,
    /// Planes that separate the classes.
    pub(crate) bits: u32,
    /// The common feature of the cards of a class: "suit".
    of_cards: Vec<Word>,
    /// The common feature of the positions of a class: "quarter".
    of_places: Vec<Word>,
    /// Predicates for class 1 of two: for a card, and for a card at its position.
    second: [Word; 2],
    /// The cards of each class, if they have a name.
    named: Option<Named>,
    /// The probability that two different ones are of the same class.
    pub(crate) together: f64,
}

impl Division {
    fn new(classes: Vec<u8>, of_cards: impl Into<Word>, of_places: &'static str) -> Self {
        let most = classes.iter().copied().max().unwrap_or(0);
        let mut sizes = vec![0_u64; usize::from(most) + 1];
        classes.iter().for_each(|&class| sizes[usize::from(class)] += 1);
        Self::of_sizes(classes, sizes, of_cards, of_places)
    }

    /// The kinds of a pack; `None` where there are too many, or no two cards are of one kind.
    pub(crate) fn of_kinds(pack: Pack) -> Option<Self> {
        let classes: Vec<u8> = (0..=u8::MAX).take(pack.kinds()).collect();
        let sizes = pack.counts().iter().map(|&count| u64::from(count)).collect();
        let named: Named = |kind| Place::from("the kind ").card(kind);
        let kinds = Self::of_sizes(classes, sizes, Text("kind"), "kind");
        let kinds = Self { named: Some(named), ..kinds };
        (kinds.classes.len() == pack.kinds() && kinds.is_informative()).then_some(kinds)
    }

    fn of_sizes(
        classes: Vec<u8>,
        sizes: Vec<u64>,
        of_cards: impl Into<Word>,
        of_places: &'static str,
    ) -> Self {
        let n = sizes.iter().sum::<u64>() as f64;
        let pairs: u64 = sizes.iter().map(|&size| size * size.saturating_sub(1)).sum();
        Self {
            classes,
            bits: u64::BITS - (sizes.len() as u64 - 1).leading_zeros(),
            sizes,
            of_cards: vec![of_cards.into()],
            of_places: vec![Text(of_places)],
            second: ["is in the second class", "is in the second class"].map(Text),
            named: None,
            together: pairs as f64 / (n * (n - 1.0)),
        }
    }

    /// Divisions by which hands are examined: suits and ranks of cards that are numbered suit by suit, or rank by rank, and halves.
    pub(crate) fn of_hands(n: usize) -> Vec<Self> {
        let by = |class: &dyn Fn(usize) -> usize| (0..n).map(|v| class(v) as u8).collect();
        let mut all: Vec<Self> =
            Self::known(n).into_iter().filter(|division| division.bits == 1).take(3).collect();
        if n.is_multiple_of(4) && (16..=64).contains(&n) {
            let (suits, ranks) = (
                of_suits(n, "suit", "quarter of the numbers"),
                of_suits(n, "rank", "place within the quarter"),
            );
            let (of_suit, of_rank): (Named, Named) = match n {
                52 => (|suit| named(SUITS[suit]), |rank| named(RANKS[rank])),
                _ => (
                    |suit| named(SUITS[suit]),
                    |rank| {
                        Place::from("the cards at place ").number(rank).text(" of their quarter")
                    },
                ),
            };
            let of_rest =
                |rest| Place::from("the cards with remainder ").number(rest).text(" modulo 4");
            let divisions: [(_, Word, Named); 4] = [
                (by(&|v| 4 * v / n), suits, of_suit),
                (by(&|v| v % (n / 4)), ranks, of_rank),
                (by(&|v| v % 4), Text("remainder modulo 4"), of_rest),
                (by(&|v| v / 4), Text(FOURS), |four| Place::cards(&(4 * four..4 * four + 4))),
            ];
            let with_names = |(classes, noun, named)| Self {
                named: Some(named),
                ..Self::new(classes, noun, "")
            };
            all.extend(divisions.map(with_names));
        }
        all
    }

    /// The cards of a class, or kind.
    pub(crate) fn class(&self, class: usize) -> Place {
        match self.named {
            Some(named) => named(class),
            None => Place::from("the cards of which each ").and(self.second[0].clone()),
        }
    }

    /// True if two cards may be of one class, and of two.
    fn is_informative(&self) -> bool {
        self.together > 0.0 && self.together < 1.0
    }

    /// True if the classes are the kinds of a pack.
    pub(crate) fn is_of_kinds(&self) -> bool {
        matches!(self.of_cards[..], [Text("kind")])
    }

    /// True if there are two classes of one size.
    pub(crate) fn is_half(&self) -> bool {
        matches!(self.sizes[..], [one, other] if one == other)
    }

    /// The hands of decks that are dealt to some, as classes of places.
    pub(crate) fn of_places(shape: Shape) -> Option<Self> {
        let hands = shape.hands().filter(|hands| hands.sizes().len() <= usize::from(u8::MAX))?;
        let of_hand = |(hand, &size): (u8, &usize)| repeat_n(hand, size);
        let classes: Vec<u8> = (0..=u8::MAX).zip(hands.sizes()).flat_map(of_hand).collect();
        let hands = Self::new(classes, "hand", "hand");
        hands.is_informative().then_some(hands)
    }

    /// Blocks of one size, as the matches of a draw, the tables of a room, teams, and couples in a list are, but for quarters and halves.
    pub(crate) fn of_blocks(n: usize) -> Vec<Self> {
        let of_size = |size: usize| {
            let classes = (0..n).map(|place| (place / size) as u8).collect();
            let words = vec![Text("block of "), Number(size)];
            let of_cards = vec![Text("block of "), Number(size), Text(" numbers")];
            Self { of_cards, of_places: words, ..Self::new(classes, "", "") }
        };
        let is_new =
            |size: &usize| n.is_multiple_of(*size) && n != 4 * size && (n, *size) != (52, 4);
        match n {
            ..=MOST_IN_BLOCKS => (2..=n / 3).filter(is_new).map(of_size).collect(),
            _ => Vec::new(),
        }
    }

    /// The divisions of n cards, the most important first, and then random halves.
    pub(crate) fn all(n: usize) -> Vec<Self> {
        let mut all = Self::known(n);
        if n >= 16 {
            all.extend((1..=SPLITS).map(|number| Self::random(n, number)));
        }
        all
    }

    /// The same without the random ones.
    pub(crate) fn known(n: usize) -> Vec<Self> {
        let by = |class: &dyn Fn(usize) -> usize| (0..n).map(|v| class(v) as u8).collect();
        let mut all = vec![
            Self {
                second: ["is odd, counted from 0,", "is at an odd position, counted from 0,"]
                    .map(Text),
                ..Self::new(by(&|v| v % 2), "parity", "parity")
            },
            Self {
                second: [
                    "is in the upper half of the deck's numbering",
                    "is in the lower half of the deck",
                ]
                .map(Text),
                ..Self::new(by(&|v| 2 * v / n), "half", "half")
            },
        ];
        if n >= 8 {
            let quarter = |v| 4 * v / n;
            let inner = |v| usize::from([1, 2].contains(&quarter(v)));
            let quarter_of_cards = of_suits(n, "suit", "quarter of the numbers");
            all.push(Self::new(by(&quarter), quarter_of_cards, "quarter"));
            let numbering = "is in the middle half of the deck's numbering";
            let cards = of_suits(n, "is of one of the two suits in the middle", numbering);
            all.push(Self {
                second: [cards, Text("is in the middle half of the deck")],
                ..Self::new(by(&inner), of_suits(n, "color", INNER_HALF), INNER_HALF)
            });
            all.push(Self::new(by(&|v| v % 4), "remainder modulo 4", "remainder modulo 4"));
            all.push(Self::new(by(&|v| v % 3), "remainder modulo 3", "remainder modulo 3"));
        }
        if n == 52 {
            let (quarter, modulo) = ("parity of the quarter", "remainder modulo 13");
            let suit = OfSuits { cards: "parity of the suit", numbers: quarter };
            all.push(Self::new(by(&|v| v / 13 % 2), suit, quarter));
            let rank = OfSuits { cards: "rank", numbers: modulo };
            all.push(Self::new(by(&|v| v % 13), rank, modulo));
            all.push(Self::new(by(&|v| v / 4), Text(FOURS), FOURS));
        }
        all.retain(Self::is_informative);
        all
    }

    /// The common feature of the values of a class.
    pub(crate) fn noun(&self, of: Axis) -> Place {
        Place::of(match of {
            Axis::Positions => self.of_cards.clone(),
            Axis::Cards => self.of_places.clone(),
        })
    }

    /// A predicate for cards of one class, or at positions of one class: "have the same suit".
    pub(crate) fn same(&self, of: Axis) -> Place {
        let same = match of {
            Axis::Positions => "have the same ",
            Axis::Cards => "are at positions of the same ",
        };
        Place::from(same).and(self.noun(of))
    }

    /// A predicate for a card, or a card at its position, in class 1 of two: "is in the middle half of the deck".
    pub(crate) fn second(&self, of: Axis) -> Word {
        self.second[usize::from(of == Axis::Cards)].clone()
    }

    /// A random half.
    fn random(n: usize, number: u64) -> Self {
        let mut classes: Vec<u8> = (0..n).map(|v| u8::from(2 * v >= n)).collect();
        classes.shuffle(&mut Pcg64::seed_from_u64(SEED_OF_SPLITS + number));
        let words = vec![Text("half of random split "), Number(number as usize)];
        Self { of_cards: words.clone(), of_places: words, ..Self::new(classes, "", "") }
    }
}

/// The ranks of cards that are numbered rank after rank.
const FOURS: &str = "group of four numbers";

/// The first and last quarter against the two between; of the 52 cards of a pack that is their color.
const INNER_HALF: &str = "half, inner or outer";
