//! Each deck against the one before it.
#![doc = include_str!("serial-rising-sequences.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    classes::ValueCells,
    costs::Cost,
    histogram,
    histogram::Histogram,
    judgement::{Outcome, Score},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    number::{self, FEWEST_TRIALS, IntegerStatistic, whole_decks_only},
    numbers::RisingSequences,
    thinned::Thinned,
    views::Inverter,
};
use shuffle_deck::{LANES, columns};

const RISING_SEQUENCES: TestEntry = TestEntry {
    title: prose! { "histogram of rising sequences relative to the deck before" },
    sees: prose! { "the last deck shuffled further by a few swaps or riffles: seven riffles within 1,000 decks of 52, nine within 3,000" },
    blind_to: prose! { "repeats that are not neighbors; seven riffles, if each deck starts afresh" },
    cost: Cost::of(15.0, 0.0),
    ..TestEntry::new("serial-rising-sequences", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[RISING_SEQUENCES], |shape| Ok(Box::new(Serial::new(shape)?)))
};

/// Counts the rising sequences of each deck relative to the one before it.
///
/// Null hypothesis: the decks are uniform and independent. For whole decks of any size; numbers whose laws are not
/// tabulated are counted in [classes](crate::classes), as they are for single decks.
#[derive(Clone, Debug)]
pub(crate) struct Serial {
    shape: Shape,
    rising_sequences: RisingSequences,
    values: ValueCells,
}

/// The decks whose rising sequences are counted.
const COUNTED: Thinned = Thinned { all: 1 << 18 };

impl Serial {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        let rising_sequences = RisingSequences::new(shape)?;
        let values = number::cells_of(&rising_sequences, shape);
        Ok(Self { shape, rising_sequences, values })
    }

    fn histogram(&self, tally: &Tally) -> Histogram {
        let counts = &tally.cells()[..self.values.len()];
        self.values.histogram(counts[..self.values.law().len()].iter().sum(), counts)
    }

    /// Judges the histogram in the bins for this many pairs.
    fn judge_pairs(&self, tally: &Tally, histogram: &Histogram, pairs: u64) -> Vec<Judgement> {
        let outcome = match number::judge_for(histogram, pairs) {
            Outcome::TooFewTrials { needed, .. } => {
                let needed = decks_for(needed, tally.trials(), histogram.trials);
                Outcome::too_few(tally.trials(), needed)
            }
            outcome => outcome,
        };
        vec![Judgement { test: RISING_SEQUENCES.id, outcome }]
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
    turned: Vec<u32>,
}

impl Metric for Serial {
    fn cells(&self) -> usize {
        self.values.len()
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let n = self.shape.cards();
        let mut space = Space::default();
        let pairs = rows.chunks_exact(n).zip(rows.chunks_exact(n).skip(1));
        for ((earlier, later), trial) in pairs.zip(first_trial + 1..) {
            if COUNTED.is_counted(trial) {
                self.relative(earlier, later, &mut space);
                let sequences = self.rising_sequences.of(&space.relative, &mut space.turned);
                self.values.count(sequences, cells);
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
        let mut numbers: Vec<u16> = Vec::new();
        for (number, relative) in relatives.groups().enumerate() {
            if !COUNTED.is_counted(first + (number * LANES) as u64) {
                continue;
            }
            let mut here = [0; LANES];
            if let Some(registers) = registers {
                registers.relative_sequences(number, &mut here);
            } else {
                inverter.invert(relative, &mut turned);
                let mut rising = [0; LANES];
                columns::ascents(set, &turned, &mut rising);
                // A card of the earlier deck that lies after the one before it continues its sequence.
                here = rising.map(|rising| self.shape.cards() as u16 - u16::from(rising));
            }
            // The first deck of a block has none before it.
            numbers.extend_from_slice(&here[usize::from(number == 0)..relative.lanes]);
        }
        self.values.count_all(&numbers, &mut decks.counting(), cells);
        true
    }

    /// Enough if all decks are in one block; of more blocks the judgement says how many more it takes.
    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS.max(histogram::trials_needed(self.values.law())) + 1
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let histogram = self.histogram(tally);
        self.judge_pairs(tally, &histogram, histogram.trials)
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        self.judge_pairs(tally, &self.histogram(tally), COUNTED.counted(trials))
    }

    fn score_for(&self, _: usize, tally: &Tally, trials: u64) -> Option<Score> {
        number::score_for(&self.histogram(tally), COUNTED.counted(trials))
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let histogram = self.histogram(tally);
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
            let mut tally = Tally::new(serial.cells());
            for rows in blocks {
                tally.observe(&serial, &Decks::new(serial.shape, 0, Rows::Narrow(rows)));
            }
            serial.histogram(&tally).trials
        };
        assert_eq!(pairs(&[&rows]), 3);
        assert_eq!(pairs(&[&rows[..6], &rows[6..]]), 2);
        assert_eq!(pairs(&[&rows[..3], &rows[3..6]]), 0);
    }

    #[test]
    fn blocks_cost_a_deck_each() {
        assert_eq!(decks_for(200, 0, 0), 201);
        assert_eq!(decks_for(200, 200, 199), 201);
        // Blocks of two decks: half of them are pairs.
        assert_eq!(decks_for(200, 300, 150), 400);
    }
}
