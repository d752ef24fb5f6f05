//! The enumerated expectation of every pair, and planted pairs.

use super::*;
use crate::{
    Metric,
    axis::Axis,
    scans::testing::{is_named, judged, lie, only, orders_of, repaired, sound, until},
};
use itertools::Itertools;

/// Over all orders of six cards each look sees exactly what it expects.
#[test]
fn over_all_orders_each_pair_is_together_as_often_as_it_says() {
    let decks = orders_of(6);
    for (decks, of) in [(decks.clone(), Axis::Positions), (decks.inverse().unwrap(), Axis::Cards)] {
        for division in Division::all(6).into_iter().chain(Division::of_blocks(6)) {
            let expected = 720.0 * division.together;
            classes(&decks, &division, |_, counts| {
                let each = counts.iter().map(|&count| f64::from(count));
                assert!(each.into_iter().all(|count| (count - expected).abs() < 1e-9), "{of:?}");
            });
        }
        for (first, steps) in (0..6).cartesian_product(1..6) {
            let expected = 48 * (6 - steps as u32);
            assert!(apart(&decks, first, steps).iter().all(|&count| count == expected), "{of:?}");
        }
        for first in 0..6 {
            assert!(super::orders(&decks, first).iter().all(|&count| count == 360), "{of:?}");
        }
        // 24 of the 720 decks have the same two cards at two places, for each of 30 such two.
        for first in 0..6 {
            assert!(joint(&decks, first).iter().all(|&count| count == 30 * 276), "{of:?}");
        }
    }
}

#[test]
fn the_clearest_look_becomes_a_matrix() {
    let rows =
        repaired(52, 200, 1, |row, _| until(row, 41, 42..52, |row| row[7] % 2 == row[41] % 2));
    let metric = Scans::<Pairs>::new(Shape::whole(52)).unwrap();
    let found = |rows: &[u8]| {
        let tally = crate::testing::tally(&metric, Shape::whole(52), crate::Rows::Narrow(rows));
        metric.exhibit_found(&tally, &metric.judge(&tally))
    };
    let Some(Exhibit::Pairs(matrix)) = found(&rows) else { panic!("there is a matrix") };
    assert_eq!(
        (matrix.of_cards, matrix.what.to_string().as_str()),
        (false, "have the same parity")
    );
    let largest = matrix.deviations.iter().position(|&d| d > 0.9).unwrap();
    assert_eq!((largest / 52, largest % 52), (7, 41));
    assert_eq!(found(&sound(52, 200, 2)), None);
}

/// Alpha 1e-9, 1 run each, seeds 1 to 3.
#[test]
fn planted_pairs_are_named() {
    let parity =
        repaired(52, 200, 1, |row, _| until(row, 41, 42..52, |row| row[7] % 2 == row[41] % 2));
    let suit =
        repaired(52, 300, 2, |row, _| until(row, 3, 10..52, |row| row[3] / 13 != row[50] / 13));
    let rank =
        repaired(52, 800, 3, |row, _| until(row, 3, 10..52, |row| row[3] % 13 != row[50] % 13));
    for (rows, said) in [
        (parity, "cards at positions 7 and 41 have the same parity in 200 of 200 decks"),
        (
            suit,
            "cards at positions 3 and 50 have the same quarter of the numbers in 0 of 300 decks",
        ),
        (rank, "cards at positions 3 and 50 have the same remainder modulo 13 in 0 of 800 decks"),
    ] {
        is_named::<Pairs>(52, &rows, said);
    }
}

/// Alpha 1e-9, 1 run each, seeds 1 and 2: two who never meet in a match of a draw, and two who never sit one behind the other in rows of six.
#[test]
fn matches_and_seats_are_named() {
    let places = |row: &[u8]| lie(row, [3, 11]);
    let is_match = |row: &[u8]| places(row)[0] / 2 == places(row)[1] / 2;
    let is_behind = |row: &[u8]| places(row)[0].abs_diff(places(row)[1]) == 6;
    let apart = only(16, 600, 1, |row| !is_match(row));
    let said = "cards 3 and 11 are at positions of the same block of 2 in 0 of 600 decks";
    is_named::<Pairs>(16, &apart, said);
    let said = "cards 3 and 11 are 6 positions apart in 0 of 800 decks";
    is_named::<Pairs>(30, &only(30, 800, 2, |row| !is_behind(row)), said);
}

/// 5,000 sound decks, seed 3; from then on the cards at positions 7 and 41 are of the same parity. Alpha 1e-9, 1 run.
#[test]
fn what_begins_late_is_seen_in_the_sample_of_later_decks() {
    let late = |row: &mut [u8], before: &[u8]| {
        if before.len() >= 5_000 * 52 {
            until(row, 41, 42..52, |row| row[7] % 2 == row[41] % 2);
        }
    };
    let (log10_p, finding) = judged::<Pairs>(Shape::whole(52), &repaired(52, 8_600, 3, late));
    assert!(log10_p < -9.0, "{log10_p}");
    let said = "cards at positions 7 and 41 have the same parity in ";
    assert!(finding.starts_with(said) && finding.ends_with(" of 920 later decks"), "{finding}");
}
