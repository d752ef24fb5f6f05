//! Verdicts in words, for people at a terminal.
//!
//! Every function here is pure: the width and the colours of the screen are parameters.
//!
//! | module | says |
//! |---|---|
//! | [`verdict`] | the verdict on a case |
//! | [`different`] | decks that are all the same, or a few different ones |
//! | [`effects`] | the form and size of a bias |
//! | [`faults`] | subjects at fault, and runs that were cut off |
//! | [`table`] | the result of each test, or the reason why it could not be made |
//! | [`run`](mod@run) | the table of a run |
//! | [`limits`] | the biases that could have been seen, and the error rate of a run |
//! | [`moved`] | how far the rows of few orders moved |
//! | [`odds`] | how seldom chance alone gives a result |
//! | [`layout`] | words and tables that fit a screen |

pub mod different;
pub mod effects;
pub mod faults;
pub mod layout;
pub mod limits;
pub mod moved;
pub mod odds;
pub mod run;
pub mod table;
pub mod verdict;

pub use run::{run, summary};
pub use verdict::{check, headline, sentence};

use crate::CaseFindings;
use anstyle::{AnsiColor, Style};
use shuffle_deck::{Bonus, Draw, DrawKind, Shape};
use shuffle_metrics::{
    Evidence, Verdict, catalogue,
    metric::{About, TestEntry},
    verdict::Ruling,
};
use std::fmt;

/// The screen on which words are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns.
    pub width: usize,
    /// True if verdicts are coloured, by ANSI escapes.
    pub colour: bool,
    /// True if all tests and cases are shown, not only those that found something.
    pub verbose: bool,
}

/// 80 columns without colours, and in short.
impl Default for Screen {
    fn default() -> Self {
        Self { width: 80, colour: false, verbose: false }
    }
}

impl Screen {
    /// A word in the colour of a verdict.
    #[must_use]
    pub fn paint(&self, word: &str, verdict: Verdict) -> String {
        if !self.colour {
            return word.to_owned();
        }
        let colour = match verdict {
            Verdict::Pass => AnsiColor::Green,
            Verdict::Suspicious => AnsiColor::Yellow,
            Verdict::Fail => AnsiColor::Red,
            Verdict::Inconclusive => AnsiColor::Cyan,
        };
        let style = Style::new().bold().fg_color(Some(colour.into()));
        format!("{style}{word}{style:#}")
    }
}

/// The test with the clearest evidence against the case. Of equal ones that of known decks says most: a deck in its start
/// order is as improbable by its ascents, its fixed points and all the rest of it. Of few decks the tests that say where come
/// first, if they reject, too.
#[must_use]
pub fn strongest(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let judged = || {
        let rulings = case.last().rulings.iter();
        rulings.filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
    };
    let smallest = judged().min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))?;
    let as_small = |evidence: &Evidence| {
        let [one, other] = [evidence, smallest.1].map(|evidence| evidence.p_value.ln());
        one <= other + 1e-6 * other.abs()
    };
    let known = judged().find(|(ruling, evidence)| {
        entry(ruling).is_some_and(|test| test.about == About::KnownDecks) && as_small(evidence)
    });
    let explains = |(ruling, _): &(&Ruling, &Evidence)| {
        ruling.verdict == smallest.0.verdict && entry(ruling).is_some_and(|test| test.explains)
    };
    let is_found = [Verdict::Fail, Verdict::Suspicious].contains(&smallest.0.verdict);
    let told = judged()
        .filter(|it| is_found && explains(it))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()));
    Some(known.or(told).unwrap_or(smallest))
}

/// The test that the verdict on a case is explained by: the strongest, or, where the decks are all the same or a few different
/// ones, a test of that fact, or, where several tests are beyond doubt, the one whose bias is much larger.
#[must_use]
pub fn explaining(case: &CaseFindings) -> Option<(&Ruling, &Evidence)> {
    let held = different::sameness(case).and_then(|same| different::holding(&same, case));
    held.or_else(|| strongest(case).map(|first| much_larger(case, first).unwrap_or(first)))
}

/// Below this decimal logarithm of p a result is beyond doubt, and a smaller p says more of the number of decks than of the bias.
const BEYOND_DOUBT: f64 = -30.0;

/// A bias that is this many times as large as another is the one to be told.
const MUCH_LARGER: f64 = 10.0;

/// A rejection beyond doubt with a bias much larger than the strongest test's.
fn much_larger<'a>(
    case: &'a CaseFindings,
    (strongest, evidence): (&'a Ruling, &'a Evidence),
) -> Option<(&'a Ruling, &'a Evidence)> {
    let limit = MUCH_LARGER * relative_size(evidence)?;
    let rulings = case.last().rulings.iter();
    rulings
        .filter(|ruling| ruling.verdict == Verdict::Fail && strongest.verdict == Verdict::Fail)
        .filter_map(|ruling| Some((ruling, ruling.judgement.evidence()?)))
        .filter(|(_, other)| other.p_value.log10() < BEYOND_DOUBT)
        .filter(|(_, other)| relative_size(other).is_some_and(|size| size > limit))
        .min_by(|a, b| a.1.p_value.ln().total_cmp(&b.1.p_value.ln()))
}

/// A typical deviation relative to what is expected, of tests of whole tables. A total variation is half of the mean deviation.
fn relative_size(evidence: &Evidence) -> Option<f64> {
    let effect = &evidence.effect;
    effect.kind.typical.map(|factor| factor * effect.value)
}

/// The facts about the test of a ruling.
fn entry(ruling: &Ruling) -> Option<&'static TestEntry> {
    catalogue::test(ruling.judgement.test)
}

/// The subject of a case with its deck: "naive on 52 cards".
#[must_use]
pub fn subject(case: &CaseFindings) -> String {
    on_deck(&case.case.subject, case.case.shape)
}

/// A subject with its deck: "naive on 52 cards", "naive, 5 of 52 cards".
#[must_use]
pub fn on_deck(subject: impl fmt::Display, shape: Shape) -> String {
    let (cards, dealt) = (shape.cards(), shape.dealt());
    match shape.is_whole() {
        _ if !shape.is_order() => format!("{subject}, {}", drawn(shape)),
        true if cards == 1 => format!("{subject} on 1 card"),
        true => format!("{subject} on {cards} cards"),
        false => format!("{subject}, {dealt} of {cards} cards"),
    }
}

/// So many trials of this shape: "1 deck", "5,000 draws".
#[must_use]
pub fn trials(number: u64, shape: Shape) -> String {
    crate::number::counted(number, noun(shape))
}

/// What a trial of this shape is called.
pub(crate) fn noun(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Order | DrawKind::Pack => "deck",
        DrawKind::Unordered | DrawKind::Replacement => "draw",
    }
}

/// What should come equally often.
fn outcome(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Order => "order",
        DrawKind::Unordered => "set of balls",
        DrawKind::Replacement => "outcome",
        DrawKind::Pack => "arrangement",
    }
}

#[must_use]
/// What is drawn, if it is no order: "6 of 49 without order", "3 of 10 with replacement", "a pack of 60 cards (land=24,spell=36)".
pub fn drawn(shape: Shape) -> String {
    let (cards, dealt) = (shape.cards(), shape.dealt());
    match shape.draw() {
        Draw::Order => format!("{dealt} of {cards} cards"),
        Draw::Unordered(None) => format!("{dealt} of {cards} without order"),
        Draw::Unordered(Some(Bonus { drum: None, balls })) => {
            format!("{dealt} of {cards} without order and {balls} more")
        }
        Draw::Unordered(Some(Bonus { drum: Some(drum), balls })) => {
            format!("{dealt} of {cards} without order and {balls} of {drum}")
        }
        Draw::Replacement => format!("{dealt} of {cards} with replacement"),
        Draw::Pack(pack) if shape.is_whole() => format!("a pack of {cards} cards ({pack})"),
        Draw::Pack(pack) => {
            let dealt = crate::number::counted(dealt as u64, "card");
            format!("{dealt} of a pack of {cards} ({pack})")
        }
    }
}

/// A sentence that starts with a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "a", "a and b", "a, b and c".
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
