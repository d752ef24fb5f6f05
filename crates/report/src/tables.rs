//! The tables of a run, and of its cases.
//!
//! The cell of a value that does not exist is empty, and `status` gives the reason. Orders of cards are written with
//! spaces, "0 2 1", so that no spreadsheet takes them for numbers.

use crate::{
    number::{cell, text},
    table::{DataTable, Expected},
};
use shuffle_audit::{CaseFindings, Findings, Look, moved::portrait, names::Names};
use shuffle_metrics::{
    Evidence,
    ascents::{Degree, degree, z_against},
    catalogue,
    few_orders::{facts::LeftInOrder, portrait::OrderPortrait},
    histogram::{Bins, Histogram},
    judgement::{Effect, ExtremeCount},
    metric::{ExactEffect, Exhibit},
    permutations::Frequencies,
    position::PositionMatrix,
    verdict::Ruling,
};

/// The columns of `moved.csv`. Distances are shares of the order; the buffer, and how far neighbours lie apart, are rows.
pub(crate) const MOVED: [&str; 13] = [
    "case",
    "rows",
    "orders",
    "mean_distance",
    "median_distance",
    "distance_of_99_percent",
    "buffer_low",
    "buffer_high",
    "neighbours_apart",
    "neighbours_together",
    "rows_in_order",
    "in_order_from",
    "in_order_to",
];

pub(crate) const SUMMARY: [&str; 29] = [
    "case",
    "algorithm",
    "cards",
    "deal",
    "trials",
    "test",
    "statistic",
    "df",
    "tail",
    "p_value",
    "log10_p",
    "p_holm",
    "effect",
    "effect_low",
    "effect_high",
    "effect_name",
    "status",
    "expected",
    "verdict",
    "stage",
    "detectable",
    "detectable_name",
    "exact_degree",
    "z_exact",
    "peak",
    "peak_low",
    "peak_high",
    "peak_place",
    "rng",
];

/// The columns of `degree.csv`: `z` is against 0, the degree of uniform decks, and in its standard error;
/// `z_exact` is against the exact degree, in the standard error of the spread that was seen.
pub(crate) const DEGREE: [&str; 9] = [
    "case",
    "algorithm",
    "cards",
    "trials",
    "degree",
    "standard_error",
    "z",
    "exact_degree",
    "z_exact",
];

pub(crate) const RUN: [&str; 12] = [
    "plan",
    "seed",
    "fingerprint",
    "profile",
    "alpha",
    "stage",
    "tests",
    "stage_alpha",
    "false_alarm",
    "verdict",
    "as_expected",
    "recording_alpha",
];

/// One row per case, stage and test; `verdict` is that of the case, after its last stage.
pub(crate) fn summary(findings: &Findings) -> DataTable {
    let mut rows = Vec::new();
    for case in &findings.cases {
        for (number, look) in case.looks.iter().enumerate() {
            let row = |ruling| summary_row(case, number, look, ruling);
            rows.extend(look.rulings.iter().map(row));
        }
    }
    DataTable::new(SUMMARY, rows)
}

fn summary_row(case: &CaseFindings, number: usize, look: &Look, ruling: &Ruling) -> Vec<String> {
    let evidence = ruling.judgement.evidence();
    let number_of =
        |value: fn(&Evidence) -> f64| evidence.map_or_else(String::new, |e| cell(value(e)));
    let word = |value: fn(&Evidence) -> String| evidence.map_or_else(String::new, value);
    let interval = evidence.and_then(|evidence| evidence.effect.interval);
    let peak = evidence.and_then(|evidence| evidence.effect.peak.as_ref());
    let of_peak = peak.and_then(|peak| peak.interval);
    let exact = case.exact_degree.filter(|_| is_of_degree(ruling));
    vec![
        text(case.case.id()),
        text(&case.case.subject.name()),
        case.case.shape.cards().to_string(),
        case.case.deal().map_or_else(String::new, |deal| deal.to_string()),
        look.trials.to_string(),
        ruling.judgement.test.to_owned(),
        number_of(|evidence| evidence.statistic),
        word(|evidence| evidence.law.df().map_or_else(String::new, |df| df.to_string())),
        word(|evidence| evidence.tail.name().to_owned()),
        number_of(|evidence| evidence.p_value.value()),
        number_of(|evidence| evidence.p_value.log10()),
        maybe(ruling.p_holm.map(|p| p.value())),
        number_of(|evidence| evidence.effect.value),
        maybe(interval.map(|interval| interval.low)),
        maybe(interval.map(|interval| interval.high)),
        word(|evidence| evidence.effect.kind.id.to_owned()),
        ruling.judgement.status().to_owned(),
        case.case.expect.name().to_owned(),
        case.verdict().name().to_owned(),
        number.to_string(),
        maybe(ruling.detectable),
        detectable_name(ruling).to_owned(),
        maybe(exact),
        maybe(exact.and_then(|exact| z_exact(look, exact))),
        maybe(peak.map(|peak| peak.value)),
        maybe(of_peak.map(|interval| interval.low)),
        maybe(of_peak.map(|interval| interval.high)),
        evidence.map_or_else(String::new, |evidence| place_of(case, &evidence.effect)),
        case.case.subject.job().map_or_else(String::new, |job| job.rng.id().to_owned()),
    ]
}

/// True if the effect of this test is the shuffle degree.
pub(crate) fn is_of_degree(ruling: &Ruling) -> bool {
    let test = catalogue::test(ruling.judgement.test);
    test.and_then(|test| test.exact_effect) == Some(ExactEffect::Degree)
}

/// The place of the most deviating cell, or what was seen in how many decks, in words without a comma, so that no cell of a
/// table needs quotes.
fn place_of(case: &CaseFindings, effect: &Effect) -> String {
    let names = case.case.subject.names();
    let place = match (&effect.peak, &effect.extreme) {
        (Some(peak), _) => names.place(&peak.place),
        (None, Some(ExtremeCount { what, count, of, unit, .. })) => {
            format!("{} in {count} of {of} {unit}", names.place(what))
        }
        (None, None) => effect.place.as_ref().map_or_else(String::new, |place| names.place(place)),
    };
    text(&place.replace(", ", "; ").replace(',', ""))
}

/// The measure of the smallest bias, which may differ from the effect: for a table it is that of a single cell.
fn detectable_name(ruling: &Ruling) -> &'static str {
    let sensitivity = ruling.judgement.evidence().and_then(|evidence| evidence.sensitivity);
    sensitivity.filter(|_| ruling.detectable.is_some()).map_or("", |one| one.kind.id)
}

/// One row per look of the run: the number of its tests, and its probability of a false alarm.
pub(crate) fn run(findings: &Findings) -> DataTable {
    let plan = &findings.plan;
    let own = plan.budget.of_recording();
    let budget = if findings.are_recorded() { own } else { plan.budget };
    let has_recording = findings.recordings().next().is_some();
    let looks = findings.cases.iter().map(|case| case.looks.len()).max().unwrap_or(0);
    let rows = (0..looks).map(|look| {
        let tests = findings.tests(look);
        vec![
            text(&plan.name),
            plan.seed.to_string(),
            plan.fingerprint.clone().unwrap_or_default(),
            budget.profile.name().to_owned(),
            cell(budget.alpha),
            look.to_string(),
            tests.to_string(),
            cell(budget.stage_alpha()),
            cell(findings.expected_false_alarms(look).min(1.0)),
            findings.verdict().name().to_owned(),
            findings.as_expected().to_string(),
            maybe(has_recording.then_some(own.alpha)),
        ]
    });
    DataTable::new(RUN, rows)
}

/// The shuffle degree of each case in which ascents were counted.
pub(crate) fn degrees(findings: &Findings) -> DataTable {
    let rows = findings.cases.iter().filter_map(|case| {
        let degree = degree_of(case)?;
        Some(vec![
            text(case.case.id()),
            text(&case.case.subject.name()),
            case.case.shape.cards().to_string(),
            case.last().trials.to_string(),
            cell(degree.value),
            cell(degree.standard_error),
            cell(degree.z),
            maybe(case.exact_degree),
            maybe(case.exact_degree.and_then(|exact| z_exact(case.last(), exact))),
        ])
    });
    DataTable::new(DEGREE, rows)
}

/// How far the rows of few orders moved, a row for each case of them; none where there is no such case.
pub(crate) fn moved(findings: &Findings) -> Option<DataTable> {
    let rows: Vec<Vec<String>> = findings
        .cases
        .iter()
        .filter_map(|case| {
            let moved = shuffle_audit::moved::moved(case)?;
            let facts = &moved.facts;
            let [low, high] = [moved.buffer.map(|it| it.low), moved.buffer.map(|it| it.high)];
            let first = case.case.subject.names().position(0);
            let place = |end: fn(&LeftInOrder) -> usize| {
                facts.left.as_ref().map_or_else(String::new, |left| (end(left) + first).to_string())
            };
            let mut row =
                vec![text(case.case.id()), facts.rows.to_string(), facts.orders.to_string()];
            row.extend([moved.mean, moved.quantiles[0], moved.quantiles[2]].map(cell));
            row.extend([maybe(low), maybe(high), cell(facts.apart)]);
            row.extend([facts.together, facts.in_order].map(|count| count.to_string()));
            row.push(place(|left| left.positions.start));
            row.push(place(|left| left.positions.end - 1));
            Some(row)
        })
        .collect();
    (!rows.is_empty()).then(|| DataTable::new(MOVED, rows))
}

/// The degree of a case, if ascents were counted.
pub(crate) fn degree_of(case: &CaseFindings) -> Option<Degree> {
    ascents_of(case.last()).map(degree)
}

/// The distance of the degree in a look from its exact value, in standard errors, if ascents were counted.
pub(crate) fn z_exact(look: &Look, exact: f64) -> Option<f64> {
    ascents_of(look).map(|histogram| z_against(histogram, exact))
}

pub(crate) fn ascents_of(look: &Look) -> Option<&Histogram> {
    look.exhibits.iter().find_map(Exhibit::ascents)
}

pub(crate) fn maybe(value: Option<f64>) -> String {
    value.map_or_else(String::new, cell)
}

/// Orders are listed up to this many: those of 8 cards.
const MOST_ORDERS: usize = 40_320;

/// The table of an exhibit, if it has one of its own.
pub(crate) fn of(case: &CaseFindings, exhibit: &Exhibit) -> Option<DataTable> {
    let names = case.case.subject.names();
    match exhibit {
        Exhibit::Histogram { test, histogram } => Some(self::histogram(test, histogram)),
        Exhibit::Permutations(orders) if orders.counts.len() <= MOST_ORDERS => {
            Some(permutations(orders, &names))
        }
        Exhibit::Position(matrix) => Some(position(matrix, &names)),
        Exhibit::Orders(_) => Some(order(portrait(case)?, &names)),
        _ => None,
    }
}

/// The counts of a position matrix, wide: a row for each position, a column for each card, `card_0` or the name of the
/// card.
///
/// If the matrix is of groups, a row or column is named by its first position or card.
fn position(matrix: &PositionMatrix, names: &Names) -> DataTable {
    let columns = matrix.cards.groups();
    let is_named = names.labels().is_some();
    let card = |group| match names.card(matrix.cards.items(group).start) {
        label if is_named => text(&label),
        number => format!("card_{number}"),
    };
    let header: Vec<String> =
        std::iter::once("position".to_owned()).chain((0..columns).map(card)).collect();
    let rows = matrix.counts.chunks(columns).enumerate().map(|(group, counts)| {
        let first = names.position(matrix.positions.items(group).start) as u64;
        std::iter::once(first).chain(counts.iter().copied()).map(|n| n.to_string()).collect()
    });
    DataTable::new(header, rows).expecting(expected(matrix))
}

/// What each cell of a matrix should hold; the colours reach as far as those of its picture.
fn expected(matrix: &PositionMatrix) -> Expected {
    let [rows, columns] = [matrix.positions.groups(), matrix.cards.groups()];
    let first = matrix.expected(0, 0);
    let largest = matrix.deviations().into_iter().fold(0.0, |most: f64, it| most.max(it.abs()));
    Expected {
        rows: (0..rows).map(|row| matrix.expected(row, 0) / first).collect(),
        columns: (0..columns).map(|column| matrix.expected(0, column)).collect(),
        strongest: largest.min(1.0).max(6.0 * matrix.noise()),
    }
}

/// Where cards lie in a few decks: of larger decks those that are looked at.
fn order(portrait: &OrderPortrait, names: &Names) -> DataTable {
    let rows = portrait.points.iter().map(|point| {
        let card = text(&names.card(point.card));
        vec![(point.deck + 1).to_string(), card, names.position(point.position).to_string()]
    });
    DataTable::new(["deck", "card", "position"], rows)
}

/// How far cards moved in a few decks, by the region of the start order in which they were.
pub(crate) fn displacement(case: &CaseFindings) -> Option<DataTable> {
    let (portrait, names) = (portrait(case)?, case.case.subject.names());
    let rows = portrait.displacements().into_iter().map(|it| {
        let ends = [it.cards.start, it.cards.end - 1].map(|card| text(&names.card(card)));
        let numbers = [it.mean, it.standard_error, it.expected].map(cell);
        ends.into_iter().chain([it.looked_at.to_string()]).chain(numbers).collect()
    });
    let head =
        ["first_card", "last_card", "looked_at", "mean_distance", "standard_error", "expected"];
    Some(DataTable::new(head, rows))
}

/// The number of decks that had each number: the column is called like the test, `ascents`. Where numbers were counted
/// in classes, it holds the first of each class.
fn histogram(test: &str, histogram: &Histogram) -> DataTable {
    let trials = histogram.trials as f64;
    let rows = histogram.counts.iter().zip(&histogram.law).enumerate();
    let rows = rows.map(|(cell, (&count, p))| {
        counted(histogram.values(cell).start().to_string(), count, p * trials)
    });
    DataTable::new([test.replace('-', "_").as_str(), "count", "expected", "ratio"], rows)
}

/// The histograms of all numbers of a case, in the bins in which they were judged; none where no number was counted.
pub(crate) fn histograms(case: &CaseFindings) -> Option<DataTable> {
    let is_histogram = |exhibit: &Exhibit| matches!(exhibit, Exhibit::Histogram { .. });
    if !case.last().exhibits.iter().any(is_histogram) {
        return None;
    }
    let mut rows = Vec::new();
    for exhibit in &case.last().exhibits {
        let Exhibit::Histogram { test, histogram } = exhibit else { continue };
        let Some(bins) = Bins::pool(&histogram.law, histogram.trials) else { continue };
        for (cells, expected) in bins.iter() {
            let first = histogram.values(*cells.start()).start().to_string();
            let last = histogram.values(*cells.end()).end().to_string();
            let count = histogram.counts[cells].iter().sum();
            let mut row = vec![(*test).to_owned(), first];
            row.extend(counted(last, count, expected));
            rows.push(row);
        }
    }
    Some(DataTable::new(["test", "first", "last", "count", "expected", "ratio"], rows))
}

/// The number of times that each order occurred.
fn permutations(frequencies: &Frequencies, names: &Names) -> DataTable {
    let expected = frequencies.expected();
    let rows = frequencies.counts.iter().enumerate();
    let rows = rows.map(|(rank, &count)| {
        counted(text(&names.order(&frequencies.cards(rank))), count, expected)
    });
    DataTable::new(["permutation", "count", "expected", "ratio"], rows)
}

/// A count beside its expectation; without a ratio if the expectation is too small for a float.
fn counted(what: String, count: u64, expected: f64) -> Vec<String> {
    let ratio = count as f64 / expected;
    let ratio = if ratio.is_finite() { cell(ratio) } else { String::new() };
    vec![what, count.to_string(), cell(expected), ratio]
}
