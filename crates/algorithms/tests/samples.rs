//! Samples: by exact enumeration every set of cards is equally likely, and the order is what the entry says.

use crate::exact::{Fraction, Law, float, fraction, orders};
use shuffle_algorithms::{
    Algorithm, Shape,
    catalogue::{ENTRIES, Known},
    fill::Job,
    generator::Seed,
};
use std::collections::BTreeMap;

/// The samplers whose paths can be walked.
const WALKED: [&str; 3] = ["reservoir", "floyd", "selection-sampling"];

fn shapes() -> impl Iterator<Item = Shape> {
    (1..=6).flat_map(|n| (1..=n).map(move |k| Shape::deal(n, k).unwrap()))
}

/// The probability of each set.
fn sets(law: &Law) -> BTreeMap<Vec<u8>, Fraction> {
    let mut sets = BTreeMap::new();
    for (deal, weight) in &law.0 {
        let mut set = deal.clone();
        set.sort_unstable();
        *sets.entry(set).or_insert(fraction(0, 1)) += weight;
    }
    sets
}

fn all_sets(shape: Shape) -> usize {
    orders(shape.cards(), shape.dealt()) / orders(shape.dealt(), shape.dealt())
}

fn assert_uniform_sets(law: &Law, shape: Shape, what: &str) {
    let (sets, all) = (sets(law), all_sets(shape));
    assert_eq!(sets.len(), all, "{what}, {shape:?}");
    let even = fraction(1, all);
    assert!(sets.values().all(|chance| *chance == even), "{what}, {shape:?}");
}

#[test]
fn every_set_is_equally_likely_and_from_two_cards_on_not_every_order() {
    for id in WALKED {
        for shape in shapes() {
            let law = Law::read(id, shape);
            assert_uniform_sets(&law, shape, id);
            let all = orders(shape.cards(), shape.dealt());
            assert_eq!(law.is_uniform_over(all), shape.dealt() == 1, "{id}, {shape:?}");
        }
    }
    let of_sets = ENTRIES.iter().filter(|entry| matches!(entry.known, Known::UniformSet { .. }));
    let walked = of_sets.map(|entry| entry.id).filter(|&id| id != "reservoir-l");
    assert!(walked.eq(WALKED), "`reservoir-l` is judged by its deals below");
}

#[test]
fn the_order_of_a_sample_is_as_its_entry_says() {
    let shape = Shape::deal(6, 3).unwrap();
    let always = |id, holds: fn(&[u8]) -> bool| {
        assert_eq!(Law::read(id, shape).chance(holds), fraction(1, 1), "{id}");
    };
    always("selection-sampling", |deal| deal.is_sorted());
    always("reservoir", |deal| deal.iter().zip(0..).all(|(&card, slot)| card > 2 || card == slot));
    always("floyd", |deal| deal.iter().position(|&card| card == 5).is_none_or(|place| place == 2));
}

/// Algorithm R as the books have it: a roll beyond the reservoir does nothing.
fn algorithm_r(cards: usize, dealt: usize, rolls: &[usize]) -> Vec<u8> {
    let mut slots: Vec<u8> = (0..dealt as u8).collect();
    for (card, &roll) in (dealt..cards).zip(rolls) {
        if roll < dealt {
            slots[roll] = card as u8;
        }
    }
    slots
}

#[test]
fn a_reservoir_of_swaps_keeps_what_algorithm_r_keeps() {
    use shuffle_algorithms::{Program, dice::Recorded, shuffles::samples::Reservoir, table::Deck};
    let shape = Shape::deal(6, 2).unwrap();
    for path in 0..3 * 4 * 5 * 6 {
        let rolls = [path % 3, path / 3 % 4, path / 12 % 5, path / 60];
        let mut deck: Vec<u8> = (0..6).collect();
        Reservoir.run(shape, &mut Deck::new(&mut deck, &mut Recorded::new(rolls)));
        assert_eq!(deck[..2], algorithm_r(6, 2, &rolls), "{rolls:?}");
    }
}

#[test]
fn a_whole_deck_is_its_own_sample() {
    for id in WALKED.into_iter().chain(["reservoir-l"]) {
        let job = Job::new(Algorithm::parse(id).unwrap(), Shape::whole(9));
        assert_eq!(job.decks::<u8>(1, &Seed::from_u64(1)), [0, 1, 2, 3, 4, 5, 6, 7, 8], "{id}");
    }
}

#[test]
fn skips_take_every_set_equally_often_and_each_card_where_algorithm_r_has_it() {
    // 200,000 deals of 3 of 7 at one seed, alpha 1e-6.
    let shape = Shape::deal(7, 3).unwrap();
    let decks = Job::new(Algorithm::parse("reservoir-l").unwrap(), shape)
        .decks::<u8>(200_000, &Seed::from_u64(1));
    let law = Law::read("reservoir", shape);
    let mut counts: BTreeMap<&[u8], f64> = BTreeMap::new();
    decks.chunks(3).for_each(|deal| *counts.entry(deal).or_default() += 1.0);
    let chi2: f64 = law
        .0
        .iter()
        .map(|(deal, chance)| {
            let expected = 200_000.0 * float(chance);
            (counts.remove(&deal[..]).unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    assert!(counts.is_empty(), "deals that algorithm R never has: {counts:?}");
    // Wilson and Hilferty's normal form of chi-square; 4.753 leaves 1e-6 above it.
    let degrees = (law.0.len() - 1) as f64;
    let third = 2.0 / (9.0 * degrees);
    let z = ((chi2 / degrees).cbrt() - (1.0 - third)) / third.sqrt();
    assert!(z < 4.753, "chi-square {chi2} of {degrees}");
}

#[test]
fn skips_are_right_in_a_long_deck() {
    // Each of 1,000 cards is kept with probability 1/100; in 100,000 deals 1,000 times, give or take five times 31.5. One seed; the
    // 1,000 counts exceed that with probability 6e-4 together.
    let shape = Shape::deal(1_000, 10).unwrap();
    let decks = Job::new(Algorithm::parse("reservoir-l").unwrap(), shape)
        .decks::<u32>(100_000, &Seed::from_u64(2));
    let mut counts = vec![0_usize; 1_000];
    decks.iter().for_each(|&card| counts[card as usize] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(1_000) < 158), "{counts:?}");
}
