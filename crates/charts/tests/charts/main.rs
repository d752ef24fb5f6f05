//! What the pictures promise: same bytes, stated size, colours that mean what the scale says, and a
//! named error for every kind of bad data.

mod bar_rows;
mod counts;
mod curve;
mod dots;
mod heatmap;
mod panels;
mod picture;
mod qq;

use bar_rows::{bar, bar_rows};
use counts::{bars, histogram};
use dots::{dots, row};
use heatmap::{heatmap, noise};
use panels::{panel, panels};
use picture::{Picture, WHITE};
use qq::{band, qq, quantiles};
use shuffle_charts::{BarRow, BarRows, Chart, DotRow, Dots, Heatmap, Panels, PlotError, Qq, Scale};

/// One picture of each kind about tests, with something of everything that can be on it.
fn of_tests() -> (Qq, Panels, Dots) {
    let mut series = vec![quantiles(200); 8];
    series[1].iter_mut().for_each(|p| *p = p.powi(2));
    series[4][0] = 0.0;
    let panels = panels(vec![panel(vec![500, 571, 429, 900, 500]); 7]);
    let rows = vec![
        row("naive", Some(1_200.0), Some(1_900.0)),
        row("seed of 32 bits", Some(400_000.0), None),
        row("fisher-yates", None, None),
    ];
    (qq(series, band(200)), panels, dots(rows))
}

#[test]
fn the_same_data_give_the_same_bytes_also_on_other_threads() {
    let map = heatmap(10, 10, noise(100, 0.01), 0.01);
    let histogram = histogram(vec![90, 420, 90], vec![100.0, 400.0, 100.0]);
    let bars = bars(vec![90, 110, 105, 95], 100.0);
    let (qq, panels, dots) = of_tests();
    let counted = || (map.to_png(), histogram.to_png(), bars.to_png());
    let draw = || (counted(), qq.to_png(), panels.to_png(), dots.to_png());
    let first = draw();
    std::thread::scope(|scope| {
        for other in [scope.spawn(draw), scope.spawn(draw)] {
            assert_eq!(other.join().expect("no panic"), first);
        }
    });
}

/// Value stability across machines and versions: these pixels may change only on purpose. FNV-1a of
/// the decoded pixels, so that a new PNG encoder alone does not matter.
#[test]
fn the_pixels_are_pinned() {
    let hash = |png: Result<Vec<u8>, PlotError>| {
        let pixels = Picture::decode(&png.expect("good data")).pixels;
        pixels.iter().flatten().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let map = heatmap(4, 6, noise(24, 0.01), 0.01);
    assert_eq!(format!("{:016x}", hash(map.to_png())), "ede5f8ff4cd7b038");
    let histogram = histogram(vec![90, 420, 90], vec![100.0, 400.0, 100.0]);
    assert_eq!(format!("{:016x}", hash(histogram.to_png())), "b2561275877b2c2d");
    let bars = bars(vec![90, 110, 105, 95], 100.0);
    assert_eq!(format!("{:016x}", hash(bars.to_png())), "6e6fc4a8e4c1c97c");
    let (qq, panels, dots) = of_tests();
    assert_eq!(format!("{:016x}", hash(qq.to_png())), "a4fde1cf3fd911ce");
    assert_eq!(format!("{:016x}", hash(panels.to_png())), "a3ef8c3132d7ff9b");
    assert_eq!(format!("{:016x}", hash(dots.to_png())), "97c3339aad978521");
    let rows = bar_rows(Scale::Logarithmic, vec![bar("rand", 1.0, 0), bar("ours", 0.1, 1)]);
    assert_eq!(format!("{:016x}", hash(rows.to_png())), "ceb39c1599906e62");
}

#[test]
fn pictures_have_the_stated_size_and_white_edges_on_all_four_sides() {
    let mut pictures = Vec::new();
    for (rows, columns) in
        [(1, 1), (3, 3), (10, 10), (52, 52), (64, 64), (9, 52), (52, 9), (1, 416)]
    {
        let map = heatmap(rows, columns, noise(rows * columns, 0.02), 0.02);
        pictures.push((map.size(), map.to_png()));
        let long = "a title of very many words ".repeat(30);
        let map = Heatmap { title: long.clone(), subtitle: long, ..map };
        pictures.push((map.size(), map.to_png()));
    }
    for count in [1, 2, 10, 60, 1000] {
        let chart = histogram(vec![1_000_000_007; count], vec![1e9; count]);
        pictures.push((chart.size(), chart.to_png()));
    }
    for count in [1, 2, 6, 24, 120] {
        let chart = bars(vec![12_345_678; count], 12_345_000.0);
        pictures.push((chart.size(), chart.to_png()));
    }
    let long = "of very many words ".repeat(30);
    for count in [1, 30] {
        let mut chart = qq(vec![quantiles(50); count], band(50));
        pictures.push((chart.size(), chart.to_png()));
        chart.series.iter_mut().for_each(|series| series.p_values[0] = 1e-99);
        pictures.push((chart.size(), chart.to_png()));
        chart.series.iter_mut().for_each(|series| series.name = long.clone());
        let chart = Qq { title: long.clone(), band_label: long.clone(), ..chart };
        pictures.push((chart.size(), chart.to_png()));
    }
    for count in [1, 7, 30] {
        let mut chart = panels(vec![panel(vec![500, 571, 429, 9_000]); count]);
        pictures.push((chart.size(), chart.to_png()));
        chart.panels.iter_mut().for_each(|panel| panel.name = long.clone());
        let chart = Panels { title: long.clone(), band_label: long.clone(), ..chart };
        pictures.push((chart.size(), chart.to_png()));
    }
    for (count, limit) in [(1, 1.0), (1, 1e7), (45, 1e7), (60, 1e15)] {
        for (median, high) in [(Some(1.0), Some(1.0)), (Some(1.0), None), (None, None)] {
            let rows = vec![row("naive", median, high); count];
            let chart = Dots { limit, ..dots(rows) };
            pictures.push((chart.size(), chart.to_png()));
            let rows = vec![DotRow { note: long.clone(), ..row(&long, median, high) }; count];
            let chart = Dots { rows, x_label: long.clone(), ..chart };
            pictures.push((chart.size(), chart.to_png()));
        }
    }
    for (count, value) in [(1, 1.0), (80, 1e-9), (2, 1e12)] {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            let chart = bar_rows(scale, vec![bar("ours", value, 1); count]);
            pictures.push((chart.size(), chart.to_png()));
            let row = BarRow { note: long.clone(), ..bar(&long, value, 0) };
            let mut chart = BarRows { note_label: long.clone(), ..bar_rows(scale, vec![row]) };
            chart.groups[0].name = long.clone();
            chart.legend[1] = long.clone();
            pictures.push((chart.size(), chart.to_png()));
        }
    }
    for (size, png) in pictures {
        let (size, picture) = (size.expect("good data"), Picture::decode(&png.expect("good data")));
        assert_eq!((picture.width, picture.height), (size.0 as usize, size.1 as usize));
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
    }
}
