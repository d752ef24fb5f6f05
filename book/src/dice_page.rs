//! The page of all dice.

use crate::{
    BookError,
    needed::{Needed, Row},
    shuffle_page::ParameterRow,
    template,
};
use serde::Serialize;
use shuffle_algorithms::dice::DiceSpec;

#[derive(Serialize)]
struct Values {
    dice: Vec<Die>,
}

#[derive(Serialize)]
struct Die {
    id: &'static str,
    title: String,
    parameters: Vec<ParameterRow>,
    caught: Vec<Row>,
}

pub(crate) fn page(needed: &[Needed]) -> Result<String, BookError> {
    let dice = DiceSpec::ENTRIES.iter().map(|entry| {
        // Defects are named after their dice, followed by the parameters: `modulo-8-bits`.
        let is_of = |defect: &str| {
            let rest = defect.strip_prefix(entry.id);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let own = |row: &&Needed| row.shuffle().is_none() && is_of(&row.defect);
        Die {
            id: entry.id,
            title: template::capitalised(entry.title),
            parameters: ParameterRow::of(entry.parameters),
            caught: needed.iter().filter(own).map(Needed::row).collect(),
        }
    });
    template::page(include_str!("../templates/dice.md"), &Values { dice: dice.collect() })
}
