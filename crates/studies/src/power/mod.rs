//! The power of the tests: how many decks does an audit need to see a defect, and by which test?
//!
//! For every test of the battery: the noncentrality a deck, from the exact law of the subject if that can be
//! computed, else from seeded decks; the spread of the statistic; and from both the minimum number of decks at which
//! the test rejects with the wanted power, at its level under the error budget of a run.
//!
//! Not for auditing. A power is a forecast from what is known of the subject; a verdict comes from
//! [`shuffle_audit::engine`].
//!
//! | from | in |
//! |---|---|
//! | exact laws, by expected counts that the metric itself judges | `expected` |
//! | seeded decks, counted in batches | `pilot` |
//! | both: noncentrality and spread | `spread`, `repeats` |
//! | the power of one test at a number of decks | `law` |
//!
//! Sources: W. Hoeffding, "A class of statistics with asymptotically normal distribution", Ann. Math. Statist.
//! 19 (1948), 293, for the variance; P. B. Patnaik, "The non-central chi-square and F-distributions and their
//! applications", Biometrika 36 (1949), 202, for the power of Pearson's test.

mod expected;
mod forecasts;
mod law;
mod pilot;
mod repeats;
mod search;
mod sighted;
mod spread;

use crate::outcomes::{Known, Outcomes};
use expected::{ExactExpectation, Expected};
use forecasts::{BuiltMetric, Tests};
use pilot::PilotCount;
pub(crate) use pilot::PilotTallies;
use shuffle_audit::{
    Case,
    engine::{Options, Pool, Progress, RunError},
    seeds::PlanSeed,
    tallies::all_blocks,
};
use shuffle_exact::{Limits, drawn::DrawnLaws};
use shuffle_metrics::verdict::Budget;

/// The settings of a forecast.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The subject, and the tests if some were asked for by name. Its number of trials does not matter.
    pub case: Case,
    /// The error budget of a run.
    pub budget: Budget,
    /// The power that is wanted.
    pub power: f64,
    /// A number of decks whose power is wanted.
    pub trials: Option<u64>,
    /// Decks of the simulation; by default 262,144, fewer if the decks are large.
    pub pilot: Option<u64>,
    /// The seed of all randomness.
    pub seed: PlanSeed,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Powers {
    /// The question.
    pub question: Question,
    /// Decks of the simulation.
    pub pilot: u64,
    /// A row for each test, in the order of the list of tests.
    pub rows: Vec<TestForecast>,
}

impl Powers {
    /// The test that needs the fewest decks, if any has the power.
    #[must_use]
    pub fn cheapest(&self) -> Option<&TestForecast> {
        self.rows
            .iter()
            .filter(|row| row.trials_needed.is_some())
            .min_by_key(|row| row.trials_needed)
    }
}

/// The forecast for one test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestForecast {
    /// The test.
    pub test: &'static str,
    /// The law of its statistic for a sound shuffle: `chi-square`, `normal` or `poisson`.
    pub law: Option<&'static str>,
    /// The source of the noncentrality.
    pub way: Option<Origin>,
    /// The noncentrality a deck: the mean rise of the statistic with every deck. For a mean it is the square of its
    /// shift in standard deviations, for equal decks the relative excess of pairs.
    pub noncentrality: Option<f64>,
    /// Its standard error; 0 if it is exact.
    pub noncentrality_error: Option<f64>,
    /// The source of the spread of the statistic.
    pub spread: Option<SpreadOf>,
    /// The minimum number of decks at which the test applies.
    pub judges_from: Option<u64>,
    /// The minimum number of decks with the wanted power.
    pub trials_needed: Option<u64>,
    /// The same if the noncentrality were two standard errors larger; if no bias was seen at all, a lower bound,
    /// with four standard errors.
    pub trials_low: Option<u64>,
    /// The same if it were two standard errors smaller; `None` also if the bias may be zero.
    pub trials_high: Option<u64>,
    /// The power at the requested trials, else at those needed.
    pub power: Option<f64>,
    /// The same power with a noncentrality two standard errors smaller.
    pub power_low: Option<f64>,
    /// The same power with a noncentrality two standard errors larger.
    pub power_high: Option<f64>,
    /// The status of the forecast.
    pub status: Status,
}

/// The source of a noncentrality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From the exact law.
    Exact,
    /// From seeded decks.
    Simulated,
}

impl Origin {
    /// `exact` or `simulated`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Simulated => "simulated",
        }
    }
}

/// The source of the spread of a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpreadOf {
    /// From the null law: seeded decks show no difference.
    Law,
    /// From seeded decks, which differ from the null law.
    Measured,
}

impl SpreadOf {
    /// `law` or `measured`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::Measured => "measured",
        }
    }
}

/// The status of the forecast for one test.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// The trials needed are known.
    Ok,
    /// By the exact law the test cannot tell the subject from uniform.
    Blind,
    /// The simulation saw no bias: more decks than `trials_low` are needed, if any number suffices.
    NotSeen,
    /// No number of decks gives the power; `best` is the maximum.
    OutOfReach {
        /// The largest power of any number of decks.
        best: f64,
    },
    /// The test does not apply to these decks.
    NotApplicable {
        /// The reason.
        why: String,
    },
}

impl Status {
    /// `ok`, `blind`, `not_seen`, `out_of_reach` or `not_applicable`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Blind => "blind",
            Self::NotSeen => "not_seen",
            Self::OutOfReach { .. } => "out_of_reach",
            Self::NotApplicable { .. } => "not_applicable",
        }
    }
}

/// Cost limits of the exact laws: seconds, not minutes.
const LIMITS: Limits = Limits { bytes: 1_000_000_000, moves: 2_000_000_000, paths: 500_000 };

/// Forecasts the power of the tests; of the simulation, what is known of its outcomes is not counted again.
///
/// The same question has the same answer, whatever the number of threads.
///
/// # Errors
///
/// [`RunError`] if the simulation could not be run to its end.
///
/// ```
/// use shuffle_audit::{engine::Options, plan};
/// use shuffle_metrics::verdict::Budget;
/// use shuffle_studies::{outcomes::Outcomes, power::{Question, Origin, answer}};
/// use shuffle_subjects::{CaseSpec, Folder};
///
/// let case = CaseSpec::new("naive", "naive", 3).case(&Folder::default())?;
/// let question = Question {
///     case,
///     budget: Budget::default(),
///     power: 0.999,
///     trials: None,
///     pilot: Some(4_096),
///     seed: plan::SEED,
/// };
/// let powers = answer(&question, &Outcomes::default(), &Options::default())?;
/// let row = powers.rows.iter().find(|row| row.test == "permutations").unwrap();
/// // Of 27 paths 4 lead to each of three orders and 5 to each of the others: lambda = 1/81.
/// assert_eq!(row.way, Some(Origin::Exact));
/// assert!((row.noncentrality.unwrap() - 1.0 / 81.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(
    question: &Question,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<Powers, RunError> {
    let (pool, tests) = (question.pool(options)?, Tests::of(&question.case));
    question.count(&tests, outcomes, (&pool, options))?;
    let counted = pilot::counts(outcomes.lock().pilot().map_or(&[], |pilot| &pilot.tallies));
    let rows = rows(&pool, question, &tests, &counted);
    Ok(Powers { question: question.clone(), pilot: question.pilot_decks(), rows })
}

/// Counts the part of the simulation that the outcomes lack, and forecasts nothing.
///
/// # Errors
///
/// As [`answer`].
pub fn tally(
    question: &Question,
    outcomes: &Outcomes,
    options: &Options<'_>,
) -> Result<(), RunError> {
    let (pool, tests) = (question.pool(options)?, Tests::of(&question.case));
    question.count(&tests, outcomes, (&pool, options))
}

/// True if the outcomes have all of the simulation that a forecast asks for.
#[must_use]
pub fn is_done(question: &Question, known: &Known) -> bool {
    let case = Case { trials: question.pilot_decks(), ..question.case.clone() };
    known.has_pilot(&all_blocks(&case), Tests::of(&question.case).countings().len())
}

impl Question {
    fn pool(&self, options: &Options<'_>) -> Result<Pool, RunError> {
        Pool::new(options.threads, std::slice::from_ref(&self.case))
    }

    fn pilot_decks(&self) -> u64 {
        pilot::decks(self.case.shape.cards(), self.pilot)
    }

    fn count(
        &self,
        tests: &Tests,
        outcomes: &Outcomes,
        (pool, options): (&Pool, &Options<'_>),
    ) -> Result<(), RunError> {
        let decks = self.pilot_decks();
        (options.progress)(Progress::More(decks));
        (options.progress)(Progress::Case(&self.case));
        let case = Case { trials: decks, ..self.case.clone() };
        pilot::run(&case, self.seed, &tests.countings(), outcomes, (pool, options))
    }
}

fn rows(
    pool: &Pool,
    question: &Question,
    tests: &Tests,
    counted: &[PilotCount],
) -> Vec<TestForecast> {
    let case = &question.case;
    let laws = case.subject.job().and_then(|job| DrawnLaws::of(job, LIMITS).ok());
    let expected = laws.as_ref().map(Expected::new);
    let exact = |made: &BuiltMetric| -> Option<ExactExpectation> {
        expected.as_ref()?.of(made.entry, made.metric.as_ref().ok()?.as_ref())
    };
    let mut counted = counted.iter();
    let all: Vec<(&BuiltMetric, Option<&PilotCount>)> = tests
        .iter()
        .map(|made| (made, if made.metric.is_ok() { counted.next() } else { None }))
        .collect();
    let rows = pool.map(&all, |&(made, counted)| {
        let exact = exact(made);
        made.wanted(case)
            .map(|index| made.row(question, tests, index, counted, exact.as_ref()))
            .collect::<Vec<TestForecast>>()
    });
    rows.into_iter().flatten().collect()
}

impl TestForecast {
    fn not_applicable(test: &'static str, why: String) -> Self {
        Self {
            test,
            law: None,
            way: None,
            noncentrality: None,
            noncentrality_error: None,
            spread: None,
            judges_from: None,
            trials_needed: None,
            trials_low: None,
            trials_high: None,
            power: None,
            power_low: None,
            power_high: None,
            status: Status::NotApplicable { why },
        }
    }
}
