//! The closed laws of whole decks, held against the bodies of the catalogue and the published tables.

use crate::{algorithm, assert_close, laws, laws_of};
use itertools::Itertools;
use shuffle_algorithms::{Shape, catalogue::Known, dice::DiceSpec};
use shuffle_exact::{
    Derivation, LawError, LawValue, Laws, Limits, PermutationLaw, Subject,
    closed::{ClassLaw, Closed},
};
use std::thread;

/// The law from the body, and the closed one.
fn both(name: &str, cards: usize, passes: u32) -> (PermutationLaw, ClassLaw) {
    let change = |s: &mut Subject| (s.shape, s.passes) = (Shape::whole(cards), passes);
    let laws = laws_of(name, change);
    let classes = closed(&laws, &Limits::default()).unwrap_or_else(|| panic!("{name} has one"));
    (laws.permutation().unwrap().clone(), classes.unwrap())
}

/// The closed law, if there is one.
fn closed(laws: &Laws, limits: &Limits) -> Option<Result<ClassLaw, LawError>> {
    let closed = Closed::of(laws.subject())
        .or_else(|| Closed::of_script(laws.script().ok()?, DiceSpec::Exact));
    closed.and_then(|closed| closed.classes(limits))
}

/// The closed law of a shuffle that has one.
fn classes(name: &str, cards: usize) -> ClassLaw {
    closed(&laws(name, cards), &Limits::default()).unwrap().unwrap()
}

/// Every order of `name`, and all sums over the orders.
fn assert_same(name: &str, cards: usize, passes: u32, class_of: impl Fn(&[u32]) -> usize) {
    let (law, classes) = both(name, cards, passes);
    let what = format!("{name}, {passes} passes on {cards} cards");
    for order in (0..cards as u32).permutations(cards) {
        let closed = classes.probability(class_of(&order));
        assert_number(&closed, &law.probability(&order), &format!("{what}: {order:?}"));
    }
    assert_number(&classes.total_variation(), &law.total_variation(), &what);
    assert_number(&classes.separation(), &law.separation(), &what);
    assert_number(&classes.noncentrality(), &law.noncentrality(), &what);
    assert_close(classes.entropy_bits(), law.entropy_bits(), 1e-9);
    let closed = classes.statistic();
    let statistic = law.statistic(closed.len(), class_of);
    for class in 0..statistic.len() {
        assert_number(&closed.get(class), &statistic.get(class), &what);
    }
}

/// A closed number is the one from the body: the same fraction, or within its own error.
fn assert_number(closed: &LawValue, wanted: &LawValue, what: &str) {
    match closed {
        LawValue::Exact(_) => assert_eq!(closed, wanted, "{what}"),
        LawValue::Float { value, error } => {
            let off = (value - wanted.value()).abs();
            assert!(off <= error + 4.0 * f64::EPSILON * wanted.value(), "{what}: {off} > {error}");
            assert!(*error < 1e-9 * wanted.value().max(1.0), "{what}: {error}");
        }
    }
}

/// Rising sequences less 1: cards whose successor lies before them.
fn rising(order: &[u32]) -> usize {
    descents(&inverse(order))
}

fn descents(order: &[u32]) -> usize {
    order.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let place = |card| order.iter().position(|&c| c == card).unwrap() as u32;
    (0..order.len() as u32).map(place).collect()
}

fn peaks(order: &[u32]) -> usize {
    order.windows(3).filter(|three| three[1] > three[0].max(three[2])).count()
}

/// The smallest l such that the cards l, l+1, ... lie in order.
fn unordered(order: &[u32]) -> usize {
    let places = inverse(order);
    (0..order.len()).find(|&l| places[l..].is_sorted()).unwrap_or(0)
}

/// The lengths of the cycles, the longest first.
fn cycle_type(order: &[u32]) -> Vec<usize> {
    let mut seen = vec![false; order.len()];
    let mut length = |start: usize| {
        let cycle = std::iter::successors(Some(start), |&place| Some(order[place] as usize));
        cycle.take_while(|&place| !std::mem::replace(&mut seen[place], true)).count()
    };
    let mut lengths: Vec<usize> = (0..order.len()).map(&mut length).filter(|&l| l > 0).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

#[test]
fn riffles_are_known_by_rising_sequences() {
    for cards in 0..=6 {
        for (riffles, passes) in [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (2, 2)] {
            let name = format!("gsr-riffle:riffles={riffles}");
            assert_same(&name, cards, passes, rising);
        }
    }
}

#[test]
fn inverse_riffles_and_short_keys_are_known_by_runs() {
    for cards in 0..=6 {
        for (bits, passes) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)] {
            assert_same(&format!("inverse-riffle:riffles={bits}"), cards, passes, descents);
            assert_same(&format!("random-keys:bits={bits}"), cards, passes, descents);
        }
    }
}

#[test]
fn the_shelf_machine_is_known_by_peaks() {
    for cards in 0..=6 {
        for (shelves, passes) in [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3)] {
            assert_same(&format!("shelf:shelves={shelves}"), cards, passes, peaks);
        }
    }
    assert_same("shelf:shelves=1", 9, 1, peaks);
}

#[test]
fn top_to_random_is_known_by_the_cards_in_order() {
    for cards in 0..=6 {
        for (moves, passes) in [(1, 1), (2, 1), (3, 1), (5, 1), (7, 1), (1, 4), (3, 2)] {
            if moves < 6 || cards < 6 {
                assert_same(&format!("top-to-random:moves={moves}"), cards, passes, unordered);
            }
        }
    }
}

#[test]
fn random_swaps_are_known_by_cycle_types() {
    for cards in 1..=7 {
        let orders = (0..cards as u32).permutations(cards);
        let types: Vec<_> = orders.map(|order| cycle_type(&order)).sorted().dedup().collect();
        let class_of = |order: &[u32]| types.binary_search(&cycle_type(order)).unwrap();
        for (swaps, passes) in [(1, 1), (2, 1), (3, 1), (6, 1), (2, 3), (25, 1)] {
            let name = format!("random-swaps:swaps={swaps}");
            assert_same(&name, cards, passes, class_of);
        }
        for name in ["random-swaps-half", "random-swaps-one", "random-swaps-two"] {
            if cards > 1 {
                assert_same(name, cards, 1, class_of);
            }
        }
    }
}

#[test]
fn many_moves_of_the_top_card_are_the_same_in_floats() {
    // 5,000 moves take floats; long before, both forms agree with the chain's own end: uniform.
    let law = classes("top-to-random:moves=5000", 52);
    assert!(matches!(law.total_variation(), LawValue::Float { .. }));
    assert_close(law.total_variation().value(), 0.0, 1e-9);
    // 1,000 cards moved among 5 are as good as uniform, exactly: Q^t differs by (4/5)^t at most.
    let exact = classes("top-to-random:moves=1000", 5);
    assert!(matches!(exact.separation(), LawValue::Exact(_)));
    assert!(exact.separation().value() < 1e-60);
}

#[test]
fn the_bayer_diaconis_row_comes_out_to_four_digits() {
    let published = [1.0, 1.0, 1.0, 1.0, 0.9237, 0.6135, 0.3341, 0.1672, 0.0854, 0.0429];
    for (k, wanted) in (1..).zip(published) {
        let name = format!("gsr-riffle:riffles={k}");
        let laws = laws(&name, 52);
        let found = laws.total_variation().unwrap();
        assert!(found.number.fraction().is_some());
        assert!(matches!(found.way, Derivation::Closed { .. }));
        assert_close(found.number.value(), wanted, 5e-5);
        // k riffles are k passes of one riffle, and as far from uniform as their inverse.
        let passes = laws_of("gsr-riffle", |s| (s.shape, s.passes) = (Shape::whole(52), k));
        assert_eq!(passes.total_variation().unwrap().number, found.number);
        let inverse = crate::laws(&format!("inverse-riffle:riffles={k}"), 52);
        assert_eq!(inverse.total_variation().unwrap().number, found.number);
        let degree = laws.degree().unwrap();
        assert_eq!(degree.to_string(), format!("1/{}", 1 << (k + 1)));
    }
}

#[test]
fn the_shelf_table_comes_out_to_three_digits() {
    // Diaconis, Fulman and Holmes 2013, section 1: 52 cards.
    let published = [
        (10, 1.0),
        (15, 0.943),
        (20, 0.720),
        (25, 0.544),
        (30, 0.391),
        (35, 0.299),
        (50, 0.159),
        (100, 0.041),
        (150, 0.018),
        (200, 0.010),
        (250, 0.007),
        (300, 0.005),
    ];
    for (shelves, wanted) in published {
        let law = classes(&format!("shelf:shelves={shelves}"), 52);
        assert_close(law.total_variation().value(), wanted, 5e-4);
    }
    // The separation, as the formula gives it.
    for (shelves, wanted) in [(35, 0.996), (50, 0.910), (100, 0.431), (200, 0.130), (300, 0.060)] {
        let law = classes(&format!("shelf:shelves={shelves}"), 52);
        assert_close(law.separation().value(), wanted, 5e-4);
    }
    // Ten shelves twice are 200.
    let twice = laws_of("shelf:shelves=10", |s| (s.shape, s.passes) = (Shape::whole(52), 2));
    let once = classes("shelf:shelves=200", 52).total_variation();
    assert_eq!(twice.total_variation().unwrap().number, once);
    assert_eq!(laws("shelf:shelves=10", 52).degree().unwrap().to_string(), "0");
}

/// The total variation and the separation after the given number of random swaps of 52 cards.
fn random_swaps_are<const N: usize>(wanted: [(u32, f64, f64); N]) {
    let hold = |(swaps, total_variation, separation): (u32, f64, f64)| {
        let classes = classes(&format!("random-swaps:swaps={swaps}"), 52);
        assert_eq!(classes.statistic().len(), 281_589);
        assert_close(classes.total_variation().value(), total_variation, 1e-9);
        assert_close(classes.separation().value(), separation, 1e-9);
        assert!(classes.total_variation().error() < 1e-10);
        assert_close(classes.statistic().values().iter().sum(), 1.0, 1e-11);
    };
    thread::scope(|scope| {
        for wanted in wanted {
            scope.spawn(move || hold(wanted));
        }
    });
}

#[test]
#[ignore = "half a minute; part of `just nightly`"]
fn more_numbers_of_random_swaps_are_pinned() {
    random_swaps_are([
        (52, 0.966_608_792, 0.999_998_936),
        (78, 0.621_736_452, 0.950_604_180),
        (150, 0.052_161_237, 0.137_007_092),
        (200, 0.007_396_440, 0.020_238_705),
    ]);
}

#[test]
fn random_swaps_of_fifty_two_cards_are_pinned() {
    random_swaps_are([(26, 1.0, 1.0), (104, 0.296_244_462, 0.615_476_859)]);
    // `random-swaps-two` makes 2n of them.
    let two = laws("random-swaps-two", 52).total_variation().unwrap().number;
    assert_close(two.value(), 0.296_244_462, 1e-9);
}

#[test]
fn the_claims_of_the_catalogue_hold_at_the_default_parameters_too() {
    // 8 bits of keys or 26 moves have too many paths to be walked, but their laws are known.
    let mut held = 0;
    for entry in shuffle_algorithms::catalogue::ENTRIES {
        for cards in (2..=6).chain([20]) {
            let law = closed(&laws(entry.id, cards), &Limits::default());
            let (Some(law), Known::Biased { from, .. }) = (law, entry.known) else { continue };
            let distance = law.unwrap().total_variation();
            assert_eq!(distance.value() > distance.error(), cards >= from, "{}", entry.id);
            held += 1;
        }
    }
    assert_eq!(held, 6 * 9, "five of the hand or of keys, four numbers of swaps");
}

#[test]
fn a_closed_law_answers_where_the_body_cannot() {
    let swaps = laws("random-swaps:swaps=100", 30);
    assert!(matches!(swaps.permutation(), Err(LawError::Orders { .. })));
    let found = swaps.total_variation().unwrap();
    assert_eq!(found.way, Derivation::Closed { source: "Diaconis and Shahshahani 1981" });
    assert!(found.way.to_string().starts_with("closed form"));
    // And small decks are answered from the body.
    let small = laws("gsr-riffle", 5);
    assert_eq!(small.total_variation().unwrap().way, Derivation::Enumerated);
    let small = laws("random-swaps-one", 5);
    assert_eq!(small.separation().unwrap().way, Derivation::Steps);
    assert_eq!(small.entropy_bits().unwrap().way.to_string(), "from the steps of the program");
    assert_eq!(laws("gsr-riffle", 5).position_way().unwrap(), Derivation::Enumerated);
    // No closed law, no whole law: the old reason.
    assert!(matches!(laws("naive", 52).total_variation(), Err(LawError::Orders { .. })));
    let few = Limits { paths: 1_000, ..Limits::default() };
    let hindu = Laws::new(Subject::new(algorithm("hindu"), Shape::whole(52)), few);
    assert!(matches!(hindu.total_variation(), Err(LawError::Paths { .. })));
}

#[test]
fn flawed_dice_and_deals_have_no_closed_law_of_whole_decks() {
    for name in ["gsr-riffle", "shelf", "top-to-random", "hindu", "human-riffle", "random-keys"] {
        for dice in crate::DICE.into_iter().skip(1).chain([DiceSpec::TinySeed { bits: 32 }]) {
            let flawed = laws_of(name, |s| (s.shape, s.dice) = (Shape::whole(52), dice));
            assert_eq!(Closed::of(flawed.subject()), None);
        }
    }
    let swaps = laws_of("random-swaps", |s| {
        (s.shape, s.dice) = (Shape::whole(30), DiceSpec::Modulo { bits: 15 });
    });
    assert!(matches!(swaps.total_variation(), Err(LawError::Orders { .. })));
    assert_eq!(Closed::of_script(laws("naive", 5).script().unwrap(), DiceSpec::Exact), None);
    let few = Limits { paths: 1_000, ..Limits::default() };
    let subject = Subject::new(algorithm("gsr-riffle"), Shape::deal(52, 5).unwrap());
    let deal = Laws::new(subject, few);
    assert!(deal.total_variation().is_err());
    assert!(deal.position().is_ok());
}

#[test]
fn closed_laws_keep_to_their_limits() {
    let few = Limits { moves: 1_000, ..Limits::default() };
    let refused = |law: Result<ClassLaw, LawError>| {
        assert!(matches!(law.unwrap_err(), LawError::Work { limit: 1_000, .. }));
    };
    for (name, cards) in [
        ("gsr-riffle:riffles=7", 52),
        ("shelf:shelves=10", 52),
        ("top-to-random:moves=100", 52),
        ("random-swaps:swaps=100", 30),
    ] {
        refused(closed(&laws(name, cards), &few).unwrap());
    }
    let beyond = closed(&laws("random-swaps:swaps=1", 171), &few).unwrap();
    assert!(matches!(beyond, Err(LawError::Orders { .. })));
    for name in ["gsr-riffle", "shelf", "hindu", "human-riffle", "thorp", "overhand"] {
        let laws = Laws::new(
            Subject::new(algorithm(name), Shape::whole(52)),
            Limits { moves: 10, bytes: 1_000, paths: 10 },
        );
        let refused =
            |why: LawError| matches!(why, LawError::Work { .. } | LawError::Memory { .. });
        assert!(refused(laws.position().unwrap_err()), "{name}");
        assert!(laws.neighbors().is_err(), "{name}");
    }
}
