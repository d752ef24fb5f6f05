//! A table with a row for each person and day, as rows that have the group of each person.

use crate::{
    CaseSpec, Folder, Held,
    error::{CaseError, CaseProblem, at},
    stream::{self, STDIN},
    subject::columns_of,
};
use shuffle_deck::{Pack, words::quoted};
use shuffle_reader::{Asked, ColumnChoice, Format, Header, varying_rows};
use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read},
    sync::Arc,
};

/// The most bytes of such a table.
const MOST: u64 = 256 << 20;

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

/// Rows in memory.
struct Rows(Arc<[u8]>);

impl Held for Rows {
    fn open(&self, _: &[(&str, String)]) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(Arc::clone(&self.0))))
    }
}

/// The table of a case, if it is one; of other rows the people of the header, if it names them.
///
/// # Errors
///
/// [`CaseError`] if the file cannot be read, or a person has no group on some day, or several.
pub(crate) fn of_table(spec: &CaseSpec, folder: &Folder) -> Result<Option<PeopleTable>, CaseError> {
    let (Some(groups), Some(file)) = (&spec.groups_of, &spec.file) else { return Ok(None) };
    let wrong = |key, why: &str| at(key)(CaseProblem::Groups(format!("`{file}`: {why}")));
    let is_one = file != STDIN && stream::matched(spec, folder).is_none();
    let Some(day) = &spec.by else {
        let people = if is_one { in_header(spec, folder, groups, file) } else { Vec::new() };
        return Ok(Some(PeopleTable { spec: spec.clone(), folder: folder.clone(), people }));
    };
    if !is_one {
        return Err(wrong("groups-of", "a table of people is one file"));
    }
    let columns = spec.columns.as_deref().and_then(|columns| columns.split_once(','));
    let Some((person, group)) = columns.filter(|(_, group)| !group.contains(',')) else {
        return Err(wrong("columns", "a table of people needs two columns, such as person,team"));
    };
    let bytes = read(folder, file).map_err(|why| wrong("file", &why))?;
    let table = rows(spec, &bytes, None)?;
    let head = table.first().map_or(&[][..], Vec::as_slice);
    let place = |column: &str, key| {
        let column = column.trim();
        let by_name = head.iter().position(|name| name == column);
        let by_number = column.parse().ok().filter(|number| (1..=head.len()).contains(number));
        let place = by_name.or(by_number.map(|number: usize| number - 1));
        place.ok_or_else(|| wrong(key, &format!("there is no column {}", quoted(column))))
    };
    let places = [place(day, "by")?, place(person, "columns")?, place(group, "columns")?];
    let is_named = [day, person, group].iter().any(|name| head.iter().any(|it| it == name.trim()));
    let has_header = is_named || spec.header == Some(true);
    let lines = table.iter().enumerate().skip(usize::from(has_header));
    let mut columns = [const { Vec::new() }; 3];
    for (row, cells) in lines {
        if cells.len() != head.len() {
            let why = format!(
                "row {} has {} cells with text in them, and the first row has {}; fill them all, or leave out other columns",
                row + 1,
                cells.len(),
                head.len()
            );
            return Err(wrong("columns", &why));
        }
        for (column, place) in columns.iter_mut().zip(places) {
            column.push(cells[place].clone());
        }
    }
    let [days, persons, groups] = columns;
    let (people, text) = pivoted(&days, &persons, &groups).map_err(|why| wrong("columns", &why))?;
    let folder = folder.clone().holding(file, Arc::new(Rows(text.into_bytes().into())));
    let format = Some(Format::Csv.to_string());
    let spec = CaseSpec { by: None, columns: None, header: Some(false), format, ..spec.clone() };
    Ok(Some(PeopleTable { spec, folder, people }))
}

/// The bytes of a table.
fn read(folder: &Folder, file: &str) -> Result<Vec<u8>, String> {
    let from = folder.open(&folder.join(file)).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    from.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST {
        return Err(format!("a table of people has at most {} MiB", MOST >> 20));
    }
    Ok(bytes)
}

/// The cells of each row of the file, the first one included, of these columns or of all.
fn rows(
    spec: &CaseSpec,
    bytes: &[u8],
    columns: Option<&str>,
) -> Result<Vec<Vec<String>>, CaseError> {
    let file = spec.file.as_deref().unwrap_or_default();
    let one = CaseSpec { columns: columns.map(str::to_owned), ..spec.clone() };
    let choice: ColumnChoice = columns_of(&one)?;
    let format = stream::format(file, None).unwrap_or(Format::Csv);
    let asked = Asked { header: Header::No, ..Asked::of(format, &choice) };
    let rows = varying_rows(bytes, &asked);
    // What a spreadsheet leaves below the table.
    Ok(rows.into_iter().filter(|row| row.iter().any(|cell| !cell.is_empty())).collect())
}

/// The people in the first row of a file, if it has one for each place and names no group.
fn in_header(spec: &CaseSpec, folder: &Folder, groups: &str, file: &str) -> Vec<String> {
    // The reader says what is wrong with a file.
    let rows =
        read(folder, file).ok().and_then(|bytes| rows(spec, &bytes, spec.columns.as_deref()).ok());
    let (Some(rows), Ok(pack)) = (rows, Pack::parse(groups)) else { return Vec::new() };
    let is_named = |row: &Vec<String>| {
        row.len() == pack.cards() && row.iter().all(|cell| !pack.names().contains(cell))
    };
    rows.into_iter().next().filter(is_named).unwrap_or_default()
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
