//! Sweeps: every column is compared with what each lane is after, and there are no branches.
//!
//! The loops are written so that compilers make vectors of them: the lanes innermost, masks for choices, eight
//! columns a step so that what was found is gathered in a tree and not in a chain, and the distance still
//! to go counted down in a vector, so that the eight comparisons are with constants. Each operation is a whole
//! function, from the columns and back to them: bytes that are copied in narrow pieces and read again
//! at once in a wide one cost as much as two octets.

use super::{
    board::{OCTET, PLACES, octets},
    log::MOVES,
};
use shuffle_columns::{Column, LANES, on_every_set};
use std::ops::Range;

/// All ones where the two are equal.
#[inline(always)]
fn mask(a: u8, b: u8) -> u8 {
    if a == b { 0xff } else { 0 }
}

/// `yes` where the mask is all ones, `no` where it is 0.
#[inline(always)]
fn choose(mask: u8, yes: u8, no: u8) -> u8 {
    (yes & mask) | (no & !mask)
}

/// As [`choose`], where both are loaded for this choice alone: else it becomes a choice of addresses, and
/// then one lane after the other.
#[inline(always)]
fn merge(mask: u8, yes: u8, no: u8) -> u8 {
    no ^ (no & mask) ^ (yes & mask)
}

/// The sum of an octet of which at most one is not 0.
#[inline(always)]
fn sum(of: [u8; OCTET]) -> u8 {
    let [a, b, c, d, e, f, g, h] = of;
    let plus = u8::wrapping_add;
    plus(plus(plus(a, b), plus(c, d)), plus(plus(e, f), plus(g, h)))
}

/// Where the octets of a range start, and how far that is from the place `at` of each lane.
#[inline(always)]
fn approach(range: &Range<usize>, at: &Column) -> (Range<usize>, Column) {
    let (octets, mut distance) = (octets(range), *at);
    let first = (octets.start * OCTET) as u8; // below 256, like all places
    distance.iter_mut().for_each(|distance| *distance = distance.wrapping_sub(first));
    (octets, distance)
}

/// Puts the byte of `put` to the place `at` of each lane, which is in `range`, and yields what was there.
#[inline(always)]
fn swap(columns: &mut [Column; PLACES], range: &Range<usize>, at: &Column, put: &Column) -> Column {
    let (octets, mut distance) = approach(range, at);
    let mut got: Column = [0; LANES];
    for octet in &mut columns.as_chunks_mut::<OCTET>().0[octets] {
        for lane in 0..LANES {
            let (left, put) = (distance[lane], put[lane]);
            let mut here = [0; OCTET];
            for k in 0..OCTET {
                let (card, hit) = (octet[k][lane], mask(left, k as u8));
                here[k] = card & hit;
                octet[k][lane] = choose(hit, put, card);
            }
            got[lane] = got[lane].wrapping_add(sum(here));
            distance[lane] = left.wrapping_sub(OCTET as u8);
        }
    }
    got
}

/// What is at the place `at` of each lane, which is in `range`.
#[inline(always)]
fn look(columns: &[Column; PLACES], range: &Range<usize>, at: &Column) -> Column {
    let (octets, mut distance) = approach(range, at);
    let mut got: Column = [0; LANES];
    for octet in &columns.as_chunks::<OCTET>().0[octets] {
        for lane in 0..LANES {
            let left = distance[lane];
            let mut here = [0; OCTET];
            for k in 0..OCTET {
                here[k] = octet[k][lane] & mask(left, k as u8);
            }
            got[lane] = got[lane].wrapping_add(sum(here));
            distance[lane] = left.wrapping_sub(OCTET as u8);
        }
    }
    got
}

on_every_set! {
    /// Swaps place `at`, the same in all lanes, with a place `with` of each lane that is in `range`.
    ///
    /// A lane that goes to `at` itself puts there what it takes, so that this is no special case.
    pub(super) fn exchange(columns: &mut [Column; PLACES], at: usize, range: &Range<usize>, with: &Column) {
        let put = columns[at];
        columns[at] = swap(columns, range, with, &put);
    }

    /// Swaps two places of each lane, each in its range.
    pub(super) fn exchange_both(
        columns: &mut [Column; PLACES],
        a: (&Range<usize>, &Column),
        b: (&Range<usize>, &Column),
    ) {
        let ((range_a, a), (range_b, b)) = (a, b);
        let of_a = look(columns, range_a, a);
        let of_b = swap(columns, range_b, b, &of_a);
        swap(columns, range_a, a, &of_b);
    }

    /// Finds in each lane the place of a card.
    pub(super) fn find(columns: &[Column; PLACES], cards: usize, named: &Column, places: &mut Column) {
        let (mut place, mut found) = ([0_u8; LANES], [0_u8; LANES]);
        for octet in &columns.as_chunks::<OCTET>().0[octets(&(0..cards))] {
            for lane in 0..LANES {
                let card = named[lane];
                let mut here = [0; OCTET];
                for k in 0..OCTET {
                    here[k] = mask(octet[k][lane], card) & place[lane].wrapping_add(k as u8);
                }
                found[lane] = found[lane].wrapping_add(sum(here));
                place[lane] = place[lane].wrapping_add(OCTET as u8);
            }
        }
        *places = found;
    }

    /// In each lane, the cards `a` and `b` change places.
    pub(super) fn relabel(columns: &mut [Column; PLACES], cards: usize, a: &Column, b: &Column) {
        for octet in &mut columns.as_chunks_mut::<OCTET>().0[octets(&(0..cards))] {
            for lane in 0..LANES {
                let (a, b) = (a[lane], b[lane]);
                for column in octet.iter_mut() {
                    let card = column[lane];
                    // Whichever of the two it is, this turns it into the other.
                    column[lane] = card ^ ((a ^ b) & (mask(card, a) | mask(card, b)));
                }
            }
        }
    }

    /// Takes out the card at the place `from` of each lane, which is in `range`, and inserts it at place `to`.
    pub(super) fn lift(columns: &mut [Column; PLACES], range: &Range<usize>, from: &Column, to: usize) {
        let card = look(columns, range, from);
        for k in (to + 1..range.end).rev() {
            let (below, here) = columns.split_at_mut(k);
            let (below, here) = (&below[k - 1], &mut here[0]);
            for lane in 0..LANES {
                let moves = if k as u8 <= from[lane] { 0xff } else { 0 };
                here[lane] = merge(moves, below[lane], here[lane]);
            }
        }
        for k in range.start..to {
            let (here, above) = columns.split_at_mut(k + 1);
            let (here, above) = (&mut here[k], &above[0]);
            for lane in 0..LANES {
                let moves = if k as u8 >= from[lane] { 0xff } else { 0 };
                here[lane] = merge(moves, above[lane], here[lane]);
            }
        }
        columns[to] = card;
    }

    /// Notes in a log of `moves` changes that place `at`, the same in all lanes, is swapped with a place of each
    /// lane. What is then at the former goes into `taken`.
    ///
    /// Change t turned card c at `places[t]` into card `c ^ changes[t]`; before all changes, place p held card p.
    pub(super) fn note(
        places: &mut [Column; MOVES],
        changes: &mut [Column; MOVES],
        moves: usize,
        at: u8,
        with: &Column,
        taken: &mut Column,
    ) {
        let (mut there, mut here) = ([at; LANES], *with);
        for (place, change) in places[..moves].iter().zip(&changes[..moves]) {
            for lane in 0..LANES {
                let (place, change) = (place[lane], change[lane]);
                there[lane] ^= change & mask(place, at);
                here[lane] ^= change & mask(place, with[lane]);
            }
        }
        places[moves] = *with;
        for lane in 0..LANES {
            changes[moves][lane] = there[lane] ^ here[lane];
        }
        *taken = here;
    }

    /// What is at a place, the same in all lanes, after the changes of a log.
    pub(super) fn look_up(places: &[Column], changes: &[Column], at: u8, card: &mut Column) {
        let mut there = [at; LANES];
        for (place, change) in places.iter().zip(changes) {
            for lane in 0..LANES {
                there[lane] ^= change[lane] & mask(place[lane], at);
            }
        }
        *card = there;
    }
}
