//! Every reason why a law cannot be had, and its line.

use crate::{algorithm, laws, laws_of};
use shuffle_algorithms::{Shape, dice::DiceSpec};
use shuffle_exact::{
    LawError, Laws, Limits, Subject,
    error::PathCount,
    pair::{self, Pairs},
    paths::{self, Route},
    position,
    tree::Tree,
};

fn limited(name: &str, cards: usize, limits: Limits) -> Laws {
    Laws::new(Subject::new(algorithm(name), Shape::whole(cards)), limits)
}

#[test]
fn code_that_draws_by_itself_has_no_paths() {
    let laws = laws("rand-shuffle", 3);
    let why = LawError::Foreign { id: "rand-shuffle".into() };
    assert_eq!(laws.permutation().unwrap_err(), why);
    assert_eq!(laws.position().unwrap_err(), why);
    assert_eq!(laws.degree().unwrap_err(), why);
    assert_eq!(laws.script().unwrap_err(), why);
    assert_eq!(laws.permutation_cost().unwrap_err(), why);
    let tree = Tree::of(&algorithm("rand-shuffle"), &Route::new(Shape::whole(3), 9));
    assert_eq!(tree.unwrap_err(), why);
    assert_eq!(
        why.to_string(),
        "`rand-shuffle` draws directly from a generator, so it has no rolls whose paths could be walked"
    );
}

#[test]
fn tiny_seeds_have_no_product_law() {
    for name in ["naive", "hindu"] {
        let laws = laws_of(name, |subject| {
            (subject.shape, subject.dice) = (Shape::whole(3), DiceSpec::TinySeed { bits: 16 });
        });
        let why = LawError::Dependent { dice: "tiny-seed:bits=16".into() };
        assert_eq!(laws.permutation().unwrap_err(), why);
        assert_eq!(laws.position().unwrap_err(), why);
        assert_eq!(laws.neighbors().unwrap_err(), why);
        assert!(why.to_string().contains("depend on each other"));
    }
}

#[test]
fn a_card_swapped_with_a_place_hides_where_it_was() {
    let laws = laws("mixed-within", 52);
    let why = LawError::MixedWithin { step: 1 };
    assert_eq!(laws.position().unwrap_err(), why);
    assert_eq!(laws.degree().unwrap_err(), why);
    let (script, dice) = (laws.script().unwrap(), DiceSpec::Exact);
    let limits = Limits::default();
    assert_eq!(position::of_script(script, dice, &limits).unwrap_err(), why);
    assert_eq!(pair::of_script(script, dice, Pairs::Ordered, &limits).unwrap_err(), why);
    assert!(why.to_string().starts_with("step 1 moves a card, by value, to a place, by position"));
}

#[test]
fn a_shuffle_whose_course_depends_on_rolls_has_no_steps() {
    let laws = laws("hindu", 10);
    assert_eq!(laws.script().unwrap_err(), LawError::NoSteps);
    assert_eq!(laws.permutation_cost().unwrap_err(), LawError::NoSteps);
    assert!(LawError::NoSteps.to_string().contains("depends on its rolls"));
}

#[test]
fn too_much_memory_is_refused_with_the_figure() {
    let laws = limited("naive", 10, Limits { bytes: 50_000_000, ..Limits::default() });
    let why = laws.permutation().unwrap_err();
    assert!(matches!(&why, LawError::Memory { cost, .. } if cost.bytes == 58_060_800));
    assert_eq!(
        why.to_string(),
        "the law of whole decks takes 3628800 probabilities, 58.1 MB and 362880000 moves, about 3 seconds, but 50.0 MB are allowed"
    );
    // The default refuses 13 cards, which would take 99.6 GB.
    assert!(matches!(
        crate::laws("naive", 13).permutation().unwrap_err(),
        LawError::Memory { cost, .. } if cost.bytes == 16 * 6_227_020_800
    ));
    let few = Limits { bytes: 1_000, ..Limits::default() };
    assert!(matches!(limited("naive", 52, few).position(), Err(LawError::Memory { .. })));
    assert!(matches!(limited("naive", 52, few).degree(), Err(LawError::Memory { .. })));
}

#[test]
fn too_much_work_is_refused_with_the_figure() {
    let few = Limits { moves: 1_000, ..Limits::default() };
    let why = limited("naive", 6, few).permutation().unwrap_err();
    assert!(matches!(&why, LawError::Work { cost, .. } if cost.moves == 720 * 36));
    assert!(why.to_string().ends_with("but 1000 moves are allowed"));
    assert!(matches!(limited("naive", 52, few).position(), Err(LawError::Work { .. })));
    let mut subject = Subject::new(algorithm("coin-insertion-sort"), Shape::whole(5));
    subject.passes = 2;
    let repeated = Laws::new(subject, few);
    assert!(matches!(repeated.permutation(), Err(LawError::Work { limit: 1_000, .. })));
}

#[test]
fn too_many_paths_are_refused_before_the_first_where_they_can_be_counted() {
    let route = |cards, limit| Route::new(Shape::whole(cards), limit);
    let mut walked = 0;
    let why = paths::of_algorithm(&algorithm("naive"), &route(8, 1_000), |_| walked += 1);
    assert_eq!(why, Err(LawError::Paths { paths: PathCount::Exactly(16_777_216), limit: 1_000 }));
    assert_eq!(walked, 0);
    assert_eq!(why.unwrap_err().to_string(), "the dice have 16777216 paths, but 1000 are allowed");
    let why = paths::of_algorithm(&algorithm("naive"), &route(52, 1_000), |_| walked += 1);
    assert_eq!(why, Err(LawError::Paths { paths: PathCount::MoreThan(u128::MAX), limit: 1_000 }));
    assert_eq!(walked, 0);
    let why =
        paths::of_algorithm(&algorithm("coin-insertion-sort"), &route(6, 700), |_| walked += 1);
    assert_eq!(why, Err(LawError::Paths { paths: PathCount::MoreThan(700), limit: 700 }));
    assert_eq!(walked, 700);
    assert_eq!(
        why.unwrap_err().to_string(),
        "the dice have more than 700 paths, but 700 are allowed"
    );
    assert_eq!(
        paths::of_algorithm(&algorithm("coin-insertion-sort"), &route(6, 720), |_| ()),
        Ok(())
    );
    let laws = limited("coin-merge-sort", 52, Limits { paths: 10_000, ..Limits::default() });
    assert!(matches!(
        laws.degree(),
        Err(LawError::Paths { paths: PathCount::MoreThan(10_000), .. })
    ));
}

#[test]
fn orders_beyond_numbering_are_refused() {
    let why = laws("naive", 52).permutation().unwrap_err();
    assert_eq!(why, LawError::Orders { cards: 52, dealt: 52 });
    assert!(why.to_string().starts_with("the orders of 52 cards of 52 cannot be numbered"));
    let wide = laws_of("fyp", |subject| subject.shape = Shape::deal(200, 1).unwrap());
    assert_eq!(wide.permutation().unwrap_err(), LawError::Orders { cards: 200, dealt: 1 });
    assert!(wide.position().is_ok());
}

#[test]
fn one_card_has_no_neighbors() {
    let why = laws("naive", 1).degree().unwrap_err();
    assert_eq!(why, LawError::NoNeighbors { dealt: 1 });
    assert_eq!(
        why.to_string(),
        "the shuffle degree compares neighbors: at least 2 cards must be dealt, not 1"
    );
}

#[test]
fn skips_of_a_reservoir_have_too_many_values_to_be_walked() {
    let limits = Limits { paths: 1_000, ..Limits::default() };
    let subject = Subject::new(algorithm("reservoir-l"), Shape::deal(5, 2).unwrap());
    let laws = Laws::new(subject, limits);
    assert!(matches!(laws.permutation(), Err(LawError::Paths { limit: 1_000, .. })));
}
