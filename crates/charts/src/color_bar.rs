//! The color bar of a heatmap: the meaning of its colors in percent, and the place of noise.

use plotters::style::text_anchor::HPos;

use crate::{
    color::{INK, RULE, SHADES, diverging},
    error::Drawn,
    frame::{GAP, LABEL, NOTE, TICK},
    shapes::{Corners, fill, ink, stroke, upward, write},
    sheet::{Area, PX},
    text::{self, line},
    ticks::{TickStep, percent, percent_tick},
};

const WIDTH: i32 = 30 * PX;
const OBSERVED: &str = "observed / expected − 1";
/// The same, where nothing was observed but the law is known.
const LAW: &str = "probability / uniform − 1";
/// Ticks nearer to a labelled end than this share of the scale give way to it.
const NEAR: f64 = 0.12;

pub(crate) struct ColorBar {
    /// The deviations at its upper and lower end: nothing comes more than 100 % too rarely.
    scale: f64,
    low: f64,
    noise: f64,
    /// Deviations and their labels.
    ticks: Vec<(f64, String)>,
    /// The extremes that lie beyond an end, by the end: its color stands for all up to them.
    beyond: Vec<(f64, String)>,
}

impl ColorBar {
    /// A bar for values between these extremes. An end that they exceed says so.
    pub(crate) fn new(scale: f64, noise: f64, (low, high): (f64, f64)) -> Self {
        let least = -scale.min(1.0);
        let step = TickStep::for_span(100.0 * (scale - least), 9);
        let mut ticks: Vec<(f64, String)> = step
            .within(100.0 * least, 100.0 * scale)
            .map(|k| (step.tick(k) / 100.0, percent_tick(step, k)))
            .collect();
        let mut beyond = Vec::new();
        let clipped = [(high > scale, scale, high), (low < -scale, -scale, low)];
        for (_, end, extreme) in clipped.into_iter().filter(|(is_clipped, ..)| *is_clipped) {
            ticks.retain(|(value, _)| (value - end).abs() > NEAR * scale);
            ticks.push((end, percent(end)));
            beyond.push((end, format!("to {}", percent(extreme))));
        }
        Self { scale, low: least, noise, ticks, beyond }
    }

    /// From the left edge to the middle of its name.
    fn name_x(&self) -> i32 {
        let labels = self.ticks.iter().chain(&self.beyond).map(|(_, label)| label.as_str());
        let widest = text::widest(labels, LABEL);
        WIDTH + TICK + GAP + widest + 12 * PX + line(LABEL) / 2
    }

    /// The width of all of it.
    pub(crate) fn width(&self) -> i32 {
        self.name_x() + line(LABEL) / 2
    }

    /// Draws it along a line down.
    pub(crate) fn draw(&self, sheet: &Area<'_>, ends: Corners) -> Drawn {
        let [(left, top), (_, bottom)] = ends;
        let (middle, height) = ((top + bottom) / 2, f64::from(bottom - top));
        let down = |value: f64| (self.scale - value) / (self.scale - self.low) * height;
        let y = |value: f64| top + down(value).round() as i32;
        let right = left + WIDTH;
        let shades = SHADES as i32;
        for shade in -shades..=shades {
            let edge = |shift: f64| {
                let share = (f64::from(shade) + shift) / SHADES;
                y((share.min(1.0) * self.scale).max(self.low))
            };
            let (above, below) = (edge(0.5), edge(-0.5));
            if above < below {
                let field = [(left, above), (right, below)];
                fill(sheet, field, diverging(f64::from(shade) / SHADES))?;
            }
        }
        for ends in [
            [(left - PX, top - PX), (right + PX, top - PX)],
            [(left - PX, bottom), (right + PX, bottom)],
            [(left - PX, top), (left - PX, bottom)],
            [(right, top), (right, bottom)],
        ] {
            stroke(sheet, ends, RULE, PX)?;
        }
        for (value, label) in &self.ticks {
            let y = y(*value);
            stroke(sheet, [(right, y), (right + TICK, y)], RULE, PX)?;
            write(sheet, label, (right + TICK + GAP, y), &ink(LABEL, INK, HPos::Left))?;
        }
        for (end, label) in &self.beyond {
            // Below the label of the end, or above it, inside the height of the bar.
            let y = y(*end) + if *end > 0.0 { line(LABEL) } else { -line(LABEL) };
            write(sheet, label, (right + TICK + GAP, y), &ink(LABEL, INK, HPos::Left))?;
        }
        let name = if self.noise > 0.0 { OBSERVED } else { LAW };
        let em = text::fitting(name, LABEL, bottom - top);
        write(sheet, name, (left + self.name_x(), middle), &upward(em, INK, HPos::Center))?;
        let noise = (y(3.0 * self.noise), y((-3.0 * self.noise).max(self.low)));
        if self.noise > 0.0 { draw_noise(sheet, left, noise) } else { Ok(()) }
    }
}

/// A bracket left of the bar from -3 to +3 standard deviations of noise.
fn draw_noise(sheet: &Area<'_>, bar: i32, (top, bottom): (i32, i32)) -> Drawn {
    let (left, right) = (bar - 14 * PX, bar - 5 * PX);
    stroke(sheet, [(left, top), (left, bottom)], INK, 2 * PX)?;
    stroke(sheet, [(left, top), (right, top)], INK, PX)?;
    stroke(sheet, [(left, bottom), (right, bottom)], INK, PX)?;
    let at = (bar - 31 * PX, (top + bottom) / 2);
    write(sheet, "noise, ±3 sd", at, &upward(NOTE, INK, HPos::Center))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_scale_goes_below_minus_100_percent() {
        // 64 decks of 52 cards that are not shuffled, and a matrix of little noise.
        for (scale, extremes) in [(5.4, (-1.0, 51.0)), (1.0, (-1.0, 51.0)), (0.2, (-0.3, 0.1))] {
            let bar = ColorBar::new(scale, scale / 6.0, extremes);
            assert_eq!(bar.low, -scale.min(1.0));
            let ends = bar.low..=scale;
            assert!(bar.ticks.iter().all(|(value, _)| ends.contains(value)), "{:?}", bar.ticks);
            assert!(bar.ticks.len() >= 4, "{:?}", bar.ticks);
        }
    }
}
