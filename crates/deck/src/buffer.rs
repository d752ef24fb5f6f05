//! Memory for many columns, each in one cache line.

use crate::{Column, LANES};

/// Columns that lie at multiples of 64 bytes.
///
/// ```
/// use shuffle_deck::Buffer;
///
/// let mut buffer = Buffer::default();
/// buffer.resize(3);
/// assert_eq!(buffer.columns_mut().len(), 3);
/// assert!(buffer.columns().as_ptr().addr().is_multiple_of(64));
/// ```
#[derive(Debug, Default)]
pub struct Buffer {
    /// One column more than is used, so that the first can start at a multiple of 64 bytes. The offset of the first
    /// column depends on the address of the bytes, so a copy of the bytes would not be a copy of the columns.
    bytes: Vec<u8>,
}

impl Buffer {
    /// Resizes the buffer to this number of columns, with any content.
    pub fn resize(&mut self, columns: usize) {
        self.bytes.resize((columns + 1) * LANES, 0);
    }

    /// Bytes before the first column.
    fn start(&self) -> usize {
        self.bytes.as_ptr().addr().wrapping_neg() % LANES
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        let used = self.bytes.get(self.start()..).unwrap_or_default().as_chunks().0;
        &used[..(self.bytes.len() / LANES).saturating_sub(1)]
    }

    /// The columns, to be written.
    pub fn columns_mut(&mut self) -> &mut [Column] {
        let (start, columns) = (self.start(), (self.bytes.len() / LANES).saturating_sub(1));
        let used = self.bytes.get_mut(start..).unwrap_or_default().as_chunks_mut().0;
        &mut used[..columns]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_aligned_and_as_many_as_were_asked_for() {
        let mut buffer = Buffer::default();
        assert!(buffer.columns().is_empty() && buffer.columns_mut().is_empty());
        for columns in [0, 1, 5, 1000, 2] {
            buffer.resize(columns);
            assert_eq!([buffer.columns().len(), buffer.columns_mut().len()], [columns; 2]);
            buffer.columns_mut().iter_mut().for_each(|column| *column = [7; LANES]);
            assert!(buffer.columns().iter().all(|column| *column == [7; LANES]));
            assert!(columns == 0 || buffer.columns().as_ptr().addr().is_multiple_of(LANES));
        }
    }
}
