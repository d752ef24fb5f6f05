//! Laws under flawed dice, against every word that the draw itself can see.

use crate::{assert_close, laws_of};
use shuffle_algorithms::{
    Shape,
    dice::{DiceSpec, Float, Modulo},
};
use shuffle_exact::number::fraction;
use std::{collections::HashMap, convert::Infallible};

/// A "generator" that yields the given words, and then zeros.
struct Words(Vec<u64>);

impl rand::TryRng for Words {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("dice draw whole words")
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.pop().unwrap_or(0))
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("dice draw whole words")
    }
}

const BITS: u32 = 3;

/// Shuffles with the real dice on every sequence of words and holds the counts against the law.
fn counted_out(name: &str, cards: usize, rolls: u32, dice: DiceSpec) {
    let mut counts: HashMap<Vec<u32>, u64> = HashMap::new();
    let sequences = 1_u64 << (BITS * rolls);
    for sequence in 0..sequences {
        let word = |roll| (sequence >> (BITS * roll)) << (u64::BITS - BITS);
        let words = Words((0..rolls).map(word).collect());
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        let algorithm = crate::algorithm(name);
        match dice {
            DiceSpec::Modulo { bits } => {
                algorithm.shuffle(&mut deck, &mut Modulo::new(words, bits))
            }
            DiceSpec::Float { bits } => algorithm.shuffle(&mut deck, &mut Float::new(words, bits)),
            _ => unreachable!("dice with short words"),
        }
        .unwrap();
        *counts.entry(deck).or_default() += 1;
    }
    let laws = laws_of(name, |subject| (subject.shape, subject.dice) = (Shape::whole(cards), dice));
    let law = laws.permutation().unwrap();
    assert_eq!(law.reached(), counts.len(), "{name} with {dice}");
    for (order, count) in counts {
        let wanted = fraction(count, sequences);
        assert_eq!(law.probability(&order).fraction(), Some(&wanted), "{name} with {dice}");
    }
}

#[test]
fn laws_under_short_words_are_those_of_all_words() {
    for dice in [DiceSpec::Modulo { bits: BITS }, DiceSpec::Float { bits: BITS }] {
        counted_out("naive", 3, 3, dice);
        counted_out("naive", 4, 4, dice);
        counted_out("fisher-yates", 5, 4, dice);
        counted_out("mixed-within", 5, 4, dice);
        counted_out("out-of-place", 4, 4, dice);
        counted_out("random-swaps-half", 4, 4, dice);
        counted_out("coin-insertion-sort", 3, 3, dice);
        counted_out("human-riffle", 4, 5, dice);
        counted_out("random-keys:bits=2", 4, 4, dice);
    }
}

#[test]
fn batched_dice_have_the_laws_of_exact_ones() {
    for algorithm in crate::walkable() {
        let [exact, batched] = [DiceSpec::Exact, DiceSpec::Batched].map(|dice| {
            laws_of(&algorithm.to_string(), |s| (s.shape, s.dice) = (Shape::whole(4), dice))
        });
        assert_eq!(exact.permutation().ok(), batched.permutation().ok(), "{algorithm}");
        assert_eq!(exact.position().ok(), batched.position().ok(), "{algorithm}");
    }
    // A law that only the literature has.
    let riffle =
        laws_of("gsr-riffle", |s| (s.shape, s.dice) = (Shape::whole(52), DiceSpec::Batched));
    assert!(riffle.total_variation().is_ok());
}

#[test]
fn an_audit_needs_as_many_decks_as_the_dice_say() {
    // The tables at the types `Modulo` and `Float`, two digits each, and their noncentralities.
    const NEEDED: [(usize, f64); 2] = [(10, 157.0), (52, 633.0)];
    type Table = [(u32, [f64; 2])];
    let modulo: &Table = &[
        (8, [1.7e5, 7.4e3]),
        (10, [3.1e6, 1.1e5]),
        (12, [6.0e7, 1.9e6]),
        (15, [4.5e9, 1.1e8]),
        (16, [1.3e10, 3.8e8]),
        (32, [4.9e19, 2.3e18]),
    ];
    let float: &Table = &[
        (8, [1.7e5, 7.3e3]),
        (10, [3.1e6, 1.1e5]),
        (12, [6.0e7, 1.9e6]),
        (16, [1.3e10, 3.8e8]),
        (24, [1.0e15, 3.1e13]),
    ];
    let rows = modulo.iter().map(|&(bits, decks)| (DiceSpec::Modulo { bits }, decks));
    for (dice, decks) in rows.chain(float.iter().map(|&(bits, d)| (DiceSpec::Float { bits }, d))) {
        for ((cards, noncentrality), decks) in NEEDED.into_iter().zip(decks) {
            let laws = laws_of("fisher-yates", |s| (s.shape, s.dice) = (Shape::whole(cards), dice));
            let position = laws.position().unwrap();
            assert!(position.masses().is_exact());
            let needed = noncentrality / position.noncentrality().value();
            assert_close(needed / decks, 1.0, 0.06);
        }
    }
}
