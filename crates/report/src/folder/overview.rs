//! The list of all reports in a folder, next to them.

use super::{FolderError, Standing, replace, standing::read, write};
use crate::{
    About, MANIFEST, Manifest, ReportError,
    page::{OVERVIEW, overview, stored::Stored},
    table::DataTable,
};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// Writes the page that lists the reports in `folder`, and in folders of it that are no reports, unless something else is there
/// that has its name, or a report. A report of an earlier version that has no page gets one from its tables. Returns true if
/// the list was written.
///
/// # Errors
///
/// [`FolderError`]. What was there then stays.
pub fn write_overview(folder: &Path) -> Result<bool, FolderError> {
    if !Standing::of(folder)?.has_room_for(OVERVIEW) {
        return Ok(false);
    }
    let page = overview(&reports(folder)?).map_err(of_page)?;
    match write(folder, vec![page], About::default()) {
        Ok(()) => Ok(true),
        Err(FolderError::InTheWay(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

fn of_page(source: crate::error::FormatError) -> FolderError {
    FolderError::Manifest(ReportError::File { path: OVERVIEW.to_owned(), source })
}

/// The folders with a report, by name, each with its manifest: those in `folder`, and those one level below.
fn reports(folder: &Path) -> Result<Vec<(String, Manifest)>, FolderError> {
    let mut reports = Vec::new();
    for (name, path) in folders(folder)? {
        match read(&path.join(MANIFEST)) {
            Some(manifest) if is_report(&manifest) => reports.push((name, path, manifest)),
            _ => {
                // A folder that cannot be read has no report for us.
                for (inner, path) in folders(&path).unwrap_or_default() {
                    if let Some(manifest) = read(&path.join(MANIFEST)).filter(is_report) {
                        reports.push((format!("{name}/{inner}"), path, manifest));
                    }
                }
            }
        }
    }
    reports.sort_by(|a, b| a.0.cmp(&b.0));
    reports.into_iter().map(|(name, path, it)| Ok((name, with_page(&path, it)?))).collect()
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

/// The manifest of a report that has a page: it is made from its tables if there is none and nothing stands in its place.
fn with_page(folder: &Path, mut manifest: Manifest) -> Result<Manifest, FolderError> {
    let has_page = manifest.files.iter().any(|file| file.path == OVERVIEW);
    let names = || [OVERVIEW].into_iter();
    if has_page || Standing::of(folder)?.in_the_way(names()).is_some() {
        return Ok(manifest);
    }
    let page = stored(folder, &manifest).page(&mut manifest).map_err(of_page)?;
    replace(folder, &[page, manifest.file()?], &[])?;
    Ok(manifest)
}

/// What a report holds on the disk for its page.
fn stored(folder: &Path, manifest: &Manifest) -> Stored {
    let text = |path: &str| fs::read_to_string(folder.join(path)).ok();
    let title = text("plan.toml").and_then(|plan| {
        Some(plan.parse::<toml::Table>().ok()?.get("title")?.as_str()?.to_owned())
    });
    let paths = manifest.files.iter().map(|file| file.path.as_str());
    let names = paths.filter_map(|path| path.strip_suffix(".csv").filter(|it| !it.contains('/')));
    let tables: BTreeMap<String, DataTable> = names
        .filter_map(|name| {
            Some((name.to_owned(), DataTable::read(&text(&format!("{name}.csv"))?)?))
        })
        .collect();
    let folder = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Stored { folder, title, tables }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::File;
    use std::collections::BTreeSet;

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
        assert!(at("a%3Cb%3E/") < at("\"b/index.html\""));
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
    fn every_report_is_listed_with_a_title_a_summary_and_a_page() {
        let home = tempfile::tempdir().unwrap();
        let of = |path: &str, text: &str| File { path: path.to_owned(), bytes: text.into() };
        let files = |verdict: &str| {
            let summary = format!("case,expected,verdict\na,pass,{verdict}\nb,fail,fail\n");
            vec![of("summary.csv", &summary), of("plan.toml", "title = \"in the wild\"\n")]
        };
        let rates = "runs,status\n10000,calibrated\n10000,kept\n";
        let power = "audits,caught\n20,20\n20,19\n";
        for (name, files) in [
            ("good", files("pass")),
            ("share/bad", files("suspicious")),
            ("share/rates", vec![of("calibration.csv", rates), of("power.csv", power)]),
            ("tables", vec![of("run.csv", "plan\n")]),
        ] {
            write(&home.path().join(name), files, About::default()).unwrap();
        }
        assert!(write_overview(home.path()).unwrap());
        let list = fs::read_to_string(home.path().join(OVERVIEW)).unwrap();
        let links: BTreeSet<&str> =
            list.split("<a href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        let pages =
            ["good", "share/bad", "share/rates", "tables"].map(|it| format!("{it}/{OVERVIEW}"));
        assert_eq!(links, pages.iter().map(String::as_str).collect(), "{list}");
        for said in [
            "in the wild",
            "All 2 cases came out as expected: 1 passed.",
            "1 of 2 cases did not come out as expected.",
            "False alarms in 10,000 audits of a sound shuffle",
            "None of 2 rates of false alarms is higher than it may be. 1 of 2 planted defects are caught",
            "The report in tables",
        ] {
            assert!(list.contains(said), "{said}: {list}");
        }
        for page in &pages {
            let bytes = fs::read(home.path().join(page)).unwrap();
            let folder = page.strip_suffix(OVERVIEW).unwrap();
            let manifest = read(&home.path().join(folder).join(MANIFEST)).unwrap();
            assert!(manifest.files.iter().any(|file| file.path == OVERVIEW && file.is(&bytes)));
        }
        // The next run changes nothing, and the next report takes the place of page and tables.
        assert!(write_overview(home.path()).unwrap());
        assert_eq!(fs::read_to_string(home.path().join(OVERVIEW)).unwrap(), list);
        report(home.path(), "good");
        assert!(!home.path().join("good/summary.csv").exists());
    }

    #[test]
    fn a_page_that_is_not_ours_stays_in_its_report() {
        let home = tempfile::tempdir().unwrap();
        report(home.path(), "a");
        fs::write(home.path().join("a").join(OVERVIEW), "mine").unwrap();
        assert!(write_overview(home.path()).unwrap());
        assert_eq!(fs::read_to_string(home.path().join("a").join(OVERVIEW)).unwrap(), "mine");
    }
}
