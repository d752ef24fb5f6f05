//! The verdict on a case, for readers who know no statistics, and below it the results that it rests on.

use crate::{
    CaseFindings, Findings, command,
    number::{count, p_equals},
    words::{
        Screen, capital,
        different::{self, Sameness},
        effects, explaining, faults,
        layout::{self, wrap},
        limits, listed, moved, noun, odds, outcome, strongest, subject, table, trials,
    },
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    About, Evidence, Exhibit, FEWEST_TRIALS, Law, PValue, Scope, Tail, Verdict, catalogue,
    effect_kind,
    histogram::Histogram,
    verdict::{ALPHA_OF_RECORDING, POWER, Ruling},
};

/// The verdict on a single subject: its sentence, the tests that found something, the error budget and the seed.
pub fn check(findings: &Findings, screen: &Screen) -> String {
    findings.cases.iter().map(|case| check_case(findings, case, screen)).collect()
}

fn check_case(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    let verdict = case.verdict();
    let word = verdict.name().to_uppercase();
    let headline = headline(case);
    let after = headline.strip_prefix(&word).unwrap_or(&headline);
    let mut text = faults::cut_off(findings, case, screen);
    text.push_str(&wrap(&format!("{}{after}", screen.paint(&word, verdict)), screen.width));
    text.push_str(&as_read(case, screen));
    let enough = enough(findings, case).map_or_else(String::new, |it| format!(" {it}"));
    text.push_str(&wrap(&(sentence(case) + &enough), screen.width));
    if let Some(cause) = &case.cause {
        text.push_str(&wrap(&format!("{} {}", cause.says, cause.fix), screen.width));
    }
    for note in &case.seen().notes {
        text.push_str(&wrap(&format!("Note: {note}"), screen.width));
    }
    text.push_str(&looks(case).map_or_else(String::new, |looks| wrap(&looks, screen.width)));
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
    if let Some(why) = not_reproducible(case) {
        text.push_str(&wrap(why, screen.width));
    } else if let Some(again) =
        command::see_again(findings, case).filter(|_| !findings.as_expected())
    {
        text.push_str(&layout::command("To see it again:", &again, screen.width));
    }
    text
}

/// The looks at a case, if it took a second to decide.
pub(super) fn looks(case: &CaseFindings) -> Option<String> {
    let [first, second] = &case.looks[..] else { return None };
    let shape = case.case.shape;
    Some(format!(
        "Two looks were made: the first, at {}, was suspicious; the second, at {} more, all of them new, decided.",
        trials(first.trials, shape),
        count(second.trials)
    ))
}

/// How a file of one card a line was read, and which flag reads it otherwise; empty for other subjects.
fn as_read(case: &CaseFindings, screen: &Screen) -> String {
    let flags = case.case.subject.flags();
    let setting = |wanted: &str| {
        let mut settings = flags.iter().flat_map(|flags| &flags.settings);
        settings.find(|(key, _)| *key == wanted).map(|(_, value)| value.as_str())
    };
    if let Some(hands) = setting("hands") {
        let text = format!(
            "Hands of {hands}: the cards of a hand are in no order, and were put into a random one, drawn from the seed."
        );
        return wrap(&text, screen.width);
    }
    if let Some(ranked) = &case.seen().ranked {
        let column = setting("rank-by").unwrap_or_default();
        let text = format!("Ranked by {column}: {ranked}. Cards are rows, counted from 1.");
        return wrap(&text, screen.width);
    }
    if !case.seen().one_a_line {
        return String::new();
    }
    let cards = count(case.case.shape.dealt() as u64);
    let lines = match case.last().trials {
        1 => format!("all {cards} lines are one order"),
        _ => format!("every {cards} lines are one order"),
    };
    let start = if setting("labels") == Some("sorted") {
        " The start order is the sorted one; --labels gives another."
    } else {
        ""
    };
    let header = case.seen().header.as_ref().map_or_else(String::new, |name| {
        format!(
            " The first line, {}, was taken for a header; --no-header counts it, too.",
            shuffle_deck::words::quoted(name)
        )
    });
    let text = format!(
        "Read one card a line: {lines}.{header} With --deal 1 --replacement each line would be a draw of its own.{start}"
    );
    wrap(&text, screen.width)
}

/// True if the rows are all symbols, each once: what a list of labels looks like, and draws hardly ever.
fn is_list_of_labels(case: &CaseFindings) -> bool {
    let shape = case.case.shape;
    let none_is_missing = case.last().rulings.iter().any(|ruling| {
        let evidence = ruling.judgement.evidence();
        evidence.is_some_and(|it| {
            it.effect.kind == effect_kind::MISSING_SYMBOLS && it.effect.value == 0.0
        })
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
    let ln_level =
        findings.plan.budget_of(&case.case).alpha.ln() - (evidence().count() as f64).ln();
    let is_asked = rulings().any(|ruling| ruling.asked_for);
    if case.verdict() != Verdict::Inconclusive || is_asked || ln_least <= ln_level {
        return None;
    }
    let decks = (case.last().trials as f64 * ln_level / ln_least).ceil();
    (ln_least < 0.0 && decks < 1e9)
        .then(|| format!("With about {} one could.", trials(decks as u64, case.case.shape)))
}

/// The reason why no command gives the same decks, if that is known.
pub fn not_reproducible(case: &CaseFindings) -> Option<&'static str> {
    (case.seen().repeatable == Some(false)).then_some(
        "Not reproducible: another run sees other decks, since the program does not draw them from SHUFFLE_SEED.",
    )
}

/// The verdict in a sentence: "FAIL: naive on 52 cards does not give every order equally often."
pub fn headline(case: &CaseFindings) -> String {
    let (decks, subject) = (trials(case.last().trials, case.case.shape), subject(case));
    if let Some(same) = different::sameness(case) {
        return format!("FAIL: {}.", same.of_subject(case));
    }
    if case.verdict() == Verdict::Fail
        && let Some(runs) = &case.seen().sorted_runs
    {
        let sizes: Vec<String> = runs.iter().map(ToString::to_string).collect();
        return format!(
            "FAIL: the cards at places {} are sorted in every deck of {subject}; if these are hands, say --hands {}.",
            places_of(runs),
            sizes.join(",")
        );
    }
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

/// The first places of runs: "1 to 13, 14 to 26, ...".
fn places_of(runs: &[usize]) -> String {
    const SHOWN: usize = 2;
    let mut from = 1;
    let places = runs.iter().take(SHOWN).map(|length| {
        from += length;
        format!("{} to {}", from - length, from - 1)
    });
    let places: Vec<String> = places.collect();
    places.join(", ") + if runs.len() > SHOWN { ", ..." } else { "" }
}

/// The claim of the strongest test about the shuffle.
fn rejected(case: &CaseFindings) -> String {
    let subject = subject(case);
    let about =
        explaining(case).map_or(About::Orders, |(ruling, evidence)| about(ruling, evidence));
    match about {
        About::Orders => {
            let often = match case.case.shape.weights() {
                Some(_) => "as often as its weight says",
                None => "equally often",
            };
            format!("{subject} does not give every {} {often}", outcome(case.case.shape))
        }
        About::Hands => format!("{subject} does not deal every hand as often as it should come"),
        About::DependenceBetweenDecks => {
            format!("{}s of {subject} are not both independent and fair", noun(case.case.shape))
        }
        About::Repeats => format!("{subject} repeats whole {}s", noun(case.case.shape)),
        About::KnownDecks if different::known(case).start > 0 => {
            format!("{subject} leaves a deck as it was")
        }
        About::KnownDecks => format!("{subject} gives a deck in the reverse of its start order"),
        About::Design => format!("the list {subject}, does not fit this design"),
    }
}

/// The property that a rejection is about. Tests that compare decks also reject independent ones of which some are likelier than
/// others, and so may counts that are too even.
fn about(ruling: &Ruling, evidence: &Evidence) -> About {
    match (evidence.law, evidence.tail) {
        (Law::ChiSquare { .. } | Law::Poisson { .. }, Tail::Lower) => About::DependenceBetweenDecks,
        _ => catalogue::test(ruling.judgement.test).map_or(About::Orders, |test| test.about),
    }
}

/// The text below the headline: the form of the bias, the biases that would have been seen, or what would help.
pub fn sentence(case: &CaseFindings) -> String {
    let recorded = case.case.is_recorded();
    match case.verdict() {
        Verdict::Fail => {
            let said = match different::sameness(case) {
                Some(same) => {
                    format!("Likely cause: {} ({})", likely_cause(case, &same), by_test(case))
                }
                None => capital(&finding(case)),
            };
            let odds = if is_of_few(case) { format!(" {}", once_in(case)) } else { String::new() };
            format!("{said}.{odds}")
        }
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
        Verdict::Suspicious if recorded => {
            let (finding, once_in) = (capital(&finding(case)), once_in(case));
            format!("{finding}. {once_in} {}.", capital(&settled_by(case)))
        }
        Verdict::Suspicious => {
            let help = format!(
                "Run it again with ten times the {}s and another seed.",
                noun(case.case.shape)
            );
            format!("{}. {help}", capital(&finding(case)))
        }
        Verdict::Inconclusive => unanswered(case),
    }
}

/// The new decks that settle a suspicion of a recording. They are judged alone: more rows added to a file that looked odd keep its
/// oddity.
pub(super) fn settled_by(case: &CaseFindings) -> String {
    let shape = case.case.shape;
    let needed = strongest(case).and_then(|(ruling, evidence)| {
        let metric = catalogue::of_test(ruling.judgement.test)?;
        // A test of a sample sees little more in more decks.
        let is_sampled = metric.scope == Scope::Trials;
        let ln_level = evidence.p_value.ln() + ALPHA_OF_RECORDING.ln() - ruling.p_holm?.ln();
        let times = evidence.times_as_many(ln_level, POWER).filter(|_| !is_sampled)?;
        // As many decks as these were not enough.
        let needed = (case.last().trials as f64 * times.max(1.0)).ceil();
        (needed < 1e15).then(|| trials(to_two_digits(needed as u64), shape))
    });
    match needed {
        Some(needed) => {
            format!("an effect of this size needs about {needed} that are new, judged alone")
        }
        None => format!("only new {}s, judged alone, can settle it", noun(shape)),
    }
}

fn to_two_digits(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit) * unit
}

/// True of a recording that is too short for most tests.
fn is_of_few(case: &CaseFindings) -> bool {
    case.case.is_recorded() && case.last().trials < FEWEST_TRIALS
}

/// How rarely a fair draw looks like this.
fn once_in(case: &CaseFindings) -> String {
    let p = explaining(case).and_then(|(ruling, _)| ruling.judged_by);
    p.map_or_else(String::new, |p| odds::sentence("A fair draw looks like this", p.log10()))
}

pub(super) fn finding(case: &CaseFindings) -> String {
    let Some((ruling, evidence)) = explaining(case) else { return unanswered(case) };
    let effect = match different::sameness(case) {
        Some(same) => format!("{}: {}", same.plain(case), likely_cause(case, &same)),
        None => cause(case, ruling, evidence)
            .unwrap_or_else(|| effects::sentence(evidence, &case.case.subject.names())),
    };
    format!("{effect} ({})", by_test(case))
}

/// The strongest test with the p-value by which it is judged, which is that of every other sentence and table.
fn by_test(case: &CaseFindings) -> String {
    explaining(case).map_or_else(String::new, |(ruling, _)| {
        let p = ruling.judged_by.map_or(0.0, PValue::log10);
        format!("{} as a whole: {}", ruling.judgement.test, p_equals(p))
    })
}

/// The likely cause of a few different decks. Copies of a program that write the same decks were seen to do so.
fn likely_cause(case: &CaseFindings, same: &Sameness) -> String {
    let seen = explaining(case).and_then(|(ruling, evidence)| cause(case, ruling, evidence));
    seen.filter(|_| same.are_several()).unwrap_or_else(|| same.cause(case))
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
