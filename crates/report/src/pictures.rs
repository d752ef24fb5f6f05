//! The pictures of a case: what was counted, and what should have been.

use crate::{
    error::FormatError,
    number::{counted, p_equals},
    order_view::OrderView,
};
use shuffle_audit::{CaseFindings, Findings, moved::portrait};
use shuffle_charts::{
    Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, Heatmap, Histogram, Scale, Scatter,
};
use shuffle_metrics::{
    Displacement, DrawKind, Exhibit, Frequencies, PairMatrix, PositionMatrix, Series, SeriesOf,
    SeriesPoint, Shape, Verdict,
    histogram::{self, Classes},
};

/// The most orders that are drawn: all of 5 cards.
pub(crate) const MOST_ORDERS: usize = 120;

/// Pairs are drawn of up to this many places or cards.
const MOST_PLACES: usize = 256;

/// The pictures of a case as SVG, by the names of their files. Where the exact law of positions is given, as in
/// [`Results::exact_positions`](shuffle_studies::Results::exact_positions), it is one more picture, `exact-position`.
///
/// # Errors
///
/// [`FormatError`], which is a fault of ours.
pub fn svgs(
    findings: &Findings,
    case: &CaseFindings,
    exact: Option<&[f64]>,
) -> Result<Vec<(&'static str, String)>, FormatError> {
    let drawn = |exhibit: &Exhibit| Some((exhibit.file()?, of(findings, case, exhibit)?.to_svg()));
    let drawn = case.last().exhibits.iter().filter_map(drawn);
    let law = exact.and_then(|law| exact_position(case, law));
    let drawn = drawn.chain(law.map(|law| ("exact-position", law.to_svg())));
    drawn.map(|(name, svg)| Ok((name, svg?))).collect()
}

/// The heatmap of the exact law in the place of the counts.
fn exact_position(case: &CaseFindings, law: &[f64]) -> Option<Heatmap> {
    let counted = position(case, "position", case.last().position()?);
    let subtitle = "the exact law, without chance".to_owned();
    let is_of_counted = law.len() == counted.values.len();
    is_of_counted.then(|| Heatmap { values: law.to_vec(), noise: 0.0, subtitle, ..counted })
}

/// The picture of an exhibit, if it has one, with the level below which a test of the same look fails.
pub(crate) fn of(
    findings: &Findings,
    case: &CaseFindings,
    exhibit: &Exhibit,
) -> Option<Box<dyn Chart>> {
    let test = exhibit.test()?;
    let level = || {
        let look = case.looks.len() - 1;
        let tests = match case.case.is_recorded() {
            true => case.tests(look),
            false => findings.live_tests(look),
        };
        findings.plan.budget_of(&case.case).test_level(tests)
    };
    Some(match exhibit {
        Exhibit::Histogram { histogram, .. } => Box::new(self::histogram(case, test, histogram)),
        Exhibit::Permutations(orders) if orders.counts.len() <= MOST_ORDERS => {
            Box::new(permutations(case, test, orders))
        }
        Exhibit::Position(matrix) => Box::new(position(case, test, matrix)),
        Exhibit::Pairs(matrix) if matrix.numbers.len() <= MOST_PLACES => {
            Box::new(pairs(case, test, matrix))
        }
        Exhibit::Series(series) => Box::new(self::series(case, series, level)),
        Exhibit::Orders(_) => Box::new(order(case, test, &OrderView::of(case)?)),
        _ => return None,
    })
}

pub(crate) fn position(case: &CaseFindings, test: &str, matrix: &PositionMatrix) -> Heatmap {
    let names = case.case.subject.names();
    let labels = names.labels().map(|labels| labels.into_iter().map(str::to_owned).collect());
    let labels_of = self::labels(matrix.shape);
    Heatmap {
        title: title(case, what_lies(matrix.shape)),
        subtitle: subtitle(case, test),
        row_label: labels_of.0.to_owned(),
        column_label: labels_of.1.to_owned(),
        rows: matrix.positions.groups(),
        columns: matrix.cards.groups(),
        values: matrix.deviations(),
        noise: matrix.noise(),
        row_group: matrix.positions.items(0).len(),
        column_group: matrix.cards.items(0).len(),
        base: names.base(),
        column_names: labels,
    }
}

fn what_lies(shape: Shape) -> &'static str {
    match shape.kind() {
        DrawKind::Pack | DrawKind::Blocks => "kinds at positions",
        DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive => "symbols at places",
        DrawKind::Order | DrawKind::Varying | DrawKind::Unordered | DrawKind::Ruled => {
            "cards at positions"
        }
    }
}

/// What the rows and the columns of a position matrix are called.
pub(crate) fn labels(shape: Shape) -> (&'static str, &'static str) {
    match shape.kind() {
        DrawKind::Pack | DrawKind::Blocks => ("position", "kind"),
        DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive => ("place", "symbol"),
        DrawKind::Order | DrawKind::Varying | DrawKind::Unordered | DrawKind::Ruled => {
            ("position", "card")
        }
    }
}

/// The heatmap of the clearest thing that is seen in pairs of places, or of cards.
fn pairs(case: &CaseFindings, test: &str, matrix: &PairMatrix) -> Heatmap {
    let names = case.case.subject.names();
    let (what, size) = (names.place(&matrix.what), matrix.numbers.len());
    let (two, label) =
        if matrix.of_cards { ("cards", "card") } else { ("cards at positions", "position") };
    // Places that were picked at random are counted in their order.
    let in_order = matrix.numbers.iter().enumerate().all(|(index, &number)| index == number);
    let label =
        if in_order { label.to_owned() } else { format!("{label}, of {size} that were picked") };
    let labels = names.labels().filter(|_| matrix.of_cards && in_order);
    Heatmap {
        title: title(case, &format!("{two} {what}")),
        subtitle: subtitle(case, test),
        row_label: label.clone(),
        column_label: label,
        rows: size,
        columns: size,
        values: matrix.deviations.clone(),
        noise: matrix.noise,
        row_group: 1,
        column_group: 1,
        base: names.base(),
        column_names: labels.map(|labels| labels.into_iter().map(str::to_owned).collect()),
    }
}

/// The largest −log10 p that is drawn: what is rarer has no meaning as a chance, and would take the room of all else.
const MOST_EVIDENCE: f64 = 300.0;

/// The name of an axis of evidence.
pub(crate) const EVIDENCE: &str = "−log10 p, drawn up to 300";

/// A p-value on an axis of evidence.
pub(crate) fn evidence(log10_p: f64) -> f64 {
    (0.0 - log10_p).min(MOST_EVIDENCE)
}

/// The curve of a series; the test fails at p-values below `level`.
fn series(case: &CaseFindings, series: &Series, level: impl Fn() -> f64) -> Curve {
    let what = case.case.subject.names().place(&series.what);
    let p_value = |it: &SeriesPoint| (it.x, evidence(it.y));
    let deviation = |it: &SeriesPoint| CurveDot {
        x: it.x,
        y: 100.0 * it.y,
        standard_error: 100.0 * it.standard_error,
        kind: DotKind::Plain,
    };
    let line =
        |name: &str| CurveLine { name: name.to_owned(), exact: Vec::new(), dots: Vec::new() };
    let (x_scale, y_label, range, guide, line) = match series.of {
        SeriesOf::Log10P => (
            Scale::Logarithmic,
            EVIDENCE,
            Some((0.0, 0.0)),
            (evidence(level().log10()), "fails above".to_owned()),
            CurveLine {
                exact: series.points.iter().map(p_value).collect(),
                ..line("smallest p at this lag, corrected for all lags")
            },
        ),
        SeriesOf::Deviation => (
            Scale::Linear,
            "deviation in percent",
            None,
            (0.0, "a fair shuffle".to_owned()),
            CurveLine {
                dots: series.points.iter().map(deviation).collect(),
                ..line("too often, with two standard errors to both sides")
            },
        ),
    };
    Curve {
        title: title(case, &what),
        subtitle: subtitle(case, series.test),
        x_label: series.along.to_owned(),
        x_scale,
        panels: vec![CurvePanel {
            y_label: y_label.to_owned(),
            y_scale: Scale::Linear,
            range,
            guide: Some(guide),
            floor: Vec::new(),
            lines: vec![line],
        }],
    }
}

/// Where each card lies in a few decks, and the stretch that stands out.
fn order(case: &CaseFindings, test: &str, view: &OrderView<'_>) -> Scatter {
    Scatter {
        title: title(case, "where each card lies"),
        subtitle: subtitle(case, test),
        labels: view.names().map(str::to_owned),
        size: view.cards() as f64,
        first: case.case.subject.names().base() as f64,
        groups: view.groups(),
        points: view.points().collect(),
        marked: view.stretch().into_iter().collect(),
        mark: "the stretch that stands out".to_owned(),
        line: view.running_mean(),
    }
}

/// How far cards moved, by where they were at the start.
pub(crate) fn displacement(case: &CaseFindings) -> Option<Curve> {
    let portrait = portrait(case)?;
    let regions = portrait.displacements();
    let n = portrait.cards as f64;
    let x = |it: &Displacement| f64::midpoint(it.cards.start as f64, it.cards.end as f64);
    let dot = |it: &Displacement| CurveDot {
        x: x(it),
        y: 100.0 * it.mean / n,
        standard_error: 100.0 * it.standard_error / n,
        kind: DotKind::Plain,
    };
    let fair = CurveLine {
        name: "a fair shuffle".to_owned(),
        exact: regions.iter().map(|it| (x(it), 100.0 * it.expected / n)).collect(),
        dots: Vec::new(),
    };
    let moved = CurveLine {
        name: "these decks, with two standard errors to both sides".to_owned(),
        exact: Vec::new(),
        dots: regions.iter().map(dot).collect(),
    };
    Some(Curve {
        title: title(case, "how far cards moved"),
        subtitle: subtitle(case, "footrule-mean"),
        x_label: "place at the start".to_owned(),
        x_scale: Scale::Linear,
        panels: vec![CurvePanel {
            y_label: "mean distance, in percent of the deck".to_owned(),
            y_scale: Scale::Linear,
            range: Some((0.0, 0.0)),
            guide: None,
            floor: Vec::new(),
            lines: vec![fair, moved],
        }],
    })
}

/// The histogram of a number against its law.
#[must_use]
pub fn histogram(case: &CaseFindings, test: &str, histogram: &histogram::Histogram) -> Histogram {
    let (name, trials) = (test.replace('-', " "), histogram.trials as f64);
    let step = histogram.classes.as_ref().map_or(1, Classes::width);
    Histogram {
        title: title(case, &format!("{name} per deck")),
        subtitle: subtitle(case, test),
        x_label: if step > 1 { format!("{name}, {step} values a bar") } else { name },
        y_label: "decks".to_owned(),
        // The first class is open at its start; what is not open would start here.
        first: if step > 1 { (histogram.values(0).end() + 1).saturating_sub(step) } else { 0 },
        step,
        names: None,
        observed: histogram.counts.clone(),
        expected: histogram.law.iter().map(|p| p * trials).collect(),
    }
}

fn permutations(case: &CaseFindings, test: &str, frequencies: &Frequencies) -> Histogram {
    let names = case.case.subject.names();
    let order = |rank| names.order(&frequencies.cards(rank));
    let orders = frequencies.counts.len();
    Histogram {
        title: title(case, "decks of each order"),
        subtitle: subtitle(case, test),
        x_label: "order of the cards".to_owned(),
        y_label: "decks".to_owned(),
        first: 0,
        step: 1,
        names: Some((0..orders).map(order).collect()),
        observed: frequencies.counts.clone(),
        expected: vec![frequencies.expected(); orders],
    }
}

pub(crate) fn title(case: &CaseFindings, what: &str) -> String {
    format!("{}: {what}", case.case.id())
}

/// The decks, and what the test that the picture is of found. The verdict on the case may rest on other tests, so it is not said.
fn subtitle(case: &CaseFindings, test: &str) -> String {
    let decks = counted(case.last().trials, "deck");
    let found = case.last().ruling(test).and_then(|ruling| Some((ruling, ruling.judged_by?)));
    found.map_or(decks.clone(), |(ruling, p)| {
        let found = match ruling.verdict {
            Verdict::Pass => "nothing found",
            Verdict::Inconclusive => "no answer",
            Verdict::Suspicious => "suspicious",
            Verdict::Fail => "rejected",
        };
        format!("{decks} · {test}: {found}, {}", p_equals(p.log10()))
    })
}
