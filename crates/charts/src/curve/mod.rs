//! Quantities along a parameter: lines of exact values, dots of measured ones.

mod chart;

use crate::canvas::picture;
use crate::error::{PlotError, at_most, finite, finite_and_not_negative, part, range};
use chart::Chart;

/// Most panels on one picture, and most lines in one panel: as many as there are colours.
const MOST_PANELS: usize = 4;
const MOST_LINES: usize = 6;

/// How quantities change along a parameter: panels one above the other over the same axis, each with the
/// quantities of one scale.
///
/// A line joins exact values. A dot is measured, with a bar of two standard errors to both sides where that
/// is longer than the dot; it is a ring where the audit saw nothing. Lines of the same name have the same
/// colour in all panels.
///
/// ```
/// use shuffle_charts::{Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};
///
/// let dot = |x, y, kind| CurveDot { x, y, standard_error: 0.01, kind };
/// let curve = Curve {
///     title: "Total variation after k riffles".into(),
///     subtitle: "52 cards".into(),
///     x_label: "riffles".into(),
///     x_scale: Scale::Linear,
///     panels: vec![CurvePanel {
///         y_label: "distance from uniform".into(),
///         y_scale: Scale::Linear,
///         range: Some((0.0, 1.0)),
///         guide: None,
///         floor: vec![],
///         lines: vec![CurveLine {
///             name: "total variation".into(),
///             exact: vec![(5.0, 0.924), (6.0, 0.614), (7.0, 0.334)],
///             dots: vec![dot(5.0, 0.92, DotKind::Full), dot(7.0, 0.33, DotKind::Ring)],
///         }],
///     }],
/// };
/// assert_eq!(&curve.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What is varied.
    pub x_label: String,
    /// How its values, all of them whole numbers, stand along the axis.
    pub x_scale: Scale,
    /// From the top down; 1 to 4 of them.
    pub panels: Vec<CurvePanel>,
}

/// The quantities of one scale.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePanel {
    /// What is on the vertical axis.
    pub y_label: String,
    /// Its scale.
    pub y_scale: Scale,
    /// Where it begins and ends at least; what lies further out widens it.
    pub range: Option<(f64, f64)>,
    /// A dashed line across, and what it means.
    pub guide: Option<(f64, String)>,
    /// What chance alone would show: a grey line. May be empty.
    pub floor: Vec<(f64, f64)>,
    /// 1 to 6 of them.
    pub lines: Vec<CurveLine>,
}

/// A scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equal distances; a vertical one has 0 on it.
    Linear,
    /// Equal ratios are equal distances. What is 0 has no place on it and is left out; nothing may be below.
    Logarithmic,
}

/// One quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct CurveLine {
    /// What it is.
    pub name: String,
    /// Exact values, joined by a line. May be empty.
    pub exact: Vec<(f64, f64)>,
    /// Measured values. May be empty.
    pub dots: Vec<CurveDot>,
}

/// One measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveDot {
    /// Where along the parameter.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Its standard error; 0 where there is none.
    pub standard_error: f64,
    /// What the audit said there.
    pub kind: DotKind,
}

/// What the audit said at a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DotKind {
    /// The shuffle failed.
    Full,
    /// It did not.
    Ring,
    /// Nothing was asked of it: a measured number, such as a time.
    Plain,
}

impl Curve {
    /// Draws the panels.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without panels, without lines in one, or without any value in the picture,
    /// [`PlotError::TooMany`] above 4 panels or 6 lines; [`PlotError::Part`] names the panel or line with a
    /// number that is not finite, a negative standard error, or a value below 0 on a logarithmic scale.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| chart.draw(canvas))
    }

    /// Width and height in pixels of the picture that [`Curve::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Curve::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn check(&self) -> Result<(), PlotError> {
        at_most("panels", MOST_PANELS, self.panels.len())?;
        self.panels.iter().try_for_each(|panel| part(&panel.y_label, panel.check()))?;
        if self.xs().next().is_none() {
            return Err(PlotError::Empty { what: "lines" });
        }
        let logarithmic = self.x_scale == Scale::Logarithmic;
        range("x", "above 0 on a logarithmic scale", self.xs(), |x| !logarithmic || x > 0.0)
    }

    /// Everything along the axis that has a value.
    fn xs(&self) -> impl Iterator<Item = f64> {
        let lines = self.panels.iter().flat_map(|panel| &panel.lines);
        lines.flat_map(|line| line.points().map(|(x, _)| x))
    }

    /// The names of all lines, each once, in the order of their colours.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for line in self.panels.iter().flat_map(|panel| &panel.lines) {
            if !names.contains(&line.name.as_str()) {
                names.push(&line.name);
            }
        }
        names
    }
}

impl CurvePanel {
    fn check(&self) -> Result<(), PlotError> {
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
}

impl CurveLine {
    fn check(&self, logarithmic: bool) -> Result<(), PlotError> {
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
