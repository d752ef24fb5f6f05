//! All files of a report, as names and bytes; who writes them to disk is not decided here.

use crate::{pictures, plot::PlotError, subjects, sweeps, tables};
use shuffle_audit::{CaseFindings, Findings, names::Names};
use shuffle_metrics::{ascents::ASCENTS, metric::Exhibit};

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

/// Makes all files of a report, in the order of their paths.
///
/// # Errors
///
/// [`ReportError`]; nothing is made then.
pub fn files(findings: &Findings) -> Result<Vec<File>, ReportError> {
    let mut files = vec![
        File { path: "plan.toml".to_owned(), bytes: findings.plan.to_toml().into_bytes() },
        File { path: "summary.csv".to_owned(), bytes: tables::summary(findings)? },
        File { path: "run.csv".to_owned(), bytes: tables::run(findings)? },
        File { path: "degree.csv".to_owned(), bytes: tables::degrees(findings)? },
    ];
    files.extend(sweeps::files(findings)?);
    if subjects::are_probed(findings) {
        files.push(File { path: "subjects.csv".to_owned(), bytes: subjects::table(findings)? });
    }
    // The cases of a sweep are shown together.
    for case in findings.cases.iter().filter(|case| case.case.sweep.is_none()) {
        for exhibit in &case.last().exhibits {
            add_exhibit(&mut files, case, exhibit)?;
        }
        if case.last().exhibits.iter().any(|exhibit| matches!(exhibit, Exhibit::Histogram { .. })) {
            let path = format!("{}/histograms.csv", case.case.id());
            files.push(File { path, bytes: tables::histograms(case)? });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn add_exhibit(
    files: &mut Vec<File>,
    case: &CaseFindings,
    exhibit: &Exhibit,
) -> Result<(), ReportError> {
    let names = Names::of(&case.case);
    let path = |name: &str| format!("{}/{name}", case.case.id());
    let mut table = |name: &str, bytes| files.push(File { path: path(name), bytes });
    let (name, picture) = match exhibit {
        // The others stand in `histograms.csv` together.
        Exhibit::Histogram { test, .. } if *test != ASCENTS.id => return Ok(()),
        Exhibit::Histogram { test, histogram } => {
            table(&format!("{test}.csv"), tables::histogram(test, histogram)?);
            (format!("{test}.png"), pictures::histogram(case, test, histogram))
        }
        Exhibit::Position(matrix) => {
            table("position.csv", tables::position(matrix, &names)?);
            ("position.png".to_owned(), pictures::position(case, matrix))
        }
        Exhibit::Permutations(frequencies) => {
            let orders = frequencies.counts.len();
            if orders <= MOST_ORDERS_LISTED {
                table("permutations.csv", tables::permutations(frequencies, &names)?);
            }
            if orders > MOST_ORDERS_DRAWN {
                return Ok(());
            }
            ("permutations.png".to_owned(), pictures::permutations(case, frequencies))
        }
    };
    let path = path(&name);
    let bytes = picture.map_err(|source| ReportError::Plot { path: path.clone(), source })?;
    files.push(File { path, bytes });
    Ok(())
}
