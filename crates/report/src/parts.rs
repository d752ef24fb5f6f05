//! The seam between reports and formats: a report is a list of parts, by name, to be made when they are wanted.
//!
//! One list of parts says both what a report may have, which must be known before there is anything to report, and how
//! each part is made; so the two agree by construction.

use crate::{
    dialect::{self, CsvDialect},
    error::FormatError,
    manifest::Headline,
    table::DataTable,
};
use shuffle_charts::Chart;

/// Results that are written as a report: of a plan, a law, a forecast or a calibration.
pub trait Report: Sync + Sized {
    /// The question: known before there is anything to report.
    type Asked: ?Sized;

    /// The question that this report answers.
    fn asked(&self) -> &Self::Asked;

    /// What it says first.
    fn headline(&self) -> Headline;

    /// All parts that a report on this may have.
    fn parts(asked: &Self::Asked) -> Vec<Part<Self>>;
}

/// A part of the report of an `R`: its name, and how it is made.
pub struct Part<R> {
    /// Its path inside the report's folder, with `/` and without an ending. A table and a picture may share it.
    pub(crate) name: String,
    pub(crate) make: Make<R>,
}

/// The files next to a page, in the folder of its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neighbors {
    Everything,
    Tables,
    /// Nothing: the page stands alone.
    Nothing,
}

/// Makes a part of each kind, if the report has it.
pub(crate) enum Make<R> {
    Table(Box<MakeOptional<R, DataTable>>),
    Picture(Box<MakeOptional<R, Box<dyn Chart>>>),
    Settings(Box<MakeSettings<R>>),
    Page(Box<MakePage<R>>),
}

type MakeOptional<R, T> = dyn Fn(&R) -> Option<T> + Send + Sync;

type MakePage<R> = dyn Fn(&R, Neighbors) -> Result<String, FormatError> + Send + Sync;

type MakeSettings<R> = dyn Fn(&R) -> Result<Vec<u8>, FormatError> + Send + Sync;

impl<R> Part<R> {
    pub(crate) fn table(
        name: impl Into<String>,
        make: impl Fn(&R) -> Option<DataTable> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Make::Table(Box::new(make)) }
    }

    pub(crate) fn picture<C: Chart + 'static>(
        name: impl Into<String>,
        make: impl Fn(&R) -> Option<C> + Send + Sync + 'static,
    ) -> Self {
        let make =
            move |report: &R| make(report).map(|chart| -> Box<dyn Chart> { Box::new(chart) });
        Self { name: name.into(), make: Make::Picture(Box::new(make)) }
    }

    pub(crate) fn settings(
        make: impl Fn(&R) -> Result<Vec<u8>, FormatError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: "plan".to_owned(), make: Make::Settings(Box::new(make)) }
    }

    /// A page that shows the report, which every report has.
    pub(crate) fn page(
        make: impl Fn(&R, Neighbors) -> Result<String, FormatError> + Send + Sync + 'static,
    ) -> Self {
        Self { name: "index".to_owned(), make: Make::Page(Box::new(make)) }
    }

    /// Its path inside the report's folder, without an ending.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn ending(&self) -> &'static str {
        match self.make {
            Make::Table(_) => "csv",
            Make::Picture(_) => "png",
            Make::Settings(_) => "toml",
            Make::Page(_) => "html",
        }
    }

    pub(crate) fn write(
        &self,
        report: &R,
        neighbors: Neighbors,
        dialect: CsvDialect,
    ) -> Option<Result<Vec<u8>, FormatError>> {
        Some(match &self.make {
            Make::Table(make) => dialect::write(&make(report)?, dialect),
            Make::Picture(make) => make(report)?.to_png().map_err(FormatError::from),
            Make::Settings(make) => make(report),
            Make::Page(make) => make(report, neighbors).map(String::into_bytes),
        })
    }

    pub(crate) fn is_picture(&self) -> bool {
        matches!(self.make, Make::Picture(_))
    }

    pub(crate) fn is_table(&self) -> bool {
        matches!(self.make, Make::Table(_))
    }

    pub(crate) fn tabled(&self, report: &R) -> Option<DataTable> {
        match &self.make {
            Make::Table(make) => make(report),
            _ => None,
        }
    }

    pub(crate) fn drawn(&self, report: &R) -> Option<Box<dyn Chart>> {
        match &self.make {
            Make::Picture(make) => make(report),
            _ => None,
        }
    }

    /// True if it is a table or a picture that the report has.
    pub(crate) fn is_in(&self, report: &R) -> bool {
        match &self.make {
            Make::Table(make) => make(report).is_some(),
            Make::Picture(make) => make(report).is_some(),
            Make::Settings(_) | Make::Page(_) => false,
        }
    }
}
