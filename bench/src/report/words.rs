//! The tables of a bench for a terminal.

use super::{
    AuditRow, Cost, DealRow, Machine, PeerRow, Section, Series, ShuffleRow, Spread, Vary, WorkRow,
    series,
};
use shuffle_report::number::count;
use std::fmt::Write;

/// On what was measured, and how thoroughly, in three lines.
#[must_use]
pub fn machine(machine: &Machine) -> String {
    let threads = if machine.threads == 1 { "thread" } else { "threads" };
    format!(
        "{}, {} {threads}; lanes on {}; {}\n{}\nMedians of paired rounds, with the quartiles of the ratio\n",
        machine.processor,
        machine.threads,
        machine.instruction_set,
        machine.rustc,
        match machine.is_quick() {
            true =>
                "A quick look: times jump about, so measure without --quick before you rely on one",
            false => "Measured in full",
        },
    )
}

/// One table, with a line that says what its ratio is to.
#[must_use]
pub fn section(section: &Section) -> String {
    match section {
        Section::Table(rows) => deals(rows),
        Section::Shuffles(rows) => shuffles(rows),
        Section::Audit(rows) => audits(rows),
        Section::Work(rows) => work(rows),
        Section::Peers(rows) => peers(rows),
    }
}

/// Nanoseconds: three figures, but whole ones.
fn nanos(value: f64) -> String {
    match value {
        _ if value < 9.995 => format!("{value:.2}"),
        _ if value < 99.95 => format!("{value:.1}"),
        _ => count(value.round() as u64),
    }
}

/// A ratio: as many decimals as mean something.
fn ratio(value: f64) -> String {
    let decimals = match value {
        _ if value < 0.0995 => 4,
        _ if value < 9.995 => 3,
        _ if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

fn quartiles(spread: Spread) -> String {
    format!("{} to {}", ratio(spread.low), ratio(spread.high))
}

fn head(text: &mut String, what: &str, width: usize) {
    let _ = writeln!(text, "{what:width$}{:>14}{:>9}  quartiles", "ns per deck", "ratio");
}

/// The end of a line: time, ratio, quartiles.
fn tail(text: &mut String, cost: &Cost) {
    let (nanos, median) = (nanos(cost.nanos.median), ratio(cost.ratio.median));
    let _ = writeln!(text, "{nanos:>14}{median:>9}  {}", quartiles(cost.ratio));
}

fn deals(rows: &[DealRow]) -> String {
    let deals = rows.first().map_or(0, |row| row.deals);
    let mut text = format!(
        "{} deals of 9 of 52 (article 0); the ratio is to fy-slice, one by one\n\n",
        count(deals)
    );
    let _ = write!(text, "{:24}{:14}{:>10}", "", "", "seconds");
    let _ = writeln!(text, "{:>14}{:>9}{:>18}", "ns per deal", "ratio", "article: ratio");
    let base = rows.first().and_then(|row| row.article);
    for row in rows {
        let article = row.article.zip(base);
        let article = article.map_or_else(String::new, |(seconds, base)| {
            format!("{seconds:.2} s  {}", ratio(seconds / base))
        });
        let _ = writeln!(
            text,
            "{:24}{:14}{:>10.3}{:>14}{:>9}{article:>18}",
            row.what,
            row.how,
            row.cost.seconds(row.deals),
            nanos(row.cost.nanos.median),
            ratio(row.cost.ratio.median),
        );
    }
    text
}

fn shuffles(rows: &[ShuffleRow]) -> String {
    let mut text = String::from("Shuffles; the ratio is to rand's own, on Pcg64\n\n");
    head(&mut text, &format!("{:12}shuffle", "cards"), 48);
    let mut last = None;
    for row in rows {
        let shape = (row.cards, row.dealt);
        let cards = match shape {
            _ if last == Some(shape) => String::new(),
            (cards, dealt) if cards == dealt => count(cards),
            (cards, dealt) => format!("{} of {}", count(dealt), count(cards)),
        };
        last = Some(shape);
        let _ = write!(text, "{cards:12}{:36}", format!("{}, {}", row.shuffle, row.generator));
        tail(&mut text, &row.cost);
    }
    text
}

fn audits(rows: &[AuditRow]) -> String {
    let mut text = String::from(
        "Audits; the ratio is to rand's bare shuffle on Pcg64 and one thread, `own` to the subject's own bare loop.\n\
         What an audit does once, whatever its decks, stands apart: exact laws and judgements, in `ms once`.\n\n",
    );
    let what = |row: &AuditRow| {
        format!("{:<4}{}, {}: {}", row.cards, row.subject, row.generator, row.counted.name())
    };
    let width = rows.iter().map(|row| what(row).len()).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{:width$}{:>9}{:>14}{:>14}{:>9}{:>9}{:>9}{:>9}",
        "", "threads", "decks/s", "ns per deck", "ratio", "own", "speedup", "ms once"
    );
    for row in rows {
        let _ = writeln!(
            text,
            "{:width$}{:>9}{:>14}{:>14}{:>9}{:>9}{:>9.2}{:>9.1}",
            what(row),
            row.threads,
            count((1e9 / row.cost.nanos.median) as u64),
            nanos(row.cost.nanos.median),
            ratio(row.cost.ratio.median),
            ratio(row.own.median),
            row.speedup.median,
            row.fixed_millis,
        );
    }
    text
}

fn work(rows: &[WorkRow]) -> String {
    let mut text = String::from(
        "Cost against work, one thread; audits count degree and position, peak MB is the whole process\n\n",
    );
    let _ = writeln!(
        text,
        "{:18}{:>10}{:>15}{:>12}{:>9}{:>14}{:>10}",
        "", "cards", "trials", "seconds", "ms once", "ns per deck", "peak MB"
    );
    for vary in [Vary::Trials, Vary::Cards] {
        for Series { what, rows, law } in series(rows, vary) {
            for row in rows {
                let peak = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
                let _ = writeln!(
                    text,
                    "{what:18}{:>10}{:>15}{:>12.4}{:>9.1}{:>14}{:>10}",
                    count(row.cards),
                    count(row.trials),
                    row.seconds.median,
                    row.fixed_seconds * 1e3,
                    nanos(row.nanos()),
                    row.peak_memory.map_or_else(String::new, peak),
                );
            }
            if let Some(law) = law {
                let of = match vary {
                    Vary::Trials => "seconds, without what is done once, grow with trials",
                    Vary::Cards => "the time of a deck grows with cards",
                };
                let _ = writeln!(text, "{:4}{of} to the power of {:.3}\n", "", law.slope);
            }
        }
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn peers(rows: &[PeerRow]) -> String {
    let mut text = String::from(
        "52 cards, each deck shuffled and its position matrix counted; the ratio is to our audit of rand's shuffle\n\n",
    );
    head(&mut text, "", 72);
    for row in rows {
        let _ = write!(text, "{:72}", format!("{} ({})", row.what, row.version));
        tail(&mut text, &row.cost);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_ratios_keep_about_three_figures() {
        assert_eq!(
            [0.5, 9.99, 13.26, 99.96, 1234.5].map(nanos),
            ["0.50", "9.99", "13.3", "100", "1,235"]
        );
        assert_eq!(
            [0.01234, 0.0996, 0.25, 9.994, 12.3, 123.4].map(ratio),
            ["0.0123", "0.100", "0.250", "9.994", "12.3", "123"]
        );
    }
}
