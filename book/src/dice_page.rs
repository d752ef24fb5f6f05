//! The page of all dice.

use crate::{BookError, needed::Needed, shuffle_page::parameter_rows, template};
use minijinja::{Value, context};
use shuffle_algorithms::dice::DiceSpec;

pub(crate) fn page(needed: &[Needed]) -> Result<String, BookError> {
    let dice = DiceSpec::ENTRIES.iter().map(|entry| {
        // Defects are named after their dice, followed by the parameters: `modulo-8-bits`.
        let is_of = |defect: &str| {
            let rest = defect.strip_prefix(entry.id);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let own = |row: &&Needed| row.shuffle().is_none() && is_of(&row.defect);
        context! {
            id => entry.id,
            title => template::capitalised(entry.title),
            parameters => parameter_rows(entry.parameters),
            caught => needed.iter().filter(own).map(Needed::row).collect::<Vec<_>>(),
        }
    });
    let dice: Vec<Value> = dice.collect();
    template::page(include_str!("../templates/dice.md"), context! { dice })
}
