//! Tables of what one layer costs, which `benches/` prints: what is compared, line by line, beside the first of them.

use crate::timer::{Effort, Runner, Work, paired};
use std::{fmt::Write, time::Duration};

/// Many short rounds: a layer takes nanoseconds.
const EFFORT: Effort = Effort { rounds: 101, each: Duration::from_millis(1) };

/// Times all of these and makes a table: nanoseconds a deck, and the ratio to the first of them, both with quartiles.
///
/// # Panics
///
/// If there is nothing to compare.
#[must_use]
pub fn table(title: &str, compared: Vec<(String, Runner<'_>)>) -> String {
    table_of(title, compared, EFFORT)
}

/// The same with other rounds.
///
/// # Panics
///
/// If there is nothing to compare.
#[must_use]
pub fn table_of(title: &str, compared: Vec<(String, Runner<'_>)>, effort: Effort) -> String {
    let (names, mut runners): (Vec<String>, Vec<Runner<'_>>) = compared.into_iter().unzip();
    let timed = paired(&mut runners, effort);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(32);
    let mut text = format!("{title}\n\n");
    let _ = writeln!(
        text,
        "{:width$}{:>14}{:>22}{:>9}  quartiles",
        "", "ns a deck", "quartiles", "ratio"
    );
    for (name, one) in names.iter().zip(&timed) {
        let cost = one.cost(&timed[0]);
        let nanos = format!("{:.1} to {:.1}", cost.nanos.low, cost.nanos.high);
        let _ = writeln!(
            text,
            "{name:width$}{:>14.1}{nanos:>22}{:>9.3}  {:.3} to {:.3}",
            cost.nanos.median, cost.ratio.median, cost.ratio.low, cost.ratio.high,
        );
    }
    text
}

/// A line of a [`table`] that does as many decks in a run as fill its time.
#[must_use]
pub fn line<'a>(name: impl Into<String>, work: Work<'a>) -> (String, Runner<'a>) {
    (name.into(), Runner::new(1, work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_measure_of_the_others() {
        let spin = |turns: u64| -> Work<'static> {
            Box::new(move |decks| {
                for turn in 0..decks * turns {
                    std::hint::black_box(turn);
                }
            })
        };
        let compared = vec![line("one", spin(1)), line("a hundred", spin(100))];
        let text = table("Turns", compared);
        let ratio = |name: &str| -> f64 {
            let line = text.lines().find(|line| line.starts_with(name)).expect("a line of its own");
            line.rsplit("  ").nth(1).and_then(|cell| cell.trim().parse().ok()).expect("a ratio")
        };
        assert_eq!(ratio("one"), 1.0);
        assert!(ratio("a hundred") > 10.0, "{text}");
    }
}
