//! The list of the reports in a folder: `reports/index.html`.

use super::{address, render_with_script};
use crate::{File, digest::Answer, error::FormatError, manifest::Manifest};
use minijinja::{Value, context};

pub(crate) const OVERVIEW: &str = "index.html";

/// A page that lists reports by the names of their folders.
pub(crate) fn overview(reports: &[(String, Manifest)]) -> Result<File, FormatError> {
    let values = context! { reports => reports.iter().map(row).collect::<Vec<_>>() };
    let page = render_with_script("overview.html", &["page.css", "overview.css"], &[], values)?;
    Ok(File { path: OVERVIEW.to_owned(), bytes: page.into_bytes() })
}

fn row((folder, manifest): &(String, Manifest)) -> Value {
    let headline = manifest.about.headline.as_ref();
    let has_page = manifest.files.iter().any(|file| file.path == OVERVIEW);
    let path = if has_page { format!("{folder}/{OVERVIEW}") } else { format!("{folder}/") };
    context! {
        folder,
        path => address(&path),
        title => headline.map_or(folder, |it| &it.title),
        sentence => headline.map_or("", |it| it.sentence.as_str()),
        state => headline.and_then(|it| it.answer).map_or("", Answer::name),
    }
}
