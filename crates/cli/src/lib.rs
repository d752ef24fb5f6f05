//! The command `shuffle-audit`: parses, wires, prints, and ends with an exit code that is part of its interface (see `exit.rs`).
//!
//! It is a library for the binary of that name and for packages of other languages, which bring the same command, and which make
//! the audit of `check` on decks that they hold in memory ([`Check`]).

/// Writes a line to stderr. If that fails, neither the verdict nor the exit code changes.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod against;
mod args;
mod background;
mod bare_file;
mod calibrate;
mod check;
mod common;
mod diff;
mod exact;
mod exit;
mod export;
mod generate;
mod init;
mod interrupt;
mod list;
mod merge;
mod odds;
mod output;
mod part_of_plan;
mod power;
mod progress;
mod run;
mod schema;
mod screen;
mod serve;
mod shard;
mod sharing;
mod show;
mod study;
mod subject_flags;
mod target;
mod trace;

pub use check::Check;
pub use exit::NoVerdict;
pub use shuffle_subjects::{Folder, Held};
pub use target::save;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use exit::Failure;
use std::ffi::OsString;

/// Runs a command, given with the name of the program first, as a shell gives it. Returns its exit code; where an argument is wrong,
/// or help was asked for, it ends the process.
///
/// A native library is served by this executable, or by the program and the arguments `server` if there are any.
#[must_use]
pub fn main(arguments: impl IntoIterator<Item = OsString>, server: Vec<String>) -> u8 {
    let cli =
        Cli::try_parse_from(arguments).unwrap_or_else(|error| bare_file::explained(error).exit());
    // If the path of this executable is not known, libraries are refused.
    let _ = shuffle_subjects::stream::serve_libraries(server);
    let outcome = std::panic::catch_unwind(|| match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Merge(args) => merge::merge(args),
        Command::Check(args) if args.against.is_given() => against::against(args),
        Command::Check(args) => check::check(args),
        Command::Init(args) => init::init(args),
        Command::Exact(args) => exact::exact(args),
        Command::Calibrate(args) => calibrate::calibrate(args),
        Command::Generate(args) => generate::generate(args, Cli::command()),
        Command::ServeLibrary(args) => serve::serve(args),
        Command::Power(args) => power::power(args),
        Command::Odds(args) => odds::odds(args),
        Command::List(args) => list::list(args),
        Command::Diff(args) => diff::diff(args),
        Command::Schema(args) => schema::schema(args),
        Command::Trace(args) => trace::trace(args),
    });
    let exit = match outcome {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => failure.tell(),
        Err(_) => Failure::ours("shuffle-audit stumbled over itself (see above)").tell(),
    };
    exit as u8
}
