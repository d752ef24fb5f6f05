//! Passes: a law of several is the shuffle done several times.

use crate::laws_of;
use shuffle_algorithms::Shape;

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
