//! Exit codes, which are part of the interface.

use shuffle_audit::{Conclusion, Findings, engine::RunError};
use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All as expected.
    Expected = 0,
    /// A verdict is not what was expected.
    Unexpected = 1,
    /// A flag or a plan is wrong.
    Usage = 2,
    /// Something could not be decided.
    Inconclusive = 3,
    /// The subject is at fault.
    Subject = 4,
    /// We are at fault.
    Ours = 70,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The exit for what was found.
    pub(crate) fn of(findings: &Findings) -> Self {
        if findings.cases.is_empty() {
            return Self::Inconclusive;
        }
        findings
            .cases
            .iter()
            .map(|case| match case.conclusion() {
                Conclusion::AsExpected => Self::Expected,
                Conclusion::Undecided => Self::Inconclusive,
                _ => Self::Unexpected,
            })
            .fold(Self::Expected, Self::worse)
    }

    /// Where several hold, the one that matters more.
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why there are no findings.
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

    /// We are at fault.
    pub(crate) fn ours(error: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Ours, error: anyhow::anyhow!("{error}") }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let exit = match error {
            RunError::Interrupted => Exit::Interrupted,
            RunError::Source { .. } => Exit::Subject,
            RunError::Absent { .. } => Exit::Usage,
            RunError::Threads(_) | RunError::Thread(_) => Exit::Ours,
        };
        Self { exit, error: error.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_exit_wins() {
        let order = [Exit::Ours, Exit::Usage, Exit::Subject, Exit::Unexpected, Exit::Inconclusive];
        for (index, worse) in order.iter().enumerate() {
            for better in &order[index + 1..] {
                assert_eq!(better.worse(*worse), *worse);
                assert_eq!(worse.worse(*better), *worse);
            }
            assert_eq!(Exit::Expected.worse(*worse), *worse);
        }
    }
}
