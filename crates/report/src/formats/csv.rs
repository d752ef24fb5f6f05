//! CSV: ASCII, commas, a header in snake_case, one table in each file.

use super::{FormatError, ReportFormat};
use crate::table::DataTable;

pub(super) const FORMAT: ReportFormat =
    ReportFormat { table: Some(write), ..ReportFormat::new("csv") };

fn write(table: &DataTable) -> Result<Vec<u8>, FormatError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&table.header)?;
    for row in &table.rows {
        writer.write_record(row)?;
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_its_header_and_its_rows() {
        let table = DataTable::new(["a", "b"], [["1", "2 3"].map(str::to_owned).to_vec()]);
        assert_eq!(write(&table).unwrap(), b"a,b\n1,2 3\n");
    }

    #[test]
    fn a_row_that_does_not_fit_the_header_is_an_error() {
        let table = DataTable::new(["a", "b"], [vec!["1".to_owned()]]);
        assert!(matches!(write(&table), Err(FormatError::Table(_))));
    }
}
