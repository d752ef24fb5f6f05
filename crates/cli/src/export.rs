//! Files that a command was given by `--export`: tried before the run, and written after it, each whole or not at all.

use crate::{
    exit::{Ending, Failure},
    interrupt::shielded,
    output::print,
};
use clap::Args;
use shuffle_report::{
    CsvDialect, Making, ReportError,
    exports::{Export, ExportFormat, Exported},
    folder,
};
use std::path::{Path, PathBuf};

/// The ending of workbooks in `--help`, where this binary can write them.
const WORKBOOK: &str = if cfg!(feature = "xlsx") { ", .xlsx (all tables)" } else { "" };

/// Files for others.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExportFlags {
    #[arg(long, value_name = "FILE", num_args = 1, help_heading = "Output", hide_short_help = true, help = format!("Write a file for others, too, in the format of its ending: .html (the page), \
        .md (for the summary of a step of CI), .xml (JUnit), .json, .csv (the main table){WORKBOOK}; may be given several times"))]
    export: Vec<PathBuf>,
    /// The signs of all CSV files: us (commas, decimal point) or eu (semicolons, decimal comma)
    #[arg(long, value_name = "DIALECT", value_parser = parse_dialect, default_value = "us", help_heading = "Output", hide_short_help = true)]
    pub(crate) csv_dialect: CsvDialect,
}

impl ExportFlags {
    /// The same flags with other files.
    pub(crate) fn with(&self, export: Vec<PathBuf>) -> Self {
        Self { export, ..self.clone() }
    }

    /// How the files of a report are made, on this number of threads.
    pub(crate) fn making(&self, threads: usize) -> Making {
        Making { dialect: self.csv_dialect, threads }
    }

    /// True if there is anything to write.
    pub(crate) fn are_given(&self) -> bool {
        !self.export.is_empty()
    }
}

fn parse_dialect(text: &str) -> Result<CsvDialect, String> {
    CsvDialect::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| {
        let names = CsvDialect::ALL.map(CsvDialect::name);
        format!("there are {}", names.join(", "))
    })
}

/// The files, each with its format.
#[derive(Debug)]
pub(crate) struct Exports {
    files: Vec<ExportFile>,
    dialect: CsvDialect,
}

/// A file, as it was named.
#[derive(Debug)]
struct ExportFile {
    path: PathBuf,
    place: PathBuf,
    format: &'static ExportFormat,
}

impl Exports {
    /// Checks that every file has an ending that is known and a place where it can be written, and is none that the command
    /// reads.
    pub(crate) fn new<'a>(
        flags: &ExportFlags,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Self, Failure> {
        let inputs: Vec<PathBuf> =
            inputs.into_iter().flat_map(|path| path.canonicalize()).collect();
        let mut exports = Self { files: Vec::new(), dialect: flags.csv_dialect };
        for path in &flags.export {
            let format = ExportFormat::of(path).map_err(|why| wrong_name(path, why))?;
            let place = folder::try_to_write_file(path).map_err(|why| unwritten(path, why))?;
            // A folder that is read is a report.
            let is_read = |input: &PathBuf| {
                &place == input || place.starts_with(input) && input.join("summary.csv").is_file()
            };
            if inputs.iter().any(is_read) {
                return Err(wrong_name(path, "is read by this command; name another file"));
            }
            let file = ExportFile { path: path.clone(), place, format };
            exports.have_not(&file)?;
            exports.files.push(file);
        }
        Ok(exports)
    }

    /// An error if a file is among the others, too.
    pub(crate) fn apart_from(self, others: &Self) -> Result<Self, Failure> {
        self.files.iter().try_for_each(|file| others.have_not(file))?;
        Ok(self)
    }

    fn have_not(&self, file: &ExportFile) -> Result<(), Failure> {
        match self.files.iter().any(|other| other.place == file.place) {
            true => {
                let why = format!("--export: `{}` is given twice", file.path.display());
                Err(Failure::usage(why))
            }
            false => Ok(()),
        }
    }

    /// Writes all files. One that cannot be written is an error of the ending, and the others are written all the same.
    pub(crate) fn write<R: Exported>(
        &self,
        report: &R,
        document: impl Fn() -> Result<String, ReportError>,
        is_told: bool,
        ending: &mut Ending,
    ) -> bool {
        let (export, mut all) = (Export { report, document: &document }, true);
        for ExportFile { path, format, .. } in &self.files {
            let made = format.write(&export, self.dialect).map_err(|why| {
                Failure::ours(format!("--export: cannot make `{}`: {why}", path.display()))
            });
            let is_written = ending.attempt(made.and_then(|bytes| write_whole(path, &bytes)));
            all &= is_written;
            if is_written && is_told {
                ending.attempt(print(&format!("Export: {}\n", path.display())));
            }
        }
        all
    }
}

/// Writes a file, whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    shielded(|| folder::write_file(path, bytes)).map_err(|why| unwritten(path, why))
}

/// The ending of a name is not what it should be.
pub(crate) fn wrong_name(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("--export: `{}` {why}", path.display()))
}

fn unwritten(path: &Path, why: std::io::Error) -> Failure {
    Failure::usage(format!("--export: cannot write `{}`: {why}", path.display()))
}
