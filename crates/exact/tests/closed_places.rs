//! The closed laws of places and pairs, cell by cell against the bodies of the catalogue.

use crate::{assert_close, laws, laws_of};
use itertools::iproduct;
use shuffle_algorithms::Shape;
use shuffle_exact::{Derivation, LawError, Laws, Limits, Subject, closed::Closed, pair::Pairs};

/// Every shuffle whose places are known in closed form, with small parameters.
const KNOWN: [&str; 18] = [
    "hindu",
    "human-riffle",
    "thorp",
    "overhand:percent=1",
    "overhand:percent=20",
    "overhand:percent=50",
    "overhand:percent=99",
    "gsr-riffle:riffles=1",
    "gsr-riffle:riffles=2",
    "inverse-riffle:riffles=1",
    "inverse-riffle:riffles=3",
    "random-keys:bits=2",
    "shelf:shelves=1",
    "shelf:shelves=2",
    "shelf:shelves=3",
    "top-to-random:moves=1",
    "top-to-random:moves=2",
    "top-to-random:moves=4",
];

/// Compares all cells; says whether the body's law could be had.
fn same_cells(name: &str, shape: Shape, passes: u32) -> bool {
    let limits = Limits { paths: 20_000, ..Limits::default() };
    let mut subject = Subject::new(crate::algorithm(name), shape);
    subject.passes = passes;
    let closed = Closed::of(&subject).expect("it is known");
    let laws = Laws::new(subject, limits);
    let Ok(law) = laws.permutation() else { return false };
    let (cards, what) = (shape.cards(), format!("{name}, {passes} passes on {shape:?}"));
    let (position, marginal) = (closed.position(&limits).unwrap().unwrap(), law.position());
    for (place, card) in iproduct!(0..shape.dealt(), 0..cards) {
        let number = position.probability(place, card);
        let wanted = marginal.probability(place, card).value();
        assert!(number.error() < 1e-10);
        assert!(
            (number.value() - wanted).abs() <= number.error(),
            "{what}: card {card} at {place} is {}, but {wanted}",
            number.value()
        );
    }
    if let Some(degree) = closed.degree(&limits) {
        let (degree, wanted) = (degree.unwrap(), law.degree().unwrap());
        assert_eq!(degree, wanted, "{what}");
    }
    for pairs in [Pairs::Neighbors, Pairs::Ordered, Pairs::Places(1, 0)] {
        let Some(closed) = closed.pairs(pairs, &limits) else {
            assert!(name.starts_with("shelf"));
            continue;
        };
        let (closed, wanted) = (closed.unwrap(), law.pairs(pairs));
        for (a, b) in iproduct!(0..cards, 0..cards) {
            let (number, wanted) = (closed.probability(a, b), wanted.probability(a, b).value());
            assert!(number.error() < 1e-10);
            assert!(
                (number.value() - wanted).abs() <= number.error(),
                "{what}, {pairs:?}: {a} before {b} is {}, but {wanted}",
                number.value()
            );
        }
    }
    true
}

#[test]
fn every_cell_is_that_of_the_body() {
    let mut compared = 0;
    for name in KNOWN {
        for cards in 0..=8 {
            for passes in if cards < 6 { 1..=2 } else { 1..=1 } {
                compared += usize::from(same_cells(name, Shape::whole(cards), passes));
            }
        }
        for (cards, dealt) in [(5, 3), (7, 2), (4, 1)] {
            compared += usize::from(same_cells(name, Shape::deal(cards, dealt).unwrap(), 1));
        }
    }
    assert!(compared > 200, "only {compared} laws were to be had from the body");
}

#[test]
fn larger_decks_have_more_packets() {
    for (name, cards) in [("hindu", 23), ("hindu", 30), ("human-riffle", 13), ("human-riffle", 12)]
    {
        assert!(same_cells(name, Shape::whole(cards), 1), "{name} on {cards} cards");
    }
}

#[test]
fn riffled_places_are_binomial() {
    // Place p holds card x: 2^-(p+1) C(p, x) from the upper half, 2^-(n-p) C(n-1-p, x-p) from the lower.
    let choose = |n: usize, k: usize| {
        (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
    };
    let law = laws("gsr-riffle", 52);
    let law = law.position().unwrap();
    for (place, card) in iproduct!(0..52_usize, 0..52_usize) {
        let upper =
            if card <= place { choose(place, card) * 0.5_f64.powi(place as i32 + 1) } else { 0.0 };
        let lower = if card >= place {
            choose(51 - place, card - place) * 0.5_f64.powi(52 - place as i32)
        } else {
            0.0
        };
        assert_close(law.probability(place, card).value(), upper + lower, 1e-13);
    }
}

#[test]
fn the_pairs_of_a_riffle_have_its_closed_degree() {
    for (name, k) in [("gsr-riffle:riffles=1", 1), ("gsr-riffle:riffles=4", 4)] {
        let laws = laws(name, 52);
        let degree = laws.neighbors().unwrap().degree().unwrap();
        assert_close(degree.value(), 0.5_f64.powi(k + 1), degree.error());
    }
    let laws = laws("inverse-riffle:riffles=3", 52);
    let (by_pairs, closed) = (laws.neighbors().unwrap().degree().unwrap(), laws.degree().unwrap());
    assert!(closed.fraction().is_some());
    assert_close(by_pairs.value(), closed.value(), by_pairs.error());
}

#[test]
fn the_hand_shuffles_of_fifty_two_cards_are_pinned() {
    let degree = |name: &str, passes| {
        let laws = laws_of(name, |s| (s.shape, s.passes) = (Shape::whole(52), passes));
        let found = laws.degree_found().unwrap();
        assert!(matches!(found.way, Derivation::Closed { .. }), "{name}");
        assert!(found.number.error() < 1e-9);
        found.number.value()
    };
    // The catalogue's own law by all paths of one pass, from another test of this crate.
    let enumerated = laws("hindu", 52);
    let enumerated = enumerated.permutation().unwrap().degree().unwrap().value();
    assert_close(degree("hindu", 1), enumerated, 1e-11);
    // Derived here, and pinned: the courses are those whose every cell is compared above.
    for (name, passes, wanted) in [
        ("hindu", 10, 0.138_080_160_9),
        ("hindu", 50, 0.003_556_867_5),
        ("human-riffle", 1, 0.064_830_820_7),
        ("human-riffle", 2, 0.018_642_564_6),
        ("human-riffle", 10, 0.009_822_407_1),
        ("thorp", 1, 25.0 / 204.0),
        ("overhand:percent=20", 1, 0.3), // a neighbor descends where the deck is cut
        ("overhand:percent=20", 100, 0.000_013_862_9),
        ("top-to-random:moves=205", 1, 0.000_161_114_8),
    ] {
        assert_close(degree(name, passes), wanted, 5e-11);
    }
}

#[test]
fn no_number_of_human_riffles_moves_the_bottom_card() {
    // The lower half drops first, so its last card stays last, and the degree never falls below
    // (25 + 1)/51 - 1/2 = 1/102: an audit sees it at any number of passes.
    for passes in [1, 7, 200] {
        let laws = laws_of("human-riffle", |s| (s.shape, s.passes) = (Shape::whole(52), passes));
        let bottom = laws.position().unwrap().probability(51, 51);
        assert_close(bottom.value(), 1.0, bottom.error());
        let degree = laws.degree().unwrap();
        assert!(degree.value() > 1.0 / 102.0 - degree.error());
    }
    let laws = laws_of("human-riffle", |s| (s.shape, s.passes) = (Shape::whole(52), 200));
    let degree = laws.degree().unwrap();
    assert_close(degree.value(), 1.0 / 102.0, degree.error());
    let lambda = laws.position().unwrap().noncentrality();
    assert_close(lambda.value(), 51.0, 1e-6);
}

#[test]
fn a_shelf_has_places_but_no_pairs_when_its_paths_are_too_many() {
    let subject = Subject::new(crate::algorithm("shelf:shelves=10"), Shape::whole(52));
    let laws = Laws::new(subject, Limits { paths: 1_000, ..Limits::default() });
    assert!(matches!(laws.position_way().unwrap(), Derivation::Closed { .. }));
    assert!(matches!(laws.neighbors(), Err(LawError::Paths { .. })));
}
