//! The Lehmer digits: n fair dice in every deck.
#![doc = include_str!("lehmer.md")]

use super::digits::{Digits, MOST_CARDS};
use crate::{
    Card, Decks, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    size::rms::SPREAD_DECKS,
    summaries::SummarySize,
    table::{self, Below, Deviations, Slots, Table},
};
use shuffle_deck::InstructionSet;

pub(crate) const LEHMER: TestEntry = TestEntry {
    title: prose! { "Lehmer digits (each card's rank among the cards left), chi-square of each" },
    sees: prose! { "draws that are not uniform: wrong ranges, short words, naive shuffles, too few swaps" },
    blind_to: prose! { "draws that are uniform but depend on each other" },
    cost: Cost::of(8.0, 1.0),
    ..TestEntry::new("lehmer", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[LEHMER], |shape| Ok(Box::new(Lehmer::new(shape)?)));

/// Counts digits: position after position, cell a of a position holds how often its digit was a.
#[derive(Clone, Debug)]
pub(crate) struct Lehmer {
    shape: Shape,
    /// The values of each digit that has a choice.
    digits: Slots,
}

impl Lehmer {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() > MOST_CARDS {
            return Err(NotApplicable(format!(
                "digits are counted of up to {MOST_CARDS} cards; `position` and `pair-order` judge more"
            )));
        }
        Ok(Self { shape, digits: Slots::even(radices(shape)) })
    }

    /// Each digit counts the same, however many values it has.
    fn evidence(&self, tally: &Tally) -> Evidence {
        let table = Table {
            form: self.digits.pearson(tally.trials(), tally.cells()),
            deviations: Deviations::of_slots(tally, &self.digits, <[u32]>::to_vec),
            effects: [effect_kind::RMS_DIGIT_DEVIATION, effect_kind::LARGEST_DIGIT_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: self.digits.sensitivity(),
        };
        table.evidence(|cell, _| {
            let (position, digit) = self.digits.locate(cell);
            Place::from("position ").position(position).text(", digit ").number(digit)
        })
    }
}

/// The number of values of each digit that has at least two.
fn radices(shape: Shape) -> impl Iterator<Item = usize> {
    (0..shape.dealt()).map(move |position| shape.cards() - position).filter(|&radix| radix >= 2)
}

impl Metric for Lehmer {
    fn cells(&self) -> usize {
        self.digits.cells()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut digits = Digits::default();
        for row in rows.chunks_exact(self.shape.dealt()) {
            let mut first = 0;
            for (&digit, radix) in
                digits.of(row, self.shape.cards()).iter().zip(radices(self.shape))
            {
                cells[first + usize::from(digit)] += 1;
                first += radix;
            }
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let set = decks.instruction_set();
        // Without instructions that count ones in vectors, one cell after the other is as fast.
        if set == InstructionSet::PORTABLE {
            return false;
        }
        let Some(digits) = decks.digits() else { return false };
        decks.counting().add_each(digits, radices(self.shape), cells);
        true
    }

    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SPREAD_DECKS, self.digits.number())
    }

    /// The digits that have a choice.
    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let mut digits = Digits::default();
        let digits = digits.of(row, self.shape.cards()).iter().map(|&digit| u32::from(digit));
        words.extend(digits.take(self.digits.number()));
    }

    fn trials_needed(&self) -> u64 {
        self.digits.trials_needed()
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), self.trials_needed()];
        table::judge([LEHMER.id], trials, || [self.evidence(tally)])
    }
}
