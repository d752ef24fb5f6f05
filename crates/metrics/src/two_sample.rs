//! Do two tallies come from the same law, whatever it is?
//!
//! Other tests compare counts with the law of a uniform shuffle. These compare two tallies with each other, and suppose of
//! their law only that the decks of each tally are independent of each other: so they hold for shuffles that are biased, and tell
//! whether the bias is the same.

use crate::distribution::{ChiSquare, ln_ratio_of, ln_tail_of_one, normal};

/// Values that are expected more rarely than this in either tally are counted together with others.
pub const LEAST_EXPECTED: f64 = 20.0;

/// The relation between the decks of one tally and the decks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Nothing: they were rolled with different seeds.
    Independent,
    /// Decks of the same number may depend on each other in any way: they were rolled with the same seed. The
    /// difference of two shares then varies at most twice as much as with independent shares, since
    /// $\operatorname{Var}(U - V) \le 2 \operatorname{Var} U + 2 \operatorname{Var} V$, and statistics are
    /// divided by 2.
    SameSeed,
}

impl Pairing {
    /// The factor by which the variance of a difference may exceed the variance for independent tallies.
    fn inflation(self) -> f64 {
        match self {
            Self::Independent => 1.0,
            Self::SameSeed => 2.0,
        }
    }
}

/// The relation between neighboring values of a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They are: rare ones are counted together with the next.
    Neighbors,
    /// They are not, as cards: rare ones are counted together with each other.
    None,
}

/// The difference of two tallies.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The natural logarithm of the p-value.
    pub ln_p: f64,
    /// The clearest difference: a value by its number, or several that were counted together.
    pub values: Vec<usize>,
    /// The count in each tally.
    pub counts: [u64; 2],
}

/// Compares how often each value came in two tallies, where each deck has one value.
///
/// Null hypothesis: both tallies are of independent decks, and each value has the same probability in both.
///
/// $$X^2 = \sum_i \frac{(a_i \sqrt{m/n} - b_i \sqrt{n/m})^2}{a_i + b_i} \sim \chi^2_{k-1}$$
///
/// for counts $a_i$ of n decks and $b_i$ of m decks. Values that are expected fewer than [`LEAST_EXPECTED`] times in either
/// tally are counted together with others; `None` if fewer than two are left. Far out in the tail, where tallies of different sizes
/// are skewed, the likelihood ratio with the correction of Williams is nearer to its law, so that the larger of both p-values
/// counts. Pearson 1911; Williams 1976.
///
/// # Panics
///
/// If the tallies have different numbers of values.
///
/// ```
/// use shuffle_metrics::two_sample::{Order, Pairing, row};
///
/// let independent = Pairing::Independent;
/// let same = row([&[500, 300, 200], &[505, 290, 205]], Order::None, independent).expect("enough decks");
/// assert!(same.ln_p > 0.5_f64.ln());
/// let other = row([&[500, 300, 200], &[400, 300, 300]], Order::None, independent).expect("enough decks");
/// assert!(other.ln_p < 1e-5_f64.ln());
/// assert_eq!(row([&[3, 4], &[5, 2]], Order::None, independent), None);
/// ```
#[must_use]
pub fn row([old, new]: [&[u64]; 2], order: Order, pairing: Pairing) -> Option<Difference> {
    assert_eq!(old.len(), new.len(), "both tallies count the same values");
    let [n, m] = [old, new].map(|counts| counts.iter().sum::<u64>() as f64);
    let least = LEAST_EXPECTED * (n + m) / n.min(m);
    let pooled = pool(old, new, least, order);
    if pooled.len() < 2 {
        return None;
    }
    let part = |cell: &Pooled| {
        let [a, b] = [cell.old as f64, cell.new as f64];
        (a * (m / n).sqrt() - b * (n / m).sqrt()).powi(2) / (a + b)
    };
    let pearson: f64 = pooled.iter().map(part).sum();
    let statistic = pearson.min(likelihood_ratio(&pooled, [n, m]));
    let law = ChiSquare::new(pooled.len() as u64 - 1);
    let ln_p = law.ln_sf(statistic / pairing.inflation()).min(0.0);
    let clearest = pooled.into_iter().max_by(|a, b| part(a).total_cmp(&part(b)))?;
    Some(Difference { ln_p, counts: [clearest.old, clearest.new], values: clearest.values })
}

/// Twice the logarithm of the likelihood ratio, divided by the correction of Williams.
fn likelihood_ratio(pooled: &[Pooled], [n, m]: [f64; 2]) -> f64 {
    let all = n + m;
    let terms = pooled.iter().map(|cell| {
        let both = cell.count();
        ln_ratio_of(cell.old as f64, both * n / all) + ln_ratio_of(cell.new as f64, both * m / all)
    });
    let ratio = 2.0 * terms.sum::<f64>();
    let spread = all / n + all / m - 1.0;
    let rarity = pooled.iter().map(|cell| all / cell.count()).sum::<f64>() - 1.0;
    let correction = 1.0 + spread * rarity / (6.0 * all * (pooled.len() as f64 - 1.0));
    (ratio / correction).max(0.0)
}

/// Compares how many decks had each of some things in two tallies: a deck may have several of them, or none.
///
/// Null hypothesis: both tallies are of independent decks, and each thing has the same probability in both. Given
/// that a of n and b of m decks have it, a is hypergeometric ([`ln_tail`]). The p-value is the p-value of the
/// clearest thing, times twice the number of things (Bonferroni). `None` without any.
///
/// # Panics
///
/// If there are no decks, or the tallies have different numbers of things.
///
/// ```
/// use shuffle_metrics::two_sample::{Pairing, cells};
///
/// let tallies: [&[u64]; 2] = [&[120, 130, 300], &[118, 125, 180]];
/// let found = cells(tallies, [1_000, 1_000], Pairing::Independent).expect("there are some");
/// assert_eq!((found.values, found.counts), (vec![2], [300, 180]));
/// assert!(found.ln_p < 1e-5_f64.ln());
/// ```
#[must_use]
pub fn cells([old, new]: [&[u64]; 2], decks: [u64; 2], pairing: Pairing) -> Option<Difference> {
    assert!(decks.iter().all(|&decks| decks > 0), "a share needs decks");
    assert_eq!(old.len(), new.len(), "both tallies count the same things");
    let tails = old.iter().zip(new).map(|(&a, &b)| ln_tail([a, b], decks));
    let (cell, ln_least) = tails.enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let ln_p = inflated(ln_least, pairing) + (2.0 * old.len() as f64).ln();
    Some(Difference { ln_p: ln_p.min(0.0), values: vec![cell], counts: [old[cell], new[cell]] })
}

/// The logarithm of the smaller tail of a count, given the counts of something in both tallies together.
///
/// Null hypothesis: all decks of both are independent and equally likely to have it. Then the count in the first tally is hypergeometric,
/// whatever the chance is, and the tail is exact (Fisher's exact test, one side).
#[must_use]
pub fn ln_tail([a, b]: [u64; 2], [n, m]: [u64; 2]) -> f64 {
    ln_tail_of_one([a, a + b], [n, n + m])
}

/// Twice the log likelihood ratio of two counts: it ranks things of different chances nearly as their tails do.
pub(crate) fn deviance([a, b]: [u64; 2], [n, m]: [u64; 2]) -> f64 {
    let share = (a + b) as f64 / (n + m) as f64;
    let of_one = |count: u64, all: u64| {
        let (count, all) = (count as f64, all as f64);
        ln_ratio_of(count, all * share) + ln_ratio_of(all - count, all * (1.0 - share))
    };
    2.0 * (of_one(a, n) + of_one(b, m))
}

/// The logarithm of a one-sided tail, if its number varies as much as the pairing lets it.
fn inflated(ln_tail: f64, pairing: Pairing) -> f64 {
    match pairing {
        Pairing::Independent => ln_tail,
        Pairing::SameSeed if ln_tail >= 0.5_f64.ln() => ln_tail,
        Pairing::SameSeed => {
            normal::ln_sf(normal::upper_quantile(ln_tail) / pairing.inflation().sqrt())
        }
    }
}

/// The counts of cards at positions in two tallies.
#[derive(Clone, Copy, Debug)]
pub struct Matrices<'a> {
    /// Row by row: of each position how often each card came there, in both tallies.
    pub counts: [&'a [u64]; 2],
    /// The cards, or kinds of cards: cells of a row.
    pub columns: usize,
    /// The decks of each tally.
    pub decks: [u64; 2],
    /// True if a column is one card, which comes to one position of a deck at most; not of kinds.
    pub are_cards: bool,
}

/// The clearest difference between two matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixDifference {
    /// The difference; its values are numbers of cells, or of what `line` says.
    pub difference: Difference,
    /// The line in which it is, if lines show more than single cells.
    pub line: Line,
}

/// A line of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// None: values are cells of the matrix, row by row.
    Cell,
    /// A position: values are cards.
    Row(usize),
    /// A card: values are positions; the one after the last means that the card was not dealt.
    Column(usize),
}

/// Compares cards at positions in two tallies.
///
/// Null hypothesis: both tallies are of independent decks, and each card has the same probability at each position in both.
///
/// A deck has one card at each position, so each row is compared by [`row`]. Each card is at one position or at none,
/// so each column is compared, too, where columns are cards. The dependence between lines is not known where the law
/// is not, so the p-value is the p-value of the clearest line times the number of lines (Bonferroni), or of the
/// clearest cell by [`cells`], times two. Rows must be single positions. `None` where nothing can be compared.
#[must_use]
pub fn matrix(matrices: Matrices<'_>, pairing: Pairing) -> Option<MatrixDifference> {
    let Matrices { counts: [old, new], columns, decks, are_cards } = matrices;
    if columns == 0 || old.len() != new.len() || decks.contains(&0) {
        return None;
    }
    let of_row = |index: usize| {
        let at = index * columns..(index + 1) * columns;
        let difference = row([&old[at.clone()], &new[at]], Order::None, pairing)?;
        Some(MatrixDifference { difference, line: Line::Row(index) })
    };
    let of_column = |index: usize| {
        let [a, b] = [(old, decks[0]), (new, decks[1])].map(|(counts, decks)| {
            let mut column: Vec<u64> =
                counts.iter().skip(index).step_by(columns).copied().collect();
            // Decks in which the card was not dealt.
            column.push(decks.saturating_sub(column.iter().sum()));
            column
        });
        let difference = row([&a, &b], Order::None, pairing)?;
        Some(MatrixDifference { difference, line: Line::Column(index) })
    };
    let rows = (0..old.len() / columns).filter_map(of_row);
    let columns_compared = if are_cards { columns } else { 0 };
    let mut lines: Vec<MatrixDifference> =
        rows.chain((0..columns_compared).filter_map(of_column)).collect();
    let ln_lines = (lines.len() as f64).ln();
    for line in &mut lines {
        line.difference.ln_p += ln_lines;
    }
    let of_cells = cells([old, new], decks, pairing);
    let of_cells = of_cells.map(|difference| MatrixDifference { difference, line: Line::Cell });
    let all = lines.into_iter().chain(of_cells);
    let mut clearest = all.min_by(|a, b| a.difference.ln_p.total_cmp(&b.difference.ln_p))?;
    clearest.difference.ln_p = (clearest.difference.ln_p + 2.0_f64.ln()).min(0.0);
    Some(clearest)
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Both ends of its interval.
    pub interval: [f64; 2],
    /// The decks that it is of.
    pub decks: u64,
}

/// The logarithm of the p-value of the difference of two estimates, if both were normal.
///
/// Null hypothesis: both estimate the same number of the same law. An interval may reach farther to one side; the
/// half that faces the other estimate counts. Half an interval is `quantile` standard errors. Both laws are the same,
/// so a deck varies as much on both sides. A few decks that happen to be alike give too short an interval, so each
/// half is at least the half that the other side implies: $h_n \ge h_m \sqrt{m/n}$, and the reverse.
///
/// `None` if either half is zero, since decks that do not vary say nothing of how they vary, or is not finite.
#[must_use]
pub fn effects([old, new]: [Estimate; 2], quantile: f64, pairing: Pairing) -> Option<f64> {
    let (lower, upper) = if old.value <= new.value { (old, new) } else { (new, old) };
    let distance = upper.value - lower.value;
    let [up, down] = [lower.interval[1] - lower.value, upper.value - upper.interval[0]];
    let is_sound = |half: f64| half.is_finite() && half > 0.0;
    if ![up, down].into_iter().all(is_sound) || !distance.is_finite() {
        return None;
    }
    let ratio = (upper.decks as f64 / lower.decks as f64).sqrt();
    let [up, down] = [up.max(down * ratio), down.max(up / ratio)];
    let width = match pairing {
        Pairing::Independent => up.hypot(down),
        Pairing::SameSeed => up + down,
    };
    Some((normal::ln_sf(quantile * distance / width) + 2.0_f64.ln()).min(0.0))
}

/// Some values that are counted together.
#[derive(Clone)]
struct Pooled {
    old: u64,
    new: u64,
    values: Vec<usize>,
}

impl Pooled {
    fn with(mut self, other: Self) -> Self {
        self.values.extend(other.values);
        Self { old: self.old + other.old, new: self.new + other.new, values: self.values }
    }

    fn count(&self) -> f64 {
        (self.old + self.new) as f64
    }
}

/// Values of which each came at least so often in both tallies together; values that never came are none.
fn pool(old: &[u64], new: &[u64], least: f64, order: Order) -> Vec<Pooled> {
    let all = old.iter().zip(new).enumerate();
    let came = all.map(|(value, (&old, &new))| Pooled { old, new, values: vec![value] });
    let came = came.filter(|it| it.old + it.new > 0);
    let (mut pooled, mut rest): (Vec<Pooled>, Option<Pooled>) = (Vec::new(), None);
    for value in came {
        let is_rare = value.count() < least;
        let is_pooled = is_rare || (rest.is_some() && order == Order::Neighbors);
        if !is_pooled {
            pooled.push(value);
            continue;
        }
        let together = match rest.take() {
            Some(before) => before.with(value),
            None => value,
        };
        if together.count() >= least {
            pooled.push(together);
        } else {
            rest = Some(together);
        }
    }
    match rest {
        Some(rest) if pooled.is_empty() => pooled.push(rest),
        Some(rest) => {
            // A few that are too rare for a class of their own go to the last.
            let last = pooled.pop();
            pooled.extend(last.map(|last| last.with(rest)));
        }
        None => {}
    }
    pooled
}

#[cfg(test)]
mod tests;
