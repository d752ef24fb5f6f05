//! Slow shuffles with known theory: top to random, overhand, and Thorp's.

use crate::{
    Card, Dice, Procedure,
    entry::{ClosedLaw, Entry, Family, Known, Listing},
    spec::Parameter,
};

/// Moves the top card to a random place, a given number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopToRandom {
    moves: usize,
}

const MOVES: Parameter =
    Parameter { key: "moves", about: "cards moved", min: 1, max: 1_000_000, default: 26 };

pub(crate) const TOP_TO_RANDOM: Listing<TopToRandom> = Listing {
    entry: Entry {
        title: "the top card goes to a random place, repeatedly",
        parameters: &[MOVES],
        known: Known::Biased {
            from: 3,
            how: "uniform only after about n ln n moves: 205 for 52 cards",
        },
        source: "Aldous and Diaconis 1986, Amer. Math. Monthly 93(5)",
        closed_law: Some(ClosedLaw::TopToRandom { moves: MOVES.key }),
        ..Entry::new("top-to-random", Family::Hand)
    },
    build: |spec| TopToRandom { moves: spec.value("moves") as usize },
};

impl Procedure for TopToRandom {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        if deck.is_empty() {
            return;
        }
        for _ in 0..self.moves {
            let place = dice.below(deck.len());
            deck[..=place].rotate_left(1);
        }
    }
}

/// The overhand shuffle: the deck is cut between any two cards with the same probability, and the packets
/// are taken off the top, one upon the other, so that their order is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overhand {
    /// The probability of a cut as a fraction in lowest terms, so that exact laws have few branches.
    cut: (usize, usize),
}

const PERCENT: Parameter = Parameter {
    key: "percent",
    about: "probability in percent that a gap is cut",
    min: 1,
    max: 99,
    default: 20,
};

pub(crate) const OVERHAND: Listing<Overhand> = Listing {
    entry: Entry {
        title: "overhand shuffle: each gap is cut with equal probability, and the packets are reversed",
        parameters: &[PERCENT],
        known: Known::Biased {
            from: 2,
            how: "packets keep their order; takes of the order of n^2 log n passes",
        },
        source: "Pemantle 1989, J. Theoret. Probab. 2(1) (at least of the order of n^2 passes, at most of n^2 log n); Jonasson 2006, Ann. \
            Appl. Probab. 16 (of the order of n^2 log n)",
        closed_law: Some(ClosedLaw::Cuts { percent: PERCENT.key }),
        ..Entry::new("overhand", Family::Hand)
    },
    build: |spec| Overhand::with_percent(spec.value("percent") as usize),
};

impl Overhand {
    fn with_percent(percent: usize) -> Self {
        let divisor = (1..=percent)
            .rev()
            .find(|d| percent.is_multiple_of(*d) && 100_usize.is_multiple_of(*d))
            .unwrap_or(1);
        Self { cut: (percent / divisor, 100 / divisor) }
    }
}

impl Procedure for Overhand {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        // Reverse each packet, then everything: the packets are reversed, the cards in them are not.
        let (mut packet, (p, q)) = (0, self.cut);
        for end in 1..=deck.len() {
            if end == deck.len() || dice.chance(p, q) {
                deck[packet..end].reverse();
                packet = end;
            }
        }
        deck.reverse();
    }
}

/// Thorp's shuffle: the deck is cut in halves, and of each pair of cards, one from either half, a coin says
/// which falls first.
///
/// The last card of an odd deck stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thorp;

pub(crate) const THORP: Listing<Thorp> = Listing {
    entry: Entry {
        title: "Thorp's shuffle: two halves, pair by pair, each pair in coin-toss order",
        known: Known::Biased { from: 3, how: "a card moves to one of two places" },
        source: "Thorp 1973, J. Amer. Statist. Assoc. 68(344)",
        closed_law: Some(ClosedLaw::Thorp),
        ..Entry::new("thorp", Family::Hand)
    },
    build: |_| Thorp,
};

impl Procedure for Thorp {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], source: &mut Vec<C>, dice: &mut D) {
        source.clear();
        source.extend_from_slice(deck);
        let half = deck.len() / 2;
        dice.cut(deck, || vec![half]);
        for pair in 0..half {
            let lower_first = usize::from(dice.chance(1, 2));
            deck[2 * pair + lower_first] = source[pair];
            deck[2 * pair + 1 - lower_first] = source[half + pair];
        }
    }
}
