#![doc = include_str!("sweep.md")]

mod quantity;

pub use quantity::Quantity;

#[cfg(test)]
use crate::spec::ID;
use crate::{
    CaseSpec, Folder, count,
    error::{CaseError, CaseProblem},
};
use shuffle_algorithms::Algorithm;
use shuffle_audit::{
    Case, Expect,
    case::{self as audit, check_id},
};
use shuffle_deck::words::nearest;

/// The tables of the whole run that a report may have; no figure may be called so.
const TABLES: [&str; 6] = ["summary", "degree", "moved", "run", "subjects", "faults"];

/// A sweep as it is written in a plan.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SweepSpec {
    /// Its name: lower-case letters, digits and hyphens. Its cases are called `ID-VALUE`.
    #[cfg_attr(test, schemars(regex(pattern = ID)))]
    pub id: String,
    /// The headline of its picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The source of its numbers, in ASCII.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Its table and picture, if it shares them with other sweeps; its id by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// The shuffle, as `id` or `id:key=value,...`, without the parameter that is varied.
    pub algorithm: String,
    /// Cards in the deck, unless they are varied.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 2)))]
    pub cards: Option<u64>,
    /// Cards dealt, from the front of the shuffled deck; by default all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub deal: Option<u64>,
    /// The number of times that the whole shuffle is repeated on a deck; by default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub passes: Option<u32>,
    /// The dice, as `id` or `id:key=value,...`; by default exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The generator under the dice; by default auto: lanes-xoshiro256pp where the shuffle runs on lanes, else pcg64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
    /// The varied quantity: a parameter of the algorithm, or `passes`, or `cards`.
    pub vary: String,
    /// The values that it takes, ascending.
    pub values: Vec<u64>,
    /// Decks at each value; without it nothing is measured.
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<1>"))]
    pub trials: Option<u64>,
    /// The tests to be made; by default all that can judge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<String>>,
    /// The values at which it must fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fail: Vec<u64>,
    /// The quantities to draw: numbers of the law, or `log10-p` of the strongest test.
    pub show: Vec<Quantity>,
}

/// A sweep that can be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// As it was written.
    pub spec: SweepSpec,
    /// Its case at each of its values.
    pub points: Vec<Case>,
}

/// An error in a sweep, with its key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct SweepError {
    /// The key: `vary`, `values`, ...
    pub key: &'static str,
    /// The error.
    pub problem: SweepProblem,
}

/// The errors that a sweep can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SweepProblem {
    /// An error that a case can have, too.
    #[error(transparent)]
    Case(#[from] CaseProblem),
    /// An error that a case can have, too, in the keys that do not describe its subject.
    #[error(transparent)]
    Request(#[from] audit::CaseProblem),
    #[error("at the value {value}: {problem}")]
    Value { value: u64, problem: CaseProblem },
    #[error("a sweep cannot be called `{0}`: reports already have a table with this name")]
    Reserved(String),
    #[error("the source must be ASCII, because it is shown in a table")]
    NotAscii,
    #[error(
        "cannot vary `{given}`{}; `{id}` has {}`passes` and `cards`",
        suggestion(nearest.as_deref()), listed(parameters)
    )]
    Vary { given: String, id: &'static str, parameters: Vec<&'static str>, nearest: Option<String> },
    #[error("`{0}` is varied, so it has no value of its own; leave it out")]
    Fixed(String),
    #[error("a sweep needs `cards`, unless they are what it varies")]
    NoCards,
    #[error("values must be at least one, each larger than the last")]
    Order,
    #[error("{0} passes are too many; the limit is 4294967295")]
    Passes(u64),
    #[error(
        "nothing to show: name the quantities to draw, such as `total-variation`, and each only once"
    )]
    Nothing,
    #[error("{0} must fail, but is not among the values")]
    NoSuchValue(u64),
    #[error("`{0}` needs decks; give `trials`")]
    NotMeasured(&'static str),
    #[error("the sweeps of the figure `{0}` must vary and show the same")]
    Figure(String),
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

fn listed(parameters: &[&str]) -> String {
    parameters.iter().map(|key| format!("`{key}`, ")).collect()
}

impl Sweep {
    /// Checks a sweep and makes its cases ready to run.
    ///
    /// # Errors
    ///
    /// [`SweepError`], with the key at fault.
    pub fn new(spec: SweepSpec) -> Result<Self, SweepError> {
        check_id(&spec.id).map_err(|problem| at("id")(problem.into()))?;
        if let Some(figure) = &spec.figure {
            check_id(figure).map_err(|problem| at("figure")(problem.into()))?;
        }
        check(&spec)?;
        let points = spec.values.iter().map(|&value| point(&spec, value));
        let points = points.collect::<Result<_, _>>()?;
        Ok(Self { spec, points })
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.spec.id
    }

    /// The name of its table and picture.
    pub fn figure(&self) -> &str {
        self.spec.figure.as_deref().unwrap_or(&self.spec.id)
    }

    /// The cases that are to be run: none if nothing is measured.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.points.iter().filter(|_| self.spec.trials.is_some())
    }

    /// Checks that it can share a figure with another sweep.
    ///
    /// # Errors
    ///
    /// [`SweepProblem::Figure`] if both are of one figure, but do not fit together.
    pub(crate) fn fits(&self, other: &Self) -> Result<(), SweepError> {
        let same = self.spec.vary == other.spec.vary && self.spec.show == other.spec.show;
        if self.figure() != other.figure() || same {
            return Ok(());
        }
        let key = if self.spec.figure.is_some() { "figure" } else { "id" };
        Err(at(key)(SweepProblem::Figure(self.figure().to_owned())))
    }
}

fn at(key: &'static str) -> impl Fn(SweepProblem) -> SweepError {
    move |problem| SweepError { key, problem }
}

/// All that does not depend on the values.
fn check(spec: &SweepSpec) -> Result<(), SweepError> {
    let refuse = |key, problem| Err(at(key)(problem));
    let figure = spec.figure.as_ref().unwrap_or(&spec.id);
    if TABLES.contains(&figure.as_str()) {
        let key = if spec.figure.is_some() { "figure" } else { "id" };
        return refuse(key, SweepProblem::Reserved(figure.clone()));
    }
    if !spec.source.is_ascii() {
        return refuse("source", SweepProblem::NotAscii);
    }
    check_vary(spec)?;
    if spec.values.is_empty() || !spec.values.is_sorted_by(|a, b| a < b) {
        return refuse("values", SweepProblem::Order);
    }
    let twice = spec.show.iter().enumerate().any(|(i, shown)| spec.show[..i].contains(shown));
    if spec.show.is_empty() || twice {
        return refuse("show", SweepProblem::Nothing);
    }
    if spec.trials.is_none() {
        for (key, given) in [
            ("fail", !spec.fail.is_empty()),
            ("metrics", spec.metrics.is_some()),
            ("show", spec.show.contains(&Quantity::Log10P)),
        ] {
            if given {
                let what = if key == "show" { "log10-p" } else { key };
                return refuse(key, SweepProblem::NotMeasured(what));
            }
        }
    }
    match spec.fail.iter().find(|value| !spec.values.contains(value)) {
        Some(&value) => refuse("fail", SweepProblem::NoSuchValue(value)),
        None => Ok(()),
    }
}

fn check_vary(spec: &SweepSpec) -> Result<(), SweepError> {
    let algorithm = Algorithm::parse(&spec.algorithm);
    let algorithm = algorithm.map_err(|error| at("algorithm")(CaseProblem::from(error).into()))?;
    let entry = algorithm.entry();
    let parameters: Vec<_> = entry.parameters.iter().map(|parameter| parameter.key).collect();
    let fixed = |key| Err(at(key)(SweepProblem::Fixed(spec.vary.clone())));
    match spec.vary.as_str() {
        "cards" if spec.cards.is_some() => fixed("cards"),
        "passes" if spec.passes.is_some() => fixed("passes"),
        vary if vary != "cards" && spec.cards.is_none() => Err(at("cards")(SweepProblem::NoCards)),
        "cards" | "passes" => Ok(()),
        vary if parameters.contains(&vary) => {
            let given = spec.algorithm.split([':', ',']).skip(1);
            let keys = given.filter_map(|assignment| assignment.split_once('='));
            let mut keys = keys.map(|(key, _)| key);
            if keys.any(|key| key == vary) { fixed("algorithm") } else { Ok(()) }
        }
        vary => {
            let nearest = nearest(vary, parameters.iter().copied().chain(["passes", "cards"]));
            let (given, id) = (vary.to_owned(), entry.id);
            Err(at("vary")(SweepProblem::Vary { given, id, parameters, nearest }))
        }
    }
}

fn point(spec: &SweepSpec, value: u64) -> Result<Case, SweepError> {
    let mut algorithm = spec.algorithm.clone();
    let (mut cards, mut passes) = (spec.cards.or(Some(value)), spec.passes);
    match spec.vary.as_str() {
        "cards" => cards = Some(value),
        "passes" => {
            let number = u32::try_from(value);
            passes = Some(number.map_err(|_| at("values")(SweepProblem::Passes(value)))?);
        }
        key => {
            let next = if algorithm.contains(':') { ',' } else { ':' };
            algorithm.push_str(&format!("{next}{key}={value}"));
        }
    }
    let fail = spec.fail.contains(&value);
    let case = CaseSpec {
        id: format!("{}-{value}", spec.id),
        algorithm: Some(algorithm),
        cards,
        deal: spec.deal,
        // If nothing is measured the case is never run, but its exact law is computed.
        trials: Some(spec.trials.unwrap_or(1)),
        passes,
        dice: spec.dice.clone(),
        rng: spec.rng.clone(),
        metrics: spec.metrics.clone(),
        expect: if fail { Expect::Fail } else { Expect::Pass },
        ..CaseSpec::default()
    };
    let case = case.case(&Folder::default());
    let varied = |key: &str| key == spec.vary || key == "algorithm";
    let mut case = case.map_err(|CaseError { key, problem }| match varied(key) {
        true => at("values")(SweepProblem::Value { value, problem }),
        false => at(key)(problem.into()),
    })?;
    case.sweep = Some(spec.id.clone());
    Ok(case)
}
