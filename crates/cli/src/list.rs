//! `shuffle-audit list`: all that plans and flags can name.

use crate::{
    exit::{Exit, Failure},
    output::print_document,
    screen::screen,
};
use clap::Args;
use shuffle_report::catalogue;

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// List the tests only, with what each sees and what it cannot
    #[arg(long)]
    pub(crate) metrics: bool,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

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
