//! Draws that are balanced too often, or too rarely, over equal groups of their numbers.
#![doc = include_str!("ball-groups.md")]

use super::ln_choose;
use crate::{
    Shape,
    costs::Cost,
    distribution::log_sum::log_sum_exp,
    metric::{About, MetricEntry, NotApplicable, TestEntry},
    place::Place,
    scans::{
        CountRange, Scan, Scanner, Scans,
        kept::{KeptDecks, MOST_PLACES},
    },
    share::Executor,
};
use shuffle_deck::DrawKind;

pub(crate) const BALL_GROUPS: TestEntry = TestEntry {
    title: "draws that are as balanced as possible over 2 to 64 equal groups of the numbers",
    sees: "three low balls and three high ones in every draw, one of each tenth of the tickets, every 25th ticket; as many odd as even numbers",
    blind_to: "groups of other sizes; which group it is; which numbers they are; it looks at the first 4,096 draws and a sample of later ones",
    cost: Cost::of(0.0, 1.0),
    ..TestEntry::new("ball-groups", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<BallGroups>::ENTRY;

/// The most groups.
const MOST_GROUPS: usize = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BallGroups(Shape);

/// The ways to divide the numbers into equal groups.
#[derive(Clone, Copy, Debug)]
enum Division {
    /// From the lowest numbers to the highest.
    Parts,
    Remainders,
}

impl Division {
    fn group(self, number: usize, groups: usize, all: usize) -> usize {
        match self {
            Self::Parts => number * groups / all,
            Self::Remainders => number % groups,
        }
    }
}

impl Scanner for BallGroups {
    const TEST: TestEntry = BALL_GROUPS;
    const DRAWS: &'static [DrawKind] = &[DrawKind::Order, DrawKind::Unordered];

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            k if k == shape.cards() => Err(NotApplicable::new("whole decks hold all numbers")),
            0 | 1 => Err(NotApplicable::new("one number is always balanced")),
            2..=MOST_PLACES => Ok(Self(shape)),
            _ => Err(NotApplicable(format!("draws have at most {MOST_PLACES} numbers"))),
        }
    }

    /// One draw of many numbers is enough.
    fn needed(&self) -> u64 {
        1
    }

    fn look(&self, draws: &KeptDecks, _: &dyn Executor) -> Vec<Scan> {
        let (n, k) = (self.0.cards(), self.0.dealt());
        let rows = draws.rows();
        let rows = || rows.chunks_exact(self.0.width()).map(|row| &row[..k]);
        let mut scan = Scan::of("draws");
        for groups in 2..=MOST_GROUPS.min(n / 2) {
            let chance = ln_chance_of_balance(n, k, groups).exp();
            for division in [Division::Parts, Division::Remainders] {
                let mut counts = vec![0_usize; groups];
                let balanced = rows().filter(|row| {
                    counts.fill(0);
                    for &number in *row {
                        counts[division.group(number as usize, groups, n)] += 1;
                    }
                    counts.iter().all(|count| (k / groups..=k.div_ceil(groups)).contains(count))
                });
                let (mut range, balanced) = (CountRange::new(), balanced.count() as u32);
                range.add(balanced, ());
                scan.add(draws.len() as u64, chance, &range, |()| match division {
                    Division::Parts => Place::from("the numbers are as balanced as possible over ")
                        .number(groups)
                        .text(" parts of the range"),
                    Division::Remainders => Place::from(
                        "the numbers are as balanced as possible over the remainders modulo ",
                    )
                    .number(groups),
                });
            }
        }
        vec![scan]
    }
}

/// The logarithm of the probability that k of n numbers are as balanced as possible over groups of n / m numbers or one more:
/// the groups hold q or q + 1 of them.
fn ln_chance_of_balance(n: usize, k: usize, m: usize) -> f64 {
    let (size, larger) = (n / m, n % m);
    let (q, more) = (k / m, k % m);
    // Of `of` groups of one size, `fuller` hold q + 1.
    let ways = |size: usize, of: usize, fuller: usize| {
        let each = |full: usize, groups: usize| match groups {
            0 => 0.0,
            _ => groups as f64 * ln_choose(size, full),
        };
        ln_choose(of, fuller) + each(q + 1, fuller) + each(q, of - fuller)
    };
    let terms = (0..=more.min(larger))
        .filter(|fuller| more - fuller <= m - larger)
        .map(|fuller| ways(size + 1, larger, fuller) + ways(size, m - larger, more - fuller));
    let terms: Vec<f64> = terms.collect();
    log_sum_exp(&terms) - ln_choose(n, k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;

    #[test]
    fn balanced_draws_have_the_probability_of_all_sets() {
        for (n, k) in [(6, 3), (8, 4), (9, 2), (9, 5), (10, 7)] {
            for (m, division) in
                (2..=n / 2).cartesian_product([Division::Parts, Division::Remainders])
            {
                let is_balanced = |set: &Vec<usize>| {
                    let counts = set.iter().counts_by(|&ball| division.group(ball, m, n));
                    (0..m).all(|group| {
                        (k / m..=k.div_ceil(m)).contains(counts.get(&group).unwrap_or(&0))
                    })
                };
                let sets = (0..n).combinations(k).collect_vec();
                let share =
                    sets.iter().filter(|set| is_balanced(set)).count() as f64 / sets.len() as f64;
                let chance = ln_chance_of_balance(n, k, m).exp();
                assert!(
                    (chance - share).abs() < 1e-12,
                    "{k} of {n}, {m} {division:?}: {chance}, {share}"
                );
            }
        }
    }

    /// Systematic and stratified samples, and a lottery that always has three low balls. Alpha 1e-12, one run each, seed 1.
    #[test]
    fn samples_that_are_too_balanced_are_seen() {
        let found = |shape: Shape, rows: &[u32]| {
            let draws = KeptDecks::of_rows(shape, rows);
            let scan = Scan::of_all(&BallGroups(shape).look(&draws, &crate::share::Serial));
            (scan.ln_p() / std::f64::consts::LN_10, scan.into_extreme().unwrap().what.to_string())
        };
        let every_25th = (0..40).map(|place| 7 + 25 * place).collect_vec();
        let (log10_p, what) = found(Shape::unordered(1_000, 40, None).unwrap(), &every_25th);
        assert!(log10_p < -12.0, "{log10_p}");
        assert_eq!(what, "the numbers are as balanced as possible over 40 parts of the range");
        let mut rng = Pcg64::seed_from_u64(1);
        let mut halves: [Vec<u32>; 2] = [(0..24).collect(), (24..48).collect()];
        let balanced = (0..60).flat_map(|_| {
            halves.iter_mut().for_each(|half| half.shuffle(&mut rng));
            [&halves[0][..3], &halves[1][..3]].concat()
        });
        let shape = Shape::unordered(48, 6, None).unwrap();
        let (log10_p, what) = found(shape, &balanced.collect_vec());
        assert!(log10_p < -20.0, "{log10_p}");
        assert_eq!(what, "the numbers are as balanced as possible over 2 parts of the range");
    }
}
