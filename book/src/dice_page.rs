//! The page of all dice.

use crate::{
    BookError,
    needed::{Needed, Row},
    pages::written,
    shuffle_page::ParameterRow,
    template,
};
use serde::Serialize;
use shuffle_algorithms::dice::DiceSpec;

#[derive(Serialize)]
struct Values {
    written: String,
    dice: Vec<Die>,
}

#[derive(Serialize)]
struct Die {
    id: &'static str,
    title: String,
    parameters: Vec<ParameterRow>,
    caught: Vec<Row>,
}

/// The page, in Markdown.
///
/// # Errors
///
/// [`BookError::Template`].
pub fn page(needed: &[Needed]) -> Result<String, BookError> {
    let dice = DiceSpec::ENTRIES.iter().map(|entry| {
        let own = |row: &&Needed| row.shuffle().is_none() && row.defect.starts_with(entry.id);
        Die {
            id: entry.id,
            title: template::capitalised(entry.title),
            parameters: ParameterRow::of(entry.parameters),
            caught: needed.iter().filter(own).map(Needed::row).collect(),
        }
    });
    let values =
        Values { written: written("crates/algorithms/src/dice/spec.rs"), dice: dice.collect() };
    template::page(include_str!("../templates/dice.md"), &values)
}
