//! Exit codes, which are part of the interface.

use shuffle_audit::{Conclusion, Fault, Findings, engine::RunError};
use shuffle_report::ReportError;

/// The exit code of the program. Where several apply, the first of 130, 70, 2, 4, 1, 3, 0 wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All as expected.
    Expected = 0,
    /// A verdict is not what was expected.
    Unexpected = 1,
    /// A flag or a plan is wrong, or the output cannot be written.
    Usage = 2,
    /// Something could not be decided.
    Inconclusive = 3,
    /// The subject is at fault.
    Subject = 4,
    /// A fault of this program.
    Ours = 70,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The exit code for these findings.
    pub(crate) fn of(findings: &Findings) -> Self {
        let start = match (&findings.cases[..], &findings.faulted[..]) {
            _ if findings.interrupted => Self::Interrupted,
            (_, [_, ..]) => Self::Subject,
            ([], []) => Self::Inconclusive,
            _ => Self::Expected,
        };
        findings
            .cases
            .iter()
            .map(|case| match case.conclusion() {
                Conclusion::AsExpected => Self::Expected,
                Conclusion::Undecided => Self::Inconclusive,
                _ => Self::Unexpected,
            })
            .fold(start, Self::worse)
    }

    /// The more important of two exit codes.
    pub(crate) fn worse(self, other: Self) -> Self {
        let rank = |exit| match exit {
            Self::Interrupted => 6,
            Self::Ours => 5,
            Self::Usage => 4,
            Self::Subject => 3,
            Self::Unexpected => 2,
            Self::Inconclusive => 1,
            Self::Expected => 0,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The error that ends a command, with its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) error: anyhow::Error,
}

impl Failure {
    /// A flag or plan is wrong.
    pub(crate) fn usage(error: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Usage, error: anyhow::anyhow!("{error}") }
    }

    /// A fault of this program.
    pub(crate) fn ours(error: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Ours, error: anyhow::anyhow!("{error}") }
    }
}

impl Failure {
    /// Prints it on stderr, in one line, and returns the exit code.
    pub(crate) fn tell(&self) -> Exit {
        tell!("shuffle-audit: {:#}", self.error);
        if self.exit == Exit::Ours {
            tell!("This is a fault of ours. Please report it with the command that led to it.");
        }
        self.exit
    }
}

/// The reason why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NoVerdict {
    /// The exit code of the command.
    pub exit: u8,
    /// In words; flags are named as on the command line.
    pub why: String,
}

impl From<Failure> for NoVerdict {
    fn from(Failure { exit, error }: Failure) -> Self {
        Self { exit: exit as u8, why: format!("{error:#}") }
    }
}

/// The exit code of a command that continues after a failure: the verdict is printed even if the report cannot be
/// written, and the other way round.
#[derive(Debug)]
pub(crate) struct Ending {
    exit: Exit,
    last: String,
}

impl Ending {
    /// No failure so far.
    pub(crate) fn new() -> Self {
        Self { exit: Exit::Expected, last: String::new() }
    }

    /// Adds an exit code.
    pub(crate) fn note(&mut self, exit: Exit) {
        self.exit = self.exit.worse(exit);
    }

    /// Adds the result of a step, and prints its error, unless that is the same as the last one. Returns true if there
    /// is no error.
    pub(crate) fn attempt(&mut self, done: Result<(), Failure>) -> bool {
        let Err(failure) = done else { return true };
        let said = format!("{:#}", failure.error);
        if said != self.last {
            failure.tell();
        }
        self.note(failure.exit);
        self.last = said;
        false
    }

    /// The exit code of the command.
    pub(crate) fn exit(self) -> Exit {
        self.exit
    }
}

impl From<Fault> for Failure {
    /// The failure for the subject of a command that takes its subject from flags.
    fn from(fault: Fault) -> Self {
        let exit = match fault {
            Fault::Absent(_) => Exit::Usage,
            Fault::Subject(_) => Exit::Subject,
        };
        Self { exit, error: fault.into() }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let exit = match error {
            RunError::Interrupted => Exit::Interrupted,
            RunError::Source { .. } => Exit::Subject,
            RunError::Threads(_) => Exit::Ours,
            RunError::Ledger(_) => Exit::Usage,
            RunError::SecondLook { .. } => Exit::Inconclusive,
        };
        Self { exit, error: error.into() }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        Self::ours(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_exit_wins() {
        use Exit::{Inconclusive, Interrupted, Ours, Subject, Unexpected, Usage};
        let order = [Interrupted, Ours, Usage, Subject, Unexpected, Inconclusive];
        for (index, worse) in order.iter().enumerate() {
            for better in &order[index + 1..] {
                assert_eq!(better.worse(*worse), *worse);
                assert_eq!(worse.worse(*better), *worse);
            }
            assert_eq!(Exit::Expected.worse(*worse), *worse);
        }
    }
}
