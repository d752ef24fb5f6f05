//! Dots: decks until detection on a logarithmic axis, and what was never detected.

use crate::picture::Picture;
use shuffle_charts::{Chart, DotRow, Dots};

const DOT: [u8; 3] = [0x00, 0x72, 0xb2];
const MUTED: [u8; 3] = [0x5c; 3];
/// The place of the first row, and the distance between rows.
const FIRST: usize = 173;
const ROW: usize = 31;

pub(crate) fn row(name: &str, median: Option<f64>, high: Option<f64>) -> DotRow {
    DotRow { name: name.into(), median, high, note: "position".into(), limit: None, is_ring: false }
}

pub(crate) fn dots(rows: Vec<DotRow>) -> Dots {
    Dots {
        title: "Power".into(),
        subtitle: "200 audits of each".into(),
        x_label: "decks until detection".into(),
        legend: ["median".into(), "to the 90% quantile".into()],
        ring: None,
        first_look: None,
        limit: 1e7,
        rows,
    }
}

fn drawn(dots: &Dots) -> Picture {
    Picture::decode(&dots.to_png().expect("good data"))
}

/// The first and last pixel column of a color in a row of the plot.
fn span(picture: &Picture, index: usize, color: [u8; 3]) -> Option<(usize, usize)> {
    let rows = FIRST + index * ROW - 12..FIRST + index * ROW + 12;
    let of = |x: &usize| rows.clone().any(|y| picture.at(*x, y) == color);
    Some(((0..picture.width).find(of)?, (0..picture.width).rfind(of)?))
}

/// A row may have been given fewer decks than the others; it says so, and no number of its may be beyond.
#[test]
fn a_row_has_a_limit_of_its_own() {
    let own = |median, limit| DotRow { limit: Some(limit), ..row("rare", median, None) };
    let with = |own| dots(vec![row("naive", Some(90.0), Some(200.0)), own]);
    assert!(with(own(None, 4_000.0)).to_svg().unwrap().contains("not within 4,000"));
}

#[test]
fn equal_ratios_are_equal_distances() {
    let seen = |median: f64| row("naive", Some(median), Some(8.0 * median));
    let rows = vec![seen(100.0), seen(1e4), seen(1e6)];
    let picture = drawn(&dots(rows));
    let spans: Vec<_> = (0..3).map(|index| span(&picture, index, DOT).expect("a dot")).collect();
    let steps = [spans[1].0 - spans[0].0, spans[2].0 - spans[1].0];
    assert!(steps[0] > 200 && steps[0].abs_diff(steps[1]) <= 1, "{steps:?}");
    // from the left edge of the dot, six pixels before the median, to the 90% quantile
    let line = (spans[0].1 - spans[0].0) as f64 - 6.0;
    let share = line / steps[0] as f64;
    assert!((share - 8.0_f64.log10() / 2.0).abs() < 0.01, "{share}");
}

#[test]
fn a_dot_alone_is_as_wide_as_a_dot() {
    let picture = drawn(&dots(vec![row("naive", Some(60.0), Some(60.0)), row("b", None, None)]));
    let (left, right) = span(&picture, 0, DOT).expect("a dot");
    assert!((9..=13).contains(&(right - left)), "{left} to {right}");
}

#[test]
fn what_was_not_seen_has_no_dot_but_words_and_an_arrow_at_the_limit() {
    let rows = vec![row("naive", Some(1e5), None), row("sound", None, None)];
    let picture = drawn(&dots(rows));
    let (_, limit) = span(&picture, 0, DOT).expect("a dot and an arrow");
    assert_eq!(span(&picture, 1, DOT), None);
    let (words, arrow) = span(&picture, 1, MUTED).expect("words and an arrow");
    assert!(arrow.abs_diff(limit) <= 1, "both arrows end at the limit: {arrow}, {limit}");
    assert!(arrow - words > 150, "'not within 10,000,000' is before the arrow");
}

/// There was no earlier look, so the dot of the first look is a ring that points to the left.
#[test]
fn what_the_first_look_caught_is_an_upper_bound() {
    let rows =
        vec![row("unshuffled", Some(128.0), Some(128.0)), row("naive", Some(1e5), Some(1e5))];
    let exact = Dots { first_look: None, ..dots(rows.clone()) };
    let bound = Dots { first_look: Some(128.0), ..dots(rows) };
    let widths = |dots: &Dots| {
        let picture = drawn(dots);
        [0, 1].map(|index| span(&picture, index, DOT).map(|(left, right)| right - left))
    };
    let ([first, later], [ring, same]) = (widths(&exact), widths(&bound));
    assert!(ring.unwrap() > first.unwrap() + 15, "an arrow next to the ring");
    assert_eq!(later, same, "what was caught later stays a dot");
    let words = "at most 128: caught at the first look";
    let says_so = [&exact, &bound].map(|dots| dots.to_svg().unwrap().contains(words));
    assert_eq!(says_so, [false, true]);
}

#[test]
fn the_note_stands_right_of_its_line_and_every_note_has_room() {
    let mut rows = vec![row("naive", Some(100.0), Some(200.0)), row("late", Some(5e6), Some(9e6))];
    rows[1].note = "rising-sequences, then inversions".into();
    let ink = [0x22; 3];
    let picture = drawn(&dots(rows));
    for index in [0, 1] {
        let (dot, end) = span(&picture, index, DOT).expect("a dot");
        let (name, note) = span(&picture, index, ink).expect("ink");
        assert!(name < dot && note > end + 40 && note < picture.width - 20, "{end} {note}");
    }
}
