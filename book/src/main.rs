//! `shuffle-book FOLDER`: writes the pages of tests, shuffles and dice, and makes their pictures, in a copy of the book's sources.

use shuffle_book::{pages, pictures};
use std::{path::PathBuf, process::ExitCode};

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program of the terminal")]
fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [folder] = &arguments[..] else {
        eprintln!("shuffle-book FOLDER: adds pages and pictures to a copy of docs/src");
        return ExitCode::from(2);
    };
    let made = pages::write(folder).and_then(|pages| Ok((pages, pictures::make(folder)?)));
    match made {
        Ok((pages, pictures)) => {
            println!("{pages} pages and {pictures} pictures made");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("shuffle-book: {error}");
            ExitCode::from(2)
        }
    }
}
