//! Where everything on a picture of curves stands.

use plotters::style::RGBColor;

use super::{Curve, CurveLine, CurvePanel, DotKind, Scale};
use crate::canvas::{Area, Canvas, Style};
use crate::color::{CURVES, FAINT, GRID, INK, MUTED, PAPER, RULE};
use crate::error::PlotError;
use crate::frame::{
    Along, DOT, GAP, HOLE, Header, LABEL, MARGIN, NOTE, Panel, TICK, label_below, line, name_below,
    tick_below,
};
use crate::legend::{Key, LEGEND, label, legend};
use crate::mask::{Mask, Point};
use crate::text::Align;
use crate::ticks::{Step, decade, log10, number, stride};

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
const THIN: f64 = 1.0;
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
    fields: Vec<Field<'a>>,
}

/// A panel with its scale.
struct Field<'a> {
    data: &'a CurvePanel,
    panel: Panel,
    ticks: Vec<(f64, String)>,
}

impl<'a> Chart<'a> {
    pub(super) fn new(data: &'a Curve) -> Result<Self, PlotError> {
        data.check()?;
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let (low, high) = ends(data.xs().map(|x| on(data.x_scale, x).unwrap_or(0.0)));
        let least = if data.x_scale == Scale::Linear { 0.5 } else { 0.1 };
        let aside = ((high - low) * ASIDE).max(least);
        let height = if data.panels.len() == 1 { ALONE } else { SHARED };
        let mut fields: Vec<Field<'_>> = data.panels.iter().map(Field::new).collect();
        let left = fields.iter().map(|field| Panel::indent(&field.ticks)).max().unwrap_or(0);
        let right = WIDTH - MARGIN - END;
        let mut top = header.height();
        for field in &mut fields {
            top += LEGEND;
            field.panel.area = Area { left, right, top, bottom: top + height };
            top += height + BETWEEN;
        }
        let along = Along { left, right, low: low - aside, high: high + aside };
        let values = match data.x_scale {
            Scale::Logarithmic => round_numbers(along),
            Scale::Linear => {
                let step = Step::for_span((high - low).max(12.0), 13);
                step.within(along.low, along.high).map(|k| step.tick(k)).collect()
            }
        };
        Ok(Self { data, header, along, values, fields })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        let bottom = self.fields.last().map_or(0, |field| field.panel.area.bottom);
        (WIDTH as u32, (bottom + TICK + GAP + 2 * line(LABEL) + MARGIN) as u32)
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.header.draw(canvas)?;
        let names = self.data.names();
        let color = |line: &CurveLine| {
            let index = names.iter().position(|name| *name == line.name).unwrap_or(0);
            CURVES[(index + 1) % CURVES.len()]
        };
        for (index, field) in self.fields.iter().enumerate() {
            self.draw_legend(canvas, index, &color)?;
            self.draw_axes(canvas, index + 1 == self.fields.len(), field)?;
            self.draw_line(canvas, field, (&field.data.floor, LINE), FAINT)?;
            for line in &field.data.lines {
                self.draw_exact(canvas, field, line, color(line))?;
            }
            for line in &field.data.lines {
                self.draw_dots(canvas, field, line, color(line))?;
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
        let field = &self.fields[index];
        let key = |line: &CurveLine| {
            let key = if line.exact.is_empty() { Key::Dot } else { Key::Line };
            (key(color(line)), label(&line.name))
        };
        let mut keys: Vec<_> = field.data.lines.iter().map(key).collect();
        let lines = || self.data.panels.iter().flat_map(|panel| &panel.lines);
        let any = |kind| lines().flat_map(|line| &line.dots).any(|dot| dot.kind == kind);
        if index == 0 {
            for (kind, key, words) in [
                (DotKind::Full, Key::Dot(MUTED), "measured: the audit fails, by any test"),
                (DotKind::Ring, Key::Ring(MUTED), "measured: it does not"),
                (DotKind::Plain, Key::Dot(MUTED), "measured"),
            ] {
                if any(kind) {
                    keys.push((key, words.to_owned()));
                }
            }
        }
        if !field.data.floor.is_empty() {
            keys.push((Key::Line(FAINT), "noise floor".to_owned()));
        }
        let area = field.panel.area;
        legend(canvas, (area.left, area.top - LEGEND), &keys)
    }

    fn draw_axes(
        &self,
        canvas: &Canvas<'_>,
        last: bool,
        field: &Field<'_>,
    ) -> Result<(), PlotError> {
        let Area { left, right, top, bottom } = field.panel.area;
        field.panel.axis(canvas, &field.ticks, &field.data.y_label)?;
        for &value in &self.values {
            let x = self.along.x(on(self.data.x_scale, value).unwrap_or(0.0));
            canvas.fill(Area { left: x, right: x + 1, top, bottom }, GRID)?;
            match last {
                true => label_below(canvas, (x, bottom), &self.label(value))?,
                false => tick_below(canvas, x, bottom)?,
            }
        }
        canvas.fill(Area { left, right, top: bottom, bottom: bottom + 1 }, RULE)?;
        if field.panel.low < 0.0 && field.data.y_scale == Scale::Linear {
            field.panel.base(canvas)?;
        }
        if last {
            name_below(canvas, field.panel.area, line(LABEL), &self.data.x_label)?;
        }
        let Some((value, words)) = &field.data.guide else { return Ok(()) };
        let Some(height) = on(field.data.y_scale, *value) else { return Ok(()) };
        let y = field.panel.y(height);
        canvas.dashes((left, right), y, MUTED)?;
        // The words stand at the end that the lines leave more room.
        let free = |end: fn(Point, Point) -> bool| {
            let points = field
                .data
                .lines
                .iter()
                .filter_map(|line| line.points().reduce(|a, b| if end(a, b) { a } else { b }));
            let heights = points.filter_map(|point| Some(self.place(field, point)?.1));
            heights.map(|place| (place - f64::from(y)).abs()).fold(f64::INFINITY, f64::min)
        };
        let words_y = y - line(NOTE) / 2;
        let style = Style::new(NOTE, INK);
        let room = (right - left) / 2;
        if free(|a, b| a.0 <= b.0) > free(|a, b| a.0 > b.0) {
            canvas.name(words, (left + GAP, words_y), style, room)
        } else {
            canvas.name(words, (right - GAP, words_y), style.align(Align::End), room)
        }
    }

    /// The label of a value along the axis.
    fn label(&self, value: f64) -> String {
        match self.data.x_scale {
            Scale::Logarithmic if is_long(self.along) => decade(log10(value) as i32),
            _ => number(value, 0),
        }
    }

    /// Where a value stands, if the scale has a place for it.
    fn place(&self, field: &Field<'_>, (x, y): Point) -> Option<Point> {
        Some((self.along.point(on(self.data.x_scale, x)?), field.panel.point(field.height(y)?)))
    }

    fn draw_exact(
        &self,
        canvas: &Canvas<'_>,
        field: &Field<'_>,
        line: &CurveLine,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        if line.exact.is_empty() {
            let dots: Vec<_> = line.dots.iter().map(|dot| (dot.x, dot.y)).collect();
            return self.draw_line(canvas, field, (&dots, THIN), color);
        }
        self.draw_line(canvas, field, (&line.exact, LINE), color)
    }

    /// Joins points; one that has no place breaks the line.
    fn draw_line(
        &self,
        canvas: &Canvas<'_>,
        field: &Field<'_>,
        (points, width): (&[Point], f64),
        color: RGBColor,
    ) -> Result<(), PlotError> {
        let places: Vec<_> = points.iter().map(|&point| self.place(field, point)).collect();
        let mut mask = Mask::new(around(field.panel.area));
        for run in places.split(Option::is_none) {
            let run: Vec<Point> = run.iter().copied().flatten().collect();
            match run.as_slice() {
                [one] => mask.line((one.0 - CAP, one.1), (one.0 + CAP, one.1), width),
                run => mask.curve(run, width),
            }
        }
        mask.draw(canvas, color)
    }

    fn draw_dots(
        &self,
        canvas: &Canvas<'_>,
        field: &Field<'_>,
        line: &CurveLine,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        let area = around(field.panel.area);
        let (mut ink, mut holes) = (Mask::new(area), Mask::new(area));
        for dot in &line.dots {
            let Some((x, y)) = self.place(field, (dot.x, dot.y)) else { continue };
            let reach = 2.0 * dot.standard_error;
            let [low, high] = [dot.y - reach, dot.y + reach]
                .map(|end| field.height(end).map_or(y, |height| field.panel.point(height)));
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

impl<'a> Field<'a> {
    fn new(data: &'a CurvePanel) -> Self {
        let bars =
            |line: &'a CurveLine| line.dots.iter().map(|dot| (dot.y, 2.0 * dot.standard_error));
        let values = data.lines.iter().flat_map(|line| line.points().map(|(_, y)| y));
        let guide = data.guide.iter().map(|(value, _)| *value);
        let floor = data.floor.iter().map(|&(_, value)| value);
        let all = values.chain(guide).chain(floor);
        let (low, high, ticks) = match data.y_scale {
            Scale::Linear => {
                let (least, most) = data.range.unwrap_or((0.0, 0.0));
                let seen = ends(all);
                // Bars that are shorter than their dots are not drawn.
                let short = (seen.1 - seen.0) / 50.0;
                let bars = data.lines.iter().flat_map(bars).filter(|(_, reach)| *reach > short);
                let seen = ends(
                    bars.flat_map(|(y, reach)| [y - reach, y + reach]).chain([seen.0, seen.1]),
                );
                // A little white beyond what is seen, but none at the ends that are given.
                let white = (seen.1.max(most) - seen.0.min(least)).max(f64::MIN_POSITIVE) * 0.04;
                let low = if seen.0 < least { seen.0 - white } else { least };
                let high = if seen.1 > most { seen.1 + white } else { most.max(low + white) };
                (low, high, linear(low, high))
            }
            Scale::Logarithmic => {
                let ((low, high), given) =
                    (ends(all.filter_map(|y| on(data.y_scale, y))), data.range);
                let given = given.map(|(low, high)| (log10(low), log10(high)));
                let (least, most) = given.unwrap_or((low, high));
                let (low, high) = (low.min(least).floor(), high.max(most).ceil());
                let high = high.max(low + 1.0);
                (low, high, decades(low, high))
            }
        };
        let area = Area { left: 0, top: 0, right: 0, bottom: 0 };
        Self { data, panel: Panel { area, low, high }, ticks }
    }

    /// A value on the scale of the panel.
    fn height(&self, value: f64) -> Option<f64> {
        on(self.data.y_scale, value)
    }
}

/// A value as it is measured off on a scale, if it has a place there.
fn on(scale: Scale, value: f64) -> Option<f64> {
    match scale {
        Scale::Linear => Some(value),
        Scale::Logarithmic => (value > 0.0).then(|| log10(value)),
    }
}

/// Whether a logarithmic axis is so long that only the powers of ten have room on it.
fn is_long(along: Along) -> bool {
    along.high - along.low > 4.0
}

/// 1, 2, 5, 10, 20, ... along a logarithmic axis, or the powers of ten alone.
fn round_numbers(along: Along) -> Vec<f64> {
    let powers = 0..=along.high.max(0.0).floor() as i32;
    let digits: &[f64] = if is_long(along) { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let digits =
        powers.flat_map(|power| digits.iter().map(move |digit| digit * 10_f64.powi(power)));
    digits.filter(|&value| (along.low..=along.high).contains(&log10(value))).collect()
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
