//! A report folder: tried before the run, and written after it, whole or not at all.
//!
//! A report takes the place of an earlier one file by file, inside the folder: so its mode, its owner and the links
//! that lead to it stay, and so does all that somebody put beside the report. What may be replaced is told by the
//! manifest of the earlier report, see [`Standing`].

mod standing;
mod swap;

use crate::{
    exit::{Ending, Exit, Failure},
    interrupt::{INTERRUPTED, shielded},
};
use anyhow::{Context, bail};
use shuffle_audit::engine::RunError;
use shuffle_report::{File, MANIFEST, Manifest, ReportError};
use standing::Standing;
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};
use swap::Swap;
use tempfile::TempDir;

/// What a temporary folder of ours is called, with something random behind it.
const SCAFFOLD: &str = ".shuffle-audit-";

/// So many bytes must find room in a folder that is to take a report: the least that a disk gives.
const TRIED: [u8; 4096] = [0; 4096];

/// A folder that a report is to be written into.
pub(crate) struct Target {
    folder: PathBuf,
    /// Whether it can be written, as far as is known before the run.
    can_be_written: bool,
    /// The fingerprint of the plan whose report is there, if one is.
    earlier: Option<String>,
}

/// Which reports may be replaced.
pub(crate) enum Replaces<'a> {
    /// Any report of ours.
    Any,
    /// Only one of the plan with this fingerprint.
    Only(&'a str),
}

impl Target {
    /// Looks whether the folder can take a report with files of these names, and really tries to write there; no
    /// trace is left of that.
    ///
    /// It is asked before the run. What stands in the way is refused at once. Where nothing can be written, that
    /// is said at once, too, but the run goes on: its verdict does not need a folder.
    pub(crate) fn new(
        folder: &Path,
        names: &[String],
        replaces: &Replaces<'_>,
    ) -> Result<Self, Failure> {
        let refuse =
            |why: String| Err(Failure::usage(format!("--out: `{}` {why}", folder.display())));
        let mut earlier = None;
        let tried = match Standing::of(folder) {
            Ok(standing) => {
                earlier = standing.fingerprint().map(str::to_owned);
                if let Some(obstacle) = standing.in_the_way(names.iter().map(String::as_str)) {
                    return refuse(obstacle.to_string());
                }
                match (replaces, standing.fingerprint()) {
                    (Replaces::Only(ours), Some(other)) if *ours != other => {
                        return refuse(
                            "holds the report of another plan or of more cases, which a part of \
                             a plan does not replace; name another folder"
                                .to_owned(),
                        );
                    }
                    _ => try_to_write(folder),
                }
            }
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return refuse("is a file; name a new or empty folder".to_owned());
            }
            Err(error) => Err(error),
        };
        let can_be_written = tried.is_ok();
        if let Err(error) = tried {
            let folder = folder.display();
            Failure::usage(format!(
                "cannot write the report `{folder}`: {error}; the audit is made without it"
            ))
            .tell();
        }
        Ok(Self { folder: folder.to_owned(), can_be_written, earlier })
    }

    /// Whether a report can be written there, as far as is known before the run.
    pub(crate) fn can_be_written(&self) -> bool {
        self.can_be_written
    }

    /// Where the report is, and whose place it took if that was the report of another plan.
    pub(crate) fn told(&self, fingerprint: &str) -> String {
        let folder = self.folder.display();
        match self.earlier.as_deref().filter(|earlier| *earlier != fingerprint) {
            Some(earlier) => {
                format!("Report: {folder} (in the place of the report of plan {earlier})\n")
            }
            None => format!("Report: {folder}\n"),
        }
    }

    /// Where the report goes.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes a report and writes it with its manifest; whether it is there now. What went wrong goes to the ending.
    pub(crate) fn write(
        &self,
        files: impl FnOnce() -> Result<Vec<File>, ReportError>,
        fingerprint: Option<String>,
        ending: &mut Ending,
    ) -> bool {
        if !self.can_be_written {
            // Why was said before the run.
            ending.note(Exit::Usage);
            return false;
        }
        let files = files().map_err(Failure::ours);
        // Drawing takes its time, too: whoever stops it wants the earlier report.
        if INTERRUPTED.load(Ordering::Relaxed) {
            return ending.attempt(Err(RunError::Interrupted.into()));
        }
        ending.attempt(files.and_then(|files| self.write_files(files, fingerprint)))
    }

    /// An earlier report stays as it was if the new one cannot be written, and so does all that is no part of either.
    fn write_files(
        &self,
        mut files: Vec<File>,
        fingerprint: Option<String>,
    ) -> Result<(), Failure> {
        files.push(Manifest::of(&files, fingerprint).file()?);
        shielded(|| replace(&self.folder, &files)).map_err(|error| Failure {
            exit: Exit::Usage,
            error: error.context(format!("cannot write the report `{}`", self.folder.display())),
        })
    }
}

/// Writes into the folder, or where there is none, into the one in which it would be made.
fn try_to_write(folder: &Path) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    let scaffold = builder.prefix(SCAFFOLD);
    if folder.is_dir() {
        return scaffold.tempfile_in(folder)?.write_all(&TRIED);
    }
    if folder.is_symlink() {
        return Err(io::Error::new(ErrorKind::NotFound, "it is a link that leads nowhere"));
    }
    let home = folder.ancestors().skip(1).map(or_here).find(|parent| parent.exists());
    let scaffold = scaffold.tempdir_in(home.unwrap_or(Path::new(".")))?;
    fs::write(scaffold.path().join("tried"), TRIED)?;
    scaffold.close()
}

/// The folder in which a relative path without a parent stands.
fn or_here(parent: &Path) -> &Path {
    if parent == Path::new("") { Path::new(".") } else { parent }
}

/// Puts the files where they belong; the manifest is the last of them.
fn replace(folder: &Path, files: &[File]) -> anyhow::Result<()> {
    // It may have changed during the run.
    let standing = Standing::of(folder)?;
    if let Some(obstacle) = standing.in_the_way(files.iter().map(|file| file.path.as_str())) {
        bail!("it {obstacle}");
    }
    match standing {
        Standing::Nothing => make(folder, files),
        Standing::Folder(_) => {
            let scaffold = build(folder, files)?;
            let mut swap = Swap::new(folder, scaffold.path().join("old"));
            match swap.put(&scaffold.path().join("new"), files, &standing.stale(files)) {
                Ok(()) => swap.prune(),
                Err(error) if swap.undo() => return Err(error.into()),
                Err(error) => {
                    let kept = scaffold.keep();
                    bail!("{error}; files of the earlier report are in `{}`", kept.display());
                }
            }
            Ok(())
        }
    }
}

/// Writes all files into a folder of their own inside of `home`, `new` in what is returned.
fn build(home: &Path, files: &[File]) -> anyhow::Result<TempDir> {
    let scaffold = tempfile::Builder::new().prefix(SCAFFOLD).tempdir_in(home)?;
    let new = scaffold.path().join("new");
    fs::create_dir(&new)?;
    for file in files {
        let path = new.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(&new))?;
        fs::write(&path, &file.bytes).with_context(|| format!("file `{}`", file.path))?;
    }
    Ok(scaffold)
}

/// Makes a folder that was not there, all at once; the folders above it go again if that fails.
fn make(folder: &Path, files: &[File]) -> anyhow::Result<()> {
    let parent = or_here(folder.parent().unwrap_or(Path::new("")));
    let missing: Vec<&Path> =
        parent.ancestors().take_while(|above| !or_here(above).exists()).collect();
    fs::create_dir_all(parent)?;
    let made = build(parent, files)
        .and_then(|scaffold| Ok(fs::rename(scaffold.path().join("new"), folder)?));
    if made.is_err() {
        for above in missing {
            // Only where it is empty, which another program may have changed.
            let _ = fs::remove_dir(above);
        }
    }
    made
}

/// Whether this is the manifest's own name.
fn is_manifest(name: &str) -> bool {
    name == MANIFEST
}
