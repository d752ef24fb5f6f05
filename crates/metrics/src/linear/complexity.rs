//! The linear complexity of bits, by Berlekamp's and Massey's algorithm with 64 coefficients a word, and its law.

use shuffle_deck::{InstructionSet, on_every_set};

/// The linear complexity of the first bits, for each of these numbers of them, which ascend.
pub(crate) fn complexities(bits: &[bool], prefixes: &[usize]) -> Vec<usize> {
    let (words, set) = (bits.len() / 64 + 2, InstructionSet::detect());
    // Backwards, so that the newest bits stand where the first coefficients do. Beyond the bits there are zeros for all of these.
    let mut backwards = vec![0_u64; 2 * words];
    for (time, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        let at = bits.len() - 1 - time;
        backwards[at / 64] |= 1 << (at % 64);
    }
    let mut connection = vec![0_u64; words];
    connection[0] = 1;
    let (mut earlier, mut saved) = (connection.clone(), connection.clone());
    let (mut length, mut since) = (0, 1);
    let mut found = Vec::with_capacity(prefixes.len());
    for time in 0..bits.len() {
        if prefixes.get(found.len()) == Some(&time) {
            found.push(length);
        }
        let at = bits.len() - 1 - time;
        let (word, shift) = (at / 64, at % 64);
        let discrepancy = product(set, &connection[..=length / 64], &backwards[word..], shift);
        if discrepancy.count_ones().is_multiple_of(2) {
            since += 1;
            continue;
        }
        let longer = 2 * length <= time;
        if longer {
            saved.copy_from_slice(&connection);
        }
        add_shifted(set, &mut connection, &earlier, since);
        if longer {
            std::mem::swap(&mut earlier, &mut saved);
            (length, since) = (time + 1 - length, 1);
        } else {
            since += 1;
        }
    }
    found.resize(prefixes.len(), length);
    found
}

on_every_set! {
    /// The coefficients times the bits that begin at bit `shift` of these words; the parity of its ones is their sum over GF(2).
    fn product(coefficients: &[u64], bits: &[u64], shift: usize) -> u64 {
        let mut sum = 0;
        for ((coefficients, low), high) in coefficients.iter().zip(bits).zip(&bits[1..]) {
            // In two steps, so that all of it is shifted out if `shift` is 0.
            sum ^= coefficients & (low >> shift | high << 1 << (63 - shift));
        }
        sum
    }

    /// Adds `other`, moved by some bits, without carry.
    fn add_shifted(sum: &mut [u64], other: &[u64], by: usize) -> () {
        let (words, shift) = (by / 64, by % 64);
        if words >= sum.len() {
            return;
        }
        let sum = &mut sum[words..];
        sum[0] ^= other[0] << shift;
        for ((sum, low), high) in sum[1..].iter_mut().zip(other).zip(&other[1..]) {
            *sum ^= high << shift | low >> 1 >> (63 - shift);
        }
    }
}

/// ln P(L <= `most`) for `bits` fair coins.
pub(crate) fn ln_at_most(most: usize, bits: usize) -> f64 {
    let (ln_two, ln_three) = (std::f64::consts::LN_2, 3_f64.ln());
    if most >= bits {
        return 0.0;
    }
    if 2 * most <= bits {
        // 1 and 2, 8, 32, ... sequences: (2 * 4^L + 1) / 3 in all.
        let ln_number = (2 * most + 1) as f64 * ln_two;
        return (ln_number + (-ln_number).exp().ln_1p() - ln_three - bits as f64 * ln_two).min(0.0);
    }
    // Beyond half of them 4^(N-L) have each: (4^(N-L) - 1) / 3 have more.
    let ln_more = 2.0 * (bits - most) as f64 * ln_two - ln_three - bits as f64 * ln_two;
    let ln_one = -(bits as f64) * ln_two - ln_three;
    (-(ln_more.exp() - ln_one.exp())).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// The shortest recurrence by trying all of them.
    fn by_trial(bits: &[bool]) -> usize {
        let gives = |length: usize| {
            (0..1_u32 << length).any(|taps| {
                (length..bits.len()).all(|time| {
                    let sum = (1..=length).filter(|&i| taps >> (i - 1) & 1 == 1 && bits[time - i]);
                    bits[time] == (sum.count() % 2 == 1)
                })
            })
        };
        (0..=bits.len()).find(|&length| gives(length)).unwrap()
    }

    /// All sequences of up to 10 bits have the complexity that a search finds, and the law counts them.
    #[test]
    fn complexities_and_their_law_are_those_of_all_sequences() {
        for number in 1..=10_usize {
            let mut counts = vec![0_u32; number + 1];
            for code in 0..1_u32 << number {
                let bits: Vec<bool> = (0..number).map(|i| code >> i & 1 == 1).collect();
                let found = complexities(&bits, &[number])[0];
                assert_eq!(found, by_trial(&bits), "{bits:?}");
                counts[found] += 1;
            }
            let mut so_far = 0;
            for (length, count) in counts.iter().enumerate() {
                so_far += count;
                let law = ln_at_most(length, number).exp() * f64::from(1_u32 << number);
                assert!(
                    (law - f64::from(so_far)).abs() < 1e-9,
                    "{number} {length}: {law} {so_far}"
                );
            }
        }
    }

    /// Registers of 5 to 600 bits, over more than one word, and their prefixes.
    #[test]
    fn registers_have_their_length() {
        let mut rng = Pcg64::seed_from_u64(1);
        for length in [5, 31, 63, 64, 65, 128, 600] {
            let taps: Vec<bool> = (0..length).map(|tap| tap == 0 || rng.random()).collect();
            let mut bits: Vec<bool> = (0..length).map(|_| rng.random()).collect();
            while bits.len() < 4_096 {
                let last = bits[bits.len() - length..].iter().zip(&taps);
                bits.push(last.filter(|(bit, tap)| **bit && **tap).count() % 2 == 1);
            }
            // A register whose polynomial has factors may run in a shorter one.
            let found = complexities(&bits, &[2 * length, 4_000, 4_096]);
            assert!(found[0] <= length && found[0] + 5 > length, "{length}: {found:?}");
            assert_eq!(found, [found[0]; 3]);
        }
        let fair: Vec<bool> = (0..4_096).map(|_| rng.random()).collect();
        let prefixes = [128, 1_000, 4_096];
        for (found, number) in complexities(&fair, &prefixes).into_iter().zip(prefixes) {
            assert!(found.abs_diff(number / 2) < 20, "{found} of {number}");
            assert_eq!(found, complexities(&fair[..number], &[number])[0]);
        }
    }
}
