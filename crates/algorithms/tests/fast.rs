//! `fast` from the outside: every order and every deal equally often, and the decks of the catalogue on batched
//! dice.

use rand::{Rng, SeedableRng};
use rand_pcg::{Pcg32, Pcg64};
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    dice::{Batched, DiceSpec},
    fast,
    fill::Job,
    generator::{Generator, Seed},
};
use std::collections::HashMap;

const TRIALS: u32 = 200_000;
const SEED: u64 = 0x5eed;

/// Pearson's sum over so many equally likely cells, refused beyond z = 5.7 (after Wilson and Hilferty): alpha
/// below 1e-8 a test. All tests here have 200,000 trials a generator, and one seed.
fn assert_even<K>(what: &str, counts: &HashMap<K, u32>, cells: usize) {
    let trials: u32 = counts.values().sum();
    let expected = f64::from(trials) / cells as f64;
    assert!(counts.len() <= cells, "{what}: {} of {cells} cells", counts.len());
    let unseen = (cells - counts.len()) as f64 * expected;
    let seen = counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected);
    let (statistic, df) = (unseen + seen.sum::<f64>(), cells as f64 - 1.0);
    let spread = 2.0 / (9.0 * df);
    let critical = df * (1.0 - spread + 5.7 * spread.sqrt()).powi(3);
    assert!(statistic <= critical, "{what}: {statistic} on {df} degrees of freedom");
}

/// Counts what comes, with two generators, so that a flaw of one is not taken for ours.
fn assert_all_come<K: Eq + std::hash::Hash>(
    what: &str,
    cells: usize,
    mut draw: impl FnMut(&mut dyn Rng) -> K,
) {
    let rngs: [&mut dyn Rng; 2] =
        [&mut Pcg64::seed_from_u64(SEED), &mut Pcg32::seed_from_u64(SEED)];
    for rng in rngs {
        let mut counts = HashMap::new();
        (0..TRIALS).for_each(|_| *counts.entry(draw(rng)).or_default() += 1);
        assert_even(what, &counts, cells);
    }
}

#[test]
fn every_order_comes_equally_often() {
    for (cards, orders) in [(2, 2), (3, 6), (4, 24), (5, 120), (6, 720)] {
        assert_all_come(&format!("shuffle of {cards}"), orders, |rng| {
            let mut deck = identity::<u8>(cards);
            fast::shuffle(&mut deck, rng);
            deck
        });
    }
}

#[test]
fn every_ordered_choice_comes_equally_often() {
    for (cards, amount, choices) in [(5, 2, 20), (6, 3, 120), (52, 2, 52 * 51), (300, 1, 300)] {
        assert_all_come(&format!("{amount} of {cards} by a shuffle"), choices, |rng| {
            let mut deck = identity::<u32>(cards);
            fast::partial_shuffle(&mut deck, rng, amount).0.to_vec()
        });
        assert_all_come(&format!("{amount} of {cards} dealt"), choices, |rng| {
            let mut dealt = vec![0_u32; amount];
            fast::deal(cards, &mut dealt, rng);
            dealt
        });
    }
    assert_all_come("a hand of 3 of 6", 120, |rng| fast::hand::<3, u8, _>(6, rng));
}

#[test]
fn every_card_comes_to_every_place_of_52_equally_often() {
    let mut rng = Pcg64::seed_from_u64(SEED);
    let mut counts = vec![HashMap::new(); 52];
    for _ in 0..TRIALS {
        let mut deck = identity::<u8>(52);
        fast::shuffle(&mut deck, &mut rng);
        for (place, card) in deck.into_iter().enumerate() {
            *counts[place].entry(card).or_default() += 1;
        }
    }
    for (place, counts) in counts.iter().enumerate() {
        assert_even(&format!("place {place}"), counts, 52);
    }
}

#[test]
fn batched_dice_give_the_catalogue_the_decks_of_the_fast_loops() {
    let fisher_yates = Algorithm::parse("fisher-yates").unwrap();
    for cards in [4, 10, 52, 300, 1_000] {
        let mut dice = Batched::new(Pcg64::seed_from_u64(SEED));
        let mut rng = Pcg64::seed_from_u64(SEED);
        for deck in 0..20 {
            let [mut on_dice, mut fast] = [(); 2].map(|()| identity::<u32>(cards));
            fisher_yates.shuffle(&mut on_dice, &mut dice).unwrap();
            fast::shuffle(&mut fast, &mut rng);
            assert_eq!(on_dice, fast, "deck {deck} of {cards}");
        }
    }
    let shape = Shape::deal(52, 9).unwrap();
    let job = Job::new(Algorithm::parse("fyp").unwrap(), shape);
    let (seed, dice) = (Seed::from_u64(SEED), DiceSpec::Batched);
    let dealt = Job { dice, rng: Generator::Pcg64, ..job }.decks::<u8>(1, &seed);
    let hand: [u8; 9] = fast::hand(52, &mut Pcg64::from_seed(seed.0));
    assert_eq!(dealt, hand);
}

#[test]
fn the_fast_decks_of_a_seed_stay_what_they_are() {
    let mut rng = Pcg64::seed_from_u64(SEED);
    let mut lines = String::new();
    let mut line = |what: &str, cards: &[u32]| {
        let cards: Vec<String> = cards.iter().map(|card| card.index().to_string()).collect();
        lines += &format!("{what}: {}\n", cards.join(" "));
    };
    for cards in [2, 10, 52] {
        let mut deck = identity::<u32>(cards);
        fast::shuffle(&mut deck, &mut rng);
        line(&format!("shuffle of {cards}"), &deck);
    }
    // Some places of decks with batches of a fixed length, and of one that is too large for the cache.
    for cards in [300, 5_000, 1_000_000] {
        let mut deck = identity::<u32>(cards);
        fast::shuffle(&mut deck, &mut rng);
        let some: Vec<u32> = deck.into_iter().step_by(cards / 10).collect();
        line(&format!("every tenth part of {cards}"), &some);
    }
    let mut deck = identity::<u32>(52);
    line("9 of 52 by a shuffle", fast::partial_shuffle(&mut deck, &mut rng, 9).0);
    for cards in [52, 200, 1_000_000_000] {
        let mut dealt = [0; 9];
        fast::deal(cards, &mut dealt, &mut rng);
        line(&format!("9 of {cards} dealt"), &dealt);
    }
    insta::assert_snapshot!("fast", lines);
}

#[test]
fn a_hand_and_a_deck() {
    use rand::SeedableRng;
    use shuffle_algorithms::fast;

    let mut rng = rand_pcg::Pcg64::seed_from_u64(1); // or any other generator of `rand`

    let mut deck: Vec<String> = (0..52).map(|card| format!("card {card}")).collect();
    fast::shuffle(&mut deck, &mut rng);

    let (winners, _) = fast::partial_shuffle(&mut deck, &mut rng, 3); // they lie at the end of the deck
    assert_eq!(winners.len(), 3);

    let hand: [u8; 9] = fast::hand(52, &mut rng); // 9 of the cards 0 to 51
    assert!(hand.iter().all(|&card| card < 52));

    let mut drawn = vec![0_u32; 100]; // 100 of 0 to 999,999,999, and nothing of that size in memory
    fast::deal(1_000_000_000, &mut drawn, &mut rng);
}
