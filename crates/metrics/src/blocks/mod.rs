//! Randomization lists of permuted blocks: is the list what its design says?
#![doc = include_str!("block-list.md")]

mod sampled;
mod spread;
mod stratum;

use crate::{
    Card, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Outcome},
    largest::{self, Cell},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::{Place, Word},
    summaries::SummarySize,
};
use shuffle_deck::{Blocks, DrawKind, blocks::ln_arrangements};
use stratum::{EXCHANGED, Stratum, came, listed, word_of};

pub(crate) const BLOCK_LIST: TestEntry = TestEntry {
    title: prose! { "a randomization list of permuted blocks against its design" },
    sees: prose! { "a list made another way: by coin tosses, or in blocks of other sizes; an arrangement that never comes, an arm too often at a place or first in a stratum, blocks that repeat, two strata with one list" },
    blind_to: prose! { "a generator whose lists look like the design's; with mixed sizes, anything after 2,000 rows that is not impossible" },
    explains: true,
    cost: Cost::of(0.0, 300.0),
    ..TestEntry::new("block-list", About::Design)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Trials,
    draws: &[DrawKind::Blocks],
    ..MetricEntry::new(&[BLOCK_LIST], |shape| Ok(Box::new(PermutedBlocks::new(shape)?)))
};

/// The most arrangements of a block that are counted one by one.
const MOST_ARRANGEMENTS: usize = 100;

/// The most arms at places that are counted.
const MOST_AT: usize = 256;

/// Each block is compared with blocks before it at up to this many distances.
const MOST_LAGS: usize = 256;

/// A lag is examined only if equal blocks in all its pairs would be rarer than this.
const LEVEL_OF_A_LAG: f64 = 1e-6;

/// The most distances for the relations other than equality.
const MOST_LAGS_OF_OTHERS: usize = 4;

/// The farthest strata that are compared with one test for all pairs of them.
const MOST_APART: usize = 4;

/// A relation between two blocks.
struct BlockRelation {
    /// The words before the other block: if that is in another stratum, and if it came earlier.
    of_strata: &'static str,
    of_lags: &'static str,
    end: &'static str,
    /// True if it is the other one read backwards.
    is_mirror: bool,
    /// True if it has the other one of two arms everywhere.
    is_exchanged: bool,
}

const RELATIONS: [BlockRelation; 3] = [
    BlockRelation {
        of_strata: " equal to the same one of ",
        of_lags: " equal to the one ",
        end: "",
        is_mirror: false,
        is_exchanged: false,
    },
    BlockRelation {
        of_strata: " that mirrors the one of ",
        of_lags: " that mirrors the one ",
        end: "",
        is_mirror: true,
        is_exchanged: false,
    },
    BlockRelation {
        of_strata: " equal to the same one of ",
        of_lags: " equal to the one ",
        end: EXCHANGED,
        is_mirror: false,
        is_exchanged: true,
    },
];

impl BlockRelation {
    fn is_equal(&self) -> bool {
        !self.is_mirror && !self.is_exchanged
    }

    fn holds(&self, block: &[u8], other: &[u8]) -> bool {
        let of = |arm: &u8| if self.is_exchanged { 1 - *arm } else { *arm };
        match self.is_mirror {
            true => block.iter().eq(other.iter().rev()),
            false => block.iter().copied().eq(other.iter().map(of)),
        }
    }
}

/// No chance is smaller, which makes p-values too large at most.
const SMALLEST_CHANCE: f64 = 1e-100;

/// Keeps the rows of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PermutedBlocks {
    shape: Shape,
    blocks: Blocks,
}

impl PermutedBlocks {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let Some(blocks) = shape.blocks() else {
            return Err(NotApplicable::new("needs lists of blocks"));
        };
        match blocks.arms().kinds() {
            2..=255 => Ok(Self { shape, blocks }),
            _ => Err(NotApplicable::new("needs lists of 2 to 255 arms")),
        }
    }

    fn strata(tally: &Tally) -> Vec<Stratum> {
        let mut all: Vec<Stratum> = Vec::new();
        for (row, words) in tally.summaries().iter() {
            let (arm, level) = (words[0] as u8, (words[0] >> 8) as usize);
            if all.len() <= level {
                all.resize_with(level + 1, Stratum::default);
            }
            all[level].level = level;
            all[level].arms.push(arm);
            all[level].rows.push(row);
        }
        all
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let strata = Self::strata(tally);
        let impossible = match self.blocks.size() {
            Some(size) => self.impossible_blocks(size, &strata),
            None => self.impossible_row(&strata),
        };
        if let Some((faults, place)) = impossible {
            let effect = Effect::new(effect_kind::IMPOSSIBLE, faults as f64).at(place);
            return Evidence::impossible(effect).into();
        }
        match self.blocks.size() {
            Some(size) => self.known_blocks(size, &strata),
            None => sampled::outcome(self.blocks, &strata),
        }
    }

    /// The number of impossible blocks of one size, and the first of them. The last block may be cut short.
    fn impossible_blocks(&self, size: usize, strata: &[Stratum]) -> Option<(usize, Place)> {
        let of_block = self.blocks.counts(size);
        let parts = strata.iter().flat_map(|it| it.arms.chunks(size).zip(it.rows.chunks(size)));
        let (mut blocks, mut faults, mut first) = (0, 0, None);
        for (arms, rows) in parts {
            let too_many = |(arm, &of): (usize, &usize)| came(arms, arm) > of;
            blocks += 1;
            if of_block.iter().enumerate().any(too_many) {
                faults += 1;
                first.get_or_insert((arms, rows[0], rows[rows.len() - 1]));
            }
        }
        let (arms, from, to) = first?;
        let place = Place::from("").number(faults).text(" of ").number(blocks);
        let place = place.text(" blocks do not hold ").and(listed(&of_block));
        let place = place.text(", the first one in rows ").number(from as usize + 1);
        let place = place.text(" to ").number(to as usize + 1);
        let shown = place.clone().text(" (").and(word_of(arms)).text(")");
        let hint = "; one missing or extra row shifts all later blocks";
        Some((faults, if size > 12 { place } else { shown }.text(hint)))
    }

    /// In how many strata there is a row that cannot be, and the first of these.
    fn impossible_row(&self, strata: &[Stratum]) -> Option<(usize, Place)> {
        let of = |it: &Stratum| {
            self.blocks.follow(&it.arms).impossible.map(|at| (it.level, it.rows[at], it.arms[at]))
        };
        let all: Vec<_> = strata.iter().filter_map(of).collect();
        let &(level, row, arm) = all.first()?;
        let place = Place::from("row ").number(row as usize + 1).text(" cannot be ");
        let mut place = place.card(arm.into());
        if self.shape.is_by_level() {
            place = place.text(" in the stratum ").level(level);
        }
        let place = place.text(": no cut of the rows before it into blocks of ");
        let place = place.and(Word::Name(self.blocks.sizes_in_words().into()));
        Some((all.len(), place.text(" allows it")))
    }

    /// The clearest of all that is counted of blocks of one size.
    fn known_blocks(&self, size: usize, strata: &[Stratum]) -> Outcome {
        let of = |it: &'_ Stratum| it.arms.chunks(size).map(<[u8]>::to_vec).collect::<Vec<_>>();
        let lists: Vec<Vec<Vec<u8>>> = strata.iter().map(of).collect();
        let mut all = self.cells(size, &lists.concat());
        let mut add_part = |blocks: &[Vec<u8>], part: Place| {
            let here = self.cells(size, blocks).into_iter();
            all.extend(here.map(|(cell, place)| (cell, place.and(part.clone()))));
        };
        if lists.len() > 1 {
            for (stratum, list) in strata.iter().zip(&lists) {
                add_part(list, Place::from(" in the stratum ").level(stratum.level));
            }
            // If each stratum is one block, all blocks are first ones.
            if lists.iter().any(|it| it.len() > 1) {
                let firsts = lists.iter().filter_map(|it| it.first().cloned());
                add_part(&firsts.collect::<Vec<_>>(), " at the start of a stratum".into());
            }
        }
        all.extend(self.again(size, strata, &lists));
        if all.is_empty() {
            return Outcome::not_applicable("there are no blocks");
        }
        let (cells, places): (Vec<Cell>, Vec<Place>) = all.into_iter().unzip();
        largest::evidence(&cells, "blocks", &|cell| places[cell].clone()).into()
    }

    /// Whole blocks that follow from an earlier block, or from a block of another stratum. A block is what another one makes of it with the
    /// same chance whatever the other one is, so these events are independent.
    fn again(&self, size: usize, strata: &[Stratum], lists: &[Vec<Vec<u8>>]) -> Vec<(Cell, Place)> {
        let counts = self.blocks.counts(size);
        let chance = (-ln_arrangements(&counts)).exp().max(SMALLEST_CHANCE);
        let is_even = counts.iter().all(|count| *count == counts[0]);
        let relations = if is_even && counts.len() == 2 { &RELATIONS[..] } else { &RELATIONS[..2] };
        let whole = |list: &Vec<Vec<u8>>| -> Vec<Vec<u8>> {
            list.iter().filter(|it| it.len() == size).cloned().collect()
        };
        let lists: Vec<Vec<Vec<u8>>> = lists.iter().map(whole).collect();
        let blocks = lists.concat();
        let needed = (LEVEL_OF_A_LAG.ln() / chance.ln()).ceil() as usize;
        let farthest = blocks.len().saturating_sub(needed);
        let mut all: Vec<(Cell, Place)> = Vec::new();
        let mut add = |pairs: &mut dyn Iterator<Item = bool>, chance: f64, place: Place| {
            let hits: Vec<bool> = pairs.collect();
            let count = hits.iter().filter(|hit| **hit).count() as u64;
            all.push((Cell { count, trials: hits.len() as u64, chance }, place));
        };
        // The same block of another stratum, counted from the end if it is mirrored.
        let same = |relation: &BlockRelation, [one, other]: [usize; 2]| -> Vec<bool> {
            let (ones, others) = (&lists[one], &lists[other]);
            let end = others.len().saturating_sub(1);
            let place_in = |at: usize| if relation.is_mirror { end - at } else { at };
            let pairs = ones.iter().take(others.len()).enumerate();
            pairs.map(|(at, it)| relation.holds(it, &others[place_in(at)])).collect()
        };
        for one in 0..strata.len() {
            for other in 0..one {
                for relation in relations {
                    let place = Place::from("a block of the stratum ").level(strata[one].level);
                    let place = place.text(relation.of_strata).level(strata[other].level);
                    let mut hits = same(relation, [one, other]).into_iter();
                    add(&mut hits, chance, place.text(relation.end));
                }
            }
        }
        // Strata that were made in pairs show it together.
        for (apart, step) in (1..=MOST_APART).map(|apart| (apart, 1)).chain([(1, 2)]) {
            for relation in relations {
                let seconds = (apart..strata.len()).step_by(step);
                let hits: Vec<bool> =
                    seconds.flat_map(|one| same(relation, [one, one - apart])).collect();
                let place = Place::from("a block of ");
                let place = place.text(if step == 1 { "a" } else { "every second" });
                let place = place.text(" stratum").text(relation.of_strata).text("the stratum ");
                let place = if apart == 1 { place } else { place.number(apart).text(" ") };
                let place = place.text("before").text(relation.end);
                add(&mut hits.into_iter(), chance, place);
            }
        }
        for relation in relations {
            let most = if relation.is_equal() { MOST_LAGS } else { MOST_LAGS_OF_OTHERS };
            for lag in 1..=farthest.min(most) {
                let place = Place::from("a block").text(relation.of_lags).number(lag);
                let mut hits =
                    blocks[lag..].iter().zip(&blocks).map(|it| relation.holds(it.0, it.1));
                add(&mut hits, chance, place.text(" before").text(relation.end));
            }
        }
        if is_even {
            let place = Place::from("a block that begins with the last arm of the one before");
            let mut hits = blocks.windows(2).map(|it| it[1].first() == it[0].last());
            add(&mut hits, (counts.len() as f64).recip(), place);
        }
        all.retain(|(cell, _)| cell.trials > 0 && cell.chance < 1.0);
        all
    }

    /// The counted cells of blocks. Blocks that are cut short have the same law up to their end.
    fn cells(&self, size: usize, blocks: &[Vec<u8>]) -> Vec<(Cell, Place)> {
        let counts = self.blocks.counts(size);
        let (arms, ln_all) = (counts.len(), ln_arrangements(&counts));
        let mut cells = Vec::new();
        let mut add = |hits: &mut dyn Iterator<Item = bool>, chance: f64, place: Place| {
            let (mut count, mut trials) = (0, 0);
            hits.for_each(|hit| {
                trials += 1;
                count += u64::from(hit);
            });
            if trials > 0 && chance > 0.0 {
                cells.push((Cell { count, trials, chance: chance.max(SMALLEST_CHANCE) }, place));
            }
        };
        let longer = |rows: usize| blocks.iter().filter(move |block| block.len() >= rows);
        let few = ln_all.exp().round() <= MOST_ARRANGEMENTS as f64;
        let words = if few { arrangements(&counts) } else { Vec::new() };
        let renamed: Vec<Vec<u8>> = words.iter().map(|word| self.renamed(word)).collect();
        for (word, first) in words.iter().zip(&renamed) {
            let place = Place::from("the block ").and(word_of(word));
            let chance = 1.0 / words.len() as f64;
            add(&mut longer(size).map(|block| block == word), chance, place.clone());
            let alike = renamed.iter().filter(|other| *other == first).count();
            if word == first && alike > 1 && alike < words.len() {
                let mut hits = longer(size).map(|block| self.renamed(block) == *first);
                let place = place.text(" (or with the arms renamed)");
                add(&mut hits, alike as f64 * chance, place);
            }
        }
        // With two arms, one is where the other is not.
        let named = if arms == 2 { 1 } else { arms };
        for at in 0..size.min(MOST_AT / arms) {
            for (arm, &count) in counts.iter().enumerate().take(named) {
                let mut hits = longer(at + 1).map(|block| usize::from(block[at]) == arm);
                let place = Place::from("").card(arm).text(" as row ").number(at + 1);
                add(&mut hits, count as f64 / size as f64, place.text(" of a block"));
            }
        }
        for rows in (1..size).filter(|rows| rows % self.blocks.arms().cards() == 0) {
            let first = self.blocks.counts(rows);
            let rest = ln_arrangements(&self.blocks.counts(size - rows));
            let is_even =
                |block: &Vec<u8>| (0..arms).all(|it| came(&block[..rows], it) == first[it]);
            let place = Place::from("a block with ").and(listed(&first)).text(" in its first ");
            let chance = (ln_arrangements(&first) + rest - ln_all).exp();
            add(&mut longer(rows).map(is_even), chance, place.number(rows).text(" rows"));
        }
        if !few {
            let whole: Vec<&[u8]> = longer(size).map(Vec::as_slice).collect();
            for event in spread::events(self.blocks, size, &whole) {
                add(&mut event.hits.iter().copied(), event.chance, event.place);
            }
            let pairs: usize = counts.iter().map(|count| count * (count - 1)).sum();
            let chance = pairs as f64 / (size * (size - 1)) as f64;
            for at in 1..size.min(MOST_AT) {
                let place = Place::from("the same arm in rows ").number(at).text(" and ");
                let place = place.number(at + 1).text(" of a block");
                add(&mut longer(at + 1).map(|block| block[at - 1] == block[at]), chance, place);
            }
        }
        cells
    }

    /// A word in which arms of the same share are called by the order in which they come.
    fn renamed(&self, word: &[u8]) -> Vec<u8> {
        let ratio = self.blocks.arms().counts();
        let mut names: Vec<Option<usize>> = vec![None; ratio.len()];
        for of in word.iter().map(|&arm| usize::from(arm)) {
            if names[of].is_none() {
                let is_free = |&it: &usize| ratio[it] == ratio[of] && !names.contains(&Some(it));
                names[of] = (0..ratio.len()).find(is_free);
            }
        }
        word.iter().map(|&arm| names[usize::from(arm)].map_or(arm, |name| name as u8)).collect()
    }
}

/// Every arrangement of `counts[i]` rows of each arm i, in order.
fn arrangements(counts: &[usize]) -> Vec<Vec<u8>> {
    if counts.iter().all(|&count| count == 0) {
        return vec![Vec::new()];
    }
    let arms = (0..counts.len()).filter(|&arm| counts[arm] > 0);
    let beginning = |arm: usize| {
        let mut left = counts.to_vec();
        left[arm] -= 1;
        let rest = arrangements(&left).into_iter();
        rest.map(move |rest| [vec![arm as u8], rest].concat())
    };
    arms.flat_map(beginning).collect()
}

impl Metric for PermutedBlocks {
    fn summary_size(&self) -> SummarySize {
        SummarySize::new(SummarySize::TRIALS, 1)
    }

    fn summarize_row<C: Card>(&self, row: &[C], words: &mut Vec<u32>) {
        let level = row.get(1).map_or(0, |level| level.index());
        words.push((level as u32) << 8 | row[0].index() as u32);
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let outcome = match tally.trials() {
            0 => Outcome::too_few(0, 1),
            _ => self.outcome(tally),
        };
        vec![Judgement { test: BLOCK_LIST.id, outcome }]
    }
}

#[cfg(test)]
mod tests;
