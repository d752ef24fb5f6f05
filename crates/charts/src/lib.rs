//! Pictures of counts and p-values: plain data in, the bytes of a PNG out.
//!
//! Nine pictures, each a struct with public fields and a `to_png` method. Of what was counted:
//!
//! - [`Heatmap`]: a matrix of deviations (position by card), diverging colours centred on zero;
//! - [`Histogram`]: counts of a whole number (ascents) against its law, residuals below;
//! - [`Bars`]: one bar an order of the cards, against the line where all are equally likely.
//!
//! Of an exact law:
//!
//! - [`Paths`]: the tree of all paths of the dice, as SVG too.
//!
//! Along a parameter:
//!
//! - [`Curve`]: exact values as lines, measured ones as dots.
//!
//! Of what things cost:
//!
//! - [`BarRows`]: a bar for each of many things, one below the other.
//!
//! And of the tests themselves:
//!
//! - [`Qq`]: p-values of many tests against uniform, quantile by quantile, on logarithmic axes;
//! - [`Panels`]: a histogram of p-values for each test;
//! - [`Dots`]: how many decks it takes to see each defect.
//!
//! The scales are part of the statement. Each is anchored to the noise that chance alone would give,
//! so a uniform shuffle looks like a uniform shuffle: no scale is ever stretched until noise fills it.
//!
//! The same struct gives the same bytes on every machine: the font is bundled, the layout is in whole
//! pixels, nothing asks for a clock, a locale or an installed font, and nothing is written to disk.
//! Text is set here rather than by plotters, whose `ab_glyph` text (0.3.7) drops the side bearings of
//! letters, so that "1,000" comes out unevenly spaced.
//!
//! Not for tables, verdicts or decisions: what these pictures show is counted and judged elsewhere.

mod bar_rows;
mod bars;
mod canvas;
mod chart;
mod color;
mod curve;
mod dots;
mod error;
mod frame;
mod heatmap;
mod histogram;
mod legend;
mod mask;
mod panels;
mod paths;
mod qq;
mod text;
mod ticks;

pub use bar_rows::{BarGroup, BarRow, BarRows};
pub use bars::Bars;
pub use chart::Chart;
pub use curve::{Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};
pub use dots::{DotRow, Dots};
pub use error::PlotError;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
pub use panels::{Panel, Panels};
pub use paths::{PathNode, Paths};
pub use qq::{Qq, QqBand, QqSeries};
