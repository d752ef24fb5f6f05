//! The files that show a trace.

use super::{Traces, json::json, pictures, player};
use crate::error::{FormatError, ReportError};
use shuffle_charts::Chart;

/// A file that shows a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceFormat {
    /// The steps and decks as numbers.
    Json,
    /// A still sheet of all steps.
    Png,
    /// The same, whose text stays text.
    Svg,
    /// An animation.
    Gif,
    /// A page that plays the steps, alone in one file.
    Html,
}

impl TraceFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Gif, Self::Svg, Self::Png, Self::Html, Self::Json];

    /// How the names of its files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Html => "html",
        }
    }

    /// The bytes of such a file.
    ///
    /// # Errors
    ///
    /// [`ReportError::File`] if there are more steps, cards or shuffles than fit on a picture.
    pub fn write(self, traces: &Traces) -> Result<Vec<u8>, ReportError> {
        let bytes = match self {
            Self::Json => return json(traces).map(String::into_bytes),
            Self::Png => pictures::steps(traces, true).to_png().map_err(FormatError::from),
            Self::Svg => {
                let svg = pictures::steps(traces, true).to_svg();
                svg.map(String::into_bytes).map_err(FormatError::from)
            }
            Self::Gif => pictures::steps(traces, false).to_gif().map_err(FormatError::from),
            Self::Html => player::page(traces).map(String::into_bytes),
        };
        let path = format!("trace.{}", self.ending());
        bytes.map_err(|source| ReportError::File { path, source })
    }
}
