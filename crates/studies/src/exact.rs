//! Exact values next to the observed ones: the degree and the position law of a case, and the quantities of a sweep.
//!
//! The laws come from `shuffle-exact`, which computes them from the audited code itself. A run should not wait for
//! the degree of a case, so its cost is limited; a degree that costs more is left out of the report. The exact values
//! of a sweep are requested, and may cost more. The limits count moves and paths, not time: the same plan has the
//! same columns on every machine.

use crate::SweepFindings;
use shuffle_audit::{Case, CaseFindings, engine::Pool};
use shuffle_exact::{Laws, Limits, Subject, number::LawValue};
use shuffle_metrics::Exhibit;
use shuffle_subjects::{Quantity, Sweep};
use std::collections::{BTreeMap, HashMap};

/// Cost limit of the exact degree of a case: some 0.2 seconds.
const OF_CASE: Limits = Limits { bytes: 100_000_000, moves: 20_000_000, paths: 50_000 };

/// Cost limit of the values at one point of a sweep: some seconds, and the memory of all orders of 10 cards.
const OF_POINT: Limits = Limits { bytes: 500_000_000, moves: 20_000_000_000, paths: 200_000 };

/// A position law whose cells are this near to the uniform one is uniform.
const ROUNDING: f64 = 1e-9;

/// The exact laws of a case, for comparison with its counts in the first look.
#[derive(Clone, Debug, Default)]
struct Said {
    /// The degree, if ascents were counted.
    degree: Option<f64>,
    position: Option<Vec<f64>>,
}

/// Fills in the exact degrees of cases, if they are known and ascents were counted in the first look. Returns the position
/// laws, if they are known and not uniform, and positions were counted.
pub(crate) fn compare(pool: &Pool, cases: &mut [CaseFindings]) -> BTreeMap<String, Vec<f64>> {
    let mut positions = BTreeMap::new();
    let said = of_cases(pool, cases);
    for (found, Said { degree, position }) in cases.iter_mut().zip(said) {
        found.exact_degree = degree;
        positions.extend(position.map(|law| (found.case.id().to_owned(), law)));
    }
    positions
}

/// Probabilities over the uniform one, less 1, row by row; `None` if all are uniform.
fn position(laws: &Laws) -> Option<Vec<f64>> {
    let law = laws.position().ok()?;
    let cards = law.shape().cards() as f64;
    let off: Vec<f64> = law.masses().values().into_iter().map(|p| p * cards - 1.0).collect();
    off.iter().any(|off| off.abs() > ROUNDING).then_some(off)
}

/// The exact values of each case. Cases with the same law, which differ in their generator or in their decks, share
/// the computation; so do the two questions, each of which may walk all paths.
fn of_cases(pool: &Pool, cases: &[CaseFindings]) -> Vec<Said> {
    let counted = |found: &CaseFindings, is_it: fn(&Exhibit) -> bool| {
        found.looks.first().is_some_and(|look| look.exhibits.iter().any(is_it))
    };
    let asked: Vec<Option<Question>> = cases
        .iter()
        .map(|found| {
            let degree = counted(found, |exhibit| exhibit.ascents().is_some());
            let position = counted(found, |exhibit| matches!(exhibit, Exhibit::Position(_)));
            let (law, subject) = subject(&found.case).filter(|_| degree || position)?;
            Some(Question { law, subject, degree, position })
        })
        .collect();
    let mut different: BTreeMap<&str, Question> = BTreeMap::new();
    for one in asked.iter().flatten() {
        let all = different.entry(&one.law).or_insert_with(|| one.clone());
        (all.degree, all.position) = (all.degree | one.degree, all.position | one.position);
    }
    let different: Vec<Question> = different.into_values().collect();
    let said = pool.map(&different, Question::say);
    let said: HashMap<&str, &Said> =
        different.iter().map(|one| one.law.as_str()).zip(&said).collect();
    let of_law = |one: &Option<Question>| {
        let (one, all) = one.as_ref().and_then(|one| Some((one, *said.get(one.law.as_str())?)))?;
        Some(Said {
            degree: all.degree.filter(|_| one.degree),
            position: all.position.clone().filter(|_| one.position),
        })
    };
    asked.iter().map(|one| of_law(one).unwrap_or_default()).collect()
}

/// The laws of a case, with a key for them, and what is asked of them.
#[derive(Clone, Debug)]
struct Question {
    law: String,
    subject: Subject,
    degree: bool,
    position: bool,
}

impl Question {
    fn say(&self) -> Said {
        // A path through a large deck takes longer, by up to the square of its cards; one die may have a value for each.
        let cards = self.subject.shape.cards() as u64;
        let paths = OF_CASE.paths / (cards * cards / (52 * 52)).max(1);
        let paths = paths.max(cards).min(OF_CASE.paths);
        let laws = Laws::new(self.subject.clone(), Limits { paths, ..OF_CASE });
        let degree = || Some(laws.degree().ok()?.value());
        let position = || position(&laws);
        Said {
            degree: self.degree.then(degree).flatten(),
            position: self.position.then(position).flatten(),
        }
    }
}

fn subject(case: &Case) -> Option<(String, Subject)> {
    let subject = Subject::try_from(case.subject.job()?).ok()?;
    let Subject { algorithm, shape, dice, passes } = &subject;
    let law = format!("{algorithm} {} {} {dice} {passes}", shape.cards(), shape.dealt());
    Some((law, subject))
}

pub(crate) fn sweeps(pool: &Pool, sweeps: &[Sweep]) -> Vec<SweepFindings> {
    let exact = |sweep: &Sweep| SweepFindings {
        exact: pool.map(&sweep.points, |case| point(sweep, case)),
        sweep: sweep.clone(),
    };
    sweeps.iter().map(exact).collect()
}

fn point(sweep: &Sweep, case: &Case) -> Vec<Option<f64>> {
    let subject = case.subject.job().and_then(|job| Subject::try_from(job).ok());
    let laws = subject.map(|subject| Laws::new(subject, OF_POINT));
    let exact = |&quantity| exact_quantity(laws.as_ref()?, quantity);
    sweep.spec.show.iter().map(exact).collect()
}

fn exact_quantity(laws: &Laws, quantity: Quantity) -> Option<f64> {
    let number = match quantity {
        Quantity::TotalVariation => laws.total_variation().ok()?.number,
        Quantity::Separation => laws.separation().ok()?.number,
        Quantity::Noncentrality => laws.noncentrality().ok()?.number,
        Quantity::Degree => laws.degree().ok()?,
        Quantity::MostLikelyOrder => laws.permutation().ok()?.extremes(1).most.probability,
        Quantity::LeastLikelyOrder => laws.permutation().ok()?.extremes(1).least.probability,
        Quantity::MostLikelyPosition => laws.position().ok()?.extremes(1)?.most.probability,
        Quantity::LeastLikelyPosition => laws.position().ok()?.extremes(1)?.least.probability,
        Quantity::Log10P => return None,
    };
    Some(LawValue::value(&number))
}
