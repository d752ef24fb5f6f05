//! A plan file, run: the findings, and the exact values that are known beside them.

use crate::exact;
use shuffle_audit::{
    Findings,
    engine::{self, Options, Pool, RunError},
};
use shuffle_subjects::{PlanFile, Sweep};

/// The results of a plan file: all that a report is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The file, as it was run.
    pub file: PlanFile,
    /// What was found.
    pub findings: Findings,
    /// The exact values of its sweeps, in their order.
    pub sweeps: Vec<SweepFindings>,
}

/// The exact values along a sweep; what was found in its cases stands with the cases.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepFindings {
    /// The sweep.
    pub sweep: Sweep,
    /// At each of its values the exact value of each quantity that it shows, where it is known.
    pub exact: Vec<Vec<Option<f64>>>,
}

impl Results {
    /// Findings of a plan file without any exact values.
    #[must_use]
    pub fn of(file: PlanFile, findings: Findings) -> Self {
        Self { file, findings, sweeps: Vec::new() }
    }
}

/// Runs a plan file.
///
/// # Errors
///
/// As [`engine::run`].
pub fn run(file: &PlanFile, options: &Options<'_>) -> Result<Results, RunError> {
    let pool = Pool::new(options.threads, &file.cases)?;
    let mut findings = engine::run_on(&pool, &file.plan(), options)?;
    exact::degrees(&pool, &mut findings.cases);
    let sweeps = exact::sweeps(&pool, &file.sweeps);
    Ok(Results { file: file.clone(), findings, sweeps })
}
