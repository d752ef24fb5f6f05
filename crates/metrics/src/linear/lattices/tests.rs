//! Relations of generators hold, windows have a mean of 0, and generators are found.

use super::*;
use crate::scans::testing::judged;

#[test]
fn the_relation_of_each_generator_holds() {
    for generator in GENERATORS {
        let (modulus, mut power, mut sum) = (i128::from(generator.modulus), 1, 0);
        for &multiple in generator.multiples {
            sum += i128::from(multiple) * power;
            power = power * i128::from(generator.multiplier) % modulus;
        }
        assert_eq!(sum % modulus, 0, "{}", generator.name);
    }
}

/// Over all values of a draw its wave adds up to 0, so that a window has a mean of 0 whatever the other draws are.
#[test]
fn a_wave_adds_up_to_nothing_over_all_values() {
    for range in SMALLEST_RANGE..60 {
        for multiple in (-9_i32..=9).filter(|it| *it != 0 && (it.unsigned_abs() as usize) < range) {
            let angle =
                |value: usize| TAU * f64::from(multiple) * (value as f64 + 0.5) / range as f64;
            let sum = |of: fn(f64) -> f64| (0..range).map(|value| of(angle(value))).sum::<f64>();
            assert!(sum(f64::cos).abs() < 1e-9 && sum(f64::sin).abs() < 1e-9, "{range} {multiple}");
        }
    }
}

/// Decks of Fisher-Yates with a generator's numbers times the range.
fn decks(
    number: impl FnMut() -> f64,
    cards: usize,
    trials: usize,
    form: FisherYatesForm,
) -> Vec<u8> {
    let mut number = number;
    let mut rows = Vec::new();
    for _ in 0..trials {
        let mut deck: Vec<u8> = (0..cards as u8).collect();
        let mut draw = |range: usize| (number() * range as f64) as usize;
        match form {
            FisherYatesForm::FromTheEnd => (1..cards).rev().for_each(|i| deck.swap(i, draw(i + 1))),
            FisherYatesForm::FromTheTop => {
                (0..cards - 1).for_each(|i| deck.swap(i, i + draw(cards - i)))
            }
            FisherYatesForm::InsideOut => (1..cards).for_each(|i| deck.swap(i, draw(i + 1))),
        }
        rows.extend(deck);
    }
    rows
}

/// Every generator of the table in every form, 40 and 52 cards; and one that is in no table, whose numbers have a relation of three. Alpha 1e-8, 1
/// run each.
#[test]
fn generators_are_named() {
    for generator in GENERATORS {
        for (cards, trials) in [(52, 12), (40, 40)] {
            for &form in FisherYatesForm::of_shape(Shape::whole(cards)) {
                let mut state = (12_345 * generator.multiplier % generator.modulus) | 1;
                let next = || {
                    let product = u128::from(state) * u128::from(generator.multiplier);
                    state = (product % u128::from(generator.modulus)) as u64;
                    state as f64 / generator.modulus as f64
                };
                let rows = decks(next, cards, trials, form);
                let (log10_p, said) = judged::<Lattices>(Shape::whole(cards), &rows);
                let is_named = said.contains(generator.name) || said.contains("times successive");
                assert!(
                    log10_p < -8.0 && is_named,
                    "{} {form:?}: {log10_p} {said}",
                    generator.name
                );
            }
        }
    }
    // The square of this multiplier, less 1, is a multiple of the modulus.
    let (multiplier, modulus, mut state) = ((1_u64 << 16) + 1, 1_u64 << 31, 12_345);
    let next = || {
        state = (state * multiplier + 4_321) % modulus;
        state as f64 / modulus as f64
    };
    let (log10_p, said) =
        judged::<Lattices>(Shape::whole(52), &decks(next, 52, 10, FisherYatesForm::FromTheTop));
    assert!(log10_p < -8.0 && said.contains("1, -2 and 1 times"), "{log10_p} {said}");
}

/// Sound decks: no p-value below 1e-3 of 40 runs, seeds 0 to 39, where the bound would allow one in 25.
#[test]
fn sound_decks_are_not_seen() {
    for seed in 0..40 {
        let rows = crate::scans::testing::sound(52, 60, seed);
        let (log10_p, said) = judged::<Lattices>(Shape::whole(52), &rows);
        assert!(log10_p > -3.0, "{log10_p} {said}");
    }
}
