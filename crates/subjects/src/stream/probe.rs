//! Runs a command, before anything is audited, to find out if the subject of a case exists here, and its version.
//!
//! The command is started once, without a shell and with stdin closed. Its first line on stdout that is not empty is
//! the version. If it cannot be started, ends with another status than 0, or does not end in time, the case is
//! skipped: so a plan that audits a dozen languages can still be run if one of them is missing.

use crate::{
    Folder,
    error::MissingSubject,
    stream::{
        process::Process,
        program::{EXPLANATION, is_there},
    },
};
use shuffle_audit::subject::NoVersion;
use std::{
    io::{self, Read},
    process::ChildStdout,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

/// The longest that a probe may take, if the `stall` of its case does not say less.
pub(crate) const MOST_PATIENCE: Duration = Duration::from_secs(30);

/// Bytes in which the version must stand.
const HEARD: u64 = 1 << 12;

/// Letters of a version, or of what is said instead, that are kept.
const LETTERS: usize = 120;

/// Letters of a command that are shown.
const COMMAND: usize = 60;

/// The version that a probe prints when it is run in this folder; empty if it prints nothing and succeeds.
pub(crate) fn version(
    (probe, folder): (&[String], &Folder),
    patience: Duration,
    interrupt: &AtomicBool,
) -> Result<String, NoVersion> {
    let command = shown(&shell_words::join(probe));
    let skip = |what: &str| NoVersion::Skip(format!("`{command}` {what}"));
    let program = probe.first().map_or("", String::as_str);
    if !is_there(program, folder) {
        let absent = MissingSubject::program(program, folder);
        return Err(NoVersion::Skip(absent.to_string()));
    }
    let failed = |error: io::Error| skip(&format!("cannot be started: {error}"));
    let (mut process, stdout) =
        folder.command(probe).and_then(|probe| Process::start(probe, &[])).map_err(failed)?;
    let heard = listen(stdout).map_err(failed)?;
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    match process.wait(patience, is_interrupted) {
        None if is_interrupted() => Err(NoVersion::Interrupted),
        None => {
            let given = humantime::format_duration(patience);
            Err(skip(&format!("does not end within {given}")))
        }
        Some(status) if status.success() => match heard.recv_timeout(EXPLANATION) {
            Ok(heard) => Ok(line(first_line(&String::from_utf8_lossy(&heard)))),
            Err(_) => Err(skip("left a process that holds its output open")),
        },
        Some(status) => match complaint(&process.said()) {
            "" => Err(skip(&format!("failed ({status})"))),
            said => Err(skip(&format!("failed: {}", line(said)))),
        },
    }
}

/// The first bytes of an output, which is read to its end.
fn listen(mut stdout: ChildStdout) -> io::Result<Receiver<Vec<u8>>> {
    let (send, heard) = channel();
    thread::Builder::new().spawn(move || {
        let mut first = Vec::new();
        let _ = stdout.by_ref().take(HEARD).read_to_end(&mut first);
        let _ = send.send(first);
        let _ = io::copy(&mut stdout, &mut io::sink());
    })?;
    Ok(heard)
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// The last line that mentions an error, or else the last line. In Python these are the same, in Node they are not.
fn complaint(text: &str) -> &str {
    let mut lines = text.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let last = lines.clone().next().unwrap_or_default();
    lines.find(|line| line.contains("rror: ")).unwrap_or(last)
}

fn line(text: &str) -> String {
    let plain = |letter: char| if matches!(letter, ' '..='~') { letter } else { '?' };
    text.trim().chars().take(LETTERS).map(plain).collect()
}

/// A command in one line, cut where it is long.
fn shown(command: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let cut: String = command.chars().take(COMMAND).map(plain).collect();
    if cut.len() < command.len() { format!("{cut}...") } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PYTHON: &str = "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n\
                          ModuleNotFoundError: No module named 'numpy'\n";
    const NODE: &str = "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\n\
                        Error: Cannot find module 'lodash'\nRequire stack:\n- /[eval]\n  \
                        code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v20.20.2\n";

    #[test]
    fn what_went_wrong_is_found_among_what_else_is_said() {
        assert_eq!(complaint(PYTHON), "ModuleNotFoundError: No module named 'numpy'");
        assert_eq!(complaint(NODE), "Error: Cannot find module 'lodash'");
        assert_eq!(complaint("sh: 1: go: not found\n\n"), "sh: 1: go: not found");
        assert_eq!(complaint(" \n"), "");
    }

    #[test]
    fn versions_and_commands_are_short_lines_of_plain_letters() {
        assert_eq!(first_line("\n \nruby 3.1.2p20\nmore\n"), "ruby 3.1.2p20");
        assert_eq!(line(" PHP 8 \u{a9}\u{7}\r"), "PHP 8 ??");
        assert_eq!(line(&"x".repeat(1000)).len(), LETTERS);
        assert_eq!(shown("python3\n--version"), "python3 --version");
        assert_eq!(shown(&"y".repeat(1000)), format!("{}...", "y".repeat(COMMAND)));
    }

    #[cfg(unix)]
    #[test]
    fn an_interrupt_ends_a_probe_and_skips_nothing() {
        let probe = ["sleep".to_owned(), "60".to_owned()];
        let interrupt = AtomicBool::new(true);
        assert_eq!(
            version((&probe, &Folder::default()), MOST_PATIENCE, &interrupt),
            Err(NoVersion::Interrupted)
        );
    }
}
