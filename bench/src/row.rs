//! The rows of all measurements: one form, for one CSV and for the screen.

use crate::timer::{Effort, Runner, Split, Spread, Work, paired};
use serde::Serialize;
use shuffle_algorithms::Shape;
use shuffle_audit::number::count;
use std::fmt::Write;

/// One measured thing. Times are medians over the rounds, with their quartiles; a ratio is taken within a round.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// The topic, as `--only` names it.
    pub topic: String,
    /// The heading of what is compared.
    pub title: String,
    /// The work that was measured.
    pub what: String,
    /// Cards in the deck.
    pub cards: usize,
    /// Cards dealt; equal to `cards` for a whole shuffle.
    pub dealt: usize,
    /// Decks of one round.
    pub decks: u64,
    /// Rounds, the one that warms up not counted.
    pub rounds: usize,
    /// Nanoseconds a deck.
    pub ns_per_deck: f64,
    /// Its lower quartile.
    pub ns_low: f64,
    /// Its upper quartile.
    pub ns_high: f64,
    /// The time of a deck, divided by the time of a deck of the reference in the same round.
    pub ratio: f64,
    /// Its lower quartile.
    pub ratio_low: f64,
    /// Its upper quartile.
    pub ratio_high: f64,
    /// Milliseconds of a run that its decks do not take: exact laws and judgements.
    pub ms_once: f64,
    /// The machine and the effort of the measurement.
    pub machine: String,
}

impl Row {
    /// The costs of a run of `decks` decks, round by round.
    ///
    /// # Panics
    ///
    /// If there are no rounds, or the reference has another number of them.
    #[must_use]
    pub fn new(what: String, decks: u64, rounds: &[Split], reference: &[Split]) -> Self {
        assert_eq!(rounds.len(), reference.len(), "rounds are paired");
        let nanos = Spread::of(rounds.iter().map(|one| one.deck));
        let ratio =
            Spread::of(rounds.iter().zip(reference).map(|(one, base)| one.deck / base.deck));
        Self {
            what,
            decks,
            rounds: rounds.len(),
            ns_per_deck: nanos.median,
            ns_low: nanos.low,
            ns_high: nanos.high,
            ratio: ratio.median,
            ratio_low: ratio.low,
            ratio_high: ratio.high,
            ms_once: Spread::of(rounds.iter().map(|one| one.fixed / 1e6)).median,
            ..Self::default()
        }
    }
}

/// A name, and what is timed.
pub type Line = (String, Runner);

/// A line that does as many decks in a run as fill its time.
#[must_use]
pub fn line(name: impl Into<String>, work: Work) -> Line {
    (name.into(), Runner::new(1, work))
}

/// Programs or shuffles that are compared: a table.
pub struct Group {
    /// Its heading.
    pub title: String,
    /// The decks.
    pub shape: Shape,
    /// The lines; the first is the reference of the ratios.
    pub compared: Vec<Line>,
}

impl Group {
    /// Times all lines in turn.
    ///
    /// # Panics
    ///
    /// If there is nothing to compare.
    #[must_use]
    pub fn measure(self, effort: Effort) -> Vec<Row> {
        let (names, mut runners): (Vec<String>, Vec<Runner>) = self.compared.into_iter().unzip();
        let timed = paired(&mut runners, effort);
        let row = |(name, (decks, rounds)): (String, &(u64, Vec<Split>))| Row {
            title: self.title.clone(),
            cards: self.shape.cards(),
            dealt: self.shape.dealt(),
            ..Row::new(name, *decks, rounds, &timed[0].1)
        };
        names.into_iter().zip(&timed).map(row).collect()
    }
}

/// A number with about three figures.
fn figures(value: f64) -> String {
    match value {
        _ if value < 0.0995 => format!("{value:.4}"),
        _ if value < 9.995 => format!("{value:.3}"),
        _ if value < 99.95 => format!("{value:.1}"),
        _ => count(value.round() as u64),
    }
}

/// A table for the screen.
#[must_use]
pub fn table(rows: &[Row]) -> String {
    let names = rows.iter().flat_map(|row| [&row.title, &row.what]);
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "{:width$}{:>12}{:>9}{:>20}{:>10}\n",
        rows.first().map_or("", |row| row.title.as_str()),
        "ns a deck",
        "ratio",
        "quartiles",
        "ms once"
    );
    for row in rows {
        let quartiles = format!("{} to {}", figures(row.ratio_low), figures(row.ratio_high));
        let once = if row.ms_once > 0.0 { figures(row.ms_once) } else { String::new() };
        let (what, nanos, ratio) = (&row.what, figures(row.ns_per_deck), figures(row.ratio));
        let _ = writeln!(text, "{what:width$}{nanos:>12}{ratio:>9}{quartiles:>20}{once:>10}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn numbers_keep_about_three_figures() {
        let values = [0.01234, 0.0996, 0.25, 9.994, 12.3, 99.96, 1234.5];
        let expected = ["0.0123", "0.100", "0.250", "9.994", "12.3", "100", "1,235"];
        assert_eq!(values.map(figures), expected);
    }

    #[test]
    fn costs_are_medians_with_quartiles_and_ratios_are_taken_within_a_round() {
        // Ratios 1/2, 3/4 and 2/4.
        let rounds = |nanos: [f64; 3]| nanos.map(|deck| Split { deck, fixed: 5e6 });
        let row =
            Row::new("it".to_owned(), 100, &rounds([1.0, 3.0, 2.0]), &rounds([2.0, 4.0, 4.0]));
        assert_eq!([row.ns_low, row.ns_per_deck, row.ns_high], [2.0, 2.0, 3.0]);
        assert_eq!((row.ms_once, row.rounds), (5.0, 3));
        assert_eq!([row.ratio_low, row.ratio, row.ratio_high], [0.5, 0.5, 0.75]);
    }

    #[test]
    fn the_first_line_is_the_reference_of_the_others() {
        let spin = |turns: u64| -> Work {
            Box::new(move |decks| {
                for turn in 0..decks * turns {
                    std::hint::black_box(turn);
                }
            })
        };
        let compared = vec![line("one", spin(1)), line("a hundred", spin(100))];
        let group = Group { title: "Turns".to_owned(), shape: Shape::whole(52), compared };
        let rows = group.measure(Effort { rounds: 21, each: Duration::from_micros(500) });
        assert_eq!((rows[0].ratio, rows[0].cards, rows[0].dealt), (1.0, 52, 52));
        assert!(rows[1].ratio > 10.0, "{rows:?}");
        let text = table(&rows);
        assert!(text.starts_with("Turns ") && text.contains("1.000 to 1.000"), "{text}");
    }
}
