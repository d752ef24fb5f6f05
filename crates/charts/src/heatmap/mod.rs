//! A matrix of deviations as colours.

mod layout;
mod scale;

use crate::canvas::{Area, Canvas, Style, picture};
use crate::color::{GRID, INK, MUTED, RULE, diverging, readable_on};
use crate::error::{PlotError, finite, finite_and_not_negative, length};
use crate::frame::{GAP, LABEL, MARGIN, NOTE, TICK, label_below, line, lines, name_below};
use crate::text::{self, Align};
use crate::ticks::{decimals_for, signed};
use layout::{Layout, grouped, places};

/// Most cells along one side.
const MOST: usize = 416;
/// The scale spans at least so many standard deviations of pure noise on either side.
const NOISE_SPAN: f64 = 6.0;
/// The scale of a matrix without noise or deviation, so that rounding errors stay white.
const LEAST_SCALE: f64 = 1e-6;
/// The widest scale, noise aside: a card comes at most 100% too rarely, so more would only pale the
/// blue side.
const MOST_SCALE: f64 = 1.0;
/// The share of the cells that the scale must reach; rarer ones may exceed it and take its last
/// colour.
const REACHED: f64 = 0.995;

/// A matrix of deviations, `observed / expected - 1`, as a heatmap: white as expected, red more
/// often, blue less often.
///
/// The colour scale is symmetric and reaches `max(6 * noise, min(q, 1))`, where 99.5% of the
/// `|values|` are at most q. A uniform shuffle, whose values are noise alone, is therefore pale and
/// speckled whatever the number of trials, and only what exceeds noise gets strong colours. The
/// colour bar says what the colours mean in percent and where three standard deviations of noise
/// lie; the line below the picture gives the extremes, so that clipping hides nothing.
///
/// Row 0 is at the top, column 0 at the left, as in a printed matrix. Up to about 12 columns each
/// cell also shows its value.
///
/// ```
/// use shuffle_charts::Heatmap;
///
/// let heatmap = Heatmap {
///     title: "naive, 3 cards".into(),
///     subtitle: "600,000 decks".into(),
///     row_label: "position".into(),
///     column_label: "card".into(),
///     rows: 3,
///     columns: 3,
///     values: vec![0.0, 0.0, 0.0, 0.11, -0.05, -0.06, -0.11, 0.05, 0.06],
///     noise: 0.0018,
///     row_group: 1,
///     column_group: 1,
///     base: 0,
///     column_names: None,
/// };
/// let png = heatmap.to_png()?;
/// assert_eq!(&png[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Heatmap {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What a row is: "position".
    pub row_label: String,
    /// What a column is: "card".
    pub column_label: String,
    /// How many rows, 1 to 416.
    pub rows: usize,
    /// How many columns, 1 to 416.
    pub columns: usize,
    /// `observed / expected - 1`, row by row: `rows * columns` finite numbers.
    pub values: Vec<f64>,
    /// The standard deviation that one value has if the shuffle is uniform; 0 for an exact law.
    pub noise: f64,
    /// How many positions one row stands for; 1 where nothing is binned.
    pub row_group: usize,
    /// How many cards one column stands for; 1 where nothing is binned.
    pub column_group: usize,
    /// The number of the first row, and of the first column where columns have no names.
    pub base: usize,
    /// What each column is called, or, where it is a group, each of what it stands for. Names that would run into
    /// each other are left out, one in so many.
    pub column_names: Option<Vec<String>>,
}

impl Heatmap {
    /// Draws the heatmap.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without rows, columns or a group size, [`PlotError::TooMany`] above 416
    /// of either, [`PlotError::Length`] if `values` is not `rows * columns` long,
    /// [`PlotError::NotFinite`] and [`PlotError::Negative`] for numbers that cannot be.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        self.check()?;
        let layout = Layout::new(self);
        picture(layout.size, |canvas| {
            layout.header.draw(canvas)?;
            self.draw_cells(canvas, &layout)?;
            self.draw_axes(canvas, &layout)?;
            layout.bar.draw(canvas)?;
            lines(canvas, &layout.note, layout.note_top, Style::new(NOTE, MUTED)).map(drop)
        })
    }

    /// Width and height in pixels of the picture that [`Heatmap::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Heatmap::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        self.check()?;
        Ok(Layout::new(self).size)
    }

    /// The deviation, as a share of 1, that takes the darkest colour: `max(6 * noise, min(q, 1))`,
    /// where 99.5% of the `|values|` are at most q.
    #[must_use]
    pub fn scale(&self) -> f64 {
        let mut sizes: Vec<f64> = self.values.iter().map(|value| value.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let rank = (sizes.len() as f64 * REACHED).ceil() as usize;
        let reached = sizes.get(rank.saturating_sub(1)).copied().unwrap_or(0.0);
        reached.min(MOST_SCALE).max(NOISE_SPAN * self.noise).max(LEAST_SCALE)
    }

    fn check(&self) -> Result<(), PlotError> {
        let sides = [("rows", self.rows), ("columns", self.columns)];
        let groups = [("row_group", self.row_group), ("column_group", self.column_group)];
        for (what, count) in sides.into_iter().chain(groups) {
            if count == 0 {
                return Err(PlotError::Empty { what });
            }
        }
        for (what, found) in sides {
            if found > MOST {
                return Err(PlotError::TooMany { what, limit: MOST, found });
            }
        }
        length("values", self.rows * self.columns, self.values.len())?;
        finite("values", &self.values)?;
        finite_and_not_negative("noise", &[self.noise])
    }

    fn draw_cells(&self, canvas: &Canvas<'_>, layout: &Layout) -> Result<(), PlotError> {
        let scale = self.scale();
        let (cell_width, cell_height) = layout.cell;
        let written = self.written_values(layout);
        for (index, value) in self.values.iter().enumerate() {
            let (row, column) = (index / self.columns, index % self.columns);
            let left = layout.matrix.left + column as i32 * cell_width;
            let top = layout.matrix.top + row as i32 * cell_height;
            let cell = Area { left, top, right: left + cell_width, bottom: top + cell_height };
            canvas.fill(cell, diverging(value / scale))?;
            if let Some(words) = written.get(index) {
                let ink = readable_on(value / scale);
                canvas.text(words, cell.middle(), Style::new(NOTE, ink).align(Align::Middle))?;
            }
        }
        if !written.is_empty() {
            self.draw_grid(canvas, layout)?;
        }
        canvas.outline(layout.matrix, RULE)
    }

    /// The values as text, if every one fits into its cell; otherwise nothing.
    fn written_values(&self, layout: &Layout) -> Vec<String> {
        let decimals = decimals_for(100.0 * self.scale() / NOISE_SPAN, 2);
        let words = |value: &f64| signed(100.0 * value, decimals) + "%";
        let (width, height) = layout.cell;
        if width < 60 || height < line(NOTE) {
            return Vec::new();
        }
        let words: Vec<String> = self.values.iter().map(words).collect();
        let fits = words.iter().all(|words| text::width(words, NOTE) <= width - 8);
        if fits { words } else { Vec::new() }
    }

    /// Hairlines between cells that are large enough to carry text.
    fn draw_grid(&self, canvas: &Canvas<'_>, layout: &Layout) -> Result<(), PlotError> {
        for column in 1..self.columns {
            let left = layout.matrix.left + column as i32 * layout.cell.0;
            canvas.fill(Area { left, right: left + 1, ..layout.matrix }, GRID)?;
        }
        for row in 1..self.rows {
            let top = layout.matrix.top + row as i32 * layout.cell.1;
            canvas.fill(Area { top, bottom: top + 1, ..layout.matrix }, GRID)?;
        }
        Ok(())
    }

    fn draw_axes(&self, canvas: &Canvas<'_>, layout: &Layout) -> Result<(), PlotError> {
        let Area { left, top, bottom, .. } = layout.matrix;
        let ink = Style::new(LABEL, INK);
        let name = |index: usize| match &self.column_names {
            Some(names) if layout.named => names.get(index).cloned().unwrap_or_default(),
            _ => (index + self.base).to_string(),
        };
        for (place, index) in places(self.columns, self.column_group, layout.cell.0, layout.apart) {
            label_below(canvas, (left + place, bottom), &name(index))?;
        }
        for (place, index) in places(self.rows, self.row_group, layout.cell.1, 34) {
            let label = (index + self.base).to_string();
            let y = top + place;
            canvas.fill(Area { left: left - TICK, right: left, top: y, bottom: y + 1 }, RULE)?;
            canvas.text(&label, (left - TICK - GAP, y), ink.align(Align::End))?;
        }
        let name = grouped(&self.column_label, self.column_group);
        name_below(canvas, layout.matrix, line(LABEL), &name)?;
        let (name, ink) = (grouped(&self.row_label, self.row_group), ink.align(Align::Middle));
        let at = (MARGIN + line(LABEL) / 2, (top + bottom) / 2);
        canvas.text(&name, at, ink.fitting(&name, bottom - top).upward())
    }
}
