//! Scans: tests that look at very many things in the decks of the first trials, and name the clearest.
#![doc = include_str!("README.md")]

mod along;
pub(crate) mod bets;
pub(crate) mod binary_rank;
pub(crate) mod bits;
pub(crate) mod close_pairs;
pub(crate) mod differences;
pub(crate) mod division;
mod equal;
pub(crate) mod hands;
pub(crate) mod kept;
pub(crate) mod lags;
pub(crate) mod pairs;
pub(crate) mod residues;
mod same_class;
pub(crate) mod subsets;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod together;

use crate::{
    Card, Judgement, Shape, Tally,
    distribution::{binomial, gamma, normal},
    effect_kind,
    judgement::{Deviates, Evidence, ExtremeCount, Outcome, Sensitivity},
    largest::{Cell, halves},
    metric::{Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry, wanted},
    place::Place,
    share::{self, Executor, Serial},
    summaries::SummarySize,
};
use kept::{Keeper, KeptDecks};
use shuffle_deck::{DrawKind, InstructionSet};
use std::f64::consts::LN_10;

/// The unit of what was seen in the sample of later decks.
pub const LATER_DECKS: &str = "later decks";

/// The unit of what was seen in successive draws of one deck.
pub(crate) const RUNS_OF_DRAWS: &str = "runs of draws";

/// The unit of a place of a pack and the same place of an earlier one.
const PLACES_OF_PACKS: &str = "places of packs";

/// The unit of what was seen in all pairs of some cards, deck by deck.
const PAIRS_OF_CARDS: &str = "pairs of cards";

/// The unit of balls of all draws.
pub(crate) const CASES: &str = "cases";

/// With fewer decks no look can be as rare as the clearest of some thousand must be.
const FEWEST_DECKS: u64 = 10;

pub(crate) trait Scanner: Sized + Send + Sync {
    const TEST: TestEntry;

    /// The kinds of draws that it handles.
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order];

    fn new(shape: Shape) -> Result<Self, NotApplicable>;

    /// All looks at these decks, of which there are at least [`Scanner::needed`].
    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan>;

    /// The fewest decks that it looks at. Its tails are exact for any number.
    fn needed(&self) -> u64 {
        FEWEST_DECKS
    }

    /// The first decks that it looks at.
    fn kept(_: Shape) -> u64 {
        kept::MOST_DECKS
    }

    /// True if what it finds can be drawn.
    const IS_DRAWN: bool = false;

    /// A drawable form of the findings of its looks in these decks.
    fn exhibit(&self, _: &KeptDecks, _: &[Scan]) -> Option<Exhibit> {
        None
    }
}

/// Decks, and all looks at them if they are enough.
struct Scanned {
    decks: KeptDecks,
    looks: Option<Vec<Scan>>,
}

/// A [`Scanner`] as a metric: it counts nothing, but keeps the first decks until it is asked to judge.
#[derive(Clone, Debug)]
pub(crate) struct Scans<S> {
    keeper: Keeper,
    scanner: S,
}

impl<S: Scanner + 'static> Scans<S> {
    pub(crate) const ENTRY: MetricEntry = MetricEntry {
        scope: Scope::Trials,
        draws: S::DRAWS,
        ..MetricEntry::new(&[S::TEST], |shape| Ok(Box::new(Self::new(shape)?)))
    };
}

impl<S: Scanner> Scans<S> {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let keeper = Keeper::new(shape, S::kept(shape))?;
        Ok(Self { scanner: S::new(kept::completed(shape))?, keeper })
    }

    /// Looks at the first decks, and at the sample of later ones.
    fn scanned(&self, tally: &Tally, trials: u64, executor: &dyn Executor) -> [Scanned; 2] {
        let keep = [Keeper::decks, Keeper::later];
        let look = |which: usize| {
            let decks = keep[which](&self.keeper, tally, trials);
            let is_enough = decks.len() as u64 >= self.scanner.needed();
            let looks = is_enough.then(|| self.scanner.look(&decks, executor));
            Scanned { decks, looks }
        };
        let both = share::map(executor, 2, look);
        both.try_into().unwrap_or_else(|_| unreachable!("there are two"))
    }

    fn outcome(&self, [first, later]: &[Scanned; 2], tally: &Tally, trials: u64) -> Outcome {
        let needed = self.scanner.needed();
        if let Some(looks) = &first.looks {
            let mut scan = Scan::of_all(looks);
            if let Some(looks) = &later.looks {
                scan.merge(&Scan::of_all(looks).of_later());
            }
            scan.outcome()
        } else if tally.trials().min(trials) < needed {
            Outcome::too_few(tally.trials(), needed)
        } else {
            let why = format!("only {} of the first decks are in this tally", first.decks.len());
            Outcome::not_applicable(why)
        }
    }

    /// True if these judgements found something that is drawn.
    fn is_shown(judgements: &[Judgement]) -> bool {
        S::IS_DRAWN && judgements.iter().any(Judgement::is_suspicious)
    }

    fn found(&self, both: &[Scanned; 2]) -> Option<Exhibit> {
        let enough = both.iter().filter_map(|it| Some((&it.decks, it.looks.as_ref()?)));
        let ln_p = |looks: &[Scan]| Scan::of_all(looks).ln_p();
        let clearer = enough.min_by(|one, other| ln_p(one.1).total_cmp(&ln_p(other.1)));
        let (decks, looks) = clearer?;
        self.scanner.exhibit(decks, looks)
    }
}

impl<S: Scanner> Metric for Scans<S> {
    fn summary_size(&self) -> SummarySize {
        self.keeper.size()
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        self.keeper.summarize(row, words);
    }

    fn trials_needed(&self) -> u64 {
        self.scanner.needed()
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_for(tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let outcome = self.outcome(&self.scanned(tally, trials, &Serial), tally, trials);
        vec![Judgement { test: S::TEST.id, outcome }]
    }

    fn judge_and_show(
        &self,
        tally: &Tally,
        is_wanted: &dyn Fn(&'static str) -> bool,
        executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<Exhibit>) {
        let scanned = self.scanned(tally, tally.trials(), executor);
        let outcome = self.outcome(&scanned, tally, tally.trials());
        let judgements = wanted(vec![Judgement { test: S::TEST.id, outcome }], is_wanted);
        let exhibit = Self::is_shown(&judgements).then(|| self.found(&scanned)).flatten();
        (judgements, exhibit.into_iter().collect())
    }

    fn exhibit_found(&self, tally: &Tally, judgements: &[Judgement]) -> Option<Exhibit> {
        let scanned = || self.scanned(tally, tally.trials(), &Serial);
        Self::is_shown(judgements).then(|| self.found(&scanned())).flatten()
    }
}

/// The range of the counts of one kind of look: which of the things came most often and which most rarely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountRange<I> {
    looks: u64,
    most: Option<(u32, I)>,
    least: Option<(u32, I)>,
}

impl<I: Copy> CountRange<I> {
    pub(crate) fn new() -> Self {
        Self { looks: 0, most: None, least: None }
    }

    pub(crate) fn add(&mut self, count: u32, what: I) {
        self.add_all(&[count], |_| what);
    }

    /// Adds the counts of another range, which come after these.
    pub(crate) fn merge(&mut self, other: Self) {
        self.looks += other.looks;
        if let Some((count, _)) = other.most
            && self.most.is_none_or(|(most, _)| count > most)
        {
            self.most = other.most;
        }
        if let Some((count, _)) = other.least
            && self.least.is_none_or(|(least, _)| count < least)
        {
            self.least = other.least;
        }
    }

    /// Adds many counts; `what` names the one at an index.
    pub(crate) fn add_all(&mut self, counts: &[u32], what: impl Fn(usize) -> I) {
        if counts.is_empty() {
            return;
        }
        self.looks += counts.len() as u64;
        let (most, least) = if let &[count] = counts {
            (count, count)
        } else {
            bits::extremes(InstructionSet::detect(), counts)
        };
        let first = |wanted| counts.iter().position(|&count| count == wanted).unwrap_or(0);
        if self.most.is_none_or(|(count, _)| most > count) {
            self.most = Some((most, what(first(most))));
        }
        if self.least.is_none_or(|(count, _)| least < count) {
            self.least = Some((least, what(first(least))));
        }
    }
}

#[derive(Clone)]
struct Found {
    ln_tail: f64,
    extreme: ExtremeCount,
    /// True if what was counted are independent things, and not all pairs of a set that was picked.
    is_binomial: bool,
}

/// All looks of a test together.
pub(crate) struct Scan {
    unit: &'static str,
    tails: u64,
    found: Option<Found>,
    /// The smallest tail that this number of decks can give.
    ln_least: f64,
    /// The largest standard error of a share among the looks.
    error: f64,
    trials: u64,
}

impl Scan {
    /// No look yet; what is counted are `decks`, or `pairs of decks`.
    pub(crate) fn of(unit: &'static str) -> Self {
        Self { unit, tails: 0, found: None, ln_least: 0.0, error: 0.0, trials: 0 }
    }

    /// Takes looks at things that each come with `probability` in each of `trials` decks. `what` puts the clearest into
    /// words.
    pub(crate) fn add<I: Copy>(
        &mut self,
        trials: u64,
        probability: f64,
        range: &CountRange<I>,
        what: impl Fn(I) -> Place,
    ) {
        if trials > 0 && probability > 0.0 && probability < 1.0 {
            self.add_between(trials, [probability; 2], range, &what);
        }
    }

    /// The same for things whose probabilities lie between two that are neither 0 nor 1.
    pub(crate) fn add_between<I: Copy>(
        &mut self,
        trials: u64,
        [low, high]: [f64; 2],
        range: &CountRange<I>,
        what: &dyn Fn(I) -> Place,
    ) {
        let (Some((most, upper)), Some((least, lower))) = (range.most, range.least) else {
            return;
        };
        self.tails += 2 * range.looks;
        self.trials = self.trials.max(trials);
        self.error = self.error.max((high * (1.0 - high) / trials as f64).sqrt());
        let furthest = high.ln().min((-low).ln_1p()) * trials as f64;
        self.ln_least = self.ln_least.min(furthest);
        let tails = [
            (binomial::ln_sf(most.into(), trials, high), most, upper, high),
            (binomial::ln_cdf(least.into(), trials, low), least, lower, low),
        ];
        for (ln_tail, count, index, expected) in tails {
            if self.is_smaller(ln_tail) {
                let extreme = ExtremeCount {
                    what: what(index),
                    count: count.into(),
                    of: trials,
                    unit: self.unit,
                    expected,
                };
                self.found = Some(Found { ln_tail, extreme, is_binomial: true });
            }
        }
    }

    /// Takes a look at one thing with a tail of its own; `ln_least` is the smallest that it could have had.
    pub(crate) fn add_tail(
        &mut self,
        ln_tail: f64,
        ln_least: f64,
        extreme: impl FnOnce() -> ExtremeCount,
    ) {
        self.add_smallest(1, ln_tail, ln_least, extreme);
    }

    /// Takes the smallest of several tails.
    pub(crate) fn add_smallest(
        &mut self,
        tails: u64,
        ln_tail: f64,
        ln_least: f64,
        extreme: impl FnOnce() -> ExtremeCount,
    ) {
        self.take(tails, [ln_tail, ln_least], true, extreme);
    }

    /// Takes a look at a count. Where the number of its trials may depend on what came, `ln_times` is the logarithm of the largest number
    /// possible, by which both tails are multiplied.
    pub(crate) fn add_count(&mut self, cell: Cell, ln_times: f64, what: impl FnOnce() -> Place) {
        let (law, unit) = (cell.law(), self.unit);
        let [tail, least] =
            [law.ln_tail(cell.count), law.ln_least()].map(|ln| (ln + ln_times).min(0.0));
        let Cell { count, trials: of, chance: expected } = cell;
        self.add_smallest(2, tail, least, || ExtremeCount {
            what: what(),
            count,
            of,
            unit,
            expected,
        });
    }

    /// Takes a look with a tail of its own, where the count shows what was found but has no law of its own.
    pub(crate) fn add_picked_tail(
        &mut self,
        ln_tail: f64,
        ln_least: f64,
        extreme: impl FnOnce() -> ExtremeCount,
    ) {
        self.take(1, [ln_tail, ln_least], false, extreme);
    }

    fn take(
        &mut self,
        tails: u64,
        [ln_tail, ln_least]: [f64; 2],
        is_binomial: bool,
        extreme: impl FnOnce() -> ExtremeCount,
    ) {
        self.tails += tails;
        self.ln_least = self.ln_least.min(ln_least);
        if self.is_smaller(ln_tail) {
            self.found = Some(Found { ln_tail, extreme: extreme(), is_binomial });
        }
    }

    /// Changes the share of the level that these looks have: see [`halves`].
    pub(crate) fn shift(&mut self, by: f64) {
        self.ln_least += by;
        self.found.iter_mut().for_each(|found| found.ln_tail += by);
    }

    /// Gives these looks one half of the level, and these others the other half: see [`halves`].
    pub(crate) fn share_level_with(&mut self, others: &mut Self) {
        let [first, second] = halves(self.tails, self.tails + others.tails);
        self.shift(first);
        others.shift(second);
    }

    /// Counts tails that are not among the smallest.
    pub(crate) fn add_tails_of_no_note(&mut self, tails: u64) {
        self.tails += tails;
    }

    /// True if this tail is the smallest by more than rounding: of equal ones the first is named.
    fn is_smaller(&self, ln_tail: f64) -> bool {
        self.found.as_ref().is_none_or(|found| ln_tail < found.ln_tail - 1e-6)
    }

    /// Adds looks at the pairs, in `unit`, of things that are equal with probability q each: see [`ln_collisions`].
    pub(crate) fn add_collisions<I: Copy>(
        &mut self,
        (things, unit): (u64, &'static str),
        q: f64,
        range: &CountRange<I>,
        what: impl Fn(I) -> Place,
    ) {
        self.add_collisions_told((things, unit), q, range, |which, found| ExtremeCount {
            what: what(which),
            ..found
        });
    }

    /// The same, where the words for the clearest follow from its count.
    pub(crate) fn add_collisions_told<I: Copy>(
        &mut self,
        (things, unit): (u64, &'static str),
        q: f64,
        range: &CountRange<I>,
        told: impl Fn(I, ExtremeCount) -> ExtremeCount,
    ) {
        let Some((most, which)) = range.most else { return };
        let (count, of) = (most.into(), things * things.saturating_sub(1) / 2);
        let tail = |count| ln_collisions(count, of, q, 8.0 * q);
        self.add_smallest(range.looks, tail(count), tail(of), || {
            let what = Place::default();
            told(which, ExtremeCount { what, count, of, unit, expected: q })
        });
    }

    /// The same for later decks.
    fn of_later(mut self) -> Self {
        if let Some(found) = &mut self.found {
            let units = [
                ("decks", LATER_DECKS),
                ("pairs of decks", "pairs of later decks"),
                ("draws", "later draws"),
                ("blocks", "blocks of later draws"),
                ("pairs of draws", "pairs of later draws"),
                (CASES, "later cases"),
                (PAIRS_OF_CARDS, "pairs of cards of later decks"),
                (RUNS_OF_DRAWS, "runs of later draws"),
                (PLACES_OF_PACKS, "places of later packs"),
            ];
            let later = units.into_iter().find(|(unit, _)| *unit == found.extreme.unit);
            found.extreme.unit = later.map_or("pairs of later pairs", |(_, later)| later);
        }
        self
    }

    pub(crate) fn of_all(scans: &[Self]) -> Self {
        let mut all = Self::of("decks");
        scans.iter().for_each(|scan| all.merge(scan));
        all
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.tails += other.tails;
        self.ln_least = self.ln_least.min(other.ln_least);
        self.error = self.error.max(other.error);
        self.trials = self.trials.max(other.trials);
        if let Some(found) = &other.found
            && self.is_smaller(found.ln_tail)
        {
            self.found = Some(found.clone());
        }
    }

    pub(crate) fn ln_p(&self) -> f64 {
        self.ln_p_among(self.tails)
    }

    /// The same, where this is a part of a scan of `tails` in all.
    fn ln_p_among(&self, tails: u64) -> f64 {
        self.found.as_ref().map_or(0.0, |found| (found.ln_tail + (tails as f64).ln()).min(0.0))
    }

    /// The finding.
    #[cfg(test)]
    pub(crate) fn into_extreme(self) -> Option<ExtremeCount> {
        Some(self.found?.extreme)
    }

    pub(crate) fn outcome(self) -> Outcome {
        let Some(found) = self.found else {
            return Outcome::not_applicable("nothing to compare");
        };
        let mut effect = found.extreme.effect(self.tails);
        if !found.is_binomial {
            effect.interval = None;
        }
        let evidence = Evidence::of_tails(found.ln_tail, self.tails, self.ln_least, effect);
        let of = Deviates::Whole;
        let (kind, scale, trials) = (effect_kind::SHARE_OF_DECKS, self.error, self.trials);
        Outcome::Judged(match self.error {
            0.0 => evidence,
            _ => evidence.with_sensitivity(Sensitivity { kind, scale, trials, of }),
        })
    }
}

/// The tail of a count of pairs of equal things among many, of which each pair is equal with probability q, by a gamma law
/// with the mean, the variance and a skewness no smaller than theirs.
///
/// Any two pairs are independent, so the mean and the variance are binomial. The skewness is Poisson's plus the
/// square root of `bend`: exactly Poisson's with many cells, and chi-square's, with `bend` 8 q, with few cells and
/// all things paired.
///
/// That is an approximation and no bound, and wrong by many orders of magnitude where the tail is smaller than any that could be
/// compared with it. So no tail is below [`LEAST_COLLISIONS`]: what has an exact tail, and is as clear, is named instead.
pub(crate) fn ln_collisions(count: u64, pairs: u64, q: f64, bend: f64) -> f64 {
    let mean = pairs as f64 * q;
    let deviation = (mean * (1.0 - q)).sqrt();
    let z = (count as f64 - 0.5 - mean) / deviation;
    if z <= 0.0 { 0.0 } else { ln_upper_of_skewed(z, mean.sqrt().recip() + bend.sqrt()) }
}

/// The upper tail, at z > 0 standard deviations above the mean, of a law with this skewness: the gamma law's, or the
/// normal law's if larger.
fn ln_upper_of_skewed(z: f64, skewness: f64) -> f64 {
    let shape = (4.0 / (skewness * skewness)).max(0.5);
    let gamma = gamma::ln_upper_regularized(shape, shape + z * shape.sqrt());
    gamma.max(normal::ln_sf(z)).max(LEAST_COLLISIONS * LN_10)
}

/// The decimal logarithm of the smallest tail of [`ln_upper_of_skewed`].
pub(crate) const LEAST_COLLISIONS: f64 = -40.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// A card that goes up by 5 has the same 52 pairs of cards always: they agree 52 times as often as they should.
    #[test]
    fn an_approximate_tail_is_never_smaller_than_is_believed() {
        let q = 1.0 / 2_704.0;
        let pairs = 997 * 996 / 2;
        let ln_collisions = |count| ln_collisions(count, pairs, q, 8.0 * q);
        assert!((ln_collisions(pairs / 52) / LN_10 - LEAST_COLLISIONS).abs() < 1e-9);
        assert!((ln_collisions(pairs) / LN_10 - LEAST_COLLISIONS).abs() < 1e-9);
        // Not so far out nothing changes: 1.5 times as many as expected.
        let near = ln_collisions(275) / LN_10;
        assert!((-12.0..-6.0).contains(&near), "{near}");
    }
}
