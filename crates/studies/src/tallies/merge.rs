//! The tallies of all shards, as a run that judges them finds them.

use super::{
    file::{FileError, Preface, TalliesFile, is_of_study},
    identity::{Kind, LookNumber},
};
use crate::outcomes::OutcomesError;
use shuffle_audit::{
    Case,
    seeds::Stage,
    tallies::{CaseTallies, Counts, Ledger, LedgerError, Presence, all_blocks, is_counted_whole},
};
use shuffle_subjects::{PlanError, PlanFile};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Files of tallies that do not make up a run.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MergeError {
    /// One cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("`{}` is a checkpoint of an unfinished run; finish it with the command that started it", .0.display())]
    Checkpoint(PathBuf),
    #[error("`{}` belongs to {theirs}, and `{}` to {mine}; merge the shards of one run", other.display(), first.display())]
    Other { first: PathBuf, mine: String, other: PathBuf, theirs: String },
    #[error("{name} of plan `{plan}` is given twice: `{}` and `{}`", first.display(), second.display())]
    Twice { name: String, plan: String, first: PathBuf, second: PathBuf },
    #[error("of plan `{plan}` {} missing: {}; run them, and merge all", if shards.len() == 1 { "a shard is" } else { "shards are" }, shards.join(", "))]
    Missing { plan: String, shards: Vec<String> },
    #[error("the subject of case `{case}` was {mine} where `{}` was counted, and {theirs} where `{}` was; use one for all", first.display(), other.display())]
    Presence { case: String, first: PathBuf, mine: String, other: PathBuf, theirs: String },
    #[error("the plan in `{}` cannot be read here: {error}", path.display())]
    Plan { path: PathBuf, error: PlanError },
    #[error("`{}`: {error}; merge the shards of one study", path.display())]
    Outcomes { path: PathBuf, error: OutcomesError },
    #[error("not all outcomes of `{0}` are in the tallies; count its shards again")]
    Incomplete(String),
    #[error("`{}` belongs to a study, and another file to a run; merge them separately", .0.display())]
    Study(PathBuf),
    #[error("the second look in `{}` is at {}, and the first look asks for {}", path.display(), said(theirs), said(wanted))]
    SecondLook { path: PathBuf, theirs: Vec<String>, wanted: Vec<String> },
}

fn said(cases: &[String]) -> String {
    if cases.is_empty() { "no case".to_owned() } else { cases.join(", ") }
}

/// The tallies of all shards of a plan.
#[derive(Debug)]
pub struct Merger {
    plan: PlanFile,
    presence: Vec<Presence>,
    /// By shard.
    first: Vec<TalliesFile>,
    second: Vec<TalliesFile>,
    /// The cases whose second look was asked for.
    asked: Mutex<BTreeSet<String>>,
}

impl Merger {
    /// Checks that these files are all shards of a run, each once, and that nothing is wrong with them.
    ///
    /// # Errors
    ///
    /// [`MergeError`].
    pub fn open(paths: &[PathBuf]) -> Result<Self, MergeError> {
        if let Some(other) = paths.iter().find(|path| is_of_study(path)) {
            return Err(MergeError::Study(other.clone()));
        }
        let files = paths.iter().map(|path| TalliesFile::<Preface>::open(path));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        if let Some(other) = files.iter().find(|file| file.identity.kind != Kind::Shard) {
            return Err(MergeError::Checkpoint(other.path.clone()));
        }
        files.sort_by_key(|file| (file.identity.look, file.identity.share.number));
        files.windows(2).try_for_each(|two| are_of_one_plan(&two[0], &two[1]))?;
        let (first, second): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|file| file.identity.look == LookNumber::First);
        let one = all_there(LookNumber::First, &first, second.first())?;
        if !second.is_empty() {
            all_there(LookNumber::Second, &second, None)?;
        }
        let met = first.iter().skip(1).chain(&second);
        met.clone().try_for_each(|other| met_the_same(one, other))?;
        let unread = |error| MergeError::Plan { path: one.path.clone(), error };
        let plan = one.preface.plan.plan().map_err(unread)?;
        let there = Presence::There(None);
        let presence = plan.cases.iter().map(|case| one.preface.presence.get(case.id()));
        let presence = presence.map(|met| met.unwrap_or(&there).clone()).collect();
        Ok(Self { plan, presence, first, second, asked: Mutex::default() })
    }

    /// The plan.
    pub fn plan(&self) -> &PlanFile {
        &self.plan
    }

    /// The plan's file, as it was named.
    pub fn path(&self) -> &Path {
        Path::new(self.first.first().map_or("", |file| file.preface.plan.path()))
    }

    /// Checks that the second look was at the cases that needed one, after the run that judged them.
    ///
    /// # Errors
    ///
    /// [`MergeError::SecondLook`].
    pub fn check_second_look(&self) -> Result<(), MergeError> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(one) = self.second.first() else { return Ok(()) };
        let theirs = one.preface.second_look.clone().unwrap_or_default();
        if theirs.iter().collect::<BTreeSet<_>>() == asked.iter().collect() {
            return Ok(());
        }
        let wanted = asked.iter().cloned().collect();
        Err(MergeError::SecondLook { path: one.path.clone(), theirs, wanted })
    }

    fn merged(&self, look: LookNumber, case: &Case) -> Result<CaseTallies, LedgerError> {
        let id = case.id();
        let files = if look == LookNumber::First { &self.first } else { &self.second };
        let mut sum: Option<CaseTallies> = None;
        for file in files {
            let record = file.record(&(look, id.to_owned()));
            let Some(record) = record.map_err(|error| LedgerError(error.to_string()))? else {
                continue;
            };
            match &mut sum {
                None => sum = Some(record),
                Some(sum) => sum.merge(record).map_err(|error| {
                    let path = file.path.display();
                    LedgerError(format!(
                        "`{path}`: the tallies of case `{id}` do not merge: {error}"
                    ))
                })?,
            }
        }
        let is_all = |sum: &CaseTallies| {
            matches!(sum.counts, Counts::Fault(..))
                || is_counted_whole(case)
                || sum.blocks == all_blocks(case)
        };
        sum.filter(is_all).ok_or_else(|| match (look, self.second.first()) {
            (LookNumber::Second, Some(one)) if !is_in(one, id) => LedgerError(format!(
                "the second look in `{}` is not at case `{id}`, which needs one",
                one.path.display()
            )),
            _ => LedgerError(format!("not all decks of case `{id}` are in the tallies")),
        })
    }
}

fn is_in(second: &TalliesFile, case: &str) -> bool {
    second.preface.second_look.iter().flatten().any(|id| id == case)
}

fn are_of_one_plan(first: &TalliesFile, other: &TalliesFile) -> Result<(), MergeError> {
    are_of_one(first, other)?;
    let (a, b) = (&first.identity, &other.identity);
    let (mine, theirs) = if !first.preface.plan.is_that_of(&other.preface.plan) {
        (
            format!("plan `{}`", a.plan),
            format!("plan `{}` with other keys, packs or labels", b.plan),
        )
    } else if a.look == b.look && first.preface.second_look != other.preface.second_look {
        ("a second look".to_owned(), "a second look at other cases".to_owned())
    } else {
        return Ok(());
    };
    let (first, other) = (first.path.clone(), other.path.clone());
    Err(MergeError::Other { first, mine, other, theirs })
}

/// Checks that two files are of one plan or study, of one seed, in as many shards.
pub(super) fn are_of_one<P>(
    first: &TalliesFile<P>,
    other: &TalliesFile<P>,
) -> Result<(), MergeError> {
    let (a, b) = (&first.identity, &other.identity);
    let (mine, theirs) = if a.seed != b.seed {
        (format!("seed {}", a.seed), format!("seed {}", b.seed))
    } else if a.fingerprint != b.fingerprint {
        let of = |it: &super::Identity| format!("plan `{}`, {}", it.plan, it.fingerprint);
        (of(a), of(b))
    } else if a.look == b.look && a.share.of != b.share.of {
        let of = |it: &super::Identity| format!("{} shards", it.share.of);
        (of(a), of(b))
    } else {
        return Ok(());
    };
    let (first, other) = (first.path.clone(), other.path.clone());
    Err(MergeError::Other { first, mine, other, theirs })
}

/// Checks that the shards of a look are there, each once, and returns the first. They are in order.
pub(super) fn all_there<'a, P>(
    look: LookNumber,
    files: &'a [TalliesFile<P>],
    second: Option<&TalliesFile<P>>,
) -> Result<&'a TalliesFile<P>, MergeError> {
    let look = if look == LookNumber::First { "" } else { " of the second look" };
    let Some(one) = files.first() else {
        let plan = second.map_or_else(String::new, |file| file.identity.plan.clone());
        let shards = vec!["all of the first look".to_owned()];
        return Err(MergeError::Missing { plan, shards });
    };
    let plan = one.identity.plan.clone();
    let same = files.windows(2).find(|two| two[0].identity.share == two[1].identity.share);
    if let Some([first, second]) = same {
        let share = first.identity.share;
        let name = format!("shard {}/{}{look}", share.number, share.of);
        let (first, second) = (first.path.clone(), second.path.clone());
        return Err(MergeError::Twice { name, plan, first, second });
    }
    let of = one.identity.share.of;
    let there: BTreeSet<u64> = files.iter().map(|file| file.identity.share.number).collect();
    if there.len() as u64 == of {
        return Ok(one);
    }
    // A thousand shards are not all named.
    const NAMED: usize = 10;
    let missing = (1..=of).filter(|number| !there.contains(number));
    let mut shards: Vec<String> =
        missing.take(NAMED).map(|number| format!("{number}/{of}{look}")).collect();
    let others = of - there.len() as u64 - shards.len() as u64;
    if others > 0 {
        shards.push(format!("and {others} more"));
    }
    Err(MergeError::Missing { plan, shards })
}

/// Checks that two shards met the same subjects, as far as both say so.
fn met_the_same(first: &TalliesFile, other: &TalliesFile) -> Result<(), MergeError> {
    for (case, theirs) in &other.preface.presence {
        match first.preface.presence.get(case) {
            Some(mine) if mine != theirs => {
                let (case, mine, theirs) = (case.clone(), in_words(mine), in_words(theirs));
                let (first, other) = (first.path.clone(), other.path.clone());
                return Err(MergeError::Presence { case, first, mine, other, theirs });
            }
            _ => {}
        }
    }
    Ok(())
}

fn in_words(presence: &Presence) -> String {
    match presence {
        Presence::There(Some(version)) => format!("there as `{version}`"),
        Presence::There(None) => "there".to_owned(),
        Presence::Skipped(why) => format!("skipped ({why})"),
        Presence::Absent(_, why) => format!("not there ({why})"),
    }
}

impl Ledger for Merger {
    fn presence(&self) -> Option<Vec<Presence>> {
        Some(self.presence.clone())
    }

    fn meet(&self, _presence: Vec<(String, Presence)>) -> Result<(), LedgerError> {
        Ok(())
    }

    fn before(&self, stage: Stage, case: &Case) -> Result<Option<CaseTallies>, LedgerError> {
        let look = LookNumber::of(stage);
        if look == LookNumber::Second {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.insert(case.id().to_owned());
        }
        self.merged(look, case).map(Some)
    }

    fn has(&self, stage: Stage) -> bool {
        stage == Stage::FirstLook || !self.second.is_empty()
    }

    fn keep(&self, _stage: Stage, _case: &Case, _tallies: &CaseTallies) {}
}
