//! Metrics and tests: the trait [`Metric`], and the entries that describe each test without building it.
//!
//! A *metric* is one way to count decks; a *test* is one question put to the counts. Most metrics answer one test,
//! `ascents` answers two (`degree` and `ascents`). [`catalogue`](crate::catalogue) lists them all.

pub use crate::{
    about::About,
    drawn::RowNeeds,
    exhibit::{Exhibit, Series, SeriesOf, SeriesPoint},
    scope::Scope,
};

use crate::{
    Card, Decks, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    decks::in_rows,
    judgement::Score,
    key_sample::{KeySample, KeySpace},
    row_classes::RowClasses,
    share::Executor,
    summaries::SummarySize,
};
use shuffle_deck::{DrawKind, Rule};
use std::{ops::Range, panic::Location};

/// A metric: what its author implements, and what an engine holds.
///
/// Everything is decided by the shape when the metric is built: how many cells it counts into, its null
/// law, the trials that it needs. Reading a deck is generic over the card type; [`Counting`] is made of it for engines.
pub trait Metric: Counting {
    /// The number of cells that are counted into: none, where summaries or keys are all that a metric needs.
    fn cells(&self) -> usize {
        0
    }

    /// Counts `rows`, whole decks one after the other, into `cells`; the first is trial `first_trial`.
    fn count<C: Card>(&self, _rows: &[C], _first_trial: u64, _cells: &mut [u64])
    where
        Self: Sized,
    {
    }

    /// Counts the same for narrow decks in [columns](Decks::columns), 64 at a time, and says whether it did: not
    /// where rows are as fast, or the decks are wide.
    fn count_columns(&self, _decks: &Decks<'_>, _cells: &mut [u64]) -> bool {
        false
    }

    /// Counts a block with the help of counts of one byte, one for each cell, which a large table is counted into
    /// first, since more of them fit into a cache. What the bytes hold is still to be added to the cells.
    fn count_small(&self, decks: &Decks<'_>, cells: &mut [u64], _small: &mut Vec<u8>) {
        self.observe(decks, cells);
    }

    /// The trials of which a tally holds [summaries](crate::summaries) for this metric, next to the counts, and the length of
    /// each.
    fn summary_size(&self) -> SummarySize {
        SummarySize::NONE
    }

    /// Appends the summary of a deck to `words`, as many words as [`Metric::summary_size`] says: its first cards, if nothing else.
    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>)
    where
        Self: Sized,
    {
        words.extend(row.iter().take(self.summary_size().words()).map(|card| card.index() as u32));
    }

    /// The keys of which a tally holds a [sample](crate::key_sample) for this metric, next to the counts.
    fn kept_keys(&self) -> Option<KeySpace> {
        None
    }

    /// Adds the keys of a block of decks to their sample.
    fn take_keys(&self, _decks: &Decks<'_>, _keys: &mut KeySample) {}

    /// True if it compares the levels of a factor. No other metric sees the levels of orders and packs.
    fn compares_levels(&self) -> bool {
        false
    }

    /// The minimum number of decks at which a test of this metric applies. Another of its tests may need more, and says so itself.
    fn trials_needed(&self) -> u64 {
        1
    }

    /// True if its counts of fewer decks than that are worth showing, or are judged by [replicates](Metric::by_replicates).
    fn shows_few(&self) -> bool {
        false
    }

    /// Judges the counts: one judgement per test, none of which is skipped.
    fn judge(&self, tally: &Tally) -> Vec<Judgement>;

    /// Judges the counts in the bins, and to the depth, that a test of `trials` decks would use.
    ///
    /// For the number of decks in the tally this equals [`judge`](Self::judge). For another number it predicts what a test of that many
    /// decks will see, from the counts of a pilot or from expected counts.
    fn judge_for(&self, tally: &Tally, _trials: u64) -> Vec<Judgement> {
        self.judge(tally)
    }

    /// The judgement of one test of those, by its index. A metric whose tests are costly judges it alone.
    fn judge_one_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Judgement> {
        nth(self.judge_for(tally, trials), index)
    }

    /// The statistic and law of one test. Override it where the effect costs more than the statistic.
    fn score_for(&self, index: usize, tally: &Tally, trials: u64) -> Option<Score> {
        score(self.judge_one_for(index, tally, trials), tally)
    }

    /// The evidence of these tests by replicates of their table; none of a test that has no replicates.
    /// [`judge_by_replicates`](crate::judge_by_replicates) asks for it.
    fn by_replicates(&self, _tests: &[&str], _tally: &Tally) -> Vec<(&'static str, Evidence)> {
        Vec::new()
    }

    /// The judgements of the tests that are wanted, and all that a report can draw of the counts. Long work is shared.
    fn judge_and_show(
        &self,
        tally: &Tally,
        is_wanted: &dyn Fn(&'static str) -> bool,
        _executor: &dyn Executor,
    ) -> (Vec<Judgement>, Vec<Exhibit>) {
        let wanted = wanted(self.judge(tally), is_wanted);
        let exhibits = [self.exhibit(tally), self.exhibit_found(tally, &wanted)];
        (wanted, present(exhibits))
    }

    /// The counts in a form that a report can draw, if there is one.
    fn exhibit(&self, _: &Tally) -> Option<Exhibit> {
        None
    }

    /// The findings of these judgements in a form that a report can draw, if there are any.
    fn exhibit_found(&self, _: &Tally, _: &[Judgement]) -> Option<Exhibit> {
        None
    }
}

// Outside the trait, so that each is compiled once and not for every metric.

fn present(exhibits: [Option<Exhibit>; 2]) -> Vec<Exhibit> {
    exhibits.into_iter().flatten().collect()
}

fn score(judgement: Option<Judgement>, tally: &Tally) -> Option<Score> {
    Score::of(&judgement?, tally)
}

fn nth(judgements: Vec<Judgement>, index: usize) -> Option<Judgement> {
    judgements.into_iter().nth(index)
}

/// The judgements of the tests that are wanted.
pub(crate) fn wanted(
    mut judgements: Vec<Judgement>,
    is_wanted: &dyn Fn(&'static str) -> bool,
) -> Vec<Judgement> {
    judgements.retain(|judgement| is_wanted(judgement.test));
    judgements
}

/// What an engine asks of a metric whose type it does not know; made of what the metric does with decks of a known type.
pub trait Counting: Send + Sync {
    /// Counts a block of decks.
    fn observe(&self, decks: &Decks<'_>, cells: &mut [u64]);

    /// The summaries of a stretch of a block of decks, one after the other.
    fn summarize(&self, decks: &Decks<'_>, stretch: Range<usize>) -> Vec<u32>;
}

impl<M: Metric> Counting for M {
    fn observe(&self, decks: &Decks<'_>, cells: &mut [u64]) {
        // Rows, which may have to be made first, are no use to a metric that counts nothing.
        if cells.is_empty() || self.count_columns(decks, cells) {
            return;
        }
        in_rows!(decks, rows => self.count(rows, decks.first_trial(), cells));
    }

    fn summarize(&self, decks: &Decks<'_>, stretch: Range<usize>) -> Vec<u32> {
        fn of_rows<M: Metric, C: Card>(metric: &M, rows: &[C], dealt: usize) -> Vec<u32> {
            let mut words = Vec::new();
            rows.chunks_exact(dealt).for_each(|row| metric.summarize_row(row, &mut words));
            words
        }
        let dealt = decks.shape().width();
        let cards = stretch.start * dealt..stretch.end * dealt;
        in_rows!(decks, rows => of_rows(self, &rows[cards], dealt))
    }
}

/// One question that can be put to a shuffle, with all that other crates must know of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestEntry {
    /// Name in plans, flags and tables.
    pub id: &'static str,
    /// The subject of a rejection.
    pub about: About,
    /// The question, in one line.
    pub title: &'static str,
    /// Defects that it detects.
    pub sees: &'static str,
    /// Defects to which it is blind.
    pub blind_to: &'static str,
    /// The quantity of which its effect is an estimate, where an exact law gives the value.
    pub exact_effect: Option<ExactEffect>,
    /// The test of the same metric that judges in its place as soon as it has decks enough.
    pub gives_way_to: Option<&'static str>,
    /// True if its finding says where or how, and so explains the findings of other tests: the headline quotes it.
    pub explains: bool,
    /// True if it compares whole decks, so that decks that are equal reject it whatever their order is.
    pub compares_whole_decks: bool,
    /// True if the smallest bias that it detects is easy to understand: a card at a position, a ball, the degree.
    pub has_plain_effect: bool,
    /// The cost of its metric, if this is the metric's first test.
    pub cost: Option<Cost>,
    /// The source file that declares it. What its page in the book teaches is next to that file, in `ID.md`.
    pub file: &'static str,
}

impl TestEntry {
    /// An entry to be completed with `..TestEntry::new(id, about)`, in the file of the test.
    #[must_use]
    #[track_caller]
    pub const fn new(id: &'static str, about: About) -> Self {
        Self {
            id,
            about,
            title: "",
            sees: "",
            blind_to: "",
            exact_effect: None,
            gives_way_to: None,
            explains: false,
            compares_whole_decks: false,
            has_plain_effect: false,
            cost: None,
            file: if cfg!(target_arch = "wasm32") { "" } else { Location::caller().file() },
        }
    }
}

/// What an entry says of its test: nothing in the browser, which shows none of it and whose users download the code.
macro_rules! prose {
    ($text:literal) => {
        if cfg!(target_arch = "wasm32") { "" } else { $text }
    };
}
pub(crate) use prose;

/// A quantity that a test estimates by its effect, and that a known law of the shuffle gives exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactEffect {
    /// The shuffle degree.
    Degree,
    /// The mean of Spearman's rank correlation with the order of the start.
    RankCorrelation,
}

/// The law of a shuffle from which the expected counts of a metric follow, where the law of all orders is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactLaw {
    /// The probability of each order.
    Permutations,
    /// The probability of each card at each position.
    Positions,
    /// The probability that one card directly follows another.
    Neighbors,
    /// The probability that one card lies before another.
    PairOrder,
}

/// Why a test does not apply to decks of this shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotApplicable(pub String);

impl NotApplicable {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Why a test cannot judge a table of counts.
pub(crate) const ONLY_COUNTS: &str = "counts do not show single draws";

pub(crate) type Build = fn(Shape) -> Result<Box<dyn Metric>, NotApplicable>;

pub(crate) type BuildOfClasses = fn(Shape, &RowClasses) -> Result<Box<dyn Metric>, NotApplicable>;

/// A metric that can be built for a shape, with the tests that it answers.
#[derive(Clone, Copy)]
pub struct MetricEntry {
    /// The tests, in the order in which the metric judges them.
    pub tests: &'static [TestEntry],
    /// True if it is made when nothing else is asked for.
    pub in_battery: bool,
    /// The decks on which one count depends.
    pub scope: Scope,
    /// The law from which its expected counts follow, in addition to the law of all orders.
    pub exact_law: Option<ExactLaw>,
    /// The kinds of what is drawn that it judges.
    pub draws: &'static [DrawKind],
    /// Columns that a row needs in addition.
    pub needs: RowNeeds,
    pub(crate) build: Build,
    /// The constructor with row classes, if it needs them.
    pub(crate) of_classes: Option<BuildOfClasses>,
    /// The constructor with only the count of each card, if that suffices: these counts are then its cells.
    pub(crate) of_counts: Option<Build>,
}

impl MetricEntry {
    /// A metric of the battery that looks at each deck by itself; what differs is completed with
    /// `..MetricEntry::new(tests, build)`.
    #[must_use]
    pub const fn new(tests: &'static [TestEntry], build: Build) -> Self {
        Self {
            tests,
            in_battery: true,
            scope: Scope::Deck,
            exact_law: None,
            draws: &[DrawKind::Order],
            needs: RowNeeds::Nothing,
            build,
            of_classes: None,
            of_counts: None,
        }
    }

    /// Builds the metric for decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where the test makes no sense or does not fit into memory.
    pub fn build(&self, shape: Shape) -> Result<Box<dyn Metric>, NotApplicable> {
        let shape = shape.shuffled().map_err(|why| NotApplicable(why.to_string()))?;
        if !self.judges(shape) {
            if let Some(why) = self.needs.missing().filter(|_| self.draws.contains(&shape.kind())) {
                return Err(NotApplicable::new(why));
            }
            let names: Vec<_> = self.draws.iter().map(|kind| kind.name()).collect();
            let (of, kind) = (names.join(" and of "), shape.kind().name());
            return Err(NotApplicable(format!("it is a test of {of}, not of {kind}")));
        }
        (self.build)(self.read_of(shape))
    }

    /// The shape of rows as the metric reads them.
    fn read_of(&self, shape: Shape) -> Shape {
        Decks::read_of(shape, self.needs == RowNeeds::Level)
    }

    /// The same where the rows of the decks may have classes.
    ///
    /// # Errors
    ///
    /// As [`MetricEntry::build`].
    pub fn build_of(
        &self,
        shape: Shape,
        classes: Option<&RowClasses>,
    ) -> Result<Box<dyn Metric>, NotApplicable> {
        match (self.of_classes, classes) {
            (Some(build), Some(classes)) => build(self.read_of(shape), classes),
            _ => self.build(shape),
        }
    }

    /// Builds the metric for counts of single cards, in draws of this shape: they are its cells.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] as [`MetricEntry::build`], and where it needs to see single draws.
    pub fn build_of_counts(&self, shape: Shape) -> Result<Box<dyn Metric>, NotApplicable> {
        match self.of_counts {
            Some(build) if self.judges(shape) => build(shape),
            _ => self.build(shape).and(Err(NotApplicable::new(ONLY_COUNTS))),
        }
    }

    /// True if it is a metric of what is drawn here.
    pub fn judges(&self, shape: Shape) -> bool {
        let has_it = match self.needs {
            RowNeeds::Nothing => true,
            RowNeeds::Bonus => shape.bonus().is_some(),
            RowNeeds::Level => shape.is_by_level(),
        };
        // Draws of an unknown law are read by what fair draws under a rule are read by.
        let is_open = shape.rule().is_some_and(Rule::is_open);
        has_it && (self.draws.contains(&shape.kind()) || is_open && self.draws == [DrawKind::Ruled])
    }

    /// True if it needs classes of rows.
    pub fn needs_classes(&self) -> bool {
        self.of_classes.is_some()
    }
}

impl std::fmt::Debug for MetricEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MetricEntry").field("tests", &self.tests).finish_non_exhaustive()
    }
}
