//! Cards of one remainder, or of one part of the start order, that come at regular distances, or in equal numbers to each window.
#![doc = include_str!("residue-spacing.md")]

use super::{
    order_test::{OrderTest, long_enough},
    orders::Orders,
};
use crate::{
    Shape,
    axis::Axis,
    distribution::binomial,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount},
    largest::{self, Cell},
    metric::NotApplicable,
    place::Place,
    scans::ln_collisions,
};
use std::{
    f64::consts::{LN_2, LN_10},
    iter::successors,
};

pub(super) const FEWEST_CARDS: usize = 100;

/// The first positions, of which alone cards are examined.
const MOST_POSITIONS: usize = 1 << 16;

/// Cards of each remainder, and windows of each length, that there are at least.
const FEWEST_OF_REMAINDER: usize = 8;
const FEWEST_WINDOWS: usize = 4;

/// All moduli up to this are examined, and some more.
const EVERY_MODULUS: usize = 64;
const MORE_MODULI: [usize; 5] = [72, 80, 96, 100, 128];

/// More parts of the start order are not examined.
const MOST_PARTS: usize = 32;

const NEAR: usize = 4;

/// The shortest window, in positions, and the longest, in moduli: pairs in shorter ones have laws with too wide steps.
const SHORTEST: usize = 4;
const LONGEST: usize = 128;

/// The smallest tail that counts. Tails are approximate, too small by a half at most, and therefore doubled.
const LN_LEAST: f64 = -20.0 * LN_10;
const LN_SAFETY: f64 = LN_2;

/// The pairs of positions whose cards are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PositionPairs {
    /// So far apart.
    Apart(usize),
    /// All pairs in each window of this many positions.
    Within(usize),
}

/// Which cards are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Classes {
    /// Those that leave one remainder.
    Remainders,
    /// Those from the same part, where the start order is cut into that many.
    Parts,
}

struct SpacingLook {
    classes: Classes,
    modulus: usize,
    pairs: PositionPairs,
}

fn moduli(positions: usize) -> impl Iterator<Item = usize> {
    let all = (2..=EVERY_MODULUS).chain(MORE_MODULI);
    all.take_while(move |modulus| modulus * FEWEST_OF_REMAINDER <= positions)
}

/// All classes with their number.
fn divisions(positions: usize) -> impl Iterator<Item = (Classes, usize)> {
    let remainders = moduli(positions).map(|modulus| (Classes::Remainders, modulus));
    let parts = moduli(positions).take_while(|&parts| parts <= MOST_PARTS);
    remainders.chain(parts.map(|parts| (Classes::Parts, parts)))
}

/// Distances of which the farthest is twice the modulus.
fn distances(modulus: usize) -> impl Iterator<Item = usize> + Clone {
    (1..=NEAR).chain([modulus, 2 * modulus].into_iter().filter(|&far| far > NEAR))
}

/// The lengths of windows in moduli: once or five times a power of two.
fn lengths(modulus: usize, positions: usize) -> [impl Iterator<Item = usize>; 2] {
    let most = LONGEST.min(positions / FEWEST_WINDOWS / modulus);
    [1, 5].map(|first| {
        let all = successors(Some(first), |length| Some(2 * length));
        all.take_while(move |&it| it <= most).skip_while(move |it| it * modulus < SHORTEST)
    })
}

fn looks(positions: usize) -> Vec<SpacingLook> {
    let of_classes = |(classes, modulus)| {
        let windows = lengths(modulus, positions).into_iter().flatten();
        let windows = windows.map(move |length| PositionPairs::Within(length * modulus));
        let pairs = distances(modulus).map(PositionPairs::Apart).chain(windows);
        pairs.map(move |pairs| SpacingLook { classes, modulus, pairs })
    };
    divisions(positions).flat_map(of_classes).collect()
}

/// The probability that two of n cards have the same remainder, or are of the same part: parts are as large as remainders are frequent.
fn alike(cards: usize, modulus: usize) -> f64 {
    let (less, more) = (cards / modulus, cards % modulus);
    let pairs = |size: usize| (size * size.saturating_sub(1)) as f64;
    let n = cards as f64;
    (more as f64 * pairs(less + 1) + (modulus - more) as f64 * pairs(less)) / (n * (n - 1.0))
}

impl SpacingLook {
    fn windows(&self, positions: usize) -> usize {
        match self.pairs {
            PositionPairs::Apart(_) => 0,
            PositionPairs::Within(length) => positions / length,
        }
    }

    /// The number of pairs of one order.
    fn all(&self, positions: usize) -> u64 {
        match self.pairs {
            PositionPairs::Apart(far) => (positions - far) as u64,
            PositionPairs::Within(length) => {
                (self.windows(positions) * (length * (length - 1) / 2)) as u64
            }
        }
    }

    /// The logarithm of the tail on the side of `count` among `all` pairs. Below the floor it only ranks the looks.
    fn ln_tail(&self, count: u64, all: u64, windows: usize, q: f64) -> f64 {
        if (count as f64) < all as f64 * q {
            return binomial::ln_cdf(count, all, q);
        }
        let ln_binomial = binomial::ln_sf(count, all, q);
        match self.pairs {
            PositionPairs::Apart(_) => ln_binomial,
            PositionPairs::Within(_) => {
                ln_binomial.max(ln_collisions(count, all, q, 8.0 * q / (1.0 - q) / windows as f64))
            }
        }
    }

    /// The thing seen too often or too rarely, and its cause if that is plain.
    fn what(&self, is_often: bool) -> Place {
        let what = match self.pairs {
            PositionPairs::Apart(1) => Place::from("neighboring cards"),
            PositionPairs::Apart(far) => Place::from("cards ").number(far).text(" positions apart"),
            PositionPairs::Within(length) => {
                Place::from("cards in the same ").number(length).text(" positions")
            }
        };
        let what = match self.classes {
            Classes::Remainders => {
                what.text(" leave the same remainder modulo ").number(self.modulus)
            }
            Classes::Parts => {
                let parts = what.text(" are from one of ").number(self.modulus);
                parts.text(" parts of the start order")
            }
        };
        let in_turn = match self.pairs {
            PositionPairs::Apart(far) => is_often && far == self.modulus,
            PositionPairs::Within(length) => !is_often && length == self.modulus,
        };
        if !in_turn || self.classes == Classes::Parts {
            return what;
        }
        what.text(", as if ").number(self.modulus).text(" workers that stride took turns,")
    }
}

/// The remainders of cards below 2^28, without divisions.
fn remainders(cards: &[u32], modulus: u32) -> Vec<u8> {
    let shift = 31 + modulus.ilog2();
    // Rounded up: 32 bits, and too large by less than 2^-29 of it, so that quotients are right.
    let reciprocal = (1_u64 << shift).div_ceil(modulus.into()) as u32;
    let quotient = |card: u32| ((u64::from(card) * u64::from(reciprocal)) >> shift) as u32;
    cards.iter().map(|&card| (card - quotient(card) * modulus) as u8).collect()
}

/// The parts of the start order that hold these cards.
fn parts(cards: &[u32], parts: usize, all: usize) -> Vec<u8> {
    let part = |card: u32| u64::from(card) * parts as u64 / all as u64;
    cards.iter().map(|&card| part(card) as u8).collect()
}

fn equal_at_distance(classes: &[u8], far: usize) -> u32 {
    // Ones that fit in a byte, and whole vectors.
    const TOGETHER: usize = 128;
    let count = |one: &[u8], other: &[u8]| -> u8 {
        one.iter().zip(other).map(|(one, other)| u8::from(one == other)).sum()
    };
    let (one, other) = (&classes[..classes.len() - far], &classes[far..]);
    let (one, one_rest) = one.as_chunks::<TOGETHER>();
    let (other, other_rest) = other.as_chunks::<TOGETHER>();
    let equal: u32 = one.iter().zip(other).map(|(one, other)| u32::from(count(one, other))).sum();
    equal + u32::from(count(one_rest, other_rest))
}

/// Sums the counts of every `windows` neighboring windows.
fn joined(counts: &[i16], modulus: usize, windows: usize) -> Vec<i16> {
    let mut sums = vec![0; counts.len() / modulus / windows * modulus];
    let together = counts.chunks_exact(windows * modulus);
    for (sum, windows) in sums.chunks_exact_mut(modulus).zip(together) {
        for window in windows.chunks_exact(modulus) {
            sum.iter_mut().zip(window).for_each(|(sum, count)| *sum += count);
        }
    }
    sums
}

fn equal_in_windows(counts: &[i16]) -> u32 {
    // At most 2^14 in each window, and 2^16 in all, so that nothing overflows.
    let square = |&count: &i16| i32::from(count) * i32::from(count);
    let all: i32 = counts.iter().map(|&count| i32::from(count)).sum();
    (counts.iter().map(square).sum::<i32>() - all) as u32 / 2
}

pub(crate) struct ResidueSpacing {
    cards: usize,
    positions: usize,
    looks: Vec<SpacingLook>,
}

impl ResidueSpacing {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        long_enough(shape.dealt(), FEWEST_CARDS)?;
        Ok(Box::new(Self::new(shape)))
    }

    fn new(shape: Shape) -> Self {
        let positions = shape.dealt().min(MOST_POSITIONS);
        Self { cards: shape.cards(), positions, looks: looks(positions) }
    }
}

impl OrderTest for ResidueSpacing {
    fn words(&self) -> usize {
        self.looks.len()
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        let ranks = &deck.along(Axis::Positions)[..self.positions];
        let cards: Vec<u32> = ranks.iter().map(|&rank| deck.card(rank)).collect();
        for (classes, modulus) in divisions(self.positions) {
            let alike = match classes {
                Classes::Remainders => remainders(&cards, modulus as u32),
                Classes::Parts => parts(&cards, modulus, self.cards),
            };
            words.extend(distances(modulus).map(|far| equal_at_distance(&alike, far)));
            let mut counts = vec![0_i16; self.positions / modulus * modulus];
            for (window, counts) in
                alike.chunks_exact(modulus).zip(counts.chunks_exact_mut(modulus))
            {
                window.iter().for_each(|&class| counts[usize::from(class)] += 1);
            }
            for lengths in lengths(modulus, self.positions) {
                let (mut counts, mut length) = (counts.clone(), 1);
                for longer in lengths {
                    if longer > length {
                        counts = joined(&counts, modulus, longer / length);
                    }
                    length = longer;
                    words.push(equal_in_windows(&counts));
                }
            }
        }
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let m = decks.len();
        let mut least = 0.0_f64;
        let looked = self.looks.iter().enumerate().map(|(at, look)| {
            let count: u64 = decks.iter().map(|words| u64::from(words[at])).sum();
            let (trials, chance) =
                (look.all(self.positions) * m as u64, alike(self.cards, look.modulus));
            least = least.min(trials as f64 * chance.ln());
            (look, Cell { count, trials, chance })
        });
        let ln_tail = |(look, cell): &(&SpacingLook, Cell)| {
            look.ln_tail(cell.count, cell.trials, look.windows(self.positions) * m, cell.chance)
        };
        let (ln_tail, (look, cell)) = largest::clearest(looked, |it| it.1.deviance(), ln_tail);
        let Cell { count, trials: of, chance: expected } = cell;
        let value = count as f64 / (of as f64 * expected) - 1.0;
        let what = look.what(value > 0.0);
        let extreme = ExtremeCount { what, count, of, unit: "pairs", expected };
        let effect =
            Effect { extreme: Some(extreme), ..Effect::new(effect_kind::ALIKE_PAIRS, value) };
        let held = |ln: f64| ln.max(LN_LEAST) + LN_SAFETY;
        Evidence::of_tails(held(ln_tail), 2 * self.looks.len() as u64, held(least), effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moments_of, orders};
    use itertools::Itertools;
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;
    use std::collections::BTreeMap;

    /// The pairs of a look whose numbers are equal, one by one.
    fn count(pairs: PositionPairs, numbers: &[u32]) -> u64 {
        let n = numbers.len();
        let is_pair = |i: usize, j: usize| match pairs {
            PositionPairs::Apart(far) => i + far == j,
            PositionPairs::Within(length) => {
                i < j && i / length == j / length && j < n / length * length
            }
        };
        (0..n)
            .cartesian_product(0..n)
            .filter(|&(i, j)| is_pair(i, j) && numbers[i] == numbers[j])
            .count() as u64
    }

    #[test]
    fn pairs_are_counted_as_one_by_one() {
        let mut order: Vec<u32> = (0..1_003).collect();
        order.shuffle(&mut Pcg64::seed_from_u64(3));
        let shape = Shape::whole(order.len());
        let test = ResidueSpacing::new(shape);
        let words = test.words_of(&order, shape, Axis::Positions);
        assert_eq!(words.len(), test.words());
        for (look, word) in test.looks.iter().zip(words) {
            let m = look.modulus as u32;
            let class = |card: &u32| match look.classes {
                Classes::Remainders => card % m,
                Classes::Parts => card * m / order.len() as u32,
            };
            let classes: Vec<u32> = order.iter().map(class).collect();
            assert_eq!(
                count(look.pairs, &classes),
                u64::from(word),
                "{} {:?}",
                look.modulus,
                look.pairs
            );
        }
        let largest = [(1 << 28) - 1, (1 << 28) - 7, 0, 64];
        for modulus in 2..=128 {
            let expected = largest.map(|card: u32| (card % modulus) as u8);
            assert_eq!(remainders(&largest, modulus), expected);
        }
    }

    #[test]
    fn the_mean_is_that_of_all_orders() {
        for (n, modulus) in [(5, 2), (6, 2), (6, 3), (7, 2), (7, 3)] {
            for pairs in [
                PositionPairs::Apart(1),
                PositionPairs::Apart(2),
                PositionPairs::Within(2),
                PositionPairs::Within(3),
            ] {
                for classes in [Classes::Remainders, Classes::Parts] {
                    let of = |card: u32| match classes {
                        Classes::Remainders => card % modulus as u32,
                        Classes::Parts => card * modulus as u32 / n as u32,
                    };
                    let counted = |order: Vec<u32>| {
                        count(pairs, &order.into_iter().map(of).collect_vec()) as f64
                    };
                    let [mean, _] = moments_of(orders(n).map(counted));
                    let mean = mean / SpacingLook { classes, modulus, pairs }.all(n) as f64;
                    assert!(
                        (mean / alike(n, modulus) - 1.0).abs() < 1e-12,
                        "{n} {modulus} {pairs:?}"
                    );
                }
            }
        }
    }

    /// The probabilities of all counts over all orders of odd and even cards.
    fn law(n: usize, pairs: PositionPairs) -> BTreeMap<u64, f64> {
        // By the odd cards so far, the pairs, and what is needed for the pairs of the next position.
        let mut ways = BTreeMap::from([((0, 0, Vec::new()), 1.0)]);
        for at in 0..n {
            let mut next = BTreeMap::new();
            for ((odd, equal, before), ways) in ways {
                for is_odd in [0, 1] {
                    let (mut equal, mut before): (u64, Vec<usize>) = (equal, Vec::clone(&before));
                    match pairs {
                        PositionPairs::Apart(far) => {
                            if before.len() == far {
                                equal += u64::from(before.remove(0) == is_odd);
                            }
                            before.push(is_odd);
                        }
                        PositionPairs::Within(length) => {
                            if at % length == 0 {
                                before = vec![0, 0];
                            }
                            if at < n / length * length {
                                equal += before[is_odd] as u64;
                                before[is_odd] += 1;
                            }
                        }
                    }
                    if odd + is_odd <= n / 2 {
                        *next.entry((odd + is_odd, equal, before)).or_insert(0.0) += ways;
                    }
                }
            }
            ways = next;
        }
        let mut law = BTreeMap::new();
        for ((odd, equal, _), ways) in ways {
            if odd == n / 2 {
                *law.entry(equal).or_insert(0.0) += ways;
            }
        }
        let all: f64 = law.values().sum();
        law.values_mut().for_each(|ways| *ways /= all);
        law
    }

    /// Ten artists of ten songs each, of which every ten places in a row hold one (seed 4).
    #[test]
    fn parts_that_are_spread_evenly_are_seen() {
        let mut rng = Pcg64::seed_from_u64(4);
        let mut songs: Vec<Vec<u32>> =
            (0..10).map(|artist| (10 * artist..10 * artist + 10).collect()).collect();
        songs.iter_mut().for_each(|songs| songs.shuffle(&mut rng));
        let rounds = (0..10).flat_map(|round| {
            let mut artists: Vec<usize> = (0..10).collect();
            artists.shuffle(&mut rng);
            artists.into_iter().map(|artist| songs[artist][round]).collect_vec()
        });
        let (order, shape) = (rounds.collect_vec(), Shape::whole(100));
        let test = ResidueSpacing::new(shape);
        let evidence =
            test.judge(&[&test.words_of(&order, shape, Axis::Positions)], Axis::Positions);
        let what = evidence.effect.extreme.unwrap().what.to_string();
        assert!(evidence.p_value.log10() < -10.0, "{what}: {}", evidence.p_value.log10());
        assert!(what.ends_with(" are from one of 10 parts of the start order"), "{what}");
    }

    #[test]
    fn no_tail_down_to_the_floor_is_smaller_than_over_all_orders() {
        let n = FEWEST_CARDS;
        for pairs in [1, 2, 4]
            .map(PositionPairs::Apart)
            .into_iter()
            .chain([4, 8, 20].map(PositionPairs::Within))
        {
            let (look, law) =
                (SpacingLook { classes: Classes::Remainders, modulus: 2, pairs }, law(n, pairs));
            let (all, q) = (look.all(n), alike(n, 2));
            for &count in law.keys() {
                let is_lower = (count as f64) < all as f64 * q;
                let beyond = law.iter().filter(|it| match is_lower {
                    true => *it.0 <= count,
                    false => *it.0 >= count,
                });
                let p: f64 = beyond.map(|it| it.1).sum();
                let tail = look.ln_tail(count, all, look.windows(n), q).max(LN_LEAST) + LN_SAFETY;
                assert!(p.ln() <= tail || p < LN_LEAST.exp(), "{pairs:?} {count}: {p} {tail}");
            }
        }
    }
}
