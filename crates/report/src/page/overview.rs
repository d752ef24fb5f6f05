//! The list of the reports in a folder: `reports/index.html`.

use super::{address, render_with_script};
use crate::{File, digest::Answer, error::FormatError, manifest::Manifest};
use minijinja::value::Serde;
use serde::Serialize;

pub(crate) const OVERVIEW: &str = "index.html";

#[derive(Serialize)]
struct Page<'a> {
    reports: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    folder: &'a str,
    path: String,
    title: &'a str,
    sentence: &'a str,
    state: &'static str,
}

/// A page that lists reports by the names of their folders.
pub(crate) fn overview(reports: &[(String, Manifest)]) -> Result<File, FormatError> {
    let page = Page { reports: reports.iter().map(row).collect() };
    let page =
        render_with_script("overview.html", &["page.css", "overview.css"], &[], Serde(page))?;
    Ok(File { path: OVERVIEW.to_owned(), bytes: page.into_bytes() })
}

fn row((folder, manifest): &(String, Manifest)) -> Row<'_> {
    let headline = manifest.about.headline.as_ref();
    let has_page = manifest.files.iter().any(|file| file.path == OVERVIEW);
    let path = if has_page { format!("{folder}/{OVERVIEW}") } else { format!("{folder}/") };
    Row {
        folder,
        path: address(&path),
        title: headline.map_or(folder, |it| it.title.as_str()),
        sentence: headline.map_or("", |it| it.sentence.as_str()),
        state: headline.and_then(|it| it.answer).map_or("", Answer::name),
    }
}
