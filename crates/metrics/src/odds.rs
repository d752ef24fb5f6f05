//! The probability of one event of a uniform shuffle: a comparison of the number of cards of a kind among those dealt, or of the
//! place of the first or the last of them.
//!
//! All are ratios of sums of neighboring binomial terms. Each term follows from the one before by a ratio of whole numbers, in floats
//! with an exponent of their own, and nothing is subtracted: small probabilities keep their digits, down to any size.

use std::{f64::consts::LN_10, ops::RangeInclusive};

/// The counted quantity of the cards of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The number of these cards among the cards dealt.
    Count {
        /// The cards that are dealt.
        dealt: u64,
    },
    /// The position of the first of them in the whole deck, counted from 1.
    First,
    /// The position of the last of them, counted from 1.
    Last,
}

/// The comparison of a quantity with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say it")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    fn holds(self, found: u64, value: u64) -> bool {
        match self {
            Self::Equal => found == value,
            Self::NotEqual => found != value,
            Self::Less => found < value,
            Self::AtMost => found <= value,
            Self::Greater => found > value,
            Self::AtLeast => found >= value,
        }
    }
}

/// An event of a uniform shuffle of `cards` cards, `class` of which are of the kind in question: at least one of them, and not more than
/// there are cards.
///
/// ```
/// use shuffle_metrics::odds::{Comparison, Event, Quantity};
///
/// let quantity = Quantity::Count { dealt: 20 };
/// let event = Event { cards: 60, class: 16, quantity, comparison: Comparison::Equal, value: 0 };
/// assert_eq!((event.values(), event.odds().one_in().round()), (0..=16, 2_380.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The cards of the deck.
    pub cards: u64,
    /// The cards of the kind.
    pub class: u64,
    /// The quantity.
    pub quantity: Quantity,
    /// The comparison.
    pub comparison: Comparison,
    /// With what.
    pub value: u64,
}

impl Event {
    /// The values that the quantity can have.
    #[must_use]
    pub fn values(&self) -> RangeInclusive<u64> {
        let &Self { cards, class, .. } = self;
        match self.quantity {
            Quantity::Count { dealt } => (class + dealt).saturating_sub(cards)..=class.min(dealt),
            Quantity::First => 1..=cards - class + 1,
            Quantity::Last => class..=cards,
        }
    }

    /// Its probability.
    #[must_use]
    pub fn odds(&self) -> Odds {
        let (mut term, mut hits, mut misses) = (Scaled::ONE, Scaled::ZERO, Scaled::ZERO);
        for found in self.values() {
            match self.comparison.holds(found, self.value) {
                true => hits.add(term),
                false => misses.add(term),
            }
            term.scale(self.ratio(found));
        }
        let all = hits.ln().max(misses.ln());
        let (hits, misses) = (hits.ln() - all, misses.ln() - all);
        // One of the two is 0.
        let ln_all = hits.min(misses).exp().ln_1p();
        let [mut ln, mut ln_other] = [hits - ln_all, misses - ln_all];
        // The larger one has its digits in its distance from 1.
        let larger = if hits > misses { &mut ln } else { &mut ln_other };
        *larger = -ln_all;
        Odds { ln, ln_other }
    }

    /// The probability of the next value, divided by the probability of this one.
    fn ratio(&self, found: u64) -> f64 {
        let [n, m, x] = [self.cards, self.class, found].map(|it| it as f64);
        match self.quantity {
            Quantity::Count { dealt } => {
                let k = dealt as f64;
                (m - x) * (k - x) / ((x + 1.0) * (n - m - k + x + 1.0))
            }
            Quantity::First => (n - m - x + 1.0) / (n - x),
            Quantity::Last => x / (x - m + 1.0),
        }
    }
}

/// The probability of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    ln: f64,
    ln_other: f64,
}

impl Odds {
    /// The decimal logarithm of its probability; minus infinity if it cannot come.
    #[must_use]
    pub fn log10(self) -> f64 {
        self.ln / LN_10
    }

    /// The odds of everything else.
    #[must_use]
    pub fn other(self) -> Self {
        Self { ln: self.ln_other, ln_other: self.ln }
    }

    /// The number of games of which one has it, on average; infinite where floats end.
    #[must_use]
    pub fn one_in(self) -> f64 {
        (-self.ln).exp()
    }

    /// The decimal logarithm of the expected number of games that have it, among `games`.
    #[must_use]
    pub fn log10_expected(self, games: u64) -> f64 {
        self.log10() + (games as f64).log10()
    }

    /// The decimal logarithm of the probability that at least one of `games` games has it.
    #[must_use]
    pub fn log10_at_least_once(self, games: u64) -> f64 {
        let expected = self.log10_expected(games);
        // So small that it is the probability, to all digits.
        if expected < -17.0 {
            return expected;
        }
        (-(games as f64 * self.ln_other).exp_m1()).log10()
    }
}

/// A positive number with an exponent of its own, or 0.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    digits: f64,
    /// In steps of [`Scaled::STEP`].
    exponent: i64,
}

impl Scaled {
    const ZERO: Self = Self { digits: 0.0, exponent: i64::MIN };
    const ONE: Self = Self { digits: 1.0, exponent: 0 };
    const STEP: i32 = 256;

    fn scale(&mut self, factor: f64) {
        self.digits *= factor;
        self.settle();
    }

    fn settle(&mut self) {
        let step = 2_f64.powi(Self::STEP);
        if self.digits > step {
            (self.digits, self.exponent) = (self.digits / step, self.exponent + 1);
        } else if self.digits < 1.0 / step && self.digits > 0.0 {
            (self.digits, self.exponent) = (self.digits * step, self.exponent - 1);
        }
    }

    fn add(&mut self, other: Self) {
        if other.exponent > self.exponent {
            let before = std::mem::replace(self, other);
            self.add(before);
        } else if let Ok(behind @ ..4) = i32::try_from(self.exponent.saturating_sub(other.exponent))
        {
            self.digits += other.digits * 2_f64.powi(-behind * Self::STEP);
            self.settle();
        }
    }

    fn ln(self) -> f64 {
        if self.digits == 0.0 {
            return f64::NEG_INFINITY;
        }
        self.digits.ln() + self.exponent as f64 * f64::from(Self::STEP) * std::f64::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPARISONS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Greater,
        Comparison::AtLeast,
    ];

    /// Every way in which the cards of the kind can lie: all are equally likely.
    #[test]
    fn each_event_is_as_likely_as_it_is_among_all_orders() {
        let mut compared = 0;
        for (cards, class) in [(2_u32, 1), (5, 1), (6, 3), (7, 2), (9, 4), (5, 4)] {
            let decks: Vec<u32> =
                (0..1_u32 << cards).filter(|deck| deck.count_ones() == class).collect();
            let quantities = (0..=u64::from(cards)).map(|dealt| Quantity::Count { dealt });
            for quantity in quantities.chain([Quantity::First, Quantity::Last]) {
                let found = |deck: u32| match quantity {
                    Quantity::Count { dealt } => {
                        u64::from((deck & ((1 << dealt) - 1)).count_ones())
                    }
                    Quantity::First => u64::from(deck.trailing_zeros()) + 1,
                    Quantity::Last => u64::from(32 - deck.leading_zeros()),
                };
                let seen = decks.iter().map(|&deck| found(deck));
                let (least, most) = (seen.clone().min().unwrap(), seen.max().unwrap());
                for (value, comparison) in
                    (0..=most + 1).flat_map(|value| COMPARISONS.map(|it| (value, it)))
                {
                    let (cards, class) = (u64::from(cards), u64::from(class));
                    let event = Event { cards, class, quantity, comparison, value };
                    assert_eq!(event.values(), least..=most);
                    let hits = decks.iter().filter(|&&deck| comparison.holds(found(deck), value));
                    let [hits, all] = [hits.count(), decks.len()].map(|number| number as f64);
                    let odds = event.odds();
                    for (expected, got) in [(hits, odds), (all - hits, odds.other())] {
                        let got = 10_f64.powf(got.log10());
                        assert!((got - expected / all).abs() < 1e-14, "{event:?}: {got}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn small_probabilities_have_all_their_digits() {
        let hand = |cards, class, dealt, value| Event {
            cards,
            class,
            quantity: Quantity::Count { dealt },
            comparison: Comparison::AtLeast,
            value,
        };
        // All thirteen spades: once in C(52, 13) hands.
        let spades = hand(52, 13, 13, 13).odds();
        assert!((spades.one_in() / 635_013_559_600.0 - 1.0).abs() < 1e-12);
        // ln C(2000, 1000), to 16 digits by exact whole numbers.
        let half = hand(2_000, 1_000, 1_000, 1_000).odds();
        assert!((half.ln / -1_382.267_993_537_480_1 - 1.0).abs() < 1e-13, "{}", half.ln);
        assert_eq!((half.ln_other, half.one_in()), (0.0, f64::INFINITY));
        assert!((half.log10_at_least_once(1_000) - half.log10() - 3.0).abs() < 1e-9);
        // The same two ways: no spade among the first 30 cards is a first spade after them.
        let none = Event { comparison: Comparison::Equal, ..hand(52, 13, 30, 0) };
        let first =
            Event { quantity: Quantity::First, comparison: Comparison::Greater, value: 30, ..none };
        let last =
            Event { quantity: Quantity::Last, comparison: Comparison::Less, value: 23, ..none };
        for other in [first, last] {
            assert!((none.odds().ln / other.odds().ln - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn games_add_up() {
        let even = Event {
            cards: 2,
            class: 1,
            quantity: Quantity::First,
            comparison: Comparison::Equal,
            value: 1,
        };
        let odds = even.odds();
        assert!((10_f64.powf(odds.log10_expected(3)) - 1.5).abs() < 1e-14);
        assert!((10_f64.powf(odds.log10_at_least_once(3)) - 0.875).abs() < 1e-14);
    }
}
