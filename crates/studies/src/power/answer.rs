//! The question of a forecast, and its answer.

use shuffle_audit::{Case, seeds::PlanSeed};
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
