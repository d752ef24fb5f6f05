//! The cost of a deck on lanes, beside the shuffle of `rand`: the catalogue's swap programs, 64 decks at once
//! in columns, on every instruction set that this processor has.
//!
//! The baseline is a bare loop over `rand`'s `shuffle` (of deals, its `partial_shuffle`) with `Pcg64`, each deck
//! from the identity. "rows" is the whole way to decks in rows, on the best set.
//!
//! `cargo bench -p shuffle-bench --bench lanes [-- PART OF A NAME]`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, generator::Generator, lanes::InstructionSet};
use shuffle_bench::{
    layers::{line, table},
    runs,
};

fn compare(name: &str, shape: Shape) {
    let job = runs::job(name, Generator::LanesXoshiro256pp, shape);
    let mut compared = vec![line("rand", runs::rand::<Pcg64>(shape))];
    for set in InstructionSet::available() {
        compared.push(line(set.to_string(), runs::catalogue(&job, set)));
    }
    compared.push(line("rows", runs::rows::<u8>(&job, InstructionSet::detect())));
    let title = match shape.is_whole() {
        true => format!("{name}, {} cards", shape.cards()),
        false => format!("{name}, {} of {} cards", shape.dealt(), shape.cards()),
    };
    println!("{}", table(&title, compared));
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &&str| wanted.as_ref().is_none_or(|part| name.contains(part.as_str()));
    let whole = [
        "fisher-yates",
        "naive",
        "random-swaps-one",
        "fisher-yates-by-value",
        "mixed-within",
        "out-of-place",
    ];
    for name in whole.into_iter().filter(is_wanted) {
        for cards in [5, 10, 52, 104, 256] {
            compare(name, Shape::whole(cards));
        }
    }
    for (cards, dealt) in [(52, 5), (52, 9), (52, 20), (256, 9)] {
        for name in ["fyp", "fy-slice"].into_iter().filter(is_wanted) {
            compare(name, Shape::deal(cards, dealt).expect("less than there is"));
        }
    }
}
