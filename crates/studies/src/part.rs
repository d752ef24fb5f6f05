//! A part of a block of decks.

use shuffle_deck::Rows;
use shuffle_metrics::Decks;

/// The decks from one trial of a block to another.
pub(crate) fn part<'a>(decks: &'a Decks<'_>, from: u64, to: u64) -> Decks<'a> {
    let (shape, start) = (decks.shape(), decks.first_trial());
    let place = |trial: u64| (trial - start) as usize * shape.width();
    let rows = match decks.rows() {
        Rows::Narrow(rows) => Rows::Narrow(&rows[place(from)..place(to)]),
        Rows::Wide(rows) => Rows::Wide(&rows[place(from)..place(to)]),
    };
    Decks::new(shape, from, rows)
}
