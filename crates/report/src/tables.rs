//! The tables of a run, and of its cases.
//!
//! The cell of a value that does not exist is empty, and `status` gives the reason. Orders of cards are written with
//! spaces, "0 2 1", so that no spreadsheet takes them for numbers.

use crate::{
    number::{cell, text},
    table::{DataTable, Expected},
};
use shuffle_audit::{
    CaseFindings, Findings, Look,
    moved::{self, portrait},
    names::Names,
};
use shuffle_metrics::{
    Effect, Evidence, ExactEffect, Exhibit, ExtremeCount, Frequencies, Interval, OrderPortrait,
    Peak, PositionMatrix,
    ascents::{Degree, degree, z_against},
    catalogue,
    histogram::{Bins, Histogram},
    verdict::Ruling,
};

/// A test of a case in a look.
struct Judged<'a> {
    case: &'a CaseFindings,
    number: usize,
    look: &'a Look,
    ruling: &'a Ruling,
}

impl Judged<'_> {
    fn evidence(&self) -> Option<&Evidence> {
        self.ruling.judgement.evidence()
    }

    fn number(&self, value: fn(&Evidence) -> f64) -> String {
        maybe(self.evidence().map(value))
    }

    fn word(&self, value: fn(&Evidence) -> String) -> String {
        self.evidence().map_or_else(String::new, value)
    }

    fn interval(&self) -> Option<Interval> {
        self.evidence()?.effect.interval
    }

    fn peak(&self) -> Option<&Peak> {
        self.evidence()?.effect.peak.as_ref()
    }

    fn exact(&self) -> Option<f64> {
        self.case.exact_degree.filter(|_| is_of_degree(self.ruling))
    }
}

/// One row per case, stage and test; `verdict` is the verdict on the case, after its last stage.
pub(crate) fn summary(findings: &Findings) -> DataTable {
    let judged = findings.cases.iter().flat_map(|case| {
        case.looks.iter().enumerate().flat_map(move |(number, look)| {
            look.rulings.iter().map(move |ruling| Judged { case, number, look, ruling })
        })
    });
    DataTable::of(
        judged,
        &[
            ("case", |it| text(it.case.case.id())),
            ("algorithm", |it| text(&it.case.case.subject.name())),
            ("cards", |it| it.case.case.shape.cards().to_string()),
            ("deal", |it| it.case.case.deal().map_or_else(String::new, |deal| deal.to_string())),
            ("trials", |it| it.look.trials.to_string()),
            ("test", |it| it.ruling.judgement.test.to_owned()),
            ("statistic", |it| it.number(|evidence| evidence.statistic)),
            ("df", |it| it.word(|it| it.law.df().map_or_else(String::new, |df| df.to_string()))),
            ("tail", |it| it.word(|evidence| evidence.tail.name().to_owned())),
            ("p_value", |it| it.number(|evidence| evidence.p_value.value())),
            ("log10_p", |it| it.number(|evidence| evidence.p_value.log10())),
            ("p_holm", |it| maybe(it.ruling.p_holm.map(|p| p.value()))),
            ("effect", |it| it.number(|evidence| evidence.effect.value)),
            ("effect_low", |it| maybe(it.interval().map(|interval| interval.low))),
            ("effect_high", |it| maybe(it.interval().map(|interval| interval.high))),
            ("effect_name", |it| it.word(|evidence| evidence.effect.kind.id.to_owned())),
            ("status", |it| it.ruling.judgement.status().to_owned()),
            ("expected", |it| it.case.case.expect.name().to_owned()),
            ("verdict", |it| it.case.verdict().name().to_owned()),
            ("stage", |it| it.number.to_string()),
            ("detectable", |it| maybe(it.ruling.detectable)),
            ("detectable_name", |it| detectable_name(it.ruling).to_owned()),
            ("exact_degree", |it| maybe(it.exact())),
            ("z_exact", |it| maybe(it.exact().and_then(|exact| z_exact(it.look, exact)))),
            ("peak", |it| maybe(it.peak().map(|peak| peak.value))),
            ("peak_low", |it| maybe(it.peak().and_then(|peak| Some(peak.interval?.low)))),
            ("peak_high", |it| maybe(it.peak().and_then(|peak| Some(peak.interval?.high)))),
            ("peak_place", |it| {
                it.evidence().map_or_else(String::new, |found| place_of(it.case, &found.effect))
            }),
            ("rng", |it| {
                let job = it.case.case.subject.job();
                job.map_or_else(String::new, |job| job.rng.id().to_owned())
            }),
        ],
    )
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
    let extreme = effect.extreme.as_ref().filter(|_| effect.kind.is_a_count());
    let place = match (&effect.peak, extreme) {
        (Some(peak), _) => names.place(&peak.place),
        (None, Some(ExtremeCount { what, count, of, unit, .. })) => {
            format!("{} in {count} of {of} {unit}", names.place(what))
        }
        (None, None) => effect.place.as_ref().map_or_else(String::new, |place| names.place(place)),
    };
    text(&place.replace(", ", "; ").replace(',', ""))
}

/// The measure of the smallest bias, which may differ from the effect: for a table it measures a single cell.
fn detectable_name(ruling: &Ruling) -> &'static str {
    let sensitivity = ruling.judgement.evidence().and_then(|evidence| evidence.sensitivity);
    sensitivity.filter(|_| ruling.detectable.is_some()).map_or("", |one| one.kind.id)
}

/// One row per look of the run: the number of its tests, and its probability of a false alarm.
pub(crate) fn run(findings: &Findings) -> DataTable {
    let budget = |findings: &Findings| match findings.are_recorded() {
        true => findings.plan.budget.of_recording(),
        false => findings.plan.budget,
    };
    let looks = findings.cases.iter().map(|case| case.looks.len()).max().unwrap_or(0);
    DataTable::of(
        (0..looks).map(|look| (findings, budget(findings), look)),
        &[
            ("plan", |(findings, ..)| text(&findings.plan.name)),
            ("seed", |(findings, ..)| findings.plan.seed.to_string()),
            ("fingerprint", |(findings, ..)| findings.plan.fingerprint.clone().unwrap_or_default()),
            ("profile", |(_, budget, _)| budget.profile.name().to_owned()),
            ("alpha", |(_, budget, _)| cell(budget.alpha)),
            ("stage", |(.., look)| look.to_string()),
            ("tests", |(findings, _, look)| findings.tests(*look).to_string()),
            ("stage_alpha", |(_, budget, _)| cell(budget.stage_alpha())),
            ("false_alarm", |(findings, _, look)| {
                cell(findings.expected_false_alarms(*look).min(1.0))
            }),
            ("verdict", |(findings, ..)| findings.verdict().name().to_owned()),
            ("as_expected", |(findings, ..)| findings.as_expected().to_string()),
            ("recording_alpha", |(findings, ..)| {
                let own = findings.plan.budget.of_recording().alpha;
                maybe(findings.recordings().next().map(|_| own))
            }),
        ],
    )
}

/// The shuffle degree of each case in which ascents were counted: `z` is against 0, the degree of uniform decks, and in its standard error;
/// `z_exact` is against the exact degree, in the standard error of the spread that was seen.
pub(crate) fn degrees(findings: &Findings) -> DataTable {
    DataTable::of(
        findings.cases.iter().filter_map(|case| Some((case, degree_of(case)?))),
        &[
            ("case", |(case, _)| text(case.case.id())),
            ("algorithm", |(case, _)| text(&case.case.subject.name())),
            ("cards", |(case, _)| case.case.shape.cards().to_string()),
            ("trials", |(case, _)| case.last().trials.to_string()),
            ("degree", |(_, degree)| cell(degree.value)),
            ("standard_error", |(_, degree)| cell(degree.standard_error)),
            ("z", |(_, degree)| cell(degree.z)),
            ("exact_degree", |(case, _)| maybe(case.exact_degree)),
            ("z_exact", |(case, _)| {
                maybe(case.exact_degree.and_then(|exact| z_exact(case.last(), exact)))
            }),
        ],
    )
}

/// How far the rows of few orders moved, a row for each case of them; none where there is no such case. Distances are shares of the order;
/// the buffer, and how far neighbors lie apart, are rows.
pub(crate) fn moved(findings: &Findings) -> Option<DataTable> {
    let moved = findings.cases.iter().filter_map(|case| Some((case, moved::moved(case)?)));
    let place = |case: &CaseFindings, at: usize| at + case.case.subject.names().position(0);
    let table = DataTable::of(
        moved.map(|(case, moved)| {
            let left = moved.facts.left.as_ref().map(|left| &left.positions);
            let ends = left.map(|it| [it.start, it.end - 1].map(|at| place(case, at).to_string()));
            (case, ends.unwrap_or_default(), moved)
        }),
        &[
            ("case", |(case, ..)| text(case.case.id())),
            ("rows", |(.., moved)| moved.facts.rows.to_string()),
            ("orders", |(.., moved)| moved.facts.orders.to_string()),
            ("mean_distance", |(.., moved)| cell(moved.mean)),
            ("median_distance", |(.., moved)| cell(moved.quantiles[0])),
            ("distance_of_99_percent", |(.., moved)| cell(moved.quantiles[2])),
            ("buffer_low", |(.., moved)| maybe(moved.buffer.as_ref().map(|it| it.low))),
            ("buffer_high", |(.., moved)| maybe(moved.buffer.as_ref().map(|it| it.high))),
            ("neighbors_apart", |(.., moved)| cell(moved.facts.apart)),
            ("neighbors_together", |(.., moved)| moved.facts.together.to_string()),
            ("rows_in_order", |(.., moved)| moved.facts.in_order.to_string()),
            ("in_order_from", |(_, ends, _)| ends[0].clone()),
            ("in_order_to", |(_, ends, _)| ends[1].clone()),
        ],
    );
    (!table.rows.is_empty()).then_some(table)
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

/// The most orders that are listed: all of 8 cards.
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

/// What each cell of a matrix should hold; the colors have the scale of its picture.
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

/// The things that differ most from fair draws under the rule of a case, the clearest first.
pub(crate) fn differing(case: &CaseFindings) -> Option<DataTable> {
    let names = case.case.subject.names();
    let cells = case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Cells(cells) => Some(cells),
        _ => None,
    })?;
    let rows = cells.iter().map(|it| {
        let log10_p = it.ln_p / std::f64::consts::LN_10;
        let numbers = [it.count as f64 / it.of as f64, it.expected, log10_p].map(cell);
        let counts = [it.count, it.of].map(|count| count.to_string());
        [text(&names.place(&it.what))].into_iter().chain(counts).chain(numbers).collect()
    });
    Some(DataTable::new(["what", "count", "draws", "share", "fair_share", "log10_p"], rows))
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

fn permutations(frequencies: &Frequencies, names: &Names) -> DataTable {
    let expected = frequencies.expected();
    let rows = frequencies.counts.iter().enumerate();
    let rows = rows.map(|(rank, &count)| {
        counted(text(&names.order(&frequencies.cards(rank))), count, expected)
    });
    DataTable::new(["permutation", "count", "expected", "ratio"], rows)
}

/// A count with its expectation; without a ratio if the expectation is too small for a float.
fn counted(what: String, count: u64, expected: f64) -> Vec<String> {
    let ratio = count as f64 / expected;
    let ratio = if ratio.is_finite() { cell(ratio) } else { String::new() };
    vec![what, count.to_string(), cell(expected), ratio]
}
