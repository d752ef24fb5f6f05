//! The gaps between cards of one kind.
#![doc = include_str!("kind-gaps.md")]

use super::{
    PACK,
    kinds::{clearest_kind, pack_of},
    ln_choose,
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    effect_kind,
    judgement::{Effect, Evidence, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::whole_decks_only,
    table::{QuadraticForm, judge},
};
use shuffle_deck::Pack;

pub(crate) const KIND_GAPS: TestEntry = TestEntry {
    title: prose! { "gaps between cards of the same kind, by their exact covariance" },
    sees: prose! { "kinds that clump or keep apart: a playlist that never plays one artist twice in a row" },
    blind_to: prose! { "where in the deck the gaps are" },
    cost: Cost::of(67.0, 0.0),
    ..TestEntry::new("kind-gaps", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: PACK,
    ..MetricEntry::new(&[KIND_GAPS], |shape| Ok(Box::new(KindGaps::new(shape)?)))
};

const MOST_CARDS: usize = 1_024;

/// Lengths that are counted by themselves; the last cell is all beyond.
const LENGTHS: usize = 64;

const MOST_CLASSES: usize = 10;

/// Gaps of a class that are expected in all decks.
const FEWEST_EXPECTED: f64 = 20.0;

/// Counts gaps: for each kind, the number of gaps of each length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindGaps {
    pack: Pack,
    cards: usize,
    width: usize,
}

impl KindGaps {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        let pack = pack_of(shape)?;
        if pack.cards() > MOST_CARDS {
            return Err(NotApplicable(format!("gaps are judged of up to {MOST_CARDS} cards")));
        }
        Ok(Self { pack, cards: pack.cards(), width: shape.width() })
    }

    /// The last length of each class, such that `decks` decks are expected to fill each class well.
    fn classes(&self, m: usize, decks: u64) -> Vec<usize> {
        let gaps = (m + 1) as f64 * decks as f64;
        let share = |x: usize| {
            gaps * (ln_choose(self.cards - x - 1, m - 1) - ln_choose(self.cards, m)).exp()
        };
        let most = self.cards - m;
        let smallest = FEWEST_EXPECTED.max(gaps / (2.0 * MOST_CLASSES as f64));
        let (mut ends, mut open) = (Vec::new(), 0.0);
        for x in 0..=most.min(LENGTHS - 2) {
            open += share(x);
            if open >= smallest && ends.len() + 1 < MOST_CLASSES {
                ends.push(x);
                open = 0.0;
            }
        }
        let rest: f64 = (ends.last().map_or(0, |end| end + 1)..=most).map(share).sum();
        if rest < FEWEST_EXPECTED {
            ends.pop();
        }
        ends.push(most);
        ends
    }

    /// The mean of each class in a deck, and the covariance of each two, for a kind of two cards or more.
    fn moments(&self, m: usize, ends: &[usize]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, g, number) = (self.cards, (m + 1) as f64, ends.len());
        let class = |x: usize| ends.partition_point(|&end| end < x).min(number - 1);
        let ln_all = ln_choose(n, m);
        let mut one = vec![0.0; number];
        let mut two = vec![vec![0.0; number]; number];
        for x in 0..=n - m {
            one[class(x)] += (ln_choose(n - x - 1, m - 1) - ln_all).exp();
            for y in 0..=n - m - x {
                two[class(x)][class(y)] += (ln_choose(n - x - y - 2, m - 2) - ln_all).exp();
            }
        }
        let covariance = |c: usize, d: usize| {
            let same = if c == d { one[c] } else { 0.0 };
            let both = g * (same - one[c] * one[d]) + g * (g - 1.0) * (two[c][d] - one[c] * one[d]);
            // Gaps that are the same in all decks have no covariance but rounding.
            if both.abs() < 1e-9 { 0.0 } else { both }
        };
        let matrix = (0..number).map(|c| (0..number).map(|d| covariance(c, d)).collect());
        (one.iter().map(|p| g * p).collect(), matrix.collect())
    }

    fn judge_kind(&self, kind: usize, moments: &GapClasses, tally: &Tally) -> Option<Evidence> {
        let GapClasses { ends, means, matrix } = moments;
        let counts = &tally.cells()[kind * LENGTHS..][..LENGTHS];
        let decks = tally.trials() as f64;
        let (mut deviations, mut from, mut square) = (Vec::new(), 0, 0.0);
        for (class, &end) in ends.iter().enumerate() {
            let to = if class + 1 == ends.len() { LENGTHS } else { (end + 1).min(LENGTHS) };
            let count: u64 = counts[from..to].iter().sum();
            let deviation = count as f64 - decks * means[class];
            square += (deviation / (decks * means[class])).powi(2) * means[class];
            deviations.push(deviation);
            from = to;
        }
        let scaled: Vec<Vec<f64>> =
            matrix.iter().map(|row| row.iter().map(|v| v * decks).collect()).collect();
        let form = inverse_form(&scaled, &deviations, ends.len() - 1);
        let noise: f64 = (0..ends.len()).map(|c| matrix[c][c] / means[c]).sum::<f64>() / decks;
        let all: f64 = means.iter().sum();
        let value = ((square - noise).max(0.0) / all).sqrt();
        let effect = Effect::new(effect_kind::RMS_DRAW_DEVIATION, value);
        (form.df > 0).then(|| form.evidence(tally.trials(), effect))
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        const WHY: &str = "no kind has two cards whose gaps can differ";
        let classes = |m: usize| {
            let ends = self.classes(m, tally.trials());
            let (means, matrix) = self.moments(m, &ends);
            GapClasses { ends, means, matrix }
        };
        let judge = |kind: usize, classes: &Option<GapClasses>| {
            let evidence = classes.as_ref().and_then(|it| self.judge_kind(kind, it, tally));
            evidence.map_or_else(|| Outcome::not_applicable(WHY), Outcome::Judged)
        };
        let law = |m: usize| (m > 1).then(|| classes(m));
        clearest_kind((self.pack, tally.trials()), law, judge, ["gaps of the kind ", WHY])
    }
}

/// Classes of lengths of a kind, with the moments of their numbers.
struct GapClasses {
    ends: Vec<usize>,
    means: Vec<f64>,
    matrix: Vec<Vec<f64>>,
}

/// `x' M^-1 x` of the first entries, by elimination, with the law of such a form: the rank of that part of the matrix, and the logarithm
/// of the volume of a cell of whole numbers, one over the root of its determinant.
fn inverse_form(matrix: &[Vec<f64>], x: &[f64], size: usize) -> QuadraticForm {
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
    QuadraticForm { statistic: form.max(0.0), df: rank, ln_lattice_volume }
}

impl Metric for KindGaps {
    fn cells(&self) -> usize {
        self.pack.kinds() * LENGTHS
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        // One after the place of the last card of each kind.
        let mut behind = vec![0; self.pack.kinds()];
        for row in rows.chunks_exact(self.width) {
            behind.fill(0);
            for (place, kind) in row[..self.cards].iter().enumerate() {
                let kind = kind.index();
                cells[kind * LENGTHS + (place - behind[kind]).min(LENGTHS - 1)] += 1;
                behind[kind] = place + 1;
            }
            for (kind, &behind) in behind.iter().enumerate() {
                cells[kind * LENGTHS + (self.cards - behind).min(LENGTHS - 1)] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        super::FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([KIND_GAPS.id], [tally.trials(), super::FEWEST_TRIALS], || [self.outcome(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_arrangement, pack};

    #[test]
    fn mean_and_covariance_are_those_of_all_arrangements() {
        for counts in [[3, 4], [2, 5]] {
            let shape = Shape::of_pack(pack(&counts), None).unwrap();
            let (metric, rows) = (KindGaps::new(shape).unwrap(), each_arrangement(&counts));
            let ends = [0, 1, counts[1] as usize];
            let (means, matrix) = metric.moments(counts[0] as usize, &ends);
            let classes: Vec<[f64; 3]> = rows
                .iter()
                .map(|row| {
                    let cells = counted(&metric, shape, std::slice::from_ref(row));
                    let rest: u64 = cells[2..LENGTHS].iter().sum();
                    [cells[0] as f64, cells[1] as f64, rest as f64]
                })
                .collect();
            let number = rows.len() as f64;
            for c in 0..3 {
                let mean = classes.iter().map(|it| it[c]).sum::<f64>() / number;
                assert!((mean - means[c]).abs() < 1e-12);
                for d in 0..3 {
                    let product = classes.iter().map(|it| it[c] * it[d]).sum::<f64>() / number;
                    let covariance = product - means[c] * means[d];
                    assert!((covariance - matrix[c][d]).abs() < 1e-9, "{counts:?} {c} {d}");
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
