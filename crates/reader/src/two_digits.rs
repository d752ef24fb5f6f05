//! The fastest path: lines of numbers of one or two digits, as for a deck of playing cards.
//!
//! In a shuffled deck a branch on the number of digits would be unpredictable, so there is none: 64 bytes at a time
//! are examined, each together with the two before it. These three show whether the byte breaks a rule, whether a
//! number ends before it, and the value of that number. The technique comes from simdjson (Langdale and Lemire,
//! "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019, section 3.1), here vectorized by the compiler.

use shuffle_deck::Card;

/// The number of bytes in one mask.
const BLOCK: usize = 64;
/// The number of bytes that must be in front of a line; the last of them must be no digit.
pub(crate) const BEFORE: usize = 2;
/// The number of bytes that must be after a line; their values do not matter.
pub(crate) const BEHIND: usize = BLOCK;
/// Numbers below this are short.
pub(crate) const LIMIT: u64 = 100;

/// The properties of 64 bytes: a bit for each byte, the lowest for the first.
struct BlockScan {
    /// The bytes that break a rule.
    bad: u64,
    /// The bytes in front of which a number ends.
    ends: u64,
    /// The value of that number, for each byte.
    numbers: [u8; BLOCK],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Short {
    /// The bytes that may follow a number; some may be equal.
    pub(crate) separators: [u8; 3],
    /// True if a leading zero is rejected.
    pub(crate) leading: bool,
    pub(crate) base: u8,
    pub(crate) cards: u8,
}

impl Short {
    /// Fills the row, if the line at `from` in `held` holds exactly as many numbers, all in range, with a separator
    /// and any spaces between two of them. A rejected line may still be a deck.
    #[inline]
    pub(crate) fn read<C: Card>(
        &self,
        held: &[u8],
        from: usize,
        length: usize,
        row: &mut [C],
    ) -> bool {
        if !self.frames(held, from, length) {
            return false;
        }
        let (mut found, mut bad) = (0, 0);
        for block in 0..=length / BLOCK {
            let Some(window) = held[from + BLOCK * block - BEFORE..].first_chunk() else {
                return false;
            };
            let seen = self.look(window);
            let inside = match length - BLOCK * block {
                left @ 0..BLOCK => (1 << left) - 1,
                _ => u64::MAX,
            };
            bad |= seen.bad & inside;
            // The last number ends in front of the byte after the line.
            let mut ends = seen.ends & (inside << 1 | 1);
            let count = ends.count_ones() as usize;
            let Some(cards) = row.get_mut(found..found + count) else { return false };
            for card in cards {
                let at = ends.trailing_zeros() as usize % BLOCK;
                ends &= ends.wrapping_sub(1);
                let number = seen.numbers[at].wrapping_sub(self.base);
                *card = C::new(usize::from(number));
            }
            found += count;
        }
        // A separate pass, since it takes only a few vector instructions for all cards.
        let beyond = C::new(usize::from(self.cards));
        let wild = row.iter().fold(false, |wild, card| wild | (*card >= beyond));
        bad == 0 && found == row.len() && !wild
    }

    /// True if the line begins with a digit and ends with a digit, or with a space if that separates, and no digit is
    /// directly in front of it or after it.
    #[inline]
    fn frames(&self, held: &[u8], from: usize, length: usize) -> bool {
        if from < BEFORE || length == 0 || held.len() < from + length + BEHIND {
            return false;
        }
        let [before, first] = [held[from - 1], held[from]];
        let [last, behind] = [held[from + length - 1], held[from + length]];
        let ends = last.is_ascii_digit() || (last == b' ' && self.separators.contains(&b' '));
        !before.is_ascii_digit() && first.is_ascii_digit() && ends && !behind.is_ascii_digit()
    }

    #[inline]
    fn look(&self, window: &[u8; BEFORE + BLOCK]) -> BlockScan {
        let [mut bad, mut ends, mut numbers] = [[0; BLOCK]; 3];
        let [one, two, three] = self.separators;
        let leading = if self.leading { b'0' } else { b'a' };
        for place in 0..BLOCK {
            let [first, last, here] = [window[place], window[place + 1], window[place + 2]];
            let [tens, ones, next] = [first, last, here].map(|byte| byte.wrapping_sub(b'0'));
            let (two_back, back, digit) = (tens < 10, ones < 10, next < 10);
            let separator = (here == one) | (here == two) | (here == three);
            // No third digit, no leading zero; a separator after each number, then only spaces.
            let no_digit = back & (two_back | (last == leading));
            let no_other = if back { !separator } else { here != b' ' };
            bad[place] = u8::from(if digit { no_digit } else { no_other });
            ends[place] = u8::from(back & !digit);
            let tens = if two_back { tens } else { 0 };
            numbers[place] = ones.wrapping_add(tens << 3).wrapping_add(tens << 1);
        }
        BlockScan { bad: mask(&bad), ends: mask(&ends), numbers }
    }
}

/// One bit for each byte, all of which are 0 or 1.
#[inline]
fn mask(flags: &[u8; BLOCK]) -> u64 {
    let words = flags.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes));
    // The product has the eight bits side by side in its highest byte.
    let bits = words.map(|word| word.wrapping_mul(0x0102_0408_1020_4080) >> 56);
    bits.enumerate().fold(0, |mask, (word, bits)| mask | bits << (8 * word))
}
