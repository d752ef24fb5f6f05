//! One bar an order of the cards.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::Axis,
    chart::{Draw, Plan},
    color::{BAND, INK, against_band},
    error::{Drawn, PlotError, at_most, finite_and_not_negative, length},
    frame::{FOOT, Frame, GAP, Header, LABEL, MARGIN, Panel, TICK, WIDTH},
    legend::{Key, Legend},
    shapes::upward,
    sheet::{Area, PX},
    text,
    ticks::counts,
};

/// Maximum number of bars: the orders of five cards.
const MOST: usize = 120;
const HEIGHT: i32 = 460 * PX;
/// Half the band, in standard deviations.
const BAND_SD: f64 = 3.0;
/// Orders between labelled ones: factorials, so that the labelled orders of a sorted list of
/// permutations are those that end in ascending cards.
const STRIDES: [usize; 5] = [1, 2, 6, 24, 120];
/// The longest upright label.
const LONGEST: i32 = 240 * PX;

/// The count of each order of the cards, as bars from 0, against the line on which all would
/// stand if all were equally likely.
///
/// Around the line lies the band of three standard deviations, `sqrt(expected * (1 - 1/bars))` each:
/// where the shuffle is uniform about one bar in 370 leaves it. Bars beyond it are red above and
/// blue below. The scale starts at 0, so bias looks as large as it is.
///
/// ```
/// use shuffle_charts::{Bars, Chart};
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
/// assert!(bars.to_svg()?.contains("0 2 1"));
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
///
/// # Errors
///
/// [`PlotError::Empty`] without bars or counts, [`PlotError::TooMany`] above 120 bars,
/// [`PlotError::Length`] if `observed` is not as long as `labels`, [`PlotError::NotFinite`] and
/// [`PlotError::Negative`] for an expected count that cannot be.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The meaning of a bar: "order of the cards".
    pub x_label: String,
    /// The unit of the counts: "decks".
    pub y_label: String,
    /// The name of each bar, such as "0 2 1"; 1 to 120 of them. They stand upright where they would
    /// touch, and only every second, sixth or 24th is written where even that is too close.
    pub labels: Vec<String>,
    /// The count of each; as long as `labels`.
    pub observed: Vec<u64>,
    /// The expected count of each: the trials divided by the number of bars. Finite, not negative.
    pub expected: f64,
}

impl Bars {
    fn check(&self) -> Drawn {
        match at_most("bars", MOST, self.labels.len()) {
            Err(PlotError::Empty { .. }) => Err(PlotError::Empty { what: "labels" })?,
            result => result?,
        }
        length("observed", self.labels.len(), self.observed.len())?;
        finite_and_not_negative("expected", &[self.expected])
    }

    /// The ends of the band.
    fn band(&self) -> (f64, f64) {
        let share = 1.0 - 1.0 / self.labels.len() as f64;
        let half = BAND_SD * (self.expected * share).sqrt();
        (self.expected - half, self.expected + half)
    }

    /// The colour of the bar of a count.
    fn color(&self, count: u64) -> RGBColor {
        let (low, high) = self.band();
        against_band(count as f64, low, high)
    }

    fn legend(&self, room: i32) -> Legend {
        let mut keys = vec![
            (Key::Line(INK), "expected if all are equally likely".to_owned()),
            (Key::Field(BAND), "±3 sd".to_owned()),
        ];
        let is_any = |color| self.observed.iter().any(|&count| self.color(count) == color);
        keys.extend(Legend::bars(is_any));
        Legend::new(keys, room)
    }

    /// The axis of the orders; upright labels are not on it, since plotters centres them on the axis.
    fn x_axis(&self, lettering: Lettering) -> Axis {
        let shown = self.labels.iter().enumerate().step_by(lettering.stride);
        let label = |label: &String| if lettering.is_upright { " ".into() } else { label.clone() };
        let ticks = shown.map(|(index, words)| (index as f64 + 0.5, label(words))).collect();
        let name = match lettering.stride {
            1 => self.x_label.clone(),
            2 => format!("{} (every 2nd is named)", self.x_label),
            stride => format!("{} (every {stride}th is named)", self.x_label),
        };
        Axis::linear(0.0, self.labels.len() as f64, ticks).named(name)
    }

    fn draw_bars(&self, panel: &Panel<'_>) -> Drawn {
        let (low, high) = self.band();
        panel.band(low, high)?;
        for (index, &count) in self.observed.iter().enumerate() {
            panel.bar(index, count as f64, self.color(count))?;
        }
        panel.expected(self.expected, (low, high))
    }

    fn draw_upright(&self, panel: &Panel<'_>, lettering: Lettering) -> Drawn {
        let [_, (_, bottom)] = panel.corners;
        for (index, label) in self.labels.iter().enumerate().step_by(lettering.stride) {
            // A label that is too long even in the smallest letters is cut.
            let (words, em) = match text::width(label, text::SMALLEST) <= lettering.height {
                true => (label.clone(), text::fitting(label, LABEL, lettering.height)),
                false => text::one_line(label, LABEL, lettering.height),
            };
            let at = (panel.at(index as f64 + 0.5, 0.0).0, bottom + TICK + GAP);
            panel.write(&words, at, &upward(em, INK, HPos::Right))?;
        }
        Ok(())
    }
}

impl Draw for Bars {
    fn plan(&self) -> Result<Plan<'_>, PlotError> {
        self.check()?;
        let high = self.observed.iter().map(|&count| count as f64).fold(self.band().1, f64::max);
        if high <= 0.0 {
            return Err(PlotError::Empty { what: "observed" });
        }
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let y = Axis::linear(0.0, high * 1.04, counts(high, 8)).named(&*self.y_label);
        let (left, right) = (y.indent(), WIDTH - MARGIN);
        let legend = self.legend(right - left);
        let top = header.height() + legend.height();
        let slot = f64::from(right - left) / self.labels.len() as f64;
        let lettering = Lettering::new(&self.labels, slot);
        let letters = if lettering.is_upright { lettering.height - text::line(LABEL) } else { 0 };
        let corners = [(left, top), (right, top + HEIGHT)];
        let frame = Frame { letters, ..Frame::new(corners, self.x_axis(lettering), y) };
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            let panel = frame.draw(sheet)?;
            self.draw_bars(&panel)?;
            if lettering.is_upright { self.draw_upright(&panel, lettering) } else { Ok(()) }
        };
        Ok(Plan { size: (WIDTH, top + HEIGHT + letters + FOOT), draw: Box::new(draw) })
    }
}

/// The way in which the labels below the bars are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lettering {
    is_upright: bool,
    stride: usize,
    /// The height that the labels take.
    height: i32,
}

impl Lettering {
    /// Level if all fit side by side, else upright, and then as many as fit.
    fn new(labels: &[String], slot: f64) -> Self {
        let widest = text::widest(labels.iter().map(String::as_str), LABEL);
        if f64::from(widest + 16 * PX) <= slot {
            return Self { is_upright: false, stride: 1, height: text::line(LABEL) };
        }
        let fits = |stride: &usize| slot * *stride as f64 >= f64::from(text::line(LABEL));
        let stride = STRIDES.into_iter().find(fits).unwrap_or(MOST);
        Self { is_upright: true, stride, height: widest.min(LONGEST) + 12 * PX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_turn_upright_and_then_thin_out_before_they_touch() {
        let labels = |cards: &str, count| vec![cards.to_owned(); count];
        let slot = |count| f64::from(1080 * PX) / count as f64;
        let lettering = |cards, count| Lettering::new(&labels(cards, count), slot(count));
        assert!(!lettering("0 1 2", 6).is_upright);
        assert_eq!(lettering("0 1 2 3", 24).stride, 1);
        assert!(lettering("0 1 2 3", 24).is_upright);
        assert_eq!(lettering("0 1 2 3 4", 120).stride, 6);
    }
}
