//! Ctrl-C, or SIGTERM: the run ends within a second, and leaves no half-written file and no running subject.

use crate::exit::{Exit, Failure};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

/// Set by the signal; the engine looks at it before each block.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set while files are being moved into place, which must not be cut off.
static WRITING: AtomicBool = AtomicBool::new(false);

/// The time after an interrupt after which the program exits, if it has not ended by itself.
const PATIENCE: Duration = Duration::from_millis(750);

/// The longest wait for the current block after an interrupt: the verdicts so far must be printed before the exit.
pub(crate) const LAST_WORDS: Duration = Duration::from_millis(550);

/// Installs the handler, once.
pub(crate) fn install() -> Result<(), Failure> {
    static INSTALLED: std::sync::Once = std::sync::Once::new();
    let mut installed = Ok(());
    INSTALLED.call_once(|| installed = set_handler());
    installed
}

fn set_handler() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            while WRITING.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(10));
            }
            std::process::exit(i32::from(Exit::Interrupted as u8));
        });
    })
    .map_err(Failure::ours)
}

/// Does work that must not be cut off.
pub(crate) fn shielded<T>(work: impl FnOnce() -> T) -> T {
    WRITING.store(true, Ordering::SeqCst);
    let done = work();
    WRITING.store(false, Ordering::SeqCst);
    done
}
