//! The design of a randomization list: permuted blocks.

use crate::{Pack, words::quoted};
use std::fmt;

/// The most sizes that the blocks of a design can have.
const MOST_SIZES: usize = 8;

/// The most rows of a block.
const MOST_OF_A_BLOCK: usize = 1_000;

/// Permuted blocks: a list is made block after block. Each has one of these sizes, picked by weight, and is a shuffled pack: copies
/// of the ratio of the arms.
///
/// ```
/// use shuffle_deck::{Blocks, Pack};
///
/// let blocks = Blocks::parse("2,4:3", Pack::parse("A=1,B=1").unwrap())?;
/// assert_eq!(blocks.sizes().collect::<Vec<_>>(), [(2, 1), (4, 3)]);
/// assert_eq!(blocks.to_string(), "blocks of 2:1, 4:3 (A=1,B=1)");
/// # Ok::<(), shuffle_deck::BlocksError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Blocks {
    arms: Pack,
    /// Sizes in ascending order with their weights; 0 after the last.
    sizes: [(u16, u16); MOST_SIZES],
}

/// A text that is not a design of blocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum BlocksError {
    #[error("{} is not a block size; write 4, or 2,4,6, or sizes with weights, as 2:1,4:2", quoted(.0))]
    Size(String),
    #[error("the block size {0} is given twice; write 2:1,4:2 for weights")]
    Twice(u16),
    #[error("blocks have at most {MOST_SIZES} sizes")]
    TooMany,
    #[error("a block of {size} cannot hold the arms {arms}: its size must be a multiple of {}, up to {MOST_OF_A_BLOCK}", .arms.cards())]
    Ratio { size: u16, arms: Pack },
}

/// The consequences of the design for a list, over all ways to cut it into blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// The rows whose arm was certain for a reader of all rows before it.
    pub certain: usize,
    /// The first row that cannot be.
    pub impossible: Option<usize>,
}

impl Blocks {
    /// Reads `4`, `2,4,6` or `2:1,4:2`.
    ///
    /// # Errors
    ///
    /// [`BlocksError`].
    pub fn parse(text: &str, arms: Pack) -> Result<Self, BlocksError> {
        let mut sizes = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (size, weight) = part.split_once(':').unwrap_or((part, "1"));
            let number = |text: &str| text.trim().parse::<u16>().ok().filter(|&number| number > 0);
            let (Some(size), Some(weight)) = (number(size), number(weight)) else {
                return Err(BlocksError::Size(part.to_owned()));
            };
            let rows = usize::from(size);
            if !rows.is_multiple_of(arms.cards()) || rows > MOST_OF_A_BLOCK {
                return Err(BlocksError::Ratio { size, arms });
            }
            if sizes.iter().any(|&(other, _)| other == size) {
                return Err(BlocksError::Twice(size));
            }
            sizes.push((size, weight));
        }
        sizes.sort_unstable();
        let mut all = [(0, 0); MOST_SIZES];
        let taken = all.get_mut(..sizes.len()).ok_or(BlocksError::TooMany)?;
        taken.copy_from_slice(&sizes);
        Ok(Self { arms, sizes: all })
    }

    /// The arms with their ratio.
    #[must_use]
    pub fn arms(self) -> Pack {
        self.arms
    }

    /// The sizes in ascending order, with their weights.
    pub fn sizes(self) -> impl Iterator<Item = (usize, u32)> {
        let given = self.sizes.into_iter().take_while(|&(size, _)| size > 0);
        given.map(|(size, weight)| (size.into(), weight.into()))
    }

    /// The size of all blocks, if they have only one.
    #[must_use]
    pub fn size(self) -> Option<usize> {
        (self.sizes[1].0 == 0).then(|| self.sizes[0].0.into())
    }

    /// The rows of each arm in a block of this size.
    #[must_use]
    pub fn counts(self, size: usize) -> Vec<usize> {
        let copies = size / self.arms.cards();
        self.arms.counts().iter().map(|&count| copies * count as usize).collect()
    }

    /// Follows a list, which may end within a block, along all ways to cut it.
    #[must_use]
    pub fn follow(self, arms: &[u8]) -> Followed {
        let kinds = self.arms.kinds();
        let all: Vec<Vec<usize>> = self.sizes().map(|(size, _)| self.counts(size)).collect();
        let fits = |came: &[usize], of: &[usize]| came.iter().zip(of).all(|(came, of)| came <= of);
        // The rows of each arm since each place where the block may have begun.
        let mut open = vec![vec![0; kinds]];
        let mut followed = Followed::default();
        for (row, &arm) in arms.iter().enumerate() {
            let mut can_be = vec![false; kinds];
            for came in &open {
                for size in all.iter().filter(|size| fits(came, size)) {
                    for (can_be, (came, of)) in can_be.iter_mut().zip(came.iter().zip(size)) {
                        *can_be |= came < of;
                    }
                }
            }
            if !can_be[usize::from(arm)] {
                followed.impossible = Some(row);
                break;
            }
            followed.certain += usize::from(can_be.iter().filter(|it| **it).count() == 1);
            open.iter_mut().for_each(|came| came[usize::from(arm)] += 1);
            let ends = open.iter().any(|came| all.contains(came));
            open.retain(|came| all.iter().any(|size| fits(came, size) && came != size));
            if ends {
                open.push(vec![0; kinds]);
            }
        }
        followed
    }

    /// The logarithms of the probabilities that a list of this design begins with the first of these rows, with the first two, and so on. The
    /// rows must be possible. If a probability underflows, its value is the one of the last beginning that did not: an upper bound.
    #[must_use]
    pub fn ln_beginnings(self, arms: &[u8]) -> Vec<f64> {
        let weights: f64 = self.sizes().map(|(_, weight)| f64::from(weight)).sum();
        // The blocks that may be open, each with the rows of each arm that are left and its share of the probability.
        let begin = |share: f64| {
            self.sizes().map(move |(size, weight)| {
                (self.counts(size), size, share * f64::from(weight) / weights)
            })
        };
        let mut open: Vec<(Vec<usize>, usize, f64)> = begin(1.0).collect();
        let (mut ln_chances, mut ln_all) = (Vec::new(), 0.0);
        for &arm in arms {
            for (left, rows, share) in &mut open {
                let of_arm = &mut left[usize::from(arm)];
                *share *= *of_arm as f64 / *rows as f64;
                *of_arm = of_arm.saturating_sub(1);
                *rows -= 1;
            }
            // Shares of what is left, lest they vanish in long lists.
            let all: f64 = open.iter().map(|(.., share)| share).sum();
            if all <= 0.0 {
                break;
            }
            ln_all += all.ln();
            ln_chances.push(ln_all);
            open.retain(|(.., share)| *share > 0.0);
            open.iter_mut().for_each(|(.., share)| *share /= all);
            let ended: f64 = open.iter().filter(|it| it.1 == 0).map(|(.., share)| share).sum();
            open.retain(|(_, rows, _)| *rows > 0);
            if ended > 0.0 {
                open.extend(begin(ended));
            }
        }
        ln_chances.resize(arms.len(), ln_all);
        ln_chances
    }

    /// The sizes, as sentences have them: `4`, or `2, 4, 6`; with weights where these differ.
    #[must_use]
    pub fn sizes_in_words(self) -> String {
        let first = self.sizes[0].1;
        let are_alike = self.sizes().all(|(_, weight)| weight == u32::from(first));
        let word = |(size, weight): (usize, u32)| match are_alike {
            true => size.to_string(),
            false => format!("{size}:{weight}"),
        };
        self.sizes().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// The logarithm of the number of arrangements of `counts[i]` rows of each arm i.
#[must_use]
pub fn ln_arrangements(counts: &[usize]) -> f64 {
    let taken = counts.iter().flat_map(|&count| 1..=count);
    (1..).zip(taken).map(|(rows, taken)| (f64::from(rows) / taken as f64).ln()).sum()
}

/// The numbers of rows after which each arm has come in its ratio: 0, and then each place where a block of any size may end.
#[must_use]
pub fn balances(ratio: &[u32], arms: &[u8]) -> Vec<usize> {
    let all = ratio.iter().sum::<u32>() as usize;
    let (mut counts, mut found) = (vec![0_u32; ratio.len()], vec![0]);
    for (copies, part) in (1..).zip(arms.chunks_exact(all)) {
        part.iter().for_each(|&arm| counts[usize::from(arm)] += 1);
        if counts.iter().zip(ratio).all(|(&count, &of)| count == copies * of) {
            found.push(copies as usize * all);
        }
    }
    found
}

/// `blocks of 4 (A=1,B=1)`.
impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks of {} ({})", self.sizes_in_words(), self.arms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_wrong_ones_are_refused() {
        let arms = Pack::parse("A=2,B=1").unwrap();
        let read = |text| Blocks::parse(text, arms);
        let blocks = read("6:2, 3:1").unwrap();
        assert_eq!((blocks.sizes().collect::<Vec<_>>()), [(3, 1), (6, 2)]);
        assert_eq!(blocks.counts(6), [4, 2]);
        assert_eq!(read("3,6").unwrap().to_string(), "blocks of 3, 6 (A=2,B=1)");
        let refusal = |text| read(text).unwrap_err().to_string();
        assert!(refusal("3;6").starts_with("\"3;6\" is not a block size; write 4"));
        assert!(refusal("3:0").contains("not a block size"));
        assert!(refusal("4").contains("the arms A=2,B=1: its size must be a multiple of 3"));
        assert!(refusal("3,6,3").contains("3 is given twice"));
        assert!(refusal("1002").contains("up to 1000"));
        assert!(refusal("3,6,9,12,15,18,21,24,27").contains("at most 8"));
    }

    /// True if the design can make a list that begins like this, by trying all cuts.
    fn can_begin(blocks: Blocks, list: &[u8]) -> bool {
        let came = |rows: &[u8]| {
            let of_arm = |arm| rows.iter().filter(|it| usize::from(**it) == arm).count();
            (0..blocks.arms().kinds()).map(of_arm).collect::<Vec<_>>()
        };
        list.is_empty()
            || blocks.sizes().any(|(size, _)| {
                let (here, rest) = list.split_at(size.min(list.len()));
                let fits = came(here).iter().zip(blocks.counts(size)).all(|(came, of)| *came <= of);
                fits && can_begin(blocks, rest)
            })
    }

    #[test]
    fn all_short_lists_are_followed_along_all_their_cuts() {
        for (sizes, arms, rows) in [
            ("4", "A=1,B=1", 9),
            ("2,4,6", "A=1,B=1", 9),
            ("3,6", "A=2,B=1", 9),
            ("3", "A=1,B=1,C=1", 7),
        ] {
            let blocks = Blocks::parse(sizes, Pack::parse(arms).unwrap()).unwrap();
            let kinds = blocks.arms().kinds();
            for number in 0..kinds.pow(rows) {
                let arm = |row| (number / kinds.pow(row) % kinds) as u8;
                let list: Vec<u8> = (0..rows).map(arm).collect();
                let all = 0..list.len();
                let impossible = all.clone().find(|&row| !can_begin(blocks, &list[..=row]));
                let next = |row: usize| {
                    let with = |arm| can_begin(blocks, &[&list[..row], &[arm]].concat());
                    (0..kinds as u8).filter(|&arm| with(arm)).count()
                };
                let possible = ..impossible.unwrap_or(list.len());
                let certain = all.take(possible.end).filter(|&row| next(row) == 1).count();
                assert_eq!(blocks.follow(&list), Followed { certain, impossible }, "{list:?}");
            }
        }
    }

    /// The probability that a list begins with these rows, as the sum over all blocks that may be the first.
    fn chance(blocks: Blocks, list: &[u8]) -> f64 {
        let weights: u32 = blocks.sizes().map(|(_, weight)| weight).sum();
        let with = |(size, weight): (usize, u32)| {
            let (here, rest) = list.split_at(size.min(list.len()));
            let mut left = blocks.counts(size);
            let mut share = f64::from(weight) / f64::from(weights);
            for (rows, &arm) in (1..=size).rev().zip(here) {
                share *= left[usize::from(arm)] as f64 / rows as f64;
                left[usize::from(arm)] = left[usize::from(arm)].saturating_sub(1);
            }
            share * if rest.is_empty() { 1.0 } else { chance(blocks, rest) }
        };
        blocks.sizes().map(with).sum()
    }

    #[test]
    fn the_chance_of_a_beginning_is_that_of_all_its_cuts() {
        for (sizes, arms, rows) in [("2:3,4,6", "A=1,B=1", 9), ("3,6", "A=2,B=1", 8)] {
            let blocks = Blocks::parse(sizes, Pack::parse(arms).unwrap()).unwrap();
            let mut all = 0.0;
            for number in 0..1_u32 << rows {
                let list: Vec<u8> = (0..rows).map(|row| (number >> row & 1) as u8).collect();
                if blocks.follow(&list).impossible.is_some() {
                    continue;
                }
                for (row, ln_chance) in blocks.ln_beginnings(&list).iter().enumerate() {
                    let expected = chance(blocks, &list[..=row]);
                    assert!((ln_chance.exp() - expected).abs() < 1e-12, "{list:?} {row}");
                }
                all += blocks.ln_beginnings(&list)[rows - 1].exp();
            }
            assert!((all - 1.0).abs() < 1e-12, "{sizes}: {all}");
        }
        let long = Blocks::parse("2", Pack::parse("A=1,B=1").unwrap()).unwrap();
        let ln_chance = long.ln_beginnings(&[0, 1].repeat(5_000))[9_999];
        assert!((ln_chance + 5_000.0 * 2_f64.ln()).abs() < 1e-6, "{ln_chance}");
        let rare = Blocks::parse("2:1,1000:65535", Pack::parse("A=1,B=1").unwrap()).unwrap();
        let list = [[0, 1].repeat(100), vec![0; 490]].concat();
        assert_eq!(rare.follow(&list).impossible, None);
        assert!(rare.ln_beginnings(&list).iter().all(|ln| ln.is_finite()));
    }
}
