//! The screen on which words are shown.

use anstyle::{AnsiColor, Style};
use shuffle_metrics::Verdict;

/// The screen on which words are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns.
    pub width: usize,
    /// True if verdicts are colored, by ANSI escapes.
    pub color: bool,
    /// True if all tests and cases are shown, not only those that found something.
    pub verbose: bool,
}

/// 80 columns without colors, and in short.
impl Default for Screen {
    fn default() -> Self {
        Self { width: 80, color: false, verbose: false }
    }
}

impl Screen {
    /// A word that stands out, where there are colors.
    #[must_use]
    pub fn mark(&self, word: &str) -> String {
        if !self.color {
            return word.to_owned();
        }
        let style = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
        format!("{style}{word}{style:#}")
    }

    /// A word in the color of a verdict.
    pub(crate) fn paint(&self, word: &str, verdict: Verdict) -> String {
        if !self.color {
            return word.to_owned();
        }
        let color = match verdict {
            Verdict::Pass => AnsiColor::Green,
            Verdict::Suspicious => AnsiColor::Yellow,
            Verdict::Fail => AnsiColor::Red,
            Verdict::Inconclusive => AnsiColor::Cyan,
        };
        let style = Style::new().bold().fg_color(Some(color.into()));
        format!("{style}{word}{style:#}")
    }
}
