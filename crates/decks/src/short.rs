//! The fastest path: lines of numbers of one or two digits, as for a deck of playing cards.
//!
//! In a shuffled deck nobody could predict which number has two digits, so nothing here branches on that: 64 bytes at a
//! time become masks (digits, separators, spaces), the rules of the line become a few operations on masks, and the value of
//! a number is computed at every byte and picked up where a number ends. The technique is that of simdjson (Langdale and
//! Lemire, "Parsing gigabytes of JSON per second", VLDB Journal 28, 2019, section 3.1), left to the compiler to vectorise.

use shuffle_algorithms::card::Card;

/// Bytes that become one mask.
const BLOCK: usize = 64;
/// Bytes that must lie in front of a line, and what they are does not matter unless they are digits.
pub(crate) const BEFORE: usize = 2;
/// Bytes that must lie behind a line; what they are does not matter.
pub(crate) const BEHIND: usize = BLOCK;
/// Up to where numbers are short.
pub(crate) const LIMIT: u64 = 100;

/// What is known of 64 bytes: a bit a byte, the first lowest; and the number that ends in front of each.
struct Masks {
    digits: u64,
    separators: u64,
    spaces: u64,
    zeros: u64,
    values: [u8; BLOCK],
}

/// How short numbers stand in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short {
    /// The bytes that may follow a number; some may be equal.
    pub(crate) separators: [u8; 3],
    /// Whether a leading zero is refused.
    pub(crate) json: bool,
    pub(crate) base: u8,
    pub(crate) cards: u8,
}

impl Short {
    /// Fills the row, if the line at `from` of what is held is so many numbers in range, a separator
    /// and any spaces between two of them. A line that is refused may yet be a deck.
    #[inline]
    pub(crate) fn read<C: Card>(
        &self,
        held: &[u8],
        from: usize,
        length: usize,
        row: &mut [C],
    ) -> bool {
        let (mut found, mut worst, mut bad) = (0, 0, 0);
        // Of the byte in front: was it a digit, a zero; and of the byte before that. A line must begin with a digit.
        let (mut digit, mut zero, mut digit_before, mut begun) = (0, 0, 0, 0);
        for block in 0..=length / BLOCK {
            let at = from + BLOCK * block;
            let window = at.checked_sub(BEFORE).and_then(|start| held.get(start..)?.first_chunk());
            let Some(window) = window else { return false };
            let Masks { digits, separators, spaces, zeros, values } = self.masks(window);
            let inside = match length - BLOCK * block {
                left @ 0..BLOCK => (1 << left) - 1,
                _ => u64::MAX,
            };
            let after_digit = digits << 1 | digit;
            let after_two = after_digit << 1 | digit_before;
            let after_zero = zeros << 1 | zero;
            // No third digit, no leading zero; a separator behind each number, then only spaces.
            bad |= digits & after_digit & after_two & inside;
            if self.json {
                bad |= digits & after_digit & after_zero & inside;
            }
            bad |= !digits & after_digit & !separators & inside;
            bad |= !digits & !after_digit & !(spaces & (!1 | begun)) & inside;

            let mut ends = after_digit & !(digits & inside) & (inside << 1 | 1);
            let count = ends.count_ones() as usize;
            let Some(cards) = row.get_mut(found..found + count) else { return false };
            for card in cards {
                let number = values[ends.trailing_zeros() as usize % BLOCK].wrapping_sub(self.base);
                ends &= ends.wrapping_sub(1);
                worst = worst.max(number);
                *card = C::new(usize::from(number));
            }
            found += count;
            (digit, zero, begun) = (digits >> 63, zeros >> 63, 1);
            digit_before = after_digit >> 63;
        }
        // It ends with a number, or with spaces if they separate.
        let closed = match held.get(from..from + length).and_then(|line| line.last()) {
            Some(b' ') => self.separators.contains(&b' '),
            Some(last) => last.is_ascii_digit(),
            None => false,
        };
        bad == 0 && closed && found == row.len() && worst < self.cards
    }

    #[inline]
    fn masks(&self, window: &[u8; BEFORE + BLOCK]) -> Masks {
        let [mut digits, mut separators, mut spaces, mut zeros, mut values] = [[0; BLOCK]; 5];
        let [one, two, three] = self.separators;
        for place in 0..BLOCK {
            let [tens, ones] =
                [window[place], window[place + 1]].map(|byte| byte.wrapping_sub(b'0'));
            let here = window[place + BEFORE];
            let tens = if tens < 10 { tens } else { 0 };
            values[place] = ones.wrapping_add(tens << 3).wrapping_add(tens << 1);
            digits[place] = u8::from(here.wrapping_sub(b'0') < 10);
            separators[place] =
                u8::from(here == one) | u8::from(here == two) | u8::from(here == three);
            spaces[place] = u8::from(here == b' ');
            zeros[place] = u8::from(here == b'0');
        }
        Masks {
            digits: mask(&digits),
            separators: mask(&separators),
            spaces: mask(&spaces),
            zeros: if self.json { mask(&zeros) } else { 0 },
            values,
        }
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
