//! The tables of a bench, as CSV.

use super::{
    AuditRow, Bench, Cost, DealRow, Machine, PeerRow, Section, Series, ShuffleRow, Spread, Vary,
    WorkRow, series,
};
use serde::Serialize;
use shuffle_audit::VERSION;
use shuffle_report::{
    number::{cell, text},
    settings::{Provenance, Settings},
    table::DataTable,
    tables::maybe,
};

/// The columns that every cost has: medians over the rounds, with their quartiles.
const COST: [&str; 8] =
    ["decks", "rounds", "ns_per_deck", "ns_low", "ns_high", "ratio", "ratio_low", "ratio_high"];

pub(super) fn machine(machine: &Machine) -> DataTable {
    let header = ["processor", "threads", "instruction_set", "rustc", "shuffle_audit", "effort"];
    let row = vec![
        text(&machine.processor),
        machine.threads.to_string(),
        machine.instruction_set.clone(),
        text(&machine.rustc),
        VERSION.to_owned(),
        machine.effort.to_owned(),
    ];
    DataTable::new(header, [row])
}

/// The flags behind the report.
#[derive(Serialize)]
struct BenchFlags {
    only: Vec<&'static str>,
    effort: &'static str,
}

pub(super) fn settings(bench: &Bench) -> Settings<'_> {
    let only = bench.sections.iter().map(Section::name).collect();
    Settings {
        about: Some("Made by `shuffle-bench` with these settings; times differ from run to run."),
        keys: Box::new(BenchFlags { only, effort: bench.machine.effort }),
        provenance: Provenance::of_version(),
    }
}

pub(super) fn section(section: &Section) -> DataTable {
    match section {
        Section::Table(rows) => deals(rows),
        Section::Shuffles(rows) => shuffles(rows),
        Section::Audit(rows) => audits(rows),
        Section::Work(rows) => work(rows),
        Section::Peers(rows) => peers(rows),
    }
}

fn spread(spread: Spread) -> [String; 3] {
    [spread.median, spread.low, spread.high].map(cell)
}

/// The cells of [`COST`].
fn cost(cost: &Cost) -> impl Iterator<Item = String> {
    let counts = [cost.decks.to_string(), cost.rounds.to_string()];
    counts.into_iter().chain(spread(cost.nanos)).chain(spread(cost.ratio))
}

fn deals(rows: &[DealRow]) -> DataTable {
    let own = ["what", "how", "generator", "deals", "seconds"];
    let header: Vec<&str> =
        own.into_iter().chain(COST).chain(["article_seconds", "article_ratio"]).collect();
    let base = rows.first().and_then(|row| row.article);
    let line = |row: &DealRow| {
        let seconds = row.cost.seconds(row.deals);
        let cells = [&row.what, &row.how, &row.generator].map(|words| text(words));
        let ratio = row.article.zip(base).map(|(seconds, base)| seconds / base);
        cells
            .into_iter()
            .chain([row.deals.to_string(), cell(seconds)])
            .chain(cost(&row.cost))
            .chain([maybe(row.article), maybe(ratio)])
            .collect()
    };
    DataTable::new(header, rows.iter().map(line))
}

fn shuffles(rows: &[ShuffleRow]) -> DataTable {
    let header: Vec<&str> =
        ["cards", "dealt", "shuffle", "generator"].into_iter().chain(COST).collect();
    let line = |row: &ShuffleRow| {
        let own = [
            row.cards.to_string(),
            row.dealt.to_string(),
            text(&row.shuffle),
            text(&row.generator),
        ];
        own.into_iter().chain(cost(&row.cost)).collect()
    };
    DataTable::new(header, rows.iter().map(line))
}

fn audits(rows: &[AuditRow]) -> DataTable {
    let own = ["cards", "subject", "generator", "counted", "threads", "decks_per_second"];
    let more = ["own_ratio", "own_ratio_low", "own_ratio_high"];
    let speedup = ["speedup", "speedup_low", "speedup_high"];
    let header: Vec<&str> =
        own.into_iter().chain(COST).chain(more).chain(speedup).chain(["fixed_ms"]).collect();
    let line = |row: &AuditRow| {
        let own = [
            row.cards.to_string(),
            text(&row.subject),
            text(&row.generator),
            row.counted.name().to_owned(),
            row.threads.to_string(),
            cell(1e9 / row.cost.nanos.median),
        ];
        let ratios = spread(row.own).into_iter().chain(spread(row.speedup));
        own.into_iter()
            .chain(cost(&row.cost))
            .chain(ratios)
            .chain([cell(row.fixed_millis)])
            .collect()
    };
    DataTable::new(header, rows.iter().map(line))
}

/// `slope` is that of the whole series: of the seconds against the trials, or of the time of a deck against
/// its cards, both logarithmic.
fn work(rows: &[WorkRow]) -> DataTable {
    let header = [
        "vary",
        "what",
        "cards",
        "trials",
        "rounds",
        "seconds",
        "seconds_low",
        "seconds_high",
        "fixed_seconds",
        "ns_per_deck",
        "ns_per_card",
        "peak_memory_bytes",
        "slope",
    ];
    let mut lines = Vec::new();
    for vary in [Vary::Trials, Vary::Cards] {
        for Series { what, rows, law } in series(rows, vary) {
            for row in rows {
                let own = [vary.name().to_owned(), text(what)];
                let numbers = [row.cards, row.trials, row.rounds as u64].map(|n| n.to_string());
                let nanos = row.nanos();
                let times = [row.fixed_seconds, nanos, nanos / row.cards as f64].map(cell);
                let peak = row.peak_memory.map_or_else(String::new, |bytes| bytes.to_string());
                let cells = own.into_iter().chain(numbers).chain(spread(row.seconds)).chain(times);
                lines.push(cells.chain([peak, maybe(law.map(|law| law.slope))]).collect());
            }
        }
    }
    DataTable::new(header, lines)
}

fn peers(rows: &[PeerRow]) -> DataTable {
    let header: Vec<&str> = ["what", "version"].into_iter().chain(COST).collect();
    let line = |row: &PeerRow| {
        [text(&row.what), text(&row.version)].into_iter().chain(cost(&row.cost)).collect()
    };
    DataTable::new(header, rows.iter().map(line))
}
