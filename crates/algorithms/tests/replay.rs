//! Dice that note what is rolled, and runs on recorded rolls.

use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_algorithms::{
    Algorithm, Dice,
    card::identity,
    dice::{Exact, Recorded},
};

/// Exact dice that note every `(k, roll)` of `below(k)`.
pub(crate) struct Noting {
    dice: Exact<Pcg64>,
    pub(crate) rolls: Vec<(usize, usize)>,
}

impl Noting {
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: Exact::new(Pcg64::seed_from_u64(seed)), rolls: Vec::new() }
    }

    /// A record of the rolls, for replay.
    pub(crate) fn record(&self) -> Recorded {
        Recorded::new(self.rolls.iter().map(|&(_, roll)| roll))
    }

    /// Of which ranges `0..k` it was rolled.
    pub(crate) fn ranges(&self) -> Vec<usize> {
        self.rolls.iter().map(|&(k, _)| k).collect()
    }
}

impl Dice for Noting {
    fn below_u64(&mut self, k: u64) -> u64 {
        let roll = self.dice.below_u64(k);
        self.rolls.push((k as usize, roll as usize));
        roll
    }
}

/// The deck `0..n` after one shuffle with these rolls, all of which must be used up.
pub(crate) fn replayed(algorithm: &str, cards: usize, rolls: &[usize]) -> Vec<u8> {
    let mut deck = identity(cards);
    let mut dice = Recorded::new(rolls.iter().copied());
    Algorithm::parse(algorithm).unwrap().shuffle(&mut deck, &mut dice).unwrap();
    assert_eq!(dice.left(), 0, "{algorithm} leaves rolls of the record");
    deck
}

/// A deck of up to 9 cards, counted from 1, as the articles print it.
pub(crate) fn printed(deck: &[u8]) -> String {
    deck.iter().map(|card| (card + 1).to_string()).collect()
}
