//! Decks with a number that hardly any deck has.
#![doc = include_str!("extremes.md")]

use crate::{
    Card, Decks, Judgement, Metric, Shape, Tally, ascents,
    costs::Cost,
    decks::in_rows,
    distribution::binomial,
    effect::ExtremeCount,
    eulerian,
    judgement::Evidence,
    largest,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    number::{self, FEWEST_TRIALS, IntegerStatistic, in_groups},
    numbers::{
        Cycles, FixedPoints, Footrule, Inversions, Lis, Records, RisingSequences, Successions,
    },
    place::Place,
    table::judge,
};
use shuffle_deck::{Column, LANES, columns};

pub(crate) const EXTREMES: TestEntry = TestEntry {
    title: prose! { "decks with an extreme number, against the far tails of nine exact laws" },
    sees: prose! { "gross but rare faults: once in 1,000 decks only two riffles, only ten swaps, or half the deck in order" },
    blind_to: prose! { "decks that are all a little off; rare faults that leave all nine numbers within what one uniform deck in 1,000 \
    has" },
    cost: Cost::of(4.0, 0.0),
    ..TestEntry::new("extremes", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[EXTREMES], |shape| Ok(Box::new(Extremes::new(shape)?)));

/// Values are examined one threshold at a time where the tail beyond them is below this: bins hold far more.
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

    /// Counts a value, with its distance to either side, at the outermost threshold that it reaches.
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

/// Counts the decks of a block by the thresholds that they reach.
type CountFar = Box<dyn Fn(&Thresholds, &Decks<'_>, &mut [u64]) + Send + Sync>;

/// A number whose far tails are tested, with the text before and after a value: `BEFORE 4 NOUN or fewer`.
struct FarTails {
    thresholds: Thresholds,
    before: &'static str,
    noun: &'static str,
    count: CountFar,
}

impl FarTails {
    fn said(&self, value: usize, side: Side) -> Place {
        let or = match side {
            Side::High => " or more",
            Side::Low if self.noun.is_empty() => " or less",
            Side::Low => " or fewer",
        };
        Place::from(self.before).number(value).text(self.noun).text(or)
    }
}

/// The far ends of a number, if it applies to the shape, has a table of its law, and is ever rare.
fn ends<N: IntegerStatistic + 'static>(
    shape: Shape,
    before: &'static str,
    noun: &'static str,
) -> Option<FarTails> {
    let number = N::new(shape).ok().filter(|number| number.approximated().is_none())?;
    let thresholds = Thresholds::of(&number::cached(N::TEST.id, shape, || number.law()));
    let is_ever_rare = thresholds.len() > 0;
    let count = move |thresholds: &Thresholds, decks: &Decks<'_>, cells: &mut [u64]| {
        count_far(&number, thresholds, decks, cells);
    };
    is_ever_rare.then(|| FarTails { thresholds, before, noun, count: Box::new(count) })
}

/// Counts the decks whose number reaches a threshold.
fn count_far<N: IntegerStatistic>(
    number: &N,
    thresholds: &Thresholds,
    decks: &Decks<'_>,
    cells: &mut [u64],
) {
    fn each_number<N: IntegerStatistic, C: Card>(
        number: &N,
        rows: &[C],
        mut take: impl FnMut(usize),
        dealt: usize,
    ) {
        let mut scratch = N::Scratch::default();
        rows.chunks_exact(dealt).for_each(|row| take(number.of(row, &mut scratch)));
    }
    let (low, high) = thresholds.inner();
    // From 1 on, so that a value of 0 can be below all that is examined.
    let first = low.map_or(0, |low| low + 1) as u16;
    let last = u16::try_from(high).unwrap_or(u16::MAX);
    let read = decks.numbers(number, |numbers| {
        for group in numbers.chunks(LANES) {
            // Without a branch for each deck: only one in hundreds goes so far.
            let out = group.iter().fold(false, |out, &v| out | (v < first) | (v >= last));
            if out {
                let far = group.iter().filter(|&&v| v < first || v >= last);
                far.for_each(|&v| thresholds.count(v.into(), cells));
            }
        }
    });
    if !read {
        let take = |value| thresholds.count(value, cells);
        in_rows!(decks, rows => each_number(number, rows, take, decks.shape().dealt()));
    }
}

/// The ascents of a deck, which have a metric of their own.
struct AscentNumber(Shape);

impl IntegerStatistic for AscentNumber {
    const TEST: TestEntry = ascents::ASCENTS;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            2..=eulerian::LARGEST => Ok(Self(shape)),
            _ => Err(NotApplicable::new("the Eulerian law is tabulated for 2 to 4,096 cards")),
        }
    }

    fn law(&self) -> Vec<f64> {
        eulerian::law(self.0.dealt())
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        row.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            let mut rising = [0; LANES];
            columns::ascents(set, cards, &mut rising);
            *numbers = rising.map(u16::from);
        };
        in_groups(decks.columns(), read, count)
    }
}

/// Counts decks at the far ends of nine numbers. The first cell counts all decks.
pub(crate) struct Extremes {
    numbers: Vec<FarTails>,
}

impl Extremes {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let numbers = [
            ends::<FixedPoints>(shape, "", " cards in place"),
            ends::<Cycles>(shape, "", " cycles"),
            ends::<Records>(shape, "", " records"),
            ends::<AscentNumber>(shape, "", " ascents"),
            ends::<RisingSequences>(shape, "", " rising sequences"),
            ends::<Inversions>(shape, "", " inversions"),
            ends::<Successions>(shape, "", " successions"),
            ends::<Footrule>(shape, "a half footrule of ", ""),
            ends::<Lis>(shape, "a longest increasing subsequence of ", ""),
        ];
        let numbers: Vec<_> = numbers.into_iter().flatten().collect();
        if numbers.is_empty() {
            return Err(NotApplicable::new("with this few cards no number is rare"));
        }
        Ok(Self { numbers })
    }

    /// The number of thresholds of all numbers.
    fn tails(&self) -> usize {
        self.numbers.iter().map(|number| number.thresholds.len()).sum()
    }

    /// Each threshold of each number with the number of decks that go so far.
    fn reached<'a>(
        &'a self,
        tally: &'a Tally,
    ) -> impl Iterator<Item = (&'a FarTails, Threshold, Side, u64)> {
        let mut cells = &tally.cells()[1..];
        self.numbers.iter().flat_map(move |number| {
            let here = cells.split_off(..number.thresholds.len()).expect("its own cells");
            let reached = number.thresholds.reached(here);
            reached.map(move |(threshold, side, count)| (number, threshold, side, count))
        })
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (trials, tails) = (tally.trials(), self.tails() as u64);
        let rarest = self.reached(tally).map(|(_, it, ..)| it.tail.ln()).fold(0.0, f64::min);
        let looks = self.reached(tally).map(|(number, it, side, count)| {
            (binomial::ln_sf(count, trials, it.tail), (number, it, side, count))
        });
        let seen = largest::first_smallest(looks.filter(|(ln_tail, _)| *ln_tail < 0.0));
        let (smallest, what, count, expected) = match seen {
            Some((smallest, (number, it, side, count))) => {
                (smallest, number.said(it.value, side), count, it.tail)
            }
            None => (0.0, Place::from("no number that is rarer than 1 in 1,000"), 0, 0.0),
        };
        let seen = ExtremeCount { what, count, of: trials, unit: "decks", expected };
        Evidence::of_tails(smallest, tails, rarest * trials as f64, seen.effect(tails))
    }
}

impl Metric for Extremes {
    fn cells(&self) -> usize {
        1 + self.tails()
    }

    /// Each number reads rows or columns, whichever it can.
    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let (all, mut cells) = cells.split_at_mut(1);
        all[0] += decks.trials() as u64;
        for number in &self.numbers {
            let here = cells.split_off_mut(..number.thresholds.len()).expect("its own cells");
            (number.count)(&number.thresholds, decks, here);
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
    use crate::Rows;

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
    fn of_all_decks_of_seven_cards_as_many_go_so_far_as_the_tails_say() {
        use itertools::Itertools;
        let shape = Shape::whole(7);
        let metric = Extremes::new(shape).unwrap();
        let rows: Vec<u8> = (0..7_u8).permutations(7).flatten().collect();
        let tally = crate::testing::tally(&metric, shape, Rows::Narrow(&rows));
        assert_eq!(tally.trials(), 5_040);
        for (_, threshold, _, count) in metric.reached(&tally) {
            assert!((count as f64 - 5_040.0 * threshold.tail).abs() < 1e-9, "{threshold:?}");
        }
        assert!(metric.reached(&tally).count() >= 8);
    }
}
