//! Decks that are all the same, or a few different ones: a fact that no test states as plainly as a count does.

use crate::{
    CaseFindings,
    number::{count, counted},
    words::{entry, noun, outcome, subject},
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    About, DifferentDecks, Evidence, Exhibit, KnownCounts, Verdict, verdict::Ruling,
};

/// More equal copies than this do not come from processes that ran in parallel.
const MOST_PROCESSES: u64 = 1_000;

/// What was seen of the decks of a rejected case, before any test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sameness {
    decks: DifferentDecks,
    common: CommonDeck,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommonDeck {
    Start,
    Reverse,
    Other,
    Several,
}

/// The decks of a case, if it fails and they are few different ones.
pub fn sameness(case: &CaseFindings) -> Option<Sameness> {
    let exhibits = &case.last().exhibits;
    let decks = exhibits.iter().find_map(Exhibit::different)?;
    let KnownCounts { start, reverse } = known(case);
    // A single deck is no sample, but it may be one that everybody knows.
    let is_known = decks.trials == 1 && start + reverse > 0;
    if case.verdict() != Verdict::Fail || !(decks.are_few() || is_known) {
        return None;
    }
    let common = match decks.most {
        _ if !decks.is_mostly_one() => CommonDeck::Several,
        most if most == start => CommonDeck::Start,
        most if most == reverse => CommonDeck::Reverse,
        _ => CommonDeck::Other,
    };
    Some(Sameness { decks, common })
}

/// The decks of a case in their start order, or its reverse.
pub(crate) fn known(case: &CaseFindings) -> KnownCounts {
    let known = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Known(known) => Some(*known),
        _ => None,
    });
    known.unwrap_or_default()
}

/// The clearest rejection among the tests that compare whole decks.
pub(super) fn holding<'a>(
    same: &Sameness,
    case: &'a CaseFindings,
) -> Option<(&'a Ruling, &'a Evidence)> {
    let rulings = case.last().rulings.iter();
    rulings
        .filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
        .filter(|(ruling, _)| ruling.verdict == Verdict::Fail && same.is_held_by(ruling))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))
}

impl Sameness {
    /// True if this test rejects because decks repeat, not because of a property of the decks.
    pub(super) fn is_held_by(&self, ruling: &Ruling) -> bool {
        entry(ruling).is_some_and(|test| match self.common {
            CommonDeck::Start | CommonDeck::Reverse => test.about == About::KnownDecks,
            CommonDeck::Other | CommonDeck::Several => test.compares_whole_decks,
        })
    }

    /// True if no single deck makes up most of them.
    pub(super) fn are_several(&self) -> bool {
        self.common == CommonDeck::Several
    }

    /// "all 1,000 decks of `x` on 52 cards are the same order".
    pub fn of_subject(&self, case: &CaseFindings) -> String {
        self.of(case, &subject(case))
    }

    /// The same of a subject by this name.
    pub(super) fn of(&self, case: &CaseFindings, subject: &str) -> String {
        self.words(case, &format!(" of {subject}"))
    }

    /// "all 1,000 decks are the same order".
    pub fn plain(&self, case: &CaseFindings) -> String {
        self.words(case, "")
    }

    fn words(&self, case: &CaseFindings, of: &str) -> String {
        let DifferentDecks { trials, different, most, fewest, .. } = self.decks;
        let shape = case.case.shape;
        let trials = counted(trials, noun(shape));
        let who = match self.decks.trials {
            1 => format!("the {}{of} is", noun(shape)),
            all if most == all => format!("all {trials}{of} are"),
            _ => format!("{} of {trials}{of} are", count(most)),
        };
        match self.common {
            CommonDeck::Start => format!("{who} in the start order"),
            CommonDeck::Reverse => format!("{who} in the reverse of the start order"),
            CommonDeck::Other => format!("{who} the same {}", outcome(shape)),
            CommonDeck::Several => {
                let outcomes = match shape.kind() {
                    DrawKind::Unordered => format!("{} different sets of balls", count(different)),
                    _ => counted(different, &format!("different {}", outcome(shape))),
                };
                let each = match most {
                    2 if fewest == 2 => ", each twice".to_owned(),
                    most if most == fewest => format!(", each {} times", count(most)),
                    _ => String::new(),
                };
                format!("the {trials}{of} are only {outcomes}{each}")
            }
        }
    }

    /// What most probably made the decks so, as a sentence without its period.
    pub fn cause(&self, case: &CaseFindings) -> String {
        let DifferentDecks { different, most, fewest, .. } = self.decks;
        match self.common {
            CommonDeck::Start if case.seen().one_a_line => {
                "nothing was shuffled, or the column holds row numbers or a sorted list".to_owned()
            }
            CommonDeck::Start if self.decks.trials == 1 => {
                "nothing was shuffled, or the file is sorted by what is judged".to_owned()
            }
            CommonDeck::Start => {
                "nothing was shuffled, or a shuffled copy was thrown away".to_owned()
            }
            CommonDeck::Reverse => "the deck was reversed or sorted, not shuffled".to_owned(),
            CommonDeck::Other if case.case.shape.is_order() => {
                "the seed is set inside the loop, or one shuffle is written again and again"
                    .to_owned()
            }
            CommonDeck::Other => {
                "the seed is set inside the loop, or one draw is written again and again".to_owned()
            }
            CommonDeck::Several if !self.decks.should_differ() => {
                format!(
                    "the seed has only a few values, or no path leads to another {}",
                    outcome(case.case.shape)
                )
            }
            CommonDeck::Several if most == fewest && most <= different.min(MOST_PROCESSES) => {
                format!(
                    "{} processes with the same seed, or a generator that starts again",
                    count(most)
                )
            }
            CommonDeck::Several => {
                "the seed has only a few values, old decks are dealt again, or the shuffle reaches no others"
                    .to_owned()
            }
        }
    }

    /// What to do about it, where that is plain.
    pub(super) fn fix(&self, case: &CaseFindings) -> Option<&'static str> {
        match self.common {
            _ if case.case.is_recorded() => None,
            CommonDeck::Start => Some("Shuffle in place, or deal from the deck that is returned."),
            CommonDeck::Reverse => None,
            CommonDeck::Other => Some("Seed the generator once, before the loop."),
            CommonDeck::Several => Some("Seed each process once, from the system's random source."),
        }
    }
}
