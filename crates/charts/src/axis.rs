//! One axis for all kinds of pictures: a coordinate of plotters whose scale and ticks are chosen here.
//!
//! plotters' own logarithmic coordinate takes the natural logarithm, whose last bit differs from platform to
//! platform, and its ticks know neither thousands nor percent.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::{
    sizes::{GAP, LABEL, MARGIN, TICK},
    text,
    ticks::{TickStep, decade, log10, number, stride, ten_to},
};

/// A scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equal distances; a vertical one has 0 on it.
    Linear,
    /// Equal ratios are equal distances. A 0 has no place on it and is left out; nothing may be below.
    Logarithmic,
}

impl Scale {
    /// A value as it is measured off, if it has a place.
    pub(crate) fn measure(self, value: f64) -> Option<f64> {
        match self {
            Self::Linear => Some(value),
            Self::Logarithmic => (value > 0.0).then(|| log10(value)),
        }
    }
}

/// A tick: its value, and its label, which may be empty.
pub(crate) type Tick = (f64, String);

/// A scale with its ends, its ticks and its name.
#[derive(Clone)]
pub(crate) struct Axis {
    scale: Scale,
    /// The ends as they are measured off: powers of ten on a logarithmic scale.
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<Tick>,
    pub(crate) name: String,
    /// The ticks stand without their labels.
    pub(crate) is_bare: bool,
}

impl Axis {
    pub(crate) fn new(scale: Scale, (low, high): (f64, f64), ticks: Vec<Tick>) -> Self {
        Self { scale, low, high, ticks, name: String::new(), is_bare: false }
    }

    pub(crate) fn linear(low: f64, high: f64, ticks: Vec<Tick>) -> Self {
        Self::new(Scale::Linear, (low, high), ticks)
    }

    pub(crate) fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same ticks without their labels, and no name.
    pub(crate) fn bare(self) -> Self {
        Self { is_bare: true, ..self.named("") }
    }

    /// The place of a value along the axis, from 0 to 1; one beyond an end stands there.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let value = self.scale.measure(value).unwrap_or(f64::NEG_INFINITY);
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The width of its labels, if it stands left of a panel, with all that is left of them.
    pub(crate) fn indent(&self) -> i32 {
        let labels = text::widest(self.ticks.iter().map(|(_, label)| label.as_str()), LABEL);
        MARGIN + text::line(LABEL) + GAP + labels + GAP + TICK
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.share(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // plotters draws light lines first: these are all the lines there are, one a labelled tick.
        let is_line = hint.weight().allow_light_points();
        let ticks = self.ticks.iter().filter(|(_, label)| !is_line || !label.is_empty());
        ticks.map(|(value, _)| *value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| !self.is_bare && at == value);
        tick.map_or_else(String::new, |(_, label)| label.clone())
    }
}

/// At most about `most` round numbers from `low` to `high`.
pub(crate) fn linear(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let step = TickStep::for_span(high - low, most);
    let tick = |k| (step.tick(k), number(step.tick(k), step.decimals()));
    step.within(low, high).map(tick).collect()
}

/// Powers of ten from `low` to `high`, both exponents, at most about `most` of them.
pub(crate) fn decades(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let apart = stride((high - low) / most as f64) as i32;
    let powers = (low.ceil() as i32..=high.floor() as i32).filter(|power| power % apart == 0);
    powers.map(|power| (ten_to(power), decade(power))).collect()
}

/// The digits that have a label where a logarithmic axis is short.
const DIGITS: [u32; 3] = [1, 2, 5];

/// The multiples of powers of ten from `low` to `high`, both exponents. Labels have the powers, and also
/// 2 and 5 times a power where the axis spans at most `most` of them.
pub(crate) fn logarithmic(low: f64, high: f64, most: f64) -> Vec<Tick> {
    let powers = low.floor() as i32..=high.ceil() as i32;
    let digits = powers.flat_map(|power| (1..10).map(move |digit| (power, digit)));
    let label = |power: i32, digit: u32| match digit {
        1 => decade(power),
        _ if high - low <= most && DIGITS.contains(&digit) => {
            number(f64::from(digit) * ten_to(power), usize::try_from(-power).unwrap_or(0))
        }
        _ => String::new(),
    };
    digits
        .map(|(power, digit)| (f64::from(digit) * ten_to(power), label(power, digit)))
        .filter(|(value, _)| (low..=high).contains(&log10(*value)))
        .collect()
}
