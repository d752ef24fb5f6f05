//! The number of pairs of decks that agree in two numbers.

use shuffle_deck::{InstructionSet, on_every_set};

/// The most cells of a table, 2 MB.
const MOST_CELLS: usize = 1 << 20;

/// Counts pairs of decks that agree in two numbers below n, of at most 4,096 decks.
pub(super) struct Agreeing {
    n: usize,
    set: InstructionSet,
    /// The number of decks for each two numbers, 0 between two counts; empty if there would be too many.
    table: Vec<u16>,
    /// Both numbers of each deck, where there is no table.
    keys: Vec<u64>,
}

impl Agreeing {
    pub(super) fn new(n: usize) -> Self {
        let cells = n.checked_mul(n).filter(|&cells| cells <= MOST_CELLS).unwrap_or(0);
        Self { n, set: InstructionSet::detect(), table: vec![0; cells], keys: Vec::new() }
    }

    /// The pairs of decks that agree in both numbers.
    pub(super) fn pairs(&mut self, one: &[u16], other: &[u16]) -> u32 {
        if self.table.is_empty() {
            return self.pairs_of_keys(one, other);
        }
        let (n, decks) = (self.n, one.len().min(other.len()) as u32);
        let cells = one.iter().zip(other).map(|(&a, &b)| usize::from(a) * n + usize::from(b));
        cells.clone().for_each(|cell| self.table[cell] += 1);
        let squares = if self.table.len() <= 8 * one.len() {
            take_squares(self.set, &mut self.table)
        } else {
            // In a large table, only the cells that are not 0.
            let take = |cell| u32::from(std::mem::take(&mut self.table[cell])).pow(2);
            cells.map(take).sum()
        };
        (squares - decks) / 2
    }

    fn pairs_of_keys(&mut self, one: &[u16], other: &[u16]) -> u32 {
        self.keys.clear();
        self.keys.extend(one.iter().zip(other).map(|(&a, &b)| u64::from(a) << 16 | u64::from(b)));
        self.keys.sort_unstable();
        let alike = self.keys.chunk_by(|a, b| a == b).map(|alike| alike.len() as u32);
        alike.map(|decks| decks * (decks - 1) / 2).sum()
    }
}

on_every_set! {
    /// The sum of the squares of all cells, which are 0 then.
    fn take_squares(cells: &mut [u16]) -> u32 {
        let mut sum = 0;
        for cell in cells {
            let count = u32::from(*cell);
            sum += count * count;
            *cell = 0;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_agree_as_counted_one_by_one() {
        for (n, decks) in [(2, 40), (7, 40), (52, 40), (52, 4_096), (2_000, 40), (65_536, 300)] {
            let values = |step: usize| (0..decks).map(move |deck| (deck * deck * step % n) as u16);
            let (one, other): (Vec<u16>, Vec<u16>) = (values(3).collect(), values(5).collect());
            let both: Vec<_> = one.iter().zip(&other).collect();
            let later = |at: usize| both[at + 1..].iter().filter(|it| **it == both[at]).count();
            let wanted = (0..decks).map(later).sum::<usize>() as u32;
            let mut agreeing = Agreeing::new(n);
            assert_eq!([0; 2].map(|_| agreeing.pairs(&one, &other)), [wanted; 2], "{n}, {decks}");
        }
    }
}
