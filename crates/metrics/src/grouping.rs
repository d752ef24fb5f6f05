//! Many cards, or positions, counted as one: the cells of large decks.

use std::ops::Range;

/// Items `0..total` in contiguous groups whose sizes differ by at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouping {
    total: usize,
    groups: usize,
}

impl Grouping {
    pub(crate) fn new(total: usize, groups: usize) -> Self {
        Self { total, groups: groups.min(total) }
    }

    /// The number of groups.
    #[must_use]
    pub fn groups(self) -> usize {
        self.groups
    }

    /// The items of a group.
    #[must_use]
    pub fn items(self, group: usize) -> Range<usize> {
        let start = |group: usize| (group * self.total).div_ceil(self.groups);
        start(group)..start(group + 1)
    }

    pub(crate) fn total(self) -> usize {
        self.total
    }

    pub(crate) fn group_of(self, item: usize) -> usize {
        item * self.groups / self.total
    }

    pub(crate) fn size(self, group: usize) -> f64 {
        self.items(group).len() as f64
    }

    pub(crate) fn largest(self) -> f64 {
        self.total.div_ceil(self.groups) as f64
    }

    pub(crate) fn of_items(self) -> Vec<u32> {
        (0..self.groups).flat_map(|group| self.items(group).map(move |_| group as u32)).collect()
    }
}
