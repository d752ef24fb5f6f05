//! Exact values, to stand beside the observed ones: the degree of a case, and what a sweep shows.
//!
//! The laws come from `shuffle-exact`, which reads the very code that is audited. A run should not wait for
//! the degree of a case, so it may cost only so much work; what costs more has no exact degree in the report.
//! A sweep is asked for its exact values, and may cost more. The limits count moves and paths, not time: the
//! same plan has the same columns on every machine.

use crate::{Case, Stage, Sweep, findings::SweepFindings, sweep::exact_quantity};
use rayon::prelude::*;
use shuffle_exact::{Laws, Limits, Subject};
use shuffle_metrics::metric::Exhibit;
use std::collections::HashMap;

/// What a degree beside a case may cost: some 0.2 seconds.
const OF_CASE: Limits = Limits { bytes: 100_000_000, moves: 20_000_000, paths: 50_000 };

/// What the values at one point of a sweep may cost: some seconds, and the memory of all orders of 10 cards.
const OF_POINT: Limits = Limits { bytes: 500_000_000, moves: 20_000_000_000, paths: 200_000 };

/// The exact degrees of cases, where they are known and ascents were counted.
///
/// Cases with the same law, which differ in their generator or in their decks, share the computation.
pub(crate) fn degrees(cases: &[(&Case, &Stage)]) -> Vec<Option<f64>> {
    let laws: Vec<Option<(String, Subject)>> =
        cases.iter().map(|(case, stage)| subject(case, stage)).collect();
    let different: HashMap<&str, &Subject> =
        laws.iter().flatten().map(|(law, subject)| (law.as_str(), subject)).collect();
    let degree = |(law, subject): (&str, &Subject)| {
        let degree = Laws::new(subject.clone(), OF_CASE).degree().ok()?.value();
        Some((law.to_owned(), degree))
    };
    let degrees: HashMap<String, f64> = different.into_par_iter().filter_map(degree).collect();
    laws.iter().map(|law| degrees.get(&law.as_ref()?.0).copied()).collect()
}

/// What the exact degree of a case is of, and what tells it from others; nothing where ascents were not counted.
fn subject(case: &Case, stage: &Stage) -> Option<(String, Subject)> {
    stage.exhibits.iter().find_map(Exhibit::ascents)?;
    let subject = Subject::try_from(case.subject.job()?).ok()?;
    let Subject { algorithm, shape, dice, passes } = &subject;
    let law = format!("{algorithm} {} {} {dice} {passes}", shape.cards(), shape.dealt());
    Some((law, subject))
}

/// The exact values of what sweeps show.
pub(crate) fn sweeps(sweeps: &[Sweep]) -> Vec<SweepFindings> {
    let exact = |sweep: &Sweep| SweepFindings {
        exact: sweep.points.par_iter().map(|case| point(sweep, case)).collect(),
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
