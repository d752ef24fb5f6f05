//! `shuffle-audit run --shard I/K`: counts a part of the decks of each plan, and writes its tallies.

use crate::{
    background::with_progress,
    common::Machine,
    exit::{Ending, Exit, Failure},
    interrupt::shielded,
    output::print,
    sharing::{self, SharingFlags},
};
use shuffle_audit::{
    engine::{self, Options, RunError},
    tallies::{Share, owner},
};
use shuffle_subjects::PlanFile;
use std::path::Path;

/// Counts a shard of each plan, one after the other.
pub(crate) fn count(
    plans: Vec<(&Path, PlanFile)>,
    share: Share,
    how: (&SharingFlags, Machine),
    out: Option<&Path>,
) -> Result<Exit, Failure> {
    // A shard is counted for its file.
    let out = SharingFlags::folder(out)?;
    let mut ending = Ending::new();
    for (path, plan) in plans {
        match one(how, path, &plan, (share, &out)) {
            Ok(exit) => ending.note(exit),
            Err(failure) => {
                ending.attempt(Err(failure));
                break;
            }
        }
    }
    Ok(ending.exit())
}

fn one(
    (sharing, machine): (&SharingFlags, Machine),
    path: &Path,
    plan: &PlanFile,
    (share, out): (Share, &Path),
) -> Result<Exit, Failure> {
    let book = sharing.book(plan, path, machine)?;
    let file = out.join(book.file_name());
    book.is_free(&file).map_err(Failure::usage)?;
    let (whole, second_look) = (plan.plan(), plan.second_look.as_deref());
    let tallied = with_progress(machine, |options| {
        engine::tally(&whole, &Options { ledger: Some(&book), ..*options }, share, second_look)
    })?;
    let faulted = tallied.map_err(|error| match error {
        RunError::Interrupted => sharing::interrupted(book.checkpoint()),
        error => error.into(),
    })?;
    shielded(|| book.write(&file)).map_err(Failure::usage)?;
    sharing::remove(book.checkpoint())?;
    for one in &faulted {
        let (case, fault) = (one.case.id(), &one.fault);
        let said = format!("case `{case}`: {fault}; the other cases are counted");
        Failure { exit: Exit::Subject, ..Failure::usage(said) }.tell();
    }
    let Share { number, of } = share;
    let all = whole.cases.iter().map(shuffle_audit::Case::id);
    let ours = all.filter(|case| {
        second_look.is_none_or(|cases| cases.iter().any(|id| id == case))
            && owner(&whole, case, of) == Some(share)
    });
    let ours: Vec<&str> = ours.collect();
    let alone = match (of, &ours[..]) {
        (1, _) | (_, []) => String::new(),
        (_, ours) => format!("; it alone counts {}", ours.join(", ")),
    };
    let look = if second_look.is_some() { "the second look of " } else { "" };
    let (file, name) = (file.display(), &plan.name);
    print(&format!("Tallies: {file} (shard {number} of {of} of {look}plan `{name}`{alone})\n"))?;
    Ok(if faulted.is_empty() { Exit::Expected } else { Exit::Subject })
}
