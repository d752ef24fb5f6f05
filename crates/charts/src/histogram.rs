//! Counts of a whole number, or of orders, against their law.

use std::ops::Range;

use crate::{
    axis::{Axis, linear},
    chart::{Draw, PlotPlan},
    color::{ABOVE, BELOW, INK, OBSERVED, RULE},
    error::{Drawn, PlotError, finite_and_not_negative, length},
    frame::{FOOT, Frame, Header, LABEL, MARGIN, Panel, WIDTH},
    legend::{Key, Legend},
    shapes::fill,
    sheet::{Area, PX},
    text,
    ticks::{counts, stride},
};

const COUNTS: i32 = 420 * PX;
const RESIDUALS: i32 = 150 * PX;
/// White between the two panels.
const BETWEEN: i32 = 36 * PX;
/// Outside this range of the law, and with nothing observed, a category is left out.
const LEAST_EXPECTED: f64 = 0.5;
/// Categories between those whose names are written: factorials, so that the named ones of a sorted list of permutations are those
/// that end in ascending cards.
const NAMED: [usize; 5] = [1, 2, 6, 24, 120];
/// White between two names.
const NAMES_APART: i32 = 16 * PX;
/// The residual panel spans at least this number of standard deviations on either side.
const LEAST_SPAN: f64 = 4.0;

#[doc = include_str!("histogram.md")]
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The number that is counted: "ascents".
    pub x_label: String,
    /// The unit of the counts: "decks".
    pub y_label: String,
    /// The number that the first category stands for.
    pub first: u64,
    /// The distance between categories; each takes this number of values together; at least 1.
    pub step: u64,
    /// The names of the categories, such as "0 2 1", where they are not numbers. As many are written as have room.
    pub names: Option<Vec<String>>,
    /// The observed count of each.
    pub observed: Vec<u64>,
    /// The count that the law expects of each; as long as `observed`, finite, not negative.
    pub expected: Vec<f64>,
}

impl Histogram {
    /// The label of a category.
    fn category(&self, index: usize) -> String {
        match &self.names {
            Some(names) => names.get(index).cloned().unwrap_or_default(),
            None => self.first.saturating_add(self.step.saturating_mul(index as u64)).to_string(),
        }
    }

    /// Categories from one that is labelled to the next.
    fn stride(&self, slot: f64) -> usize {
        let Some(names) = &self.names else {
            // Numbers that are labelled have at most seven digits where each has a bar of its own.
            return stride(f64::from(PX * if self.step == 1 { 60 } else { 120 }) / slot);
        };
        let room = text::widest(names.iter().map(String::as_str), LABEL) + NAMES_APART;
        let fits = |&stride: &usize| slot * stride as f64 >= f64::from(room);
        NAMED.into_iter().find(fits).unwrap_or(names.len())
    }

    /// The categories that are shown, as indices: from the first to the last that was observed or
    /// that the law expects at least half a time.
    fn shown(&self) -> Result<Range<usize>, PlotError> {
        length("expected", self.observed.len(), self.expected.len())?;
        if let Some(names) = &self.names {
            length("names", self.observed.len(), names.len())?;
        }
        finite_and_not_negative("expected", &self.expected)?;
        let counts =
            |&index: &usize| self.observed[index] > 0 || self.expected[index] >= LEAST_EXPECTED;
        let first = (0..self.observed.len()).find(counts);
        let last = (0..self.observed.len()).rfind(counts);
        let ends = first.zip(last).ok_or(PlotError::Empty { what: "observed" })?;
        Ok(ends.0..ends.1 + 1)
    }

    /// The categories, with labels as far as they have room, and a name that says which are left out.
    fn x_axis(&self, shown: &Range<usize>, width: i32) -> Axis {
        let stride = self.stride(f64::from(width) / shown.len() as f64) as u64;
        let tick = |(place, index): (usize, usize)| {
            // Numbers that are not round anyway are labelled from the first on.
            let is_round = self.step == 1;
            let turn =
                if is_round { self.first.saturating_add(index as u64) } else { place as u64 };
            turn.is_multiple_of(stride).then(|| (place as f64 + 0.5, self.category(index)))
        };
        let ticks = shown.clone().enumerate().filter_map(tick).collect();
        let name = match shown.len() == self.observed.len() {
            true => self.x_label.clone(),
            false => format!(
                "{} ({} to {} of {} to {}: observed, or expected at least 0.5 times)",
                self.x_label,
                self.category(shown.start),
                self.category(shown.end - 1),
                self.category(0),
                self.category(self.observed.len() - 1),
            ),
        };
        Axis::linear(0.0, shown.len() as f64, ticks).named(name)
    }

    fn draw_counts(&self, panel: &Panel<'_>, shown: &Range<usize>) -> Drawn {
        for (place, &count) in self.observed[shown.clone()].iter().enumerate() {
            panel.bar(place, count as f64, OBSERVED)?;
        }
        let [_, (_, bottom)] = panel.corners;
        for (place, &count) in self.expected[shown.clone()].iter().enumerate() {
            // A stroke across the bar, a little wider than it.
            let (bar, y) = (panel.slot(place), panel.height(count));
            let [left, right] = [place, place + 1].map(|edge| panel.at(edge as f64, 0.0).0);
            let stroke = [((left + bar.0) / 2, y - PX), ((right + bar.1) / 2, y + PX)];
            if y < bottom {
                fill(&panel.sheet, stroke, INK)?;
            }
        }
        Ok(())
    }
}

impl Draw for Histogram {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        let shown = self.shown()?;
        let (observed, expected) = (&self.observed[shown.clone()], &self.expected[shown.clone()]);
        let residuals: Vec<f64> =
            observed.iter().zip(expected).map(|(&o, &e)| residual(o, e)).collect();
        let high = observed.iter().map(|&count| count as f64).chain(expected.iter().copied());
        let high = high.fold(0.0, f64::max);
        let y = Axis::linear(0.0, high * 1.04, counts(high, 8)).named(&*self.y_label);
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let (left, right) = (y.indent(), WIDTH - MARGIN);
        let legend = Legend::new(keys(), right - left);
        let top = header.height() + legend.height();
        let x = self.x_axis(&shown, right - left);
        let no_x = Axis::linear(x.low, x.high, Vec::new());
        let counts = Frame::new([(left, top), (right, top + COUNTS)], no_x, y);
        let top = top + COUNTS + BETWEEN;
        let span = residual_span(&residuals, expected);
        let y = Axis::linear(-span, span, linear(-span, span, 5)).named("residual, sd");
        let below = Frame::new([(left, top), (right, top + RESIDUALS)], x, y);
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            self.draw_counts(&counts.draw(sheet)?, &shown)?;
            draw_residuals(&below.draw(sheet)?, &residuals)
        };
        Ok(PlotPlan { size: (WIDTH, top + RESIDUALS + FOOT), draw: Box::new(draw) })
    }
}

fn keys() -> Vec<(Key, String)> {
    vec![
        (Key::Field(OBSERVED), "observed".to_owned()),
        (Key::Line(INK), "expected of a uniform shuffle".to_owned()),
        (Key::Field(ABOVE), "residual: more".to_owned()),
        (Key::Field(BELOW), "fewer".to_owned()),
        (Key::Dashes(RULE), "±2 sd".to_owned()),
    ]
}

fn draw_residuals(panel: &Panel<'_>, residuals: &[f64]) -> Drawn {
    for (place, &value) in residuals.iter().enumerate() {
        panel.bar(place, value, if value > 0.0 { ABOVE } else { BELOW })?;
    }
    if panel.height(0.0) - panel.height(2.0) > 5 * PX {
        panel.guide(-2.0, RULE)?;
        panel.guide(2.0, RULE)?;
    }
    panel.zero()
}

/// `(observed - expected) / sqrt(expected)`; where nothing at all is expected, 0 or beyond any
/// panel.
fn residual(observed: u64, expected: f64) -> f64 {
    let gap = observed as f64 - expected;
    if gap == 0.0 { 0.0 } else { (gap / expected.sqrt()).clamp(-1e300, 1e300) }
}

/// The largest residual where the law expects something, but at least [`LEAST_SPAN`].
fn residual_span(residuals: &[f64], expected: &[f64]) -> f64 {
    let fair = residuals.iter().zip(expected).filter(|(_, e)| **e >= LEAST_EXPECTED);
    fair.map(|(residual, _)| residual.abs() * 1.08).fold(LEAST_SPAN, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residuals_are_finite_even_where_nothing_is_expected() {
        assert_eq!(residual(0, 0.0), 0.0);
        assert_eq!(residual(3, 0.0), 1e300);
        assert_eq!(residual(110, 100.0), 1.0);
    }

    #[test]
    fn noise_never_fills_the_residual_panel() {
        assert_eq!(residual_span(&[0.1, -0.2], &[10.0, 10.0]), LEAST_SPAN);
        assert!(residual_span(&[0.1, -20.0], &[10.0, 10.0]) > 20.0);
        assert_eq!(residual_span(&[0.1, 1e300], &[10.0, 0.0]), LEAST_SPAN);
    }
}
