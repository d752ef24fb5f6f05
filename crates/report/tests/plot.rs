//! What the pictures promise: same bytes, stated size, colours that mean what the scale says, and a
//! named error for every kind of bad data.

use shuffle_report::plot::{Bars, Heatmap, Histogram, PlotError};

/// A decoded picture.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn decode(bytes: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(bytes);
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG header");
        let mut data = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut data).expect("PNG data");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels = data[..info.buffer_size()].chunks_exact(3);
        let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// Upper left and lower right pixel of the matrix: it is framed by the only long dark grey
    /// line left of the middle, at the top.
    fn matrix(&self, map: &Heatmap) -> Matrix {
        let framed = |x: usize, y: usize| self.at(x, y) == FRAME;
        let run = |y: usize| (0..self.width / 2).filter(|&x| framed(x, y)).count();
        let top = (0..self.height).find(|&y| run(y) > 150).expect("a frame") + 1;
        let left = (0..self.width).find(|&x| framed(x, top - 1)).expect("a frame") + 1;
        let right = (left..self.width).find(|&x| !framed(x, top - 1)).expect("an end") - 1;
        // ticks stick out to the left; the frame's foot is the next long line
        let bottom = (top..self.height).find(|&y| run(y) > 150).expect("a foot");
        let cell = ((right - left) / map.columns, (bottom - top) / map.rows);
        assert_eq!((cell.0 * map.columns, cell.1 * map.rows), (right - left, bottom - top));
        Matrix { left, top, cell }
    }
}

struct Matrix {
    left: usize,
    top: usize,
    cell: (usize, usize),
}

impl Matrix {
    /// The colour of a cell near its corner, where no value is written.
    fn color(&self, picture: &Picture, row: usize, column: usize) -> [u8; 3] {
        let inset = |size: usize| (size / 8).clamp(1, 6);
        picture.at(
            self.left + column * self.cell.0 + inset(self.cell.0),
            self.top + row * self.cell.1 + inset(self.cell.1),
        )
    }
}

const FRAME: [u8; 3] = [0x9a; 3];
const WHITE: [u8; 3] = [0xff; 3];

/// How far a colour is from grey, 0 to 1 (saturation as in HSV).
fn saturation(color: [u8; 3]) -> f64 {
    let (high, low) = (color.into_iter().max(), color.into_iter().min());
    let (high, low) = (f64::from(high.unwrap_or(0)), f64::from(low.unwrap_or(0)));
    if high == 0.0 { 0.0 } else { (high - low) / high }
}

/// Red minus blue: positive for "more often", negative for "less often".
fn redness(color: [u8; 3]) -> i32 {
    i32::from(color[0]) - i32::from(color[2])
}

/// Standard normal noise, near enough: twelve uniforms less six, from a fixed xorshift.
fn noise(count: usize, sd: f64) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..count).map(|_| sd * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0)).collect()
}

fn heatmap(rows: usize, columns: usize, values: Vec<f64>, noise: f64) -> Heatmap {
    Heatmap {
        title: "fisher-yates".into(),
        subtitle: "1,000,000 decks, p = 0.43".into(),
        row_label: "position".into(),
        column_label: "card".into(),
        rows,
        columns,
        values,
        noise,
        row_group: 1,
        column_group: 1,
    }
}

fn histogram(observed: Vec<u64>, expected: Vec<f64>) -> Histogram {
    Histogram {
        title: "fisher-yates".into(),
        subtitle: "600 decks".into(),
        x_label: "ascents".into(),
        y_label: "decks".into(),
        first: 0,
        observed,
        expected,
    }
}

fn bars(observed: Vec<u64>, expected: f64) -> Bars {
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
fn the_same_data_give_the_same_bytes_also_on_other_threads() {
    let map = heatmap(10, 10, noise(100, 0.01), 0.01);
    let histogram = histogram(vec![90, 420, 90], vec![100.0, 400.0, 100.0]);
    let bars = bars(vec![90, 110, 105, 95], 100.0);
    let draw = || (map.to_png(), histogram.to_png(), bars.to_png());
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

#[test]
fn zero_is_white() {
    for sd in [0.0, 0.01] {
        let map = heatmap(52, 52, vec![0.0; 52 * 52], sd);
        let picture = Picture::decode(&map.to_png().expect("good data"));
        let matrix = picture.matrix(&map);
        for (row, column) in (0..52).flat_map(|row| (0..52).map(move |column| (row, column))) {
            assert_eq!(matrix.color(&picture, row, column), WHITE);
        }
    }
}

#[test]
fn rounding_errors_of_an_exact_law_stay_white() {
    let map = heatmap(10, 10, noise(100, 1e-14), 0.0);
    let picture = Picture::decode(&map.to_png().expect("good data"));
    let matrix = picture.matrix(&map);
    assert!((0..10).all(|cell| matrix.color(&picture, cell, cell) == WHITE));
}

/// The scale is anchored to the noise: pure noise looks the same, and pale, at any number of trials.
#[test]
fn uniform_noise_stays_pale_whatever_its_size() {
    for sd in [1e-5, 0.003, 0.14] {
        let map = heatmap(52, 52, noise(52 * 52, sd), sd);
        let picture = Picture::decode(&map.to_png().expect("good data"));
        let matrix = picture.matrix(&map);
        let cells = (0..52 * 52).map(|cell| matrix.color(&picture, cell / 52, cell % 52));
        let saturations: Vec<f64> = cells.map(saturation).collect();
        let mean = saturations.iter().sum::<f64>() / saturations.len() as f64;
        assert!((0.08..0.20).contains(&mean), "mean saturation {mean} at sd {sd}");
        let strong = saturations.iter().filter(|&&saturation| saturation > 0.62).count();
        assert!(strong < 27, "{strong} of 2704 cells beyond half the scale, at sd {sd}");
    }
}

#[test]
fn a_planted_excess_is_red_a_planted_lack_blue_and_their_neighbours_neither() {
    let sd = 0.01;
    for (share, sign) in [(0.045, 1), (-0.045, -1)] {
        let mut values = noise(9 * 52, sd);
        values[4 * 52 + 20] = share;
        let map = heatmap(9, 52, values, sd);
        let picture = Picture::decode(&map.to_png().expect("good data"));
        let matrix = picture.matrix(&map);
        let planted = matrix.color(&picture, 4, 20);
        assert!(sign * redness(planted) > 120, "{planted:?} for {share}");
        for (row, column) in [(3, 20), (5, 20), (4, 19), (4, 21)] {
            let near = matrix.color(&picture, row, column);
            assert!(redness(near).abs() < redness(planted).abs() - 60, "{near:?} for {share}");
        }
    }
}

#[test]
fn position_zero_is_at_the_top_and_card_zero_at_the_left() {
    let mut values = vec![0.0; 12];
    values[1] = 0.5; // position 0, card 1
    values[8] = -0.5; // position 2, card 0
    let map = heatmap(3, 4, values, 0.01);
    let picture = Picture::decode(&map.to_png().expect("good data"));
    let matrix = picture.matrix(&map);
    assert!(redness(matrix.color(&picture, 0, 1)) > 60);
    assert!(redness(matrix.color(&picture, 2, 0)) < -60);
}

#[test]
fn the_scale_is_six_standard_deviations_of_noise_or_the_pattern_but_no_more_than_all() {
    assert_eq!(heatmap(52, 52, noise(2704, 0.01), 0.01).scale(), 0.06);
    let mut one_wild_cell = noise(2704, 0.01);
    one_wild_cell[7] = 0.9;
    assert_eq!(heatmap(52, 52, one_wild_cell, 0.01).scale(), 0.06);
    assert_eq!(heatmap(1, 4, vec![0.2, -0.3, 0.0, 0.1], 0.01).scale(), 0.3);
    assert_eq!(heatmap(1, 4, vec![-1.0, -1.0, -1.0, 3.0], 0.01).scale(), 1.0);
}

/// Colours that only data have: a bar within the band, above it, below it.
const WITHIN: [u8; 3] = [0xad, 0xb2, 0xb8];
const ABOVE: [u8; 3] = [0xe1, 0x74, 0x5c];
const BELOW: [u8; 3] = [0x52, 0x9e, 0xe1];

/// How many pixels of a colour stand below the legend, which ends above row 160.
fn area(picture: &Picture, color: [u8; 3]) -> usize {
    picture.pixels[160 * picture.width..].iter().filter(|pixel| **pixel == color).count()
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
fn heatmaps_refuse_bad_data_by_name() {
    let good = heatmap(2, 3, vec![0.0; 6], 0.01);
    let refused = |bad: Heatmap| {
        let size = bad.size().expect_err("refused");
        assert_eq!(bad.to_png().expect_err("refused"), size);
        size
    };
    let empty = |what| PlotError::Empty { what };
    assert_eq!(refused(heatmap(0, 0, vec![], 0.0)), empty("rows"));
    assert_eq!(refused(heatmap(1, 0, vec![], 0.0)), empty("columns"));
    assert_eq!(refused(Heatmap { row_group: 0, ..good.clone() }), empty("row_group"));
    assert_eq!(refused(Heatmap { column_group: 0, ..good.clone() }), empty("column_group"));
    let short = Heatmap { values: vec![0.0; 5], ..good.clone() };
    assert_eq!(refused(short), PlotError::Length { what: "values", expected: 6, found: 5 });
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut values = vec![0.0; 6];
        values[4] = bad;
        let map = Heatmap { values, ..good.clone() };
        assert_eq!(refused(map), PlotError::NotFinite { what: "values", index: 4 });
        let map = Heatmap { noise: bad, ..good.clone() };
        assert_eq!(refused(map), PlotError::NotFinite { what: "noise", index: 0 });
    }
    let negative = Heatmap { noise: -0.1, ..good.clone() };
    assert_eq!(refused(negative), PlotError::Negative { what: "noise", index: 0 });
    let many = heatmap(1, 417, vec![0.0; 417], 0.1);
    assert_eq!(
        refused(many).to_string(),
        "417 columns do not fit on one picture, 416 do: group them first"
    );
    let huge = Heatmap { row_group: usize::MAX, column_group: usize::MAX, ..good };
    assert!(huge.to_png().is_ok(), "an absurd group size is no reason to panic");
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
