//! Sets of blocks of a case: those that are counted, or left.

use std::ops::Range;

/// A set of numbers of blocks, as ranges that are in order and do not touch.
///
/// ```
/// use shuffle_audit::block_set::BlockSet;
///
/// let mut done = BlockSet::from(0..3);
/// done.add(BlockSet::from(5..6));
/// assert_eq!(done.ranges(), [0..3, 5..6]);
/// let left = BlockSet::from(0..7).without(&done);
/// assert_eq!((left.ranges(), left.len()), (&[3..5, 6..7][..], 3));
/// assert_eq!((0..4).map(|place| left.nth(place)).collect::<Vec<_>>(), [Some(3), Some(4), Some(6), None]);
/// done.add(left);
/// assert_eq!(done, BlockSet::from(0..7));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>"))]
pub struct BlockSet(Vec<Range<u64>>);

impl BlockSet {
    /// The ranges, in order.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.0
    }

    /// The number of blocks.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|range| range.end - range.start).sum()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The block at this place, in their order.
    pub fn nth(&self, mut place: u64) -> Option<u64> {
        for range in &self.0 {
            let length = range.end - range.start;
            if place < length {
                return Some(range.start + place);
            }
            place -= length;
        }
        None
    }

    /// Adds a block that comes after most others.
    pub fn push(&mut self, block: u64) {
        match self.0.last_mut() {
            Some(last) if last.end == block => last.end += 1,
            Some(last) if last.end > block => self.add(Self::from(block..block + 1)),
            _ => self.0.push(block..block + 1),
        }
    }

    /// Adds the blocks of another set.
    pub fn add(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_unstable_by_key(|range| range.start);
        self.0.dedup_by(|range, before| {
            let touches = range.start <= before.end;
            if touches {
                before.end = before.end.max(range.end);
            }
            touches
        });
    }

    /// The blocks that are not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for range in &self.0 {
            let mut start = range.start;
            for gone in other.0.iter().filter(|it| it.start < range.end && it.end > range.start) {
                if start < gone.start {
                    left.push(start..gone.start);
                }
                start = start.max(gone.end);
            }
            if start < range.end {
                left.push(start..range.end);
            }
        }
        Self(left)
    }

    /// A block that is in both sets.
    pub fn shared(&self, other: &Self) -> Option<u64> {
        let both = |range: &Range<u64>| {
            let met = other.0.iter().find(|it| it.start < range.end && it.end > range.start)?;
            Some(met.start.max(range.start))
        };
        self.0.iter().find_map(both)
    }
}

impl From<Range<u64>> for BlockSet {
    fn from(range: Range<u64>) -> Self {
        Self(if range.is_empty() { Vec::new() } else { vec![range] })
    }
}

impl From<BlockSet> for Vec<(u64, u64)> {
    fn from(set: BlockSet) -> Self {
        set.0.into_iter().map(|range| (range.start, range.end)).collect()
    }
}

impl TryFrom<Vec<(u64, u64)>> for BlockSet {
    type Error = &'static str;

    fn try_from(ranges: Vec<(u64, u64)>) -> Result<Self, &'static str> {
        let apart = ranges.windows(2).all(|two| two[0].1 < two[1].0);
        if !apart || ranges.iter().any(|(start, end)| start >= end) {
            return Err("these ranges are not a set of blocks");
        }
        Ok(Self(ranges.into_iter().map(|(start, end)| start..end).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(blocks: &BTreeSet<u64>) -> BlockSet {
        let mut set = BlockSet::default();
        blocks.iter().for_each(|&block| set.push(block));
        set
    }

    /// All subsets of eight blocks, against sets of numbers.
    #[test]
    fn they_are_sets_of_numbers() {
        let all: Vec<BTreeSet<u64>> =
            (0..256_u32).map(|bits| (0..8).filter(|bit| bits >> bit & 1 == 1).collect()).collect();
        for a in &all {
            let blocks: Vec<u64> = (0..).map_while(|place| set(a).nth(place)).collect();
            assert!(blocks.iter().eq(a) && set(a).len() == a.len() as u64);
            for b in &all {
                let mut both = set(a);
                both.add(set(b));
                assert_eq!(both, set(&(a | b)));
                assert_eq!(set(a).without(&set(b)), set(&(a - b)));
                assert_eq!(set(a).shared(&set(b)).is_some(), !a.is_disjoint(b));
            }
        }
    }

    #[test]
    fn blocks_come_in_any_order() {
        let mut some = BlockSet::default();
        [4, 2, 3, 9, 8, 0].into_iter().for_each(|block| some.push(block));
        assert_eq!(some.ranges(), [0..1, 2..5, 8..10]);
        assert!(BlockSet::try_from(vec![(3, 3)]).is_err());
        assert!(BlockSet::try_from(vec![(0, 3), (3, 4)]).is_err());
        assert_eq!(BlockSet::try_from(Vec::from(some.clone())), Ok(some));
    }
}
