//! The new algorithm that CONTRIBUTING.md shows, `src/shuffles/random_to_top.rs`: the file, `pub mod random_to_top;` beside
//! its neighbours, and this line in the catalogue:
//!
//! ```text
//! program   RandomToTop: random_to_top::RandomToTop = random_to_top::RANDOM_TO_TOP;
//! ```

use crate::exact::{Law, fraction, orders};
use shuffle_algorithms::{
    Program, Reading, Shape,
    catalogue::{Known, find},
    dice::Recorded,
    shuffles::random_to_top::RandomToTop,
    table::Deck,
};

/// Something new that can be done with any shuffle: how likely the top card stays on top.
struct TopStays(usize);

impl Reading for TopStays {
    type Out = crate::exact::Fraction;

    fn program<P: Program>(self, body: &P) -> Self::Out {
        Law::of_program(body, Shape::whole(self.0)).chance(|deck| deck[0] == 0)
    }
}

#[test]
fn a_new_body_runs_on_a_deck() {
    let mut deck = [0_u8, 1, 2, 3];
    let mut dice = Recorded::new([2, 0, 3, 3]);
    RandomToTop.run(Shape::whole(4), &mut Deck::new(&mut deck, &mut dice));
    assert_eq!(deck, [1, 3, 2, 0]);
}

#[test]
fn a_new_body_can_be_read_in_new_ways() {
    // The last move puts every card on top equally often.
    assert_eq!(TopStays(3).program(&RandomToTop), fraction(1, 3));
    assert_eq!(TopStays(1).program(&RandomToTop), fraction(1, 1));
}

#[test]
fn what_the_new_listing_says_is_true() {
    let entry = find("random-to-top").unwrap();
    let Known::Biased { from, .. } = entry.known else { panic!("it is biased") };
    for n in 0..=5 {
        let law = Law::of_program(&RandomToTop, Shape::whole(n));
        assert_eq!(law.is_uniform_over(orders(n, n)), n < from, "{n} cards");
    }
}
