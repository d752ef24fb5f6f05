//! The promises of the sequential test: it may look as often as it likes, and it stops soon.

use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed};
use shuffle_metrics::{LOOK, Sequential, distribution::binomial};
use std::thread;

/// Decks that are shuffled at a time.
const CHUNK: usize = 64 * LOOK as usize;

/// After how many decks a shuffle of `cards` is rejected at `alpha`, if within `most`.
fn decks_until_rejected(job: &Job, alpha: f64, most: u64, run: u64) -> Option<u64> {
    let mut sequential = Sequential::new(Shape::whole(job.shape.cards()));
    for chunk in 0..most / CHUNK as u64 {
        let rows = job.decks::<u8>(CHUNK, &Seed::from_u64(run << 20 | chunk));
        if sequential.observe(&rows, false, -alpha.ln()) {
            return Some(sequential.decks());
        }
    }
    None
}

/// The same for many runs, on two threads.
fn runs(id: &str, cards: usize, alpha: f64, most: u64, runs: u64) -> Vec<Option<u64>> {
    let job = Job::new(Algorithm::parse(id).unwrap(), Shape::whole(cards));
    let half = |which: u64| {
        let job = job.clone();
        move || -> Vec<Option<u64>> {
            let mine = (which..runs).step_by(2);
            mine.map(|run| decks_until_rejected(&job, alpha, most, run)).collect()
        }
    };
    thread::scope(|scope| {
        let threads = [scope.spawn(half(0)), scope.spawn(half(1))];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// Seeds from 0 on, each 2,000 looks at 64 decks, alpha .05 a run.
fn sound_shuffles_are_ever_rejected_in_at_most_a_share_of_05(seeds: u64) {
    for cards in [3, 10] {
        let rejected = runs("fisher-yates", cards, 0.05, 2_000 * LOOK, seeds);
        let rejected = rejected.into_iter().flatten().count() as u64;
        // The probability of at least this many rejections if the true rate were .05; each test at 1e-4.
        let p = binomial::ln_sf(rejected, seeds, 0.05).exp();
        assert!(p > 1e-4, "{rejected} of {seeds} sound shuffles of {cards} cards were rejected");
        assert!(rejected > 0, "a bet that never wins at .05 sees nothing");
    }
}

#[test]
fn peeking_cries_wolf_no_more_often_than_it_may() {
    sound_shuffles_are_ever_rejected_in_at_most_a_share_of_05(240);
}

#[test]
#[ignore = "the full check, of which every run makes a part"]
fn peeking_cries_wolf_no_more_often_than_it_may_in_two_thousand_runs() {
    sound_shuffles_are_ever_rejected_in_at_most_a_share_of_05(2_000);
}

/// Alpha 1e-6, seeds 0 to 199, at most 65,536 decks.
fn median_decks(id: &str, cards: usize) -> u64 {
    let mut decks: Vec<u64> = runs(id, cards, 1e-6, 1 << 16, 200)
        .into_iter()
        .map(|decks| decks.unwrap_or(u64::MAX))
        .collect();
    decks.sort_unstable();
    decks[decks.len() / 2]
}

#[test]
fn naive_of_52_cards_is_caught_within_1600_decks_in_the_median() {
    let median = median_decks("naive", 52);
    assert!(median <= 1_600, "median {median}");
}

#[test]
fn naive_of_five_cards_is_caught_within_the_2227_decks_of_the_reference_and_a_few_looks() {
    // The mean with the Lehmer digits costs at most a factor 2 of E, that is a few looks.
    let median = median_decks("naive", 5);
    assert!(median <= 2_227 + 4 * LOOK, "median {median}");
}
