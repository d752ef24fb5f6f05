//! Runs a plan on a second thread, so that the main thread can print the verdicts so far when Ctrl-C comes.

use crate::{
    common::Machine,
    exit::Failure,
    interrupt::{self, ENOUGH, INTERRUPTED, last_words},
    progress::News,
};
use shuffle_audit::{
    Case, Fault,
    engine::{Options, Progress, RunError, SoFar},
    memory::{self, Memory},
    tallies::Ledger,
};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// The interval at which an interrupt is checked for.
const GLANCE: Duration = Duration::from_millis(20);

/// The stack size of the thread: the usual one of a main thread.
const STACK: usize = 8 << 20;

/// Runs a plan, and shows its progress. After Ctrl-C it returns the findings so far: see
/// [`shuffle_audit::Findings::interrupted`].
///
/// After `deadline` no more decks are taken.
pub(crate) fn find(
    plan: &PlanFile,
    machine: Machine,
    deadline: Option<Instant>,
) -> Result<Results, Failure> {
    find_with(plan, machine, deadline, None)
}

/// The same, but after Ctrl-C the decks that came are judged.
pub(crate) fn find_what_comes(
    plan: &PlanFile,
    machine: Machine,
    deadline: Option<Instant>,
) -> Result<Results, Failure> {
    interrupt::judging(|| run(plan, machine, deadline, None, &ENOUGH))
}

/// Where counts come from and go to, for the thread of a run.
pub(crate) type SharedLedger = Arc<dyn Ledger + Send + Sync>;

pub(crate) fn find_with(
    plan: &PlanFile,
    machine: Machine,
    deadline: Option<Instant>,
    ledger: Option<SharedLedger>,
) -> Result<Results, Failure> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    run(plan, machine, deadline, ledger, &NEVER)
}

fn run(
    plan: &PlanFile,
    machine: Machine,
    deadline: Option<Instant>,
    ledger: Option<SharedLedger>,
    enough: &'static AtomicBool,
) -> Result<Results, Failure> {
    if !machine.quiet {
        announce(plan);
    }
    interrupt::install()?;
    let news = Arc::new(News::start(machine, deadline, Duration::MAX));
    let so_far = Arc::new(Mutex::new(SoFar::default()));
    let is_counted = Arc::new(AtomicBool::new(false));
    let (send, done) = mpsc::channel();
    let work = {
        let (plan, news, so_far) = (plan.clone(), Arc::clone(&news), Arc::clone(&so_far));
        let is_counted = Arc::clone(&is_counted);
        let many = plan.cases.len() > 1 && !machine.quiet;
        move || {
            let progress = |progress: Progress<'_>| {
                if let Progress::Faulted(case, fault @ Fault::Absent(_)) = progress
                    && many
                {
                    warn(case, fault);
                }
                if let Progress::Case(_) | Progress::Counted(_) = progress {
                    is_counted.store(matches!(progress, Progress::Counted(_)), Ordering::Relaxed);
                }
                so_far.lock().unwrap_or_else(PoisonError::into_inner).hear(&progress);
                news.hear(&progress);
            };
            // The receiver is gone if the interrupt was too long ago.
            let ledger = ledger.as_ref().map(|ledger| ledger.as_ref() as &dyn Ledger);
            let options = Options { deadline, enough, ledger, ..options(machine, &progress) };
            let _ = send.send(shuffle_studies::run(&plan, &options));
        }
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(work).map_err(Failure::ours)?;
    let is_late = || {
        INTERRUPTED.load(Ordering::Relaxed)
            || (enough.load(Ordering::Relaxed) && !is_counted.load(Ordering::Relaxed))
    };
    let ran = wait(&done, is_late);
    news.end();
    match ran {
        Ok(Err(RunError::Interrupted)) | Err(RecvTimeoutError::Timeout) => {
            let so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            if so_far.is_empty() {
                return Err(RunError::Interrupted.into());
            }
            Ok(Results::of(plan.clone(), so_far.findings(&plan.plan())))
        }
        Ok(results) => Ok(results?),
        Err(RecvTimeoutError::Disconnected) => match worker.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(()) => Err(Failure::ours("the run ended without findings")),
        },
    }
}

/// Waits for the end of the run, but while it `is_late` at most for [`last_words`], so that the run can end its processes.
fn wait<T>(done: &Receiver<T>, is_late: impl Fn() -> bool) -> Result<T, RecvTimeoutError> {
    let mut until = None;
    loop {
        match done.recv_timeout(GLANCE) {
            Err(RecvTimeoutError::Timeout) => {}
            other => return other,
        }
        if is_late() {
            let until = *until.get_or_insert_with(|| Instant::now() + last_words());
            if Instant::now() >= until {
                INTERRUPTED.store(true, Ordering::Relaxed);
                return Err(RecvTimeoutError::Timeout);
            }
        }
    }
}

/// Prints which tests are made in place of tests that are gone.
pub(crate) fn announce_successors<'a>(cases: impl IntoIterator<Item = &'a Case>) {
    for case in cases {
        for (gone, successor) in &case.replaced {
            tell!(
                "shuffle-audit: {}: there is no test `{gone}` any more; made in its place: {successor}",
                case.id()
            );
        }
    }
}

/// Prints before the run which tests are made in place of others, and the memory that large decks will take.
fn announce(plan: &PlanFile) {
    announce_successors(&plan.cases);
    let is_large =
        |case: &&Case| case.shape.cards() >= memory::LARGE && !case.shape.is_large_range();
    for case in plan.cases.iter().filter(is_large) {
        tell!("{}: {}", case.id(), Memory::of(case));
    }
}

/// Prints that a subject is missing at once, since the other cases may take hours.
fn warn(case: &Case, fault: &Fault) {
    tell!("shuffle-audit: {}: {fault}; the other cases are run", case.id());
}

/// The first line of progress on other long work comes this soon: its length is hard to foresee.
const SOON: Duration = Duration::from_secs(3);

/// Does other long work, and shows its progress; the work ends early on Ctrl-C.
pub(crate) fn with_progress<T>(
    machine: Machine,
    work: impl FnOnce(&Options<'_>) -> T,
) -> Result<T, Failure> {
    interrupt::install()?;
    let news = News::start(machine, None, SOON);
    let done = work(&options(machine, &|progress| news.hear(&progress)));
    news.end();
    Ok(done)
}

fn options<'a>(machine: Machine, progress: &'a (dyn Fn(Progress<'_>) + Sync)) -> Options<'a> {
    let threads = machine.threads();
    let instruction_set = machine.vectors.instruction_set();
    let interrupt = &INTERRUPTED;
    Options { threads, instruction_set, interrupt, progress, ..Options::default() }
}
