//! The results of a plan file.

use shuffle_audit::Findings;
use shuffle_subjects::{PlanFile, Sweep};
use std::collections::BTreeMap;

/// The results of a plan file, from which a report is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The file, as it was run.
    pub file: PlanFile,
    /// The findings.
    pub findings: Findings,
    /// The exact values of its sweeps, in their order.
    pub sweeps: Vec<SweepFindings>,
    /// For each case whose exact position law is known and not uniform: the probability of each card at each
    /// position, row by row, divided by the uniform probability, less 1.
    pub exact_positions: BTreeMap<String, Vec<f64>>,
}

/// The exact values along a sweep; the findings of its cases are with the cases.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepFindings {
    /// The sweep.
    pub sweep: Sweep,
    /// At each of its points the exact value of each of its quantities, if it is known.
    pub exact: Vec<Vec<Option<f64>>>,
}

impl Results {
    /// Findings of a plan file without any exact values.
    pub fn of(file: PlanFile, findings: Findings) -> Self {
        Self { file, findings, sweeps: Vec::new(), exact_positions: BTreeMap::new() }
    }
}
