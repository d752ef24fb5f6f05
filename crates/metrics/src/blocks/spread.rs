//! The places of an arm within blocks that have too many arrangements to list.
//!
//! A block shows each event or does not, with a chance that is the share of the arrangements that show it, so the number of blocks that do
//! is binomial.

use super::stratum::{came, listed};
use crate::{
    draws::{
        hypergeometric,
        kind_numbers::{law_of_runs, runs},
    },
    free_outcomes::ln_choose,
    memo::Memo,
    place::Place,
};
use shuffle_deck::{Blocks, blocks::ln_arrangements};
use std::sync::Arc;

/// An event of whole blocks: the blocks that show it, its chance, and its words.
pub(super) struct BlockEvent {
    pub(super) hits: Vec<bool>,
    pub(super) chance: f64,
    pub(super) place: Place,
}

/// Above this chance an event is certain, up to rounding.
const NEARLY_CERTAIN: f64 = 1.0 - 1e-9;

/// The law of runs of larger blocks would take too long.
const LARGEST_OF_RUNS: usize = 256;

/// Distances that no two rows of an arm keep, and lengths of stretches at the ends, double.
fn doublings(most: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |it| Some(2 * it)).take_while(move |it| *it <= most)
}

pub(super) fn events(arms: Blocks, size: usize, blocks: &[&[u8]]) -> Vec<BlockEvent> {
    let counts = arms.counts(size);
    // With two arms, one is where the other is not.
    let rarest = (0..counts.len()).min_by_key(|&arm| counts[arm]);
    let is_named = |arm: &usize| counts.len() > 2 || Some(*arm) == rarest;
    let mut all: Vec<BlockEvent> = (0..counts.len())
        .filter(is_named)
        .filter(|&arm| counts[arm] > 0)
        .flat_map(|arm| {
            let rows_of = |block: &&[u8]| -> Vec<usize> {
                (0..size).filter(|&row| usize::from(block[row]) == arm).collect()
            };
            let rows: Vec<Vec<usize>> = blocks.iter().map(rows_of).collect();
            OfArm { arm, count: counts[arm], size, rows }.events()
        })
        .collect();
    all.extend(of_smaller_blocks(arms, size, blocks));
    all.extend(of_runs(arms, size, blocks));
    all.retain(|it| it.chance > 0.0 && it.chance < NEARLY_CERTAIN);
    all
}

/// The rows of an arm in each block.
struct OfArm {
    arm: usize,
    count: usize,
    size: usize,
    rows: Vec<Vec<usize>>,
}

impl OfArm {
    fn event(&self, hit: impl Fn(&[usize]) -> bool, chance: f64, place: Place) -> BlockEvent {
        BlockEvent { hits: self.rows.iter().map(|rows| hit(rows)).collect(), chance, place }
    }

    fn events(&self) -> Vec<BlockEvent> {
        [self.at_the_ends(), self.in_parts(), self.apart()].into_iter().flatten().collect()
    }

    /// None, all, more or fewer than its share in the first rows, the last, or both.
    fn at_the_ends(&self) -> Vec<BlockEvent> {
        let (size, count) = (self.size, self.count);
        let lengths = doublings(size / 2).chain((!size.is_power_of_two()).then_some(size / 2));
        let ends = lengths.flat_map(|rows| [(rows, 0), (0, rows), (rows, rows)]);
        let of = |(first, last): (usize, usize)| {
            let length = first + last;
            let law = hypergeometric(size, count, length);
            let inside = move |rows: &[usize]| {
                rows.iter().filter(|row| **row < first || **row >= size - last).count()
            };
            let share = |many: usize| (many * size).cmp(&(count * length));
            let chance = |is: &dyn Fn(usize) -> bool| -> f64 {
                law.iter().enumerate().filter(|(many, _)| is(*many)).map(|(_, p)| p).sum()
            };
            let place = |what: &'static str| {
                let place = Place::from("a block with ").text(what).card(self.arm).text(" in its ");
                match (first, last) {
                    (_, 0) => place.text("first ").number(first),
                    (0, _) => place.text("last ").number(last),
                    _ => place.text("first or last ").number(first),
                }
                .text(" rows")
            };
            let kinds: [(&'static str, &dyn Fn(usize) -> bool); 4] = [
                ("no ", &|many| many == 0),
                ("every ", &|many| many == count),
                ("more than its share of ", &|many| share(many).is_gt()),
                ("less than its share of ", &|many| share(many).is_lt()),
            ];
            kinds.map(|(what, is)| self.event(|rows| is(inside(rows)), chance(is), place(what)))
        };
        ends.filter(|(first, last)| first + last < size).flat_map(of).collect()
    }

    /// Its share, up to one row, in each of equal parts of the block.
    fn in_parts(&self) -> Vec<BlockEvent> {
        let (size, count) = (self.size, self.count);
        let of = |parts: usize| {
            let (width, least, more) = (size / parts, count / parts, count % parts);
            let ways = |many: usize, times: usize| ln_choose(width, many) * times as f64;
            let ln_ways =
                ways(least, parts - more) + ways(least + 1, more) + ln_choose(parts, more);
            let is_even = move |rows: &[usize]| {
                let mut counts = vec![0; parts];
                rows.iter().for_each(|row| counts[row / width] += 1);
                counts.iter().all(|it| (least..=least + usize::from(more > 0)).contains(it))
            };
            let place =
                Place::from("a block with ").card(self.arm).text(" spread evenly over its ");
            let place = place.number(parts).text(" parts of ").number(width).text(" rows");
            self.event(is_even, (ln_ways - ln_choose(size, count)).exp(), place)
        };
        let divisors = (2..=size / 2).filter(|parts| size.is_multiple_of(*parts));
        divisors.map(of).collect()
    }

    /// No two of its rows nearer than a distance.
    fn apart(&self) -> Vec<BlockEvent> {
        let (size, count) = (self.size, self.count);
        let of = |between: usize| {
            let places = size.checked_sub((count - 1) * between).filter(|it| *it >= count)?;
            let chance = (ln_choose(places, count) - ln_choose(size, count)).exp();
            let place = Place::from("a block with no two rows of ").card(self.arm);
            let place = place.text(" within ").number(between).text(" of each other");
            let is_apart = move |rows: &[usize]| rows.windows(2).all(|it| it[1] - it[0] > between);
            Some(self.event(is_apart, chance, place))
        };
        let distances = if count > 1 { size } else { 0 };
        doublings(distances).map_while(of).collect()
    }
}

/// Blocks that are made of smaller ones with the same ratio, or of pairs of equal rows.
fn of_smaller_blocks(arms: Blocks, size: usize, blocks: &[&[u8]]) -> Vec<BlockEvent> {
    let counts = arms.counts(size);
    let (ln_all, ratio) = (ln_arrangements(&counts), arms.arms().cards());
    let smaller = |rows: usize| {
        let of_part = arms.counts(rows);
        let is_balanced =
            |part: &[u8]| (0..of_part.len()).all(|arm| came(part, arm) == of_part[arm]);
        let hits = blocks.iter().map(|block| block.chunks(rows).all(is_balanced)).collect();
        let ln_ways = ln_arrangements(&of_part) * (size / rows) as f64;
        let place = Place::from("a block with ").and(listed(&of_part)).text(" in each ");
        BlockEvent {
            hits,
            chance: (ln_ways - ln_all).exp(),
            place: place.number(rows).text(" rows"),
        }
    };
    let sizes = (ratio..size).step_by(ratio).filter(|rows| size.is_multiple_of(*rows));
    let mut all: Vec<BlockEvent> = sizes.map(smaller).collect();
    if counts.iter().all(|count| count.is_multiple_of(2)) {
        let halves: Vec<usize> = counts.iter().map(|count| count / 2).collect();
        let is_paired = |block: &&[u8]| block.chunks(2).all(|pair| pair[0] == pair[1]);
        all.push(BlockEvent {
            hits: blocks.iter().map(is_paired).collect(),
            chance: (ln_arrangements(&halves) - ln_all).exp(),
            place: "a block of pairs of equal rows".into(),
        });
    }
    all
}

/// More runs of equal arms than the middle of their law.
fn of_runs(arms: Blocks, size: usize, blocks: &[&[u8]]) -> Option<BlockEvent> {
    let counts: Vec<u32> = arms.counts(size).iter().map(|count| *count as u32).collect();
    // Each stratum asks for it again.
    static LAWS: Memo<Vec<u32>, Arc<[f64]>> = Memo::new();
    let law = (size <= LARGEST_OF_RUNS)
        .then(|| LAWS.get(counts.clone(), || law_of_runs(&counts).into()))?;
    let mut up_to = 0.0;
    let middle = law.iter().position(|p| {
        up_to += p;
        up_to >= 0.5
    })?;
    Some(BlockEvent {
        hits: blocks.iter().map(|block| runs(block) > middle).collect(),
        chance: 1.0 - up_to,
        place: Place::from("a block with more than ").number(middle).text(" runs of one arm"),
    })
}
