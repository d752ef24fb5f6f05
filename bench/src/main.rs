//! The program `shuffle-bench`: measures, prints, and writes one CSV.
//!
//! It ends with 0, and with 2 where a flag is wrong, something cannot be written, or a program of another language fails in
//! the middle.

use clap::Parser;
use shuffle_algorithms::lanes::InstructionSet;
use shuffle_bench::{
    Setting, Topic, groups, peers,
    row::{Row, table},
};
use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Write},
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
};

/// The topics that are measured by default; lanes are a layer, and the peers need other interpreters.
const DEFAULT: [Topic; 2] = [Topic::Shuffles, Topic::Audit];

/// Measure what shuffles and audits cost here, next to the shuffle of rand
#[derive(Debug, Parser)]
#[command(version, after_help = "Example: shuffle-bench --only shuffles,audit --csv bench.csv")]
struct Flags {
    /// Topics to measure, separated by commas; by default shuffles and audits. The peers are measured from the folder of
    /// the project
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    only: Option<Vec<Topic>>,
    /// Only the tables whose heading contains this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    /// Fewer decks and rounds, for a first look
    #[arg(long)]
    quick: bool,
    /// Write all rows into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Threads of the audits, with commas between
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2")]
    threads: Vec<NonZero<usize>>,
    /// Builds of `shuffle-audit` whose audits take their turn as whole processes, with commas between
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    programs: Vec<PathBuf>,
    /// The vector instructions: portable, avx2, avx512, icelake; the widest that there are by default
    #[arg(long, value_name = "SET", value_parser = InstructionSet::parse)]
    instruction_set: Option<InstructionSet>,
}

#[expect(clippy::print_stderr, reason = "this is where messages go")]
fn main() -> ExitCode {
    let Err(error) = bench(&Flags::parse()) else { return ExitCode::SUCCESS };
    eprintln!("shuffle-bench: {error}");
    2.into()
}

fn bench(flags: &Flags) -> Result<(), String> {
    let topics: BTreeSet<Topic> = match &flags.only {
        Some(only) => only.iter().copied().collect(),
        None => DEFAULT.into(),
    };
    if topics.contains(&Topic::Peers) {
        peers::are_here().map_err(|error| format!("--only: {error}"))?;
    }
    // Minutes later it would be a pity, so the file is opened before anything is measured.
    let unwritable = |file: &PathBuf, error| format!("--csv: `{}`: {error}", file.display());
    let no_stdout = |error| format!("cannot write to stdout: {error}");
    let csv = match &flags.csv {
        Some(file) => Some((file, File::create(file).map_err(|error| unwritable(file, error))?)),
        None => None,
    };
    let setting = Setting {
        quick: flags.quick,
        threads: flags.threads.iter().map(|threads| threads.get()).collect(),
        programs: flags.programs.clone(),
        instruction_set: flags.instruction_set.unwrap_or_else(InstructionSet::detect),
    };
    let machine = setting.machine();
    let mut out = io::stdout().lock();
    writeln!(out, "{machine}\nMedians of paired rounds, with the quartiles of the ratio")
        .map_err(no_stdout)?;
    let mut all = Vec::new();
    for topic in topics {
        let mut show = |rows: Vec<Row>| -> io::Result<()> {
            write!(out, "\n{}", table(&rows))?;
            out.flush()?;
            let topic = format!("{topic:?}").to_lowercase();
            let rows = rows.into_iter();
            all.extend(rows.map(|row| Row {
                topic: topic.clone(),
                machine: machine.clone(),
                ..row
            }));
            Ok(())
        };
        if topic == Topic::Peers {
            show(peers::measure(&setting)?).map_err(no_stdout)?;
        }
        for group in groups(topic, &setting) {
            if group.title.contains(&flags.title) {
                show(group.measure(setting.effort(topic))).map_err(no_stdout)?;
            }
        }
    }
    if let Some((file, open)) = csv {
        let mut csv = csv::Writer::from_writer(open);
        let written = all.iter().try_for_each(|row| csv.serialize(row));
        let written = written.map_err(io::Error::other).and_then(|()| csv.flush());
        written.map_err(|error| unwritable(file, error))?;
    }
    Ok(())
}
