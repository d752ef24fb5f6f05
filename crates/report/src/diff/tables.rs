//! A side of a comparison, read from the tables of a report.

use super::side::{Counts, Side, SideCase, SideEffect, SideError};
use crate::table::DataTable;
use std::{collections::BTreeMap, fs, io, path::Path};

/// Finds a table by its name without an ending.
pub(super) type Find<'a> = dyn Fn(&str) -> Result<Option<DataTable>, SideError> + 'a;

/// Reads a table in either dialect; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<DataTable>, SideError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(SideError::Io { path: path.to_owned(), source }),
    };
    // The first column has a name of ours; what follows it shows the dialect.
    let is_name = |byte: &&u8| byte.is_ascii_lowercase() || **byte == b'_';
    let is_european = bytes.iter().find(|byte| !is_name(byte)) == Some(&b';');
    let delimiter = if is_european { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(&*bytes);
    let wrong = |why: csv::Error| SideError::Table {
        name: path.display().to_string(),
        why: why.to_string(),
    };
    let mut records = reader.records().map(|record| {
        let record = record.map_err(wrong)?;
        Ok(record.iter().map(str::to_owned).collect::<Vec<String>>())
    });
    let Some(header) = records.next() else {
        let why = "it is empty".to_owned();
        return Err(SideError::Table { name: path.display().to_string(), why });
    };
    let header = header?;
    let mut rows = records.collect::<Result<Vec<_>, SideError>>()?;
    if is_european {
        rows.iter_mut().flatten().for_each(point);
    }
    Ok(Some(DataTable::new(header, rows)))
}

/// A number with a comma gets a decimal point.
fn point(cell: &mut String) {
    let pointed = cell.replacen(',', ".", 1);
    if pointed.parse::<f64>().is_ok() {
        *cell = pointed;
    }
}

/// The side that these tables are of; `None` if they are of no run.
pub(super) fn side(find: &Find<'_>) -> Result<Option<Side>, SideError> {
    let (Some(summary), Some(run)) = (find("summary")?, find("run")?) else { return Ok(None) };
    let (summary, run) = (Rows::new("summary", summary), Rows::new("run", run));
    let of_run = |column| -> Result<String, SideError> {
        Ok(run
            .rows()
            .next()
            .map(|row| run.cell(row, column).map(str::to_owned))
            .transpose()?
            .unwrap_or_default())
    };
    let mut side = Side { plan: of_run("plan")?, seed: of_run("seed")?, ..Side::default() };
    for row in summary.rows() {
        add_test(&mut side, &summary, row)?;
    }
    for case in &mut side.cases {
        case.counts = counts(&case.id, find)?;
    }
    // Cases without a verdict.
    for name in ["faults", "subjects"] {
        let Some(table) = find(name)? else { continue };
        let table = Rows::new(name, table);
        for row in table.rows() {
            let [id, subject] = [table.cell(row, "case")?, table.cell(row, "subject")?];
            let [standing, cards] = [table.cell(row, "status")?, table.cell(row, "cards")?];
            if standing != "ran" && side.cases.iter().all(|case| case.id != id) {
                let [id, subject, standing] = [id, subject, standing].map(str::to_owned);
                let shape = shape(cards, "");
                side.cases.push(SideCase { id, subject, standing, shape, ..SideCase::default() });
            }
        }
    }
    Ok(Some(side))
}

/// What is drawn, in words.
pub(super) fn shape(cards: &str, deal: &str) -> String {
    match deal {
        "" => format!("{cards} cards"),
        deal => format!("{deal} of {cards} cards"),
    }
}

/// Adds a row of the summary: a test of a case in a look. The last look counts, which comes last.
fn add_test(side: &mut Side, summary: &Rows, row: &[String]) -> Result<(), SideError> {
    let cell = |column| summary.cell(row, column);
    let id = cell("case")?;
    let trials = summary.number(row, "trials")?;
    // The tests of a case stand together, so that it is the last one.
    let case = match side.cases.iter().rposition(|case| case.id == id) {
        Some(place) => &mut side.cases[place],
        None => {
            let [subject, standing] = [cell("algorithm")?, cell("verdict")?].map(str::to_owned);
            let expected = cell("expected")?.to_owned();
            let shape = shape(cell("cards")?, cell("deal")?);
            let id = id.to_owned();
            side.cases.push(SideCase {
                id,
                subject,
                shape,
                standing,
                expected,
                trials,
                ..SideCase::default()
            });
            side.cases.last_mut().expect("it was pushed")
        }
    };
    if case.trials != trials {
        case.effects.clear();
        case.trials = trials;
    }
    let (name, value) = (cell("effect_name")?, cell("effect")?);
    if value.is_empty() {
        return Ok(());
    }
    let ends = [cell("effect_low")?, cell("effect_high")?];
    let place = if cell("peak")?.is_empty() { cell("peak_place")? } else { "" };
    let what = [name, place].map(place_words);
    let value = summary.number(row, "effect")?;
    let interval = match ends.iter().any(|end| end.is_empty()) {
        true => None,
        false => Some([summary.number(row, "effect_low")?, summary.number(row, "effect_high")?]),
    };
    case.effects.insert(cell("test")?.to_owned(), SideEffect { what, value, interval });
    Ok(())
}

/// What an effect is of, written alike wherever it is read: a table has no commas in its cells.
pub(super) fn place_words(place: &str) -> String {
    place.replace(", ", "; ").replace(',', "")
}

/// What was counted of a case.
fn counts(id: &str, find: &Find<'_>) -> Result<BTreeMap<String, Counts>, SideError> {
    let mut counts = BTreeMap::new();
    let table = |name: &str| -> Result<Option<Rows>, SideError> {
        let name = format!("{id}/{name}");
        Ok(find(&name)?.map(|table| Rows::new(&name, table)))
    };
    if let Some(histograms) = table("histograms")? {
        let mut bins: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for row in histograms.rows() {
            let ends = [histograms.number(row, "first")?, histograms.number(row, "last")?];
            let bin = (ends, histograms.number(row, "count")?);
            bins.entry(histograms.cell(row, "test")?.to_owned()).or_default().push(bin);
        }
        counts.extend(bins.into_iter().map(|(test, bins)| (test, Counts::Bins(bins))));
    }
    if let Some(orders) = table("permutations")? {
        let order = |row: &Vec<String>| -> Result<_, SideError> {
            Ok((orders.cell(row, "permutation")?.to_owned(), orders.number(row, "count")?))
        };
        let found: Result<_, _> = orders.rows().map(order).collect();
        counts.insert("permutations".to_owned(), Counts::Orders(found?));
    }
    if let Some(matrix) = table("position")? {
        counts.insert("position".to_owned(), matrix.matrix()?);
    }
    Ok(counts)
}

/// A table whose cells are read by the names of their columns.
struct Rows {
    name: String,
    table: DataTable,
}

impl Rows {
    /// A table whose names are as they were, before they were made harmless for a spreadsheet.
    fn new(name: &str, mut table: DataTable) -> Self {
        let plain = |cell: &mut String| {
            let rest = cell.strip_prefix('\'');
            if let Some(rest) = rest.filter(|rest| rest.starts_with(['=', '+', '-', '@'])) {
                *cell = rest.to_owned();
            }
        };
        table.header.iter_mut().chain(table.rows.iter_mut().flatten()).for_each(plain);
        Self { name: name.to_owned(), table }
    }

    fn rows(&self) -> impl Iterator<Item = &Vec<String>> {
        self.table.rows.iter()
    }

    fn wrong(&self, why: String) -> SideError {
        SideError::Table { name: format!("{}.csv", self.name), why }
    }

    fn cell<'a>(&self, row: &'a [String], column: &str) -> Result<&'a str, SideError> {
        let place = self.table.header.iter().position(|name| name == column);
        let cell = place.and_then(|place| row.get(place)).map(String::as_str);
        cell.ok_or_else(|| self.wrong(format!("it has no column {column}")))
    }

    fn number<T: Number>(&self, row: &[String], column: &str) -> Result<T, SideError> {
        let cell = self.cell(row, column)?;
        let number = T::read(cell);
        number.ok_or_else(|| self.wrong(format!("`{cell}` in column {column} is no number")))
    }

    /// The matrix that this table is: its rows begin with their names.
    fn matrix(&self) -> Result<Counts, SideError> {
        let cards = self.table.header.iter().skip(1).cloned().collect();
        let positions = self.rows().filter_map(|row| row.first().cloned()).collect();
        let cells = self.rows().flat_map(|row| row.iter().skip(1));
        let number = |cell: &String| {
            u64::read(cell).ok_or_else(|| self.wrong(format!("`{cell}` is no count")))
        };
        let cells = cells.map(number).collect::<Result<_, _>>()?;
        Ok(Counts::Matrix { cards, positions, cells })
    }
}

/// A number of a table: a count that a float can hold, or a finite float.
trait Number: Sized {
    fn read(cell: &str) -> Option<Self>;
}

impl Number for u64 {
    fn read(cell: &str) -> Option<Self> {
        cell.parse().ok().filter(|count| *count < 1 << 53)
    }
}

impl Number for f64 {
    fn read(cell: &str) -> Option<Self> {
        cell.parse().ok().filter(|value: &f64| value.is_finite())
    }
}
