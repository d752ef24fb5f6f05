//! A table with a row for each item of each deck, as a case names it.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at, refuse_with},
    held::HeldText,
    stream,
    subject::{SORTED, header_of},
    table_file,
};
use shuffle_reader::{DeckColumns, Format, gathered};

/// The case as it would be of a file with a deck on each line, and the folder that holds this file in place of the table; `None` if the case
/// does not ask for it.
///
/// # Errors
///
/// [`CaseError`] if the rows of the table are no decks.
pub(crate) fn of_table(
    spec: &CaseSpec,
    folder: &Folder,
) -> Result<Option<(CaseSpec, Folder)>, CaseError> {
    let (Some(deck), Some(file)) = (&spec.per, &spec.file) else { return Ok(None) };
    let others = [
        ("by", spec.by.is_some()),
        ("stream", spec.stream.is_some()),
        ("block", spec.block.is_some()),
        ("groups-of", spec.groups_of.is_some()),
        ("coverage", spec.coverage.is_some()),
        ("field", spec.field.is_some()),
    ];
    refuse_with("per", others)?;
    let wrong = |why: String| at("per")(CaseProblem::Groups(why));
    let of_decks = CaseSpec {
        per: None,
        rank_by: None,
        columns: None,
        header: Some(false),
        format: Some(Format::Csv.to_string()),
        ..spec.clone()
    };
    let Some((bytes, format)) = table_file::whole(spec, folder, "per")? else {
        return Ok(Some((of_decks, folder.clone())));
    };
    let Some(item) = &spec.columns else {
        return Err(wrong(
            "the items of a deck stand in a column; name it with --columns".to_owned(),
        ));
    };
    let is_unordered = spec.unordered || spec.draw.is_some();
    let columns = DeckColumns { deck, item, place: spec.rank_by.as_deref(), is_unordered };
    let decks = gathered(&bytes, &columns, format, header_of(spec))
        .map_err(|why| wrong(format!("`{file}`: {why}")))?;
    let folder = folder.clone().holding(file, HeldText::of(decks.csv));
    let are_numbers = decks.items.iter().all(|item| item.parse::<u64>().is_ok());
    let has_names = spec.labels.as_deref().is_some_and(|labels| labels != SORTED)
        || spec.pack.is_some()
        || spec.weights.is_some();
    let is_whole = spec.deal.is_none() && !is_unordered && !spec.replacement && !spec.varying;
    if !is_whole || has_names || (spec.labels.is_none() && are_numbers) {
        return Ok(Some((of_decks, folder)));
    }
    let mut items = decks.items;
    items.sort_by(|one, other| stream::by_numbers(one.as_bytes(), other.as_bytes()));
    let folder = folder.holding_text(SORTED, &items.join("\n"));
    Ok(Some((CaseSpec { labels: Some(SORTED.to_owned()), ..of_decks }, folder)))
}
