//! All files of a report, as names and bytes; they are written to disk elsewhere.

use crate::{
    dialect::CsvDialect,
    error::ReportError,
    manifest::File,
    parts::{Neighbors, Part, Report},
};
use shuffle_audit::engine::Pool;

/// Pictures are drawn or not: each takes some ten milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// All of them.
    Drawn,
    /// None: the report has its tables only.
    LeftOut,
}

/// The paths of all files that the report on a question may have; the actual ones are known after the run only.
///
/// ```
/// use shuffle_report::paths;
/// use shuffle_studies::power::Powers;
///
/// assert_eq!(paths::<Powers>(&()), ["index.html", "plan.toml", "power.csv", "power.png"]);
/// ```
#[must_use]
pub fn paths<R: Report>(asked: &R::Asked) -> Vec<String> {
    let parts = R::parts(asked);
    let mut paths: Vec<String> = parts.iter().map(path).collect();
    paths.sort();
    paths
}

/// How the files of a report are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Making {
    /// The dialect of its tables.
    pub dialect: CsvDialect,
    /// Threads; 0 means one for each processor.
    pub threads: usize,
}

/// Makes all files of a report side by side, in the order of their paths: a picture takes some ten milliseconds, and
/// none needs another.
///
/// # Errors
///
/// [`ReportError::File`]: if several files cannot be made, the error of the first path.
pub fn files_with<R: Report>(
    report: &R,
    pictures: Pictures,
    Making { dialect, threads }: Making,
) -> Result<Vec<File>, ReportError> {
    let parts = R::parts(report.asked());
    let is_wanted = |part: &&Part<R>| pictures == Pictures::Drawn || !part.is_picture();
    let mut wanted: Vec<(String, &Part<R>)> =
        parts.iter().filter(is_wanted).map(|part| (path(part), part)).collect();
    wanted.sort_by(|a, b| a.0.cmp(&b.0));
    let neighbors = match pictures {
        Pictures::Drawn => Neighbors::Everything,
        Pictures::LeftOut => Neighbors::Tables,
    };
    let make = |(path, part): &(String, &Part<R>)| {
        Some(match part.write(report, neighbors, dialect)? {
            Ok(bytes) => Ok(File { path: path.clone(), bytes }),
            Err(source) => Err(ReportError::File { path: path.clone(), source }),
        })
    };
    let made: Vec<_> = match Pool::new(threads, &[]) {
        Ok(pool) => pool.map(&wanted, make),
        // If no thread can be started this one makes all of them.
        Err(_) => wanted.iter().map(make).collect(),
    };
    made.into_iter().flatten().collect()
}

/// The path of the file of a part.
fn path<R>(part: &Part<R>) -> String {
    format!("{}.{}", part.name(), part.ending())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{manifest::Headline, table::DataTable};
    use shuffle_charts::{Chart, Histogram, PlotError};
    use std::{thread, time::Duration};

    /// A chart that cannot be drawn.
    struct Blank;

    impl Chart for Blank {
        fn to_png(&self) -> Result<Vec<u8>, PlotError> {
            Err(PlotError::Empty { what: "ink" })
        }

        fn to_svg(&self) -> Result<String, PlotError> {
            Err(PlotError::Empty { what: "ink" })
        }
    }

    /// A report of some tables, of which some are slow, and of pictures that may fail.
    struct ToyReport {
        tables: u64,
        pictures: Vec<&'static str>,
    }

    impl Report for ToyReport {
        type Asked = Self;

        fn asked(&self) -> &Self {
            self
        }

        fn headline(&self) -> Headline {
            Headline { title: String::new(), answer: None, sentence: String::new() }
        }

        fn parts(asked: &Self) -> Vec<Part<Self>> {
            let table = |index: u64| {
                Part::table(index.to_string(), move |made: &Self| {
                    thread::sleep(Duration::from_millis(20 - 2 * index));
                    (index < made.tables).then(|| DataTable::new([index.to_string()], []))
                })
            };
            let pictures = asked.pictures.iter().map(|&name| Part::picture(name, |_| Some(Blank)));
            let lacking = Part::picture("lacking", |_| None::<Histogram>);
            (0..8).map(table).chain(pictures).chain([lacking]).collect()
        }
    }

    fn files(report: &ToyReport, pictures: Pictures) -> Result<Vec<File>, ReportError> {
        files_with(report, pictures, Making::default())
    }

    #[test]
    fn files_come_in_the_order_of_their_paths_whoever_made_them() {
        let made = files(&ToyReport { tables: 5, pictures: Vec::new() }, Pictures::Drawn).unwrap();
        let expected: Vec<File> = (0..5)
            .map(|n| File { path: format!("{n}.csv"), bytes: format!("{n}\n").into_bytes() })
            .collect();
        assert_eq!(made, expected);
    }

    #[test]
    fn of_several_files_that_cannot_be_made_the_first_is_the_error() {
        let made = ToyReport { tables: 1, pictures: vec!["c", "b", "a"] };
        let error = files(&made, Pictures::Drawn).unwrap_err();
        let expected = "cannot write `a.png`: nothing to draw: ink is empty or all zero";
        assert_eq!(error.to_string(), expected);
        assert_eq!(files(&made, Pictures::LeftOut).unwrap().len(), 1);
    }

    #[test]
    fn a_report_has_no_file_that_it_may_not_have() {
        let report = ToyReport { tables: 3, pictures: Vec::new() };
        let (paths, made) = (paths::<ToyReport>(&report), files(&report, Pictures::Drawn).unwrap());
        assert!(paths.is_sorted() && paths.len() == 9, "{paths:?}");
        assert_eq!(made.len(), 3);
        assert!(made.iter().all(|file| paths.contains(&file.path)), "{paths:?}");
    }
}
