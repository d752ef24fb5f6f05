//! The report of a run of a plan: tables of the whole run, one of each sweep, and a folder for each case.

use crate::{
    digest::Digest,
    draws,
    exports::{Exported, Said},
    manifest::Headline,
    page,
    parts::{Part, Report},
    pictures,
    settings::{Provenance, Settings},
    subjects, sweeps,
    table::DataTable,
    tables::{self, ascents_of},
};
use shuffle_audit::{CaseFindings, moved::portrait};
use shuffle_charts::Chart;
use shuffle_metrics::{
    ascents::ASCENTS,
    drift::TimeProfile,
    metric::Exhibit,
    permutations::Frequencies,
    position::PositionMatrix,
    scans::{lags::LagProfile, pairs::PairMatrix},
    tally::RECORD_VERSION,
};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;

/// `permutations.csv` is written up to this many orders: those of 8 cards.
const MOST_ORDERS_LISTED: usize = 40_320;

/// `permutations.png` is drawn up to this many orders: those of 5 cards.
const MOST_ORDERS_DRAWN: usize = 120;

/// `pairs.png` is drawn up to this many places or cards.
const MOST_PLACES_DRAWN: usize = 256;

impl Report for Results {
    type Asked = PlanFile;

    fn asked(&self) -> &PlanFile {
        &self.file
    }

    fn headline(&self) -> Headline {
        let Digest { title, answer, sentence, .. } = Digest::of(self);
        Headline { title, answer: Some(answer), sentence }
    }

    fn parts(plan: &PlanFile) -> Vec<Part<Self>> {
        let mut parts = vec![
            Part::settings(settings),
            Part::page(page::run::page),
            Part::table("summary", |results: &Self| Some(tables::summary(&results.findings))),
            Part::table("run", |results: &Self| Some(tables::run(&results.findings))),
            Part::table("degree", |results: &Self| Some(tables::degrees(&results.findings))),
            Part::table("moved", |results: &Self| tables::moved(&results.findings)),
            Part::table("subjects", |results: &Self| {
                let findings = &results.findings;
                subjects::are_versioned(&findings.plan).then(|| subjects::table(findings))
            }),
            Part::table("faults", |results: &Self| {
                let findings = &results.findings;
                (!findings.faulted.is_empty()).then(|| subjects::faults(findings))
            }),
        ];
        parts.extend(sweeps::parts(plan));
        // The cases of a sweep are shown together.
        let cases = plan.cases.iter().enumerate().filter(|(_, case)| case.sweep.is_none());
        parts.extend(cases.flat_map(|(place, case)| of_case(&InPlan { place, id: case.id() })));
        parts
    }
}

impl Exported for Results {
    fn said(&self) -> Said {
        Said::Run(Digest::of(self))
    }
}

fn settings(Results { file, .. }: &Results) -> Settings<'_> {
    let provenance = Provenance {
        fingerprint: Some(file.fingerprint()),
        tally_layout: Some(RECORD_VERSION),
        ..Provenance::of_seed()
    };
    Settings { about: None, keys: Box::new(file), provenance }
}

/// A case of a plan: its place among all, and its id.
struct InPlan<'a> {
    place: usize,
    id: &'a str,
}

/// The folder of a case.
fn of_case(id: &InPlan<'_>) -> [Part<Results>; 16] {
    [
        table(id, "ascents", |case| Some(tables::histogram(ASCENTS.id, ascents_of(case.last())?))),
        picture(id, "ascents", |case| {
            Some(pictures::histogram(case, ASCENTS.id, ascents_of(case.last())?))
        }),
        table(id, "histograms", tables::histograms),
        table(id, "permutations", |case| {
            let orders = orders(case, MOST_ORDERS_LISTED)?;
            Some(tables::permutations(orders, &case.case.subject.names()))
        }),
        picture(id, "permutations", |case| {
            Some(pictures::permutations(case, orders(case, MOST_ORDERS_DRAWN)?))
        }),
        table(id, "position", |case| {
            Some(tables::position(matrix(case)?, &case.case.subject.names()))
        }),
        picture(id, "position", |case| Some(pictures::position(case, matrix(case)?))),
        table(id, "balls", draws::table),
        picture(id, "balls", draws::balls),
        picture(id, "pairs", |case| Some(pictures::pairs(case, pairs(case)?))),
        lags_picture(id),
        picture(id, "drift", |case| Some(pictures::drift(case, drift(case)?))),
        table(id, "order", |case| Some(tables::order(portrait(case)?, &case.case.subject.names()))),
        picture(id, "order", |case| Some(pictures::order(case, portrait(case)?))),
        table(id, "displacement", |case| {
            Some(tables::displacement(portrait(case)?, &case.case.subject.names()))
        }),
        picture(id, "displacement", |case| Some(pictures::displacement(case, portrait(case)?))),
    ]
}

fn table(
    case: &InPlan<'_>,
    name: &str,
    make: fn(&CaseFindings) -> Option<DataTable>,
) -> Part<Results> {
    let (name, id, place) = (format!("{}/{name}", case.id), case.id.to_owned(), case.place);
    Part::table(name, move |results| make(found(results, place, &id)?))
}

fn picture<C: Chart + 'static>(
    case: &InPlan<'_>,
    name: &str,
    make: fn(&CaseFindings) -> Option<C>,
) -> Part<Results> {
    let (name, id, place) = (format!("{}/{name}", case.id), case.id.to_owned(), case.place);
    Part::picture(name, move |results| make(found(results, place, &id)?))
}

/// The lags, with the level below which a test of the same look fails.
fn lags_picture(case: &InPlan<'_>) -> Part<Results> {
    let (id, place) = (case.id.to_owned(), case.place);
    Part::picture(format!("{id}/lags"), move |results: &Results| {
        let case = found(results, place, &id)?;
        let (findings, look) = (&results.findings, case.looks.len() - 1);
        let tests = match case.case.is_recorded() {
            true => case.tests(look),
            false => findings.live_tests(look),
        };
        let level = findings.plan.budget_of(&case.case).test_level(tests);
        Some(pictures::lags(case, lags(case)?, level))
    })
}

/// The findings of a case, unless it was skipped or at fault. They come in the order of the plan, so that those of a case are
/// at its place, or before it where earlier cases have none.
fn found<'a>(results: &'a Results, place: usize, id: &str) -> Option<&'a CaseFindings> {
    let cases = &results.findings.cases;
    let upto = &cases[..cases.len().min(place + 1)];
    upto.iter().rev().find(|found| found.case.id() == id)
}

/// The counts of all orders, if there are at most `most` orders.
fn orders(case: &CaseFindings, most: usize) -> Option<&Frequencies> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Permutations(orders) if orders.counts.len() <= most => Some(orders),
        _ => None,
    })
}

/// The pairs of places or cards, if the test of them found something, and there are not too many for a picture.
fn pairs(case: &CaseFindings) -> Option<&PairMatrix> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Pairs(matrix) if matrix.numbers.len() <= MOST_PLACES_DRAWN => Some(matrix),
        _ => None,
    })
}

/// The lags, if the test of them found something.
fn lags(case: &CaseFindings) -> Option<&LagProfile> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Lags(profile) => Some(profile),
        _ => None,
    })
}

/// A card at a position over time, if the test of that found something.
fn drift(case: &CaseFindings) -> Option<&TimeProfile> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Drift(profile) => Some(profile),
        _ => None,
    })
}

fn matrix(case: &CaseFindings) -> Option<&PositionMatrix> {
    case.last().exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Position(matrix) => Some(matrix),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files::paths, parts::Make};

    fn plan(figure: &str) -> Result<PlanFile, shuffle_subjects::PlanError> {
        let text = format!(
            "[[sweep]]\nid = \"riffles\"\nfigure = \"{figure}\"\nalgorithm = \"gsr-riffle\"\ncards = 5\n\
             vary = \"riffles\"\nvalues = [1, 2]\nshow = [\"total-variation\"]\n"
        );
        PlanFile::parse("plan.toml", &text)
    }

    #[test]
    fn no_figure_takes_the_name_of_a_table_of_the_run() {
        let curves = plan("curves").unwrap();
        for part in Results::parts(&curves) {
            if matches!(part.make, Make::Table(_)) && part.name != "curves" {
                let error = plan(&part.name).unwrap_err().to_string();
                assert!(error.contains(&format!("`{}`", part.name)), "{error}");
            }
        }
        let paths = paths::<Results>(&curves);
        assert!(paths.contains(&"curves.csv".to_owned()), "{paths:?}");
        assert!(paths.contains(&"curves.png".to_owned()), "{paths:?}");
    }

    #[test]
    fn lags_are_drawn_against_the_level_of_the_test_and_up_to_its_p_value() {
        let case = "[[case]]\nid = \"stuck\"\nalgorithm = \"lag-card:lag=5\"\ncards = 10\ntrials = 1_000\n\
                    metrics = [\"lags\"]\nexpect = \"fail\"\n";
        let plan = PlanFile::parse("plan.toml", case).unwrap();
        let results =
            shuffle_studies::run(&plan, &shuffle_audit::engine::Options::default()).unwrap();
        let case = &results.findings.cases[0];
        let smallest = lags(case).unwrap().log10_p.iter().copied().fold(0.0, f64::min);
        let evidence = case.last().ruling("lags").unwrap().judgement.evidence().unwrap();
        assert!((smallest - evidence.p_value.log10()).abs() < 1e-6, "{smallest}");
        let parts = Results::parts(&plan);
        let part = parts.iter().find(|part| part.name() == "stuck/lags").unwrap();
        let svg = part.drawn(&results).unwrap().to_svg().unwrap();
        assert!(svg.contains("fails above"), "{svg}");
        // p is far below 1e-300, and has its place there.
        assert!(smallest < -300.0 && svg.contains("\n300\n") && !svg.contains("\n400\n"), "{svg}");
    }
}
