//! A program that was started: told apart from its children, ended with them, and never left a zombie.
//!
//! On Unix it leads a process group of its own, so that what it started can be ended with it, and Ctrl-C
//! in a terminal reaches it only through us. Elsewhere only the program itself is ended.

use crate::stream::{busy, last_words::LastWords};
use std::{
    io,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Between two looks at whether a program has ended.
const LOOK: Duration = Duration::from_millis(2);

/// How long a program may take to end after SIGTERM, before SIGKILL.
const GRACE: Duration = Duration::from_secs(1);

/// The same if the whole run is to end.
const HURRY: Duration = Duration::from_millis(100);

/// A program that was started, and its children.
pub(super) struct Process {
    child: Child,
    last_words: LastWords,
    status: Option<ExitStatus>,
}

/// Who can be asked, without the process at hand, whether it has ended.
#[derive(Clone, Copy)]
pub(super) struct Pulse(u32);

impl Process {
    /// Starts a program with these additions to its environment, and returns it with its stdout.
    pub(super) fn start(
        mut command: Command,
        environment: &[(&str, String)],
    ) -> io::Result<(Self, ChildStdout)> {
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let listen = || stderr.map(LastWords::of).ok_or(io::ErrorKind::BrokenPipe)?;
        match (listen(), stdout) {
            (Ok(last_words), Some(stdout)) => {
                widen(&stdout);
                Ok((Self { child, last_words, status: None }, stdout))
            }
            (listening, _) => {
                child.kill()?;
                child.wait()?;
                Err(listening.err().unwrap_or(io::ErrorKind::BrokenPipe.into()))
            }
        }
    }

    /// By which it can be told whether the program has ended, until it is reaped.
    pub(super) fn pulse(&self) -> Pulse {
        Pulse(self.child.id())
    }

    /// Waits until the program has ended, but not longer than `patience`, nor after `halted` says so.
    ///
    /// Its children are ended then, and it is reaped.
    pub(super) fn wait(
        &mut self,
        patience: Duration,
        halted: impl Fn() -> bool,
    ) -> Option<ExitStatus> {
        let started = Instant::now();
        while self.status.is_none() && !self.has_exited() {
            if started.elapsed() >= patience || halted() {
                return None;
            }
            thread::sleep(LOOK);
        }
        self.reap();
        self.status
    }

    /// Asks the program and its children to end.
    pub(super) fn ask_to_end(&mut self) {
        if self.status.is_none() {
            #[cfg(unix)]
            self.signal(rustix::process::Signal::TERM);
        }
    }

    /// Ends the program and its children: asks first, and after a grace, which is short where `is_hurried`
    /// says so, does not ask any more.
    pub(super) fn end(&mut self, is_hurried: impl Fn() -> bool) {
        self.ask_to_end();
        if cfg!(unix) && self.wait(HURRY, || false).is_none() {
            self.wait(GRACE, is_hurried);
        }
        self.reap();
    }

    /// What it said on stderr, both ends of it.
    pub(super) fn last_words(&self) -> String {
        self.last_words.lines()
    }

    /// The same as it was said, and more of it.
    pub(super) fn said(&self) -> String {
        self.last_words.text()
    }

    /// Kills what is left of the program and its children, in this order: as long as the program is not reaped,
    /// its number is nobody else's.
    fn reap(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        self.signal(rustix::process::Signal::KILL);
        // Whatever left the group is still our child.
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(pid) = pid(self.child.id()) {
            let _ = rustix::process::kill_process_group(pid, signal);
        }
    }

    #[cfg(unix)]
    fn has_exited(&mut self) -> bool {
        self.pulse().has_exited()
    }

    #[cfg(not(unix))]
    fn has_exited(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(|| false);
    }
}

impl Pulse {
    /// Whether the program has ended. Where that cannot be told without reaping it, it has not.
    #[cfg(unix)]
    pub(super) fn has_exited(self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(self.0).is_some_and(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    /// Whether the program has ended. Where that cannot be told without reaping it, it has not.
    #[cfg(not(unix))]
    pub(super) fn has_exited(self) -> bool {
        false
    }
}

impl Pulse {
    /// The time on processors that it and its children have used so far, if that can be known.
    pub(super) fn processor_time(self) -> Option<Duration> {
        busy::processor_time(self.0)
    }

    /// Whether it is known never to wait for room in its output.
    pub(super) fn never_waits(self) -> bool {
        busy::never_waits(self.0)
    }
}

/// Gives a pipe as much room as anybody may have: Node, once it finds a pipe full, keeps all that follows in memory.
fn widen(stdout: &ChildStdout) {
    /// What Linux lets everybody have, unless its administrator has changed it.
    const ROOM: usize = 1 << 20;
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(stdout, ROOM);
    #[cfg(not(target_os = "linux"))]
    let _ = (stdout, ROOM);
}

#[cfg(unix)]
fn pid(number: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(number.try_into().ok()?)
}
