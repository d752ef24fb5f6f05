//! How a number from a large range follows from the numbers before it.
#![doc = include_str!("serial-numbers.md")]

use super::{DOUBLINGS, Look, NumberRange, doublings, evidence, of_ends};
#[cfg(test)]
use crate::largest::Cell;
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    judgement::{Evidence, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::{Place, Word},
};
use shuffle_deck::DrawKind;
use std::ops::Range;

pub(crate) const SERIAL_NUMBERS: TestEntry = TestEntry {
    title: prose! { "the steps from a number of a large range to the next ones, and its last bits and part after the previous number's" },
    sees: prose! { "counters, sorted numbers, small steps, last bits of a short period (linear congruential generators)" },
    blind_to: prose! { "steps over more than 12 numbers, and good linear congruential generators that show their first bits only" },
    explains: true,
    cost: Cost::of(100.0, 0.0),
    ..TestEntry::new("serial-numbers", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Replacement],
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[SERIAL_NUMBERS], |shape| Ok(Box::new(SerialNumbers::new(shape)?)))
};

/// Remainders modulo this, and parts of the range, of a number and of the next.
const CLASSES: usize = 1 << 4;

/// The distances over which steps are counted, and the parts of the range in which they lie.
const LAGS: [usize; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
const PARTS: usize = 1 << 8;

/// The cells of a lag, and the first of them.
const OF_LAG: usize = PARTS + 2 * DOUBLINGS;
const LAGS_FROM: usize = 2 * CLASSES * CLASSES;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SerialNumbers(NumberRange);

/// What a class of pairs is.
enum PairName {
    Residues { first: usize, next: usize, modulus: usize },
    Parts { first: usize, next: usize, parts: usize },
    Steps { steps: Range<u64>, lag: usize },
    Near { most: u64, lag: usize },
}

impl SerialNumbers {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        Ok(Self(NumberRange::new(shape)?))
    }

    fn place(&self, name: &PairName) -> Place {
        match *name {
            PairName::Residues { first, next, modulus } => {
                let class = |remainder| Place::from(Word::Class { remainder, modulus });
                class(next).text(" after ").and(class(first))
            }
            PairName::Parts { first, next, parts } => {
                let of = |part| self.0.place(Place::from("numbers"), part, parts);
                of(next).text(" after ").and(of(first))
            }
            PairName::Steps { ref steps, lag } => {
                // Around the range, a long step up is a step down.
                let ([from, to], way) = match steps.start > self.0.n / 2 {
                    true => ([self.0.n - (steps.end - 1), self.0.n - steps.start], " down"),
                    false => ([steps.start, steps.end - 1], " up"),
                };
                let what = Place::from("steps of ").number(from as usize).text(" to ");
                let what = what.number(to as usize).text(way);
                match lag {
                    1 => what.text(" from a number to the next"),
                    _ => what.text(" over ").number(lag).text(" numbers"),
                }
            }
            PairName::Near { most, lag } => {
                let what = Place::from("numbers within ").number(most as usize);
                match lag {
                    1 => what.text(" of the one before"),
                    _ => what.text(" of the one ").number(lag).text(" before"),
                }
            }
        }
    }

    /// The next number's class after each class of the first, folded to `classes` by `fold`.
    fn pairs(
        cells: &[u64],
        classes: usize,
        fold: impl Fn(usize) -> usize,
        look: &mut dyn FnMut(usize, usize, [u64; 2]),
    ) {
        let mut counts = vec![0; classes * classes];
        for (at, count) in cells.iter().enumerate() {
            counts[fold(at / CLASSES) * classes + fold(at % CLASSES)] += count;
        }
        for (first, counts) in counts.chunks_exact(classes).enumerate() {
            let all = counts.iter().sum();
            counts.iter().enumerate().for_each(|(next, &count)| look(first, next, [count, all]));
        }
    }

    fn looks(&self, cells: &[u64]) -> [Vec<Look<PairName>>; 2] {
        let (range, mut groups) = (self.0, [Vec::new(), Vec::new()]);
        let (residues, parts) = cells[..LAGS_FROM].split_at(CLASSES * CLASSES);
        for bits in 1..=CLASSES.ilog2() {
            let (classes, group) = (1 << bits, usize::from(bits > 2));
            Self::pairs(residues, classes, |at| at % classes, &mut |first, next, counts| {
                let chance = range.share_of_class(next as u64, classes as u64);
                let name = PairName::Residues { first, next, modulus: classes };
                groups[group].extend(Look::new(counts, chance, name));
            });
            Self::pairs(parts, classes, |at| at * classes / CLASSES, &mut |first, next, counts| {
                let chance = range.chance(&range.numbers(next, classes));
                let name = PairName::Parts { first, next, parts: classes };
                groups[1].extend(Look::new(counts, chance, name));
            });
        }
        for (&lag, cells) in LAGS.iter().zip(cells[LAGS_FROM..].chunks_exact(OF_LAG)) {
            let (counts, ends) = cells.split_at(PARTS);
            let all = counts.iter().sum();
            for bits in 1..=PARTS.ilog2() {
                let group = usize::from(lag > 1 || bits > 4);
                for (part, counts) in counts.chunks_exact(PARTS >> bits).enumerate() {
                    let steps = range.numbers(part, 1 << bits);
                    let (chance, count) = (range.chance(&steps), counts.iter().sum());
                    let name = PairName::Steps { steps, lag };
                    groups[group].extend(Look::new([count, all], chance, name));
                }
            }
            // A step up of less than a part, or down of no more than one.
            for bits in 2..=PARTS.ilog2() {
                let near = PARTS >> bits;
                let count = counts[..near].iter().chain(&counts[PARTS - near..]).sum();
                let [up, down] = [0, (1 << bits) - 1].map(|part| range.numbers(part, 1 << bits));
                let name = PairName::Near { most: down.end - down.start, lag };
                let chance = range.chance(&up) + range.chance(&down);
                groups[usize::from(lag > 1)].extend(Look::new([count, all], chance, name));
            }
            groups[1].extend(of_ends(range, ends, PARTS).filter_map(|(count, steps)| {
                Look::new([count, all], range.chance(&steps), PairName::Steps { steps, lag })
            }));
        }
        groups
    }

    fn evidence(&self, cells: &[u64]) -> Evidence {
        evidence(&self.looks(cells), "pairs", |name| self.place(name))
    }

    /// All classes with their counts and names.
    #[cfg(test)]
    pub(super) fn all_looks(&self, cells: &[u64]) -> Vec<(Cell, Place)> {
        let all = self.looks(cells).into_iter().flatten();
        all.map(|look| (look.cell, self.place(&look.name))).collect()
    }

    #[cfg(test)]
    pub(super) fn of_range(range: NumberRange) -> Self {
        Self(range)
    }
}

impl Metric for SerialNumbers {
    fn cells(&self) -> usize {
        LAGS_FROM + LAGS.len() * OF_LAG
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let NumberRange { n, dealt, width } = self.0;
        let all = rows.chunks_exact(width).flat_map(|row| &row[..dealt]);
        let numbers: Vec<u64> = all.map(|number| number.index() as u64).collect();
        // Pairs that have no number in common do not depend on each other.
        for pair in numbers.chunks_exact(2) {
            let remainder = |at: usize| (pair[at] % CLASSES as u64) as usize;
            cells[remainder(0) * CLASSES + remainder(1)] += 1;
            let part = |at: usize| self.0.part(pair[at], CLASSES);
            cells[CLASSES * CLASSES + part(0) * CLASSES + part(1)] += 1;
        }
        for (&lag, cells) in LAGS.iter().zip(cells[LAGS_FROM..].chunks_exact_mut(OF_LAG)) {
            for (first, next) in numbers.iter().zip(numbers.iter().skip(lag)) {
                let step = if next >= first { next - first } else { n + next - first };
                cells[self.0.part(step, PARTS)] += 1;
                cells[PARTS + doublings(step, n)] += 1;
                cells[PARTS + DOUBLINGS + doublings(n - 1 - step, n)] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        if self.0.dealt > 1 { 1 } else { 2 }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        // Blocks of one number have no pairs.
        let is_open = tally.cells()[LAGS_FROM..][..PARTS].iter().any(|&count| count > 0);
        let outcome = match is_open {
            true => Outcome::Judged(self.evidence(tally.cells())),
            false => Outcome::too_few(tally.trials(), self.trials_needed()),
        };
        vec![Judgement { test: SERIAL_NUMBERS.id, outcome }]
    }
}
