//! Where everything on a quantile-quantile plot stands.

use plotters::style::RGBColor;

use super::Qq;
use super::curve::{Band, Curve, apart};
use crate::canvas::{Area, Canvas, Style};
use crate::color::{BAND, CURVES, FAINT, GRID, INK, MUTED, RULE};
use crate::error::PlotError;
use crate::frame::{
    Along, GAP, Header, LABEL, MARGIN, NOTE, Panel, TICK, label_below, line, lines, name_below,
};
use crate::legend::{Key, LEGEND, label, legend};
use crate::mask::{Mask, Point};
use crate::text::{self, Align};
use crate::ticks::{Step, number};

const WIDTH: i32 = 1200;
const HEIGHT: i32 = 720;
/// So many series are all named; of more, only those that leave the band.
const FEW: usize = 6;
/// Most names beside the panel.
const NAMED: usize = 16;
/// Room for the lines from curves to names, and for the names.
const TO_NAMES: i32 = 46;
const WIDEST_NAME: i32 = 290;
/// The scale reaches so many times as high as the band, no higher.
const PAST_BAND: f64 = 1.5;
/// Height of the strip above the panel for what is beyond the scale.
const STRIP: i32 = 30;

/// What is shown, and where.
pub(super) struct Chart<'a> {
    data: &'a Qq,
    header: Header,
    panel: Panel,
    along: Along,
    ticks: Vec<(f64, String)>,
    band: Band,
    /// Those that are coloured and named, the furthest from the band first.
    named: Vec<Curve<'a>>,
    faint: Vec<Curve<'a>>,
    note: Vec<String>,
}

impl<'a> Chart<'a> {
    pub(super) fn new(data: &'a Qq) -> Result<Self, PlotError> {
        data.check()?;
        let band = Band::new(&data.band);
        let curves: Vec<_> = data.series.iter().map(|series| Curve::new(series, &band)).collect();
        let wide = curves.iter().map(Curve::wide).fold(0.0, f64::max);
        let tall = curves.iter().map(Curve::tall).fold(0.0, f64::max);
        let anchored = tall.min(PAST_BAND * band.top()).max(band.top()).max(wide);
        let high = anchored * 1.04;
        let (named, faint, note) = split(curves, high / f64::from(HEIGHT));
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let ticks = ticks(high);
        let names = named.iter().map(|curve| text::width(&curve.label(high), NOTE));
        let names = names.max().map_or(0, |widest| TO_NAMES + widest.min(WIDEST_NAME));
        let (left, right) = (Panel::indent(&ticks), WIDTH - MARGIN - names);
        let top = header.height() + LEGEND + if tall > high { 2 * STRIP / 3 } else { 0 };
        let area = Area { left, right, top, bottom: top + HEIGHT };
        let note = text::wrap(&note, NOTE, WIDTH - 2 * MARGIN, 8);
        Ok(Self {
            data,
            header,
            panel: Panel { area, low: 0.0, high },
            along: Along { left, right, low: 0.0, high: wide * 1.02 },
            ticks,
            band,
            named,
            faint,
            note,
        })
    }

    fn note_top(&self) -> i32 {
        self.panel.area.bottom + TICK + GAP + 2 * line(LABEL) + 12
    }

    pub(super) fn size(&self) -> (u32, u32) {
        let height = self.note_top() + self.note.len() as i32 * line(NOTE) + MARGIN / 2;
        (WIDTH as u32, height as u32)
    }

    fn point(&self, (expected, observed): Point) -> Point {
        (self.along.point(expected), self.panel.point(observed))
    }

    /// Title, legend and the note below.
    pub(super) fn draw_words(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.header.draw(canvas)?;
        let mut keys = vec![
            (Key::Line(INK), "uniform".to_owned()),
            (Key::Field(BAND), label(&self.data.band_label)),
        ];
        if !self.faint.is_empty() {
            let (faint, all) = (self.faint.len(), self.data.series.len());
            let all_of = if faint == all { "all".to_owned() } else { format!("{faint} of") };
            keys.push((Key::Line(FAINT), format!("{all_of} {all} tests")));
        }
        legend(canvas, (self.panel.area.left, self.header.height()), &keys)?;
        lines(canvas, &self.note, self.note_top(), Style::new(NOTE, MUTED)).map(drop)
    }

    /// Axes and band.
    pub(super) fn draw_field(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { top, bottom, .. } = self.panel.area;
        self.panel.axis(canvas, &self.ticks, "observed −log10 p")?;
        for (value, label) in ticks(self.along.high) {
            let x = self.along.x(value);
            canvas.fill(Area { left: x, right: x + 1, top, bottom }, GRID)?;
            label_below(canvas, (x, bottom), &label)?;
        }
        name_below(canvas, self.panel.area, line(LABEL), "expected −log10 p if uniform")?;
        if self.strip() {
            let beyond = format!("> {}", number(self.panel.high, 1));
            let style = Style::new(NOTE, MUTED).align(Align::End);
            canvas.text(&beyond, (self.panel.area.left - GAP, top - STRIP / 2), style)?;
        }
        for ends in self.band.points.windows(2) {
            let (left, right) = (self.along.x(ends[0].0), self.along.x(ends[1].0));
            for x in left..right {
                let along = f64::from(x - left) / f64::from(right - left);
                let mix = |from: f64, to: f64| self.panel.y(from + (to - from) * along);
                let (top, bottom) = (mix(ends[0].2, ends[1].2), mix(ends[0].1, ends[1].1));
                canvas.fill(Area { left: x, right: x + 1, top, bottom }, BAND)?;
            }
        }
        self.panel.base(canvas)
    }

    pub(super) fn draw_curves(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let mut edges = Mask::new(self.panel.area);
        let edge = |end: fn(&(f64, f64, f64)) -> Point| {
            self.band.points.iter().map(|at| self.point(end(at))).collect::<Vec<_>>()
        };
        edges.curve(&edge(|at| (at.0, at.1)), 1.0);
        edges.curve(&edge(|at| (at.0, at.2)), 1.0);
        edges.draw(canvas, RULE)?;

        let mut faint = self.mask();
        for curve in &self.faint {
            self.trace(&mut faint, curve, 1.2);
        }
        faint.draw(canvas, FAINT)?;

        for (curve, color) in self.named.iter().zip(colors()).rev() {
            let mut mask = self.mask();
            self.trace(&mut mask, curve, 2.0);
            mask.draw(canvas, color)?;
        }
        let mut diagonal = Mask::new(self.panel.area);
        let end = self.along.high.min(self.panel.high);
        diagonal.line(self.point((0.0, 0.0)), self.point((end, end)), 1.2);
        diagonal.draw(canvas, INK)
    }

    /// Whether something is beyond the scale.
    fn strip(&self) -> bool {
        self.named.iter().chain(&self.faint).any(|curve| curve.tall() > self.panel.high)
    }

    /// Where a p-value stands: in the panel, or in the strip above it.
    fn spot(&self, at: Point) -> Point {
        let (x, y) = self.point(at);
        if at.1 > self.panel.high { (x, y - f64::from(STRIP) / 2.0) } else { (x, y) }
    }

    /// A mask of the panel and of the strip above it, a little wider for the dots at its edges.
    fn mask(&self) -> Mask {
        let Area { left, top, right, bottom } = self.panel.area;
        Mask::new(Area { left, top: top - STRIP, right: right + 4, bottom: bottom + 4 })
    }

    /// A curve, with a dot for each p-value that stands apart; those beyond the scale are dots in the
    /// strip.
    fn trace(&self, mask: &mut Mask, curve: &Curve<'_>, width: f64) {
        let mut last: Option<Point> = None;
        for &(expected, observed) in &curve.points {
            let point = self.spot((expected, observed));
            if observed > self.panel.high {
                mask.disc(point, width + 0.8);
                continue;
            }
            let far = last.map_or(f64::INFINITY, |last| {
                (point.0 - last.0).abs().max((point.1 - last.1).abs())
            });
            if far < 0.5 {
                continue;
            }
            if let Some(last) = last {
                mask.line(last, point, width);
            }
            if far > 5.0 {
                mask.disc(point, width + 0.8);
            }
            last = Some(point);
        }
    }

    /// The names, each beside the end of its curve or as near as the others let it.
    pub(super) fn draw_names(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { left, right, top, bottom } = self.panel.area;
        let mut ends: Vec<(Point, &Curve<'_>, RGBColor)> = Vec::new();
        for (curve, color) in self.named.iter().zip(colors()) {
            ends.push((self.spot((curve.wide(), curve.tall())), curve, color));
        }
        ends.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
        let wanted: Vec<i32> = ends.iter().map(|(point, ..)| point.1.round() as i32).collect();
        let places = apart(&wanted, line(NOTE), (top - STRIP / 2, bottom));
        let names =
            Area { left, right: right + TO_NAMES, top: top - STRIP, bottom: bottom + STRIP };
        for ((point, curve, color), y) in ends.into_iter().zip(places) {
            let (x, height) = (f64::from(right + TO_NAMES - 14), f64::from(y));
            let mut mask = Mask::new(names);
            mask.line((point.0 + 7.0, point.1), (x, height), 1.0);
            mask.disc((x, height), 5.0);
            mask.draw(canvas, color)?;
            let label = curve.label(self.panel.high);
            canvas.name(&label, (right + TO_NAMES, y), Style::new(NOTE, INK), WIDEST_NAME)?;
        }
        Ok(())
    }
}

/// Parts curves into those that are coloured and named, the furthest from the band first, and those that
/// are grey: inside the band to less than `pixel`, or without room for their names. And says which.
fn split<'a>(curves: Vec<Curve<'a>>, pixel: f64) -> (Vec<Curve<'a>>, Vec<Curve<'a>>, String) {
    if curves.len() <= FEW {
        return (curves, Vec::new(), String::new());
    }
    let (mut named, mut faint): (Vec<_>, Vec<_>) =
        curves.into_iter().partition(|curve| curve.excess > pixel);
    named.sort_by(|a, b| b.excess.total_cmp(&a.excess));
    let more = named.split_off(named.len().min(NAMED));
    let mut note = String::new();
    for (words, curves) in
        [("inside the band", &faint), ("outside, but less than those named", &more)]
    {
        if !curves.is_empty() {
            let names: Vec<&str> = curves.iter().map(|curve| curve.name).collect();
            note += &format!("Grey, {words}: {}. ", names.join(", "));
        }
    }
    faint.extend(more);
    (named, faint, note)
}

/// Ticks from 0 up.
fn ticks(high: f64) -> Vec<(f64, String)> {
    let step = Step::for_span(high, 8);
    let label = |k| (step.tick(k), number(step.tick(k), step.decimals()));
    step.within(0.0, high).map(label).collect()
}

/// One a named curve.
fn colors() -> impl DoubleEndedIterator<Item = RGBColor> + ExactSizeIterator {
    (0..NAMED.max(FEW)).map(|index| CURVES[index % CURVES.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curves(count: usize, excess: fn(usize) -> f64) -> Vec<Curve<'static>> {
        let of = |index| Curve { name: "test", points: vec![(1.0, 1.0)], excess: excess(index) };
        (0..count).map(of).collect()
    }

    #[test]
    fn the_furthest_sixteen_are_named_and_the_note_tells_the_rest_apart() {
        let (named, faint, note) = split(curves(30, |index| index as f64 - 10.0), 0.01);
        let excess: Vec<f64> = named.iter().map(|curve| curve.excess).collect();
        assert_eq!(excess, (4..20).rev().map(f64::from).collect::<Vec<_>>());
        assert_eq!(faint.len(), 14);
        let [inside, outside] = [11, 3].map(|count| vec!["test"; count].join(", "));
        let words = "outside, but less than those named";
        assert_eq!(note, format!("Grey, inside the band: {inside}. Grey, {words}: {outside}. "));
    }

    #[test]
    fn less_than_a_pixel_outside_is_inside() {
        let (named, faint, _) = split(curves(7, |_| 0.009), 0.01);
        assert_eq!((named.len(), faint.len()), (0, 7));
    }
}
