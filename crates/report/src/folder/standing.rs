//! The contents of a folder before a report is written into it, and the files that the report may replace.
//!
//! A file may be replaced if the manifest of an earlier report lists it, and its content is still the listed one. A
//! file that was changed may not. Nor may a file behind a link, wherever the link leads, nor any file if there is no
//! manifest. What a process was putting there when it was killed counts as an earlier report, too.

use super::scaffold;
use crate::{
    File,
    manifest::{Listed, MANIFEST, Manifest},
};
use std::{
    collections::{HashMap, HashSet},
    fmt, fs,
    io::{self, ErrorKind},
    iter,
    path::{Path, PathBuf},
};

/// The state of the place where a report is to be written.
#[derive(Debug)]
pub enum Standing {
    /// No folder.
    Nothing,
    /// A folder, empty or not.
    Folder(FolderState),
}

/// A folder, with the report in it.
#[derive(Debug)]
pub struct FolderState {
    folder: PathBuf,
    report: Option<EarlierReport>,
}

/// An earlier report with a manifest, or more of them: the files as each lists them.
#[derive(Debug)]
struct EarlierReport {
    fingerprint: Option<String>,
    files: HashMap<String, Vec<Listed>>,
}

/// A file or folder that is in the way of a report.
#[derive(Debug)]
pub struct Obstacle {
    name: String,
    why: NotOurs,
}

#[derive(Debug)]
enum NotOurs {
    /// No report wrote it.
    Foreign,
    /// It was written with an earlier report, and changed since.
    Changed,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, why } = self;
        let why = match why {
            NotOurs::Foreign => "which no report of ours wrote",
            NotOurs::Changed => "which was changed since a report wrote it",
        };
        write!(f, "has `{name}` in the way, {why}; move it away, or name another folder")
    }
}

impl Standing {
    /// Examines the place.
    ///
    /// # Errors
    ///
    /// The error of the system for a folder that cannot be read; [`ErrorKind::NotADirectory`] for a file.
    pub fn of(folder: &Path) -> io::Result<Self> {
        match fs::metadata(folder) {
            Ok(found) if !found.is_dir() => return Err(ErrorKind::NotADirectory.into()),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::Nothing),
            other => other.map(drop)?,
        }
        let standing = iter::once(folder.join(MANIFEST));
        let begun = scaffold::cut_off(folder).into_iter().map(|new| new.join(MANIFEST));
        let manifests = standing.chain(begun).filter_map(|path| read(&path));
        let report =
            manifests.fold(None, |report, manifest| Some(EarlierReport::and(report, manifest)));
        Ok(Self::Folder(FolderState { folder: folder.to_owned(), report }))
    }

    /// The fingerprint of the plan of the report that is there: none, where there is a report of something else.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&str> {
        match self {
            Self::Folder(FolderState { report: Some(report), .. }) => {
                Some(report.fingerprint.as_deref().unwrap_or("none"))
            }
            _ => None,
        }
    }

    /// The first thing that is in the way of files of these names, and of the manifest.
    #[must_use]
    pub fn in_the_way<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<Obstacle> {
        let Self::Folder(found) = self else { return None };
        let mut passed = HashSet::new();
        iter::once(MANIFEST)
            .chain(names)
            .find_map(|name| found.above(name, &mut passed).or_else(|| found.at(name)))
    }

    /// True if no file stands there but, perhaps, one of this name by a report.
    pub(super) fn has_room_for(&self, name: &str) -> bool {
        match self {
            Self::Folder(FolderState { report: Some(report), .. }) => {
                report.files.keys().all(|file| file == name)
            }
            Self::Folder(found) => {
                [MANIFEST, name].iter().all(|it| !found.folder.join(it).exists())
            }
            Self::Nothing => true,
        }
    }

    /// The files of the earlier report that the new one does not have, and that are unchanged.
    pub(super) fn stale(&self, files: &[File]) -> Vec<String> {
        let Self::Folder(found) = self else { return Vec::new() };
        let Some(EarlierReport { files: listed, .. }) = &found.report else { return Vec::new() };
        let new: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let is_stale = |name: &&String| !new.contains(name.as_str()) && found.is_ours(name);
        let mut stale: Vec<String> = listed.keys().filter(is_stale).cloned().collect();
        stale.sort();
        stale
    }
}

impl EarlierReport {
    /// The files of one more manifest; the first says what the report is of.
    fn and(report: Option<Self>, manifest: Manifest) -> Self {
        let fingerprint = manifest.about.fingerprint;
        let mut report = report.unwrap_or_else(|| Self { fingerprint, files: HashMap::new() });
        for one in manifest.files {
            report.files.entry(one.path.clone()).or_default().push(one);
        }
        report
    }
}

impl FolderState {
    /// The obstacle to the folders of a file: anything in their place that is no folder.
    fn above<'a>(&self, name: &'a str, passed: &mut HashSet<&'a str>) -> Option<Obstacle> {
        let ends = name.match_indices('/').map(|(end, _)| &name[..end]);
        for above in ends {
            if !passed.insert(above) {
                continue;
            }
            match fs::symlink_metadata(self.folder.join(above)) {
                Ok(kind) if !kind.is_dir() => return Some(foreign(above)),
                _ => {}
            }
        }
        None
    }

    /// The obstacle to a file.
    fn at(&self, name: &str) -> Option<Obstacle> {
        let kind = fs::symlink_metadata(self.folder.join(name)).ok()?;
        match &self.report {
            _ if !kind.is_file() => Some(foreign(name)),
            Some(_) if name == MANIFEST => None,
            Some(report) if report.files.contains_key(name) => {
                let changed = || Obstacle { name: name.to_owned(), why: NotOurs::Changed };
                (!self.is_ours(name)).then(changed)
            }
            _ => Some(foreign(name)),
        }
    }

    /// True if a file is as the manifest lists it.
    fn is_ours(&self, name: &str) -> bool {
        let Some(EarlierReport { files, .. }) = &self.report else { return false };
        let path = self.folder.join(name);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|kind| kind.is_file());
        if self.above(name, &mut HashSet::new()).is_some() {
            return false;
        }
        let is_listed = |listed: &Vec<Listed>| {
            fs::read(&path).is_ok_and(|content| listed.iter().any(|one| one.is(&content)))
        };
        is_file && files.get(name).is_some_and(is_listed)
    }
}

fn foreign(name: &str) -> Obstacle {
    Obstacle { name: name.to_owned(), why: NotOurs::Foreign }
}

/// The manifest, if it is a valid one.
pub(super) fn read(path: &Path) -> Option<Manifest> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|kind| kind.is_file());
    Manifest::parse(&is_file.then(|| fs::read_to_string(path).ok())??)
}
