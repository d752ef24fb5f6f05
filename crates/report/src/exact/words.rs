//! An exact law in words, for people at a terminal.

use super::{EXAMPLES, all_orders, order, quantities, subject};
use crate::{
    number::{cell, counted, percent, round10},
    page::study,
    words::{
        Screen,
        layout::{Alignment, TextTable, item, together, wrap},
    },
};
use itertools::Itertools;
use shuffle_exact::{LawError, LawValue, Laws, PermutationLaw, PositionLaw, summary::Extreme};
use std::fmt::Write;

/// The whole law is printed up to this many orders: all of 6 cards.
const MOST_PRINTED: usize = 720;

/// Behind a value whose fraction is too long for a line.
const LONG: &str = " *";

/// The column of the values.
const NAMES: usize = 24;

/// The column of the matrix, if there is room.
const PLACE: usize = 14;

/// The position matrix is printed up to this many cards.
const WIDEST: usize = 10;

/// The laws of a subject: the law itself if it is short, then the numbers that sum it up.
#[must_use]
pub fn words(laws: &Laws, screen: &Screen) -> String {
    let width = screen.width;
    let mut text = wrap(&subject(laws.subject()), width) + "\n";
    if let Ok(law) = laws.permutation() {
        orders(&mut text, law, width);
    }
    if let Ok(law) = laws.position() {
        matrix(&mut text, law, width);
    }
    let mut reasons = Reasons::default();
    let mut line = |name: &str, what: String| {
        text.push_str(&item(name, &what, NAMES, width));
    };
    line("every order equal", reasons.or_not_known(uniform(laws)));
    let mut not_known: Vec<(String, Vec<String>)> = Vec::new();
    for quantity in quantities(laws) {
        let source = quantity.source().map_or_else(String::new, |by| format!("  [{by}]"));
        let name = quantity.name.replace('_', " ");
        let is_known = quantity.found.is_ok();
        let value = reasons.or_not_known(quantity.found.map(|found| value(&found.number)));
        if is_known {
            line(&name, value + &source);
        } else if let Some((_, names)) = not_known.iter_mut().find(|(why, _)| *why == value) {
            names.push(name);
        } else {
            not_known.push((value, vec![name]));
        }
    }
    for (why, names) in not_known {
        line(&why, names.join(", "));
    }
    let examples = if laws.subject().shape.cards() <= WIDEST { EXAMPLES } else { 1 };
    if let Ok(law) = laws.permutation() {
        line("entropy", entropy(law));
        let ends = law.extremes(examples);
        line("likeliest order", extreme(&ends.most, |cards| order(cards)));
        line("least likely order", extreme(&ends.least, |cards| order(cards)));
    }
    if let Some((ends, cards)) =
        laws.position().ok().and_then(|law| Some((law.extremes(EXAMPLES)?, law.shape().cards())))
    {
        let places = |end: &Extreme<(usize, usize)>| {
            let off = percent(round10(end.probability.value() * cards as f64 - 1.0));
            let of_all = extreme(end, |(place, card)| together(&format!("card {card} at {place}")));
            format!("{off}: {of_all}")
        };
        line("likeliest place", places(&ends.most));
        line("least likely place", places(&ends.least));
    }
    text.push_str(&reasons.text(width));
    if text.contains(LONG) {
        text.push('\n');
        text.push_str(&wrap("* An exact fraction, too long for a line: see --json.", width));
    }
    text
}

/// The reasons why something is not known: each once, at the end.
#[derive(Default)]
struct Reasons(Vec<LawError>);

impl Reasons {
    fn or_not_known(&mut self, what: Result<String, LawError>) -> String {
        what.unwrap_or_else(|why| {
            let known = self.0.iter().position(|reason| *reason == why);
            let number = known.unwrap_or_else(|| {
                self.0.push(why);
                self.0.len() - 1
            });
            format!("not known [{}]", number + 1)
        })
    }

    fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for (index, why) in self.0.iter().enumerate() {
            let help = match why {
                LawError::Memory { .. } => "; --max-memory allows more",
                LawError::Paths { .. } => "; --max-paths allows more",
                _ => "",
            };
            text.push('\n');
            text.push_str(&wrap(&format!("[{}] {why}{help}", index + 1), width));
        }
        text
    }
}

pub(super) fn of_page(laws: &Laws) -> study::Words {
    let answer = uniform(laws).unwrap_or_else(|why| format!("not known: {why}"));
    study::Words {
        wrong: None,
        title: format!("The exact law of {}", subject(laws.subject())),
        sentence: format!("Is every order equally likely? {answer}."),
        text: words(laws, &study::SCREEN),
        reading: vec![
            "Nothing was shuffled: all probabilities are computed from the code of the shuffle itself.",
            "A cell of the picture is the probability that a card lies at a position, relative to 1/n for n cards: red is \
             too often, blue too rarely, white just right.",
        ],
    }
}

/// The answer to "is every order equally likely?", as far as the laws show it.
fn uniform(laws: &Laws) -> Result<String, LawError> {
    let law = match laws.permutation() {
        Ok(law) => law,
        Err(why) => return not_uniform(laws).map(ToOwned::to_owned).ok_or(why),
    };
    let proved = if law.masses().is_exact() { "proved" } else { "within rounding" };
    let verdict = if law.is_uniform() { format!("yes, {proved}") } else { "no".to_owned() };
    let (reached, possible) = (law.reached(), short(law.possible().to_string()));
    Ok(format!("{verdict} ({reached} of {possible} orders can come)"))
}

/// A sign that not every order is equally likely, where the whole law is not listed.
fn not_uniform(laws: &Laws) -> Option<&'static str> {
    if laws.total_variation().is_ok_and(|found| found.number.value() > found.number.error()) {
        Some("no")
    } else if laws.position().is_ok_and(|law| !law.is_uniform()) {
        Some("no, as the places show")
    } else if laws.degree().is_ok_and(|degree| degree.value().abs() > degree.error()) {
        Some("no, as the degree shows")
    } else {
        None
    }
}

/// A whole number, or an approximation if it has too many digits.
fn short(digits: String) -> String {
    const LONGEST: usize = 15;
    if digits.len() <= LONGEST {
        return digits;
    }
    digits.parse::<f64>().map_or(digits, |value| format!("{value:.3e}"))
}

/// A fraction, where it is short enough to be read, and the value.
fn value(number: &LawValue) -> String {
    const LONGEST: usize = 40;
    let value = match number.value() {
        infinite if infinite.is_infinite() => format!("about 1e{}", magnitude(number)),
        value => cell(value),
    };
    match number.fraction().map(ToString::to_string) {
        Some(fraction) if fraction == value => value,
        Some(fraction) if fraction.len() <= LONGEST => format!("{fraction} = {value}"),
        Some(_) => format!("{value}{LONG}"),
        None => format!("{value} (error below {})", cell(number.error())),
    }
}

/// The power of ten of a fraction beyond all floats.
fn magnitude(number: &LawValue) -> usize {
    number.fraction().map_or(0, |fraction| {
        let digits = [fraction.numer(), fraction.denom()].map(|part| part.to_string().len());
        digits[0].saturating_sub(digits[1])
    })
}

fn entropy(law: &PermutationLaw) -> String {
    format!("{} of {} bits", cell(law.entropy_bits()), cell(law.most_entropy_bits()))
}

/// The probability of an extreme, its number of ties, and examples.
fn extreme<T>(end: &Extreme<T>, mut show: impl FnMut(&T) -> String) -> String {
    let shown = end.examples.iter().map(&mut show).join(", ");
    if let LawValue::Float { value: probability, error } = end.probability {
        // Floats this close cannot be distinguished, so the number of ties is unknown.
        let shape = match probability <= error {
            true => format!("below {}", cell(error.max(probability))),
            false => value(&end.probability),
        };
        return format!("{shape}  (among others perhaps: {shown})");
    }
    let more = if end.ties > end.examples.len().into() { ", ..." } else { "" };
    format!("{}  ({}: {shown}{more})", value(&end.probability), short(end.ties.to_string()))
}

fn orders(text: &mut String, law: &PermutationLaw, width: usize) {
    if law.possible() > MOST_PRINTED.into() {
        let orders = counted(law.masses().len() as u64, "order");
        let line = format!(
            "{orders} can come: --json lists them for up to 8 cards, --out DIR writes them."
        );
        text.push_str(&wrap(&line, width));
        text.push('\n');
        return;
    }
    let head = format!("{:room$}", "order", room = 2 * law.shape().dealt());
    let mut table = TextTable::new(&[(&head, Alignment::Left), ("probability", Alignment::Left)]);
    for (cards, probability) in all_orders(law) {
        table.row(vec![order(&cards), value(&probability)]);
    }
    text.push_str(&table.show(width));
    text.push('\n');
}

/// The position matrix, in as many blocks of columns as the screen needs.
fn matrix(text: &mut String, law: &PositionLaw, width: usize) {
    const CELL: usize = 10;
    let cards = law.shape().cards();
    if cards > WIDEST || cards == 0 {
        return;
    }
    let matrix = law.matrix();
    let first = if width >= PLACE + 2 * CELL { PLACE } else { CELL };
    let columns = (width.saturating_sub(first) / CELL).max(1);
    for block in (0..cards).collect::<Vec<_>>().chunks(columns) {
        let _ = write!(text, "{:first$}", "position");
        for card in block {
            let _ = write!(text, "{:>CELL$}", format!("card {card}"));
        }
        for (place, row) in matrix.iter().enumerate() {
            let _ = write!(text, "\n{place:<first$}");
            for &card in block {
                let _ = write!(text, "{:>CELL$}", format!("{:.6}", row[card]));
            }
        }
        text.push_str("\n\n");
    }
}
