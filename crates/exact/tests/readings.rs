//! Laws of one subject that are found in several ways are the same.

use crate::{DICE, assert_close, laws_of, walkable};
use itertools::{Itertools, iproduct};
use rayon::prelude::*;
use shuffle_algorithms::{Shape, dice::DiceSpec};
use shuffle_exact::{
    LawError, Limits,
    pair::{self, Pairs},
    paths::{self, Route},
    permutation::{self, PermutationLaw},
    position,
    script::Script,
};

/// Holds two laws of whole decks, or of deals, against each other.
pub(crate) fn wholes_agree(law: &PermutationLaw, other: &PermutationLaw, what: &str) {
    let shape = law.shape();
    for order in (0..shape.cards() as u32).permutations(shape.dealt()) {
        assert_eq!(law.probability(&order), other.probability(&order), "{what}: {order:?}");
    }
    assert_eq!(law.total_variation(), other.total_variation(), "{what}");
    assert_eq!(law.noncentrality(), other.noncentrality(), "{what}");
    assert_close(law.entropy_bits(), other.entropy_bits(), 1e-12);
    assert_eq!(law.extremes(9).least.ties, other.extremes(9).least.ties, "{what}");
    assert_eq!(law.extremes(9).least.examples, other.extremes(9).least.examples, "{what}");
}

/// Holds the laws of places and of pairs, for which cards are followed through the steps, against the law of whole decks.
pub(crate) fn parts_agree(
    script: &Script,
    dice: DiceSpec,
    whole: &PermutationLaw,
    what: &str,
) -> Result<(), LawError> {
    let (cards, dealt) = (whole.shape().cards(), whole.shape().dealt());
    let limits = Limits::default();
    let (law, marginal) = (position::of_script(script, dice, &limits)?, whole.position());
    for (place, card) in iproduct!(0..dealt, 0..cards) {
        let (one, other) = (law.probability(place, card), marginal.probability(place, card));
        assert_eq!(one, other, "{what}: card {card} at place {place}");
    }
    assert_eq!(law.noncentrality(), marginal.noncentrality(), "{what}");
    assert_eq!(law.is_uniform(), marginal.is_uniform(), "{what}");
    for pairs in [Pairs::Neighbors, Pairs::Ordered, Pairs::Places(0, 1), Pairs::Places(1, 0)] {
        let law = pair::of_script(script, dice, pairs, &limits)?;
        let marginal = whole.pairs(pairs);
        for (a, b) in iproduct!(0..cards, 0..cards) {
            let (one, other) = (law.probability(a, b), marginal.probability(a, b));
            assert_eq!(one, other, "{what}, {pairs:?}: {a} before {b}");
        }
        assert_eq!(law.ascending(), marginal.ascending(), "{what}, {pairs:?}");
    }
    Ok(())
}

/// Holds the law step by step against the law of all paths, and returns how many had few enough paths. Sizes are cards, cards dealt and
/// passes.
fn steps_agree_with_paths(sizes: [(usize, usize, u32); 5], limit: u64) -> usize {
    let all: Vec<_> = iproduct!(walkable(), sizes, DICE).collect();
    let are_compared = all.into_par_iter().filter(|(algorithm, (cards, dealt, passes), dice)| {
        let (cards, dealt, passes, dice) = (*cards, *dealt, *passes, *dice);
        let shape = Shape::deal(cards, dealt).unwrap();
        let route = Route { shape, dice, passes, limit };
        let walk =
            |each: &mut dyn FnMut(paths::Path<'_>)| paths::of_algorithm(algorithm, &route, each);
        let by_paths = match permutation::of_paths(shape, walk) {
            Ok(law) => law,
            Err(LawError::Paths { .. }) => return false,
            Err(why) => panic!("{why}"),
        };
        let laws = laws_of(&algorithm.to_string(), |subject| {
            (subject.shape, subject.dice, subject.passes) = (shape, dice, passes);
        });
        let what = format!("{algorithm} with {dice}, {dealt} of {cards} cards, {passes} passes");
        wholes_agree(laws.permutation().unwrap(), &by_paths, &what);
        let (position, marginal) = (laws.position().unwrap(), by_paths.position());
        assert_eq!(position.noncentrality(), marginal.noncentrality(), "{what}");
        assert_eq!(laws.degree().ok(), by_paths.degree(), "{what}");
        true
    });
    are_compared.count()
}

#[test]
fn the_law_step_by_step_is_that_of_all_paths() {
    let sizes = [(2, 2, 1), (3, 3, 1), (4, 4, 1), (4, 2, 1), (5, 3, 1)];
    let compared = steps_agree_with_paths(sizes, 4_000);
    assert!(compared > 400, "only {compared} laws had few enough paths");
}

#[test]
fn passes_are_the_shuffle_done_again_on_the_same_deck() {
    // For procedures that also proves that they look at no card: the law of the second pass is taken from
    // the first, on the untouched deck, while the paths go through the shuffled one.
    let sizes = [(3, 3, 2), (3, 3, 3), (4, 4, 2), (4, 2, 2), (7, 7, 2)];
    let compared = steps_agree_with_paths(sizes, 70_000);
    assert!(compared > 250, "only {compared} had few enough paths");
}

#[test]
fn places_and_pairs_that_are_followed_have_the_marginals_of_whole_decks() {
    let mut followed = 0;
    let sizes = [(2, 2), (3, 3), (5, 5), (6, 6), (6, 4), (6, 2)];
    for (algorithm, (cards, dealt), dice) in iproduct!(walkable(), sizes, DICE) {
        let laws = laws_of(&algorithm.to_string(), |subject| {
            (subject.shape, subject.dice) = (Shape::deal(cards, dealt).unwrap(), dice);
        });
        let Ok(script) = laws.script() else { continue };
        let what = format!("{algorithm} with {dice}, {dealt} of {cards} cards");
        let whole = laws.permutation().unwrap();
        match parts_agree(script, dice, whole, &what) {
            Ok(()) => followed += 1,
            Err(LawError::MixedWithin { step: 1 }) if algorithm.entry().id == "mixed-within" => {
                continue;
            }
            Err(why) => panic!("{what}: {why}"),
        }
        assert_eq!(laws.degree().ok(), whole.degree(), "{what}");
    }
    assert_eq!(followed, crate::followable() * 6 * 5);
}
