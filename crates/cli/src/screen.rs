//! The screen behind stdout: its width, and its colors.

use anstream::{AutoStream, ColorChoice};
use shuffle_report::words::Screen;
use std::io;

/// The smallest number of columns on which words can be laid out.
const NARROWEST: usize = 20;

/// The screen behind stdout: as wide as `COLUMNS` says, else as the terminal is, else 80 columns; with colors on a
/// terminal only, if neither `NO_COLOR` nor `CLICOLOR_FORCE` says otherwise.
pub(crate) fn screen(verbose: bool) -> Screen {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let width = asked.filter(|&columns| columns > 0).or_else(terminal);
    let color = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let width = width.map_or(Screen::default().width, |width: usize| width.max(NARROWEST));
    Screen { width, color, verbose }
}

fn terminal() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0))
}
