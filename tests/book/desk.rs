//! A folder that looks like the project to the commands of a page, and what runs them there.

use crate::page::root;
use assert_cmd::{Command, cargo::cargo_bin};
use std::{collections::BTreeSet, ffi::OsString, fs, io::Write, path::Path, sync::OnceLock};

/// The exit code of a command, and its output: first stdout, then stderr.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) said: String,
}

/// A desk with the plans and the data of the project, its header for native libraries, and nothing else.
pub(crate) fn desk() -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    // Subjects are not run here.
    for folder in ["audits", "audits/data"] {
        fs::create_dir(desk.path().join(folder)).unwrap();
        for file in fs::read_dir(root().join(folder)).unwrap().map(Result::unwrap) {
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), desk.path().join(folder).join(file.file_name())).unwrap();
            }
        }
    }
    fs::create_dir(desk.path().join("include")).unwrap();
    let header = "include/shuffle_subject.h";
    fs::copy(root().join("crates/cli").join(header), desk.path().join(header)).unwrap();
    desk
}

/// The search path for programs, with the binary of this build before all others.
fn path() -> OsString {
    let ours = cargo_bin("shuffle-audit").parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(ours).chain(std::env::split_paths(&others))).unwrap()
}

pub(crate) fn run(line: &str, folder: &Path) -> Ended {
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path())
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    Ended { code: output.status.code().unwrap_or(-1), said: said.concat() }
}

/// Tools that programs of the pages need and that users may not have, with what shows that one is there.
const TOOLS: [(&str, &str); 4] =
    [("python3", "--version"), ("node", "--version"), ("cc", "--version"), ("go", "version")];

/// The tools that CI has.
const IN_CI: [&str; 3] = ["python3", "node", "cc"];

/// The tools that are not installed here, with a message; lines that need them are not run.
pub(crate) fn absent_tools() -> &'static BTreeSet<String> {
    static ABSENT: OnceLock<BTreeSet<String>> = OnceLock::new();
    ABSENT.get_or_init(|| {
        let is_absent =
            |(tool, flag): &(&str, &str)| Command::new(tool).arg(flag).output().is_err();
        let absent: BTreeSet<String> =
            TOOLS.into_iter().filter(is_absent).map(|(tool, _)| tool.to_owned()).collect();
        if !absent.is_empty() {
            let _ = writeln!(
                std::io::stderr(),
                "skipped, since they are not installed: what needs {absent:?}"
            );
            let wanted = IN_CI.iter().any(|tool| absent.contains(*tool));
            assert!(!wanted || std::env::var_os("CI").is_none(), "CI has {IN_CI:?}");
        }
        absent
    })
}
