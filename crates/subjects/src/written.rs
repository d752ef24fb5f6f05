//! A subject together with the keys that named it, as the engine takes it.

use crate::{
    CaseSpec, Folder, counts, drawn,
    error::{CaseError, CaseProblem, MissingSubject, at},
    gathered, groups, hands,
    kind::SubjectKind,
    people, rule,
    start::StartKey,
    stream::{self, ExternalProgram, MOST_PATIENCE},
    subject::{self, Subject},
    table_file,
};
use shuffle_algorithms::fill::Job;
use shuffle_audit::{
    Case,
    case::{MOST_RECORDED, Request},
    feed::{Feed, Halt},
    names::Names,
    opening::Opening,
    source::SourceError,
    subject::{self as audit, Flags, Kind, NoVersion, Streams, Supply, Wanted},
};
use shuffle_deck::{Blocks, Shape, Weights};
use shuffle_reader::{Format, Kept, Labels, Layout};
use std::{
    any::Any,
    fmt,
    sync::{Arc, atomic::AtomicBool},
};

/// The most rows whose names are kept where not all rows are judged; beyond, rows are called by rank.
const MOST_NAMED: usize = 1 << 16;

/// A subject, and how it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The case in which it was written.
    pub spec: CaseSpec,
    /// The subject.
    pub subject: Subject,
    /// The people whose groups a row has, if they are known by name.
    pub(crate) people: Vec<String>,
}

impl Written {
    /// The subject of a case, if it was written in a plan or in flags. Code of a caller was not.
    pub fn of(case: &Case) -> Option<&Self> {
        let subject: &dyn Any = case.subject.as_ref();
        subject.downcast_ref()
    }

    /// The layout of its decks, if they come as bytes.
    pub fn layout(&self) -> Option<&Layout> {
        match &self.subject {
            Subject::Catalogued(_) | Subject::Counted(_) => None,
            Subject::Program(program) => Some(&program.layout),
            Subject::Recorded(recorded) => Some(&recorded.layout),
        }
    }

    /// The shape of its decks, if they are not orders.
    fn shape(&self) -> Option<Shape> {
        match &self.subject {
            Subject::Catalogued(job) => Some(job.shape),
            _ => self.layout()?.drawn,
        }
    }

    /// The rows that are judged, if not all of a file are.
    fn kept(&self) -> Option<&Kept> {
        self.subject.recorded()?.kept.as_deref()
    }

    fn probed(&self) -> Option<(&ExternalProgram, &[String])> {
        let program = self.subject.program()?;
        Some((program, program.probe.as_deref()?))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.subject.fmt(f)
    }
}

impl From<MissingSubject> for audit::Absent {
    fn from(absent: MissingSubject) -> Self {
        Self(absent.to_string())
    }
}

impl audit::Subject for Written {
    fn kind(&self) -> Kind {
        match self.subject {
            Subject::Catalogued(_) => Kind::Catalogue,
            Subject::Program(_) => Kind::Program,
            Subject::Recorded(_) | Subject::Counted(_) => Kind::Recording,
        }
    }

    fn name(&self) -> String {
        self.subject.name()
    }

    fn supply(&self) -> Supply<'_> {
        match &self.subject {
            Subject::Catalogued(job) => Supply::Blocks(job),
            Subject::Program(_) | Subject::Recorded(_) => Supply::Streams(&self.subject),
            Subject::Counted(table) => Supply::Counts(table.counts()),
        }
    }

    fn job(&self) -> Option<&Job> {
        self.subject.job()
    }

    fn names(&self) -> Names {
        let names = match (self.layout().map(|layout| &layout.labels), self.kept()) {
            (Some(labels), Some(kept)) if kept.cards() <= MOST_NAMED => {
                Names::labelled(kept.iter().map(|row| labels.name(row)).collect())
            }
            (Some(Labels::Names(labels)), None) => Names::labelled(
                (0..labels.cards()).map(|card| labels.label(card).to_owned()).collect(),
            ),
            (Some(Labels::Numbers { base }), None) => Names::numbered(*base as usize),
            _ => Names::default(),
        };
        if let Subject::Counted(table) = &self.subject {
            return table.items().map_or(names, |items| Names::labelled(items.to_vec()));
        }
        let levels = self.layout().and_then(|layout| layout.levels.as_ref());
        let names = match self.shape().and_then(|it| it.pack().or(it.blocks().map(Blocks::arms))) {
            Some(pack) => names.of_pack(pack.names().to_vec()),
            None => match self.shape().and_then(Shape::weights).and_then(Weights::names) {
                Some(of_weights) => names.of_pack(of_weights.to_vec()),
                None => names,
            },
        };
        let names = names.with_positions(self.people.clone());
        levels.map_or(names.clone(), |levels| names.with_levels(levels.names()))
    }

    fn flags(&self) -> Option<Flags> {
        if self.subject.program().is_some_and(|program| program.held().is_some()) {
            return None;
        }
        let mut flags = flags(&self.spec);
        if let (Some(_), Some(cards)) = (self.kept(), self.spec.cards) {
            // The cards of the file; fewer of them are judged.
            flags.settings.push(("cards", cards.to_string()));
        }
        Some(flags)
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
            Self::Catalogued(_) | Self::Counted(_) => Ok(Vec::new()),
            Self::Program(program) => program.feeds(wanted, seed, halt),
            Self::Recorded(recorded) => recorded.feed(wanted, seed(0), halt).map(|feed| vec![feed]),
        }
    }
}

/// The flags of `check` that give the keys of a case.
fn flags(spec: &CaseSpec) -> Flags {
    let mut flags = Flags::default();
    for flag in spec.flags() {
        match flag.0 {
            "algorithm" | "exec" | "file" | "library" | "symbol" | "counts" => {
                flags.names.push(flag)
            }
            // The engine knows the deck of every subject, written or not.
            "cards" | "deal" => {}
            // Counts are of draws of one with replacement, if nothing else is said.
            "replacement" if spec.counts.is_some() => {}
            _ => flags.settings.push(flag),
        }
    }
    flags
}

impl CaseSpec {
    /// Checks a case and makes it ready to run; its paths are relative to this folder.
    ///
    /// # Errors
    ///
    /// [`CaseError`], with the key at fault.
    pub fn case(self, folder: &Folder) -> Result<Case, CaseError> {
        drawn::spelled_out(hands::of_pbn(self, folder)?, |spec| spec.checked(folder))
    }

    fn checked(self, folder: &Folder) -> Result<Case, CaseError> {
        if self.counts.is_none() {
            return self.with_all_keys(folder);
        }
        let labels = subject::names_of(&self, folder, Format::Text)?;
        counts::completed(self, folder, labels.as_ref())?.with_all_keys(folder)
    }

    fn with_all_keys(self, folder: &Folder) -> Result<Case, CaseError> {
        // Tables with a row for each item are read as the decks that they hold.
        let (mut read, mut held) = (self.clone(), folder.clone());
        gathered::read_as_decks(&mut read, &mut held)?;
        let people = people::read_as_rows(&mut read, &mut held)?;
        let drawn = rule::ruled(&read, &held, drawn::drawn(&read, &held)?)?;
        if self.cards.is_none() && drawn.cards(0) == 0 {
            return self.counted(folder)?.checked(folder);
        }
        let request = Request {
            id: self.id.clone(),
            cards: self.cards.unwrap_or(0),
            deal: self.deal,
            drawn,
            trials: self.trials,
            metrics: self.metrics.clone(),
            sequential: self.sequential,
            expect: self.expect,
            caught_by: self.caught_by.clone(),
            classes: groups::classes(&self, folder)?,
        };
        // The file shows which rows are judged.
        let ignores = self.coverage.as_deref() == Some("ignore")
            && self.cards.is_some_and(|cards| cards <= MOST_RECORDED);
        let whole = Shape::whole(
            self.cards.and_then(|cards| usize::try_from(cards).ok()).unwrap_or(usize::MAX),
        );
        let looked = ignores.then(|| Subject::of(&read, whole, &held)).transpose()?;
        let kept = looked.as_ref().and_then(|subject| subject.recorded()?.kept.as_deref());
        let cards = kept.map_or(self.cards.unwrap_or(0), |kept| kept.cards() as u64);
        Case::new(Request { cards, ..request }, |shape| {
            let subject = looked.map_or_else(|| Subject::of(&read, shape, &held), Ok)?;
            let start = subject.job().and_then(|job| StartKey::of(&job.start));
            let mut spec = self;
            spec.start = start;
            Ok(Arc::new(Written { spec, subject, people }) as Arc<dyn shuffle_audit::Subject>)
        })
    }

    /// The case with its number of cards, known from its file or its labels.
    fn counted(mut self, folder: &Folder) -> Result<Self, CaseError> {
        // If there is no subject, that is the error.
        let kind = self.kind()?;
        if let Some(sized) = stream::sized(&self, folder)? {
            return Ok(sized);
        }
        let format = table_file::format_of(&self, None)?;
        match subject::names_of(&self, folder, format)? {
            Some(names) if kind != SubjectKind::Catalogue => {
                self.cards = Some(names.cards() as u64);
                Ok(self)
            }
            _ => Err(at("cards")(CaseProblem::NoCards)),
        }
    }

    /// The case as it would be written; nothing if its subject is not one that can be written.
    pub fn of(case: &Case) -> Option<Self> {
        let mut spec = Written::of(case)?.spec.clone();
        spec.trials = (case.trials != u64::MAX).then_some(case.trials);
        spec.id.clone_from(&case.id);
        Some(spec)
    }
}
