//! A histogram of p-values for each test.

use crate::canvas::{Area, Canvas, Style, picture};
use crate::color::{ABOVE, BAND, BELOW, INK, MUTED, OBSERVED, RULE, against_band};
use crate::error::{PlotError, at_most, finite_and_not_negative, part, range};
use crate::frame::{
    self, GAP, Header, LABEL, MARGIN, NOTE, PAST, Slots, TICK, label_below, line, name_below,
    tick_below,
};
use crate::legend::{Key, LEGEND, label, legend};
use crate::text;
use crate::ticks::{Step, number};

const WIDTH: i32 = 1200;
/// Most panels on one picture, and most bins in one.
const MOST: usize = 30;
const MOST_BINS: usize = 40;
const MOST_COLUMNS: usize = 5;
/// White between panels side by side.
const BETWEEN: i32 = 30;
/// The height of a panel: in many rows, and in one.
const LEAST_HEIGHT: i32 = 104;
const MOST_HEIGHT: i32 = 300;
/// What the panels of all rows share.
const HEIGHTS: i32 = 620;
/// The scale reaches at least so many times the expected count, and so many times as far above it as
/// the band.
const LEAST_SCALE: f64 = 1.5;
const PAST_BAND: f64 = 2.0;

/// A histogram of p-values for each of many tests, side by side on one scale: sound tests are flat.
///
/// The scale is that of `observed / expected`, so tests that were run unequally often can be compared, and
/// it starts at 0. It is anchored to the bands: it reaches to 1.5, or to twice as far above 1 as the widest
/// band does. Bins above their band are red, below it blue, and what exceeds the scale runs past the edge
/// of its panel after a break, with the largest ratio beside the name. The discrete law of a test has
/// steps: its histogram need not be flat.
///
/// ```
/// use shuffle_charts::{Panel, Panels};
///
/// let panels = Panels {
///     title: "p-values of sound shuffles".into(),
///     subtitle: "80 audits".into(),
///     band_label: "99.9% of uniform p-values".into(),
///     panels: vec![Panel {
///         name: "ascents".into(),
///         counts: vec![22, 17, 24, 17],
///         expected: 20.0,
///         band: (8.0, 34.0),
///     }],
/// };
/// assert_eq!(&panels.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What the band is: "99.9% of uniform p-values".
    pub band_label: String,
    /// One a test; 1 to 30 of them, shown row by row.
    pub panels: Vec<Panel>,
}

/// The p-values of one test.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The name of the test.
    pub name: String,
    /// How many p-values fell into each of 1 to 40 bins of equal width from 0 to 1; 20 are a good number.
    pub counts: Vec<u64>,
    /// How many are expected in each bin: the number of p-values divided by that of bins. Above 0.
    pub expected: f64,
    /// The least and the greatest count that is no surprise.
    pub band: (f64, f64),
}

impl Panels {
    /// Draws the panels.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without panels or bins, [`PlotError::TooMany`] above 30 panels or 40 bins,
    /// [`PlotError::NotFinite`], [`PlotError::Negative`] and [`PlotError::Range`] for an expected count and
    /// a band that cannot be; [`PlotError::Part`] names the panel at fault.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| {
            chart.header.draw(canvas)?;
            chart.draw_legend(canvas)?;
            for (index, panel) in self.panels.iter().enumerate() {
                chart.draw_panel(canvas, index, panel)?;
            }
            chart.draw_names_of_axes(canvas)
        })
    }

    /// Width and height in pixels of the picture that [`Panels::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Panels::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn check(&self) -> Result<(), PlotError> {
        at_most("panels", MOST, self.panels.len())?;
        self.panels.iter().try_for_each(|panel| part(&panel.name, panel.check()))
    }
}

impl Panel {
    fn check(&self) -> Result<(), PlotError> {
        at_most("counts", MOST_BINS, self.counts.len())?;
        finite_and_not_negative("expected", &[self.expected])?;
        range("expected", "above 0", [self.expected], |count| count > 0.0)?;
        finite_and_not_negative("band", &[self.band.0, self.band.1])?;
        range("band", "low before high", [self.band], |band| band.0 <= band.1)
    }

    /// The largest count, as a ratio to the expected one.
    fn highest(&self) -> f64 {
        let highest = self.counts.iter().copied().max().unwrap_or(0);
        (highest as f64 / self.expected).min(1e300)
    }

    fn color(&self, count: u64) -> plotters::style::RGBColor {
        against_band(count as f64, self.band.0, self.band.1)
    }
}

/// What is shown, and where.
struct Chart<'a> {
    data: &'a Panels,
    header: Header,
    columns: usize,
    rows: usize,
    /// The left edge of the first column, the width of a panel, and its height.
    left: i32,
    panel: (i32, i32),
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl<'a> Chart<'a> {
    fn new(data: &'a Panels) -> Result<Self, PlotError> {
        data.check()?;
        let columns = columns(data.panels.len());
        let rows = data.panels.len().div_ceil(columns);
        let height = (HEIGHTS / rows as i32).clamp(LEAST_HEIGHT, MOST_HEIGHT);
        let above = data.panels.iter().map(|panel| panel.band.1 / panel.expected - 1.0);
        let high = above.map(|above| 1.0 + PAST_BAND * above.min(1e6)).fold(LEAST_SCALE, f64::max);
        let step = Step::for_span(high, (height / 33) as usize);
        let label = |k| (step.tick(k), number(step.tick(k), step.decimals()));
        let ticks: Vec<(f64, String)> = step.within(0.0, high).map(label).collect();
        let left = frame::Panel::indent(&ticks);
        let across = columns as i32;
        let width = (WIDTH - MARGIN - left - (across - 1) * BETWEEN) / across;
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        Ok(Self { data, header, columns, rows, left, panel: (width, height), high, ticks })
    }

    /// From the top of a panel to that of the next: name, the panel and white.
    fn pitch(&self) -> i32 {
        line(LABEL) + PAST + self.panel.1 + 18
    }

    fn top(&self) -> i32 {
        self.header.height() + LEGEND + line(LABEL) + PAST
    }

    fn panel(&self, index: usize) -> frame::Panel {
        let (row, column) = ((index / self.columns) as i32, (index % self.columns) as i32);
        let left = self.left + column * (self.panel.0 + BETWEEN);
        let top = self.top() + row * self.pitch();
        let area = Area { left, top, right: left + self.panel.0, bottom: top + self.panel.1 };
        frame::Panel { area, low: 0.0, high: self.high }
    }

    /// The field of all panels.
    fn field(&self) -> Area {
        let (first, last) = (self.panel(0).area, self.panel(self.rows * self.columns - 1).area);
        Area { right: last.right, bottom: last.bottom, ..first }
    }

    fn size(&self) -> (u32, u32) {
        let foot = TICK + GAP + 2 * line(LABEL) + MARGIN;
        (WIDTH as u32, (self.field().bottom + foot) as u32)
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let mut keys = vec![
            (Key::Line(INK), "expected".to_owned()),
            (Key::Field(BAND), label(&self.data.band_label)),
        ];
        let bins = [(OBSERVED, "within"), (ABOVE, "above"), (BELOW, "below")];
        let mut before = "observed: ";
        for (color, words) in bins {
            let shown =
                |panel: &Panel| panel.counts.iter().any(|&count| panel.color(count) == color);
            if self.data.panels.iter().any(shown) {
                keys.push((Key::Field(color), format!("{before}{words}")));
                before = "";
            }
        }
        legend(canvas, (self.left, self.header.height()), &keys)
    }

    fn draw_panel(&self, canvas: &Canvas<'_>, index: usize, data: &Panel) -> Result<(), PlotError> {
        let panel = self.panel(index);
        let Area { left, top, right, .. } = panel.area;
        if index.is_multiple_of(self.columns) {
            panel.axis(canvas, &self.ticks, "")?;
        } else {
            panel.grid(canvas, &self.ticks)?;
        }
        let ratio = |count: f64| panel.y(count / data.expected);
        let (high, low) = (ratio(data.band.1), ratio(data.band.0));
        canvas.fill(Area { left, right, top: high, bottom: low }, BAND)?;
        let slots = Slots { left, width: right - left, count: data.counts.len() };
        for (index, &count) in data.counts.iter().enumerate() {
            let value = (count as f64 / data.expected).min(1e300);
            panel.bar(canvas, slots.bar(index), value, data.color(count))?;
        }
        canvas.dashes((left, right), high, RULE)?;
        canvas.dashes((left, right), low, RULE)?;
        let y = panel.y(1.0);
        canvas.fill(Area { left, right, top: y - 1, bottom: y + 1 }, INK)?;
        panel.base(canvas)?;
        self.draw_name(canvas, data, Area { bottom: top - PAST, ..panel.area })?;
        self.draw_ticks(canvas, index, panel.area)
    }

    /// The name above a panel, and how far its bars go if that is past its edge.
    fn draw_name(&self, canvas: &Canvas<'_>, data: &Panel, above: Area) -> Result<(), PlotError> {
        let y = above.bottom - line(LABEL) / 2;
        let mut room = above.width();
        if data.highest() > self.high {
            let highest = match data.highest() {
                ratio if ratio < 1e4 => format!("to {}", number(ratio, usize::from(ratio < 9.95))),
                _ => "to > 9,999".to_owned(),
            };
            let style = Style::new(NOTE, MUTED).align(text::Align::End);
            canvas.text(&highest, (above.right, y), style)?;
            room -= text::width(&highest, NOTE) + 10;
        }
        canvas.name(&data.name, (above.left, y), Style::new(LABEL, INK), room)
    }

    /// The ticks below a panel, with labels where no other stands below it.
    fn draw_ticks(&self, canvas: &Canvas<'_>, index: usize, area: Area) -> Result<(), PlotError> {
        let last = index + self.columns >= self.data.panels.len();
        let places = [(area.left, "0"), (area.middle().0, "0.5"), (area.right - 1, "1")];
        for (x, label) in places {
            if last {
                label_below(canvas, (x, area.bottom), label)?;
            } else {
                tick_below(canvas, x, area.bottom)?;
            }
        }
        Ok(())
    }

    fn draw_names_of_axes(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let field = self.field();
        name_below(canvas, field, line(LABEL), "p-value")?;
        frame::name_left(canvas, field, "observed / expected")
    }
}

/// How many panels stand side by side: as many as fit, but no more than make the last row as full as
/// the others, as nearly as can be.
fn columns(panels: usize) -> usize {
    let rows = panels.div_ceil(MOST_COLUMNS);
    panels.div_ceil(rows.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_fill_their_rows() {
        assert_eq!([1, 2, 5, 6, 8, 25, 26, 30].map(columns), [1, 2, 5, 3, 4, 5, 5, 5]);
    }
}
