//! What each test sees at 1e-6, with so many decks and this seed, and what it is blind to.

use crate::{
    effects::even,
    support::{bent, decks, evidence, fair},
};
use shuffle_metrics::Shape;

const SEED: u64 = 0xdefec7;

/// A test that sees a defect has a p below this.
const SEEN: f64 = 1e-6;

/// A test that is blind to it has a p above this.
const UNSEEN: f64 = 1e-3;

/// Test, shuffle with its dice, cards, decks.
const SEES: [(&str, &str, usize, usize); 37] = [
    ("adjacency", "identity", 52, 100),
    ("adjacency", "hindu", 52, 100),
    ("adjacency", "human-riffle", 52, 100),
    ("adjacency", "shelf", 52, 200),
    ("adjacency", "random-swaps-one", 52, 300),
    ("adjacency", "coin-merge-sort", 52, 300),
    ("adjacency", "random-keys", 52, 5_000),
    ("adjacency", "sattolo", 10, 1_000),
    ("pair-order", "coin-insertion-sort", 52, 100),
    ("pair-order", "coin-merge-sort", 52, 300),
    ("pair-order", "human-riffle", 52, 100),
    ("pair-order", "random-swaps-one", 52, 500),
    ("pair-order", "naive", 52, 2_000),
    ("pair-order", "fisher-yates-missing-last-step", 10, 20_000),
    ("friedman", "naive", 52, 500),
    ("friedman", "naive-descending", 52, 200),
    ("friedman", "coin-insertion-sort", 52, 100),
    ("friedman", "random-swaps-one", 52, 200),
    ("friedman", "sattolo", 52, 10_000),
    ("friedman", "fisher-yates modulo:bits=8", 52, 5_000),
    ("lehmer", "sattolo", 52, 5_000),
    ("lehmer", "fisher-yates off-by-one", 52, 5_000),
    ("lehmer", "fisher-yates-missing-last-step", 52, 5_000),
    ("lehmer", "fisher-yates modulo:bits=8", 52, 10_000),
    ("lehmer", "naive", 52, 1_040),
    ("lehmer", "random-swaps-two", 52, 3_000),
    ("prefix", "naive-descending", 10, 2_000),
    ("prefix", "sattolo", 10, 2_000),
    ("prefix", "hindu", 52, 60_000),
    ("collisions", "naive", 10, 135_654),
    ("collisions", "sattolo", 10, 20_000),
    ("collisions", "random-swaps-one", 10, 100_000),
    ("collisions", "fisher-yates tiny-seed:bits=16", 10, 20_000),
    ("collisions", "naive", 8, 20_000),
    ("repeats", "fisher-yates tiny-seed:bits=16", 52, 2_000),
    ("repeats", "fisher-yates tiny-seed:bits=24", 52, 30_000),
    ("repeats", "human-riffle", 52, 1_000),
];

/// Likewise, of defects that another test sees with as many decks.
const BLIND: [(&str, &str, &str, usize, usize); 8] = [
    ("adjacency", "position", "sattolo", 52, 2_000),
    ("adjacency", "friedman", "naive", 52, 1_000),
    ("pair-order", "adjacency", "shelf", 52, 2_000),
    ("friedman", "adjacency", "shelf", 52, 2_000),
    ("prefix", "position", "fisher-yates modulo:bits=8", 52, 60_000),
    ("collisions", "position", "fisher-yates modulo:bits=8", 10, 200_000),
    ("repeats", "position", "naive", 52, 10_000),
    ("repeats", "adjacency", "random-keys", 52, 10_000),
];

fn p_value(test: &str, cards: usize, rows: &[u8]) -> f64 {
    evidence(test, Shape::whole(cards), rows).p_value.value()
}

#[track_caller]
fn assert_seen(test: &str, cards: usize, rows: &[u8], what: &str) {
    let p = p_value(test, cards, rows);
    assert!(p < SEEN, "{test} does not see {what} with {} decks: {p}", rows.len() / cards);
}

#[track_caller]
fn assert_unseen(test: &str, cards: usize, rows: &[u8], what: &str) {
    let p = p_value(test, cards, rows);
    assert!(p > UNSEEN, "{test} sees {what} with {} decks: {p}", rows.len() / cards);
}

#[test]
fn each_test_sees_what_it_says() {
    for (test, subject, cards, trials) in SEES {
        let rows = decks(subject, Shape::whole(cards), trials, SEED);
        assert_seen(test, cards, &rows, subject);
    }
}

#[test]
fn each_test_is_blind_to_what_it_says_and_another_is_not() {
    for (test, other, subject, cards, trials) in BLIND {
        let rows = decks(subject, Shape::whole(cards), trials, SEED);
        assert_unseen(test, cards, &rows, subject);
        assert_seen(other, cards, &rows, subject);
    }
}

#[test]
fn repeats_finds_a_seed_of_32_bits_within_a_million_decks() {
    let rows = decks("fisher-yates tiny-seed:bits=32", Shape::whole(52), 1_000_000, SEED);
    assert_seen("repeats", 52, &rows, "2^32 seeds");
}

/// Where card 0 lies within the deck, but for its ends, no pair of neighbours can tell: given that card b
/// follows card a, it lies at each position from the second to the last but one with the same probability,
/// and turning the deck round moves it without changing anything else.
#[test]
fn adjacency_is_blind_to_where_a_card_lies() {
    let rows = bent(52, 20_000, SEED, |deck| {
        let place = deck.iter().position(|&card| card == 0).unwrap();
        if (1..26).contains(&place) {
            deck.reverse();
        }
    });
    assert_unseen("adjacency", 52, &rows, "a card that is never in the upper half");
    assert_seen("position", 52, &rows, "a card that is never in the upper half");
    assert_seen("friedman", 52, &rows, "a card that is never in the upper half");
}

/// Even orders show every pattern of up to n-2 cards equally often.
#[test]
fn only_whole_decks_tell_that_odd_orders_never_come() {
    let rows = bent(10, 100_000, SEED, even);
    for test in ["adjacency", "pair-order", "friedman", "lehmer", "prefix"] {
        assert_unseen(test, 10, &rows, "even orders");
    }
    assert_seen("collisions", 10, &rows, "even orders");
    let rows = bent(52, 60_000, SEED, even);
    assert_unseen("repeats", 52, &rows, "even orders");
}

#[test]
fn friedman_is_blind_to_cards_that_keep_to_both_ends() {
    let ends = std::cell::Cell::new(false);
    let rows = bent(52, 20_000, SEED, |deck| {
        let place = deck.iter().position(|&card| card == 0).unwrap();
        deck.swap(place, if ends.replace(!ends.get()) { 0 } else { 51 });
    });
    assert_unseen("friedman", 52, &rows, "card 0 at both ends");
    assert_seen("position", 52, &rows, "card 0 at both ends");
}

/// A cut of the untouched deck: every card is everywhere, but most keep their order.
#[test]
fn pair_order_sees_a_cut() {
    let cut = |cards: usize, trials: usize| -> Vec<u8> {
        let cuts = fair(cards, trials, SEED);
        let deck: Vec<u8> = (0..cards as u8).collect();
        let turned = |row: &[u8]| {
            let mut deck = deck.clone();
            deck.rotate_left(usize::from(row[0]));
            deck
        };
        cuts.chunks_exact(cards).flat_map(turned).collect()
    };
    let rows = cut(52, 1_000);
    for test in ["adjacency", "pair-order", "repeats"] {
        assert_seen(test, 52, &rows, "a cut");
    }
}

/// The die of position 1 serves again at position 0: each digit is fair, but it is the same throw.
#[test]
fn prefix_sees_a_die_that_is_used_twice_and_lehmer_does_not() {
    let rows = bent(10, 20_000, SEED, |deck| {
        let (spare, second) = (deck[0] == 9, deck[1] - u8::from(deck[0] < deck[1]));
        let first = if spare { 9 } else { second };
        let mut left: Vec<u8> = (0..10).collect();
        let wanted = [left.remove(usize::from(first)), left.remove(usize::from(second))];
        for (position, card) in wanted.into_iter().enumerate() {
            let place = deck.iter().position(|&other| other == card).unwrap();
            deck.swap(position, place);
        }
    });
    assert_unseen("lehmer", 10, &rows, "a die used twice");
    assert_seen("prefix", 10, &rows, "a die used twice");
}

/// The last die, a coin, shows the parity of the first: neighbours are independent.
#[test]
fn lehmer_is_blind_to_dice_that_depend_on_each_other() {
    let rows = bent(8, 900_000, SEED, |deck| {
        if (deck[6] > deck[7]) != (deck[0] % 2 == 1) {
            deck.swap(6, 7);
        }
    });
    assert_unseen("lehmer", 8, &rows, "dice far apart");
    assert_seen("permutations", 8, &rows, "dice far apart");
    assert_seen("collisions", 8, &rows, "dice far apart");
}

#[test]
fn prefix_is_blind_to_the_rest_of_the_deck() {
    let rows = bent(52, 60_000, SEED, |deck| deck[5..].sort_unstable());
    assert_unseen("prefix", 52, &rows, "a shuffle of the first 5 cards only");
    assert_seen("lehmer", 52, &rows, "a shuffle of the first 5 cards only");
}

/// In every 20th deck the second card is the one after the first: every card is as often there as before.
#[test]
fn prefix_sees_a_second_card_that_depends_on_the_first() {
    let number = std::cell::Cell::new(0);
    let rows = bent(52, 60_000, SEED, |deck| {
        if number.replace(number.get() + 1) % 20 == 0 {
            let next = (deck[0] + 1) % 52;
            let place = deck.iter().position(|&card| card == next).unwrap();
            deck.swap(1, place);
        }
    });
    assert_seen("prefix", 52, &rows, "a second card that follows the first");
    assert_unseen("position", 52, &rows, "a second card that follows the first");
}

/// All digits are fair, but for the first, which is 0 twice as often.
#[test]
fn lehmer_sees_an_unfair_first_die() {
    let number = std::cell::Cell::new(0);
    let rows = bent(10, 100_000, SEED, |deck| {
        if number.replace(number.get() + 1) % 10 == 0 {
            let first = deck[0];
            deck.iter_mut().take(10).for_each(|card| {
                *card = match *card {
                    card if card == first => 0,
                    card if card < first => card + 1,
                    card => card,
                }
            });
        }
    });
    assert_seen("lehmer", 10, &rows, "an unfair first die");
}
