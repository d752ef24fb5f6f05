//! A progress bar on stderr, for people only: hidden where stderr is no terminal.

use indicatif::{ProgressBar, ProgressStyle};
use shuffle_audit::{Plan, engine::Progress};

const TEMPLATE: &str =
    "{msg:32} {wide_bar} {human_pos} of {human_len} decks, {per_sec}, {eta} left";

/// The bar of a plan.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Starts the bar.
    pub(crate) fn start(plan: &Plan) -> Self {
        let trials = plan.cases.iter().fold(0, |sum: u64, case| sum.saturating_add(case.spec.trials));
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is sound");
        Self(ProgressBar::new(trials).with_style(style))
    }

    /// Shows the news.
    pub(crate) fn show(&self, progress: Progress<'_>) {
        match progress {
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
