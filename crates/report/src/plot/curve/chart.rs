//! Where everything on a picture of curves stands.

use plotters::style::RGBColor;

use super::super::canvas::{Area, Canvas, Style};
use super::super::color::{CURVES, GRID, INK, MUTED, PAPER, RULE};
use super::super::error::PlotError;
use super::super::frame::{
    Along, DOT, GAP, HOLE, Header, LABEL, MARGIN, NOTE, Panel, TICK, label_below, line, name_below,
    tick_below,
};
use super::super::legend::{Key, LEGEND, label, legend};
use super::super::mask::{Mask, Point};
use super::super::text::Align;
use super::super::ticks::{Step, decade, log10, number, stride};
use super::{Curve, CurveLine, CurvePanel, CurveScale, DotKind};

const WIDTH: i32 = 1200;
/// The height of a panel that is alone, and of one that is not.
const ALONE: i32 = 560;
const SHARED: i32 = 330;
/// White between the axis of a panel and the legend of the next.
const BETWEEN: i32 = 18;
/// Right of the panels, for the half of the last label that stands out.
const END: i32 = 16;
/// From the edges of a panel to the first and last value, as a share of its width.
const ASIDE: f64 = 0.03;
const LINE: f64 = 2.2;
/// The bar of a dot: its line, and half the length of the strokes at its ends.
const BAR: f64 = 1.6;
const CAP: f64 = 5.0;

/// What is shown, and where.
pub(super) struct Chart<'a> {
    data: &'a Curve,
    header: Header,
    along: Along,
    /// Whole numbers along the axis.
    values: Vec<f64>,
    scales: Vec<Scale<'a>>,
}

/// A panel with its scale.
struct Scale<'a> {
    data: &'a CurvePanel,
    panel: Panel,
    ticks: Vec<(f64, String)>,
}

impl<'a> Chart<'a> {
    pub(super) fn new(data: &'a Curve) -> Result<Self, PlotError> {
        data.check()?;
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let (low, high) = ends(data.xs());
        let aside = ((high - low) * ASIDE).max(0.5);
        let height = if data.panels.len() == 1 { ALONE } else { SHARED };
        let mut scales: Vec<Scale<'_>> = data.panels.iter().map(Scale::new).collect();
        let left = scales.iter().map(|scale| Panel::indent(&scale.ticks)).max().unwrap_or(0);
        let right = WIDTH - MARGIN - END;
        let mut top = header.height();
        for scale in &mut scales {
            top += LEGEND;
            scale.panel.area = Area { left, right, top, bottom: top + height };
            top += height + BETWEEN;
        }
        let along = Along { left, right, low: low - aside, high: high + aside };
        let step = Step::for_span((high - low).max(12.0), 13);
        let values = step.within(along.low, along.high).map(|k| step.tick(k)).collect();
        Ok(Self { data, header, along, values, scales })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        let bottom = self.scales.last().map_or(0, |scale| scale.panel.area.bottom);
        (WIDTH as u32, (bottom + TICK + GAP + 2 * line(LABEL) + MARGIN) as u32)
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.header.draw(canvas)?;
        let names = self.data.names();
        let color = |line: &CurveLine| {
            let index = names.iter().position(|name| *name == line.name).unwrap_or(0);
            CURVES[(index + 1) % CURVES.len()]
        };
        for (index, scale) in self.scales.iter().enumerate() {
            self.draw_legend(canvas, index, &color)?;
            self.draw_axes(canvas, index + 1 == self.scales.len(), scale)?;
            for line in &scale.data.lines {
                self.draw_exact(canvas, scale, line, color(line))?;
            }
            for line in &scale.data.lines {
                self.draw_dots(canvas, scale, line, color(line))?;
            }
        }
        Ok(())
    }

    /// The lines of a panel; above the first also what dots and rings mean, where there are any.
    fn draw_legend(
        &self,
        canvas: &Canvas<'_>,
        index: usize,
        color: &dyn Fn(&CurveLine) -> RGBColor,
    ) -> Result<(), PlotError> {
        let scale = &self.scales[index];
        let key = |line: &CurveLine| {
            let key = if line.exact.is_empty() { Key::Dot } else { Key::Line };
            (key(color(line)), label(&line.name))
        };
        let mut keys: Vec<_> = scale.data.lines.iter().map(key).collect();
        let lines = || self.data.panels.iter().flat_map(|panel| &panel.lines);
        let any = |kind| lines().flat_map(|line| &line.dots).any(|dot| dot.kind == kind);
        if index == 0 {
            for (kind, key, words) in [
                (DotKind::Full, Key::Dot(MUTED), "measured: fails"),
                (DotKind::Ring, Key::Ring(MUTED), "measured: does not fail"),
            ] {
                if any(kind) {
                    keys.push((key, words.to_owned()));
                }
            }
        }
        let area = scale.panel.area;
        legend(canvas, (area.left, area.top - LEGEND), &keys)
    }

    fn draw_axes(
        &self,
        canvas: &Canvas<'_>,
        last: bool,
        scale: &Scale<'_>,
    ) -> Result<(), PlotError> {
        let Area { left, right, top, bottom } = scale.panel.area;
        scale.panel.axis(canvas, &scale.ticks, &scale.data.y_label)?;
        for &value in &self.values {
            let x = self.along.x(value);
            canvas.fill(Area { left: x, right: x + 1, top, bottom }, GRID)?;
            match last {
                true => label_below(canvas, (x, bottom), &number(value, 0))?,
                false => tick_below(canvas, x, bottom)?,
            }
        }
        canvas.fill(Area { left, right, top: bottom, bottom: bottom + 1 }, RULE)?;
        if scale.panel.low < 0.0 && scale.data.scale == CurveScale::Linear {
            scale.panel.base(canvas)?;
        }
        if last {
            name_below(canvas, scale.panel.area, line(LABEL), &self.data.x_label)?;
        }
        let Some((value, words)) = &scale.data.guide else { return Ok(()) };
        let Some(height) = scale.height(*value) else { return Ok(()) };
        let y = scale.panel.y(height);
        canvas.dashes((left, right), y, MUTED)?;
        let style = Style::new(NOTE, INK).align(Align::End);
        canvas.name(words, (right - GAP, y - line(NOTE) / 2), style, (right - left) / 2)
    }

    /// Where a value stands, if the scale has a place for it.
    fn place(&self, scale: &Scale<'_>, (x, y): Point) -> Option<Point> {
        Some((self.along.point(x), scale.panel.point(scale.height(y)?)))
    }

    fn draw_exact(
        &self,
        canvas: &Canvas<'_>,
        scale: &Scale<'_>,
        line: &CurveLine,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        // A value that has no place breaks the line.
        let places: Vec<_> = line.exact.iter().map(|&point| self.place(scale, point)).collect();
        let mut mask = Mask::new(around(scale.panel.area));
        for run in places.split(Option::is_none) {
            let run: Vec<Point> = run.iter().copied().flatten().collect();
            match run.as_slice() {
                [one] => mask.line((one.0 - CAP, one.1), (one.0 + CAP, one.1), LINE),
                run => mask.curve(run, LINE),
            }
        }
        mask.draw(canvas, color)
    }

    fn draw_dots(
        &self,
        canvas: &Canvas<'_>,
        scale: &Scale<'_>,
        line: &CurveLine,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        let area = around(scale.panel.area);
        let (mut ink, mut holes) = (Mask::new(area), Mask::new(area));
        for dot in &line.dots {
            let Some((x, y)) = self.place(scale, (dot.x, dot.y)) else { continue };
            let reach = 2.0 * dot.standard_error;
            let [low, high] = [dot.y - reach, dot.y + reach]
                .map(|end| scale.height(end).map_or(y, |height| scale.panel.point(height)));
            if low - high > 2.0 * DOT {
                ink.line((x, low), (x, high), BAR);
                for end in [low, high] {
                    ink.line((x - CAP, end), (x + CAP, end), BAR);
                }
            }
            ink.disc((x, y), DOT);
            if dot.kind == DotKind::Ring {
                holes.disc((x, y), HOLE);
            }
        }
        ink.draw(canvas, color)?;
        holes.draw(canvas, PAPER)
    }
}

impl<'a> Scale<'a> {
    fn new(data: &'a CurvePanel) -> Self {
        let values = || data.lines.iter().flat_map(|line| line.points().map(|(_, y)| y));
        let guide = data.guide.iter().map(|(value, _)| *value);
        let all = values().chain(guide);
        let (low, high, ticks) = match data.scale {
            CurveScale::Share => (0.0, 1.0, linear(0.0, 1.0)),
            CurveScale::Linear => {
                let (low, high) = ends(all.chain([0.0]));
                // A little white beyond the extremes, but none below a foot of 0.
                let white = (high - low).max(f64::MIN_POSITIVE) * 0.04;
                let low = if low < 0.0 { low - white } else { low };
                let high = if high > 0.0 { high + white } else { 1.0 };
                (low, high, linear(low, high))
            }
            CurveScale::Logarithmic => {
                let powers = all.filter(|&value| value > 0.0).map(log10);
                let (low, high) = ends(powers);
                let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
                (low, high, decades(low, high))
            }
        };
        let area = Area { left: 0, top: 0, right: 0, bottom: 0 };
        Self { data, panel: Panel { area, low, high }, ticks }
    }

    /// A value on the scale of the panel.
    fn height(&self, value: f64) -> Option<f64> {
        match self.data.scale {
            CurveScale::Logarithmic => (value > 0.0).then(|| log10(value)),
            CurveScale::Share | CurveScale::Linear => Some(value),
        }
    }
}

/// The smallest and the largest of some values; 0 and 0 if there are none.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let wider = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), wider);
    if low > high { (0.0, 0.0) } else { (low, high) }
}

fn linear(low: f64, high: f64) -> Vec<(f64, String)> {
    let step = Step::for_span(high - low, 6);
    let tick = |k| (step.tick(k), number(step.tick(k), step.decimals()));
    step.within(low, high).map(tick).collect()
}

/// Powers of ten, at most eight of them labelled.
fn decades(low: f64, high: f64) -> Vec<(f64, String)> {
    let apart = stride((high - low) / 8.0) as i32;
    let powers = (low as i32..=high as i32).filter(|power| power.rem_euclid(apart) == 0);
    let words = |power| match power {
        -3..=12 => decade(power),
        _ => format!("1e{power}"),
    };
    powers.map(|power| (f64::from(power), words(power))).collect()
}

/// Room for dots that stand at the edge of a panel.
fn around(area: Area) -> Area {
    let room = DOT as i32 + 1;
    Area {
        left: area.left - room,
        right: area.right + room,
        top: area.top - room,
        bottom: area.bottom + room,
    }
}
