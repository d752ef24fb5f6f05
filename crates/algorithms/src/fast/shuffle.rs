//! Shuffles and partial shuffles of slices.

#![expect(unsafe_code, reason = "swaps without two checks each, and a look ahead: measured below")]

use super::descent::descend;
use rand::Rng;
use std::{mem, ptr};

/// Shuffles a slice: every order is equally likely, if all words of the generator are.
///
/// It is Durstenfeld's shuffle, the catalogue's `fisher-yates`, on rolls that come several from one word. `T` is
/// swapped by its bytes and may be of any size. A deck of 52 takes four words, one of 10^6 about 390,000; the same
/// generator and slice length always give the same order.
///
/// ```
/// use rand::SeedableRng;
/// use shuffle_algorithms::fast;
///
/// let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
/// let mut deck: Vec<u8> = (0..52).collect();
/// fast::shuffle(&mut deck, &mut rng);
///
/// deck.sort_unstable();
/// assert!(deck.into_iter().eq(0..52));
/// ```
pub fn shuffle<T, R: Rng + ?Sized>(slice: &mut [T], rng: &mut R) {
    shuffle_end(slice, rng, slice.len());
}

/// Moves `amount` elements, chosen and ordered at random, to the END of the slice, and returns first these and
/// then the rest.
///
/// Each ordered choice of `amount` elements is equally likely. The order of the rest has no meaning. This is what
/// `rand`'s `partial_shuffle` does, from other rolls. An `amount` beyond the length of the slice is a whole
/// shuffle; the end of the slice is then the same as after a whole [`shuffle`] by the same generator.
///
/// ```
/// use rand::SeedableRng;
/// use shuffle_algorithms::fast;
///
/// let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
/// let mut words = ["ace", "two", "three", "four"];
/// let (chosen, rest) = fast::partial_shuffle(&mut words, &mut rng, 3);
/// assert_eq!((chosen.len(), rest.len()), (3, 1));
/// ```
pub fn partial_shuffle<'a, T, R: Rng + ?Sized>(
    slice: &'a mut [T],
    rng: &mut R,
    amount: usize,
) -> (&'a mut [T], &'a mut [T]) {
    shuffle_end(slice, rng, amount);
    let (rest, chosen) = slice.split_at_mut(slice.len().saturating_sub(amount));
    (chosen, rest)
}

/// The size in bytes up to which a slice is quickly at hand. Beyond that a swap waits for memory, so places are
/// prefetched; below that prefetching costs a tenth (measured with 2 MiB of second-level cache).
const NEAR: usize = 2 << 20;

/// The number of swaps that are put off until their places have arrived.
const AHEAD: usize = 32;

/// The loop of `fisher-yates`, for the last `amount` places.
///
/// Not inlined, for the reason that [`play`](crate::table::play) is not: as parameters, slice and generator are
/// known not to overlap.
#[inline(never)]
fn shuffle_end<T, R: Rng + ?Sized>(slice: &mut [T], rng: &mut R, amount: usize) {
    if size_of::<T>() == 0 {
        return; // there is no telling such elements apart, and there may be 2^64 of them
    }
    let last = last_bound(slice.len(), amount);
    let word = || rng.next_u64();
    if size_of_val(slice) <= NEAR {
        descend::<64>(slice.len(), last, word, |bound, roll| {
            // SAFETY: `descend` starts from the length of the slice, and a roll is below its bound.
            unsafe { swap(slice, bound, roll) }
        });
    } else {
        swap_later(slice, last, word);
    }
}

/// The last bound to be rolled: `amount` rolls from `cards` down, but never the roll below 1, which is certain.
fn last_bound(cards: usize, amount: usize) -> usize {
    (cards - amount.min(cards) + 1).max(2)
}

/// The same swaps in the same order, each `AHEAD` rolls after its place was prefetched.
fn swap_later<T>(slice: &mut [T], last: usize, word: impl FnMut() -> u64) {
    let cards = slice.len();
    let mut put_off = [0; AHEAD];
    descend::<64>(cards, last, word, |bound, roll| {
        ask_for(slice.as_ptr().wrapping_add(roll));
        let earlier = mem::replace(&mut put_off[bound % AHEAD], roll);
        if bound + AHEAD <= cards {
            // SAFETY: `bound + AHEAD` is within the slice, and `earlier` was rolled below it, `AHEAD` rolls ago.
            unsafe { swap(slice, bound + AHEAD, earlier) }
        }
    });
    for bound in (last..=cards.min(last + AHEAD - 1)).rev() {
        // SAFETY: no bound is above the length of the slice, and the roll of each of the last bounds is kept.
        unsafe { swap(slice, bound, put_off[bound % AHEAD]) }
    }
}

/// Swaps the last element below `bound` with the one at `roll`, unchecked.
///
/// Two checks a swap cost a sixth of the time on 52 cards, and a third of it on 256.
///
/// # Safety
///
/// `roll < bound`, and `bound` is at most the length of the slice.
#[inline(always)]
unsafe fn swap<T>(slice: &mut [T], bound: usize, roll: usize) {
    debug_assert!(roll < bound && bound <= slice.len(), "{roll}, {bound} of {}", slice.len());
    let first = slice.as_mut_ptr();
    // SAFETY: both places are within the slice, as the caller promises; they may be the same.
    unsafe { ptr::swap(first.add(bound - 1), first.add(roll)) }
}

/// Tells the processor that this place will soon be read and written.
#[inline(always)]
fn ask_for<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has it, and it never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, card::identity, dice::Recorded};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    #[cfg(not(miri))]
    const SIZES: [usize; 14] = [0, 1, 2, 3, 5, 10, 31, 32, 33, 52, 64, 256, 1_000, 20_000];

    /// Miri takes a thousand times as long.
    #[cfg(miri)]
    const SIZES: [usize; 11] = [0, 1, 2, 3, 5, 10, 31, 32, 33, 52, 64];

    fn rng(cards: usize) -> Pcg64 {
        Pcg64::seed_from_u64(cards as u64)
    }

    #[test]
    fn the_same_rolls_give_the_deck_of_the_catalogues_fisher_yates() {
        let algorithm = Algorithm::parse("fisher-yates").unwrap();
        for cards in SIZES {
            let (mut rng, mut rolls) = (rng(cards), Vec::new());
            descend::<64>(cards, 2, || rng.next_u64(), |_, roll| rolls.push(roll));
            let [mut expected, mut deck] = [(); 2].map(|()| identity::<u32>(cards));
            let mut dice = Recorded::new(rolls);
            algorithm.shuffle(&mut expected, &mut dice).unwrap();
            assert_eq!(dice.left(), 0);
            shuffle(&mut deck, &mut self::rng(cards));
            assert!(deck == expected, "{cards} cards");
        }
    }

    #[test]
    fn swaps_that_are_put_off_are_the_same_swaps() {
        for cards in SIZES {
            for amount in [0, 1, 2, 31, 32, 33, cards / 2, cards] {
                let [mut near, mut far] = [(); 2].map(|()| identity::<u32>(cards));
                let mut rng = rng(cards);
                partial_shuffle(&mut near, &mut rng.clone(), amount);
                swap_later(&mut far, last_bound(cards, amount), || rng.next_u64());
                assert!(near == far, "{amount} of {cards}");
            }
        }
    }

    #[test]
    #[cfg_attr(
        miri,
        ignore = "megabytes, for the swaps that the test above puts off in small slices"
    )]
    fn large_slices_are_shuffled_alike_whatever_their_elements() {
        let cards = 40_000;
        let mut wide: Vec<[usize; 8]> = (0..cards).map(|card| [card; 8]).collect();
        let mut narrow = identity::<u32>(cards);
        assert!(size_of_val(&*wide) > NEAR && size_of_val(&*narrow) <= NEAR);
        shuffle(&mut wide, &mut rng(1));
        shuffle(&mut narrow, &mut rng(1));
        assert!(wide.iter().zip(&narrow).all(|(wide, &card)| *wide == [card as usize; 8]));
    }

    #[test]
    fn the_chosen_lie_at_the_end_where_a_whole_shuffle_puts_them() {
        for cards in SIZES {
            let mut whole = identity::<u32>(cards);
            shuffle(&mut whole, &mut rng(cards));
            for amount in [0, 1, 9, cards / 2, cards, cards + 1] {
                let mut deck = identity::<u32>(cards);
                let (chosen, rest) = partial_shuffle(&mut deck, &mut rng(cards), amount);
                assert_eq!(chosen.len(), amount.min(cards));
                assert_eq!(chosen.len() + rest.len(), cards);
                assert!(whole.ends_with(chosen));
                deck.sort_unstable();
                assert_eq!(deck, identity::<u32>(cards));
            }
        }
    }

    #[test]
    fn elements_may_own_things_or_be_nothing_and_the_generator_may_be_any() {
        let mut names: Vec<String> = (0..100).map(|name| name.to_string()).collect();
        let generator: &mut dyn Rng = &mut rng(1);
        shuffle(&mut names, generator);
        assert_ne!(names[0], "0");
        names.sort_by_key(|name| name.parse::<u32>().unwrap());
        assert!(names.iter().enumerate().all(|(place, name)| *name == place.to_string()));

        let mut nothing = vec![(); usize::MAX];
        shuffle(&mut nothing, generator);
        assert_eq!(partial_shuffle(&mut nothing, generator, 3).0.len(), 3);
    }
}
