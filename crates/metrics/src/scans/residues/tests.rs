//! The laws of the remainders, enumerated, and remainders that are planted.

use super::*;
use crate::{
    scans::testing::{inversions, is_named, only, orders_of},
    testing::{assert_law, orders},
};

#[test]
fn over_all_orders_each_remainder_comes_as_often_as_it_says() {
    for n in [2, 3, 5, 6] {
        let decks = orders_of(n);
        let rows = decks.rows();
        for mut reading in readings(Shape::whole(n)) {
            let values: Vec<usize> = rows.chunks_exact(n).map(&mut reading.of).collect();
            for modulus in 2..=LARGEST_MODULUS {
                let Some(law) = (reading.law)(modulus) else { continue };
                let remainders = values.iter().map(|value| value % modulus);
                assert_law(remainders, &law, 1e-9, (n, modulus, &reading.name));
            }
        }
    }
}

#[test]
fn of_changes_of_four_classes_the_law_is_that_of_all_orders() {
    let mut changes = changes_of_four(8);
    let values: Vec<usize> = orders(8).map(|row| (changes.of)(&row)).collect();
    for modulus in [2, 3, 4, 5, 7, 8] {
        let law = (changes.law)(modulus).unwrap();
        assert_law(values.iter().map(|value| value % modulus), &law, 1e-11, modulus);
    }
    assert!((changes.law)(6).is_none());
}

#[test]
fn of_odd_cards_at_odd_places_the_law_is_that_of_all_orders() {
    let law = folded(enumerated(8))(2).unwrap();
    assert!((law[0] - odd_at_odd(8)[0]).abs() < 1e-12, "{law:?}");
    let largest = odd_at_odd(NEARLY_UNIFORM + 2)[0] - 0.5;
    assert!(largest.abs() < 2e-5, "{largest}");
}

/// Alpha 1e-9, 1 run each, seeds 1 to 4.
#[test]
fn planted_remainders_are_named() {
    let wide = |row: &[u8]| row.iter().map(|&card| u32::from(card)).collect::<Vec<_>>();
    let colors =
        |row: &[u8]| row.windows(2).filter(|two| two[0] % 2 != two[1] % 2).count() % 4 == 1;
    let cases = [
        (
            only(52, 200, 1, |row| inversions(row) % 2 == 0),
            "the number of inversions modulo 2 is 0 in 200 of 200 decks",
        ),
        (
            only(52, 100, 2, |row| major_index(&wide(row)) % 7 == 3),
            "the major index modulo 7 is 3 in 100 of 100 decks",
        ),
        (
            only(52, 100, 3, |row| weighted_sum(&wide(row)) % 4 == 2),
            "the sum of position times card, both counted from 0, modulo 4 is 2 in 100 of 100 decks",
        ),
        (
            only(52, 100, 4, colors),
            "the number of changes of the parity from card to card modulo 4 is 1 in 100 of 100 decks",
        ),
    ];
    for (rows, said) in cases {
        is_named::<Residues>(52, &rows, said);
    }
}
