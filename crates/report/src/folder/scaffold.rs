//! Temporary folders in which files are made before they are moved to their places. A process that is killed leaves its own
//! behind; the next one that writes there removes it.
//!
//! A lock shows whether the process that made a folder still runs. Where a file system has no locks, what is left stays.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    mem,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The prefix of their names; a random part follows.
const PREFIX: &str = ".shuffle-audit-";

/// The file in each that is locked as long as the process lives.
const LOCK: &str = "lock";

/// The folder with the files that replace an earlier report, one by one.
const NEW: &str = "new";

/// A temporary folder of this process.
pub(super) struct Scaffold {
    /// Held as long as it is used.
    lock: Lock,
    folder: TempDir,
}

impl Scaffold {
    /// Makes one in `home`, and removes what dead processes left that were replacing nothing there.
    pub(super) fn new(home: &Path) -> io::Result<Self> {
        clear(home, |abandoned| !abandoned.join(NEW).exists());
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix(PREFIX);
        loop {
            let folder = builder.tempdir_in(home)?;
            if let Some(lock) = Lock::make(folder.path())? {
                return Ok(Self { lock, folder });
            }
        }
    }

    /// The folder for the files that replace others one by one.
    pub(super) fn new_files(&self) -> PathBuf {
        self.folder.path().join(NEW)
    }

    /// The place of what is moved by one step.
    pub(super) fn whole(&self) -> PathBuf {
        self.folder.path().join("whole")
    }

    /// The folder in which replaced files wait until all are.
    pub(super) fn old_files(&self) -> PathBuf {
        self.folder.path().join("old")
    }

    /// Leaves it where it is, for people: no process removes it.
    pub(super) fn keep(mut self) -> PathBuf {
        self.lock = Lock::Unknown;
        let _ = fs::remove_file(self.folder.path().join(LOCK));
        self.folder.disable_cleanup(true);
        self.folder.path().to_owned()
    }
}

impl Drop for Scaffold {
    fn drop(&mut self) {
        if let Lock::Held(lock) = mem::replace(&mut self.lock, Lock::Unknown) {
            dismantle(self.folder.path(), lock);
        }
    }
}

/// The sign by which others can tell that this process lives.
enum Lock {
    /// A locked file.
    Held(File),
    /// The file system has no locks.
    Unknown,
}

impl Lock {
    /// The lock of a folder, or `None` if another process took the folder for abandoned before it was locked.
    fn make(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(LOCK);
        let lock = match File::create(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            lock => lock?,
        };
        Ok(match lock.try_lock() {
            Ok(()) => path.exists().then_some(Self::Held(lock)),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Self::Unknown),
        })
    }
}

/// The folders of dead processes that were replacing files in `home`: those with the new files.
pub(super) fn cut_off(home: &Path) -> Vec<PathBuf> {
    let dead = ours(home).filter(|folder| lock_of_the_dead(folder).is_some());
    dead.map(|folder| folder.join(NEW)).filter(|new| new.exists()).collect()
}

/// Removes what dead processes left in `home`, once their work has been repeated.
pub(super) fn clear_all(home: &Path) {
    clear(home, |_| true);
}

fn clear(home: &Path, is_over: impl Fn(&Path) -> bool) {
    for folder in ours(home) {
        match lock_of_the_dead(&folder) {
            Some(lock) if is_over(&folder) => dismantle(&folder, lock),
            Some(_) => {}
            // What was killed before it had a lock, or after: nothing is in it. A process that lives makes another.
            None => _ = fs::remove_dir(folder),
        }
    }
}

/// Removes a folder, its lock last: what a kill leaves of it can still be told.
fn dismantle(folder: &Path, lock: File) {
    let others = fs::read_dir(folder).into_iter().flatten().flatten();
    for other in others.filter(|entry| entry.file_name() != LOCK) {
        let path = other.path();
        let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
    }
    // A file that is open cannot be removed everywhere.
    drop(lock);
    let _ = fs::remove_file(folder.join(LOCK)).and_then(|()| fs::remove_dir(folder));
}

/// The lock of a folder whose process is dead, which is held now.
fn lock_of_the_dead(folder: &Path) -> Option<File> {
    let lock = File::open(folder.join(LOCK)).ok()?;
    lock.try_lock().ok()?;
    Some(lock)
}

/// The temporary folders in `home`, of any process.
fn ours(home: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        (is_ours && is_folder).then(|| entry.path())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a killed process leaves: the folder, and a lock that no process holds.
    fn left(home: &Path, files: &str) {
        let folder = home.join(format!("{PREFIX}{files}"));
        fs::create_dir_all(folder.join(files)).unwrap();
        fs::write(folder.join(files).join("part"), "").unwrap();
        fs::write(folder.join(LOCK), "").unwrap();
    }

    #[test]
    fn what_a_dead_process_left_is_removed_and_what_a_living_one_has_stays() {
        let home = tempfile::tempdir().unwrap();
        let living = Scaffold::new(home.path()).unwrap();
        left(home.path(), "whole");
        left(home.path(), NEW);
        assert_eq!(cut_off(home.path()), [home.path().join(".shuffle-audit-new/new")]);
        let second = Scaffold::new(home.path()).unwrap();
        assert!(!home.path().join(".shuffle-audit-whole").exists());
        assert!(home.path().join(".shuffle-audit-new").exists(), "it says what was being replaced");
        clear_all(home.path());
        assert!(!home.path().join(".shuffle-audit-new").exists());
        assert!(living.folder.path().exists() && second.folder.path().exists());
        drop((living, second));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_is_kept_for_people_and_what_is_theirs_stays() {
        let home = tempfile::tempdir().unwrap();
        let scaffold = Scaffold::new(home.path()).unwrap();
        fs::create_dir(scaffold.old_files()).unwrap();
        let kept = scaffold.keep();
        let theirs = home.path().join(".shuffle-audit-notes");
        fs::create_dir(&theirs).unwrap();
        fs::write(theirs.join("mine"), "").unwrap();
        clear_all(home.path());
        assert!(kept.join("old").exists() && theirs.exists());
    }
}
