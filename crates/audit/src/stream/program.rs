//! A program in any language as a subject.
//!
//! It is started once for each job, without a shell, with stdin closed, and streams its decks on stdout. Its
//! environment says what is wanted:
//!
//! | variable | is |
//! |---|---|
//! | `SHUFFLE_CARDS` | cards in the deck |
//! | `SHUFFLE_DEAL` | cards of each deck to be written; all of them, unless it is a deal |
//! | `SHUFFLE_TRIALS` | decks to be written, no more and no fewer |
//! | `SHUFFLE_SEED` | a decimal number below 2^53; another one for each job and each look |
//! | `SHUFFLE_FORMAT` | `text`, `ndjson`, ... |
//!
//! Job j of J owns consecutive trials, of which it has `trials / J`, and one more if j is below
//! `trials mod J`. So if a program honours the seed, the counts are the same whatever the timing.
//!
//! It must end with status 0 when it is done. If it is told to end earlier, by SIGTERM and a closed pipe, it
//! may do so in any way, but must do it within a second.
//!
//! Whatever else it does is its fault, and there is no verdict then: too few decks or too many, something that is no
//! deck, another status, no byte for longer than [`Program::stall`], a child that holds its output open. Of what
//! it says on stderr the last lines are shown with its fault; the rest is dropped.

use crate::{
    block::trials_per_block,
    source::SourceError,
    stream::{
        Blocks, Feed, Halt, Halted, Pipe, Wrong,
        pipe::{Patience, Trouble},
        process::Process,
    },
};
use shuffle_algorithms::spec::plural;
use shuffle_decks::{DeckError, Layout};
use shuffle_metrics::{Decks, Shape};
use std::{io, time::Duration};

/// The most jobs of a case; each has tallies of its own.
pub(crate) const MOST_JOBS: u64 = 256;

/// How long a program that has closed its output too early may take to say why, by its status.
pub(super) const EXPLANATION: Duration = Duration::from_secs(2);

/// How long a program that writes no decks may take to end by itself: many print what is wrong, and end.
const MOMENT: Duration = Duration::from_millis(100);

/// A program that writes decks.
///
/// ```
/// use shuffle_audit::{Plan, Subject};
///
/// let plan = Plan::parse(
///     "mine.toml",
///     r#"
///     [[case]]
///     id = "mine"
///     exec = "python3 'my shuffle.py'"
///     cards = 52
///     trials = 1_000_000
///     jobs = 2
///     "#,
/// )?;
/// let Subject::Program(program) = &plan.cases[0].subject else { unreachable!() };
/// assert_eq!(program.command(), "python3 'my shuffle.py'");
/// assert_eq!((program.jobs, program.stall.as_secs()), (2, 30));
/// # Ok::<(), shuffle_audit::plan::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// What is started.
    pub service: Service,
    /// How many copies of it run side by side.
    pub jobs: u64,
    /// It hangs if it writes nothing for so long.
    pub stall: Duration,
    /// How it writes decks.
    pub layout: Layout,
    /// A command, as its words, that is run before anything else. Its first line of output is the version of what
    /// is audited; if it fails, the case is skipped.
    pub probe: Option<Vec<String>>,
}

/// What writes the decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// The program and its arguments.
    Command(Vec<String>),
    /// A shuffle of a native library, by `shuffle-audit` itself in a process of its own: a library that
    /// crashes or hangs takes no audit with it.
    Library {
        /// The library.
        path: String,
        /// The name of the shuffle in it.
        symbol: String,
    },
}

impl Service {
    /// The program that is started, and its arguments.
    fn arguments(&self) -> Vec<String> {
        match self {
            Self::Command(arguments) => arguments.clone(),
            Self::Library { path, symbol } => {
                let words = ["serve-library", "--library", path, "--symbol", symbol];
                std::iter::once(server()).chain(words.map(ToOwned::to_owned)).collect()
            }
        }
    }
}

/// The binary `shuffle-audit`: this one, if it is that, else the one that a shell would find.
fn server() -> String {
    const NAME: &str = "shuffle-audit";
    let own = std::env::current_exe().ok();
    let own = own.filter(|path| path.file_stem().is_some_and(|stem| stem == NAME));
    own.map_or_else(|| NAME.to_owned(), |path| path.to_string_lossy().into_owned())
}

impl Program {
    /// The command as a shell takes it.
    #[must_use]
    pub fn command(&self) -> String {
        match &self.service {
            Service::Command(arguments) => shell_words::join(arguments),
            Service::Library { path, symbol } => format!("{path}: {symbol}"),
        }
    }

    /// Whether the program is there; it is not started.
    #[must_use]
    pub fn exists(&self) -> bool {
        let program = match &self.service {
            Service::Command(arguments) => arguments.first().map_or("", String::as_str),
            Service::Library { path, .. } => return std::path::Path::new(path).exists(),
        };
        is_there(program)
    }

    /// The trials of job `job` of so many: the first, and how many.
    fn share(&self, job: u64, trials: u64) -> (u64, u64) {
        let (each, more) = (trials / self.jobs, trials % self.jobs);
        (job * each + job.min(more), each + u64::from(job < more))
    }

    /// Starts all jobs.
    pub(crate) fn feeds<'a>(
        &self,
        shape: Shape,
        trials: u64,
        seed: impl Fn(u64) -> u64,
        halt: &'a Halt<'a>,
    ) -> Result<Vec<Box<dyn Feed + 'a>>, SourceError> {
        (0..self.jobs)
            .map(|job| {
                let (first, share) = self.share(job, trials);
                let start = Start { program: self, shape, job, first, share, seed: seed(job) };
                Ok(Box::new(start.start(halt)?) as Box<dyn Feed + 'a>)
            })
            .collect()
    }
}

/// Whether there is a program of this name or path, where it would be looked for.
pub(super) fn is_there(program: &str) -> bool {
    if !cfg!(unix) {
        // Elsewhere names have endings that are added when the program is started.
        return true;
    }
    if program.contains(std::path::is_separator) {
        return std::path::Path::new(program).exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A job that is to be started.
struct Start<'p> {
    program: &'p Program,
    shape: Shape,
    job: u64,
    first: u64,
    share: u64,
    seed: u64,
}

impl Start<'_> {
    fn start<'a>(&self, halt: &'a Halt<'a>) -> Result<Job<'a>, SourceError> {
        let name = self.name();
        let failed = |error: io::Error| SourceError(format!("{name} cannot be started: {error}"));
        let environment = [
            ("SHUFFLE_CARDS", self.shape.cards().to_string()),
            ("SHUFFLE_DEAL", self.shape.dealt().to_string()),
            ("SHUFFLE_TRIALS", self.share.to_string()),
            ("SHUFFLE_SEED", self.seed.to_string()),
            ("SHUFFLE_FORMAT", self.program.layout.format.id().to_owned()),
        ];
        let Program { service, stall, layout, .. } = self.program;
        let arguments = service.arguments();
        let (process, stdout) = Process::start(&arguments, &environment).map_err(failed)?;
        let pulse = process.pulse();
        let has_exited = Box::new(move || pulse.has_exited());
        let patience = Patience { stall: Some(*stall), linger: Duration::ZERO, has_exited };
        let pipe = Pipe::new(stdout, halt, patience).map_err(failed)?;
        let blocks = Blocks::new(pipe, halt, (self.shape, layout), self.first);
        let (share, stall) = (self.share, *stall);
        Ok(Job { name, process, blocks, stall, share, left: share, is_done: false })
    }

    fn name(&self) -> String {
        let command = self.program.command();
        match self.program.jobs {
            1 => format!("`{command}`"),
            jobs => format!("job {} of {jobs} of `{command}`", self.job + 1),
        }
    }
}

/// A job that was started.
struct Job<'a> {
    name: String,
    process: Process,
    blocks: Blocks<'a>,
    stall: Duration,
    share: u64,
    left: u64,
    is_done: bool,
}

impl Feed for Job<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        if self.left == 0 {
            if !self.is_done {
                self.finish()?;
                self.is_done = true;
            }
            return Ok(None);
        }
        let wanted = self.left.min(trials_per_block(self.blocks.shape.cards()));
        match self.blocks.read(wanted) {
            Ok(decks) if decks == wanted => self.left -= decks,
            Ok(_) | Err(Wrong::Deck(DeckError::Empty)) => return Err(self.too_few()),
            Err(wrong) => return Err(self.fault_of(wrong)),
        }
        Ok(Some(self.blocks.block.decks()))
    }

    fn dismiss(&mut self) {
        self.process.ask_to_end();
    }
}

impl Drop for Job<'_> {
    fn drop(&mut self) {
        let halt = self.blocks.halt;
        self.process.end(|| halt.is_interrupted());
    }
}

impl Job<'_> {
    /// All decks are here: nothing more may come, and the program must end well.
    fn finish(&mut self) -> Result<(), Halted> {
        let all = format!("all {} {}", self.share, plural("deck", self.share));
        let stall = humantime::format_duration(self.stall);
        let endless = format!("wrote {all}, but does not end; it was given {stall}");
        match self.blocks.read(1) {
            Ok(0) => {}
            Ok(_) => {
                return Err(self.fault(&format!(
                    "goes on after {all}: it must write as many as SHUFFLE_TRIALS says, and then end"
                )));
            }
            Err(Wrong::Deck(error)) => {
                return Err(self.fault(&format!("goes on after {all}: {error}")));
            }
            Err(Wrong::Pipe(Trouble::Stalled)) => return Err(self.fault(&endless)),
            Err(wrong) => return Err(self.fault_of(wrong)),
        }
        let halt = self.blocks.halt;
        let status = self.process.wait(self.stall, || halt.check().is_err());
        halt.check()?;
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.fault(&format!("failed ({status}) after {all}"))),
            None => Err(self.fault(&endless)),
        }
    }

    /// The pipe has ended before the last deck.
    fn too_few(&mut self) -> Halted {
        let so_far = self.so_far();
        let halt = self.blocks.halt;
        match self.process.wait(EXPLANATION, || halt.check().is_err()) {
            Some(status) if status.success() => {
                self.fault(&format!("ended {so_far}; it must write as many as SHUFFLE_TRIALS says"))
            }
            Some(status) => self.fault(&format!("failed ({status}) {so_far}")),
            None => match halt.check() {
                Err(halted) => halted,
                Ok(()) => self.fault(&format!("closed its output {so_far}")),
            },
        }
    }

    fn fault_of(&mut self, wrong: Wrong) -> Halted {
        let so_far = self.so_far();
        let stall = humantime::format_duration(self.stall);
        match wrong {
            Wrong::Pipe(Trouble::Halted) => {
                self.blocks.halt.check().err().unwrap_or(Halted::Stopped)
            }
            Wrong::Pipe(Trouble::Stalled) => self.fault(&format!(
                "hangs: it wrote nothing for {stall} {so_far} (--stall sets how long it may take)"
            )),
            Wrong::Pipe(Trouble::LeftBehind) => self.fault(&format!(
                "ended {so_far}, but left a process behind that holds its output open"
            )),
            Wrong::Deck(error) => self.deck_fault(&error, &so_far),
        }
    }

    /// Something that is no deck. If the program has died over it, that is the news.
    fn deck_fault(&mut self, error: &DeckError, so_far: &str) -> Halted {
        let patience = if self.blocks.watch.has_ended() { EXPLANATION } else { MOMENT };
        let halt = self.blocks.halt;
        let status = self.process.wait(patience, || halt.check().is_err());
        if let Some(status) = status.filter(|status| !status.success()) {
            return self.fault(&format!("failed ({status}) {so_far}: {error}"));
        }
        self.fault_at(&format!(": {error}"))
    }

    fn so_far(&self) -> String {
        let decks = plural("deck", self.share);
        format!("after {} of {} {decks}", self.blocks.reader.decks(), self.share)
    }

    /// Ends the program, and says what was wrong with it.
    fn fault(&mut self, what: &str) -> Halted {
        self.fault_at(&format!(" {what}"))
    }

    fn fault_at(&mut self, what: &str) -> Halted {
        let halt = self.blocks.halt;
        self.process.end(|| halt.is_interrupted());
        let last_words = self.process.last_words();
        let last_words = match last_words.as_str() {
            "" => String::new(),
            said => format!("\n  the last that it said on stderr:{said}"),
        };
        Halted::Fault(SourceError(format!("{}{what}{last_words}", self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_decks::{Format, Labels};

    fn program(jobs: u64) -> Program {
        let labels = Labels::Numbers { base: 0 };
        let layout = Layout { format: Format::Text, cards: 5, dealt: 5, labels };
        let arguments = vec!["my shuffle".to_owned(), "-n".to_owned()];
        let service = Service::Command(arguments);
        Program { service, jobs, stall: Duration::from_secs(1), layout, probe: None }
    }

    #[test]
    fn the_shares_of_the_jobs_are_all_trials_in_their_order() {
        for (jobs, trials) in [(1, 10), (3, 10), (4, 4), (7, 1_000_003), (256, u64::MAX)] {
            let mut next = 0;
            for job in 0..jobs {
                let (first, share) = program(jobs).share(job, trials);
                assert_eq!(first, next);
                assert!(share == trials / jobs || share == trials / jobs + 1);
                next += share;
            }
            assert_eq!(next, trials);
        }
    }

    #[test]
    fn a_program_is_looked_for_where_it_would_be_started() {
        assert_eq!(program(1).command(), "'my shuffle' -n");
        assert_eq!(program(1).exists(), cfg!(not(unix)));
        let of = |name: &str| {
            let service = Service::Command(vec![name.to_owned()]);
            Program { service, ..program(1) }.exists()
        };
        assert!(of("sh") && of("/bin/sh"));
        assert_eq!(of("./sh"), cfg!(not(unix)));
    }
}
