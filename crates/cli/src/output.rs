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

/// By this file, and by this table in it, a folder is known as a report.
const MARK: (&str, &str) = ("plan.toml", "[provenance]");

/// What the other files of a report end in.
const ENDINGS: [&str; 6] = ["csv", "png", "svg", "txt", "mmd", "dot"];

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
    /// Checks that the folder is not there, empty, or holds a report and nothing else: what is in it
    /// will go.
    ///
    /// It is asked before the run, so that nobody waits for a report that cannot be written.
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        let refuse = |why: &str| {
            Err(Failure::usage(format!(
                "--out: `{}` {why}; name a new or empty folder",
                folder.display()
            )))
        };
        match foreign(folder) {
            Ok(None) => Ok(Self { folder: folder.to_owned() }),
            Ok(Some(path)) => refuse(&format!(
                "has files in it that are no report of ours (`{}`)",
                path.display()
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok(Self { folder: folder.to_owned() })
            }
            Err(error) if error.kind() == ErrorKind::NotADirectory => refuse("is a file"),
            Err(error) => refuse(&format!("cannot be read ({error})")),
        }
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

/// The first file under a folder that is no part of a report, if there is one.
fn foreign(folder: &Path) -> io::Result<Option<PathBuf>> {
    let (name, table) = MARK;
    let mark = folder.join(name);
    let is_report = fs::read_to_string(&mark).is_ok_and(|plan| plan.contains(table));
    let ends_well = |path: &Path| ENDINGS.iter().any(|end| path.extension() == Some(end.as_ref()));
    first_file(folder, &|path| !is_report || !(path == mark || ends_well(path)))
}

fn first_file(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> io::Result<Option<PathBuf>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let found = if entry.file_type()?.is_dir() {
            first_file(&path, wanted)?
        } else {
            Some(path).filter(|path| wanted(path))
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
