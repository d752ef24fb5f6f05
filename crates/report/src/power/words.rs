//! A forecast in words, for a terminal.

use crate::number::{cell, count};
use shuffle_audit::power::{Powers, Row, SpreadOf, Status, Way};
use std::fmt::Write;

/// The subject: "naive on 52 cards".
pub(super) fn subject(powers: &Powers) -> String {
    let case = &powers.question.case;
    match case.spec.deal {
        Some(deal) => format!("{}, {deal} of {} cards", case.subject, case.spec.cards),
        None => format!("{} on {} cards", case.subject, case.spec.cards),
    }
}

/// The forecast as a table, with what it rests on below it.
#[must_use]
pub fn words(powers: &Powers) -> String {
    let question = &powers.question;
    let mut text = format!(
        "Decks needed to call {} biased with probability {}:\n\n",
        subject(powers),
        cell(question.power)
    );
    let at = question.trials.map_or_else(String::new, |trials| {
        format!("{:>w$}", format!("power at {}", count(trials)), w = width(trials))
    });
    let header = format!(
        "{:20}{:>20}  {:>30}  {:>12}  {:10}{at}",
        "test", "decks", "range", "lambda", "way"
    );
    let _ = writeln!(text, "{}", header.trim_end());
    for row in &powers.rows {
        let _ = writeln!(text, "{}", line(row, question.trials));
    }
    let _ = writeln!(text, "\n{}", cheapest(powers));
    text.push_str(&foot(powers));
    text
}

fn width(trials: u64) -> usize {
    format!("power at {}", count(trials)).len() + 2
}

fn line(row: &Row, trials: Option<u64>) -> String {
    let test = row.test;
    let decks = |decks: Option<u64>| decks.map_or_else(|| "-".to_owned(), count);
    let (needed, range) = match &row.status {
        Status::NotApplicable { why } => return format!("{test:20}{:>20}  {why}", "-"),
        Status::Blind => ("never".to_owned(), String::new()),
        Status::NotSeen => (format!("> {}", decks(row.trials_low)), String::new()),
        Status::OutOfReach { best } => {
            ("out of reach".to_owned(), format!("at most {} %", percent(*best)))
        }
        Status::Ok if row.trials_needed == row.judges_from => {
            (decks(row.trials_needed), "the fewest it judges".to_owned())
        }
        Status::Ok if row.way == Some(Way::Exact) => (decks(row.trials_needed), String::new()),
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
    let way = row.way.map_or("", Way::name);
    let star = if row.spread == Some(SpreadOf::Measured) { "*" } else { "" };
    let way = format!("{way}{star}");
    let power = trials.map_or_else(String::new, |trials| {
        let power = row.power.map_or_else(|| "-".to_owned(), |p| format!("{} %", percent(p)));
        format!("{power:>w$}", w = width(trials))
    });
    format!("{test:20}{needed:>20}  {range:>30}  {lambda:>12}  {way:10}{power}")
        .trim_end()
        .to_owned()
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
    let mut able: Vec<&Row> =
        powers.rows.iter().filter(|row| row.trials_needed.is_some()).collect();
    able.sort_by_key(|row| row.trials_needed);
    let decks = |row: &Row| row.trials_needed.map_or_else(String::new, count);
    match able.as_slice() {
        [] if powers.rows.iter().any(|row| row.status == Status::NotSeen) => {
            "No test is known to see it; a longer simulation (--pilot) may show more.".to_owned()
        }
        [] => "No test of these can tell it from uniform.".to_owned(),
        [only] if powers.rows.len() == 1 => {
            format!("{} needs {} decks to see it.", only.test, decks(only))
        }
        [only] => format!("Of these tests only {} sees it: {} decks.", only.test, decks(only)),
        [first, .., last] => {
            let (a, b) = (first, last);
            format!("Cheapest: {}, {} decks; {} needs {}.", a.test, decks(a), b.test, decks(b))
        }
    }
}

fn foot(powers: &Powers) -> String {
    let question = &powers.question;
    let mut text = format!(
        "Error budget {}, half of it for the first look, shared by the tests that judge.\n",
        cell(question.budget.alpha)
    );
    let any = |wanted: fn(&Row) -> bool| powers.rows.iter().any(wanted);
    let _ = writeln!(
        text,
        "lambda: the noncentrality a deck, by which every deck raises the statistic on average."
    );
    if any(|row| row.way == Some(Way::Exact)) {
        text.push_str("exact: from the exact law of the shuffle.\n");
    }
    if any(|row| row.way == Some(Way::Simulated)) {
        let _ = writeln!(
            text,
            "simulated: from {} decks, seed {}; ranges are two standard errors, bounds four.",
            count(powers.pilot),
            question.seed
        );
    }
    if any(|row| row.spread == Some(SpreadOf::Measured)) {
        let _ = writeln!(
            text,
            "*: the statistic scatters otherwise than near uniform; its spread is that of {} decks, \
             seed {}.",
            count(powers.pilot),
            question.seed
        );
    }
    if any(|row| row.status == Status::Blind) {
        text.push_str("never: this test cannot tell it from uniform.\n");
    }
    text
}
