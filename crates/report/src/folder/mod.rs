//! A report on disk: written into its folder whole, or not at all.
//!
//! A report replaces an earlier one file by file, inside the folder. So the mode and the owner of the folder stay, and
//! so do the links that lead to it and all other files in it. The manifest of the earlier report tells which files may
//! be replaced: see [`Standing`].
//!
//! No other module of the crate touches a disk. The caller decides when to write, and what to do after a failure.

mod overview;
mod standing;
mod swap;

use crate::{About, File, Manifest, ReportError};
pub use overview::write_overview;
pub use standing::{FolderState, Obstacle, Standing};
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};
use swap::Swap;
use tempfile::TempDir;

/// The prefix of the names of temporary folders; a random part follows.
const SCAFFOLD: &str = ".shuffle-audit-";

/// The bytes of a trial write into a folder that is to take a report: the usual smallest block of a disk.
const TRIED: [u8; 4096] = [0; 4096];

/// The reason why a report was not written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file in the folder must not be replaced.
    #[error("it {0}")]
    InTheWay(Obstacle),
    /// A file could not be written.
    #[error("file `{path}`: {error}")]
    File {
        /// Its path inside the report.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The manifest could not be made.
    #[error(transparent)]
    Manifest(#[from] ReportError),
    /// The folder could not be read, made or changed; the earlier report is as it was.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The exchange of files failed, and so did its reversal.
    #[error("{error}; files of the earlier report are in `{}`", kept.display())]
    Kept {
        /// The error of the exchange.
        error: io::Error,
        /// The folder with the files of the earlier report.
        kept: PathBuf,
    },
}

/// Tries to write into the folder, or if it does not exist, into the one in which it would be made. It leaves no trace.
///
/// # Errors
///
/// The error of the system.
pub fn try_to_write(folder: &Path) -> io::Result<()> {
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

/// Writes a report with its manifest into a folder, in the place of the earlier report if there is one.
///
/// ```
/// use shuffle_report::{About, File, folder};
///
/// let home = tempfile::tempdir()?;
/// let report = home.path().join("report");
/// let table = |path: &str| File { path: path.to_owned(), bytes: b"cards\n52\n".to_vec() };
/// folder::write(&report, vec![table("first.csv")], About::default())?;
/// std::fs::write(report.join("notes.md"), "mine")?;
/// folder::write(&report, vec![table("second.csv")], About::default())?;
/// assert!(!report.join("first.csv").exists(), "the earlier report is gone");
/// assert!(report.join("notes.md").exists(), "what is not ours stays");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`FolderError`]. The earlier report then stays as it was. Files that belong to neither report always stay.
pub fn write(folder: &Path, mut files: Vec<File>, about: About) -> Result<(), FolderError> {
    // The manifest is put in its place last.
    files.push(Manifest::of(&files, about).file()?);
    let standing = Standing::of(folder)?;
    if let Some(obstacle) = standing.in_the_way(files.iter().map(|file| file.path.as_str())) {
        return Err(FolderError::InTheWay(obstacle));
    }
    match standing {
        Standing::Nothing => make(folder, &files),
        Standing::Folder(_) => replace(folder, &files, &standing.stale(&files)),
    }
}

/// Where one file goes.
struct Place {
    /// Its path, or where a link leads to.
    path: PathBuf,
    /// What is there already.
    earlier: Option<fs::Metadata>,
}

impl Place {
    /// Finds out where a file goes, if it can go there.
    fn of(path: &Path) -> io::Result<Self> {
        let fault = |kind, why: &str| Err(io::Error::new(kind, why.to_owned()));
        let (path, earlier) = match path.canonicalize() {
            Ok(path) => (path.clone(), Some(fs::metadata(path)?)),
            Err(_) if path.is_symlink() => {
                return fault(ErrorKind::NotFound, "it is a link that leads nowhere");
            }
            Err(_) => (path.to_owned(), None),
        };
        match &earlier {
            Some(there) if there.is_dir() => {
                return fault(ErrorKind::IsADirectory, "it is a folder");
            }
            Some(there) if !there.is_file() => return Ok(Self { path, earlier }),
            Some(there) if there.permissions().readonly() => {
                return fault(ErrorKind::PermissionDenied, "it may only be read");
            }
            _ => {}
        }
        if path.file_name().is_none() {
            return fault(ErrorKind::InvalidFilename, "that is no name of a file");
        }
        let place = Self { path, earlier };
        let parent = place.parent();
        if !parent.is_dir() {
            let why = format!("there is no folder `{}`", parent.display());
            return fault(ErrorKind::NotFound, &why);
        }
        Ok(place)
    }

    fn parent(&self) -> &Path {
        self.path.parent().map_or(Path::new("."), or_here)
    }

    /// True of a pipe or the like, which is written as it is.
    fn is_written_directly(&self) -> bool {
        self.earlier.as_ref().is_some_and(|there| !there.is_file())
    }

    /// A folder beside it, on the same disk.
    fn scaffold(&self) -> io::Result<TempDir> {
        tempfile::Builder::new().prefix(SCAFFOLD).tempdir_in(self.parent())
    }
}

/// Tries whether [`write_file`] could write this file, and leaves no trace: true paths of the same file are the same.
///
/// # Errors
///
/// The reason, in words for people.
pub fn try_to_write_file(path: &Path) -> io::Result<PathBuf> {
    let place = Place::of(path)?;
    if place.is_written_directly() {
        return Ok(place.path);
    }
    place.scaffold()?.close()?;
    match (&place.earlier, place.path.file_name()) {
        (None, Some(name)) => Ok(place.parent().canonicalize()?.join(name)),
        _ => Ok(place.path),
    }
}

/// Writes one file, whole or not at all: beside its place first, then there. Where a link leads to is written, an earlier file
/// leaves its permissions, and what is no regular file, such as a pipe, is written as it is.
///
/// # Errors
///
/// The reason, in words for people; what stood there then stays.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = Place::of(path)?;
    if place.is_written_directly() {
        return fs::write(&place.path, bytes);
    }
    let scaffold = place.scaffold()?;
    let new = scaffold.path().join("new");
    fs::write(&new, bytes)?;
    if let Some(earlier) = place.earlier {
        fs::set_permissions(&new, earlier.permissions())?;
    }
    fs::rename(new, &place.path)
}

/// The folder in which a relative path without a parent stands.
fn or_here(parent: &Path) -> &Path {
    if parent == Path::new("") { Path::new(".") } else { parent }
}

/// Puts the files in their places, and takes the stale ones out.
fn replace(folder: &Path, files: &[File], stale: &[String]) -> Result<(), FolderError> {
    let scaffold = build(folder, files)?;
    let mut swap = Swap::new(folder, scaffold.path().join("old"));
    match swap.put(&scaffold.path().join("new"), files, stale) {
        Ok(()) => swap.prune(),
        Err(error) if swap.undo() => return Err(error.into()),
        Err(error) => return Err(FolderError::Kept { error, kept: scaffold.keep() }),
    }
    Ok(())
}

/// Writes all files into a folder of their own inside of `home`, `new` in what is returned.
fn build(home: &Path, files: &[File]) -> Result<TempDir, FolderError> {
    let scaffold = tempfile::Builder::new().prefix(SCAFFOLD).tempdir_in(home)?;
    let new = scaffold.path().join("new");
    fs::create_dir(&new)?;
    for file in files {
        let path = new.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(&new))?;
        fs::write(&path, &file.bytes)
            .map_err(|error| FolderError::File { path: file.path.clone(), error })?;
    }
    Ok(scaffold)
}

/// Makes a folder that was not there, all at once; the folders above it go again if that fails.
fn make(folder: &Path, files: &[File]) -> Result<(), FolderError> {
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
