//! The pair law and the exact degree.

use crate::{assert_close, laws};
use shuffle_algorithms::Shape;
use shuffle_exact::pair::Pairs;

#[test]
fn degrees_are_the_known_ones() {
    let exact = [
        ("identity", "1/2"),
        ("reverse", "-1/2"),
        ("random-swaps-half", "998/15625"),
        ("naive", "21662569/3750000000"),
        ("hindu", "7/18"),
        ("human-riffle", "279311/2160000"),
        ("faro-out", "1/18"),
        ("fisher-yates", "0"),
        ("out-of-place", "0"),
    ];
    for (name, degree) in exact {
        assert_eq!(laws(name, 10).degree().unwrap().to_string(), degree, "{name}");
    }
    // A perfect out-riffle of 52 cards has 26 ascents in 51 pairs, an in-riffle 25.
    for (name, degree) in [("faro-out", "1/102"), ("faro-in", "-1/102")] {
        assert_eq!(laws(name, 52).degree().unwrap().to_string(), degree, "{name}");
    }
    for (name, degree) in [
        ("random-swaps-one", 0.013_156_065_3),
        ("random-swaps-two", 0.001_167_546_1),
        ("naive-descending", 0.018_739_315_6),
    ] {
        assert_close(laws(name, 10).degree().unwrap().value(), degree, 5e-11);
    }
}

#[test]
fn random_swaps_have_the_closed_degree_at_any_size() {
    // Up to 52 cards exactly, 150 in floats.
    for cards in [2, 3, 4, 5, 10, 52, 150] {
        for (name, swaps) in [
            ("random-swaps-half", cards / 2),
            ("random-swaps-one", cards),
            ("random-swaps-two", 2 * cards),
        ] {
            let n = cards as f64;
            let swaps = swaps as i32;
            let closed = (1.0 / n) * (1.0 - 2.0 / n).powi(swaps)
                + (0.5 - 1.0 / n) * (1.0 - 4.0 / n).powi(swaps);
            let degree = laws(name, cards).degree().unwrap();
            assert_eq!(degree.fraction().is_some(), cards < 100);
            assert_close(degree.value(), closed, degree.error() + 1e-15);
            assert!(degree.error() < 1e-8);
        }
    }
}

#[test]
fn the_degree_of_naive_at_fifty_two_cards_is_a_fraction() {
    let degree = laws("naive", 52).degree().unwrap();
    assert!(degree.fraction().is_some());
    assert_close(degree.value(), 0.001_191_978_1, 5e-11);
}

#[test]
fn other_pairs_answer_other_questions() {
    // 3 cards, naive: the mean number of ascending pairs, and what lies at the two ends.
    let laws = laws("naive", 3);
    let ordered = laws.pairs(Pairs::Ordered).unwrap();
    let inversions = laws.permutation().unwrap().statistic(4, |order| {
        usize::from(order[0] > order[1])
            + usize::from(order[0] > order[2])
            + usize::from(order[1] > order[2])
    });
    let mean: f64 = inversions.values().iter().enumerate().map(|(i, q)| i as f64 * q).sum();
    assert_close(ordered.ascending().value(), 3.0 - mean, 1e-15);
    assert_eq!(ordered.degree(), None, "only neighbors make a degree");
    let ends = laws.pairs(Pairs::Places(0, 2)).unwrap();
    assert_eq!(ends.probability(2, 0).to_string(), "4/27");
    assert_eq!((ends.pairs(), ends.shape()), (Pairs::Places(0, 2), Shape::whole(3)));
    assert_eq!(laws.pairs(Pairs::Neighbors).as_ref(), Ok(laws.neighbors().unwrap()));
}

#[test]
fn a_program_that_mixes_within_a_step_has_its_pairs_from_whole_decks() {
    let laws = laws("mixed-within", 5);
    let whole = laws.permutation().unwrap();
    assert_eq!(Some(laws.degree().unwrap()), whole.degree());
    assert_eq!(laws.pairs(Pairs::Ordered).unwrap(), whole.pairs(Pairs::Ordered));
}
