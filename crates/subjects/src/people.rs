//! A table with a row for each person and day, as rows that have the group of each person.

use crate::{
    CaseSpec, Folder,
    error::{CaseError, CaseProblem, at},
    held::HeldText,
    stream,
    subject::columns_of,
    table_file::{self, header_of},
};
use shuffle_deck::{Pack, words::quoted};
use shuffle_reader::{Asked, Format, Header, LongRow, LongTable, varying_rows};
use std::collections::BTreeMap;

/// Makes the case one of rows with the group of each person, which the folder then holds in place of the table, if it is such a table; the
/// people in the order of their places. Of other rows the people of the header, if it names them.
///
/// # Errors
///
/// [`CaseError`] if a person has no group on some day, or several.
pub(crate) fn read_as_rows(
    spec: &mut CaseSpec,
    folder: &mut Folder,
) -> Result<Vec<String>, CaseError> {
    let (Some(groups), Some(file)) = (spec.groups_of.clone(), spec.file.clone()) else {
        return Ok(Vec::new());
    };
    let Some(day) = spec.by.clone() else { return Ok(in_header(spec, folder, &groups)) };
    let wrong = |why: &str| at("columns")(CaseProblem::Groups(format!("`{file}`: {why}")));
    let columns = spec.columns.as_deref().and_then(|columns| columns.split_once(','));
    let Some((person, group)) = columns.filter(|(_, group)| !group.contains(',')) else {
        return Err(wrong("a table of people needs two columns, such as person,team"));
    };
    let Some((bytes, format)) = table_file::whole(spec, folder, "groups-of")? else {
        return Ok(Vec::new());
    };
    let table = LongTable::read(&bytes, &[&day, person, group], format, header_of(spec))
        .map_err(|why| wrong(&why.to_string()))?;
    let (people, text) = pivoted(&table.rows).map_err(|why| wrong(&why))?;
    folder.hold(&file, HeldText::of(text));
    (spec.by, spec.columns) = (None, None);
    (spec.header, spec.format) = (Some(false), Some(Format::Csv.to_string()));
    Ok(people)
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

/// The people in natural order, and a row of text for each day with the group of each of them. The cells of a row are its day, its person and
/// the group.
fn pivoted(table: &[LongRow]) -> Result<(Vec<String>, String), String> {
    let mut people: Vec<String> = table.iter().map(|row| row.cells[1].clone()).collect();
    people.sort_by(|one, other| stream::by_numbers(one.as_bytes(), other.as_bytes()));
    people.dedup();
    let places: BTreeMap<&str, usize> = people.iter().map(String::as_str).zip(0..).collect();
    let mut order: Vec<&str> = Vec::new();
    let mut rows: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
    for LongRow { cells, .. } in table {
        let [day, person, group] = [0, 1, 2].map(|column: usize| cells[column].as_str());
        let row = rows.entry(day).or_insert_with(|| {
            order.push(day);
            vec![None; people.len()]
        });
        if row[places[person]].replace(group).is_some() {
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
