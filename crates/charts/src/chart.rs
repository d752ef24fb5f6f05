//! The methods of every kind of picture.

use crate::{
    error::PlotError,
    sheet::{self, Drawing, PX},
};

/// A picture: every kind becomes a PNG and an SVG, by the same drawing.
pub trait Chart {
    /// Draws the picture as a PNG.
    ///
    /// # Errors
    ///
    /// [`PlotError`] names the field at fault; [`PlotError::Draw`] if the drawing itself fails.
    fn to_png(&self) -> Result<Vec<u8>, PlotError>;

    /// Draws the picture as an SVG, whose text stays text. It is as large as the PNG.
    ///
    /// # Errors
    ///
    /// As [`Chart::to_png`].
    fn to_svg(&self) -> Result<String, PlotError>;
}

/// Data that can be laid out.
pub(crate) trait Draw {
    /// Checks the data and lays them out.
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError>;
}

/// A picture that is laid out: its size in coordinates, and how to draw it.
pub(crate) struct PlotPlan<'a> {
    pub(crate) size: (i32, i32),
    pub(crate) draw: Box<Drawing<'a>>,
}

impl PlotPlan<'_> {
    /// The size in whole pixels.
    fn pixels(&self) -> (u32, u32) {
        let pixels = |side: i32| ((side + PX - 1) / PX).unsigned_abs();
        (pixels(self.size.0), pixels(self.size.1))
    }
}

impl<T: Draw> Chart for T {
    fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let plan = self.plan()?;
        sheet::to_png(plan.pixels(), &plan.draw)
    }

    fn to_svg(&self) -> Result<String, PlotError> {
        let plan = self.plan()?;
        sheet::to_svg(plan.pixels(), &plan.draw)
    }
}
