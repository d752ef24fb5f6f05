//! The extension module behind the Python package `shuffle_audit`: the command, and the audit of `check` on decks that Python holds.
//!
//! Everything that needs no speed is written in Python: this module takes the flags of the command, and callables that give decks as bytes.

mod decks;
mod judged;
mod run;

use pyo3::prelude::*;

/// Runs the command `shuffle-audit`, given with its name first, and returns its exit code.
///
/// `server` are the words that start this command, for shuffles of native libraries, which need a process of their own.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<String>, server: Vec<String>) -> u8 {
    py.detach(|| shuffle_audit_cli::main(arguments.into_iter().map(Into::into), server))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(run::check, module)?)?;
    module.add_class::<judged::Judged>()?;
    module.add("NoVerdict", module.py().get_type::<judged::NoVerdict>())?;
    module.add("__version__", shuffle_audit::VERSION)
}
