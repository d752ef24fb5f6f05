//! Every two places and every two cards, jointly.
#![doc = include_str!("pairs.md")]

use super::{
    CountRange, Scan, Scanner, Scans,
    bits::{self, agreements, last_mask, order_planes_of, planes},
    division::{Division, MOST_IN_BLOCKS},
    equal::Agreeing,
    kept::KeptDecks,
};
pub use crate::exhibit::PairMatrix;

use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    metric::{About, Exhibit, MetricEntry, NotApplicable, TestEntry, prose},
    place::{Place, Word::Text},
    share::{self, Executor, Serial},
};
use shuffle_deck::InstructionSet;
use std::sync::Arc;

pub(crate) const PAIRS: TestEntry = TestEntry {
    title: prose! { "every two places, and every two cards: parity, suit, rank, order, and any joint law" },
    sees: prose! { "two places that never hold cards of one suit, two cards that always lie on the same side, two coupled draws" },
    blind_to: prose! { "patterns of three or more cards, dependence between decks, weak couplings of many pairs; it looks at the first 4,096 decks and \
    a sample of later ones" },
    cost: Cost::of(0.0, 16.0),
    ..TestEntry::new("pairs", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Pairs>::ENTRY;

/// Words with which classes and orders of pairs are found, for places and cards together, per plane: see [`Pairs::decks`].
const MOST_WORDS: usize = 16 << 20;

/// Pairs and decks whose cards are compared as a whole.
const MOST_JOINT: usize = 3 << 20;

/// The minimum number of decks of a scan, if there are as many.
const FEWEST_DECKS: usize = 512;

/// Above this number of places only the most important divisions are tested: parity, half, quarter, inner half and
/// remainder modulo 4.
const MOST_OF_ALL_DIVISIONS: usize = 256;
const DIVISIONS_OF_LARGE_DECKS: usize = 5;

/// Looks at places and, of whole decks, at cards.
pub(crate) fn look_at_both(
    decks: &KeptDecks,
    executor: &dyn Executor,
    look: impl Fn(&KeptDecks, Axis) -> Vec<Scan> + Sync,
) -> Vec<Scan> {
    let both = [Axis::Positions, Axis::Cards];
    let looks = share::map(executor, both.len(), |index| match both[index] {
        Axis::Positions => look(decks, Axis::Positions),
        Axis::Cards => decks.inverse().map_or_else(Vec::new, |inverse| look(&inverse, Axis::Cards)),
    });
    looks.into_iter().flatten().collect()
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs;

impl Scanner for Pairs {
    const TEST: TestEntry = PAIRS;
    const IS_DRAWN: bool = true;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            1 => Err(NotApplicable::new("one card makes no pair")),
            _ => Ok(Self),
        }
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        look_at_both(decks, executor, |decks, of| {
            let looks = looks(decks, of);
            share::map(executor, looks.len(), |index| {
                let (look, decks) = &looks[index];
                look.scan(decks, of, executor)
            })
        })
    }

    fn exhibit(&self, decks: &KeptDecks, scans: &[Scan]) -> Option<Exhibit> {
        matrix(decks, scans).map(Exhibit::Pairs)
    }
}

#[derive(Clone)]
enum PairRelation {
    /// True if both are of one class.
    Class(Division),
    /// True if the first is the lower one.
    Order,
    /// True if both are this far apart.
    Apart(usize),
    /// The number of pairs of decks that agree in both.
    Joint,
}

fn looks(decks: &KeptDecks, of: Axis) -> Vec<(PairRelation, Arc<KeptDecks>)> {
    let places = decks.places.len();
    let mut divisions = Division::all(decks.shape.cards());
    if places > MOST_OF_ALL_DIVISIONS {
        divisions.truncate(DIVISIONS_OF_LARGE_DECKS);
    }
    divisions.extend(Division::of_places(decks.shape).filter(|_| of == Axis::Cards));
    divisions.extend(Division::of_blocks(decks.shape.cards()));
    let pairs = places * (places - 1) / 2;
    let bits: usize = divisions.iter().map(|division| division.bits as usize).sum();
    let some =
        Arc::new(decks.first((MOST_WORDS / (pairs * (bits + 1))).max(FEWEST_DECKS / 64) * 64));
    let classes =
        divisions.into_iter().map(|division| (PairRelation::Class(division), some.clone()));
    let mut looks: Vec<_> = classes.chain([(PairRelation::Order, some.clone())]).collect();
    // In rows of this many seats, cards so far apart are one behind the other.
    let rows = (2..=places / 2).filter(|row| places.is_multiple_of(*row));
    let rows = rows.filter(|_| of == Axis::Cards && places <= MOST_IN_BLOCKS);
    looks.extend(rows.map(|row| (PairRelation::Apart(row), some.clone())));
    if places <= MOST_OF_ALL_DIVISIONS {
        looks.push((
            PairRelation::Joint,
            Arc::new(decks.first((MOST_JOINT / pairs).max(FEWEST_DECKS))),
        ));
    }
    looks
}

/// The clearest look as a matrix; `scans` are the scans of all looks.
fn matrix(decks: &KeptDecks, scans: &[Scan]) -> Option<PairMatrix> {
    let clearest = (0..scans.len()).min_by(|&a, &b| scans[a].ln_p().total_cmp(&scans[b].ln_p()))?;
    let of_places = looks(decks, Axis::Positions);
    let (of, mut looks, clearest) = match clearest.checked_sub(of_places.len()) {
        None => (Axis::Positions, of_places, clearest),
        Some(of_cards) => (Axis::Cards, looks(&decks.inverse()?, Axis::Cards), of_cards),
    };
    let (look, decks) = looks.swap_remove(clearest);
    let (places, trials) = (decks.places.len(), look.of(&decks) as f64);
    let (expected, mut deviations) = (look.probability(&decks), vec![0.0; places * places]);
    look.counts(&decks, &Serial, |first, counts| {
        for (second, &count) in (first + 1..).zip(counts) {
            let deviation = f64::from(count) / trials / expected - 1.0;
            deviations[first * places + second] = deviation;
            deviations[second * places + first] = deviation;
        }
    });
    Some(PairMatrix {
        of_cards: of == Axis::Cards,
        what: look.words(of),
        numbers: decks.places.clone(),
        deviations,
        noise: ((1.0 - expected) / expected / trials).sqrt(),
    })
}

impl PairRelation {
    /// Yields the count of each pair, all pairs of a first place together.
    fn counts(
        &self,
        decks: &KeptDecks,
        executor: &dyn Executor,
        mut take: impl FnMut(usize, &[u32]),
    ) {
        let of_first: &(dyn Fn(usize) -> Vec<u32> + Sync) = match self {
            Self::Class(division) => return classes(decks, division, take),
            Self::Order => &|first| orders(decks, first),
            Self::Apart(steps) => &|first| apart(decks, first, *steps),
            Self::Joint => &|first| joint(decks, first),
        };
        let counts = share::map(executor, decks.places.len(), of_first);
        counts.iter().enumerate().for_each(|(first, counts)| take(first, counts));
    }

    fn probability(&self, decks: &KeptDecks) -> f64 {
        let n = decks.shape.cards();
        match self {
            Self::Class(division) => division.together,
            Self::Order => 0.5,
            Self::Apart(steps) => (2 * (n - steps)) as f64 / (n * (n - 1)) as f64,
            Self::Joint => ((n * (n - 1)) as f64).recip(),
        }
    }

    /// The number of what is counted: decks, or pairs of decks.
    fn of(&self, decks: &KeptDecks) -> u64 {
        let decks = decks.len() as u64;
        match self {
            Self::Class(_) | Self::Order | Self::Apart(_) => decks,
            Self::Joint => decks * decks.saturating_sub(1) / 2,
        }
    }

    /// Describes a finding about two cards.
    fn words(&self, of: Axis) -> Place {
        match (self, of) {
            (Self::Class(division), _) => division.same(of),
            (Self::Order, Axis::Positions) => Text("are in ascending order").into(),
            (Self::Order, Axis::Cards) => Text("are in this order").into(),
            (Self::Apart(steps), _) => Place::from("are ").number(*steps).text(" positions apart"),
            (Self::Joint, Axis::Positions) => Text("are the same two").into(),
            (Self::Joint, Axis::Cards) => Text("are at the same two positions").into(),
        }
    }

    fn scan(&self, decks: &KeptDecks, of: Axis, executor: &dyn Executor) -> Scan {
        let (all, probability) = (self.of(decks), self.probability(decks));
        let (mut scan, mut range) = (Scan::of("decks"), CountRange::new());
        self.counts(decks, executor, |first, counts| {
            range.add_all(counts, |index| (first, first + 1 + index));
        });
        let what = |(first, second): (usize, usize)| {
            let pair = of.named(&[decks.places[first], decks.places[second]]);
            pair.text(" ").and(self.words(of))
        };
        match self {
            Self::Joint => {
                let things = (decks.len() as u64, "pairs of decks");
                scan.add_collisions(things, probability, &range, what);
            }
            _ => scan.add(all, probability, &range, what),
        }
        scan
    }
}

/// Pairs of the same class.
fn classes(decks: &KeptDecks, division: &Division, mut take: impl FnMut(usize, &[u32])) {
    let set = InstructionSet::detect();
    let class = |value: u16| division.classes[usize::from(value)];
    let (planes, words) = (planes(decks, class, division.bits), bits::words(decks.len()));
    let width = division.bits as usize * words;
    let mut counts = Vec::new();
    for (first, one) in planes.chunks_exact(width).enumerate() {
        let others = &planes[(first + 1) * width..];
        agreements(set, one, others, last_mask(decks.len()), &mut counts, words);
        take(first, &counts);
    }
}

/// Pairs with this first place of which it holds the lower one.
fn orders(decks: &KeptDecks, first: usize) -> Vec<u32> {
    let (planes, mut counts) = (order_planes_of(decks, first), Vec::new());
    let words = bits::words(decks.len()).max(1);
    bits::ones(InstructionSet::detect(), &planes, words, &mut counts);
    counts
}

/// Pairs with this first place whose values are this far apart.
fn apart(decks: &KeptDecks, first: usize, steps: usize) -> Vec<u32> {
    let is_apart = |(one, other): (&u16, &u16)| usize::from(one.abs_diff(*other)) == steps;
    let one = decks.at(first);
    let count = |other| one.iter().zip(decks.at(other)).filter(|two| is_apart(*two)).count() as u32;
    (first + 1..decks.places.len()).map(count).collect()
}

/// Pairs of decks that agree in both values of a pair with this first place.
fn joint(decks: &KeptDecks, first: usize) -> Vec<u32> {
    let mut agreeing = Agreeing::new(decks.shape.cards());
    let seconds = first + 1..decks.places.len();
    seconds.map(|second| agreeing.pairs(decks.at(first), decks.at(second))).collect()
}

#[cfg(test)]
mod tests;
