//! The flags of each command.

use crate::{
    against::AgainstFlags,
    diff::DiffArgs,
    export::ExportFlags,
    merge::MergeArgs,
    sharing::SharingFlags,
    subject_flags::{Anything, Catalogued, Law, SubjectFlags},
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use shuffle_audit::seeds::PlanSeed;
use shuffle_deck::InstructionSet;
use shuffle_metrics::verdict::{Budget, POWER};
use shuffle_report::{exact::TreeFormat, trace::StepStyle};
use shuffle_subjects::{count, subject};
use std::{path::PathBuf, time::Duration};

const EXIT_CODES: &str = "Exit codes: 0 all as expected, 1 a verdict is not what was expected or there is a regression, \
2 a flag or a plan is wrong, or something cannot be written, 3 inconclusive, 4 the subject is at fault, 70 a fault of ours, \
130 interrupted. Where several hold: 130, 70, 2, 4, 1, 3, 0.";

/// Is every order of your shuffle equally likely, and if not, where is the bias and how big is it?
#[derive(Debug, Parser)]
#[command(name = "shuffle-audit", version, after_help = EXIT_CODES)]
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
    /// Say what can be known without shuffling: the exact law, from the code that is audited
    #[command(after_help = "Example: shuffle-audit exact --algorithm naive --cards 3 --tree text")]
    Exact(ExactArgs),
    /// Show one shuffle step by step: what is rolled, what moves, and the deck after it
    #[command(
        after_help = "Example: shuffle-audit trace --algorithm fisher-yates --cards 5 --rolls 3,1,0,1"
    )]
    Trace(TraceArgs),
    /// Audit the audit: false alarms under sound shuffles, decks until planted defects are caught
    #[command(after_help = "Example: shuffle-audit calibrate --runs 1000 --cards 4,10,52")]
    Calibrate(CalibrateArgs),
    /// Write decks of a native library's shuffle; started by `check --library`
    #[command(hide = true)]
    ServeLibrary(ServeArgs),
    /// Forecast how many decks each test needs to see what is wrong with a shuffle
    #[command(after_help = "Example: shuffle-audit power --algorithm naive --cards 52")]
    Power(PowerArgs),
    /// Compare two reports: what became worse, what differs by more than chance, and what is gone
    #[command(
        after_help = "Example: shuffle-audit diff reports.old/gate reports/gate --export diff.html"
    )]
    Diff(DiffArgs),
    /// List the shuffles, dice, generators and tests that plans and flags can name
    #[command(after_help = "Example: shuffle-audit list")]
    List(ListArgs),
}

/// The vector instructions that decks are shuffled and counted with.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Vectors {
    /// The vector instructions: portable, avx2, avx512, icelake; the widest that there are by default
    #[arg(long, value_name = "SET", value_parser = InstructionSet::parse, hide = true)]
    instruction_set: Option<InstructionSet>,
}

impl Vectors {
    /// Those that were asked for, else the widest.
    pub(crate) fn instruction_set(self) -> InstructionSet {
        self.instruction_set.unwrap_or_else(InstructionSet::detect)
    }
}

/// What a run is done with, which changes nothing but the time that it takes.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// Threads; one for each processor by default. They change nothing but the time
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Print no progress and no news on stderr; what goes wrong is said all the same
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Milliseconds from one line of progress to the next where stderr is no terminal
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "30_000", hide = true)]
    pub(crate) news_every: u64,
    #[command(flatten)]
    pub(crate) vectors: Vectors,
}

impl Machine {
    /// The number of threads; 0 means one for each processor.
    pub(crate) fn threads(self) -> usize {
        self.threads.unwrap_or(0)
    }
}

/// How a run is done.
#[derive(Args, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) machine: Machine,
    /// A number, 0x... or decimal, or `fresh` to draw one
    #[arg(long, value_name = "SEED", value_parser = parse_seed)]
    pub(crate) seed: Option<SeedChoice>,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The plan that `init` writes, or the gate of this project.
fn default_plan() -> PathBuf {
    let is_there = |plan: &PathBuf| plan.exists();
    let [ours, gate] = ["audit.toml", "audits/gate.toml"].map(PathBuf::from);
    Some(gate).filter(|gate| !is_there(&ours) && is_there(gate)).unwrap_or(ours)
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Plans to run [default: audit.toml, or where there is none audits/gate.toml]
    #[arg(value_name = "PLAN", default_values_os_t = [default_plan()], hide_default_value = true)]
    pub(crate) plans: Vec<PathBuf>,
    /// Run these cases only, with commas between, or all of a sweep by its id; no report is written
    /// then but into --out
    #[arg(long, value_name = "CASE", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The folder of the reports; each plan has a folder of its name in it [default: reports, but none
    /// with --json or --only]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// Write no report
    #[arg(long, conflicts_with = "out")]
    pub(crate) no_report: bool,
    /// Compare with an earlier report, too: its folder, or the folder of the reports of several plans. Whatever is worse, differs or
    /// is gone ends with exit code 1
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write that comparison into a file, in the format of its ending as --export; may be given several times
    #[arg(long, value_name = "FILE", num_args = 1, requires = "baseline")]
    pub(crate) export_diff: Vec<PathBuf>,
    /// Draw no pictures: each takes some ten milliseconds
    #[arg(long)]
    pub(crate) no_pictures: bool,
    /// Show every case, however many there are
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Anything>,
    /// Decks to shuffle [default: 1_000_000, or all that the file holds]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) trials: Option<u64>,
    /// Shuffle for so long, such as 60s, and judge the decks that came
    #[arg(long = "for", value_name = "TIME", conflicts_with_all = ["trials", "file"], value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Print how the first N decks of --exec or --file are read, and stop
    #[arg(long, value_name = "N", value_parser = parse_count, conflicts_with_all = ["algorithm", "library", "out", "export"])]
    pub(crate) show: Option<u64>,
    /// Look every 64 decks and stop as soon as the shuffle is known to be biased
    #[arg(long, conflicts_with_all = ["trials", "metrics"])]
    pub(crate) until_decided: bool,
    /// With --until-decided: stop after so many decks in any case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "10_000_000")]
    #[arg(requires = "until_decided")]
    pub(crate) max_trials: u64,
    /// The tests to make, with commas between, or `small` for a few fast ones; all that can judge by default
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_name)]
    pub(crate) metrics: Option<Vec<String>>,
    /// The error budget: the probability of calling a fair shuffle biased; 1e-6 by default, 0.001 for a recording
    #[arg(long, value_name = "P")]
    pub(crate) alpha: Option<f64>,
    #[command(flatten)]
    pub(crate) against: AgainstFlags,
    /// Write the report into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// Show every test with its numbers, those too that found nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// The folder to write into; it need not be there yet
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The language of your shuffle
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value = "python")]
    pub(crate) language: Language,
}

/// A language in which shuffles are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Language {
    Python,
    Javascript,
    Go,
    Java,
    Ruby,
    Php,
    C,
    Rust,
}

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// What the schema describes
    #[arg(value_name = "DOCUMENT", value_enum, default_value = "plan")]
    pub(crate) document: Document,
}

/// A kind of document that has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Document {
    /// A plan, as TOML
    Plan,
    /// The findings of `run` and `check`
    Report,
    /// A comparison of two reports
    Diff,
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The library
    #[arg(long, value_name = "LIB")]
    pub(crate) library: PathBuf,
    /// The name of the shuffle in it
    #[arg(long, value_name = "NAME")]
    pub(crate) symbol: String,
}

#[derive(Args, Debug)]
pub(crate) struct ExactArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Law>,
    /// The tree of all paths of the dice instead of the law; with --out beside it
    #[arg(long, value_name = "FORMAT", value_parser = parse_tree)]
    pub(crate) tree: Option<TreeFormat>,
    /// Print the law as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the law into this folder, as CSV and PNG
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    /// The memory that a law may take, such as 4GB; a quarter of the machine's by default
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) max_memory: Option<u64>,
    /// The paths of the dice that a law may take; a million takes seconds
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "1_000_000")]
    pub(crate) max_paths: u64,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Catalogued>,
    /// The rolls, all that the shuffle asks for, with commas between: each is counted from 0, whatever range is rolled
    #[arg(long, value_name = "LIST", value_parser = parse_rolls, allow_hyphen_values = true)]
    pub(crate) rolls: Option<Rolls>,
    /// The seed of the rolls, or with --rolls of what is rolled beside them: a number, 0x... or decimal, or `fresh` to draw
    /// one
    #[arg(long, value_name = "SEED", value_parser = parse_seed)]
    pub(crate) seed: Option<SeedChoice>,
    /// Another shuffle beside it, with the same rolls where they fit; up to two
    #[arg(long, value_name = "ID", num_args = 1)]
    pub(crate) beside: Vec<String>,
    /// How a deck is drawn: cards or bars [default: cards for up to 20 of them]
    #[arg(long, value_name = "STYLE", value_parser = parse_style)]
    pub(crate) style: Option<StepStyle>,
    /// The number on the first card, 0 or 1; places and rolls count from 0 in any case
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1), default_value = "0")]
    pub(crate) base: u32,
    /// Write a file instead: an animation (.gif, or .html with a player), a sheet of all steps (.png, .svg), or
    /// the numbers (.json)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) export: Option<PathBuf>,
    /// Print the steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CalibrateArgs {
    /// Count the decks until each defect of this plan is caught instead, and the false alarms at its sound shuffles
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["runs", "cards", "trials", "most_decks"])]
    pub(crate) plan: Option<PathBuf>,
    /// With --plan: the most decks that a defect is given, in multiples of the trials of its case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "8", requires = "plan")]
    pub(crate) times: u64,
    /// Audits of sound shuffles
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "10_000")]
    pub(crate) runs: u64,
    /// Deck sizes, with commas between
    #[arg(long, value_name = "LIST", value_parser = parse_count, value_delimiter = ',', default_value = "4,10,52")]
    pub(crate) cards: Vec<u64>,
    /// Audit the sound shuffles of this plan instead, each with as many decks as its case asks for
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["plan", "cards", "trials"])]
    pub(crate) sound: Option<PathBuf>,
    /// Decks of each size in each audit
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "2_000")]
    pub(crate) trials: u64,
    /// Audits of each planted defect; 0 leaves them out. With --plan: audits of each case
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "20")]
    pub(crate) detections: u64,
    /// The most decks that a planted defect is given
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "4_000_000")]
    pub(crate) most_decks: u64,
    /// The folder of the reports; this one goes into `calibration` in it, or into the name of the plan [default: reports]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) machine: Machine,
    /// A number, 0x... or decimal, or `fresh` to draw one
    #[arg(long, value_name = "SEED", value_parser = parse_seed)]
    pub(crate) seed: Option<SeedChoice>,
    /// Print what was found as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PowerArgs {
    #[command(flatten)]
    pub(crate) subject: SubjectFlags<Law>,
    /// The error budget of the run: the probability of calling a fair shuffle biased
    #[arg(long, value_name = "P", default_value_t = Budget::default().alpha)]
    pub(crate) alpha: f64,
    /// The probability with which a test is to see the bias
    #[arg(long, value_name = "P", default_value_t = POWER)]
    pub(crate) power: f64,
    /// Also say the power of each test at so many decks
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) trials: Option<u64>,
    /// The tests to ask, with commas between, or `small` for a few fast ones; the whole battery by default
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_name)]
    pub(crate) metrics: Option<Vec<String>>,
    /// Decks of the simulation, which shows what has no exact law: 262_144 by default, fewer of large decks;
    /// the next power of two is taken
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) pilot: Option<u64>,
    /// Write the forecast into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) export: ExportFlags,
    #[command(flatten)]
    pub(crate) sharing: SharingFlags,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// List the tests only, with what each sees and what it cannot
    #[arg(long)]
    pub(crate) metrics: bool,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The seed that was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeedChoice {
    /// This one.
    Given(PlanSeed),
    /// A new one, drawn from the system.
    Fresh,
}

fn parse_seed(text: &str) -> Result<SeedChoice, String> {
    if text == "fresh" {
        return Ok(SeedChoice::Fresh);
    }
    PlanSeed::parse(text).map(SeedChoice::Given).map_err(|error| error.to_string())
}

pub(crate) fn parse_count(text: &str) -> Result<u64, String> {
    count::parse(text).map_err(|error| error.to_string())
}

/// A name in a list, which may have blanks around it.
#[expect(clippy::unnecessary_wraps, reason = "it is a parser")]
fn parse_name(text: &str) -> Result<String, String> {
    Ok(text.trim().to_owned())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    subject::time(text.trim()).map_err(|error| error.to_string())
}

fn parse_tree(text: &str) -> Result<TreeFormat, String> {
    TreeFormat::ALL.into_iter().find(|format| format.name() == text).ok_or_else(|| {
        let names = TreeFormat::ALL.map(TreeFormat::name);
        format!("there are {}", names.join(", "))
    })
}

/// Rolls as they were given; there may be none.
#[derive(Clone, Debug)]
pub(crate) struct Rolls(pub(crate) Vec<usize>);

fn parse_rolls(text: &str) -> Result<Rolls, String> {
    if text.trim().is_empty() {
        return Ok(Rolls(Vec::new()));
    }
    let rolls: Result<Vec<usize>, _> = text.split(',').map(|roll| roll.trim().parse()).collect();
    rolls.map(Rolls).map_err(|_| "rolls are whole numbers from 0, with commas between".to_owned())
}

fn parse_style(text: &str) -> Result<StepStyle, String> {
    match text {
        "cards" => Ok(StepStyle::Cards),
        "bars" => Ok(StepStyle::Bars),
        _ => Err("there are cards, bars".to_owned()),
    }
}

fn parse_memory(text: &str) -> Result<u64, String> {
    text.parse::<bytesize::ByteSize>()
        .map(|size| size.as_u64())
        .map_err(|_| "must be a size such as 500MB or 4GB".to_owned())
}

fn parse_threads(text: &str) -> Result<usize, String> {
    const MOST: u64 = 1024;
    match parse_count(text)? {
        threads @ 1..=MOST => Ok(threads as usize),
        _ => Err(format!("must be from 1 to {MOST}")),
    }
}
