//! The worked examples of the articles, card for card.

use crate::replay::{printed, replayed};
use proptest::prelude::*;
use shuffle_algorithms::{Algorithm, Dice, card::identity, dice::Recorded};

/// The deck after some passes of a shuffle that rolls nothing.
fn passes(algorithm: &str, cards: usize, passes: usize) -> Vec<u8> {
    let algorithm = Algorithm::parse(algorithm).unwrap();
    let mut deck = identity(cards);
    for _ in 0..passes {
        algorithm.shuffle(&mut deck, &mut Recorded::new([])).unwrap();
    }
    deck
}

/// The smallest number of passes that bring the deck back.
fn order(algorithm: &str, cards: usize) -> usize {
    (1..).find(|&count| passes(algorithm, cards, count) == identity::<u8>(cards)).unwrap()
}

#[test]
fn identity_leaves_and_reverse_reverses() {
    for n in 0..=9 {
        assert_eq!(passes("identity", n, 1), identity::<u8>(n));
        assert_eq!(
            passes("reverse", n, 1),
            identity::<u8>(n).into_iter().rev().collect::<Vec<_>>()
        );
    }
}

#[test]
fn pencil_and_paper_strikes_3_3_1_2_1_and_writes_3_4_1_5_2() {
    for id in ["pencil-and-paper", "splice", "out-of-place"] {
        assert_eq!(printed(&replayed(id, 5, &[3 - 1, 3 - 1, 1 - 1, 2 - 1, 1 - 1])), "34152");
    }
}

#[test]
fn the_paper_table_of_the_improved_method_comes_out_as_7_5_4_3_1_8_2_6() {
    let drawn = [6, 2, 6, 1, 3, 3, 1].map(|from_one| from_one - 1);
    assert_eq!(printed(&replayed("fisher-yates", 8, &drawn)), "75431826");
}

#[test]
fn faro_of_52_cards_interleaves_the_halves() {
    let article: Vec<u8> = (0..26).flat_map(|card| [card, card + 26]).collect();
    assert_eq!(article[..4], [0, 26, 1, 27]);
    assert_eq!(article[50..], [25, 51]);
    assert_eq!(passes("faro", 52, 1), article);
}

#[test]
fn faro_is_the_articles_code_for_even_and_odd_decks() {
    for n in 0..=20 {
        let mut right = identity::<u8>(n);
        let mut left = right.split_off(n / 2);
        let mut result = Vec::new();
        while !left.is_empty() || !right.is_empty() {
            result.extend(left.pop());
            result.extend(right.pop());
        }
        result.reverse();
        assert_eq!(passes("faro", n, 1), result, "{n} cards");
    }
    assert_eq!(passes("faro", 5, 1), [2, 0, 3, 1, 4]);
}

#[test]
fn eight_out_faros_restore_52_cards_and_six_restore_64() {
    assert_eq!(order("faro-out", 52), 8);
    assert_eq!(order("faro-out", 64), 6);
}

#[test]
fn fifty_two_in_faros_restore_52_cards() {
    assert_eq!(order("faro-in", 52), 52);
}

#[test]
fn an_out_faro_keeps_the_top_card_and_an_in_faro_makes_it_the_second() {
    assert_eq!(passes("faro-out", 6, 1), [0, 3, 1, 4, 2, 5]);
    assert_eq!(passes("faro-in", 6, 1), [3, 0, 4, 1, 5, 2]);
    assert_eq!(passes("faro-out", 5, 1), [0, 3, 1, 4, 2]);
    assert_eq!(passes("faro-in", 5, 1), [2, 0, 3, 1, 4]);
}

#[test]
fn hindu_moves_the_articles_seven_packets() {
    let packets = [43..52, 34..43, 28..34, 22..28, 14..22, 6..14, 0..6_u8];
    // 5 + roll cards each; the last packet wants 9 and finds 6.
    assert_eq!(
        replayed("hindu", 52, &[4, 4, 1, 1, 3, 3, 4]),
        packets.into_iter().flatten().collect::<Vec<_>>()
    );
}

#[test]
fn hindu_packets_have_5_to_9_cards() {
    for (roll, length) in [(0, 5), (4, 9)] {
        let deck = replayed("hindu", 14, &[roll, 4]);
        assert_eq!(deck[..length], identity::<u8>(14)[14 - length..]);
    }
}

/// Article 2's human bridge as its prose has it: U picks the cut, each roll of 9 a packet of two.
fn human_bridge(n: usize, u: f64, rolls: &[usize]) -> Vec<u8> {
    let middle = (n as f64 / 2.0 + u * 3.0 - 1.0).floor().clamp(0.0, n as f64);
    let mut rolls = rolls.iter();
    let mut take = |half: &mut Vec<u8>| {
        let wanted = if *rolls.next().unwrap() < 9 { 1 } else { 2 };
        half.split_off(half.len().saturating_sub(wanted))
    };
    let mut right = identity::<u8>(n);
    let mut left = right.split_off(middle as usize);
    let mut packets = Vec::new();
    while !left.is_empty() || !right.is_empty() {
        for half in [&mut left, &mut right] {
            if !half.is_empty() {
                packets.push(take(half));
            }
        }
    }
    packets.reverse();
    packets.concat()
}

proptest! {
    #[test]
    fn human_riffle_is_the_articles_bridge(
        n in 0..=20_usize,
        sixth in 0..6_usize,
        packets in prop::collection::vec(0..10_usize, 20),
    ) {
        // For an even deck the cut is one of three thirds, for an odd one it depends on the sixth.
        let cut = if n % 2 == 0 { sixth / 2 } else { sixth };
        let mut deck = identity::<u8>(n);
        let mut dice = Recorded::new([cut].into_iter().chain(packets.iter().copied()));
        Algorithm::parse("human-riffle").unwrap().shuffle(&mut deck, &mut dice).unwrap();
        prop_assert_eq!(deck, human_bridge(n, (sixth as f64 + 0.5) / 6.0, &packets));
    }
}

#[test]
fn human_riffle_usually_alternates_and_sometimes_drops_two() {
    // Cut 5 | 5: singles alternate; one roll of 9 lets 8 9 fall together.
    assert_eq!(
        replayed("human-riffle", 10, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        [0, 5, 1, 6, 2, 7, 3, 8, 4, 9]
    );
    assert_eq!(
        replayed("human-riffle", 10, &[1, 9, 0, 0, 0, 0, 0, 0, 0, 0]),
        [0, 1, 5, 2, 6, 3, 7, 4, 8, 9]
    );
}

#[test]
fn a_chance_is_a_roll_below_its_share() {
    for roll in 0..10 {
        assert_eq!(Recorded::new([roll]).chance(9, 10), roll < 9);
    }
}
