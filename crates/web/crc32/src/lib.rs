//! CRC-32 of gzip (polynomial 0x04C11DB7, bits reversed; RFC 1952, section 8) half a byte at a time, behind the names that flate2 and png call. The table of the
//! published crate is a sixtieth of all that a page loads, and a browser inflates a compressed file more slowly than this sums it.

/// The sums of half a byte.
const TABLE: [u32; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let (mut sum, mut bit) = (nibble as u32, 0);
        while bit < 4 {
            sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
            bit += 1;
        }
        table[nibble] = sum;
        nibble += 1;
    }
    table
};

/// Moves the sum on by half a byte of zeros; a byte is added to its low end before.
const fn half(sum: u32) -> u32 {
    (sum >> 4) ^ TABLE[(sum & 15) as usize]
}

/// The sum of the bytes seen so far.
#[derive(Debug, Clone, Default)]
pub struct Hasher {
    sum: u32,
    bytes: u64,
}

impl Hasher {
    /// The sum of no byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { sum: 0, bytes: 0 }
    }

    /// Goes on with these bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.sum = !bytes.iter().fold(!self.sum, |sum, &byte| half(half(sum ^ u32::from(byte))));
        self.bytes += bytes.len() as u64;
    }

    /// Forgets all bytes.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// The sum.
    #[must_use]
    pub fn finalize(self) -> u32 {
        self.sum
    }

    /// Goes on with the bytes of another sum: as many zeros, then what the other one adds.
    pub fn combine(&mut self, other: &Self) {
        self.sum = (0..2 * other.bytes).fold(self.sum, |sum, _| half(sum)) ^ other.sum;
        self.bytes += other.bytes;
    }
}

/// The sum of these bytes.
#[must_use]
pub fn hash(bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::{Hasher, hash};

    // The check value of the catalogue of parametrised CRC algorithms (CRC-32/ISO-HDLC).
    #[test]
    fn the_check_value_is_that_of_the_catalogue() {
        assert_eq!(hash(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn parts_have_the_sum_of_the_whole() {
        let mut first = Hasher::new();
        first.update(b"1234");
        let mut second = Hasher::new();
        second.update(b"56789");
        first.combine(&second);
        assert_eq!(first.finalize(), 0xCBF4_3926);
    }
}
