//! The report of a bench: what shuffles and audits cost on this machine.
//!
//! Unlike all other reports this one is about times. It is another one every time, so its bytes are compared
//! with nothing; but the same measurements give the same bytes here, too.
//!
//! A cost is measured in rounds. In each round everything that is compared runs once, in turn, so that a slow
//! moment of the machine hits all of it; a ratio is that of two times of the same round. What is told are the
//! medians over the rounds, with their quartiles.

mod pictures;
mod power_law;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use power_law::PowerLaw;
pub use words::{machine, section};

use shuffle_report::{
    Headline,
    parts::{Part, Report},
};

/// All that was measured, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Bench {
    /// Where.
    pub machine: Machine,
    /// What, in the order in which it was measured.
    pub sections: Vec<Section>,
}

/// What a time depends on besides the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The processor's model, as the system calls it.
    pub processor: String,
    /// How many threads it runs at once.
    pub threads: usize,
    /// The vector instructions that the lanes use.
    pub instruction_set: String,
    /// The compiler, with its version.
    pub rustc: String,
    /// How thoroughly it was measured: `full` or `quick`.
    pub effort: &'static str,
}

impl Machine {
    /// Whether it was only a first look.
    fn is_quick(&self) -> bool {
        self.effort == "quick"
    }
}

/// One of the tables.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    /// Deals of nine of 52, and the overheads that any of them has.
    Table(Vec<DealRow>),
    /// Shuffles of decks of many sizes, ours and others'.
    Shuffles(Vec<ShuffleRow>),
    /// Audits, beside the shuffle alone.
    Audit(Vec<AuditRow>),
    /// How the cost grows with the work.
    Work(Vec<WorkRow>),
    /// The same job in other languages.
    Peers(Vec<PeerRow>),
}

/// Quartiles over the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lower quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub high: f64,
}

impl Spread {
    /// The quartiles of some values: of n, the values of rank n/4, n/2 and 3n/4, rounded, from the smallest.
    ///
    /// ```
    /// use shuffle_bench::report::Spread;
    ///
    /// let spread = Spread::of([3.0, 1.0, 2.0, 5.0, 4.0]);
    /// assert_eq!((spread.low, spread.median, spread.high), (2.0, 3.0, 4.0));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are no values.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1).expect("there is at least one round");
        let at = |quarters: usize| values[(last * quarters + 2) / 4];
        Self { low: at(1), median: at(2), high: at(3) }
    }
}

/// What something cost, over some rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Decks, or deals, of one round.
    pub decks: u64,
    /// Rounds, the one that warms up not counted.
    pub rounds: usize,
    /// Nanoseconds a deck.
    pub nanos: Spread,
    /// How many times the baseline of the same round.
    pub ratio: Spread,
}

impl Cost {
    /// From the nanoseconds a deck of each round, its own and the baseline's.
    ///
    /// # Panics
    ///
    /// If there are no rounds, or as many of the one as not of the other.
    #[must_use]
    pub fn paired(decks: u64, nanos: &[f64], baseline: &[f64]) -> Self {
        Self {
            decks,
            rounds: nanos.len(),
            nanos: Spread::of(nanos.iter().copied()),
            ratio: ratios(nanos, baseline),
        }
    }

    /// Seconds that so many decks take.
    #[must_use]
    pub fn seconds(&self, decks: u64) -> f64 {
        self.nanos.median * decks as f64 / 1e9
    }
}

/// The quartiles of the ratios of two times, round by round.
///
/// # Panics
///
/// If there are no rounds, or more of the one than of the other.
#[must_use]
pub fn ratios(nanos: &[f64], baseline: &[f64]) -> Spread {
    assert_eq!(nanos.len(), baseline.len(), "rounds are paired");
    Spread::of(nanos.iter().zip(baseline).map(|(one, base)| one / base))
}

/// A row of the table of deals; its ratio is to `fy-slice`.
#[derive(Clone, Debug, PartialEq)]
pub struct DealRow {
    /// What is done: a deal, or an overhead.
    pub what: String,
    /// How: `one by one`, 64 at once `on lanes`, or `overhead` for what deals nothing.
    pub how: String,
    /// The generator; empty where nothing is drawn.
    pub generator: String,
    /// Deals in all rounds together.
    pub deals: u64,
    /// What they cost.
    pub cost: Cost,
    /// Seconds for ten million in article 0, the mean of its two runs.
    pub article: Option<f64>,
}

/// A row of the table of shuffles; its ratio is to `rand`'s shuffle, or `partial_shuffle`, on Pcg64.
#[derive(Clone, Debug, PartialEq)]
pub struct ShuffleRow {
    /// Cards in the deck.
    pub cards: u64,
    /// Cards dealt; equal to `cards` for a whole shuffle.
    pub dealt: u64,
    /// Whose shuffle.
    pub shuffle: String,
    /// The generator.
    pub generator: String,
    /// Whether it is the baseline, another's, or ours.
    pub whose: Whose,
    /// What a deck costs.
    pub cost: Cost,
}

/// Whose code is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// What all others are held against.
    Baseline,
    /// Of another library or language.
    Others,
    /// Of this project.
    Ours,
}

/// A row of the table of audits; its ratio is to `rand`'s bare shuffle on Pcg64, on one thread.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    /// Cards in the deck.
    pub cards: u64,
    /// The shuffle that is audited.
    pub subject: String,
    /// The generator.
    pub generator: String,
    /// What is counted.
    pub counted: Counted,
    /// Threads.
    pub threads: usize,
    /// What a deck costs.
    pub cost: Cost,
    /// How many times the subject's own bare loop on as many threads.
    pub own: Spread,
    /// How many times as fast as on the fewest threads that were measured.
    pub speedup: Spread,
    /// Milliseconds that the whole audit takes besides, however many decks it has: exact laws and judgements. They
    /// are no part of the cost of a deck.
    pub fixed_millis: f64,
}

/// What an audit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Nothing: the shuffle alone.
    Nothing,
    /// The degree.
    Degree,
    /// Degree and position.
    Position,
    /// Degree, position, and the table of all orders.
    Permutations,
    /// All tests of the default battery.
    Battery,
}

impl Counted {
    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "bare",
            Self::Degree => "degree",
            Self::Position => "degree+position",
            Self::Permutations => "degree+position+permutations",
            Self::Battery => "battery",
        }
    }

    /// The tests, as a plan names them; nothing where the plan names none.
    #[must_use]
    pub fn metrics(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Nothing | Self::Battery => None,
            Self::Degree => Some(&["degree"]),
            Self::Position => Some(&["degree", "position"]),
            Self::Permutations => Some(&["degree", "position", "permutations"]),
        }
    }
}

/// A row of the table of costs against work.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRow {
    /// What is varied.
    pub vary: Vary,
    /// What is done.
    pub what: String,
    /// Cards in the deck.
    pub cards: u64,
    /// Decks of one round.
    pub trials: u64,
    /// Rounds.
    pub rounds: usize,
    /// Seconds that a round took.
    pub seconds: Spread,
    /// Seconds of them that would be taken by any number of decks: exact laws and judgements.
    pub fixed_seconds: f64,
    /// The most memory in bytes that the whole process has held in a round, where the system tells.
    pub peak_memory: Option<u64>,
}

impl WorkRow {
    /// Seconds that the decks of a round took, by the medians; all of its time, if they cannot be told apart.
    #[must_use]
    pub fn deck_seconds(&self) -> f64 {
        let seconds = self.seconds.median - self.fixed_seconds;
        if seconds > 0.0 { seconds } else { self.seconds.median }
    }

    /// Nanoseconds a deck, by the medians.
    #[must_use]
    pub fn nanos(&self) -> f64 {
        self.deck_seconds() * 1e9 / self.trials as f64
    }

    /// The point on a plot: the seconds of the decks against the trials, or the nanoseconds a deck against the cards.
    #[must_use]
    pub fn point(&self) -> (f64, f64) {
        match self.vary {
            Vary::Trials => (self.trials as f64, self.deck_seconds()),
            Vary::Cards => (self.cards as f64, self.nanos()),
        }
    }
}

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vary {
    /// The number of decks.
    Trials,
    /// The cards in the deck, at about the same number of cards in all.
    Cards,
}

impl Vary {
    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trials => "trials",
            Self::Cards => "cards",
        }
    }
}

/// A row of the table of peers; its ratio is to our audit of `rand-shuffle`, which does the same job.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerRow {
    /// What shuffles.
    pub what: String,
    /// Its version, as it says itself.
    pub version: String,
    /// Whether it is the baseline, another's, or ours.
    pub whose: Whose,
    /// What a deck costs.
    pub cost: Cost,
}

/// The rows of a table of costs against work that belong together.
struct Series<'a> {
    what: &'a str,
    rows: Vec<&'a WorkRow>,
    law: Option<PowerLaw>,
}

/// All series along one quantity, in the order of their first rows.
fn series(rows: &[WorkRow], vary: Vary) -> Vec<Series<'_>> {
    let mut series: Vec<Series<'_>> = Vec::new();
    for row in rows.iter().filter(|row| row.vary == vary) {
        match series.iter_mut().find(|series| series.what == row.what) {
            Some(series) => series.rows.push(row),
            None => series.push(Series { what: &row.what, rows: vec![row], law: None }),
        }
    }
    for one in &mut series {
        one.law = PowerLaw::fit(&one.rows.iter().map(|row| row.point()).collect::<Vec<_>>());
    }
    series
}

impl Report for Bench {
    type Asked = ();

    fn asked(&self) -> &() {
        &()
    }

    fn headline(&self) -> Headline {
        let title = "The cost of shuffles and tests".to_owned();
        let Machine { processor, instruction_set, .. } = &self.machine;
        let sentence = format!("Measured on {processor}, on lanes of {instruction_set}.");
        Headline { title, answer: None, sentence }
    }

    fn parts((): &()) -> Vec<Part<Self>> {
        let mut parts = vec![
            Part::table("machine", |bench: &Self| Some(tables::machine(&bench.machine))),
            Part::settings(tables::settings),
        ];
        parts.extend(Section::NAMES.map(|name| {
            Part::table(name, move |bench: &Self| {
                let named = bench.sections.iter().find(|section| section.name() == name);
                named.map(tables::section)
            })
        }));
        parts.extend(pictures::parts());
        parts
    }
}

impl Section {
    /// The names of all of them.
    const NAMES: [&str; 5] = ["table", "shuffles", "audit", "work", "peers"];

    /// Its name: that of its table.
    #[must_use]
    pub fn name(&self) -> &'static str {
        let [table, shuffles, audit, work, peers] = Self::NAMES;
        match self {
            Self::Table(_) => table,
            Self::Shuffles(_) => shuffles,
            Self::Audit(_) => audit,
            Self::Work(_) => work,
            Self::Peers(_) => peers,
        }
    }
}
