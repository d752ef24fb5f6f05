//! Draws of one symbol that are given as a table of counts: what reads each draw by itself needs no more.

use crate::{
    Card, Decks, Judgement, Metric, Shape, Tally,
    metric::{NotApplicable, ONLY_COUNTS},
};
use shuffle_deck::Rows;

/// Of more symbols each would be read by itself, which takes too long.
const MOST_SYMBOLS: usize = 4_096;

/// A metric whose cells are the counts of the symbols.
pub(crate) struct OfCounts {
    metric: Box<dyn Metric>,
    shape: Shape,
}

impl OfCounts {
    /// A metric that reads each draw by itself, if these are draws of one symbol.
    pub(crate) fn of(
        shape: Shape,
        metric: Box<dyn Metric>,
    ) -> Result<Box<dyn Metric>, NotApplicable> {
        let is_single = shape.is_with_replacement() && shape.width() == 1;
        match is_single && shape.cards() <= MOST_SYMBOLS {
            true => Ok(Box::new(Self { metric, shape })),
            false => Err(NotApplicable::new(ONLY_COUNTS)),
        }
    }

    /// What the metric would have counted, draw by draw.
    fn counted(&self, tally: &Tally) -> Tally {
        let (mut cells, mut of_one) = (vec![0; self.metric.cells()], Vec::new());
        for (symbol, &count) in (0..).zip(tally.cells()).filter(|(_, count)| **count > 0) {
            of_one.clear();
            of_one.resize(cells.len(), 0);
            self.metric.observe(&Decks::new(self.shape, 0, Rows::Wide(&[symbol])), &mut of_one);
            cells.iter_mut().zip(&of_one).for_each(|(cell, one)| *cell += one * count);
        }
        Tally::of_counts(tally.trials(), cells)
    }
}

impl Metric for OfCounts {
    fn cells(&self) -> usize {
        self.shape.cards()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        rows.iter().for_each(|symbol| cells[symbol.index()] += 1);
    }

    fn trials_needed(&self) -> u64 {
        self.metric.trials_needed()
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.metric.judge(&self.counted(tally))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Card, Decks, Judgement, Shape, Tally, catalogue::METRICS};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use shuffle_deck::Rows;

    /// Each metric says the same of 500 draws of 36 symbols and of their counts, seed 11.
    #[test]
    fn counts_are_judged_as_the_draws_are() {
        let (shape, mut rng) = (Shape::replacement(36, 1), Pcg64::seed_from_u64(11));
        let draws: Vec<u32> = (0..500).map(|_| rng.random_range(0..36)).collect();
        let mut counts = vec![0; 36];
        draws.iter().for_each(|draw| counts[draw.index()] += 1);
        let mut judged = Vec::new();
        for entry in METRICS {
            let (Ok(whole), Ok(of_counts)) = (entry.build(shape), entry.build_of_counts(shape))
            else {
                continue;
            };
            let mut tally = Tally::new(whole.cells());
            tally.observe(whole.as_ref(), &Decks::new(shape, 0, Rows::Wide(&draws)));
            let by_counts = of_counts.judge(&Tally::of_counts(500, counts.clone()));
            let p = |judged: &[Judgement]| -> Vec<_> {
                judged.iter().map(|it| (it.test, it.evidence().map(|it| it.p_value))).collect()
            };
            assert_eq!(p(&whole.judge(&tally)), p(&by_counts));
            judged.extend(by_counts.iter().map(|it| it.test));
        }
        assert!(judged.contains(&"number-residues") && judged.contains(&"symbols"), "{judged:?}");
    }
}
