//! Curves: exact lines, measured dots, and the scales on which they stand.

use crate::picture::Picture;
use shuffle_charts::{Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};

/// The color of the first line.
const FIRST: [u8; 3] = [0x00, 0x72, 0xb2];
const FAINT: [u8; 3] = [0x8c, 0x92, 0x99];

pub(crate) fn line(exact: Vec<(f64, f64)>, dots: Vec<CurveDot>) -> CurveLine {
    CurveLine { name: "total variation".into(), exact, dots }
}

pub(crate) fn dot(x: f64, y: f64, kind: DotKind) -> CurveDot {
    CurveDot { x, y, standard_error: 0.0, kind }
}

pub(crate) fn curve(lines: Vec<CurveLine>) -> Curve {
    let panel = CurvePanel {
        y_label: "distance".into(),
        y_scale: Scale::Linear,
        range: Some((0.0, 1.0)),
        guide: None,
        floor: Vec::new(),
        lines,
    };
    Curve {
        title: "Riffles".into(),
        subtitle: "52 cards".into(),
        x_label: "riffles".into(),
        x_scale: Scale::Linear,
        panels: vec![panel],
    }
}

fn drawn(curve: &Curve) -> Picture {
    Picture::decode(&curve.to_png().expect("good data"))
}

/// The columns below the legend that have a color: their runs, as first and last.
fn runs(picture: &Picture, color: [u8; 3]) -> Vec<(usize, usize)> {
    let has = |x: usize| (150..picture.height).any(|y| picture.at(x, y) == color);
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for x in (0..picture.width).filter(|&x| has(x)) {
        match runs.last_mut() {
            Some(last) if last.1 + 1 == x => last.1 = x,
            _ => runs.push((x, x)),
        }
    }
    runs
}

/// The rows in which a column has a color, below the legend.
fn rows(picture: &Picture, x: usize, color: [u8; 3]) -> Vec<usize> {
    (150..picture.height).filter(|&y| picture.at(x, y) == color).collect()
}

#[test]
fn equal_differences_or_equal_ratios_are_equal_distances() {
    let dots = |xs: [f64; 3]| xs.map(|x| dot(x, 0.5, DotKind::Full)).to_vec();
    // An exact value keeps the dots from being joined.
    let mut linear = curve(vec![line(vec![(100.0, 0.5)], dots([100.0, 200.0, 300.0]))]);
    let middles = |curve: &Curve| -> Vec<usize> {
        runs(&drawn(curve), FIRST).iter().map(|(left, right)| (left + right) / 2).collect()
    };
    let even = middles(&linear);
    assert_eq!(even.len(), 3);
    assert!((even[1] - even[0]).abs_diff(even[2] - even[1]) <= 1, "{even:?}");
    linear.x_scale = Scale::Logarithmic;
    linear.panels[0].lines[0].dots = dots([100.0, 1e3, 1e4]);
    let ratios = middles(&linear);
    assert!((ratios[1] - ratios[0]).abs_diff(ratios[2] - ratios[1]) <= 1, "{ratios:?}");
}

#[test]
fn a_ring_has_a_hole_and_a_dot_has_none() {
    for (kind, hole) in [(DotKind::Full, false), (DotKind::Ring, true)] {
        let lines = vec![line(vec![(9.0, 0.9)], vec![dot(1.0, 0.25, kind)])];
        let picture = drawn(&curve(lines));
        let (left, right) = runs(&picture, FIRST)[0];
        let ink = rows(&picture, (left + right) / 2, FIRST);
        let whole = ink.windows(2).all(|rows| rows[0] + 1 == rows[1]);
        assert_eq!(whole, !hole, "{ink:?}");
    }
}

#[test]
fn exact_values_are_joined_and_zero_breaks_a_logarithmic_line() {
    let exact = vec![(1.0, 0.5), (2.0, 0.4), (3.0, 0.0), (4.0, 0.2), (5.0, 0.1)];
    let mut curve = curve(vec![line(exact, Vec::new())]);
    assert_eq!(runs(&drawn(&curve), FIRST).len(), 1);
    curve.panels[0].y_scale = Scale::Logarithmic;
    curve.panels[0].range = None;
    assert_eq!(runs(&drawn(&curve), FIRST).len(), 2);
}

#[test]
fn the_bar_of_a_dot_is_four_standard_errors_long() {
    let mut seen = dot(1.0, 0.5, DotKind::Full);
    seen.standard_error = 0.1;
    let picture = drawn(&curve(vec![line(vec![(1.0, 0.5)], vec![seen])]));
    let (left, right) = runs(&picture, FIRST)[0];
    let ink = rows(&picture, (left + right) / 2, FIRST);
    // 0.4 of a panel of 560 pixels.
    let height = ink.last().unwrap() - ink[0];
    assert!(height.abs_diff(224) <= 3, "{height}");
}

#[test]
fn what_chance_would_show_is_gray() {
    let mut curve = curve(vec![line(vec![(1.0, 0.9), (9.0, 0.8)], Vec::new())]);
    assert_eq!(runs(&drawn(&curve), FAINT), []);
    curve.panels[0].floor = vec![(1.0, 0.1), (9.0, 0.2)];
    assert!(!runs(&drawn(&curve), FAINT).is_empty());
}

#[test]
fn a_long_logarithmic_axis_is_labelled_in_powers_of_ten_alone() {
    let dots = |xs: [f64; 2]| xs.map(|x| dot(x, 0.5, DotKind::Plain)).to_vec();
    let lines = |xs| {
        let mut curve = curve(vec![line(Vec::new(), dots(xs))]);
        curve.x_scale = Scale::Logarithmic;
        let picture = drawn(&curve);
        // Grid pixels seen in two rows belong to a vertical line.
        let down = |x: &usize| [200, 207].iter().all(|&y| picture.at(*x, y) == [0xe8; 3]);
        (0..picture.width).filter(down).count()
    };
    assert_eq!(lines([1.0, 1e3]), 10, "1, 2, 5, ... 1,000");
    assert_eq!(lines([1.0, 1e6]), 7, "1, 10, ... 1,000,000");
}

#[test]
fn the_legend_has_no_key_for_measured_dots_that_their_line_names_already() {
    let dots = || vec![dot(5.0, 0.5, DotKind::Plain)];
    let says = |lines| curve(lines).to_svg().expect("good data").contains("measured");
    assert!(!says(vec![line(Vec::new(), dots())]));
    assert!(!says(vec![line(vec![(5.0, 0.4)], Vec::new()), line(Vec::new(), dots())]));
    assert!(says(vec![line(vec![(5.0, 0.4)], dots())]));
    assert!(says(vec![line(Vec::new(), vec![dot(5.0, 0.5, DotKind::Full)])]));
}
