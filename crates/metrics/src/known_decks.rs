//! Decks that everybody knows: the start order and its reverse.
#![doc = include_str!("known-decks.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    decks::in_rows,
    different::KnownCounts,
    distribution::{binomial, first_where, log_sum::log_sum_exp},
    judgement::{Evidence, ExtremeCount, Outcome},
    key_sample::{KeyCount, KeySample, KeySpace},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::{Place, Word},
    rank,
};
use statrs::function::gamma::ln_gamma;

pub(crate) const KNOWN_DECKS: TestEntry = TestEntry {
    title: prose! { "decks in their start order or its reverse, against the binomial law" },
    sees: prose! { "missing shuffles: an unshuffled first deck, or now and then a deck fresh from the box" },
    blind_to: prose! { "every other deck, even if it is the same each time; the order of the cards' numbers, where the deck starts in \
    another one; two cards" },
    cost: Cost::of(3.0, 0.0),
    ..TestEntry::new("known-decks", About::KnownDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Single,
    ..MetricEntry::new(&[KNOWN_DECKS], |shape| Ok(Box::new(KnownDecks::new(shape)?)))
};

/// The decks that are known, each with its key.
const NAMES: [&str; 2] = ["the start order comes", "the reverse of the start order comes"];

/// Up to this many logarithms are summed; beyond it the gamma function is as exact and immediate.
const FEW: usize = 10_000;

/// Looks for known decks: the start order has the key 0, its reverse the key 1, and others have none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownDecks {
    cards: usize,
    /// The logarithm of the probability that a deck is known.
    ln_chance: f64,
}

impl KnownDecks {
    /// A key for each name.
    const SPACE: KeySpace = KeySpace::new(NAMES.len() as u64 - 1, NAMES.len());

    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if rank::orders(shape).is_some_and(|orders| orders <= NAMES.len() as u64) {
            return Err(NotApplicable::new("both orders of two cards are known"));
        }
        if shape.dealt() < 2 {
            return Err(NotApplicable::new("one card has no order"));
        }
        let cards = shape.cards();
        let ln_orders = if shape.dealt() <= FEW {
            (0..shape.dealt()).map(|i| ((cards - i) as f64).ln()).sum()
        } else {
            ln_gamma(cards as f64 + 1.0) - ln_gamma((cards - shape.dealt()) as f64 + 1.0)
        };
        Ok(Self { cards, ln_chance: (NAMES.len() as f64).ln() - ln_orders })
    }

    /// ln P(X >= `known`) for `trials` decks.
    fn ln_tail(&self, known: u64, trials: u64) -> f64 {
        // If a chance has no digits left in floating point, x decks of N have the probability C(N, x) chance^x.
        if self.ln_chance > -600.0 {
            return binomial::ln_sf(known, trials, self.ln_chance.exp());
        }
        let ways = (0..known).map(|i| ((trials - i) as f64 / (i + 1) as f64).ln()).sum::<f64>();
        known as f64 * self.ln_chance + ways
    }
}

#[derive(Clone, Copy, Debug)]
struct KnownSeen {
    known: u64,
    first_is_known: bool,
    trials: u64,
}

impl KnownDecks {
    /// True if the first deck says more than the number of all known decks.
    fn is_the_first(&self, seen: KnownSeen) -> bool {
        seen.first_is_known && self.ln_tail(seen.known, seen.trials) >= self.ln_chance
    }

    /// ln P(S <= s): see the head of this file.
    fn ln_p(&self, seen: KnownSeen) -> f64 {
        let KnownSeen { known, trials, .. } = seen;
        if known == 0 {
            return 0.0;
        }
        let ln_tail = self.ln_tail(known, trials);
        if ln_tail < self.ln_chance {
            return ln_tail;
        }
        // The number of known decks that is as rare as what was seen.
        let as_rare = if seen.first_is_known { self.as_rare_as_one(known, trials) } else { known };
        if as_rare >= trials {
            return self.ln_chance; // fewer decks than that are left
        }
        let others = self.ln_tail(as_rare, trials - 1) + (-self.ln_chance.exp()).ln_1p();
        log_sum_exp(&[self.ln_chance, others]).min(0.0)
    }

    /// The smallest number of known decks, above this one, whose tail is no larger than the chance of a single deck.
    fn as_rare_as_one(&self, known: u64, trials: u64) -> u64 {
        first_where(known + 1, trials + 1, |number| self.ln_tail(number, trials) <= self.ln_chance)
    }

    /// The index of the known order that these cards are in, if any.
    #[inline]
    fn known(&self, mut cards: impl Iterator<Item = usize>) -> Option<u64> {
        let (first, last) = (cards.next()?, self.cards - 1);
        let mut places = cards.zip(1..);
        if first == 0 {
            places.all(|(card, place)| card == place).then_some(0)
        } else if first == last {
            places.all(|(card, place)| card == last - place).then_some(1)
        } else {
            None
        }
    }
}

/// "the start order comes, first as deck 1,"
fn what(keys: &[KeyCount]) -> Place {
    let Some(earliest) = keys.iter().map(KeyCount::first).min() else {
        return Place::from("the start order or its reverse comes");
    };
    let both = "the start order and its reverse come";
    let name = if let [one] = keys { NAMES[one.key() as usize] } else { both };
    // As people count, from 1.
    let deck = Word::Number(earliest as usize + 1);
    Place::from([Word::Text(name), Word::Text(", first as deck "), deck, Word::Text(",")])
}

/// "the start order comes as the first deck of all," of which there is one.
fn what_first(first: &KeyCount) -> Place {
    let names = [
        "the start order comes as the first deck of all,",
        "the reverse of the start order comes as the first deck of all,",
    ];
    Place::from(names[first.key() as usize])
}

impl Metric for KnownDecks {
    fn kept_keys(&self) -> Option<KeySpace> {
        Some(Self::SPACE)
    }

    fn take_keys(&self, decks: &Decks<'_>, keys: &mut KeySample) {
        let (space, mut first) = (Self::SPACE, decks.first_trial());
        let Some(columns) = decks.columns() else {
            in_rows!(decks, rows => {
                let rows = rows.chunks_exact(decks.shape().width());
                let known = rows.map(|row| self.known(row.iter().map(|card| card.index())));
                keys.take_each(space, first, known);
            });
            return;
        };
        for group in columns.groups() {
            let deck = |lane| group.columns.iter().map(move |column| usize::from(column[lane]));
            keys.take_each(space, first, (0..group.lanes).map(|lane| self.known(deck(lane))));
            first += group.lanes as u64;
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, keys) = (tally.trials(), tally.keys());
        let outcome = if trials == 0 {
            Outcome::too_few(trials, 1)
        } else {
            let known = keys.counts().iter().map(KeyCount::count).sum();
            let first = keys.counts().iter().find(|key| key.first() == 0);
            let seen = KnownSeen { known, first_is_known: first.is_some(), trials };
            let ln_p = self.ln_p(seen);
            // The smallest p-value of other decks is not in its reach, but its own: see the head of this file.
            let ln_least = ln_p;
            let (what, count, of) = match first {
                Some(first) if trials > 1 && self.is_the_first(seen) => (what_first(first), 1, 1),
                _ => (what(keys.counts()), known, trials),
            };
            let expected = self.ln_chance.exp();
            let extreme = ExtremeCount { what, count, of, unit: "decks", expected };
            Outcome::Judged(Evidence::of_tails(ln_p, 1, ln_least, extreme.effect(1)))
        };
        vec![Judgement { test: KNOWN_DECKS.id, outcome }]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let keys = tally.keys();
        let count =
            |of| keys.counts().iter().find(|key| key.key() == of).map_or(0, KeyCount::count);
        let known = KnownCounts { start: count(0), reverse: count(1) };
        (known != KnownCounts::default()).then_some(Exhibit::Known(known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PValue, Rows, testing::share};
    use itertools::Itertools;

    fn evidence(shape: Shape, rows: &[u8]) -> Evidence {
        crate::testing::evidence(&KnownDecks::new(shape).unwrap(), shape, Rows::Narrow(rows))
    }

    /// All sequences of two decks of 3 cards, of three and four, and of deals of 2 of 4: p is as small in as many of them as it
    /// says.
    #[test]
    fn the_law_is_that_of_all_decks() {
        for (cards, dealt, trials) in [(3_u8, 3, 2), (3, 3, 3), (3, 3, 4), (4, 2, 2), (4, 2, 3)] {
            let shape = Shape::deal(cards.into(), dealt).unwrap();
            let decks = (0..cards).permutations(dealt).collect_vec();
            let sequences = (0..trials).map(|_| &decks).multi_cartesian_product();
            let p_values: Vec<PValue> = sequences
                .map(|rows| {
                    evidence(shape, &rows.into_iter().flatten().copied().collect_vec()).p_value
                })
                .collect();
            for p in &p_values {
                let share = share(&p_values, |other| other.ln() <= p.ln() + 1e-12);
                assert!((share - p.value()).abs() < 1e-12, "{share} {p:?}");
            }
            let [all, without] = [decks.len(), decks.len() - NAMES.len()].map(|it| it.pow(trials));
            let small = p_values.iter().filter(|p| p.value() < 1.0).count();
            assert_eq!(small, all - without);
        }
    }

    #[test]
    fn one_deck_as_it_came_is_enough_and_one_shuffled_deck_is_nothing() {
        let shape = Shape::whole(52);
        let start: Vec<u8> = (0..52).collect();
        let found = evidence(shape, &start);
        // 52!, rounded.
        let wanted = (2.0 / 8.065_817_517_094_388e67_f64).log10();
        assert!((found.p_value.log10() - wanted).abs() < 1e-9);
        let mut other = start.clone();
        other.swap(50, 51);
        let nothing = evidence(shape, &other);
        assert_eq!(
            (nothing.p_value.ln(), nothing.least_p.ln()),
            (0.0, 0.0),
            "no pass by this alone"
        );
        let reverse: Vec<u8> = (0..52).rev().collect();
        let what = |rows: &[&[u8]]| {
            evidence(shape, &rows.concat()).effect.extreme.map(|it| (it.what.to_string(), it.count))
        };
        let said = |text: &str, count| Some((text.to_owned(), count));
        assert_eq!(what(&[&start]), said("the start order comes, first as deck 1,", 1));
        let third = "the reverse of the start order comes, first as deck 3,";
        assert_eq!(what(&[&other, &other, &reverse]), said(third, 1));
        let both = "the start order and its reverse come, first as deck 2,";
        assert_eq!(what(&[&other, &reverse, &start, &start]), said(both, 3));
    }

    /// A first deck of 12 cards in start order, and 99,999 others: p is its probability plus the probability of three
    /// known decks among all.
    #[test]
    fn the_first_deck_of_many_is_looked_at_by_itself() {
        let metric = |cards| KnownDecks::new(Shape::whole(cards)).unwrap();
        let seen = |first_is_known| KnownSeen { known: 1, first_is_known, trials: 100_000 };
        let chance = 2.0 / 479_001_600.0;
        let [first, later] = [true, false].map(|it| metric(12).ln_p(seen(it)).exp());
        // Two known decks have 8.7e-8, more than the chance of one, and three 1.2e-11.
        assert!((first / chance - 1.0 - 0.0029).abs() < 1e-4, "{first}");
        assert!((later - 100_000.0 * chance).abs() < 1e-3 * later, "{later}");
        assert!(metric(12).is_the_first(seen(true)) && !metric(12).is_the_first(seen(false)));
        // With five cards or fewer a known first deck proves little, whatever the number of decks.
        for cards in 3..=5 {
            let p = metric(cards).ln_p(seen(true)).exp();
            assert!(p >= 2.0 / 120.0, "{cards}: {p}");
        }
    }

    #[test]
    fn a_first_deck_as_it_came_is_named() {
        let (shape, mut rows) = (Shape::whole(12), (0..12).collect_vec());
        (1..1_000_u32)
            .for_each(|deck| rows.extend((0..12_u8).map(|i| (i + (deck % 11) as u8 + 1) % 12)));
        let extreme = evidence(shape, &rows).effect.extreme.unwrap();
        assert_eq!(extreme.what.to_string(), "the start order comes as the first deck of all,");
        assert_eq!((extreme.count, extreme.of), (1, 1));
    }

    #[test]
    fn chances_without_digits_in_floating_point_have_p_values() {
        let metric = |cards| KnownDecks::new(Shape::whole(cards)).unwrap();
        // Both ways of 200 cards, ln(2/200!) = -862.5.
        let (near, far) = (metric(150), metric(250));
        assert!((near.ln_tail(2, 1_000) - (499_500_f64.ln() + 2.0 * near.ln_chance)).abs() < 1e-6);
        assert!((far.ln_tail(2, 1_000) - (499_500_f64.ln() + 2.0 * far.ln_chance)).abs() < 1e-6);
        assert_eq!(far.ln_tail(0, 1_000), 0.0);
        let (sum, gamma) = (metric(FEW).ln_chance, metric(FEW + 1).ln_chance);
        assert!((sum - gamma - (FEW as f64 + 1.0).ln()).abs() < 1e-6);
        assert!(KnownDecks::new(Shape::whole(2)).is_err());
    }
}
