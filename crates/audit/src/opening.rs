//! The first decks of a program, by which two runs of it are told apart, or not.

use hmac_sha256::Hash;
use shuffle_metrics::{Decks, Rows, Shape};
use std::collections::HashSet;

/// Decks that are compared, if there are so many.
const DECKS: usize = 64;

/// Two runs that draw by themselves have the same beginning less often than once in so many times.
const SURE: f64 = 1e9;

/// The first decks of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    decks: usize,
    hash: [u8; 32],
    /// Different ones among them.
    distinct: usize,
}

impl Opening {
    /// Decks in it.
    #[must_use]
    pub fn decks(&self) -> u64 {
        self.decks as u64
    }

    /// That of decks of which the first block is this.
    #[must_use]
    pub fn of(decks: &Decks<'_>, shape: Shape) -> Self {
        let size = decks.trials().min(DECKS);
        let cards = size * shape.dealt();
        let rows: Vec<u32> = match decks.rows() {
            Rows::Narrow(rows) => rows[..cards].iter().map(|&card| card.into()).collect(),
            Rows::Wide(rows) => rows[..cards].to_vec(),
        };
        let mut hash = Hash::new();
        rows.iter().for_each(|card| hash.update(card.to_le_bytes()));
        let distinct = rows.chunks(shape.dealt()).collect::<HashSet<_>>().len();
        Self { decks: size, hash: hash.finalize(), distinct }
    }

    /// Whether the two runs wrote the same decks. Nothing, if they did but a fair shuffle might have, too, or one that
    /// gives few orders anyway.
    #[must_use]
    pub fn is_that_of(&self, other: &Self, shape: Shape) -> Option<bool> {
        if self.decks != other.decks {
            return None;
        }
        let orders = |place: usize| ((shape.cards() - place) as f64).ln();
        let ln_orders: f64 = (0..shape.dealt()).map(orders).sum();
        let most = (self.decks as f64).min(ln_orders.exp());
        let is_varied = self.distinct as f64 * 2.0 > most;
        let tells = self.decks as f64 * ln_orders > SURE.ln() && is_varied;
        if self.hash == other.hash { tells.then_some(true) } else { Some(false) }
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
