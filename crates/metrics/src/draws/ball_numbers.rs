//! Numbers that are read off a draw without order: `ball-sum`, `ball-range`, `odd-balls`, `low-balls`, `ball-runs`.
//!
//! Null hypothesis: every set of k of n balls is equally likely. All laws are sums of positive terms.

use super::{UNORDERED, beyond_the_table, hypergeometric, ln_choose, normalized};
use crate::{
    Card, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean},
    place::{Place, Word},
};
use shuffle_deck::DrawKind;

/// Beyond so large a sum its law is taken from its cumulants.
const LARGEST_OF_A_TABLE: u64 = 6_324;

/// The sum of the balls of a draw, less the smallest that there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallSum(Shape);

impl IntegerStatistic for BallSum {
    const TEST: TestEntry = TestEntry {
        title: prose! { "the sum of the balls of a draw, against its exact law" },
        sees: prose! { "low or high numbers that come too often together" },
        blind_to: prose! { "any bias that high and low numbers share" },
        cost: Cost::of(3.0, 0.0),
        ..TestEntry::new("ball-sum", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "points of the sum of the balls",
        test: TestEntry {
            title: prose! { "the mean sum of the balls over all draws" },
            sees: prose! { "low or high numbers that come too often, even with one draw" },
            blind_to: prose! { "any bias that high and low numbers share" },
            ..TestEntry::new("ball-sum-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = UNORDERED;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        gaussian(self.0.dealt(), self.0.cards() - self.0.dealt())
    }

    /// The sum of k of n ranks: Wilcoxon's statistic, whose cumulants are known.
    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let (k, rest) = (self.0.dealt(), self.0.cards() - self.0.dealt());
        beyond_the_table(k as u64 * rest as u64, LARGEST_OF_A_TABLE, || {
            Edgeworth::of_whole_numbers(gaussian_cumulants(&[k, rest]))
        })
    }

    fn value_in_words(&self, value: usize) -> Place {
        let of = self.0.dealt();
        Place::from("the sum ").and(Word::Sum { value: value + of * (of - 1) / 2, of })
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let sum: usize = row.iter().map(|ball| ball.index()).sum();
        sum - row.len() * (row.len() - 1) / 2
    }
}

/// The law of the inversions of two kinds, which is the law of the sum of ranks: Gaussian binomials by Pascal's rule, since the last card
/// is of the one kind or of the other, and a set has the largest ball or it has not.
pub(super) fn gaussian(a: usize, b: usize) -> Vec<f64> {
    // laws[j]: the law for the current number of cards of one kind and j of the other.
    let mut laws = vec![vec![1.0]; b + 1];
    for i in 1..=a {
        for j in 1..=b {
            let last = i as f64 / (i + j) as f64;
            let mut law = vec![0.0; i * j + 1];
            laws[j].iter().enumerate().for_each(|(s, p)| law[s + j] += last * p);
            laws[j - 1].iter().enumerate().for_each(|(s, p)| law[s] += (1.0 - last) * p);
            laws[j] = law;
        }
    }
    laws.swap_remove(b)
}

/// The first six cumulants of the inversions of a multiset with `counts[i]` items of kind i. For two kinds these are
/// the cumulants of the sum of ranks.
///
/// The generating function is `prod_i [i] / prod_a prod_(j <= n_a) [j]` with `[i] = (1 - q^i)/(1 - q)`, and the cumulants of a uniform number
/// on `0..i` are `B_r (i^r - 1) / r`, with the Bernoulli numbers B.
pub(super) fn gaussian_cumulants(counts: &[usize]) -> [f64; 6] {
    let powers = |of: usize, r: i32| (1..=of).map(|i| (i as f64).powi(r) - 1.0).sum::<f64>();
    let all: usize = counts.iter().sum();
    let cumulant = |r: i32, bernoulli: f64| {
        let parts: f64 = counts.iter().map(|&count| powers(count, r)).sum();
        bernoulli / f64::from(r) * (powers(all, r) - parts)
    };
    let pairs: f64 = counts.iter().map(|&count| (count as f64).powi(2)).sum();
    let mean = ((all as f64).powi(2) - pairs) / 4.0;
    [mean, cumulant(2, 1.0 / 6.0), 0.0, cumulant(4, -1.0 / 30.0), 0.0, cumulant(6, 1.0 / 42.0)]
}

/// The largest ball of a draw less the smallest, and less what there must be between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallRange(Shape);

impl IntegerStatistic for BallRange {
    const TEST: TestEntry = TestEntry {
        title: prose! { "the largest ball less the smallest, against its exact law" },
        sees: prose! { "balls that come in clusters, or are spread too far; draws that are thrown away because they do not look spread" },
        blind_to: prose! { "which balls they are" },
        cost: Cost::of(19.0, 0.0),
        ..TestEntry::new("ball-range", About::Orders)
    };

    /// In few draws other tests see more.
    const NAMES_FEW: bool = false;

    const DRAWS: &'static [DrawKind] = UNORDERED;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one ball has no range")),
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        let (n, k) = (self.0.cards(), self.0.dealt());
        let ways = |r: usize| ((n - r) as f64).ln() + ln_choose(r - 1, k - 2) - ln_choose(n, k);
        normalized((k - 1..n).map(|r| ways(r).exp()).collect())
    }

    fn value_in_words(&self, value: usize) -> Place {
        Place::from("the range ").number(value + self.0.dealt() - 1)
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let balls = || row.iter().map(|ball| ball.index());
        let (largest, smallest) = (balls().max().unwrap_or(0), balls().min().unwrap_or(0));
        (largest - smallest).saturating_sub(row.len() - 1)
    }
}

/// The balls of one half: every second one, counted from 1, or the lower ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfBalls<const IS_ODD: bool>(Shape);

impl<const IS_ODD: bool> IntegerStatistic for HalfBalls<IS_ODD> {
    const TEST: TestEntry = match IS_ODD {
        true => TestEntry {
            title: prose! { "the number of odd balls of a draw (even ones, if balls count from 0), against its exact law" },
            sees: prose! { "draws of only odd or only even balls that are thrown away now and then; as many odd as even ones" },
            blind_to: prose! { "which balls they are" },
            cost: Cost::of(8.0, 0.0),
            ..TestEntry::new("odd-balls", About::Orders)
        },
        false => TestEntry {
            title: prose! { "the number of balls of a draw from the lower half, against its exact law" },
            sees: prose! { "draws of only low or only high balls that are thrown away now and then; as many low as high ones" },
            blind_to: prose! { "which balls they are" },
            cost: Cost::of(8.0, 0.0),
            ..TestEntry::new("low-balls", About::Orders)
        },
    };

    /// In few draws `ball-groups` sees more.
    const NAMES_FEW: bool = false;

    const DRAWS: &'static [DrawKind] = UNORDERED;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one ball is of one half")),
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        let n = self.0.cards();
        hypergeometric(n, n.div_ceil(2), self.0.dealt())
    }

    fn value_in_words(&self, value: usize) -> Place {
        let what = Place::from("a draw with ").number(value);
        match IS_ODD {
            true => what.text(" ").and([Word::Class { remainder: 0, modulus: 2 }]),
            false => what.text(" low numbers"),
        }
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let half = self.0.cards().div_ceil(2);
        let is_in = |ball: usize| if IS_ODD { ball.is_multiple_of(2) } else { ball < half };
        row.iter().filter(|ball| is_in(ball.index())).count()
    }
}

/// Runs of neighbors: 4 5 6 and 20 are two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallRuns(Shape);

impl IntegerStatistic for BallRuns {
    const TEST: TestEntry = TestEntry {
        title: prose! { "runs of consecutive numbers in a draw, against the exact law" },
        sees: prose! { "numbers that come with their neighbors, or avoid them" },
        blind_to: prose! { "which numbers they are" },
        cost: Cost::of(43.0, 0.0),
        ..TestEntry::new("ball-runs", About::Orders)
    };

    const DRAWS: &'static [DrawKind] = UNORDERED;

    type Scratch = Vec<usize>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one ball is one run")),
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        let (n, k) = (self.0.cards(), self.0.dealt());
        let ways = |r: usize| ln_choose(k - 1, r - 1) + ln_choose(n - k + 1, r) - ln_choose(n, k);
        let runs = 1..=k.min(n - k + 1);
        normalized([0.0].into_iter().chain(runs.map(|r| ways(r).exp())).collect())
    }

    fn value_in_words(&self, value: usize) -> Place {
        if value == self.0.dealt() {
            return "a draw without neighboring numbers".into();
        }
        Place::from("a draw of ").number(value).text(" runs of neighboring numbers")
    }

    fn of<C: Card>(&self, row: &[C], balls: &mut Vec<usize>) -> usize {
        balls.clear();
        balls.extend(row.iter().map(|ball| ball.index()));
        balls.sort_unstable();
        1 + balls.windows(2).filter(|pair| pair[0] + 1 != pair[1]).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Tally,
        number::Numbers,
        testing::{assert_is_close, assert_is_the_law_of, each_set},
    };
    use rand::{SeedableRng, seq::index};
    use rand_pcg::Pcg64;

    #[test]
    fn the_laws_are_those_of_all_sets() {
        for (n, k) in [(5, 2), (7, 3), (8, 4), (9, 6), (6, 5)] {
            let shape = Shape::unordered(n, k, None).unwrap();
            assert_is_the_law_of::<BallSum>(shape, each_set(n, k), 1e-12);
            assert_is_the_law_of::<BallRange>(shape, each_set(n, k), 1e-12);
            assert_is_the_law_of::<HalfBalls<true>>(shape, each_set(n, k), 1e-12);
            assert_is_the_law_of::<HalfBalls<false>>(shape, each_set(n, k), 1e-12);
            assert_is_the_law_of::<BallRuns>(shape, each_set(n, k), 1e-12);
        }
    }

    /// Draws of 6 of 49 that are thrown away: alpha 1e-6, one run each, seeds 1 to 3.
    #[test]
    fn draws_that_are_thrown_away_are_missed() {
        fn seen<N: IntegerStatistic + 'static>(
            draws: u64,
            seed: u64,
            is_kept: impl Fn(&[usize]) -> bool,
        ) -> String {
            let shape = Shape::unordered(49, 6, None).unwrap();
            let (number, metric) =
                (N::new(shape).unwrap(), Numbers::<N>::ENTRY.build(shape).unwrap());
            let (mut rng, mut cells) = (Pcg64::seed_from_u64(seed), vec![0; metric.cells()]);
            while cells.iter().sum::<u64>() < draws {
                let draw = index::sample(&mut rng, 49, 6).into_vec();
                let row: Vec<u32> = draw.iter().map(|&ball| ball as u32).collect();
                let is_kept = is_kept(&draw);
                cells[number.of(&row, &mut N::Scratch::default())] += u64::from(is_kept);
            }
            let judged = metric.judge(&Tally::of_counts(draws, cells)).remove(0);
            let evidence = judged.evidence().unwrap();
            assert!(evidence.p_value.log10() < -6.0, "{}", evidence.p_value.log10());
            evidence.effect.extreme.as_ref().unwrap().what.to_string()
        }
        let range = |draw: &[usize]| draw.iter().max().unwrap() - draw.iter().min().unwrap();
        let said = seen::<BallRange>(110, 1, |draw| (30..=42).contains(&range(draw)));
        assert!(
            ["the range 29 or less", "the range 43 or more"].contains(&said.as_str()),
            "{said}"
        );
        let of_half = |draw: &[usize], is_in: &dyn Fn(usize) -> bool| {
            (1..6).contains(&draw.iter().filter(|ball| is_in(**ball)).count())
        };
        let odd = |draw: &[usize]| of_half(draw, &|ball| ball % 2 == 0);
        assert!(seen::<HalfBalls<true>>(3_000, 2, odd).starts_with("a draw with "));
        let low = |draw: &[usize]| of_half(draw, &|ball| ball < 25);
        assert!(seen::<HalfBalls<false>>(3_000, 3, low).contains(" low numbers"));
    }

    #[test]
    fn sums_of_few_balls_of_many_are_tabulated_or_refused() {
        let shape = |n, k| Shape::unordered(n, k, None).unwrap();
        assert_is_close(&BallSum::new(shape(380, 18)).unwrap(), 2e-6);
        assert!(BallSum::new(shape(5_000, 6)).unwrap().approximated().is_none());
        assert!(Numbers::<BallSum>::ENTRY.build(shape(50_000, 2)).is_err());
    }
}
