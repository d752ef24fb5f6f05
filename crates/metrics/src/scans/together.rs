//! All pairs of cards, or of places, together: classes that are spread too evenly, or clump.
#![doc = include_str!("together.md")]

use super::{
    Scan, Scanner, Scans, along,
    bits::{self, agreements, last_mask, planes},
    division::Division,
    kept::KeptDecks,
    pairs::look_at_both,
    same_class::{Graph, LN_LEAST, SameClass},
};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    number::whole_decks_only,
    place::Place,
    share::{self, Executor},
};
use shuffle_deck::{DrawKind, InstructionSet};

pub(crate) const TOGETHER: TestEntry = TestEntry {
    title: prose! { "all pairs of cards, and of places, together: of one half, suit, rank or kind, chi-square of the whole table" },
    sees: prose! { "a hidden half of the cards that is dealt out too evenly, suits that hands share too evenly, couples who never sit one behind the \
    other, clubs that never meet in the first round" },
    blind_to: prose! { "patterns of three cards that no two of them show; deals, and decks of more than 256 cards; it looks at the first 4,096 decks and a sample \
    of later ones" },
    cost: Cost::of(0.0, 2.0),
    ..TestEntry::new("together", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Together>::ENTRY;

const FEWEST_PLACES: usize = 4;

const MOST_PLACES: usize = 256;

/// The most words of the planes that are compared for a division, with a minimum number of decks.
const MOST_WORDS: usize = 4 << 20;
const FEWEST_DECKS: usize = 512;

/// The smallest expected number of decks in which a pair of cards is of one class, and of two.
const FEWEST_EXPECTED: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Together(Shape);

impl Scanner for Together {
    const TEST: TestEntry = TOGETHER;
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order, DrawKind::Pack];

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        // In deals the numbers of the classes vary, and with them all squares of a deal together.
        whole_decks_only(shape)?;
        has_tables(shape)?;
        Ok(Self(shape))
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let pairs = decks.places.len() * (decks.places.len() - 1) / 2;
        let decks = &decks.first((MOST_WORDS / pairs).max(FEWEST_DECKS / 64) * 64);
        if let Some(kinds) = self.0.pack().and_then(Division::of_kinds) {
            return vec![TogetherTable::new(decks, kinds, Axis::Positions).all(decks)];
        }
        look_at_both(decks, executor, |decks, of| {
            let mut divisions = Division::known(decks.shape.cards());
            divisions.extend(Division::of_places(self.0).filter(|_| of == Axis::Cards));
            divisions.extend(Division::of_blocks(decks.shape.cards()));
            share::map_each(executor, divisions, |division| {
                TogetherTable::new(decks, division, of).all(decks)
            })
        })
    }
}

/// Refuses decks of which no [`TogetherTable`] is made.
pub(super) fn has_tables(shape: Shape) -> Result<(), NotApplicable> {
    match (shape.dealt(), shape.pack().map(Division::of_kinds)) {
        (..FEWEST_PLACES, _) => Err(NotApplicable::new("needs at least four cards")),
        (places, _) if places > MOST_PLACES => {
            Err(NotApplicable(format!("handles at most {MOST_PLACES} places")))
        }
        (_, Some(None)) => {
            Err(NotApplicable::new("needs 2 to 256 kinds, and two cards of one kind"))
        }
        _ => Ok(()),
    }
}

/// The excess, over expectation, of cards of one class at each two places, or of each two cards at positions of one
/// class.
pub(super) struct TogetherTable {
    pub(super) places: Vec<usize>,
    pub(super) decks: u64,
    /// Row by row; 0 on the diagonal.
    excess: Vec<f64>,
    pub(super) law: SameClass,
    pub(super) division: Division,
    pub(super) of: Axis,
}

impl TogetherTable {
    pub(super) fn new(decks: &KeptDecks, division: Division, of: Axis) -> Self {
        let (k, words) = (decks.places.len(), bits::words(decks.len()));
        let law = SameClass::of(&division.sizes);
        let expected = decks.len() as f64 * law.pair;
        let (mut excess, mut counts) = (vec![0.0; k * k], Vec::new());
        let planes = planes(decks, |value| division.classes[usize::from(value)], division.bits);
        let width = division.bits as usize * words;
        for (a, one) in planes.chunks_exact(width).enumerate() {
            let (set, last) = (InstructionSet::detect(), last_mask(decks.len()));
            agreements(set, one, &planes[(a + 1) * width..], last, &mut counts, words);
            for (b, &count) in (a + 1..).zip(&counts) {
                excess[a * k + b] = f64::from(count) - expected;
                excess[b * k + a] = excess[a * k + b];
            }
        }
        Self { places: decks.places.clone(), decks: decks.len() as u64, excess, law, division, of }
    }

    pub(super) fn row(&self, place: usize) -> &[f64] {
        let k = self.places.len();
        &self.excess[place * k..][..k]
    }

    /// All looks at the table: at the sum of its squares, and at regular patterns.
    fn all(&self, decks: &KeptDecks) -> Scan {
        let mut scan = self.scan();
        let expected = self.decks as f64 * self.law.pair;
        let together =
            |first: usize, second: usize| (self.row(first)[second] + expected).round() as u64;
        along::add(&mut scan, decks, (&self.division, self.of), together);
        scan
    }

    /// Looks at the sum of the squares of all pairs.
    fn scan(&self) -> Scan {
        let mut scan = Scan::of("decks");
        let k = self.places.len() as f64;
        let df = k * (k - 3.0) / 2.0;
        let [same, other] =
            [self.law.pair, 1.0 - self.law.pair].map(|chance| chance * self.decks as f64);
        // If one class has a single card and another has the rest, only the rows vary.
        if same.min(other) < FEWEST_EXPECTED || self.law.free_variance() < 1e-9 {
            return scan;
        }
        let squares = self.free_squares();
        let skewness = if self.division.is_half() { HALVES } else { df.sqrt() };
        let tails = self.law.ln_tails_of_squares(squares, self.decks, df, skewness);
        for ln_tail in tails {
            scan.add_picked_tail(ln_tail, LN_LEAST, || self.clearest_set());
        }
        scan
    }

    /// The sum of the squares of all pairs in every direction in which rows add up to 0.
    fn free_squares(&self) -> f64 {
        let k = self.places.len() as f64;
        let rows: Vec<f64> =
            (0..self.places.len()).map(|place| self.row(place).iter().sum()).collect();
        let of_rows: f64 = rows.iter().map(|row| row * row).sum();
        let all: f64 = rows.iter().sum();
        let squares: f64 = self.excess.iter().map(|excess| excess * excess).sum::<f64>() / 2.0;
        (squares - of_rows / (k - 2.0) + all * all / (2.0 * (k - 1.0) * (k - 2.0))).max(0.0)
    }

    /// The cards, or places, that are together too often or too rarely most clearly.
    fn clearest_set(&self) -> ExtremeCount {
        let k = self.places.len();
        let pair =
            (0..k * k).max_by(|&a, &b| self.excess[a].abs().total_cmp(&self.excess[b].abs()));
        let pair = pair.map_or([0, 1], |cell| [cell / k, cell % k]);
        let candidates = [self.leading(), pair.to_vec()];
        let z = |set: &Vec<usize>| match set.len() {
            0 | 1 => 0.0,
            size => self.within(set).abs() / self.law.variance(Graph::within(size)).sqrt(),
        };
        let set = candidates.into_iter().max_by(|a, b| z(a).total_cmp(&z(b))).unwrap_or_default();
        let pairs = Graph::within(set.len()).pairs;
        let named: Vec<usize> = set.iter().map(|&place| self.places[place]).collect();
        self.seen(
            self.of.named_few(&named).text(" ").and(self.division.same(self.of)),
            self.within(&set),
            pairs,
        )
    }

    fn within(&self, set: &[usize]) -> f64 {
        set.iter().flat_map(|&a| set.iter().map(move |&b| self.row(a)[b])).sum::<f64>() / 2.0
    }

    /// The set that the leading vector of the table singles out, by power iteration.
    fn leading(&self) -> Vec<usize> {
        const STEPS: usize = 60;
        let k = self.places.len();
        let mut vector: Vec<f64> = (0..k).map(|i| 1.0 + (i * i % 7) as f64).collect();
        for _ in 0..STEPS {
            let next: Vec<f64> =
                (0..k).map(|a| self.row(a).iter().zip(&vector).map(|(x, v)| x * v).sum()).collect();
            let length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
            vector = next.iter().map(|x| x / length.max(f64::MIN_POSITIVE)).collect();
        }
        let most = vector.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
        (0..k).filter(|&place| vector[place] / most > 0.4).collect()
    }

    pub(super) fn seen(&self, what: Place, excess: f64, pairs: usize) -> ExtremeCount {
        let of = self.decks * pairs as u64;
        let count = (excess + of as f64 * self.law.pair).round() as u64;
        ExtremeCount { what, count, of, unit: super::PAIRS_OF_CARDS, expected: self.law.pair }
    }
}

/// The skewness of the square of a normal number, which is also the skewness of the product of the tables of two
/// decks if the classes are halves.
const HALVES: f64 = 2.828_427_124_746_19;

#[cfg(test)]
mod tests;
