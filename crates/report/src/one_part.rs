//! Single tables and pictures of a report, by name, for callers that show them elsewhere than in files.

use crate::{
    dialect::CsvDialect,
    error::FormatError,
    parts::{Neighbors, Part, Report},
};

/// The names of the tables that the report has, or of its pictures.
#[must_use]
pub fn names<R: Report>(report: &R, pictures: bool) -> Vec<String> {
    let is_wanted = |part: &&Part<R>| part.is_picture() == pictures && part.is_in(report);
    R::parts(report.asked()).iter().filter(is_wanted).map(|part| part.name().to_owned()).collect()
}

/// A table as CSV; `None` if the report has none of this name.
///
/// # Errors
///
/// [`FormatError`], which is a fault of ours.
pub fn csv<R: Report>(report: &R, name: &str) -> Option<Result<Vec<u8>, FormatError>> {
    let parts = R::parts(report.asked());
    let table = parts.iter().find(|part| part.is_table() && part.name() == name)?;
    table.write(report, Neighbors::Nothing, CsvDialect::default())
}

/// A picture as SVG; `None` if the report has none of this name.
///
/// # Errors
///
/// [`FormatError`], which is a fault of ours.
pub fn svg<R: Report>(report: &R, name: &str) -> Option<Result<String, FormatError>> {
    let parts = R::parts(report.asked());
    let picture = parts.iter().find(|part| part.is_picture() && part.name() == name)?;
    Some(picture.drawn(report)?.to_svg().map_err(FormatError::from))
}
