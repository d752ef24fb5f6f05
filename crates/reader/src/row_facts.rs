//! Facts of the rows of a file in their order, which say that the file may not be what it is taken for. None is a test.

use crate::runs::ln_sorted_word;
use num_integer::Integer;
use shuffle_deck::{
    Blocks, Card, DrawKind, Shape,
    blocks::{balances, ln_arrangements},
};
use std::f64::consts::LN_2;

/// Rows whose order is examined.
const MOST_ROWS: usize = 1 << 20;

/// Fewer rows have no order to speak of.
const FEWEST_ROWS: usize = 10;

/// Hands are sorted so often with this probability at most.
const SORTED_HANDS: f64 = 1e-9;

/// Balls that are late come so late with this probability at most, whichever they are, so that sound draws are not remarked upon.
const LATE: f64 = 1e-9;

/// Packs are in balance so often with this probability at most.
const IN_BALANCE: f64 = 1e-6;

/// Packs of more cards are not examined.
const MOST_OF_A_PACK: usize = 4_096;

/// Draws of more symbols are not lists of assignments.
const MOST_ARMS: usize = 8;

/// Blocks of more rows are not looked for.
const MOST_OF_A_BLOCK: usize = 24;

/// Facts about the rows of draws.
#[derive(Clone, Debug)]
pub struct RowFacts {
    shape: Shape,
    /// The hash of each row.
    rows: Vec<u64>,
    last: Vec<u32>,
    /// True if no row is after the next one.
    ascend: bool,
    /// True if no row is before the next one.
    descend: bool,
    /// True if each row is sorted by itself: upwards, downwards.
    inside: [bool; 2],
    /// The logarithm of the probability that shuffled rows of the same cards are.
    ln_inside: f64,
    /// The first and the last number of the first column, if each is the one before plus 1.
    numbered: Option<(u32, u32)>,
    /// The row in which each ball came first.
    first: Vec<Option<usize>>,
    /// The arms of a list, stratum by stratum, or the cards of the last row of a pack.
    lists: Vec<Vec<u8>>,
}

/// A fact of all rows; rows and balls are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFact {
    /// Each row is one number, the one before plus 1, and the first is this one.
    Numbered {
        /// The number.
        from: u32,
    },
    /// The same is true of the first cells of rows of several.
    NumberedFirst,
    /// All symbols stand in one row, and were taken for one draw.
    OneRow {
        /// The symbols.
        cells: usize,
    },
    /// Each row is at or after the one before, or each at or before it.
    Sorted {
        /// True if they ascend.
        ascend: bool,
    },
    /// From this row on, all rows are those from the first on again.
    Again {
        /// The row.
        from: usize,
    },
    /// The balls from this one on first come in this row.
    Late {
        /// The ball.
        ball: usize,
        /// The row.
        row: usize,
    },
    /// The arm of this many rows of a list was certain.
    Certain {
        /// The rows.
        rows: usize,
        /// All rows.
        of: usize,
    },
    /// The design cannot make the list, or one of its strata.
    Impossible {
        /// True if it has strata.
        has_strata: bool,
    },
    /// The kinds of a deck are in balance as often as in a list of blocks of these sizes, and as by chance they are not.
    Balanced {
        /// The sizes.
        sizes: Vec<usize>,
        /// The ratio of the kinds.
        ratio: Vec<u32>,
    },
}

impl RowFacts {
    /// No row yet; `None` if nothing is said of rows of this shape.
    pub fn of(shape: Shape) -> Option<Self> {
        let is_drawn = match shape.kind() {
            DrawKind::Unordered | DrawKind::Replacement => true,
            DrawKind::Pack => shape.cards() <= MOST_OF_A_PACK && shape.values() < 256,
            DrawKind::Blocks => shape.values() < 256,
            _ => false,
        };
        is_drawn.then(|| Self {
            shape,
            lists: Vec::new(),
            rows: Vec::new(),
            last: Vec::new(),
            ascend: true,
            descend: true,
            inside: [true; 2],
            ln_inside: 0.0,
            numbered: None,
            first: vec![None; if shape.is_large_range() { 0 } else { shape.cards() }],
        })
    }

    /// Adds rows.
    pub fn add<C: Card>(&mut self, rows: &[C]) {
        let unordered = self.shape.kind() == DrawKind::Unordered;
        for row in rows.chunks_exact(self.shape.width()) {
            if self.rows.len() == MOST_ROWS {
                return;
            }
            if self.shape.pack().is_some() && !self.shape.is_whole() {
                let kinds: Vec<usize> =
                    row[..self.shape.dealt()].iter().map(|card| card.index()).collect();
                let is_sorted = kinds.is_sorted() || kinds.is_sorted_by(|a, b| a >= b);
                self.inside = self.inside.map(|all| all && is_sorted);
                let alike: Vec<usize> = kinds.chunk_by(|a, b| a == b).map(<[usize]>::len).collect();
                self.ln_inside += LN_2 - ln_arrangements(&alike);
                self.rows.push(0);
                continue;
            }
            if self.shape.pack().is_some() || self.shape.blocks().is_some() {
                self.add_to_lists(row);
                self.rows.push(0);
                continue;
            }
            if may_be_assignments(self.shape) && self.rows.len() < MOST_OF_A_PACK {
                self.add_to_lists(row);
            }
            let mut row: Vec<u32> =
                row[..self.shape.dealt()].iter().map(|card| card.index() as u32).collect();
            let begin = row[0];
            self.numbered = match self.numbered {
                _ if self.rows.is_empty() => Some((begin, begin)),
                of => of.filter(|it| it.1 + 1 == begin).map(|it| (it.0, begin)),
            };
            self.inside[0] &= row.is_sorted();
            self.inside[1] &= row.is_sorted_by(|a, b| a >= b);
            if unordered {
                row.sort_unstable();
            } else {
                self.ln_inside += ln_sorted_word(self.shape.cards(), row.len());
            }
            for &ball in &row {
                if let Some(first) = self.first.get_mut(ball as usize) {
                    first.get_or_insert(self.rows.len());
                }
            }
            if !self.rows.is_empty() {
                self.ascend &= self.last <= row;
                self.descend &= self.last >= row;
            }
            // FNV-1a over the numbers.
            let hash =
                |hash: u64, &ball: &u32| (hash ^ u64::from(ball)).wrapping_mul(0x100_0000_01b3);
            self.rows.push(row.iter().fold(0xcbf2_9ce4_8422_2325, hash));
            self.last = row;
        }
    }

    fn add_to_lists<C: Card>(&mut self, row: &[C]) {
        let dealt = self.shape.dealt();
        let level = row.get(dealt).map_or(0, |level| level.index());
        if self.lists.len() <= level {
            self.lists.resize(level + 1, Vec::new());
        }
        let list = &mut self.lists[level];
        if self.shape.pack().is_some() {
            list.clear();
        }
        list.extend(row[..dealt].iter().map(|card| card.index() as u8));
    }

    /// The facts that hold of all rows.
    pub fn found(&self) -> Vec<RowFact> {
        let mut found = Vec::new();
        if let Some(blocks) = self.shape.blocks() {
            return self.certain(blocks).into_iter().collect();
        }
        if let Some(pack) = self.shape.pack() {
            let only = self.lists.first().filter(|_| self.rows.len() == 1);
            let of = |cards: &Vec<u8>| balanced(pack.counts(), cards);
            return only.and_then(of).into_iter().collect();
        }
        found.extend(self.balanced_draws());
        found.extend(self.one_row());
        if self.rows.len() < FEWEST_ROWS || self.rows.len() == MOST_ROWS {
            return found;
        }
        let are_equal = self.ascend && self.descend;
        if let Some((from, _)) = self.numbered {
            let is_lone = self.shape.dealt() == 1;
            return vec![if is_lone { RowFact::Numbered { from } } else { RowFact::NumberedFirst }];
        }
        if self.are_sorted() {
            // When a ball came first, or again, says nothing then.
            found.push(RowFact::Sorted { ascend: self.ascend });
            return found;
        }
        if !are_equal && let Some(from) = self.again() {
            found.push(RowFact::Again { from });
        }
        found.extend(self.late());
        found
    }

    /// True if rows of draws are sorted, and are more than chance sorts.
    pub fn are_sorted(&self) -> bool {
        let are_many = (FEWEST_ROWS..MOST_ROWS).contains(&self.rows.len());
        are_many && self.shape.pack().is_none() && self.ascend != self.descend
    }

    /// True if the cards of each row are sorted, as by chance they hardly ever are, though their order counts.
    pub fn are_sorted_hands(&self) -> bool {
        self.inside.contains(&true) && LN_2 + self.ln_inside < SORTED_HANDS.ln()
    }

    /// That all draws of one symbol may stand in one row.
    fn one_row(&self) -> Option<RowFact> {
        const MANY: usize = 8;
        let cells = self.shape.dealt();
        let are_many = self.shape.is_with_replacement() && cells >= MANY;
        (are_many && self.rows.len() == 1).then_some(RowFact::OneRow { cells })
    }

    /// The rows whose arm was certain for a reader of all rows before it, or that the design cannot make the list.
    fn certain(&self, blocks: Blocks) -> Option<RowFact> {
        let mut rows = 0;
        for list in &self.lists {
            let followed = blocks.follow(list);
            rows += followed.certain;
            if followed.impossible.is_some() {
                return Some(RowFact::Impossible { has_strata: self.shape.is_by_level() });
            }
        }
        let of = self.rows.len();
        (of > 0 && of < MOST_ROWS).then_some(RowFact::Certain { rows, of })
    }

    /// That draws are a list of permuted blocks, in the ratio in which they came, or up to the last row after which all came equally often.
    fn balanced_draws(&self) -> Option<RowFact> {
        let list = self.lists.first().filter(|_| may_be_assignments(self.shape))?;
        let counts_of = |rows: &[u8]| {
            let mut counts = vec![0_u32; self.shape.cards()];
            rows.iter().for_each(|&arm| counts[usize::from(arm)] += 1);
            counts
        };
        let of = |rows: &[u8]| {
            let counts = counts_of(rows);
            if counts.contains(&0) { None } else { balanced(&counts, rows) }
        };
        let is_even = |&rows: &usize| counts_of(&list[..rows]).windows(2).all(|it| it[0] == it[1]);
        let fewest = list.len().saturating_sub(MOST_OF_A_BLOCK);
        of(list).or_else(|| of(&list[..(fewest..=list.len()).rev().find(is_even)?]))
    }

    /// The row from which on all rows repeat, if at least half of them do.
    fn again(&self) -> Option<usize> {
        // The longest end of the rows that is also their beginning (Knuth, Morris and Pratt).
        let mut ends = vec![0; self.rows.len()];
        let mut length = 0;
        for row in 1..self.rows.len() {
            while length > 0 && self.rows[row] != self.rows[length] {
                length = ends[length - 1];
            }
            length += usize::from(self.rows[row] == self.rows[length]);
            ends[row] = length;
        }
        let from = self.rows.len() - length;
        // A few rows that repeat say little.
        (2 * from <= self.rows.len() && from > 1).then_some(from)
    }

    /// The highest balls that come only from some row on.
    fn late(&self) -> Option<RowFact> {
        let (n, k) = (self.first.len(), self.shape.dealt());
        let (mut latest, mut row) = (None, usize::MAX);
        let mut ln_least = LATE.ln();
        for ball in (n / 2..n).rev() {
            row = row.min(self.first[ball].unwrap_or(usize::MAX));
            if row == usize::MAX {
                continue;
            }
            // None of the draws before had one of them.
            let (above, all) = ((n - ball) as f64, n as f64);
            let ln_none: f64 = match self.shape.kind() {
                DrawKind::Unordered => {
                    (0..k).map(|drawn| (1.0 - above / (all - drawn as f64)).max(0.0).ln()).sum()
                }
                _ => k as f64 * (1.0 - above / all).ln(),
            };
            let ln_chance = ln_none * row as f64 + all.ln();
            if ln_chance < ln_least {
                (latest, ln_least) = (Some(RowFact::Late { ball, row }), ln_chance);
            }
        }
        latest
    }
}

/// True of draws of one of a few, which may be a list of assignments.
pub(crate) fn may_be_assignments(shape: Shape) -> bool {
    shape.is_with_replacement() && shape.dealt() == 1 && shape.cards() <= MOST_ARMS
}

/// The multiples of one size are in balance by chance with this probability at most.
const ONE_SIZE: f64 = 1e-4;

/// The kinds of a deck are never long out of balance, as in a list of permuted blocks, although by chance they would
/// be.
fn balanced(of_kind: &[u32], cards: &[u8]) -> Option<RowFact> {
    let copies = of_kind.iter().fold(0, |all, count| count.gcd(&all));
    let ratio: Vec<u32> = of_kind.iter().map(|count| count / copies).collect();
    let all = ratio.iter().sum::<u32>() as usize;
    let even: Vec<usize> = balances(&ratio, cards).iter().map(|rows| rows / all).collect();
    let most = even.windows(2).map(|it| it[1] - it[0]).max()?;
    if most * all > MOST_OF_A_BLOCK || ln_chance(&ratio, most, copies as usize) > IN_BALANCE.ln() {
        return None;
    }
    let is_every = |step: &usize| (0..=copies as usize).step_by(*step).all(|it| even.contains(&it));
    // In a list of small blocks the multiples of some large size are in balance by chance.
    let ln_share = (even.len() as f64 / (copies + 1) as f64).ln();
    let is_clear = |step: &usize| (copies as usize / step) as f64 * ln_share < ONE_SIZE.ln();
    let of_one_size = |step: &usize| is_every(step) && (*step == most || is_clear(step));
    let sizes = match (most..=MOST_OF_A_BLOCK / all).find(of_one_size) {
        Some(step) => vec![step * all],
        None => (1..=most).map(|step| step * all).collect(),
    };
    Some(RowFact::Balanced { sizes, ratio })
}

/// The logarithm of the probability that a shuffled pack of `copies` copies of a ratio is never out of balance for
/// more than `most` copies. A deck splits in exactly one way into parts between one balance and the next; the sum is
/// over these.
fn ln_chance(ratio: &[u32], most: usize, copies: usize) -> f64 {
    let of = |copies: usize| {
        ln_arrangements(&ratio.iter().map(|&it| it as usize * copies).collect::<Vec<_>>())
    };
    // Arrangements that are in balance at their end only.
    let mut parts = vec![0.0; most + 1];
    for part in 1..=most {
        let sooner: f64 = (1..part).map(|it| parts[it] * of(part - it).exp()).sum();
        parts[part] = of(part).exp() - sooner;
    }
    let ln_all: Vec<f64> = (0..=copies).map(of).collect();
    let mut chances = vec![1.0];
    for end in 1..=copies {
        let by = |part: usize| {
            let rest = end - part;
            parts[part] * (ln_all[rest] - ln_all[end]).exp() * chances[rest]
        };
        chances.push((1..=most.min(end)).map(by).sum());
    }
    chances[copies].max(f64::MIN_POSITIVE).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use shuffle_deck::Pack;

    fn of(shape: Shape, rows: &[Vec<u32>]) -> Vec<RowFact> {
        let mut facts = RowFacts::of(shape).unwrap();
        rows.iter().for_each(|row| facts.add(row));
        facts.found()
    }

    fn draws(n: u32, k: usize, rows: usize, dice: &mut Pcg64) -> Vec<Vec<u32>> {
        let draw = |dice: &mut Pcg64| {
            let mut balls: Vec<u32> = (0..n).collect();
            (0..k).for_each(|place| balls.swap(place, dice.random_range(place..n as usize)));
            balls.truncate(k);
            balls
        };
        (0..rows).map(|_| draw(dice)).collect()
    }

    /// 200 files of sound draws, seed 33: nothing is remarked of any, where a remark by chance has a probability below 1e-6 in all.
    #[test]
    fn sound_draws_are_not_remarked_upon() {
        let mut dice = Pcg64::seed_from_u64(33);
        for file in 0..200 {
            let (n, k) = [(49, 6), (37, 6), (10, 3)][file % 3];
            let rows = draws(n, k, 10 + file, &mut dice);
            assert_eq!(of(Shape::unordered(n as usize, k, None).unwrap(), &rows), []);
            assert_eq!(of(Shape::replacement(n as usize, k), &rows), []);
        }
    }

    #[test]
    fn what_is_planted_is_seen() {
        let mut dice = Pcg64::seed_from_u64(1);
        let shape = Shape::unordered(59, 6, None).unwrap();
        let mut rows = draws(49, 6, 200, &mut dice);
        rows.extend(draws(59, 6, 200, &mut dice));
        let late = of(shape, &rows);
        let [RowFact::Late { ball: 49, row: 200..205 }] = late[..] else { panic!("{late:?}") };
        // Symbols that never come are another matter.
        assert_eq!(of(shape, &rows[..200]), []);
        let mut again = draws(59, 6, 60, &mut dice);
        again.extend(again[..60].to_vec());
        assert_eq!(of(shape, &again), [RowFact::Again { from: 60 }]);
        let mut sorted = again;
        sorted.iter_mut().for_each(|row| row.sort_unstable());
        sorted.sort_unstable();
        assert_eq!(of(shape, &sorted), [RowFact::Sorted { ascend: true }]);
        sorted.reverse();
        assert_eq!(of(shape, &sorted), [RowFact::Sorted { ascend: false }]);
        assert_eq!(of(shape, &vec![vec![0, 1, 2, 3, 4, 5]; 20]), []);
        let numbers: Vec<Vec<u32>> = (3..20).map(|number| vec![number]).collect();
        assert_eq!(of(Shape::replacement(25, 1), &numbers), [RowFact::Numbered { from: 3 }]);
        let counted: Vec<Vec<u32>> = (0..20).map(|row| vec![row, 7 * row % 9]).collect();
        assert_eq!(of(Shape::replacement(25, 2), &counted), [RowFact::NumberedFirst]);
        let dice: Vec<Vec<u32>> = (0..60).map(|at| vec![at % 3, 2 + at % 4]).collect();
        let mut facts = RowFacts::of(Shape::replacement(6, 2)).unwrap();
        dice.iter().for_each(|row| facts.add(row));
        assert!(facts.are_sorted_hands());
        assert_eq!(of(Shape::replacement(2, 9), &[vec![1; 9]]), [RowFact::OneRow { cells: 9 }]);
        assert_eq!(of(Shape::replacement(2, 9), &[vec![1; 9], vec![0; 9]]), []);
    }

    /// A list of blocks of 4 is remarked upon, and one of mixed sizes; of 300 shuffled packs, seed 4, none is, where a remark by chance has a
    /// probability below 3e-4 in all.
    #[test]
    fn packs_that_are_always_in_balance_are_seen() {
        let pack = |copies| Pack::of(&[("a", 2 * copies), ("b", copies)]).unwrap();
        let of_pack = |copies, cards: &[u32]| {
            let shape = Shape::of_pack(pack(copies), None).unwrap();
            of(shape, &[cards.to_vec()])
        };
        let mut dice = Pcg64::seed_from_u64(4);
        let mut list = |sizes: &[usize]| {
            let mut cards: Vec<u32> = Vec::new();
            for &size in sizes.iter().cycle().take(40) {
                let mut block: Vec<u32> =
                    (0..size as u32).map(|row| u32::from(row % 3 == 0)).collect();
                (1..size).for_each(|at| block.swap(at, dice.random_range(0..=at)));
                cards.extend(block);
            }
            cards
        };
        let balanced =
            |sizes: &[usize]| vec![RowFact::Balanced { sizes: sizes.to_vec(), ratio: vec![2, 1] }];
        assert_eq!(of_pack(80, &list(&[6])), balanced(&[6]));
        // Blocks of 6 whose halves are not in balance.
        let (three, six): (&[u32], &[u32]) = (&[0, 0, 1], &[0, 0, 0, 0, 1, 1]);
        let mixed = [six, three, six, six, three, three].concat().repeat(7);
        assert_eq!(of_pack(63, &mixed), balanced(&[3, 6]));
        // Of small blocks of two sizes the multiples of a larger one are often in balance by chance.
        assert_eq!(of_pack(60, &list(&[3, 6])), balanced(&[3, 6]));
        // As draws, cut short, too.
        let drawn: Vec<Vec<u32>> = list(&[6])[..235].iter().map(|&arm| vec![arm]).collect();
        assert!(of(Shape::replacement(2, 1), &drawn).is_empty(), "its ratio is not known");
        let even: Vec<Vec<u32>> = (0..63).map(|row| vec![(row + row / 2) % 2]).collect();
        let facts = of(Shape::replacement(2, 1), &even);
        assert_eq!(facts[0], RowFact::Balanced { sizes: vec![2], ratio: vec![1, 1] });
        let mut cards = list(&[6]);
        for _ in 0..300 {
            (1..cards.len()).for_each(|at| cards.swap(at, dice.random_range(0..=at)));
            assert_eq!(of_pack(80, &cards), []);
        }
    }

    /// Fair hands are not taken for sorted ones, even if nearly all cards are of one kind; 40 sorted ones are known, in either direction. Seed 2.
    #[test]
    fn sorted_hands_are_known() {
        let mut dice = Pcg64::seed_from_u64(2);
        for (lands, are_known) in [(24, true), (1, false)] {
            let pack = Pack::of(&[("land", lands), ("spell", 60 - lands)]).unwrap();
            let shape = Shape::of_pack(pack, Some(7)).unwrap();
            let sorted = |hands: &[Vec<u32>]| {
                let mut facts = RowFacts::of(shape).unwrap();
                hands.iter().for_each(|hand| facts.add(hand));
                assert_eq!(facts.found(), []);
                facts.are_sorted_hands()
            };
            let kind = |card: &u32| u32::from(u64::from(*card) >= lands);
            let hands = draws(60, 7, 40, &mut dice);
            let mut hands: Vec<Vec<u32>> =
                hands.iter().map(|hand| hand.iter().map(kind).collect()).collect();
            assert!(!sorted(&hands));
            hands.iter_mut().for_each(|hand| hand.sort_unstable());
            assert_eq!(sorted(&hands), are_known);
            hands.iter_mut().for_each(|hand| hand.reverse());
            assert_eq!(sorted(&hands), are_known);
        }
    }

    /// All arrangements of four copies of a ratio, one by one.
    #[test]
    fn the_chance_of_balance_is_that_of_all_arrangements() {
        for (most, sound) in [(1, 16.0), (2, 44.0), (3, 60.0), (4, 70.0)] {
            assert!((ln_chance(&[1, 1], most, 4).exp() * 70.0 - sound).abs() < 1e-9, "{most}");
        }
    }

    #[test]
    fn certain_rows_of_a_list_are_counted() {
        let certain = |sizes, list: &str| {
            let blocks = Blocks::parse(sizes, Pack::parse("A=1,B=1").unwrap()).unwrap();
            let rows: Vec<Vec<u32>> = list.bytes().map(|arm| vec![u32::from(arm - b'A')]).collect();
            of(Shape::of_blocks(blocks), &rows)
        };
        // The last row of each block, and the last two of AABB.
        assert_eq!(certain("4", "ABBAAABB"), [RowFact::Certain { rows: 3, of: 8 }]);
        // After AAA the block is one of 6, and all that is left is B.
        assert_eq!(certain("2,6", "AAABBB"), [RowFact::Certain { rows: 3, of: 6 }]);
        assert_eq!(certain("4", "AAAB"), [RowFact::Impossible { has_strata: false }]);
    }
}
