//! Counts over all sequences of a few decks, and dependences that are planted.

use super::*;
use crate::{
    numbers::testing::whole,
    scans::testing::{judged, sound},
};
use itertools::Itertools;

fn repaired(cards: usize, decks: usize, seed: u64, repair: impl Fn(&mut [u8], usize)) -> Vec<u8> {
    let mut rows = sound(cards, decks, seed);
    for deck in 0..decks {
        repair(&mut rows[..(deck + 1) * cards], deck);
    }
    rows
}

/// Every sequence of three decks of three cards, one after the other: each look at each lag is expected in so many.
#[test]
fn agreements_are_counted_bit_by_bit() {
    let bits: Vec<bool> = sound(2, 300, 1).chunks(2).map(|row| row[0] == 0).collect();
    let plane = bits::plane(bits.iter().copied());
    for set in InstructionSet::available() {
        for lag in [1, 5, 63, 64, 65, 100, 128, 200, 299] {
            let expected = bits.iter().zip(&bits[lag..]).filter(|(a, b)| a == b).count();
            assert_eq!(agreements_at(set, &plane, lag, 300 - lag), expected as u32, "{lag}");
        }
    }
}

/// Over all sequences of four decks of three cards each look is seen as often as its law says.
#[test]
fn over_all_sequences_each_look_comes_as_often_as_it_says() {
    let orders: Vec<Vec<u8>> = (0..3_u8).permutations(3).collect();
    let metric = Scans::<Lags>::new(whole(3)).unwrap();
    let (mut same_deck, mut same_card, mut larger, mut moved) = (0, 0, 0, 0);
    let sequences = (0..4).map(|_| 0..6).multi_cartesian_product().collect_vec();
    for sequence in &sequences {
        let rows: Vec<u8> = sequence.iter().flat_map(|&order| orders[order].clone()).collect();
        let tally = crate::scans::testing::tally(&metric, whole(3), &rows);
        let decks = metric.keeper.decks(&tally, 4);
        let at = |place: usize, deck: usize| decks.at(place)[deck];
        same_deck += usize::from((0..3).all(|place| at(place, 1) == at(place, 3)));
        same_card += usize::from(at(2, 0) == at(2, 2));
        larger += usize::from((at(1, 1) + 3 - at(1, 0)) % 3 == 2);
        moved += usize::from(at(0, 2) == at(2, 3));
    }
    let all = sequences.len();
    assert_eq!((same_deck * 6, same_card * 3, larger * 3, moved * 3), (all, all, all, all));
}

/// Alpha 1e-9, 1 run each, seeds 1 to 6.
#[test]
fn planted_dependences_are_named() {
    let sign = |row: &[u8]| row.iter().array_combinations().filter(|[a, b]| a > b).count() % 2;
    let parity = repaired(52, 1_300, 1, |rows, deck| {
        let (row, earlier) = (deck * 52, deck.checked_sub(300).map(|earlier| earlier * 52));
        if let Some(earlier) = earlier
            && sign(&rows[row..]) != sign(&rows[earlier..earlier + 52])
        {
            rows.swap(row + 3, row + 40);
        }
    });
    let counting = repaired(52, 300, 2, |rows, deck| {
        if deck > 0 {
            let wanted = (rows[(deck - 1) * 52 + 17] + 5) % 52;
            let row = &mut rows[deck * 52..];
            let place = row.iter().position(|&card| card == wanted).unwrap();
            row.swap(place, 17);
        }
    });
    let mapped = repaired(52, 1_000, 3, |rows, deck| {
        if deck >= 3 {
            let wanted = rows[(deck - 3) * 52] as usize * 31 % 53;
            let row = &mut rows[deck * 52..];
            let place = row.iter().position(|&card| usize::from(card) == wanted % 52).unwrap();
            row.swap(place, 0);
        }
    });
    let copied = repaired(5, 4_000, 4, |rows, deck| {
        if deck >= 3 && deck % 25 == 7 {
            rows.copy_within((deck - 3) * 5..(deck - 2) * 5, deck * 5);
        }
    });
    let order = repaired(52, 1_000, 5, |rows, deck| {
        if deck >= 7 {
            let place = |rows: &[u8], deck: usize, card| {
                deck * 52 + rows[deck * 52..][..52].iter().position(|&c| c == card).unwrap()
            };
            let before = place(rows, deck - 7, 9) < place(rows, deck - 7, 33);
            let (a, b) = (place(rows, deck, 9), place(rows, deck, 33));
            if (a < b) != before {
                rows.swap(a, b);
            }
        }
    });
    for (cards, rows, said) in [
        (52, parity, "the parity of the order is the same 300 decks later in 1000 of 1000"),
        (
            52,
            counting,
            "the card at position 17 is larger by 5 modulo 52 one deck later in 299 of 299",
        ),
        (
            52,
            mapped,
            "the card at position 0 and the one there 3 decks later are the same two as before in",
        ),
        (5, copied, "the same deck comes again 3 decks later in"),
        (52, order, "cards 9 and 33 are in the same order 7 decks later in 993 of 993"),
    ] {
        let (log10_p, finding) = judged::<Lags>(whole(cards), &rows);
        assert!(log10_p < -9.0 && finding.starts_with(said), "{log10_p}: {finding}");
    }
}

#[test]
fn sound_decks_are_not_suspected() {
    for (cards, seed) in [(2, 1), (5, 2), (52, 3), (130, 4)] {
        let rows = sound(cards, 2_000, seed);
        let (log10_p, finding) = judged::<Lags>(whole(cards), &rows);
        assert!(log10_p > -3.0, "{log10_p}: {finding}");
    }
}
