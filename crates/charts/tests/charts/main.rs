//! The promises of the pictures: same bytes, colors that mean what the scale says, and a
//! named error for every kind of bad data.

mod bad_data;
mod counts;
mod curve;
mod dots;
mod heatmap;
mod picture;
mod qq;
mod steps;

use counts::{histogram, orders};
use curve::{curve, dot, line};
use dots::{dots, row};
use heatmap::{heatmap, noise};
use picture::{Picture, WHITE};
use qq::{band, qq, quantiles};
use rayon::prelude::*;
use shuffle_charts::{
    Chart, CurveLine, DotKind, DotRow, Dots, Heatmap, PathEnd, PathNode, Paths, Qq,
};

/// One picture of each kind, with something of everything that can be on it.
fn every_kind() -> [(&'static str, Box<dyn Chart>); 7] {
    let mut series = vec![quantiles(200); 8];
    series[1].iter_mut().for_each(|p| *p = p.powi(2));
    series[4][0] = 0.0;
    let rows = vec![
        row("unshuffled", Some(128.0), Some(128.0)),
        row("naive", Some(1_200.0), Some(1_900.0)),
        row("seed of 32 bits", Some(400_000.0), None),
        row("fisher-yates", None, None),
    ];
    let bound = Dots { first_look: Some(128.0), ..dots(rows) };
    let lines = vec![line(vec![(1.0, 0.9), (3.0, 0.1)], vec![dot(2.0, 0.5, DotKind::Ring)])];
    [
        ("heatmap", Box::new(heatmap(4, 6, noise(24, 0.01), 0.01))),
        ("histogram", Box::new(histogram(vec![90, 420, 90], vec![100.0, 400.0, 100.0]))),
        ("orders", Box::new(orders(vec![90, 110, 105, 95], 100.0))),
        ("curve", Box::new(curve(lines))),
        ("qq", Box::new(qq(series, band(200)))),
        ("dots", Box::new(bound)),
        ("paths", Box::new(coin())),
    ]
}

/// The two paths of a coin.
fn coin() -> Paths {
    tree(vec![node(None, "", "0 1"), node(Some(0), "0", "1 0"), node(Some(0), "1", "0 1")])
}

fn node(parent: Option<usize>, roll: &str, deck: &str) -> PathNode {
    PathNode { parent, roll: roll.into(), deck: deck.into(), note: "1/2".into() }
}

fn tree(nodes: Vec<PathNode>) -> Paths {
    let end = |deck: &str| PathEnd {
        deck: deck.into(),
        paths: 1,
        note: "1/2, fair".into(),
        fair_shares: 1.0,
    };
    let ends = vec![end("0 1"), end("1 0")];
    Paths { title: "a coin".into(), subtitle: "both paths".into(), nodes, ends }
}

#[test]
fn the_same_data_give_the_same_bytes_also_on_other_threads() {
    let draw = || every_kind().map(|(_, chart)| (chart.to_png(), chart.to_svg()));
    let first = draw();
    std::thread::scope(|scope| {
        for other in [scope.spawn(draw), scope.spawn(draw)] {
            assert_eq!(other.join().expect("no panic"), first);
        }
    });
}

/// FNV-1a.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Value stability across machines and versions: these pictures may change only on purpose. Of a PNG the
/// decoded pixels are hashed, so that a new encoder alone does not matter.
#[test]
fn the_pictures_are_pinned() {
    let hashes = every_kind().map(|(name, chart)| {
        let pixels = Picture::decode(&chart.to_png().expect("good data")).pixels;
        let svg = chart.to_svg().expect("good data");
        format!(
            "{name}: {:016x} {:016x}",
            hash(pixels.into_iter().flatten()),
            hash(svg.into_bytes())
        )
    });
    assert_eq!(hashes, PINNED);
}

/// Pixels of the PNG and text of the SVG of [`every_kind`].
const PINNED: [&str; 7] = [
    "heatmap: 8c0d2cd346e8c2d9 00a82724804ca5e0",
    "histogram: 275cc5fcf1d90d85 901a5e70f8e474f3",
    "orders: 633a903a8a64b820 f444c0ce9ddd80fe",
    "curve: 4e75c4d3f31e524c 0e7b9186eab8b2db",
    "qq: be7f90d01211ff6e 6937fd49cf2fe1f2",
    "dots: c4b32fac3ff859aa 01a3279dc69948f2",
    "paths: cd81a666c31ccc7e 0216ee1b83df2a69",
];

#[test]
fn an_svg_is_as_large_as_the_png_and_holds_its_words() {
    for ((name, chart), words) in every_kind().into_iter().zip([
        "noise, ±3 sd",
        "residual, sd",
        "0 1 3",
        "total variation",
        "test-1",
        "at most 128: caught at the first look",
        "1 0",
    ]) {
        let svg = chart.to_svg().expect("good data");
        let Picture { width, height, .. } = Picture::decode(&chart.to_png().expect("good data"));
        let start = format!("<svg width=\"{width}\" height=\"{height}\" ");
        assert!(svg.starts_with(&start) && svg.ends_with("</svg>\n"), "{name}: {svg}");
        assert!(svg.contains(&format!(">\n{words}\n</text>")), "{name} without {words}");
    }
}

#[test]
fn pictures_have_white_edges_on_all_four_sides() {
    let mut pictures: Vec<Box<dyn Chart + Send>> = Vec::new();
    for (rows, columns) in
        [(1, 1), (3, 3), (10, 10), (52, 52), (64, 64), (9, 52), (52, 9), (1, 416)]
    {
        let map = heatmap(rows, columns, noise(rows * columns, 0.02), 0.02);
        pictures.push(Box::new(map.clone()));
        let long = "a title of very many words ".repeat(30);
        let map = Heatmap { title: long.clone(), subtitle: long, ..map };
        pictures.push(Box::new(map.clone()));
    }
    for count in [1, 2, 10, 60, 1000] {
        let chart = histogram(vec![1_000_000_007; count], vec![1e9; count]);
        pictures.push(Box::new(chart));
    }
    for count in [1, 2, 6, 24, 120] {
        let chart = orders(vec![12_345_678; count], 12_345_000.0);
        pictures.push(Box::new(chart.clone()));
    }
    let long = "of very many words ".repeat(30);
    for count in [1, 30] {
        let mut chart = qq(vec![quantiles(50); count], band(50));
        pictures.push(Box::new(chart.clone()));
        chart.series.iter_mut().for_each(|series| series.p_values[0] = 1e-99);
        pictures.push(Box::new(chart.clone()));
        chart.series.iter_mut().for_each(|series| series.name = long.clone());
        let chart = Qq { title: long.clone(), band_label: long.clone(), ..chart };
        pictures.push(Box::new(chart.clone()));
    }
    for (count, limit) in [(1, 1.0), (1, 1e7), (45, 1e7), (60, 1e15)] {
        for (median, high) in [(Some(1.0), Some(1.0)), (Some(1.0), None), (None, None)] {
            let rows = vec![row("naive", median, high); count];
            let chart = Dots { limit, ..dots(rows) };
            pictures.push(Box::new(chart.clone()));
            let rows = vec![DotRow { note: long.clone(), ..row(&long, median, high) }; count];
            let chart = Dots { rows, x_label: long.clone(), ..chart };
            pictures.push(Box::new(chart.clone()));
        }
    }
    for count in [1, 6] {
        let one = CurveLine { name: long.clone(), ..line(vec![(1.0, 0.5)], Vec::new()) };
        pictures.push(Box::new(curve(vec![one; count])));
    }
    pictures.push(Box::new(coin()));
    pictures.into_par_iter().for_each(|chart| {
        let picture = Picture::decode(&chart.to_png().expect("good data"));
        let size = (picture.width, picture.height);
        let (right, bottom) = (picture.width - 1, picture.height - 1);
        for edge in 0..6 {
            assert!((0..=right).all(|x| picture.at(x, edge) == WHITE), "top of {size:?}");
            assert!((0..=right).all(|x| picture.at(x, bottom - edge) == WHITE), "foot of {size:?}");
            assert!((0..=bottom).all(|y| picture.at(edge, y) == WHITE), "left of {size:?}");
            assert!(
                (0..=bottom).all(|y| picture.at(right - edge, y) == WHITE),
                "right of {size:?}"
            );
        }
    });
}
