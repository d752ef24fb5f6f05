//! Decks that are all the same, or a few different ones: a fact that no test states as plainly as a count does.

use crate::{
    CaseFindings,
    number::{count, counted},
    words::{entry, noun, outcome},
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    About, DifferentDecks, Evidence, Exhibit, KnownCounts, Verdict, verdict::Ruling,
};

/// What was seen of the decks of a rejected case, before any test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sameness {
    /// The number of different decks.
    pub decks: DifferentDecks,
    /// The deck that most of them are.
    pub common: CommonDeck,
}

/// The deck that most decks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonDeck {
    /// The start order.
    Start,
    /// Its reverse.
    Reverse,
    /// Another one.
    Other,
    /// None: there are a few.
    Several,
}

/// More different draws under a rule are not called few.
const MOST_OF_A_RULE: u64 = 10;

/// True if a case fails because all its decks are the same.
pub fn are_all_one(case: &CaseFindings) -> bool {
    sameness(case).is_some_and(|same| same.decks.most == same.decks.trials)
}

/// The decks of a case, if it fails and they are few different ones.
pub fn sameness(case: &CaseFindings) -> Option<Sameness> {
    let decks = case.last().different()?;
    let KnownCounts { start, reverse } = known(case);
    // A single deck is no sample, but it may be one that everybody knows.
    let is_known = decks.trials == 1 && start + reverse > 0;
    if case.verdict() != Verdict::Fail || !(decks.are_few() || is_known) {
        return None;
    }
    // Under a rule, what all of a pool have in common says more than their number.
    let is_pool = !decks.is_mostly_one() && decks.different > MOST_OF_A_RULE;
    if is_pool && case.case.shape.kind() == DrawKind::Ruled {
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
fn known(case: &CaseFindings) -> KnownCounts {
    let known = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Known(known) => Some(*known),
        _ => None,
    });
    // Of two cards no test looks for the start order.
    let of_two = || {
        let position = case.last().position().filter(|_| case.case.shape.cards() == 2)?;
        Some(KnownCounts { start: position.counts[0], reverse: position.counts[1] })
    };
    known.or_else(of_two).unwrap_or_default()
}

/// The clearest rejection among the tests that compare whole decks.
pub(super) fn holding<'a>(
    same: &Sameness,
    case: &'a CaseFindings,
) -> Option<(&'a Ruling, &'a Evidence)> {
    let judged = case.last().judged();
    judged
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

    /// "all 1,000 decks of `x` on 52 cards are the same order", of a subject by this name.
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
}
