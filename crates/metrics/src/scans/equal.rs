//! How many pairs of decks agree in two numbers.

use shuffle_deck::{InstructionSet, on_every_set};

/// Counts pairs of decks that agree in two numbers below n, of at most 4,096 decks.
pub(super) struct Agreeing {
    n: usize,
    set: InstructionSet,
    /// How many decks have each two numbers; 0 between two counts.
    table: Vec<u16>,
}

impl Agreeing {
    pub(super) fn new(n: usize) -> Self {
        Self { n, set: InstructionSet::detect(), table: vec![0; n * n] }
    }

    /// The pairs of decks that agree in both numbers.
    pub(super) fn pairs(&mut self, one: &[u16], other: &[u16]) -> u32 {
        let (n, decks) = (self.n, one.len().min(other.len()) as u32);
        let cells = one.iter().zip(other).map(|(&a, &b)| usize::from(a) * n + usize::from(b));
        cells.clone().for_each(|cell| self.table[cell] += 1);
        let squares = if self.table.len() <= 8 * one.len() {
            take_squares(self.set, &mut self.table)
        } else {
            // Of a large table only the cells that are not 0.
            let take = |cell| u32::from(std::mem::take(&mut self.table[cell])).pow(2);
            cells.map(take).sum()
        };
        (squares - decks) / 2
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
        for (n, decks) in [(2, 40), (7, 40), (52, 40), (52, 4_096)] {
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
