//! A report folder that a command was given by `--out`: tried before the run, and written after it, by
//! [`shuffle_report::folder`].

use crate::{
    exit::{Ending, Exit, Failure, NoVerdict},
    interrupt::{INTERRUPTED, shielded},
};
use shuffle_audit::engine::RunError;
use shuffle_report::{
    About, File, Making, Pictures, Report, ReportError, files_with,
    folder::{self, Standing},
};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

/// A folder that a report is to be written into.
pub(crate) struct Target {
    folder: PathBuf,
    /// True if it can be written, as far as is known before the run.
    can_be_written: bool,
    /// The fingerprint of the plan whose report is there, if one is.
    earlier: Option<String>,
}

pub(crate) enum Replaces<'a> {
    /// Any report of this program.
    Any,
    Plan {
        path: &'a Path,
        plan: &'a PlanFile,
    },
    /// Only one of the plan with this fingerprint.
    Only(&'a str),
}

impl Target {
    /// Checks that the folder can take a report with files of these names, by a trial write that leaves no trace.
    ///
    /// It is called before the run. Files that are in the way are an error. If the folder cannot be written, a
    /// message is printed at once, but the run goes on: its verdict does not need a folder.
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
                if let &Replaces::Plan { path, plan } = replaces
                    && standing.fingerprint().is_some_and(|it| it != plan.fingerprint())
                    && fs::read_to_string(folder.join("plan.toml"))
                        .is_ok_and(|it| plan.is_other(&it))
                {
                    return refuse(format!(
                        "holds the report of another plan, which `{}` does not replace; name another folder by --out, or rename \
                         the plan",
                        path.display()
                    ));
                }
                match (replaces, standing.fingerprint()) {
                    (Replaces::Only(ours), Some(other)) if *ours != other => {
                        return refuse(
                            "holds the report of another plan or of more cases, which a part of \
                             a plan does not replace; name another folder"
                                .to_owned(),
                        );
                    }
                    _ => folder::try_to_write(folder),
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

    /// True if a report can be written there, as far as is known before the run.
    pub(crate) fn can_be_written(&self) -> bool {
        self.can_be_written
    }

    /// A line with the folder of the report, and with the plan of the report that it replaced, if that is another plan.
    pub(crate) fn told(&self, fingerprint: &str) -> String {
        let page = self.folder.join("index.html");
        let page = page.display();
        match self.earlier.as_deref().filter(|earlier| *earlier != fingerprint) {
            Some(earlier) => {
                format!("Report: {page} (replaces the report of plan {earlier})\n")
            }
            None => format!("Report: {page}\n"),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes a report and writes it with its manifest; returns true if it was written. Errors are added to the ending.
    pub(crate) fn write(
        &self,
        files: impl FnOnce() -> Result<Vec<File>, ReportError>,
        about: About,
        ending: &mut Ending,
    ) -> bool {
        if !self.can_be_written {
            // The reason was printed before the run.
            ending.note(Exit::Usage);
            return false;
        }
        let files = files().map_err(Failure::ours);
        // Drawing takes time, too: after an interrupt during it the earlier report is kept.
        if INTERRUPTED.load(Ordering::Relaxed) {
            return ending.attempt(Err(RunError::Interrupted.into()));
        }
        ending.attempt(files.and_then(|files| self.write_files(files, about)))
    }

    /// If the new report cannot be written the earlier one stays as it was. Files that belong to neither always stay.
    fn write_files(&self, files: Vec<File>, about: About) -> Result<(), Failure> {
        let written = shielded(|| folder::write(&self.folder, files, about));
        let why = |error| format!("cannot write the report `{}`: {error}", self.folder.display());
        written.map_err(|error| Failure::usage(why(error)))
    }
}

/// Writes the report of a check into a folder, where it replaces any earlier report.
///
/// # Errors
///
/// [`NoVerdict`] if something is in the way, or the folder cannot be written.
pub fn save(results: &Results, folder: &Path) -> Result<(), NoVerdict> {
    let mut results = results.clone();
    results.file.folder = results.file.folder.as_seen_from(folder);
    let about = about(&results, Some(results.file.fingerprint()));
    let written = files_with(&results, Pictures::Drawn, Making::default())
        .map_err(Failure::ours)
        .and_then(|files| {
            let why = |error| format!("cannot write the report `{}`: {error}", folder.display());
            folder::write(folder, files, about).map_err(|error| Failure::usage(why(error)))
        });
    written.map_err(NoVerdict::from)
}

pub(crate) fn about(report: &impl Report, fingerprint: Option<String>) -> About {
    About { fingerprint, headline: Some(report.headline()) }
}
