//! How to add an algorithm: the README shows what stands between the two marks. In the crate it would be
//! the file `src/shuffles/random_to_top.rs`, with this line in the catalogue:
//!
//! ```text
//! program   RandomToTop: random_to_top::RandomToTop = random_to_top::RANDOM_TO_TOP;
//! ```

#[expect(unreachable_pub, reason = "it stands here as it would in the crate, where it is public")]
mod random_to_top {
    // README: from here
    use crate::{
        At, Program, Shape, Table,
        catalogue::{Entry, Family, Known, Listing},
    };

    /// n times: take out a random card and put it on top.
    pub struct RandomToTop;

    /// The catalogue's `random-to-top`.
    pub const RANDOM_TO_TOP: Listing<RandomToTop> = Listing {
        entry: Entry {
            title: "n times a random card goes to the top",
            known: Known::Biased { from: 3, how: "n^n paths cannot be shared among n! orders" },
            source: "Tsetlin 1963: the library whose books go back on top",
            ..Entry::new("random-to-top", Family::Hand)
        },
        build: |_| RandomToTop,
    };

    impl Program for RandomToTop {
        #[inline]
        fn run<T: Table>(&self, shape: Shape, table: &mut T) {
            for _ in 0..shape.cards() {
                let place = table.roll(0..shape.cards());
                table.lift(At::Roll(place), 0);
            }
        }
    }
    // README: to here
}

use crate::exact::{Law, fraction, orders};
use random_to_top::{RANDOM_TO_TOP, RandomToTop};
use shuffle_algorithms::{
    Foreign, Procedure, Program, Reading, Sequence, Shape, catalogue::Known, dice::Recorded,
    table::Deck,
};

/// Something new that can be done with any shuffle: how likely the top card stays on top.
struct TopStays(usize);

impl Reading for TopStays {
    type Out = crate::exact::Fraction;

    fn program<P: Program>(self, body: &P) -> Self::Out {
        Law::of_program(body, Shape::whole(self.0)).chance(|deck| deck[0] == 0)
    }

    fn procedure<P: Procedure>(self, _: &P) -> Self::Out {
        unreachable!("the example is a swap program")
    }

    fn foreign<F: Foreign>(self, _: &F) -> Self::Out {
        unreachable!("the example is a swap program")
    }

    fn sequence<S: Sequence>(self, _: &S) -> Self::Out {
        unreachable!("the example is a swap program")
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
    let Known::Biased { from, .. } = RANDOM_TO_TOP.entry.known else { panic!("it is biased") };
    for n in 0..=5 {
        let law = Law::of_program(&RandomToTop, Shape::whole(n));
        assert_eq!(law.is_uniform_over(orders(n, n)), n < from, "{n} cards");
    }
}
