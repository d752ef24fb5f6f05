//! The commands.

use crate::{
    calibrate::CalibrateArgs, check::CheckArgs, diff::DiffArgs, exact::ExactArgs,
    generate::GenerateArgs, init::InitArgs, list::ListArgs, merge::MergeArgs, odds::OddsArgs,
    power::PowerArgs, run::RunArgs, schema::SchemaArgs, serve::ServeArgs, trace::TraceArgs,
};
use clap::{Parser, Subcommand};

const EXIT_CODES: &str = "Exit codes: 0 all as expected, 1 a verdict is not what was expected or there is a regression, \
2 a flag or a plan is wrong, or something cannot be written, 3 inconclusive, 4 the subject is at fault, 70 an internal error, \
130 interrupted. Where several hold: 130, 70, 2, 4, 1, 3, 0.";

/// Is every order of your shuffle equally likely, and if not, where is the bias and how big is it?
#[derive(Debug, Parser)]
#[command(name = "shuffle-audit", version = env!("VERSION_AND_COMMIT"), after_help = "COMMAND -h lists the usual flags of a command, COMMAND --help all of them.", after_long_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run plans and write their reports
    #[command(after_help = "Example: shuffle-audit run audits/gate.toml --out reports\n\
        A third of the decks: shuffle-audit run audits/gate.toml --shard 1/3 --out tallies")]
    Run(RunArgs),
    /// Judge the tallies of all shards of a plan, and write its report
    #[command(after_help = "Example: shuffle-audit merge tallies/gate-*.tallies --out reports")]
    Merge(MergeArgs),
    /// Audit one shuffle and say in words what was found
    #[command(
        after_help = "Example: shuffle-audit check --algorithm naive --cards 52 --trials 100_000"
    )]
    Check(Box<CheckArgs>),
    /// Write a plan and a program to begin with, for a shuffle of your own
    #[command(after_help = "Example: shuffle-audit init mine --language javascript")]
    Init(InitArgs),
    /// Print a JSON Schema: of plans, or of what the commands write with --json
    #[command(after_help = "Example: shuffle-audit schema report")]
    Schema(SchemaArgs),
    /// Compute the exact law of a shuffle, from the audited code, without shuffling
    #[command(after_help = "Example: shuffle-audit exact --algorithm naive --cards 3 --tree text")]
    Exact(ExactArgs),
    /// Show one shuffle step by step: rolls, moves and decks
    #[command(
        after_help = "Example: shuffle-audit trace --algorithm fisher-yates --cards 5 --rolls 3,1,0,1"
    )]
    Trace(TraceArgs),
    /// Audit the audit: false alarms, and decks until planted defects are caught
    #[command(after_help = "Example: shuffle-audit calibrate --runs 1000 --cards 4,10,52")]
    Calibrate(CalibrateArgs),
    /// Write decks of a native library's shuffle; started by `check --library`
    #[command(hide = true)]
    ServeLibrary(ServeArgs),
    /// Write completions for shells and the man pages into a folder, for packages
    #[command(hide = true)]
    Generate(GenerateArgs),
    /// Forecast how many decks each test needs to catch a biased shuffle
    #[command(after_help = "Example: shuffle-audit power --algorithm naive --cards 52")]
    Power(PowerArgs),
    /// Say how often an event comes by chance, such as 20 cards without a land
    #[command(
        after_help = "Example: shuffle-audit odds --pack land=16,spell=44 --deal 20 'land=0' --games 1000"
    )]
    Odds(OddsArgs),
    /// Compare two reports: what became worse, what differs by more than chance
    #[command(
        after_help = "Example: shuffle-audit diff reports.old/gate reports/gate --export diff.html"
    )]
    Diff(DiffArgs),
    /// List all shuffles, dice, generators and tests, or show one of them
    #[command(after_help = "Example: shuffle-audit list sattolo")]
    List(ListArgs),
}
