//! Exact values beside the observed ones: the degree and the position law of a case, and the quantities of a sweep.
//!
//! The laws come from `shuffle-exact`, which computes them from the audited code itself. A run should not wait for
//! the degree of a case, so its cost is limited; a degree that costs more is left out of the report. The exact values
//! of a sweep are requested, and may cost more. The limits count moves and paths, not time: the same plan has the
//! same columns on every machine.

use crate::SweepFindings;
use shuffle_audit::{Case, CaseFindings, engine::Pool};
use shuffle_exact::{Laws, Limits, Subject, number::LawValue};
use shuffle_metrics::metric::Exhibit;
use shuffle_subjects::{Quantity, Sweep};
use std::collections::{BTreeMap, HashMap};

/// Cost limit of the exact degree of a case: some 0.2 seconds.
const OF_CASE: Limits = Limits { bytes: 100_000_000, moves: 20_000_000, paths: 50_000 };

/// Cost limit of the values at one point of a sweep: some seconds, and the memory of all orders of 10 cards.
const OF_POINT: Limits = Limits { bytes: 500_000_000, moves: 20_000_000_000, paths: 200_000 };

/// A position law whose cells are this near to the uniform one is uniform.
const ROUNDING: f64 = 1e-9;

/// Fills in the exact degrees of cases, if they are known and ascents were counted in the first look.
pub(crate) fn degrees(pool: &Pool, cases: &mut [CaseFindings]) {
    let degree = |laws: &Laws| Some(laws.degree().ok()?.value());
    let known = of_cases(pool, cases, |exhibit| exhibit.ascents().is_some(), degree);
    for (found, degree) in cases.iter_mut().zip(known) {
        found.exact_degree = degree;
    }
}

/// The position laws of cases, if they are known and not uniform, and positions were counted in the first look.
pub(crate) fn positions(pool: &Pool, cases: &[CaseFindings]) -> BTreeMap<String, Vec<f64>> {
    let is_position = |exhibit: &Exhibit| matches!(exhibit, Exhibit::Position(_));
    let known = of_cases(pool, cases, is_position, position);
    let of_case =
        |(found, law): (&CaseFindings, Option<Vec<f64>>)| Some((found.case.id().to_owned(), law?));
    cases.iter().zip(known).filter_map(of_case).collect()
}

/// Probabilities over the uniform one, less 1, row by row; `None` if all are uniform.
fn position(laws: &Laws) -> Option<Vec<f64>> {
    let law = laws.position().ok()?;
    let cards = law.shape().cards() as f64;
    let off: Vec<f64> = law.masses().values().into_iter().map(|p| p * cards - 1.0).collect();
    off.iter().any(|off| off.abs() > ROUNDING).then_some(off)
}

/// What the laws of each case say, if they are known and such an exhibit was counted in the first look.
///
/// Cases with the same law, which differ in their generator or in their decks, share the computation.
fn of_cases<T: Clone + Send + Sync>(
    pool: &Pool,
    cases: &[CaseFindings],
    is_counted: impl Fn(&Exhibit) -> bool,
    says: impl Fn(&Laws) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let first = |found: &CaseFindings| {
        found.looks.first()?.exhibits.iter().find(|exhibit| is_counted(exhibit))?;
        subject(&found.case)
    };
    let laws: Vec<Option<(String, Subject)>> = cases.iter().map(first).collect();
    let different: HashMap<&str, &Subject> =
        laws.iter().flatten().map(|(law, subject)| (law.as_str(), subject)).collect();
    let different: Vec<(&str, &Subject)> = different.into_iter().collect();
    let said = pool.map(&different, |(_, subject)| says(&Laws::new((*subject).clone(), OF_CASE)));
    let said: HashMap<&str, Option<T>> = different.iter().map(|(law, _)| *law).zip(said).collect();
    let of_law = |law: &Option<(String, Subject)>| {
        law.as_ref().and_then(|(law, _)| said.get(law.as_str()).cloned().flatten())
    };
    laws.iter().map(of_law).collect()
}

/// The subject of the laws of a case, with a key for them.
fn subject(case: &Case) -> Option<(String, Subject)> {
    let subject = Subject::try_from(case.subject.job()?).ok()?;
    let Subject { algorithm, shape, dice, passes } = &subject;
    let law = format!("{algorithm} {} {} {dice} {passes}", shape.cards(), shape.dealt());
    Some((law, subject))
}

/// The exact values of the quantities of sweeps.
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

/// The exact value of a quantity, if the laws know it.
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
