//! The colour bar: what the colours mean in percent, and where noise lies.

use crate::canvas::{Area, Canvas, Style};
use crate::color::{INK, RULE, diverging};
use crate::error::PlotError;
use crate::frame::{GAP, LABEL, NOTE, TICK, line};
use crate::text::{self, Align};
use crate::ticks::{Step, percent_tick};

const WIDTH: i32 = 30;
const OBSERVED: &str = "observed / expected − 1";
/// The same, where nothing was observed but the law is known.
const LAW: &str = "probability / uniform − 1";

/// The colour bar with its labels.
pub(super) struct ColorBar {
    area: Area,
    /// The deviation at its upper end.
    scale: f64,
    noise: f64,
    /// Deviations and their labels.
    ticks: Vec<(f64, String)>,
    /// Where its name is centred.
    name_x: i32,
}

impl ColorBar {
    /// A bar whose upper left corner is at `left` and 0.
    pub(super) fn new(scale: f64, noise: f64, left: i32, height: i32) -> Self {
        let area = Area { left, right: left + WIDTH, top: 0, bottom: height };
        let step = Step::for_span(200.0 * scale, 9);
        let ticks: Vec<(f64, String)> = step
            .within(-100.0 * scale, 100.0 * scale)
            .map(|k| (step.tick(k) / 100.0, percent_tick(step, k)))
            .collect();
        let widest = ticks.iter().map(|(_, label)| text::width(label, LABEL)).max().unwrap_or(0);
        let name_x = area.right + TICK + GAP + widest + 12 + line(LABEL) / 2;
        Self { area, scale, noise, ticks, name_x }
    }

    pub(super) fn move_down(&mut self, by: i32) {
        self.area.top += by;
        self.area.bottom += by;
    }

    /// The right edge of all of it.
    pub(super) fn right(&self) -> i32 {
        self.name_x + line(LABEL) / 2
    }

    /// The pixel row of a deviation.
    fn y(&self, value: f64) -> i32 {
        let half = f64::from(self.area.height()) / 2.0;
        self.area.middle().1 - (value / self.scale * half).round() as i32
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { top, bottom, right, .. } = self.area;
        for y in top..bottom {
            let share = 1.0 - (f64::from(y - top) + 0.5) / f64::from(bottom - top) * 2.0;
            canvas.fill(Area { top: y, bottom: y + 1, ..self.area }, diverging(share))?;
        }
        canvas.outline(self.area, RULE)?;
        for (value, label) in &self.ticks {
            let y = self.y(*value);
            let tick = Area { left: right, right: right + TICK, top: y, bottom: y + 1 };
            canvas.fill(tick, RULE)?;
            canvas.text(label, (right + TICK + GAP, y), Style::new(LABEL, INK))?;
        }
        let style = Style::new(LABEL, INK).align(Align::Middle).upward();
        let name = if self.noise > 0.0 { OBSERVED } else { LAW };
        let style = style.fitting(name, self.area.height());
        canvas.text(name, (self.name_x, self.area.middle().1), style)?;
        if self.noise > 0.0 { self.draw_noise(canvas) } else { Ok(()) }
    }

    /// A bracket left of the bar from -3 to +3 standard deviations of noise.
    fn draw_noise(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let (top, bottom) = (self.y(3.0 * self.noise), self.y(-3.0 * self.noise) + 1);
        let (left, right) = (self.area.left - 15, self.area.left - 5);
        canvas.fill(Area { left, right: left + 2, top, bottom }, INK)?;
        canvas.fill(Area { left, right, top, bottom: top + 1 }, INK)?;
        canvas.fill(Area { left, right, top: bottom - 1, bottom }, INK)?;
        let style = Style::new(NOTE, INK).align(Align::Middle).upward();
        canvas.text("noise, ±3 sd", (left - 16, self.area.middle().1), style)
    }
}
