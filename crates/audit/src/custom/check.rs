//! The check that every deck of the caller's code is a deck.

use crate::source::SourceError;
use shuffle_deck::{
    Card, Shape,
    row_check::{RowCheck, RowFault},
};

/// Finds invalid and repeated cards; its memory is reused from deck to deck.
pub(super) struct Check {
    shape: Shape,
    check: RowCheck,
}

impl Check {
    pub(super) fn new(shape: Shape) -> Self {
        Self { shape, check: RowCheck::new(shape) }
    }

    /// Fails if a row is not one of its shape; the error is the reason.
    pub(super) fn deck<C: Card>(&mut self, deck: &[C]) -> Result<(), String> {
        self.check.row(deck).map_err(|fault| match fault {
            RowFault::OutOfRange { value, values, .. } => {
                format!("{value} is out of range 0 to {}", values.saturating_sub(1))
            }
            RowFault::TooOften { value, most, .. } => match self.shape.pack() {
                None => format!("card {value} twice"),
                Some(pack) => format!(
                    "more of the kind {} ({value}) than the pack has: {most}",
                    pack.name(value)
                ),
            },
        })
    }

    /// Fails if a row is not a deck; the first row has the number `first`.
    pub(super) fn rows<C: Card>(&mut self, rows: &[C], first: u64) -> Result<(), SourceError> {
        let width = self.shape.width().max(1);
        for (deck, row) in (first..).zip(rows.chunks(width)) {
            self.deck(row).map_err(|wrong| SourceError(format!("deck {deck}: {wrong}")))?;
        }
        Ok(())
    }
}
