//! Effects name what was planted, and their intervals hold it.

use crate::{
    Cards, evidence, judge,
    planted::{Planted, bent, place_of},
    whole,
};
use shuffle_metrics::{Outcome, verdict::POWER};

const SEED: u64 = 0xeffec7;

fn fair(cards: usize, trials: usize, seed: u64) -> Cards {
    Cards::shuffled("fisher-yates", whole(cards), trials, seed)
}

/// Asserts that a test of 20 cards names this kind of deviation and this cell, with an interval that holds the truth and lies between
/// these bounds.
#[track_caller]
fn assert_names(test: &str, decks: &Cards, named: [&str; 2], truth: f64, [least, most]: [f64; 2]) {
    let peak = evidence(test, whole(20), decks).effect.peak.expect("a cell stands out");
    assert_eq!([peak.kind.id, peak.place.to_string().as_str()], named);
    let interval = peak.interval.unwrap();
    assert!(interval.low <= truth && truth <= interval.high, "{peak:?}");
    assert!(least < interval.low && interval.high <= most, "{peak:?}");
    assert!(least < peak.value && peak.value <= most, "{peak:?}");
}

/// In a share of the decks card 6 is taken out and put right before card 7.
fn glued(cards: usize, trials: usize, share: f64) -> Cards {
    bent(cards, trials, SEED, |trial, deck| {
        let so_far = |trial: usize| (trial as f64 * share) as usize;
        if so_far(trial + 1) > so_far(trial) {
            let six = place_of(6, deck);
            deck[six..].rotate_left(1);
            let seven = place_of(7, deck);
            deck[seven..].rotate_right(1);
        }
    })
}

#[test]
fn decks_that_are_all_the_same_have_sizes_without_noise() {
    let constant = Cards::Narrow((0..8).cycle().take(8 * 1_000).collect());
    for (test, size) in [("position", 7_f64.sqrt()), ("pair-order", 1.0)] {
        let effect = evidence(test, whole(8), &constant).effect;
        let interval = effect.interval.unwrap();
        assert!((effect.value - size).abs() < 1e-6, "{test}: {effect:?}");
        assert!((interval.high / interval.low - 1.0).abs() < 1e-3, "{test}: {effect:?}");
    }
}

const PAIR: &str = "largest_pair_deviation";

#[test]
fn adjacency_names_the_pair_that_sticks_together() {
    let share = 0.05;
    // By chance 0.95 / 20 of the decks have the pair.
    let truth = (share + (1.0 - share) / 20.0) * 20.0 - 1.0;
    let decks = glued(20, 20_000, share);
    assert_names("adjacency", &decks, [PAIR, "card 7 after card 6"], truth, [0.5, 1.5]);
}

#[test]
fn adjacency_names_the_ends_of_the_deck() {
    let first = bent(20, 2_000, SEED, |_, deck| {
        let five = place_of(5, deck);
        deck[..=five].rotate_right(1);
    });
    assert_names("adjacency", &first, [PAIR, "card 5 first"], 19.0, [18.9, 19.0]);
    let last = bent(20, 2_000, SEED, |_, deck| to_the_end(5, deck));
    assert_names("adjacency", &last, [PAIR, "card 5 last"], 19.0, [18.9, 19.0]);
}

fn to_the_end(card: u8, deck: &mut [u8]) {
    let place = place_of(card, deck);
    deck[place..].rotate_left(1);
}

/// Cards 3 and 2 swap places in every deck in which 2 comes first.
#[test]
fn pair_order_names_the_pair_with_the_first_card_first() {
    let rows = bent(20, 2_000, SEED, |_, deck| {
        let [two, three] = [2, 3].map(|card| place_of(card, deck));
        if two < three {
            deck.swap(two, three);
        }
    });
    let named = ["largest_order_deviation", "card 3 before card 2"];
    assert_names("pair-order", &rows, named, 1.0, [0.99, 1.0]);
}

/// Card 4 lies at the end of every tenth deck: its mean place is 0.1 * 19/2 further back.
#[test]
fn friedman_names_the_card_and_its_places() {
    let rows = bent(20, 50_000, SEED, |trial, deck| {
        if trial.is_multiple_of(10) {
            to_the_end(4, deck);
        }
    });
    assert_names("friedman", &rows, ["largest_place_shift", "card 4"], 0.95, [0.7, 1.2]);
}

/// Position 2 of every fifth deck takes the lowest card that is left.
#[test]
fn lehmer_names_the_digit() {
    let rows = bent(20, 50_000, SEED, |trial, deck| {
        if trial.is_multiple_of(5) {
            let lowest = (2..20).min_by_key(|&position| deck[position]).unwrap();
            deck.swap(2, lowest);
        }
    });
    let truth = (0.2 + 0.8 / 18.0) * 18.0 - 1.0;
    let named = ["largest_digit_deviation", "position 2, digit 0"];
    assert_names("lehmer", &rows, named, truth, [3.0, 4.0]);
}

#[test]
fn repeats_estimates_the_number_of_seeds() {
    for (bits, trials) in [(10, 5_000), (16, 20_000), (24, 100_000)] {
        let subject = format!("fisher-yates tiny-seed:bits={bits}");
        let rows = Cards::shuffled(&subject, whole(52), trials, SEED);
        let effect = evidence("repeats", whole(52), &rows).effect;
        let (truth, interval) = (2_f64.powi(bits), effect.interval.unwrap());
        assert_eq!(effect.kind.id, "distinct_decks");
        assert!(interval.low < truth && truth < interval.high, "{bits} bits: {effect:?}");
        assert!(interval.high < 1.4 * interval.low, "{bits} bits: {effect:?}");
    }
}

/// Each deck of a pool comes as often as every other, as by jobs with one seed: there are fewer equal pairs than among decks drawn from it.
#[test]
fn the_interval_of_a_pool_holds_decks_that_come_equally_often_and_they_are_counted() {
    for (pool, times) in [(40, 4), (100, 4), (25, 8), (300, 2)] {
        let Cards::Narrow(rows) = fair(52, pool, SEED) else { panic!("few cards are narrow") };
        let turned: Vec<u8> = rows.chunks(52).rev().flatten().copied().collect();
        // Every other time in reverse, so that no number of decks lies between equal ones.
        let all = Cards::Narrow([rows, turned].concat().repeat(times / 2));
        let effect = evidence("repeats", whole(52), &all).effect;
        let interval = effect.interval.unwrap();
        assert!(interval.low <= pool as f64 && pool as f64 <= interval.high, "{effect:?}");
        let counted = format!("{} decks, {pool} different ones, each ", pool * times);
        assert!(effect.place.unwrap().to_string().starts_with(&counted));
    }
}

/// Of K decks without an equal pair, D decks in all would have shown one with probability 0.995 were D below
/// K(K-1)/2 / 5.298.
#[test]
fn without_repeats_the_number_of_decks_is_bounded_from_below_only() {
    let evidence = evidence("repeats", whole(52), &fair(52, 10_000, SEED));
    assert_eq!((evidence.statistic, evidence.effect.kind.id), (0.0, "distinct_decks_at_least"));
    let bound = 10_000.0 * 9_999.0 / 2.0 / -0.005_f64.ln();
    assert!((evidence.effect.value / bound - 1.0).abs() < 1e-9);
    assert_eq!((evidence.effect.interval, evidence.p_value.value()), (None, 1.0));
}

/// One deck a million times: all numbers stay finite, and the estimate is 1.
#[test]
fn a_single_deck_is_one_deck() {
    let rows = Cards::Narrow((0..52).collect::<Vec<_>>().repeat(1_000_000));
    let evidence = evidence("repeats", whole(52), &rows);
    assert_eq!((evidence.statistic, evidence.effect.value), (999_999.0, 1.0));
    assert!(evidence.p_value.log10() < -1e6 && evidence.p_value.log10().is_finite());
    let interval = evidence.effect.interval.unwrap();
    // A pool cannot be smaller than one deck.
    assert_eq!(interval.low, 1.0);
    assert!(interval.high > 1.0 && interval.high < 1.0001);
}

/// Half of all orders never come, so the others collide twice as often.
#[test]
fn collisions_measure_their_excess() {
    let rows = Planted::EvenOrders.cards(whole(10), 100_000, SEED);
    let evidence = evidence("collisions", whole(10), &rows);
    let (effect, interval) = (evidence.effect.clone(), evidence.effect.interval.unwrap());
    assert_eq!(effect.kind.id, "excess_of_collisions");
    assert!(interval.low < 1.0 && 1.0 < interval.high && interval.low > 0.8, "{effect:?}");
}

#[test]
fn either_collisions_or_repeats_judges_and_the_other_says_why_not() {
    let why = |test, cards, trials| match judge(test, whole(cards), &fair(cards, trials, 1)).outcome
    {
        Outcome::Judged(_) => "judged".to_owned(),
        Outcome::TooFewTrials { needed, .. } => format!("needs {needed}"),
        Outcome::NotApplicable { why } => why,
    };
    assert_eq!(why("collisions", 10, 12_049), "judged");
    assert_eq!(why("repeats", 10, 12_049), "decks must repeat here; `collisions` counts them");
    assert_eq!(why("collisions", 10, 12_048), "needs 12049");
    assert_eq!(why("repeats", 10, 12_048), "judged");
    assert_eq!(why("repeats", 10, 99), "needs 100");
    assert_eq!(why("collisions", 13, 100), "needs 499081");
    let far = "no deck should repeat; `repeats` sees whether any does";
    // Beyond 2^20 decks they are compared in a sample.
    assert_eq!(why("collisions", 14, 100), "needs 3695098");
    assert_eq!(why("collisions", 20, 100), far);
}

/// A pair that sticks together just as much as the sensitivity says is seen at the level that it states.
#[test]
fn the_smallest_bias_that_is_promised_to_be_seen_is_seen() {
    let (cards, trials, ln_alpha) = (20, 20_000, 1e-6_f64.ln());
    let fair_evidence = evidence("adjacency", whole(cards), &fair(cards, trials, SEED));
    let smallest = fair_evidence
        .sensitivity
        .unwrap()
        .smallest(fair_evidence.law, ln_alpha, POWER)
        .expect("a chi-square law has one");
    // A share of decks that is glued makes the pair's deviation 19 times that share.
    let rows = glued(cards, trials, smallest / 19.0);
    let evidence = evidence("adjacency", whole(cards), &rows);
    assert!(evidence.p_value.ln() < ln_alpha, "{smallest}: {evidence:?}");
}
