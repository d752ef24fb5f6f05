//! The cost of the abstraction on one deck: the catalogue's `fisher-yates`, a swap program over
//! `table::Deck`, beside a loop written by hand over the same dice. And beside these the whole way from a
//! job to a block of decks, and the shuffle of `rand`. All of them stand on `Pcg64`.
//!
//! `cargo bench -p shuffle-bench --bench deck`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_algorithms::{Dice, Shape, dice::Exact, generator::Generator, lanes::InstructionSet};
use shuffle_bench::{
    layers::{line, table},
    runs::{self, SEED},
};

const CARDS: usize = 52;

fn by_hand(deck: &mut [u8], dice: &mut impl Dice) {
    for i in (1..deck.len()).rev() {
        let j = dice.below(i + 1);
        deck.swap(i, j);
    }
}

fn main() {
    let shape = Shape::whole(CARDS);
    let dice = || Exact::new(Pcg64::seed_from_u64(SEED));
    let job = runs::job("fisher-yates", Generator::Pcg64, shape);
    let mut own_dice = dice();
    let compared = vec![
        line(
            "a loop by hand",
            runs::bare(CARDS, move |deck: &mut [u8]| by_hand(deck, &mut own_dice)),
        ),
        line("the body over table::Deck", runs::program::<u8, _>("fisher-yates", CARDS, dice())),
        line("the whole job", runs::catalogue(&job, InstructionSet::detect())),
        line("rand's shuffle", runs::rand::<Pcg64>(shape)),
    ];
    print!(
        "{}",
        table(&format!("{CARDS} cards, Pcg64; the ratio is to the loop by hand"), compared)
    );
}
