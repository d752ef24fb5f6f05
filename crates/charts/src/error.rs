//! Why a picture could not be drawn.

/// Why a picture could not be drawn. All but [`PlotError::Draw`] are faults of the data handed in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum PlotError {
    /// This build has a font without outlines, which draws no bitmap.
    #[error("pictures are drawn as SVG here, not as PNG")]
    NoBitmaps,
    #[error("nothing to draw: {what} is empty or all zero")]
    Empty { what: &'static str },
    #[error("{what} has {found} entries where {expected} are needed")]
    Length { what: &'static str, expected: usize, found: usize },
    /// What it `must` be is a range, such as "between 0 and 1"; entries are counted from 0.
    #[error("{what} must be {must}, which entry {index} is not")]
    Range { what: &'static str, must: &'static str, index: usize },
    /// A named part of the picture, a series, a panel or a row, is at fault.
    #[error("{name}: {fault}")]
    Part { name: String, fault: Box<PlotError> },
    /// More than fits on a picture legibly: bin it first.
    #[error("{found} {what} do not fit on one picture, {limit} do")]
    TooMany { what: &'static str, limit: usize, found: usize },
    /// The drawing or the PNG encoding failed: a fault of this module, not of the data.
    #[error("could not draw: {0}")]
    Draw(String),
}

/// The outcome of a check, or of drawing something.
pub(crate) type Drawn = Result<(), PlotError>;

/// Refuses the first entry that is not finite.
pub(crate) fn finite(what: &'static str, values: &[f64]) -> Drawn {
    range(what, "a finite number", values, |value| value.is_finite())
}

/// Refuses the first entry that is not finite or is below zero.
pub(crate) fn finite_and_not_negative(what: &'static str, values: &[f64]) -> Drawn {
    range(what, "a finite number, not below 0", values, |&value| value.is_finite() && value >= 0.0)
}

/// Refuses the first entry that is not as it must be.
pub(crate) fn range<T>(
    what: &'static str,
    must: &'static str,
    values: impl IntoIterator<Item = T>,
    holds: impl Fn(T) -> bool,
) -> Drawn {
    match values.into_iter().position(|value| !holds(value)) {
        Some(index) => Err(PlotError::Range { what, must, index }),
        None => Ok(()),
    }
}

/// Refuses an empty list, and one that is longer than fits.
pub(crate) fn at_most(what: &'static str, limit: usize, found: usize) -> Drawn {
    match found {
        0 => Err(PlotError::Empty { what }),
        _ if found > limit => Err(PlotError::TooMany { what, limit, found }),
        _ => Ok(()),
    }
}

/// Says which part of the picture a fault is in.
pub(crate) fn part(name: &str, result: Drawn) -> Drawn {
    result.map_err(|fault| PlotError::Part { name: name.to_owned(), fault: Box::new(fault) })
}

pub(crate) fn length(what: &'static str, expected: usize, found: usize) -> Drawn {
    if expected == found { Ok(()) } else { Err(PlotError::Length { what, expected, found }) }
}

pub(crate) fn fault(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}
