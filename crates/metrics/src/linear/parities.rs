//! Parities of two and three bits of decoded draws, in a window over some decks.

use crate::scans::bits::{ones_after_xor, plane, words, xor};
use shuffle_deck::InstructionSet;

/// The bits of a window, at most, unless one deck has more.
const WINDOW: usize = 96;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Past {
    pub(crate) bit: usize,
    /// The age in decks.
    pub(crate) age: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clearest {
    /// Two or three bits, the youngest of the deck itself.
    pub(crate) bits: Vec<Past>,
    /// The number of decks in which their sum is even.
    pub(crate) even: u64,
    /// The number of decks.
    pub(crate) decks: u64,
    pub(crate) sums: u64,
}

/// The earlier decks of the window, for `decks` decks of `bits` bits.
pub(super) fn earlier_decks(bits: usize, decks: usize) -> usize {
    (WINDOW / bits).saturating_sub(1).clamp(1, decks / 4)
}

/// Looks at all sums of two and of three bits of a window, of which one at least is of its last deck; `bits[b][t]` is bit
/// b of deck t.
pub(super) fn clearest(bits: &[Vec<bool>]) -> Clearest {
    let all = bits[0].len();
    let ages = earlier_decks(bits.len(), all);
    let (decks, set) = (all - ages, InstructionSet::detect());
    // The oldest first; the last deck last.
    let window: Vec<Past> = (0..=ages)
        .rev()
        .flat_map(|age| (0..bits.len()).map(move |bit| Past { bit, age }))
        .collect();
    let words = words(decks);
    let plane =
        |past: &Past| plane(bits[past.bit][ages - past.age..all - past.age].iter().copied());
    // A plane of zeros before all others makes sums of two bits of sums of three.
    let planes: Vec<u64> =
        std::iter::repeat_n(0, words).chain(window.iter().flat_map(plane)).collect();
    let at = |index: usize| &planes[words * (index + 1)..words * (index + 2)];
    let (mut counts, mut sum) = (Vec::new(), vec![0; words]);
    let mut best = Clearest { bits: Vec::new(), even: 0, decks: decks as u64, sums: 0 };
    let mut furthest = None;
    for young in window.len() - bits.len()..window.len() {
        // The shortest recurrence first: its square is one, too.
        for middle in (0..young).rev() {
            sum.copy_from_slice(at(young));
            xor(set, &mut sum, at(middle));
            ones_after_xor(set, &sum, &planes[..words * (middle + 1)], &mut counts);
            best.sums += counts.len() as u64;
            for (old, &odd) in counts.iter().enumerate() {
                let distance = (2 * u64::from(odd)).abs_diff(decks as u64);
                if furthest.is_none_or(|furthest| distance > furthest) {
                    furthest = Some(distance);
                    best.even = decks as u64 - u64::from(odd);
                    best.bits = vec![window[young], window[middle]];
                    best.bits.extend(old.checked_sub(1).map(|old| window[old]));
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Planted sums within a deck and over decks are found, and no others before them.
    #[test]
    fn planted_sums_are_found() {
        let past = |bit, age| Past { bit, age };
        for (bits, planted) in [
            (26, [past(20, 0), past(3, 1), past(25, 2)]),
            (26, [past(20, 0), past(19, 0), past(1, 0)]),
            (1, [past(0, 0), past(0, 3), past(0, 31)]),
            (5, [past(4, 0), past(0, 3), past(2, 18)]),
        ] {
            let mut rng = Pcg64::seed_from_u64(1);
            let mut planes = vec![vec![false; 1_000]; bits];
            for deck in 0..1_000 {
                planes.iter_mut().for_each(|plane| plane[deck] = rng.random());
                let [new, one, other] = planted;
                if deck >= other.age.max(one.age) {
                    let sum = planes[one.bit][deck - one.age] ^ planes[other.bit][deck - other.age];
                    planes[new.bit][deck] = sum;
                }
            }
            let mut found = clearest(&planes);
            assert_eq!(found.even, found.decks);
            let by_age = |it: &Past| (it.age, std::cmp::Reverse(it.bit));
            found.bits.sort_by_key(by_age);
            let mut wanted = planted.to_vec();
            wanted.sort_by_key(by_age);
            assert_eq!(found.bits, wanted);
        }
    }
}
