//! Replaces old files by new ones, file by file, and moves all of them back if one fails.

use crate::File;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// An exchange that is under way.
pub(super) struct Swap<'a> {
    folder: &'a Path,
    /// The folder that keeps the old files until all is done.
    old: PathBuf,
    /// The files that were moved: the old path and the new path.
    moved: Vec<(PathBuf, PathBuf)>,
    /// The folders that were made.
    made: Vec<PathBuf>,
    /// The folders from which files were removed for good.
    left: Vec<PathBuf>,
}

impl<'a> Swap<'a> {
    /// The old files go to `old`, which is not there yet, on the same disk.
    pub(super) fn new(folder: &'a Path, old: PathBuf) -> Self {
        Self { folder, old, moved: Vec::new(), made: Vec::new(), left: Vec::new() }
    }

    /// Takes stale files out, and moves the files of `new` in.
    pub(super) fn put(&mut self, new: &Path, files: &[File], stale: &[String]) -> io::Result<()> {
        for name in stale {
            self.take_out(name)?;
            let left = Path::new(name).ancestors().skip(1).filter(|path| *path != Path::new(""));
            self.left.extend(left.map(|path| self.folder.join(path)));
        }
        for file in files {
            let place = self.folder.join(&file.path);
            self.make_room(Path::new(&file.path))?;
            if place.is_file() {
                self.take_out(&file.path)?;
            }
            self.rename(new.join(&file.path), place)?;
        }
        Ok(())
    }

    fn take_out(&mut self, name: &str) -> io::Result<()> {
        let waits = self.old.join(name);
        fs::create_dir_all(waits.parent().unwrap_or(&self.old))?;
        self.rename(self.folder.join(name), waits)
    }

    fn rename(&mut self, from: PathBuf, to: PathBuf) -> io::Result<()> {
        fs::rename(&from, &to)?;
        self.moved.push((from, to));
        Ok(())
    }

    /// Makes the folders above a file.
    fn make_room(&mut self, name: &Path) -> io::Result<()> {
        let above: Vec<&Path> = name.ancestors().skip(1).collect();
        for path in above.into_iter().rev().filter(|path| *path != Path::new("")) {
            let path = self.folder.join(path);
            if !path.is_dir() {
                fs::create_dir(&path)?;
                self.made.push(path);
            }
        }
        Ok(())
    }

    /// Removes the folders that have become empty. A folder with any other file in it stays.
    pub(super) fn prune(mut self) {
        // Those further down first.
        self.left.sort();
        self.left.dedup();
        for folder in self.left.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }

    /// Moves everything back; returns true if all of it succeeded.
    pub(super) fn undo(self) -> bool {
        let mut is_back = true;
        for (from, to) in self.moved.into_iter().rev() {
            is_back &= fs::rename(to, from).is_ok();
        }
        for folder in self.made.into_iter().rev() {
            let _ = fs::remove_dir(folder);
        }
        is_back
    }
}
