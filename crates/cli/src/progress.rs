//! The progress of a run on stderr, for people only: on a terminal a bar, one line at any width, and elsewhere a plain
//! line from time to time, so that a log shows that the run goes on.

use crate::common::Machine;
use console::Term;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use shuffle_audit::{engine::Progress, number::count};
use std::{
    fmt::Write,
    io::{IsTerminal, stderr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// The templates of the bar, each with the smallest number of columns that it needs.
const TEMPLATES: [(u16, &str); 5] = [
    (72, "{msg:24!} {wide_bar} {percent:>3} %  {rate:>6} decks/s  {eta:>4} left"),
    (44, "{wide_bar} {percent:>3} %  {rate:>6} decks/s  {eta:>4} left"),
    (24, "{percent:>3} %  {rate:>6} decks/s"),
    (6, "{percent:>3} %"),
    (0, ""),
];

/// The interval at which the bar is redrawn without news.
const TICK: Duration = Duration::from_millis(500);

/// Shows the progress of a run, from its start to its end.
pub(crate) struct News {
    show: Show,
    known: Arc<Mutex<RunProgress>>,
}

enum Show {
    Nothing,
    Bar(ProgressBar),
    /// By lines, until this is dropped.
    Lines(Mutex<Option<Sender<()>>>),
}

struct RunProgress {
    started: Instant,
    /// The time at which it ends, even with decks left.
    deadline: Option<Instant>,
    total: u64,
    done: u64,
    case: String,
    width: u16,
}

impl News {
    /// Starts to show progress.
    ///
    /// With a deadline the bar shows time instead of decks. Where lines are printed, the first comes after `first` if that is sooner
    /// than the next would be.
    pub(crate) fn start(machine: Machine, deadline: Option<Instant>, first: Duration) -> Self {
        let known = RunProgress {
            started: Instant::now(),
            deadline,
            total: 0,
            done: 0,
            case: String::new(),
            width: u16::MAX,
        };
        let known = Arc::new(Mutex::new(known));
        let show = match (machine.quiet, stderr().is_terminal()) {
            (true, _) => Show::Nothing,
            (_, true) => {
                let bar = ProgressBar::new(0);
                // Nothing is drawn before the first news.
                bar.set_style(style(0));
                bar.enable_steady_tick(TICK);
                Show::Bar(bar)
            }
            _ => lines(Arc::clone(&known), first, Duration::from_millis(machine.news_every)),
        };
        Self { show, known }
    }

    pub(crate) fn hear(&self, news: &Progress<'_>) {
        let mut known = lock(&self.known);
        match *news {
            Progress::More(decks) => known.total = known.total.saturating_add(decks),
            Progress::Less(decks) => known.total = known.total.saturating_sub(decks),
            Progress::Trials(decks) => known.done = known.done.saturating_add(decks),
            Progress::Case(case) => known.case = case.id().to_owned(),
            Progress::Counted(_)
            | Progress::Faulted(..)
            | Progress::Skipped(_)
            | Progress::Judged(_) => return,
        }
        let Show::Bar(bar) = &self.show else { return };
        // The width of a terminal can change.
        let (_, width) = Term::stderr().size();
        if width != known.width {
            known.width = width;
            bar.set_style(style(width));
        }
        match news {
            Progress::Case(case) => bar.set_message(case.id().to_owned()),
            _ => match known.of_time() {
                Some((gone, all)) => {
                    bar.set_length(all.as_millis() as u64);
                    bar.set_position(gone.as_millis() as u64);
                }
                None => {
                    bar.set_length(known.total);
                    bar.set_position(known.done);
                }
            },
        }
    }

    pub(crate) fn end(&self) {
        match &self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                // A run may end before its last deck, so neither a full nor a partial bar is left.
                bar.set_style(style(0));
                bar.finish_and_clear();
            }
            Show::Lines(sender) => drop(lock(sender).take()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The style of the bar on a terminal of this number of columns.
fn style(width: u16) -> ProgressStyle {
    let template = TEMPLATES.iter().find(|(least, _)| *least <= width);
    let template = template.map_or("", |(_, template)| template);
    ProgressStyle::with_template(template).expect("the templates are sound").with_key(
        "rate",
        |state: &ProgressState, text: &mut dyn Write| {
            // An error cannot be handled here.
            let _ = text.write_str(&three_digits(state.per_sec()));
        },
    )
}

/// Prints a line of progress from time to time.
fn lines(known: Arc<Mutex<RunProgress>>, first: Duration, every: Duration) -> Show {
    let (sender, end) = mpsc::channel::<()>();
    let work = move || {
        let mut wait = first.min(every);
        while end.recv_timeout(std::mem::replace(&mut wait, every))
            == Err(RecvTimeoutError::Timeout)
        {
            let line = lock(&known).line();
            if let Some(line) = line {
                tell!("{line}");
            }
        }
    };
    // If no thread can be started no progress is shown; the run itself will report the error.
    match thread::Builder::new().spawn(work) {
        Ok(_) => Show::Lines(Mutex::new(Some(sender))),
        Err(_) => Show::Nothing,
    }
}

impl RunProgress {
    /// The elapsed time and the whole time, if the run has a deadline.
    fn of_time(&self) -> Option<(Duration, Duration)> {
        let all = self.deadline?.duration_since(self.started);
        Some((self.started.elapsed().min(all), all))
    }

    /// The progress in a line; `None` as long as the number of decks is unknown.
    fn line(&self) -> Option<String> {
        if self.total == 0 {
            return None;
        }
        let seconds = self.started.elapsed().as_secs_f64();
        if let Some((gone, all)) = self.of_time() {
            let rate = three_digits(self.done as f64 / seconds);
            return Some(format!(
                "progress: {} of {}, {} decks, {rate} decks/s",
                HumanDuration(gone),
                HumanDuration(all),
                count(self.done)
            ));
        }
        Some(line(&self.case, self.done, self.total, seconds))
    }
}

fn line(case: &str, done: u64, total: u64, seconds: f64) -> String {
    let rate = done as f64 / seconds;
    let mut line = format!(
        "progress: {} % of {} decks, {} decks/s",
        (done as f64 / total as f64 * 100.0).floor(),
        count(total),
        three_digits(rate)
    );
    if rate > 0.0 && total > done {
        let left = Duration::try_from_secs_f64((total - done) as f64 / rate);
        let left = left.map_or_else(|_| "ages".to_owned(), |left| HumanDuration(left).to_string());
        line.push_str(&format!(", {left} left"));
    }
    if done >= total {
        line = format!("progress: all {} decks are counted, and are being judged", count(total));
    }
    if !case.is_empty() {
        line.push_str(&format!("; at {case}"));
    }
    line
}

/// Three significant digits, with k, M or G for thousands, millions and billions.
fn three_digits(value: f64) -> String {
    let (mut value, mut unit) = (value, "");
    for next in [" k", " M", " G"] {
        if value >= 999.5 {
            (value, unit) = (value / 1000.0, next);
        }
    }
    let decimals = match value {
        _ if value >= 99.95 || value == 0.0 => 0,
        _ if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_three_digits() {
        let said = [
            (0.0, "0"),
            (0.123, "0.12"),
            (1.0, "1.00"),
            (9.996, "10.0"),
            (123.4, "123"),
            (999.4, "999"),
            (999.6, "1.00 k"),
            (12_345.0, "12.3 k"),
            (999_999.0, "1.00 M"),
            (5_460_000.0, "5.46 M"),
            (45_600_000_000.0, "45.6 G"),
        ];
        for (rate, text) in said {
            assert_eq!(three_digits(rate), text, "{rate}");
            assert!(text.len() <= 6, "there is room for six letters");
        }
    }

    #[test]
    fn a_line_says_how_far_how_fast_and_how_long() {
        assert_eq!(
            line("naive-52", 250_000, 1_000_000, 40.0),
            "progress: 25 % of 1,000,000 decks, 6.25 k decks/s, 2 minutes left; at naive-52"
        );
        assert_eq!(line("", 0, 1_000, 30.0), "progress: 0 % of 1,000 decks, 0 decks/s");
        // Rounded down: it is 100 % only at the end.
        assert_eq!(
            line("naive", 1_000, 1_000, 1.0),
            "progress: all 1,000 decks are counted, and are being judged; at naive"
        );
        assert!(line("", 999_999, 1_000_000, 1.0).starts_with("progress: 99 % "));
    }

    #[test]
    fn each_template_fits_the_narrowest_terminal_that_it_is_for() {
        for (least, template) in TEMPLATES {
            // A bar takes what is left, and needs some of it.
            let bar = if template.contains("{wide_bar}") { 4 } else { 0 };
            let filled = template
                .replace("{wide_bar}", "")
                .replace("{msg:24!}", &"m".repeat(24))
                .replace("{percent:>3}", "100")
                .replace("{rate:>6}", "999 kk")
                .replace("{eta:>4}", "100m");
            assert!(filled.len() + bar <= usize::from(least), "{least}: {filled}");
        }
    }
}
