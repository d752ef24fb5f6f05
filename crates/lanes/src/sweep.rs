//! Sweeps: every column is compared with the place or card that each lane looks for, without branches.
//!
//! The loops are written so that compilers make vectors of them: the lanes innermost, masks for choices, eight
//! columns a step, and the distance still to go counted down in a vector, so that the eight comparisons are with
//! constants. The functions that steps need are inlined into the one function that takes them, so that temporary
//! columns stay in registers: bytes that are written in narrow pieces and at once read again in a wide one cost as
//! much as two octets.

use crate::board::{HALF, OCTET, PLACES, octets};
use shuffle_deck::{Column, LANES, on_every_set};
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

/// As [`choose`], for two values that are loaded for this choice alone. With [`choose`] the compiler would choose
/// between addresses instead, and then handle one lane after the other.
#[inline(always)]
fn merge(mask: u8, yes: u8, no: u8) -> u8 {
    no ^ (no & mask) ^ (yes & mask)
}

/// The sum of bytes of which at most one is not 0.
#[inline(always)]
fn sum<const K: usize>(of: [u8; K]) -> u8 {
    of.into_iter().fold(0, u8::wrapping_add)
}

/// A search for one place in each lane: the distance still to go, and the bytes found so far.
struct Search {
    left: Column,
    got: Column,
}

impl Search {
    /// A search for the places `at` that starts at place `first`.
    #[inline(always)]
    fn from(first: usize, at: &Column) -> Self {
        let (mut left, first) = (*at, first as u8); // below 256, like all places
        left.iter_mut().for_each(|left| *left = left.wrapping_sub(first));
        Self { left, got: [0; LANES] }
    }

    /// Continues over K columns.
    #[inline(always)]
    fn look<const K: usize>(&mut self, columns: &[Column; K]) {
        let Self { left, got } = self;
        for lane in 0..LANES {
            let ahead = left[lane];
            let mut here = [0; K];
            for k in 0..K {
                here[k] = columns[k][lane] & mask(ahead, k as u8);
            }
            got[lane] = got[lane].wrapping_add(sum(here));
            left[lane] = ahead.wrapping_sub(K as u8);
        }
    }

    /// The same, and writes the byte of `put` at each place that it finds.
    #[inline(always)]
    fn swap<const K: usize>(&mut self, columns: &mut [Column; K], put: &Column) {
        let Self { left, got } = self;
        for lane in 0..LANES {
            let (ahead, put) = (left[lane], put[lane]);
            let mut here = [0; K];
            for k in 0..K {
                let (card, hit) = (columns[k][lane], mask(ahead, k as u8));
                here[k] = card & hit;
                columns[k][lane] = choose(hit, put, card);
            }
            got[lane] = got[lane].wrapping_add(sum(here));
            left[lane] = ahead.wrapping_sub(K as u8);
        }
    }
}

/// The columns of a range: the place of the first, octets, and half an octet if that is enough for the rest.
type Split<'a> = (usize, &'a mut [[Column; OCTET]], Option<&'a mut [Column; HALF]>);

#[inline(always)]
fn split<'a>(columns: &'a mut [Column; PLACES], range: &Range<usize>) -> Split<'a> {
    let first = range.start / HALF * HALF;
    let columns = &mut columns[first..range.end.next_multiple_of(HALF)];
    let (octets, rest) = columns.as_chunks_mut();
    (first, octets, rest.first_chunk_mut())
}

/// Writes the byte of `put` to the place `at` of each lane, which is in `range`, and returns the old bytes.
#[inline(always)]
fn swap(columns: &mut [Column; PLACES], range: &Range<usize>, at: &Column, put: &Column) -> Column {
    let (first, octets, half) = split(columns, range);
    let mut search = Search::from(first, at);
    for octet in octets {
        search.swap(octet, put);
    }
    if let Some(half) = half {
        search.swap(half, put);
    }
    search.got
}

/// Reads the byte at the place `at` of each lane, which is in `range`.
#[inline(always)]
fn look(columns: &mut [Column; PLACES], range: &Range<usize>, at: &Column) -> Column {
    let (first, octets, half) = split(columns, range);
    let mut search = Search::from(first, at);
    for octet in octets {
        search.look(octet);
    }
    if let Some(half) = half {
        search.look(half);
    }
    search.got
}

/// Swaps place `at`, the same in all lanes, with a place `with` of each lane that is in `range`.
///
/// A lane whose other place is `at` itself puts back the byte that it takes, so that this is not a special case.
#[inline(always)]
pub fn exchange(columns: &mut [Column; PLACES], at: usize, range: &Range<usize>, with: &Column) {
    let put = columns[at];
    columns[at] = swap(columns, range, with, &put);
}

/// Swaps two places of each lane, each in its range.
#[inline(always)]
pub fn exchange_both(
    columns: &mut [Column; PLACES],
    a: (&Range<usize>, &Column),
    b: (&Range<usize>, &Column),
) {
    let ((range_a, a), (range_b, b)) = (a, b);
    let of_a = look(columns, range_a, a);
    let of_b = swap(columns, range_b, b, &of_a);
    swap(columns, range_a, a, &of_b);
}

/// Takes out the card at the place `from` of each lane, which is in `range`, and inserts it at place `to`.
#[inline(always)]
pub fn lift(columns: &mut [Column; PLACES], range: &Range<usize>, from: &Column, to: usize) {
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

/// Adds to `found` the place of a card, if it lies in these columns, the first of which is `place`.
#[inline(always)]
fn find_in<const K: usize>(
    columns: &[Column; K],
    named: &Column,
    place: &mut Column,
    found: &mut Column,
) {
    for lane in 0..LANES {
        let card = named[lane];
        let mut here = [0; K];
        for k in 0..K {
            here[k] = mask(columns[k][lane], card) & place[lane].wrapping_add(k as u8);
        }
        found[lane] = found[lane].wrapping_add(sum(here));
        place[lane] = place[lane].wrapping_add(K as u8);
    }
}

on_every_set! {
    /// Finds in each lane the place of a card.
    pub fn find(columns: &mut [Column; PLACES], cards: usize, named: &Column, places: &mut Column) {
        let (mut place, mut found) = ([0; LANES], [0; LANES]);
        let (_, octets, half) = split(columns, &(0..cards));
        for octet in octets {
            find_in(octet, named, &mut place, &mut found);
        }
        if let Some(half) = half {
            find_in(half, named, &mut place, &mut found);
        }
        *places = found;
    }

    /// In each lane, the cards `a` and `b` change places.
    pub fn relabel(columns: &mut [Column; PLACES], cards: usize, a: &Column, b: &Column) {
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

    /// As [`exchange_both`].
    pub fn exchange_kept(
        columns: &mut [Column; PLACES],
        a: (&Range<usize>, &Column),
        b: (&Range<usize>, &Column),
    ) {
        exchange_both(columns, a, b);
    }

    /// As [`lift`].
    pub fn lift_kept(columns: &mut [Column; PLACES], range: &Range<usize>, from: &Column, to: usize) {
        lift(columns, range, from, to);
    }

    /// Inverts columns: from the card at each place to the place of each card, or the other way round.
    pub fn invert(columns: &mut [Column; PLACES], cards: usize, inverse: &mut [Column; PLACES]) {
        for (number, of) in (0..=u8::MAX).zip(&mut inverse[..cards]) {
            let (_, octets, half) = split(columns, &(0..cards));
            let (mut place, mut found) = ([0; LANES], [0; LANES]);
            for octet in octets {
                find_in(octet, &[number; LANES], &mut place, &mut found);
            }
            if let Some(half) = half {
                find_in(half, &[number; LANES], &mut place, &mut found);
            }
            *of = found;
        }
    }
}
