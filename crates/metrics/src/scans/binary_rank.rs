//! Relations that hold in every deck, of any number of cards.
#![doc = include_str!("binary-rank.md")]

use super::{
    Scan, Scanner, Scans,
    bits::{order_planes, plane, planes, words, xor},
    division::Division,
    kept::KeptDecks,
    pairs::look_at_both,
};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    share::{Executor, Serial},
};
use shuffle_deck::InstructionSet;
use std::f64::consts::LN_2;

pub(crate) const BINARY_RANK: TestEntry = TestEntry {
    title: prose! { "is a sum of order bits and parities, of any number of cards, the same in every deck?" },
    sees: prose! { "sets of cards of any size whose order is always even, even orders only, parities at any places that add up" },
    blind_to: prose! { "relations that do not hold in every deck, relations that are not sums of these bits; it looks at the first 4,096 decks and \
    a sample of later ones" },
    cost: Cost::of(0.0, 12.0),
    ..TestEntry::new("binary-rank", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<BinaryRank>::ENTRY;

const MOST_PLACES: usize = 60;

/// Fewer cards have bits that follow from each other in any deck.
const FEWEST_CARDS: usize = 10;

/// The number of decks beyond the number of bits, and the minimum.
const MORE_DECKS: [usize; 2] = [64, 128];

/// No fewer decks are judged, however few bits they have.
const FEWEST_DECKS: usize = 400;

/// No sum of bits is even with a larger probability.
const FURTHEST_FROM_A_COIN: f64 = 0.8;

/// A rule of more bits is counted, not spelled out.
const MOST_NAMED: usize = 12;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BinaryRank {
    bits: usize,
}

impl Scanner for BinaryRank {
    const TEST: TestEntry = BINARY_RANK;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let places = shape.dealt().min(MOST_PLACES);
        if shape.cards() < FEWEST_CARDS || places < 3 {
            let why = format!("at least {FEWEST_CARDS} cards and 3 places are needed");
            return Err(NotApplicable(why));
        }
        Ok(Self { bits: places * (places - 1) / 2 + 2 * places })
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let some = decks.first((self.bits + MORE_DECKS[1]).max(FEWEST_DECKS));
        look_at_both(&some, executor, |decks, of| vec![look(decks, of)])
    }

    fn needed(&self) -> u64 {
        (self.bits + MORE_DECKS[0]).max(FEWEST_DECKS) as u64
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceBit {
    /// True if two places ascend.
    Order(usize, usize),
    /// The second class of a division: parity, then half.
    Class(usize, usize),
}

fn look(decks: &KeptDecks, of: Axis) -> Scan {
    let decks = decks.some_places(MOST_PLACES);
    let (bits, columns) = columns(&decks);
    let width = words(decks.len());
    let (r, f) = (decks.len() as f64, bits.len() as f64);
    let coins = (f + 1.0 - r) * LN_2;
    let others = 2.0 * f.ln() + r * FURTHEST_FROM_A_COIN.ln();
    let ln_bound = coins.max(others) + LN_2;
    let found = rule(&columns, width, decks.len());
    let (ln_tail, mut scan) = (if found.is_some() { ln_bound } else { 0.0 }, Scan::of("decks"));
    scan.add_tail(ln_tail, ln_bound, || {
        let what = match &found {
            Some(rule) => {
                let rule: Vec<PlaceBit> = rule.iter().map(|&bit| bits[bit]).collect();
                in_words(&decks, of, &rule)
            }
            None => Place::from("no sum of order bits and parities is the same"),
        };
        let count = if found.is_some() { decks.len() as u64 } else { 0 };
        ExtremeCount { what, count, of: decks.len() as u64, unit: "decks", expected: 0.5 }
    });
    scan
}

/// The bits of the decks, each a plane.
fn columns(decks: &KeptDecks) -> (Vec<PlaceBit>, Vec<u64>) {
    let places = decks.places.len();
    let pairs = (0..places).flat_map(|a| (a + 1..places).map(move |b| PlaceBit::Order(a, b)));
    let (mut bits, mut columns): (Vec<PlaceBit>, _) =
        (pairs.collect(), order_planes(decks, &Serial));
    // If all cards are there, the orders of a card and each other card give the number of lower cards, and so its
    // parity; the halves of the other cards give the half of the last card.
    let (first, told) = if places == decks.shape.cards() { (1, 1) } else { (0, 0) };
    let divisions = Division::all(decks.shape.cards());
    for (number, division) in divisions.iter().enumerate().take(2).skip(first) {
        let class = planes(decks, |value| division.classes[usize::from(value)], 1);
        let some = places - told;
        columns.extend_from_slice(&class[..some * words(decks.len())]);
        bits.extend((0..some).map(|place| PlaceBit::Class(place, number)));
    }
    (bits, columns)
}

/// Independent columns. Each has a first bit of its own: no other column of the basis begins there.
struct Basis {
    set: InstructionSet,
    width: usize,
    /// The column that begins with this bit, and its number among those that were added.
    by_first: Vec<Option<(Vec<u64>, usize)>>,
    added: usize,
}

impl Basis {
    fn new(width: usize) -> Self {
        let (set, by_first) = (InstructionSet::detect(), vec![None; width * 64]);
        Self { set, width, by_first, added: 0 }
    }

    /// Adds a column; false if it is a sum of those that are there.
    fn add(&mut self, mut column: Vec<u64>) -> bool {
        let mut word = 0;
        while word < self.width {
            if column[word] == 0 {
                word += 1;
                continue;
            }
            let first = word * 64 + column[word].trailing_zeros() as usize;
            match &self.by_first[first] {
                Some((other, _)) => xor(self.set, &mut column[word..], &other[word..]),
                None => {
                    self.by_first[first] = Some((column, self.added));
                    self.added += 1;
                    return true;
                }
            }
        }
        false
    }
}

/// The columns, if there are any, whose sum is the same in all decks: the first that follows from those before it, with
/// these.
fn rule(columns: &[u64], width: usize, decks: usize) -> Option<Vec<usize>> {
    let mut basis = Basis::new(width);
    basis.add(plane((0..decks).map(|_| true)));
    let last = columns.chunks_exact(width).position(|column| !basis.add(column.to_vec()))?;
    // The same again, with a bit for each column after the bits of the decks: in a sum they show which columns were
    // added.
    let marks = words(last + 1);
    let mut basis = Basis::new(width + marks);
    let marked = |column: &[u64], mark: Option<usize>| {
        let mut marked = column.to_vec();
        marked.resize(width + marks, 0);
        if let Some(mark) = mark {
            marked[width + mark / 64] |= 1 << (mark % 64);
        }
        marked
    };
    basis.add(marked(&plane((0..decks).map(|_| true)), None));
    for (mark, column) in columns.chunks_exact(width).take(last + 1).enumerate() {
        basis.add(marked(column, Some(mark)));
    }
    let beyond = &basis.by_first[width * 64..];
    let (sum, _) = beyond.iter().flatten().next()?;
    Some((0..=last).filter(|mark| sum[width + mark / 64] >> (mark % 64) & 1 == 1).collect())
}

/// "the sign of the order of cards 3, 9 and 12 is the same", or the number of bits that add up.
fn in_words(decks: &KeptDecks, of: Axis, rule: &[PlaceBit]) -> Place {
    let mut places: Vec<usize> = rule
        .iter()
        .flat_map(|bit| match *bit {
            PlaceBit::Order(a, b) => vec![a, b],
            PlaceBit::Class(place, _) => vec![place],
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    let orders = rule.iter().filter(|bit| matches!(bit, PlaceBit::Order(..))).count();
    let named =
        |places: &[usize]| of.named(&places.iter().map(|&p| decks.places[p]).collect::<Vec<_>>());
    let whole = orders == rule.len() && orders == places.len() * (places.len() - 1) / 2;
    let same = " is the same";
    if whole && places.len() == decks.shape.cards() {
        return Place::from("the parity of the whole order").text(same);
    }
    if places.len() > MOST_NAMED {
        return Place::from("a sum of ")
            .number(rule.len())
            .text(" order bits and parities of ")
            .number(places.len())
            .text(if of == Axis::Cards { " cards" } else { " positions" })
            .text(same);
    }
    let what = match (whole, orders) {
        (true, _) => "the parity of the order of ",
        (false, 0) => "a sum of parities and halves of ",
        (false, _) => "a sum of order bits and parities of ",
    };
    Place::from(what).and(named(&places)).text(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scans::testing::{at, inversions, is_named, judged, repaired, sound};

    /// Alpha 1e-9, 1 run each, seeds 1 to 4.
    #[test]
    fn planted_rules_are_named() {
        let seven = [2, 11, 19, 23, 37, 40, 51];
        let rows = repaired(52, 1_600, 1, |row, _| {
            if inversions(&at(row, seven)) % 2 == 1 {
                row.swap(seven[0], seven[4]);
            }
        });
        let said = "the parity of the order of cards at positions 2, 11, 19, 23, 37, 40 and 51 is the same in 1558 of 1558 decks";
        is_named::<BinaryRank>(52, &rows, said);
        let rows = repaired(52, 1_600, 2, |row, _| {
            if inversions(row) % 2 == 1 {
                row.swap(0, 1);
            }
        });
        let said = "the parity of the whole order is the same in 1558 of 1558 decks";
        is_named::<BinaryRank>(52, &rows, said);
    }

    #[test]
    fn sound_decks_obey_no_rule() {
        for (cards, dealt) in [(10, 10), (11, 11), (13, 3), (52, 52), (52, 5)] {
            let shape = Shape::deal(cards, dealt).unwrap();
            let rows: Vec<u8> = sound(cards, 2_000, 5)
                .chunks(cards)
                .flat_map(|row| &row[..dealt])
                .copied()
                .collect();
            let (log10_p, said) = judged::<BinaryRank>(shape, &rows);
            assert_eq!(log10_p, 0.0, "{cards}: {said}");
        }
    }

    /// With only j decks more than bits a rule holds by chance with probability 2^-j at most. Alpha 1e-6: of 400 runs with
    /// j = 3, seeds 0 to 399, at most 80.
    #[test]
    fn by_chance_a_rule_holds_as_rarely_as_the_bound_says() {
        let (shape, places) = (Shape::whole(12), 12);
        let bits = places * (places - 1) / 2 + places - 1;
        let decks = bits + 1 + 3;
        let chance = (0..400).filter(|&seed| {
            let metric = Scans::<BinaryRank>::new(shape).unwrap();
            let tally =
                crate::testing::tally(&metric, shape, crate::Rows::Narrow(&sound(12, decks, seed)));
            let (_, columns) = columns(&metric.keeper.decks(&tally, decks as u64));
            rule(&columns, words(decks), decks).is_some()
        });
        let chance = chance.count();
        assert!((10..=80).contains(&chance), "{chance} of 400");
    }
}
