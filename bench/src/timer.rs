//! Timing: paired, interleaved rounds.
//!
//! Everything that is compared runs once in each round, one after the other, and each round begins with another of
//! them: whatever slows the machine for a while slows all of them, and a ratio is taken within a round. No library does
//! that: `divan` and `criterion` finish one function before they begin the next, so a ratio of their times contains
//! whatever the machine did in between. On a shared machine that is more than the differences quoted in the book.
//!
//! An audit has costs that do not grow with its decks: exact laws, judgements. Spread over few decks they would be
//! most of the time of a deck, so each round also times a shorter run: the difference is the time of the decks, and the
//! rest is given separately ([`split`]).

use std::time::{Duration, Instant};

/// Quartiles over the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lower quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub high: f64,
}

impl Spread {
    /// The quartiles of some values: of n, the values of rank n/4, n/2 and 3n/4, rounded, from the smallest.
    ///
    /// # Panics
    ///
    /// If there are no values.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1).expect("there is at least one round");
        let at = |quarters: usize| values[(last * quarters + 2) / 4];
        Self { low: at(1), median: at(2), high: at(3) }
    }
}

/// Does each of `things` things once in every round, and begins each round with another of them. Returns the results of
/// each of them, round by round.
pub fn in_turn<T>(rounds: usize, things: usize, mut run: impl FnMut(usize) -> T) -> Vec<Vec<T>> {
    let mut all: Vec<Vec<T>> = (0..things).map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..rounds {
        for turn in 0..things {
            let next = (round + turn) % things;
            all[next].push(run(next));
        }
    }
    all
}

/// The effort put into one measurement.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds, the one that warms up not counted.
    pub rounds: usize,
    /// About how long one run is to take.
    pub each: Duration,
}

/// Something that can be done to a number of decks.
pub type Work = Box<dyn FnMut(u64) + Send>;

/// Something that is timed.
pub struct Runner {
    /// The fewest decks of a run.
    least: u64,
    /// True if the time of a run does not grow with its decks.
    has_fixed_cost: bool,
    work: Work,
}

/// Nanoseconds of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// For each deck.
    pub deck: f64,
    /// For the run, whatever its decks.
    pub fixed: f64,
}

/// Splits the nanoseconds of two runs, the shorter one first, into the time per deck and the time per run.
///
/// If the longer run took no longer, something else was slow: then all of its time is counted as its decks'.
#[must_use]
pub fn split((few, short): (u64, f64), (many, long): (u64, f64)) -> Split {
    let deck = (long - short) / (many - few) as f64;
    match deck > 0.0 {
        true => Split { deck, fixed: (long - deck * many as f64).max(0.0) },
        false => Split { deck: long / many as f64, fixed: 0.0 },
    }
}

/// Times a run and one of an eighth of its decks; none, if there is no shorter one.
pub fn time_split(work: &mut Work, decks: u64) -> Split {
    let few = (decks / 8).max(1).min(decks.saturating_sub(1));
    let short = if few == 0 { 0.0 } else { time(work, few).as_nanos() as f64 };
    split((few, short), (decks, time(work, decks).as_nanos() as f64))
}

fn time(work: &mut Work, decks: u64) -> Duration {
    let clock = Instant::now();
    work(decks);
    clock.elapsed()
}

impl Runner {
    /// Does as many decks in a run as fill the time that it is given, but `least` at least.
    #[must_use]
    pub fn new(least: u64, work: Work) -> Self {
        Self { least, has_fixed_cost: false, work }
    }

    /// The same for an audit: its fixed cost is taken off, and its decks alone fill the time.
    #[must_use]
    pub fn audit(least: u64, work: Work) -> Self {
        Self { has_fixed_cost: true, ..Self::new(least, work) }
    }

    fn split(&mut self, decks: u64) -> Split {
        if self.has_fixed_cost {
            return time_split(&mut self.work, decks);
        }
        let deck = time(&mut self.work, decks).as_nanos() as f64 / decks as f64;
        Split { deck, fixed: 0.0 }
    }

    /// Warms up, and finds how many decks fill the time.
    fn decks_in(&mut self, each: Duration) -> u64 {
        /// A short run says little of a long one, so that it takes steps.
        const LARGEST_STEP: f64 = 16.0;
        let mut decks = self.least;
        loop {
            let took = self.split(decks).deck * decks as f64 / 1e9;
            let wanted = each.as_secs_f64() / took.max(1e-9);
            let next = ((decks as f64 * wanted.min(LARGEST_STEP)) as u64).max(self.least);
            if wanted <= 2.0 || next <= decks {
                return next;
            }
            decks = next;
        }
    }
}

/// Times all of them, round after round, once each has warmed up: the decks of a run, and the rounds.
pub fn paired(runners: &mut [Runner], effort: Effort) -> Vec<(u64, Vec<Split>)> {
    let decks: Vec<u64> = runners.iter_mut().map(|one| one.decks_in(effort.each)).collect();
    let splits = in_turn(effort.rounds, runners.len(), |next| runners[next].split(decks[next]));
    decks.into_iter().zip(splits).collect()
}

/// Does the work on several threads, each its share.
#[must_use]
pub fn side_by_side(mut works: Vec<Work>) -> Work {
    if works.len() == 1 {
        return works.remove(0);
    }
    Box::new(move |decks| {
        let share = decks / works.len() as u64;
        std::thread::scope(|scope| {
            for work in &mut works {
                scope.spawn(move || work(share));
            }
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFORT: Effort = Effort { rounds: 3, each: Duration::from_micros(200) };

    #[test]
    fn quartiles_are_values_by_rank() {
        let spread = Spread::of([3.0, 1.0, 2.0, 5.0, 4.0]);
        assert_eq!(spread, Spread { low: 2.0, median: 3.0, high: 4.0 });
    }

    #[test]
    fn every_round_runs_everything_once_and_begins_with_another() {
        let mut order = Vec::new();
        let results = in_turn(3, 2, |next| {
            order.push(next);
            10 * order.len() + next
        });
        assert_eq!(order, [0, 1, 1, 0, 0, 1]);
        assert_eq!(results, [[10, 40, 50], [21, 31, 61]]);
    }

    #[test]
    fn a_run_grows_until_it_fills_its_time() {
        let mut work = Runner::new(
            1,
            Box::new(|decks| {
                for deck in 0..decks {
                    std::hint::black_box(deck);
                }
            }),
        );
        assert!(work.decks_in(EFFORT.each) > 1_000);
    }

    #[test]
    fn a_fixed_cost_is_no_part_of_the_time_of_a_deck() {
        // 20 ms for the run and 30 ns a deck.
        let run = |decks: u64| (decks, 20e6 + 30.0 * decks as f64);
        let found = split(run(1_250), run(10_000));
        assert!((found.deck - 30.0).abs() < 1e-9 && (found.fixed - 20e6).abs() < 1.0, "{found:?}");
        // Spread over these decks it would have been 2,030 ns for each.
        assert_eq!(split((10, 500.0), (80, 400.0)), Split { deck: 5.0, fixed: 0.0 });
        assert_eq!(split((0, 0.0), (1, 7.0)), Split { deck: 7.0, fixed: 0.0 });
    }

    #[test]
    fn a_short_audit_is_timed_by_its_decks_and_not_by_what_it_does_once() {
        let work = |decks: u64| std::thread::sleep(Duration::from_millis(20) + decks as u32 * DECK);
        const DECK: Duration = Duration::from_micros(10);
        let effort = Effort { rounds: 5, each: Duration::from_millis(10) };
        let mut runners = [Runner::audit(100, Box::new(work)), Runner::new(100, Box::new(work))];
        let timed = paired(&mut runners, effort);
        let median =
            |one: usize, of: fn(&Split) -> f64| Spread::of(timed[one].1.iter().map(of)).median;
        // A sleep takes longer than it was asked to, but not by half, unless the machine is away for milliseconds.
        let [apart, together] = [0, 1].map(|one| median(one, |split| split.deck));
        assert!((9e3..20e3).contains(&apart), "{apart} ns for a deck of 10,000");
        assert!(together > 2.0 * apart, "{together} with what is done once, {apart} without");
        assert!(median(0, |split| split.fixed) > 15e6, "{timed:?}");
    }

    #[test]
    fn threads_share_the_decks() {
        let (sender, counted) = std::sync::mpsc::channel();
        let count = |index: u64| -> Work {
            let sender = sender.clone();
            Box::new(move |decks| sender.send((index, decks)).unwrap())
        };
        side_by_side(vec![count(0), count(1)])(10);
        drop(sender);
        let mut counted: Vec<_> = counted.into_iter().collect();
        counted.sort_unstable();
        assert_eq!(counted, [(0, 5), (1, 5)]);
    }
}
