//! What all pictures share: sizes, title, axes.

use plotters::style::RGBColor;

use crate::canvas::{Area, Canvas, Style};
use crate::color::{GRID, INK, MUTED, RULE};
use crate::error::PlotError;
use crate::text::{self, Align};

/// White around everything.
pub(super) const MARGIN: i32 = 28;
/// Text sizes, in pixels per em. On a page 165 mm wide a picture of 1200 pixels prints the smallest
/// of them at 7 points.
pub(super) const TITLE: f32 = 30.0;
pub(super) const LABEL: f32 = 21.0;
pub(super) const NOTE: f32 = 19.0;
/// Length of a tick, and the gap between it and its label.
pub(super) const TICK: i32 = 7;
pub(super) const GAP: i32 = 7;

/// How far a bar that leaves its panel runs past the edge, and the white before it does.
pub(super) const PAST: i32 = 12;
const BREAK: i32 = 4;
/// The radius of a dot.
pub(super) const DOT: f64 = 6.0;
/// The radius of the hole in a ring.
pub(super) const HOLE: f64 = 3.6;
const SMALLER_TITLE: f32 = 25.0;
const MOST_LINES: usize = 4;

/// Title and subtitle, broken into lines that fit.
pub(super) struct Header {
    title: Vec<String>,
    title_em: f32,
    subtitle: Vec<String>,
}

impl Header {
    /// Sets both for a picture of the given width: a long title is first made smaller, then broken.
    pub(super) fn new(title: &str, subtitle: &str, width: i32) -> Self {
        let room = width - 2 * MARGIN;
        let title_em = text::fitting(title, TITLE, room).max(SMALLER_TITLE);
        Self {
            title: text::wrap(title, title_em, room, MOST_LINES),
            title_em,
            subtitle: text::wrap(subtitle, LABEL, room, MOST_LINES),
        }
    }

    /// The height that it takes, margin and white space below included.
    pub(super) fn height(&self) -> i32 {
        MARGIN
            + self.title.len() as i32 * line(self.title_em)
            + self.subtitle.len() as i32 * line(LABEL)
            + 16
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let below = lines(canvas, &self.title, MARGIN, Style::new(self.title_em, INK))?;
        lines(canvas, &self.subtitle, below, Style::new(LABEL, MUTED))?;
        Ok(())
    }
}

/// The height of one line of text.
pub(super) fn line(em: f32) -> i32 {
    (em * 1.4).round() as i32
}

/// Writes lines from the left margin down and returns where the next would begin.
pub(super) fn lines(
    canvas: &Canvas<'_>,
    lines: &[String],
    top: i32,
    style: Style,
) -> Result<i32, PlotError> {
    let mut below = top;
    for words in lines {
        canvas.text(words, (MARGIN, below + line(style.em) / 2), style)?;
        below += line(style.em);
    }
    Ok(below)
}

/// A field for data with a vertical scale: `low` at its bottom, `high` at its top.
pub(super) struct Panel {
    pub(super) area: Area,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Panel {
    /// How far up the panel a value stands, in pixels, clamped to the panel.
    fn rise(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        share * f64::from(self.area.height())
    }

    /// The pixel row of a value, clamped to the panel.
    pub(super) fn y(&self, value: f64) -> i32 {
        self.area.bottom - self.rise(value).round() as i32
    }

    /// The height of a value in parts of pixels, for curves.
    pub(super) fn point(&self, value: f64) -> f64 {
        f64::from(self.area.bottom) - self.rise(value)
    }

    /// Fills a bar from 0 to a value. One that leaves the panel runs past its edge after a break.
    pub(super) fn bar(
        &self,
        canvas: &Canvas<'_>,
        (left, right): (i32, i32),
        value: f64,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        let (from, to) = (self.y(value.max(0.0)), self.y(value.min(0.0)));
        canvas.fill(Area { left, right, top: from, bottom: to }, color)?;
        let Area { top, bottom, .. } = self.area;
        if value > self.high {
            canvas.fill(Area { left, right, top: top - PAST, bottom: top - BREAK }, color)?;
        } else if value < self.low {
            let (top, bottom) = (bottom + BREAK, bottom + PAST);
            canvas.fill(Area { left, right, top, bottom }, color)?;
        }
        Ok(())
    }

    /// Grid lines, ticks with their labels, and the name of the axis, left of the panel.
    pub(super) fn axis(
        &self,
        canvas: &Canvas<'_>,
        ticks: &[(f64, String)],
        name: &str,
    ) -> Result<(), PlotError> {
        self.grid(canvas, ticks)?;
        let left = self.area.left;
        let style = Style::new(LABEL, INK).align(Align::End);
        for (value, label) in ticks {
            let y = self.y(*value);
            canvas.fill(Area { left: left - TICK, right: left, top: y, bottom: y + 1 }, RULE)?;
            canvas.text(label, (left - TICK - GAP, y), style)?;
        }
        name_left(canvas, self.area, name)
    }

    /// Grid lines alone.
    pub(super) fn grid(
        &self,
        canvas: &Canvas<'_>,
        ticks: &[(f64, String)],
    ) -> Result<(), PlotError> {
        let Area { left, right, .. } = self.area;
        ticks
            .iter()
            .map(|(value, _)| self.y(*value))
            .try_for_each(|y| canvas.fill(Area { left, right, top: y, bottom: y + 1 }, GRID))
    }

    /// How far from the left edge of the picture a panel begins that has these labels.
    pub(super) fn indent(ticks: &[(f64, String)]) -> i32 {
        let widest = ticks.iter().map(|(_, label)| text::width(label, LABEL)).max();
        MARGIN + line(LABEL) + 8 + widest.unwrap_or(0) + GAP + TICK
    }

    /// The line at the foot of the panel.
    pub(super) fn base(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { left, right, .. } = self.area;
        let y = self.y(0.0);
        canvas.fill(Area { left, right, top: y, bottom: y + 1 }, RULE)
    }
}

/// A horizontal scale: `low` at its left, `high` at its right.
#[derive(Clone, Copy)]
pub(super) struct Along {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Along {
    /// Where a value stands, in parts of pixels, clamped to the scale.
    pub(super) fn point(self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        f64::from(self.left) + share * f64::from(self.right - self.left)
    }

    /// The pixel column of a value.
    pub(super) fn x(self, value: f64) -> i32 {
        self.point(value).round() as i32
    }
}

/// A tick below a panel.
pub(super) fn tick_below(canvas: &Canvas<'_>, x: i32, bottom: i32) -> Result<(), PlotError> {
    canvas.fill(Area { left: x, right: x + 1, top: bottom, bottom: bottom + TICK }, RULE)
}

/// A tick below a panel, and its label.
pub(super) fn label_below(
    canvas: &Canvas<'_>,
    (x, bottom): (i32, i32),
    label: &str,
) -> Result<(), PlotError> {
    tick_below(canvas, x, bottom)?;
    let y = bottom + TICK + GAP + line(LABEL) / 2;
    canvas.text(label, (x, y), Style::new(LABEL, INK).align(Align::Middle))
}

/// The name of the axis left of a panel.
pub(super) fn name_left(canvas: &Canvas<'_>, area: Area, name: &str) -> Result<(), PlotError> {
    let middle = (MARGIN + LABEL as i32 / 2, area.middle().1);
    let style = Style::new(LABEL, INK).align(Align::Middle).upward();
    canvas.name(name, middle, style, area.height())
}

/// The name of the axis below a panel whose tick labels take `height`.
pub(super) fn name_below(
    canvas: &Canvas<'_>,
    area: Area,
    height: i32,
    name: &str,
) -> Result<(), PlotError> {
    let at = (area.middle().0, area.bottom + TICK + GAP + height + line(LABEL) / 2);
    let style = Style::new(LABEL, INK).align(Align::Middle);
    canvas.name(name, at, style, area.width())
}

/// Equal slots side by side, one a bar.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    pub(super) left: i32,
    pub(super) width: i32,
    pub(super) count: usize,
}

impl Slots {
    /// The edges of slot `index`, on whole pixels.
    pub(super) fn edges(self, index: usize) -> (i32, i32) {
        let edge = |index: usize| {
            let share = index as f64 / self.count as f64;
            self.left + (share * f64::from(self.width)).round() as i32
        };
        (edge(index), edge(index + 1))
    }

    /// The edges of the bar in slot `index`: a little white between bars while there is room.
    pub(super) fn bar(self, index: usize) -> (i32, i32) {
        let (left, right) = self.edges(index);
        let width = self.width / i32::try_from(self.count).unwrap_or(i32::MAX).max(1);
        let gap = if width < 5 { 0 } else { (width / 5).min(28) };
        (left + gap / 2, (right - (gap + 1) / 2).max(left + 1))
    }

    /// The edges of a stroke across the bar in slot `index`, a little wider than the bar.
    pub(super) fn stroke(self, index: usize) -> (i32, i32) {
        let ((left, right), bar) = (self.edges(index), self.bar(index));
        ((left + bar.0) / 2, (right + bar.1 + 1) / 2)
    }

    pub(super) fn middle(self, index: usize) -> i32 {
        let (left, right) = self.edges(index);
        (left + right) / 2
    }
}
