//! Bonus balls, from a drum of their own or from what is left in the same drum.
#![doc = include_str!("bonus-balls.md")]

use super::{UNORDERED, balls::form_of_sets, trials_for};
use crate::{
    Card, Evidence, Judgement, Outcome, Shape, Tally,
    costs::Cost,
    effect_kind, few_trials, largest,
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, RowNeeds, TestEntry, prose},
    place::Place,
    size::rms::TableSquares,
    table,
};

/// The test `bonus-balls`.
pub const BONUS_BALLS: TestEntry = TestEntry {
    title: prose! { "how often each ball is a bonus ball, chi-square on the law of draws without order" },
    sees: prose! { "bonus balls that are drawn too often or too rarely" },
    blind_to: prose! { "all other balls" },
    cost: Cost::of(1.0, 0.0),
    ..TestEntry::new("bonus-balls", About::Orders)
};

pub(crate) const LARGEST_BONUS_BALL: TestEntry = TestEntry {
    title: prose! { "the bonus ball with the most extreme count, by its exact tail" },
    sees: prose! { "one bonus ball that is too heavy or too light" },
    blind_to: prose! { "small deviations of many bonus balls" },
    explains: true,
    ..TestEntry::new("largest-bonus-ball", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    needs: RowNeeds::Bonus,
    ..MetricEntry::new(&[BONUS_BALLS, LARGEST_BONUS_BALL], |shape| {
        Ok(Box::new(BonusBalls::new(shape)?))
    })
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct BonusBalls {
    shape: Shape,
    /// Bonus balls of a draw, and balls in their drum.
    drawn: usize,
    drum: usize,
}

impl BonusBalls {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let bonus = shape.bonus().ok_or_else(|| NotApplicable::new("there are no bonus balls"))?;
        Ok(Self { shape, drawn: bonus.balls, drum: bonus.drum.unwrap_or(shape.cards()) })
    }

    fn chance(&self) -> f64 {
        self.drawn as f64 / self.drum as f64
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (trials, counts) = (tally.trials(), tally.cells());
        let cells = counts.iter().map(|&count| (count, self.chance(), 1.0 / self.drum as f64));
        let effect =
            TableSquares::of_shares(trials, cells).effect(effect_kind::RMS_DRAW_DEVIATION, None);
        let effect = effect.at("bonus balls");
        form_of_sets(counts, trials, self.drawn).evidence(trials, effect)
    }

    fn largest(&self, tally: &Tally) -> Evidence {
        let cells = largest::cells(tally.cells(), tally.trials(), self.chance());
        largest::evidence(&cells, "draws", &|ball| Place::from("bonus ball ").card(ball))
    }
}

impl Metric for BonusBalls {
    fn cells(&self) -> usize {
        self.drum
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let bonus = self.shape.dealt()..self.shape.dealt() + self.drawn;
        for row in rows.chunks_exact(self.shape.width()) {
            row[bonus.clone()].iter().for_each(|ball| cells[ball.index()] += 1);
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = [tally.trials(), trials_for(self.chance())];
        let whole = || self.evidence(tally);
        let whole = match self.drawn {
            // It hits one of equally likely cells.
            1 => few_trials::by_exact_law(trials, (tally.cells(), [1, self.drum]), whole),
            _ => (trials[0] >= trials[1]).then(whole),
        };
        let [seen, needed] = trials;
        let outcome = whole.map_or_else(|| Outcome::too_few(seen, needed), Outcome::Judged);
        let whole = Judgement { test: BONUS_BALLS.id, outcome };
        vec![whole, table::judge_one(LARGEST_BONUS_BALL.id, [trials[0], 1], || self.largest(tally))]
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        Some(Exhibit::even(BONUS_BALLS.id, tally.cells()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::counted;

    #[test]
    fn bonus_balls_are_counted_by_themselves() {
        let shape = Shape::unordered(5, 2, Some("3/1".parse().unwrap())).unwrap();
        let metric = BonusBalls::new(shape).unwrap();
        assert_eq!(
            counted(&metric, shape, &[vec![0, 1, 2], vec![3, 4, 2], vec![0, 1, 0]]),
            [1, 0, 2]
        );
        assert!(BonusBalls::new(Shape::unordered(5, 2, None).unwrap()).is_err());
    }
}
