//! The order of the rows of a table by the keys in a column, as a case names it.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    stream::{self, STDIN},
};
use shuffle_deck::Shape;
use shuffle_reader::{Format, Header, Labels, Layout, Ranked, ranked};
use std::io::Read;

/// The most bytes of a table that is ranked.
const MOST: u64 = 256 << 20;

/// The rows of the file in the order of their keys, if the case asks for it. `None` of a file that cannot be read, too: its fault is
/// found when it is read.
pub(crate) fn ranked_by(spec: &CaseSpec, folder: &Folder) -> Result<Option<Ranked>, CaseError> {
    let (Some(column), Some(file)) = (&spec.rank_by, &spec.file) else { return Ok(None) };
    let refuse = |why: String| Err(at("rank-by")(CaseProblem::Groups(why)));
    let others = [
        ("columns", spec.columns.is_some()),
        ("labels", spec.labels.is_some()),
        ("base", spec.base.is_some()),
        ("field", spec.field.is_some()),
        ("by", spec.by.is_some()),
        ("coverage", spec.coverage.is_some()),
        ("hands", spec.hands.is_some()),
        ("deal", spec.deal.is_some()),
        ("unordered", spec.unordered),
        ("replacement", spec.replacement),
        ("pack", spec.pack.is_some()),
        ("varying", spec.varying),
    ];
    refuse_with("rank-by", others)?;
    if file == STDIN {
        return refuse(
            "the keys are read before the order, which stdin does not allow; name a file"
                .to_owned(),
        );
    }
    let files = stream::matched(spec, folder);
    if files.is_some() {
        return refuse("a table is one file, not a pattern".to_owned());
    }
    let format = match spec.format.as_deref().map(Format::parse) {
        Some(format) => format.map_err(at("format"))?,
        None => stream::format(file, None).unwrap_or(Format::Csv),
    };
    if !matches!(format, Format::Text | Format::Csv) {
        return refuse(format!(
            "the format {format} is not a table; keys are in columns of text or csv"
        ));
    }
    let mut bytes = Vec::new();
    match folder.open(&folder.join(file)).map(|from| from.take(MOST + 1).read_to_end(&mut bytes)) {
        Ok(Ok(_)) if bytes.len() as u64 > MOST => {
            return refuse(format!(
                "`{file}` has more than {} MiB, and the keys are sorted in memory; sort the table by them and give the items in that order",
                MOST >> 20
            ));
        }
        Ok(Ok(_)) => {}
        _ => return Ok(None),
    }
    let header = match spec.header {
        None => Header::Auto,
        Some(true) => Header::Yes,
        Some(false) => Header::No,
    };
    let wrong = |why| at("rank-by")(CaseProblem::Groups(format!("`{file}`: {why}")));
    let found = ranked(&bytes, column, format, header).map_err(wrong)?;
    match spec.cards {
        Some(cards) if cards != found.order.len() as u64 => {
            let why =
                format!("`{file}` has {} rows, not {cards}; leave `cards` out", found.order.len());
            Err(at("cards")(CaseProblem::Groups(why)))
        }
        _ => Ok(Some(found)),
    }
}

/// The layout of the one order: rows are counted from 1.
pub(crate) fn layout(spec: &CaseSpec, shape: Shape) -> Result<Layout, CaseError> {
    let labels = Labels::Numbers { base: 1 };
    let layout = Layout { labels, ..Layout::whole(Format::Text, shape.cards()) };
    layout.check().map_err(at(if spec.cards.is_some() { "cards" } else { "rank-by" }))?;
    Ok(layout)
}
