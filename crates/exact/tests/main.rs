//! One integration binary; each module makes its claims about one part of the crate.

mod catalogue;
mod closed;
mod closed_places;
mod flawed_dice;
mod pair;
mod permutation;
mod places;
mod programs;
mod readings;
mod refusals;
mod repeated;
mod tree;

use shuffle_algorithms::{
    Algorithm, Shape,
    catalogue::{ENTRIES, Entry},
    dice::DiceSpec,
};
use shuffle_exact::{Laws, Limits, Subject, script::Side};

/// The catalogued shuffle of this name.
fn algorithm(name: &str) -> Algorithm {
    Algorithm::parse(name).unwrap()
}

/// The laws of one pass over a whole deck, with exact dice.
fn laws(name: &str, cards: usize) -> Laws {
    Laws::new(Subject::new(algorithm(name), Shape::whole(cards)), Limits::default())
}

/// The laws of a subject that differs from that.
fn laws_of(name: &str, change: impl FnOnce(&mut Subject)) -> Laws {
    let mut subject = Subject::new(algorithm(name), Shape::whole(0));
    change(&mut subject);
    Laws::new(subject, Limits::default())
}

/// Every catalogued shuffle whose rolls can be walked, with its parameters at their smallest, and once more
/// with the next larger: 8 bits of random keys have 256^n paths.
fn walkable() -> Vec<Algorithm> {
    let with = |entry: &Entry, more: u64| {
        let values = entry
            .parameters
            .iter()
            .map(|known| format!("{}={}", known.key, (known.min + more).min(known.max)));
        let values: Vec<_> = values.collect();
        let colon = if values.is_empty() { "" } else { ":" };
        algorithm(&format!("{}{colon}{}", entry.id, values.join(",")))
    };
    let mut all: Vec<_> =
        ENTRIES.iter().flat_map(|entry| [with(entry, 0), with(entry, 1)]).collect();
    all.dedup();
    all.retain(|algorithm| !algorithm.is_foreign() && !algorithm.is_sequence());
    // The rolls of its skips have 2^53 values.
    all.retain(|algorithm| algorithm.entry().id != "reservoir-l");
    all
}

/// The number of [`walkable`] shuffles that are swap programs whose steps act on one side of the deck.
fn followable() -> usize {
    let unmixed = |algorithm: &Algorithm| {
        let laws = laws(&algorithm.to_string(), 4);
        laws.script().is_ok_and(|script| script.steps().iter().all(|s| s.side() != Side::Both))
    };
    walkable().iter().filter(|algorithm| unmixed(algorithm)).count()
}

/// Dice of every kind that has a law: sound, and flawed so that it shows.
const DICE: [DiceSpec; 5] = [
    DiceSpec::Exact,
    DiceSpec::Modulo { bits: 3 },
    DiceSpec::Modulo { bits: 2 },
    DiceSpec::Float { bits: 5 },
    DiceSpec::OffByOne,
];

fn assert_close(value: f64, wanted: f64, slack: f64) {
    assert!((value - wanted).abs() <= slack, "{value}, but {wanted} wanted, give or take {slack}");
}
