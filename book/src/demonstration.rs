//! The decks on which a page shows a test at work: those that the printed command shuffles.

use crate::{BookError, command::Command, lesson::Lesson, root};
use shuffle_audit::{Case, CaseFindings, Conclusion, engine::Options, plan::SEED};
use shuffle_metrics::{
    TestEntry, catalogue,
    verdict::{Budget, Ruling},
};
use shuffle_studies::Results;
use shuffle_subjects::{CaseSpec, Folder, PlanFile};
use toml::{Table, Value};

/// The first keys of a command, in order; all others follow.
const FLAGS: [&str; 14] = [
    "algorithm",
    "dice",
    "file",
    "columns",
    "base",
    "cards",
    "deal",
    "unordered",
    "bonus",
    "replacement",
    "pack",
    "by",
    "groups",
    "batch",
];

/// A key of a lesson with this prefix belongs to the sound case.
const SOUND: &str = "sound_";

/// A `check` of one shuffle, or of one file of draws, by one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub(crate) test: &'static TestEntry,
    /// The case, in the keys of a plan.
    case: Table,
    /// The same with a sound subject.
    sound: Table,
}

impl Check {
    /// The demonstration of a test.
    pub fn of(test: &'static TestEntry, lesson: &Lesson) -> Self {
        let (of_sound, case): (Table, Table) =
            lesson.case.clone().into_iter().partition(|(key, _)| key.starts_with(SOUND));
        let mut sound = case.clone();
        sound.remove("dice");
        if of_sound.is_empty() {
            sound.insert("algorithm".to_owned(), "fisher-yates".into());
        }
        sound.extend(
            of_sound.into_iter().map(|(key, value)| (key[SOUND.len()..].to_owned(), value)),
        );
        Self { test, case, sound }
    }

    /// The same test on a sound subject.
    pub fn sound(&self) -> Self {
        Self { case: self.sound.clone(), ..self.clone() }
    }

    /// The same with other numbers.
    fn with(&self, numbers: impl IntoIterator<Item = (&'static str, u64)>) -> Self {
        let mut check = self.clone();
        for (key, number) in numbers {
            check.case.insert(key.to_owned(), Value::Integer(number as i64));
        }
        check
    }

    /// The same on a number of decks.
    pub(crate) fn of_trials(&self, trials: u64) -> Self {
        self.with([("trials", trials)])
    }

    /// The same on a number of cards, of which as large a part is dealt.
    pub(crate) fn of_cards(&self, cards: u64) -> Self {
        let deal = self.number("deal").zip(self.number("cards"));
        let deal = deal.map(|(deal, of)| ("deal", (deal * cards / of).max(1)));
        self.with([("cards", cards)].into_iter().chain(deal))
    }

    /// The number of a key.
    pub fn number(&self, key: &str) -> Option<u64> {
        u64::try_from(self.case.get(key)?.as_integer()?).ok()
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.case.get(key)?.as_str()
    }

    /// The shuffle, or the file of draws.
    pub fn subject(&self) -> &str {
        self.text("algorithm").or(self.text("file")).unwrap_or_default()
    }

    /// The shuffle in words, with its dice if they are not exact; of a file, what is read of it.
    pub(crate) fn name(&self) -> String {
        let subject = self.subject();
        let column =
            self.text("by").or(self.text("columns")).filter(|_| self.text("file").is_some());
        if let Some(column) = column {
            return format!("{column} of {subject}");
        }
        let dice = self.text("dice").map(|dice| format!("{subject} with {dice} dice"));
        dice.unwrap_or_else(|| subject.to_owned())
    }

    /// True if the test counts by itself and stops as soon as it may.
    fn is_until_decided(&self) -> bool {
        catalogue::of_test(self.test.id).is_none()
    }

    /// The command that a page prints; with `out`, it writes its report there.
    pub(crate) fn command(&self, exit: i32, out: Option<&str>) -> Command {
        let mut arguments = "check".to_owned();
        let others = self.case.keys().map(String::as_str).filter(|key| !FLAGS.contains(key));
        for key in FLAGS.into_iter().chain(others) {
            arguments += &match (key, self.case.get(key)) {
                (_, None) => String::new(),
                (_, Some(Value::Boolean(_))) => format!(" --{key}"),
                ("trials", Some(trials)) if self.is_until_decided() => {
                    format!(" --until-decided --max-trials {trials}")
                }
                (_, Some(Value::String(text))) => format!(" --{key} {text}"),
                (_, Some(value)) => format!(" --{key} {value}"),
            };
        }
        if !self.is_until_decided() {
            arguments += &format!(" --metrics {}", self.test.id);
        }
        arguments += &out.map(|out| format!(" --out {out}")).unwrap_or_default();
        Command::new(&arguments, exit)
    }

    /// The case of the command.
    ///
    /// # Errors
    ///
    /// `BookError::Entry` for a case that cannot be run.
    pub(crate) fn case(&self) -> Result<Case, BookError> {
        let wrong = |why: String| BookError::entry(self.test.id, why);
        let until_decided = self.is_until_decided();
        let mut case = self.case.clone();
        let id = self.subject().split(':').next().unwrap_or_default();
        let id = id.rsplit('/').next().unwrap_or_default().trim_end_matches(".csv");
        case.insert("id".to_owned(), id.into());
        case.insert("sequential".to_owned(), until_decided.into());
        if !until_decided {
            case.insert("metrics".to_owned(), vec![self.test.id].into());
        }
        let spec: CaseSpec = case.try_into().map_err(|error| wrong(format!("{error}")))?;
        spec.case(&Folder::new(&root())).map_err(|error| wrong(error.to_string()))
    }

    /// Does what the command does.
    ///
    /// # Errors
    ///
    /// `BookError::Entry` for an entry that names what there is not, `BookError::Run`.
    pub fn run(&self) -> Result<Checked, BookError> {
        let case = self.case()?;
        let plan = PlanFile {
            name: "check".to_owned(),
            title: format!("check of {}", case.subject.name()),
            seed: SEED,
            budget: Budget { escalate: !self.is_until_decided(), ..Budget::default() },
            folder: Folder::default(),
            cases: vec![case],
            sweeps: Vec::new(),
            second_look: None,
        };
        let Results { findings, .. } = shuffle_studies::run(&plan, &Options::default())?;
        let found = findings.cases.into_iter().next();
        let found = found.ok_or_else(|| BookError::entry(self.test.id, "no findings"))?;
        Ok(Checked { test: self.test, found })
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    test: &'static TestEntry,
    /// The findings.
    pub found: CaseFindings,
}

impl Checked {
    fn ruling(&self) -> Option<&Ruling> {
        self.found.looks.first()?.ruling(self.test.id)
    }

    /// The decimal logarithm of the p-value in the first look; `None` if there were too few decks.
    pub(crate) fn log10_p(&self) -> Option<f64> {
        Some(self.ruling()?.judgement.evidence()?.p_value.log10())
    }

    /// The number of decks of the first look.
    pub(crate) fn decks(&self) -> u64 {
        self.found.looks.first().map_or(0, |look| look.trials)
    }

    /// The exit code of the command.
    pub fn exit(&self) -> i32 {
        match self.found.conclusion() {
            Conclusion::AsExpected => 0,
            Conclusion::Undecided => 3,
            _ => 1,
        }
    }
}
