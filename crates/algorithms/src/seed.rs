//! The bits from which generators start.

use rand::SeedableRng;
use rand_pcg::Pcg64;

/// 256 bits from which a generator starts.
///
/// A generator that takes fewer uses the first of them; one or two more bits may be lost where a part of its
/// state must be odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed for examples and tests: the number, little-endian, and zeros.
    #[must_use]
    pub fn from_u64(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }

    /// The default generator.
    pub(crate) fn pcg64(&self) -> Pcg64 {
        self.start()
    }

    /// A generator of any type.
    pub(crate) fn start<R: SeedableRng>(&self) -> R {
        let mut seed = R::Seed::default();
        let bytes = seed.as_mut();
        let length = bytes.len();
        bytes.copy_from_slice(&self.0[..length]);
        R::from_seed(seed)
    }
}
