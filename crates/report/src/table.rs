//! A table as data; the formats decide how it is written to a file.

/// A table: a header in snake_case, and rows of as many cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl DataTable {
    /// A table from its header and its rows.
    ///
    /// ```
    /// use shuffle_report::DataTable;
    /// let row = ["naive", "52"].map(str::to_owned).to_vec();
    /// let table = DataTable::new(["algorithm", "cards"], [row]);
    /// assert_eq!((table.header.len(), table.rows.len()), (2, 1));
    /// ```
    #[must_use]
    pub fn new(
        header: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let header = header.into_iter().map(Into::into).collect();
        Self { header, rows: rows.into_iter().collect() }
    }
}
