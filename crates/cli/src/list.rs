//! `shuffle-audit list`: all that plans and flags can name.

use crate::{
    args::ListArgs,
    exit::{Exit, Failure},
    output::print_document,
    screen::screen,
};
use shuffle_report::catalogue;

/// Prints the catalogue.
pub(crate) fn list(args: &ListArgs) -> Result<Exit, Failure> {
    print_document(match (args.metrics, args.json) {
        (true, true) => catalogue::tests_as_json(),
        (true, false) => Ok(catalogue::tests_in_words(&screen(false))),
        (false, true) => catalogue::json(),
        (false, false) => Ok(catalogue::words(&screen(false))),
    })?;
    Ok(Exit::Expected)
}
