//! The rows of a list, stratum by stratum.

use crate::place::Place;

/// The end of a finding about a list, or a block, that has the other one of two arms everywhere.
pub(super) const EXCHANGED: &str = " with the arms exchanged";

/// The rows of a stratum, or of the whole list.
#[derive(Clone, Debug, Default)]
pub(super) struct Stratum {
    pub(super) level: usize,
    pub(super) arms: Vec<u8>,
    /// The rows of the file, counted from 0.
    pub(super) rows: Vec<u64>,
}

/// "2 A, 2 B and 1 C".
pub(super) fn listed(counts: &[usize]) -> Place {
    let counts = counts.iter().enumerate();
    Place::list(counts.map(|(arm, &count)| Place::from("").number(count).text(" ").card(arm)))
}

/// The number of these rows that have the arm.
pub(super) fn came(arms: &[u8], arm: usize) -> usize {
    arms.iter().filter(|it| usize::from(**it) == arm).count()
}

/// "A B B A".
pub(super) fn word_of(arms: &[u8]) -> Place {
    arms.iter().enumerate().fold(Place::default(), |place, (at, &arm)| {
        place.text(if at == 0 { "" } else { " " }).card(arm.into())
    })
}
