//! What leaves the program: text on stdout, and report folders that appear whole or not at all.

use crate::{
    exit::{Exit, Failure},
    interrupt::shielded,
};
use anyhow::Context;
use shuffle_report::File;
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// By this file a folder is known as a report.
const MARK: &str = "plan.toml";

/// Prints to stdout. A reader who has gone away is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::ours(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// A folder that a report may take the place of.
pub(crate) struct Target {
    folder: PathBuf,
}

impl Target {
    /// Checks that the folder is not there, empty, or holds a report.
    ///
    /// It is asked before the run, so that nobody waits for a report that cannot be written.
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let refuse = |why: &str| {
            Err(Failure::usage(format!(
                "--out: `{}` {why}; name a new or empty folder",
                folder.display()
            )))
        };
        let mut entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Self { folder: folder.to_owned() });
            }
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return refuse("is a file");
            }
            Err(error) => return refuse(&format!("cannot be read ({error})")),
        };
        if entries.next().is_some() && !folder.join(MARK).is_file() {
            return refuse("has files in it that are no report of ours");
        }
        Ok(Self { folder: folder.to_owned() })
    }

    /// Writes the files beside the folder, then puts them in its place. What was in it goes.
    pub(crate) fn write(&self, files: &[File]) -> Result<(), Failure> {
        shielded(|| self.replace(files)).map_err(|error| Failure {
            exit: Exit::Usage,
            error: error.context(format!("cannot write the report `{}`", self.folder.display())),
        })
    }

    fn replace(&self, files: &[File]) -> anyhow::Result<()> {
        let parent = match self.folder.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent)?;
        let workshop = tempfile::Builder::new().prefix(".shuffle-audit-").tempdir_in(parent)?;
        let (new, old) = (workshop.path().join("new"), workshop.path().join("old"));
        fs::create_dir(&new)?;
        for file in files {
            let path = new.join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(&new))?;
            fs::write(&path, &file.bytes).with_context(|| format!("file `{}`", file.path))?;
        }
        if self.folder.exists() {
            fs::rename(&self.folder, &old)?;
        }
        fs::rename(&new, &self.folder).inspect_err(|_| {
            // The old report is better than none.
            let _ = fs::rename(&old, &self.folder);
        })?;
        Ok(())
    }
}
