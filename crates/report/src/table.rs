//! A table as data; the formats decide how it is written to a file.

/// Columns whose cells are names, whatever they look like: a version `3.10` is no number, nor is a case `1e5`.
const NAMES: [&str; 24] = [
    "algorithm",
    "ball",
    "card",
    "case",
    "examples",
    "fingerprint",
    "first_card",
    "fraction",
    "last_card",
    "outcome",
    "peak_place",
    "permutation",
    "plan",
    "quantity",
    "rng",
    "seed",
    "source",
    "source_sha256",
    "status",
    "subject",
    "sweep",
    "test",
    "version",
    "why",
];

/// A table: a header in snake_case, and rows of as many cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DataTable {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// What the cells of a matrix should hold. The first column of a matrix names its rows.
    pub(crate) expected: Option<Expected>,
    /// Further columns of names.
    names: Vec<&'static str>,
}

/// A column: its name, and its cell in the row of an item.
pub(crate) type Column<T> = (&'static str, fn(&T) -> String);

/// What the cells of a matrix should hold: the product of a number of the row and one of the column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expected {
    pub(crate) rows: Vec<f64>,
    pub(crate) columns: Vec<f64>,
    /// The deviation, as a share, that takes the strongest color.
    pub(crate) strongest: f64,
}

impl DataTable {
    pub(crate) fn of<T>(items: impl IntoIterator<Item = T>, columns: &[Column<T>]) -> Self {
        let row = |item: T| columns.iter().map(|(_, cell)| cell(&item)).collect();
        Self::new(columns.iter().map(|(name, _)| *name), items.into_iter().map(row))
    }

    pub(crate) fn new(
        header: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let header = header.into_iter().map(Into::into).collect();
        let rows = rows.into_iter().collect();
        Self { header, rows, expected: None, names: Vec::new() }
    }

    /// Says that the cells of a column are names, though in other tables a column of this name has numbers.
    pub(crate) fn naming(mut self, column: &'static str) -> Self {
        self.names.push(column);
        self
    }

    pub(crate) fn expecting(mut self, expected: Expected) -> Self {
        self.expected = Some(expected);
        self
    }

    /// True if a cell of this column is a number as a whole, and not a name that looks like one.
    pub(crate) fn is_number(&self, column: usize, cell: &str) -> bool {
        let name = self.header.get(column).map_or("", String::as_str);
        let is_name = NAMES.contains(&name) || self.names.contains(&name);
        (self.expected.is_some() || !is_name) && looks_like_a_number(cell)
    }
}

/// True of what [`crate::number::cell`] and whole numbers look like.
fn looks_like_a_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell).as_bytes();
    let is_padded = matches!(digits, [b'0', b'0'..=b'9', ..]);
    let signs = |byte: &u8| byte.is_ascii_digit() || b".e-".contains(byte);
    digits.first().is_some_and(u8::is_ascii_digit)
        && !is_padded
        && digits.iter().all(signs)
        && cell.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_names_that_look_like_them() {
        let table = DataTable::new(["case", "p_value"], []);
        for number in ["0", "-1", "0.5", "1e-300", "-2.5e17", "12345678901234567890"] {
            assert!(table.is_number(1, number), "{number}");
            assert!(!table.is_number(0, number), "{number}");
        }
        for text in ["", "-", "0x5eed", "007", "1.2.3", "5/27", "0 1 2", "inf", "NaN", "+1", "e5"] {
            assert!(!table.is_number(1, text), "{text}");
        }
    }
}
