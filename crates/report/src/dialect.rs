//! CSV: ASCII, commas, a header in snake_case, one table in each file; or as spreadsheets of Europe read it.

use crate::{error::FormatError, table::DataTable};

/// The signs of a CSV file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvDialect {
    /// Commas between cells, and a decimal point.
    #[default]
    Us,
    /// Semicolons between cells, and a decimal comma in cells that are numbers.
    Eu,
}

impl CsvDialect {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Us, Self::Eu];

    /// Its name, as flags have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Eu => "eu",
        }
    }
}

pub(crate) fn write(table: &DataTable, dialect: CsvDialect) -> Result<Vec<u8>, FormatError> {
    let delimiter = match dialect {
        CsvDialect::Us => b',',
        CsvDialect::Eu => b';',
    };
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    writer.write_record(&table.header)?;
    for row in &table.rows {
        match dialect {
            CsvDialect::Us => writer.write_record(row)?,
            CsvDialect::Eu => writer.write_record(with_decimal_commas(table, row))?,
        }
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
}

fn with_decimal_commas(table: &DataTable, row: &[String]) -> Vec<String> {
    let cell = |(column, cell): (usize, &String)| match table.is_number(column, cell) {
        true => cell.replace('.', ","),
        false => cell.clone(),
    };
    row.iter().enumerate().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_europe_only_cells_that_are_numbers_have_a_decimal_comma() {
        let row = ["1.5", "0.25", "1.5e-300", "-3", "0x1.5", "1.2.3"].map(str::to_owned).to_vec();
        let table = DataTable::new(["case", "p", "q", "n", "seed", "what"], [row]);
        let expected = "case;p;q;n;seed;what\n1.5;0,25;1,5e-300;-3;0x1.5;1.2.3\n";
        assert_eq!(write(&table, CsvDialect::Eu).unwrap(), expected.as_bytes());
        let names = DataTable::new(["value"], [vec!["1.5".to_owned()]]).naming("value");
        assert_eq!(write(&names, CsvDialect::Eu).unwrap(), b"value\n1.5\n");
    }

    #[test]
    fn a_table_is_its_header_and_its_rows() {
        let table = DataTable::new(["a", "b"], [["1", "2 3"].map(str::to_owned).to_vec()]);
        assert_eq!(write(&table, CsvDialect::Us).unwrap(), b"a,b\n1,2 3\n");
    }

    #[test]
    fn a_row_that_does_not_fit_the_header_is_an_error() {
        let table = DataTable::new(["a", "b"], [vec!["1".to_owned()]]);
        assert!(matches!(write(&table, CsvDialect::Us), Err(FormatError::Table(_))));
    }
}
