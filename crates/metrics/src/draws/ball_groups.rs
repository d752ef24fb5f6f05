//! Draws that are balanced too often, or too rarely, over equal groups of their numbers.
#![doc = include_str!("ball-groups.md")]

use super::ln_choose;
use crate::{
    Shape,
    costs::Cost,
    distribution::log_sum::log_sum_exp,
    free_outcomes::pairs_of,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    scans::{
        CountRange, Scan, Scanner, Scans,
        hands::laws_of,
        kept::{KeptDecks, MOST_PLACES},
    },
    share::Executor,
    sums::{OneDeck, SumLaw},
};
use shuffle_deck::DrawKind;

pub(crate) const BALL_GROUPS: TestEntry = TestEntry {
    title: prose! { "draws that are as balanced as possible over 2 to 64 equal groups of the numbers, and pairs in one of 2 to 10" },
    sees: prose! { "three low balls and three high ones in every draw, one of each tenth of the tickets, every 25th ticket; as many odd as even numbers; draws that never have five odd ones" },
    blind_to: prose! { "groups of other sizes; which group it is; which numbers they are; it looks at the first 4,096 draws and a sample of later ones" },
    cost: Cost::of(0.0, 1.0),
    ..TestEntry::new("ball-groups", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<BallGroups>::ENTRY;

/// The most groups.
const MOST_GROUPS: usize = 64;

/// The most numbers of a draw whose pairs in one group are counted, and the most groups.
const MOST_NUMBERS: usize = 20;
const MOST_GROUPS_OF_PAIRS: usize = 10;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BallGroups(Shape);

/// The ways to divide the numbers into equal groups.
#[derive(Clone, Copy, Debug)]
enum BallDivision {
    /// From the lowest numbers to the highest.
    Parts,
    Remainders,
}

impl BallDivision {
    fn group(self, number: usize, groups: usize, all: usize) -> usize {
        match self {
            Self::Parts => number * groups / all,
            Self::Remainders => number % groups,
        }
    }

    fn as_balanced_as_possible(self, groups: usize) -> Place {
        let what = Place::from("the numbers are as balanced as possible over ");
        match self {
            Self::Parts => what.number(groups).text(" parts of the range"),
            Self::Remainders => what.text("the remainders modulo ").number(groups),
        }
    }

    fn two_in_one(self, groups: usize) -> Place {
        match self {
            Self::Parts if groups == 2 => "two numbers are both low or both high".into(),
            Self::Remainders if groups == 2 => "two numbers are both odd or both even".into(),
            Self::Parts => {
                let what = Place::from("two numbers are in the same of ");
                what.number(groups).text(" parts of the range")
            }
            Self::Remainders => {
                Place::from("two numbers have the same remainder modulo ").number(groups)
            }
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
            let law = pairs_law(n, k, groups);
            for division in [BallDivision::Parts, BallDivision::Remainders] {
                let (mut counts, mut balanced, mut together) = (vec![0_usize; groups], 0, 0);
                for row in rows() {
                    counts.fill(0);
                    for &number in row {
                        counts[division.group(number as usize, groups, n)] += 1;
                    }
                    let even = k / groups..=k.div_ceil(groups);
                    balanced += u32::from(counts.iter().all(|count| even.contains(count)));
                    together += counts.iter().map(|&count| pairs_of(count) as u64).sum::<u64>();
                }
                let mut range = CountRange::new();
                range.add(balanced, ());
                scan.add(draws.len() as u64, chance, &range, |()| {
                    division.as_balanced_as_possible(groups)
                });
                let Some(table) = &law else { continue };
                let law = SumLaw { of_one: OneDeck::Tabulated(table), decks: draws.len() as u64 };
                let of = (pairs_of(k) * draws.len()) as u64;
                let ends = table.iter().filter(|p| **p > 0.0).collect::<Vec<_>>();
                let smallest = ends[0].min(*ends[ends.len() - 1]);
                let ln_least = draws.len() as f64 * smallest.ln();
                scan.add_smallest(2, law.ln_smaller_tail(together), ln_least, || ExtremeCount {
                    what: division.two_in_one(groups),
                    count: together,
                    of,
                    unit: "pairs of numbers",
                    expected: law.mean_and_deviation().0 / of as f64,
                });
            }
        }
        vec![scan]
    }
}

/// The law of the pairs of numbers in one group, of k of n over m equal groups; `None` of many numbers or groups, or if it has one value.
fn pairs_law(n: usize, k: usize, m: usize) -> Option<Vec<f64>> {
    if k > MOST_NUMBERS || m > MOST_GROUPS_OF_PAIRS || k + 1 >= n {
        return None;
    }
    let sizes: Vec<u64> = (0..m).map(|group| (n / m + usize::from(group < n % m)) as u64).collect();
    let law = laws_of(&sizes, k, |_, pairs, more| pairs + pairs_of(more)).pop()?;
    (law.iter().filter(|p| **p > 0.0).count() > 1).then_some(law)
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
    use crate::testing::{assert_law, each_set, share};
    use itertools::Itertools;
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;

    #[test]
    fn balanced_draws_have_the_probability_of_all_sets() {
        for (n, k) in [(6, 3), (8, 4), (9, 2), (9, 5), (10, 7)] {
            for (m, division) in
                (2..=n / 2).cartesian_product([BallDivision::Parts, BallDivision::Remainders])
            {
                let share = share(&each_set(n, k), |set| {
                    let counts = set.iter().counts_by(|&ball| division.group(ball as usize, m, n));
                    (0..m).all(|group| {
                        (k / m..=k.div_ceil(m)).contains(counts.get(&group).unwrap_or(&0))
                    })
                });
                let chance = ln_chance_of_balance(n, k, m).exp();
                assert!(
                    (chance - share).abs() < 1e-12,
                    "{k} of {n}, {m} {division:?}: {chance}, {share}"
                );
            }
        }
    }

    #[test]
    fn pairs_in_one_group_have_the_law_of_all_sets() {
        for (n, k, m) in [(6, 3, 2), (8, 4, 3), (9, 5, 4), (10, 6, 5)] {
            let law = pairs_law(n, k, m).unwrap();
            for division in [BallDivision::Parts, BallDivision::Remainders] {
                let together = each_set(n, k).into_iter().map(|set| {
                    let counts = set.iter().counts_by(|&ball| division.group(ball as usize, m, n));
                    counts.into_values().map(pairs_of).sum()
                });
                assert_law(together, &law, 1e-12, (n, k, m, division));
            }
        }
    }

    /// Systematic and stratified samples, and a lottery that always has three low balls. Alpha 1e-12, one run each, seed 1.
    #[test]
    fn samples_that_are_too_balanced_are_seen() {
        let found = |shape: Shape, rows: &[u32]| {
            let (log10_p, extreme) = crate::scans::testing::found::<BallGroups>(shape, rows);
            (log10_p, extreme.what.to_string())
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
        // Two to four odd numbers in 150 draws.
        let draw = |rng: &mut Pcg64| rand::seq::index::sample(rng, 49, 6).into_vec();
        let draws = std::iter::repeat_with(|| draw(&mut rng))
            .filter(|set| (2..=4).contains(&set.iter().filter(|ball| *ball % 2 == 1).count()));
        let rows = draws.take(150).flatten().map(|ball| ball as u32).collect_vec();
        let (log10_p, what) = found(Shape::unordered(49, 6, None).unwrap(), &rows);
        assert!(log10_p < -5.0, "{log10_p}");
        assert_eq!(what, "two numbers are both odd or both even");
    }
}
