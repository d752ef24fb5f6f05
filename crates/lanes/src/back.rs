//! Swaps that reach back: with places that earlier swaps fixed, several at a time in one sweep over these places.
//!
//! Such a swap touches its own fixed place and one that was fixed before it. A swap that reaches ahead touches its own
//! fixed place and one that is not fixed yet. So the first changes nothing that a later one of the second kind touches, the
//! two may change their order, and all that reach ahead are done first, as a chain. What is left is half a board:
//! each swap sweeps over the places fixed before it. K swaps share a sweep, so that a column is loaded and
//! stored once for K of them. What each puts down is known before: the column of its own place, to which no
//! earlier one reached. Half of the lanes are swept at a time, so that all stays in registers.

use crate::{board::SAME, reach::DrawnSwap};
use shuffle_deck::{Aligned, Column, LANES};

/// The bytes of half of the lanes.
pub(crate) type Half = [u8; LANES / 2];

/// K swaps in their order.
pub(crate) struct BackSwaps<const K: usize> {
    pub(crate) rolls: [Half; K],
    /// The cards at their fixed places.
    pub(crate) puts: [Half; K],
}

/// A way to let swaps take a card from a column, and put down another.
pub(crate) trait Trade {
    /// Lets the swaps from number `first` on meet the cards of a place, one after the other. `got` is what each took: at first
    /// what it puts down, until it meets the place of its roll.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "compilers make vectors of no other loop")]
    fn trade<const K: usize>(
        cards: &mut Half,
        place: &Half,
        swaps: &BackSwaps<K>,
        first: usize,
        got: &mut [Half; K],
    ) {
        for lane in 0..LANES / 2 {
            for k in first..K {
                let hit = if swaps.rolls[k][lane] == place[lane] { 0xff } else { 0 };
                let change = (cards[lane] ^ swaps.puts[k][lane]) & hit;
                got[k][lane] ^= change;
                cards[lane] ^= change;
            }
        }
    }
}

/// Does all swaps, the last of which comes first, K at a time; those that are left over first, while the sweeps are short.
#[inline(always)]
pub(crate) fn swap_back<P: Trade, const K: usize>(
    swaps: &[Aligned<DrawnSwap>],
    fixed: &[u8],
    columns: &mut [Column],
) {
    let mut left = fixed.len();
    while !left.is_multiple_of(K) {
        left -= 1;
        swap_together::<P, 1>(&swaps[left..], &fixed[left..], columns);
    }
    while left > 0 {
        left -= K;
        swap_together::<P, K>(&swaps[left..], &fixed[left..], columns);
    }
}

/// Does the K swaps that come first here and last in time. The others fixed the places that these may reach.
#[inline(always)]
fn swap_together<P: Trade, const K: usize>(
    swaps: &[Aligned<DrawnSwap>],
    fixed: &[u8],
    columns: &mut [Column],
) {
    let (Some((here, _)), Some((places, before))) =
        (swaps.split_first_chunk::<K>(), fixed.split_first_chunk::<K>())
    else {
        return;
    };
    for half in 0..2 {
        let mut now = BackSwaps { rolls: [[0; LANES / 2]; K], puts: [[0; LANES / 2]; K] };
        for k in 0..K {
            now.rolls[k] = *half_of(&here[K - 1 - k].0.roll, half);
            now.puts[k] = *half_of(&columns[usize::from(places[K - 1 - k])], half);
        }
        let mut got = now.puts;
        for &place in before {
            let column = half_of_mut(&mut columns[usize::from(place)], half);
            let mut cards = *column;
            P::trade(&mut cards, same(place), &now, 0, &mut got);
            *column = cards;
        }
        for k in 0..K {
            let place = places[K - 1 - k];
            let mut cards = got[k];
            P::trade(&mut cards, same(place), &now, k + 1, &mut got);
            *half_of_mut(&mut columns[usize::from(place)], half) = cards;
        }
    }
}

#[inline(always)]
fn half_of(column: &Column, half: usize) -> &Half {
    &column.as_chunks().0[half]
}

#[inline(always)]
fn half_of_mut(column: &mut Column, half: usize) -> &mut Half {
    &mut column.as_chunks_mut().0[half]
}

/// This place in every lane.
#[inline(always)]
fn same(place: u8) -> &'static Half {
    half_of(&SAME.0[usize::from(place)], 0)
}
