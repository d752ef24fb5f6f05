//! The cost of `fast::shuffle` and of the deals, beside `rand` and `fastrand`, for decks from 5 to 10^6 cards.
//!
//! The baseline is a bare loop over `rand`'s `shuffle` (of deals, its `partial_shuffle`) with `Pcg64`. All loops reset
//! the deck to the identity each time; the deals need no deck. "fisher-yates" is the catalogue's body on one deck, with
//! exact and with batched dice. `fastrand` has a generator of its own, of 64 bits of state, and no deal of a part:
//! beside the deals stands its `choose_multiple`, which makes a vector.
//!
//! `cargo bench -p shuffle-bench --bench fast [-- CARDS]`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use rand::SeedableRng;
use rand_pcg::{Pcg64, Pcg64Mcg};
use shuffle_algorithms::{
    Card, Shape,
    dice::{Batched, Exact},
    fast,
};
use shuffle_bench::{
    layers::{line, table},
    runs::{self, SEED},
    timer::Work,
};
use std::hint::black_box;

fn pcg() -> Pcg64 {
    Pcg64::seed_from_u64(SEED)
}

fn whole<C: Card>(cards: usize) {
    let (shape, body) = (Shape::whole(cards), "fisher-yates");
    let compared = vec![
        line("rand, Pcg64", runs::rand::<Pcg64>(shape)),
        line("rand, Pcg64Mcg", runs::rand::<Pcg64Mcg>(shape)),
        line("fastrand", runs::fastrand(shape)),
        line("fast::shuffle, Pcg64", runs::fast::<Pcg64>(shape)),
        line("fast::shuffle, Pcg64Mcg", runs::fast::<Pcg64Mcg>(shape)),
        line("fisher-yates, exact dice", runs::program::<C, _>(body, cards, Exact::new(pcg()))),
        line("fisher-yates, batched dice", runs::program::<C, _>(body, cards, Batched::new(pcg()))),
    ];
    let title = format!("{cards} cards of {} bytes; the ratio is to rand, Pcg64", size_of::<C>());
    println!("{}", table(&title, compared));
}

fn deals() {
    const CARDS: usize = 52;
    const DEALT: usize = 9;
    let shape = Shape::deal(CARDS, DEALT).expect("less than there is");
    let (mut hands, mut partial) = (pcg(), pcg());
    let mut of_fastrand = fastrand::Rng::with_seed(SEED);
    let choose: Work<'_> = Box::new(move |decks| {
        for _ in 0..decks {
            black_box(of_fastrand.choose_multiple(0..CARDS as u8, DEALT));
        }
    });
    let hand: Work<'_> = Box::new(move |decks| {
        for _ in 0..decks {
            black_box(fast::hand::<DEALT, u8, _>(CARDS, &mut hands));
        }
    });
    let partial = runs::bare(CARDS, move |deck: &mut [u8]| {
        black_box(fast::partial_shuffle(deck, &mut partial, DEALT));
    });
    let compared = vec![
        line("rand, partial_shuffle, Pcg64", runs::rand::<Pcg64>(shape)),
        line("fastrand, choose_multiple", choose),
        line("fast::partial_shuffle, Pcg64", partial),
        line("fast::deal, Pcg64", runs::fast::<Pcg64>(shape)),
        line("fast::hand, Pcg64", hand),
    ];
    println!("{}", table(&format!("{DEALT} of {CARDS} cards; the ratio is to rand"), compared));
}

fn main() {
    let wanted: Option<usize> = std::env::args().find_map(|argument| argument.parse().ok());
    let is_wanted = |cards: &usize| wanted.is_none_or(|wanted| wanted == *cards);
    for cards in [5, 10, 52, 256].into_iter().filter(is_wanted) {
        whole::<u8>(cards);
    }
    for cards in [1_000, 1_000_000].into_iter().filter(is_wanted) {
        whole::<u32>(cards);
    }
    if is_wanted(&52) {
        deals();
    }
}
