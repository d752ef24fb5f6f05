//! The flags that several commands have.

use crate::exit::Failure;
use clap::Args;
use shuffle_audit::seeds::PlanSeed;
use shuffle_deck::InstructionSet;
use shuffle_subjects::count;

/// The folder of the reports by default.
pub(crate) const REPORTS: &str = "reports";

/// Vector instructions for shuffling and counting.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Vectors {
    /// The vector instructions: portable, avx2, avx512, icelake; the widest that there are by default
    #[arg(long, value_name = "SET", value_parser = InstructionSet::parse, hide = true)]
    instruction_set: Option<InstructionSet>,
}

impl Vectors {
    /// The requested set, else the widest.
    pub(crate) fn instruction_set(self) -> InstructionSet {
        self.instruction_set.unwrap_or_else(InstructionSet::detect)
    }
}

/// The machine of a run, which changes only the time that it takes.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// Threads; one for each processor by default. They change only the time
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = "Run", hide_short_help = true)]
    pub(crate) threads: Option<usize>,
    /// Print no progress and no news on stderr; errors are still printed
    #[arg(long, help_heading = "Output", hide_short_help = true)]
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
    /// Seed of the run: 0x... or decimal, or `fresh` to draw one
    #[arg(long, value_name = "SEED", value_parser = parse_seed, help_heading = "Run")]
    pub(crate) seed: Option<SeedChoice>,
    /// Print the findings as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum SeedChoice {
    Given(PlanSeed),
    /// A new one, drawn from the system.
    Fresh,
}

/// The seed of a run: the one asked for, else the plan's.
pub(crate) fn seed(wanted: Option<SeedChoice>, otherwise: PlanSeed) -> Result<PlanSeed, Failure> {
    match wanted {
        None => Ok(otherwise),
        Some(SeedChoice::Given(seed)) => Ok(seed),
        Some(SeedChoice::Fresh) => {
            let seed = PlanSeed(getrandom::u64().map_err(Failure::ours)?);
            tell!("fresh seed: {seed}");
            Ok(seed)
        }
    }
}

pub(crate) fn parse_seed(text: &str) -> Result<SeedChoice, String> {
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
pub(crate) fn parse_name(text: &str) -> Result<String, String> {
    Ok(text.trim().to_owned())
}

fn parse_threads(text: &str) -> Result<usize, String> {
    const MOST: u64 = 1024;
    match parse_count(text)? {
        threads @ 1..=MOST => Ok(threads as usize),
        _ => Err(format!("must be from 1 to {MOST}")),
    }
}
