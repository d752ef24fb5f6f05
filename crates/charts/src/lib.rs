//! Pictures of counts and p-values: plain data in, the bytes of a PNG or a GIF or the text of an SVG out.
//!
//! Each kind of picture is a struct with public fields; the [`Chart`] trait draws it:
//!
//! ```
//! use shuffle_charts::{Chart, Histogram};
//!
//! let tosses = Histogram {
//!     title: "a coin".into(),
//!     subtitle: "1,000 tosses".into(),
//!     x_label: "side".into(),
//!     y_label: "tosses".into(),
//!     first: 0,
//!     step: 1,
//!     names: Some(vec!["heads".into(), "tails".into()]),
//!     observed: vec![480, 520],
//!     expected: vec![500.0, 500.0],
//! };
//! let (png, svg) = (tosses.to_png()?, tosses.to_svg()?);
//! assert!(png.starts_with(b"\x89PNG") && svg.starts_with("<svg"));
//! # Ok::<(), shuffle_charts::PlotError>(())
//! ```
//!
//! Of what was counted:
//!
//! - [`Heatmap`]: a matrix of deviations (position by card), diverging colours centred on zero;
//! - [`Histogram`]: counts of a whole number (ascents) or of orders against their law, residuals below.
//!
//! Of an exact law:
//!
//! - [`Paths`]: the tree of all paths of the dice.
//!
//! Of one shuffle:
//!
//! - [`Scatter`]: a point for each card of an order, at its position;
//! - [`Steps`]: the deck after each step, as a still sheet and as an animated GIF.
//!
//! Along a parameter:
//!
//! - [`Curve`]: exact values as lines, measured ones as dots.
//!
//! And of the tests themselves:
//!
//! - [`Qq`]: p-values of many tests against uniform, quantile by quantile, on logarithmic axes;
//! - [`Dots`]: the number of decks that it takes to see each defect.
//!
//! The scales are part of the statement. Each is anchored to the noise that chance alone would give,
//! so a uniform shuffle looks like a uniform shuffle: no scale is ever stretched until noise fills it.
//!
//! `plotters` draws: its coordinates, meshes, series and both backends, behind `sheet`, which mends the three
//! of its defects that show. `axis` has the scales and ticks, `frame` the sizes, the title and the panels,
//! `legend` the legend, for all kinds.
//!
//! The same struct gives the same bytes on every machine: the font is bundled, the clock, the locale and
//! installed fonts are not used, and nothing is written to disk. An SVG holds its text as text, so its look
//! depends on the fonts of the viewer.
//!
//! Not for tables, verdicts or decisions: the data of these pictures is counted and judged elsewhere.

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
mod paths;
mod png;
mod qq;
mod scatter;
mod shapes;
mod sheet;
mod sizes;
mod steps;
mod text;
mod ticks;

pub use axis::Scale;
pub use chart::Chart;
pub use color::CARD_COLORS;
pub use curve::{Curve, CurveDot, CurveLine, CurvePanel, DotKind};
pub use dots::{DotRow, Dots};
pub use error::PlotError;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
pub use paths::{PathNode, Paths};
pub use qq::{Qq, QqBand, QqSeries};
pub use scatter::Scatter;
pub use steps::{StepRow, StepStyle, StepTrack, Steps};
