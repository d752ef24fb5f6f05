//! A table with a row for each item of each deck, as a case names it.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    held::HeldText,
    stream,
    subject::SORTED,
    table_file::{self, header_of},
};
use shuffle_reader::{DeckColumns, Format, gathered};
use std::fmt;

/// Makes the case one of a file with a deck on each line, which the folder then holds in place of the table, if the case asks for it.
///
/// # Errors
///
/// [`CaseError`] if the rows of the table are no decks.
pub(crate) fn read_as_decks(spec: &mut CaseSpec, folder: &mut Folder) -> Result<(), CaseError> {
    let (Some(deck), Some(file)) = (spec.per.clone(), spec.file.clone()) else { return Ok(()) };
    let others = [
        ("by", spec.by.is_some()),
        ("stream", spec.stream.is_some()),
        ("block", spec.block.is_some()),
        ("groups-of", spec.groups_of.is_some()),
        ("coverage", spec.coverage.is_some()),
        ("field", spec.field.is_some()),
    ];
    refuse_with("per", others)?;
    let wrong = |why: &dyn fmt::Display| at("per")(CaseProblem::Groups(format!("`{file}`: {why}")));
    let table = table_file::whole(spec, folder, "per")?;
    let (header, place) = (header_of(spec), spec.rank_by.take());
    let item = spec.columns.take();
    (spec.per, spec.header, spec.format) = (None, Some(false), Some(Format::Csv.to_string()));
    let Some((bytes, format)) = table else { return Ok(()) };
    let Some(item) = &item else {
        return Err(wrong(&"the items of a deck stand in a column; name it with --columns"));
    };
    let is_unordered = spec.unordered || spec.draw.is_some();
    let (deck, place) = (deck.as_str(), place.as_deref());
    let columns = DeckColumns { deck, item, place, is_unordered };
    let decks = gathered(&bytes, &columns, format, header).map_err(|why| wrong(&why))?;
    folder.hold(&file, HeldText::of(decks.csv));
    let are_numbers = decks.items.iter().all(|item| item.parse::<u64>().is_ok());
    let has_names = spec.labels.as_deref().is_some_and(|labels| labels != SORTED)
        || spec.pack.is_some()
        || spec.weights.is_some();
    let is_whole = spec.deal.is_none() && !is_unordered && !spec.replacement && !spec.varying;
    if is_whole && !has_names && (spec.labels.is_some() || !are_numbers) {
        let mut items = decks.items;
        items.sort_by(|one, other| stream::by_numbers(one.as_bytes(), other.as_bytes()));
        folder.hold_text(SORTED, &items.join("\n"));
        spec.labels = Some(SORTED.to_owned());
    }
    Ok(())
}
