//! From a row of 64 numbers of 16 bits to numbers of a span, and whether any lane is rejected.
//!
//! This is half of the work of a draw, and the one place where compilers miss the right instruction: the high half
//! of 16 bits times 16 bits. They widen to 32 bits and narrow again, twenty instructions in place of four. So the
//! function is written out for each vector width, and a test holds the widths against each other.

use crate::generator::{LaneNumbers, SURPLUS, Span};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use shuffle_deck::instruction_set::Level;
use shuffle_deck::{Column, InstructionSet};

/// Turns rows into numbers of a span.
///
/// Each of its numbers stands as often as fills 32 bits: these fill a vector by a load alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    k: [u16; 2],
    first: [u8; 4],
    /// The number of values that are left over, 2^16 mod `k`.
    surplus: [u16; 2],
}

impl Scale {
    #[inline(always)]
    pub(crate) fn of(span: Span) -> Self {
        let surplus = SURPLUS[usize::from(span.k)];
        Self { k: [span.k; 2], first: [span.first; 4], surplus: [surplus; 2] }
    }

    /// The high 16 bits of number times `k`, plus `first`.
    #[inline(always)]
    fn value(&self, number: u16) -> u8 {
        let high = (u32::from(number) * u32::from(self.k[0])) >> 16;
        (high as u8).wrapping_add(self.first[0]) // `k` is at most 256
    }

    /// True if `number` is rejected.
    #[inline(always)]
    fn refuses(&self, number: u16) -> bool {
        number.wrapping_mul(self.k[0]) < self.surplus[0]
    }

    /// All ones in the lanes whose numbers are rejected.
    #[inline(always)]
    pub(crate) fn refused(&self, row: &LaneNumbers) -> Column {
        row.map(|number| if self.refuses(u16::from_le_bytes(number)) { u8::MAX } else { 0 })
    }

    /// Turns a row into values of the span, and reports whether any lane is rejected.
    ///
    /// Inlined into the function for the set, where only one arm is left as code.
    #[inline(always)]
    #[cfg_attr(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        expect(unsafe_code, reason = "four instructions for twenty")
    )]
    pub(crate) fn values(&self, set: InstructionSet, row: &LaneNumbers) -> (Column, bool) {
        match set.level() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `InstructionSet` of a level exists only if all instructions of that level were detected.
            Level::Avx512 | Level::IceLake => unsafe { x86::by_64(row, self) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as before.
            Level::Avx2 => unsafe { x86::by_32(row, self) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: every processor of this architecture has SSE2.
            Level::Portable => unsafe { x86::by_16(row, self) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: every processor of this architecture has Advanced SIMD.
            Level::Neon => unsafe { arm::by_16(row, self) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            _ => wasm::by_16(row, self),
            #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
            _ => self.plain(row),
        }
    }

    /// The same in portable code.
    #[inline(always)]
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "not where there are vectors"))]
    fn plain(&self, row: &LaneNumbers) -> (Column, bool) {
        let numbers = row.map(u16::from_le_bytes);
        let refused = numbers.iter().any(|&number| self.refuses(number));
        (numbers.map(|number| self.value(number)), refused)
    }
}

#[cfg(target_arch = "aarch64")]
#[expect(unsafe_code, reason = "arrays as vectors and back")]
mod arm {
    use super::{Column, LaneNumbers, Scale};
    use shuffle_deck::LANES;
    use std::{arch::aarch64::*, mem::transmute};

    const _: () = assert!(LANES == 64 && cfg!(target_endian = "little"));

    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn by_16(row: &LaneNumbers, scale: &Scale) -> (Column, bool) {
        // SAFETY: both are 128 bytes, and any bits are a vector.
        let rows = unsafe { transmute::<LaneNumbers, [uint16x8_t; 8]>(*row) };
        let (k, first) = (vdupq_n_u16(scale.k[0]), vdupq_n_u8(scale.first[0]));
        let (mut values, mut least) = ([first; 4], vdupq_n_u16(u16::MAX));
        for (values, &[a, b]) in values.iter_mut().zip(rows.as_chunks::<2>().0) {
            let (a, b) = (product(a, k), product(b, k));
            // The high halves are below 256.
            *values = vaddq_u8(vuzp1q_u8(high(a), high(b)), first);
            least = vminq_u16(least, vminq_u16(low(a), low(b)));
        }
        let refused = vminvq_u16(least) < scale.surplus[0];
        // SAFETY: both are 64 bytes, and any bits are a column.
        (unsafe { transmute::<[uint8x16_t; 4], Column>(values) }, refused)
    }

    /// Eight 32-bit products. Without closures: compilers emit calls for closures in `map`, which is eight times as
    /// slow.
    #[inline(always)]
    fn product(numbers: uint16x8_t, k: uint16x8_t) -> [uint16x8_t; 2] {
        // SAFETY: every processor of this architecture has Advanced SIMD.
        unsafe {
            let lower = vmull_u16(vget_low_u16(numbers), vget_low_u16(k));
            [vreinterpretq_u16_u32(lower), vreinterpretq_u16_u32(vmull_high_u16(numbers, k))]
        }
    }

    /// The high halves of products.
    #[inline(always)]
    fn high([lower, upper]: [uint16x8_t; 2]) -> uint8x16_t {
        // SAFETY: as before.
        unsafe { vreinterpretq_u8_u16(vuzp2q_u16(lower, upper)) }
    }

    /// The low halves of products.
    #[inline(always)]
    fn low([lower, upper]: [uint16x8_t; 2]) -> uint16x8_t {
        // SAFETY: as before.
        unsafe { vuzp1q_u16(lower, upper) }
    }
}

/// Vectors of 16 bytes, written out since a module that is to be small is compiled without those that compilers find.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
#[expect(unsafe_code, reason = "arrays as vectors and back")]
mod wasm {
    use super::{Column, LaneNumbers, Scale};
    use std::{arch::wasm32::*, mem::transmute};

    #[inline(always)]
    pub(crate) fn by_16(row: &LaneNumbers, scale: &Scale) -> (Column, bool) {
        // SAFETY: both are 128 bytes, and any bits are a vector.
        let rows = unsafe { transmute::<LaneNumbers, [v128; 8]>(*row) };
        let (k, first) = (u16x8_splat(scale.k[0]), u8x16_splat(scale.first[0]));
        let surplus = u16x8_splat(scale.surplus[0]);
        let mut refused = u16x8_splat(0);
        let mut values = [first; 4];
        for (values, &[a, b]) in values.iter_mut().zip(rows.as_chunks::<2>().0) {
            let [a, b] = [a, b].map(|numbers| {
                refused = v128_or(refused, u16x8_lt(u16x8_mul(numbers, k), surplus));
                let lower = u32x4_extmul_low_u16x8(numbers, k);
                let upper = u32x4_extmul_high_u16x8(numbers, k);
                u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(lower, upper)
            });
            // The high halves are below 256.
            *values = u8x16_add(u8x16_narrow_i16x8(a, b), first);
        }
        // SAFETY: both are 64 bytes, and any bits are a column.
        (unsafe { transmute::<[v128; 4], Column>(values) }, v128_any_true(refused))
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "arrays as vectors and back")]
mod x86 {
    use super::{Column, LaneNumbers, Scale};
    use shuffle_deck::LANES;
    use std::{arch::x86_64::*, mem::transmute};

    const _: () = assert!(LANES == 64);

    fn twice([a, b]: [u16; 2]) -> i32 {
        i32::from(a) | i32::from(b) << 16
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(crate) fn by_64(row: &LaneNumbers, scale: &Scale) -> (Column, bool) {
        // SAFETY: both are 128 bytes, and any bits are a vector.
        let [a, b] = unsafe { transmute::<LaneNumbers, [__m512i; 2]>(*row) };
        let k = _mm512_set1_epi32(twice(scale.k));
        let bytes = _mm512_packus_epi16(_mm512_mulhi_epu16(a, k), _mm512_mulhi_epu16(b, k));
        // Packing goes eight numbers of one and eight of the other.
        let bytes = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), bytes);
        let values = _mm512_add_epi8(bytes, _mm512_set1_epi32(i32::from_ne_bytes(scale.first)));
        let least = _mm512_min_epu16(_mm512_mullo_epi16(a, k), _mm512_mullo_epi16(b, k));
        let refused = _mm512_cmplt_epu16_mask(least, _mm512_set1_epi32(twice(scale.surplus)));
        // SAFETY: both are 64 bytes, and any bits are a column.
        (unsafe { transmute::<__m512i, Column>(values) }, refused != 0)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn by_32(row: &LaneNumbers, scale: &Scale) -> (Column, bool) {
        // SAFETY: both are 128 bytes, and any bits are a vector.
        let [a, b, c, d] = unsafe { transmute::<LaneNumbers, [__m256i; 4]>(*row) };
        let k = _mm256_set1_epi32(twice(scale.k));
        let first = _mm256_set1_epi32(i32::from_ne_bytes(scale.first));
        let half = |a, b| {
            let bytes = _mm256_packus_epi16(_mm256_mulhi_epu16(a, k), _mm256_mulhi_epu16(b, k));
            _mm256_add_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes), first)
        };
        let low = |a, b| _mm256_min_epu16(_mm256_mullo_epi16(a, k), _mm256_mullo_epi16(b, k));
        let least = _mm256_min_epu16(low(a, b), low(c, d));
        // A low half below the surplus differs from the larger of the two.
        let enough = _mm256_max_epu16(least, _mm256_set1_epi32(twice(scale.surplus)));
        let refused = _mm256_movemask_epi8(_mm256_cmpeq_epi16(enough, least)) != -1;
        // SAFETY: both are 64 bytes, and any bits are a column.
        (unsafe { transmute::<[__m256i; 2], Column>([half(a, b), half(c, d)]) }, refused)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub(crate) fn by_16(row: &LaneNumbers, scale: &Scale) -> (Column, bool) {
        // SAFETY: both are 128 bytes, and any bits are a vector.
        let [a, b, c, d, e, f, g, h] = unsafe { transmute::<LaneNumbers, [__m128i; 8]>(*row) };
        let k = _mm_set1_epi32(twice(scale.k));
        let first = _mm_set1_epi32(i32::from_ne_bytes(scale.first));
        let quarter = |a, b| {
            let bytes = _mm_packus_epi16(_mm_mulhi_epu16(a, k), _mm_mulhi_epu16(b, k));
            _mm_add_epi8(bytes, first)
        };
        // The saturating difference, surplus minus low half, is not 0 exactly if the low half is below the surplus.
        let surplus = _mm_set1_epi32(twice(scale.surplus));
        let short = |a, b| {
            let [a, b] = [a, b].map(|a| _mm_subs_epu16(surplus, _mm_mullo_epi16(a, k)));
            _mm_or_si128(a, b)
        };
        let short = _mm_or_si128(
            _mm_or_si128(short(a, b), short(c, d)),
            _mm_or_si128(short(e, f), short(g, h)),
        );
        let refused = _mm_movemask_epi8(_mm_cmpeq_epi8(short, _mm_setzero_si128())) != 0xffff;
        let values = [quarter(a, b), quarter(c, d), quarter(e, f), quarter(g, h)];
        // SAFETY: both are 64 bytes, and any bits are a column.
        (unsafe { transmute::<[__m128i; 4], Column>(values) }, refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shuffle_deck::LANES;

    proptest! {
        // Miri takes seconds for each.
        #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 256 }))]

        #[test]
        fn every_width_scales_alike(
            numbers in prop::collection::vec(any::<u16>(), LANES),
            low in prop::collection::vec(0..LANES, 0..3),
            first in 0..=u8::MAX,
            k in 1..=256_u16,
        ) {
            let mut row: LaneNumbers = std::array::from_fn(|lane| (numbers[lane] | 0x100).to_le_bytes());
            low.into_iter().for_each(|lane| row[lane] = [0; 2]); // refused unless k is a power of 2
            let span = Span { first, k: k.min(256 - u16::from(first)) };
            let scale = Scale::of(span);
            for set in InstructionSet::available() {
                prop_assert_eq!(scale.values(set, &row), scale.plain(&row));
            }
        }
    }
}
