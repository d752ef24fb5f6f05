//! A folder to work in, the binary in it, and readers of its files.

use assert_cmd::{Command, cargo::cargo_bin};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{self, Child, Output, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// No run of these tests should take nearly as long, on the slowest and busiest machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// A width at which every sentence stands on one line, so that tests find it whole; narrower screens
/// are tested in `screens.rs`.
const WIDE: &str = "400";

/// A plan with a small case of every kind, some of more than one block of trials, some with all the tests that
/// there are.
pub(crate) const EVERY_KIND: &str = r#"
title = "a case of every kind"
seed = "0xd1ce"

[[case]]
id = "orders"
algorithm = "naive"
cards = 5
trials = 20_000
expect = "fail"
caught_by = ["permutations", "position"]

[[case]]
id = "blocks"
algorithm = "fisher-yates"
cards = 52
trials = 10_000
metrics = ["degree", "ascents", "position"]

[[case]]
id = "deal"
algorithm = "fyp"
cards = 52
deal = 9
trials = 9_000

[[case]]
id = "passes"
algorithm = "naive"
cards = 3
trials = 5_000
passes = 20
metrics = ["degree", "ascents", "permutations", "position"]

[[case]]
id = "dice"
algorithm = "fisher-yates"
cards = 10
trials = 5_000
dice = "modulo:bits=4"
expect = "fail"
metrics = ["degree", "ascents", "position"]

[[case]]
id = "reseeded"
algorithm = "fisher-yates"
cards = 10
trials = 5_000
dice = "tiny-seed"
metrics = ["degree", "ascents", "position"]

[[case]]
id = "generator"
algorithm = "fisher-yates"
cards = 10
trials = 5_000
rng = "chacha8"
metrics = ["degree", "ascents", "position"]

[[case]]
id = "hands"
algorithm = "human-riffle"
cards = 52
trials = 5_000
expect = "fail"
metrics = ["degree", "ascents", "position"]

[[case]]
id = "library"
algorithm = "rand-partial-shuffle"
cards = 10
deal = 2
trials = 5_000
metrics = ["degree", "ascents", "permutations", "position"]

[[case]]
id = "wide"
algorithm = "fisher-yates"
cards = 1_000
trials = 1_000
"#;

/// A plan of one case that takes no time.
pub(crate) const SMALL: &str = r#"
title = "one small case"
seed = "0x5eed"

[[case]]
id = "small"
algorithm = "fisher-yates"
cards = 5
trials = 5_000
metrics = ["degree", "ascents", "permutations", "position"]
"#;

/// The files of a folder: path, with `/`, to bytes.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The report on [`EVERY_KIND`], made once.
pub(crate) static REPORT: LazyLock<Files> = LazyLock::new(|| {
    let desk = Desk::new();
    desk.write("every-kind.toml", EVERY_KIND);
    desk.run("run every-kind.toml").expect_code(0);
    desk.files("reports/every-kind")
});

/// An empty folder, in which the binary is run.
pub(crate) struct Desk {
    folder: TempDir,
}

#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Starts the binary with these arguments, which are split at spaces, and with pipes at all its ends.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        process::Command::new(binary())
            .args(arguments.split_whitespace())
            .env("COLUMNS", WIDE)
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the binary with these arguments, which are split at spaces.
    pub(crate) fn run(&self, arguments: &str) -> Ended {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub(crate) fn run_with(&self, arguments: &[&str]) -> Ended {
        self.run_at(WIDE, arguments)
    }

    pub(crate) fn run_at(&self, columns: &str, arguments: &[&str]) -> Ended {
        self.command(binary()).args(arguments).env("COLUMNS", columns).output().unwrap().into()
    }

    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("COLUMNS", WIDE).current_dir(self.folder.path()).timeout(PATIENCE);
        command
    }

    /// All files under a folder of the desk; none if there is no such folder.
    pub(crate) fn files(&self, folder: &str) -> Files {
        let folder = self.path(folder);
        let name = |path: &Path| {
            path.strip_prefix(&folder)
                .unwrap()
                .to_str()
                .unwrap()
                .replace(std::path::MAIN_SEPARATOR, "/")
        };
        files_under(&folder).iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
    }

    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Ended {
    /// Fails, with the whole output, if the exit code is another.
    #[track_caller]
    pub(crate) fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "\n--- stdout\n{}\n--- stderr\n{}", self.out, self.err);
        self
    }

    /// The only line on stderr, if nothing is on stdout.
    #[track_caller]
    pub(crate) fn only_line(&self) -> &str {
        assert_eq!(self.out, "", "an error prints nothing on stdout");
        let line = self.err.strip_suffix('\n').expect("a whole line");
        assert!(!line.is_empty() && !line.contains('\n'), "one line:\n{line}");
        line
    }
}

pub(crate) fn binary() -> PathBuf {
    cargo_bin!("shuffle-audit").to_owned()
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files under a folder, at any depth, in order; none if there is no such folder.
pub(crate) fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return files };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_under(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

/// Sends a signal such as `-INT` to a process.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Waits until the process with this id is gone: the parent that adopts an orphan needs a moment to reap it.
#[cfg(unix)]
#[track_caller]
pub(crate) fn expect_gone(number: &str) {
    let started = Instant::now();
    let lives = || {
        let state = process::Command::new("ps")
            .args(["-o", "stat=", "-p", number.trim()])
            .output()
            .unwrap();
        !state.stdout.is_empty()
    };
    while lives() {
        assert!(started.elapsed() < Duration::from_secs(60), "{number} lives on");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Holds that two reports have the same files with the same bytes.
#[track_caller]
pub(crate) fn expect_same(made: &Files, whole: &Files) {
    let paths: BTreeSet<&String> = made.keys().chain(whole.keys()).collect();
    let other = paths.into_iter().filter(|&path| made.get(path) != whole.get(path));
    assert_eq!(other.collect::<Vec<_>>(), [""; 0]);
}

pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut reader = csv::Reader::from_reader(bytes);
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let header = cells(reader.headers().unwrap());
        Self { header, rows: reader.records().map(|row| cells(&row.unwrap())).collect() }
    }

    #[track_caller]
    pub(crate) fn column(&self, name: &str) -> Vec<&str> {
        let index = self.header.iter().position(|column| column == name);
        let index = index.unwrap_or_else(|| panic!("no column `{name}` in {:?}", self.header));
        self.rows.iter().map(|row| row[index].as_str()).collect()
    }

    /// The cell of the first row whose first cell is `key`.
    #[track_caller]
    pub(crate) fn cell(&self, key: &str, column: &str) -> &str {
        let row = self.rows.iter().position(|row| row[0] == key);
        self.column(column)[row.unwrap_or_else(|| panic!("no row `{key}`"))]
    }
}

/// Says why a test is skipped on this machine, past the capture of tests that pass: `.ci/run` counts these lines.
pub(crate) fn skipped(why: &str) {
    let test = thread::current();
    let _ = writeln!(io::stderr(), "SKIPPED: {}: {why}", test.name().unwrap_or("a test"));
}

/// Reports a test that is skipped for want of what CI has.
///
/// # Panics
/// In CI.
#[track_caller]
pub(crate) fn skipped_but_in_ci(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "CI skips nothing: {why}");
    skipped(why);
}
