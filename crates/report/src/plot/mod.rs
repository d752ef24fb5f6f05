//! Pictures of counts: plain data in, the bytes of a PNG out.
//!
//! Three pictures, each a struct with public fields and a `to_png` method:
//!
//! - [`Heatmap`]: a matrix of deviations (position by card), diverging colours centred on zero;
//! - [`Histogram`]: counts of a whole number (ascents) against its law, residuals below;
//! - [`Bars`]: one bar an order of the cards, against the line where all are equally likely.
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

mod bars;
mod canvas;
mod color;
mod error;
mod frame;
mod heatmap;
mod histogram;
mod text;
mod ticks;

pub use bars::Bars;
pub use error::PlotError;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
