//! Spearman's footrule: how far the cards have gone, all in all.
#![doc = include_str!("footrule.md")]

use super::add;
use crate::{
    Card, Decks, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups, whole_decks_only},
};
use shuffle_deck::{Column, LANES, on_every_set};

/// The most cards for which the law is tabulated; the table costs n^4/8 steps.
pub const LARGEST: usize = 128;

/// `P(sum |D[p] - p| = 2v)` of a uniform permutation of n, v = 0..floor(n^2/4).
///
/// # Panics
///
/// If n is above [`LARGEST`].
#[must_use]
pub fn law(n: usize) -> Vec<f64> {
    assert!(n <= LARGEST, "the law of the footrule is tabulated up to {LARGEST} cards");
    let most = n * n / 4;
    let empty = vec![vec![0.0; most + 1]; n / 2 + 1];
    // One row for each number of open positions.
    let mut rows = empty.clone();
    rows[0][0] = 1.0;
    for i in 1..=n {
        let mut next = empty.clone();
        // No more can be open than there are cards left to close them.
        for (open, row) in next.iter_mut().enumerate().take(i.min(n - i) + 1) {
            let mut add = |from: usize, ways: usize| {
                if let Some(from) = rows.get(from) {
                    let share = ways as f64 / i as f64;
                    row[open..].iter_mut().zip(from).for_each(|(to, p)| *to += share * p);
                }
            };
            add(open, 2 * open + 1);
            add(open + 1, (open + 1).pow(2));
            if open > 0 {
                add(open - 1, 1);
            }
        }
        rows = next;
    }
    rows.swap_remove(0)
}

/// The law of any n, from its cumulants, for n above [`LARGEST`].
#[must_use]
pub fn approximated(n: usize) -> Edgeworth {
    let n = n as f64;
    let polynomial =
        |coefficients: &[f64]| coefficients.iter().rev().fold(0.0, |sum, c| sum * n + c);
    Edgeworth::of_whole_numbers([
        polynomial(&[-1.0, 0.0, 1.0]) / 6.0,
        polynomial(&[7.0, 7.0, 2.0, 2.0]) / 180.0,
        -polynomial(&[62.0, 93.0, 35.0, 6.0, 2.0]) / 3_780.0,
        polynomial(&[461.0, 733.0, 254.0, -26.0, -22.0, -14.0]) / 37_800.0,
        polynomial(&[-10_280.0, -17_420.0, -6_890.0, 955.0, 835.0, 175.0, 45.0]) / 623_700.0,
        polynomial(&SIXTH) / 170_270_100.0,
    ])
}

/// The sixth cumulant, over 170,270,100.
const SIXTH: [f64; 8] =
    [5_867_107.0, 10_763_445.0, 5_307_933.0, 117_441.0, -282_780.0, 20_952.0, 20_924.0, 11_346.0];

/// Half of the footrule, `1/2 sum |D[p] - p|`.
#[derive(Clone, Copy, Debug)]
pub struct Footrule(Shape);

impl IntegerStatistic for Footrule {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of half the total distance that cards moved" },
        sees: prose! { "cards that stay near or go too far: too few swaps, cuts, naive shuffles, Sattolo" },
        blind_to: prose! { "the direction of the moves: a constant parity; slow to see seven riffles (50,000 decks of 52)" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("footrule", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "places that cards moved",
        test: TestEntry {
            title: prose! { "the total distance that cards moved, on average" },
            sees: prose! { "cards that stay near or go too far: too few swaps, shuffle buffers, Sattolo" },
            blind_to: prose! { "the direction of the moves: a constant parity" },
            ..TestEntry::new("footrule-mean", About::Orders)
        },
    });

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.cards())
    }

    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let n = self.0.cards();
        (n > LARGEST).then(|| (approximated(n), (n as u64).pow(2) / 4))
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        // Numbers of ways that fit 32 bits are added several at once: 128 of up to 2^24, 8 of up to 2^28.
        let together = if row.len() <= 1 << 24 { 128 } else { 8 };
        let sum = |(chunk, cards): (usize, &[C])| {
            let ways = cards.iter().zip((chunk * together) as i32..);
            ways.map(|(card, p)| (card.index() as i32 - p).unsigned_abs()).sum::<u32>() as usize
        };
        row.chunks(together).enumerate().map(sum).sum::<usize>() / 2
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        in_groups(decks.columns(), |cards, numbers| footrule(set, cards, numbers), count)
    }
}

on_every_set! {
    /// Half the footrule of 64 decks of up to 256 cards: the ways of all of them are at most 2^15.
    fn footrule(columns: &[Column], numbers: &mut [u16; LANES]) {
        let mut sums = [0; LANES];
        for (place, column) in columns.iter().enumerate() {
            let (place, mut way) = (place as u8, [0; LANES]);
            for lane in 0..LANES {
                // `abs_diff` becomes vectors of words of 32 bits.
                way[lane] = column[lane].max(place) - column[lane].min(place);
            }
            add(&mut sums, &way);
        }
        for lane in 0..LANES {
            numbers[lane] = sums[lane] / 2;
        }
    }
}
