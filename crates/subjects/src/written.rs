//! A subject together with the keys that named it, as the engine takes it.

use crate::{
    CaseSpec,
    stream::{self, MOST_PATIENCE, Program},
    subject::{Absent, CommandSpec, Subject},
};
use shuffle_algorithms::fill::Job;
use shuffle_audit::{
    Case,
    command::quoted,
    feed::{Feed, Halt},
    names::Names,
    opening::Opening,
    source::SourceError,
    subject::{self as audit, Flags, Kind, NoVersion, Streams, Supply, Wanted},
};
use shuffle_reader::{Labels, Layout};
use std::{any::Any, fmt, sync::atomic::AtomicBool};

/// A subject, and how it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The case in which it was written.
    pub spec: CaseSpec,
    /// The subject.
    pub subject: Subject,
}

impl Written {
    /// That of a case, if it was written: code that was brought along was not.
    #[must_use]
    pub fn of(case: &Case) -> Option<&Self> {
        let subject: &dyn Any = case.subject.as_ref();
        subject.downcast_ref()
    }

    /// The layout of its decks, if they come as bytes.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        match &self.subject {
            Subject::Catalogued(_) => None,
            Subject::Program(program) => Some(&program.layout),
            Subject::Recorded(recorded) => Some(&recorded.layout),
        }
    }

    fn probed(&self) -> Option<(&Program, &[String])> {
        let program = self.subject.program()?;
        Some((program, program.probe.as_deref()?))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.subject.fmt(f)
    }
}

impl From<Absent> for audit::Absent {
    fn from(absent: Absent) -> Self {
        Self(absent.to_string())
    }
}

impl audit::Subject for Written {
    fn kind(&self) -> Kind {
        match self.subject {
            Subject::Catalogued(_) => Kind::Catalogue,
            Subject::Program(_) => Kind::Program,
            Subject::Recorded(_) => Kind::Recording,
        }
    }

    fn name(&self) -> String {
        self.subject.name()
    }

    fn supply(&self) -> Supply<'_> {
        match &self.subject {
            Subject::Catalogued(job) => Supply::Blocks(job),
            Subject::Program(_) | Subject::Recorded(_) => Supply::Streams(&self.subject),
        }
    }

    fn job(&self) -> Option<&Job> {
        self.subject.job()
    }

    fn names(&self) -> Names {
        match self.layout().map(|layout| &layout.labels) {
            Some(Labels::Names(labels)) => Names::labelled(
                (0..labels.cards()).map(|card| labels.label(card).to_owned()).collect(),
            ),
            Some(Labels::Numbers { base }) => Names::numbered(*base as usize),
            None => Names::default(),
        }
    }

    fn flags(&self) -> Option<Flags> {
        Some(flags(self))
    }

    fn look(&self) -> Result<(), audit::Absent> {
        Ok(self.subject.look()?)
    }

    fn probe(&self) -> Option<String> {
        let (program, probe) = self.probed()?;
        Some(format!("{probe:?} in {:?} within {:?}", program.folder, program.stall))
    }

    fn version(&self, interrupt: &AtomicBool) -> Result<String, NoVersion> {
        match self.probed() {
            None => Ok(String::new()),
            Some((program, probe)) => {
                let patience = program.stall.min(MOST_PATIENCE);
                stream::version((probe, &program.folder), patience, interrupt)
            }
        }
    }

    fn begins_again(
        &self,
        wanted: Wanted,
        seed: u64,
        opening: &Opening,
        interrupt: &AtomicBool,
    ) -> Option<bool> {
        self.subject.program()?.begins_again(wanted, seed, opening, interrupt)
    }
}

impl Streams for Subject {
    fn number(&self) -> usize {
        self.program().map_or(1, |program| program.jobs as usize)
    }

    fn open<'a>(
        &'a self,
        wanted: Wanted,
        seed: &dyn Fn(u64) -> u64,
        halt: &'a Halt<'a>,
    ) -> Result<Vec<Box<dyn Feed + 'a>>, SourceError> {
        match self {
            Self::Catalogued(_) => Ok(Vec::new()),
            Self::Program(program) => program.feeds(wanted, seed, halt),
            Self::Recorded(recorded) => recorded.feed(wanted, halt).map(|feed| vec![feed]),
        }
    }
}

/// The flags of `check`, each with its value as one word of a shell.
fn flags(written: &Written) -> Flags {
    let spec = &written.spec;
    let mut flags = Flags::default();
    let word = |word: &Option<String>| word.as_deref().map(quoted);
    let named = [
        ("algorithm", word(&spec.algorithm)),
        ("exec", spec.exec.as_ref().map(exec)),
        ("file", word(&spec.file)),
        ("library", word(&spec.library)),
        ("symbol", word(&spec.symbol)),
    ];
    let header = match spec.header {
        Some(true) => [("header", Some(String::new()))],
        Some(false) => [("no-header", Some(String::new()))],
        None => [("header", None)],
    };
    // A start order as `check` takes it: a plan may write it in other ways.
    let start = written.subject.job().filter(|_| spec.start.is_some());
    let settings = [
        ("format", word(&spec.format)),
        ("base", spec.base.map(|base| base.to_string())),
        ("labels", word(&spec.labels)),
        ("columns", word(&spec.columns)),
    ];
    let more = [
        ("jobs", spec.jobs.map(|jobs| jobs.to_string())),
        ("stall", word(&spec.stall)),
        ("passes", spec.passes.map(|passes| passes.to_string())),
        ("start", start.map(|job| job.start.to_string())),
        ("dice", word(&spec.dice)),
        ("rng", word(&spec.rng)),
    ];
    let given = |(flag, value): (&'static str, Option<String>)| Some((flag, value?));
    flags.names.extend(named.into_iter().filter_map(given));
    flags.settings.extend(settings.into_iter().chain(header).chain(more).filter_map(given));
    flags
}

/// A command as one word of a shell.
fn exec(command: &CommandSpec) -> String {
    match command {
        CommandSpec::Line(line) => quoted(line),
        CommandSpec::Arguments(arguments) => quoted(&shell_words::join(arguments)),
    }
}
