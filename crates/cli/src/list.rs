//! `shuffle-audit list`: all that plans and flags can name.

use crate::{
    args::ListArgs,
    exit::{Exit, Failure},
    output::print,
    screen::screen,
};
use shuffle_report::catalogue;

/// Prints the catalogue.
pub(crate) fn list(args: &ListArgs) -> Result<Exit, Failure> {
    print(&match (args.metrics, args.json) {
        (true, true) => catalogue::tests_as_json(),
        (true, false) => catalogue::tests_in_words(&screen(false)),
        (false, true) => catalogue::json(),
        (false, false) => catalogue::words(&screen(false)),
    })?;
    Ok(Exit::Expected)
}
