//! Operations on a deck in a register that take a few instructions of Ice Lake and Zen 4.

use shuffle_deck::{
    Column, LANES,
    register::{EIGHT, bytes, first_bytes, of_bytes, turn_bits, turn_bytes, turn_words, words},
};
use std::{arch::x86_64::*, array};

/// A row; what follows its last card is anything.
#[inline(always)]
fn row(rows: &[u8], cards: usize, deck: usize) -> Column {
    first_bytes(rows, deck * cards)
}

/// The number of each byte.
const NUMBERS: Column = {
    let mut numbers = [0; LANES];
    let mut number = 0;
    while number < LANES {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};

/// The inverse of each row, zeros after its last byte.
///
/// Each card becomes a 1 in a word, at the number of the card. OR the words of all places whose number has a given
/// bit: the ones are the cards whose places have this bit. The words of a register separate the lower three bits of
/// the places, the registers the upper three.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn invert(rows: &[u8], cards: usize, inverses: &mut [Column]) {
    let used = u64::MAX >> (LANES - cards);
    for (deck, inverse) in inverses.iter_mut().enumerate() {
        let row = row(rows, cards, deck);
        let mut ones = [_mm512_setzero_si512(); EIGHT];
        for (octet, ones) in ones.iter_mut().enumerate() {
            *ones = words_with(&row, octet, used);
        }
        let [_, b, c, d, e, f, g, h] = ones;
        let lower = or(or(ones[0], b, c), or(d, e, f), or(g, h, h));
        // The bits of a card's place, times 1, 2 and 4, say which words have it; 8, 16 or 32 says that any has it.
        let lower = bits(lower, 0x5533_0f00_0000_0000);
        let eights = bits(or(or(b, d, f), h, h), 0x0000_00ff_0000_0000);
        let sixteens = bits(or(or(c, d, g), h, h), 0x0000_0000_ff00_0000);
        let rest = bits(or(or(e, f, g), h, h), 0x0000_0000_00ff_0000);
        *inverse = bytes(_mm512_or_si512(or(lower, eights, sixteens), rest));
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0xfe>(a, b, c)
}

/// A word for each of eight places, with a 1 at the number of its card; 0 for places that are not used.
#[inline]
#[target_feature(enable = "avx512f")]
fn words_with(row: &Column, octet: usize, used: u64) -> __m512i {
    let cards = row.as_chunks::<EIGHT>().0[octet];
    let cards = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(cards)));
    let used = (used >> (EIGHT * octet)) as u8;
    _mm512_maskz_sllv_epi64(used, _mm512_set1_epi64(1), cards)
}

/// A byte for each bit of eight words: the bit of word 0 is its highest bit, the bit of word 7 its lowest. Then bit i
/// of the result is the parity of what byte 7 - i of `which` picks from these.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn bits(words: __m512i, which: i64) -> __m512i {
    let turned = turn_bits(turn_bytes(words));
    _mm512_gf2p8affine_epi64_epi8::<0>(turned, _mm512_set1_epi64(which))
}

/// The place that each card of a row had in the row before; for the first row, in `before`.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn relatives(
    rows: &[u8],
    cards: usize,
    before: &Column,
    inverses: &[Column],
    relatives: &mut [Column],
) {
    let before = [before].into_iter().chain(inverses);
    for ((deck, relatives), before) in relatives.iter_mut().enumerate().zip(before) {
        let row = of_bytes(row(rows, cards, deck));
        *relatives = bytes(_mm512_permutexvar_epi8(row, of_bytes(*before)));
    }
}

/// The rising sequences of each row relative to the row before; the first row is compared with `before`.
///
/// A card of the row before that lies after its neighbor there continues its sequence.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn relative_sequences(
    rows: &[u8],
    cards: usize,
    before: &Column,
    inverses: &[Column],
    sequences: &mut [u16],
) {
    let next = of_bytes(array::from_fn(|place| (place + 1) as u8)); // of the last nothing is compared
    let (neighbors, mut before) = (u64::MAX >> (LANES - cards) >> 1, of_bytes(*before));
    for (deck, (inverse, sequences)) in inverses.iter().zip(sequences).enumerate() {
        let turned = _mm512_permutexvar_epi8(before, of_bytes(*inverse));
        let shifted = _mm512_permutexvar_epi8(next, turned);
        let rises = _mm512_mask_cmplt_epu8_mask(neighbors, turned, shifted);
        *sequences = cards as u16 - rises.count_ones() as u16;
        before = of_bytes(row(rows, cards, deck));
    }
}

/// The card that follows each card of a row: after the last comes the dummy, after the dummy the first.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn followers(rows: &[u8], cards: usize, inverses: &[Column], followers: &mut [Column]) {
    let next = of_bytes(array::from_fn(|place| (place + 1) as u8)); // modulo 64: the first comes last
    let dummy = _mm512_set1_epi8(cards as i8);
    let last = _mm512_set1_epi8(LANES as i8 - 1);
    for (deck, (inverse, followers)) in inverses.iter().zip(followers).enumerate() {
        let row = of_bytes(row(rows, cards, deck));
        let row = _mm512_mask_blend_epi8(1 << cards, row, dummy);
        let table = _mm512_permutexvar_epi8(next, row);
        let index = _mm512_mask_blend_epi8(1 << cards, of_bytes(*inverse), last);
        *followers = bytes(_mm512_permutexvar_epi8(index, table));
    }
}

/// The cycles of each row.
///
/// Each place takes the lowest place that is 1, 2, 4 ... 32 steps further on its cycle, if it is lower than its own;
/// then it has the lowest of its cycle. The number of cycles is the number of places that have themselves.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn cycles(rows: &[u8], cards: usize, cycles: &mut [u16]) {
    let (used, numbers) = (u64::MAX >> (LANES - cards), of_bytes(NUMBERS));
    for (deck, cycles) in cycles.iter_mut().enumerate() {
        let (mut lowest, mut steps) = (numbers, of_bytes(row(rows, cards, deck)));
        for _ in 0..LANES.ilog2() {
            lowest = _mm512_min_epu8(lowest, _mm512_permutexvar_epi8(steps, lowest));
            steps = _mm512_permutexvar_epi8(steps, steps);
        }
        let own = _mm512_mask_cmpeq_epi8_mask(used, lowest, numbers);
        *cycles = own.count_ones() as u16;
    }
}

/// Eight bytes of up to 64 rows as words: word k of all rows, for each k. What follows the last byte of a row is 0.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn words_of(rows: &[u8], cards: usize, into: &mut [[u64; LANES]; EIGHT]) {
    let used = u64::MAX >> (LANES - cards);
    for first in (0..rows.len() / cards).step_by(EIGHT) {
        let row = |number| {
            let row = of_bytes(row(rows, cards, first + number));
            _mm512_maskz_mov_epi8(used, row)
        };
        let rows = [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)];
        for (into, turned) in into.iter_mut().zip(turn_words(rows)) {
            into[first..first + EIGHT].copy_from_slice(&words(turned));
        }
    }
}
