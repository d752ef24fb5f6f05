//! Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of `my_shuffle`.

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use std::{
    env,
    error::Error,
    io::{self, BufWriter, Write},
};

fn my_shuffle<T, R: Rng + ?Sized>(deck: &mut [T], rng: &mut R) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, rng.random_range(0..=i));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let cards: u32 = env::var("SHUFFLE_CARDS")?.parse()?; // cards in the deck
    let deal: usize = env::var("SHUFFLE_DEAL")?.parse()?; // how many of them to write
    let trials: u64 = env::var("SHUFFLE_TRIALS")?.parse()?; // decks to write, no more and no fewer
    // The same seed must give the same decks.
    let mut rng = StdRng::seed_from_u64(env::var("SHUFFLE_SEED")?.parse()?);

    // `println!` would flush at the end of every line.
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for _ in 0..trials {
        let mut deck: Vec<u32> = (0..cards).collect(); // each deck starts in order, from 0
        my_shuffle(&mut deck, &mut rng);
        for card in &deck[..deal] {
            write!(out, "{card} ")?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}
