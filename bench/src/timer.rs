//! Timing: paired, interleaved rounds.
//!
//! All that is compared runs once in each round, one after the other, and each round begins with another of
//! them: whatever slows the machine for a while slows all of them, and a ratio is taken inside a round.
//!
//! An audit has costs that do not grow with its decks: exact laws, judgements. Spread over few decks they would be
//! most of the time of a deck, so that each round also times a shorter run: what more decks take longer is the time
//! of these decks, and the rest is told by itself ([`split`]).

use crate::report::Cost;
use std::{
    fmt,
    time::{Duration, Instant},
};

/// Does each of so many things once in every round, and begins each round with another of them; what came of each of
/// them, round by round.
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

/// How thoroughly something is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds, the one that warms up not counted.
    pub rounds: usize,
    /// About how long one run is to take.
    pub each: Duration,
}

/// Something that can be done to so many decks.
pub type Work<'a> = Box<dyn FnMut(u64) + Send + 'a>;

/// Something that is timed.
pub struct Runner<'a> {
    /// The fewest decks of a run.
    least: u64,
    /// The most.
    most: u64,
    /// Whether a run takes time that does not grow with its decks.
    has_fixed_cost: bool,
    work: Work<'a>,
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("least", &self.least).finish_non_exhaustive()
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Timed {
    /// Decks of a run.
    pub decks: u64,
    /// Nanoseconds a deck, round by round.
    pub nanos: Vec<f64>,
    /// Nanoseconds of a run that its decks do not take, round by round.
    pub fixed: Vec<f64>,
}

/// Nanoseconds of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// For each deck.
    pub deck: f64,
    /// For the run, whatever its decks.
    pub fixed: f64,
}

/// A run of so many decks is compared with one of this share of them.
const SHARE: u64 = 8;

/// The decks of the shorter run; none, if there is no shorter one.
fn fewer(decks: u64) -> u64 {
    (decks / SHARE).max(1).min(decks.saturating_sub(1))
}

/// What a deck takes and what a run takes, from the nanoseconds of two runs, the shorter one first.
///
/// Where the longer run was not longer in time, something else was slow: then all of its time is its decks'.
#[must_use]
pub fn split((few, short): (u64, f64), (many, long): (u64, f64)) -> Split {
    let deck = (long - short) / (many - few) as f64;
    match deck > 0.0 {
        true => Split { deck, fixed: (long - deck * many as f64).max(0.0) },
        false => Split { deck: long / many as f64, fixed: 0.0 },
    }
}

/// Times a run and a shorter one.
pub fn time_split(work: &mut Work<'_>, decks: u64) -> Split {
    let few = fewer(decks);
    let short = if few == 0 { 0.0 } else { time(work, few).as_nanos() as f64 };
    split((few, short), (decks, time(work, decks).as_nanos() as f64))
}

fn time(work: &mut Work<'_>, decks: u64) -> Duration {
    let clock = Instant::now();
    work(decks);
    clock.elapsed()
}

impl<'a> Runner<'a> {
    /// Does as many decks in a run as fill the time that it is given, but `least` at least.
    #[must_use]
    pub fn new(least: u64, work: Work<'a>) -> Self {
        Self { least, most: u64::MAX, has_fixed_cost: false, work }
    }

    /// The same of an audit: its fixed cost is told apart, and its decks alone fill the time.
    #[must_use]
    pub fn audit(least: u64, work: Work<'a>) -> Self {
        Self { has_fixed_cost: true, ..Self::new(least, work) }
    }

    /// Does this many decks in a run.
    #[must_use]
    pub fn fixed(decks: u64, work: Work<'a>) -> Self {
        Self { least: decks, most: decks, has_fixed_cost: false, work }
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
            let next = (decks as f64 * wanted.min(LARGEST_STEP)) as u64;
            let next = next.clamp(self.least, self.most);
            if wanted <= 2.0 || next <= decks {
                return next;
            }
            decks = next;
        }
    }
}

impl Timed {
    fn new(decks: u64, rounds: &[Split]) -> Self {
        Self {
            decks,
            nanos: rounds.iter().map(|split| split.deck).collect(),
            fixed: rounds.iter().map(|split| split.fixed).collect(),
        }
    }

    /// The cost of a deck, with its ratio to what a deck of the baseline took in the same round.
    ///
    /// # Panics
    ///
    /// If there are no rounds, or the baseline has another number of them.
    #[must_use]
    pub fn cost(&self, baseline: &Self) -> Cost {
        Cost::paired(self.decks, &self.nanos, &baseline.nanos)
    }
}

/// Times all of them, round after round, once each has warmed up.
pub fn paired(runners: &mut [Runner<'_>], effort: Effort) -> Vec<Timed> {
    let decks: Vec<u64> = runners.iter_mut().map(|one| one.decks_in(effort.each)).collect();
    let splits = in_turn(effort.rounds, runners.len(), |next| runners[next].split(decks[next]));
    decks.into_iter().zip(&splits).map(|(decks, rounds)| Timed::new(decks, rounds)).collect()
}

/// Does the work on several threads, each its share.
#[must_use]
pub fn side_by_side(mut works: Vec<Work<'_>>) -> Work<'_> {
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
    fn every_round_runs_everything_once() {
        let mut runs = [0, 0];
        let [first, second] = &mut runs;
        let mut runners = [
            Runner::fixed(7, Box::new(|decks| *first += decks)),
            Runner::fixed(5, Box::new(|decks| *second += decks)),
        ];
        let timed = paired(&mut runners, EFFORT);
        assert_eq!(timed.iter().map(|one| one.nanos.len()).collect::<Vec<_>>(), [3, 3]);
        drop(runners);
        // One run warms up.
        assert_eq!(runs, [4 * 7, 4 * 5]);
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
        let median = |values: &[f64]| {
            let mut values = values.to_vec();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        // A sleep takes longer than it was asked to, but not by half, unless the machine is away for milliseconds.
        let [apart, together] = [median(&timed[0].nanos), median(&timed[1].nanos)];
        assert!((9e3..20e3).contains(&apart), "{apart} ns for a deck of 10,000");
        assert!(together > 2.0 * apart, "{together} with what is done once, {apart} without");
        assert!(median(&timed[0].fixed) > 15e6, "{:?}", timed[0].fixed);
    }

    #[test]
    fn threads_share_the_decks() {
        let counted: Vec<std::sync::atomic::AtomicU64> = (0..2).map(|_| 0.into()).collect();
        let count = |index: usize| -> Work<'_> {
            let counted = &counted;
            Box::new(move |decks| {
                counted[index].fetch_add(decks, std::sync::atomic::Ordering::Relaxed);
            })
        };
        side_by_side(vec![count(0), count(1)])(10);
        assert_eq!(counted.into_iter().map(|one| one.into_inner()).collect::<Vec<_>>(), [5, 5]);
    }
}
