//! Bit planes: one bit of each of 64 decks in a word, so that a look at 64 decks is one operation.

use super::kept::KeptDecks;
use crate::share::{self, Executor};
use shuffle_deck::{InstructionSet, on_every_set};

pub(crate) fn words(decks: usize) -> usize {
    decks.div_ceil(64)
}

/// One bit of all decks: bit `t % 64` of word `t / 64` belongs to deck t. Surplus bits are 0.
pub(crate) fn plane(bits: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut bits = bits.fuse();
    let mut plane = Vec::new();
    loop {
        let (mut bytes, mut any) = ([0; 64], false);
        for (byte, bit) in bytes.iter_mut().zip(bits.by_ref()) {
            (*byte, any) = (bit.into(), true);
        }
        if !any {
            return plane;
        }
        plane.push(packed(&bytes));
    }
}

/// The lowest bits of 64 bytes, of which the others are 0, in a word.
#[inline]
fn packed(bytes: &[u8; 64]) -> u64 {
    // The product moves bit 0 of byte i to bit 56 + i.
    const TO_THE_TOP: u64 = 0x0102_0408_1020_4080;
    let eights = bytes.as_chunks::<8>().0.iter();
    let words = eights.map(|eight| u64::from_le_bytes(*eight).wrapping_mul(TO_THE_TOP) >> 56);
    words.enumerate().fold(0, |all, (index, word)| all | word << (8 * index))
}

/// For each kept place, one plane per bit of a number of its cards: the planes of place p start at `p * bits *
/// words`.
pub(crate) fn planes(decks: &KeptDecks, number: impl Fn(u16) -> u8, bits: u32) -> Vec<u64> {
    let numbers: Vec<u8> = (0..decks.shape.values()).map(|card| number(card as u16)).collect();
    let words = words(decks.len());
    let mut planes = vec![0; decks.places.len() * bits as usize * words];
    let each = planes.chunks_exact_mut((bits as usize * words).max(1));
    for (place, planes) in each.enumerate() {
        for (group, cards) in decks.at(place).chunks(64).enumerate() {
            let mut of_group = [0; 64];
            for (number, &card) in of_group.iter_mut().zip(cards) {
                *number = numbers[usize::from(card)];
            }
            for bit in 0..bits {
                planes[bit as usize * words + group] =
                    packed(&of_group.map(|number| number >> bit & 1));
            }
        }
    }
    planes
}

/// The planes of "the card at the first place is the lower one", for each pair of places in the order (0, 1), (0, 2), ...,
/// (1, 2), ...
pub(crate) fn order_planes(decks: &KeptDecks, executor: &dyn Executor) -> Vec<u64> {
    share::map(executor, decks.places.len(), |first| order_planes_of(decks, first)).concat()
}

/// The planes of the pairs with this first place.
pub(crate) fn order_planes_of(decks: &KeptDecks, first: usize) -> Vec<u64> {
    let (places, set) = (decks.places.len(), InstructionSet::detect());
    let mut planes = Vec::with_capacity((places - first) * words(decks.len()));
    for second in first + 1..places {
        lower(set, decks.at(first), decks.at(second), &mut planes);
    }
    planes
}

pub(crate) fn of_first_decks(planes: &[u64], decks: usize, first: usize) -> Vec<u64> {
    let (all, some) = (words(decks).max(1), words(first));
    let mut cut: Vec<u64> =
        planes.chunks_exact(all).flat_map(|plane| &plane[..some]).copied().collect();
    cut.chunks_exact_mut(some.max(1)).for_each(|plane| plane[some - 1] &= last_mask(first));
    cut
}

on_every_set! {
    /// Appends the plane of "a is lower than b".
    pub(crate) fn lower(a: &[u16], b: &[u16], planes: &mut Vec<u64>) -> () {
        for (a, b) in a.chunks(64).zip(b.chunks(64)) {
            let mut bytes = [0; 64];
            for ((byte, a), b) in bytes.iter_mut().zip(a).zip(b) {
                *byte = u8::from(a < b);
            }
            planes.push(packed(&bytes));
        }
    }

    pub(crate) fn ones(planes: &[u64], words: usize, counts: &mut Vec<u32>) -> () {
        counts.clear();
        for plane in planes.chunks_exact(words) {
            let mut count = 0;
            for word in plane {
                count += word.count_ones();
            }
            counts.push(count);
        }
    }

    /// For each of the `others`, of as many planes as `one`, the number of decks that agree with `one` in all its planes.
    pub(crate) fn agreements(one: &[u64], others: &[u64], last: u64, counts: &mut Vec<u32>, words: usize) -> () {
        counts.clear();
        for other in others.chunks_exact(one.len()) {
            let mut count = 0;
            for word in 0..words {
                let mut equal = if word + 1 == words { last } else { u64::MAX };
                let mut at = word;
                while at < one.len() {
                    equal &= !(one[at] ^ other[at]);
                    at += words;
                }
                count += equal.count_ones();
            }
            counts.push(count);
        }
    }

    /// The number of decks with the bit, for each plane of `planes` after `one` is added to it without carry.
    pub(crate) fn ones_after_xor(one: &[u64], planes: &[u64], counts: &mut Vec<u32>) -> () {
        counts.clear();
        counts.resize(planes.len() / one.len(), 0);
        ones_of_sums(one, [planes], counts);
    }

    /// For each two places, in the order (0, 1), (0, 2), ..., (1, 2), ..., the number of decks with the bit, after
    /// adding without carry `sum`, the planes of both places, and the plane of the pair if `pairs` has one.
    pub(crate) fn ones_of_pairs(sum: &[u64], each: &[u64], pairs: Option<&[u64]>, counts: &mut Vec<u32>) -> () {
        let (width, places) = (sum.len(), each.len() / sum.len());
        counts.clear();
        counts.resize(places * places.saturating_sub(1) / 2, 0);
        let (mut left, mut begun) = (counts.as_mut_slice(), sum.to_vec());
        let mut pairs = pairs;
        for first in 0..places {
            let (own, later) = each[first * width..].split_at(width);
            let counts;
            (counts, left) = std::mem::take(&mut left).split_at_mut(places - first - 1);
            for ((begun, sum), own) in begun.iter_mut().zip(sum).zip(own) {
                *begun = sum ^ own;
            }
            match &mut pairs {
                None => ones_of_sums(&begun, [later], counts),
                Some(pairs) => {
                    let these;
                    (these, *pairs) = pairs.split_at(later.len());
                    ones_of_sums(&begun, [later, these], counts);
                }
            }
        }
    }

    /// The number of decks that have both this bit and the bit of each of the `planes`.
    pub(crate) fn ones_after_and(one: &[u64], planes: &[u64], counts: &mut Vec<u32>) -> () {
        counts.clear();
        for plane in planes.chunks_exact(one.len()) {
            let mut count = 0;
            for (a, b) in one.iter().zip(plane) {
                count += (a & b).count_ones();
            }
            counts.push(count);
        }
    }

    /// The planes of `width` words each, as they are `lag` decks later: the first `words` words of them.
    pub(crate) fn shifted(planes: &[u64], width: usize, lag: usize, words: usize, later: &mut Vec<u64>) -> () {
        later.clear();
        let shift = lag % 64;
        for plane in planes.chunks_exact(width) {
            let from = &plane[lag / 64..];
            if shift == 0 {
                later.extend_from_slice(&from[..words]);
                continue;
            }
            let pairs = words.min(from.len() - 1);
            let neighbors = from[..pairs].iter().zip(&from[1..]);
            later.extend(neighbors.map(|(low, high)| low >> shift | high << (64 - shift)));
            if pairs < words {
                later.push(from[pairs] >> shift);
            }
        }
    }

    /// `sum` becomes `a` and `b` added without carry, as far as both go.
    pub(crate) fn sum_of(a: &[u64], b: &[u64], sum: &mut Vec<u64>) -> () {
        sum.resize(a.len().min(b.len()), 0);
        for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
            *sum = a ^ b;
        }
    }

    pub(crate) fn xor(a: &mut [u64], b: &[u64]) -> () {
        for (a, b) in a.iter_mut().zip(b) {
            *a ^= b;
        }
    }

    pub(crate) fn extremes(counts: &[u32]) -> (u32, u32) {
        let (mut most, mut least) = (0, u32::MAX);
        for &count in counts {
            most = most.max(count);
            least = least.min(count);
        }
        (most, least)
    }
}

/// The number of ones of each plane after `one`, and the planes of as many others for each of the rest, are added to it.
#[inline(always)]
fn ones_of_sums<const N: usize>(one: &[u64], planes: [&[u64]; N], counts: &mut [u32]) {
    if let &[one] = one {
        let planes = planes.map(|planes| &planes[..counts.len()]);
        for (index, count) in counts.iter_mut().enumerate() {
            *count = planes.iter().fold(one, |sum, planes| sum ^ planes[index]).count_ones();
        }
        return;
    }
    let (eights, rest) = one.as_chunks::<8>();
    for (index, count) in counts.iter_mut().enumerate() {
        let here = planes.map(|planes| planes[index * one.len()..][..one.len()].as_chunks::<8>());
        let mut ones = [0; 8];
        for (at, eight) in eights.iter().enumerate() {
            for i in 0..8 {
                let sum = here.iter().fold(eight[i], |sum, (planes, _)| sum ^ planes[at][i]);
                ones[i] += u64::from(sum.count_ones());
            }
        }
        for (at, &word) in rest.iter().enumerate() {
            let sum = here.iter().fold(word, |sum, (_, rest)| sum ^ rest[at]);
            ones[0] += u64::from(sum.count_ones());
        }
        *count = ones.iter().sum::<u64>() as u32;
    }
}

/// The bits of the last word that belong to decks.
pub(crate) fn last_mask(decks: usize) -> u64 {
    if decks.is_multiple_of(64) { u64::MAX } else { (1 << (decks % 64)) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_shifted_to_later_decks() {
        let bits: Vec<bool> = (0..300_usize).map(|deck| deck * deck % 7 < 3).collect();
        let planes = [plane(bits.iter().copied()), plane(bits.iter().map(|bit| !bit))].concat();
        for set in InstructionSet::available() {
            for lag in [1, 43, 44, 45, 63, 64, 65, 128, 299] {
                let mut later = Vec::new();
                shifted(set, &planes, 5, lag, words(300 - lag), &mut later);
                let wanted = |other: bool| plane(bits[lag..].iter().map(move |&bit| bit != other));
                assert_eq!(later, [wanted(false), wanted(true)].concat(), "{lag}");
                let mut counts = Vec::new();
                ones_after_and(set, &wanted(false), &later, &mut counts);
                let ones = bits[lag..].iter().filter(|&&bit| bit).count() as u32;
                assert_eq!(counts, [ones, 0]);
            }
        }
    }

    #[test]
    fn bits_are_packed_in_order() {
        let bits = |decks: usize| (0..decks).map(|deck| deck * deck % 7 < 3);
        for decks in [1, 63, 64, 65, 200] {
            let plane = plane(bits(decks));
            assert_eq!(plane.len(), words(decks));
            let unpacked = (0..decks).map(|deck| plane[deck / 64] >> (deck % 64) & 1 == 1);
            assert!(unpacked.eq(bits(decks)));
            assert_eq!(plane.last().unwrap() & !last_mask(decks), 0);
            let cut = of_first_decks(&plane, decks, decks.min(70));
            assert_eq!(cut, super::plane(bits(decks.min(70))));
        }
    }
}
