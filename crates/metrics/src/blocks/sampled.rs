//! A list of blocks whose sizes are mixed and not known, against lists that its design makes: the maximum of the deviances of some counts.
//! It also compares its strata with each other.
//!
//! The list and the sampled ones are exchangeable if the design is right, so the rank of its maximum is uniform. Shares and scales come
//! from a pilot of other lists.

use super::stratum::{EXCHANGED, Stratum, word_of};
use crate::{
    few_trials::tails_of_replicates,
    judgement::{ExtremeCount, Outcome},
    largest::Cell,
    place::Place,
    scans::Scan,
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_deck::{Blocks, blocks::balances};
use std::ops::AddAssign;

/// The sampled lists at most: their least p-value is a twentieth of the level of a recording, and a tenth where strata are compared, too.
const SAMPLED: u64 = 20_000;

/// The sampled lists of the pilot.
const PILOT: usize = 1_000;

/// The seed of the lists. It is part of the test: the same lists in every run.
const SEED: u64 = 0x0062_6c6f_636b;

/// If there are no more lists of its length, all of them are made, to know whether any could be rejected.
const MOST_LISTS: usize = 1 << 12;

/// The rows of a list that are compared; of longer lists the first.
const MOST_ROWS: usize = 2_000;

/// Words of arms that are counted: not longer, and not more of a length.
const LONGEST_WORD: u32 = 4;
const MOST_WORDS: usize = 64;

/// Rows up to so far apart are compared.
const LAGS: usize = 12;

/// The least scale of a deviance.
const LEAST_SCALE: f64 = 0.5;

/// The statistic that is counted.
#[derive(Clone, Copy, Debug)]
enum Statistic {
    /// Rows with the arms in balance before them from which this word on follows.
    Word { length: u32, number: usize },
    /// Pairs of rows so far apart that have the same arm.
    Lag(usize),
    /// Multiples of a size after which the arms are in balance.
    Balance(usize),
    /// Strata whose first row has this arm.
    First(u8),
}

/// The number of times it came, and could have come.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrences {
    count: f64,
    of: f64,
}

impl AddAssign for Occurrences {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.of += other.of;
    }
}

/// Judges a possible list against sampled lists and, with half of the error, its strata against each other.
pub(super) fn outcome(blocks: Blocks, strata: &[Stratum]) -> Outcome {
    // Each stratum may have an equal share of the rows; what others leave over goes to the first.
    let share = MOST_ROWS / strata.len().max(1);
    let mut kept: usize = strata.iter().map(|it| it.arms.len().min(share)).sum();
    let mut left = MOST_ROWS;
    let first = |it: &Stratum| {
        kept -= it.arms.len().min(share);
        let rows = it.arms.len().min(left - kept);
        left -= rows;
        it.arms[..rows].to_vec()
    };
    let list: Vec<Vec<u8>> = strata.iter().map(first).collect();
    let rows: Vec<usize> = list.iter().map(Vec::len).collect();
    let mut all = UsualValues::new(blocks, &rows).scan(&list);
    let mut alike = beginnings(blocks, strata);
    all.share_level_with(&mut alike);
    all.merge(&alike);
    all.outcome()
}

/// Looks at the rows with which each two strata begin alike, or, with two arms, alike if these are exchanged.
pub(super) fn beginnings(blocks: Blocks, strata: &[Stratum]) -> Scan {
    let mut scan = Scan::of("rows");
    let is_even = matches!(blocks.arms().counts(), [one, other] if one == other);
    let exchanges = if is_even { &[false, true][..] } else { &[false] };
    for (at, other) in strata.iter().enumerate() {
        let rows = &other.arms[..other.arms.len().min(MOST_ROWS)];
        let ln_chances = blocks.ln_beginnings(rows);
        for stratum in &strata[at + 1..] {
            for &is_exchanged in exchanges {
                begins_alike([stratum, other], is_exchanged, &ln_chances, &mut scan);
            }
        }
    }
    scan
}

/// Looks at the common beginning of two strata; `ln_chances` has the logarithm of the probability of each beginning of the other one.
///
/// Whatever the other list is, this one begins with its first r rows with the probability that the design gives to these, and the longer
/// the rows that both begin with, the smaller it is: so this is the exact tail.
fn begins_alike(
    [stratum, other]: [&Stratum; 2],
    is_exchanged: bool,
    ln_chances: &[f64],
    scan: &mut Scan,
) {
    let all = stratum.arms.len().min(ln_chances.len());
    if all == 0 {
        return;
    }
    let both = stratum.arms.iter().zip(&other.arms).take(all);
    let count = both.take_while(|it| (it.0 == it.1) != is_exchanged).count();
    let ln_tail = if count > 0 { ln_chances[count - 1] } else { 0.0 };
    scan.add_picked_tail(ln_tail, ln_chances[all - 1], || {
        let what = Place::from("the stratum ").level(stratum.level);
        let what = what.text(" begins like the stratum ").level(other.level);
        let usual: f64 = ln_chances[..all].iter().map(|ln| ln.exp()).sum();
        let what = if is_exchanged { what.text(EXCHANGED) } else { what };
        let (count, of, expected) = (count as u64, all as u64, usual / all as f64);
        ExtremeCount { what, count, of, unit: "rows", expected }
    });
}

/// Draws strata with these numbers of rows from the design.
fn sample(blocks: Blocks, rows: &[usize], rng: &mut Pcg64) -> Vec<Vec<u8>> {
    let weights: u32 = blocks.sizes().map(|(_, weight)| weight).sum();
    let stratum = |&rows: &usize| {
        let mut arms: Vec<u8> = Vec::with_capacity(rows);
        while arms.len() < rows {
            let mut picked = rng.random_range(0..weights);
            let is_it = |&(_, weight): &(usize, u32)| match picked.checked_sub(weight) {
                Some(rest) => {
                    picked = rest;
                    false
                }
                None => true,
            };
            let size = blocks.sizes().find(is_it).map_or(1, |(size, _)| size);
            let start = arms.len();
            for (arm, count) in (0..).zip(blocks.counts(size)) {
                arms.extend(std::iter::repeat_n(arm, count));
            }
            arms[start..].shuffle(rng);
        }
        arms.truncate(rows);
        arms
    };
    rows.iter().map(stratum).collect()
}

/// The statistic and its usual values.
pub(super) struct UsualValues {
    blocks: Blocks,
    statistics: Vec<Statistic>,
    /// The usual share of times that something comes.
    shares: Vec<f64>,
    /// The root mean squares of deviances.
    scales: Vec<f64>,
}

impl UsualValues {
    pub(super) fn new(blocks: Blocks, rows: &[usize]) -> Self {
        let arms = blocks.arms().kinds();
        let lengths = (1..=LONGEST_WORD).filter(|&length| arms.pow(length) <= MOST_WORDS);
        let words = |length| (0..arms.pow(length)).map(move |number| (length, number));
        let words = lengths.flat_map(words);
        let mut statistics: Vec<Statistic> =
            words.map(|(length, number)| Statistic::Word { length, number }).collect();
        statistics.extend((1..=LAGS).map(Statistic::Lag));
        let sizes = blocks.sizes().map(|(size, _)| size);
        let mut steps: Vec<usize> = [blocks.arms().cards()].into_iter().chain(sizes).collect();
        steps.dedup();
        statistics.extend(steps.into_iter().map(Statistic::Balance));
        if rows.len() > 1 {
            // With two arms, one is where the other is not.
            let named = if arms == 2 { 1 } else { arms as u8 };
            statistics.extend((0..named).map(Statistic::First));
        }
        let mut reference = Self { blocks, statistics, shares: Vec::new(), scales: Vec::new() };
        let mut rng = Pcg64::seed_from_u64(SEED + 1);
        let pilot = (0..PILOT).map(|_| reference.counts(&sample(blocks, rows, &mut rng)));
        let pilot: Vec<Vec<Occurrences>> = pilot.collect();
        for at in 0..reference.statistics.len() {
            let mut sum = Occurrences::default();
            pilot.iter().for_each(|list| sum += list[at]);
            // Never 0 or 1.
            reference.shares.push((sum.count + 0.5) / (sum.of + 1.0));
            let squares = pilot.iter().map(|it| reference.deviance(at, it[at]).powi(2));
            let scale = (squares.sum::<f64>() / PILOT as f64).sqrt();
            reference.scales.push(scale.max(LEAST_SCALE));
        }
        reference
    }

    /// The distance of a count from its usual value, as if it were binomial.
    fn deviance(&self, at: usize, Occurrences { count, of }: Occurrences) -> f64 {
        Cell { count: count as u64, trials: of as u64, chance: self.shares[at] }.deviance()
    }

    /// The count that is farthest from what is usual, and how far in root mean squares of its deviance.
    fn farthest(&self, counts: &[Occurrences]) -> (usize, f64) {
        let distance =
            |(at, &it): (usize, &Occurrences)| (at, self.deviance(at, it).abs() / self.scales[at]);
        let all = counts.iter().enumerate().map(distance);
        all.max_by(|a, b| a.1.total_cmp(&b.1)).expect("something is counted")
    }

    /// A look at a list, judged by the law of lists of its length.
    pub(super) fn scan(&self, list: &[Vec<u8>]) -> Scan {
        let counts = self.counts(list);
        let (at, score) = self.farthest(&counts);
        let rows: Vec<usize> = list.iter().map(Vec::len).collect();
        let mut rng = Pcg64::seed_from_u64(SEED);
        let next = || [self.farthest(&self.counts(&sample(self.blocks, &rows, &mut rng))).1];
        let ([[ln_p, _]], ln_least) = tails_of_replicates(SAMPLED, [score], next);
        let ((what, unit), Occurrences { count, of }) = (self.words(at), counts[at]);
        let mut scan = Scan::of(unit);
        scan.add_picked_tail(ln_p, ln_least.max(self.ln_farthest(&rows)), || {
            let (count, of, expected) = (count as u64, of.max(1.0) as u64, self.shares[at]);
            ExtremeCount { what, count, of, unit, expected }
        });
        scan
    }

    /// The logarithm of the probability that a list is as far from what is usual as any of its length can be; -inf if there are too many lists to
    /// make them all.
    pub(super) fn ln_farthest(&self, rows: &[usize]) -> f64 {
        let (arms, all) = (self.blocks.arms().kinds(), rows.iter().sum::<usize>());
        let lists = u32::try_from(all).ok().and_then(|all| arms.checked_pow(all));
        let (mut farthest, mut chance) = (0.0, 0.0);
        for mut number in 0..lists.filter(|&it| it <= MOST_LISTS).unwrap_or(0) {
            let mut next = |_| {
                let arm = number % arms;
                number /= arms;
                arm as u8
            };
            let list: Vec<Vec<u8>> =
                rows.iter().map(|&rows| (0..rows).map(&mut next).collect()).collect();
            if list.iter().any(|arms| self.blocks.follow(arms).impossible.is_some()) {
                continue;
            }
            let ln_chance = |arms: &Vec<u8>| self.blocks.ln_beginnings(arms).last().copied();
            let ln_chance: f64 = list.iter().filter_map(ln_chance).sum();
            let (_, distance) = self.farthest(&self.counts(&list));
            // Equal distances may differ in rounding.
            if distance > farthest + 1e-9 {
                (farthest, chance) = (distance, 0.0);
            }
            if distance > farthest - 1e-9 {
                chance += ln_chance.exp();
            }
        }
        f64::ln(chance)
    }

    fn counts(&self, strata: &[Vec<u8>]) -> Vec<Occurrences> {
        let mut counts = vec![Occurrences::default(); self.statistics.len()];
        for arms in strata {
            self.add(arms, &mut counts);
        }
        counts
    }

    fn add(&self, arms: &[u8], counts: &mut [Occurrences]) {
        let ratio = self.blocks.arms();
        let (kinds, even) = (ratio.kinds(), balances(ratio.counts(), arms));
        for (at, statistic) in self.statistics.iter().enumerate() {
            match *statistic {
                // All words of a length are counted with the first of them.
                Statistic::Word { length, number: 0 } => {
                    let mut of = 0.0;
                    for word in even.iter().filter_map(|&row| arms.get(row..row + length as usize))
                    {
                        let number = |all, &arm: &u8| all * kinds + usize::from(arm);
                        counts[at + word.iter().fold(0, number)].count += 1.0;
                        of += 1.0;
                    }
                    counts[at..at + kinds.pow(length)].iter_mut().for_each(|it| it.of += of);
                }
                Statistic::Word { .. } => {}
                Statistic::Lag(lag) => {
                    let pairs = arms.iter().zip(arms.get(lag..).unwrap_or_default());
                    let of = pairs.len() as f64;
                    let count = pairs.filter(|(one, other)| one == other).count() as f64;
                    counts[at] += Occurrences { count, of };
                }
                Statistic::Balance(step) => {
                    let count = even.iter().filter(|&&row| row > 0 && row % step == 0).count();
                    counts[at] +=
                        Occurrences { count: count as f64, of: (arms.len() / step) as f64 };
                }
                Statistic::First(arm) => {
                    let count = arms.first().map(|first| f64::from(u8::from(*first == arm)));
                    counts[at] += count
                        .map_or_else(Occurrences::default, |count| Occurrences { count, of: 1.0 });
                }
            }
        }
    }

    /// A statistic in words, and in what it is counted.
    fn words(&self, at: usize) -> (Place, &'static str) {
        match self.statistics[at] {
            Statistic::Word { length, number } => {
                let kinds = self.blocks.arms().kinds();
                let arm = |place: u32| (number / kinds.pow(length - 1 - place) % kinds) as u8;
                let word = word_of(&(0..length).map(arm).collect::<Vec<_>>());
                (word.text(" comes next"), "places with the arms in balance")
            }
            Statistic::Lag(1) => ("rows next to each other have the same arm".into(), "pairs"),
            Statistic::Lag(lag) => {
                (Place::from("rows ").number(lag).text(" apart have the same arm"), "pairs")
            }
            Statistic::Balance(step) => {
                let what = Place::from("the arms are in balance after every ").number(step);
                (what.text(" rows"), "such places")
            }
            Statistic::First(arm) => (Place::from("the first row is ").card(arm.into()), "strata"),
        }
    }
}
