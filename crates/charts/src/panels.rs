//! A histogram of p-values for each test.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::{Axis, linear},
    chart::{Draw, PlotPlan},
    color::{BAND, INK, MUTED, against_band},
    error::{Drawn, PlotError, at_most, finite_and_not_negative, part, range},
    frame::{self, FOOT, Frame, Header, LABEL, MARGIN, NOTE, PAST, WIDTH},
    legend::{Key, Legend},
    shapes::{ink, upward, write},
    sheet::{Area, PX},
    text::{self, line},
    ticks::number,
};

/// Most panels on one picture, and most bins in one.
const MOST: usize = 80;
const MOST_BINS: usize = 40;
const MOST_COLUMNS: usize = 5;
/// White between panels side by side.
const BETWEEN: i32 = 30 * PX;
/// The height of a panel: in many rows, and in one.
const LEAST_HEIGHT: i32 = 104 * PX;
const MOST_HEIGHT: i32 = 300 * PX;
/// The height that the panels of all rows share.
const HEIGHTS: i32 = 620 * PX;
/// The scale reaches at least this number of times the expected count, and this number of times as
/// far above it as the band.
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
/// use shuffle_charts::{Chart, Panel, Panels};
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
/// assert!(panels.to_svg()?.contains("ascents"));
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
///
/// # Errors
///
/// [`PlotError::Empty`] without panels or bins, [`PlotError::TooMany`] above 80 panels or 40 bins,
/// [`PlotError::NotFinite`], [`PlotError::Negative`] and [`PlotError::Range`] for an expected count and
/// a band that cannot be; [`PlotError::Part`] names the panel at fault.
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The meaning of the band: "99.9% of uniform p-values".
    pub band_label: String,
    /// One a test; 1 to 80 of them, shown row by row.
    pub panels: Vec<Panel>,
}

/// The p-values of one test.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The name of the test.
    pub name: String,
    /// The number of p-values in each of 1 to 40 bins of equal width from 0 to 1; 20 are a good number.
    pub counts: Vec<u64>,
    /// The count expected in each bin: the number of p-values divided by that of bins. Above 0.
    pub expected: f64,
    /// The least and the greatest count that is no surprise.
    pub band: (f64, f64),
}

impl Panel {
    fn check(&self) -> Drawn {
        at_most("counts", MOST_BINS, self.counts.len())?;
        finite_and_not_negative("expected", &[self.expected])?;
        range("expected", "above 0", [self.expected], |count| count > 0.0)?;
        finite_and_not_negative("band", &[self.band.0, self.band.1])?;
        range("band", "low before high", [self.band], |band| band.0 <= band.1)
    }

    /// A count, as a ratio to the expected one.
    fn ratio(&self, count: f64) -> f64 {
        (count / self.expected).min(1e300)
    }

    /// The largest count, as a ratio to the expected one.
    fn highest(&self) -> f64 {
        self.ratio(self.counts.iter().copied().max().unwrap_or(0) as f64)
    }

    fn color(&self, count: u64) -> RGBColor {
        against_band(count as f64, self.band.0, self.band.1)
    }

    fn draw(&self, panel: &frame::Panel<'_>) -> Drawn {
        let band = (self.ratio(self.band.0), self.ratio(self.band.1));
        panel.band(band.0, band.1)?;
        for (index, &count) in self.counts.iter().enumerate() {
            panel.bar(index, self.ratio(count as f64), self.color(count))?;
        }
        panel.expected(1.0, band)
    }

    /// The name above a panel, and how far its bars go if that is past its edge.
    fn draw_name(&self, panel: &frame::Panel<'_>, high: f64) -> Drawn {
        let [(left, top), (right, _)] = panel.corners;
        let (y, mut room) = (top - PAST - line(LABEL) / 2, right - left);
        if self.highest() > high {
            let highest = match self.highest() {
                ratio if ratio < 1e4 => format!("to {}", number(ratio, usize::from(ratio < 9.95))),
                _ => "to > 9,999".to_owned(),
            };
            panel.write(&highest, (right, y), &ink(NOTE, MUTED, HPos::Right))?;
            room -= text::width(&highest, NOTE) + 10 * PX;
        }
        frame::name(&panel.sheet, &self.name, (left, y), (LABEL, INK, HPos::Left), room)
    }
}

impl Panels {
    fn check(&self) -> Drawn {
        at_most("panels", MOST, self.panels.len())?;
        self.panels.iter().try_for_each(|panel| part(&panel.name, panel.check()))
    }

    fn legend(&self, room: i32) -> Legend {
        let mut keys = vec![
            (Key::Line(INK), "expected".to_owned()),
            (Key::Field(BAND), self.band_label.clone()),
        ];
        let is_any = |color| {
            let mut panels = self.panels.iter();
            panels.any(|panel| panel.counts.iter().any(|&count| panel.color(count) == color))
        };
        keys.extend(Legend::bars(is_any));
        Legend::new(keys, room)
    }

    /// The frame of each panel, row by row, below `top`; labels stand at the first of a row and at the last
    /// of a column.
    fn frames(&self, y: &Axis, left: i32, top: i32) -> Vec<Frame> {
        let columns = columns(self.panels.len());
        let across = columns as i32;
        let width = (WIDTH - MARGIN - left - (across - 1) * BETWEEN) / across / PX * PX;
        let height = self.height();
        let frame = |(index, panel): (usize, &Panel)| {
            let (row, column) = ((index / columns) as i32, (index % columns) as i32);
            let left = left + column * (width + BETWEEN);
            let top = top + line(LABEL) + PAST + row * (line(LABEL) + PAST + height + 18 * PX);
            let bins = panel.counts.len() as f64;
            let ticks = [(0.0, "0"), (bins / 2.0, "0.5"), (bins, "1")];
            let ticks = ticks.map(|(place, label)| (place, label.to_owned()));
            let x = Axis::linear(0.0, bins, ticks.to_vec());
            let is_last = index + columns >= self.panels.len();
            let x = if is_last { x } else { x.bare() };
            let y = if column == 0 { y.clone() } else { y.clone().bare() };
            Frame::new([(left, top), (left + width, top + height)], x, y)
        };
        self.panels.iter().enumerate().map(frame).collect()
    }

    fn height(&self) -> i32 {
        let rows = self.panels.len().div_ceil(columns(self.panels.len())) as i32;
        (HEIGHTS / rows / PX * PX).clamp(LEAST_HEIGHT, MOST_HEIGHT)
    }
}

impl Draw for Panels {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let above = self.panels.iter().map(|panel| panel.ratio(panel.band.1) - 1.0);
        let high = above.map(|above| 1.0 + PAST_BAND * above.min(1e6)).fold(LEAST_SCALE, f64::max);
        let most = (self.height() / (33 * PX)) as usize;
        let y = Axis::linear(0.0, high, linear(0.0, high, most));
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let left = y.indent();
        let legend = self.legend(WIDTH - MARGIN - left);
        let frames = self.frames(&y, left, header.height() + legend.height());
        let ends = |place: fn(&Frame) -> i32| frames.iter().map(place).max().unwrap_or(0);
        let (right, bottom) = (ends(|frame| frame.corners[1].0), ends(|frame| frame.corners[1].1));
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            for (frame, data) in frames.iter().zip(&self.panels) {
                let panel = frame.draw(sheet)?;
                data.draw(&panel)?;
                data.draw_name(&panel, high)?;
            }
            let below = ((left + right) / 2, bottom + FOOT - MARGIN - line(LABEL) / 4);
            write(sheet, "p-value", below, &ink(LABEL, INK, HPos::Center))?;
            let beside = (MARGIN + line(LABEL) / 2, (frames[0].corners[0].1 + bottom) / 2);
            write(sheet, "observed / expected", beside, &upward(LABEL, INK, HPos::Center))
        };
        Ok(PlotPlan { size: (WIDTH, bottom + FOOT), draw: Box::new(draw) })
    }
}

/// The number of panels side by side: as many as fit, but no more than make the last row as full as
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
        assert_eq!([1, 2, 5, 6, 8, 25, 26, 31].map(columns), [1, 2, 5, 3, 4, 5, 5, 5]);
    }
}
