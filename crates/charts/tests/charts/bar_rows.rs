//! Horizontal bars: where they begin, how long they are, and what is refused.

use crate::picture::Picture;
use shuffle_charts::{BarGroup, BarRow, BarRows, Chart, PlotError, Scale};

/// The colours of the legend, in its order.
const GREY: [u8; 3] = [0xad, 0xb2, 0xb8];
const BLUE: [u8; 3] = [0x00, 0x72, 0xb2];
/// Of the first row, and from one row to the next.
const FIRST: usize = 176;
const ROW: usize = 31;

pub(crate) fn bar(name: &str, value: f64, color: usize) -> BarRow {
    BarRow { name: name.into(), value, color, note: format!("{value:.3}") }
}

pub(crate) fn bar_rows(scale: Scale, rows: Vec<BarRow>) -> BarRows {
    BarRows {
        title: "What a shuffle costs".into(),
        subtitle: "one thread".into(),
        x_label: "ratio".into(),
        scale,
        note_label: "ratio".into(),
        legend: vec!["rand".into(), "ours".into()],
        groups: vec![BarGroup { name: String::new(), rows }],
    }
}

fn drawn(bars: &BarRows) -> Picture {
    Picture::decode(&bars.to_png().expect("good data"))
}

/// The first and last pixel column of a colour in a row of the plot.
fn span(picture: &Picture, row: usize, color: [u8; 3]) -> Option<(usize, usize)> {
    let y = FIRST + row * ROW;
    let of = |x: &usize| picture.at(*x, y) == color;
    Some(((0..picture.width).find(of)?, (0..picture.width).rfind(of)?))
}

#[test]
fn linear_bars_begin_at_zero_and_are_as_long_as_their_values() {
    let rows = vec![bar("one", 100.0, 0), bar("two", 200.0, 1), bar("none", 0.0, 1)];
    let picture = drawn(&bar_rows(Scale::Linear, rows));
    let (one, two) = (span(&picture, 0, GREY).unwrap(), span(&picture, 1, BLUE).unwrap());
    assert_eq!(one.0, two.0);
    let length = |(left, right): (usize, usize)| (right - left + 2) as f64;
    assert!((length(two) / length(one) - 2.0).abs() < 0.01, "{one:?} {two:?}");
    assert_eq!(span(&picture, 2, BLUE), None, "nothing is no bar");
}

#[test]
fn logarithmic_bars_begin_at_one_and_go_both_ways() {
    let rows = [0.1, 10.0, 0.01, 1.0].map(|value| bar("x", value, 1));
    let picture = drawn(&bar_rows(Scale::Logarithmic, rows.to_vec()));
    let spans: Vec<_> = (0..3).map(|row| span(&picture, row, BLUE).unwrap()).collect();
    assert!(spans[0].1.abs_diff(spans[1].0) <= 2, "both begin at 1: {spans:?}");
    let length = |(left, right): (usize, usize)| (right - left) as f64;
    assert!((length(spans[0]) / length(spans[1]) - 1.0).abs() < 0.02, "{spans:?}");
    assert!((length(spans[2]) / length(spans[0]) - 2.0).abs() < 0.02, "{spans:?}");
    assert_eq!(span(&picture, 3, BLUE), None, "1 is no bar");
}

#[test]
fn a_group_takes_a_line_for_its_name_and_none_without_rows() {
    let rows = || vec![bar("x", 2.0, 1)];
    let plain = bar_rows(Scale::Linear, rows());
    let mut grouped = plain.clone();
    grouped.groups[0].name = "52 cards".into();
    grouped.groups.push(BarGroup { name: "nothing".into(), rows: Vec::new() });
    let heights = [&plain, &grouped].map(|bars| bars.size().unwrap().1);
    assert_eq!(heights[1] - heights[0], ROW as u32);
}

#[test]
fn bad_data_are_refused_by_name() {
    let fault = |bars: BarRows| bars.to_png().unwrap_err();
    let of = |scale, value| match fault(bar_rows(scale, vec![bar("row", value, 1)])) {
        PlotError::Part { name, fault } => {
            assert_eq!(name, "row");
            *fault
        }
        other => other,
    };
    assert_eq!(of(Scale::Linear, f64::NAN), PlotError::NotFinite { what: "value", index: 0 });
    let range = |must| PlotError::Range { what: "value", must, index: 0 };
    assert_eq!(of(Scale::Linear, -1.0), range("at least 0"));
    assert_eq!(of(Scale::Logarithmic, 0.0), range("above 0"));
    let empty = fault(bar_rows(Scale::Linear, Vec::new()));
    assert_eq!(empty, PlotError::Empty { what: "rows" });
    let colourless = fault(bar_rows(Scale::Linear, vec![bar("row", 1.0, 2)]));
    assert!(colourless.to_string().contains("row: color must be in the legend"), "{colourless}");
    let many = fault(bar_rows(Scale::Linear, vec![bar("row", 1.0, 0); 81]));
    assert_eq!(many, PlotError::TooMany { what: "rows", limit: 80, found: 81 });
}
