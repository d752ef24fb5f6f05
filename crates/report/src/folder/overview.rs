//! The list of all reports in a folder, next to them.

use super::{FolderError, Standing, standing::read, write};
use crate::{
    About, ReportError,
    manifest::{MANIFEST, Manifest},
    page::{OVERVIEW, overview},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Writes the page that lists the reports in `folder`, and in folders of it that are no reports, unless something else is there
/// that has its name, or a report. Returns true if the list was written.
///
/// # Errors
///
/// [`FolderError`]. What was there then stays.
pub fn write_overview(folder: &Path) -> Result<bool, FolderError> {
    if !Standing::of(folder)?.has_room_for(OVERVIEW) {
        return Ok(false);
    }
    let page = overview(&reports(folder)?).map_err(|source| {
        FolderError::Manifest(ReportError::File { path: OVERVIEW.to_owned(), source })
    })?;
    match write(folder, vec![page], About::default()) {
        Ok(()) => Ok(true),
        Err(FolderError::InTheWay(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The folders with a report, by name, each with its manifest: those in `folder`, and those one level below.
fn reports(folder: &Path) -> io::Result<Vec<(String, Manifest)>> {
    let mut reports = Vec::new();
    for (name, path) in folders(folder)? {
        match read(&path.join(MANIFEST)) {
            Some(manifest) if is_report(&manifest) => reports.push((name, manifest)),
            _ => {
                // A folder that cannot be read has no report for us.
                for (inner, path) in folders(&path).unwrap_or_default() {
                    if let Some(manifest) = read(&path.join(MANIFEST)).filter(is_report) {
                        reports.push((format!("{name}/{inner}"), manifest));
                    }
                }
            }
        }
    }
    reports.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(reports)
}

/// The folders in a folder, with their names.
fn folders(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().is_dir() {
            folders.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
    }
    Ok(folders)
}

/// False of a list of reports.
fn is_report(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.path != OVERVIEW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Headline, digest::Answer};

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

    #[test]
    fn every_report_is_listed_with_what_it_says_first_and_a_link() {
        let home = tempfile::tempdir().unwrap();
        let [title, sentence] = ["in the wild", "All 2 cases came out as expected."];
        let headline = Headline {
            title: title.to_owned(),
            answer: Some(Answer::Fine),
            sentence: sentence.to_owned(),
        };
        let about = || About { headline: Some(headline.clone()), ..About::default() };
        let page = File { path: OVERVIEW.to_owned(), bytes: b"<!doctype html>".to_vec() };
        let table = File { path: "run.csv".to_owned(), bytes: b"plan\n".to_vec() };
        write(&home.path().join("list"), vec![page.clone()], about()).unwrap();
        write(&home.path().join("share/both"), vec![page, table], about()).unwrap();
        report(home.path(), "tables");
        assert!(write_overview(home.path()).unwrap());
        let list = fs::read_to_string(home.path().join(OVERVIEW)).unwrap();
        let links: Vec<&str> =
            list.split("<a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(links, ["share/both/index.html", "tables/"], "a page alone is a list");
        assert!(list.contains(title) && list.contains(sentence), "{list}");
        assert!(write_overview(home.path()).unwrap());
        assert_eq!(fs::read_to_string(home.path().join(OVERVIEW)).unwrap(), list);
    }
}
