//! A forecast in words, for a terminal.

use crate::{
    number::{cell, count, counted},
    page::study,
    words::{
        Screen,
        layout::{Alignment, TextTable, hang, wrap},
        on_deck,
    },
};
use shuffle_studies::power::{Origin, Powers, SpreadOf, Status, TestForecast};
use std::fmt::Write;

pub(super) fn subject(powers: &Powers) -> String {
    let case = &powers.question.case;
    on_deck(&case.subject, case.shape)
}

/// The forecast as a table, with its basis below.
#[must_use]
pub fn words(powers: &Powers, screen: &Screen) -> String {
    let question = &powers.question;
    let head = format!(
        "Decks needed to call {} biased with probability {}:",
        subject(powers),
        cell(question.power)
    );
    let mut text = wrap(&head, screen.width) + "\n";
    text.push_str(&table(powers).show(screen.width));
    text.push('\n');
    for (why, tests) in not_applicable(powers) {
        let line = format!("{} not made: {why}.", tests.join(", "));
        text.push_str(&hang("", &line, 2, screen.width));
    }
    text.push_str(&wrap(&cheapest(powers), screen.width));
    text.push_str(&wrap(&foot(powers), screen.width));
    text
}

pub(super) fn of_page(powers: &Powers) -> study::Words {
    study::Words {
        wrong: None,
        title: format!("How many decks show a bias of {}?", subject(powers)),
        sentence: cheapest(powers),
        text: words(powers, &study::SCREEN),
        reading: vec![
            "Each row of the picture is a test. Its dot is the number of decks at which the test calls the shuffle biased with \
             the power that was asked for; farther left is better. A test without a dot cannot see this bias, or its \
             row says why.",
            "An exact forecast follows from the law of the shuffle. A simulated one follows from a pilot of some decks, so \
             that it has a range: the numbers of decks that fit what the pilot saw, within two of its standard errors.",
        ],
    }
}

fn table(powers: &Powers) -> TextTable {
    let trials = powers.question.trials;
    let at = trials.map(|trials| format!("power at {}", count(trials)));
    let mut heads = vec![
        ("test", Alignment::Left),
        ("decks", Alignment::Right),
        ("lambda", Alignment::Right),
        ("way", Alignment::Left),
    ];
    heads.extend(at.iter().map(|at| (at.as_str(), Alignment::Right)));
    heads.push(("range", Alignment::Left));
    let mut table = TextTable::new(&heads);
    let is_made = |row: &&TestForecast| !matches!(row.status, Status::NotApplicable { .. });
    let mut rows: Vec<&TestForecast> = powers.rows.iter().filter(is_made).collect();
    rows.sort_by_key(|row| row.trials_needed.unwrap_or(u64::MAX));
    for row in rows {
        table.row(cells(row, trials));
    }
    table
}

fn not_applicable(powers: &Powers) -> Vec<(&str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in &powers.rows {
        let Status::NotApplicable { why } = &row.status else { continue };
        match groups.iter_mut().find(|(other, _)| other == why) {
            Some((_, tests)) => tests.push(row.test),
            None => groups.push((why, vec![row.test])),
        }
    }
    groups
}

fn cells(row: &TestForecast, trials: Option<u64>) -> Vec<String> {
    let decks = |decks: Option<u64>| decks.map_or_else(|| "-".to_owned(), count);
    let (needed, range) = match &row.status {
        Status::NotApplicable { .. } => ("-".to_owned(), String::new()),
        Status::Blind => ("never".to_owned(), String::new()),
        Status::NotSeen => (format!("> {}", decks(row.trials_low)), String::new()),
        Status::OutOfReach { best } => {
            ("out of reach".to_owned(), format!("at most {} %", percent(*best)))
        }
        Status::Ok if row.trials_needed == row.judges_from => {
            (decks(row.trials_needed), "the fewest it judges".to_owned())
        }
        Status::Ok if row.way == Some(Origin::Exact) => (decks(row.trials_needed), String::new()),
        Status::Ok => (
            decks(row.trials_needed),
            format!("{} to {}", decks(row.trials_low), decks(row.trials_high)),
        ),
    };
    let lambda = match row.status {
        Status::NotSeen => "not seen".to_owned(),
        Status::Blind => "0".to_owned(),
        _ => row.noncentrality.map_or_else(String::new, |lambda| format!("{lambda:.3e}")),
    };
    let way = row.way.map_or("", Origin::name);
    let star = if row.spread == Some(SpreadOf::Measured) { "*" } else { "" };
    let mut cells = vec![row.test.to_owned(), needed, lambda, format!("{way}{star}")];
    cells.extend(trials.map(|_| {
        row.power.map_or_else(|| "-".to_owned(), |power| format!("{} %", percent(power)))
    }));
    cells.push(range);
    cells
}

/// A power in percent; one that is not certain is not rounded up to 100.
fn percent(power: f64) -> String {
    if power > 0.9999 && power < 1.0 {
        "> 99.99".to_owned()
    } else if power < 1e-4 {
        "< 0.01".to_owned()
    } else {
        format!("{:.2}", 100.0 * power)
    }
}

fn cheapest(powers: &Powers) -> String {
    let mut able: Vec<&TestForecast> =
        powers.rows.iter().filter(|row| row.trials_needed.is_some()).collect();
    able.sort_by_key(|row| row.trials_needed);
    let decks =
        |row: &TestForecast| row.trials_needed.map_or_else(String::new, |n| counted(n, "deck"));
    match able.as_slice() {
        [] if powers.rows.iter().any(|row| row.status == Status::NotSeen) => {
            "No test is known to see it; a longer simulation (--pilot) may show more.".to_owned()
        }
        [] => "None of these tests can see this bias.".to_owned(),
        [only] if powers.rows.len() == 1 => {
            format!("{} needs {} to see it.", only.test, decks(only))
        }
        [only] => format!("Only {} sees it: {}.", only.test, decks(only)),
        [first, .., last] => {
            let (a, b) = (first, last);
            format!("Cheapest: {}, {}; {} needs {}.", a.test, decks(a), b.test, decks(b))
        }
    }
}

fn foot(powers: &Powers) -> String {
    let question = &powers.question;
    let mut text = format!(
        "Error budget {}, half of it for the first look, shared by the tests.\n",
        cell(question.budget.alpha)
    );
    let any = |wanted: fn(&TestForecast) -> bool| powers.rows.iter().any(wanted);
    let _ = writeln!(
        text,
        "lambda: the noncentrality by which each deck raises the statistic on average."
    );
    if any(|row| row.way == Some(Origin::Exact)) {
        text.push_str("exact: from the exact law of the shuffle.\n");
    }
    if any(|row| row.way == Some(Origin::Simulated)) {
        let _ = writeln!(
            text,
            "simulated: from {}, seed {}; ranges are two standard errors, bounds four.",
            counted(powers.pilot, "deck"),
            question.seed
        );
    }
    if any(|row| row.spread == Some(SpreadOf::Measured)) {
        let _ = writeln!(
            text,
            "*: the spread of the statistic differs from the uniform one; it was measured in {}, \
             seed {}.",
            counted(powers.pilot, "deck"),
            question.seed
        );
    }
    if any(|row| row.status == Status::Blind) {
        text.push_str("never: this test cannot see this bias.\n");
    }
    text
}
