//! The file of a table that is read as a whole before it is judged.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at},
    stream::{self, STDIN},
};
use shuffle_reader::{Format, Header};
use std::io::Read;

/// The most bytes of such a table.
const MOST: u64 = 256 << 20;

/// The bytes and the format of the table that a case needs for the key `key`. `None` of a file that cannot be read: its fault is found when
/// it is read.
///
/// # Errors
///
/// [`CaseError`], with that key, if the file is none or too large.
pub(crate) fn whole(
    spec: &CaseSpec,
    folder: &Folder,
    key: &'static str,
) -> Result<Option<(Vec<u8>, Format)>, CaseError> {
    let refuse = |why: &str| Err(at(key)(CaseProblem::Groups(why.to_owned())));
    let Some(file) = spec.file.as_deref() else { return Ok(None) };
    if file == STDIN {
        return refuse("the table is read twice, which stdin does not allow; name a file");
    }
    if stream::matched(spec, folder).is_some() {
        return refuse("a table is one file, not a pattern");
    }
    let format = format_of(spec, stream::format(file, None).or(Some(Format::Csv)))?;
    if !matches!(format, Format::Text | Format::Csv) {
        return refuse(&format!(
            "the format {format} is not a table; only text and csv have columns"
        ));
    }
    let mut bytes = Vec::new();
    let read =
        folder.open(&folder.join(file)).map(|from| from.take(MOST + 1).read_to_end(&mut bytes));
    match read {
        Ok(Ok(_)) if bytes.len() as u64 > MOST => refuse(&format!(
            "`{file}` has more than {} MiB, and the table is held in memory; write each deck on a line instead",
            MOST >> 20
        )),
        Ok(Ok(_)) => Ok(Some((bytes, format))),
        _ => Ok(None),
    }
}

/// The role of the first line.
pub(crate) fn header_of(spec: &CaseSpec) -> Header {
    match spec.header {
        None => Header::Auto,
        Some(true) => Header::Yes,
        Some(false) => Header::No,
    }
}

/// The format of the decks; by default the one that the file name implies, or text.
pub(crate) fn format_of(spec: &CaseSpec, of_path: Option<Format>) -> Result<Format, CaseError> {
    let format = spec.format.as_deref().map(|format| Format::parse(format).map_err(at("format")));
    let format = format.transpose()?.or(of_path).unwrap_or(Format::Text);
    // The fields of JSON objects are columns of a table.
    let has_columns =
        [&spec.columns, &spec.per, &spec.rank_by, &spec.by].iter().any(|it| it.is_some());
    Ok(if format == Format::Ndjson && has_columns { Format::Csv } else { format })
}
