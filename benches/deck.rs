//! What the abstraction costs on one deck: the catalogue's `fisher-yates`, a swap program over
//! `table::Deck`, beside a loop written by hand over the same dice. And beside these the whole way from a
//! job to a block of decks, and the shuffle of `rand`.
//!
//! All of them stand on `Pcg64` and fill a block with decks of 52. They run in turn, round after round,
//! so that a slow moment of the machine hits all of them; what is printed is the median over the rounds,
//! and the median of the ratios inside a round.
//!
//! `cargo bench -p shuffle-algorithms --bench deck`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

mod paired;

use paired::median;
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Algorithm, Card, Dice, Foreign, Procedure, Program, Reading, Shape, card::identity,
    dice::Exact, fill::Job, generator::Seed, table::play,
};
use std::{hint::black_box, iter::zip};

const CARDS: usize = 52;
const DECKS: usize = 10_000;
const ROUNDS: usize = 151;
const SEED: u64 = 52;

type Fill<'a> = dyn FnMut(&mut [u8]) + 'a;

/// Shuffles every deck of the block, from the identity.
fn each<D>(block: &mut [u8], dice: &mut D, mut shuffle: impl FnMut(&mut [u8], &mut D)) {
    let start = identity::<u8>(CARDS);
    for deck in block.chunks_exact_mut(CARDS) {
        deck.copy_from_slice(&start);
        shuffle(deck, dice);
    }
}

fn by_hand<D: Dice>(deck: &mut [u8], dice: &mut D) {
    for i in (1..deck.len()).rev() {
        let j = dice.below(i + 1);
        deck.swap(i, j);
    }
}

/// The reading that shuffles a block with a swap program, so that its body is compiled for this table.
struct OnDeck<'a> {
    shape: Shape,
    block: &'a mut [u8],
    dice: &'a mut Exact<Pcg64>,
}

impl Reading for OnDeck<'_> {
    type Out = ();

    fn program<P: Program>(self, body: &P) {
        each(self.block, self.dice, |deck, dice| {
            play(body, self.shape, deck, &mut Vec::new(), dice)
        });
    }

    fn procedure<P: Procedure>(self, _: &P) {
        unreachable!("fisher-yates is a swap program")
    }

    fn foreign<F: Foreign>(self, _: &F) {
        unreachable!("fisher-yates is a swap program")
    }
}

fn main() {
    let rng = || Pcg64::seed_from_u64(SEED);
    let shape = black_box(Shape::whole(CARDS));
    let algorithm = Algorithm::parse("fisher-yates").expect("it is in the catalogue");
    let job = Job::new(algorithm.clone(), shape);
    let (mut dice, mut same_dice, mut rng_of_rand) = (Exact::new(rng()), Exact::new(rng()), rng());

    let mut hand = |block: &mut [u8]| each(block, &mut dice, by_hand);
    let mut body = |block: &mut [u8]| algorithm.read(OnDeck { shape, block, dice: &mut same_dice });
    let mut whole = |block: &mut [u8]| job.fill(u8::rows_mut(block), &Seed::from_u64(SEED));
    let mut rand = |block: &mut [u8]| each(block, &mut rng_of_rand, |deck, rng| deck.shuffle(rng));
    let runners: [(&str, &mut Fill<'_>); 4] = [
        ("a loop by hand", &mut hand),
        ("the body over table::Deck", &mut body),
        ("the whole job", &mut whole),
        ("rand's shuffle", &mut rand),
    ];

    let mut block = vec![0; CARDS * DECKS];
    let took =
        paired::seconds(ROUNDS, runners.len(), |next| (runners[next].1)(black_box(&mut block)));

    println!("{CARDS} cards, Pcg64, {ROUNDS} rounds of {DECKS} decks");
    println!("{:<28}{:>12}{:>12}", "", "ns a deck", "to by hand");
    for ((name, _), seconds) in zip(&runners, &took) {
        let nanos = seconds.iter().map(|seconds| seconds * 1e9 / DECKS as f64).collect();
        let ratios = zip(seconds, &took[0]).map(|(this, by_hand)| this / by_hand).collect();
        println!("{name:<28}{:>12.1}{:>12.3}", median(nanos), median(ratios));
    }
}
