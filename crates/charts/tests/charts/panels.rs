//! Panels of p-values: flat is grey, what leaves the band is coloured, in its own panel.

use crate::picture::{ABOVE, BELOW, Picture, WITHIN, area};
use shuffle_charts::{Chart, Panel, Panels, PlotError};

pub(crate) fn panel(counts: Vec<u64>) -> Panel {
    Panel { name: "ascents".into(), counts, expected: 500.0, band: (430.0, 570.0) }
}

pub(crate) fn panels(panels: Vec<Panel>) -> Panels {
    Panels {
        title: "fisher-yates".into(),
        subtitle: "10,000 audits".into(),
        band_label: "99.9% of uniform p-values".into(),
        panels,
    }
}

fn drawn(panels: &Panels) -> Picture {
    Picture::decode(&panels.to_png().expect("good data"))
}

/// The smallest rectangle around a colour below the legend: left, top, right, bottom, all inside.
fn bounds(picture: &Picture, color: [u8; 3]) -> (usize, usize, usize, usize) {
    let places = (160..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let places: Vec<_> = places.filter(|&(x, y)| picture.at(x, y) == color).collect();
    let least = |of: fn(&(usize, usize)) -> usize| places.iter().map(of).min().expect("the colour");
    let most = |of: fn(&(usize, usize)) -> usize| places.iter().map(of).max().expect("the colour");
    (least(|at| at.0), least(|at| at.1), most(|at| at.0), most(|at| at.1))
}

/// 25 sound tests, with one bin of one of them changed.
fn grid(index: usize, bin: usize, count: u64) -> Panels {
    let mut all = vec![panel(vec![500; 20]); 25];
    all[index].counts[bin] = count;
    panels(all)
}

#[test]
fn counts_at_the_edges_of_the_band_are_grey_and_one_more_or_less_is_not() {
    for (count, above, below) in
        [(430, false, false), (570, false, false), (571, true, false), (429, false, true)]
    {
        let picture = drawn(&grid(12, 9, count));
        assert!(area(&picture, WITHIN) > 100_000);
        assert_eq!(area(&picture, ABOVE) > 0, above, "{count}");
        assert_eq!(area(&picture, BELOW) > 0, below, "{count}");
    }
}

#[test]
fn each_test_has_a_panel_of_its_own_row_by_row() {
    let place = |index, bin| bounds(&drawn(&grid(index, bin, 700)), ABOVE);
    let first = place(0, 0);
    for (index, column, row) in [(1, 1, 0), (5, 0, 1), (24, 4, 4)] {
        let (left, top, right, bottom) = place(index, 0);
        let pitch = (place(1, 0).0 - first.0, place(5, 0).1 - first.1);
        assert_eq!((left, top), (first.0 + column * pitch.0, first.1 + row * pitch.1));
        assert_eq!((right - left, bottom - top), (first.2 - first.0, first.3 - first.1));
        assert!(place(index, 19).0 > right && place(index, 19).0 - left < pitch.0);
    }
}

#[test]
fn the_scale_is_of_ratios_and_starts_at_zero() {
    let heights = |count| {
        let (_, top, _, bottom) = bounds(&drawn(&grid(3, 4, count)), ABOVE);
        // the expected line, two pixels, crosses the bar but not its edges
        (bottom - top + 1) as f64
    };
    let ratio = heights(720) / heights(600);
    assert!((1.18..1.22).contains(&ratio), "{ratio}");
    // ten times as many p-values in the same shares: the same picture
    let mut many = grid(3, 4, 720);
    for panel in &mut many.panels {
        panel.counts.iter_mut().for_each(|count| *count *= 10);
        panel.expected *= 10.0;
        panel.band = (panel.band.0 * 10.0, panel.band.1 * 10.0);
    }
    assert_eq!(drawn(&many).pixels, drawn(&grid(3, 4, 720)).pixels);
}

/// One discrete test may not flatten the others: the scale belongs to the bands.
#[test]
fn what_exceeds_the_scale_runs_past_a_break_and_leaves_the_scale_alone() {
    let grey = |picture: &Picture| bounds(picture, WITHIN);
    let (inside, beyond) = (drawn(&grid(7, 3, 740)), drawn(&grid(7, 3, 9_000)));
    assert_eq!(grey(&inside), grey(&beyond));
    let (left, top, _, bottom) = bounds(&beyond, ABOVE);
    let column: Vec<bool> = (top..=bottom).map(|y| beyond.at(left, y) == ABOVE).collect();
    let paper = column.iter().position(|red| !red).expect("a break");
    assert_eq!(paper, 8, "eight pixels past the break");
    assert!(column[paper..paper + 4].iter().all(|red| !red));
    assert!(column[paper + 4..paper + 30].iter().all(|red| *red));
}

#[test]
fn wide_bands_of_few_audits_fit_on_the_scale() {
    let few = Panel { expected: 5.0, band: (0.0, 14.0), ..panel(vec![5, 14, 0, 3]) };
    let picture = drawn(&panels(vec![few]));
    assert_eq!(area(&picture, ABOVE) + area(&picture, BELOW), 0);
    let (_, top, _, bottom) = bounds(&picture, WITHIN);
    assert!(
        (160..230).contains(&(bottom - top)),
        "half of 300 pixels, and a bit: {}",
        bottom - top
    );
}

#[test]
fn panels_refuse_bad_data_by_name() {
    let refused = |bad: Vec<Panel>| {
        let bad = panels(bad);
        let size = bad.size().expect_err("refused");
        assert_eq!(bad.to_png().expect_err("refused"), size);
        size
    };
    let good = panel(vec![500; 20]);
    assert_eq!(refused(vec![]), PlotError::Empty { what: "panels" });
    assert_eq!(
        refused(vec![good.clone(); 81]),
        PlotError::TooMany { what: "panels", limit: 80, found: 81 }
    );
    let of = |bad: Panel| match refused(vec![good.clone(), bad]) {
        PlotError::Part { name, fault } => {
            assert_eq!(name, "ascents");
            *fault
        }
        other => panic!("{other} names no panel"),
    };
    assert_eq!(of(panel(vec![])), PlotError::Empty { what: "counts" });
    assert_eq!(of(panel(vec![1; 41])), PlotError::TooMany { what: "counts", limit: 40, found: 41 });
    let expected = |expected| of(Panel { expected, ..good.clone() });
    assert_eq!(expected(f64::NAN), PlotError::NotFinite { what: "expected", index: 0 });
    assert_eq!(expected(-1.0), PlotError::Negative { what: "expected", index: 0 });
    assert_eq!(expected(0.0).to_string(), "expected must be above 0, which entry 0 is not");
    let band = |low, high| of(Panel { band: (low, high), ..good.clone() });
    assert_eq!(band(1.0, f64::INFINITY), PlotError::NotFinite { what: "band", index: 1 });
    assert_eq!(band(-1.0, 1.0), PlotError::Negative { what: "band", index: 0 });
    assert_eq!(band(2.0, 1.0).to_string(), "band must be low before high, which entry 0 is not");
    let extreme = Panel { expected: 1e-300, band: (0.0, 1e300), ..panel(vec![u64::MAX; 40]) };
    assert!(panels(vec![extreme, panel(vec![0])]).to_png().is_ok(), "absurd counts do not panic");
}
