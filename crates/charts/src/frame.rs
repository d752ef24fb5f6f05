//! One frame for all kinds of pictures: sizes, title, and panels with their axes.

pub(crate) use crate::sizes::{DOT, GAP, HOLE, LABEL, MARGIN, NOTE, TICK, TITLE, WIDTH};

use plotters::{
    chart::{ChartBuilder, ChartContext, LabelAreaPosition},
    coord::cartesian::Cartesian2d,
    prelude::{LineSeries, Polygon},
    style::{Color, RGBColor, TRANSPARENT, TextStyle, text_anchor::HPos},
};

use crate::{
    axis::Axis,
    color::{GRID, INK, MUTED, RULE},
    error::{Drawn, PlotError},
    shapes::{Corners, dashes, disc, fill, ink, stroke, write},
    sheet::{Area, Sheet, fault},
    sizes::PX,
    text::{self, line},
};

/// A bar that leaves its panel runs on past the edge by this length, after a gap of this width.
const PAST: i32 = 12 * PX;
const BREAK: i32 = 4 * PX;
const SMALLER_TITLE: f64 = (25 * PX) as f64;
const MOST_LINES: usize = 4;

/// Title and subtitle, broken into lines that fit.
pub(crate) struct Header {
    title: Vec<String>,
    title_em: f64,
    subtitle: Vec<String>,
}

impl Header {
    /// Sets both for a picture of the given width: a long title is first made smaller, then broken.
    pub(crate) fn new(title: &str, subtitle: &str, width: i32) -> Self {
        let room = width - 2 * MARGIN;
        let title_em = text::fitting(title, TITLE, room).max(SMALLER_TITLE);
        Self {
            title: text::wrap(title, title_em, room, MOST_LINES),
            title_em,
            subtitle: text::wrap(subtitle, LABEL, room, MOST_LINES),
        }
    }

    /// The height that it takes, margin and white space below included.
    pub(crate) fn height(&self) -> i32 {
        let lines = |count: usize, em| count as i32 * line(em);
        let words = lines(self.title.len(), self.title_em) + lines(self.subtitle.len(), LABEL);
        MARGIN + words + 14 * PX
    }

    pub(crate) fn draw(&self, sheet: &Area<'_>) -> Drawn {
        let below = paragraph(sheet, &self.title, MARGIN, (self.title_em, INK))?;
        paragraph(sheet, &self.subtitle, below, (LABEL, MUTED)).map(drop)
    }
}

/// Writes lines from the left margin down and returns where the next would begin.
pub(crate) fn paragraph(
    sheet: &Area<'_>,
    lines: &[String],
    top: i32,
    (em, color): (f64, RGBColor),
) -> Result<i32, PlotError> {
    let mut below = top;
    for words in lines {
        write(sheet, words, (MARGIN, below + line(em) / 2), &ink(em, color, HPos::Left))?;
        below += line(em);
    }
    Ok(below)
}

/// Writes a name at a point, smaller or cut if need be, so that it takes no more than `room`.
pub(crate) fn name(
    sheet: &Area<'_>,
    words: &str,
    at: (i32, i32),
    (em, color, end): (f64, RGBColor, HPos),
    room: i32,
) -> Drawn {
    let (words, em) = text::one_line(words, em, room);
    write(sheet, &words, at, &ink(em, color, end))
}

/// The height of the labels and the name below a panel, and the same with the margin under them.
pub(crate) const BELOW: i32 = TICK + GAP + 52 * PX;
pub(crate) const FOOT: i32 = BELOW + 22 * PX;

/// The place of a panel, its axes and its grid lines.
pub(crate) struct Frame {
    pub(crate) corners: Corners,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Lines across from the ticks of the vertical axis, and up from the ticks of the horizontal axis.
    pub(crate) grid: (bool, bool),
}

impl Frame {
    /// A frame at whole pixels.
    pub(crate) fn new(corners: Corners, x: Axis, y: Axis) -> Self {
        let corners = corners.map(|(x, y)| (x / PX * PX, y / PX * PX));
        Self { corners, x, y, grid: (true, false) }
    }

    /// Draws the mesh with plotters.
    pub(crate) fn draw<'a>(&self, sheet: &Area<'a>) -> Result<Panel<'a>, PlotError> {
        let [(left, top), (right, bottom)] = self.corners;
        let is_labelled = !self.y.is_bare && !self.y.ticks.is_empty();
        let indent = if is_labelled { left - MARGIN } else { 0 };
        let size = (right - left + indent, bottom - top + BELOW);
        let around = sheet.clone().shrink((left - indent, top), size);
        let mut chart = ChartBuilder::on(&around)
            .set_label_area_size(LabelAreaPosition::Left, indent)
            .set_label_area_size(LabelAreaPosition::Bottom, BELOW)
            .build_cartesian_2d(self.x.clone(), self.y.clone())
            .map_err(fault)?;
        let (x_name, x_em) = text::one_line(&self.x.name, LABEL, right - left);
        let (y_name, y_em) = text::one_line(&self.y.name, LABEL, bottom - top);
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(GRID.stroke_width(PX as u32))
            .bold_line_style(TRANSPARENT)
            .axis_style(RULE.stroke_width(PX as u32))
            .set_all_tick_mark_size(TICK)
            .label_style(ink(LABEL, INK, HPos::Left))
            .axis_desc_style(ink(x_em.min(y_em), INK, HPos::Center))
            .x_desc(x_name)
            .y_desc(y_name);
        if !self.grid.0 {
            mesh.disable_y_mesh();
        }
        if !self.grid.1 {
            mesh.disable_x_mesh();
        }
        mesh.draw().map_err(fault)?;
        Ok(Panel { sheet: sheet.clone(), chart, corners: self.corners, y: self.y.clone() })
    }
}

/// A panel with its mesh, to be filled.
pub(crate) struct Panel<'a> {
    pub(crate) sheet: Area<'a>,
    chart: ChartContext<'a, Sheet<'a>, Cartesian2d<Axis, Axis>>,
    pub(crate) corners: Corners,
    y: Axis,
}

impl Panel<'_> {
    /// The place of a point of the chart on the sheet.
    pub(crate) fn at(&self, x: f64, y: f64) -> (i32, i32) {
        self.chart.backend_coord(&(x, y))
    }

    /// The height of a value on the sheet.
    pub(crate) fn height(&self, y: f64) -> i32 {
        self.at(0.0, y).1
    }

    pub(crate) fn line(
        &mut self,
        points: impl IntoIterator<Item = (f64, f64)>,
        (color, width): (RGBColor, i32),
    ) -> Drawn {
        let line = LineSeries::new(points, color.stroke_width(width as u32));
        self.chart.draw_series(line).map(drop).map_err(fault)
    }

    /// Fills what points surround.
    pub(crate) fn surface(&mut self, points: Vec<(f64, f64)>, color: RGBColor) -> Drawn {
        let surface = Polygon::new(points, color.filled());
        self.chart.draw_series([surface]).map(drop).map_err(fault)
    }

    pub(crate) fn disc(&self, x: f64, y: f64, radius: i32, color: RGBColor) -> Drawn {
        disc(&self.sheet, self.at(x, y), radius, color)
    }

    pub(crate) fn write(&self, words: &str, at: (i32, i32), style: &TextStyle<'_>) -> Drawn {
        write(&self.sheet, words, at, style)
    }

    /// Dashes across at a value.
    pub(crate) fn guide(&self, value: f64, color: RGBColor) -> Drawn {
        let ([(left, _), (right, _)], y) = (self.corners, self.height(value));
        dashes(&self.sheet, [(left, y), (right, y)], color)
    }

    /// The line at 0, where it is not the axis.
    pub(crate) fn zero(&self) -> Drawn {
        if self.y.low >= 0.0 {
            return Ok(());
        }
        let ([(left, _), (right, _)], y) = (self.corners, self.height(0.0));
        stroke(&self.sheet, [(left, y), (right, y)], RULE, PX)
    }

    /// Fills bar `index`, which has the place from `index` to `index + 1`, from 0 to a value. One that leaves the
    /// panel runs past its edge after a break.
    pub(crate) fn bar(&self, index: usize, value: f64, color: RGBColor) -> Drawn {
        let (left, right) = self.slot(index);
        let [(_, top), (_, bottom)] = self.corners;
        let (from, to) = (self.height(value.max(0.0)), self.height(value.min(0.0)));
        fill(&self.sheet, [(left, from), (right, to)], color)?;
        if value > self.y.high {
            fill(&self.sheet, [(left, top - PAST), (right, top - BREAK)], color)?;
        } else if value < self.y.low {
            fill(&self.sheet, [(left, bottom + BREAK), (right, bottom + PAST)], color)?;
        }
        Ok(())
    }

    /// The edges of bar `index`: a little white between bars while there is room.
    pub(crate) fn slot(&self, index: usize) -> (i32, i32) {
        let [left, right] = [index, index + 1].map(|edge| self.at(edge as f64, 0.0).0 / PX);
        let width = right - left;
        let gap = if width < 5 { 0 } else { (width / 5).min(28) };
        (PX * (left + gap / 2), PX * (right - (gap + 1) / 2).max(left + 1))
    }
}
