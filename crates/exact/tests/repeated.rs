//! Passes: a law of several is the shuffle done several times.

use crate::{DICE, laws_of, walkable};
use itertools::Itertools;
use shuffle_algorithms::Shape;
use shuffle_exact::{
    LawError,
    paths::{self, Route},
    permutation,
};

#[test]
fn passes_are_the_shuffle_done_again_on_the_same_deck() {
    // For procedures that also proves that they look at no card: the law of the second pass is taken from
    // the first, on the untouched deck, while the paths go through the shuffled one.
    let mut compared = 0;
    for algorithm in walkable() {
        for (cards, dealt, passes) in [(3, 3, 2), (3, 3, 3), (4, 4, 2), (4, 2, 2), (7, 7, 2)] {
            for dice in DICE {
                let shape = Shape::deal(cards, dealt).unwrap();
                let route = Route { shape, dice, passes, limit: 70_000 };
                let walk = |each: &mut dyn FnMut(paths::Path<'_>)| {
                    paths::of_algorithm(&algorithm, &route, each)
                };
                let by_paths = match permutation::of_paths(shape, walk) {
                    Ok(law) => law,
                    Err(LawError::Paths { .. }) => continue,
                    Err(why) => panic!("{why}"),
                };
                let laws = laws_of(&algorithm.to_string(), |subject| {
                    (subject.shape, subject.dice, subject.passes) = (shape, dice, passes);
                });
                let law = laws.permutation().unwrap();
                for order in (0..cards as u32).permutations(dealt) {
                    let (a, b) = (law.probability(&order), by_paths.probability(&order));
                    assert_eq!(a, b, "{algorithm}, {passes} passes on {cards} cards with {dice}");
                }
                let (position, marginal) = (laws.position().unwrap(), by_paths.position());
                assert_eq!(position.noncentrality(), marginal.noncentrality());
                assert_eq!(laws.degree().ok(), by_paths.degree());
                compared += 1;
            }
        }
    }
    assert!(compared > 250, "only {compared} had few enough paths");
}

#[test]
fn a_hand_shuffle_of_fifty_two_cards_has_a_law() {
    let laws = crate::laws("hindu", 52);
    let law = laws.permutation().unwrap();
    assert!(law.masses().is_exact() && law.masses().len() > 100_000);
    assert_eq!(law.separation().to_string(), "1");
    assert!(laws.position().unwrap().noncentrality().value() > 1.0);
    assert_eq!(law.extremes(1).least.examples.len(), 1);
}

#[test]
fn no_passes_leave_the_deck_alone() {
    for name in ["naive", "hindu"] {
        let laws = laws_of(name, |s| (s.shape, s.passes) = (Shape::whole(4), 0));
        assert_eq!(laws.permutation().unwrap().probability(&[0, 1, 2, 3]).to_string(), "1");
        assert_eq!(laws.degree().unwrap().to_string(), "1/2");
    }
}
