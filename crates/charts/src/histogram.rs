//! Counts of a whole number against its law.

use crate::canvas::{Area, Canvas, picture};
use crate::color::{ABOVE, BELOW, INK, OBSERVED, RULE};
use crate::error::{PlotError, finite_and_not_negative, length};
use crate::frame::{GAP, Header, LABEL, MARGIN, Panel, Slots, TICK, label_below, line, name_below};
use crate::legend::{Key, LEGEND, legend};
use crate::ticks::{Step, counts, number, stride};

const WIDTH: i32 = 1200;
const COUNTS: i32 = 420;
const RESIDUALS: i32 = 150;
/// White between the two panels.
const BETWEEN: i32 = 36;
/// Outside this range of the law, and with nothing observed, a category is left out.
const LEAST_EXPECTED: f64 = 0.5;
/// The residual panel spans at least so many standard deviations on either side.
const LEAST_SPAN: f64 = 4.0;

/// Observed counts of a whole number as bars, what its law expects as dark strokes across them, and
/// below both the standardized residuals `(observed - expected) / sqrt(expected)`.
///
/// The counts start at 0. The residual panel spans at least ±4, with guides at ±2: where the law
/// holds, residuals stay small however many trials there are. A residual that leaves the panel,
/// possible only where the law expects less than 0.5, runs past its edge after a break. Categories at either end where the law expects less than 0.5 and nothing was
/// observed are left out, and the axis says so.
///
/// ```
/// use shuffle_charts::Histogram;
///
/// let histogram = Histogram {
///     title: "Ascents".into(),
///     subtitle: "fisher-yates, 3 cards, 600 decks".into(),
///     x_label: "ascents".into(),
///     y_label: "decks".into(),
///     first: 0,
///     step: 1,
///     observed: vec![98, 401, 101],
///     expected: vec![100.0, 400.0, 100.0],
/// };
/// assert_eq!(&histogram.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What is counted: "ascents".
    pub x_label: String,
    /// What the counts are of: "decks".
    pub y_label: String,
    /// The number that the first category stands for.
    pub first: u64,
    /// Each next category stands for so many more, and takes together as many numbers; at least 1.
    pub step: u64,
    /// How often each was observed.
    pub observed: Vec<u64>,
    /// How often the law expects each; as long as `observed`, finite, not negative.
    pub expected: Vec<f64>,
}

impl Histogram {
    /// Draws the histogram.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] if no category is left to show, [`PlotError::Length`] if `expected` is
    /// not as long as `observed`, [`PlotError::NotFinite`] and [`PlotError::Negative`] for expected
    /// counts that cannot be.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| {
            chart.header.draw(canvas)?;
            chart.draw_legend(canvas)?;
            chart.draw_counts(canvas)?;
            chart.draw_residuals(canvas)?;
            chart.draw_categories(canvas)
        })
    }

    /// Width and height in pixels of the picture that [`Histogram::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Histogram::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    /// The number that a category stands for.
    fn category(&self, index: usize) -> u64 {
        self.first.saturating_add(self.step.saturating_mul(index as u64))
    }

    /// The categories that are shown, as indices: from the first to the last that was observed or
    /// that the law expects at least half a time.
    fn shown(&self) -> Option<std::ops::Range<usize>> {
        let counts =
            |&index: &usize| self.observed[index] > 0 || self.expected[index] >= LEAST_EXPECTED;
        let first = (0..self.observed.len()).find(counts)?;
        let last = (0..self.observed.len()).rfind(counts)?;
        Some(first..last + 1)
    }
}

/// What is shown, and where.
struct Chart<'a> {
    header: Header,
    y_label: &'a str,
    x_label: String,
    first: u64,
    step: u64,
    observed: &'a [u64],
    expected: &'a [f64],
    residuals: Vec<f64>,
    slots: Slots,
    counts: Panel,
    count_ticks: Vec<(f64, String)>,
    deviations: Panel,
}

impl<'a> Chart<'a> {
    fn new(data: &'a Histogram) -> Result<Self, PlotError> {
        length("expected", data.observed.len(), data.expected.len())?;
        finite_and_not_negative("expected", &data.expected)?;
        let shown = data.shown().ok_or(PlotError::Empty { what: "observed" })?;
        let (observed, expected) = (&data.observed[shown.clone()], &data.expected[shown.clone()]);
        let residuals: Vec<f64> =
            observed.iter().zip(expected).map(|(&o, &e)| residual(o, e)).collect();
        let high = observed.iter().map(|&count| count as f64).chain(expected.iter().copied());
        let high = high.fold(0.0, f64::max);
        let count_ticks = counts(high, 8);
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let (left, right) = (Panel::indent(&count_ticks), WIDTH - MARGIN);
        let top = header.height() + LEGEND;
        let area = Area { left, right, top, bottom: top + COUNTS };
        let below = area.bottom + BETWEEN;
        let span = residual_span(&residuals, expected);
        Ok(Self {
            header,
            y_label: &data.y_label,
            x_label: x_label(data, &shown),
            first: data.category(shown.start),
            step: data.step,
            observed,
            expected,
            residuals,
            slots: Slots { left, width: right - left, count: shown.len() },
            counts: Panel { area, low: 0.0, high: high * 1.04 },
            count_ticks,
            deviations: Panel {
                area: Area { top: below, bottom: below + RESIDUALS, ..area },
                low: -span,
                high: span,
            },
        })
    }

    fn size(&self) -> (u32, u32) {
        let foot = TICK + GAP + 2 * line(LABEL) + MARGIN;
        (WIDTH as u32, (self.deviations.area.bottom + foot) as u32)
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let keys = [
            (Key::Field(OBSERVED), "observed".to_owned()),
            (Key::Line(INK), "expected of a uniform shuffle".to_owned()),
            (Key::Field(ABOVE), "residual: more".to_owned()),
            (Key::Field(BELOW), "fewer".to_owned()),
            (Key::Dashes(RULE), "±2 sd".to_owned()),
        ];
        legend(canvas, (self.counts.area.left, self.header.height()), &keys)
    }

    fn draw_counts(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let panel = &self.counts;
        panel.axis(canvas, &self.count_ticks, self.y_label)?;
        for (index, &count) in self.observed.iter().enumerate() {
            panel.bar(canvas, self.slots.bar(index), count as f64, OBSERVED)?;
        }
        for (index, &count) in self.expected.iter().enumerate() {
            let (left, right) = self.slots.stroke(index);
            let y = panel.y(count);
            if y < panel.area.bottom {
                canvas.fill(Area { left, right, top: y - 1, bottom: y + 1 }, INK)?;
            }
        }
        panel.base(canvas)
    }

    fn draw_residuals(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let panel = &self.deviations;
        let step = Step::for_span(2.0 * panel.high, 5);
        let ticks: Vec<(f64, String)> = step
            .within(panel.low, panel.high)
            .map(|k| (step.tick(k), number(step.tick(k), step.decimals())))
            .collect();
        panel.axis(canvas, &ticks, "residual, sd")?;
        for (index, &value) in self.residuals.iter().enumerate() {
            let color = if value > 0.0 { ABOVE } else { BELOW };
            panel.bar(canvas, self.slots.bar(index), value, color)?;
        }
        if panel.y(0.0) - panel.y(2.0) > 5 {
            for guide in [-2.0, 2.0] {
                canvas.dashes((panel.area.left, panel.area.right), panel.y(guide), RULE)?;
            }
        }
        panel.base(canvas)
    }

    fn draw_categories(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let area = self.deviations.area;
        let count = self.observed.len();
        // Numbers that are labelled have at most seven digits where each has a bar of its own.
        let room = if self.step == 1 { 60.0 } else { 120.0 };
        let stride = stride(room * count as f64 / f64::from(area.width())) as u64;
        for index in 0..count {
            let category = self.first.saturating_add(self.step.saturating_mul(index as u64));
            // Numbers that are no round ones anyway are labelled from the first on.
            let turn = if self.step == 1 { category } else { index as u64 };
            if turn.is_multiple_of(stride) {
                let at = (self.slots.middle(index), area.bottom);
                label_below(canvas, at, &category.to_string())?;
            }
        }
        name_below(canvas, area, line(LABEL), &self.x_label)
    }
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

/// The name of the axis, and which categories it leaves out.
fn x_label(data: &Histogram, shown: &std::ops::Range<usize>) -> String {
    if shown.len() == data.observed.len() {
        return data.x_label.clone();
    }
    let number = |index: usize| data.category(index);
    format!(
        "{} ({} to {} of {} to {}: observed, or expected at least 0.5 times)",
        data.x_label,
        number(shown.start),
        number(shown.end - 1),
        number(0),
        number(data.observed.len() - 1),
    )
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
