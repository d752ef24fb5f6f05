//! Quantities along a parameter: lines of exact values, dots of measured ones.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::{Axis, Scale, Tick, decades, linear},
    chart::{Draw, PlotPlan},
    color::{CURVES, FAINT, INK, MUTED, PAPER},
    error::{Drawn, PlotError, at_most, finite, finite_and_not_negative, part, range},
    frame::{DOT, FOOT, Frame, GAP, HOLE, Header, MARGIN, NOTE, Panel, WIDTH, name},
    legend::{Key, Legend},
    shapes::stroke,
    sheet::{Area, PX},
    text::line,
    ticks::{TickStep, decade, log10, number, ten_to},
};

/// Most panels on one picture, and most lines in one panel: as many as there are colors.
const MOST_PANELS: usize = 4;
const MOST_LINES: usize = 6;
/// The height of a panel that is alone, and of one that is not.
const ALONE: i32 = 560 * PX;
const SHARED: i32 = 330 * PX;
/// White between the axis of a panel and the legend of the next.
const BETWEEN: i32 = 14 * PX;
/// From the edges of a panel to the first and last value, as a share of its width.
const ASIDE: f64 = 0.03;
const LINE: i32 = 2 * PX;
const THIN: i32 = PX;
/// The bar of a dot: its line, and half the length of the strokes at its ends.
const BAR: i32 = 3 * PX / 2;
const CAP: i32 = 5 * PX;

#[doc = include_str!("curve.md")]
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The parameter that is varied.
    pub x_label: String,
    /// The scale of its values, all of them whole numbers.
    pub x_scale: Scale,
    /// From the top down; 1 to 4 of them.
    pub panels: Vec<CurvePanel>,
}

/// The quantities of one scale.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePanel {
    /// The quantity on the vertical axis.
    pub y_label: String,
    /// Its scale.
    pub y_scale: Scale,
    /// The minimum range of the scale; values outside widen it.
    pub range: Option<(f64, f64)>,
    /// A dashed line across, and what it means.
    pub guide: Option<(f64, String)>,
    /// The noise floor, which chance alone would show: a gray line. May be empty.
    pub floor: Vec<(f64, f64)>,
    /// 1 to 6 of them.
    pub lines: Vec<CurveLine>,
}

/// One quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct CurveLine {
    /// The name of the quantity.
    pub name: String,
    /// Exact values, joined by a line. May be empty.
    pub exact: Vec<(f64, f64)>,
    /// Measured values. May be empty.
    pub dots: Vec<CurveDot>,
}

/// One measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveDot {
    /// The value of the parameter.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Its standard error; 0 where there is none.
    pub standard_error: f64,
    /// The verdict of the audit there.
    pub kind: DotKind,
}

/// The verdict of the audit at a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DotKind {
    /// The shuffle failed.
    Full,
    /// It did not.
    Ring,
    /// There was no verdict: a measured number, such as a time.
    Plain,
}

impl Curve {
    fn check(&self) -> Drawn {
        at_most("panels", MOST_PANELS, self.panels.len())?;
        self.panels.iter().try_for_each(|panel| part(&panel.y_label, panel.check()))?;
        if self.xs().next().is_none() {
            return Err(PlotError::Empty { what: "lines" });
        }
        let logarithmic = self.x_scale == Scale::Logarithmic;
        range("x", "above 0 on a logarithmic scale", self.xs(), |x| !logarithmic || x > 0.0)
    }

    fn lines(&self) -> impl Iterator<Item = &CurveLine> {
        self.panels.iter().flat_map(|panel| &panel.lines)
    }

    /// Everything along the axis that has a value.
    fn xs(&self) -> impl Iterator<Item = f64> {
        self.lines().flat_map(|line| line.points().map(|(x, _)| x))
    }

    /// The color of a line: the same for all of its name.
    fn color(&self, line: &CurveLine) -> RGBColor {
        let mut names: Vec<&str> = Vec::new();
        for line in self.lines() {
            if !names.contains(&line.name.as_str()) {
                names.push(&line.name);
            }
        }
        let index = names.iter().position(|name| *name == line.name).unwrap_or(0);
        CURVES[(index + 1) % CURVES.len()]
    }

    fn x_axis(&self) -> Axis {
        let (low, high) = ends(self.xs().filter_map(|x| self.x_scale.measure(x)));
        let least = if self.x_scale == Scale::Linear { 0.5 } else { 0.1 };
        let aside = ((high - low) * ASIDE).max(least);
        let (from, to) = (low - aside, high + aside);
        let ticks = match self.x_scale {
            Scale::Logarithmic => round_numbers(from, to),
            Scale::Linear => {
                let step = TickStep::for_span((high - low).max(12.0), 13);
                step.within(from, to).map(|k| (step.tick(k), number(step.tick(k), 0))).collect()
            }
        };
        Axis::new(self.x_scale, (from, to), ticks).named(&*self.x_label)
    }

    /// The lines of a panel; above the first also what dots and rings mean, where there are any.
    fn legend(&self, index: usize, room: i32) -> Legend {
        let panel = &self.panels[index];
        let key = |line: &CurveLine| {
            let key = if line.exact.is_empty() { Key::Dot } else { Key::Line };
            (key(self.color(line)), line.name.clone())
        };
        let mut keys: Vec<_> = panel.lines.iter().map(key).collect();
        // A line of dots alone has a dot as its key already: only plain dots on a line of exact values need words.
        let counts = |line: &&CurveLine, kind| kind != DotKind::Plain || !line.exact.is_empty();
        let lines = |kind| self.lines().filter(move |line| counts(line, kind));
        let any = |kind| lines(kind).flat_map(|line| &line.dots).any(|dot| dot.kind == kind);
        let kinds = [
            (DotKind::Full, Key::Dot(MUTED), "measured: the audit fails, by any test"),
            (DotKind::Ring, Key::Ring(MUTED), "measured: the audit passes"),
            (DotKind::Plain, Key::Dot(MUTED), "measured"),
        ];
        let kinds = kinds.into_iter().filter(|(kind, ..)| index == 0 && any(*kind));
        keys.extend(kinds.map(|(_, key, words)| (key, words.to_owned())));
        if !panel.floor.is_empty() {
            let words = "average for a fair shuffle with this many decks, by chance";
            keys.push((Key::Line(FAINT), words.to_owned()));
        }
        Legend::new(keys, room)
    }

    fn draw_panel(&self, panel: &mut Panel<'_>, data: &CurvePanel) -> Drawn {
        if data.y_scale == Scale::Linear {
            panel.zero()?;
        }
        draw_guide(panel, data)?;
        draw_line(panel, data, &data.floor, (FAINT, LINE))?;
        for line in &data.lines {
            let dots: Vec<_> = line.dots.iter().map(|dot| (dot.x, dot.y)).collect();
            match line.exact.is_empty() {
                true => draw_line(panel, data, &dots, (self.color(line), THIN))?,
                false => draw_line(panel, data, &line.exact, (self.color(line), LINE))?,
            }
        }
        for line in &data.lines {
            line.dots.iter().try_for_each(|dot| draw_dot(panel, data, dot, self.color(line)))?;
        }
        Ok(())
    }
}

impl Draw for Curve {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let ys: Vec<Axis> = self.panels.iter().map(CurvePanel::y_axis).collect();
        let left = ys.iter().map(Axis::indent).max().unwrap_or(0);
        // Right of the panels there is room for the second half of the last label.
        let right = WIDTH - MARGIN - 16 * PX;
        let height = if ys.len() == 1 { ALONE } else { SHARED };
        let mut top = header.height();
        let mut panels = Vec::new();
        for (index, y) in ys.into_iter().enumerate() {
            let x = self.x_axis();
            let x = if index + 1 == self.panels.len() { x } else { x.bare() };
            let legend = self.legend(index, right - left);
            top += legend.height();
            let corners = [(left, top), (right, top + height)];
            panels.push((legend, Frame { grid: (true, true), ..Frame::new(corners, x, y) }));
            top += height + BETWEEN;
        }
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            for ((legend, frame), data) in panels.iter().zip(&self.panels) {
                let (left, top) = frame.corners[0];
                legend.draw(sheet, (left, top - legend.height()))?;
                self.draw_panel(&mut frame.draw(sheet)?, data)?;
            }
            Ok(())
        };
        Ok(PlotPlan { size: (WIDTH, top - BETWEEN + FOOT), draw: Box::new(draw) })
    }
}

impl CurvePanel {
    fn check(&self) -> Drawn {
        at_most("lines", MOST_LINES, self.lines.len())?;
        if let Some((value, _)) = &self.guide {
            finite("guide", &[*value])?;
        }
        let (low, high) = self.range.unwrap_or((0.0, 0.0));
        finite("range", &[low, high])?;
        let floor: Vec<f64> = self.floor.iter().flat_map(|&(x, y)| [x, y]).collect();
        finite_and_not_negative("floor", &floor)?;
        let logarithmic = self.y_scale == Scale::Logarithmic;
        self.lines.iter().try_for_each(|line| part(&line.name, line.check(logarithmic)))
    }

    /// All values, without the bars of dots.
    fn values(&self) -> impl Iterator<Item = f64> {
        let values = self.lines.iter().flat_map(|line| line.points().map(|(_, y)| y));
        values.chain(self.guide.iter().map(|(y, _)| *y)).chain(self.floor.iter().map(|(_, y)| *y))
    }

    fn y_axis(&self) -> Axis {
        let ((low, high), ticks) = match self.y_scale {
            Scale::Linear => self.linear_scale(),
            Scale::Logarithmic => self.logarithmic_scale(),
        };
        Axis::new(self.y_scale, (low, high), ticks).named(&*self.y_label)
    }

    fn linear_scale(&self) -> ((f64, f64), Vec<Tick>) {
        let (least, most) = self.range.unwrap_or((0.0, 0.0));
        let seen = ends(self.values());
        // Bars that are shorter than their dots are not drawn.
        let short = (seen.1 - seen.0) / 50.0;
        let dots = self.lines.iter().flat_map(|line| &line.dots);
        let bars = dots.map(|dot| (dot.y, 2.0 * dot.standard_error));
        let bars = bars.filter(|(_, reach)| *reach > short);
        let seen = ends(bars.flat_map(|(y, reach)| [y - reach, y + reach]).chain([seen.0, seen.1]));
        // A little white beyond the values, but none at the ends that are given.
        let white = (seen.1.max(most) - seen.0.min(least)).max(f64::MIN_POSITIVE) * 0.04;
        let low = if seen.0 < least { seen.0 - white } else { least };
        let high = if seen.1 > most { seen.1 + white } else { most.max(low + white) };
        ((low, high), linear(low, high, 6))
    }

    fn logarithmic_scale(&self) -> ((f64, f64), Vec<Tick>) {
        let (low, high) = ends(self.values().filter_map(|y| self.y_scale.measure(y)));
        let given = self.range.map(|(low, high)| (log10(low), log10(high)));
        let (least, most) = given.unwrap_or((low, high));
        let (low, high) = (low.min(least).floor(), high.max(most).ceil());
        let high = high.max(low + 1.0);
        ((low, high), decades(low, high, 8))
    }
}

impl CurveLine {
    fn check(&self, logarithmic: bool) -> Drawn {
        let (xs, ys): (Vec<f64>, Vec<f64>) = self.points().unzip();
        finite("x", &xs)?;
        finite("y", &ys)?;
        let errors: Vec<f64> = self.dots.iter().map(|dot| dot.standard_error).collect();
        finite_and_not_negative("standard_error", &errors)?;
        range("y", "at least 0 on a logarithmic scale", ys, |y| !logarithmic || y >= 0.0)
    }

    /// All values, exact ones first.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.exact.iter().copied().chain(self.dots.iter().map(|dot| (dot.x, dot.y)))
    }
}

/// A dashed line across with its words, at the end where the lines leave more room.
fn draw_guide(panel: &Panel<'_>, data: &CurvePanel) -> Drawn {
    let Some((value, words)) = &data.guide else { return Ok(()) };
    if data.y_scale.measure(*value).is_none() {
        return Ok(());
    }
    panel.guide(*value, MUTED)?;
    let ([(left, _), (right, _)], y) = (panel.corners, panel.height(*value));
    let free = |end: fn((f64, f64), (f64, f64)) -> bool| {
        let points = data
            .lines
            .iter()
            .filter_map(|line| line.points().reduce(|a, b| if end(a, b) { a } else { b }));
        points.map(|(_, height)| (panel.height(height) - y).abs()).min().unwrap_or(0)
    };
    let (x, end) = match free(|a, b| a.0 <= b.0) > free(|a, b| a.0 > b.0) {
        true => (left + GAP, HPos::Left),
        false => (right - GAP, HPos::Right),
    };
    let at = (x, y - line(NOTE) / 2);
    name(&panel.sheet, words, at, (NOTE, INK, end), (right - left) / 2)
}

/// Joins points; one that has no place breaks the line.
fn draw_line(
    panel: &mut Panel<'_>,
    data: &CurvePanel,
    points: &[(f64, f64)],
    style: (RGBColor, i32),
) -> Drawn {
    for run in points.split(|(_, y)| data.y_scale.measure(*y).is_none()) {
        match run {
            &[(x, y)] => {
                let (x, y) = panel.at(x, y);
                stroke(&panel.sheet, [(x - CAP, y), (x + CAP, y)], style.0, style.1)?;
            }
            run => panel.line(run.iter().copied(), style)?,
        }
    }
    Ok(())
}

fn draw_dot(panel: &Panel<'_>, data: &CurvePanel, dot: &CurveDot, color: RGBColor) -> Drawn {
    if data.y_scale.measure(dot.y).is_none() {
        return Ok(());
    }
    let (x, y) = panel.at(dot.x, dot.y);
    let reach = 2.0 * dot.standard_error;
    let place = |end: f64| data.y_scale.measure(end).map_or(y, |_| panel.height(end));
    let (low, high) = (place(dot.y - reach), place(dot.y + reach));
    if low - high > 2 * DOT {
        let bar = |ends| stroke(&panel.sheet, ends, color, BAR);
        bar([(x, low), (x, high)])?;
        bar([(x - CAP, low), (x + CAP, low)])?;
        bar([(x - CAP, high), (x + CAP, high)])?;
    }
    panel.disc(dot.x, dot.y, DOT, color)?;
    if dot.kind == DotKind::Ring { panel.disc(dot.x, dot.y, HOLE, PAPER) } else { Ok(()) }
}

/// 1, 2, 5, 10, 20, ... along a logarithmic axis, or the powers of ten alone where it is long.
fn round_numbers(low: f64, high: f64) -> Vec<Tick> {
    let is_long = high - low > 4.0;
    let digits: &[f64] = if is_long { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let powers = 0..=high.max(0.0).floor() as i32;
    let values = powers.flat_map(|power| digits.iter().map(move |digit| (power, digit)));
    let label = |power, value| if is_long { decade(power) } else { number(value, 0) };
    values
        .map(|(power, digit)| (power, digit * ten_to(power)))
        .filter(|&(_, value)| (low..=high).contains(&log10(value)))
        .map(|(power, value)| (value, label(power, value)))
        .collect()
}

/// The smallest and the largest of some values; 0 and 0 if there are none.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let wider = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), wider);
    if low > high { (0.0, 0.0) } else { (low, high) }
}
