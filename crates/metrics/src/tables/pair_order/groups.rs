//! Counts of pairs of cards of groups: a card costs 16 additions, four to eight at a time.

use super::{GROUPS, PairOrder};
use crate::Card;

/// One in the lane of each group.
static ONE: [[u32; GROUPS]; GROUPS] = {
    let (mut one, mut group) = ([[0; GROUPS]; GROUPS], 0);
    while group < GROUPS {
        one[group][group] = 1;
        group += 1;
    }
    one
};

/// The counts since they were last added to the cells: row b holds the number of cards of each group before a card of
/// b.
pub(super) struct Before {
    pub(super) rows: Vec<[u32; GROUPS]>,
    /// The cards that can still be counted before a number overflows.
    pub(super) room: usize,
}

impl PairOrder {
    pub(super) fn count_groups<C: Card>(&self, rows: &[C], cells: &mut [u64]) {
        let mut before = self.before();
        for row in rows.chunks_exact(self.groups.total()) {
            self.count_row(row, &mut before, cells);
        }
        self.flush(&mut before, cells);
    }

    pub(super) fn before(&self) -> Before {
        let groups = self.groups.groups();
        Before { rows: vec![[0; GROUPS]; groups], room: self.room() }
    }

    /// A card adds at most the size of a group to a number.
    fn room(&self) -> usize {
        (0..self.groups.groups())
            .map(|group| u32::MAX as usize / self.groups.items(group).len())
            .min()
            .expect("there are groups")
    }

    pub(super) fn count_row<C: Card>(&self, row: &[C], before: &mut Before, cells: &mut [u64]) {
        let mut seen = [0_u32; GROUPS];
        let mut rest = row;
        while !rest.is_empty() {
            if before.room == 0 {
                self.flush(before, cells);
            }
            let (now, later) = rest.split_at(before.room.min(rest.len()));
            for card in now {
                let group = usize::from(self.group_of[card.index()]);
                // All lanes, although one is raised: a vector can be loaded again at once after a store of vectors, not of one lane.
                for (lane, (number, seen)) in
                    before.rows[group].iter_mut().zip(&mut seen).enumerate()
                {
                    *number += *seen;
                    *seen += ONE[group][lane];
                }
            }
            before.room -= now.len();
            rest = later;
        }
    }

    pub(super) fn flush(&self, before: &mut Before, cells: &mut [u64]) {
        for (cell, &(a, b)) in cells.iter_mut().zip(&self.pairs) {
            *cell += u64::from(before.rows[b][a]);
        }
        before.rows.fill([0; GROUPS]);
        before.room = self.room();
    }
}
