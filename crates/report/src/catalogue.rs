//! All that plans and flags can name: in words, and as JSON.

use crate::{
    document,
    error::ReportError,
    words::{
        Screen,
        layout::{hang, item, wrap},
    },
};
use serde::Serialize;
use shuffle_algorithms::{
    catalogue::{ENTRIES, Entry, Known},
    dice::DiceSpec,
    generator::Generator,
    spec::Parameter,
};
use shuffle_metrics::{
    Family, SEQUENTIAL, TestEntry,
    catalogue::{self, BATTERIES, Battery, METRICS, UNSEEN},
    costs::{self, Cost},
};

/// The column in which the text on a shuffle starts.
const SHUFFLES: usize = 34;

/// The column in which the text on a test starts.
const TESTS: usize = 26;

/// With less room than this for a sentence, it goes below its name.
const NARROWEST: usize = 30;

/// Everything that plans and flags can name, one line each.
#[must_use]
pub fn words(screen: &Screen) -> String {
    let width = screen.width;
    let mut text = String::new();
    let mut group = |head: &str, lines: &mut dyn Iterator<Item = String>| {
        let break_before = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{break_before}{}", wrap(head, width)));
        text.extend(lines);
    };
    let shuffles = |is_shown: fn(&Known) -> bool| {
        let shown = ENTRIES.iter().filter(move |entry| is_shown(&entry.known));
        shown.map(move |entry| one_line(entry.id, entry.title, SHUFFLES, width))
    };
    group("Uniform shuffles (--algorithm):", &mut shuffles(|known| *known == Known::Uniform));
    group("Other shuffles (--algorithm):", &mut shuffles(|known| *known != Known::Uniform));
    for (family, head) in FAMILIES {
        let mut shown = tests().filter(|(test, _)| test.family().0 == *family);
        let line = |(test, _): (&TestEntry, _)| one_line(test.id, test.title, TESTS, width);
        group(&format!("Tests (--metrics): {head}"), &mut shown.by_ref().map(line));
    }
    let batteries = BATTERIES.iter().map(|it| one_line(it.id, it.title, TESTS, width));
    group("Sets of tests (--metrics):", &mut batteries.into_iter());
    let dice = DiceSpec::ENTRIES.iter().map(|it| one_line(it.id, it.title, TESTS, width));
    group("Dice (--dice):", &mut dice.into_iter());
    let generators: Vec<&str> = Generator::ALL.iter().map(|generator| generator.id()).collect();
    let generators =
        format!("Generators (--rng): {} (the default), {}", Generator::AUTO, generators.join(", "));
    text.push('\n');
    text.push_str(&hang("", &generators, 2, width));
    text.push('\n');
    text + &wrap("`list NAME` shows everything about one of them.", width)
}

/// The families of tests, with their headings.
const FAMILIES: &[(Family, &str)] = &[
    (Family::Places, "where cards, balls and symbols lie"),
    (Family::Neighbors, "who follows whom"),
    (Family::Inside, "order inside the deck"),
    (Family::Memory, "memory between decks"),
    (Family::Repeats, "repeats"),
    (Family::Hands, "hands, draws and their sums"),
];

/// A name and as much of a sentence as fits on its line.
fn one_line(name: &str, sentence: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent);
    if room < NARROWEST {
        return item(&format!("  {name}"), sentence, indent, width);
    }
    let start =
        |end: usize| sentence.char_indices().nth(end).map_or(sentence, |(at, _)| &sentence[..at]);
    let short = match sentence.chars().count() <= room {
        true => sentence.to_owned(),
        false => {
            let fits = start(room);
            match fits.rfind([':', ';', ',']) {
                Some(clause) if clause > room / 2 => fits[..clause].to_owned(),
                _ => {
                    let fits = start(room - 3);
                    format!("{}...", &fits[..fits.rfind(' ').unwrap_or(fits.len())])
                }
            }
        }
    };
    format!("{:indent$}{short}\n", format!("  {name}"))
}

/// Everything about a shuffle, a kind of dice, a test or a set of tests; `None` if nothing has this name.
#[must_use]
pub fn one(name: &str, screen: &Screen) -> Option<String> {
    let width = screen.width;
    if let Some(entry) = ENTRIES.iter().find(|it| it.id == name || it.aliases.contains(&name)) {
        return Some(shuffle(entry, width));
    }
    if let Some((test, when)) = tests().find(|(test, _)| test.id == name) {
        return Some(
            described(test, when, width) + &wrap(&format!("Costs are {}.", costs::MEASURED), width),
        );
    }
    if let Some(entry) = DiceSpec::ENTRIES.iter().find(|entry| entry.id == name) {
        let title = item(&format!("  {}", entry.id), entry.title, SHUFFLES, width);
        return Some(title + &parameters(entry.parameters, width));
    }
    let battery = BATTERIES.iter().find(|battery| battery.id == name)?;
    Some(described_battery(battery, width))
}

/// All names that [`one`] knows, without aliases.
pub fn names() -> impl Iterator<Item = &'static str> {
    let tests = tests().map(|(test, _)| test.id);
    let dice = DiceSpec::ENTRIES.iter().map(|entry| entry.id);
    ENTRIES
        .iter()
        .map(|entry| entry.id)
        .chain(tests)
        .chain(dice)
        .chain(BATTERIES.iter().map(|it| it.id))
}

/// The tests in words: what each sees, and what it cannot.
#[must_use]
pub fn tests_in_words(screen: &Screen) -> String {
    let mut text = wrap("Tests (--metrics, `metrics` in a plan):", screen.width);
    for (test, when) in tests() {
        text.push_str(&described(test, when, screen.width));
    }
    text.push('\n');
    text.push_str(&wrap(&format!("Costs: {}.", costs::MEASURED), screen.width));
    text.push_str(&batteries(screen.width));
    text + &unseen(screen.width)
}

fn described(test: &TestEntry, when: When, width: usize) -> String {
    let when = match when {
        When::Always => "",
        When::AskedFor => " (only when asked for)",
        When::UntilDecided => " (--until-decided)",
    };
    let mut text = item(&format!("  {}", test.id), &format!("{}{when}", test.title), TESTS, width);
    let mut line = |words: &str| text.push_str(&item("", words, TESTS, width));
    line(&format!("sees: {}", test.sees));
    line(&format!("blind to: {}", test.blind_to));
    if let Some(cost) = catalogue::cost(test.id) {
        line(&format!("costs: {cost}"));
    }
    text
}

/// Names of many tests together.
fn batteries(width: usize) -> String {
    let mut text = format!("\n{}", wrap("Sets of tests:", width));
    text.extend(BATTERIES.iter().map(|battery| described_battery(battery, width)));
    text
}

fn described_battery(battery: &Battery, width: usize) -> String {
    let tests = item(&format!("  {}", battery.id), &battery.tests.join(", "), TESTS, width);
    tests + &item("", battery.title, TESTS, width)
}

/// What a verdict of `pass` does not say.
fn unseen(width: usize) -> String {
    let mut text = format!(
        "\n{}",
        wrap("No test of finished decks can see, so that a pass says nothing of:", width)
    );
    for (what, why) in UNSEEN {
        text.push_str(&hang("  ", &format!("{what}: {why}."), 4, width));
    }
    text
}

fn shuffle(entry: &Entry, width: usize) -> String {
    let mut text = item(&format!("  {}", entry.id), entry.title, SHUFFLES, width);
    text.push_str(&parameters(entry.parameters, width));
    let mut line = |words: &str| text.push_str(&item("", words, SHUFFLES, width));
    line(&format!("{}; {}", entry.family, known(entry)));
    if !entry.aliases.is_empty() {
        line(&format!("also called {}", entry.aliases.join(", ")));
    }
    line(&format!("source: {}", entry.source));
    text
}

fn known(entry: &Entry) -> String {
    match entry.known {
        Known::Uniform => "uniform".to_owned(),
        Known::Biased { from, how } => format!("biased from {from} cards: {how}"),
        Known::Dependent { how } => format!("each deck uniform, but not independent: {how}"),
        Known::UniformSet { how } => {
            format!("every set of cards equally likely, not every order: {how}")
        }
        Known::BiasedDraw { how } => format!("whole decks uniform, but not draws: {how}"),
        Known::BiasedBeyond { parameter, how } => {
            format!("biased beyond `{parameter}` cards: {how}")
        }
    }
}

fn parameters(parameters: &[Parameter], width: usize) -> String {
    let line = |Parameter { key, about, min, max, default }: &Parameter| {
        let words = format!("{key}={min}..{max}: {about}; {default} by default");
        item("", &words, SHUFFLES, width)
    };
    parameters.iter().map(line).collect()
}

/// When a test is made.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum When {
    Always,
    AskedFor,
    UntilDecided,
}

fn tests() -> impl Iterator<Item = (&'static TestEntry, When)> {
    let of_metrics = METRICS.iter().flat_map(|metric| {
        let when = if metric.in_battery { When::Always } else { When::AskedFor };
        metric.tests.iter().map(move |test| (test, when))
    });
    of_metrics.chain([(&SEQUENTIAL, When::UntilDecided)])
}

#[derive(Serialize)]
struct Catalogue {
    shuffles: Vec<ShuffleReport>,
    dice: Vec<DiceReport>,
    generators: Vec<&'static str>,
    #[serde(flatten)]
    tests: TestsOnly,
}

#[derive(Serialize)]
struct TestsOnly {
    tests: Vec<TestDescription>,
    batteries: Vec<BatteryReport>,
    unseen: Vec<String>,
}

#[derive(Serialize)]
struct BatteryReport {
    id: &'static str,
    title: &'static str,
    tests: &'static [&'static str],
}

#[derive(Serialize)]
struct ShuffleReport {
    id: &'static str,
    title: &'static str,
    family: String,
    known: String,
    uniform: bool,
    aliases: &'static [&'static str],
    parameters: Vec<ParameterReport>,
    source: &'static str,
}

#[derive(Serialize)]
struct DiceReport {
    id: &'static str,
    title: &'static str,
    parameters: Vec<ParameterReport>,
}

#[derive(Serialize)]
struct ParameterReport {
    key: String,
    about: String,
    /// Whole numbers, as text: some have 64 bits.
    min: String,
    max: String,
    default: String,
}

#[derive(Serialize)]
struct TestDescription {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    sees: &'static str,
    blind_to: &'static str,
    made: When,
    /// Of decks of 52 cards; together with the other tests of the same counts.
    nanoseconds_a_deck: Option<f64>,
    milliseconds_a_case: Option<f64>,
}

/// Shuffles, dice, generators and tests as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn json() -> Result<String, ReportError> {
    let shuffles = ENTRIES.iter().map(|entry| ShuffleReport {
        id: entry.id,
        title: entry.title,
        family: entry.family.to_string(),
        known: known(entry),
        uniform: entry.known == Known::Uniform,
        aliases: entry.aliases,
        parameters: parameter_reports(entry.parameters),
        source: entry.source,
    });
    let dice = DiceSpec::ENTRIES.iter().map(|entry| DiceReport {
        id: entry.id,
        title: entry.title,
        parameters: parameter_reports(entry.parameters),
    });
    document::json(&Catalogue {
        shuffles: shuffles.collect(),
        dice: dice.collect(),
        generators: Generator::ALL.iter().map(|generator| generator.id()).collect(),
        tests: tests_only(),
    })
}

/// The tests alone as one JSON object, with a line break at its end.
///
/// # Errors
///
/// [`ReportError::Json`].
pub fn tests_as_json() -> Result<String, ReportError> {
    document::json(&tests_only())
}

fn parameter_reports(parameters: &[Parameter]) -> Vec<ParameterReport> {
    let report = |parameter: &Parameter| ParameterReport {
        key: parameter.key.to_string(),
        about: parameter.about.to_string(),
        min: parameter.min.to_string(),
        max: parameter.max.to_string(),
        default: parameter.default.to_string(),
    };
    parameters.iter().map(report).collect()
}

fn tests_only() -> TestsOnly {
    let battery = |&Battery { id, title, tests }: &Battery| BatteryReport { id, title, tests };
    TestsOnly {
        tests: tests().map(test_report).collect(),
        batteries: BATTERIES.iter().map(battery).collect(),
        unseen: UNSEEN.iter().map(|(what, why)| format!("{what}: {why}")).collect(),
    }
}

fn test_report((test, made): (&'static TestEntry, When)) -> TestDescription {
    let cost = catalogue::cost(test.id);
    TestDescription {
        id: test.id,
        title: test.title,
        about: test.about.name(),
        sees: test.sees,
        blind_to: test.blind_to,
        made,
        nanoseconds_a_deck: cost.map(|Cost { deck, .. }| deck),
        milliseconds_a_case: cost.map(|Cost { case, .. }| case),
    }
}
