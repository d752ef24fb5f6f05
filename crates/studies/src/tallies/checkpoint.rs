//! The file in which a run or a study keeps what it has counted, so that the same command resumes from it.

use super::{
    file::{self, FileError, folder_of, unfinished},
    identity::Identity,
};
use shuffle_audit::tallies::{LedgerError, Share};
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The interval between checkpoints.
const EVERY: Duration = Duration::from_secs(30);

/// The time that a run which was killed may take to end.
const ENDING: Duration = Duration::from_secs(5);

/// A file in which counts are kept meanwhile.
pub struct Checkpoint {
    /// Its path.
    pub path: PathBuf,
    pub(super) every: Duration,
    /// Called when it cannot be written; the run continues.
    pub(super) trouble: Box<dyn Fn(&FileError) + Send + Sync>,
    /// Held as long as the run lives, however it ends.
    lock: Lock,
}

/// A file that is locked, so that no two runs keep their counts in one checkpoint.
struct Lock {
    path: PathBuf,
    /// `None` where the file system has no locks.
    file: Option<File>,
}

impl Checkpoint {
    /// The file for this name in a folder, which is made; what an earlier run left unfinished is removed.
    pub(super) fn new(
        folder: &Path,
        stem: &str,
        every: Option<Duration>,
        trouble: impl Fn(&FileError) + Send + Sync + 'static,
    ) -> Result<Self, LedgerError> {
        let path = folder.join(format!("{stem}.checkpoint"));
        let unusable = |error: io::Error| {
            LedgerError(format!("cannot use the folder `{}`: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(unusable)?;
        let lock = Lock::take(folder.join(format!("{stem}.lock"))).map_err(unusable)?;
        let lock = lock.ok_or_else(|| {
            let path = path.display();
            LedgerError(format!(
                "another run keeps its counts in `{path}`; wait until it ends, or use another folder"
            ))
        })?;
        clear(&path, None).map_err(unusable)?;
        Ok(Self { path, every: every.unwrap_or(EVERY), trouble: Box::new(trouble), lock })
    }

    /// Removes it, after the report.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.path)?;
        // Another owner of this lock could drop it too late.
        fs::remove_file(&self.lock.path)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Another run may have the path by now, if this one has removed it.
        if self.file.as_ref().is_some_and(|file| is_at(file, &self.path)) {
            fs::remove_file(&self.path).ok();
        }
    }
}

impl Lock {
    /// `None` if another process keeps it.
    fn take(path: PathBuf) -> io::Result<Option<Self>> {
        let until = Instant::now() + ENDING;
        loop {
            let file = File::create(&path)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Some(Self { path, file: Some(file) })),
                // Its owner removed it in the meantime, and another process may have made a new one.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if Instant::now() >= until => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(50)),
                Err(TryLockError::Error(_)) => return Ok(Some(Self { path, file: None })),
            }
        }
    }
}

/// True if the path leads to this open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |it: &fs::Metadata| (it.dev(), it.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(a), Ok(b)) if place(&a) == place(&b))
}

/// A file that is open cannot be removed here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// The end of the name of a shard's files.
pub(super) fn of_share(share: Option<Share>) -> String {
    share.map_or_else(String::new, |Share { number, of }| format!("-{number}-of-{of}"))
}

/// Checks that a checkpoint belongs to the run that resumes from it, as far as its second line says.
pub(super) fn is_of(path: &Path, mine: &Identity) -> Result<(), LedgerError> {
    let Some(theirs) = file::identity(path) else { return Ok(()) };
    if theirs.is_of(mine) {
        return Ok(());
    }
    let what = match (theirs.seed == mine.seed, theirs.told() == mine.told()) {
        (false, _) => format!("seed {}, and this has seed {}", theirs.seed, mine.seed),
        (true, true) => "another part of the same".to_owned(),
        (true, false) => theirs.told(),
    };
    Err(of_something_else(path, &what))
}

pub(super) fn of_something_else(path: &Path, what: &str) -> LedgerError {
    let path = path.display();
    LedgerError(format!(
        "the checkpoint `{path}` belongs to {what}; remove it, or use another folder"
    ))
}

/// Unfinished files older than this are abandoned: their writer is gone.
pub(super) const ABANDONED: Duration = Duration::from_secs(3600);

/// Removes what an earlier run left when it was killed while it wrote this file: all of it, or what is older than this.
pub(super) fn clear(path: &Path, older: Option<Duration>) -> io::Result<()> {
    let prefix = unfinished(path);
    for entry in fs::read_dir(folder_of(path))? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(&prefix) {
            continue;
        }
        let age = || entry.metadata()?.modified()?.elapsed().map_err(io::Error::other);
        if older.is_none_or(|older| age().is_ok_and(|age| age > older)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
