//! The cell that is furthest off, as an effect.
//!
//! A table of many cells always has one that looks odd. Its interval is made wide enough for the largest
//! of them all: the error is shared over the cells (Bonferroni).

use crate::{
    distribution::{clopper_pearson, normal},
    histogram::CONFIDENCE,
    judgement::{Effect, Interval},
    place::Place,
};

/// A cell that counts trials, so that its count is binomial, whatever the truth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The number of trials that fell into it.
    pub(crate) count: u64,
    /// The share of trials that should have.
    pub(crate) expected: f64,
}

/// The cell whose share of the trials is furthest off, in standard deviations; the effect is
/// observed / expected - 1 with its exact interval (Clopper and Pearson). `place` names the cell.
pub(crate) fn share(
    name: &'static str,
    trials: u64,
    cells: impl ExactSizeIterator<Item = Share>,
    place: impl FnOnce(usize) -> Place,
) -> Effect {
    let number = cells.len() as f64;
    let total = trials as f64;
    let (index, cell) = largest(cells, |cell| {
        let p = cell.expected;
        (cell.count as f64 / total - p) / (p * (1.0 - p)).sqrt()
    });
    let shares = clopper_pearson(cell.count, trials, 1.0 - (1.0 - CONFIDENCE) / number);
    let relative = |share: f64| share / cell.expected - 1.0;
    let (low, high) = (relative(shares.low), relative(shares.high));
    Effect {
        name,
        value: relative(cell.count as f64 / total),
        interval: Some(Interval { low, high, confidence: CONFIDENCE }),
        place: Some(place(index)),
    }
}

/// A number with noise around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    /// The number: 0 for a uniform shuffle, but for the noise.
    pub(crate) value: f64,
    /// Its standard error if the shuffle is uniform.
    pub(crate) noise: f64,
    /// Its standard error, whatever the truth.
    pub(crate) error: f64,
}

/// The number that is furthest off, in standard errors, with a normal interval. `place` names it.
pub(crate) fn deviation(
    name: &'static str,
    cells: impl ExactSizeIterator<Item = Deviation>,
    place: impl FnOnce(usize) -> Place,
) -> Effect {
    let ln_error = ((1.0 - CONFIDENCE) / 2.0 / cells.len() as f64).ln();
    let (index, cell) = largest(cells, |cell| cell.value / cell.noise);
    let reach = normal::upper_quantile(ln_error) * cell.error;
    let (low, high) = (cell.value - reach, cell.value + reach);
    let interval = Some(Interval { low, high, confidence: CONFIDENCE });
    Effect { name, value: cell.value, interval, place: Some(place(index)) }
}

fn largest<T>(cells: impl Iterator<Item = T>, size: impl Fn(&T) -> f64) -> (usize, T) {
    let sized = cells.enumerate().map(|(index, cell)| (size(&cell).abs(), index, cell));
    let (_, index, cell) =
        sized.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a table has at least one cell");
    (index, cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Word;

    #[test]
    fn a_cell_is_chosen_by_its_significance_not_its_size() {
        // 60 of 100 for 1/2 is two standard deviations; 13 of 100 for 1/10 only one, though it is 30 % more.
        let cells = [Share { count: 13, expected: 0.1 }, Share { count: 60, expected: 0.5 }];
        let effect = share("off", 100, cells.into_iter(), |index| {
            Place::from([Word::Text("cell "), Word::Number(index)])
        });
        assert_eq!(effect.place.unwrap().to_string(), "cell 1");
        assert!((effect.value - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_cell_that_is_empty_has_an_interval_all_the_same() {
        let effect = share("off", 1_000, [Share { count: 0, expected: 0.1 }].into_iter(), |_| {
            Place::default()
        });
        let interval = effect.interval.unwrap();
        // (1 - q)^1000 = 0.005
        let high = (1.0 - 0.005_f64.powf(1e-3)) / 0.1 - 1.0;
        assert_eq!(interval.low, -1.0);
        assert!((interval.high - high).abs() < 1e-9, "{interval:?}");
    }

    #[test]
    fn the_error_is_shared_over_the_cells() {
        let cell = Deviation { value: 3.0, noise: 1.0, error: 2.0 };
        let width = |cells: usize| {
            let interval = deviation("off", vec![cell; cells].into_iter(), |_| Place::default())
                .interval
                .unwrap();
            interval.high - interval.low
        };
        assert!((width(1) - 4.0 * 2.575_829_303_548_901).abs() < 1e-9);
        assert!((width(10) - 4.0 * 3.290_526_731_491_925).abs() < 1e-9);
    }
}
