//! The gaps between returns of a ball or a symbol.
#![doc = include_str!("gaps.md")]

use super::{EVEN_SETS_AND_SYMBOLS, FEWEST_TRIALS};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Outcome, Peak},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry},
    place::Place,
    table::{Form, judge},
};
use shuffle_deck::DrawKind;

pub(crate) const GAPS: TestEntry = TestEntry {
    title: "how long balls or symbols stay away before they come again",
    sees: "numbers that come back too soon, or are \"due\": balls that are put back without mixing",
    blind_to: "balls that come too often, unless by a lot",
    cost: Cost::of(170.0, 0.0),
    ..TestEntry::new("gaps", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: EVEN_SETS_AND_SYMBOLS,
    scope: Scope::Neighbours,
    ..MetricEntry::new(&[GAPS], |shape| Ok(Box::new(Gaps::new(shape)?)))
};

/// The last age of each class but the last, in units of which a return is expected after [`Gaps::unit`] draws.
const LAST: [u64; 11] = [1, 2, 3, 4, 6, 9, 14, 21, 32, 48, 72];

const CLASSES: usize = LAST.len() + 1;

/// Classes whose variance is less are taken together with their neighbours.
const SMALLEST_VARIANCE: f64 = 10.0;

/// Counts for each class of age what was taken of it, what there was, and the products of what there was of each two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gaps {
    shape: Shape,
    /// Ages are counted in steps of this size: where balls return rarely, the classes are wide.
    unit: u64,
}

impl Gaps {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() > 1_000 {
            return Err(NotApplicable::new("handles at most 1000 balls or symbols"));
        }
        let mean = match shape.kind() {
            DrawKind::Unordered => shape.cards() as f64 / shape.dealt() as f64,
            _ => shape.cards() as f64,
        };
        // A ball is away for less than 72 / 10 of its mean gap in 999 of 1,000 cases.
        Ok(Self { shape, unit: ((mean / 10.0).floor() as u64).max(1) })
    }

    fn class(&self, age: u64) -> usize {
        LAST.partition_point(|&last| last * self.unit < age)
    }

    /// Balls that are taken at a step.
    fn taken(&self) -> f64 {
        match self.shape.kind() {
            DrawKind::Unordered => self.shape.dealt() as f64,
            _ => 1.0,
        }
    }

    fn observe<C: Card>(&self, step: &[C], time: u64, last: &mut [u64], cells: &mut [u64]) {
        let mut ages = [0_u64; CLASSES];
        last.iter().for_each(|&last| ages[self.class_at(last, time)] += 1);
        for card in step {
            cells[self.class_at(last[card.index()], time)] += 1;
        }
        step.iter().for_each(|card| last[card.index()] = time);
        let products = &mut cells[CLASSES..];
        for (g, &a) in ages.iter().enumerate() {
            products[g] += a;
            for (h, &b) in ages.iter().enumerate() {
                products[CLASSES + g * CLASSES + h] += a * b;
            }
        }
    }

    /// The class of a ball that came last at this time, 0 for never.
    fn class_at(&self, last: u64, time: u64) -> usize {
        if last == 0 { CLASSES - 1 } else { self.class(time - last) }
    }

    /// S and V, by classes that are taken together.
    fn sums(&self, cells: &[u64]) -> (Vec<Vec<usize>>, Vec<f64>, Vec<Vec<f64>>) {
        let (n, k) = (self.shape.cards() as f64, self.taken());
        let there = &cells[CLASSES..2 * CLASSES];
        let products = &cells[2 * CLASSES..];
        let scale = k * (n - k) / (n - 1.0).max(1.0);
        let variance = |g: usize, h: usize| {
            let own = if g == h { there[g] as f64 / n } else { 0.0 };
            scale * (own - products[g * CLASSES + h] as f64 / (n * n))
        };
        let covariance = |a: &[usize], b: &[usize]| -> f64 {
            a.iter().map(|&g| b.iter().map(|&h| variance(g, h)).sum::<f64>()).sum()
        };
        let groups = together(&|group| covariance(group, group));
        let sum = |group: &Vec<usize>| -> f64 {
            group.iter().map(|&g| cells[g] as f64 - k * there[g] as f64 / n).sum()
        };
        let sums = groups.iter().map(sum).collect();
        let matrix = groups.iter().map(|a| groups.iter().map(|b| covariance(a, b)).collect());
        (groups.clone(), sums, matrix.collect())
    }

    fn judge_cells(&self, tally: &Tally) -> Outcome {
        let (trials, cells) = (tally.trials(), tally.cells());
        let (groups, sums, matrix) = self.sums(cells);
        if groups.len() < 2 {
            return Outcome::too_few(trials, (4 * trials).max(FEWEST_TRIALS));
        }
        // The sums add up to 0, so that one class follows from the others.
        let form = inverse_form(&matrix, &sums, groups.len() - 1);
        if form.df == 0 {
            return Outcome::not_applicable("all numbers have the same age");
        }
        let (n, k) = (self.shape.cards() as f64, self.taken());
        let mean = |group: &Vec<usize>| -> f64 {
            group.iter().map(|&g| k * cells[CLASSES + g] as f64 / n).sum()
        };
        let means: Vec<f64> = groups.iter().map(mean).collect();
        let all: f64 = means.iter().sum();
        let relative = |group: usize| sums[group] / means[group];
        let square: f64 = (0..groups.len()).map(|g| sums[g] * relative(g)).sum::<f64>() / all;
        let noise: f64 = (0..groups.len()).map(|g| matrix[g][g] / means[g]).sum::<f64>() / all;
        let clearest = (0..groups.len())
            .max_by(|&a, &b| {
                let z = |g: usize| (sums[g] / matrix[g][g].max(1e-9).sqrt()).abs();
                z(a).total_cmp(&z(b))
            })
            .unwrap_or(0);
        let place = self.place(&groups[clearest]);
        let deviation = matrix[clearest][clearest].sqrt() / means[clearest];
        let reach = 2.576 + ((groups.len() as f64).ln() / 2.0).sqrt();
        let value = relative(clearest);
        let interval = crate::judgement::Interval {
            low: value - reach * deviation,
            high: value + reach * deviation,
            confidence: crate::histogram::CONFIDENCE,
        };
        let peak =
            Peak { kind: effect_kind::DRAW_DEVIATION, place, value, interval: Some(interval) };
        let effect = Effect {
            place: Some(Place::from("numbers of some age")),
            peak: Some(peak.of_ratio()),
            ..Effect::new(effect_kind::RMS_DRAW_DEVIATION, (square - noise).max(0.0).sqrt())
        };
        Outcome::Judged(form.evidence(trials, effect))
    }

    /// `numbers that came 2 to 4 draws before`.
    fn place(&self, classes: &[usize]) -> Place {
        let first = |class: usize| match class {
            0 => 1,
            _ => LAST[class - 1] * self.unit + 1,
        } as usize;
        let from = first(classes[0]);
        let one = from == 1 && classes == [0] && self.unit == 1;
        let unit = match (self.shape.kind(), one) {
            (DrawKind::Unordered, true) => " draw before",
            (DrawKind::Unordered, false) => " draws before",
            (_, true) => " place before",
            (_, false) => " places before",
        };
        let place = Place::from("numbers that came last ").number(from);
        let place = match classes.last() {
            Some(&last) if last + 1 < CLASSES => match (LAST[last] * self.unit) as usize {
                to if to > from => place.text(" to ").number(to),
                _ => place,
            },
            _ => place.text(" or more"),
        };
        place.text(unit)
    }
}

/// Neighbouring classes taken together, so that each group has some variance.
fn together(variance: &dyn Fn(&[usize]) -> f64) -> Vec<Vec<usize>> {
    let (mut groups, mut open) = (Vec::<Vec<usize>>::new(), Vec::new());
    for class in 0..CLASSES {
        open.push(class);
        if variance(&open) >= SMALLEST_VARIANCE {
            groups.push(std::mem::take(&mut open));
        }
    }
    match groups.last_mut() {
        Some(last) => last.extend(open),
        None => groups.push(open),
    }
    groups
}

/// `x' M^-1 x` of the first entries, by elimination, with the law of such a form: the rank of that part of the matrix, and the logarithm
/// of the volume of a cell of whole numbers, one over the root of its determinant.
pub(super) fn inverse_form(matrix: &[Vec<f64>], x: &[f64], size: usize) -> Form {
    /// A pivot that is less than this part of what it was is rounding.
    const ROUNDING: f64 = 1e-9;
    let row = |row: usize| matrix[row][..size].iter().copied().chain([x[row]]).collect();
    let mut rows: Vec<Vec<f64>> = (0..size).map(row).collect();
    let (mut form, mut rank, mut ln_lattice_volume) = (0.0, 0, 0.0);
    for pivot in 0..size {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let lead = &above[pivot];
        if lead[pivot] <= ROUNDING * matrix[pivot][pivot] {
            continue;
        }
        form += lead[size].powi(2) / lead[pivot];
        rank += 1;
        ln_lattice_volume -= 0.5 * lead[pivot].ln();
        for row in below {
            let factor = row[pivot] / lead[pivot];
            row.iter_mut().zip(lead).for_each(|(value, lead)| *value -= factor * lead);
        }
    }
    Form { statistic: form.max(0.0), df: rank, ln_lattice_volume }
}

impl Metric for Gaps {
    fn cell_count(&self) -> usize {
        2 * CLASSES + CLASSES * CLASSES
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let mut last = vec![0_u64; self.shape.cards()];
        let (mut time, k) = (0, self.shape.dealt());
        let step = if self.shape.kind() == DrawKind::Unordered { k } else { 1 };
        for row in rows.chunks_exact(self.shape.width()) {
            for step in row[..k].chunks_exact(step) {
                time += 1;
                self.observe(step, time, &mut last, cells);
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([GAPS.id], [tally.trials(), FEWEST_TRIALS], || [self.judge_cells(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::testing::{counted, each_set, each_word};
    use itertools::Itertools;

    /// Over all sequences of four draws S has the mean 0, and the covariance that V has on average.
    #[test]
    fn sums_have_the_covariance_that_is_summed_up() {
        let shapes = [
            (Shape::unordered(4, 2, None).unwrap(), each_set(4, 2)),
            (Shape::replacement(3, 2), each_word(3, 2)),
        ];
        for (shape, rows) in shapes {
            let metric = Gaps::new(shape).unwrap();
            let (n, k) = (shape.cards() as f64, metric.taken());
            let scale = k * (n - k) / (n - 1.0);
            let (mut mean, mut square, mut variance) = ([0.0; 3], [[0.0; 3]; 3], [[0.0; 3]; 3]);
            let mut number = 0.0;
            for draws in (0..4).map(|_| rows.iter().cloned()).multi_cartesian_product() {
                let cells = counted(&metric, shape, &draws);
                let s = |g: usize| cells[g] as f64 - k * cells[CLASSES + g] as f64 / n;
                number += 1.0;
                for g in 0..3 {
                    mean[g] += s(g);
                    for h in 0..3 {
                        square[g][h] += s(g) * s(h);
                        let own = if g == h { cells[CLASSES + g] as f64 / n } else { 0.0 };
                        let product = cells[2 * CLASSES + g * CLASSES + h] as f64;
                        variance[g][h] += scale * (own - product / (n * n));
                    }
                }
            }
            for g in 0..3 {
                assert!(mean[g].abs() / number < 1e-12);
                for h in 0..3 {
                    assert!((square[g][h] - variance[g][h]).abs() / number < 1e-9, "{g} {h}");
                }
            }
        }
    }

    #[test]
    fn the_form_is_that_of_the_inverse() {
        let matrix = vec![vec![2.0, 1.0], vec![1.0, 3.0]];
        let form = inverse_form(&matrix, &[1.0, 2.0], 2);
        assert!((form.statistic - 7.0 / 5.0).abs() < 1e-12 && form.df == 2);
        assert!(
            (form.ln_lattice_volume + 0.5 * 5.0_f64.ln()).abs() < 1e-12,
            "the determinant is 5"
        );
        let same = vec![vec![2.0, 2.0], vec![2.0, 2.0]];
        assert_eq!(inverse_form(&same, &[1.0, 1.0], 2).df, 1);
    }
}
