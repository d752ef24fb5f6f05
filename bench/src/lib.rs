//! What shuffles and audits cost on this machine, beside the shuffle of `rand`. For developers; it is not published.
//!
//! The program `shuffle-bench` measures a [`Topic`] after the other, prints its table as soon as it is measured, and
//! with `--out` writes all of them as CSV, with pictures. `benches/` measures single layers with the same [`timer`].
//!
//! ```
//! use shuffle_bench::{runs, timer::{Effort, Runner, paired}};
//! use rand_pcg::{Pcg64, Pcg64Mcg};
//! use shuffle_algorithms::Shape;
//! use std::time::Duration;
//!
//! let size = Shape::whole(52);
//! let mut runners = [runs::rand::<Pcg64>(size), runs::rand::<Pcg64Mcg>(size)].map(|work| Runner::new(1, work));
//! let timed = paired(&mut runners, Effort { rounds: 3, each: Duration::from_micros(100) });
//! let cost = timed[1].cost(&timed[0]);
//! assert!(cost.nanos.median > 0.0 && cost.ratio.low <= cost.ratio.high);
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`timer`] | paired, interleaved rounds |
//! | [`runs`] | what is timed: bare loops of shuffles, and audits |
//! | [`layers`] | the tables that `benches/` prints |
//! | [`mod@report`] | tables, pictures and words |

mod audit;
pub mod layers;
mod machine;
pub mod peers;
pub mod report;
pub mod runs;
mod shuffles;
mod table;
pub mod timer;
mod work;

pub use machine::machine;

use peers::PeersError;
use report::Section;
use shuffle_algorithms::lanes::InstructionSet;
use std::time::Duration;
use timer::Effort;

/// What can be measured, in the order in which it is: what the others have held and given back may still count as
/// memory of this process, so that `work` is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Topic {
    /// How the cost grows with the work.
    Work,
    /// Article 0's table of deals.
    Table,
    /// Shuffles of decks of many sizes.
    Shuffles,
    /// Audits, beside the shuffle alone.
    Audit,
    /// The same job in other languages.
    Peers,
}

/// What all topics are told.
#[derive(Clone, Debug)]
pub struct Setting {
    /// How much time may be spent.
    pub thoroughness: Thoroughness,
    /// The numbers of threads of the audits.
    pub threads: Vec<usize>,
    /// The vector instructions that decks are shuffled and counted with.
    pub instruction_set: InstructionSet,
}

/// How much time may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// All topics but the peers in less than 20 seconds on one core.
    Quick,
    /// Some minutes.
    Full,
}

impl Thoroughness {
    /// Its name in `machine.csv`.
    #[must_use]
    pub fn name(self) -> &'static str {
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

/// Measures one topic.
///
/// # Errors
///
/// [`PeersError`], of [`Topic::Peers`] alone.
pub fn measure(topic: Topic, setting: &Setting) -> Result<Section, PeersError> {
    Ok(match topic {
        Topic::Work => Section::Work(work::measure(setting)),
        Topic::Table => Section::Table(table::measure(setting)),
        Topic::Shuffles => Section::Shuffles(shuffles::measure(setting)),
        Topic::Audit => Section::Audit(audit::measure(setting)),
        Topic::Peers => Section::Peers(peers::measure(setting)?),
    })
}
