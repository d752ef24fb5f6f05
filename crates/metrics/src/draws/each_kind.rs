//! Each kind of a pack by itself: its longest run, its first card, its cards in a hand.
#![doc = include_str!("longest-run.md")]

use super::{
    PACK, hypergeometric,
    kinds::{clearest_kind, pack_of},
    ln_choose,
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    histogram::Histogram,
    judgement::Outcome,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::{self, whole_decks_only},
    numbers::MOST_CELLS,
    place::Place,
    table::judge,
};
use shuffle_deck::Pack;

pub(crate) const LONGEST_RUN: TestEntry = TestEntry {
    title: prose! { "the longest run of cards of each kind, against its exact law" },
    sees: prose! { "mana screw and mana flood: runs of lands that are too long or too short" },
    blind_to: prose! { "where the run is" },
    cost: Cost::of(250.0, 0.0),
    ..TestEntry::new("longest-run", About::Orders)
};

pub(crate) const FIRST_OF_KIND: TestEntry = TestEntry {
    title: prose! { "cards before the first of each kind, against the exact law" },
    sees: prose! { "kinds that come to the top too soon or too late" },
    blind_to: prose! { "everything after the first card of each kind" },
    cost: Cost::of(19.0, 0.0),
    ..TestEntry::new("first-of-kind", About::Orders)
};

pub(crate) const OPENING_HAND: TestEntry = TestEntry {
    title: prose! { "how many of each kind the opening hand shows (a deal, or the first seven cards), against the hypergeometric law" },
    sees: prose! { "lands that come first in the list, suits or ranks that hands prefer" },
    blind_to: prose! { "everything after the opening hand" },
    explains: true,
    cost: Cost::of(16.0, 0.0),
    ..TestEntry::new("opening-hand", About::Hands)
};

pub(crate) const ENTRIES: [MetricEntry; 3] = [
    entry(&[LONGEST_RUN], |shape| build(shape, Feature::LongestRun)),
    entry(&[FIRST_OF_KIND], |shape| build(shape, Feature::First)),
    entry(&[OPENING_HAND], |shape| build(shape, Feature::Hand)),
];

const fn entry(tests: &'static [TestEntry], build: crate::metric::Build) -> MetricEntry {
    MetricEntry { draws: PACK, ..MetricEntry::new(tests, build) }
}

fn build(shape: Shape, feature: Feature) -> Result<Box<dyn crate::Metric>, NotApplicable> {
    Ok(Box::new(EachKind::new(shape, feature)?))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    LongestRun,
    /// The cards before its first.
    First,
    /// Its cards in the opening hand.
    Hand,
}

const HAND: usize = 7;

/// The most cards for which the law of the longest run is computed.
const MOST_CARDS: usize = 4_096;

/// Kinds beyond this number are too many histograms.
const MOST_KINDS: usize = 4_096;

/// Counts a number of each kind: kind after kind, a histogram of 128 values, the last of which is all beyond.
#[derive(Clone, Debug)]
pub(crate) struct EachKind {
    shape: Shape,
    pack: Pack,
    feature: Feature,
    hand: usize,
}

impl EachKind {
    pub(crate) fn new(shape: Shape, feature: Feature) -> Result<Self, NotApplicable> {
        let pack = pack_of(shape)?;
        if feature == Feature::LongestRun {
            whole_decks_only(shape)?;
        }
        if feature == Feature::LongestRun && shape.cards() > MOST_CARDS {
            let why = format!("the law of the longest run is worked out up to {MOST_CARDS} cards");
            return Err(NotApplicable(why));
        }
        if pack.kinds() > MOST_KINDS {
            return Err(NotApplicable(format!("handles at most {MOST_KINDS} kinds")));
        }
        // A deal is a hand of its size.
        let hand = if shape.is_whole() { HAND } else { shape.dealt() };
        let hand = hand.min(shape.cards() - 1);
        Ok(Self { shape, pack, feature, hand })
    }

    fn test(&self) -> &'static str {
        match self.feature {
            Feature::LongestRun => LONGEST_RUN.id,
            Feature::First => FIRST_OF_KIND.id,
            Feature::Hand => OPENING_HAND.id,
        }
    }

    fn law(&self, of_kind: usize) -> Vec<f64> {
        let (n, m) = (self.shape.cards(), of_kind);
        match self.feature {
            Feature::LongestRun => longest_run(n, m),
            Feature::First => waiting(n, m, self.shape.dealt()),
            Feature::Hand => hypergeometric(n, m, self.hand),
        }
    }

    fn histogram(&self, kind: usize, tally: &Tally, mut law: Vec<f64>) -> Histogram {
        let counts = tally.cells()[kind * MOST_CELLS..][..MOST_CELLS].to_vec();
        law.resize(MOST_CELLS, 0.0);
        Histogram { trials: tally.trials(), counts, law, classes: None }
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        const SAME: &str = "it is the same in all decks";
        let judge = |kind: usize, law: &Vec<f64>| match law.iter().any(|p| *p > 1.0 - 1e-12) {
            true => Outcome::not_applicable(SAME),
            false => {
                let histogram = self.histogram(kind, tally, law.clone());
                let whole = number::judge_for(&histogram, tally.trials());
                let in_words = |value| self.value_in_words(kind, value);
                number::with_values(whole, &histogram, "decks", &in_words)
            }
        };
        let of = (self.pack, tally.trials());
        let what = match self.feature {
            Feature::Hand => "the numbers in opening hands of the kind ",
            Feature::First => "the cards before the first of the kind ",
            Feature::LongestRun => "the longest runs of the kind ",
        };
        clearest_kind(of, |count| self.law(count), judge, [what, SAME])
    }

    /// "a hand with 1 of the kind land".
    fn value_in_words(&self, kind: usize, value: usize) -> Place {
        let [before, after] = match self.feature {
            Feature::Hand => ["a hand with ", " of the kind "],
            Feature::First => ["", " cards before the first of the kind "],
            Feature::LongestRun => ["a longest run of ", " of the kind "],
        };
        Place::from(before).number(value).text(after).card(kind)
    }
}

/// The law of the number of cards before the first of m of n, when `dealt` cards are dealt; the last cell holds all
/// larger numbers.
fn waiting(n: usize, m: usize, dealt: usize) -> Vec<f64> {
    let cells = MOST_CELLS.min(dealt.min(n - m) + 1);
    let (mut law, mut left) = (Vec::new(), 1.0);
    for x in 0..cells - 1 {
        let here = m as f64 / (n - x) as f64;
        law.push(left * here);
        left *= 1.0 - here;
    }
    law.push(left);
    law
}

/// The law of the longest run of m of n cards.
fn longest_run(n: usize, m: usize) -> Vec<f64> {
    let (gaps, share) = (n - m + 1, m as f64 / (n + 1) as f64);
    let ln_all = ln_choose(n, m) + gaps as f64 * (1.0 - share).ln() + m as f64 * share.ln();
    let (mut law, mut before) = (vec![0.0], 0.0);
    for longest in 1..m.min(MOST_CELLS - 1) {
        // The numbers of all gaps so far add up to x, and none is above the longest.
        let mut sums = vec![0.0; m + 1];
        sums[0] = 1.0;
        let weights: Vec<f64> =
            (0..=longest).map(|y| (1.0 - share) * share.powi(y as i32)).collect();
        for _ in 0..gaps {
            let mut next = vec![0.0; m + 1];
            // One gap takes y of what is left: sliding sum, weighted by powers of the share.
            let mut slide = 0.0;
            for x in 0..=m {
                slide = slide * share + sums[x];
                if x > longest {
                    slide -= sums[x - longest - 1] * share.powi(longest as i32 + 1);
                }
                next[x] = slide.max(0.0) * weights[0];
            }
            sums = next;
        }
        let within = (sums[m].ln() - ln_all).exp().min(1.0);
        law.push((within - before).max(0.0));
        before = within;
    }
    law.push((1.0 - before).max(0.0));
    law
}

impl Metric for EachKind {
    fn cells(&self) -> usize {
        MOST_CELLS * self.pack.kinds()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let kinds = self.pack.kinds();
        let (dealt, mut values) = (self.shape.dealt(), vec![0_usize; kinds]);
        for row in rows.chunks_exact(self.shape.width()) {
            let row = &row[..dealt];
            match self.feature {
                Feature::Hand => {
                    values.fill(0);
                    row[..self.hand].iter().for_each(|kind| values[kind.index()] += 1);
                }
                Feature::First => {
                    values.fill(dealt);
                    for (place, kind) in row.iter().enumerate().rev() {
                        values[kind.index()] = place;
                    }
                }
                Feature::LongestRun => {
                    values.fill(0);
                    for run in row.chunk_by(|a, b| a == b) {
                        let longest = &mut values[run[0].index()];
                        *longest = run.len().max(*longest);
                    }
                }
            }
            for (kind, &value) in values.iter().enumerate() {
                cells[kind * MOST_CELLS + value.min(self.last_cell(kind))] += 1;
            }
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([self.test()], [tally.trials(), 1], || [self.outcome(tally)])
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let law = self.law(self.pack.counts()[0] as usize);
        let mut histogram = self.histogram(0, tally, law.clone());
        histogram.law.truncate(law.len());
        histogram.counts.truncate(law.len());
        Some(Exhibit::Histogram { test: self.test(), histogram })
    }
}

impl EachKind {
    /// The cell of the largest values of a kind: that at which its law ends.
    fn last_cell(&self, kind: usize) -> usize {
        let (n, m) = (self.shape.cards(), self.pack.counts()[kind] as usize);
        let cells = match self.feature {
            Feature::Hand => self.hand + 1,
            Feature::First => self.shape.dealt().min(n - m) + 1,
            Feature::LongestRun => m + 1,
        };
        cells.min(MOST_CELLS) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_arrangement};

    #[test]
    fn the_laws_are_those_of_all_arrangements() {
        let pack = Pack::parse("a=4,b=3,c=1").unwrap();
        let rows = each_arrangement(&[4, 3, 1]);
        for feature in [Feature::LongestRun, Feature::First, Feature::Hand] {
            for dealt in [8, 3] {
                let shape = Shape::of_pack(pack, Some(dealt)).unwrap();
                let Ok(metric) = EachKind::new(shape, feature) else { continue };
                let rows: Vec<Vec<u32>> = rows.iter().map(|row| row[..dealt].to_vec()).collect();
                let cells = counted(&metric, shape, &rows);
                for (kind, &count) in pack.counts().iter().enumerate() {
                    let law = metric.law(count as usize);
                    let counts = &cells[kind * MOST_CELLS..][..MOST_CELLS];
                    for (value, &count) in counts.iter().enumerate() {
                        let share = count as f64 / rows.len() as f64;
                        let p = law.get(value).copied().unwrap_or(0.0);
                        assert!(
                            (p - share).abs() < 1e-12,
                            "{feature:?} {kind} {value}: {p} {share}"
                        );
                    }
                }
            }
        }
    }
}
