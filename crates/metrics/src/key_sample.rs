//! A sample of the keys of decks, chosen by key and not by time: a part of a tally that stays small however many decks
//! are counted, and in which a deck that repeats is found however late it comes.
#![doc = include_str!("key_sample.md")]

use std::borrow::Cow;

/// The keys that there are, and how many a sample may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeySpace {
    last: u64,
    keys: usize,
}

/// 2^(63 - i/8), by which a level is smaller than the whole.
const EIGHTHS: [u64; 8] = [
    0x8000_0000_0000_0000,
    0x7560_6373_ee92_1c97,
    0x6ba2_7e65_6b4e_b57a,
    0x62b3_9508_aa83_6d6e,
    0x5a82_7999_fcef_3242,
    0x52ff_6b54_d8a8_9c75,
    0x4c1b_f828_c6dc_54b7,
    0x45ca_e0f1_f545_eb73,
];

/// Decks between two rounds of sorting. All keys that are held are read and moved in a round, so that with fewer decks memory
/// would be what takes the time.
const PENDING: usize = 1 << 18;

/// Keys are split into parts of about this many before sorting.
const PER_PART: usize = 16;

impl KeySpace {
    /// The keys from 0 to `last`, of which a sample holds at most `keys`.
    pub(crate) const fn new(last: u64, keys: usize) -> Self {
        assert!(keys > 0, "a sample holds keys");
        Self { last, keys }
    }

    pub(crate) const fn keys(self) -> usize {
        self.keys
    }

    /// The number of keys that a sample of this level may hold, R.
    pub(crate) fn range(self, level: u32) -> u128 {
        let (octaves, eighths) = (level / 8, EIGHTHS[level as usize % 8]);
        // At most 2^64 times 2^63.
        let scaled = ((u128::from(self.last) + 1) * u128::from(eighths)) >> 63;
        scaled.checked_shr(octaves).unwrap_or(0).max(1)
    }

    /// The largest key that is held at this level.
    fn cut(self, level: u32) -> u64 {
        (self.range(level) - 1) as u64
    }

    /// The share of all keys that a sample of this level may hold.
    pub(crate) fn share(self, level: u32) -> f64 {
        self.range(level) as f64 / (u128::from(self.last) + 1) as f64
    }

    /// The most bytes that a sample of `decks` decks takes, including the keys not yet sorted into it.
    pub(crate) fn bytes(self, decks: u64) -> usize {
        let decks = usize::try_from(decks).unwrap_or(usize::MAX);
        let pending = decks.min(PENDING);
        let held = decks.min(self.keys).next_power_of_two() + pending;
        held * size_of::<KeyCount>() + 2 * pending * size_of::<Taken>()
    }
}

type Taken = (u64, u64);

/// A key, and the decks that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KeyCount {
    key: u64,
    first: u64,
    /// From the first to the second, at most `u32::MAX`; 0 if there is no second.
    gap: u32,
    count: u32,
}

impl KeyCount {
    fn once(key: u64, trial: u64) -> Self {
        Self { key, first: trial, gap: 0, count: 1 }
    }

    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The number of decks that had it, capped at `u32::MAX`.
    pub fn count(&self) -> u64 {
        self.count.into()
    }

    /// The number of the first trial that had it.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// The number of trials until it repeated, if it did, capped at `u32::MAX`.
    pub fn gap(&self) -> Option<u64> {
        (self.count > 1).then_some(self.gap.into())
    }

    /// The decks of both. The gap is exact up to its limit: the gap of the later one never matters.
    fn and(self, other: Self) -> Self {
        let (early, late) = if self.first <= other.first { (self, other) } else { (other, self) };
        let gap = u32::try_from(late.first - early.first).unwrap_or(u32::MAX);
        let gap = if early.count > 1 { gap.min(early.gap) } else { gap };
        Self { gap, count: early.count.saturating_add(late.count), ..early }
    }
}

/// A sample of the keys of decks.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "UncheckedSample", into = "UncheckedSample"))]
pub struct KeySample {
    /// None as long as no deck was taken.
    space: Option<KeySpace>,
    level: u32,
    counts: Vec<KeyCount>,
    /// Keys with their trials, to be sorted in.
    pending: Vec<Taken>,
}

impl KeySample {
    /// True if no deck was taken.
    pub fn is_empty(&self) -> bool {
        self.space.is_none()
    }

    /// The keys that there are; `None` as long as no deck was taken.
    pub(crate) fn space(&self) -> Option<KeySpace> {
        self.space
    }

    /// The level, of a [settled](Self::settled) sample.
    pub(crate) fn level(&self) -> u32 {
        self.level
    }

    /// The keys, of a settled sample, in order.
    #[must_use]
    pub fn counts(&self) -> &[KeyCount] {
        &self.counts
    }

    #[inline]
    pub(crate) fn take(&mut self, space: KeySpace, key: u64, trial: u64) {
        debug_assert!(key <= space.last && self.space.is_none_or(|mine| mine == space));
        self.space = Some(space);
        if key <= space.cut(self.level) {
            self.pending.push((key, trial));
            if self.pending.len() >= PENDING {
                self.settle();
            }
        }
    }

    /// Takes the keys of decks of which not all have one, the first of them trial `first`.
    pub(crate) fn take_each(
        &mut self,
        space: KeySpace,
        first: u64,
        keys: impl Iterator<Item = Option<u64>>,
    ) {
        for (trial, key) in (first..).zip(keys) {
            self.space = Some(space);
            if let Some(key) = key {
                self.take(space, key, trial);
            }
        }
    }

    /// The keys of some decks, of which the first is trial `first`.
    pub(crate) fn take_all(&mut self, space: KeySpace, first: u64, keys: &[u64]) {
        if keys.is_empty() {
            return;
        }
        self.space = Some(space);
        if self.pending.len() + keys.len() > PENDING {
            self.settle();
        }
        let (cut, mut end) = (space.cut(self.level), self.pending.len());
        self.pending.resize(end + keys.len(), (0, 0));
        // Without a branch, which would be unpredictable.
        for (&key, trial) in keys.iter().zip(first..) {
            self.pending[end] = (key, trial);
            end += usize::from(key <= cut);
        }
        self.pending.truncate(end);
    }

    /// The sample with all that was taken sorted in.
    pub(crate) fn settled(&self) -> Cow<'_, Self> {
        if self.pending.is_empty() {
            Cow::Borrowed(self)
        } else {
            let mut settled = self.clone();
            settled.settle();
            Cow::Owned(settled)
        }
    }

    pub(crate) fn settle(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        self.absorb(&sorted(&pending), |(key, trial)| KeyCount::once(key, trial));
        pending.clear();
        self.pending = pending;
    }

    /// Adds the sample of another tally; of other keys nothing is added.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), OtherKeys> {
        self.fits(other)?;
        let Some(space) = other.space else { return Ok(()) };
        let other = other.settled();
        self.space = Some(space);
        self.level = self.level.max(other.level);
        self.settle();
        // From the smallest keys on, so that the level rises before what it drops is added.
        for some in other.counts.chunks(PENDING) {
            self.absorb(some, |count| count);
        }
        Ok(())
    }

    /// An error if the other is one of other keys.
    pub(crate) fn fits(&self, other: &Self) -> Result<(), OtherKeys> {
        match (self.space, other.space) {
            (Some(mine), Some(theirs)) if mine != theirs => Err(OtherKeys),
            _ => Ok(()),
        }
    }

    /// Adds keys that are in order.
    fn absorb<T: Copy>(&mut self, more: &[T], count: impl Fn(T) -> KeyCount) {
        self.drop_beyond_the_cut();
        self.insert(more, count);
        self.drop_beyond_the_cut();
    }

    /// Sorts in keys, from the last one on, so that each that is there is examined and moved once.
    fn insert<T: Copy>(&mut self, more: &[T], count: impl Fn(T) -> KeyCount) {
        let Some(&any) = more.first() else { return };
        let (mut old, all) = (self.counts.len(), self.counts.len() + more.len());
        if all > self.counts.capacity() {
            let most = self.space.map_or(0, KeySpace::keys) + PENDING;
            let room = all.next_power_of_two().min(most).max(all);
            self.counts.reserve_exact(room - old);
        }
        self.counts.resize(all, count(any));
        // As though all were new: `free` is ahead of `old` by those to come, and by those that were there.
        let (mut free, mut last) = (all, None);
        for count in more.iter().rev().map(|&one| count(one)) {
            if last == Some(count.key) {
                self.counts[free] = self.counts[free].and(count);
                continue;
            }
            last = Some(count.key);
            while old > 0 && self.counts[old - 1].key > count.key {
                (old, free) = (old - 1, free - 1);
                self.counts[free] = self.counts[old];
            }
            free -= 1;
            self.counts[free] = match old.checked_sub(1).map(|last| self.counts[last]) {
                Some(mine) if mine.key == count.key => {
                    old -= 1;
                    mine.and(count)
                }
                _ => count,
            };
        }
        // Keys that were already there left a gap.
        self.counts.drain(old..free);
    }

    /// Drops the keys beyond the level, which rises until there are few enough.
    fn drop_beyond_the_cut(&mut self) {
        let Some(space) = self.space else { return };
        loop {
            let cut = space.cut(self.level);
            self.counts.truncate(self.counts.partition_point(|count| count.key <= cut));
            if self.counts.len() <= space.keys {
                return;
            }
            self.level += 1;
        }
    }
}

/// The pending keys in order; equal keys in any order, since counts add up.
///
/// Keys are scrambled, so that their highest bits part them evenly, and few are left to be compared with each other.
fn sorted(pending: &[Taken]) -> Vec<Taken> {
    let most = pending.iter().map(|&(key, _)| key).max().unwrap_or(0);
    let parts = (pending.len() / PER_PART).next_power_of_two().max(2);
    let shift = (u64::BITS - most.leading_zeros()).saturating_sub(parts.ilog2());
    let part = |key: u64| (key >> shift) as usize;
    let mut ends = vec![0_u32; parts];
    pending.iter().for_each(|&(key, _)| ends[part(key)] += 1);
    let mut all = 0;
    for end in &mut ends {
        (*end, all) = (all, all + *end);
    }
    let mut sorted = vec![(0, 0); pending.len()];
    for &taken in pending {
        let end = &mut ends[part(taken.0)];
        sorted[*end as usize] = taken;
        *end += 1;
    }
    let mut first = 0;
    for end in ends {
        sorted[first..end as usize].sort_unstable_by_key(|&(key, _)| key);
        first = end as usize;
    }
    sorted
}

/// Samples with the same decks are equal, whether they are sorted in or not.
impl PartialEq for KeySample {
    fn eq(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.settled(), other.settled());
        (mine.space, mine.level, &mine.counts) == (theirs.space, theirs.level, &theirs.counts)
    }
}

impl Eq for KeySample {}

/// Two samples are of different keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("samples of different keys belong to different metrics")]
pub struct OtherKeys;

#[cfg(feature = "serde")]
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct UncheckedSample {
    space: Option<KeySpace>,
    level: u32,
    counts: Vec<(u64, u64, u32, u32)>,
}

#[cfg(feature = "serde")]
impl From<KeySample> for UncheckedSample {
    fn from(mut sample: KeySample) -> Self {
        sample.settle();
        let row = |it: KeyCount| (it.key, it.first, it.gap, it.count);
        let counts = sample.counts.into_iter().map(row).collect();
        Self { space: sample.space, level: sample.level, counts }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<UncheckedSample> for KeySample {
    type Error = &'static str;

    fn try_from(file: UncheckedSample) -> Result<Self, &'static str> {
        let row = |(key, first, gap, count)| KeyCount { key, first, gap, count };
        let counts: Vec<KeyCount> = file.counts.into_iter().map(row).collect();
        let cut = file.space.filter(|space| space.keys > 0).map(|space| space.cut(file.level));
        let most = file.space.map_or(0, KeySpace::keys);
        let ascending = counts.is_sorted_by(|a, b| a.key < b.key);
        let below = counts.last().is_none_or(|last| cut.is_some_and(|cut| last.key <= cut));
        let counted = counts.iter().all(|it| it.count > 1 || (it.count, it.gap) == (1, 0));
        if counts.len() > most || !ascending || !below || !counted {
            return Err("these keys are no sample");
        }
        Ok(Self { space: file.space, level: file.level, counts, pending: Vec::new() })
    }
}

#[cfg(test)]
mod tests;
