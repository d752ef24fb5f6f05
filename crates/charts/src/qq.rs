//! P-values of many tests against uniform, quantile by quantile.

mod series;

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::{Axis, linear},
    chart::{Draw, PlotPlan},
    color::{BAND, CURVES, FAINT, INK, MUTED, RULE},
    error::{Drawn, PlotError, at_most, part, range},
    frame::{BELOW, Frame, GAP, Header, MARGIN, NOTE, Panel, WIDTH, name, paragraph},
    legend::{Key, Legend},
    shapes::{disc, ink, stroke},
    sheet::{Area, PX},
    text::{self, line},
    ticks::number,
};
use series::{Band, Quantiles, apart};
pub use series::{QqBand, QqSeries};

/// Most series on one picture.
const MOST: usize = 60;
const HEIGHT: i32 = 720 * PX;
/// Up to this number of series all are named, each in a color of its own; of more, only those that leave the band.
const NAMED: usize = CURVES.len();
/// Room for the lines from curves to names, and for the names.
const TO_NAMES: i32 = 46 * PX;
const WIDEST_NAME: i32 = 290 * PX;
/// The scale reaches at most this number of times as high as the band.
const PAST_BAND: f64 = 1.5;
/// Height of the strip above the panel for what is beyond the scale.
const STRIP: i32 = 30 * PX;
/// The width of a named curve, and of a gray one; and of the dots on both.
const NAMED_LINE: (i32, i32) = (2 * PX, 3 * PX);
const GRAY_LINE: (i32, i32) = (PX, 2 * PX);

#[doc = include_str!("qq.md")]
#[derive(Debug, Clone, PartialEq)]
pub struct Qq {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// One a test; 1 to 60 of them.
    pub series: Vec<QqSeries>,
    /// The band at some ranks, in any order; straight lines join them. It says what series of one length
    /// do: give them all about the same number of p-values.
    pub band: Vec<QqBand>,
    /// The meaning of the band: "99.9% of uniform p-values, rank by rank".
    pub band_label: String,
}

impl Qq {
    fn check(&self) -> Drawn {
        at_most("series", MOST, self.series.len())?;
        for QqSeries { name, p_values } in &self.series {
            part(name, at_most("p_values", usize::MAX, p_values.len()))?;
            let share = |p: &f64| (0.0..=1.0).contains(p);
            part(name, range("p_values", "between 0 and 1", p_values, share))?;
        }
        at_most("band", usize::MAX, self.band.len())?;
        let ordered = |at: &QqBand| at.low > 0.0 && at.low <= at.high && at.high <= 1.0;
        range("band", "from above 0 to at most 1, low before high", &self.band, ordered)?;
        let inside = |at: &QqBand| at.expected > 0.0 && at.expected <= 1.0;
        range("band.expected", "above 0 and at most 1", &self.band, inside)
    }

    fn legend(&self, gray: usize, room: i32) -> Legend {
        let all = self.series.len();
        let mut keys = vec![
            (Key::Line(INK), "uniform".to_owned()),
            (Key::Field(BAND), self.band_label.clone()),
        ];
        match gray {
            0 => {}
            gray if gray == all => keys.push((Key::Line(FAINT), format!("all {all} tests"))),
            gray => keys.push((Key::Line(FAINT), format!("{gray} of {all} tests"))),
        }
        Legend::new(keys, room)
    }
}

impl Draw for Qq {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let band = Band::new(&self.band);
        let series = self.series.iter().map(|series| Quantiles::new(series, &band));
        let series: Vec<Quantiles<'_>> = series.collect();
        let wide = series.iter().map(Quantiles::wide).fold(0.0, f64::max);
        let tall = series.iter().map(Quantiles::tall).fold(0.0, f64::max);
        let high = tall.min(PAST_BAND * band.top()).max(band.top()).max(wide) * 1.04;
        let (named, gray, note) = split(series, high / f64::from(HEIGHT / PX));
        let axis = |high| Axis::linear(0.0, high, linear(0.0, high, 8));
        let y = axis(high).named("observed −log10 p");
        let x = axis(wide * 1.02).named("expected −log10 p if uniform");
        let labels: Vec<String> = named.iter().map(|series| series.label(high)).collect();
        let names = text::widest(labels.iter().map(String::as_str), NOTE).min(WIDEST_NAME);
        let names = if labels.is_empty() { 0 } else { TO_NAMES + names };
        let (left, right) = (y.indent(), WIDTH - MARGIN - names);
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let legend = self.legend(gray.len(), WIDTH - MARGIN - left);
        let strip = if tall > high { 2 * STRIP / 3 } else { 0 };
        let top = header.height() + legend.height() + strip;
        let frame = Frame::new([(left, top), (right, top + HEIGHT)], x, y);
        let frame = Frame { grid: (true, true), ..frame };
        let note = text::wrap(&note, NOTE, WIDTH - 2 * MARGIN, 8);
        let note_top = top + HEIGHT + BELOW + 12 * PX;
        let size = (WIDTH, note_top + note.len() as i32 * line(NOTE) + MARGIN / 2);
        let plot = Plot { band, named, gray, labels, ends: (wide * 1.02, high) };
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            plot.draw(&mut frame.draw(sheet)?)?;
            paragraph(sheet, &note, note_top, (NOTE, MUTED)).map(drop)
        };
        Ok(PlotPlan { size, draw: Box::new(draw) })
    }
}

/// The content of the panel.
struct Plot<'a> {
    band: Band,
    /// The colored and named curves, the furthest from the band first; and their names.
    named: Vec<Quantiles<'a>>,
    labels: Vec<String>,
    gray: Vec<Quantiles<'a>>,
    /// The ends of the axes.
    ends: (f64, f64),
}

impl Plot<'_> {
    fn draw(&self, panel: &mut Panel<'_>) -> Drawn {
        let edge = |end: fn(&(f64, f64, f64)) -> (f64, f64)| self.band.points.iter().map(end);
        let (low, high) = (edge(|at| (at.0, at.1)), edge(|at| (at.0, at.2)));
        panel.surface(low.clone().chain(high.clone().rev()).collect(), BAND)?;
        panel.line(low, (RULE, PX))?;
        panel.line(high, (RULE, PX))?;
        for series in &self.gray {
            self.draw_series(panel, series, FAINT, GRAY_LINE)?;
        }
        for (series, color) in self.named.iter().zip(CURVES).rev() {
            self.draw_series(panel, series, color, NAMED_LINE)?;
        }
        let end = self.ends.0.min(self.ends.1);
        panel.line([(0.0, 0.0), (end, end)], (INK, PX))?;
        if self.named.iter().chain(&self.gray).any(|series| series.tall() > self.ends.1) {
            let beyond = format!("> {}", number(self.ends.1, 1));
            let (left, top) = panel.corners[0];
            let at = (left - GAP, top - STRIP / 2);
            panel.write(&beyond, at, &ink(NOTE, MUTED, HPos::Right))?;
        }
        self.draw_names(panel)
    }

    /// The place of a p-value: in the panel, or in the strip above it.
    fn spot(&self, panel: &Panel<'_>, (expected, observed): (f64, f64)) -> (i32, i32) {
        let (x, y) = panel.at(expected, observed);
        if observed > self.ends.1 { (x, y - STRIP / 2) } else { (x, y) }
    }

    /// A curve, with a dot for each p-value that stands apart; those beyond the scale are dots in the
    /// strip.
    fn draw_series(
        &self,
        panel: &mut Panel<'_>,
        series: &Quantiles<'_>,
        color: RGBColor,
        (line, dot): (i32, i32),
    ) -> Drawn {
        let (beyond, inside): (Vec<(f64, f64)>, Vec<_>) =
            series.points.iter().partition(|point| point.1 > self.ends.1);
        let mut path: Vec<(f64, f64)> = Vec::new();
        let mut dots: Vec<(i32, i32)> = Vec::new();
        let mut last = (i32::MIN / 2, i32::MIN / 2);
        for point in inside {
            let at = panel.at(point.0, point.1);
            let far = (at.0 - last.0).abs().max((at.1 - last.1).abs());
            if far > 0 {
                path.push(point);
                last = at;
            }
            if far > 5 * PX {
                dots.push(at);
            }
        }
        panel.line(path, (color, line))?;
        dots.extend(beyond.into_iter().map(|point| self.spot(panel, point)));
        dots.into_iter().try_for_each(|at| disc(&panel.sheet, at, dot, color))
    }

    /// Draws the names, each next to the end of its curve or as near as the others allow.
    fn draw_names(&self, panel: &Panel<'_>) -> Drawn {
        let [(_, top), (right, bottom)] = panel.corners;
        let named = self.named.iter().zip(&self.labels).zip(CURVES);
        let mut ends: Vec<_> = named
            .map(|((series, label), color)| {
                (self.spot(panel, (series.wide(), series.tall())), label, color)
            })
            .collect();
        ends.sort_by_key(|(end, ..)| end.1);
        let wanted: Vec<i32> = ends.iter().map(|(end, ..)| end.1).collect();
        let places = apart(&wanted, line(NOTE), (top - STRIP / 2, bottom));
        for ((end, label, color), y) in ends.into_iter().zip(places) {
            let key = (right + TO_NAMES - 14 * PX, y);
            // A series that ends far from the names has no line across the panel.
            let start = (end.0 + 7 * PX).max(right - 18 * PX);
            stroke(&panel.sheet, [(start, end.1), key], color, PX)?;
            disc(&panel.sheet, key, 5 * PX, color)?;
            let style = (NOTE, INK, HPos::Left);
            name(&panel.sheet, label, (right + TO_NAMES, y), style, WIDEST_NAME)?;
        }
        Ok(())
    }
}

/// Parts series into those that are colored and named, the furthest from the band first, and those that
/// are gray: inside the band to less than `pixel`, or without room for their names. And says which.
fn split<'a>(
    series: Vec<Quantiles<'a>>,
    pixel: f64,
) -> (Vec<Quantiles<'a>>, Vec<Quantiles<'a>>, String) {
    if series.len() <= NAMED {
        return (series, Vec::new(), String::new());
    }
    let (mut named, mut gray): (Vec<_>, Vec<_>) =
        series.into_iter().partition(|series| series.excess > pixel);
    named.sort_by(|a, b| b.excess.total_cmp(&a.excess));
    let more = named.split_off(named.len().min(NAMED));
    let mut note = String::new();
    if !named.is_empty() {
        note += "Colored: outside the band at some rank. A test below the band alarms less often than it may, as do tests whose \
                 numbers take few values: many of their p-values are 1. A test above it would alarm too often. ";
    }
    for (words, series) in
        [("inside the band", &gray), ("outside, but less than the named ones", &more)]
    {
        if !series.is_empty() {
            let names: Vec<&str> = series.iter().map(|series| series.name).collect();
            note += &format!("Gray, {words}: {}. ", names.join(", "));
        }
    }
    gray.extend(more);
    (named, gray, note)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(count: usize, excess: fn(usize) -> f64) -> Vec<Quantiles<'static>> {
        let of =
            |index| Quantiles { name: "test", points: vec![(1.0, 1.0)], excess: excess(index) };
        (0..count).map(of).collect()
    }

    #[test]
    fn the_furthest_are_named_each_in_a_color_of_its_own_and_the_note_lists_the_rest() {
        let (named, gray, note) = split(series(30, |index| index as f64 - 10.0), 0.01);
        let excess: Vec<f64> = named.iter().map(|series| series.excess).collect();
        assert_eq!(excess, (14..20).rev().map(f64::from).collect::<Vec<_>>());
        assert_eq!(gray.len(), 24);
        assert!(named.len() <= CURVES.len());
        let [inside, outside] = [11, 13].map(|count| vec!["test"; count].join(", "));
        let words = "outside, but less than the named ones";
        let grays = format!("Gray, inside the band: {inside}. Gray, {words}: {outside}. ");
        assert!(note.starts_with("Colored: outside the band") && note.ends_with(&grays), "{note}");
    }

    #[test]
    fn less_than_a_pixel_outside_is_inside() {
        let (named, gray, note) = split(series(7, |_| 0.009), 0.01);
        assert_eq!((named.len(), gray.len()), (0, 7));
        assert!(note.starts_with("Gray, inside the band"));
    }
}
