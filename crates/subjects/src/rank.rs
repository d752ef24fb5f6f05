//! The order of the rows of a table by the keys in a column, as a case names it.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    table_file::{self, header_of},
};
use shuffle_deck::Shape;
use shuffle_reader::{Format, Labels, Layout, Ranked, ranked};

/// The rows of the file in the order of their keys, if the case asks for it. `None` of a file that cannot be read, too: its fault is
/// found when it is read.
pub(crate) fn ranked_by(spec: &CaseSpec, folder: &Folder) -> Result<Option<Ranked>, CaseError> {
    let (Some(column), Some(file)) = (&spec.rank_by, &spec.file) else { return Ok(None) };
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
    let Some((bytes, format)) = table_file::whole(spec, folder, "rank-by")? else {
        return Ok(None);
    };
    let wrong = |why| at("rank-by")(CaseProblem::Groups(format!("`{file}`: {why}")));
    let found = ranked(&bytes, column, format, header_of(spec)).map_err(wrong)?;
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
