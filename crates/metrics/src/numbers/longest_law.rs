//! The law of the longest increasing subsequence of many cards, as a determinant of Bessel functions; `lis.md` derives it.

use num_complex::Complex64;

/// Tails smaller than this are bounds.
const SMALLEST: f64 = 1e-10;

/// No value that can be has a smaller probability in the table.
const LEAST: f64 = 1e-300;

/// The distance of two points of the integral, and where it ends, in widths of the bell.
const STEP: f64 = 0.7;
const REACH: f64 = 9.0;

/// `P(length v)` of the longest increasing subsequence of a uniform order of n cards, v = 0, 1, ...; what lies beyond its
/// end is less probable than 1e-300.
///
/// For n of 52 and more, from which the width of the bell is small enough.
pub(super) fn law(n: usize) -> Vec<f64> {
    let window = Lengths::of(n);
    let tails = window.tails(n);
    let reliable = |tail: &f64| *tail >= SMALLEST;
    let from = tails.lower.iter().position(reliable).unwrap_or(0);
    let to = tails.upper.iter().rposition(reliable).unwrap_or(0);
    // The first and the last value that have a reliable tail take in what is beyond them.
    let (from, to) = (from.max(1), (to + 1).min(tails.upper.len() - 1));
    let mut law = vec![0.0; window.first + to + 1];
    for at in from..=to {
        law[window.first + at] = if tails.lower[at] < 0.5 {
            tails.lower[at] - tails.lower[at - 1].max(0.0)
        } else {
            tails.upper[at - 1] - tails.upper[at].max(0.0)
        };
    }
    continue_geometrically(&mut law, window.first + from, n);
    law
}

/// Continues a law below `first`, down to 1, and above its end, up to n.
fn continue_geometrically(law: &mut Vec<f64>, first: usize, n: usize) {
    let ratio = law[first] / law[first + 1];
    for value in (1..first).rev() {
        law[value] = (law[value + 1] * ratio).max(LEAST);
    }
    let ratio = law[law.len() - 1] / law[law.len() - 2];
    while law.len() <= n {
        let next = law[law.len() - 1] * ratio;
        if next < LEAST {
            break;
        }
        law.push(next);
    }
}

/// The lengths around `2 sqrt(n)` outside of which the law is smaller than an error of rounding.
#[derive(Clone, Copy)]
struct Lengths {
    first: usize,
    last: usize,
}

/// `P(length <= l)` and `P(length > l)` for the lengths of a window.
struct Tails {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Lengths {
    fn of(n: usize) -> Self {
        let (center, scale) = (2.0 * (n as f64).sqrt(), (n as f64).powf(1.0 / 6.0));
        let first = (center - 9.0 * scale).max(1.0) as usize;
        Self { first, last: n.min((center + 13.0 * scale) as usize + 4) }
    }

    fn size(self) -> usize {
        self.last - self.first + 1
    }

    fn tails(self, n: usize) -> Tails {
        let n = n as f64;
        let mut tails = Tails { lower: vec![0.0; self.size()], upper: vec![0.0; self.size()] };
        let mut all = 0.0;
        for point in 0..=(REACH / STEP) as u32 {
            let angle = f64::from(point) * STEP / n.sqrt();
            // The point below the axis has the conjugate value.
            let twice = if point == 0 { 1.0 } else { 2.0 };
            let bell = Complex64::new(-2.0 * (angle / 2.0).sin().powi(2), angle.sin() - angle);
            let weight = twice * (n * bell).exp();
            all += weight.re;
            let logarithms = self.ln_determinants(Complex64::from_polar(n, angle));
            for (at, &ln) in logarithms.iter().rev().enumerate() {
                tails.lower[at] += (weight * ln.exp()).re;
                tails.upper[at] -= (weight * exp_m1(ln)).re;
            }
        }
        tails.lower.iter_mut().chain(&mut tails.upper).for_each(|tail| *tail /= all);
        tails
    }

    /// The logarithms of `F_z(l)`, from the last l down to the first.
    fn ln_determinants(self, z: Complex64) -> Vec<Complex64> {
        let (size, mut kernel) = (self.size(), self.kernel(z));
        let mut ln = Complex64::ZERO;
        let mut all = Vec::with_capacity(size);
        for pivot in 0..size {
            let (done, below) = kernel.split_at_mut((pivot + 1) * size);
            let row = &done[pivot * size..];
            ln += ln_1p(-row[pivot]);
            all.push(ln);
            let rest = (Complex64::ONE - row[pivot]).inv();
            for (of_row, &factor) in below.chunks_exact_mut(size).zip(&row[pivot + 1..]) {
                let factor = factor * rest;
                for (entry, &of_pivot) in of_row.iter_mut().zip(row).skip(pivot + 1) {
                    *entry += factor * of_pivot;
                }
            }
        }
        all
    }

    /// K, row by row, for the indices from the last length down to the first.
    fn kernel(self, z: Complex64) -> Vec<Complex64> {
        let size = self.size();
        let scale = z.norm().powf(1.0 / 6.0);
        let bessel = bessel(2.0 * z.sqrt(), self.last + (12.0 * scale) as usize + 20);
        let mut kernel = vec![Complex64::ZERO; size * size];
        for column in 0..size {
            let pairs = bessel[self.last + 1..].iter().zip(&bessel[self.last - column + 1..]);
            kernel[column] = pairs.map(|(one, other)| one * other).sum();
            kernel[column * size] = kernel[column];
        }
        for row in 1..size {
            for column in 1..size {
                let next = bessel[self.last - row + 1] * bessel[self.last - column + 1];
                kernel[row * size + column] = kernel[(row - 1) * size + column - 1] + next;
            }
        }
        kernel
    }
}

/// The Bessel functions of the orders 0 to `most` of x, by Miller's recurrence from above.
fn bessel(x: Complex64, most: usize) -> Vec<Complex64> {
    let above = most + 30 + (6.0 * x.norm().cbrt()) as usize;
    let mut values = vec![Complex64::ZERO; above + 2];
    values[above] = Complex64::from(1e-200);
    for order in (1..=above).rev() {
        values[order - 1] = 2.0 * order as f64 / x * values[order] - values[order + 1];
    }
    // J_0 + 2 J_2 + 2 J_4 + ... = 1.
    let sum = values[0] + 2.0 * values[2..].iter().step_by(2).sum::<Complex64>();
    values.truncate(most + 1);
    values.iter_mut().for_each(|value| *value /= sum);
    values
}

/// ln(1 + z), without loss for small z.
fn ln_1p(z: Complex64) -> Complex64 {
    let squared_less_one = z.re * (2.0 + z.re) + z.im * z.im;
    Complex64::new(0.5 * squared_less_one.ln_1p(), z.im.atan2(1.0 + z.re))
}

/// exp(z) - 1, without loss for small z.
fn exp_m1(z: Complex64) -> Complex64 {
    let real = z.re.exp_m1() * z.im.cos() - 2.0 * (z.im / 2.0).sin().powi(2);
    Complex64::new(real, z.re.exp() * z.im.sin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{numbers::lis, testing::moments};

    #[test]
    fn it_is_the_sum_over_all_partitions() {
        for n in [52, 64] {
            let (summed, found) = (lis::law(n), law(n));
            for (length, (p, q)) in summed.iter().zip(&found).enumerate() {
                match *p {
                    p if p > 1e-9 => assert!((q - p).abs() < 1e-11, "{n} {length}: {q} {p}"),
                    // Continued from tails of 1e-10 on.
                    _ => assert!(*q >= p * (1.0 - 1e-3) && *q < 1e-6, "{n} {length}: {q} {p}"),
                }
            }
        }
    }

    #[test]
    fn large_decks_have_the_moments_of_tracy_and_widom() {
        for n in [1_000, 100_000, 10_000_000] {
            let [total, mean, variance] = moments(&law(n));
            assert!((total - 1.0).abs() < 1e-8, "{n}: {total}");
            let scale = (n as f64).powf(1.0 / 6.0);
            // Baik, Deift and Johansson 1999; Bornemann 2024 has the next terms, of which these are the sizes.
            let centered = (mean - 2.0 * (n as f64).sqrt()) / scale;
            assert!((centered + 1.771_086_807_4).abs() < 0.6 / scale, "{n}: {centered}");
            let spread = variance / (scale * scale) - 0.813_194_792_8;
            assert!(spread.abs() < 1.3 / (scale * scale), "{n}: {spread}");
        }
    }

    #[test]
    fn the_table_of_64_cards_is_log_concave() {
        for law in [lis::law(64), law(65), law(1_000)] {
            let is_log_concave =
                |three: &[f64]| three[1] * three[1] >= three[0] * three[2] * 0.999_9;
            assert!(law[1..].windows(3).filter(|three| three[0] > 1e-290).all(is_log_concave));
        }
    }
}
