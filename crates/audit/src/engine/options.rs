//! The inputs of a run, its progress reports, and the reasons why it may have no findings.

use crate::{
    Case, Fault, Skipped,
    seeds::Stage,
    source::SourceError,
    tallies::{Ledger, LedgerError},
};
use shuffle_deck::InstructionSet;
use shuffle_metrics::Judgement;
use std::{sync::atomic::AtomicBool, time::Instant};

/// Settings of a run. Only `deadline` and `enough` can change its findings.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Threads; 0 means one for each processor.
    pub threads: usize,
    /// The vector instructions that decks are shuffled and counted with, where there is a choice.
    pub instruction_set: InstructionSet,
    /// Set it to true, from anywhere, and the run ends soon with [`RunError::Interrupted`].
    pub interrupt: &'a AtomicBool,
    /// After this moment no more decks are taken, and the verdict is on those that came. The findings then depend on
    /// the speed of the machine.
    pub deadline: Option<Instant>,
    /// Set it to true, from anywhere, and no more decks are taken either. The verdict is on those that came, the findings are
    /// [interrupted](crate::Findings::interrupted), and a second look that was not over is dropped.
    pub enough: &'a AtomicBool,
    /// Called with the progress, from any thread.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
    /// The store where the run finds earlier counts, and leaves its own. With one it has no deadline.
    pub ledger: Option<&'a dyn Ledger>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let instruction_set = InstructionSet::detect();
        Self {
            threads: 0,
            instruction_set,
            interrupt: &NEVER,
            deadline: None,
            enough: &NEVER,
            progress: &|_| {},
            ledger: None,
        }
    }
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// The total rises by this number of trials.
    More(u64),
    /// A case begins.
    Case(&'a Case),
    /// This number of further trials is done.
    Trials(u64),
    /// This number of trials will not be done: the case was decided earlier, or its subject is at fault.
    Less(u64),
    /// The decks of a look at a case are all counted, and are judged next.
    Counted(&'a Case),
    /// A case is skipped, since its probe failed.
    Skipped(&'a Skipped),
    /// The subject of a case is at fault, or not there; the run continues with the others.
    Faulted(&'a Case, &'a Fault),
    /// The decks of a look at a case are judged. There is no ruling yet, which depends on the other cases too.
    Judged(Judged<'a>),
}

/// The judgements of one look at a case.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a Case,
    /// The look.
    pub stage: Stage,
    /// The number of decks.
    pub trials: u64,
    /// The judgement of each test, in the order of the list of tests.
    pub judgements: &'a [Judgement],
    /// True if the tests were requested by name.
    pub asked_for: bool,
}

/// The reason why a run has no findings.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RunError {
    #[error("interrupted")]
    Interrupted,
    /// The subject of a case is at fault. A [`run`](super::run) does not end with it: see [`Findings::faulted`](crate::Findings::faulted).
    #[error("case `{case}`: {fault}")]
    Source { case: String, fault: SourceError },
    #[error("cannot start the threads: {0}")]
    Threads(#[from] super::pool::ThreadsError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// These cases, in the order of the plan, are suspicious, and the ledger has no second look at them.
    #[error("{} need a second look", cases.join(", "))]
    SecondLook { cases: Vec<String> },
}

/// The second look takes this number of times as many decks as the first.
pub(super) const ESCALATION: u64 = 10;

pub(super) fn escalated(case: &Case) -> Case {
    let mut case = case.clone();
    case.trials = case.trials.saturating_mul(ESCALATION);
    case
}
