//! The cost of shuffles and audits on this machine, next to the shuffle of `rand`. For developers; it is not published.
#![doc = include_str!("lib.md")]

mod audits;
mod lanes;
pub mod peers;
pub mod row;
pub mod runs;
mod shuffles;
pub mod timer;

use row::Group;
use shuffle_algorithms::lanes::InstructionSet;
use std::{fs, path::PathBuf, thread, time::Duration};
use timer::Effort;

/// A set of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Topic {
    /// Shuffles and deals of many sizes: ours, `rand`'s, fastrand's; article 0's deals and overheads.
    Shuffles,
    /// Shuffles 64 decks at once, on every instruction set.
    Lanes,
    /// Audits, next to the shuffle alone.
    Audit,
    /// The same job in other languages.
    Peers,
}

/// Settings of all topics.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Fewer decks and rounds, for a first look.
    pub quick: bool,
    /// The numbers of threads of the audits.
    pub threads: Vec<usize>,
    /// Builds of `shuffle-audit` whose audits are measured as well.
    pub programs: Vec<PathBuf>,
    /// The vector instructions that decks are shuffled and counted with.
    pub instruction_set: InstructionSet,
}

impl Setting {
    fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// The rounds of a topic, and the time of one run.
    #[must_use]
    pub fn effort(&self, topic: Topic) -> Effort {
        let (rounds, milliseconds) = match topic {
            Topic::Audit => self.pick((3, 12), (7, 400)),
            _ => self.pick((9, 3), (31, 20)),
        };
        Effort { rounds, each: Duration::from_millis(milliseconds) }
    }

    /// This machine, the compiler, and how thoroughly it is measured, in one line.
    #[must_use]
    pub fn machine(&self) -> String {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = info.lines().find_map(|line| line.strip_prefix("model name"));
        format!(
            "{}, {} threads; lanes on {}; {}; {}",
            model.map_or("unknown processor", |model| model.trim_start_matches([' ', '\t', ':'])),
            thread::available_parallelism().map_or(1, usize::from),
            self.instruction_set,
            option_env!("BUILT_BY_RUSTC").unwrap_or("unknown compiler"),
            self.pick("a quick look, whose times jump about", "measured in full"),
        )
    }
}

/// The comparisons of a topic. [`Topic::Peers`] are programs, which [`peers::measure`] starts.
#[must_use]
pub fn groups(topic: Topic, setting: &Setting) -> Vec<Group> {
    match topic {
        Topic::Shuffles => shuffles::groups(setting),
        Topic::Lanes => lanes::groups(),
        Topic::Audit => audits::groups(setting),
        Topic::Peers => Vec::new(),
    }
}
