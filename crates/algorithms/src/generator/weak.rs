//! Generators that are too simple for shuffles, planted to see that tests find them: linear over GF(2), additive, or congruential.
//!
//! The output of each generator occupies the high bits of a 64-bit word, so dice that use one word per roll use one
//! output per roll: with dice `modulo:bits=32` (31 for [`GlibcRandom`]) a roll is `output % k`, as in code that uses
//! such generators. Shorter outputs are padded with zeros: exact dice are then off by about k in 2^32.

use rand::{SeedableRng, TryRng};
use std::convert::Infallible;

/// Implements the draws of a generator by its words of 64 bits.
macro_rules! draws {
    ($generator:ty) => {
        impl TryRng for $generator {
            type Error = Infallible;

            fn try_next_u32(&mut self) -> Result<u32, Infallible> {
                Ok((self.word() >> 32) as u32)
            }

            fn try_next_u64(&mut self) -> Result<u64, Infallible> {
                Ok(self.word())
            }

            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
                for some in bytes.chunks_mut(4) {
                    let word = self.word().to_be_bytes();
                    some.copy_from_slice(&word[..some.len()]);
                }
                Ok(())
            }
        }
    };
}

/// Marsaglia's xorshift with 32 bits: 13, 17, 5. (Marsaglia 2003, J. Stat. Softw. 8(14).)
#[derive(Clone, Debug)]
pub struct Xorshift32 {
    state: u32,
}

impl Xorshift32 {
    fn word(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        u64::from(self.state) << 32
    }
}

impl SeedableRng for Xorshift32 {
    type Seed = [u8; 4];

    /// The state 0 would stay; 1 stands for it.
    fn from_seed(seed: [u8; 4]) -> Self {
        Self { state: u32::from_le_bytes(seed).max(1) }
    }
}

draws!(Xorshift32);

/// A linear feedback shift register of 31 bits, x^31 + x^3 + 1, whose bits are shifted out, 64 for a word. (Golomb 1967, *Shift Register
/// Sequences*.)
#[derive(Clone, Debug)]
pub struct Lfsr31 {
    /// The next 31 bits, the first in the lowest place.
    state: u32,
}

impl Lfsr31 {
    fn word(&mut self) -> u64 {
        (0..u64::BITS).fold(0, |word, _| word << 1 | u64::from(self.bit()))
    }

    fn bit(&mut self) -> u32 {
        let out = self.state & 1;
        let back = (self.state ^ self.state >> 3) & 1;
        self.state = self.state >> 1 | back << 30;
        out
    }
}

impl SeedableRng for Lfsr31 {
    type Seed = [u8; 4];

    /// 31 bits of the seed; the state 0 would stay, and 1 stands for it.
    fn from_seed(seed: [u8; 4]) -> Self {
        Self { state: (u32::from_le_bytes(seed) >> 1).max(1) }
    }
}

draws!(Lfsr31);

/// The register of [`GlibcRandom`], and its distance to the nearer of the two numbers that are added.
const LONG: usize = 31;
const SHORT: usize = 3;

/// `random()` of the GNU C library (type 3): `r[i] = r[i-3] + r[i-31]` modulo 2^32, of which the upper 31 bits are the output.
/// (Knuth, TAOCP 2, 3.2.2; glibc, stdlib/random_r.c.)
#[derive(Clone, Debug)]
pub struct GlibcRandom {
    register: [u32; LONG],
    /// The place of the oldest number.
    at: usize,
}

impl GlibcRandom {
    fn word(&mut self) -> u64 {
        let near = (self.at + LONG - SHORT) % LONG;
        self.register[self.at] = self.register[self.at].wrapping_add(self.register[near]);
        let output = self.register[self.at] >> 1;
        self.at = (self.at + 1) % LONG;
        u64::from(output) << 33
    }
}

impl SeedableRng for GlibcRandom {
    type Seed = [u8; 4];

    /// `srandom(seed)`: the register is filled by a multiplicative generator modulo 2^31 - 1, and 310 numbers are thrown away.
    fn from_seed(seed: [u8; 4]) -> Self {
        let mut register = [u32::from_le_bytes(seed).max(1); LONG];
        for index in 1..LONG {
            // glibc takes the seed as a signed number, and what comes out below 0 as a residue.
            let last = i64::from(register[index - 1].cast_signed());
            register[index] = (16_807 * last).rem_euclid(0x7fff_ffff) as u32;
        }
        let mut generator = Self { register, at: SHORT };
        for _ in 0..10 * LONG {
            generator.word();
        }
        generator
    }
}

draws!(GlibcRandom);

/// `Random` of Borland's Delphi and Turbo Pascal: `s = 134775813 s + 1` modulo 2^32, and a roll is `s * range / 2^32`. With exact dice it is
/// that, too, but for one roll in some billions. (Lehmer 1951; Knuth, TAOCP 2, 3.2.1.)
#[derive(Clone, Debug)]
pub struct Delphi {
    state: u32,
}

impl Delphi {
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(134_775_813).wrapping_add(1);
        u64::from(self.state) << 32
    }
}

impl SeedableRng for Delphi {
    type Seed = [u8; 4];

    fn from_seed(seed: [u8; 4]) -> Self {
        Self { state: u32::from_le_bytes(seed) }
    }

    /// `RandSeed := seed`: the number itself, not scrambled, as programs set it.
    fn seed_from_u64(seed: u64) -> Self {
        Self { state: seed as u32 }
    }
}

draws!(Delphi);

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn xorshift32_begins_as_published_programs_do() {
        let mut rng = Xorshift32::from_seed(1_u32.to_le_bytes());
        assert_eq!([(); 3].map(|()| rng.next_u32()), [270_369, 67_634_689, 2_647_435_461]);
    }

    #[test]
    fn random_of_the_c_library_begins_as_every_c_programmer_knows() {
        let mut rng = GlibcRandom::from_seed(1_u32.to_le_bytes());
        let outputs = [(); 3].map(|()| rng.next_u64() >> 33);
        assert_eq!(outputs, [1_804_289_383, 846_930_886, 1_681_692_777]);
    }

    #[test]
    fn random_of_delphi_counts_as_pascal_programs_do() {
        let mut rng = Delphi::seed_from_u64(0);
        assert_eq!([(); 4].map(|()| rng.next_u32()), [1, 0x0808_8406, 0xdc6d_ac1f, 0x33dc_589c]);
        let mut dice = crate::dice::Exact::new(Delphi::seed_from_u64(1_999));
        let mut state = 1_999_u64;
        for range in (2..=52).cycle().take(10_000) {
            state = (state * 134_775_813 + 1) % (1 << 32);
            assert_eq!(crate::Dice::below(&mut dice, range) as u64, (state * range as u64) >> 32);
        }
    }

    #[test]
    fn the_bits_of_the_register_meet_their_recurrence_and_do_not_come_again_soon() {
        let mut rng = Lfsr31::from_seed(0x1234_5678_u32.to_le_bytes());
        let bits: Vec<u32> = (0..10_000).map(|_| rng.bit()).collect();
        assert!((31..10_000).all(|i| bits[i] == bits[i - 28] ^ bits[i - 31]));
        let ones: u32 = bits.iter().sum();
        assert!(ones.abs_diff(5_000) < 250, "{ones}");
    }

    #[test]
    fn a_word_of_the_register_has_its_first_bit_on_top() {
        let (mut bits, mut words) = (Lfsr31::from_seed([9; 4]), Lfsr31::from_seed([9; 4]));
        let word = words.next_u64();
        assert!((0..64).rev().all(|place| (word >> place & 1) as u32 == bits.bit()));
    }

    #[test]
    fn a_seed_of_zeros_is_no_dead_state() {
        assert_ne!(Xorshift32::from_seed([0; 4]).next_u32(), 0);
        assert_ne!(Lfsr31::from_seed([0; 4]).next_u64(), 0);
        assert_ne!(GlibcRandom::from_seed([0; 4]).next_u64(), 0);
    }
}
