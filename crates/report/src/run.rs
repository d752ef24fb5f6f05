//! The report of a run of a plan: tables of the whole run, one of each sweep, and a folder for each case.

use crate::{
    digest::Digest,
    draws,
    error::FormatError,
    exports::{Exported, Said},
    manifest::Headline,
    page,
    parts::{Make, Part, Report},
    pictures,
    settings::{self, Provenance},
    subjects, sweeps,
    table::DataTable,
    tables,
};
use shuffle_audit::CaseFindings;
use shuffle_charts::Chart;
use shuffle_metrics::{Exhibit, RECORD_VERSION};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;

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

fn settings(Results { file, .. }: &Results) -> Result<Vec<u8>, FormatError> {
    let provenance = Provenance {
        fingerprint: Some(file.fingerprint()),
        tally_layout: Some(RECORD_VERSION),
        ..Provenance::of_seed()
    };
    settings::write(None, file, provenance)
}

struct InPlan<'a> {
    place: usize,
    id: &'a str,
}

fn of_case(id: &InPlan<'_>) -> [Part<Results>; 17] {
    [
        exhibit_table(id, "ascents"),
        exhibit_picture(id, "ascents"),
        table(id, "histograms", tables::histograms),
        exhibit_table(id, "permutations"),
        exhibit_picture(id, "permutations"),
        exhibit_table(id, "position"),
        exhibit_picture(id, "position"),
        table(id, "balls", draws::table),
        picture(id, "balls", draws::balls),
        exhibit_picture(id, "pairs"),
        exhibit_picture(id, "lags"),
        exhibit_picture(id, "drift"),
        exhibit_table(id, "order"),
        exhibit_picture(id, "order"),
        table(id, "displacement", tables::displacement),
        picture(id, "displacement", pictures::displacement),
        table(id, "differing", tables::differing),
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

/// The table of the exhibit whose files have this name.
fn exhibit_table(case: &InPlan<'_>, name: &'static str) -> Part<Results> {
    let (id, place) = (case.id.to_owned(), case.place);
    Part::table(format!("{id}/{name}"), move |results| {
        let case = found(results, place, &id)?;
        tables::of(case, exhibit(case, name)?)
    })
}

/// The picture of the exhibit whose files have this name.
fn exhibit_picture(case: &InPlan<'_>, name: &'static str) -> Part<Results> {
    let (id, place) = (case.id.to_owned(), case.place);
    let make = move |results: &Results| {
        let case = found(results, place, &id)?;
        pictures::of(&results.findings, case, exhibit(case, name)?)
    };
    Part { name: format!("{}/{name}", case.id), make: Make::Picture(Box::new(make)) }
}

fn exhibit<'a>(case: &'a CaseFindings, name: &str) -> Option<&'a Exhibit> {
    case.last().exhibits.iter().find(|exhibit| exhibit.file() == Some(name))
}

/// The findings of a case, unless it was skipped or at fault. They come in the order of the plan, so the findings of a case are
/// at its place, or before it if earlier cases have none.
fn found<'a>(results: &'a Results, place: usize, id: &str) -> Option<&'a CaseFindings> {
    let cases = &results.findings.cases;
    let upto = &cases[..cases.len().min(place + 1)];
    upto.iter().rev().find(|found| found.case.id() == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::paths;

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
        let Some(Exhibit::Series(lags)) = exhibit(case, "lags") else { panic!("it was found") };
        let smallest = lags.points.iter().map(|point| point.y).fold(0.0, f64::min);
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
