//! Sweeps: one table and one picture for each figure, exact values next to measured ones.
//!
//! The total variation of whole decks can be measured where the orders themselves are counted, and for decks
//! too large for that where a number that is counted is *sufficient*: where all orders with the same number
//! are equally likely. That is so for the rising sequences of riffles (Bayer and Diaconis 1992, theorem 1) and
//! the ascents of inverse riffles. Nothing is subtracted from it; the table has the noise floor next to it.

use crate::{
    number::{cell, counted, text},
    parts::Part,
    pictures,
    table::DataTable,
    tables::{ascents_of, degree_of, maybe},
    total_variation::TotalVariation,
    words::strongest,
};
use shuffle_algorithms::catalogue::ClosedLaw;
use shuffle_audit::{Case, CaseFindings, Findings};
use shuffle_charts::{Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};
use shuffle_metrics::{
    Exhibit, IntegerStatistic, Verdict,
    ascents::{ASCENTS, standard_error_seen},
    numbers::RisingSequences,
};
use shuffle_studies::{Results, SweepFindings};
use shuffle_subjects::{PlanFile, Quantity};
use std::collections::HashMap;

/// The columns of the table of a figure before the exact values, which are called `exact_...`.
pub(crate) const FIRST: [&str; 7] =
    ["sweep", "vary", "value", "algorithm", "cards", "deal", "passes"];

/// The columns after the exact values: what was measured. Standard errors come from the observed
/// spread; `total_variation_noise` is what a uniform shuffle would show on average.
pub(crate) const LAST: [&str; 12] = [
    "trials",
    "total_variation",
    "total_variation_standard_error",
    "total_variation_noise",
    "degree",
    "degree_standard_error",
    "expected",
    "verdict",
    "strongest_test",
    "log10_p",
    "case",
    "source",
];

/// A noise floor below this is drawn into the axis.
const VISIBLE: f64 = 0.01;

/// The values of a sweep that spans more than this ratio stand on a logarithmic axis.
const WIDE: f64 = 50.0;

pub(crate) fn parts(plan: &PlanFile) -> Vec<Part<Results>> {
    let mut names: Vec<&str> = Vec::new();
    for sweep in &plan.sweeps {
        if !names.contains(&sweep.figure()) {
            names.push(sweep.figure());
        }
    }
    let parts = names.into_iter().flat_map(|name| {
        let (of_table, of_picture) = (name.to_owned(), name.to_owned());
        [
            Part::table(name, move |results| Some(SweepFigure::of(results, &of_table)?.table())),
            Part::picture(name, move |results| {
                Some(SweepFigure::of(results, &of_picture)?.picture())
            }),
        ]
    });
    parts.collect()
}

/// Sweeps that vary and show the same.
struct SweepFigure<'a> {
    findings: &'a Findings,
    /// The findings of each case of the plan.
    found: HashMap<&'a str, &'a CaseFindings>,
    sweeps: Vec<&'a SweepFindings>,
}

struct SweepPoint<'a> {
    value: u64,
    case: &'a Case,
    exact: &'a [Option<f64>],
    found: Option<&'a CaseFindings>,
}

impl<'a> SweepFigure<'a> {
    /// The figure of this name, if some of its sweeps were run.
    fn of(results: &'a Results, name: &str) -> Option<Self> {
        let findings = &results.findings;
        let sweeps = results.sweeps.iter().filter(|sweep| sweep.sweep.figure() == name);
        let sweeps: Vec<&SweepFindings> = sweeps.collect();
        (!sweeps.is_empty()).then(|| Self { findings, found: findings.by_id(), sweeps })
    }

    fn show(&self) -> &'a [Quantity] {
        self.sweeps.first().map_or(&[], |first| first.sweep.spec.show.as_slice())
    }

    fn points(&self, sweep: &'a SweepFindings) -> impl Iterator<Item = SweepPoint<'a>> {
        let values = sweep.sweep.spec.values.iter().zip(&sweep.sweep.points).zip(&sweep.exact);
        values.map(move |((&value, case), exact)| {
            let found = self.found.get(case.id()).filter(|_| sweep.sweep.spec.trials.is_some());
            let found = found.copied();
            SweepPoint { value, case, exact, found }
        })
    }

    fn table(&self) -> DataTable {
        let laws = || self.show().iter().filter(|quantity| **quantity != Quantity::Log10P);
        let exact = laws().map(|quantity| format!("exact_{}", quantity.name().replace('-', "_")));
        let first = FIRST.iter().map(|&name| name.to_owned());
        let header = first.chain(exact).chain(LAST.iter().map(|&name| name.to_owned()));
        let rows = self.sweeps.iter().flat_map(|sweep| {
            self.points(sweep).map(|point| {
                let mut row = first_cells(sweep, &point);
                let shown = self.show().iter().zip(point.exact);
                let laws = shown.filter(|(quantity, _)| **quantity != Quantity::Log10P);
                row.extend(laws.map(|(_, exact)| maybe(*exact)));
                row.extend(measured_cells(sweep, &point));
                row
            })
        });
        DataTable::new(header, rows)
    }

    fn picture(&self) -> Curve {
        let mut panels: Vec<(PanelUnit, CurvePanel)> = Vec::new();
        for (index, &quantity) in self.show().iter().enumerate() {
            let unit = PanelUnit::of(quantity);
            let lines = self.sweeps.iter().map(|sweep| self.line(sweep, index, quantity));
            let lines: Vec<CurveLine> = lines.filter(has_points).collect();
            match panels.iter_mut().find(|(other, _)| *other == unit) {
                Some((_, panel)) => panel.lines.extend(lines),
                None => panels.push((unit, unit.panel(lines, self.floor(unit), self.findings))),
            }
        }
        panels.retain(|(_, panel)| !panel.lines.is_empty());
        let spec = self.sweeps.first().map(|first| &first.sweep.spec);
        Curve {
            title: self.title(),
            subtitle: self.subtitle(),
            x_scale: self.x_scale(),
            x_label: spec.map_or_else(String::new, |spec| spec.vary.replace('-', " ")),
            panels: panels.into_iter().map(|(_, panel)| panel).collect(),
        }
    }

    fn x_scale(&self) -> Scale {
        let values = || self.sweeps.iter().flat_map(|sweep| &sweep.sweep.spec.values);
        let (least, most) = (values().min().copied(), values().max().copied());
        let ratio = most.unwrap_or(1) as f64 / least.unwrap_or(1) as f64;
        if ratio.is_finite() && ratio > WIDE { Scale::Logarithmic } else { Scale::Linear }
    }

    /// The first title that is given, or else the names of the sweeps.
    fn title(&self) -> String {
        let given = self.sweeps.iter().map(|sweep| &sweep.sweep.spec.title);
        let ids = || self.sweeps.iter().map(|sweep| sweep.sweep.id()).collect::<Vec<_>>();
        given
            .into_iter()
            .find(|title| !title.is_empty())
            .cloned()
            .unwrap_or_else(|| ids().join(", "))
    }

    /// The sources, and the number of decks that were measured.
    fn subtitle(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for sweep in &self.sweeps {
            let source = &sweep.sweep.spec.source;
            if !source.is_empty() && !parts.contains(source) {
                parts.push(source.clone());
            }
        }
        let mut decks: Vec<u64> =
            self.sweeps.iter().filter_map(|sweep| sweep.sweep.spec.trials).collect();
        decks.sort_unstable();
        decks.dedup();
        if let [decks] = decks.as_slice() {
            parts.push(format!("{} each", counted(*decks, "deck")));
        }
        parts.join(" · ")
    }

    /// The noise floor of what is measured, where it is high enough to be seen.
    fn floor(&self, unit: PanelUnit) -> Vec<(f64, f64)> {
        let (PanelUnit::Distance, [sweep]) = (unit, self.sweeps.as_slice()) else {
            return Vec::new();
        };
        let noise = |point: SweepPoint<'_>| {
            Some((point.value as f64, total_variation(point.found?)?.noise))
        };
        let floor: Vec<_> = self.points(sweep).filter_map(noise).collect();
        if floor.iter().any(|(_, noise)| *noise > VISIBLE) { floor } else { Vec::new() }
    }

    fn line(&self, sweep: &'a SweepFindings, index: usize, quantity: Quantity) -> CurveLine {
        let exact = self.points(sweep).filter_map(|point| {
            Some((point.value as f64, in_units(quantity, point.case, point.exact[index]?)))
        });
        let dots = self.points(sweep).filter_map(|point| {
            let (y, standard_error) = measured(quantity, point.found?)?;
            let kind = match point.found?.verdict() {
                Verdict::Fail => DotKind::Full,
                _ => DotKind::Ring,
            };
            Some(CurveDot { x: point.value as f64, y, standard_error, kind })
        });
        let of = sweep.sweep.spec.algorithm.clone();
        let name = match (self.sweeps.len(), PanelUnit::of(quantity)) {
            (1, PanelUnit::Evidence) => "strongest test".to_owned(),
            (1, _) => quantity.name().replace('-', " "),
            // The name of the only quantity of a panel stands at the axis.
            (_, unit) if self.show().iter().filter(|q| PanelUnit::of(**q) == unit).count() == 1 => {
                of
            }
            _ => format!("{of}, {}", quantity.name().replace('-', " ")),
        };
        CurveLine { name, exact: exact.collect(), dots: dots.collect() }
    }
}

fn has_points(line: &CurveLine) -> bool {
    !line.exact.is_empty() || !line.dots.is_empty()
}

fn first_cells(sweep: &SweepFindings, point: &SweepPoint<'_>) -> Vec<String> {
    let passes = point.case.subject.job().map_or(1, |job| job.passes);
    vec![
        text(sweep.sweep.id()),
        text(&sweep.sweep.spec.vary),
        point.value.to_string(),
        text(&point.case.subject.name()),
        point.case.shape.cards().to_string(),
        point.case.deal().map_or_else(String::new, |deal| deal.to_string()),
        passes.to_string(),
    ]
}

fn measured_cells(sweep: &SweepFindings, point: &SweepPoint<'_>) -> Vec<String> {
    let source = text(&sweep.sweep.spec.source);
    let Some(found) = point.found else {
        let mut cells = vec![String::new(); LAST.len() - 1];
        cells.push(source);
        return cells;
    };
    let distance = total_variation(found);
    let degree = ascents_of(found.last()).zip(degree_of(found));
    let strongest = strongest(found);
    vec![
        found.last().trials.to_string(),
        maybe(distance.map(|distance| distance.value)),
        maybe(distance.map(|distance| distance.standard_error)),
        maybe(distance.map(|distance| distance.noise)),
        maybe(degree.map(|(_, degree)| degree.value)),
        maybe(degree.map(|(histogram, _)| standard_error_seen(histogram))),
        point.case.expect.name().to_owned(),
        found.verdict().name().to_owned(),
        strongest.map_or_else(String::new, |(ruling, _)| ruling.judgement.test.to_owned()),
        strongest.map_or_else(String::new, |(_, evidence)| cell(evidence.p_value.log10())),
        text(point.case.id()),
        source,
    ]
}

/// The measured value of a quantity, with its standard error.
fn measured(quantity: Quantity, found: &CaseFindings) -> Option<(f64, f64)> {
    match quantity {
        Quantity::TotalVariation => {
            // A value that is mostly noise is in the table, with its noise floor, but not on a curve.
            let shown = |distance: &TotalVariation| distance.value > 2.0 * distance.noise;
            let distance = total_variation(found).filter(shown)?;
            Some((distance.value, distance.standard_error))
        }
        Quantity::Degree => {
            let histogram = ascents_of(found.last())?;
            Some((degree_of(found)?.value, standard_error_seen(histogram)))
        }
        Quantity::Log10P => {
            let (_, evidence) = strongest(found)?;
            Some((pictures::evidence(evidence.p_value.log10()), 0.0))
        }
        _ => None,
    }
}

/// The total variation that the decks of a case show.
fn total_variation(found: &CaseFindings) -> Option<TotalVariation> {
    let orders = found.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Permutations(frequencies) => TotalVariation::of_orders(frequencies),
        _ => None,
    });
    orders.or_else(|| {
        let test = sufficient(&found.case)?;
        let exhibits = found.last().exhibits.iter();
        let histogram = exhibits.filter_map(|exhibit| exhibit.histogram_of(test)).next()?;
        TotalVariation::of_histogram(histogram)
    })
}

/// The test on a sufficient statistic of the order, if there is one.
fn sufficient(case: &Case) -> Option<&'static str> {
    let job = case.subject.job()?;
    if !job.dice.is_exact() || case.deal().is_some() {
        return None;
    }
    match job.algorithm.entry().closed_law? {
        ClosedLaw::Riffles { .. } => Some(RisingSequences::TEST.id),
        ClosedLaw::InverseRiffles { .. } => Some(ASCENTS.id),
        _ => None,
    }
}

/// A kind of panel: the quantities that have one unit are drawn in one panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PanelUnit {
    Distance,
    Noncentrality,
    Degree,
    Orders,
    Positions,
    Evidence,
}

impl PanelUnit {
    fn of(quantity: Quantity) -> Self {
        match quantity {
            Quantity::TotalVariation | Quantity::Separation => Self::Distance,
            Quantity::Noncentrality => Self::Noncentrality,
            Quantity::Degree => Self::Degree,
            Quantity::MostLikelyOrder | Quantity::LeastLikelyOrder => Self::Orders,
            Quantity::MostLikelyPosition | Quantity::LeastLikelyPosition => Self::Positions,
            Quantity::Log10P => Self::Evidence,
        }
    }

    fn panel(
        self,
        lines: Vec<CurveLine>,
        floor: Vec<(f64, f64)>,
        findings: &Findings,
    ) -> CurvePanel {
        let (y_label, y_scale, range) = match self {
            Self::Distance => ("distance from uniform", Scale::Linear, Some((0.0, 1.0))),
            Self::Noncentrality => ("noncentrality a deck", Scale::Logarithmic, None),
            Self::Degree => ("degree", Scale::Linear, None),
            Self::Orders => ("order, times 1/n!", Scale::Linear, None),
            Self::Positions => ("position, times 1/n", Scale::Linear, None),
            Self::Evidence => (pictures::EVIDENCE, Scale::Logarithmic, Some((1.0, 100.0))),
        };
        let guide = match self {
            Self::Orders | Self::Positions => Some((1.0, "uniform".to_owned())),
            Self::Evidence => {
                let level = findings.plan.budget.test_level(findings.live_tests(0));
                Some((-level.log10(), "fails above".to_owned()))
            }
            _ => None,
        };
        CurvePanel { y_label: y_label.to_owned(), y_scale, range, guide, floor, lines }
    }
}

/// A value in the units of its panel: probabilities relative to a uniform shuffle.
fn in_units(quantity: Quantity, case: &Case, value: f64) -> f64 {
    let (cards, dealt) = (case.shape.cards(), case.shape.dealt());
    match PanelUnit::of(quantity) {
        PanelUnit::Orders => (0..dealt).fold(value, |value, taken| value * (cards - taken) as f64),
        PanelUnit::Positions => value * cards as f64,
        _ => value,
    }
}
