//! Draws of a few balls or digits: each has the defect that its entry names, and nothing else.

use crate::exact::{Law, fraction, orders};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Algorithm, Dice, Reading, Sequence, Shape, dice::Exact, fill::Job, generator::Seed,
};
use std::collections::BTreeSet;

fn draws(text: &str, shape: Shape, draws: usize) -> Vec<Vec<u8>> {
    let decks =
        Job::new(Algorithm::parse(text).unwrap(), shape).decks::<u8>(draws, &Seed::from_u64(1));
    decks.chunks(shape.dealt()).map(<[u8]>::to_vec).collect()
}

#[test]
fn a_heavy_ball_is_drawn_as_much_more_often_as_it_weighs() {
    // With three balls that weigh 150, 100 and 100, the first is drawn first with 150/350, and second with 200/350
    // 150/250.
    let law = Law::read("heavy-ball:percent=50", Shape::deal(3, 2).unwrap());
    assert_eq!(law.chance(|draw| draw[0] == 0), fraction(3, 7));
    assert_eq!(law.chance(|draw| draw[1] == 0), fraction(4 * 3, 7 * 5));
    assert_eq!(law.chance(|draw| draw == [1, 2]), law.chance(|draw| draw == [2, 1]));
}

#[test]
fn a_shy_pair_is_drawn_as_if_many_of_its_draws_were_drawn_again() {
    for (n, k) in [(4, 2), (5, 3), (6, 2), (6, 5)] {
        let shape = Shape::deal(n, k).unwrap();
        for percent in [1, 50, 100] {
            let law = Law::read(&format!("shy-pair:percent={percent}"), shape);
            let both = |draw: &[u8]| draw.contains(&0) && draw.contains(&1);
            // Ordered draws with both weigh 1 - p, the others 1; draws of one kind are alike.
            let shown = (k * (k - 1)) as i128;
            let pairs = (n * (n - 1)) as i128;
            let weight = shown * (100 - percent);
            let chance = fraction(weight, weight + (pairs - shown) * 100);
            assert_eq!(law.chance(both), chance, "{k} of {n}, {percent} %");
            for (kind, wanted) in [(true, shown), (false, pairs - shown)] {
                let mut chances: Vec<_> = law
                    .0
                    .iter()
                    .filter(|(draw, _)| both(draw) == kind)
                    .map(|(_, chance)| chance)
                    .collect();
                let all = orders(n, k) as i128 * wanted / pairs;
                assert!(chances.is_empty() || chances.len() as i128 == all, "{k} of {n}");
                chances.dedup();
                assert!(chances.len() <= 1, "{k} of {n}, {percent} %: {chances:?}");
            }
        }
        assert!(Law::read("shy-pair", Shape::whole(n)).is_uniform_over(orders(n, n)));
    }
}

#[test]
fn overlapping_draws_share_more_balls_and_are_sound_by_themselves() {
    let shape = Shape::deal(49, 6).unwrap();
    let common = |percent: u32| {
        let draws = draws(&format!("overlapping-draws:percent={percent}"), shape, 20_000);
        let shared = |two: &[Vec<u8>]| two[0].iter().filter(|ball| two[1].contains(ball)).count();
        draws.windows(2).map(shared).sum::<usize>() as f64 / 19_999.0
    };
    // 36/49, and of the draws with a ball put back 43/49 (1 - 5/48) more. The number in common has a standard deviation of 0.8: five of
    // its mean are 0.028.
    let more = 43.0 / 49.0 * (1.0 - 5.0 / 48.0);
    for percent in [20, 100] {
        let expected = 36.0 / 49.0 + f64::from(percent) / 100.0 * more;
        assert!((common(percent) - expected).abs() < 0.03, "{percent} %: {}", common(percent));
    }
    // Each ball comes 120,000 / 49 = 2,449 times; balls that repeat make that scatter a little more than 46 a standard deviation.
    let mut counts = [0_usize; 49];
    draws("overlapping-draws", shape, 20_000)
        .iter()
        .flatten()
        .for_each(|&ball| counts[usize::from(ball)] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(2_449) < 280), "{counts:?}");
}

/// The reading that draws rows with replacement, if the body does.
struct Rows {
    symbols: usize,
    places: usize,
    rows: usize,
}

impl Reading for Rows {
    type Out = Option<Vec<Vec<u8>>>;

    fn other(self) -> Self::Out {
        None
    }

    fn sequence<S: Sequence>(self, body: &S) -> Self::Out {
        let (mut memory, mut dice) = (S::Memory::default(), Exact::new(Pcg64::seed_from_u64(1)));
        let mut draw = |trial| {
            dice.next_deck();
            let mut row = vec![0_u8; self.places];
            body.draw(trial, self.symbols, &mut row, &mut memory, &mut dice).then_some(row)
        };
        (0..self.rows as u64).map(&mut draw).collect()
    }
}

fn rows(text: &str, symbols: usize, places: usize) -> Option<Vec<Vec<u8>>> {
    Algorithm::parse(text).unwrap().read(Rows { symbols, places, rows: 10_000 })
}

/// The number of times each digit came at a place.
fn digits(rows: &[Vec<u8>], place: usize) -> [usize; 10] {
    let mut counts = [0; 10];
    rows.iter().for_each(|row| counts[usize::from(row[place])] += 1);
    counts
}

/// 10,000 rows: five standard deviations of 1,000 are 150.
fn is_even(counts: &[usize], expected: usize) -> bool {
    counts.iter().all(|count| count.abs_diff(expected) < 150)
}

#[test]
fn without_repeats_no_digit_comes_twice_and_each_as_often_as_it_should() {
    let rows = rows("no-repeats", 10, 4).unwrap();
    assert!(rows.iter().all(|row| row.iter().collect::<BTreeSet<_>>().len() == 4));
    assert!((0..4).all(|place| is_even(&digits(&rows, place), 1_000)));
    // Seven places for three symbols: all three, all three again, and one.
    let rows = self::rows("no-repeats", 3, 7).unwrap();
    for row in rows {
        assert!(row.chunks(3).all(|some| some.iter().collect::<BTreeSet<_>>().len() == some.len()));
    }
}

#[test]
fn missing_symbols_are_missing_at_the_first_place_only() {
    let rows = rows("missing-symbols", 10, 3).unwrap();
    let first = digits(&rows, 0);
    assert_eq!(first[8..], [0, 0]);
    assert!(is_even(&first[..8], 1_250), "{first:?}");
    assert!((1..3).all(|place| is_even(&digits(&rows, place), 1_000)));
    // With two symbols or one there is still one to draw.
    for symbols in [1, 2] {
        assert!(self::rows("missing-symbols", symbols, 2).unwrap().iter().all(|row| row[0] == 0));
    }
}

#[test]
fn the_same_digits_and_the_same_decks_come_again() {
    // Of 9,999 rows 500 are copies, as is one in a million of the others: five standard deviations are 109.
    let rows = rows("same-again:percent=5", 10, 6).unwrap();
    let copies = rows.windows(2).filter(|two| two[0] == two[1]).count();
    assert!(copies.abs_diff(500) < 110, "{copies}");
    assert!((0..6).all(|place| is_even(&digits(&rows, place), 1_000)));
    let decks = draws("same-again:percent=5", Shape::whole(20), 10_000);
    let copies = decks.windows(2).filter(|two| two[0] == two[1]).count();
    assert!(copies.abs_diff(500) < 110, "{copies}");
}

#[test]
fn other_sequences_leave_draws_with_replacement_to_their_decks() {
    for id in ["repeat-deck", "overlapping-draws", "weak-copy"] {
        assert_eq!(rows(id, 10, 3), None, "{id}");
    }
}
