//! Data that cannot be drawn are rejected, by the name of the field and the entry at fault.

use crate::{
    counts::{histogram, orders},
    curve::{curve, dot, line},
    dots::{dots, row},
    heatmap::heatmap,
    node,
    qq::{band, qq},
    tree,
};
use shuffle_charts::{
    Chart, Curve, DotKind, DotRow, Dots, Heatmap, Histogram, Qq, QqBand, Scale, Scatter,
};

type Refused = Vec<(Box<dyn Chart>, &'static str)>;

#[test]
fn each_kind_of_bad_data_has_its_error() {
    let all = [histograms(), heatmaps(), curves(), all_dots(), quantiles(), trees(), scatters()];
    for (chart, words) in all.into_iter().flatten() {
        assert_eq!(chart.to_png().expect_err(words).to_string(), words);
        assert_eq!(chart.to_svg().expect_err(words).to_string(), words);
    }
}

fn histograms() -> Refused {
    let of = |observed: &[u64], expected: &[f64]| -> Box<dyn Chart> {
        Box::new(histogram(observed.to_vec(), expected.to_vec()))
    };
    let unnamed = Histogram { names: Some(Vec::new()), ..orders(vec![1, 2], 1.5) };
    let empty = "nothing to draw: observed is empty or all zero";
    vec![
        (of(&[], &[]), empty),
        (of(&[0, 0], &[0.4, 0.1]), empty),
        (of(&[1, 2], &[1.0]), "expected has 1 entries where 2 are needed"),
        (Box::new(unnamed), "names has 0 entries where 2 are needed"),
        (
            of(&[1, 2], &[1.0, f64::NAN]),
            "expected must be a finite number, not below 0, which entry 1 is not",
        ),
        (
            of(&[1, 2], &[-1.0, 1.0]),
            "expected must be a finite number, not below 0, which entry 0 is not",
        ),
    ]
}

fn heatmaps() -> Refused {
    let good = heatmap(2, 3, vec![0.0; 6], 0.01);
    let grouped = |row_group, column_group| -> Box<dyn Chart> {
        Box::new(Heatmap { row_group, column_group, ..good.clone() })
    };
    let of = |values: Vec<f64>, noise| -> Box<dyn Chart> {
        Box::new(Heatmap { values, noise, ..good.clone() })
    };
    let with = |bad| of(vec![0.0, 0.0, 0.0, 0.0, bad, 0.0], 0.01);
    let values = "values must be a finite number, which entry 4 is not";
    let noise = "noise must be a finite number, not below 0, which entry 0 is not";
    vec![
        (Box::new(heatmap(0, 0, vec![], 0.0)), "nothing to draw: rows is empty or all zero"),
        (Box::new(heatmap(1, 0, vec![], 0.0)), "nothing to draw: columns is empty or all zero"),
        (grouped(0, 1), "nothing to draw: row_group is empty or all zero"),
        (grouped(1, 0), "nothing to draw: column_group is empty or all zero"),
        (of(vec![0.0; 5], 0.01), "values has 5 entries where 6 are needed"),
        (with(f64::NAN), values),
        (with(f64::INFINITY), values),
        (with(f64::NEG_INFINITY), values),
        (of(vec![0.0; 6], f64::NAN), noise),
        (of(vec![0.0; 6], f64::INFINITY), noise),
        (of(vec![0.0; 6], -0.1), noise),
        (
            Box::new(heatmap(1, 417, vec![0.0; 417], 0.1)),
            "417 columns do not fit on one picture, 416 do",
        ),
    ]
}

fn curves() -> Refused {
    let good = || curve(vec![line(vec![(1.0, 0.5)], vec![dot(1.0, 0.5, DotKind::Full)])]);
    let with = |change: fn(&mut Curve)| -> Box<dyn Chart> {
        let mut curve = good();
        change(&mut curve);
        Box::new(curve)
    };
    vec![
        (with(|it| it.panels.clear()), "nothing to draw: panels is empty or all zero"),
        (
            with(|it| it.panels[0].lines[0] = line(Vec::new(), Vec::new())),
            "nothing to draw: lines is empty or all zero",
        ),
        (
            with(|it| it.panels[0].lines[0].exact[0].1 = f64::NAN),
            "distance: total variation: y must be a finite number, which entry 0 is not",
        ),
        (
            with(|it| it.panels[0].lines[0].dots[0].standard_error = -1.0),
            "distance: total variation: standard_error must be a finite number, not below 0, which entry 0 is not",
        ),
        (
            with(|it| {
                it.panels[0].y_scale = Scale::Logarithmic;
                it.panels[0].lines[0].exact[0].1 = -0.5;
            }),
            "distance: total variation: y must be at least 0 on a logarithmic scale, which entry 0 is not",
        ),
        (
            with(|it| {
                it.x_scale = Scale::Logarithmic;
                it.panels[0].lines[0].exact[0].0 = 0.0;
            }),
            "x must be above 0 on a logarithmic scale, which entry 0 is not",
        ),
        (
            with(|it| it.panels[0].range = Some((0.0, f64::INFINITY))),
            "distance: range must be a finite number, which entry 1 is not",
        ),
        (
            with(|it| it.panels[0].floor = vec![(1.0, -0.1)]),
            "distance: floor must be a finite number, not below 0, which entry 1 is not",
        ),
        (
            with(|it| it.panels = vec![it.panels[0].clone(); 5]),
            "5 panels do not fit on one picture, 4 do",
        ),
        (
            with(|it| it.panels[0].lines = vec![it.panels[0].lines[0].clone(); 7]),
            "distance: 7 lines do not fit on one picture, 6 do",
        ),
    ]
}

fn all_dots() -> Refused {
    let sound = || row("sound", None, None);
    let of = |rows| -> Box<dyn Chart> { Box::new(dots(rows)) };
    let within =
        |limit| -> Box<dyn Chart> { Box::new(Dots { limit, ..dots(vec![row("a", None, None)]) }) };
    let seen = |median, high| of(vec![sound(), row("naive", median, high)]);
    let own = |median, limit| of(vec![DotRow { limit: Some(limit), ..row("rare", median, None) }]);
    let limit = "limit must be from 1 to 1e15, which entry 0 is not";
    let median = "naive: median must be from 1 to the limit, which entry 0 is not";
    let order = "naive: high must be at least the median, which entry 0 is not";
    vec![
        (of(vec![]), "nothing to draw: rows is empty or all zero"),
        (of(vec![sound(); 61]), "61 rows do not fit on one picture, 60 do"),
        (within(f64::NAN), "limit must be a finite number, which entry 0 is not"),
        (within(0.0), limit),
        (within(-1.0), limit),
        (within(1e16), limit),
        (seen(Some(f64::NAN), None), "naive: median must be a finite number, which entry 0 is not"),
        (seen(Some(0.5), None), median),
        (seen(Some(1.1e7), None), median),
        (
            seen(Some(1.0), Some(1.1e7)),
            "naive: high must be from 1 to the limit, which entry 0 is not",
        ),
        (seen(Some(30.0), Some(20.0)), order),
        (seen(None, Some(20.0)), order),
        (
            own(Some(5_000.0), 4_000.0),
            "rare: median must be from 1 to the limit, which entry 0 is not",
        ),
        (
            own(None, 2e9),
            "rare: limit must be from 1 to the limit of the picture, which entry 0 is not",
        ),
    ]
}

fn quantiles() -> Refused {
    let of = |series, band| -> Box<dyn Chart> { Box::new(qq(series, band)) };
    let at = |expected, low, high| QqBand { expected, low, high };
    let banded = |bad| -> Box<dyn Chart> {
        Box::new(Qq { band: vec![at(0.1, 0.05, 0.2), bad], ..qq(vec![vec![0.5]], Vec::new()) })
    };
    let share = "test-1: p_values must be between 0 and 1, which entry 1 is not";
    let ends = "band must be from above 0 to at most 1, low before high, which entry 1 is not";
    let expected = "band.expected must be above 0 and at most 1, which entry 1 is not";
    let p = |bad| of(vec![vec![0.5], vec![0.5, bad]], band(2));
    vec![
        (of(vec![], band(2)), "nothing to draw: series is empty or all zero"),
        (of(vec![vec![0.5]], vec![]), "nothing to draw: band is empty or all zero"),
        (of(vec![vec![0.5]; 61], band(2)), "61 series do not fit on one picture, 60 do"),
        (
            of(vec![vec![0.5], vec![]], band(2)),
            "test-1: nothing to draw: p_values is empty or all zero",
        ),
        (p(-1e-9), share),
        (p(1.1), share),
        (p(f64::NAN), share),
        (p(f64::INFINITY), share),
        (banded(at(0.5, 0.0, 0.6)), ends),
        (banded(at(0.5, 0.6, 0.4)), ends),
        (banded(at(0.5, 0.4, 1.1)), ends),
        (banded(at(0.5, f64::NAN, 0.6)), ends),
        (banded(at(0.0, 0.1, 0.2)), expected),
        (banded(at(1.5, 0.1, 0.2)), expected),
        (banded(at(f64::NAN, 0.1, 0.2)), expected),
    ]
}

fn trees() -> Refused {
    let of = |nodes| -> Box<dyn Chart> { Box::new(tree(nodes)) };
    let root = || node(None, "", "0 1");
    let wide = std::iter::once(root()).chain((0..1201).map(|_| node(Some(0), "1", "1 0")));
    let deep = (0..42).map(|index: usize| node(index.checked_sub(1), "1", "1 0"));
    vec![
        (of(Vec::new()), "nothing to draw: nodes is empty or all zero"),
        (of(vec![node(Some(0), "", "")]), "parent must be before its child, which entry 0 is not"),
        (of(vec![root(), root()]), "parent must be before its child, which entry 1 is not"),
        (of(wide.collect()), "1201 leaves do not fit on one picture, 1200 do"),
        (of(deep.collect()), "41 rolls do not fit on one picture, 40 do"),
    ]
}

fn scatters() -> Refused {
    let of = |points, groups| -> Box<dyn Chart> {
        Box::new(Scatter {
            title: "draft".into(),
            subtitle: String::new(),
            labels: ["position".into(), "card".into()],
            size: 10.0,
            first: 1.0,
            groups,
            points,
            marked: Vec::new(),
            mark: String::new(),
            line: (Vec::new(), String::new()),
        })
    };
    vec![
        (of(Vec::new(), Vec::new()), "nothing to draw: points is empty or all zero"),
        (
            of(vec![(1.0, 10.5)], Vec::new()),
            "points must be inside of the square, which entry 1 is not",
        ),
        (
            of(vec![(1.0, 1.0)], vec![(0.0, "Jan".into()), (11.0, "Feb".into())]),
            "groups must be inside of the square, which entry 1 is not",
        ),
    ]
}

#[test]
fn absurd_data_are_no_reason_to_panic() {
    let at = |expected, low, high| QqBand { expected, low, high };
    let huge = heatmap(2, 3, vec![0.0; 6], 0.01);
    let charts: [Box<dyn Chart>; 6] = [
        Box::new(histogram(vec![3, 0, 0], vec![0.0, 1.0, 2.0])),
        Box::new(Histogram { first: u64::MAX, ..histogram(vec![u64::MAX; 3], vec![f64::MAX; 3]) }),
        Box::new(orders(vec![u64::MAX; 6], 1e300)),
        Box::new(Heatmap { row_group: usize::MAX, column_group: usize::MAX, ..huge }),
        Box::new(Dots { limit: 1e15, ..dots(vec![row("naive", Some(1.0), Some(1e15))]) }),
        Box::new(qq(vec![vec![0.0; 3], vec![1.0; 3], vec![5e-324; 3]], vec![at(1.0, 1.0, 1.0)])),
    ];
    for chart in charts {
        assert!(chart.to_png().is_ok());
    }
}
