//! Where everything on a heatmap stands.

use super::Heatmap;
use super::scale::ColorBar;
use crate::canvas::Area;
use crate::frame::{GAP, Header, LABEL, MARGIN, NOTE, TICK, line};
use crate::text;
use crate::ticks::{percent, stride};

/// The longer side of the matrix in pixels, about.
const SIDE: i32 = 832;
/// The least height of the matrix: below it the colour bar could not be labelled.
const LEAST_HEIGHT: i32 = 330;
/// The largest cell.
const LARGEST_CELL: i32 = 170;
/// From the matrix to the colour bar: room for the bracket of noise.
const TO_BAR: i32 = 84;

/// The least distance between the middles of two numbers below the matrix.
const NUMBERS_APART: i32 = 60;
/// The least gap between two names there.
const NAMES_APART: i32 = 14;

/// Where everything stands, in pixels.
pub(super) struct Layout {
    pub(super) size: (u32, u32),
    pub(super) header: Header,
    pub(super) matrix: Area,
    pub(super) cell: (i32, i32),
    /// How far apart the labels of columns stand at least.
    pub(super) apart: i32,
    /// Whether columns are called by their names: if these are short enough.
    pub(super) named: bool,
    pub(super) bar: ColorBar,
    pub(super) note: Vec<String>,
    pub(super) note_top: i32,
}

impl Layout {
    pub(super) fn new(map: &Heatmap) -> Self {
        let (rows, columns) = (map.rows as i32, map.columns as i32);
        let cell = cell(rows, columns);
        let last_row = map.rows.saturating_mul(map.row_group).saturating_add(map.base).to_string();
        let left = MARGIN + line(LABEL) + 8 + text::width(&last_row, LABEL) + GAP + TICK;
        let right = left + columns * cell.0;
        let widest = map.column_names.iter().flatten().map(|name| text::width(name, LABEL)).max();
        // The first is written below the middle of the first column, and must not leave the picture.
        let fits = |widest: &i32| *widest / 2 <= left + cell.0 / 2 && *widest <= (right - left) / 2;
        let named = widest.filter(fits);
        let apart = named.map_or(NUMBERS_APART, |widest| widest + NAMES_APART);
        let mut bar = ColorBar::new(map.scale(), map.noise, right + TO_BAR, rows * cell.1);
        let width = bar.right() + MARGIN;
        let header = Header::new(&map.title, &map.subtitle, width);
        let top = header.height();
        bar.move_down(top);
        let matrix = Area { left, right, top, bottom: top + rows * cell.1 };
        let note = text::wrap(&note(map), NOTE, width - 2 * MARGIN, 4);
        let note_top = matrix.bottom + TICK + GAP + 2 * line(LABEL) + 12;
        let height = note_top + note.len() as i32 * line(NOTE) + MARGIN / 2;
        let size = (width as u32, height as u32);
        Self { size, header, matrix, cell, apart, named: named.is_some(), bar, note, note_top }
    }
}

/// Width and height of a cell: square, unless the matrix is so wide or so tall that one side would
/// be too short.
fn cell(rows: i32, columns: i32) -> (i32, i32) {
    let square = (SIDE / rows.max(columns)).min(LARGEST_CELL);
    let at_least = |cells: i32| (LEAST_HEIGHT + cells - 1) / cells;
    (square.max(at_least(columns)), square.max(at_least(rows)))
}

/// The line below the picture: what the colours leave out.
fn note(map: &Heatmap) -> String {
    let low = map.values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = map.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let plain = |share: f64| percent(share).replace('+', "±");
    let noise = match map.noise {
        0.0 => String::new(),
        noise => format!("; noise {} (1 sd)", plain(noise)),
    };
    let (low, high, darkest) = (percent(low), percent(high), plain(map.scale()));
    format!("Values from {low} to {high}; darkest colour at {darkest}{noise}")
}

/// Where labels stand along an axis of cells, in pixels from its start: in the middle of single
/// cells, at the leading edge of groups.
pub(super) fn places(cells: usize, group: usize, cell: i32, apart: i32) -> Vec<(i32, usize)> {
    let unit = f64::from(cell) / group as f64;
    let step = stride(f64::from(apart) / unit);
    let offset = if group == 1 { cell / 2 } else { 0 };
    let last = cells.saturating_mul(group) - usize::from(group == 1);
    let place = |index: usize| (index as f64 * unit).round() as i32 + offset;
    (0..=last).step_by(step).map(|index| (place(index), index)).collect()
}

/// The name of an axis, with the size of its groups if it has any.
pub(super) fn grouped(label: &str, group: usize) -> String {
    if group == 1 { label.to_owned() } else { format!("{label} (in groups of {group})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_square_except_where_a_side_would_be_too_short() {
        assert_eq!(cell(3, 3), (170, 170));
        assert_eq!(cell(52, 52), (16, 16));
        assert_eq!(cell(9, 52), (16, 37));
        assert_eq!(cell(1, 1), (330, 330));
        assert_eq!(cell(416, 416), (2, 2));
    }

    #[test]
    fn axes_name_round_numbers_from_zero() {
        let labels = |places: Vec<(i32, usize)>| {
            places.into_iter().map(|(_, index)| index.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(places(3, 1, 170, 60)), "0 1 2");
        assert_eq!(labels(places(52, 1, 16, 60)), "0 5 10 15 20 25 30 35 40 45 50");
        assert_eq!(places(64, 16, 13, 60).last(), Some(&(813, 1000)));
    }
}
