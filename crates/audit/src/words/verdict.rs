//! The verdict on a case, for readers who know no statistics, and below it the results that it rests on.

use crate::{
    CaseFindings, Findings, command,
    number::{count, p_value},
    words::{
        Screen, capital, effects, faults,
        layout::{self, wrap},
        limits, listed, moved, noun, outcome, strongest, subject, table, trials,
    },
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    Evidence, Verdict, catalogue,
    histogram::Histogram,
    judgement::{Law, Tail},
    metric::{About, Exhibit, Scope},
    number::FEWEST_TRIALS,
    verdict::Ruling,
};

/// The test of symbols that never come.
const MISSING: &str = "missing-symbols";

/// The verdict on a single subject: its sentence, the tests that found something, the error budget and the seed.
#[must_use]
pub fn check(findings: &Findings, screen: &Screen) -> String {
    findings.cases.iter().map(|case| check_case(findings, case, screen)).collect()
}

fn check_case(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    let verdict = case.verdict();
    let word = verdict.name().to_uppercase();
    let headline = headline(case);
    let after = headline.strip_prefix(&word).unwrap_or(&headline);
    let mut text = faults::interruption(findings, screen);
    text.push_str(&wrap(&format!("{}{after}", screen.paint(&word, verdict)), screen.width));
    text.push_str(&as_read(case, screen));
    let enough = enough(findings, case).map_or_else(String::new, |it| format!(" {it}"));
    text.push_str(&wrap(&(sentence(case) + &enough), screen.width));
    text.push('\n');
    text.push_str(&moved::paragraph(case, screen));
    text.push_str(&table::tests(findings, case, screen));
    text.push('\n');
    let plan = findings.plan.fingerprint.as_ref();
    let plan = plan.map_or_else(String::new, |fingerprint| format!(", plan {fingerprint}"));
    let rng = case.case.subject.job().map(|job| format!(", generator {}", job.rng.id()));
    let seed = format!("Seed {}{plan}{}.", findings.plan.seed, rng.unwrap_or_default());
    text.push_str(&wrap(&format!("{}\n{seed}", limits::budget(findings)), screen.width));
    text.push_str(&limits::of_recorded(case, screen));
    if !findings.as_expected() {
        text.push_str(&again(findings, case, screen));
    }
    text
}

/// How a file of one card a line was read, and which flag reads it otherwise; empty for other subjects.
fn as_read(case: &CaseFindings, screen: &Screen) -> String {
    if !case.seen().one_a_line {
        return String::new();
    }
    let cards = count(case.case.shape.dealt() as u64);
    let lines = match case.last().trials {
        1 => format!("all {cards} lines are one order"),
        _ => format!("every {cards} lines are one order"),
    };
    let flags = case.case.subject.flags();
    let is_sorted = flags.is_some_and(|flags| {
        flags.settings.iter().any(|(key, value)| *key == "labels" && value == "sorted")
    });
    let start =
        if is_sorted { " The start order is the sorted one; --labels gives another." } else { "" };
    let text = format!(
        "Read one card a line: {lines}. With --deal 1 each line would be a draw of its own.{start}"
    );
    wrap(&text, screen.width)
}

/// True if the rows are all symbols, each once: what a list of labels looks like, and draws hardly ever.
fn is_list_of_labels(case: &CaseFindings) -> bool {
    let shape = case.case.shape;
    let none_is_missing = case.last().rulings.iter().any(|ruling| {
        let evidence = ruling.judgement.evidence();
        ruling.judgement.test == MISSING && evidence.is_some_and(|it| it.effect.value == 0.0)
    });
    shape.kind() == DrawKind::Replacement
        && shape.dealt() == 1
        && shape.cards() > 3
        && case.last().trials == shape.cards() as u64
        && none_is_missing
}

/// How many decks it takes where none of those that there are could have told anything.
///
/// The smallest p-value of a sum over m decks is about that of one deck to the power of m.
fn enough(findings: &Findings, case: &CaseFindings) -> Option<String> {
    let rulings = || case.last().rulings.iter();
    let evidence = || rulings().filter_map(|ruling| ruling.judgement.evidence());
    let ln_least = evidence().map(|evidence| evidence.least_p.ln()).min_by(f64::total_cmp)?;
    let ln_level = findings.plan.budget.alpha.ln() - (evidence().count() as f64).ln();
    let is_asked = rulings().any(|ruling| ruling.asked_for);
    if case.verdict() != Verdict::Inconclusive || is_asked || ln_least <= ln_level {
        return None;
    }
    let decks = (case.last().trials as f64 * ln_level / ln_least).ceil();
    (ln_least < 0.0 && decks < 1e9)
        .then(|| format!("With {} or more one could.", trials(decks as u64, case.case.shape)))
}

/// The command that reproduces the verdict, or the reason why none can.
fn again(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    if case.seen().repeatable == Some(false) {
        let why = "Another run sees other decks: the program does not draw them from SHUFFLE_SEED.";
        return wrap(why, screen.width);
    }
    command::see_again(findings, case)
        .map_or_else(String::new, |again| layout::command("To see it again:", &again, screen.width))
}

/// The verdict in a sentence: "FAIL: naive on 52 cards does not give every order equally often."
#[must_use]
pub fn headline(case: &CaseFindings) -> String {
    let (decks, subject) = (trials(case.last().trials, case.case.shape), subject(case));
    match case.verdict() {
        Verdict::Fail if is_sorted(case) => format!(
            "FAIL: every deal is sorted in {decks} of {subject}; if these are draws without order, say --unordered."
        ),
        Verdict::Fail if is_list_of_labels(case) => format!(
            "FAIL: each of the {} values comes exactly once in {subject}: the rows look like a list of labels, not like draws.",
            count(case.case.shape.cards() as u64)
        ),
        Verdict::Fail => format!("FAIL: {}.", rejected(case)),
        Verdict::Pass => format!("PASS: no bias found in {decks} of {subject}."),
        Verdict::Suspicious => {
            format!("SUSPICIOUS: {subject} may be biased, but {decks} cannot settle it.")
        }
        Verdict::Inconclusive => {
            format!("INCONCLUSIVE: what was asked of {subject} cannot be answered from {decks}.")
        }
    }
}

/// True if every deal ascends, as lotteries print their draws.
fn is_sorted(case: &CaseFindings) -> bool {
    let shape = case.case.shape;
    let ascents = case.last().exhibits.iter().find_map(Exhibit::ascents);
    let all_ascend = |ascents: &Histogram| {
        ascents.classes.is_none() && ascents.counts.get(shape.dealt() - 1) == Some(&ascents.trials)
    };
    shape.is_order() && !shape.is_whole() && shape.dealt() > 1 && ascents.is_some_and(all_ascend)
}

/// The claim of the strongest test about the shuffle.
fn rejected(case: &CaseFindings) -> String {
    let subject = subject(case);
    let about = strongest(case).map_or(About::Orders, |(ruling, evidence)| about(ruling, evidence));
    match about {
        About::Orders => {
            format!("{subject} does not give every {} equally often", outcome(case.case.shape))
        }
        About::Hands => format!("{subject} does not deal every hand as often as it should come"),
        About::DependenceBetweenDecks => {
            let noun = noun(case.case.shape);
            format!("{noun}s of {subject} do not follow each other as independent fair ones do")
        }
        About::Repeats => format!("{subject} repeats whole {}s", noun(case.case.shape)),
        About::KnownDecks => format!("{subject} leaves a deck as it was"),
    }
}

/// The property that a rejection is about. Counts more even than those of independent decks mean dependence.
fn about(ruling: &Ruling, evidence: &Evidence) -> About {
    match (evidence.law, evidence.tail) {
        (Law::ChiSquare { .. } | Law::Poisson { .. }, Tail::Lower) => About::DependenceBetweenDecks,
        _ => catalogue::test(ruling.judgement.test).map_or(About::Orders, |test| test.about),
    }
}

/// The text below the headline: the form of the bias, the biases that would have been seen, or what would help.
#[must_use]
pub fn sentence(case: &CaseFindings) -> String {
    let recorded = case.case.is_recorded();
    match case.verdict() {
        Verdict::Fail if is_of_few(case) => {
            format!("{}. {}", capital(&finding(case)), once_in(case))
        }
        Verdict::Fail => format!("{}.", capital(&finding(case))),
        Verdict::Pass => {
            let proof = format!(
                "That is no proof: a smaller bias than these {}s can show would look the same.",
                noun(case.case.shape)
            );
            // For a file this stands at the end.
            match limits::shown(case) {
                seen if seen.is_empty() || recorded => proof,
                seen => format!("{proof}\n{seen}"),
            }
        }
        Verdict::Suspicious if is_of_few(case) => format!(
            "{}. {} Nobody can draw it again, so that this is all that there is to know.",
            capital(&finding(case)),
            once_in(case)
        ),
        Verdict::Suspicious => {
            let noun = noun(case.case.shape);
            let is_sampled = strongest(case)
                .and_then(|(ruling, _)| catalogue::of_test(ruling.judgement.test))
                .is_some_and(|metric| metric.scope == Scope::Trials);
            let help = if recorded && is_sampled {
                &format!(
                    "Record new {noun}s and audit those. This test looks at a sample, so that ten times as \
                 many at once show little more."
                )
            } else if recorded {
                &format!("Record ten times as many {noun}s, all of them new, and audit those.")
            } else {
                &format!("Run it again with ten times the {noun}s and another seed.")
            };
            format!("{}. {help}", capital(&finding(case)))
        }
        Verdict::Inconclusive => unanswered(case),
    }
}

/// True of a recording that is too short for most tests, and that nobody can make longer.
fn is_of_few(case: &CaseFindings) -> bool {
    case.case.is_recorded() && case.last().trials < FEWEST_TRIALS
}

/// How seldom a fair draw looks like this, after Holm.
fn once_in(case: &CaseFindings) -> String {
    let p = strongest(case).and_then(|(ruling, _)| ruling.p_holm);
    let draws = match p.map(|p| -p.log10()) {
        Some(digits) if digits < 15.0 => count(10_f64.powf(digits).round().max(1.0) as u64),
        Some(digits) => format!("10^{}", digits.floor()),
        None => return String::new(),
    };
    format!("A fair draw looks like this once in {draws} draws.")
}

/// The strongest finding of a case in half a sentence.
#[must_use]
pub(super) fn finding(case: &CaseFindings) -> String {
    strongest(case).map_or_else(
        || unanswered(case),
        |(ruling, evidence)| {
            let p = p_value(evidence.p_value.log10());
            let effect = cause(case, ruling, evidence)
                .unwrap_or_else(|| effects::sentence(evidence, &case.case.subject.names()));
            format!("{effect} ({} as a whole: p = {p})", ruling.judgement.test)
        },
    )
}

/// The reason why decks repeat, if it is known.
fn cause(case: &CaseFindings, ruling: &Ruling, evidence: &Evidence) -> Option<String> {
    let of_repeats = catalogue::test(ruling.judgement.test)?.about == About::Repeats;
    (case.seen().same_decks && of_repeats && evidence.tail == Tail::Upper).then(|| {
        "copies that run side by side write the same decks: the program ignores SHUFFLE_SEED"
            .to_owned()
    })
}

/// The reason why there is no answer; the remedy stands with the tests.
pub(super) fn unanswered(case: &CaseFindings) -> String {
    let rulings = &case.last().rulings;
    let not_made = |ruling: &&Ruling| ruling.judgement.evidence().is_none();
    let asked: Vec<&str> = rulings
        .iter()
        .filter(|ruling| ruling.asked_for)
        .filter(not_made)
        .map(|ruling| ruling.judgement.test)
        .collect();
    if rulings.iter().all(|ruling| not_made(&ruling)) {
        "No test could be made.".to_owned()
    } else if asked.is_empty() {
        "No test could have reached the error budget on these decks.".to_owned()
    } else {
        format!("{} could not be made.", capital(&listed(&asked)))
    }
}
