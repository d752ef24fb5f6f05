//! The tests of a question, each with the minimum number of decks at which it applies, and
//! with its row of the answer.

use super::{
    Origin, Question, SpreadOf, Status, TestForecast,
    expected::ExactExpectation,
    law::{Mean, Spread},
    pilot_tallies::{PilotCount, PilotMetric},
    repeats::EqualDecks,
    search::{MOST_DECKS, SearchAnswer, fewest_decks},
    sees::{ForecastNumbers, Sees},
    sighted::Sighted,
    spread::{CLEAR, Sight, SightEstimate, SubjectTest},
};
use shuffle_audit::Case;
use shuffle_metrics::{Metric, MetricEntry, Outcome, Repeats, Scope, Tally, TestEntry};
use std::cell::RefCell;

/// The number of standard errors on either side of a range.
const RANGE: f64 = 2.0;

/// A test whose power never exceeds this is blind: it rejects by chance only.
const CHANCE: f64 = 0.01;

pub(super) struct Tests(Vec<BuiltMetric>);

pub(super) struct BuiltMetric {
    pub(super) entry: &'static MetricEntry,
    pub(super) metric: Result<Box<dyn Metric>, String>,
    /// For each of its tests the minimum number of decks at which it applies, or the reason why it never does.
    fewest: Vec<Result<u64, String>>,
}

impl Tests {
    pub(super) fn of(case: &Case) -> Self {
        // A forecast is about many decks.
        let many = |entry: &&MetricEntry| case.tests.is_some() || entry.scope != Scope::Few;
        Self(case.metrics().filter(many).map(|entry| BuiltMetric::new(entry, case)).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &BuiltMetric> {
        self.0.iter()
    }

    pub(super) fn countings(&self) -> Vec<PilotMetric<'_>> {
        self.0.iter().filter_map(BuiltMetric::counting).collect()
    }

    /// The minimum number of decks at which this test applies.
    fn fewest(&self, test: &str) -> Option<u64> {
        self.0.iter().find_map(|made| {
            let index = made.entry.tests.iter().position(|entry| entry.id == test)?;
            made.fewest[index].clone().ok()
        })
    }

    /// The number of tests that apply at this number of decks, of those that the case wants.
    fn judging(&self, case: &Case, trials: u64) -> usize {
        let able = |test| self.fewest(test).is_some_and(|fewest| fewest <= trials);
        let judges = |made: &BuiltMetric| {
            let tests = made.wanted(case).filter(|_| made.entry.scope.allows(trials));
            let judging = tests.filter(|&index| {
                let other = made.entry.tests[index].gives_way_to.is_some_and(able);
                made.fewest[index].as_ref().is_ok_and(|fewest| *fewest <= trials) && !other
            });
            judging.count()
        };
        self.0.iter().map(judges).sum()
    }

    /// The logarithm of the level of each test in a run of this number of decks.
    fn ln_level(&self, question: &Question, trials: u64) -> f64 {
        question.budget.test_level(self.judging(&question.case, trials)).ln()
    }
}

impl BuiltMetric {
    fn new(entry: &'static MetricEntry, case: &Case) -> Self {
        let metric = case.build(entry).map_err(|why| why.to_string());
        let fewest = match &metric {
            Err(why) => vec![Err(why.clone()); entry.tests.len()],
            Ok(metric) => {
                // Tests that were not requested by name run only if the whole metric can judge.
                let at_least = if case.tests.is_some() { 0 } else { metric.trials_needed() };
                let judgements = metric.judge(&Tally::new(metric.cells()));
                let needed = |outcome: &Outcome| match outcome {
                    Outcome::TooFewTrials { needed, .. } => Ok(*needed.max(&at_least)),
                    Outcome::NotApplicable { why } => Err(why.clone()),
                    Outcome::Judged(_) => Ok(at_least),
                };
                judgements.iter().map(|judgement| needed(&judgement.outcome)).collect()
            }
        };
        Self { entry, metric, fewest }
    }

    pub(super) fn wanted<'a>(&'a self, case: &'a Case) -> impl Iterator<Item = usize> + 'a {
        let tests = self.entry.tests.iter().enumerate();
        tests.filter(|(_, test)| case.wants(self.entry, test.id)).map(|(index, _)| index)
    }

    fn counting(&self) -> Option<PilotMetric<'_>> {
        let metric = self.metric.as_ref().ok()?.as_ref();
        let scope = self.entry.scope;
        Some(PilotMetric {
            metric,
            at_a_time: scope.decks(),
            batched: !matches!(scope, Scope::All | Scope::Single),
        })
    }

    pub(super) fn row(
        &self,
        question: &Question,
        tests: &Tests,
        index: usize,
        counted: Option<&PilotCount>,
        exact: Option<&ExactExpectation>,
    ) -> TestForecast {
        let TestEntry { id: test, gives_way_to, .. } = self.entry.tests[index];
        let (metric, fewest) = match (&self.metric, &self.fewest[index]) {
            (Ok(metric), Ok(fewest)) => (metric.as_ref(), *fewest),
            (Err(why), _) | (_, Err(why)) => {
                return TestForecast::not_applicable(test, why.clone());
            }
        };
        if let Some(sighted) = counted
            .filter(|_| self.entry.scope == Scope::Trials)
            .and_then(|counted| Sighted::of(&metric.judge(&counted.total)[index]))
        {
            let most = metric.summary_size().trials();
            let ask =
                TestQuestion { question, tests, test, fewest, most, ends: false, sees: &sighted };
            return ask.row();
        }
        let why = match self.entry.scope {
            Scope::Trials => Some("its power depends on the dependence between decks"),
            Scope::Single => Some("it waits for a single unshuffled deck"),
            Scope::Few => Some("it takes at most 99 decks"),
            Scope::Deck | Scope::Neighbors | Scope::All => None,
        };
        if let Some(why) = why {
            return TestForecast::not_applicable(test, why.to_owned());
        }
        let Some(counted) = counted else {
            return TestForecast::not_applicable(test, "it was not counted".to_owned());
        };
        if self.entry.scope == Scope::All {
            let judgements = metric.judge(&counted.total);
            let repeats = Repeats::new(question.case.shape).ok();
            let equal = repeats
                .and_then(|repeats| EqualDecks::of(repeats, &judgements, &counted.total, exact));
            let Some(equal) = equal else {
                return TestForecast::not_applicable(
                    test,
                    "the simulation has too few decks".to_owned(),
                );
            };
            let other = gives_way_to.and_then(|other| tests.fewest(other));
            let most = other.map_or(MOST_DECKS, |other| other - 1);
            let ends = gives_way_to.is_some();
            let ask = TestQuestion { question, tests, test, fewest, most, ends, sees: &equal };
            return ask.row();
        }
        // An exact effect belongs to the first test.
        let exact =
            exact.filter(|exact| index == 0 || !matches!(exact, ExactExpectation::Effect(_)));
        let linked = self.entry.scope == Scope::Neighbors;
        let known = SubjectTest { metric, index, exact, pilot: counted, fewest, linked };
        let sees = Sights::new(known);
        let (most, ends) = (MOST_DECKS, false);
        TestQuestion { question, tests, test, fewest, most, ends, sees: &sees }.row()
    }
}

struct TestQuestion<'a, S> {
    question: &'a Question,
    tests: &'a Tests,
    test: &'static str,
    fewest: u64,
    /// The maximum number of decks that it looks at.
    most: u64,
    /// True if it does not judge at all above that number.
    ends: bool,
    sees: &'a S,
}

impl<S: Sees> TestQuestion<'_, S> {
    fn power(&self, trials: u64, errors: f64) -> Option<f64> {
        if trials < self.fewest || (self.ends && trials > self.most) {
            return None;
        }
        let ln_level = self.tests.ln_level(self.question, trials);
        self.sees.power(trials.min(self.most), errors, ln_level)
    }

    fn search(&self, errors: f64) -> SearchAnswer {
        fewest_decks(self.fewest, self.most.max(self.fewest), self.question.power, |trials| {
            self.power(trials, errors)
        })
    }

    fn row(&self) -> TestForecast {
        let found = self.search(0.0);
        let at = match found {
            SearchAnswer::Decks(decks) => decks,
            SearchAnswer::Never(_) => self.most,
        };
        let Some(numbers) = self.sees.numbers(at) else {
            return TestForecast::not_applicable(self.test, "it has no forecast".to_owned());
        };
        let (exact, clear) = (numbers.exact, self.sees.clear(at));
        let decks = |found| match found {
            SearchAnswer::Decks(decks) => Some(decks),
            SearchAnswer::Never(_) => None,
        };
        let status = match found {
            SearchAnswer::Decks(_) => Status::Ok,
            SearchAnswer::Never(_) if !exact && !clear => Status::NotSeen,
            SearchAnswer::Never(best) if clear || best > CHANCE => Status::OutOfReach { best },
            SearchAnswer::Never(_) => Status::Blind,
        };
        let (trials_low, trials_high) = match status {
            Status::Ok if exact || !clear => (decks(found), decks(found)),
            Status::Ok => (decks(self.search(RANGE)), decks(self.search(-RANGE))),
            Status::NotSeen => (decks(self.search(CLEAR)), None),
            _ => (None, None),
        };
        let trials_needed = decks(found);
        let asked = self.question.trials.or(trials_needed).filter(|_| status != Status::NotSeen);
        let power = |errors| self.power(asked?, errors);
        TestForecast {
            test: self.test,
            law: Some(numbers.law),
            way: Some(if exact { Origin::Exact } else { Origin::Simulated }),
            noncentrality: Some(numbers.noncentrality),
            noncentrality_error: Some(numbers.error),
            spread: Some(numbers.spread),
            judges_from: Some(self.fewest),
            trials_needed,
            trials_low,
            trials_high,
            power: power(0.0),
            power_low: power(-RANGE),
            power_high: power(RANGE),
            status,
        }
    }
}

/// The sights of a chi-square test or of a mean, one for each resolution of its bins, computed on demand.
struct Sights<'a> {
    known: SubjectTest<'a>,
    /// True if its bins are the same for any number of decks.
    fixed: bool,
    seen: RefCell<Vec<((u64, u64), SightEstimate)>>,
}

impl<'a> Sights<'a> {
    fn new(known: SubjectTest<'a>) -> Self {
        let fixed = known.resolution(known.fewest) == known.resolution(MOST_DECKS);
        Self { known, fixed, seen: RefCell::new(Vec::new()) }
    }

    fn at(&self, trials: u64) -> Option<SightEstimate> {
        let first = || self.seen.borrow().first().copied();
        let key = match first() {
            Some((key, _)) if self.fixed => key,
            _ => self.known.resolution(trials)?,
        };
        if let Some((_, seen)) = self.seen.borrow().iter().find(|(known, _)| *known == key) {
            return Some(*seen);
        }
        let seen = self.known.seen(trials)?;
        self.seen.borrow_mut().push((key, seen));
        Some(seen)
    }
}

impl Sees for Sights<'_> {
    /// A noncentrality that does not clearly differ from 0 counts as 0; then only the spread may give power.
    fn power(&self, trials: u64, errors: f64, ln_level: f64) -> Option<f64> {
        let SightEstimate { sight, error, clear, .. } = self.at(trials)?;
        let raised = |size: f64| {
            let size = if clear || errors > 0.0 { size.max(0.0) } else { 0.0 };
            (size + errors * error).max(0.0)
        };
        let decks = trials as f64;
        Some(match sight {
            Sight::Quadratic(it) => it.with_lambda(raised(it.lambda)).power(decks, ln_level),
            Sight::Mean(it) => {
                let normal = |shift| Mean { shift, ..it }.power(decks, ln_level);
                let forecast = normal(raised(it.shift.abs()));
                match self.known.power_of_sum(trials, ln_level).filter(|_| clear) {
                    // The effect of an error in the shift comes from the normal law.
                    Some(exact) => (exact + forecast - normal(it.shift.abs())).clamp(0.0, 1.0),
                    None => forecast,
                }
            }
        })
    }

    fn clear(&self, trials: u64) -> bool {
        self.at(trials).is_some_and(|seen| seen.clear)
    }

    fn numbers(&self, trials: u64) -> Option<ForecastNumbers> {
        let SightEstimate { sight, error, exact, .. } = self.at(trials)?;
        let (law, noncentrality, error, as_law) = match sight {
            Sight::Quadratic(it) => {
                ("chi-square", it.lambda, error, it.spread == Spread::Noncentral)
            }
            Sight::Mean(it) => {
                // (a + e)^2 is off by about 2 a e + e^2.
                let error = 2.0 * it.shift.abs() * error + error * error;
                ("normal", it.shift * it.shift, error, it.spread == 1.0)
            }
        };
        let spread = if as_law { SpreadOf::Law } else { SpreadOf::Measured };
        Some(ForecastNumbers { law, noncentrality, error, exact, spread })
    }
}

impl Sees for EqualDecks {
    fn power(&self, trials: u64, errors: f64, ln_level: f64) -> Option<f64> {
        let mut pairs = self.pairs;
        if !self.clear && errors <= 0.0 {
            pairs.chance = pairs.null;
        }
        pairs.chance = (pairs.chance + errors * self.error).max(0.0);
        let compared = self.repeats.pairs_compared(trials);
        Some(pairs.power(trials as f64, compared, ln_level))
    }

    fn clear(&self, _: u64) -> bool {
        self.clear
    }

    fn numbers(&self, _: u64) -> Option<ForecastNumbers> {
        let noncentrality = self.pairs.chance / self.pairs.null - 1.0;
        let (error, exact) = (self.error / self.pairs.null, self.exact);
        Some(ForecastNumbers { law: "poisson", noncentrality, error, exact, spread: SpreadOf::Law })
    }
}
