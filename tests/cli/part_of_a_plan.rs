//! Plans of many cases: the time that they take.

use crate::support::Desk;
use std::time::Instant;

/// One test of few cards, since what is timed is the plan.
#[test]
fn six_hundred_small_cases_take_ten_times_as_long_as_sixty() {
    let case = |index: usize| {
        let (algorithm, cards) =
            [("fisher-yates", 5), ("inside-out", 6), ("naive", 7), ("wash", 8)][index % 4];
        format!(
            "[[case]]\nid = \"case-{index}\"\nalgorithm = \"{algorithm}\"\ncards = {cards}\ntrials = 300\nmetrics = [\"position\"]\n"
        )
    };
    let took = |cases: usize, of: &str| {
        let desk = Desk::new();
        desk.write("many.toml", (0..cases).map(case).collect::<String>());
        let started = Instant::now();
        let ended = desk.run("run many.toml --no-report --threads 2");
        assert!(ended.out.contains(of), "{}", ended.err);
        started.elapsed()
    };
    // A machine may become busier on the way, but a quadratic cost would be a hundredfold.
    let (few, many) = (took(60, "of 60 cases"), took(600, "of 600 cases as expected"));
    assert!(many < 40 * few, "{few:?}, {many:?}");
}
