//! The rolls that each body asks for, in order: its description, roll by roll.

use crate::replay::{Noting, replayed};
use shuffle_algorithms::{Algorithm, Shape, card::identity, dice::Recorded, table::play};

/// The ranges `0..k` of which a shuffle of `cards` rolls.
fn ranges(algorithm: &str, cards: usize) -> Vec<usize> {
    let mut dice = Noting::new(1);
    let mut deck = identity::<u32>(cards);
    Algorithm::parse(algorithm).unwrap().shuffle(&mut deck, &mut dice).unwrap();
    dice.ranges()
}

#[test]
fn every_swap_program_rolls_the_ranges_of_its_description() {
    for n in [0, 1, 2, 5, 10] {
        let down_to = |last: usize| (last..=n).rev().collect::<Vec<_>>();
        for (id, expected) in [
            ("identity", vec![]),
            ("reverse", vec![]),
            ("fisher-yates", down_to(2)),
            ("fisher-yates-by-value", down_to(2)),
            ("mixed-within", down_to(2)),
            ("mixed-between", down_to(2)),
            ("fisher-yates-missing-last-step", down_to(3)),
            ("sattolo", (1..n).rev().collect()),
            ("out-of-place", down_to(1)),
            ("fyp", down_to(1)),
            ("inside-out", (1..=n).collect()),
            ("naive", vec![n; n]),
            ("naive-descending", vec![n; n.saturating_sub(1)]),
            ("random-swaps-half", vec![n; n / 2 * 2]),
            ("random-swaps-one", vec![n; 2 * n]),
            ("random-swaps-two", vec![n; 4 * n]),
            ("random-keys:bits=3", vec![8; n]),
        ] {
            assert_eq!(ranges(id, n), expected, "{id} with {n} cards");
        }
    }
}

#[test]
fn a_deal_rolls_no_more_than_it_deals() {
    struct Dealt(Shape);
    impl shuffle_algorithms::Reading for Dealt {
        type Out = Vec<usize>;
        fn program<P: shuffle_algorithms::Program>(self, body: &P) -> Vec<usize> {
            let mut dice = Noting::new(1);
            let mut deck = identity::<u8>(self.0.cards());
            play(body, self.0, &mut deck, &mut Vec::new(), &mut dice);
            dice.ranges()
        }
    }
    let rolls = |id| Algorithm::parse(id).unwrap().read(Dealt(Shape::deal(52, 9).unwrap()));
    assert_eq!(rolls("fyp"), (44..=52).rev().collect::<Vec<_>>());
    assert_eq!(rolls("fy-slice"), (2..=52).rev().collect::<Vec<_>>(), "all of it is shuffled");
}

#[test]
fn random_swaps_swap_the_two_places_rolled() {
    assert_eq!(replayed("random-swaps-half", 4, &[0, 3, 1, 1]), [3, 1, 2, 0]);
    assert_eq!(
        replayed("random-swaps-half", 5, &[0, 4, 4, 2]),
        [4, 1, 0, 3, 2],
        "n/2 rounded down"
    );
    assert_eq!(replayed("random-swaps-one", 3, &[0, 1, 1, 2, 0, 0]), [1, 2, 0]);
}

#[test]
fn naive_goes_up_and_its_half_correction_goes_down() {
    // Up: 012 -> 120 by (0 with 1), (1 with 2), (2 with 2). Down: (2 with 0), (1 with 2).
    assert_eq!(replayed("naive", 3, &[1, 2, 2]), [1, 2, 0]);
    assert_eq!(replayed("naive-descending", 3, &[0, 2]), [2, 0, 1]);
}

#[test]
fn random_to_top_lifts_the_card_at_the_place_rolled() {
    assert_eq!(replayed("random-to-top", 4, &[2, 0, 3, 3]), [1, 3, 2, 0]);
}

#[test]
fn mixed_within_swaps_a_card_with_a_place() {
    // Card 2 goes to place 0: 210. Card 1 goes to place 0: 120, where two cards swapped would be 201.
    assert_eq!(replayed("mixed-within", 3, &[0, 0]), [1, 2, 0]);
    // Card 2 goes to place 1: 021. Card 1 goes to place 0: 120, where two places swapped would be 201.
    assert_eq!(replayed("mixed-within", 3, &[1, 0]), [1, 2, 0]);
}

#[test]
fn mixed_between_takes_odd_steps_by_value_and_even_ones_by_position() {
    // i = 3 swaps cards 3 and 0: 3120. i = 2 swaps places 2 and 0: 2130. i = 1 swaps cards 1 and 0: 2031.
    assert_eq!(replayed("mixed-between", 4, &[0, 0, 0]), [2, 0, 3, 1]);
}

#[test]
fn coin_insertion_moves_a_card_up_while_the_coin_says_so() {
    // Roll 0 is heads. Card 1 stays; card 2 moves up twice and stops at the top; card 3 moves up once.
    assert_eq!(replayed("coin-insertion-sort", 4, &[1, 0, 0, 0, 1]), [2, 0, 3, 1]);
    assert_eq!(replayed("coin-insertion-sort", 4, &[0, 1, 1]), [1, 0, 2, 3]);
}

#[test]
fn coin_merge_takes_from_the_left_half_on_heads() {
    // Halves 01 and 23, each merged with one coin; then right, left, right, and the rest falls.
    assert_eq!(replayed("coin-merge-sort", 4, &[0, 1, 1, 0, 1]), [3, 0, 2, 1]);
    assert_eq!(
        replayed("coin-merge-sort", 3, &[0, 0]),
        [0, 1, 2],
        "0 | 1 2: the left half runs out"
    );
}

#[test]
fn random_keys_sort_and_ties_keep_their_order() {
    assert_eq!(replayed("random-keys:bits=2", 5, &[3, 1, 1, 0, 1]), [3, 1, 2, 4, 0]);
}

#[test]
fn a_worked_example_can_be_played_on_any_cards() {
    let fisher_yates = Algorithm::parse("fisher-yates").unwrap();
    let mut deck = [10_u32, 20, 30];
    fisher_yates.shuffle(&mut deck, &mut Recorded::new([0, 0])).unwrap();
    assert_eq!(deck, [20, 30, 10]);
}
