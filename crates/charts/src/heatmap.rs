//! A matrix of deviations as colors.

use plotters::style::text_anchor::HPos;

use crate::{
    axis::{Axis, Tick},
    chart::{Draw, PlotPlan},
    color::{GRID, MUTED, PAPER, RULE, diverging, readable_on},
    color_bar::ColorBar,
    error::{Drawn, PlotError, at_most, finite, finite_and_not_negative, length},
    frame::{BELOW, Frame, Header, LABEL, MARGIN, NOTE, Panel, paragraph},
    shapes::{fill, ink, stroke},
    sheet::{Area, PX},
    text::{self, line},
    ticks::{decimals_for, percent, signed, stride},
};

/// Most cells along one side.
const MOST: usize = 416;
/// The scale spans at least this number of standard deviations of pure noise on either side.
const NOISE_SPAN: f64 = 6.0;
/// The scale of a matrix without noise or deviation, so that rounding errors stay white.
const LEAST_SCALE: f64 = 1e-6;
/// The widest scale, noise aside: a card comes at most 100% too rarely, so more would only pale the
/// blue side.
const MOST_SCALE: f64 = 1.0;
/// The share of the cells that the scale must reach; rarer ones may exceed it and take its last
/// color.
const REACHED: f64 = 0.995;
/// The longer side of the matrix in pixels, about.
const SIDE: i32 = 832;
/// The least height of the matrix in pixels: below it the color bar could not be labelled.
const LEAST_HEIGHT: i32 = 330;
/// The largest cell, in pixels.
const LARGEST_CELL: i32 = 170;
/// From the matrix to the color bar: room for the bracket of noise.
const TO_BAR: i32 = 84 * PX;
/// The least distances between the middles of two numbers along the sides.
const NUMBERS_APART: i32 = 60 * PX;
const ROWS_APART: i32 = 34 * PX;
/// The least gap between two names below the matrix.
const NAMES_APART: i32 = 14 * PX;

#[doc = include_str!("heatmap.md")]
#[derive(Debug, Clone, PartialEq)]
pub struct Heatmap {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The meaning of a row: "position".
    pub row_label: String,
    /// The meaning of a column: "card".
    pub column_label: String,
    /// The number of rows, 1 to 416.
    pub rows: usize,
    /// The number of columns, 1 to 416.
    pub columns: usize,
    /// `observed / expected - 1`, row by row: `rows * columns` finite numbers.
    pub values: Vec<f64>,
    /// The standard deviation that one value has if the shuffle is uniform; 0 for an exact law.
    pub noise: f64,
    /// The number of positions in a row; 1 where nothing is binned.
    pub row_group: usize,
    /// The number of cards in a column; 1 where nothing is binned.
    pub column_group: usize,
    /// The number of the first row, and of the first column where columns have no names.
    pub base: usize,
    /// The names of the columns, or of the cards where columns are groups. Names that would run into each other
    /// are left out.
    pub column_names: Option<Vec<String>>,
}

impl Heatmap {
    /// The deviation, as a share of 1, that takes the darkest color: `max(6 * noise, min(q, 1))`,
    /// where 99.5% of the `|values|` are at most q.
    #[must_use]
    pub fn scale(&self) -> f64 {
        let mut sizes: Vec<f64> = self.values.iter().map(|value| value.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let rank = (sizes.len() as f64 * REACHED).ceil() as usize;
        let reached = sizes.get(rank.saturating_sub(1)).copied().unwrap_or(0.0);
        reached.min(MOST_SCALE).max(NOISE_SPAN * self.noise).max(LEAST_SCALE)
    }

    pub(crate) fn check(&self) -> Drawn {
        at_most("rows", MOST, self.rows)?;
        at_most("columns", MOST, self.columns)?;
        at_most("row_group", usize::MAX, self.row_group)?;
        at_most("column_group", usize::MAX, self.column_group)?;
        length("values", self.rows * self.columns, self.values.len())?;
        finite("values", &self.values)?;
        finite_and_not_negative("noise", &[self.noise])
    }

    /// The smallest and the largest value.
    fn extremes(&self) -> (f64, f64) {
        let values = || self.values.iter().copied();
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The line below the picture: the values that the colors leave out.
    fn note(&self) -> String {
        let plain = |share: f64| percent(share).replace('+', "±");
        let noise = match self.noise {
            0.0 => String::new(),
            noise => format!("; noise {} (1 sd)", plain(noise)),
        };
        let ((low, high), scale) = (self.extremes(), self.scale());
        let clipped = match low < -scale || high > scale {
            true => ": values beyond it have the same color",
            false => "",
        };
        // Nothing comes more than 100 % too rarely.
        let darkest = if scale > 1.0 { percent(scale) } else { plain(scale) };
        let (low, high) = (percent(low), percent(high));
        format!("Values from {low} to {high}; darkest color at {darkest}{clipped}{noise}")
    }

    /// The horizontal axis of cells `cell` wide, from `left` on.
    fn x_axis(&self, left: i32, cell: i32) -> Axis {
        let names = self.column_names.as_ref().filter(|names| {
            // The first is written below the middle of the first column, and must not leave the picture.
            let widest = text::widest(names.iter().map(String::as_str), LABEL);
            widest / 2 <= left + cell / 2 && widest <= self.columns as i32 * cell / 2
        });
        let label = |index: usize| match names {
            Some(names) => names.get(index).cloned().unwrap_or_default(),
            None => (index + self.base).to_string(),
        };
        let widest = names.map(|names| text::widest(names.iter().map(String::as_str), LABEL));
        let apart = widest.map_or(NUMBERS_APART, |widest| widest + NAMES_APART);
        let ticks = places(self.columns, self.column_group, cell, apart);
        let ticks = ticks.into_iter().map(|(place, index)| (place, label(index))).collect();
        let name = grouped(&self.column_label, self.column_group);
        Axis::linear(0.0, self.columns as f64, ticks).named(name)
    }

    /// The vertical axis of cells `cell` high, from the top down.
    fn y_axis(&self, cell: i32) -> Axis {
        let ticks = places(self.rows, self.row_group, cell, ROWS_APART).into_iter();
        let ticks: Vec<Tick> =
            ticks.map(|(place, index)| (place, (index + self.base).to_string())).collect();
        let name = grouped(&self.row_label, self.row_group);
        Axis::linear(self.rows as f64, 0.0, ticks).named(name)
    }

    fn draw_cells(&self, panel: &Panel<'_>, cell: (i32, i32)) -> Drawn {
        let (scale, [from, _]) = (self.scale(), panel.corners);
        for (row, values) in self.values.chunks_exact(self.columns).enumerate() {
            let shades: Vec<_> = values.iter().map(|value| diverging(value / scale)).collect();
            let (top, mut column) = (from.1 + row as i32 * cell.1, 0);
            // Cells of one color side by side are one rectangle, and white ones are none.
            for run in shades.chunk_by(|a, b| a == b) {
                let [left, right] =
                    [column, column + run.len()].map(|at| from.0 + at as i32 * cell.0);
                column += run.len();
                if run[0] != PAPER {
                    fill(&panel.sheet, [(left, top), (right, top + cell.1)], run[0])?;
                }
            }
        }
        self.write_values(panel, cell)?;
        let [(left, top), (right, bottom)] = panel.corners;
        let outline = |ends| stroke(&panel.sheet, ends, RULE, PX);
        outline([(left - PX, top - PX), (right + PX, top - PX)])?;
        outline([(right, top), (right, bottom)])?;
        outline([(left - PX, top - PX), (left - PX, bottom)])
    }

    /// The values in their cells with hairlines between them, if every one fits.
    fn write_values(&self, panel: &Panel<'_>, cell: (i32, i32)) -> Drawn {
        let decimals = decimals_for(100.0 * self.scale() / NOISE_SPAN, 2);
        let words = |value: &f64| signed(100.0 * value, decimals) + "%";
        let is_small = cell.0 < 60 * PX || cell.1 < line(NOTE);
        let room = cell.0 - 8 * PX;
        if is_small || self.values.iter().any(|value| text::width(&words(value), NOTE) > room) {
            return Ok(());
        }
        let [(left, top), (right, bottom)] = panel.corners;
        for (index, value) in self.values.iter().enumerate() {
            let (row, column) = ((index / self.columns) as i32, (index % self.columns) as i32);
            let at = (left + column * cell.0 + cell.0 / 2, top + row * cell.1 + cell.1 / 2);
            let style = ink(NOTE, readable_on(value / self.scale()), HPos::Center);
            panel.write(&words(value), at, &style)?;
        }
        for x in (1..self.columns).map(|column| left + column as i32 * cell.0) {
            stroke(&panel.sheet, [(x, top), (x, bottom)], GRID, PX)?;
        }
        for y in (1..self.rows).map(|row| top + row as i32 * cell.1) {
            stroke(&panel.sheet, [(left, y), (right, y)], GRID, PX)?;
        }
        Ok(())
    }
}

impl Draw for Heatmap {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let cell = cell(self.rows as i32, self.columns as i32);
        let cell = (cell.0 * PX, cell.1 * PX);
        let y = self.y_axis(cell.1);
        let left = y.indent();
        let right = left + self.columns as i32 * cell.0;
        let height = self.rows as i32 * cell.1;
        let bar = ColorBar::new(self.scale(), self.noise, self.extremes());
        let width = right + TO_BAR + bar.width() + MARGIN;
        let header = Header::new(&self.title, &self.subtitle, width);
        let top = header.height();
        let corners = [(left, top), (right, top + height)];
        let x = self.x_axis(left, cell.0);
        let frame = Frame { grid: (false, false), ..Frame::new(corners, x, y) };
        let note = text::wrap(&self.note(), NOTE, width - 2 * MARGIN, 4);
        let note_top = top + height + BELOW + 12 * PX;
        let size = (width, note_top + note.len() as i32 * line(NOTE) + MARGIN / 2);
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            self.draw_cells(&frame.draw(sheet)?, cell)?;
            bar.draw(sheet, [(right + TO_BAR, top), (right + TO_BAR, top + height)])?;
            paragraph(sheet, &note, note_top, (NOTE, MUTED)).map(drop)
        };
        Ok(PlotPlan { size, draw: Box::new(draw) })
    }
}

/// Width and height of a cell in pixels: square, unless the matrix is so wide or so tall that one side
/// would be too short.
fn cell(rows: i32, columns: i32) -> (i32, i32) {
    let square = (SIDE / rows.max(columns)).min(LARGEST_CELL);
    let at_least = |cells: i32| (LEAST_HEIGHT + cells - 1) / cells;
    (square.max(at_least(columns)), square.max(at_least(rows)))
}

/// Labels along an axis of cells, in cells from its start: in the middle of single cells, at the leading
/// edge of groups.
fn places(cells: usize, group: usize, cell: i32, apart: i32) -> Vec<(f64, usize)> {
    let unit = f64::from(cell) / group as f64;
    let step = stride(f64::from(apart) / unit);
    let offset = if group == 1 { 0.5 } else { 0.0 };
    let last = cells.saturating_mul(group) - usize::from(group == 1);
    let place = |index: usize| (index as f64 / group as f64 + offset, index);
    (0..=last).step_by(step).map(place).collect()
}

/// The name of an axis, with the size of its groups if it has any.
fn grouped(label: &str, group: usize) -> String {
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
        let labels = |places: Vec<(f64, usize)>| {
            places.into_iter().map(|(_, index)| index.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(places(3, 1, 170, 60)), "0 1 2");
        assert_eq!(labels(places(52, 1, 16, 60)), "0 5 10 15 20 25 30 35 40 45 50");
        assert_eq!(places(64, 16, 13, 60).last(), Some(&(62.5, 1000)));
    }
}
