//! What a deck costs on lanes, beside the shuffle of `rand`: the catalogue's swap programs, 64 decks at once
//! in columns, on every instruction set that this processor has.
//!
//! The baseline is a bare loop over `rand`'s `shuffle` (of deals, its `partial_shuffle`) with `Pcg64`, each deck
//! from the identity. All runners of a line run in turn, round after round, so that a slow moment of the machine
//! hits all of them; what is printed is the median of the nanoseconds a deck, and the median of the
//! ratios to the baseline inside a round. "rows" is the whole way to decks in rows, on the best set.
//!
//! `cargo bench -p shuffle-algorithms --bench lanes [-- PART OF A NAME]`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

mod paired;

use paired::median;
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Algorithm, Card, Shape,
    card::identity,
    fill::Job,
    generator::{Generator, Seed},
    lanes::{InstructionSet, LANES},
};
use std::{hint::black_box, iter::zip};

const ROUNDS: usize = 101;
const SEED: u64 = 52;

type Run<'a> = Box<dyn FnMut() + 'a>;

/// The bare loop: `decks` decks, shuffled by `rand`.
fn baseline<'a>(shape: Shape, decks: usize) -> Run<'a> {
    let mut rng = Pcg64::seed_from_u64(SEED);
    let start = identity::<u8>(shape.cards());
    let mut deck = start.clone();
    Box::new(move || {
        for _ in 0..decks {
            deck.copy_from_slice(&start);
            if shape.is_whole() {
                deck.shuffle(&mut rng);
            } else {
                black_box(deck.partial_shuffle(&mut rng, shape.dealt()));
            }
            black_box(&mut deck);
        }
    })
}

/// The same number of decks, in groups.
fn lanes<'a>(job: &'a Job, set: InstructionSet, decks: usize) -> Run<'a> {
    let mut groups = job.groups(&Seed::from_u64(SEED), set).expect("a swap program");
    Box::new(move || (0..decks / LANES).for_each(|_| _ = black_box(groups.next_group())))
}

fn rows<'a>(job: &'a Job, decks: usize) -> Run<'a> {
    let mut rows = vec![0; decks * job.shape.dealt()];
    Box::new(move || job.fill(u8::rows_mut(black_box(&mut rows)), &Seed::from_u64(SEED)))
}

fn line(name: &str, shape: Shape) {
    let algorithm = Algorithm::parse(name).expect("it is in the catalogue");
    let job = Job { rng: Generator::LanesXoshiro256pp, ..Job::new(algorithm, shape) };
    // About half a millisecond a round.
    let decks = (2_000_000 / 13 / (shape.dealt() + 3)).next_multiple_of(LANES);
    let mut runs = vec![baseline(shape, decks)];
    runs.extend(InstructionSet::available().into_iter().map(|set| lanes(&job, set, decks)));
    runs.push(rows(&job, decks));

    let took = paired::seconds(ROUNDS, runs.len(), |next| runs[next]());
    let what = match shape.is_whole() {
        true => format!("{name} {}", shape.cards()),
        false => format!("{name} {} of {}", shape.dealt(), shape.cards()),
    };
    print!("{what:<30}");
    for seconds in &took {
        let nanos = seconds.iter().map(|seconds| seconds * 1e9 / decks as f64).collect();
        let ratios = zip(seconds, &took[0]).map(|(this, rand)| this / rand).collect();
        print!("{:>9.1}{:>6.3}", median(nanos), median(ratios));
    }
    println!();
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|part| name.contains(part.as_str()));
    print!("{:<30}{:>15}", "ns a deck, ratio to rand", "rand");
    for set in InstructionSet::available() {
        print!("{:>15}", set.to_string());
    }
    println!("{:>15}", "rows");
    let names = ["fisher-yates", "naive", "random-swaps-one", "fisher-yates-by-value"];
    for name in
        names.into_iter().chain(["mixed-within", "out-of-place"]).filter(|name| is_wanted(name))
    {
        for cards in [5, 10, 52, 104, 256] {
            line(name, Shape::whole(cards));
        }
    }
    for (cards, dealt) in [(52, 5), (52, 9), (52, 20), (256, 9)] {
        for name in ["fyp", "fy-slice"].into_iter().filter(|name| is_wanted(name)) {
            line(name, Shape::deal(cards, dealt).expect("less than there is"));
        }
    }
}
