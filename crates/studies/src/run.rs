//! The run of a plan file: the findings, and exact values to compare them with.

pub use crate::results::{Results, SweepFindings};

use crate::exact;
use shuffle_audit::{
    diagnosis,
    engine::{self, Options, Pool, RunError},
};
use shuffle_subjects::PlanFile;

/// Runs a plan file.
///
/// # Errors
///
/// As [`engine::run`].
pub fn run(file: &PlanFile, options: &Options<'_>) -> Result<Results, RunError> {
    let pool = Pool::new(options.threads, &file.cases)?;
    let mut findings = engine::run_on(&pool, &file.plan(), options)?;
    // An interrupt leaves the verdicts without causes.
    let _ = diagnosis::explain(&mut findings, options);
    let exact_positions = exact::compare(&pool, &mut findings.cases);
    let sweeps = exact::sweeps(&pool, &file.sweeps);
    Ok(Results { file: file.clone(), findings, sweeps, exact_positions })
}
