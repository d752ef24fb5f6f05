//! The first decks of a program, to compare two of its runs.

use hmac_sha256::Hash;
use shuffle_metrics::{Decks, Rows, Shape};
use std::collections::HashSet;

/// Maximum number of decks that are compared.
const DECKS: usize = 64;

/// Two runs with independent randomness begin with the same decks less often than once in this number of times.
const SURE: f64 = 1e9;

/// The first decks of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Opening {
    decks: usize,
    hash: [u8; 32],
    /// The number of different decks among them.
    distinct: usize,
}

impl Opening {
    /// The number of decks.
    pub fn decks(&self) -> u64 {
        self.decks as u64
    }

    /// The opening of a run whose first block is `decks`.
    pub fn of(decks: &Decks<'_>, shape: Shape) -> Self {
        let size = decks.trials().min(DECKS);
        let cards = size * shape.width();
        let rows: Vec<u32> = match decks.rows() {
            Rows::Narrow(rows) => rows[..cards].iter().map(|&card| card.into()).collect(),
            Rows::Wide(rows) => rows[..cards].to_vec(),
        };
        let mut hash = Hash::new();
        rows.iter().for_each(|card| hash.update(card.to_le_bytes()));
        let distinct = rows.chunks(shape.width()).collect::<HashSet<_>>().len();
        Self { decks: size, hash: hash.finalize(), distinct }
    }

    /// True if the two runs wrote the same decks. `None` if they cannot be compared, or if they are the same but
    /// chance, or a shuffle that gives few orders, explains that.
    pub fn is_that_of(&self, other: &Self, shape: Shape) -> Option<bool> {
        if self.decks != other.decks {
            return None;
        }
        let ln_orders = shuffle_metrics::ln_outcomes(shape);
        let most = (self.decks as f64).min(ln_orders.exp());
        let is_varied = self.distinct as f64 * 2.0 > most;
        let is_conclusive = self.decks as f64 * ln_orders > SURE.ln() && is_varied;
        if self.hash == other.hash { is_conclusive.then_some(true) } else { Some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(decks: &[[u8; 4]]) -> Opening {
        let shape = Shape::whole(4);
        Opening::of(&Decks::new(shape, 0, Rows::Narrow(&decks.concat())), shape)
    }

    #[test]
    fn equal_beginnings_are_told_from_chance_and_from_shuffles_that_do_nothing() {
        let shape = Shape::whole(4);
        let varied: Vec<[u8; 4]> = itertools::Itertools::permutations(0..4_u8, 4)
            .map(|deck| deck.try_into().unwrap())
            .collect();
        let back: Vec<[u8; 4]> = varied.iter().rev().copied().collect();
        let same = |a: &[[u8; 4]], b: &[[u8; 4]]| opening(a).is_that_of(&opening(b), shape);
        assert_eq!(same(&varied, &varied), Some(true));
        assert_eq!(same(&varied, &back), Some(false));
        assert_eq!(same(&varied[..2], &varied[..2]), None, "chance does that");
        assert_eq!(same(&[varied[0]; 24], &[varied[0]; 24]), None, "it does nothing");
        assert_eq!(same(&varied[..2], &back[..2]), Some(false), "others are others");
        assert_eq!(same(&varied, &varied[..2]), None);
    }
}
