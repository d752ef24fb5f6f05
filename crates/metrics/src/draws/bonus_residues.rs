//! Bonus balls that follow from the balls of their draw, or from the bonus ball before.
#![doc = include_str!("bonus-residues.md")]

use super::UNORDERED;
use crate::{
    Card, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    metric::{About, Metric, MetricEntry, NotApplicable, RowNeeds, Scope, TestEntry},
    number::FEWEST_TRIALS,
    size::rms::TableSquares,
    table::{self, Form, Slots},
};
use shuffle_deck::Bonus;

pub(crate) const BONUS_RESIDUES: TestEntry = TestEntry {
    title: "the bonus ball less the sum of its balls, and less the bonus ball before, modulo the number of bonus balls",
    sees: "a bonus ball that is the sum of its balls up to a fixed shift, or that stays or moves on by a fixed step from draw to draw",
    blind_to: "other rules, such as a digit that makes the sum even out, or weighs the balls; longer memory",
    cost: Cost::of(5.0, 0.0),
    ..TestEntry::new("bonus-residues", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    needs: RowNeeds::OwnBonus,
    scope: Scope::Neighbours,
    ..MetricEntry::new(&[BONUS_RESIDUES], |shape| Ok(Box::new(BonusResidues::new(shape)?)))
};

/// Counts, of each draw after another one, the residue of its bonus ball after its balls, and after the bonus ball before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BonusResidues {
    shape: Shape,
    drum: usize,
}

impl BonusResidues {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let why = || NotApplicable::new("it takes one bonus ball from a drum of its own");
        Ok(Self { shape, drum: shape.bonus().and_then(Bonus::own_drum).ok_or_else(why)? })
    }

    fn evidence(&self, draws: u64, counts: &[u64]) -> Evidence {
        let share = 1.0 / self.drum as f64;
        let cells = counts.iter().map(|&count| (count, share, share / 2.0));
        let effect =
            TableSquares::of_shares(draws, cells).effect(effect_kind::RMS_DRAW_DEVIATION, None);
        let (of_sum, of_last) = counts.split_at(self.drum);
        let forms = [of_sum, of_last].map(|counts| Slots::even([self.drum]).pearson(draws, counts));
        let place = match forms[0].statistic > forms[1].statistic {
            true => "bonus balls less the sum of their balls",
            false => "bonus balls less the one before",
        };
        forms.into_iter().sum::<Form>().evidence(draws, effect.at(place))
    }
}

impl Metric for BonusResidues {
    fn cell_count(&self) -> usize {
        2 * self.drum
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (balls, width, m) = (self.shape.dealt(), self.shape.width(), self.drum);
        let mut last = None;
        for row in rows.chunks_exact(width) {
            let bonus = row[balls].index();
            if let Some(last) = last.replace(bonus) {
                let sum: usize = row[..balls].iter().map(|ball| ball.index()).sum();
                cells[(bonus + m - sum % m) % m] += 1;
                cells[m + (bonus + m - last) % m] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS.max(Slots::even([self.drum]).trials_needed())
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let draws = tally.cells()[..self.drum].iter().sum::<u64>();
        let needed = self.trials_needed();
        table::judge([BONUS_RESIDUES.id], [tally.trials(), needed], || {
            [self.evidence(draws, tally.cells())]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::testing::{counted, each_set};
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng, seq::index};
    use rand_pcg::Pcg64;

    #[test]
    fn over_all_sequences_of_draws_the_mean_is_its_freedom_and_the_variance_nearly_that_of_its_law()
    {
        // After the first draw there are N, and independent residues would have the variance 2 df (1 - 1/N). For two balls of four the
        // sums modulo 3 are even, and they do; modulo 2 they are not.
        for (drum, sequence, variance) in [(3, 3, 4.0), (2, 4, 2.765_432_098_8)] {
            let bonus = Some(format!("{drum}/1").parse().unwrap());
            let shape = Shape::unordered(4, 2, bonus).unwrap();
            let metric = BonusResidues::new(shape).unwrap();
            let draws = each_set(4, 2).into_iter().cartesian_product(0..drum);
            let draws = draws.map(|(balls, bonus)| [balls, vec![bonus]].concat());
            let later = sequence as u64 - 1;
            let statistics: Vec<f64> = (0..sequence)
                .map(|_| draws.clone())
                .multi_cartesian_product()
                .map(|all| metric.evidence(later, &counted(&metric, shape, &all)).statistic)
                .collect();
            let df = 2.0 * f64::from(drum - 1);
            let mean_of = |power| {
                let all: f64 = statistics.iter().map(|x| (x - df).powi(power)).sum();
                all / statistics.len() as f64
            };
            assert!(mean_of(1).abs() < 1e-9, "{drum}: {}", mean_of(1) + df);
            assert!((mean_of(2) - variance).abs() < 1e-9, "{drum}: {}", mean_of(2));
        }
    }

    #[test]
    fn it_takes_one_bonus_ball_from_a_drum_of_its_own() {
        for bonus in ["1", "12/2"] {
            let shape = Shape::unordered(49, 6, Some(bonus.parse().unwrap())).unwrap();
            assert!(BonusResidues::new(shape).is_err(), "{bonus}");
        }
    }

    /// The p-value of 600 draws of 5 of 69 whose bonus ball of 26 is made of their balls and the bonus ball before.
    fn log10_p(mut bonus: impl FnMut(&[u32], u32, &mut Pcg64) -> u32) -> f64 {
        let shape = Shape::unordered(69, 5, Some("26/1".parse().unwrap())).unwrap();
        let (mut rng, mut last) = (Pcg64::seed_from_u64(26), 0);
        let draws: Vec<Vec<u32>> = (0..600)
            .map(|_| {
                let balls = index::sample(&mut rng, 69, 5).into_iter().map(|ball| ball as u32);
                let mut draw: Vec<u32> = balls.collect();
                last = bonus(&draw, last, &mut rng);
                draw.push(last);
                draw
            })
            .collect();
        let metric = BonusResidues::new(shape).unwrap();
        metric.evidence(599, &counted(&metric, shape, &draws)).p_value.log10()
    }

    /// Alpha 1e-6, seed 26.
    #[test]
    fn a_sum_of_balls_and_a_bonus_ball_that_stays_are_seen() {
        let fair = |rng: &mut Pcg64| rng.random_range(0..26);
        assert!(log10_p(|_, _, rng| fair(rng)) > -3.0);
        assert!(log10_p(|balls, _, _| balls.iter().sum::<u32>() % 26) < -6.0);
        let mostly =
            |keep: u32, rng: &mut Pcg64| if rng.random_bool(0.4) { keep } else { fair(rng) };
        assert!(log10_p(|_, last, rng| mostly(last, rng)) < -6.0);
        assert!(log10_p(|_, last, rng| mostly((last + 1) % 26, rng)) < -6.0);
    }
}
