//! Ctrl-C, or SIGTERM: the run ends within a second, except that the first signal in `check` stops the decks and leaves up to 20 seconds to
//! judge them. No half-written file and no running subject is left.

use crate::exit::{Exit, Failure};
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Set by the signal, except by the first one while what came is to be judged; the engine checks it before each block.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set by the signal as well: where what came is judged, no more decks are taken.
pub(crate) static ENOUGH: AtomicBool = AtomicBool::new(false);

/// Set while what came before the signal is to be judged.
static JUDGING: AtomicBool = AtomicBool::new(false);

/// Set while files are being moved into place, which must not be cut off.
static WRITING: AtomicBool = AtomicBool::new(false);

/// The time after an interrupt after which the program exits, if it has not ended by itself.
const PATIENCE: Duration = Duration::from_millis(750);

/// The same where a checkpoint is to be written first. Slurm and Kubernetes give 30 seconds.
const PATIENCE_WITH_CHECKPOINT: Duration = Duration::from_secs(20);

/// The same where the decks that came are judged first.
const PATIENCE_TO_JUDGE: Duration = PATIENCE_WITH_CHECKPOINT;

/// The time that is waited now, in milliseconds.
static WAITED: AtomicU64 = AtomicU64::new(PATIENCE.as_millis() as u64);

/// The longest wait for the current block after an interrupt: the verdicts so far must be printed before the exit.
const LAST_WORDS: Duration = Duration::from_millis(550);

/// When the first signal came.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// A signal this soon after the first is the same one: `timeout` sends it to the program and to its group.
const ECHO: Duration = Duration::from_millis(200);

/// From now on an interrupt waits until the checkpoint is written.
pub(crate) fn wait_for_checkpoint() {
    WAITED.store(PATIENCE_WITH_CHECKPOINT.as_millis() as u64, Ordering::Relaxed);
}

fn waited() -> Duration {
    Duration::from_millis(WAITED.load(Ordering::Relaxed))
}

/// The longest wait for the run to end by itself after an interrupt.
pub(crate) fn last_words() -> Duration {
    waited().saturating_sub(PATIENCE - LAST_WORDS)
}

/// Installs the handler, once.
pub(crate) fn install() -> Result<(), Failure> {
    static INSTALLED: std::sync::Once = std::sync::Once::new();
    let mut installed = Ok(());
    INSTALLED.call_once(|| installed = set_handler());
    installed
}

fn set_handler() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let first = FIRST.get_or_init(Instant::now).elapsed();
        let is_first = !ENOUGH.swap(true, Ordering::Relaxed);
        if !is_first && first < ECHO {
            return;
        }
        let judges = is_first && JUDGING.load(Ordering::Relaxed);
        INTERRUPTED.fetch_or(!judges, Ordering::Relaxed);
        let patience = if judges { PATIENCE_TO_JUDGE } else { waited() };
        thread::spawn(move || {
            thread::sleep(patience);
            while WRITING.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(10));
            }
            std::process::exit(i32::from(Exit::Interrupted as u8));
        });
    })
    .map_err(Failure::ours)
}

/// Does work in which the first interrupt means that the decks which came are enough; the second ends it.
pub(crate) fn judging<T>(work: impl FnOnce() -> T) -> T {
    JUDGING.store(true, Ordering::Relaxed);
    let done = work();
    JUDGING.store(false, Ordering::Relaxed);
    done
}

/// Does work that must not be cut off.
pub(crate) fn shielded<T>(work: impl FnOnce() -> T) -> T {
    WRITING.store(true, Ordering::SeqCst);
    let done = work();
    WRITING.store(false, Ordering::SeqCst);
    done
}
