//! The law of whole decks, against the figures of the articles and books.

use crate::{assert_close, laws, laws_of};
use shuffle_algorithms::{Shape, dice::DiceSpec};
use shuffle_exact::{Limits, cost::Arithmetic, number::fraction, permutation::Steps};

#[test]
fn naive_of_three_cards_favors_132_213_231() {
    let laws = laws("naive", 3);
    let law = laws.permutation().unwrap();
    for (order, paths) in [
        ([0, 1, 2], 4),
        ([2, 1, 0], 4),
        ([2, 0, 1], 4),
        ([0, 2, 1], 5),
        ([1, 0, 2], 5),
        ([1, 2, 0], 5),
    ] {
        assert_eq!(law.probability(&order).fraction(), Some(&fraction(paths, 27)));
    }
    assert_eq!(law.total_variation().to_string(), "1/18");
    assert_eq!(law.separation().to_string(), "1/9");
    // 6 (3 (4/27)^2 + 3 (5/27)^2) - 1
    assert_eq!(law.noncentrality().to_string(), "1/81");
    let entropy = -3.0 * (4.0 / 27.0_f64 * (4.0 / 27.0_f64).log2())
        - 3.0 * (5.0 / 27.0 * (5.0 / 27.0_f64).log2());
    assert_close(law.entropy_bits(), entropy, 1e-15);
    assert_close(law.most_entropy_bits(), 6.0_f64.log2(), 1e-15);
    let ascents: Vec<_> = (0..3).map(|ascents| law.ascents().get(ascents).to_string()).collect();
    assert_eq!(ascents, ["4/27", "19/27", "4/27"]);
    assert_eq!(law.degree().unwrap().to_string(), "0");
}

#[test]
fn naive_of_four_cards_has_the_extremes_15_and_8_of_256() {
    let laws = laws("naive", 4);
    let extremes = laws.permutation().unwrap().extremes(10);
    assert_eq!(extremes.least.probability.fraction(), Some(&fraction(8, 256)));
    assert_eq!(extremes.most.probability.fraction(), Some(&fraction(15, 256)));
    assert_eq!(extremes.least.ties, extremes.least.examples.len().into());
    assert!(extremes.least.examples.contains(&vec![3, 0, 1, 2]));
    assert_eq!((extremes.most.examples, extremes.most.ties), (vec![vec![1, 0, 3, 2]], 1.into()));
}

#[test]
fn naive_descending_is_worse_than_naive() {
    for cards in 3..=5 {
        let distance = |name| laws(name, cards).permutation().unwrap().total_variation().value();
        assert!(distance("naive-descending") > distance("naive"), "{cards} cards");
    }
}

#[test]
fn mixing_within_a_step_is_a_third_off_at_three_cards() {
    assert_eq!(laws("mixed-within", 3).permutation().unwrap().total_variation().to_string(), "1/3");
}

#[test]
fn orders_that_never_come_are_named_too() {
    // Seven of the eight decks of a faro-in never come; hindu's law is kept as a list.
    let laws = laws("faro-in", 3);
    let law = laws.permutation().unwrap();
    assert_eq!(law.masses().len(), 1);
    let extremes = law.extremes(3);
    assert_eq!(
        (extremes.least.probability.to_string(), extremes.least.ties),
        ("0".into(), 5.into())
    );
    assert_eq!(extremes.least.examples, [[0, 1, 2], [0, 2, 1], [1, 2, 0]]);
    assert_eq!(extremes.most.examples, [[1, 0, 2]]);
    assert_eq!(law.probability(&[2, 1, 0]).to_string(), "0");
    assert_eq!(law.separation().to_string(), "1");
    assert_eq!(law.total_variation().to_string(), "5/6");
    assert_eq!(law.noncentrality().to_string(), "5");
    assert_eq!((law.reached(), law.possible()), (1, 6.into()));

    let sattolo = crate::laws("sattolo", 4);
    let law = sattolo.permutation().unwrap();
    assert_eq!((law.reached(), law.masses().len()), (6, 24));
    assert_eq!(law.extremes(1).least.ties, 18.into());
    assert_eq!(law.total_variation().to_string(), "3/4");
}

#[test]
fn the_cost_is_said_before() {
    let of = |name: &str, cards, dealt, dice| {
        let shape = Shape::deal(cards, dealt).unwrap();
        laws_of(name, |subject| (subject.shape, subject.dice) = (shape, dice))
            .permutation_cost()
            .unwrap()
    };
    let naive = of("naive", 10, 10, DiceSpec::Exact);
    assert_eq!((naive.states, naive.bytes), (3_628_800, 58_060_800));
    assert_eq!((naive.moves, naive.arithmetic), (362_880_000, Arithmetic::Words));
    let swaps = of("random-swaps-two", 10, 10, DiceSpec::Exact);
    assert_eq!((swaps.bytes, swaps.arithmetic), (116_121_600, Arithmetic::DoubleWords));
    let wide = DiceSpec::Modulo { bits: 63 };
    assert_eq!(of("naive", 6, 6, wide).arithmetic, Arithmetic::Big);
    assert_eq!(of("naive", 10, 10, wide).arithmetic, Arithmetic::Floats);
    assert_eq!(of("naive", 52, 3, DiceSpec::Exact).states, 132_600);
    assert_eq!(of("mixed-within", 6, 2, DiceSpec::Exact).states, 720);
    assert!(naive.to_string().starts_with("3628800 probabilities, 58.1 MB and 362880000 moves"));
}

#[test]
fn floats_take_over_where_numbers_grow_too_long_and_state_their_error() {
    // A hundred passes with words of 63 bits are hardly told from a hundred with exact dice.
    let passes = |dice| {
        let shape = Shape::whole(5);
        let laws = laws_of("naive", |s| (s.shape, s.dice, s.passes) = (shape, dice, 100));
        Steps::new(laws.script().unwrap(), dice).unwrap().law(&Limits::default()).unwrap()
    };
    let (exact, float) = (passes(DiceSpec::Exact), passes(DiceSpec::Modulo { bits: 63 }));
    assert!(exact.masses().is_exact() && !float.masses().is_exact());
    let last_bit_of_words = 1e-15;
    for ((_, a), (_, b)) in exact.orders().zip(float.orders()) {
        assert!(b.error() > 0.0 && b.error() < 1e-12);
        assert_close(b.value(), a.value(), b.error() + last_bit_of_words);
    }
    assert!(float.is_uniform(), "as far as floats can tell");
    for (a, b) in [
        (exact.total_variation(), float.total_variation()),
        (exact.degree().unwrap(), float.degree().unwrap()),
        (exact.noncentrality(), float.noncentrality()),
        (exact.separation(), float.separation()),
    ] {
        assert_close(b.value(), a.value(), b.error() + 120.0 * last_bit_of_words);
    }
    assert_eq!(float.extremes(1).least.ties, 120.into());
    assert_eq!(float.reached(), 120);
}
