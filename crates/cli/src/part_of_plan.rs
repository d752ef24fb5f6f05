//! A plan that a command is given, and a part of it: the cases that `--only` names.
//!
//! The decks of a case depend on no other case, so they and their counts are the same as in the whole plan. The error
//! budget is shared by the tests that are made, so a p-value after Holm may be smaller; and the fingerprint belongs
//! to the part that is run.

use crate::exit::Failure;
use shuffle_deck::words::nearest;
use shuffle_subjects::PlanFile;
use std::{collections::HashSet, io::ErrorKind, path::Path};

/// Keeps of each plan the cases with these ids, or of the sweeps with these ids, and drops plans that have none of
/// them.
///
/// A point of a sweep by itself is a case like any other.
pub(crate) fn only<T>(
    plans: Vec<(T, PlanFile)>,
    wanted: &[String],
) -> Result<Vec<(T, PlanFile)>, Failure> {
    if wanted.is_empty() {
        return Ok(plans);
    }
    let known = |plan: &PlanFile| -> Vec<String> {
        let sweeps = plan.sweeps.iter().map(|sweep| sweep.spec.id.clone());
        plan.cases.iter().map(|case| case.id().to_owned()).chain(sweeps).collect()
    };
    let names: HashSet<String> = plans.iter().flat_map(|(_, plan)| known(plan)).collect();
    if let Some(unknown) = wanted.iter().find(|wanted| !names.contains(*wanted)) {
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names.sort_unstable();
        let meant = match nearest(unknown, names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("there are {}", names.join(", ")),
        };
        return Err(Failure::usage(format!("--only: no case is called `{unknown}`; {meant}")));
    }
    let wanted: HashSet<&str> = wanted.iter().map(String::as_str).collect();
    let part = |(place, plan)| (place, part_of(plan, &wanted));
    Ok(plans.into_iter().map(part).filter(|(_, plan)| !plan.cases.is_empty()).collect())
}

fn part_of(mut plan: PlanFile, wanted: &HashSet<&str>) -> PlanFile {
    plan.sweeps.retain(|sweep| wanted.contains(sweep.spec.id.as_str()));
    let whole: HashSet<String> = plan
        .sweeps
        .iter()
        .flat_map(|sweep| sweep.cases())
        .map(|case| case.id().to_owned())
        .collect();
    plan.cases.retain(|case| wanted.contains(case.id()) || whole.contains(case.id()));
    for case in plan.cases.iter_mut().filter(|case| !whole.contains(case.id())) {
        case.sweep = None;
    }
    plan
}

pub(crate) fn read(path: &Path) -> Result<PlanFile, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => {
                "file not found; `shuffle-audit init` writes a starter plan".to_owned()
            }
            _ => error.to_string(),
        };
        Failure::usage(format!("cannot read the plan `{}`: {why}", path.display()))
    })?;
    PlanFile::parse(&path.display().to_string(), &text).map_err(Failure::usage)
}
