//! Paired rounds, for the benches beside this file.
//!
//! All that is compared runs once in each round, and each round begins with another of them, so that a slow moment
//! of the machine hits all of them and a ratio can be taken inside a round.

use std::time::Instant;

/// The seconds that each of so many runs took, round by round.
pub(crate) fn seconds(rounds: usize, runs: usize, mut run: impl FnMut(usize)) -> Vec<Vec<f64>> {
    let mut took = vec![Vec::new(); runs];
    for round in 0..rounds {
        for turn in 0..runs {
            let next = (round + turn) % runs;
            let clock = Instant::now();
            run(next);
            took[next].push(clock.elapsed().as_secs_f64());
        }
    }
    took
}

/// The middle one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
