//! What `fast::shuffle` and the deals cost, beside `rand` and `fastrand`, for decks from 5 to 10^6 cards.
//!
//! The baseline is a bare loop over `rand`'s `shuffle` (of deals, its `partial_shuffle`) with `Pcg64`. All
//! runners reset the deck to the identity each time; the deals need no deck. "fisher-yates" is the catalogue's
//! body on one deck, with exact and with batched dice. `fastrand` has a generator of its own, of 64 bits of
//! state, and no deal of a part: beside the deals stands its `choose_multiple`, which makes a vector.
//!
//! All runners of a line run in turn, round after round, so that a slow moment of the machine hits all of them;
//! what is printed is the median of the nanoseconds a deck, and the median of the ratios inside a round: how
//! many times faster than the baseline.
//!
//! `cargo bench -p shuffle-algorithms --bench fast [-- CARDS]`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

mod paired;

use paired::median;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_pcg::{Pcg64, Pcg64Mcg};
use shuffle_algorithms::{
    Algorithm, Card, Dice, Foreign, Procedure, Program, Reading, Shape,
    card::identity,
    dice::{Batched, Exact},
    fast,
    table::play,
};
use std::{hint::black_box, iter::zip};

const SEED: u64 = 52;

/// A name, and what is timed: so many decks.
type Runner<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Runs all in turn and prints a line for each.
fn compare(what: &str, decks: usize, mut runners: Vec<Runner<'_>>) {
    // About a millisecond a round, so large decks get fewer of them.
    let rounds = if decks > 1 { 101 } else { 21 };
    let took = paired::seconds(rounds, runners.len(), |next| (runners[next].1)());
    println!("{what}");
    for ((name, _), seconds) in zip(&runners, &took) {
        let nanos = seconds.iter().map(|seconds| seconds * 1e9 / decks as f64).collect();
        let ratios = zip(seconds, &took[0]).map(|(this, rand)| rand / this).collect();
        println!("  {name:<32}{:>14.1}{:>8.2}", median(nanos), median(ratios));
    }
}

/// Shuffles so many decks from the identity.
fn shuffles<'a, C: Card>(
    name: &'static str,
    cards: usize,
    decks: usize,
    mut shuffle: impl FnMut(&mut [C]) + 'a,
) -> Runner<'a> {
    let start = identity::<C>(cards);
    let mut deck = start.clone();
    let run = move || {
        for _ in 0..decks {
            deck.copy_from_slice(&start);
            shuffle(black_box(&mut deck));
            black_box(&mut deck);
        }
    };
    (name, Box::new(run))
}

fn rng<R: Rng + SeedableRng>() -> R {
    R::seed_from_u64(SEED)
}

/// The reading that shuffles decks with a swap program, so that its body is compiled for this table.
struct OnDeck<'a, C, D> {
    decks: usize,
    start: &'a [C],
    deck: &'a mut [C],
    dice: &'a mut D,
}

impl<C: Card, D: Dice> Reading for OnDeck<'_, C, D> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        for _ in 0..self.decks {
            self.deck.copy_from_slice(self.start);
            let shape = Shape::whole(self.deck.len());
            play(body, shape, black_box(self.deck), &mut Vec::new(), self.dice);
            black_box(&mut *self.deck);
        }
    }

    fn procedure<P: Procedure>(self, _: &P) {
        unreachable!("fisher-yates is a swap program")
    }

    fn foreign<F: Foreign>(self, _: &F) {
        unreachable!("fisher-yates is a swap program")
    }
}

fn catalogued<'a, C: Card, D: Dice + 'a>(
    name: &'static str,
    cards: usize,
    decks: usize,
    mut dice: D,
) -> Runner<'a> {
    let algorithm = Algorithm::parse("fisher-yates").expect("it is in the catalogue");
    let start = identity::<C>(cards);
    let mut deck = start.clone();
    let run = move || {
        algorithm.read(OnDeck { decks, start: &start, deck: &mut deck, dice: &mut dice });
    };
    (name, Box::new(run))
}

fn whole<C: Card>(cards: usize) {
    let decks = (600_000 / (cards + 3)).max(1);
    let [mut of_rand, mut ours] = [(); 2].map(|()| rng::<Pcg64>());
    let [mut mcg_of_rand, mut our_mcg] = [(); 2].map(|()| rng::<Pcg64Mcg>());
    let mut of_fastrand = fastrand::Rng::with_seed(SEED);
    let (exact, batched) = (Exact::new(rng::<Pcg64>()), Batched::new(rng::<Pcg64>()));
    compare(
        &format!("{cards} cards of {} bytes", size_of::<C>()),
        decks,
        vec![
            shuffles::<C>("rand, Pcg64", cards, decks, |deck| deck.shuffle(&mut of_rand)),
            shuffles::<C>("rand, Pcg64Mcg", cards, decks, |deck| deck.shuffle(&mut mcg_of_rand)),
            shuffles::<C>("fastrand", cards, decks, |deck| of_fastrand.shuffle(deck)),
            shuffles::<C>("fast::shuffle, Pcg64", cards, decks, |d| fast::shuffle(d, &mut ours)),
            shuffles::<C>("fast::shuffle, Pcg64Mcg", cards, decks, |deck| {
                fast::shuffle(deck, &mut our_mcg)
            }),
            catalogued::<C, _>("fisher-yates, exact dice", cards, decks, exact),
            catalogued::<C, _>("fisher-yates, batched dice", cards, decks, batched),
        ],
    );
}

fn deals() {
    const CARDS: usize = 52;
    const DEALT: usize = 9;
    const DECKS: usize = 20_000;
    let [mut of_rand, mut ours, mut hands, mut partial] = [(); 4].map(|()| rng::<Pcg64>());
    let mut of_fastrand = fastrand::Rng::with_seed(SEED);
    let mut into = [0_u8; DEALT];
    let mut deal = move || fast::deal(black_box(CARDS), black_box(&mut into), &mut ours);
    let mut hand = move || fast::hand::<DEALT, u8, _>(CARDS, &mut hands);
    compare(
        &format!("{DEALT} of {CARDS} cards of 1 byte"),
        DECKS,
        vec![
            shuffles("rand, partial_shuffle, Pcg64", CARDS, DECKS, |deck: &mut [u8]| {
                black_box(deck.partial_shuffle(&mut of_rand, DEALT));
            }),
            (
                "fastrand, choose_multiple",
                Box::new(move || {
                    (0..DECKS).for_each(|_| {
                        black_box(of_fastrand.choose_multiple(0..CARDS as u8, DEALT));
                    });
                }),
            ),
            shuffles("fast::partial_shuffle, Pcg64", CARDS, DECKS, |deck: &mut [u8]| {
                black_box(fast::partial_shuffle(deck, &mut partial, DEALT));
            }),
            ("fast::deal, Pcg64", Box::new(move || (0..DECKS).for_each(|_| deal()))),
            ("fast::hand, Pcg64", Box::new(move || (0..DECKS).for_each(|_| _ = black_box(hand())))),
        ],
    );
}

fn main() {
    let wanted: Option<usize> = std::env::args().find_map(|argument| argument.parse().ok());
    let is_wanted = |cards: &usize| wanted.is_none_or(|wanted| wanted == *cards);
    println!("{:<34}{:>14}{:>8}", "", "ns a deck", "faster");
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
