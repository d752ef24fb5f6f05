//! The decks on which a page shows a test at work: those that the printed command shuffles.

use crate::{BookError, command::Command, root};
use shuffle_audit::{CaseFindings, Conclusion, engine::Options, plan::SEED};
use shuffle_metrics::{
    catalogue,
    metric::{ShownDraw, TestEntry},
    verdict::{Budget, Ruling},
};
use shuffle_studies::Results;
use shuffle_subjects::{CaseSpec, Folder, PlanFile};

/// The dice that have no flaw.
pub const EXACT: &str = "exact";

/// A `check` of one shuffle by one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The test.
    pub test: &'static TestEntry,
    /// The shuffle.
    pub algorithm: String,
    /// The dice.
    pub dice: String,
    /// Cards in the deck.
    pub cards: u64,
    /// The number of cards that are dealt, if it is not the whole deck.
    pub deal: Option<u64>,
    /// The number of decks.
    pub trials: u64,
    /// True if what is drawn is to be sound.
    pub is_sound: bool,
}

impl Check {
    /// The demonstration of a test.
    #[must_use]
    pub fn of(test: &'static TestEntry) -> Self {
        let shown = test.lesson.shown_by;
        let (algorithm, dice) = (shown.algorithm.to_owned(), shown.dice.to_owned());
        let deal = test.shown_in_deals_of.or(test.shown_draw.deal());
        let (cards, trials) = (shown.cards, shown.trials);
        Self { test, algorithm, dice, cards, deal, trials, is_sound: false }
    }

    /// The same test on a sound shuffle.
    #[must_use]
    pub fn sound(&self) -> Self {
        let (algorithm, dice) = ("fisher-yates".to_owned(), EXACT.to_owned());
        Self { algorithm, dice, is_sound: true, ..self.clone() }
    }

    /// The same on so many cards, of which as large a part is dealt.
    #[must_use]
    pub fn of_cards(&self, cards: u64) -> Self {
        let deal = self.deal.map(|deal| (deal * cards / self.cards).max(1));
        Self { cards, deal, ..self.clone() }
    }

    /// The shuffle in words, with its dice if they are not exact.
    #[must_use]
    pub fn name(&self) -> String {
        match self.dice.as_str() {
            EXACT => self.algorithm.clone(),
            dice => format!("{} with {dice} dice", self.algorithm),
        }
    }

    /// True if the test counts by itself and stops as soon as it may.
    fn is_until_decided(&self) -> bool {
        catalogue::of_test(self.test.id).is_none()
    }

    /// The command, without its exit code.
    fn arguments(&self) -> String {
        let Self { test, algorithm, dice, cards, deal, trials, is_sound } = self;
        let dice = if dice == EXACT { String::new() } else { format!(" --dice {dice}") };
        let deal = deal.map(|deal| format!(" --deal {deal}")).unwrap_or_default();
        let groups = test.shown_with_groups;
        let groups = groups.map(|(groups, batch)| format!(" --groups {groups} --batch {batch}"));
        let groups = groups.unwrap_or_default();
        let drawn = match test.shown_draw {
            ShownDraw::Order => format!(" --cards {cards}{deal}"),
            ShownDraw::Unordered { .. } => format!(" --cards {cards}{deal} --unordered"),
            ShownDraw::Bonus { bonus, .. } => {
                format!(" --cards {cards}{deal} --unordered --bonus {bonus}")
            }
            ShownDraw::Replacement { .. } => format!(" --cards {cards}{deal} --replacement"),
            ShownDraw::Pack(pack) => format!(" --pack {pack}"),
            ShownDraw::Levels { file, columns, by, sound_by } => {
                let by = if *is_sound { sound_by } else { by };
                let read = format!("check --file {file} --columns {columns} --base 1");
                let drawn = format!("--cards {cards}{deal} --unordered --by {by}");
                return format!("{read} {drawn} --metrics {}", test.id);
            }
        };
        let subject = format!("check --algorithm {algorithm}{dice}{drawn}{groups}");
        if self.is_until_decided() {
            format!("{subject} --until-decided --max-trials {trials}")
        } else {
            format!("{subject} --trials {trials} --metrics {}", test.id)
        }
    }

    /// The command that a page prints; with `out`, it writes its report there.
    #[must_use]
    pub fn command(&self, exit: i32, out: Option<&str>) -> Command {
        let out = out.map(|out| format!(" --out {out}")).unwrap_or_default();
        Command::new(&(self.arguments() + &out), exit)
    }

    /// A case with what it draws.
    fn drawn(&self, spec: CaseSpec) -> CaseSpec {
        let named = |text: &str| Some(text.to_owned());
        match self.test.shown_draw {
            ShownDraw::Order => spec,
            ShownDraw::Unordered { .. } => CaseSpec { unordered: true, ..spec },
            ShownDraw::Bonus { bonus, .. } => {
                CaseSpec { unordered: true, bonus: named(bonus), ..spec }
            }
            ShownDraw::Replacement { .. } => CaseSpec { replacement: true, ..spec },
            ShownDraw::Pack(pack) => {
                CaseSpec { cards: CaseSpec::NO_CARDS, pack: named(pack), ..spec }
            }
            ShownDraw::Levels { file, columns, by, sound_by } => CaseSpec {
                algorithm: None,
                dice: None,
                trials: None,
                file: named(file),
                columns: named(columns),
                base: Some(1),
                by: named(if self.is_sound { sound_by } else { by }),
                unordered: true,
                ..spec
            },
        }
    }

    /// Does what the command does.
    ///
    /// # Errors
    ///
    /// [`BookError::Entry`] for an entry that names what there is not, [`BookError::Run`].
    pub fn run(&self) -> Result<Checked, BookError> {
        let wrong = |why: String| BookError::entry(self.test.id, why);
        let id = self.algorithm.split(':').next().unwrap_or_default();
        let until_decided = self.is_until_decided();
        let spec = CaseSpec {
            trials: Some(self.trials),
            deal: self.deal,
            dice: Some(self.dice.clone()),
            groups: self.test.shown_with_groups.map(|(groups, _)| groups.to_owned()),
            batch: self.test.shown_with_groups.map(|(_, batch)| batch),
            metrics: (!until_decided).then(|| vec![self.test.id.to_owned()]),
            sequential: until_decided,
            ..CaseSpec::new(id, &self.algorithm, self.cards)
        };
        let case = self.drawn(spec).case(&Folder::new(&root()));
        let case = case.map_err(|error| wrong(error.to_string()))?;
        let plan = PlanFile {
            name: "check".to_owned(),
            title: format!("check of {}", case.subject.name()),
            seed: SEED,
            budget: Budget { escalate: !until_decided, ..Budget::default() },
            folder: Folder::default(),
            cases: vec![case],
            sweeps: Vec::new(),
            second_look: None,
        };
        let Results { findings, .. } = shuffle_studies::run(&plan, &Options::default())?;
        let found = findings.cases.into_iter().next();
        Ok(Checked {
            test: self.test,
            found: found.ok_or_else(|| wrong("no findings".to_owned()))?,
        })
    }
}

/// What a check found.
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
    #[must_use]
    pub fn log10_p(&self) -> Option<f64> {
        Some(self.ruling()?.judgement.evidence()?.p_value.log10())
    }

    /// The number of decks of the first look.
    #[must_use]
    pub fn decks(&self) -> u64 {
        self.found.looks.first().map_or(0, |look| look.trials)
    }

    /// The exit code of the command.
    #[must_use]
    pub fn exit(&self) -> i32 {
        match self.found.conclusion() {
            Conclusion::AsExpected => 0,
            Conclusion::Undecided => 3,
            _ => 1,
        }
    }
}
