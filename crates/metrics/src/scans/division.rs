//! Divisions of cards, or of positions, into classes: parity, half, suit, rank and so on, as scans look at them.

use crate::place::{
    Place,
    Word::{self, Card, Number, OfSuits, Position, Text},
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;

/// What is looked at: places and their cards, or cards and their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Places,
    Cards,
}

impl Of {
    /// "cards at positions 7 and 41", or "cards 7 and 41".
    pub(crate) fn named(self, numbers: &[usize]) -> Place {
        let mut words = vec![Text(match self {
            Self::Places => "cards at positions ",
            Self::Cards => "cards ",
        })];
        for (index, &number) in numbers.iter().enumerate() {
            match index {
                0 => {}
                _ if index + 1 == numbers.len() => words.push(Text(" and ")),
                _ => words.push(Text(", ")),
            }
            words.push(match self {
                Self::Places => Position(number),
                Self::Cards => Card(number),
            });
        }
        Place::of(words)
    }
}

/// Random halves of the cards.
const SPLITS: u64 = 4;

/// The seed of the random halves. It is part of the test: the same halves in every run.
const SEED_OF_SPLITS: u64 = 0x0073_706c_6974;

/// A division of n cards, or of n positions, into classes.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    pub(crate) classes: Vec<u8>,
    /// Planes that tell the classes apart.
    pub(crate) bits: u32,
    /// What cards of a class have in common: "suit".
    of_cards: Vec<Word>,
    /// What positions of a class have in common: "quarter".
    of_places: Vec<Word>,
    /// Of cards, and of the positions of cards, what one is or does that belongs to class 1 of two.
    second: [Word; 2],
    /// The probability that two different ones are of the same class.
    pub(crate) together: f64,
}

impl Division {
    fn new(classes: Vec<u8>, of_cards: impl Into<Word>, of_places: &'static str) -> Self {
        let most = classes.iter().copied().max().unwrap_or(0);
        let mut sizes = vec![0_u64; usize::from(most) + 1];
        classes.iter().for_each(|&class| sizes[usize::from(class)] += 1);
        let n = classes.len() as f64;
        let pairs: u64 = sizes.iter().map(|&size| size * size.saturating_sub(1)).sum();
        Self {
            classes,
            bits: u8::BITS - most.leading_zeros(),
            of_cards: vec![of_cards.into()],
            of_places: vec![Text(of_places)],
            second: ["is in the second class", "lies in the second class"].map(Text),
            together: pairs as f64 / (n * (n - 1.0)),
        }
    }

    /// The divisions of n cards, the most important first.
    pub(crate) fn all(n: usize) -> Vec<Self> {
        let by = |class: &dyn Fn(usize) -> usize| (0..n).map(|v| class(v) as u8).collect();
        let mut all = vec![
            Self {
                second: ["is odd, counted from 0,", "lies at an odd position, counted from 0,"]
                    .map(Text),
                ..Self::new(by(&|v| v % 2), "parity", "parity")
            },
            Self {
                second: [
                    "is in the upper half of the deck's numbering",
                    "lies in the lower half of the deck",
                ]
                .map(Text),
                ..Self::new(by(&|v| 2 * v / n), "half", "half")
            },
        ];
        if n >= 8 {
            let quarter = |v| 4 * v / n;
            let inner = |v| usize::from([1, 2].contains(&quarter(v)));
            let of_suits = |cards, numbers| match n {
                52 => OfSuits { cards, numbers },
                _ => Text(numbers),
            };
            let quarter_of_cards = of_suits("suit", "quarter of the numbers");
            all.push(Self::new(by(&quarter), quarter_of_cards, "quarter"));
            let numbering = "is in the middle half of the deck's numbering";
            let cards = of_suits("is of one of the two suits in the middle", numbering);
            all.push(Self {
                second: [cards, Text("lies in the middle half of the deck")],
                ..Self::new(by(&inner), of_suits("colour", INNER_HALF), INNER_HALF)
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
        }
        if n >= 16 {
            all.extend((1..=SPLITS).map(|number| Self::random(n, number)));
        }
        all.retain(|division| division.together > 0.0 && division.together < 1.0);
        all
    }

    /// What values of a class have in common.
    pub(crate) fn noun(&self, of: Of) -> Place {
        Place::of(match of {
            Of::Places => self.of_cards.clone(),
            Of::Cards => self.of_places.clone(),
        })
    }

    /// What a card, or a card at its position, is or does that belongs to class 1 of two: "lies in the middle half of the deck".
    pub(crate) fn second(&self, of: Of) -> Word {
        self.second[usize::from(of == Of::Cards)].clone()
    }

    /// A random half.
    fn random(n: usize, number: u64) -> Self {
        let mut classes: Vec<u8> = (0..n).map(|v| u8::from(2 * v >= n)).collect();
        classes.shuffle(&mut Pcg64::seed_from_u64(SEED_OF_SPLITS + number));
        let words = vec![Text("half of random split "), Number(number as usize)];
        Self { of_cards: words.clone(), of_places: words, ..Self::new(classes, "", "") }
    }
}

/// The first and last quarter against the two between; of the 52 cards of a pack that is their colour.
const INNER_HALF: &str = "half, inner or outer";
