//! Sweeps: one table and one picture for each figure, exact values beside measured ones.
//!
//! The total variation of whole decks can be measured where the orders themselves are counted, and for decks
//! too large for that where a number that is counted is *sufficient*: where all orders with the same number
//! are equally likely. That is so for the rising sequences of riffles (Bayer and Diaconis 1992, theorem 1) and
//! the ascents of inverse riffles. Nothing is subtracted from it; the noise floor stands beside it.

use crate::{
    files::{File, ReportError},
    number::{cell, count, text},
    plot::{Curve, CurveDot, CurveLine, CurvePanel, CurveScale, DotKind},
    tables::{degree_of, histogram_of, maybe, table},
    words::strongest,
};
use shuffle_algorithms::dice::DiceSpec;
use shuffle_audit::{Case, CaseFindings, Findings, Quantity, SweepFindings};
use shuffle_metrics::{
    Verdict,
    ascents::{ASCENTS, standard_error_seen},
    metric::Exhibit,
    number::Number,
    numbers::RisingSequences,
    total_variation::TotalVariation,
};

/// The columns of the table of a figure before the exact values, which are called `exact_...`.
pub const FIRST: [&str; 7] = ["sweep", "vary", "value", "algorithm", "cards", "deal", "passes"];

/// The columns after the exact values: what was measured. Standard errors are those of the spread that was
/// seen; `total_variation_noise` is what a uniform shuffle would show on average.
pub const LAST: [&str; 12] = [
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

/// The tables and pictures of all figures.
///
/// # Errors
///
/// [`ReportError`].
pub fn files(findings: &Findings) -> Result<Vec<File>, ReportError> {
    let mut files = Vec::new();
    let mut done: Vec<&str> = Vec::new();
    for sweep in &findings.sweeps {
        let name = sweep.sweep.figure();
        if done.contains(&name) {
            continue;
        }
        done.push(name);
        let sweeps = findings.sweeps.iter().filter(|other| other.sweep.figure() == name);
        let figure = Figure { findings, sweeps: sweeps.collect() };
        files.push(File { path: format!("{name}.csv"), bytes: figure.table()? });
        let path = format!("{name}.png");
        let picture = figure.picture().to_png();
        let bytes = picture.map_err(|source| ReportError::Plot { path: path.clone(), source })?;
        files.push(File { path, bytes });
    }
    Ok(files)
}

/// Sweeps that vary and show the same.
struct Figure<'a> {
    findings: &'a Findings,
    sweeps: Vec<&'a SweepFindings>,
}

/// One value of a sweep.
struct Point<'a> {
    value: u64,
    case: &'a Case,
    exact: &'a [Option<f64>],
    found: Option<&'a CaseFindings>,
}

impl<'a> Figure<'a> {
    fn show(&self) -> &'a [Quantity] {
        self.sweeps.first().map_or(&[], |first| first.sweep.spec.show.as_slice())
    }

    fn points(&self, sweep: &'a SweepFindings) -> impl Iterator<Item = Point<'a>> {
        let findings = self.findings;
        let values = sweep.sweep.spec.values.iter().zip(&sweep.sweep.points).zip(&sweep.exact);
        values.map(move |((&value, case), exact)| {
            let found = findings.case(case.id()).filter(|_| sweep.sweep.spec.trials.is_some());
            Point { value, case, exact, found }
        })
    }

    fn table(&self) -> Result<Vec<u8>, ReportError> {
        let laws = || self.show().iter().filter(|quantity| **quantity != Quantity::Log10P);
        let exact = laws().map(|quantity| format!("exact_{}", quantity.name().replace('-', "_")));
        let first = FIRST.iter().map(|&name| name.to_owned());
        let header: Vec<String> =
            first.chain(exact).chain(LAST.iter().map(|&name| name.to_owned())).collect();
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
        table(&header, rows)
    }

    fn picture(&self) -> Curve {
        let mut panels: Vec<(Scale, CurvePanel)> = Vec::new();
        for (index, &quantity) in self.show().iter().enumerate() {
            let scale = Scale::of(quantity);
            let lines = self.sweeps.iter().map(|sweep| self.line(sweep, index, quantity));
            let lines: Vec<CurveLine> = lines.filter(has_points).collect();
            match panels.iter_mut().find(|(other, _)| *other == scale) {
                Some((_, panel)) => panel.lines.extend(lines),
                None => panels.push((scale, scale.panel(lines, self.findings))),
            }
        }
        panels.retain(|(_, panel)| !panel.lines.is_empty());
        let spec = self.sweeps.first().map(|first| &first.sweep.spec);
        Curve {
            title: self.title(),
            subtitle: self.subtitle(),
            x_label: spec.map_or_else(String::new, |spec| spec.vary.replace('-', " ")),
            panels: panels.into_iter().map(|(_, panel)| panel).collect(),
        }
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

    /// Where it is known from, and how many decks were measured.
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
            parts.push(format!("{} decks at each value", count(*decks)));
        }
        parts.join(" · ")
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
        let name = match (self.sweeps.len(), Scale::of(quantity)) {
            (1, _) => quantity.name().replace('-', " "),
            // Where a panel shows one quantity its name stands at the axis.
            (_, scale) if self.show().iter().filter(|q| Scale::of(**q) == scale).count() == 1 => of,
            _ => format!("{of}, {}", quantity.name().replace('-', " ")),
        };
        CurveLine { name, exact: exact.collect(), dots: dots.collect() }
    }
}

fn has_points(line: &CurveLine) -> bool {
    !line.exact.is_empty() || !line.dots.is_empty()
}

fn first_cells(sweep: &SweepFindings, point: &Point<'_>) -> Vec<String> {
    let spec = &point.case.spec;
    vec![
        text(sweep.sweep.id()),
        text(&sweep.sweep.spec.vary),
        point.value.to_string(),
        text(&point.case.subject.name()),
        spec.cards.to_string(),
        spec.deal.map_or_else(String::new, |deal| deal.to_string()),
        spec.passes.unwrap_or(1).to_string(),
    ]
}

fn measured_cells(sweep: &SweepFindings, point: &Point<'_>) -> Vec<String> {
    let source = text(&sweep.sweep.spec.source);
    let Some(found) = point.found else {
        let mut cells = vec![String::new(); LAST.len() - 1];
        cells.push(source);
        return cells;
    };
    let distance = total_variation(found);
    let degree = histogram_of(found.last(), ASCENTS.id).zip(degree_of(found));
    let strongest = strongest(found);
    vec![
        found.last().trials.to_string(),
        maybe(distance.map(|distance| distance.value)),
        maybe(distance.map(|distance| distance.standard_error)),
        maybe(distance.map(|distance| distance.noise)),
        maybe(degree.map(|(_, degree)| degree.value)),
        maybe(degree.map(|(histogram, _)| standard_error_seen(histogram))),
        point.case.spec.expect.name().to_owned(),
        found.verdict().name().to_owned(),
        strongest.map_or_else(String::new, |(ruling, _)| ruling.judgement.test.to_owned()),
        strongest.map_or_else(String::new, |(_, evidence)| cell(evidence.p_value.log10())),
        text(point.case.id()),
        source,
    ]
}

/// What was measured of a quantity, with its standard error.
fn measured(quantity: Quantity, found: &CaseFindings) -> Option<(f64, f64)> {
    match quantity {
        Quantity::TotalVariation => {
            total_variation(found).map(|distance| (distance.value, distance.standard_error))
        }
        Quantity::Degree => {
            let histogram = histogram_of(found.last(), ASCENTS.id)?;
            Some((degree_of(found)?.value, standard_error_seen(histogram)))
        }
        Quantity::Log10P => {
            let (_, evidence) = strongest(found)?;
            Some((-evidence.p_value.log10(), 0.0))
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
        let histogram = histogram_of(found.last(), sufficient(&found.case)?)?;
        TotalVariation::of_histogram(histogram)
    })
}

/// The test on a number that tells all that matters about an order, if there is one.
fn sufficient(case: &Case) -> Option<&'static str> {
    let job = case.subject.job()?;
    if job.dice != DiceSpec::Exact || case.spec.deal.is_some() {
        return None;
    }
    match job.algorithm.entry().id {
        "gsr-riffle" => Some(RisingSequences::TEST.id),
        "inverse-riffle" => Some(ASCENTS.id),
        _ => None,
    }
}

/// What quantities are drawn in one panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Distance,
    Noncentrality,
    Degree,
    Orders,
    Positions,
    Evidence,
}

impl Scale {
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

    fn panel(self, lines: Vec<CurveLine>, findings: &Findings) -> CurvePanel {
        let (y_label, scale) = match self {
            Self::Distance => ("distance from uniform", CurveScale::Share),
            Self::Noncentrality => ("noncentrality a deck", CurveScale::Logarithmic),
            Self::Degree => ("degree", CurveScale::Linear),
            Self::Orders => ("times 1/n!", CurveScale::Linear),
            Self::Positions => ("times 1/n", CurveScale::Linear),
            Self::Evidence => ("−log10 p, strongest", CurveScale::Logarithmic),
        };
        let guide = match self {
            Self::Orders | Self::Positions => Some((1.0, "uniform".to_owned())),
            Self::Evidence => {
                let level = findings.plan.budget.test_level(findings.tests(0));
                Some((-level.log10(), "fails above".to_owned()))
            }
            _ => None,
        };
        CurvePanel { y_label: y_label.to_owned(), scale, guide, lines }
    }
}

/// A value in the units of its panel: probabilities against those of a uniform shuffle.
fn in_units(quantity: Quantity, case: &Case, value: f64) -> f64 {
    let (cards, dealt) = (case.shape.cards(), case.shape.dealt());
    match Scale::of(quantity) {
        Scale::Orders => (0..dealt).fold(value, |value, taken| value * (cards - taken) as f64),
        Scale::Positions => value * cards as f64,
        _ => value,
    }
}
