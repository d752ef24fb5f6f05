//! PNG: pictures in pixels.

use super::{FormatError, ReportFormat};
use shuffle_charts::Chart;

pub(super) const FORMAT: ReportFormat =
    ReportFormat { picture: Some(write), ..ReportFormat::new("png") };

fn write(picture: &dyn Chart) -> Result<Vec<u8>, FormatError> {
    Ok(picture.to_png()?)
}
