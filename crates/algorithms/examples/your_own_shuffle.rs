//! Your own shuffle as a swap program: written once, run here on a deck, and readable by any other kind of table,
//! such as the exact laws of `shuffle-exact`.
//!
//! `cargo run -p shuffle-algorithms --example your_own_shuffle`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_algorithms::{At, Dice, Program, Shape, Table, dice::Exact, table::Deck};

/// Each card changes places with the one at a random place of its own half.
struct WithinHalves;

impl Program for WithinHalves {
    fn run<T: Table>(&self, size: Shape, table: &mut T) {
        let half = size.cards() / 2;
        for place in 0..size.cards() {
            let range = if place < half { 0..half } else { half..size.cards() };
            let partner = table.roll(range);
            table.swap(At::Position(place), At::Roll(partner));
        }
    }
}

fn shuffled(cards: u8, dice: &mut impl Dice) -> Vec<u8> {
    let mut deck: Vec<u8> = (0..cards).collect();
    WithinHalves.run(Shape::whole(deck.len()), &mut Deck::new(&mut deck, dice));
    deck
}

fn main() {
    let mut dice = Exact::new(Pcg64::seed_from_u64(1));
    for _ in 0..3 {
        println!("{:?}", shuffled(8, &mut dice));
    }
}

#[test]
fn no_card_leaves_its_half() {
    main();
    assert_eq!(
        shuffled(4, &mut shuffle_algorithms::dice::Recorded::new([1, 1, 0, 1])),
        [1, 0, 2, 3]
    );
    let mut dice = Exact::new(Pcg64::seed_from_u64(1));
    for _ in 0..100 {
        assert!(shuffled(8, &mut dice)[..4].iter().all(|&card| card < 4));
    }
}
