//! Runs a check on a thread of its own, so that Ctrl-C works and a progress callback is called.

use crate::{
    decks::{PythonDecks, Raised, Turn},
    judged::{Judged, NoVerdict, internal},
};
use pyo3::prelude::*;
use shuffle_audit::engine::{Options, Progress};
use shuffle_audit_cli::{Check, Folder};
use shuffle_studies::Results;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

/// The longest wait, after Ctrl-C, for a function that is still making decks.
const LAST_CALL: Duration = Duration::from_millis(50);

/// The interval at which signals and progress are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// The decks that are counted, and those that are to be.
#[derive(Default)]
struct Counts {
    done: AtomicU64,
    all: AtomicU64,
}

impl Counts {
    fn hear(&self, progress: &Progress<'_>) {
        match progress {
            Progress::More(trials) => self.all.fetch_add(*trials, Ordering::Relaxed),
            Progress::Trials(trials) => self.done.fetch_add(*trials, Ordering::Relaxed),
            Progress::Less(trials) => self.all.fetch_sub(*trials, Ordering::Relaxed),
            _ => 0,
        };
    }
}

/// Makes the audit of `shuffle-audit check` with these flags.
///
/// `held` are decks by the names that flags have for them: for `--file` a callable that gives the bytes of the file, for `--exec`
/// one that gives the program's. `texts` are small files, such as labels. `stop` is called when no more decks are wanted.
#[pyfunction]
#[pyo3(signature = (flags, held, texts, threads=0, progress=None, stop=None))]
pub(crate) fn check(
    py: Python<'_>,
    flags: Vec<String>,
    held: Vec<(String, Py<PyAny>)>,
    texts: Vec<(String, String)>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    stop: Option<Py<PyAny>>,
) -> PyResult<Judged> {
    let (raised, turn) = (Raised::default(), Turn::default());
    let folder =
        texts.iter().fold(Folder::default(), |it, (name, text)| it.holding_text(name, text));
    let folder = held.into_iter().fold(folder, |folder, (name, open)| {
        folder.holding(
            &name,
            Arc::new(PythonDecks { open, raised: raised.clone(), turn: turn.clone() }),
        )
    });
    let check = py.detach(|| Check::of(&flags, folder));
    let check = check.map_err(|why| raised.take().unwrap_or_else(|| no_verdict(&why)))?;
    let results = run(py, &check, (threads, progress), &turn);
    turn.close();
    // Stops the function, since no more decks are needed, then waits for a call in progress.
    if let Some(stop) = stop {
        stop.call0(py)?;
    }
    if results.is_err() {
        py.detach(|| turn.is_quiet(LAST_CALL));
    } else {
        while !py.detach(|| turn.is_quiet(GLANCE)) {
            py.check_signals()?;
        }
    }
    let results = results?;
    if let Some(error) = raised.take() {
        return Err(error);
    }
    match check.no_verdict(&results.findings) {
        Some(why) => Err(no_verdict(&why)),
        None => Ok(Judged { results }),
    }
}

fn no_verdict(why: &shuffle_audit_cli::NoVerdict) -> PyErr {
    NoVerdict::new_err((why.exit, why.why.clone()))
}

fn run(
    py: Python<'_>,
    check: &Check,
    (threads, progress): (usize, Option<Py<PyAny>>),
    turn: &Turn,
) -> PyResult<Results> {
    let (interrupt, counts) = (AtomicBool::new(false), Counts::default());
    thread::scope(|scope| {
        let (send, mut done) = mpsc::channel();
        let (interrupt, counts) = (&interrupt, &counts);
        let worker = scope.spawn(move || {
            let progress = |news: Progress<'_>| counts.hear(&news);
            let options = Options { threads, interrupt, progress: &progress, ..Options::default() };
            let _ = send.send(shuffle_studies::run(&check.plan, &options));
        });
        let mut stopped = None;
        loop {
            let waited = py.detach(move || (done.recv_timeout(GLANCE), done));
            let result;
            (result, done) = waited;
            match result {
                Ok(results) => {
                    let told = stopped.map_or_else(|| tell(py, &progress, counts), Err);
                    return told.and_then(|()| results.map_err(internal));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // Joined here, or the scope would panic, too.
                    let _ = worker.join();
                    return Err(internal("the audit has ended without findings"));
                }
                Err(RecvTimeoutError::Timeout) if stopped.is_some() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let told = py.check_signals().and_then(|()| tell(py, &progress, counts));
                    if let Err(error) = told {
                        interrupt.store(true, Ordering::Relaxed);
                        turn.close();
                        stopped = Some(error);
                    }
                }
            }
        }
    })
}

fn tell(py: Python<'_>, progress: &Option<Py<PyAny>>, counts: &Counts) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let counts = [&counts.done, &counts.all].map(|count| count.load(Ordering::Relaxed));
    progress.call1(py, (counts[0], counts[1])).map(drop)
}
