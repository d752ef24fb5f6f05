#![doc = include_str!("seeds.md")]

use hmac_sha256::Hash;
use shuffle_algorithms::generator::Seed;
use std::fmt;

/// The version of the derivation of decks from plan and seed. Any change of a pinned deck raises it.
pub const CONTRACT: u32 = 2;

const DOMAIN: &[u8] = b"shuffle-audit block seed, contract 2\n";

const SUBJECT_DOMAIN: &[u8] = b"shuffle-audit subject seed, contract 2\n";

/// The seed of a plan: any 64-bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlanSeed(pub u64);

/// A seed that is not a 64-bit number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed `{given}` is not a number from 0 to 2^64 - 1; write it as 0x5eed or 24301")]
pub struct SeedError {
    /// The text as it was written.
    pub given: String,
}

/// The purpose of decks. Different stages have different decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The first look at a case.
    FirstLook,
    /// The second look, at suspicious cases.
    SecondLook,
    /// The pilot of a forecast.
    Pilot,
    /// An audit of a calibration, by its number.
    Calibration(u64),
    /// An audit of a calibration that counts the decks until a planted defect is caught, by its number.
    Detection(u64),
}

/// The number of a block of a case in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockNumber(pub u64);

/// The number of a stream of a case in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamNumber(pub u64);

impl Stage {
    /// The stage as it is hashed: its kind, and its number if there are several of the kind.
    fn parts(self) -> (u8, u64) {
        match self {
            Self::FirstLook => (0, 0),
            Self::SecondLook => (1, 0),
            Self::Pilot => (2, 0),
            Self::Calibration(audit) => (3, audit),
            Self::Detection(audit) => (4, audit),
        }
    }
}

impl PlanSeed {
    /// Reads a decimal or, with `0x` before it, hexadecimal number; underscores are allowed.
    ///
    /// # Errors
    ///
    /// [`SeedError`].
    ///
    /// ```
    /// use shuffle_audit::seeds::PlanSeed;
    /// assert_eq!(PlanSeed::parse("0x5eed")?, PlanSeed(24_301));
    /// assert_eq!(PlanSeed(24_301).to_string(), "0x5eed");
    /// # Ok::<(), shuffle_audit::seeds::SeedError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, SeedError> {
        let digits = text.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16),
            None => digits.parse(),
        };
        number.map(Self).map_err(|_| SeedError { given: text.to_owned() })
    }

    /// The seed of block `block` of a case, in a stage.
    pub(crate) fn of_block(self, case: &str, stage: Stage, block: BlockNumber) -> Seed {
        Seed(self.derive(DOMAIN, case, stage, block.0))
    }

    /// `SHUFFLE_SEED` for a stream of a program: below 2^53.
    ///
    /// ```
    /// use shuffle_audit::seeds::{PlanSeed, Stage, StreamNumber};
    /// assert!(PlanSeed(0x5eed).of_subject("check", Stage::FirstLook, StreamNumber(1)) < 1 << 53);
    /// ```
    pub fn of_subject(self, case: &str, stage: Stage, stream: StreamNumber) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.derive(SUBJECT_DOMAIN, case, stage, stream.0);
        u64::from_be_bytes([a, b, c, d, e, f, g, h]) >> 11
    }

    fn derive(self, domain: &[u8], case: &str, stage: Stage, number: u64) -> [u8; 32] {
        let mut hash = Hash::new();
        hash.update(domain);
        hash.update(self.0.to_le_bytes());
        hash.update((case.len() as u64).to_le_bytes());
        hash.update(case.as_bytes());
        let (kind, index) = stage.parts();
        hash.update([kind]);
        hash.update(index.to_le_bytes());
        hash.update(number.to_le_bytes());
        hash.finalize()
    }
}

impl fmt::Display for PlanSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_contract_is_pinned() {
        let Seed(bytes) = PlanSeed(0x5eed).of_block("naive-52", Stage::FirstLook, BlockNumber(7));
        let start = crate::number::hex(&bytes[..8]);
        assert_eq!(start, "b1bea8e4450c6e10");
        assert_eq!(
            PlanSeed(0x5eed).of_subject("check", Stage::FirstLook, StreamNumber(0)),
            4_772_656_326_994_720
        );
    }

    #[test]
    fn every_part_of_the_path_counts() {
        let seeds = [
            PlanSeed(1).of_block("a", Stage::FirstLook, BlockNumber(0)),
            PlanSeed(2).of_block("a", Stage::FirstLook, BlockNumber(0)),
            PlanSeed(1).of_block("b", Stage::FirstLook, BlockNumber(0)),
            PlanSeed(1).of_block("a", Stage::SecondLook, BlockNumber(0)),
            PlanSeed(1).of_block("a", Stage::FirstLook, BlockNumber(1)),
            PlanSeed(1).of_block("a", Stage::Calibration(0), BlockNumber(0)),
            PlanSeed(1).of_block("a", Stage::Calibration(1), BlockNumber(0)),
            PlanSeed(1).of_block("a", Stage::Detection(0), BlockNumber(0)),
            PlanSeed(1).of_block("a", Stage::Pilot, BlockNumber(0)),
            PlanSeed(1).of_block("a\0", Stage::FirstLook, BlockNumber(0)),
        ];
        assert_eq!(seeds.iter().map(|seed| seed.0).collect::<HashSet<_>>().len(), seeds.len());
    }

    #[test]
    fn a_seed_that_is_none_says_so() {
        for wrong in ["", "x", "-1", "1.5", "0xg", "18446744073709551616"] {
            let said = PlanSeed::parse(wrong).unwrap_err().to_string();
            assert!(said.starts_with(&format!("seed `{wrong}` is not a number")), "{said}");
        }
        assert_eq!(PlanSeed::parse("18_446_744_073_709_551_615"), Ok(PlanSeed(u64::MAX)));
    }
}
