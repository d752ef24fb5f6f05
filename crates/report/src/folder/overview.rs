//! The list of all reports in a folder, beside them.

use super::{FolderError, Standing, standing::read, write};
use crate::{
    About, MANIFEST, Manifest,
    page::{OVERVIEW, overview},
};
use std::{fs, io, path::Path};

/// Writes the page that lists the reports in `folder`, by the manifests in its folders, unless something else is there that has
/// its name, or a report. Returns true if it was written.
///
/// # Errors
///
/// [`FolderError`]. What was there then stays.
pub fn write_overview(folder: &Path) -> Result<bool, FolderError> {
    if !Standing::of(folder)?.has_room_for(OVERVIEW) {
        return Ok(false);
    }
    let page = overview(&reports(folder)?).map_err(|source| {
        FolderError::Manifest(crate::ReportError::File { path: OVERVIEW.to_owned(), source })
    })?;
    match write(folder, vec![page], About::default()) {
        Ok(()) => Ok(true),
        Err(FolderError::InTheWay(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The folders with a report, by name, each with its manifest.
fn reports(folder: &Path) -> io::Result<Vec<(String, Manifest)>> {
    let mut reports = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(manifest) = read(&entry.path().join(MANIFEST)) {
            reports.push((name, manifest));
        }
    }
    reports.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;

    fn report(home: &Path, name: &str) {
        let table = File { path: "run.csv".to_owned(), bytes: b"plan\n".to_vec() };
        write(&home.join(name), vec![table], About::default()).unwrap();
    }

    #[test]
    fn reports_are_listed_in_the_order_of_their_names_and_again_when_there_are_more() {
        let home = tempfile::tempdir().unwrap();
        let page = || fs::read_to_string(home.path().join(OVERVIEW)).unwrap();
        report(home.path(), "b");
        fs::create_dir(home.path().join("notes")).unwrap();
        assert!(write_overview(home.path()).unwrap());
        assert!(page().contains("b/") && !page().contains("notes"));
        report(home.path(), "a<b>");
        assert!(write_overview(home.path()).unwrap());
        let at = |text: &str| page().find(text).unwrap();
        assert!(at("a%3Cb%3E/") < at("\"b/\""));
        assert!(!page().contains("a<b>"));
    }

    #[test]
    fn what_is_not_ours_stays() {
        let home = tempfile::tempdir().unwrap();
        report(home.path(), "a");
        fs::write(home.path().join(OVERVIEW), "mine").unwrap();
        assert!(!write_overview(home.path()).unwrap());
        assert_eq!(fs::read_to_string(home.path().join(OVERVIEW)).unwrap(), "mine");

        let home = tempfile::tempdir().unwrap();
        report(home.path(), "a");
        assert!(write_overview(home.path()).unwrap());
        fs::write(home.path().join(OVERVIEW), "changed").unwrap();
        assert!(!write_overview(home.path()).unwrap());
    }

    #[test]
    fn a_report_is_not_replaced_by_a_list() {
        let home = tempfile::tempdir().unwrap();
        report(home.path(), "a");
        assert!(!write_overview(&home.path().join("a")).unwrap());
        assert!(home.path().join("a/run.csv").exists());
    }
}
