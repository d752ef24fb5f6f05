//! Decks with a number that hardly any deck has.
#![doc = include_str!("extremes.md")]

mod ascending;
mod entry;

use ascending::Ascents;
pub(crate) use entry::EXTREMES;

use crate::{
    Card, Decks, Judgement, Metric, Rows, Shape, Tally,
    distribution::binomial,
    effect::ExtremeCount,
    judgement::Evidence,
    metric::{MetricEntry, NotApplicable},
    number::{self, FEWEST_TRIALS, IntegerStatistic},
    numbers::{
        Cycles, FixedPoints, Footrule, Inversions, Lis, Records, RisingSequences, Successions,
    },
    place::Place,
    table::judge,
};
use shuffle_deck::LANES;

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[EXTREMES], |shape| Ok(Box::new(Extremes::new(shape)?)));

/// Values are looked at one threshold at a time where the tail beyond them is below this: bins hold far more.
const SWALLOWED: f64 = 1e-3;

/// From one threshold to the next the tail falls to this share at least. More thresholds would see hardly more, and cost
/// each other their part of the level.
const STEP: f64 = 0.1;

/// Tails below this count as this much, near where floats end: the binomial tails are upper bounds then.
const LEAST_TAIL: f64 = 1e-290;

/// A value of a number, and the probability of going so far.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Threshold {
    value: usize,
    tail: f64,
}

/// The thresholds on either side of a law, the outermost first.
#[derive(Clone, Debug, PartialEq)]
struct Thresholds {
    low: Vec<Threshold>,
    high: Vec<Threshold>,
}

impl Thresholds {
    fn of(law: &[f64]) -> Self {
        let rising = law.iter().copied().enumerate();
        Self { low: side(rising.clone()), high: side(rising.rev()) }
    }

    fn len(&self) -> usize {
        self.low.len() + self.high.len()
    }

    /// Counts a value, which is so far out on one side or the other, beside the outermost threshold that it reaches.
    fn count(&self, value: usize, cells: &mut [u64]) {
        let (low, high) = cells.split_at_mut(self.low.len());
        if let Some(reached) = self.low.iter().position(|it| value <= it.value) {
            low[reached] += 1;
        }
        if let Some(reached) = self.high.iter().position(|it| value >= it.value) {
            high[reached] += 1;
        }
    }

    /// The values between which nothing is counted: above the first and below the second.
    fn inner(&self) -> (Option<usize>, usize) {
        let value = |side: &[Threshold]| side.last().map(|it| it.value);
        (value(&self.low), value(&self.high).unwrap_or(usize::MAX))
    }

    /// Each threshold with the number of decks that go so far.
    fn reached<'a>(
        &'a self,
        cells: &'a [u64],
    ) -> impl Iterator<Item = (Threshold, Side, u64)> + 'a {
        let (low, high) = cells.split_at(self.low.len());
        let sums = |thresholds: &'a [Threshold], cells: &'a [u64], side: Side| {
            let sums = cells.iter().scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            });
            thresholds.iter().zip(sums).map(move |(&it, sum)| (it, side, sum))
        };
        sums(&self.low, low, Side::Low).chain(sums(&self.high, high, Side::High))
    }
}

/// Thresholds from the far end inwards.
fn side(from_the_end: impl Iterator<Item = (usize, f64)>) -> Vec<Threshold> {
    let mut tail = 0.0;
    let tails = from_the_end.filter_map(|(value, p)| {
        tail += p;
        // A value that never comes goes no further than the one before it.
        (p > 0.0).then_some(Threshold { value, tail: f64::max(tail, LEAST_TAIL) })
    });
    let rare: Vec<Threshold> = tails.take_while(|it| it.tail < SWALLOWED).collect();
    let mut thresholds: Vec<Threshold> = Vec::new();
    for &threshold in rare.iter().rev() {
        if thresholds.last().is_none_or(|last| threshold.tail <= STEP * last.tail) {
            thresholds.push(threshold);
        }
    }
    thresholds.reverse();
    thresholds
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Low,
    High,
}

/// How a value of a number is said: `BEFORE 4 AFTER or fewer`.
struct Words {
    before: &'static str,
    after: [&'static str; 2],
}

/// A number whose far ends are looked at.
trait Ends: Send + Sync {
    fn thresholds(&self) -> &Thresholds;

    fn words(&self) -> &Words;

    fn count(&self, decks: &Decks<'_>, cells: &mut [u64]);
}

struct EndsOf<N> {
    number: N,
    thresholds: Thresholds,
    words: Words,
}

impl<N: IntegerStatistic> EndsOf<N> {
    fn in_rows<C: Card>(&self, rows: &[C], dealt: usize, cells: &mut [u64]) {
        let mut scratch = N::Scratch::default();
        for row in rows.chunks_exact(dealt) {
            self.thresholds.count(self.number.of(row, &mut scratch), cells);
        }
    }
}

impl<N: IntegerStatistic> Ends for EndsOf<N> {
    fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    fn words(&self) -> &Words {
        &self.words
    }

    fn count(&self, decks: &Decks<'_>, cells: &mut [u64]) {
        let (low, high) = self.thresholds.inner();
        // From 1 on, so that a value of 0 can be below all that is looked at.
        let first = low.map_or(0, |low| low + 1) as u16;
        let last = u16::try_from(high).unwrap_or(u16::MAX);
        let read = decks.numbers(&self.number, |numbers| {
            for group in numbers.chunks(LANES) {
                // Without a branch for each deck: only one in hundreds goes so far.
                let out = group.iter().fold(false, |out, &v| out | (v < first) | (v >= last));
                if out {
                    let far = group.iter().filter(|&&v| v < first || v >= last);
                    far.for_each(|&v| self.thresholds.count(v.into(), cells));
                }
            }
        });
        if !read {
            match decks.rows() {
                Rows::Narrow(rows) => self.in_rows(rows, decks.shape().dealt(), cells),
                Rows::Wide(rows) => self.in_rows(rows, decks.shape().dealt(), cells),
            }
        }
    }
}

/// Counts decks at the far ends of nine numbers. The first cell counts all decks.
pub(crate) struct Extremes {
    numbers: Vec<Box<dyn Ends>>,
}

impl Extremes {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let several = |noun: [&'static str; 2]| Words { before: "", after: noun };
        let of = |before: &'static str| Words { before, after: [" or less", " or more"] };
        let numbers = [
            ends::<FixedPoints>(
                shape,
                several([" cards in place or fewer", " cards in place or more"]),
            ),
            ends::<Cycles>(shape, several([" cycles or fewer", " cycles or more"])),
            ends::<Records>(shape, several([" records or fewer", " records or more"])),
            ends::<Ascents>(shape, several([" ascents or fewer", " ascents or more"])),
            ends::<RisingSequences>(
                shape,
                several([" rising sequences or fewer", " rising sequences or more"]),
            ),
            ends::<Inversions>(shape, several([" inversions or fewer", " inversions or more"])),
            ends::<Successions>(shape, several([" successions or fewer", " successions or more"])),
            ends::<Footrule>(shape, of("a half footrule of ")),
            ends::<Lis>(shape, of("a longest increasing subsequence of ")),
        ];
        let numbers: Vec<_> = numbers.into_iter().flatten().collect();
        if numbers.is_empty() {
            return Err(NotApplicable::new("of so few cards no number is rare"));
        }
        Ok(Self { numbers })
    }

    /// The number of thresholds of all numbers.
    fn tails(&self) -> usize {
        self.numbers.iter().map(|number| number.thresholds().len()).sum()
    }

    /// The clearest of all thresholds: the logarithm of its tail, and what was seen.
    fn clearest(&self, tally: &Tally) -> (f64, Option<ExtremeCount>) {
        let (trials, mut cells) = (tally.trials(), &tally.cells()[1..]);
        let (mut smallest, mut seen) = (0.0, None);
        for number in &self.numbers {
            let (here, rest) = cells.split_at(number.thresholds().len());
            cells = rest;
            for (threshold, side, count) in number.thresholds().reached(here) {
                let ln_tail = binomial::ln_sf(count, trials, threshold.tail);
                if ln_tail < smallest {
                    let what = number.words().said(threshold.value, side);
                    let (expected, of) = (threshold.tail, trials);
                    smallest = ln_tail;
                    seen = Some(ExtremeCount { what, count, of, unit: "decks", expected });
                }
            }
        }
        (smallest, seen)
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let tails = self.tails() as u64;
        let (smallest, seen) = self.clearest(tally);
        let thresholds = self.numbers.iter().flat_map(|number| {
            let Thresholds { low, high } = number.thresholds();
            low.iter().chain(high)
        });
        let least = thresholds.map(|it| it.tail.ln()).fold(0.0, f64::min);
        let seen = seen.unwrap_or_else(|| ExtremeCount {
            what: Place::from("no number that is rarer than 1 in 1,000"),
            count: 0,
            of: tally.trials(),
            unit: "decks",
            expected: 0.0,
        });
        Evidence::of_tails(smallest, tails, least * tally.trials() as f64, seen.effect(tails))
    }
}

impl Words {
    fn said(&self, value: usize, side: Side) -> Place {
        let after = self.after[usize::from(side == Side::High)];
        Place::from(self.before).number(value).text(after)
    }
}

/// The far ends of a number, if it applies to the shape, has a table of its law, and is ever rare.
fn ends<N: IntegerStatistic + 'static>(shape: Shape, words: Words) -> Option<Box<dyn Ends>> {
    let number = N::new(shape).ok().filter(|number| number.approximated().is_none())?;
    let law = number::cached(N::TEST.id, shape, || number.law());
    let thresholds = Thresholds::of(&law);
    (thresholds.len() > 0).then(|| Box::new(EndsOf { number, thresholds, words }) as Box<dyn Ends>)
}

impl Metric for Extremes {
    fn cell_count(&self) -> usize {
        1 + self.tails()
    }

    /// Each number reads rows or columns, whichever it can.
    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let (all, mut cells) = cells.split_at_mut(1);
        all[0] += decks.trials() as u64;
        for number in &self.numbers {
            let here = cells.split_off_mut(..number.thresholds().len()).expect("its own cells");
            number.count(decks, here);
        }
        true
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([EXTREMES.id], [tally.trials(), FEWEST_TRIALS], || [self.evidence(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eulerian;

    #[test]
    fn thresholds_fall_by_tens_from_the_far_end_and_their_tails_are_those_of_the_law() {
        let law = eulerian::law(52);
        let Thresholds { low, high } = Thresholds::of(&law);
        // The law of ascents is symmetric.
        assert_eq!(low.len(), high.len());
        for (low, high) in low.iter().zip(&high) {
            assert_eq!(low.value, 51 - high.value);
            assert!((low.tail / high.tail - 1.0).abs() < 1e-12);
            let tail: f64 = law[..=low.value].iter().sum();
            assert!((low.tail / tail - 1.0).abs() < 1e-12 && tail < SWALLOWED, "{low:?}");
        }
        assert!(low.windows(2).all(|pair| pair[0].tail <= STEP * pair[1].tail));
        // One deck in 52! is in order.
        assert!((low[0].tail.log10() + 67.9).abs() < 1.0, "{low:?}");
    }

    #[test]
    fn a_law_beyond_floats_has_tails_that_are_no_smaller_than_floats() {
        let Thresholds { low, high } = Thresholds::of(&eulerian::law(300));
        assert!(low.iter().chain(&high).all(|it| it.tail >= LEAST_TAIL && it.value < 300));
    }

    #[test]
    fn values_are_counted_once_a_side_and_added_up_from_the_far_end() {
        let thresholds = Thresholds {
            low: vec![Threshold { value: 0, tail: 1e-9 }, Threshold { value: 2, tail: 1e-4 }],
            high: vec![Threshold { value: 9, tail: 1e-5 }],
        };
        let mut cells = vec![0; 3];
        [0, 0, 1, 2, 3, 8, 9, 12].iter().for_each(|&value| thresholds.count(value, &mut cells));
        assert_eq!(cells, [2, 2, 2]);
        let reached: Vec<u64> = thresholds.reached(&cells).map(|(.., count)| count).collect();
        assert_eq!(reached, [2, 4, 2]);
    }

    #[test]
    fn of_all_decks_of_seven_cards_as_many_go_so_far_as_the_tails_say() {
        use itertools::Itertools;
        let shape = Shape::whole(7);
        let metric = Extremes::new(shape).unwrap();
        let rows: Vec<u8> = (0..7_u8).permutations(7).flatten().collect();
        let mut tally = Tally::new(metric.cell_count());
        tally.observe(&metric, &Decks::new(shape, 0, Rows::Narrow(&rows)));
        let (trials, mut cells) = (tally.trials() as f64, &tally.cells()[1..]);
        assert_eq!(trials, 5_040.0);
        let mut compared = 0;
        for number in &metric.numbers {
            let (here, rest) = cells.split_at(number.thresholds().len());
            cells = rest;
            for (threshold, _, count) in number.thresholds().reached(here) {
                assert!((count as f64 - trials * threshold.tail).abs() < 1e-9, "{threshold:?}");
                compared += 1;
            }
        }
        assert!(compared >= 8, "{compared}");
    }
}
