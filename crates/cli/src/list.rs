//! `shuffle-audit list`: all that plans and flags can name.

use crate::{
    exit::{Exit, Failure},
    output::{print, print_document},
    screen::screen,
};
use clap::Args;
use shuffle_deck::words::{nearest, quoted};
use shuffle_report::catalogue;

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// Show everything about one shuffle, kind of dice or test
    #[arg(value_name = "NAME", conflicts_with_all = ["metrics", "json"])]
    pub(crate) name: Option<String>,
    /// List the tests only, with what each sees and what it cannot
    #[arg(long)]
    pub(crate) metrics: bool,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the catalogue, or one of its entries.
pub(crate) fn list(args: &ListArgs) -> Result<Exit, Failure> {
    if let Some(name) = &args.name {
        let Some(shown) = catalogue::one(name, &screen(false)) else {
            let near = nearest(name, catalogue::names());
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(Failure::usage(format!(
                "{} is not a shuffle, dice or a test{near}",
                quoted(name)
            )));
        };
        print(&shown)?;
        return Ok(Exit::Expected);
    }
    print_document(match (args.metrics, args.json) {
        (true, true) => catalogue::tests_as_json(),
        (true, false) => Ok(catalogue::tests_in_words(&screen(false))),
        (false, true) => catalogue::json(),
        (false, false) => Ok(catalogue::words(&screen(false))),
    })?;
    Ok(Exit::Expected)
}
