//! Each deck against the one before it.
#![doc = include_str!("serial-fixed-points.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    classes::ValueCells,
    costs::Cost,
    histogram,
    histogram::Histogram,
    judgement::{Outcome, Score},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry},
    number::{self, FEWEST_TRIALS, IntegerStatistic, whole_decks_only},
    numbers::{
        FixedPoints, Inversions, RisingSequences,
        inversions::{self, Merging},
        rencontres,
    },
    thinned::Thinned,
    views::Inverter,
};
use shuffle_deck::{LANES, columns};
use std::array::from_fn;

/// The blind spots of all three.
const BLIND_TO: &str = "repeats that are not neighbours; seven riffles, if each deck starts afresh";

const FIXED_POINTS: TestEntry = TestEntry {
    title: "histogram of cards that keep their place from the deck before",
    sees: "the same deck twice in a row, the last deck shuffled further by a few swaps",
    blind_to: BLIND_TO,
    cost: Cost::of(15.0, 0.0),
    ..TestEntry::new("serial-fixed-points", About::DependenceBetweenDecks)
};

const INVERSIONS: TestEntry = TestEntry {
    title: "histogram of pairs of cards whose order changed since the deck before",
    sees: "the same deck twice in a row, the last deck shuffled further by a riffle or a few swaps",
    blind_to: BLIND_TO,
    ..TestEntry::new("serial-inversions", About::DependenceBetweenDecks)
};

const RISING_SEQUENCES: TestEntry = TestEntry {
    title: "histogram of rising sequences relative to the deck before",
    sees: "the last deck riffled further: seven times within 1,000 decks of 52, nine times within 3,000",
    blind_to: BLIND_TO,
    ..TestEntry::new("serial-rising-sequences", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Neighbours,
    ..MetricEntry::new(&TESTS, |shape| Ok(Box::new(Serial::new(shape)?)))
};

/// Counts three numbers of each deck relative to the one before it.
///
/// Null hypothesis: the decks are uniform and independent. For whole decks of any size; numbers whose laws are not
/// tabulated are counted in [classes](crate::classes), as they are for single decks.
#[derive(Clone, Debug)]
pub(crate) struct Serial {
    shape: Shape,
    fixed_points: FixedPoints,
    inversions: Inversions,
    rising_sequences: RisingSequences,
    /// Fixed points, inversions and rising sequences, in this order.
    values: [ValueCells; 3],
}

/// The decks whose rising sequences are counted.
const COUNTED: Thinned = Thinned { all: 1 << 18 };

/// The order of the laws and of the judgements.
const TESTS: [TestEntry; 3] = [FIXED_POINTS, INVERSIONS, RISING_SEQUENCES];

impl Serial {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        let fixed_points = FixedPoints::new(shape)?;
        let inversions = Inversions::new(shape)?;
        let rising_sequences = RisingSequences::new(shape)?;
        let values = [
            number::cells_of(&fixed_points, shape),
            number::cells_of(&inversions, shape),
            number::cells_of(&rising_sequences, shape),
        ];
        Ok(Self { shape, fixed_points, inversions, rising_sequences, values })
    }

    /// The histograms of fixed points, inversions and rising sequences.
    pub(crate) fn histograms(&self, tally: &Tally) -> [Histogram; 3] {
        from_fn(|index| self.histogram(tally, index))
    }

    fn histogram(&self, tally: &Tally, index: usize) -> Histogram {
        let before: usize = self.values[..index].iter().map(ValueCells::len).sum();
        let values = &self.values[index];
        let counts = &tally.cells()[before..][..values.len()];
        values.histogram(counts[..values.law().len()].iter().sum(), counts)
    }

    /// The number of pairs of neighbors in `trials` decks, ignoring the few decks that start a block.
    fn pairs_of(test: &TestEntry, trials: u64) -> u64 {
        if test.id == RISING_SEQUENCES.id { COUNTED.counted(trials) } else { trials }
    }

    fn histograms_mut<'a>(&self, cells: &'a mut [u64]) -> [&'a mut [u64]; 3] {
        let mut rest = cells;
        let cells_of = |values: &ValueCells| rest.split_off_mut(..values.len());
        self.values.each_ref().map(cells_of).map(|cells| cells.expect("cells of each law"))
    }

    /// Judges each histogram in the bins for as many pairs as `pairs` says.
    fn judge_each(
        &self,
        tally: &Tally,
        pairs: impl Fn(&TestEntry, &Histogram) -> u64,
    ) -> Vec<Judgement> {
        let judge = |(test, histogram): (TestEntry, Histogram)| {
            let outcome = match number::judge_for(&histogram, pairs(&test, &histogram)) {
                Outcome::TooFewTrials { needed, .. } => {
                    let needed = decks_for(needed, tally.trials(), histogram.trials);
                    Outcome::too_few(tally.trials(), needed)
                }
                outcome => outcome,
            };
            Judgement { test: test.id, outcome }
        };
        TESTS.into_iter().zip(self.histograms(tally)).map(judge).collect()
    }

    /// The position in the earlier deck of each card of the later one.
    fn relative<C: Card>(&self, earlier: &[C], later: &[C], space: &mut Space) {
        space.positions.resize(self.shape.cards(), 0);
        for (card, position) in earlier.iter().zip(0..) {
            space.positions[card.index()] = position;
        }
        space.relative.clear();
        space.relative.extend(later.iter().map(|card| space.positions[card.index()]));
    }
}

/// The number of decks that have `needed` pairs, if blocks are as large as those seen so far: `trials` decks that had
/// `pairs`. Without pairs, if the decks come in one block.
fn decks_for(needed: u64, trials: u64, pairs: u64) -> u64 {
    let blocks = if pairs == 0 {
        1
    } else {
        (u128::from(needed) * u128::from(trials - pairs) / u128::from(pairs)) as u64
    };
    (needed + blocks.max(1)).max(trials + 1)
}

#[derive(Default)]
struct Space {
    positions: Vec<u32>,
    relative: Vec<u32>,
    merging: Merging,
    turned: Vec<u32>,
}

impl Metric for Serial {
    fn cell_count(&self) -> usize {
        self.values.iter().map(ValueCells::len).sum()
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let n = self.shape.cards();
        let [fixed_points, inversions, rising_sequences] = self.histograms_mut(cells);
        let [of_fixed_points, of_inversions, of_rising_sequences] = &self.values;
        let mut space = Space::default();
        let pairs = rows.chunks_exact(n).zip(rows.chunks_exact(n).skip(1));
        for ((earlier, later), trial) in pairs.zip(first_trial + 1..) {
            self.relative(earlier, later, &mut space);
            let relative = space.relative.as_slice();
            of_fixed_points.count(self.fixed_points.of(relative, &mut ()), fixed_points);
            of_inversions.count(self.inversions.of(relative, &mut space.merging), inversions);
            if COUNTED.is_counted(trial) {
                let sequences = self.rising_sequences.of(relative, &mut space.turned);
                of_rising_sequences.count(sequences, rising_sequences);
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let (set, first) = (decks.instruction_set(), decks.first_trial());
        if !COUNTED.keeps_groups(first, decks.trials() as u64) {
            return false;
        }
        let Some(relatives) = decks.relatives() else { return false };
        let (registers, mut inverter) = (decks.registers(), Inverter::new(set));
        let mut turned = vec![[0; LANES]; self.shape.cards()];
        let mut numbers: [Vec<u16>; 3] = Default::default();
        for (number, relative) in relatives.groups().enumerate() {
            // The first deck of a block has none before it.
            let lanes = usize::from(number == 0)..relative.lanes;
            let [fixed_points, inversions, rising_sequences] = &mut numbers;
            let mut here = [0; LANES];
            rencontres::fixed_points(set, relative.columns, &mut here);
            fixed_points.extend_from_slice(&here[lanes.clone()]);
            inversions::in_whole_decks(set, relative.columns, &mut here);
            inversions.extend_from_slice(&here[lanes.clone()]);
            if !COUNTED.is_counted(first + (number * LANES) as u64) {
                continue;
            }
            if let Some(registers) = registers {
                registers.relative_sequences(number, &mut here);
            } else {
                inverter.invert(relative, &mut turned);
                let mut rising = [0; LANES];
                columns::ascents(set, &turned, &mut rising);
                // A card of the earlier deck that lies after the one before it continues its sequence.
                here = rising.map(|rising| self.shape.cards() as u16 - u16::from(rising));
            }
            rising_sequences.extend_from_slice(&here[lanes]);
        }
        let each = self.values.iter().zip(&numbers).zip(self.histograms_mut(cells));
        for ((values, numbers), cells) in each {
            values.count_all(numbers, &mut decks.counting(), cells);
        }
        true
    }

    /// Enough if all decks are in one block; of more blocks the judgement says how many more it takes.
    fn trials_needed(&self) -> u64 {
        let pairs = |values: &ValueCells| FEWEST_TRIALS.max(histogram::trials_needed(values.law()));
        self.values.iter().map(pairs).max().unwrap_or(0) + 1
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_each(tally, |_, histogram| histogram.trials)
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        self.judge_each(tally, |test, _| Self::pairs_of(test, trials))
    }

    fn score_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Score> {
        let pairs = Self::pairs_of(TESTS.get(index)?, trials);
        number::score_for(&self.histogram(tally, index), pairs)
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let [.., histogram] = self.histograms(tally);
        Some(Exhibit::Histogram { test: RISING_SEQUENCES.id, histogram })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decks, Rows};
    use itertools::Itertools;
    use std::collections::HashMap;

    fn serial(cards: usize) -> Serial {
        Serial::new(Shape::whole(cards)).unwrap()
    }

    fn relative(serial: &Serial, earlier: &[u8], later: &[u8]) -> Vec<u32> {
        let mut space = Space::default();
        serial.relative(earlier, later, &mut space);
        space.relative
    }

    #[test]
    fn of_independent_uniform_decks_all_pairs_are_uniform_and_independent() {
        let (serial, orders) = (serial(3), (0..3_u8).permutations(3).collect_vec());
        let mut counts: HashMap<[Vec<u32>; 2], u32> = HashMap::new();
        for decks in (0..3).map(|_| &orders).multi_cartesian_product() {
            let pair = |t: usize| relative(&serial, decks[t], decks[t + 1]);
            *counts.entry([pair(0), pair(1)]).or_default() += 1;
        }
        assert_eq!(counts.len(), 36);
        assert!(counts.values().all(|&count| count == 6));
    }

    #[test]
    fn a_deck_that_is_shuffled_on_shows_the_shuffle() {
        // The last deck is cut: its last two cards come first.
        let (serial, earlier) = (serial(5), [3, 0, 4, 1, 2]);
        assert_eq!(relative(&serial, &earlier, &[1, 2, 3, 0, 4]), [3, 4, 0, 1, 2]);
        assert_eq!(relative(&serial, &earlier, &earlier), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn pairs_do_not_cross_blocks() {
        let serial = serial(3);
        let rows: [u8; 12] = [0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1, 0];
        let pairs = |blocks: &[&[u8]]| {
            let mut tally = Tally::new(serial.cell_count());
            for rows in blocks {
                tally.observe(&serial, &Decks::new(serial.shape, 0, Rows::Narrow(rows)));
            }
            serial.histograms(&tally).map(|histogram| histogram.trials)
        };
        assert_eq!(pairs(&[&rows]), [3; 3]);
        assert_eq!(pairs(&[&rows[..6], &rows[6..]]), [2; 3]);
        assert_eq!(pairs(&[&rows[..3], &rows[3..6]]), [0; 3]);
    }

    #[test]
    fn blocks_cost_a_deck_each() {
        assert_eq!(decks_for(200, 0, 0), 201);
        assert_eq!(decks_for(200, 200, 199), 201);
        // Blocks of two decks: half of them are pairs.
        assert_eq!(decks_for(200, 300, 150), 400);
    }
}
