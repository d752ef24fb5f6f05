//! The verdict on a case, for readers who know no statistics, and below it the results that it rests on.

use crate::{
    CaseFindings, Cause, Findings, command,
    number::{count, p_equals},
    words::{
        Screen, capital, different, effects, explaining,
        explaining::is_of_time,
        families::Families,
        faults, heatmap,
        layout::{self, wrap},
        limits, listed, moved, noun, odds, strongest, subject, table, trials,
    },
};
use shuffle_deck::DrawKind;
use shuffle_metrics::{
    Exhibit, PValue, Scope, Verdict, catalogue, effect_kind,
    histogram::Histogram,
    verdict::{ALPHA_OF_RECORDING, POWER, Ruling},
};

/// The most lines of a screen of 80 columns that is not verbose.
const MOST_LINES: usize = 24;

/// The most lines of a picture, its caption included.
const PICTURE: usize = 9;

/// A smaller picture shows nothing.
const SMALLEST_PICTURE: usize = 5;

/// The fewest families of findings that stay where there is little room.
const FEWEST_FAMILIES: usize = 3;

/// The most lines of a command.
const LONGEST_COMMAND: usize = 4;

/// The middle of a longer name is left out on the screen.
const LONGEST_SUBJECT: usize = 90;

/// The most reasons why tests that were asked for are missing.
const MOST_REASONS: usize = 3;

/// The verdict on a single subject: what is wrong, why, where, and how to repeat it. Where the screen is verbose also every test, the
/// error budget and the seed.
pub fn check(findings: &Findings, screen: &Screen) -> String {
    let show = if screen.verbose { in_full } else { in_brief };
    findings.cases.iter().map(|case| show(findings, case, screen)).collect()
}

/// At most [`MOST_LINES`] lines of 80 columns: the picture and the last families give way to all else.
fn in_brief(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    let wrapped = |text: &str| wrap(text, screen.width);
    let mut answer = faults::cut_off(findings, case, screen);
    answer.push_str(&painted(case, &headline_of(case, &short_subject(case)), screen));
    answer.push_str(&like(case).map_or_else(String::new, |it| wrapped(&it)));
    answer.push_str(&as_read(case, screen));
    for note in &case.seen().notes {
        answer.push_str(&wrapped(&format!("Note: {note}")));
    }
    let reasons = table::reasons_not_made(case);
    match case.verdict() {
        Verdict::Inconclusive if why_no_deck(case).is_some() => {}
        Verdict::Pass => answer.push_str(&wrapped(&no_proof(case))),
        Verdict::Suspicious => answer.push_str(&wrapped(&unsettled(case))),
        Verdict::Inconclusive => {
            let enough = enough(findings, case).map_or_else(String::new, |it| format!(" {it}"));
            if reasons.is_empty() {
                answer.push_str(&wrapped(&(unanswered(case) + &enough)));
            }
            if let Some(least) = limits::smallest(case) {
                answer.push_str(&wrapped(&least));
            }
        }
        Verdict::Fail => {}
    }
    for reason in reasons.iter().take(MOST_REASONS) {
        answer.push_str(&wrapped(reason));
    }
    let mut ending = String::new();
    if case.verdict() == Verdict::Fail || case.verdict() == Verdict::Suspicious {
        ending = again(findings, case, screen);
    }
    let families = Families::of(case);
    let lines = |text: &str| text.lines().count();
    let taken = |found: usize, picture: usize| {
        let blocks = [lines(&families.show(found, screen)), picture, lines(&ending)];
        let blanks = blocks.iter().filter(|&&lines| lines > 0).count();
        lines(&answer) + blocks.iter().sum::<usize>() + blanks
    };
    // The number of families that fit next to a picture with this number of lines.
    let fitting =
        |picture| (1..=families.len()).rev().find(|&found| taken(found, picture) <= MOST_LINES);
    let fewest = FEWEST_FAMILIES.min(families.len());
    let picture = (SMALLEST_PICTURE..=PICTURE).rev().find(|&size| fitting(size) >= Some(fewest));
    let picture = picture.and_then(|size| heatmap::picture(case, size, screen)).unwrap_or_default();
    let found = families.show(fitting(lines(&picture)).unwrap_or(1), screen);
    let blocks = [answer, picture, found, ending].into_iter().filter(|it| !it.is_empty());
    blocks.collect::<Vec<_>>().join("\n")
}

/// Every test, the error budget, the seed and the limits.
fn in_full(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    let mut text = faults::cut_off(findings, case, screen);
    text.push_str(&painted(case, &headline(case), screen));
    text.push_str(&as_read(case, screen));
    let enough = enough(findings, case).map_or_else(String::new, |it| format!(" {it}"));
    text.push_str(&wrap(&(sentence(case) + &enough), screen.width));
    let notes = case.seen().notes.iter().filter(|_| why_no_deck(case).is_none());
    for note in notes {
        text.push_str(&wrap(&format!("Note: {note}"), screen.width));
    }
    text.push_str(&looks(case).map_or_else(String::new, |looks| wrap(&looks, screen.width)));
    text.push('\n');
    text.push_str(&moved::paragraph(case, screen));
    text.push_str(&table::all(case, screen));
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

/// A headline with its verdict in color.
fn painted(case: &CaseFindings, headline: &str, screen: &Screen) -> String {
    let word = case.verdict().name().to_ascii_uppercase();
    let after = headline.strip_prefix(&word).unwrap_or(headline);
    wrap(&format!("{}{after}", screen.paint(&word, case.verdict())), screen.width)
}

/// The subject, without the middle of a long name.
fn short_subject(case: &CaseFindings) -> String {
    let subject = subject(case);
    match subject.chars().count() {
        long if long > LONGEST_SUBJECT => {
            let half = LONGEST_SUBJECT / 2;
            let start: String = subject.chars().take(half).collect();
            let end: String = subject.chars().skip(long - half).collect();
            format!("{start}...{end}")
        }
        _ => subject,
    }
}

/// How to repeat a finding; nothing of a file, which says the same each time.
fn again(findings: &Findings, case: &CaseFindings, screen: &Screen) -> String {
    if let Some(why) = not_reproducible(case) {
        return wrap(why, screen.width);
    }
    let command = command::see_again(findings, case).filter(|_| !findings.as_expected());
    let Some(command) = command.filter(|_| !case.case.is_recorded()) else { return String::new() };
    let text = layout::command("To see it again:", &command, screen.width);
    match text.lines().count() {
        ..=LONGEST_COMMAND => text,
        _ => wrap(
            &format!("To see it again: the same command with --seed {}.", findings.plan.seed),
            screen.width,
        ),
    }
}

/// The likely cause and the fix, in one paragraph.
fn like(case: &CaseFindings) -> Option<String> {
    let cause = case.cause.as_ref()?;
    let mut text = cause.says.clone();
    if !cause.fix.is_empty() {
        text.push_str(&format!(" {}", cause.fix));
    }
    if cause.is_known() {
        text.push_str(&format!(" See {}.", cause.page()));
    }
    Some(text)
}

/// The looks at a case, if it took a second to decide.
pub(super) fn looks(case: &CaseFindings) -> Option<String> {
    let [first, second] = &case.looks[..] else { return None };
    let shape = case.case.shape;
    Some(format!(
        "The first {} were suspicious, so {} new ones decided.",
        trials(first.trials, shape),
        count(second.trials)
    ))
}

/// How a file of one card a line was read, and which flag reads it otherwise; empty for other subjects.
fn as_read(case: &CaseFindings, screen: &Screen) -> String {
    let setting = |key: &str| case.setting(key);
    if let Some(hands) = setting("hands") {
        let seats = match setting("format").as_deref() {
            Some("pbn") => " (north, east, south, west)",
            _ => "",
        };
        let text = format!(
            "Hands of {hands}{seats}: cards within a hand have no order, so each hand was put in a random order, drawn from the seed."
        );
        return wrap(&text, screen.width);
    }
    if let Some(ranked) = &case.seen().ranked {
        let column = setting("rank-by").unwrap_or_default();
        let text = format!("Ranked by {column}: {ranked}. Cards are rows, counted from 1.");
        return wrap(&text, screen.width);
    }
    let shape = case.case.shape;
    if shape.kind() == DrawKind::Varying {
        let mut text =
            "Only the order of the names on each line is judged: not which names come, and not whether a line depends on earlier ones."
                .to_owned();
        let (dealt, cards) = (shape.dealt(), shape.cards());
        if dealt < cards {
            text += &format!(
                " If each line is a draw of {dealt}, --draw {dealt}/{cards} with --labels judges that."
            );
        }
        return wrap(&text, screen.width);
    }
    if !case.seen().one_a_line {
        return String::new();
    }
    let cards = count(shape.dealt() as u64);
    let lines = match case.last().trials {
        1 => format!("all {cards} lines are one order"),
        _ => format!("every {cards} lines are one order"),
    };
    let start = match case.last().trials {
        _ if setting("labels").as_deref() != Some("sorted") => "",
        1 => {
            " The start order is the sorted one; --labels gives another. Which items came is not judged, only their order."
        }
        _ => " The start order is the sorted one; --labels gives another.",
    };
    let header = case.seen().header.as_ref().map_or_else(String::new, |name| {
        format!(
            " The first line, {}, was read as a header; --no-header reads it as a card.",
            shuffle_deck::words::quoted(name)
        )
    });
    let text = format!(
        "Read as one card per line: {lines}.{header} With --deal 1 --replacement each line would be a draw of its own.{start}"
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

/// The number of decks it takes where the present ones could not have shown anything.
///
/// The smallest p-value of a sum over m decks is about the one of a single deck to the power of m.
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
        .then(|| format!("About {} would be enough.", trials(decks as u64, case.case.shape)))
}

/// The reason why no command gives the same decks, if that is known.
pub fn not_reproducible(case: &CaseFindings) -> Option<&'static str> {
    // A function of the caller has no flags.
    let why = match case.case.subject.flags() {
        Some(_) => {
            "Not reproducible: the program ignores SHUFFLE_SEED, so every run deals other decks."
        }
        None => {
            "Not reproducible: the function draws from a generator of its own, so every run deals other decks."
        }
    };
    (case.seen().repeatable == Some(false)).then_some(why)
}

/// The verdict in a sentence: "FAIL: naive on 52 cards: cards favor some positions. Worst: ...".
pub fn headline(case: &CaseFindings) -> String {
    headline_of(case, &subject(case))
}

fn headline_of(case: &CaseFindings, subject: &str) -> String {
    let decks = trials(case.last().trials, case.case.shape);
    let runs = case.seen().sorted_runs.as_ref().filter(|_| case.verdict() == Verdict::Fail);
    if runs.is_some_and(|runs| runs.len() == 1) && !different::are_all_one(case) {
        let what = match case.case.shape.is_with_replacement() {
            true => "the symbols of every row",
            false => "the cards of every hand",
        };
        return format!("FAIL: {what} are sorted in {decks} of {subject}.");
    }
    if let Some(same) = different::sameness(case) {
        return format!("FAIL: {}.", same.of(case, subject));
    }
    if let Some(runs) = runs {
        let sizes: Vec<String> = runs.iter().map(ToString::to_string).collect();
        return format!(
            "FAIL: the cards at places {} are sorted in every deck of {subject}; if these are hands, use --hands {}.",
            places_of(runs),
            sizes.join(",")
        );
    }
    match case.verdict() {
        Verdict::Fail if order_is_lost(case) => format!(
            "FAIL: the rows of {subject} are sorted, so the order of the {} is lost.",
            case.case.shape.kind().trial()[1]
        ),
        Verdict::Fail if is_sorted(case) => format!(
            "FAIL: every deal is sorted in {decks} of {subject}; if these are draws without order, use --unordered."
        ),
        Verdict::Fail if is_list_of_labels(case) => format!(
            "FAIL: each of the {} values comes exactly once in {subject}: the rows look like a list of labels, not like draws.",
            count(case.case.shape.cards() as u64)
        ),
        Verdict::Fail => format!("FAIL: {subject}: {}.", effect(case)),
        Verdict::Pass => format!("PASS: no bias found in {decks} of {subject}."),
        Verdict::Suspicious => format!("SUSPICIOUS: {subject}: {}.", effect(case)),
        Verdict::Inconclusive if case.last().trials == 0 => {
            format!("INCONCLUSIVE: no {} of {subject} was judged.", noun(case.case.shape))
        }
        Verdict::Inconclusive => {
            format!("INCONCLUSIVE: {decks} of {subject} cannot answer what was asked.")
        }
    }
}

/// True if rows were sorted, and what was found is that each follows from others.
pub(crate) fn order_is_lost(case: &CaseFindings) -> bool {
    case.seen().sorted_rows
        && explaining(case).is_some_and(|(ruling, _)| is_of_time(ruling))
        && !is_list_of_labels(case)
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

/// The text below the headline: the likely cause and the odds, the biases that would have been seen, or what would help.
pub fn sentence(case: &CaseFindings) -> String {
    match case.verdict() {
        Verdict::Fail => {
            let like = like(case).map_or_else(String::new, |it| format!("{it} "));
            format!("{like}{}", by_chance(case))
        }
        Verdict::Pass => {
            // For a file what was seen stands at the end.
            match limits::shown(case) {
                seen if seen.is_empty() => NO_SIZE.to_owned(),
                _ if case.case.is_recorded() => NO_PROOF.to_owned(),
                seen => format!("{seen}\n{NO_PROOF}"),
            }
        }
        Verdict::Suspicious => unsettled(case),
        Verdict::Inconclusive => unanswered(case),
    }
}

const NO_SIZE: &str = "This is not proof: a bias may be too small to be seen, or of another kind.";

const NO_PROOF: &str = "This is not proof: a smaller bias would go unnoticed.";

/// What a pass says, and what not.
fn no_proof(case: &CaseFindings) -> String {
    match limits::smallest(case) {
        Some(smallest) => format!("{smallest}\n{NO_PROOF}"),
        None => NO_PROOF.to_owned(),
    }
}

/// The odds of a suspicion, and what settles it.
fn unsettled(case: &CaseFindings) -> String {
    let shape = case.case.shape;
    let help = match case.case.is_recorded() {
        true => capital(&settled_by(case)),
        false => format!("Run it again with ten times the {}s and another seed", noun(shape)),
    };
    let decks = trials(case.last().trials, shape);
    format!("{} {decks} cannot settle it. {help}.", by_chance(case))
}

/// "Test position: by chance once in 4,000 audits."
pub fn by_chance(case: &CaseFindings) -> String {
    let Some((ruling, _)) = explaining(case) else { return String::new() };
    let p = ruling.judged_by.map_or(0.0, PValue::log10);
    format!("Test {}: {}.", ruling.judgement.test, odds::by_chance(p, &odds::audits(p)))
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

/// The finding that explains the verdict, without its test.
fn effect(case: &CaseFindings) -> String {
    let Some((ruling, evidence)) = explaining(case) else { return unanswered(case) };
    effects::sentence_of(ruling.judgement.test, evidence, &case.case.subject.names())
}

/// The finding that explains the verdict, with the likely cause and the test.
pub(super) fn finding(case: &CaseFindings) -> String {
    let Some((ruling, _)) = explaining(case) else { return unanswered(case) };
    let effect = different::sameness(case).map_or_else(|| effect(case), |same| same.plain(case));
    let p = ruling.judged_by.map_or(0.0, PValue::log10);
    let like = like(case).filter(|_| case.cause.as_ref().is_some_and(Cause::is_known));
    let like = like.map_or_else(String::new, |like| format!(". {like}"));
    format!("{effect} ({}, {}){}", ruling.judgement.test, p_equals(p), like.trim_end_matches('.'))
}

/// The reason why a file has no deck that could be judged.
fn why_no_deck(case: &CaseFindings) -> Option<String> {
    let notes: Vec<String> = case.seen().notes.iter().map(|note| capital(note)).collect();
    (case.last().trials == 0 && !notes.is_empty()).then(|| notes.join(" "))
}

/// The reason why there is no answer; the remedy stands with the tests.
pub(super) fn unanswered(case: &CaseFindings) -> String {
    if let Some(why) = why_no_deck(case) {
        return why;
    }
    let rulings = &case.last().rulings;
    let not_made = |ruling: &&Ruling| ruling.judgement.evidence().is_none();
    let asked: Vec<&str> = rulings
        .iter()
        .filter(|ruling| ruling.asked_for)
        .filter(not_made)
        .map(|ruling| ruling.judgement.test)
        .collect();
    if rulings.iter().all(|ruling| not_made(&ruling)) {
        "No test could run.".to_owned()
    } else if asked.is_empty() {
        "These decks are too few for any test to fail.".to_owned()
    } else {
        format!("{} could not run.", capital(&listed(&asked)))
    }
}
