//! Quantile-quantile plots: gray inside the band, colored outside, above the diagonal what cries wolf.

use crate::picture::Picture;
use shuffle_charts::{Chart, Qq, QqBand, QqSeries};

/// The colors that are dealt to named series, and the gray of the others.
const FIRST: [u8; 3] = [0xd5, 0x5e, 0x00];
const SECOND: [u8; 3] = [0x00, 0x72, 0xb2];
const FAINT: [u8; 3] = [0x8c, 0x92, 0x99];
const BAND: [u8; 3] = [0xe4; 3];
const RULE: [u8; 3] = [0x9a; 3];

/// The means of `count` uniform p-values.
pub(crate) fn quantiles(count: usize) -> Vec<f64> {
    (1..=count).map(|rank| rank as f64 / (count + 1) as f64).collect()
}

/// A band of the right shape, narrow in the bulk and wide in the tail: four standard deviations of ln p.
pub(crate) fn band(count: usize) -> Vec<QqBand> {
    let at = |expected: f64| {
        let reach = (4.0 * ((1.0 - expected) / expected / count as f64).sqrt()).exp();
        QqBand { expected, low: expected / reach, high: (expected * reach).min(1.0) }
    };
    quantiles(count).into_iter().map(at).collect()
}

pub(crate) fn qq(series: Vec<Vec<f64>>, band: Vec<QqBand>) -> Qq {
    let named = |(index, p_values)| QqSeries { name: format!("test-{index}"), p_values };
    Qq {
        title: "fisher-yates".into(),
        subtitle: "1,000 audits".into(),
        series: series.into_iter().enumerate().map(named).collect(),
        band,
        band_label: "99.9% of uniform p-values".into(),
    }
}

fn drawn(qq: &Qq) -> Picture {
    Picture::decode(&qq.to_png().expect("good data"))
}

/// The pixels of a color inside the panel, as x and y. Left of names and their dots, right of the axis,
/// below the legend.
fn inside(picture: &Picture, color: [u8; 3]) -> Vec<(usize, usize)> {
    let places = (160..picture.height - 170).flat_map(|y| (110..850).map(move |x| (x, y)));
    places.filter(|&(x, y)| picture.at(x, y) == color).collect()
}

/// The height of the diagonal at pixel column x: it runs from the lower left corner of the panel, where
/// the axes meet, to the end of the last series, at equal values on both axes.
struct Diagonal {
    origin: (f64, f64),
    slope: f64,
}

impl Diagonal {
    /// From a picture of one series of exact quantiles, which lie on it.
    fn of(count: usize) -> Self {
        let picture = drawn(&qq(vec![quantiles(count)], band(count)));
        let curve = inside(&picture, FIRST);
        let end = |pick: fn(usize, usize) -> bool| {
            let x = curve.iter().map(|at| at.0).reduce(|a, b| if pick(a, b) { a } else { b });
            let x = x.expect("a curve");
            let rows: Vec<usize> = curve.iter().filter(|at| at.0 == x).map(|at| at.1).collect();
            (x as f64, rows.iter().sum::<usize>() as f64 / rows.len() as f64)
        };
        let (first, last) = (end(|a, b| a < b), end(|a, b| a > b));
        Self { origin: first, slope: (last.1 - first.1) / (last.0 - first.0) }
    }

    fn y(&self, x: usize) -> f64 {
        self.origin.1 + self.slope * (x as f64 - self.origin.0)
    }
}

#[test]
fn exact_quantiles_lie_on_a_straight_line_that_rises() {
    let diagonal = Diagonal::of(1000);
    assert!(diagonal.slope < -0.3, "{}", diagonal.slope);
    let curve = inside(&drawn(&qq(vec![quantiles(1000)], band(1000))), FIRST);
    let furthest = curve.iter().map(|&(x, y)| (y as f64 - diagonal.y(x)).abs());
    assert!(furthest.fold(0.0, f64::max) < 5.0, "dots are as wide as that, nothing is further");
}

#[test]
fn many_sound_tests_are_all_gray() {
    let picture = drawn(&qq(vec![quantiles(1000); 20], band(1000)));
    // but for the diagonal they lie under
    assert!(inside(&picture, FAINT).len() > 20);
    assert_eq!(picture.pixels.iter().filter(|pixel| **pixel == FIRST).count(), 0);
}

#[test]
fn a_liberal_test_rises_above_the_others_and_a_conservative_one_falls_below() {
    let diagonal = Diagonal::of(1000);
    for (power, above) in [(1.6, true), (0.6, false)] {
        let mut series = vec![quantiles(1000); 20];
        series[7].iter_mut().for_each(|p| *p = p.powf(power));
        let picture = drawn(&qq(series, band(1000)));
        let curve = inside(&picture, FIRST);
        assert!(curve.len() > 500, "{} pixels", curve.len());
        let right: Vec<_> = curve.iter().filter(|at| at.0 > 400).collect();
        assert!(right.iter().all(|at| ((at.1 as f64) < diagonal.y(at.0)) == above), "{power}");
        assert!(inside(&picture, SECOND).is_empty(), "only one leaves the band");
    }
}

/// P(p <= v) = v at each of its values: what a test with a discrete law can do best.
#[test]
fn the_steps_of_a_discrete_law_are_no_reason_to_be_colored() {
    let steps = |levels: &[f64]| -> Vec<f64> {
        let up = |p: f64| levels.iter().copied().find(|&level| p <= level).unwrap_or(1.0);
        quantiles(1000).into_iter().map(up).collect()
    };
    let mut series = vec![quantiles(1000); 20];
    series[3] = steps(&[0.02, 0.15, 0.5]);
    assert!(inside(&drawn(&qq(series.clone(), band(1000))), FIRST).is_empty());
    // the same steps under values twice too small
    series[3].iter_mut().for_each(|p| *p /= 2.0);
    assert!(!inside(&drawn(&qq(series, band(1000))), FIRST).is_empty());
}

#[test]
fn a_wider_band_is_a_larger_gray_field() {
    let field = |count| inside(&drawn(&qq(vec![quantiles(count)], band(1000))), BAND).len();
    let narrow = field(1000);
    let half: Vec<QqBand> = band(1000)
        .into_iter()
        .map(|at| QqBand { low: (at.low * at.expected).sqrt(), high: at.expected, ..at })
        .collect();
    let less = inside(&drawn(&qq(vec![quantiles(1000)], half)), BAND).len();
    assert!(narrow > 20_000 && 2 * less < narrow, "{less} of {narrow}");
    let edges = inside(&drawn(&qq(vec![quantiles(1000)], band(1000))), RULE);
    assert!(!edges.is_empty());
}

/// One absurd p-value of many may not flatten the rest: the scale belongs to the band.
#[test]
fn what_is_beyond_the_scale_stands_above_the_panel_and_leaves_the_scale_alone() {
    let of = |smallest: f64| {
        let mut series = vec![quantiles(1000); 20];
        series[7][0] = smallest;
        drawn(&qq(series, band(1000)))
    };
    let gray = |picture: &Picture| {
        let at = inside(picture, FAINT);
        (at.iter().map(|at| at.1).min(), at.len())
    };
    let (far, zero) = (of(1e-200), of(0.0));
    assert_eq!(gray(&far), gray(&zero));
    // the dot in the strip, right of the middle, above the panel, whose axis begins at 172
    let strip = (150..172).flat_map(|y| (600..1000).map(move |x| (x, y)));
    assert!(strip.filter(|&(x, y)| zero.at(x, y) == FIRST).count() > 8);
}

/// A test that never rejects has p = 1 at all ranks: it stands at the last of them, the origin.
#[test]
fn equal_p_values_are_drawn_at_the_last_of_their_ranks() {
    let picture = drawn(&qq(vec![quantiles(100), vec![1.0; 100]], band(100)));
    let foot =
        (picture.height - 170..picture.height - 90).flat_map(|y| (200..850).map(move |x| (x, y)));
    assert_eq!(foot.filter(|&(x, y)| picture.at(x, y) == SECOND).count(), 0);
}

#[test]
fn six_series_are_all_named_and_of_seven_none_that_is_sound() {
    let colored = |count| {
        let picture = drawn(&qq(vec![quantiles(100); count], band(100)));
        let all = |color| picture.pixels.iter().filter(|pixel| **pixel == color).count();
        (all(FIRST) > 50, all(SECOND) > 50)
    };
    assert_eq!(
        [1, 2, 6, 7].map(colored),
        [(true, false), (true, true), (true, true), (false, false)]
    );
}
