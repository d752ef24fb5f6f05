//! Timing: paired, interleaved rounds.
//!
//! All that is compared runs once in each round, one after the other, and each round begins with another of
//! them: whatever slows the machine for a while slows all of them, and a ratio is taken inside a round.

use std::time::{Duration, Instant};

/// How thoroughly something is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Rounds, the one that warms up not counted.
    pub(super) rounds: usize,
    /// About how long one run is to take.
    pub(super) each: Duration,
}

/// Something that can be done to so many decks.
pub(super) type Work<'a> = Box<dyn FnMut(u64) + Send + 'a>;

/// Something that is timed.
pub(super) struct Runner<'a> {
    /// The fewest decks of a run.
    least: u64,
    /// The most.
    most: u64,
    work: Work<'a>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    /// Decks of a run.
    pub(super) decks: u64,
    /// Nanoseconds a deck, round by round.
    pub(super) nanos: Vec<f64>,
}

impl<'a> Runner<'a> {
    /// Does as many decks in a run as fill the time that it is given, but `least` at least.
    pub(super) fn new(least: u64, work: Work<'a>) -> Self {
        Self { least, most: u64::MAX, work }
    }

    /// Does this many decks in a run.
    pub(super) fn fixed(decks: u64, work: Work<'a>) -> Self {
        Self { least: decks, most: decks, work }
    }

    fn time(&mut self, decks: u64) -> Duration {
        let clock = Instant::now();
        (self.work)(decks);
        clock.elapsed()
    }

    /// Warms up, and finds how many decks fill the time.
    fn decks_in(&mut self, each: Duration) -> u64 {
        /// A short run says little of a long one, so that it takes steps.
        const LARGEST_STEP: f64 = 16.0;
        let mut decks = self.least;
        loop {
            let took = self.time(decks);
            let wanted = each.as_secs_f64() / took.as_secs_f64().max(1e-9);
            let next = (decks as f64 * wanted.min(LARGEST_STEP)) as u64;
            let next = next.clamp(self.least, self.most);
            if wanted <= 2.0 || next <= decks {
                return next;
            }
            decks = next;
        }
    }
}

/// Times all of them, round after round.
pub(super) fn paired(runners: &mut [Runner<'_>], effort: Effort) -> Vec<Timed> {
    let mut timed: Vec<Timed> = runners
        .iter_mut()
        .map(|runner| Timed { decks: runner.decks_in(effort.each), nanos: Vec::new() })
        .collect();
    for round in 0..effort.rounds {
        for turn in 0..runners.len() {
            let next = (round + turn) % runners.len();
            let decks = timed[next].decks;
            let took = runners[next].time(decks);
            timed[next].nanos.push(took.as_nanos() as f64 / decks as f64);
        }
    }
    timed
}

/// Does the work on several threads, each its share.
pub(super) fn side_by_side(mut works: Vec<Work<'_>>) -> Work<'_> {
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
