//! `shuffle-audit bench`: what shuffles and audits cost on this machine, beside the shuffle of `rand`.
//!
//! Each section is a table that is printed as soon as it is measured; with `--out` all of them are written as
//! CSV, with pictures. How it is timed is told in [`rounds`].

mod audit;
mod machine;
mod peers;
mod rounds;
mod runs;
mod shuffles;
mod table;
mod work;

use crate::{
    args::{BenchArgs, Machine},
    exit::{Ending, Exit, Failure},
    finding::with_progress,
    interrupt::INTERRUPTED,
    output::print,
    target::{Replaces, Target},
};
use rounds::Effort;
use shuffle_algorithms::spec::SpecError;
use shuffle_audit::engine::{Options, RunError};
use shuffle_report::{
    Pictures,
    bench::{self, Bench, Section},
    files, paths,
};
use std::{sync::atomic::Ordering, time::Duration};

/// What is measured where nothing is asked for; the peers need other interpreters.
const DEFAULT: [&str; 4] = [WORK, "table", "shuffles", "audit"];

/// It is measured first: what the others have held and given back may still count as memory of this process.
const WORK: &str = "work";

/// What all sections are told.
struct Setting<'a> {
    thoroughness: Thoroughness,
    /// The numbers of threads of the audits.
    threads: &'a [usize],
    options: &'a Options<'a>,
}

/// How much time may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thoroughness {
    /// All sections in less than 20 seconds on one core.
    Quick,
    /// Some minutes.
    Full,
}

impl Thoroughness {
    fn name(self) -> &'static str {
        self.pick("quick", "full")
    }

    /// The one or the other.
    fn pick<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }

    /// So many rounds of so many milliseconds.
    fn effort(self, quick: (usize, u64), full: (usize, u64)) -> Effort {
        let (rounds, milliseconds) = self.pick(quick, full);
        Effort { rounds, each: Duration::from_millis(milliseconds) }
    }
}

/// Measures, prints, and writes the report.
pub(crate) fn bench(args: &BenchArgs) -> Result<Exit, Failure> {
    let sections = sections(args.only.as_deref())?;
    let names = paths::<Bench>(&());
    let target = args.out.as_deref().map(|out| Target::new(out, &names, &Replaces::Any));
    let target = target.transpose()?;
    let thoroughness = if args.quick { Thoroughness::Quick } else { Thoroughness::Full };
    let set = args.vectors.instruction_set();
    let machine = machine::machine(set, thoroughness.name());
    // The sections are the news.
    let how = Machine { threads: None, quiet: true, news_every: 0, vectors: args.vectors };
    let measured = with_progress(how, |options| {
        print(&bench::machine(&machine))?;
        let setting = Setting { thoroughness, threads: &args.threads, options };
        sections.iter().map(|name| measure(name, &setting)).collect::<Result<Vec<_>, _>>()
    })??;
    let mut ending = Ending::new();
    if let Some(target) = target {
        let bench = Bench { machine, sections: measured };
        if target.write(|| files(&bench, Pictures::Drawn), None, &mut ending) {
            ending.attempt(print(&format!("\nReport: {}\n", target.folder().display())));
        }
    }
    Ok(ending.exit())
}

/// The sections that are wanted, each once, in the order in which they are measured.
fn sections(only: Option<&[String]>) -> Result<Vec<&'static str>, Failure> {
    let Some(only) = only else { return Ok(DEFAULT.to_vec()) };
    let mut sections = Vec::new();
    for wanted in only {
        let known = Section::NAMES.into_iter().find(|name| name == wanted);
        let name = known.ok_or_else(|| {
            let unknown = SpecError::unknown("section", wanted, Section::NAMES.into_iter());
            Failure::usage(format!("--only: {unknown}; there are {}", Section::NAMES.join(", ")))
        })?;
        if !sections.contains(&name) {
            sections.push(name);
        }
    }
    sections.sort_by_key(|name| *name != WORK);
    Ok(sections)
}

fn measure(name: &str, setting: &Setting<'_>) -> Result<Section, Failure> {
    let section = match name {
        "table" => Section::Table(table::measure(setting)),
        "shuffles" => Section::Shuffles(shuffles::measure(setting)),
        "audit" => Section::Audit(audit::measure(setting)),
        WORK => Section::Work(work::measure(setting)),
        _ => Section::Peers(peers::measure(setting)?),
    };
    // Audits that were cut off would be fast.
    if INTERRUPTED.load(Ordering::Relaxed) {
        return Err(RunError::Interrupted.into());
    }
    print(&format!("\n{}", bench::section(&section)))?;
    Ok(section)
}
