//! A program that was started: its own end is noticed even if its children go on, its children are ended with it, and
//! it never stays as a zombie.
//!
//! On Unix it leads a process group of its own, so that its children can be ended with it, and Ctrl-C in a terminal
//! reaches it only through this program. Elsewhere only the program itself is ended.

use crate::stream::{activity, program_stderr::LastWords};
use std::{
    io,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The interval at which the end of a program is checked for.
const LOOK: Duration = Duration::from_millis(2);

/// The time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(1);

/// The same if the whole run is to end.
const HURRY: Duration = Duration::from_millis(100);

/// A program that was started, and its children.
pub(super) struct Process {
    child: Child,
    last_words: LastWords,
    status: Option<ExitStatus>,
}

/// A copyable handle that shows whether the process has ended.
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

    /// A handle that shows whether the program has ended; it is valid until the program is reaped.
    pub(super) fn pulse(&self) -> Pulse {
        Pulse(self.child.id())
    }

    /// Waits until the program has ended, but at most for `patience`, and only while `halted` returns false.
    ///
    /// After its end its children are killed, and it is reaped.
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

    /// Ends the program and its children: by SIGTERM first, then by SIGKILL, after a time that is short if `is_hurried`
    /// returns true.
    pub(super) fn end(&mut self, is_hurried: impl Fn() -> bool) {
        self.ask_to_end();
        if cfg!(unix) && self.wait(HURRY, || false).is_none() {
            self.wait(GRACE, is_hurried);
        }
        self.reap();
    }

    /// The first and the last lines of its stderr.
    pub(super) fn last_words(&self) -> String {
        self.last_words.lines()
    }

    /// The beginning and the end of its stderr unchanged, and more of it.
    pub(super) fn said(&self) -> String {
        self.last_words.text()
    }

    /// Kills the program and its children, then reaps the program, in this order: until the program is reaped, no other
    /// process can get its number.
    fn reap(&mut self) {
        if self.status.is_some() {
            return;
        }
        #[cfg(unix)]
        self.signal(rustix::process::Signal::KILL);
        // A program that has left its process group is still a child of this process.
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
    /// True if the program has ended. Always false on systems that cannot tell this without reaping it.
    #[cfg(unix)]
    pub(super) fn has_exited(self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(self.0).is_some_and(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    /// True if the program has ended. Always false on systems that cannot tell this without reaping it.
    #[cfg(not(unix))]
    pub(super) fn has_exited(self) -> bool {
        false
    }
}

impl Pulse {
    /// The processor time that it and its children have used so far, if it can be known.
    pub(super) fn processor_time(self) -> Option<Duration> {
        activity::processor_time(self.0)
    }

    /// True if its output is known to be non-blocking.
    pub(super) fn never_waits(self) -> bool {
        activity::never_waits(self.0)
    }
}

/// Gives a pipe the largest buffer that needs no privileges: once a pipe is full, Node keeps all further output in
/// memory.
fn widen(stdout: &ChildStdout) {
    /// The default limit of Linux for users without privileges.
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
