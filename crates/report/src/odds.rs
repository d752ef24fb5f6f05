//! The odds of one event, in words and as JSON.

use crate::{
    document,
    error::ReportError,
    number::{LEAST_LOG10_P, count},
    words::{Screen, capital, layout::wrap},
};
use serde::Serialize;
use shuffle_metrics::odds::{Comparison, Event, Odds, Quantity};

/// A warning for people who met the event.
const PICKED: &str = "A game picked because it looked odd proves nothing: among all games played somewhere, one like it is sure to \
     come. Record the next games before you look.";

/// An event as it was asked for.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The event.
    pub event: Event,
    /// The kind that it is of.
    pub kind: &'a str,
    /// The comparison as it was written.
    pub written: &'a str,
    /// The games among which it may come.
    pub games: Option<u64>,
}

impl Asked<'_> {
    fn in_words(&self) -> String {
        let &Self { event: Event { cards, class, quantity, comparison, value }, kind, .. } = self;
        let number = count(value);
        let place = |which| {
            let at = match comparison {
                Comparison::Equal => format!("at card {number}"),
                Comparison::NotEqual => format!("anywhere but at card {number}"),
                Comparison::Less => format!("before card {number}"),
                Comparison::AtMost => format!("at card {number} or before"),
                Comparison::Greater => format!("behind card {number}"),
                Comparison::AtLeast => format!("at card {number} or behind"),
            };
            format!("the {which} {kind} {at} of {} ({} {kind})", count(cards), count(class))
        };
        let how_many = match comparison {
            Comparison::Equal if value == 0 => "no".to_owned(),
            Comparison::Equal => format!("exactly {number}"),
            Comparison::NotEqual => format!("any number but {number} of"),
            Comparison::Less => format!("fewer than {number}"),
            Comparison::AtMost => format!("at most {number}"),
            Comparison::Greater => format!("more than {number}"),
            Comparison::AtLeast => format!("at least {number}"),
        };
        match quantity {
            Quantity::First => place("first"),
            Quantity::Last => place("last"),
            Quantity::Count { dealt } => {
                let (dealt, cards, class) = (count(dealt), count(cards), count(class));
                format!("{how_many} {kind} in {dealt} of {cards} cards ({class} {kind})")
            }
        }
    }
}

/// The odds in words.
pub fn words(asked: &Asked<'_>, screen: &Screen) -> String {
    let odds = asked.event.odds();
    let event = capital(&asked.in_words());
    let mut text = wrap(
        &format!("{event}: {}, probability {}.", one_in(odds), shown(odds.log10())),
        screen.width,
    );
    if let Some(games) = asked.games {
        let often = format!(
            "In {} games {} are expected; at least one comes with probability {}.",
            count(games),
            amount(odds.log10_expected(games)),
            shown(odds.log10_at_least_once(games)),
        );
        text.push_str(&wrap(&often, screen.width));
    }
    text + &wrap(PICKED, screen.width)
}

/// "one game in 2,380", "all games but one in 2,380".
fn one_in(odds: Odds) -> String {
    let is_usual = odds.log10() > 0.5_f64.log10();
    let (which, odds) =
        if is_usual { ("all games but one", odds.other()) } else { ("one game", odds) };
    let games = odds.one_in();
    let games = match games {
        ..100.0 => format!("{games:.1}").trim_end_matches(".0").to_owned(),
        ..1e15 => count(games.round() as u64),
        _ => format!("10^{}", (-odds.log10()).floor()),
    };
    format!("{which} in {games}")
}

/// A probability with four digits.
fn shown(log10: f64) -> String {
    match log10 {
        ..LEAST_LOG10_P => format!("below 1e{LEAST_LOG10_P}"),
        ..-3.0 => format!("{:.3e}", 10_f64.powf(log10)),
        _ => {
            let value = 10_f64.powf(log10);
            // What is not certain is not called so.
            if value > 0.9999 { "above 0.9999".to_owned() } else { format!("{value:.4}") }
        }
    }
}

/// An expected number: three digits.
fn amount(log10: f64) -> String {
    let value = 10_f64.powf(log10);
    match value {
        1000.0..1e15 => count(value.round() as u64),
        1e-3..1000.0 => {
            let decimals = (2.0 - log10.floor()).max(0.0) as usize;
            let text = format!("{value:.decimals$}");
            if text.contains('.') {
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                text
            }
        }
        _ => shown(log10),
    }
}

#[derive(Serialize)]
struct OddsDocument<'a> {
    event: &'a str,
    words: String,
    cards: u64,
    kind: &'a str,
    of_kind: u64,
    /// The cards that are dealt, where they are counted.
    dealt: Option<u64>,
    /// At least 1e-300; the logarithm is exact.
    probability: f64,
    log10_probability: f64,
    /// Null where it is larger than a float.
    one_in: Option<f64>,
    games: Option<u64>,
    expected: Option<f64>,
    at_least_one: Option<f64>,
    log10_at_least_one: Option<f64>,
    note: &'static str,
}

/// The odds as JSON.
///
/// # Errors
///
/// [`ReportError`] if they cannot be written.
pub fn json(asked: &Asked<'_>) -> Result<String, ReportError> {
    let &Asked { event, kind, written, games, .. } = asked;
    let odds = event.odds();
    let floored = |log10: f64| 10_f64.powf(log10.max(LEAST_LOG10_P));
    let dealt = match event.quantity {
        Quantity::Count { dealt } => Some(dealt),
        Quantity::First | Quantity::Last => None,
    };
    let at_least_one = games.map(|games| odds.log10_at_least_once(games));
    document::json(&OddsDocument {
        event: written,
        words: asked.in_words(),
        cards: event.cards,
        kind,
        of_kind: event.class,
        dealt,
        probability: floored(odds.log10()),
        log10_probability: odds.log10(),
        one_in: Some(odds.one_in()).filter(|games| games.is_finite()),
        games,
        expected: games.map(|games| floored(odds.log10_expected(games))),
        at_least_one: at_least_one.map(floored),
        log10_at_least_one: at_least_one,
        note: PICKED,
    })
}
