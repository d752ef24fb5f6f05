//! XLSX: a workbook with a sheet for each table, and an index of them. Numbers are numbers, and no text is a formula.
//!
//! Its date is always the same, so that the same findings give the same bytes.

use super::source::{ExportError, Source};
use crate::table::{DataTable, Expected};
use rust_xlsxwriter::{
    ConditionalFormat3ColorScale, ConditionalFormatType, DocProperties, ExcelDateTime, Format, Url,
    Workbook, Worksheet, XlsxError,
};
use std::{collections::HashSet, ops::Range};

/// What Excel takes: rows with the header, columns, characters of a cell, characters of a name.
const MOST_ROWS: usize = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
const MOST_CHARACTERS: usize = 32_767;
const LONGEST_NAME: usize = 31;

/// Excel keeps this many digits of a number.
const MOST_DIGITS: usize = 15;

/// The name of the first sheet.
const INDEX: &str = "index";

/// Too rare, just right, too often: the colors of the pictures.
const COLORS: [u32; 3] = [0x0021_66AC, 0x00FF_FFFF, 0x00B2_182B];

pub(super) fn write(source: &dyn Source) -> Result<Vec<u8>, ExportError> {
    let tables = source.tables();
    let mut workbook = Workbook::new();
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&created));
    let mut names = Names::default();
    let sheets: Vec<(String, &str, &DataTable)> =
        tables.iter().map(|(name, table)| (names.free(name), name.as_str(), table)).collect();
    index(workbook.add_worksheet(), &sheets)?;
    for (sheet, _, table) in sheets.iter().filter(|(.., table)| fits(table)) {
        let worksheet = workbook.add_worksheet();
        worksheet.set_name(sheet)?;
        fill(worksheet, table)?;
    }
    Ok(workbook.save_to_buffer()?)
}

fn fits(table: &DataTable) -> bool {
    table.rows.len() < MOST_ROWS && table.header.len() <= MOST_COLUMNS
}

/// The first sheet: which sheet has which table.
fn index(
    worksheet: &mut Worksheet,
    sheets: &[(String, &str, &DataTable)],
) -> Result<(), XlsxError> {
    worksheet.set_name(INDEX)?;
    header(worksheet, ["sheet", "table", "rows"].into_iter())?;
    for (row, (sheet, name, table)) in (1..).zip(sheets) {
        if fits(table) {
            let link = format!("internal:'{}'!A1", sheet.replace('\'', "''"));
            worksheet.write_url(row, 0, Url::new(link).set_text(sheet))?;
        } else {
            worksheet.write_string(row, 0, "too large for a sheet")?;
        }
        worksheet.write_string(row, 1, *name)?;
        worksheet.write_number(row, 2, table.rows.len() as f64)?;
    }
    worksheet.set_column_width(0, 34)?.set_column_width(1, 50)?;
    Ok(())
}

fn fill(worksheet: &mut Worksheet, table: &DataTable) -> Result<(), XlsxError> {
    header(worksheet, table.header.iter().map(String::as_str))?;
    for (row, cells) in (1..).zip(&table.rows) {
        for ((column, number), cell) in (0..).enumerate().zip(cells) {
            match number_of(table, column, cell) {
                _ if cell.is_empty() => {}
                Some(value) => drop(worksheet.write_number(row, number, value)?),
                None => drop(worksheet.write_string(row, number, shortened(cell))?),
            }
        }
    }
    if let Some(expected) = &table.expected {
        color(worksheet, expected)?;
    }
    Ok(())
}

fn header<'a>(
    worksheet: &mut Worksheet,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(names) {
        worksheet.write_string_with_format(0, column, shortened(name), &bold)?;
    }
    worksheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// Colors the cells of a matrix by their distance from what is expected. Cells of which the same is expected share a scale.
fn color(worksheet: &mut Worksheet, expected: &Expected) -> Result<(), XlsxError> {
    for rows in runs(&expected.rows) {
        for columns in runs(&expected.columns) {
            let middle = expected.rows[rows.start] * expected.columns[columns.start];
            let [low, high] = [-1.0, 1.0].map(|side| middle * (1.0 + side * expected.strongest));
            let kind = ConditionalFormatType::Number;
            let scale = ConditionalFormat3ColorScale::new()
                .set_minimum(kind, low)
                .set_midpoint(kind, middle)
                .set_maximum(kind, high)
                .set_minimum_color(COLORS[0])
                .set_midpoint_color(COLORS[1])
                .set_maximum_color(COLORS[2]);
            // The header is above the rows, and their names before them; the last cell belongs to the range.
            worksheet.add_conditional_format(
                (rows.start + 1) as u32,
                (columns.start + 1) as u16,
                rows.end as u32,
                columns.end as u16,
                &scale,
            )?;
        }
    }
    Ok(())
}

/// The runs of equal numbers.
fn runs(numbers: &[f64]) -> Vec<Range<usize>> {
    let mut start = 0;
    let run = |run: &[f64]| {
        start += run.len();
        start - run.len()..start
    };
    let same = |a: &f64, b: &f64| (a - b).abs() <= 1e-9 * a.abs();
    numbers.chunk_by(same).map(run).collect()
}

/// The number in a cell, if Excel can hold all of it.
fn number_of(table: &DataTable, column: usize, cell: &str) -> Option<f64> {
    let mantissa = cell.split('e').next().unwrap_or_default();
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).skip_while(|it| *it == b'0').count();
    let value: f64 = cell.parse().ok().filter(|_| table.is_number(column, cell))?;
    let is_kept = value.is_normal() || (value == 0.0 && digits == 0);
    (is_kept && digits <= MOST_DIGITS).then_some(value)
}

fn shortened(text: &str) -> String {
    if text.encode_utf16().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    // No character takes more than two of what Excel counts.
    text.chars().take(MOST_CHARACTERS / 2 - 3).chain("...".chars()).collect()
}

/// The names of sheets that are taken, in lower case.
struct Names(HashSet<String>);

impl Default for Names {
    fn default() -> Self {
        // Excel keeps the second for itself.
        Self([INDEX, "history"].map(str::to_owned).into())
    }
}

impl Names {
    /// A name for the sheet of this table that Excel takes and no other sheet has.
    fn free(&mut self, table: &str) -> String {
        let plain = |it: char| if "[]:*?/\\'".contains(it) || it.is_control() { ' ' } else { it };
        let name: String = table.chars().map(plain).collect();
        let mut number = 1;
        loop {
            let mark = if number == 1 { String::new() } else { format!("~{number}") };
            let free = first_units(&name, LONGEST_NAME - mark.len()) + &mark;
            if self.0.insert(free.to_lowercase()) {
                return free;
            }
            number += 1;
        }
    }
}

/// The first characters of a text, as Excel counts them.
fn first_units(text: &str, most: usize) -> String {
    let mut units = 0;
    let fits = |it: &char| {
        units += it.len_utf16();
        units <= most
    };
    text.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sheets_are_short_and_unique_and_hold_no_forbidden_sign() {
        let mut names = Names::default();
        assert_eq!(names.free("a/position"), "a position");
        assert_eq!(names.free("A:position"), "A position~2");
        assert_eq!(names.free("history"), "history~2");
        let long = "x".repeat(40);
        assert_eq!(names.free(&long), "x".repeat(31));
        assert_eq!(names.free(&long), "x".repeat(29) + "~2");
        assert_eq!(names.free(&"🂡".repeat(40)).encode_utf16().count(), 30);
    }

    #[test]
    fn only_what_excel_can_hold_is_a_number() {
        let table = DataTable::new(["case", "p"], []);
        assert_eq!(number_of(&table, 1, "0.25"), Some(0.25));
        assert_eq!(number_of(&table, 1, "1e-300"), Some(1e-300));
        assert_eq!(number_of(&table, 1, "0"), Some(0.0));
        for text in ["1e-400", "1e400", "1e-310", "12345678901234567", "0x5eed", "=1+1"] {
            assert_eq!(number_of(&table, 1, text), None, "{text}");
        }
        assert_eq!(number_of(&table, 0, "1e5"), None, "it is a name");
    }

    #[test]
    fn runs_are_of_equal_numbers() {
        assert_eq!(runs(&[1.0, 1.0, 2.0, 1.0]), [0..2, 2..3, 3..4]);
        assert!(runs(&[]).is_empty());
    }
}
