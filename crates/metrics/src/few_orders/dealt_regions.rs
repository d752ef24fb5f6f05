//! The set of cards that are dealt: one rank's share of an epoch, or a sample that is called random.
#![doc = include_str!("dealt-regions.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::Orders,
};
use crate::{
    Shape,
    axis::Axis,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount},
    metric::NotApplicable,
    place::Place,
};
use std::ops::Range;

pub(super) const FEWEST_CARDS: usize = 4;

const MOST_INTERVALS: usize = 64;

const MOST_RESIDUES: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
enum DealtClass {
    Interval(Range<usize>),
    Residue { modulus: usize, rest: usize },
}

impl DealtClass {
    fn size(&self, cards: usize) -> usize {
        match self {
            Self::Interval(range) => range.len(),
            Self::Residue { modulus, rest } => (cards - rest).div_ceil(*modulus),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Interval(range) => Place::cards(range),
            Self::Residue { modulus, rest } => Place::from("card ")
                .card(*rest)
                .text(" and every ")
                .number(*modulus)
                .text("th card after it"),
        }
    }
}

fn classes(cards: usize) -> Vec<DealtClass> {
    let halves = (1..).map(|power| 1 << power).take_while(|&parts| parts <= MOST_INTERVALS);
    let intervals = halves.filter(|&parts| parts <= cards / 2).flat_map(|parts: usize| {
        (0..parts).map(move |at| DealtClass::Interval(at * cards / parts..(at + 1) * cards / parts))
    });
    let moduli = 2..=MOST_RESIDUES.min(cards / 2);
    let residues = moduli
        .flat_map(|modulus| (0..modulus).map(move |rest| DealtClass::Residue { modulus, rest }));
    intervals.chain(residues).collect()
}

pub(crate) struct DealtRegions {
    shape: Shape,
    classes: Vec<DealtClass>,
}

impl DealtRegions {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        if shape.is_whole() {
            return Err(NotApplicable::new("needs deals that leave some cards over"));
        }
        long_enough(shape.cards(), FEWEST_CARDS)?;
        Ok(Box::new(Self { shape, classes: classes(shape.cards()) }))
    }

    /// The logarithm of a bound of the tail on the side of `count` cards of a class of this size, over `decks` deals.
    fn ln_tail(&self, size: usize, count: u64, decks: usize) -> f64 {
        let (n, k) = (self.shape.cards() as f64, self.shape.dealt() as f64);
        let (m, p) = (decks as f64, size as f64 / n);
        let (dealt, drawn) = match k <= n / 2.0 {
            true => (count as f64, k),
            false => (m * size as f64 - count as f64, n - k),
        };
        ln_hoeffding(dealt, m * drawn, p)
    }
}

/// The logarithm of Hoeffding's bound of the tail on the side of `count`, for a sum of hypergeometric numbers with
/// `drawn` draws in all from a class with this share.
pub(super) fn ln_hoeffding(count: f64, drawn: f64, share: f64) -> f64 {
    let x = (count / drawn).clamp(0.0, 1.0);
    let part = |x: f64, p: f64| if x > 0.0 { x * (x / p).ln() } else { 0.0 };
    (-drawn * (part(x, share) + part(1.0 - x, 1.0 - share))).min(0.0)
}

impl OrderTest for DealtRegions {
    fn words(&self) -> usize {
        self.classes.len()
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        let cards = self.shape.cards();
        let (mut intervals, mut residues) =
            ([0_u32; MOST_INTERVALS], [[0_u32; MOST_RESIDUES]; MOST_RESIDUES + 1]);
        let parts = MOST_INTERVALS.min(1 << (cards / 2).ilog2());
        for &card in deck.shown() {
            let card = card as usize;
            // The last interval whose start, rounded down, is not above the card.
            intervals[((card + 1) * parts).div_ceil(cards) - 1] += 1;
            for modulus in 2..=MOST_RESIDUES {
                residues[modulus][card % modulus] += 1;
            }
        }
        words.extend(self.classes.iter().map(|class| match class {
            DealtClass::Interval(range) => {
                let of = |card: usize| (card * parts).div_ceil(cards);
                intervals[of(range.start)..of(range.end).min(parts)].iter().sum()
            }
            DealtClass::Residue { modulus, rest } => residues[*modulus][*rest],
        }));
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let (n, k, m) = (self.shape.cards(), self.shape.dealt(), decks.len());
        let looked = self.classes.iter().enumerate().map(|(at, class)| {
            let count: u64 = decks.iter().map(|words| u64::from(words[at])).sum();
            (self.ln_tail(class.size(n), count, m), class, count)
        });
        let clearest = looked.min_by(|a, b| a.0.total_cmp(&b.0));
        let (ln_tail, class, count) = clearest.expect("there are classes");
        let p = class.size(n) as f64 / n as f64;
        let of = (m * k) as u64;
        let extreme = ExtremeCount {
            what: class.place().text(" are"),
            count,
            of,
            unit: "places dealt",
            expected: p,
        };
        let value = count as f64 / (p * of as f64) - 1.0;
        let effect =
            Effect { extreme: Some(extreme), ..Effect::new(effect_kind::REGION_DEVIATION, value) };
        let ends = [0, m * k.min(n / 2)].map(|count| self.ln_tail(n / 2, count as u64, m));
        Evidence::of_tails(ln_tail, 2 * self.classes.len() as u64, ends[0].min(ends[1]), effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_set, share};
    use itertools::Itertools;

    #[test]
    fn classes_are_counted_where_their_cards_are() {
        for (cards, deal) in [(4, 2), (11, 3), (52, 13), (1_000, 100), (1_000, 999)] {
            let shape = Shape::deal(cards, deal).unwrap();
            let row: Vec<u32> =
                (0..deal as u32).map(|at| at * 7 % cards as u32).sorted().dedup().collect();
            let shape =
                if row.len() == deal { shape } else { Shape::deal(cards, row.len()).unwrap() };
            let test = DealtRegions { shape, classes: classes(cards) };
            let words = test.words_of(&row, shape, Axis::Positions);
            for (class, &count) in test.classes.iter().zip(&words) {
                let is_in = |card: usize| match class {
                    DealtClass::Interval(range) => range.contains(&card),
                    DealtClass::Residue { modulus, rest } => card % modulus == *rest,
                };
                let inside = row.iter().filter(|&&card| is_in(card as usize)).count();
                assert_eq!(inside, count as usize, "{cards} {class:?}");
                assert_eq!((0..cards).filter(|&card| is_in(card)).count(), class.size(cards));
            }
        }
    }

    #[test]
    fn no_class_has_a_larger_tail_than_the_bound() {
        for (cards, deal, size) in [(8, 3, 4), (10, 7, 3), (12, 6, 6), (12, 2, 1)] {
            let shape = Shape::deal(cards, deal).unwrap();
            let test = DealtRegions { shape, classes: classes(cards) };
            let of_class =
                |dealt: Vec<u32>| dealt.iter().filter(|&&card| (card as usize) < size).count();
            let counts = each_set(cards, deal).into_iter().map(of_class).collect_vec();
            let mean = (deal * size) as f64 / cards as f64;
            for count in 0..=size.min(deal) {
                let is_upper = count as f64 > mean;
                let p = share(&counts, |&it| if is_upper { it >= count } else { it <= count });
                let bound = test.ln_tail(size, count as u64, 1).exp();
                assert!(
                    p == 0.0 || bound >= p * (1.0 - 1e-9),
                    "{cards} {deal} {size} {count}: {bound} {p}"
                );
            }
        }
    }
}
