//! A table with a row for each person and day, as rows that have the group of each person.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at},
    held::HeldText,
    stream,
    subject::{columns_of, header_of},
    table_file,
};
use shuffle_deck::{Pack, words::quoted};
use shuffle_reader::{Asked, Format, Header, LongTable, varying_rows};
use std::collections::BTreeMap;

/// A case that reads such a table, and its people.
#[derive(Clone, Debug)]
pub(crate) struct PeopleTable {
    /// The case as it would be of rows with a group for each person.
    pub(crate) spec: CaseSpec,
    /// The folder that holds these rows in place of the file.
    pub(crate) folder: Folder,
    /// The people, in the order of their places.
    pub(crate) people: Vec<String>,
}

/// The table of a case, if it is one; of other rows the people of the header, if it names them.
///
/// # Errors
///
/// [`CaseError`] if the file cannot be read, or a person has no group on some day, or several.
pub(crate) fn of_table(spec: &CaseSpec, folder: &Folder) -> Result<Option<PeopleTable>, CaseError> {
    let (Some(groups), Some(file)) = (&spec.groups_of, &spec.file) else { return Ok(None) };
    let wrong = |key, why: &str| at(key)(CaseProblem::Groups(format!("`{file}`: {why}")));
    let as_it_is = |people| PeopleTable { spec: spec.clone(), folder: folder.clone(), people };
    let Some(day) = &spec.by else {
        return Ok(Some(as_it_is(in_header(spec, folder, groups))));
    };
    let columns = spec.columns.as_deref().and_then(|columns| columns.split_once(','));
    let Some((person, group)) = columns.filter(|(_, group)| !group.contains(',')) else {
        return Err(wrong("columns", "a table of people needs two columns, such as person,team"));
    };
    let Some((bytes, format)) = table_file::whole(spec, folder, "groups-of")? else {
        return Ok(Some(as_it_is(Vec::new())));
    };
    let table = LongTable::read(&bytes, &[day, person, group], format, header_of(spec))
        .map_err(|why| wrong("columns", &why.to_string()))?;
    let mut columns = [const { Vec::new() }; 3];
    for row in table.rows {
        for (column, cell) in columns.iter_mut().zip(row.cells) {
            column.push(cell);
        }
    }
    let [days, persons, groups] = columns;
    let (people, text) = pivoted(&days, &persons, &groups).map_err(|why| wrong("columns", &why))?;
    let folder = folder.clone().holding(file, HeldText::of(text));
    let format = Some(Format::Csv.to_string());
    let spec = CaseSpec { by: None, columns: None, header: Some(false), format, ..spec.clone() };
    Ok(Some(PeopleTable { spec, folder, people }))
}

/// The people in the first row of a file, if it has one for each place and names no group.
fn in_header(spec: &CaseSpec, folder: &Folder, groups: &str) -> Vec<String> {
    // The reader says what is wrong with a file.
    let (Ok(Some((bytes, format))), Ok(columns), Ok(pack)) =
        (table_file::whole(spec, folder, "groups-of"), columns_of(spec), Pack::parse(groups))
    else {
        return Vec::new();
    };
    let rows = varying_rows(&bytes, &Asked { header: Header::No, ..Asked::of(format, &columns) });
    let first = rows.into_iter().find(|row| row.iter().any(|cell| !cell.is_empty()));
    let is_named = |row: &Vec<String>| {
        row.len() == pack.cards() && row.iter().all(|cell| !pack.names().contains(cell))
    };
    first.filter(is_named).unwrap_or_default()
}

/// The people in natural order, and a row of text for each day with the group of each of them.
fn pivoted(
    days: &[String],
    persons: &[String],
    groups: &[String],
) -> Result<(Vec<String>, String), String> {
    let mut people = persons.to_vec();
    people.sort_by(|one, other| stream::by_numbers(one.as_bytes(), other.as_bytes()));
    people.dedup();
    let places: BTreeMap<&str, usize> = people.iter().map(String::as_str).zip(0..).collect();
    let mut order: Vec<&str> = Vec::new();
    let mut rows: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
    for ((day, person), group) in days.iter().zip(persons).zip(groups) {
        let row = rows.entry(day).or_insert_with(|| {
            order.push(day);
            vec![None; people.len()]
        });
        if row[places[person.as_str()]].replace(group).is_some() {
            return Err(format!("{} comes twice on {}", quoted(person), quoted(day)));
        }
    }
    let mut text = String::new();
    for day in order {
        let cell = |(person, group): (&String, &Option<&str>)| match group {
            Some(group) => Ok(format!("\"{}\"", group.replace('"', "\"\""))),
            None => Err(format!("{} has no group on {}", quoted(person), quoted(day))),
        };
        let cells: Vec<String> =
            people.iter().zip(&rows[day]).map(cell).collect::<Result<_, _>>()?;
        text.push_str(&(cells.join(",") + "\n"));
    }
    Ok((people, text))
}
