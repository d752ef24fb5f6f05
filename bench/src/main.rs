//! The program `shuffle-bench`: measures, prints, and writes the report.
//!
//! It ends with 0, with 2 where a flag is wrong or something cannot be written, and with 4 where a program of another
//! language fails in the middle.

use clap::Parser;
use shuffle_algorithms::lanes::InstructionSet;
use shuffle_bench::{
    Setting, Thoroughness, Topic, machine, measure,
    peers::PeersError,
    report::{self, Bench},
};
use shuffle_report::{
    About, Pictures, ReportError, files,
    folder::{self, FolderError, Obstacle, Standing},
    paths,
};
use std::{
    io::{self, Write},
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// What is measured where nothing is asked for; the peers need other interpreters.
const DEFAULT: [Topic; 4] = [Topic::Work, Topic::Table, Topic::Shuffles, Topic::Audit];

/// Measure what shuffles and audits cost here, beside the shuffle of rand
#[derive(Debug, Parser)]
#[command(version, after_help = "Example: shuffle-bench --only shuffles,audit --out reports/bench")]
struct Flags {
    /// What to measure, with commas between; all but the peers by default, which are measured from the project's own
    /// folder
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    only: Option<Vec<Topic>>,
    /// Fewer decks and rounds: less than 20 seconds in all, for a first look
    #[arg(long)]
    quick: bool,
    /// Write the tables and pictures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads of the audits, with commas between
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2")]
    threads: Vec<NonZero<usize>>,
    /// The vector instructions: portable, avx2, avx512, icelake; the widest that there are by default
    #[arg(long, value_name = "SET", value_parser = InstructionSet::parse)]
    instruction_set: Option<InstructionSet>,
}

/// Why there is no result, or no report of it.
#[derive(Debug, thiserror::Error)]
enum BenchError {
    #[error("--only: {0}")]
    Peers(#[from] PeersError),
    #[error("--out: `{}` {obstacle}", folder.display())]
    InTheWay { folder: PathBuf, obstacle: Obstacle },
    #[error("--out: `{}`: {error}", folder.display())]
    Unreadable { folder: PathBuf, error: io::Error },
    #[error("cannot write the report `{}`: {error}", folder.display())]
    Write { folder: PathBuf, error: FolderError },
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error("cannot write to stdout: {0}")]
    Stdout(#[from] io::Error),
}

impl BenchError {
    fn exit(&self) -> ExitCode {
        match self {
            Self::Peers(PeersError::Failed { .. }) => 4.into(),
            _ => 2.into(),
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is where messages go")]
fn main() -> ExitCode {
    match bench(&Flags::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shuffle-bench: {error}");
            error.exit()
        }
    }
}

fn bench(flags: &Flags) -> Result<(), BenchError> {
    if let Some(folder) = &flags.out {
        look(folder)?;
    }
    let setting = Setting {
        thoroughness: if flags.quick { Thoroughness::Quick } else { Thoroughness::Full },
        threads: flags.threads.iter().map(|threads| threads.get()).collect(),
        instruction_set: flags.instruction_set.unwrap_or_else(InstructionSet::detect),
    };
    let machine = machine(&setting);
    let mut out = io::stdout().lock();
    write!(out, "{}", report::machine(&machine))?;
    let mut sections = Vec::new();
    for topic in topics(flags.only.as_deref()) {
        out.flush()?;
        let section = measure(topic, &setting)?;
        write!(out, "\n{}", report::section(&section))?;
        sections.push(section);
    }
    if let Some(folder) = &flags.out {
        folder::write(
            folder,
            files(&Bench { machine, sections }, Pictures::Drawn)?,
            About::default(),
        )
        .map_err(|error| BenchError::Write { folder: folder.clone(), error })?;
        writeln!(out, "\nReport: {}", folder.display())?;
    }
    Ok(())
}

/// The topics that are wanted, each once, in the order in which they are measured.
fn topics(only: Option<&[Topic]>) -> Vec<Topic> {
    let mut topics = only.unwrap_or(&DEFAULT).to_vec();
    topics.sort();
    topics.dedup();
    topics
}

/// Whether the folder can take the report: minutes later it would be a pity.
fn look(folder: &Path) -> Result<(), BenchError> {
    let unreadable = |error| BenchError::Unreadable { folder: folder.to_owned(), error };
    let standing = Standing::of(folder).map_err(unreadable)?;
    let files = paths::<Bench>(&());
    if let Some(obstacle) = standing.in_the_way(files.iter().map(String::as_str)) {
        return Err(BenchError::InTheWay { folder: folder.to_owned(), obstacle });
    }
    folder::try_to_write(folder).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_topic_is_measured_once_and_memory_first() {
        let asked = [Topic::Audit, Topic::Table, Topic::Work, Topic::Table];
        assert_eq!(topics(Some(&asked)), [Topic::Work, Topic::Table, Topic::Audit]);
        assert_eq!(topics(None), DEFAULT);
    }
}
