//! Every format writes every kind of report, and the same bytes again.

use super::{EXPORTS, EndingError, Export, Exported};
use crate::{CsvDialect, exact, json, power};
use shuffle_audit::{command::RunRequest, engine::Options};
use shuffle_exact::{Laws, Limits, Subject};
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;

const PLAN: &str = "title = \"| <b>@all</b> https://x.y\"\n\
    [[case]]\nid = \"naive-5\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 20_000\n";

fn results() -> Results {
    let plan = PlanFile::parse("toy.toml", PLAN).unwrap();
    shuffle_studies::run(&plan, &Options::default()).unwrap()
}

fn all_formats<R: Exported>(export: &Export<'_, R>) {
    for format in EXPORTS {
        let [first, again] = [0; 2].map(|_| format.write(export, CsvDialect::Us).unwrap());
        assert!(!first.is_empty() && first == again, ".{}", format.ending);
    }
}

#[test]
fn every_report_is_written_in_every_format_and_the_same_again() {
    let results = results();
    let asked = RunRequest { plan: "toy.toml", only: &[] };
    all_formats(&Export { report: &results, document: &|| json::run(&results.findings, asked) });
    let case = &results.findings.cases[0].case;
    let subject = Subject::try_from(case.subject.job().unwrap()).unwrap();
    let laws = Laws::new(subject, Limits::default());
    all_formats(&Export { report: &laws, document: &|| exact::json(&laws) });
    let question = shuffle_studies::power::Question {
        case: case.clone(),
        budget: Default::default(),
        power: 0.999,
        trials: None,
        pilot: Some(1_024),
        seed: results.findings.plan.seed,
    };
    let powers = shuffle_studies::power::answer(
        &question,
        &shuffle_studies::outcomes::Outcomes::default(),
        &Options::default(),
    )
    .unwrap();
    all_formats(&Export { report: &powers, document: &|| power::json(&powers) });
}

#[test]
fn the_main_table_is_the_one_that_is_named_after_the_command() {
    let results = results();
    let document = || json::check(&results.findings);
    let export = Export { report: &results, document: &document };
    let csv = EXPORTS.iter().find(|format| format.ending == "csv").unwrap();
    let table = String::from_utf8(csv.write(&export, CsvDialect::Us).unwrap()).unwrap();
    assert_eq!(table.lines().next().unwrap(), crate::tables::SUMMARY.join(","));
}

#[test]
fn a_build_without_workbooks_says_how_to_have_them() {
    assert!(EndingError::NoWorkbooks.to_string().contains("--features xlsx"));
    let found = super::ExportFormat::of(std::path::Path::new("a.XLSX"));
    assert_eq!(found.is_ok(), cfg!(feature = "xlsx"));
    assert!(EndingError::Unknown.to_string().ends_with(".csv, .xlsx"));
}
