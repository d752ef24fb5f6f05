//! What every kind of picture can do.

use crate::{BarRows, Bars, Curve, Dots, Heatmap, Histogram, Panels, Paths, Qq, error::PlotError};

/// A picture: every kind becomes a PNG.
pub trait Chart {
    /// Draws the picture as a PNG.
    ///
    /// # Errors
    ///
    /// Those that the struct names for its data; [`PlotError::Draw`] if the drawing itself fails.
    fn to_png(&self) -> Result<Vec<u8>, PlotError>;
}

macro_rules! charts {
    ($($kind:ty),*) => {$(
        impl Chart for $kind {
            fn to_png(&self) -> Result<Vec<u8>, PlotError> {
                <$kind>::to_png(self)
            }
        }
    )*};
}

charts!(BarRows, Bars, Curve, Dots, Heatmap, Histogram, Panels, Paths, Qq);
