//! What an audit found, for Python: documents, tables, pictures and the report.

use pyo3::{
    create_exception,
    exceptions::{PyException, PyRuntimeError},
    prelude::*,
};
use shuffle_report::{
    json, one_part,
    words::{self, Screen},
};
use shuffle_studies::Results;

create_exception!(
    _native,
    NoVerdict,
    PyException,
    "There is no verdict: the exit code of the command, and why."
);

/// What an audit found.
#[pyclass(frozen, module = "shuffle_audit._native")]
pub(crate) struct Judged {
    pub(crate) results: Results,
}

/// An internal error.
pub(crate) fn internal(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Judged {
    /// The document that `check --json` prints.
    fn json(&self) -> PyResult<String> {
        json::check(&self.results.findings).map_err(internal)
    }

    /// What `check` prints.
    fn words(&self, verbose: bool) -> String {
        let screen = Screen { verbose, ..Screen::default() };
        words::check(&self.results.findings, &screen)
    }

    /// The names of the tables that the report has.
    fn tables(&self) -> Vec<String> {
        one_part::names(&self.results, false)
    }

    /// The names of the pictures that the report has.
    fn pictures(&self) -> Vec<String> {
        one_part::names(&self.results, true)
    }

    /// A table as CSV; `None` if there is none of this name.
    fn table(&self, name: &str) -> PyResult<Option<String>> {
        let bytes = one_part::csv(&self.results, name).transpose().map_err(internal)?;
        bytes.map(String::from_utf8).transpose().map_err(internal)
    }

    /// A picture as SVG; `None` if there is none of this name.
    fn svg(&self, name: &str) -> PyResult<Option<String>> {
        one_part::svg(&self.results, name).transpose().map_err(internal)
    }

    /// Writes the report into a folder, as `check --out` does.
    fn save(&self, py: Python<'_>, folder: &str) -> PyResult<()> {
        let saved = py.detach(|| shuffle_audit_cli::save(&self.results, folder.as_ref()));
        saved.map_err(|why| NoVerdict::new_err((why.exit, why.why)))
    }
}
