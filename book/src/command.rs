//! A command as a page prints it, and as it is run to make the picture of the page.

use crate::{BookError, root};
use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    process,
};

/// A `shuffle-audit` command. Its arguments have no blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    arguments: Vec<String>,
    /// The exit code that it ends with.
    pub(crate) exit: i32,
}

impl Command {
    /// A command from its arguments, separated by blanks.
    pub(crate) fn new(arguments: &str, exit: i32) -> Self {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        Self { arguments, exit }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.arguments.iter().map(String::as_str)
    }

    /// The argument after a flag.
    fn value_of(&self, flag: &str) -> &str {
        self.words().skip_while(|word| *word != flag).nth(1).unwrap_or_default()
    }

    /// Runs it in an empty folder and copies one of the files that it writes there to `to`.
    pub(crate) fn make(&self, file: &str, to: &Path) -> Result<(), BookError> {
        let wrong = |why: String| BookError::Command { command: self.to_string(), why };
        let folder = tempfile::tempdir().map_err(BookError::file(env::temp_dir()))?;
        let binary = binary()?;
        let mut command = process::Command::new(&binary);
        command.args(&self.arguments).current_dir(folder.path());
        let output = command.output().map_err(BookError::file(&binary))?;
        if output.status.code() != Some(self.exit) {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(wrong(format!("{} instead of {}: {said}", output.status, self.exit)));
        }
        let bytes = fs::read(folder.path().join(file))
            .map_err(|error| wrong(format!("{file}: {error}")))?;
        fs::write(to, bytes).map_err(BookError::file(to))
    }
}

/// Lines of commands are no longer than a page is wide.
const WIDEST: usize = 76;

/// The command line, broken before a flag where it is long, with the exit code as a comment unless it is 0.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for (index, word) in std::iter::once("shuffle-audit").chain(self.words()).enumerate() {
            column += word.len() + 1;
            let next = if word.starts_with("--") { self.value_of(word).len() + 1 } else { 0 };
            if index > 0 && word.starts_with("--") && column + next > WIDEST {
                write!(f, " \\\n    {word}")?;
                column = 4 + word.len() + 1;
            } else {
                write!(f, "{}{word}", if index == 0 { "" } else { " " })?;
            }
        }
        if self.exit == 0 { Ok(()) } else { write!(f, "   # exit {}", self.exit) }
    }
}

/// Builds the `shuffle-audit` that [`Command::make`] runs, so that no old one makes a picture.
pub(crate) fn build() -> Result<(), BookError> {
    let mut command = process::Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--locked", "--quiet", "-p", "shuffle-audit-cli"]);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let ended = command.current_dir(root()).status();
    let why = match ended {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    Err(BookError::Command { command: "cargo build -p shuffle-audit-cli".to_owned(), why })
}

/// The `shuffle-audit` that was built next to this program.
fn binary() -> Result<PathBuf, BookError> {
    let own = env::current_exe().map_err(BookError::file("shuffle-book"))?;
    Ok(own.with_file_name(format!("shuffle-audit{}", env::consts::EXE_SUFFIX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_command_is_broken_before_a_flag() {
        let command = Command::new(
            "check --algorithm random-keys:bits=8 --cards 52 --trials 2000 --metrics degree --out seen",
            1,
        );
        let text = command.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let room = WIDEST + " \\".len();
        assert!(lines.iter().all(|line| line.len() <= room), "{text}");
        assert!(lines.len() == 2 && lines[0].ends_with(" \\") && lines[1].ends_with("# exit 1"));
        assert_eq!(Command::new("list", 0).to_string(), "shuffle-audit list");
    }
}
