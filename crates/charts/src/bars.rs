//! One bar an order of the cards.

use plotters::style::RGBColor;

use crate::canvas::{Area, Canvas, Style, picture};
use crate::color::{ABOVE, BAND, BELOW, INK, OBSERVED, RULE, against_band};
use crate::error::{PlotError, finite_and_not_negative, length};
use crate::frame::{
    GAP, Header, LABEL, MARGIN, Panel, Slots, TICK, label_below, line, name_below, tick_below,
};
use crate::legend::{Key, LEGEND, legend};
use crate::text::{self, Align};
use crate::ticks::counts;

/// As many orders as five cards have.
const MOST: usize = 120;
const WIDTH: i32 = 1200;
const HEIGHT: i32 = 460;
/// Half the band, in standard deviations.
const BAND_SD: f64 = 3.0;
/// Orders between labelled ones: factorials, so that the labelled orders of a sorted list of
/// permutations are those that end in ascending cards.
const STRIDES: [usize; 5] = [1, 2, 6, 24, 120];

/// How often each order of the cards came, as bars from 0, against the line on which all would
/// stand if all were equally likely.
///
/// Around the line lies the band of three standard deviations, `sqrt(expected * (1 - 1/bars))` each:
/// where the shuffle is uniform about one bar in 370 leaves it. Bars beyond it are red above and
/// blue below. The scale starts at 0, so bias looks as large as it is.
///
/// ```
/// use shuffle_charts::Bars;
///
/// let bars = Bars {
///     title: "naive, 3 cards".into(),
///     subtitle: "600,000 decks".into(),
///     x_label: "order of the cards".into(),
///     y_label: "decks".into(),
///     labels: ["0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"].map(String::from).into(),
///     observed: vec![88_889, 111_111, 111_111, 111_111, 88_889, 88_889],
///     expected: 100_000.0,
/// };
/// assert_eq!(&bars.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What a bar is: "order of the cards".
    pub x_label: String,
    /// What the counts are of: "decks".
    pub y_label: String,
    /// The name of each bar, such as "0 2 1"; 1 to 120 of them. They stand upright where they would
    /// touch, and only every second, sixth or 24th is written where even that is too close.
    pub labels: Vec<String>,
    /// How often each came; as long as `labels`.
    pub observed: Vec<u64>,
    /// How often each is expected: the trials divided by the number of bars. Finite, not negative.
    pub expected: f64,
}

impl Bars {
    /// Draws the bars.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without bars or counts, [`PlotError::TooMany`] above 120 bars,
    /// [`PlotError::Length`] if `observed` is not as long as `labels`, [`PlotError::NotFinite`] and
    /// [`PlotError::Negative`] for an expected count that cannot be.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| {
            chart.header.draw(canvas)?;
            chart.draw_legend(canvas)?;
            chart.draw_bars(canvas)?;
            chart.draw_labels(canvas)
        })
    }

    /// Width and height in pixels of the picture that [`Bars::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Bars::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn check(&self) -> Result<(), PlotError> {
        if self.labels.is_empty() {
            return Err(PlotError::Empty { what: "labels" });
        }
        if self.labels.len() > MOST {
            let found = self.labels.len();
            return Err(PlotError::TooMany { what: "bars", limit: MOST, found });
        }
        length("observed", self.labels.len(), self.observed.len())?;
        finite_and_not_negative("expected", &[self.expected])
    }
}

/// How the labels below the bars are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lettering {
    upright: bool,
    stride: usize,
    /// The height that the labels take.
    height: i32,
}

impl Lettering {
    /// Level if all fit side by side, else upright, and then as many as fit.
    fn new(labels: &[String], slot: f64) -> Self {
        let widest = labels.iter().map(|label| text::width(label, LABEL)).max().unwrap_or(0);
        if f64::from(widest + 16) <= slot {
            return Self { upright: false, stride: 1, height: line(LABEL) };
        }
        let room = f64::from(line(LABEL));
        let fits = |stride: &usize| slot * *stride as f64 >= room;
        let stride = STRIDES.into_iter().find(fits).unwrap_or(MOST);
        Self { upright: true, stride, height: widest.min(240) + 8 }
    }
}

/// What is shown, and where.
struct Chart<'a> {
    data: &'a Bars,
    header: Header,
    panel: Panel,
    ticks: Vec<(f64, String)>,
    slots: Slots,
    lettering: Lettering,
    sd: f64,
}

impl<'a> Chart<'a> {
    fn new(data: &'a Bars) -> Result<Self, PlotError> {
        data.check()?;
        let count = data.labels.len();
        let sd = (data.expected * (1.0 - 1.0 / count as f64)).sqrt();
        let band = data.expected + BAND_SD * sd;
        let high = data.observed.iter().map(|&count| count as f64).fold(band, f64::max);
        if high <= 0.0 {
            return Err(PlotError::Empty { what: "observed" });
        }
        let ticks = counts(high, 8);
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let (left, right) = (Panel::indent(&ticks), WIDTH - MARGIN);
        let top = header.height() + LEGEND;
        let area = Area { left, right, top, bottom: top + HEIGHT };
        let panel = Panel { area, low: 0.0, high: high * 1.04 };
        let slots = Slots { left, width: right - left, count };
        let lettering = Lettering::new(&data.labels, f64::from(right - left) / count as f64);
        Ok(Self { data, header, panel, ticks, slots, lettering, sd })
    }

    fn size(&self) -> (u32, u32) {
        let foot = TICK + GAP + self.lettering.height + line(LABEL) + MARGIN;
        (WIDTH as u32, (self.panel.area.bottom + foot) as u32)
    }

    /// Where a count stands to the band: the colour of its bar.
    fn color(&self, count: u64) -> RGBColor {
        let half = BAND_SD * self.sd;
        against_band(count as f64 - self.data.expected, -half, half)
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let mut keys = vec![
            (Key::Line(INK), "expected if all are equally likely".to_owned()),
            (Key::Field(BAND), "±3 sd".to_owned()),
        ];
        let bars = [(OBSERVED, "within"), (ABOVE, "above"), (BELOW, "below")];
        let mut before = "observed: ";
        for (color, words) in bars {
            if self.data.observed.iter().any(|&count| self.color(count) == color) {
                keys.push((Key::Field(color), format!("{before}{words}")));
                before = "";
            }
        }
        legend(canvas, (self.panel.area.left, self.header.height()), &keys)
    }

    fn draw_bars(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let (panel, expected) = (&self.panel, self.data.expected);
        let Area { left, right, .. } = panel.area;
        panel.axis(canvas, &self.ticks, &self.data.y_label)?;
        let half = BAND_SD * self.sd;
        let (top, foot) = (panel.y(expected + half), panel.y(expected - half));
        canvas.fill(Area { left, right, top, bottom: foot }, BAND)?;
        for (index, &count) in self.data.observed.iter().enumerate() {
            panel.bar(canvas, self.slots.bar(index), count as f64, self.color(count))?;
        }
        canvas.dashes((left, right), top, RULE)?;
        canvas.dashes((left, right), foot, RULE)?;
        let y = panel.y(expected);
        canvas.fill(Area { left, right, top: y - 1, bottom: y + 1 }, INK)?;
        panel.base(canvas)
    }

    fn draw_labels(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let bottom = self.panel.area.bottom;
        let Lettering { upright, stride, height } = self.lettering;
        for (index, label) in self.data.labels.iter().enumerate().step_by(stride) {
            let x = self.slots.middle(index);
            if upright {
                tick_below(canvas, x, bottom)?;
                let style = Style::new(LABEL, INK).align(Align::End).upward();
                let at = (x, bottom + TICK + GAP);
                // What is too long even in the smallest letters is cut.
                match text::width(label, text::SMALLEST) <= height {
                    true => canvas.text(label, at, style.fitting(label, height))?,
                    false => {
                        let (words, em) = text::one_line(label, LABEL, height);
                        canvas.text(&words, at, Style { em, ..style })?;
                    }
                }
            } else {
                label_below(canvas, (x, bottom), label)?;
            }
        }
        let name = match stride {
            1 => self.data.x_label.clone(),
            2 => format!("{} (every 2nd is named)", self.data.x_label),
            _ => format!("{} (every {stride}th is named)", self.data.x_label),
        };
        name_below(canvas, self.panel.area, height, &name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_turn_upright_and_then_thin_out_before_they_touch() {
        let labels = |cards: &str, count| vec![cards.to_owned(); count];
        let lettering = |cards, count| Lettering::new(&labels(cards, count), 1080.0 / count as f64);
        assert!(!lettering("0 1 2", 6).upright);
        assert_eq!(lettering("0 1 2 3", 24).stride, 1);
        assert!(lettering("0 1 2 3", 24).upright);
        assert_eq!(lettering("0 1 2 3 4", 120).stride, 6);
    }
}
