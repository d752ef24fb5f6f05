//! Runs of places whose cards are sorted in every deck, as files have the cards of a hand.

use shuffle_deck::{Card, Rows, blocks::ln_arrangements};

/// Fewer decks may be sorted by chance at some places.
const FEWEST: u64 = 10;

/// One run of a deal is in order so often by chance with the probability of its inverse, for each of a dozen orders.
const LN_RARE: f64 = 24.0;

/// The logarithm of the probability that k draws of one of n symbols are sorted: `n + k - 1 over k` of `n^k` words are.
pub(crate) fn ln_sorted_word(n: usize, k: usize) -> f64 {
    (0..k).map(|at| ((1.0 + at as f64 / n as f64) / (at + 1) as f64).ln()).sum()
}

/// Ways to sort cards: by number; as playing cards by suit and rank, or by rank alone, with the ace low or high.
const KEYS: [fn(usize) -> usize; 6] = [
    |card| card,
    |card| card - card % 13 + 12 - card % 13,
    |card| card - card % 13 + (card + 12) % 13,
    |card| card - card % 13 + 12 - (card + 12) % 13,
    |card| card % 13,
    |card| (card + 12) % 13,
];

/// Looks for such runs.
#[derive(Clone, Debug, Default)]
pub struct SortedRuns {
    /// For each two neighbors the keys by which they rise in every deck, and by which they fall: a bit each.
    bits: Vec<u16>,
    decks: u64,
    /// True if a row shows some of the cards only.
    is_deal: bool,
    is_over: bool,
}

impl SortedRuns {
    /// Looks at decks of `cards` cards, of which each row has `width`.
    pub fn observe(&mut self, rows: Rows<'_>, cards: usize, width: usize) {
        self.is_deal = width < cards;
        match rows {
            _ if self.is_over || width < 2 => {}
            Rows::Narrow(rows) => self.observe_rows(rows, cards, width),
            Rows::Wide(rows) => self.observe_rows(rows, cards, width),
        }
    }

    fn observe_rows<C: Card>(&mut self, rows: &[C], cards: usize, width: usize) {
        let keys = if cards == 52 { &KEYS[..] } else { &KEYS[..1] };
        for row in rows.chunks_exact(width) {
            if self.bits.is_empty() {
                self.bits = vec![u16::MAX; width - 1];
            }
            for (bits, pair) in self.bits.iter_mut().zip(row.windows(2)) {
                if *bits == 0 {
                    continue;
                }
                let mut found = 0;
                for (at, key) in keys.iter().enumerate() {
                    let (one, other) = (key(pair[0].index()), key(pair[1].index()));
                    found |= u16::from(one <= other) << at | u16::from(one >= other) << (at + 8);
                }
                *bits &= found;
            }
            self.decks += 1;
            self.is_over = self.bits.iter().all(|&bits| bits == 0);
            if self.is_over {
                return;
            }
        }
    }

    /// The lengths of the runs, two or more and each of two places or more, if they cover the rows; one run of a deal.
    ///
    /// ```
    /// use shuffle_deck::Rows;
    /// use shuffle_reader::SortedRuns;
    ///
    /// let mut runs = SortedRuns::default();
    /// for deck in [[0, 3, 1, 2], [1, 2, 0, 3], [2, 3, 0, 1], [0, 1, 2, 3]].repeat(5) {
    ///     runs.observe(Rows::Narrow(&deck), 4, 4);
    /// }
    /// assert_eq!(runs.lengths(), Some(vec![2, 2]));
    /// ```
    #[must_use]
    pub fn lengths(&self) -> Option<Vec<usize>> {
        let (mut lengths, mut length, mut common) = (Vec::new(), 1, u16::MAX);
        for &bits in &self.bits {
            (length, common) = match common & bits {
                0 => {
                    lengths.push(length);
                    (1, u16::MAX)
                }
                both => (length + 1, both),
            };
        }
        lengths.push(length);
        let are_runs = match lengths[..] {
            [length] => {
                self.is_deal && self.decks as f64 * ln_arrangements(&vec![1; length]) > LN_RARE
            }
            _ => lengths.iter().all(|&length| length > 1),
        };
        (self.decks >= FEWEST && are_runs).then_some(lengths)
    }
}
