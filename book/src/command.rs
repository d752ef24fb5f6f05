//! A command as a page prints it, and as it is run to make the picture of the page.

use crate::BookError;
use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    process,
};

/// A `shuffle-audit` command. Its arguments have no blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    arguments: Vec<String>,
    /// The exit code that it ends with.
    pub exit: i32,
}

impl Command {
    /// A command from its arguments, separated by blanks.
    #[must_use]
    pub fn new(arguments: &str, exit: i32) -> Self {
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        Self { arguments, exit }
    }

    /// Runs it in an empty folder and copies one of the files that it writes there to `to`.
    ///
    /// # Errors
    ///
    /// [`BookError::Command`] for another exit code or if it writes no such file, [`BookError::File`].
    pub fn make(&self, file: &str, to: &Path) -> Result<(), BookError> {
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

/// The command line, with the exit code as a comment unless it is 0.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shuffle-audit {}", self.arguments.join(" "))?;
        if self.exit == 0 { Ok(()) } else { write!(f, "   # exit {}", self.exit) }
    }
}

/// The `shuffle-audit` that was built beside this program.
fn binary() -> Result<PathBuf, BookError> {
    let own = env::current_exe().map_err(BookError::file("shuffle-book"))?;
    let name = format!("shuffle-audit{}", env::consts::EXE_SUFFIX);
    // A test stands one folder deeper.
    let beside = own.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    beside.into_iter().find(|path| path.is_file()).ok_or_else(|| BookError::Command {
        command: name,
        why: "is not built; run `cargo build --release -p shuffle-audit-cli`".to_owned(),
    })
}
