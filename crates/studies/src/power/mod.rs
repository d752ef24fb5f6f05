#![doc = include_str!("power.md")]

mod answer;
mod expected;
mod forecasts;
mod law;
mod pilot;
mod pilot_tallies;
mod repeats;
mod search;
mod sees;
mod sighted;
mod spread;

pub use answer::{Origin, Powers, Question, SpreadOf, Status, TestForecast};
pub(crate) use pilot_tallies::PilotTallies;

use crate::outcomes::{Known, Outcomes};
use expected::{ExactExpectation, Expected};
use forecasts::{BuiltMetric, Tests};
use pilot_tallies::PilotCount;
use shuffle_audit::{
    Case,
    engine::{Options, Pool, Progress, RunError},
    tallies::all_blocks,
};
use shuffle_exact::{Limits, drawn::DrawnLaws};

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
pub(crate) fn is_done(question: &Question, known: &Known) -> bool {
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
