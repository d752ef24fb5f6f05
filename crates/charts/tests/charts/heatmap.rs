//! The heatmap: colors that mean what the scale says.

use crate::picture::{Picture, WHITE};
use shuffle_charts::{Chart, Heatmap};

const FRAME: [u8; 3] = [0x9a; 3];

impl Picture {
    /// Upper left and lower right pixel of the matrix: it is framed by the only long dark gray
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
    /// The color of a cell near its corner, where no value is written.
    fn color(&self, picture: &Picture, row: usize, column: usize) -> [u8; 3] {
        let inset = |size: usize| (size / 8).clamp(1, 6);
        picture.at(
            self.left + column * self.cell.0 + inset(self.cell.0),
            self.top + row * self.cell.1 + inset(self.cell.1),
        )
    }
}

/// The distance of a color from gray, 0 to 1 (saturation as in HSV).
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
pub(crate) fn noise(count: usize, sd: f64) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut uniform = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..count).map(|_| sd * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0)).collect()
}

pub(crate) fn heatmap(rows: usize, columns: usize, values: Vec<f64>, noise: f64) -> Heatmap {
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
        base: 0,
        column_names: None,
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
fn a_planted_excess_is_red_a_planted_lack_blue_and_their_neighbors_neither() {
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

/// Clipping hides nothing: the end of the bar and the line below say so.
#[test]
fn an_end_of_the_scale_that_values_exceed_says_so() {
    let svg = |values| heatmap(1, 4, values, 0.01).to_svg().expect("good data");
    let clipped = svg(vec![-1.0, -1.0, -1.0, 47.95]);
    assert!(clipped.contains("\n+100%\n") && clipped.contains("\nto +"));
    assert!(clipped.contains("to +4,795%; darkest color at ±100%: values beyond it"));
    assert!(!svg(vec![0.2, -0.3, 0.0, 0.1]).contains("\nto +"));
}

/// With few decks the noise alone exceeds 100 %, which no shortage can.
#[test]
fn no_picture_of_few_decks_speaks_of_less_than_minus_100_percent() {
    let svg = heatmap(1, 4, vec![-1.0, -1.0, -1.0, 51.0], 0.5).to_svg().expect("good data");
    assert!(svg.contains("\n+300%\n") && svg.contains("\n−100%\n"));
    assert!(!svg.contains("\n−200%\n") && !svg.contains("\n−300%\n"));
    assert!(svg.contains("darkest color at +300%"));
}

/// The pixels of a thumbnail as red, green, blue and alpha, with its size.
fn thumbnail(heatmap: &Heatmap) -> (Vec<[u8; 4]>, (u32, u32)) {
    let bytes = heatmap.to_thumbnail().unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(frame.buffer_size());
    (pixels.as_chunks::<4>().0.to_vec(), (frame.width, frame.height))
}

#[test]
fn a_thumbnail_is_red_where_there_is_more_and_clear_where_there_is_as_much() {
    let (pixels, size) = thumbnail(&heatmap(1, 3, vec![0.5, 0.0, -0.5], 0.001));
    assert_eq!(size, (3, 1));
    let [more, none, fewer] = [pixels[0], pixels[1], pixels[2]];
    assert!(more[0] > more[2] && more[3] == 255, "{more:?}");
    assert_eq!(none[3], 0);
    assert!(fewer[2] > fewer[0] && fewer[3] == 255, "{fewer:?}");
}

#[test]
fn the_thumbnail_of_a_large_matrix_has_the_means_of_its_cells() {
    // 130 columns are pooled by threes: 43 of them, and one column alone.
    let values: Vec<f64> = (0..130 * 130).map(|cell| f64::from(cell % 130 < 3) - 0.01).collect();
    let (pixels, size) = thumbnail(&heatmap(130, 130, values, 0.0));
    assert_eq!(size, (44, 44));
    assert!(pixels.chunks(44).all(|row| row[0][3] == 255 && row[1..].iter().all(|it| it[3] == 0)));
}
