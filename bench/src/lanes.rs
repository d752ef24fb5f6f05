//! The cost of a deck on lanes: the catalogue's swap programs, 64 decks at once in columns, on every instruction set of
//! this processor. "rows" is the whole way to decks in rows, on the best set.

use crate::{
    row::{Group, line},
    runs,
};
use rand_pcg::Pcg64;
use shuffle_algorithms::{Shape, generator::Generator, lanes::InstructionSet};

const WHOLE: [&str; 6] = [
    "fisher-yates",
    "naive",
    "random-swaps-one",
    "fisher-yates-by-value",
    "mixed-within",
    "out-of-place",
];

pub(crate) fn groups() -> Vec<Group> {
    let sizes = [5, 10, 52, 104, 256].map(Shape::whole);
    let whole = WHOLE.iter().flat_map(|name| sizes.map(|shape| group(name, shape)));
    let deals = [(52, 5), (52, 9), (52, 20), (256, 9)].into_iter().flat_map(|(cards, dealt)| {
        let shape = Shape::deal(cards, dealt).expect("less than there is");
        ["fyp", "fy-slice"].map(|name| group(name, shape))
    });
    whole.chain(deals).collect()
}

fn group(name: &str, shape: Shape) -> Group {
    let job = || runs::job(name, Generator::LanesXoshiro256pp, shape);
    let mut compared = vec![line("rand", runs::rand::<Pcg64>(shape))];
    for set in InstructionSet::available() {
        compared.push(line(set.to_string(), runs::catalogue(job(), set)));
    }
    compared.push(line("rows", runs::rows::<u8>(job(), InstructionSet::detect())));
    let title = match shape.is_whole() {
        true => format!("{name}, {} cards", shape.cards()),
        false => format!("{name}, {} of {} cards", shape.dealt(), shape.cards()),
    };
    Group { title, shape, compared }
}
