#![doc = include_str!("program.md")]

use crate::{
    Folder, Held, drawn,
    stream::{
        Blocks, Pipe, StreamFault,
        pipe::{AHEAD, BUSY, Patience, Trouble},
        process::Process,
        service::Service,
    },
};
use shuffle_audit::{
    block::trials_per_block,
    feed::{Feed, Glance, Halt, Halted},
    opening::Opening,
    source::SourceError,
    subject::Wanted,
};
use shuffle_deck::{Shape, words::plural};
use shuffle_metrics::Decks;
use shuffle_reader::{DeckError, Layout};
use std::{io, sync::atomic::AtomicBool, time::Duration};

/// The longest wait for the exit status of a program that has closed its output too early.
pub(super) const EXPLANATION: Duration = Duration::from_secs(2);

/// The longest silence of a program that is started once more, only to compare its first decks.
const MOST_PATIENCE_AGAIN: Duration = Duration::from_secs(2);

/// The longest wait for the end of a program that has written something that is not a deck: many print an error, and end.
const MOMENT: Duration = Duration::from_millis(100);

/// A program that writes decks.
///
/// ```
/// use shuffle_subjects::{PlanFile, Subject, Written};
///
/// let file = PlanFile::parse(
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
/// let written = Written::of(&file.cases[0]).unwrap();
/// let Subject::Program(program) = &written.subject else { unreachable!() };
/// assert_eq!(program.command(), "python3 'my shuffle.py'");
/// assert_eq!((program.jobs, program.stall.as_secs()), (2, 30));
/// # Ok::<(), shuffle_subjects::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalProgram {
    /// The program or the library.
    pub service: Service,
    /// The number of copies of it that run side by side.
    pub jobs: u64,
    /// The longest time without output; a program that is silent for longer hangs.
    pub stall: Duration,
    /// The layout of the decks that it writes.
    pub layout: Layout,
    /// A command, as its words, that is run before anything else. Its first line of output is the version of what
    /// is audited; if it fails, the case is skipped.
    pub probe: Option<Vec<String>>,
    /// The folder in which it is run.
    pub folder: Folder,
}

impl ExternalProgram {
    /// The command as a shell takes it, or the name of a function of the caller.
    pub fn command(&self) -> String {
        match &self.service {
            Service::Command(arguments) if self.held().is_some() => arguments.concat(),
            Service::Command(arguments) => shell_words::join(arguments),
            Service::Library { path, symbol } => format!("{path}: {symbol}"),
        }
    }

    /// The function of the caller that it is, if it is one.
    pub(crate) fn held(&self) -> Option<&dyn Held> {
        match &self.service {
            Service::Command(words) if words.len() == 1 => self.folder.held(&words[0]),
            _ => None,
        }
    }

    /// True if the program exists; it is not started.
    pub(crate) fn exists(&self) -> bool {
        if self.held().is_some() {
            return true;
        }
        let program = match &self.service {
            Service::Command(arguments) => arguments.first().map_or("", String::as_str),
            Service::Library { path, .. } => return self.folder.join(path).exists(),
        };
        is_there(program, &self.folder)
    }

    pub(super) fn first_job<'a>(
        &self,
        Wanted { shape, trials, .. }: Wanted,
        seed: u64,
        halt: &'a Halt<'a>,
    ) -> Result<RunningCopy<'a>, SourceError> {
        let (first, share) = self.share(0, trials);
        CopyTask { program: self, shape, job: 0, first, share, seed }.start(halt)
    }

    /// Starts the first job once more, with the same environment, and returns true if it begins with the same decks;
    /// `None` if that is unknown.
    pub(crate) fn begins_again(
        &self,
        wanted: Wanted,
        seed: u64,
        opening: &Opening,
        interrupt: &AtomicBool,
    ) -> Option<bool> {
        let hasty = Self { stall: self.stall.min(MOST_PATIENCE_AGAIN), ..self.clone() };
        let halt = Halt::new(interrupt);
        let mut job = hasty.first_job(wanted, seed, &halt).ok()?;
        let decks = job.blocks.read(opening.decks()).ok()?;
        let again = Opening::of(&job.blocks.block.decks(), wanted.shape);
        if decks == opening.decks() { opening.is_that_of(&again, wanted.shape) } else { None }
    }

    /// The trials of job `job`, out of all `trials`: the first, and their number.
    fn share(&self, job: u64, trials: u64) -> (u64, u64) {
        let (each, more) = (trials / self.jobs, trials % self.jobs);
        (job * each + job.min(more), each + u64::from(job < more))
    }

    /// Starts all jobs.
    pub(crate) fn feeds<'a>(
        &self,
        Wanted { shape, trials, .. }: Wanted,
        seed: &dyn Fn(u64) -> u64,
        halt: &'a Halt<'a>,
    ) -> Result<Vec<Box<dyn Feed + 'a>>, SourceError> {
        (0..self.jobs)
            .map(|job| {
                let (first, share) = self.share(job, trials);
                let start = CopyTask { program: self, shape, job, first, share, seed: seed(job) };
                Ok(Box::new(start.start(halt)?) as Box<dyn Feed + 'a>)
            })
            .collect()
    }
}

/// True if there is a program of this name in `PATH`, or at this path. Always true on systems other than Unix.
pub(super) fn is_there(program: &str, folder: &Folder) -> bool {
    if !cfg!(unix) {
        // Elsewhere the system adds an extension to the name when it starts the program.
        return true;
    }
    if program.contains(std::path::is_separator) {
        return folder.join(program).exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A job that is to be started.
struct CopyTask<'p> {
    program: &'p ExternalProgram,
    shape: Shape,
    job: u64,
    first: u64,
    share: u64,
    seed: u64,
}

impl CopyTask<'_> {
    fn start<'a>(&self, halt: &'a Halt<'a>) -> Result<RunningCopy<'a>, SourceError> {
        let name = self.name();
        let failed = |error: io::Error| SourceError(format!("{name} cannot be started: {error}"));
        let environment = [
            ("SHUFFLE_CARDS", self.shape.cards().to_string()),
            ("SHUFFLE_DEAL", self.shape.dealt().to_string()),
            ("SHUFFLE_DRAW", drawn::in_a_word(self.shape).to_owned()),
            ("SHUFFLE_PACK", drawn::counts(self.shape)),
            ("SHUFFLE_WEIGHTS", drawn::weights(self.shape)),
            ("SHUFFLE_BONUS", self.shape.bonus().map_or_else(String::new, |it| it.to_string())),
            ("SHUFFLE_TRIALS", self.share.to_string()),
            ("SHUFFLE_SEED", self.seed.to_string()),
            ("SHUFFLE_FORMAT", self.program.layout.format.id().to_owned()),
        ];
        let ExternalProgram { service, stall, layout, folder, .. } = self.program;
        let ahead = (AHEAD / self.program.jobs as usize).max(1 << 20);
        let (process, pipe) = match self.program.held() {
            Some(held) => {
                let decks = held.open(&environment).map_err(failed)?;
                (None, Pipe::new(decks, halt, Patience::endless(Duration::ZERO, ahead)))
            }
            None => {
                let command = folder.command(&service.arguments(folder)).map_err(failed)?;
                let (process, stdout) = Process::start(command, &environment).map_err(failed)?;
                let pulse = process.pulse();
                let patience = Patience {
                    stall: Some(*stall),
                    ahead,
                    linger: Duration::ZERO,
                    has_exited: Box::new(move || pulse.has_exited()),
                    used: Box::new(move || pulse.processor_time()),
                };
                (Some(process), Pipe::new(stdout, halt, patience))
            }
        };
        let pipe = pipe.map_err(failed)?;
        let blocks = Blocks::new(pipe, halt, (self.shape, layout), self.first);
        let (share, stall) = (self.share, *stall);
        Ok(RunningCopy {
            name,
            process,
            blocks,
            service: service.clone(),
            stall,
            share,
            left: share,
            is_done: false,
            opening: None,
        })
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
pub(super) struct RunningCopy<'a> {
    name: String,
    /// None of a function of the caller.
    process: Option<Process>,
    pub(super) blocks: Blocks<'a>,
    service: Service,
    stall: Duration,
    share: u64,
    left: u64,
    is_done: bool,
    opening: Option<Opening>,
}

impl Feed for RunningCopy<'_> {
    fn next(&mut self) -> Result<Option<Decks<'_>>, Halted> {
        if self.left == 0 {
            if !self.is_done {
                self.finish()?;
                self.is_done = true;
            }
            return Ok(None);
        }
        let wanted = self.left.min(trials_per_block(self.blocks.shape.breadth()));
        match self.blocks.read(wanted) {
            Ok(decks) if decks == wanted => self.left -= decks,
            Ok(decks) if self.blocks.halt.is_over() => {
                (self.left, self.is_done) = (0, true);
                self.dismiss();
                if self.blocks.reader.decks() == 0 {
                    return Err(self.fault("wrote no deck in the time allowed"));
                }
                if decks == 0 {
                    return Ok(None);
                }
            }
            Ok(_) | Err(StreamFault::Deck(DeckError::Empty)) => return Err(self.too_few()),
            Err(wrong) => return Err(self.fault_of(wrong)),
        }
        let shape = self.blocks.shape;
        let decks = self.blocks.block.decks();
        self.opening.get_or_insert_with(|| Opening::of(&decks, shape));
        Ok(Some(decks))
    }

    fn glance(&mut self) -> Glance {
        Glance { opening: self.opening.clone(), ..Glance::default() }
    }

    fn dismiss(&mut self) {
        if let Some(process) = &mut self.process {
            process.ask_to_end();
        }
    }
}

impl Drop for RunningCopy<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

impl RunningCopy<'_> {
    /// Ends the program, in a hurry where no more decks are wanted.
    fn end(&mut self) {
        let halt = self.blocks.halt;
        if let Some(process) = &mut self.process {
            process.end(|| halt.is_interrupted() || halt.is_over());
        }
    }

    /// All decks are here: nothing more may come, and the program must end well.
    fn finish(&mut self) -> Result<(), Halted> {
        let all = format!("all {} {}", self.share, plural("deck", self.share));
        let stall = humantime::format_duration(self.stall);
        let endless = format!("wrote {all}, but does not end within {stall}");
        match self.blocks.read(1) {
            Ok(0) => {}
            Ok(_) => {
                return Err(self.fault(&format!(
                    "continues after {all}: it must write SHUFFLE_TRIALS decks, and then end"
                )));
            }
            Err(StreamFault::Deck(error)) => {
                return Err(self.fault(&format!("continues after {all}: {error}")));
            }
            Err(StreamFault::Pipe(Trouble::Stalled | Trouble::Busy)) => {
                return Err(self.fault(&endless));
            }
            Err(wrong) => return Err(self.fault_of(wrong)),
        }
        let halt = self.blocks.halt;
        let Some(process) = &mut self.process else { return Ok(()) };
        let status = process.wait(self.stall, || halt.check().is_err());
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
        let Some(process) = &mut self.process else {
            return self.fault(&format!("ended {so_far}"));
        };
        match process.wait(EXPLANATION, || halt.check().is_err()) {
            Some(status) if status.success() => {
                self.fault(&format!("ended {so_far}; it must write SHUFFLE_TRIALS decks"))
            }
            Some(status) => self.fault(&format!("failed ({status}) {so_far}")),
            None => match halt.check() {
                Err(halted) => halted,
                Ok(()) => self.fault(&format!("closed its output {so_far}")),
            },
        }
    }

    pub(super) fn fault_of(&mut self, wrong: StreamFault) -> Halted {
        let so_far = self.so_far();
        let stall = humantime::format_duration(self.stall);
        match wrong {
            StreamFault::Pipe(Trouble::Halted | Trouble::Over) => {
                self.blocks.halt.check().err().unwrap_or(Halted::Stopped)
            }
            StreamFault::Pipe(Trouble::Stalled) => self.fault(&format!(
                "hangs: it wrote nothing for {stall} {so_far} (--stall changes the limit)"
            )),
            StreamFault::Pipe(Trouble::Busy) => self.busy_fault(&so_far),
            StreamFault::Pipe(Trouble::LeftBehind) => self
                .fault(&format!("ended {so_far}, but left a process that holds its output open")),
            StreamFault::Deck(error) => self.deck_fault(&error, &so_far),
        }
    }

    /// It computes, but writes nothing; often because it would write everything at its end.
    fn busy_fault(&mut self, so_far: &str) -> Halted {
        let silence = humantime::format_duration(self.stall * BUSY);
        let cause = if self.process.as_ref().is_some_and(|it| it.pulse().never_waits()) {
            "its output never blocks, as in Node, where all that console.log writes in a loop stays in memory until the \
             loop ends: write a chunk of decks at a time, with fs.writeSync(1, ...)"
        } else if let Service::Library { symbol, .. } = &self.service {
            &format!("`{symbol}` loops forever, or takes longer than that for a few shuffles")
        } else {
            "a program must write decks as it makes them, not all at the end"
        };
        self.fault(&format!(
            "computes, but wrote nothing for {silence} {so_far}: {cause} (--stall sets a tenth of that time)"
        ))
    }

    /// Something that is not a deck. If the program has failed, its status is reported first.
    fn deck_fault(&mut self, error: &DeckError, so_far: &str) -> Halted {
        let patience = if self.blocks.watch.has_ended() { EXPLANATION } else { MOMENT };
        let halt = self.blocks.halt;
        let ended = |process: &mut Process| process.wait(patience, || halt.check().is_err());
        let status = self.process.as_mut().and_then(ended);
        if let Some(status) = status.filter(|status| !status.success()) {
            return self.fault(&format!("failed ({status}) {so_far}: {error}"));
        }
        self.fault_at(&format!(": {error}"))
    }

    fn so_far(&self) -> String {
        let decks = plural("deck", self.share);
        format!("after {} of {} {decks}", self.blocks.reader.decks(), self.share)
    }

    /// Ends the program, and returns the error.
    fn fault(&mut self, what: &str) -> Halted {
        self.fault_at(&format!(" {what}"))
    }

    fn fault_at(&mut self, what: &str) -> Halted {
        self.end();
        let last_words = self.process.as_ref().map_or_else(String::new, Process::last_words);
        let last_words = match last_words.as_str() {
            "" => String::new(),
            said => format!("\n  it said on stderr:{said}"),
        };
        Halted::Fault(SourceError(format!("{}{what}{last_words}", self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_reader::Format;

    fn program(jobs: u64) -> ExternalProgram {
        let layout = Layout::whole(Format::Text, 5);
        let arguments = vec!["my shuffle".to_owned(), "-n".to_owned()];
        let service = Service::Command(arguments);
        let (stall, folder) = (Duration::from_secs(1), Folder::default());
        ExternalProgram { service, jobs, stall, layout, probe: None, folder }
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
            ExternalProgram { service, ..program(1) }.exists()
        };
        assert!(of("sh") && of("/bin/sh"));
        assert_eq!(of("./sh"), cfg!(not(unix)));
    }
}
