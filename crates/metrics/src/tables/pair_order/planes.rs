//! The later one of two cards, for 512 decks at once, with instructions of Ice Lake and Zen 4.
//!
//! A plane holds one bit of the place of a card, deck by deck. Two places are compared from their lowest bits on: where a
//! bit differs, it decides, and elsewhere the lower ones do, which is one instruction for each bit.

use shuffle_deck::{
    Column, LANES,
    register::{EIGHT, of_bytes, turn_bits, turn_bytes, turn_words, words},
};
use std::{arch::x86_64::*, ops::RangeInclusive};

/// The deck sizes handled here: places have up to six bits, and there are enough pairs to make planes pay off.
pub(super) const CARDS: RangeInclusive<usize> = 17..=LANES;

type Planes = [__m512i; 6];

/// Rounds of 512 decks counted in 16 bits; each round counts at most 64 of them.
const TOGETHER: usize = 512;

/// Adds to each pair of cards, row by row, in how many decks the second lies later. Surplus lanes hold 0.
/// There are [`CARDS`] cards.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,gfni")]
pub(super) fn add_later(places: &[Column], cards: usize, cells: &mut [u64]) {
    assert!(CARDS.contains(&cards), "places have six bits");
    let mut planes = vec![[_mm512_setzero_si512(); 6]; cards];
    let mut counts = vec![[0; EIGHT]; cells.len()];
    for places in places.chunks(TOGETHER * EIGHT * cards) {
        counts.fill([0; EIGHT]);
        for places in places.chunks(EIGHT * cards) {
            turn(places, &mut planes);
            count(&planes, &mut counts);
        }
        for (cell, counts) in cells.iter_mut().zip(&counts) {
            *cell += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        }
    }
}

/// Turns the places of each card in up to eight groups into planes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn turn(places: &[Column], planes: &mut [Planes]) {
    let cards = planes.len();
    for (card, planes) in planes.iter_mut().enumerate() {
        let mut groups = [_mm512_setzero_si512(); EIGHT];
        for (group, places) in groups.iter_mut().zip(places.chunks_exact(cards)) {
            *group = turn_bytes(turn_bits(of_bytes(places[card])));
        }
        let [a, b, c, d, e, f, _, _] = turn_words(groups);
        *planes = [a, b, c, d, e, f];
    }
}

/// Counts in how many of 512 decks the second card of each pair lies later, in eight parts.
///
/// Two cards are compared with all after them together, so that the planes of these are read half as often.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count(planes: &[Planes], mut counts: &mut [[u16; EIGHT]]) {
    let mut planes = planes;
    while let [first, second, rest @ ..] = planes {
        let (of_first, others) = counts.split_at_mut(rest.len() + 1);
        let (of_second, others) = others.split_at_mut(rest.len());
        let (together, of_first) = of_first.split_first_mut().expect("the second is behind it");
        add(together, later(first, second));
        for ((of_first, of_second), behind) in of_first.iter_mut().zip(of_second).zip(rest) {
            add(of_first, later(first, behind));
            add(of_second, later(second, behind));
        }
        (planes, counts) = (rest, others);
    }
}

/// The decks in which the second place is higher.
#[inline]
#[target_feature(enable = "avx512f")]
fn later(first: &Planes, second: &Planes) -> __m512i {
    let mut later = _mm512_setzero_si512();
    for (&first, &second) in first.iter().zip(second) {
        // True if only the second has the bit; unchanged if both or none have it.
        later = _mm512_ternarylogic_epi64::<0x8e>(first, second, later);
    }
    later
}

#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add(counts: &mut [u16; EIGHT], decks: __m512i) {
    for (count, ones) in counts.iter_mut().zip(words(_mm512_popcnt_epi64(decks))) {
        *count += ones as u16; // at most 64
    }
}
