//! Cards of a class in a hand, the longest and the shortest class, and missing classes: each against its exact law.

use super::hand::DealtHand;
use crate::{
    Shape,
    axis::Axis,
    draws::normalized,
    largest::Cell,
    place::Place,
    scans::{CountRange, Scan, division::Division, kept::KeptDecks},
};
use statrs::function::factorial::ln_binomial;
use std::collections::HashMap;

/// Cells whose exact tails are computed.
const CLEAREST: usize = 16;

/// With more classes, only single ones are counted.
const MOST_CLASSES: usize = 16;

/// With more classes the shortest one is not tested: one is nearly always missing.
const MOST_OF_SHORTEST: usize = 4;

/// A number that is read off a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HandNumber {
    /// The cards of one class.
    Of(usize),
    Longest,
    Shortest,
    Missing,
    /// The classes with two cards or more.
    Pairs,
}

impl HandNumber {
    pub(super) fn all(division: &Division) -> Vec<Self> {
        let classes = division.sizes.len();
        // With two classes one is the rest of the other; with ranks each single one would be too much work.
        let mut all: Vec<Self> = match classes {
            2 => vec![Self::Of(1)],
            5.. if !division.is_of_kinds() => Vec::new(),
            _ => (0..classes).map(Self::Of).collect(),
        };
        if (3..=MOST_CLASSES).contains(&classes) {
            all.extend([Self::Longest, Self::Missing, Self::Pairs]);
            all.extend((classes <= MOST_OF_SHORTEST).then_some(Self::Shortest));
        }
        all
    }

    /// The number of a hand with `counts[i]` cards of class i.
    pub(super) fn of(self, counts: &[u8]) -> usize {
        let those = |is: fn(u8) -> bool| counts.iter().filter(|&&count| is(count)).count();
        match self {
            Self::Of(class) => counts[class].into(),
            Self::Longest => counts.iter().copied().max().unwrap_or(0).into(),
            Self::Shortest => counts.iter().copied().min().unwrap_or(0).into(),
            Self::Missing => those(|count| count == 0),
            Self::Pairs => those(|count| count > 1),
        }
    }

    /// The laws of the number for hands of 0 to `most` cards, with classes of these sizes.
    pub(super) fn laws(self, sizes: &[u64], most: usize) -> Vec<Vec<f64>> {
        if let Self::Of(class) = self {
            let rest = sizes.iter().sum::<u64>() - sizes[class];
            return laws_of(&[sizes[class], rest], most, |class, value, count| match class {
                0 => count,
                _ => value,
            });
        }
        laws_of(sizes, most, move |class, value, count| match self {
            Self::Longest => value.max(count),
            Self::Shortest if class == 0 => count,
            Self::Shortest => value.min(count),
            Self::Missing => value + usize::from(count == 0),
            _ => value + usize::from(count > 1),
        })
    }

    fn words(self, division: &Division, hand: DealtHand, value: Value) -> Place {
        let (noun, classes) = (division.noun(Axis::Positions), division.sizes.len());
        let of_classes = |number: usize, what| {
            let of = Place::from("in ").and(hand.words()).text(", ").number(number);
            of.text(" of ").number(classes).text(" classes by ").and(noun.clone()).text(what)
        };
        let of_one = |most: bool, number: usize| {
            let of = Place::from("in ").and(hand.words());
            match (most, number) {
                (true, 1) => of.text(", no two cards have the same ").and(noun.clone()),
                _ => {
                    let cards = if most { ", the most cards" } else { ", the fewest cards" };
                    of.text(cards).text(" of one ").and(noun.clone()).text(" are ").number(number)
                }
            }
        };
        match (self, value) {
            (Self::Of(class), value) => {
                let number = match value {
                    Value::Even => Place::from("an even number"),
                    Value::Exactly(number) => Place::from("exactly ").number(number),
                };
                let holds = if hand.players == 1 { " hold " } else { " holds " };
                hand.words().text(holds).and(number).text(" of ").and(division.class(class))
            }
            (Self::Longest, Value::Exactly(number)) => of_one(true, number),
            (Self::Shortest, Value::Exactly(number)) => of_one(false, number),
            (Self::Missing, Value::Exactly(number)) => of_classes(number, " are missing"),
            (_, Value::Exactly(number)) => of_classes(number, " have two cards or more"),
            (_, Value::Even) => of_classes(0, ""),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Exactly(usize),
    Even,
}

/// The laws of a number that is composed class by class, over all hands of 0 to `most` cards.
pub(crate) fn laws_of(
    sizes: &[u64],
    most: usize,
    next: impl Fn(usize, usize, usize) -> usize,
) -> Vec<Vec<f64>> {
    // The number of hands so far with this many cards and this value.
    let mut hands = vec![vec![0.0]; most + 1];
    hands[0][0] = 1.0;
    for (class, &size) in sizes.iter().enumerate() {
        let ways: Vec<f64> =
            (0..=size.min(most as u64)).map(|count| ln_binomial(size, count).exp()).collect();
        let mut more: Vec<Vec<f64>> = vec![Vec::new(); most + 1];
        for (drawn, values) in hands.iter().enumerate() {
            for (value, &before) in values.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
                for (count, ways) in ways.iter().enumerate().take(most + 1 - drawn) {
                    let (to, value) = (&mut more[drawn + count], next(class, value, count));
                    to.resize(to.len().max(value + 1), 0.0);
                    to[value] += before * ways;
                }
            }
        }
        // Large packs have more hands than fit into a number.
        let all: f64 = more.iter().flatten().sum();
        more.iter_mut().flatten().for_each(|ways| *ways /= all);
        hands = more;
    }
    hands.into_iter().map(normalized).collect()
}

/// Looks at all hands of all players.
pub(super) fn look(decks: &KeptDecks, division: &Division, shape: Shape) -> Scan {
    let readings = HandNumber::all(division);
    let mut laws = HashMap::new();
    let mut cells = Vec::new();
    for (hand, sizes) in DealtHand::all(shape, decks.places.len()) {
        let histograms = histograms(decks, division, &readings, hand, &sizes);
        for (&cards, histograms) in sizes.iter().zip(histograms) {
            let hand = DealtHand { cards, ..hand };
            for (&reading, histogram) in readings.iter().zip(histograms) {
                let laws = laws
                    .entry(reading.same_law(division))
                    .or_insert_with(|| reading.laws(&division.sizes, decks.places.len()));
                let (law, trials) = (&laws[cards], decks.len() as u64);
                cells.extend(cells_of(&histogram, law, trials, (reading, hand)));
            }
        }
    }
    judged(cells, division)
}

impl HandNumber {
    /// A reading of the same law: classes of one size share it.
    fn same_law(self, division: &Division) -> Self {
        match self {
            Self::Of(class) => {
                let size = division.sizes[class];
                Self::Of(division.sizes.iter().position(|&it| it == size).unwrap_or(class))
            }
            other => other,
        }
    }
}

/// For each size of hand and reading, how many decks have which value.
fn histograms(
    decks: &KeptDecks,
    division: &Division,
    readings: &[HandNumber],
    hand: DealtHand,
    sizes: &[usize],
) -> Vec<Vec<Vec<u32>>> {
    let mut counts = vec![vec![0_u8; division.sizes.len()]; decks.len()];
    let (mut all, mut sizes) = (Vec::new(), sizes.iter().peekable());
    for (cards, place) in (1..).zip(hand.places()) {
        for (counts, &value) in counts.iter_mut().zip(decks.at(place)) {
            counts[usize::from(division.classes[usize::from(value)])] += 1;
        }
        if sizes.next_if(|&&size| size == cards).is_some() {
            let histogram = |&reading: &HandNumber| {
                let mut histogram = vec![0; hand.cards.max(division.sizes.len()) + 1];
                counts.iter().for_each(|counts| histogram[reading.of(counts)] += 1);
                histogram
            };
            all.push(readings.iter().map(histogram).collect());
        }
    }
    all
}

type Looked = (Cell, HandNumber, DealtHand, Value);

/// The values of a histogram, and of a single class whether it is even.
fn cells_of(
    histogram: &[u32],
    law: &[f64],
    trials: u64,
    (reading, hand): (HandNumber, DealtHand),
) -> Vec<Looked> {
    let values = law.iter().zip(histogram).enumerate();
    let each = values.map(|(value, (&chance, &count))| (Value::Exactly(value), chance, count));
    let even = |of: usize| of.is_multiple_of(2);
    let chance_of_even: f64 = law.iter().step_by(2).sum();
    let evens: u32 = histogram.iter().enumerate().filter(|(it, _)| even(*it)).map(|it| it.1).sum();
    let is_one = matches!(reading, HandNumber::Of(_)) && law.len() > 2;
    let looks = each.chain(is_one.then_some((Value::Even, chance_of_even, evens)));
    let cell = |(value, chance, count): (Value, f64, u32)| {
        let is_open = chance > 1e-12 && chance < 1.0 - 1e-12;
        is_open.then_some((Cell { count: count.into(), trials, chance }, reading, hand, value))
    };
    looks.filter_map(cell).collect()
}

/// Both tails of the clearest cells, of all that there are.
fn judged(cells: Vec<Looked>, division: &Division) -> Scan {
    let (mut scan, all) = (Scan::of("decks"), cells.len());
    let mut ranked: Vec<(f64, usize)> =
        cells.iter().map(|looked| looked.0.deviance().abs()).zip(0..).collect();
    let clearest = CLEAREST.min(all);
    if clearest < all {
        // Of cells that are equally clear the first, whatever the selection of a later std does.
        ranked.select_nth_unstable_by(clearest, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        ranked.truncate(clearest);
        ranked.sort_unstable_by_key(|&(_, index)| index);
    }
    for &(_, index) in &ranked {
        let (cell, reading, hand, value) = &cells[index];
        let mut look = CountRange::new();
        look.add(cell.count as u32, ());
        scan.add(cell.trials, cell.chance, &look, |()| reading.words(division, *hand, *value));
    }
    scan.add_tails_of_no_note(2 * (all - clearest) as u64);
    scan
}
