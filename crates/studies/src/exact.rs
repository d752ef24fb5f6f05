//! Exact values beside the observed ones: the degree of a case, and the quantities of a sweep.
//!
//! The laws come from `shuffle-exact`, which computes them from the audited code itself. A run should not wait for
//! the degree of a case, so its cost is limited; a degree that costs more is left out of the report. The exact values
//! of a sweep are requested, and may cost more. The limits count moves and paths, not time: the same plan has the
//! same columns on every machine.

use crate::SweepFindings;
use shuffle_audit::{Case, CaseFindings, Look, engine::Pool};
use shuffle_exact::{Laws, Limits, Subject, number::Number};
use shuffle_metrics::metric::Exhibit;
use shuffle_subjects::{Quantity, Sweep};
use std::collections::HashMap;

/// Cost limit of the exact degree of a case: some 0.2 seconds.
const OF_CASE: Limits = Limits { bytes: 100_000_000, moves: 20_000_000, paths: 50_000 };

/// Cost limit of the values at one point of a sweep: some seconds, and the memory of all orders of 10 cards.
const OF_POINT: Limits = Limits { bytes: 500_000_000, moves: 20_000_000_000, paths: 200_000 };

/// Fills in the exact degrees of cases, if they are known and ascents were counted in the first look.
///
/// Cases with the same law, which differ in their generator or in their decks, share the computation.
pub(crate) fn degrees(pool: &Pool, cases: &mut [CaseFindings]) {
    let first = |found: &CaseFindings| subject(&found.case, found.looks.first()?);
    let laws: Vec<Option<(String, Subject)>> = cases.iter().map(first).collect();
    let different: HashMap<&str, &Subject> =
        laws.iter().flatten().map(|(law, subject)| (law.as_str(), subject)).collect();
    let different: Vec<(&str, &Subject)> = different.into_iter().collect();
    let degrees = pool.map(&different, |(_, subject)| {
        Some(Laws::new((*subject).clone(), OF_CASE).degree().ok()?.value())
    });
    let degrees: HashMap<&str, Option<f64>> =
        different.iter().map(|(law, _)| *law).zip(degrees).collect();
    for (found, law) in cases.iter_mut().zip(&laws) {
        found.exact_degree =
            law.as_ref().and_then(|(law, _)| degrees.get(law.as_str()).copied().flatten());
    }
}

/// The subject of the exact degree of a case, with a key for its law; `None` if ascents were not counted.
fn subject(case: &Case, look: &Look) -> Option<(String, Subject)> {
    look.exhibits.iter().find_map(Exhibit::ascents)?;
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
    Some(Number::value(&number))
}
