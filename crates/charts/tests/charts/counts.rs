//! Histograms and bars: counts against what was expected of them.

use crate::picture::{ABOVE, BELOW, Picture, WITHIN, area};
use shuffle_charts::{Bars, Chart, Histogram, PlotError};

pub(crate) fn histogram(observed: Vec<u64>, expected: Vec<f64>) -> Histogram {
    Histogram {
        title: "fisher-yates".into(),
        subtitle: "600 decks".into(),
        x_label: "ascents".into(),
        y_label: "decks".into(),
        first: 0,
        step: 1,
        observed,
        expected,
    }
}

pub(crate) fn bars(observed: Vec<u64>, expected: f64) -> Bars {
    Bars {
        title: "fisher-yates".into(),
        subtitle: "600 decks".into(),
        x_label: "order of the cards".into(),
        y_label: "decks".into(),
        labels: (0..observed.len()).map(|bar| format!("0 1 {bar}")).collect(),
        observed,
        expected,
    }
}

#[test]
fn bars_start_at_zero_and_only_those_outside_three_sd_are_coloured() {
    // sqrt(10,000 * 3/4) = 86.6, so 10,259 is inside three of them and 10,261 is not
    let inside = bars(vec![10_259, 9_741, 10_000, 10_000], 10_000.0);
    let picture = Picture::decode(&inside.to_png().expect("good data"));
    assert_eq!((area(&picture, ABOVE), area(&picture, BELOW)), (0, 0));
    let outside = bars(vec![10_261, 9_739, 10_000, 10_000], 10_000.0);
    let picture = Picture::decode(&outside.to_png().expect("good data"));
    let (above, below) = (area(&picture, ABOVE) as f64, area(&picture, BELOW) as f64);
    let ratio = above / below;
    assert!((1.02..1.08).contains(&ratio), "areas {above} and {below} should be as the counts");
}

#[test]
fn residuals_of_noise_do_not_fill_their_panel_and_those_of_bias_do() {
    let of = |observed| {
        let chart = histogram(observed, vec![10_000.0, 40_000.0, 10_000.0]);
        let picture = Picture::decode(&chart.to_png().expect("good data"));
        assert!(area(&picture, WITHIN) > 100_000, "the bars themselves");
        area(&picture, ABOVE) + area(&picture, BELOW)
    };
    // one standard deviation up and down: an eighth of the panel a bar
    let (small, large) = (of(vec![10_100, 39_800, 10_100]), of(vec![11_000, 38_000, 11_000]));
    assert!(small > 5_000 && 3 * small < large, "{small} and {large}");
}

#[test]
fn categories_that_nobody_expects_are_left_out() {
    let mut observed = vec![0; 1000];
    let mut expected = vec![0.0; 1000];
    (observed[500], expected[500], expected[501]) = (100, 50.0, 50.0);
    let wide = histogram(observed, expected);
    let narrow = Histogram { first: 500, ..histogram(vec![100, 0], vec![50.0, 50.0]) };
    let (wide, narrow) = (wide.to_png().expect("good data"), narrow.to_png().expect("good data"));
    let (wide, narrow) = (Picture::decode(&wide), Picture::decode(&narrow));
    assert_eq!(area(&wide, WITHIN), area(&narrow, WITHIN));
    // the axis names what is left out, so the pictures differ below it
    assert_ne!(wide.pixels, narrow.pixels);
}

#[test]
fn a_thing_observed_that_was_never_expected_is_drawn_not_divided_by_zero() {
    let chart = histogram(vec![3, 0, 0], vec![0.0, 1.0, 2.0]);
    assert!(chart.to_png().is_ok());
}

#[test]
fn histograms_refuse_bad_data_by_name() {
    let refused = |observed, expected| histogram(observed, expected).to_png().expect_err("refused");
    let empty = PlotError::Empty { what: "observed" };
    assert_eq!(refused(vec![], vec![]), empty);
    assert_eq!(refused(vec![0, 0], vec![0.4, 0.1]), empty);
    assert_eq!(
        refused(vec![1, 2], vec![1.0]),
        PlotError::Length { what: "expected", expected: 2, found: 1 }
    );
    assert_eq!(
        refused(vec![1, 2], vec![1.0, f64::NAN]),
        PlotError::NotFinite { what: "expected", index: 1 }
    );
    assert_eq!(
        refused(vec![1, 2], vec![-1.0, 1.0]),
        PlotError::Negative { what: "expected", index: 0 }
    );
    let extreme = Histogram { first: u64::MAX, ..histogram(vec![u64::MAX; 3], vec![f64::MAX; 3]) };
    assert!(extreme.to_png().is_ok(), "absurd counts are no reason to panic");
}

#[test]
fn bars_refuse_bad_data_by_name() {
    let refused = |bars: Bars| bars.to_png().expect_err("refused");
    assert_eq!(refused(bars(vec![], 1.0)), PlotError::Empty { what: "labels" });
    assert_eq!(refused(bars(vec![0, 0], 0.0)), PlotError::Empty { what: "observed" });
    assert_eq!(
        refused(bars(vec![1; 121], 1.0)),
        PlotError::TooMany { what: "bars", limit: 120, found: 121 }
    );
    let uneven = Bars { observed: vec![1], ..bars(vec![1, 2], 1.5) };
    assert_eq!(refused(uneven), PlotError::Length { what: "observed", expected: 2, found: 1 });
    assert_eq!(
        refused(bars(vec![1, 2], f64::NAN)),
        PlotError::NotFinite { what: "expected", index: 0 }
    );
    assert_eq!(refused(bars(vec![1], -1.0)), PlotError::Negative { what: "expected", index: 0 });
    assert!(bars(vec![u64::MAX; 6], 1e300).to_png().is_ok());
}
