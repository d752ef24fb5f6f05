//! P-values as points, and how far they leave the band.

use crate::ticks::{log10, number};

/// The p-values of one test.
#[derive(Debug, Clone, PartialEq)]
pub struct QqSeries {
    /// The name of the test.
    pub name: String,
    /// Its p-values, in any order, 0 to 1. A 0 stands for what is too small for a float.
    pub p_values: Vec<f64>,
}

/// The range of the p-value of one rank if all are uniform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QqBand {
    /// Its mean, `k / (n + 1)` for rank k of n.
    pub expected: f64,
    /// The lower end: above 0.
    pub low: f64,
    /// The upper end: at least `low`, at most 1.
    pub high: f64,
}

/// Expected and observed, as -log10 p.
type Point = (f64, f64);

/// -log10, of 1 a plain 0.
fn height(p: f64) -> f64 {
    (-log10(p)).max(0.0)
}

/// The band on logarithmic axes.
pub(crate) struct Band {
    /// Expected, lower and upper height, by expected.
    pub(crate) points: Vec<(f64, f64, f64)>,
}

impl Band {
    pub(crate) fn new(band: &[QqBand]) -> Self {
        // the smaller p, the higher
        let point = |at: &QqBand| (height(at.expected), height(at.high), height(at.low));
        let mut points: Vec<_> = band.iter().map(point).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { points }
    }

    /// Its highest point.
    pub(crate) fn top(&self) -> f64 {
        self.points.iter().map(|point| point.2).fold(0.0, f64::max)
    }

    /// The distance of a point from the band, negative inside; nothing where there is no band.
    fn excess(&self, (expected, observed): Point) -> Option<f64> {
        let after = self.points.partition_point(|at| at.0 < expected);
        let to = self.points.get(after)?;
        let from = if to.0 > expected { self.points.get(after.checked_sub(1)?)? } else { to };
        let along = if to.0 > from.0 { (expected - from.0) / (to.0 - from.0) } else { 0.0 };
        let mix = |from: f64, to: f64| from + (to - from) * along;
        let (low, high) = (mix(from.1, to.1), mix(from.2, to.2));
        Some((observed - high).max(low - observed))
    }
}

/// The p-values of a series on logarithmic axes.
pub(crate) struct Quantiles<'a> {
    pub(crate) name: &'a str,
    /// From the largest p-value to the smallest; of equal ones that at the last of their ranks.
    pub(crate) points: Vec<Point>,
    /// The largest distance from the band; not positive if it stays inside.
    pub(crate) excess: f64,
}

impl<'a> Quantiles<'a> {
    pub(crate) fn new(series: &'a QqSeries, band: &Band) -> Self {
        let mut sorted = series.p_values.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let count = sorted.len();
        let expected = |index: usize| height((count - index) as f64 / (count + 1) as f64);
        let mut points: Vec<Point> =
            sorted.iter().enumerate().map(|(index, &p)| (expected(index), height(p))).collect();
        // Among equal p-values, the steps of a discrete law, the first here has the last of their ranks.
        points.dedup_by(|next, kept| next.1 == kept.1);
        let excess = points.iter().filter_map(|&point| band.excess(point));
        let excess = excess.fold(f64::NEG_INFINITY, f64::max);
        Self { name: &series.name, points, excess }
    }

    /// Its right end.
    pub(crate) fn wide(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.0)
    }

    /// Its top; infinite if a p-value is 0.
    pub(crate) fn tall(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.1)
    }

    /// Its name, and how far it goes if that is beyond the scale.
    pub(crate) fn label(&self, scale: f64) -> String {
        match self.tall() {
            tall if tall <= scale => self.name.to_owned(),
            f64::INFINITY => format!("{}, to p = 0", self.name),
            tall => format!("{}, to {}", self.name, number(tall, usize::from(tall < 100.0))),
        }
    }
}

/// Moves places so that they are at least `gap` apart and between `low` and `high`, as little as that
/// takes; they are in ascending order and stay so.
pub(crate) fn apart(wanted: &[i32], gap: i32, (low, high): (i32, i32)) -> Vec<i32> {
    let mut places = wanted.to_vec();
    // groups that touch stand around their mean
    let mut groups: Vec<(i64, i64)> = Vec::new(); // sum of where each would have the first, and size
    let first = |&(sum, size): &(i64, i64)| sum.div_euclid(size);
    for &place in wanted {
        groups.push((i64::from(place), 1));
        while let [.., before, last] = groups[..] {
            if first(&last) >= first(&before) + before.1 * i64::from(gap) {
                break;
            }
            groups.truncate(groups.len() - 2);
            let shift = last.1 * before.1 * i64::from(gap);
            groups.push((before.0 + last.0 - shift, before.1 + last.1));
        }
    }
    let starts =
        groups.iter().flat_map(|group| (0..group.1).map(|k| first(group) + k * i64::from(gap)));
    for (place, start) in places.iter_mut().zip(starts) {
        *place = start as i32;
    }
    // into the field: from the low end up, then from the high end down
    let mut least = low;
    for place in &mut places {
        *place = (*place).max(least);
        least = *place + gap;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = (*place).min(most);
        most = *place - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band() -> Band {
        let at = |expected, low, high| QqBand { expected, low, high };
        Band::new(&[at(0.1, 0.01, 1.0), at(0.001, 1e-6, 0.1)])
    }

    #[test]
    fn the_band_is_joined_by_straight_lines_and_says_nothing_beyond_its_ends() {
        // expected 1 to 3, low 0 to 1, high 2 to 6
        let excess = |expected, observed| band().excess((expected, observed));
        assert_eq!([excess(1.0, 3.0), excess(3.0, 3.0)], [Some(1.0), Some(-2.0)]);
        assert_eq!([excess(2.0, 5.0), excess(2.0, 0.25)], [Some(1.0), Some(0.25)]);
        assert_eq!([excess(0.9, 50.0), excess(3.1, 50.0)], [None, None]);
    }

    #[test]
    fn equal_p_values_count_at_the_last_of_their_ranks() {
        let of = |p_values: Vec<f64>| {
            let series = QqSeries { name: "test".to_owned(), p_values };
            Quantiles::new(&series, &band()).excess
        };
        // ranks 1 to 99 of 999 are expected at 0.001 to 0.099, and at rank 99 0.1 is in the middle
        let mut p_values = vec![0.1; 99];
        p_values.resize(999, 1.0);
        let tied = of(p_values.clone());
        assert!(tied < -0.9, "{tied}");
        // ten times as large they are where they should be at none of their ranks
        p_values[..99].iter_mut().for_each(|p| *p = 1e-4);
        assert!(of(p_values) > 1.9);
    }

    #[test]
    fn names_say_how_far_what_is_beyond_the_scale_goes() {
        let label = |p: f64| {
            let series = QqSeries { name: "lis".to_owned(), p_values: vec![p] };
            Quantiles::new(&series, &band()).label(8.0)
        };
        let labels = [1e-8, 1e-12, 1e-250, 0.0].map(label);
        assert_eq!(labels, ["lis", "lis, to 12.0", "lis, to 250", "lis, to p = 0"]);
    }

    #[test]
    fn names_move_apart_as_little_as_it_takes_and_stay_in_the_field() {
        assert_eq!(apart(&[10, 50, 90], 20, (0, 100)), [10, 50, 90]);
        assert_eq!(apart(&[50, 50], 20, (0, 100)), [40, 60]);
        assert_eq!(apart(&[50, 50, 50, 71], 20, (0, 100)), [25, 45, 65, 85]);
        assert_eq!(apart(&[0, 0, 100, 100], 20, (0, 100)), [0, 20, 80, 100]);
        assert_eq!(apart(&[], 20, (0, 100)), [0; 0]);
    }
}
