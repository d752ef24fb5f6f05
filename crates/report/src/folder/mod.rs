//! A report on disk: written into its folder whole, or not at all.
//!
//! A report replaces an earlier one file by file, inside the folder. So the mode and the owner of the folder stay, and
//! so do the links that lead to it and all other files in it. The manifest of the earlier report says which files may
//! be replaced: see [`Standing`]. A process that is killed meanwhile leaves its files in a scaffold, by which the next one
//! knows them.
//!
//! No other module of the crate touches a disk. The caller decides when to write, and what to do after a failure.

mod overview;
mod scaffold;
mod standing;
mod swap;

use crate::{About, File, ReportError, manifest::Manifest};
pub use overview::write_overview;
use scaffold::Scaffold;
pub use standing::{FolderState, Obstacle, Standing};
use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};
use swap::Swap;

/// The bytes of a trial write into a folder that is to take a report: the usual smallest block of a disk.
const TRIED: [u8; 4096] = [0; 4096];

/// The reason why a report was not written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FolderError {
    /// A file in the folder must not be replaced.
    #[error("it {0}")]
    InTheWay(Obstacle),
    /// A file could not be written; its path is the one inside the report.
    #[error("file `{path}`: {error}")]
    File { path: String, error: io::Error },
    /// The manifest could not be made.
    #[error(transparent)]
    Manifest(#[from] ReportError),
    /// The folder could not be read, made or changed; the earlier report is as it was.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The exchange of files failed, and so did its reversal.
    #[error("{error}; files of the earlier report are in `{}`", kept.display())]
    Kept { error: io::Error, kept: PathBuf },
}

/// Tries to write into the folder, or if it does not exist, into the one in which it would be made. It leaves no trace.
///
/// # Errors
///
/// The error of the system.
pub fn try_to_write(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() && folder.is_symlink() {
        return Err(io::Error::new(ErrorKind::NotFound, "it is a link that leads nowhere"));
    }
    let home = folder.ancestors().map(or_here).find(|above| above.exists());
    fs::write(Scaffold::new(home.unwrap_or(Path::new(".")))?.whole(), TRIED)
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
        Standing::Nothing => make(folder, &files)?,
        Standing::Folder(_) => replace(folder, &files, &standing.stale(&files))?,
    }
    scaffold::clear_all(folder);
    Ok(())
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

    /// A folder next to it, on the same disk.
    fn scaffold(&self) -> io::Result<Scaffold> {
        Scaffold::new(self.parent())
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
    place.scaffold()?;
    match (&place.earlier, place.path.file_name()) {
        (None, Some(name)) => Ok(place.parent().canonicalize()?.join(name)),
        _ => Ok(place.path),
    }
}

/// Writes one file, whole or not at all: first next to its place, then there. Where a link leads to is written, an earlier file
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
    let new = scaffold.whole();
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
    let scaffold = Scaffold::new(folder)?;
    build(&scaffold.new_files(), files)?;
    let mut swap = Swap::new(folder, scaffold.old_files());
    match swap.put(&scaffold.new_files(), files, stale) {
        Ok(()) => swap.prune(),
        Err(error) if swap.undo() => return Err(error.into()),
        Err(error) => return Err(FolderError::Kept { error, kept: scaffold.keep() }),
    }
    Ok(())
}

/// Writes all files into a folder, which is made.
fn build(new: &Path, files: &[File]) -> Result<(), FolderError> {
    fs::create_dir(new)?;
    for file in files {
        let path = new.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(new))?;
        fs::write(&path, &file.bytes)
            .map_err(|error| FolderError::File { path: file.path.clone(), error })?;
    }
    Ok(())
}

/// Makes a folder that was not there, all at once; the folders above it go again if that fails.
fn make(folder: &Path, files: &[File]) -> Result<(), FolderError> {
    let parent = or_here(folder.parent().unwrap_or(Path::new("")));
    let missing: Vec<&Path> =
        parent.ancestors().take_while(|above| !or_here(above).exists()).collect();
    fs::create_dir_all(parent)?;
    let made = Scaffold::new(parent).map_err(FolderError::from).and_then(|scaffold| {
        build(&scaffold.whole(), files)?;
        Ok(fs::rename(scaffold.whole(), folder)?)
    });
    if made.is_err() {
        for above in missing {
            // Only where it is empty, which another program may have changed.
            let _ = fs::remove_dir(above);
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::MANIFEST;

    fn table(path: &str, bytes: &str) -> File {
        File { path: path.to_owned(), bytes: bytes.as_bytes().to_vec() }
    }

    fn content(folder: &Path, name: &str) -> Option<String> {
        fs::read_to_string(folder.join(name)).ok()
    }

    /// A folder whose report was being replaced by a process that was killed after it had moved `moved` files.
    fn cut_off(folder: &Path, moved: usize) {
        let old = vec![table("a.csv", "old"), table("b.csv", "old"), table("stale.csv", "old")];
        write(folder, old, About::default()).unwrap();
        let mut new = vec![table("a.csv", "new"), table("b.csv", "new"), table("more.csv", "new")];
        new.push(Manifest::of(&new, About::default()).file().unwrap());
        let left = folder.join(".shuffle-audit-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("lock"), "").unwrap();
        build(&left.join("new"), &new).unwrap();
        let mut swap = Swap::new(folder, left.join("old"));
        // The first move of all takes the stale file out.
        let stale: &[String] = if moved == 0 { &[] } else { &["stale.csv".to_owned()] };
        swap.put(&left.join("new"), &new[..moved], stale).unwrap();
    }

    #[test]
    fn a_report_that_was_being_replaced_at_a_kill_is_replaced_by_the_next() {
        for moved in 0..=4 {
            let home = tempfile::tempdir().unwrap();
            let folder = home.path().join("report");
            cut_off(&folder, moved);
            let next = vec![table("a.csv", "next"), table("c.csv", "next")];
            write(&folder, next, About::default())
                .unwrap_or_else(|error| panic!("{moved}: {error}"));
            let mut names: Vec<_> =
                fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            assert_eq!(names, ["a.csv", "c.csv", MANIFEST], "{moved}");
            assert_eq!(content(&folder, "a.csv").unwrap(), "next");
        }
    }

    #[test]
    fn what_people_changed_after_a_kill_stays() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("report");
        cut_off(&folder, 2);
        fs::write(folder.join("b.csv"), "mine").unwrap();
        let refused = write(&folder, vec![table("b.csv", "next")], About::default());
        assert!(matches!(refused, Err(FolderError::InTheWay(_))));
        assert_eq!(content(&folder, "b.csv").unwrap(), "mine");
    }
}
