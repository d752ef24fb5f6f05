//! The cases of a plan that can be run on this machine, according to their probes.

use super::options::RunError;
use crate::{Case, Plan, Skipped, subject::NoVersion, tallies::Presence};
use std::{collections::HashMap, sync::atomic::AtomicBool};

/// The cases of a plan, after all probes were run.
pub(super) struct Probed {
    /// The cases to run, in their order, each with the version that its probe returned, if it has a probe.
    pub(super) cases: Vec<(Case, Option<String>)>,
    /// The others.
    pub(super) skipped: Vec<Skipped>,
}

/// Runs each probe once, even if several cases have it.
pub(super) fn run(plan: &Plan, interrupt: &AtomicBool) -> Result<Probed, RunError> {
    let mut probed = Probed { cases: Vec::new(), skipped: Vec::new() };
    let mut known: HashMap<String, Result<String, String>> = HashMap::new();
    for case in &plan.cases {
        let said = match case.subject.probe() {
            None => None,
            Some(key) => Some(match known.get(&key) {
                Some(said) => said.clone(),
                None => known.entry(key).or_insert(ask(case, interrupt)?).clone(),
            }),
        };
        match said.transpose() {
            Ok(version) => probed.cases.push((case.clone(), version)),
            Err(why) => probed.skipped.push(Skipped { case: case.clone(), why }),
        }
    }
    Ok(probed)
}

/// The cases of a plan as they were probed before.
pub(super) fn known(plan: &Plan, known: &HashMap<String, Presence>) -> Probed {
    let mut probed = Probed { cases: Vec::new(), skipped: Vec::new() };
    for case in plan.cases.iter().cloned() {
        match known.get(case.id()) {
            Some(Presence::Skipped(why)) => {
                probed.skipped.push(Skipped { case, why: why.clone() });
            }
            Some(Presence::There(version) | Presence::Absent(version, _)) => {
                probed.cases.push((case, version.clone()));
            }
            None => probed.cases.push((case, None)),
        }
    }
    probed
}

/// The version, or the reason why there is none.
fn ask(case: &Case, interrupt: &AtomicBool) -> Result<Result<String, String>, RunError> {
    match case.subject.version(interrupt) {
        Ok(version) => Ok(Ok(version)),
        Err(NoVersion::Skip(why)) => Ok(Err(why)),
        Err(NoVersion::Interrupted) => Err(RunError::Interrupted),
    }
}
