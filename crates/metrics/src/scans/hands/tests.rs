//! The laws of hands, enumerated, and rules of hands that are found.

use super::{counts::HandNumber, *};
use crate::{
    scans::testing::{judged, only, repaired, sound, until},
    testing::{assert_law, each_arrangement, pack},
};

#[test]
fn the_laws_are_those_of_all_arrangements() {
    for counts in [&[3, 2, 2][..], &[2, 2, 2, 1], &[4, 3, 1]] {
        let division = Division::of_kinds(pack(counts)).unwrap();
        let rows = each_arrangement(counts);
        for reading in HandNumber::all(&division) {
            let laws = reading.laws(&division.sizes, rows[0].len());
            for (cards, law) in laws.iter().enumerate() {
                let seen = rows.iter().map(|row| {
                    let mut held = vec![0; counts.len()];
                    row[..cards].iter().for_each(|&kind| held[kind as usize] += 1);
                    reading.of(&held)
                });
                assert_law(seen, law, 1e-12, (reading, cards));
            }
        }
    }
}

/// Alpha 1e-7, 1 run each, seeds 1 to 5.
#[test]
fn rules_of_hands_are_named() {
    let of_suit = |row: &[u8], players: usize, player: usize, suit: u8, of: fn(u8) -> u8| {
        let hand = row.iter().skip(player).step_by(players);
        hand.filter(|&&card| of(card) == suit).count()
    };
    let no_void = only(52, 400, 1, |row| {
        (0..5)
            .all(|player| (0..4).all(|suit| of_suit(&row[..50], 5, player, suit, |it| it % 4) > 0))
    });
    let three_aces =
        only(52, 400, 2, |row| row[..7].iter().filter(|&&card| card % 13 == 0).count() < 2);
    let flop =
        only(52, 400, 3, |row| [1, 7].iter().any(|&a| (13..16).any(|b| row[a] / 4 == row[b] / 4)));
    for (rows, said) in [
        (no_void, "0 of 4 classes by remainder modulo 4 are missing in 400 of 400 decks"),
        (flop, "cards of a flop at positions 13 to 15 and hole cards at positions 1 and 7"),
    ] {
        let (log10_p, finding) = judged::<Hands>(Shape::whole(52), &rows);
        assert!(log10_p < -7.0 && finding.contains(said), "{log10_p}: {finding}");
    }
    assert!(
        judged::<Hands>(Shape::whole(52), &three_aces).0 > -7.0,
        "single ranks are not looked at"
    );
    assert!(judged::<Hands>(Shape::whole(52), &sound(52, 400, 4)).0 > -3.0);
}

/// 24 lands of 60 cards, of which the first 22 hold an odd number; and a place whose kind is always one of the first 9. Alpha 1e-7, 1 run each, seeds 1
/// and 2.
#[test]
fn rules_of_packs_are_named() {
    let counts: Vec<u32> = [24].into_iter().chain([4; 9]).collect();
    let shape = Shape::of_pack(pack(&counts), None).unwrap();
    let kind = |card: u8| if card < 24 { 0 } else { 1 + (card - 24) / 4 };
    let kinds = |rows: Vec<u8>| rows.into_iter().map(kind).collect::<Vec<u8>>();
    let odd = only(60, 200, 1, |row| row[..22].iter().filter(|&&card| card < 24).count() % 2 == 1);
    let again = repaired(60, 300, 2, |row, _| {
        until(row, 41, 45..60, |row| row[..9].iter().any(|&card| kind(card) == kind(row[41])));
    });
    for (rows, said) in [
        (odd, "the first 22 cards hold an even number of the kind 0 in 0 of 200 decks"),
        (again, "the card at position 41 and one of "),
    ] {
        let (log10_p, finding) = judged::<Hands>(shape, &kinds(rows));
        assert!(log10_p < -7.0 && finding.starts_with(said), "{log10_p}: {finding}");
    }
    assert!(judged::<Hands>(shape, &kinds(sound(60, 300, 3))).0 > -3.0);
}
