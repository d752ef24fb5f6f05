#![doc = include_str!("lib.md")]

mod axis;
mod chart;
mod color;
mod color_bar;
mod curve;
mod dots;
mod error;
mod frame;
mod gif;
mod heatmap;
mod histogram;
mod legend;
#[cfg(target_family = "wasm")]
mod no_bitmaps;
mod paths;
mod png;
mod qq;
mod scatter;
mod shapes;
mod sheet;
mod sizes;
mod steps;
mod text;
mod thumbnail;
mod ticks;

pub use axis::Scale;
pub use chart::Chart;
pub use color::CARD_COLORS;
pub use curve::{Curve, CurveDot, CurveLine, CurvePanel, DotKind};
pub use dots::{DotRow, Dots};
pub use error::PlotError;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
pub use paths::{PathEnd, PathNode, Paths};
pub use qq::{Qq, QqBand, QqSeries};
pub use scatter::Scatter;
pub use steps::{StepRow, StepStyle, StepTrack, Steps};
