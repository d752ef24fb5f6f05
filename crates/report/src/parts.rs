//! The seam between reports and formats: a report is a list of parts, by name, to be made when they are wanted.
//!
//! One list of parts says both what a report may have, which must be known before there is anything to report, and how
//! each part is made; so the two agree by construction. How parts become files is in [`mod@crate::formats`].

use crate::{settings::Settings, table::DataTable};
use shuffle_charts::Chart;

/// Results that are written as a report: those of a plan, a law, a forecast or a calibration.
pub trait Report: Sync + Sized {
    /// The question: known before there is anything to report.
    type Asked: ?Sized;

    /// The question that this report answers.
    fn asked(&self) -> &Self::Asked;

    /// All parts that a report on this may have.
    fn parts(asked: &Self::Asked) -> Vec<Part<Self>>;
}

/// A part of the report of an `R`: its name, and how it is made.
pub struct Part<R> {
    /// Its path inside the report's folder, with `/` and without an ending. A table and a picture may share it.
    pub(crate) name: String,
    pub(crate) make: Make<R>,
}

/// Makes a part of each kind, if the report has it.
pub(crate) enum Make<R> {
    Table(Box<MakeOptional<R, DataTable>>),
    Picture(Box<MakeOptional<R, Box<dyn Chart>>>),
    Settings(Box<MakeSettings<R>>),
}

type MakeOptional<R, T> = dyn Fn(&R) -> Option<T> + Send + Sync;

type MakeSettings<R> = dyn Fn(&R) -> Settings<'_> + Send + Sync;

impl<R> Part<R> {
    /// A table, which a report may lack.
    pub fn table(
        name: impl Into<String>,
        make: impl Fn(&R) -> Option<DataTable> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Make::Table(Box::new(make)) }
    }

    /// A picture, which a report may lack.
    pub fn picture<C: Chart + 'static>(
        name: impl Into<String>,
        make: impl Fn(&R) -> Option<C> + Send + Sync + 'static,
    ) -> Self {
        let make =
            move |report: &R| make(report).map(|chart| -> Box<dyn Chart> { Box::new(chart) });
        Self { name: name.into(), make: Make::Picture(Box::new(make)) }
    }

    /// The settings, which every report has.
    pub fn settings(make: impl Fn(&R) -> Settings<'_> + Send + Sync + 'static) -> Self {
        Self { name: "plan".to_owned(), make: Make::Settings(Box::new(make)) }
    }
}
