//! Single balls and pairs of balls in draws without order.
#![doc = include_str!("balls.md")]
#![doc = include_str!("ball-pairs.md")]

use super::{UNORDERED, of_all, summary_size, trials_for, with_even_counts};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials,
    judgement::{Deviates, Evidence, Outcome},
    largest,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, ONLY_COUNTS, TestEntry, prose},
    place::Place,
    size::rms::{KernelMoments, TableSquares},
    summaries::SummarySize,
    table::{self, Below, Deviations, QuadraticForm, Table},
};
use std::f64::consts::LN_2;

/// The test `balls`.
pub const BALLS: TestEntry = TestEntry {
    title: prose! { "how often each ball is drawn, chi-square on the law of draws without order" },
    sees: prose! { "balls that are drawn too often or too rarely: one of 49 that weighs 10 % more, within some 40,000 draws" },
    blind_to: prose! { "balls that come together or avoid each other; draws that depend on each other" },
    has_plain_effect: true,
    cost: Cost::of(15.0, 0.0),
    ..TestEntry::new("balls", About::Orders)
};

pub(crate) const LARGEST_BALL: TestEntry = TestEntry {
    title: prose! { "the ball with the most extreme count, by its exact tail" },
    sees: prose! { "one ball that is too heavy or too light, among many that are sound" },
    blind_to: prose! { "small deviations of many balls, which `balls` adds up" },
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("largest-ball", About::Orders)
};

pub(crate) const BALL_PAIRS: TestEntry = TestEntry {
    title: prose! { "how often each two balls are drawn together, beyond what single balls explain" },
    sees: prose! { "balls that stick together or avoid each other; sets that come from a short list" },
    blind_to: prose! { "single balls that come too often, which `balls` sees; triples" },
    ..TestEntry::new("ball-pairs", About::Orders)
};

pub(crate) const LARGEST_BALL_PAIR: TestEntry = TestEntry {
    title: prose! { "the two balls with the most extreme count, by its exact tail" },
    sees: prose! { "two balls that always or never come together" },
    blind_to: prose! { "small deviations of many pairs, which `ball-pairs` adds up" },
    explains: true,
    ..TestEntry::new("largest-ball-pair", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    of_counts: Some(|shape| Ok(Box::new(Balls { are_single: true, ..Balls::new(shape) }))),
    ..MetricEntry::new(&[BALLS, LARGEST_BALL, BALL_PAIRS, LARGEST_BALL_PAIR], |shape| {
        Ok(Box::new(Balls::new(shape)))
    })
};

const MOST_PAIRED: usize = 256;

/// Counts balls, then pairs: the pair a < b is cell `n + b(b-1)/2 + a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balls {
    shape: Shape,
    /// True if pairs are not counted.
    are_single: bool,
}

impl Balls {
    pub(crate) fn new(shape: Shape) -> Self {
        Self { shape, are_single: false }
    }

    fn sizes(&self) -> (usize, usize) {
        (self.shape.cards(), self.shape.dealt())
    }

    /// The number of pairs that are counted, or why none are.
    fn pairs(&self) -> Result<usize, NotApplicable> {
        let (n, k) = self.sizes();
        let why = if self.are_single {
            ONLY_COUNTS
        } else if k < 2 {
            "one ball is not a pair"
        } else if n - k < 2 || n < 4 {
            "all but one of the balls are drawn, so single balls say it all"
        } else if n > MOST_PAIRED {
            "all pairs of balls are counted, of up to 256 balls"
        } else {
            return Ok(n * (n - 1) / 2);
        };
        Err(NotApplicable::new(why))
    }

    fn chance_of_pair(&self) -> f64 {
        let (n, k) = self.sizes();
        (k * (k - 1)) as f64 / (n * (n - 1)) as f64
    }

    /// R.
    fn of_pairs(&self, pairs: &[u64], trials: u64) -> f64 {
        let (n, k) = self.sizes();
        let expected = trials as f64 * self.chance_of_pair();
        let (mut margins, mut sum) = (vec![0.0; n], 0.0);
        for (cell, (a, b)) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).enumerate() {
            let x = pairs[cell] as f64 - expected;
            sum += x * x;
            margins[a] += x;
            margins[b] += x;
        }
        let (n, k) = (n as f64, k as f64);
        let explained = margins.iter().map(|m| m * m).sum::<f64>() / (n - 2.0);
        (sum - explained) / (trials as f64 * lambda(n, k))
    }

    /// Given the single balls, counts of pairs are whole numbers whose margins are 0: a lattice of volume
    /// `sqrt((n-2)^(n-1) (2n-2)) / 2`, by the determinant of the margins of all pairs, whose sum is even.
    fn ln_cell_of_pairs(&self, trials: u64) -> f64 {
        let (n, k) = (self.shape.cards() as f64, self.shape.dealt() as f64);
        let ln_margins = 0.5 * ((n - 1.0) * (n - 2.0).ln() + (2.0 * n - 2.0).ln()) - LN_2;
        let df = n * (n - 3.0) / 2.0;
        ln_margins - 0.5 * df * (trials as f64 * lambda(n, k)).ln()
    }

    fn evidence_of_balls(&self, tally: &Tally) -> Evidence {
        let (n, k) = self.sizes();
        let (trials, counts, chance) = (tally.trials(), &tally.cells()[..n], k as f64 / n as f64);
        let more = n as f64 / (n as f64 - 1.0);
        let table = Table {
            form: form_of_sets(counts, trials, k),
            deviations: self.deviations(tally),
            effects: [effect_kind::RMS_DRAW_DEVIATION, effect_kind::DRAW_DEVIATION],
            below: Below::AtLeastMinusOne,
            sensitivity: (((1.0 - chance) / chance * more).sqrt(), Deviates::CELL),
        };
        of_all("balls", table.evidence(|cell, _| ball(cell)))
    }

    fn largest_ball(&self, tally: &Tally) -> Evidence {
        let (n, k) = self.sizes();
        let cells = largest::cells(&tally.cells()[..n], tally.trials(), k as f64 / n as f64);
        largest::evidence(&cells, "draws", &ball)
    }

    fn largest_pair(&self, tally: &Tally) -> Evidence {
        let counts = &tally.cells()[self.shape.cards()..];
        let cells = largest::cells(counts, tally.trials(), self.chance_of_pair());
        largest::evidence(&cells, "draws", &pair)
    }

    fn deviations(&self, tally: &Tally) -> Deviations {
        let (n, k) = self.sizes();
        let (trials, counts, share) = (tally.trials(), &tally.cells()[..n], k as f64 / n as f64);
        let weight = 1.0 / n as f64;
        let ratio = |ball: u32| counts[ball as usize] as f64 / (trials as f64 * share) - 1.0;
        let moments = KernelMoments::new(
            tally.summaries(),
            |draw| {
                let mut draw = draw.to_vec();
                draw.sort_unstable();
                draw
            },
            |draw| draw.iter().map(|&ball| ratio(ball)).sum::<f64>() / k as f64,
            |a, b| {
                let common = a.iter().filter(|ball| b.binary_search(ball).is_ok()).count() as f64;
                common * weight / (share * share) - 1.0
            },
        );
        Deviations::of_shares(tally, counts.iter().map(|&count| (count, share, weight)), moments)
    }

    fn evidence_of_pairs(&self, tally: &Tally) -> Evidence {
        let (n, trials) = (self.shape.cards(), tally.trials());
        let (counts, chance) = (&tally.cells()[n..], self.chance_of_pair());
        let weight = 1.0 / counts.len() as f64;
        let cells = counts.iter().map(|&count| (count, chance, weight));
        let effect =
            TableSquares::of_shares(trials, cells).effect(effect_kind::RMS_DRAW_DEVIATION, None);
        let form = QuadraticForm {
            statistic: self.of_pairs(counts, trials).max(0.0),
            df: (n * (n - 3) / 2) as u64,
            ln_lattice_volume: self.ln_cell_of_pairs(trials),
        };
        of_all("pairs of balls", form.evidence(trials, effect))
    }
}

/// T: each ball is a kind of one card, and lies at one of the places that are drawn or not.
pub(super) fn form_of_sets(counts: &[u64], trials: u64, drawn: usize) -> QuadraticForm {
    let n = counts.len();
    QuadraticForm::of_product(trials, counts, &[drawn as f64, (n - drawn) as f64], &vec![1.0; n])
}

/// The eigenvalue of the part of pairs that single balls do not explain.
fn lambda(n: f64, k: f64) -> f64 {
    k * (k - 1.0) * (n - k) * (n - k - 1.0) / (n * (n - 1.0) * (n - 2.0) * (n - 3.0))
}

fn ball(ball: usize) -> Place {
    Place::from("ball ").card(ball)
}

fn pair(cell: usize) -> Place {
    let mut b = 1;
    while (b + 1) * b / 2 <= cell {
        b += 1;
    }
    let a = cell - b * (b - 1) / 2;
    Place::from("the pair ").card(a).text(" and ").card(b)
}

impl Metric for Balls {
    fn cells(&self) -> usize {
        self.shape.cards() + self.pairs().unwrap_or(0)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (balls, pairs) = cells.split_at_mut(self.shape.cards());
        for row in rows.chunks_exact(self.shape.width()) {
            let row = &row[..self.shape.dealt()];
            row.iter().for_each(|ball| balls[ball.index()] += 1);
            if pairs.is_empty() {
                continue;
            }
            for (place, a) in row.iter().enumerate() {
                for b in &row[..place] {
                    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
                    pairs[high * (high - 1) / 2 + low] += 1;
                }
            }
        }
    }

    fn summary_size(&self) -> SummarySize {
        summary_size(self.shape)
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, (n, k)) = (tally.trials(), self.sizes());
        let chance = k as f64 / n as f64;
        let needed = [trials, trials_for(chance.min(1.0 - chance))];
        let whole = || with_even_counts(self.evidence_of_balls(tally), &tally.cells()[..n]);
        let mut judgements = vec![
            table::judge_one(BALLS.id, needed, whole),
            table::judge_one(LARGEST_BALL.id, [trials, 1], || self.largest_ball(tally)),
        ];
        judgements.extend(match self.pairs() {
            Ok(_) => {
                let needed = [trials, trials_for(self.chance_of_pair())];
                let largest = || self.largest_pair(tally);
                vec![
                    table::judge_one(BALL_PAIRS.id, needed, || self.evidence_of_pairs(tally)),
                    table::judge_one(LARGEST_BALL_PAIR.id, [trials, 1], largest),
                ]
            }
            Err(NotApplicable(why)) => {
                table::judge([BALL_PAIRS.id, LARGEST_BALL_PAIR.id], [0; 2], || {
                    [(); 2].map(|()| Outcome::not_applicable(why.clone()))
                })
            }
        });
        judgements
    }

    fn by_replicates(&self, tests: &[&str], tally: &Tally) -> Vec<(&'static str, Evidence)> {
        let (trials, (n, k)) = (tally.trials(), self.sizes());
        let of = (self.shape, trials);
        let of_balls = |cells: &[u64]| form_of_sets(&cells[..n], trials, k).statistic;
        let of_pairs = |cells: &[u64]| self.of_pairs(&cells[n..], trials).max(0.0);
        let balls = || self.evidence_of_balls(tally);
        let few = if self.pairs().is_ok() {
            let of_table = [BALLS.id, BALL_PAIRS.id];
            let wholes = || [balls(), self.evidence_of_pairs(tally)];
            let statistics = |cells: &[u64]| [of_balls(cells), of_pairs(cells)];
            few_trials::by_replicates(self, of, tests, of_table, wholes, statistics)
        } else {
            let statistic = |cells: &[u64]| [of_balls(cells)];
            few_trials::by_replicates(self, of, tests, [BALLS.id], || [balls()], statistic)
        };
        let or_too_even = |(test, few)| match test == BALLS.id {
            true => (test, with_even_counts(few, &tally.cells()[..n])),
            false => (test, few),
        };
        few.into_iter().map(or_too_even).collect()
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::even(BALLS.id, &tally.cells()[..self.shape.cards()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_set, sums_over_draws};

    /// Over all draws, one and two together, T and R have the mean and the variance of their laws.
    #[test]
    fn mean_and_variance_are_exact() {
        for (n, k) in [(4, 2), (6, 2), (7, 3), (8, 4), (6, 4)] {
            let shape = Shape::unordered(n, k, None).unwrap();
            let metric = Balls::new(shape);
            let cells = n + n * (n - 1) / 2;
            let statistic = |of_pairs: bool| {
                move |cells: &[u64], draws: u64| match of_pairs {
                    false => form_of_sets(&cells[..n], draws, k).statistic,
                    true => metric.of_pairs(&cells[n..], draws),
                }
            };
            for (of_pairs, df) in [(false, n - 1), (true, n * (n - 3) / 2)] {
                let (mean, variance) =
                    sums_over_draws(&metric, &each_set(n, k), cells, statistic(of_pairs));
                assert!((mean - df as f64).abs() < 1e-9, "{k} of {n}: {mean}, not {df}");
                // Two draws: 2 df (1 - 1/2).
                assert!((variance - df as f64).abs() < 1e-9, "{k} of {n}: {variance}, not {df}");
            }
        }
    }

    /// In 5.6 % of all cases exactly half of 200 draws of one of two balls show each: that is not evidence of too
    /// much evenness.
    #[test]
    fn a_perfect_fit_is_no_more_seldom_than_it_is() {
        let metric = Balls::new(Shape::unordered(2, 1, None).unwrap());
        let judgement = metric.judge(&Tally::of_counts(200, vec![100, 100])).remove(0);
        assert!(judgement.evidence().unwrap().p_value.value() > 0.05, "{judgement:?}");
        // 120 draws of two of four: each pair 20 times, which 6.3e-4 of all draws show (multinomial).
        let metric = Balls::new(Shape::unordered(4, 2, None).unwrap());
        let tally = Tally::of_counts(120, vec![60, 60, 60, 60, 20, 20, 20, 20, 20, 20]);
        for judgement in metric.judge(&tally) {
            let p = judgement.evidence().unwrap().p_value.value();
            assert!(p > 6e-4, "{judgement:?}");
        }
    }

    /// 500 draws of 3 of 7: the counts of single balls say of them what the draws say.
    #[test]
    fn counts_alone_are_judged_as_the_draws_that_they_are_of() {
        let shape = Shape::unordered(7, 3, None).unwrap();
        let sets = each_set(7, 3);
        let draws: Vec<Vec<u32>> = (0..500).map(|draw| sets[draw * draw % 35].clone()).collect();
        let cells = counted(&Balls::new(shape), shape, &draws);
        let p_values = |judgements: Vec<Judgement>| -> Vec<Option<f64>> {
            let p = |one: &Judgement| one.evidence().map(|evidence| evidence.p_value.value());
            judgements.iter().map(p).collect()
        };
        let whole = p_values(Balls::new(shape).judge(&Tally::of_counts(500, cells.clone())));
        let metric = ENTRY.build_of_counts(shape).unwrap();
        let alone = metric.judge(&Tally::of_counts(500, cells[..metric.cells()].to_vec()));
        assert!(whole[..2].iter().all(Option::is_some) && whole[2].is_some());
        assert_eq!(p_values(alone), [whole[0], whole[1], None, None]);
        let pairs = super::super::gaps::ENTRY.build_of_counts(shape).err();
        assert_eq!(pairs.unwrap().to_string(), "counts do not show single draws");
    }

    #[test]
    fn a_pair_is_named_by_its_cell() {
        assert_eq!(pair(0).to_string(), "the pair 0 and 1");
        assert_eq!(pair(1).to_string(), "the pair 0 and 2");
        assert_eq!(pair(5).to_string(), "the pair 2 and 3");
    }
}
