//! Output to stdout.

use crate::exit::Failure;
use shuffle_report::ReportError;
use std::io::{self, ErrorKind, Write};

/// Prints to stdout. A closed pipe is no error; a full disk is an error, but no fault of this program.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::usage(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a document to stdout, if it could be made.
pub(crate) fn print_document(document: Result<String, ReportError>) -> Result<(), Failure> {
    print(&document?)
}
