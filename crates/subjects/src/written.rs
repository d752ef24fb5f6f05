//! A subject together with the keys that named it, as the engine takes it.

use crate::{
    CaseSpec,
    keys::{KEYS, Part},
    stream::{self, MOST_PATIENCE, Program},
    subject::{Absent, Subject},
};
use shuffle_algorithms::fill::Job;
use shuffle_audit::{
    Case,
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
    /// The subject of a case, if it was written in a plan or in flags. Code of a caller was not.
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
        Some(flags(&self.spec))
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

/// The flags of `check` that give the keys of a case.
fn flags(spec: &CaseSpec) -> Flags {
    let mut flags = Flags::default();
    for key in &KEYS {
        let Some(flag) = key.flag(spec) else { continue };
        match key.part {
            Part::Name => flags.names.push(flag),
            // Of every subject, written or not, the deck is known to the engine.
            Part::Deck => {}
            Part::Setting => flags.settings.push(flag),
        }
    }
    flags
}
