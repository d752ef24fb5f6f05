//! Rows that stay in place from one order to another, or make up the next order by a rule: epochs with a part that is never shuffled again.
#![doc = include_str!("fixed-between.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::Orders,
};
use crate::{
    Shape,
    axis::Axis,
    distribution::normal,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount},
    metric::NotApplicable,
    number::whole_decks_only,
    place::Place,
};
use statrs::function::factorial::{ln_binomial, ln_factorial};
use std::ops::Range;

/// The fewest cards of which positions are compared.
pub(super) const FEWEST_CARDS: usize = 10;

pub(super) const MOST_LOOKED_AT: usize = 4_096;

/// Each order keeps two lists: the positions of some cards, and the cards at some positions.
pub(super) const PARTS: usize = 2;

/// Orders farther apart are not compared.
pub(super) const FARTHEST: usize = 4;

/// The pairs of orders that are compared, sorted by the first one.
pub(super) fn close_pairs(decks: usize) -> impl Iterator<Item = [usize; 2]> {
    let farthest = move |one: usize| decks.min(one + FARTHEST + 1);
    (0..decks).flat_map(move |one| (one + 1..farthest(one)).map(move |other| [one, other]))
}

/// Looks at each pair: a count for each pairing, and both sides of a correlation.
const LOOKS: u64 = PAIRINGS.len() as u64 + 2;

/// The lists that are compared in two orders, and whether one list is reversed.
const PAIRINGS: [(PairedBy, bool); 6] = [
    (PairedBy::Positions, false),
    (PairedBy::Positions, true),
    (PairedBy::Cards, false),
    (PairedBy::Cards, true),
    (PairedBy::Inverse, false),
    (PairedBy::Inverse, true),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PairedBy {
    /// The positions of each card.
    Positions,
    /// The cards at each position.
    Cards,
    /// The cards of the first order, and the positions of the second.
    Inverse,
}

pub(crate) struct FixedBetween {
    cards: usize,
    looked_at: usize,
}

impl FixedBetween {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.cards();
        whole_decks_only(shape)?;
        long_enough(cards, FEWEST_CARDS)?;
        Ok(Box::new(Self { cards, looked_at: cards.min(MOST_LOOKED_AT) }))
    }

    /// The logarithm of a bound of P(k cards or more are displaced alike).
    fn ln_alike(&self, k: usize) -> f64 {
        let (n, s, k) = (self.cards as u64, self.looked_at as u64, k as u64);
        let ln = (n as f64).ln() + ln_binomial(s, k) + ln_factorial(n - k) - ln_factorial(n);
        ln.min(0.0)
    }

    /// The correlation of positions, and its logarithm of a tail of the side on which it lies.
    fn correlation(&self, one: &[u32], other: &[u32]) -> (f64, f64) {
        let n = self.cards as f64;
        let mean = one.iter().map(|&p| f64::from(p)).sum::<f64>() / one.len() as f64;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (&p, &q) in one.iter().zip(other) {
            let p = f64::from(p) - mean;
            sum += p * (f64::from(q) - (n - 1.0) / 2.0);
            squares += p * p;
        }
        let z = sum / (squares * n * (n + 1.0) / 12.0).sqrt();
        (z / (one.len() as f64).sqrt(), normal::ln_sf(z.abs()))
    }

    /// The positions of the cards that are looked at, and the cards at as many positions.
    fn halves<'d>(&self, words: &'d [u32]) -> [&'d [u32]; 2] {
        words.split_at(self.looked_at).into()
    }

    /// The card or the position that is looked at as number `at`.
    fn place(&self, at: usize) -> usize {
        at * self.cards / self.looked_at
    }

    fn compared(&self, pairing: PairedBy, [one, other]: [&[u32]; 2], turned: bool) -> Alike {
        let [positions, cards] = self.halves(one);
        let [other_positions, other_cards] = self.halves(other);
        let [one, other] = match pairing {
            PairedBy::Positions => [positions, other_positions],
            PairedBy::Cards => [cards, other_cards],
            PairedBy::Inverse => [cards, other_positions],
        };
        Alike { pairing, ..self.displaced(one, other, turned) }
    }

    fn displaced(&self, one: &[u32], other: &[u32], turned: bool) -> Alike {
        let n = self.cards as u32;
        let displacement = |(&p, &q): (&u32, &u32)| {
            // For at most 2^28 cards, so that nothing overflows.
            if turned { (p + q) % n } else { (q + n - p) % n }
        };
        let displacements: Vec<u32> = one.iter().zip(other).map(displacement).collect();
        let mut sorted = displacements.clone();
        sorted.sort_unstable();
        let most = sorted.chunk_by(|a, b| a == b).max_by_key(|same| (same.len(), same[0] == 0));
        let (count, by) = most.map_or((0, 0), |same| (same.len(), same[0]));
        Alike { pairing: PairedBy::Positions, count, by, turned, displacements }
    }
}

/// The cards that are displaced alike, most of all.
struct Alike {
    pairing: PairedBy,
    count: usize,
    by: u32,
    turned: bool,
    displacements: Vec<u32>,
}

impl Alike {
    /// The positions in the first order between which most cards are displaced so, and how many of those examined are.
    fn stretch(&self, one: &[u32]) -> (Range<usize>, usize, usize) {
        let mut at: Vec<(u32, bool)> =
            one.iter().zip(&self.displacements).map(|(&p, &by)| (p, by == self.by)).collect();
        at.sort_unstable();
        // The stretch with the largest excess of such cards over others.
        let (mut best, mut from, mut excess) = ((0, 0..0), 0, 0_i64);
        for (index, &(_, is_alike)) in at.iter().enumerate() {
            excess += if is_alike { 1 } else { -1 };
            if excess > best.0 {
                best = (excess, from..index + 1);
            }
            if excess < 0 {
                (excess, from) = (0, index + 1);
            }
        }
        let inside = &at[best.1];
        let ends = inside.first().map_or(0, |it| it.0)..inside.last().map_or(0, |it| it.0 + 1);
        let alike = inside.iter().filter(|(_, is_alike)| *is_alike).count();
        (ends.start as usize..ends.end as usize, alike, inside.len())
    }

    /// Says how the second of two decks follows from the first. `places` are the positions of the cards that were looked at.
    fn evidence_of(&self, places: &[u32], decks: [usize; 2], cards: usize) -> Effect {
        let (positions, count, of) = self.stretch(places);
        let (by, [first, second]) = (self.by as usize, decks.map(|deck| deck + 1));
        let stretch = Place::positions(&positions);
        let here = |stretch: Place| stretch.text(" of deck ").number(first);
        let there = |stretch: Place| stretch.text(" of deck ").number(second);
        let what = match (self.pairing, self.turned) {
            (PairedBy::Positions, true) => {
                here(stretch).text(" come in the reverse order in deck ").number(second)
            }
            (PairedBy::Positions, false) => {
                let what = match by {
                    0 => here(stretch).text(" hold the same cards"),
                    _ if by <= cards - by => {
                        here(stretch).text(" repeat ").number(by).text(" positions later")
                    }
                    _ => {
                        here(stretch).text(" repeat ").number(cards - by).text(" positions earlier")
                    }
                };
                what.text(" in deck ").number(second)
            }
            (PairedBy::Cards, turned) => {
                let what = there(stretch).text(" hold ");
                let what = match turned {
                    true => what.number(by).text(" less the cards of deck ").number(first),
                    false => {
                        what.text("the cards of deck ").number(first).text(" plus ").number(by)
                    }
                };
                what.text(", modulo ").number(cards)
            }
            (PairedBy::Inverse, turned) => {
                let what = there(stretch).text(" are the inverse of deck ").number(first);
                if turned { what.text(", from the other end") } else { what }
            }
        };
        let share = self.count as f64 / places.len() as f64;
        let extreme = ExtremeCount {
            what,
            count: count as u64,
            of: of as u64,
            unit: "cards looked at",
            expected: 1.0 / cards as f64,
        };
        Effect { extreme: Some(extreme), ..Effect::new(effect_kind::FIXED_SHARE, share) }
    }
}

impl OrderTest for FixedBetween {
    fn words(&self) -> usize {
        PARTS * self.looked_at
    }

    fn compares(&self) -> bool {
        true
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        for axis in [Axis::Cards, Axis::Positions] {
            let along = deck.along(axis);
            words.extend((0..self.looked_at).map(|at| along[self.place(at)]));
        }
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let pairs: Vec<[usize; 2]> = close_pairs(decks.len()).collect();
        let mut best = (f64::INFINITY, Effect::new(effect_kind::NEIGHBOUR_CORRELATION, 0.0));
        for pair in &pairs {
            let both = pair.map(|deck| decks[deck]);
            let [one, other] = both.map(|deck| self.halves(deck)[0]);
            let (correlation, ln_tail) = self.correlation(one, other);
            if ln_tail < best.0 {
                let place = Place::from("the orders of decks ").number(pair[0] + 1);
                let place = place.text(" and ").number(pair[1] + 1);
                let effect = Effect::new(effect_kind::NEIGHBOUR_CORRELATION, correlation);
                best = (ln_tail, effect.at(place));
            }
            for (pairing, turned) in PAIRINGS {
                let alike = self.compared(pairing, both, turned);
                let ln_tail = self.ln_alike(alike.count);
                if ln_tail < best.0 {
                    let at_each: Vec<u32>;
                    let places = if pairing == PairedBy::Positions {
                        one
                    } else {
                        at_each = (0..self.looked_at).map(|at| self.place(at) as u32).collect();
                        &at_each
                    };
                    best = (ln_tail, alike.evidence_of(places, *pair, self.cards));
                }
            }
        }
        let least = self.ln_alike(self.looked_at);
        Evidence::of_tails(best.0, LOOKS * pairs.len() as u64, least, best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moments_of, orders, share};

    fn of(cards: usize) -> FixedBetween {
        FixedBetween { cards, looked_at: cards }
    }

    #[test]
    fn cards_displaced_alike_have_no_larger_tail_than_the_bound() {
        for n in 4..=8 {
            let test = of(n);
            let start: Vec<u32> = (0..n as u32).collect();
            for turned in [false, true] {
                let counts: Vec<usize> =
                    orders(n).map(|order| test.displaced(&start, &order, turned).count).collect();
                for k in 1..=n {
                    let p = share(&counts, |&count| count >= k);
                    assert!(test.ln_alike(k).exp() >= p * (1.0 - 1e-9), "{n} {k}: {p}");
                }
            }
        }
    }

    #[test]
    fn the_variance_of_the_correlation_is_that_of_all_orders() {
        // 5 of 8 cards are sampled, at these positions in the other order.
        let (test, one) = (FixedBetween { cards: 8, looked_at: 5 }, [0, 2, 3, 6, 7]);
        let squares = orders(8).map(|order| test.correlation(&one, &order[..5]).0.powi(2));
        let [variance, _] = moments_of(squares);
        assert!((variance - 1.0 / 5.0).abs() < 1e-12, "{variance}");
    }

    #[test]
    fn an_order_that_follows_from_another_is_named() {
        let n = 1_000_usize;
        let one: Vec<u32> = (0..n as u64).map(|at| (at * at % 1_009 % 997 * 7) as u32).collect();
        let mut one: Vec<(u32, usize)> = one.into_iter().zip(0..).collect();
        one.sort_unstable();
        let one: Vec<u32> = one.into_iter().map(|(_, card)| card as u32).collect();
        let inverse: Vec<u32> = (0..n)
            .map(|card| one.iter().position(|&it| it as usize == card).unwrap() as u32)
            .collect();
        let added: Vec<u32> = one.iter().map(|card| (card + 137) % n as u32).collect();
        let turned: Vec<u32> = one.iter().map(|card| n as u32 - 1 - card).collect();
        let backwards: Vec<u32> = inverse.iter().rev().copied().collect();
        let (test, shape) = (of(n), Shape::whole(n));
        let words = |order: &[u32]| test.words_of(order, shape, Axis::Cards);
        let first = words(&one);
        let said = |other: &[u32]| {
            let evidence = test.judge(&[&first, &words(other)], Axis::Cards);
            assert!(evidence.p_value.log10() < -100.0);
            evidence.effect.extreme.unwrap().what.to_string()
        };
        let deck_2 = "positions 0 to 999 of deck 2";
        assert_eq!(said(&inverse), format!("{deck_2} are the inverse of deck 1"));
        assert_eq!(
            said(&backwards),
            format!("{deck_2} are the inverse of deck 1, from the other end")
        );
        assert_eq!(
            said(&added),
            format!("{deck_2} hold the cards of deck 1 plus 137, modulo 1,000")
        );
        assert_eq!(
            said(&turned),
            format!("{deck_2} hold 999 less the cards of deck 1, modulo 1,000")
        );
    }

    #[test]
    fn a_part_that_stays_is_named() {
        let n = 1_000_u32;
        let one: Vec<u32> = (0..n).map(|card| card * 7 % n).collect();
        let other: Vec<u32> =
            one.iter().map(|&p| if p < 300 { (p + 20) % n } else { (p * 3) % n }).collect();
        let test = of(1_000);
        let alike = test.displaced(&one, &other, false);
        assert_eq!(alike.by, 20);
        let (positions, count, of) = alike.stretch(&one);
        assert_eq!((positions, count, of), (0..300, 300, 300));
    }
}
