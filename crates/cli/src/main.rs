//! The binary `shuffle-audit`: parses, wires, prints, and ends with an exit code that is part of its
//! interface (see [`exit`]).

mod args;
mod bench;
mod calibrate;
mod check;
mod exact;
mod exit;
mod interrupt;
mod list;
mod output;
mod power;
mod progress;
mod run;
mod screen;
mod serve;

use args::{Cli, Command};
use clap::Parser;
use exit::{Exit, Failure};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = std::panic::catch_unwind(|| match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Check(args) => check::check(args),
        Command::Exact(args) => exact::exact(args),
        Command::Calibrate(args) => calibrate::calibrate(args),
        Command::ServeLibrary(args) => serve::serve(args),
        Command::Power(args) => power::power(args),
        Command::Bench(args) => bench::bench(args),
        Command::List(args) => list::list(args),
    });
    match outcome {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(failure)) => complain(&failure),
        Err(_) => complain(&Failure::ours("shuffle-audit stumbled over itself (see above)")),
    }
}

/// One clear line on stderr.
#[expect(clippy::print_stderr, reason = "this is where messages go")]
fn complain(Failure { exit, error }: &Failure) -> ExitCode {
    eprintln!("shuffle-audit: {error:#}");
    if *exit == Exit::Ours {
        eprintln!("This is a fault of ours. Please report it with the command that led to it.");
    }
    (*exit).into()
}
