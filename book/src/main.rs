//! `shuffle-book pages` and `shuffle-book pictures`: the pages of the book that are written from entries, and their
//! pictures.

use shuffle_book::{BookError, pages::Pages, pictures, sources};
use std::process::ExitCode;

const USAGE: &str = "shuffle-book pages: writes the pages of tests and shuffles into docs/src\n\
                     shuffle-book pictures: makes their pictures in docs/src/pictures";

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program of the terminal")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pages"] => write_pages(),
        ["pictures"] => pictures::make().map(|number| format!("{number} pictures made")),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("shuffle-book: {error}");
            ExitCode::from(2)
        }
    }
}

fn write_pages() -> Result<String, BookError> {
    let pages = Pages::make()?;
    let changed = pages.write(&sources())?;
    Ok(format!("{} pages, {changed} files changed", pages.number()))
}
