//! Histograms: counts against what was expected of them.

use crate::picture::{ABOVE, BELOW, Picture, WITHIN, area};
use shuffle_charts::{Chart, Histogram};

pub(crate) fn histogram(observed: Vec<u64>, expected: Vec<f64>) -> Histogram {
    Histogram {
        title: "fisher-yates".into(),
        subtitle: "600 decks".into(),
        x_label: "ascents".into(),
        y_label: "decks".into(),
        first: 0,
        step: 1,
        names: None,
        observed,
        expected,
    }
}

/// Orders of the cards, all expected as often.
pub(crate) fn orders(observed: Vec<u64>, expected: f64) -> Histogram {
    let names = (0..observed.len()).map(|order| format!("0 1 {order}")).collect();
    let expected = vec![expected; observed.len()];
    Histogram {
        x_label: "order of the cards".into(),
        names: Some(names),
        ..histogram(observed, expected)
    }
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
fn as_many_names_are_written_as_have_room_and_they_stand_at_factorials() {
    let written = |count: usize| {
        let svg = orders(vec![100; count], 100.0).to_svg().expect("good data");
        let named = (0..count).filter(|order| svg.contains(&format!("\n0 1 {order}\n")));
        named.collect::<Vec<_>>()
    };
    assert_eq!(written(6), [0, 1, 2, 3, 4, 5]);
    assert_eq!(written(24), (0..24).step_by(2).collect::<Vec<_>>());
    assert_eq!(written(120), [0, 24, 48, 72, 96]);
}
