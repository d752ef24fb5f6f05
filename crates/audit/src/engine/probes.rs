//! Which cases of a plan can be run on this machine, as their probes say.

use crate::{
    Case, Folder, Plan, Skipped,
    engine::RunError,
    stream::{MOST_PATIENCE, NoVersion, version},
};
use std::{collections::HashMap, sync::atomic::AtomicBool, time::Duration};

/// The cases of a plan, after all probes were run.
pub(super) struct Probed {
    /// Those that are to be run, in their order, and what the probe of each said, if it has one.
    pub(super) cases: Vec<(Case, Option<String>)>,
    /// The others.
    pub(super) skipped: Vec<Skipped>,
}

/// A command, where it is run, and how long it may take.
type Probe<'a> = (&'a [String], &'a Folder, Duration);

/// Runs the probes, each of them once, however many cases have it.
pub(super) fn run(plan: &Plan, interrupt: &AtomicBool) -> Result<Probed, RunError> {
    let mut probed = Probed { cases: Vec::new(), skipped: Vec::new() };
    let mut known: HashMap<Probe<'_>, Result<String, String>> = HashMap::new();
    for case in &plan.cases {
        let program = case.subject.program();
        let probe = program
            .and_then(|program| Some((program.probe.as_deref()?, &program.folder, program.stall)));
        let said = match probe {
            None => None,
            Some(key) => Some(match known.get(&key) {
                Some(said) => said.clone(),
                None => known.entry(key).or_insert(ask(key, interrupt)?).clone(),
            }),
        };
        match said.transpose() {
            Ok(version) => probed.cases.push((case.clone(), version)),
            Err(why) => probed.skipped.push(Skipped { case: case.clone(), why }),
        }
    }
    Ok(probed)
}

/// The version, or why there is none.
fn ask(
    (probe, folder, stall): Probe<'_>,
    interrupt: &AtomicBool,
) -> Result<Result<String, String>, RunError> {
    match version((probe, folder), stall.min(MOST_PATIENCE), interrupt) {
        Ok(version) => Ok(Ok(version)),
        Err(NoVersion::Skip(why)) => Ok(Err(why)),
        Err(NoVersion::Interrupted) => Err(RunError::Interrupted),
    }
}
