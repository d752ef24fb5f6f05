//! A progress bar on stderr, for people only: hidden where stderr is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use shuffle_audit::engine::Progress;

const TEMPLATE: &str =
    "{msg:32} {wide_bar} {human_pos} of {human_len} decks, {per_sec}, {eta} left";

/// The bar of a run.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Starts the bar.
    pub(crate) fn start() -> Self {
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is sound");
        Self(ProgressBar::new(0).with_style(style))
    }

    /// Shows the news.
    pub(crate) fn show(&self, progress: Progress<'_>) {
        match progress {
            Progress::More(trials) => self.0.inc_length(trials),
            Progress::Case(case) => self.0.set_message(case.id().to_owned()),
            Progress::Trials(trials) => self.0.inc(trials),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
