//! The claims of the catalogue, checked against the exact laws.

use crate::{laws, laws_of, walkable};
use shuffle_algorithms::Shape;
use shuffle_exact::{Laws, Limits, Subject};

#[test]
fn every_claim_of_the_catalogue_is_proved_for_up_to_six_cards() {
    for algorithm in walkable() {
        for cards in 0..=6 {
            let subject = Subject::new(algorithm.clone(), Shape::whole(cards));
            let laws = Laws::new(subject, Limits::default());
            let law = laws.permutation().unwrap_or_else(|why| panic!("{algorithm}: {why}"));
            assert!(law.masses().is_exact());
            assert_eq!(
                law.is_uniform(),
                algorithm.is_uniform_on(cards),
                "{algorithm} on {cards} cards"
            );
        }
    }
}

#[test]
fn the_uniform_shuffles_are_proved_uniform_up_to_seven_cards() {
    let uniform =
        ["fisher-yates", "fisher-yates-by-value", "mixed-between", "inside-out", "out-of-place"];
    for name in uniform.into_iter().chain(["pencil-and-paper", "splice", "wash", "fyp"]) {
        for cards in 0..=7 {
            let laws = laws(name, cards);
            let law = laws.permutation().unwrap();
            assert!(law.masses().is_exact() && law.is_uniform(), "{name} on {cards} cards");
            assert_eq!(law.total_variation().to_string(), "0");
            assert_eq!(law.noncentrality().to_string(), "0");
            assert_eq!(law.separation().to_string(), "0");
        }
    }
}

#[test]
fn deals_have_the_uniform_law_over_ordered_deals() {
    for name in ["fy-slice", "fyp", "inside-out", "out-of-place", "fisher-yates-by-value"] {
        for (cards, dealt) in [(1, 0), (4, 1), (5, 2), (6, 2), (6, 3), (7, 6), (52, 3)] {
            if name != "fyp" && cards == 52 {
                continue; // checked below: a table of 52! it has not, but one of 132,600
            }
            let shape = Shape::deal(cards, dealt).unwrap();
            let laws = laws_of(name, |subject| subject.shape = shape);
            let law = laws.permutation().unwrap();
            assert!(law.is_uniform() && law.masses().is_exact(), "{name}: {dealt} of {cards}");
        }
    }
    for (cards, dealt) in [(5, 2), (6, 3)] {
        let laws = laws_of("naive", |subject| subject.shape = Shape::deal(cards, dealt).unwrap());
        assert!(!laws.permutation().unwrap().is_uniform());
    }
}

#[test]
fn a_reservoir_sample_of_fifty_two_has_each_card_as_often_as_the_others() {
    let laws = laws_of("reservoir", |subject| subject.shape = Shape::deal(52, 5).unwrap());
    let places = laws.position().unwrap();
    // The first slot has its own card or a later one; all slots together have each card with probability 5/52.
    assert_eq!(places.probability(0, 1).to_string(), "0");
    assert_eq!(places.probability(0, 0).to_string(), "5/52");
    let chances = places.matrix();
    let dealt = (0..52).map(|card| chances.iter().take(5).map(|place| place[card]).sum());
    dealt.for_each(|dealt: f64| crate::assert_close(dealt, 5.0 / 52.0, 1e-12));
}

#[test]
fn a_deal_of_two_from_fifty_two_needs_no_table_of_all_orders() {
    for name in ["fy-slice", "inside-out", "fisher-yates-by-value", "mixed-between", "out-of-place"]
    {
        let laws = laws_of(name, |subject| subject.shape = Shape::deal(52, 2).unwrap());
        let law = laws.permutation().unwrap();
        assert_eq!(law.masses().len(), 52 * 51);
        assert!(law.masses().is_exact() && law.is_uniform(), "{name}");
    }
}

#[test]
fn at_fifty_two_cards_every_place_and_pair_of_the_uniform_shuffles_is_proved_fair() {
    for name in ["fisher-yates", "fisher-yates-by-value", "mixed-between", "out-of-place", "fyp"] {
        let laws = laws(name, 52);
        let position = laws.position().unwrap();
        assert!(position.masses().is_exact() && position.is_uniform(), "{name}");
        assert_eq!(position.noncentrality().to_string(), "0");
        assert_eq!(laws.degree().unwrap().to_string(), "0");
    }
}

#[test]
fn decks_of_none_or_one_have_one_order() {
    for algorithm in walkable() {
        for cards in 0..=1 {
            let subject = Subject::new(algorithm.clone(), Shape::whole(cards));
            let laws = Laws::new(subject, Limits::default());
            let law = laws.permutation().unwrap();
            assert_eq!(law.masses().len(), 1, "{algorithm} on {cards} cards");
            assert_eq!(law.entropy_bits(), 0.0);
            assert_eq!(law.extremes(1).most.probability.to_string(), "1");
            assert_eq!(law.degree(), None);
            assert_eq!(laws.position().unwrap().matrix(), vec![vec![1.0]; cards]);
            assert!(laws.position().unwrap().is_uniform());
            assert!(laws.degree().is_err());
        }
    }
}
