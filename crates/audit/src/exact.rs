//! The exact degree of a case, to stand beside the observed one.
//!
//! The law comes from `shuffle-exact`, which reads the very code that is audited. A run should not wait for
//! it, so it may cost only so much work; what costs more has no exact degree in the report. The limit counts
//! moves and paths, not time: the same plan has the same columns on every machine.
//!
//! What this is not for: laws of whole decks. The command `exact` gives those, under limits of its own.

use crate::{Case, Stage};
use rayon::prelude::*;
use shuffle_exact::{Laws, Limits, Subject};
use shuffle_metrics::{ascents::ASCENTS, metric::Exhibit};

/// What a degree beside a case may cost: some 0.2 seconds.
const LIMITS: Limits = Limits { bytes: 100_000_000, moves: 20_000_000, paths: 50_000 };

/// The exact degrees of cases, where they are known and ascents were counted.
pub(crate) fn degrees(cases: &[(&Case, &Stage)]) -> Vec<Option<f64>> {
    cases.par_iter().map(|(case, stage)| degree(case, stage)).collect()
}

fn degree(case: &Case, stage: &Stage) -> Option<f64> {
    let counted = |exhibit: &Exhibit| matches!(exhibit, Exhibit::Histogram { test, .. } if *test == ASCENTS.id);
    stage.exhibits.iter().find(|exhibit| counted(exhibit))?;
    let laws = Laws::new(Subject::from(case.subject.job()?), LIMITS);
    laws.degree().ok().map(|degree| degree.value())
}
