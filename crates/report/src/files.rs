//! All files of a report, as names and bytes; who writes them to disk is not decided here.

use crate::{
    making::{Job, Make, make},
    pictures, subjects, sweeps, tables,
};
use shuffle_audit::CaseFindings;
use shuffle_charts::PlotError;
use shuffle_metrics::metric::Exhibit;
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;

/// `permutations.csv` is written up to this many orders: those of 8 cards.
const MOST_ORDERS_LISTED: usize = 40_320;

/// `permutations.png` is drawn up to this many orders: those of 5 cards.
const MOST_ORDERS_DRAWN: usize = 120;

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path inside the report's folder, with `/`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why a report could not be made. All of these are faults of ours.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A table could not be written.
    #[error("cannot write a table: {0}")]
    Csv(#[from] csv::Error),
    /// A picture could not be drawn.
    #[error("cannot draw `{path}`: {source}")]
    Plot {
        /// The picture.
        path: String,
        /// Why.
        source: PlotError,
    },
}

/// Whether pictures are drawn: each takes some ten milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// All of them.
    Drawn,
    /// None: the report has its tables only.
    LeftOut,
}

/// The tables of a report that are not of a case.
const TABLES: [&str; 6] =
    ["degree.csv", "faults.csv", "plan.toml", "run.csv", "subjects.csv", "summary.csv"];

/// What a case may have in its folder.
const OF_CASE: [&str; 7] = [
    "ascents.csv",
    "ascents.png",
    "histograms.csv",
    "permutations.csv",
    "permutations.png",
    "position.csv",
    "position.png",
];

/// The paths of all files that a report on this plan may have; which of them it has is known after the run.
#[must_use]
pub fn names(plan: &PlanFile) -> Vec<String> {
    let mut names: Vec<String> = TABLES.map(str::to_owned).to_vec();
    for sweep in &plan.sweeps {
        names.extend(["csv", "png"].map(|ending| format!("{}.{ending}", sweep.figure())));
    }
    for case in plan.cases.iter().filter(|case| case.sweep.is_none()) {
        names.extend(OF_CASE.map(|name| format!("{}/{name}", case.id())));
    }
    names
}

/// Makes all files of a report, in the order of their paths.
///
/// # Errors
///
/// [`ReportError`]; nothing is made then.
pub fn files(results: &Results, pictures: Pictures) -> Result<Vec<File>, ReportError> {
    let Results { file, findings, .. } = results;
    let mut jobs: Vec<Job<'_>> = vec![
        job("plan.toml", || Ok(file.to_toml().into_bytes())),
        job("summary.csv", || tables::summary(findings)),
        job("run.csv", || tables::run(findings)),
        job("degree.csv", || tables::degrees(findings)),
    ];
    jobs.extend(sweeps::jobs(results));
    if subjects::are_versioned(&findings.plan) {
        jobs.push(job("subjects.csv", || subjects::table(findings)));
    }
    if !findings.faulted.is_empty() {
        jobs.push(job("faults.csv", || subjects::faults(findings)));
    }
    // The cases of a sweep are shown together.
    for case in findings.cases.iter().filter(|case| case.case.sweep.is_none()) {
        let exhibits = &case.last().exhibits;
        exhibits.iter().for_each(|exhibit| add_exhibit(&mut jobs, case, exhibit));
        if exhibits.iter().any(|exhibit| matches!(exhibit, Exhibit::Histogram { .. })) {
            let path = format!("{}/histograms.csv", case.case.id());
            jobs.push((path, Box::new(|| tables::histograms(case))));
        }
    }
    if pictures == Pictures::LeftOut {
        jobs.retain(|(path, _)| !path.ends_with(".png"));
    }
    jobs.sort_by(|a, b| a.0.cmp(&b.0));
    make(&jobs)
}

fn job<'a>(
    path: &str,
    make: impl Fn() -> Result<Vec<u8>, ReportError> + Send + Sync + 'a,
) -> Job<'a> {
    (path.to_owned(), Box::new(make))
}

/// The job of a picture.
pub(crate) fn picture<'a>(
    path: String,
    draw: impl Fn() -> Result<Vec<u8>, PlotError> + Send + Sync + 'a,
) -> Job<'a> {
    let name = path.clone();
    let make: Make<'a> =
        Box::new(move || draw().map_err(|source| ReportError::Plot { path: name.clone(), source }));
    (path, make)
}

fn add_exhibit<'a>(jobs: &mut Vec<Job<'a>>, case: &'a CaseFindings, exhibit: &'a Exhibit) {
    let path = |name: &str| format!("{}/{name}", case.case.id());
    match exhibit {
        // The others stand in `histograms.csv` together.
        Exhibit::Histogram { .. } if exhibit.ascents().is_none() => {}
        Exhibit::Histogram { test, histogram } => {
            let table = move || tables::histogram(test, histogram);
            jobs.push((path(&format!("{test}.csv")), Box::new(table)));
            let draw = move || pictures::histogram(case, test, histogram);
            jobs.push(picture(path(&format!("{test}.png")), draw));
        }
        Exhibit::Position(matrix) => {
            jobs.push((
                path("position.csv"),
                Box::new(move || tables::position(matrix, &case.case.subject.names())),
            ));
            jobs.push(picture(path("position.png"), move || pictures::position(case, matrix)));
        }
        Exhibit::Permutations(frequencies) => {
            let orders = frequencies.counts.len();
            if orders <= MOST_ORDERS_LISTED {
                let table = move || tables::permutations(frequencies, &case.case.subject.names());
                jobs.push((path("permutations.csv"), Box::new(table)));
            }
            if orders <= MOST_ORDERS_DRAWN {
                let draw = move || pictures::permutations(case, frequencies);
                jobs.push(picture(path("permutations.png"), draw));
            }
        }
    }
}
