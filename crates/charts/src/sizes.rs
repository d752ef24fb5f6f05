//! Sizes that all kinds of pictures share.

/// Coordinates a pixel.
pub(crate) const PX: i32 = 2;

/// The width of most pictures. On a page 165 mm wide one of 1200 pixels prints its smallest text at 7
/// points.
pub(crate) const WIDTH: i32 = 1200 * PX;
/// White around everything.
pub(crate) const MARGIN: i32 = 28 * PX;
/// Sizes of text, per em.
pub(crate) const TITLE: f64 = (30 * PX) as f64;
pub(crate) const LABEL: f64 = (21 * PX) as f64;
pub(crate) const NOTE: f64 = (19 * PX) as f64;
/// Length of a tick, and the gap between it and its label; plotters takes the same for both.
pub(crate) const TICK: i32 = 7 * PX;
pub(crate) const GAP: i32 = TICK;
/// The radius of a dot, and of the hole in a ring.
pub(crate) const DOT: i32 = 6 * PX;
pub(crate) const HOLE: i32 = 7 * PX / 2;
