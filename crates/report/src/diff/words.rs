//! A comparison in words, for a terminal.

use super::{
    CaseDiff, Change, Diff, Question, TestDiff, Way,
    compare::{LEAST_DECKS, comparable},
    side::SideCase,
};
use crate::{
    number::{count, counted, exactly},
    page::study,
    words::{
        Screen,
        layout::{hang, wrap},
        odds,
    },
};
use shuffle_metrics::two_sample::Pairing;
use std::collections::BTreeSet;

/// The most changed cases on a screen, unless the caller asks for all.
const MOST_TOLD: usize = 20;

/// The most tests of a case on a screen.
const MOST_TESTS: usize = 3;

/// The comparison: its answer, the changed cases, and what it rests on.
#[must_use]
pub fn words(diff: &Diff, screen: &Screen) -> String {
    let mut text = wrap(&sentence(diff), screen.width);
    let changed: Vec<&CaseDiff> =
        diff.cases.iter().filter(|case| case.change != Change::Same).collect();
    let most = if screen.verbose { usize::MAX } else { MOST_TOLD };
    for case in changed.iter().take(most) {
        let first = match diff.question {
            Question::Regression => format!("  {}: ", case.id),
            Question::SameLaw => "  ".to_owned(),
        };
        text.push_str(&hang(&first, &told(diff, case), 4, screen.width));
    }
    if let Some(more @ 1..) = changed.len().checked_sub(most) {
        let more = counted(more as u64, "more case");
        text.push_str(&format!("  and {more}, which --verbose shows\n"));
    }
    text + &wrap(&basis(diff), screen.width)
}

/// The answer in a sentence.
pub(super) fn sentence(diff: &Diff) -> String {
    match diff.question {
        Question::Regression => regression(diff),
        Question::SameLaw => same_law(diff),
    }
}

fn regression(diff: &Diff) -> String {
    let changes: BTreeSet<Change> = diff.cases.iter().map(|case| case.change).collect();
    let found = changes.into_iter().filter(|change| *change != Change::Same).map(|change| {
        let cases = diff.count(change) as u64;
        format!("{} {}", count(cases), in_short(change, cases))
    });
    let mut found: Vec<String> = found.collect();
    let cases = counted(diff.cases.len() as u64, "case");
    let is_uncompared = |case: &&CaseDiff| case.is_uncompared() && case.change == Change::Same;
    let uncompared = diff.cases.iter().filter(is_uncompared).count();
    if uncompared > 0 {
        let have = if uncompared == 1 { "has" } else { "have" };
        found.push(format!("{} {have} nothing but a verdict to compare", count(uncompared as u64)));
    }
    let worst = diff.cases.first().map_or("", |case| &case.id);
    match (diff.is_regression(), found.is_empty()) {
        (true, _) if diff.cases[0].change == Change::Fixed => format!(
            "CHANGED: of {cases}, {}. If that was meant, make the new report the baseline.",
            found.join(", ")
        ),
        (true, _) => format!("REGRESSION: of {cases}, {}; the worst is {worst}.", found.join(", ")),
        (false, true) => format!("No regression: of {cases}, none changed by more than chance."),
        (false, false) => format!("No regression: of {cases}, {}.", found.join(", ")),
    }
}

fn in_short(change: Change, cases: u64) -> &'static str {
    match (change, cases) {
        (Change::Gone, 1) => "is gone",
        (Change::Gone, _) => "are gone",
        (Change::Worse, 1) => "has a worse verdict",
        (Change::Worse, _) => "have a worse verdict",
        (Change::OtherCards, 1) => "is of other cards",
        (Change::OtherCards, _) => "are of other cards",
        (Change::NotCompared, _) => "can no longer be compared",
        (Change::Differs, 1) => "differs by more than chance",
        (Change::Differs, _) => "differ by more than chance",
        (Change::Fixed, 1) => "differs for the better",
        (Change::Fixed, _) => "differ for the better",
        (Change::Better, 1) => "has a better verdict",
        (Change::Better, _) => "have a better verdict",
        (Change::New, 1) => "is new",
        (Change::New, _) => "are new",
        (Change::Altered, 1) => "asks something else, and does not differ",
        (Change::Altered, _) => "ask something else, and do not differ",
        (Change::Same, _) => "as before",
    }
}

fn same_law(diff: &Diff) -> String {
    let [a, b] = diff.sides.each_ref().map(|side| &side.name);
    if diff.is_regression() {
        return format!("DIFFERENT: {a} and {b} do not have the same law.");
    }
    match diff.tests {
        0 => format!("Not decided: no test compares {a} with {b}; more decks are needed."),
        tests => {
            let tests = counted(tests as u64, "test");
            let decks = diff.cases.first().map_or([0, 0], CaseDiff::decks);
            let decks = match decks[0] == decks[1] {
                true => format!("{} of each", counted(decks[0], "deck")),
                false => format!("{} and {}", count(decks[0]), counted(decks[1], "deck")),
            };
            format!(
                "No difference: {tests} cannot tell {a} from {b} in {decks}, which is no proof."
            )
        }
    }
}

/// What became of a case, and by which tests this is seen.
pub(super) fn told(diff: &Diff, case: &CaseDiff) -> String {
    let standings =
        case.cases.each_ref().map(|side| side.as_ref().map(|it| it.standing.replace('_', " ")));
    let mut text = match (case.change, &standings) {
        (Change::Gone, [Some(old), _]) => format!("gone; it was {old}"),
        (Change::New, [_, Some(new)]) => format!("new: {new}"),
        (Change::OtherCards, _) => {
            let shapes = case.cases.each_ref().map(|side| side.as_ref().map_or("", |it| &it.shape));
            let [old, new] = shapes;
            format!("of other cards, so that nothing can be compared: {old} before, {new} now")
        }
        (_, [Some(old), Some(new)]) if old != new => format!("{old} before, {new} now"),
        _ => "the verdict is the same".to_owned(),
    };
    if diff.question == Question::SameLaw {
        text.clear();
    }
    let mut differing: Vec<&TestDiff> = case.differing(diff.alpha).collect();
    // Things and counts say where, and are what anybody can check.
    differing.sort_by_key(|test| test.way);
    // A cell is named once, whatever saw it; the clearest place is named even where something else is clearer.
    let mut told = BTreeSet::new();
    differing.retain(|test| told.insert(&test.what));
    let is_thing = |test: &&TestDiff| test.way == Way::Things;
    if !differing.is_empty() && !differing.iter().any(is_thing) {
        let clearest = case.tests.iter().find(|test| is_thing(test));
        differing.splice(0..0, clearest.filter(|test| told.insert(&test.what)));
    }
    for test in differing.iter().take(MOST_TESTS) {
        let separator = if text.is_empty() { "" } else { "; " };
        let alone = if test.differs(diff.alpha) { "" } else { ", no difference by itself" };
        text.push_str(&format!("{separator}{}{alone}", found(diff, test)));
    }
    if let Some(more @ 1..) = differing.len().checked_sub(MOST_TESTS) {
        text.push_str(&format!("; {} differ, too", counted(more as u64, "more test")));
    }
    let has_verdicts = case.cases.iter().flatten().all(SideCase::is_decided);
    if case.change == Change::Worse
        && differing.is_empty()
        && has_verdicts
        && !case.tests.is_empty()
    {
        text.push_str(
            "; no test differs by more than chance, so that it may have been as bad before, and not have been seen",
        );
    }
    if let [Some(old), Some(new)] = &case.cases {
        text.push_str(&altered(diff, old, new));
    }
    match (text.is_empty(), diff.tests) {
        (true, 0) => "no test could be made of both".to_owned(),
        (true, _) => "nothing differs by more than chance".to_owned(),
        (false, _) => text + ".",
    }
}

/// What is asked otherwise than before.
fn altered(diff: &Diff, old: &SideCase, new: &SideCase) -> String {
    if diff.question != Question::Regression {
        return String::new();
    }
    let mut text = String::new();
    if old.subject != new.subject {
        text.push_str(&format!("; the shuffle was {}, and is {}", old.subject, new.subject));
    }
    if old.expected != new.expected {
        text.push_str(&format!("; expected was {}, and is {}", old.expected, new.expected));
    }
    if new.trials < old.trials / 2 {
        let [old, new] = [old.trials, new.trials].map(|trials| counted(trials, "deck"));
        text.push_str(&format!("; it had {old}, and has {new}"));
    }
    let [tests, now] = [old, new].map(comparable);
    if now < tests {
        let tests = counted(tests as u64, "test");
        text.push_str(&format!("; {tests} could be compared, and {} can be", count(now as u64)));
    }
    text
}

/// A difference: "card 51 at position 50: 1.35 % of decks before, 1.92 % now (position, by chance once in 10^43 comparisons)".
pub(super) fn found(diff: &Diff, test: &TestDiff) -> String {
    let [old, new] = sizes(test);
    let log10_p = test.p_holm.log10();
    let chance = odds::by_chance(log10_p, &once_in(-log10_p));
    let TestDiff { test: name, what, way, .. } = test;
    let sides = match diff.question {
        Question::Regression => ["before", "now"].map(str::to_owned),
        Question::SameLaw => diff.sides.each_ref().map(|side| format!("of {}", side.name)),
    };
    let [a, b] = &sides;
    match way {
        Way::Things | Way::Counts => {
            format!("{what}: {old} of decks {a}, {new} {b} ({name}, {chance})")
        }
        Way::Effects => format!("{what} {old} {a}, {new} {b} ({name}, {chance})"),
    }
}

/// "once in 10^12 comparisons": by the decimal logarithm of their number. It is not rounded up, so that no promise is too strong.
fn once_in(log10: f64) -> String {
    // So that a million is one although its logarithm is rounded.
    odds::once_in(log10 + 1e-9, f64::floor, "comparison")
}

/// Both sizes, with as many digits as tell them apart, three at least.
pub(super) fn sizes(test: &TestDiff) -> [String; 2] {
    let as_share = |size: f64| match test.way {
        Way::Things | Way::Counts => 100.0 * size,
        Way::Effects => size,
    };
    let unit = if test.way == Way::Effects { "" } else { " %" };
    let with = |digits: usize| {
        test.sizes.map(|size| {
            let rounded: f64 =
                format!("{:.*e}", digits - 1, as_share(size)).parse().unwrap_or(size);
            exactly(rounded) + unit
        })
    };
    let digits = (3..10).find(|digits| {
        let [a, b] = with(*digits);
        a != b
    });
    with(digits.unwrap_or(3))
}

/// The grounds of the comparison.
pub(super) fn basis(diff: &Diff) -> String {
    if diff.tests == 0 {
        return "No test could be compared.".to_owned();
    }
    let tests = || diff.cases.iter().flat_map(|case| &case.tests);
    let by_counts = tests().filter(|test| test.way != Way::Effects).count();
    let how = match by_counts {
        0 => "by effects".to_owned(),
        all if all == diff.tests => "by counts".to_owned(),
        some => format!("{} of them by counts and the others by effects", count(some as u64)),
    };
    let mut text = format!(
        "{} compared, {how}; in two runs of the same shuffles any of them differs at most {}, if their decks do not depend on each other.",
        counted(diff.tests as u64, "test"),
        once_in(-diff.alpha.log10()),
    );
    if diff.cases.iter().any(|case| case.decks().into_iter().any(|decks| decks < LEAST_DECKS)) {
        text.push_str(&format!(
            " More tests are compared from {} on.",
            counted(LEAST_DECKS, "deck")
        ));
    }
    if diff.pairing == Pairing::SameSeed {
        text.push_str(
            " Both have the same seed, so that decks may depend on each other, and the tests allow for it: with another seed smaller \
             differences can be seen.",
        );
    }
    text
}

/// The question, with the names of both sides.
pub(super) fn title(diff: &Diff) -> String {
    let [old, new] = diff.sides.each_ref().map(|side| &side.name);
    match diff.question {
        Question::Regression => format!("{new} against {old}"),
        Question::SameLaw => format!("Do {old} and {new} have the same law?"),
    }
}

/// The comparison as files for others have it.
pub(super) fn of_file(diff: &Diff) -> study::Words {
    let screen = Screen { verbose: true, ..study::SCREEN };
    study::Words {
        title: title(diff),
        sentence: sentence(diff),
        text: words(diff, &screen),
        reading: READING.to_vec(),
        wrong: diff.is_regression().then(|| sentence(diff)),
    }
}

/// The names of both sides in one table.
pub(super) fn side_names(diff: &Diff) -> [String; 2] {
    match diff.question {
        Question::Regression => ["Before", "Now"].map(str::to_owned),
        Question::SameLaw => diff.sides.each_ref().map(|side| side.name.clone()),
    }
}

/// How a comparison is to be read.
pub(super) const READING: [&str; 3] = [
    "Each test of each case is compared with the same test of the other report, by what both counted where both counts are known, \
     else by the measured effects and their intervals. The question is never whether one p-value is smaller: it is whether both \
     can come from one law, fair or not.",
    "All tests share one error budget (Holm), so that two runs of the same shuffle are called different no more often than it \
     says.",
    "A regression is a verdict that is worse, a test that differs at the budget, or a case that is gone, whatever verdict was \
     expected, or a case of other cards. A shuffle that was fixed differs, too: then make the new report the baseline.",
];
