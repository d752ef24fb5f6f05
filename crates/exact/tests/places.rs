//! The position law: against the marginals of the law of whole decks, and closed forms.

use crate::{assert_close, laws, laws_of};
use shuffle_algorithms::Shape;
use shuffle_exact::number::fraction;

#[test]
fn the_law_of_a_program_that_mixes_within_a_step_comes_from_whole_decks() {
    let laws = laws("mixed-within", 4);
    let law = laws.position().unwrap();
    assert_eq!(law, &laws.permutation().unwrap().position());
    assert!(!law.is_uniform());
}

#[test]
fn the_noncentrality_of_a_deal_is_the_quadratic_form_of_the_test() {
    // T / N of the position test with D / N = q - 1/n, as written there.
    let laws = laws_of("naive", |subject| subject.shape = Shape::deal(7, 3).unwrap());
    let law = laws.position().unwrap();
    let (n, k) = (7.0, 3.0);
    let d: Vec<Vec<f64>> =
        law.matrix().iter().map(|row| row.iter().map(|q| q - 1.0 / n).collect()).collect();
    let mean = |card: usize| d.iter().map(|row| row[card]).sum::<f64>() / k;
    let within: f64 =
        d.iter().flat_map(|row| row.iter().enumerate()).map(|(c, d)| (d - mean(c)).powi(2)).sum();
    let between: f64 = (0..7).map(|card| mean(card).powi(2)).sum();
    let wanted = (n - 1.0) * within + n * (n - 1.0) / (n - k) * k * between;
    assert_close(law.noncentrality().value(), wanted, 1e-14);
}

#[test]
fn random_swaps_leave_a_card_in_place_as_the_books_say() {
    // A swap of two random places moves a given card with probability 2/n (1 - 1/n); so after s of them
    // it is at home with probability 1/n + (1 - 1/n)(1 - 2/n)^s. The larger decks are in floats.
    for (cards, exact) in [(10, true), (52, true), (200, false)] {
        let laws = laws("random-swaps-one", cards);
        let law = laws.position().unwrap();
        assert_eq!(law.masses().is_exact(), exact);
        let n = cards as f64;
        let home = 1.0 / n + (1.0 - 1.0 / n) * (1.0 - 2.0 / n).powi(cards as i32);
        for place in [0, cards / 2, cards - 1] {
            let found = law.probability(place, place);
            assert_close(found.value(), home, found.error() + 1e-14);
        }
    }
}

#[test]
fn large_decks_come_in_floats_and_say_how_far_they_are_off() {
    let laws = laws("fisher-yates", 300);
    let law = laws.position().unwrap();
    assert!(!law.masses().is_exact() && law.masses().error() < 1e-10);
    assert!(law.is_uniform());
    let extremes = law.extremes(2).unwrap();
    assert_close(extremes.least.probability.value(), 1.0 / 300.0, law.masses().error());
    assert_eq!(extremes.most.ties, (300 * 300).into());
    assert!(law.noncentrality().value() < 1e-15);
}

#[test]
fn the_extremes_of_naive_at_fifty_two_cards_are_named() {
    let laws = laws("naive", 52);
    let extremes = laws.position().unwrap().extremes(5).unwrap();
    assert_eq!(extremes.least.examples, [(0, 51)]);
    assert_eq!(extremes.most.examples, [(0, 1), (50, 51)]);
    // The last card comes to the first place only by the last swap or by a chain of them.
    assert_close(extremes.least.probability.value(), 0.014_286_804_7, 1e-10);
    assert_close(extremes.most.probability.value(), 0.026_004_349_1, 1e-10);
    assert_eq!(
        laws.position().unwrap().probability(0, 0).fraction(),
        Some(&fraction(1, 52)),
        "the first place is drawn for by card 0 in its own turn only"
    );
}

#[test]
fn sattolo_never_leaves_a_card_where_it_was() {
    for cards in [5, 52, 200] {
        let laws = laws("sattolo", cards);
        let law = laws.position().unwrap();
        assert!((0..cards).all(|place| law.probability(place, place).value() == 0.0));
    }
}
