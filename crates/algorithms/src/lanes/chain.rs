//! Chains: cards are followed back through the swaps, in registers, so that no board is swept.
//!
//! After swaps s1, s2, ..., sm of places the card at place p is found by sending p through sm, then through the swap
//! before it, and at last through s1. Fisher–Yates makes that cheap: seen from its end, each swap fixes a place that no
//! later swap reaches. So the card at that place begins as the roll itself, and an earlier swap changes it only
//! where it is that swap's roll, into that swap's fixed place. That is a comparison and a choice, where a sweep
//! takes four operations and writes every column.

use super::{
    board::{PLACES, SAME},
    generator::{LaneGenerator, Span},
    scale::Scale,
    steps::PendingStep,
};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES, instruction_set::Level, on_every_set};

/// The most places that are followed together: as many as leave room in the registers for what they are compared with.
const MOST_TOGETHER: usize = 4;

/// All steps of a group, where cards can be followed through them.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// What makes each roll, in the order in which they are drawn.
    scales: Vec<Scale>,
    /// The fixed place of each swap, from the last swap to the first. Before them come the dealt places that no swap
    /// fixes, as if each were swapped with itself.
    fixed: Vec<u8>,
    /// The swaps of the group at hand, in the same order.
    drawn: Vec<Aligned<DrawnSwap>>,
}

/// A swap of a fixed place with a rolled one.
#[derive(Clone, Copy, Debug)]
struct DrawnSwap {
    roll: Column,
    /// The fixed place in every lane; for [`ByChange`] the roll exclusive-or the fixed place.
    other: Column,
}

impl Chain {
    /// The chain of these steps, if each swaps a rolled place with a fixed one that no later step reaches, and
    /// following costs less than a board.
    pub(super) fn of(steps: &[PendingStep], dealt: usize, set: InstructionSet) -> Option<Self> {
        let swaps = swaps_with_fixed(steps)?;
        let is_fixed = fixed_for_good(&swaps)?;
        let unfixed = (0..=u8::MAX).take(dealt).filter(|&place| !is_fixed[usize::from(place)]);
        let fixed: Vec<u8> = unfixed.chain(swaps.iter().rev().map(|&(at, _)| at)).collect();
        let followed = (1..).zip(&fixed).filter(|&(_, &at)| usize::from(at) < dealt);
        let comparisons: usize = followed.map(|(number, _)| fixed.len() - number).sum();
        if comparisons > most_followed(set) * swaps.len() {
            return None;
        }
        let drawn = fixed.iter().map(|&place| {
            let same = SAME.0[usize::from(place)];
            Aligned(DrawnSwap { roll: same, other: same })
        });
        let drawn = drawn.collect();
        Some(Self {
            scales: swaps.into_iter().map(|(_, with)| Scale::of(with)).collect(),
            fixed,
            drawn,
        })
    }

    /// Draws the rolls of groups and writes the first cards of their decks, `dealt` columns a group.
    pub(super) fn deal(
        &mut self,
        set: InstructionSet,
        generator: &mut LaneGenerator,
        dealt: usize,
        columns: &mut [Column],
    ) {
        let (fixed, swaps) = (&self.fixed[..], &mut self.drawn[..]);
        deal(set, &self.scales, fixed, generator, swaps, dealt, columns);
    }
}

/// The swaps of these steps, if all of them swap a fixed place with a rolled one.
fn swaps_with_fixed(steps: &[PendingStep]) -> Option<Vec<(u8, Span)>> {
    let swaps = match steps {
        [PendingStep::Reset { .. }, swaps @ ..] => swaps,
        swaps => swaps,
    };
    let swap = |step: &PendingStep| match *step {
        PendingStep::Exchange { at, with } => Some((at, with)),
        _ => None,
    };
    swaps.iter().map(swap).collect()
}

/// The places that are fixed, if no swap reaches a place that was fixed before.
fn fixed_for_good(swaps: &[(u8, Span)]) -> Option<[bool; PLACES]> {
    let (mut is_fixed, mut reached) = ([false; PLACES], None::<(usize, usize)>);
    for (at, with) in swaps.iter().rev() {
        let (place, range) = (usize::from(*at), with.range());
        let (start, end) = reached.unwrap_or((place, place));
        if (start..end).contains(&place) {
            return None;
        }
        reached = Some((start.min(range.start).min(place), end.max(range.end).max(place + 1)));
        is_fixed[place] = true;
    }
    Some(is_fixed)
}

/// With more comparisons a swap than this, a board costs less, as measured by `bench/benches/lanes.rs`.
fn most_followed(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 36,
        Level::Neon => 60,
        _ => 100,
    }
}

/// A way to send cards through a swap.
trait Pass {
    /// Sends the first `count` cards of each lane through a swap.
    fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap);
}

/// Follows the cards at B places at a time, those that are left over first.
#[inline(always)]
fn follow<P: Pass, const B: usize>(
    swaps: &[Aligned<DrawnSwap>],
    places: &[u8],
    dealt: &mut [Column],
) {
    let over = swaps.len() % B;
    match over {
        1 => follow_together::<P, 1>(swaps, places, dealt),
        2 => follow_together::<P, 2>(swaps, places, dealt),
        3 => follow_together::<P, 3>(swaps, places, dealt),
        _ => {}
    }
    let (mut swaps, mut places) = (&swaps[over..], &places[over..]);
    while swaps.len() >= B && places.len() >= B {
        follow_together::<P, B>(swaps, places, dealt);
        (swaps, places) = (&swaps[B..], &places[B..]);
    }
}

/// Follows the cards at the first B places, if any of these is dealt, through all swaps.
#[inline(always)]
fn follow_together<P: Pass, const B: usize>(
    swaps: &[Aligned<DrawnSwap>],
    places: &[u8],
    dealt: &mut [Column],
) {
    const { assert!(B <= MOST_TOGETHER) };
    let (Some((here, before)), Some(places)) =
        (swaps.split_first_chunk::<B>(), places.first_chunk::<B>())
    else {
        return;
    };
    if places.iter().all(|&place| usize::from(place) >= dealt.len()) {
        return;
    }
    let mut cards = [[0; LANES]; B];
    for k in 0..B {
        P::pass(&mut cards, k, &here[k].0);
        cards[k] = here[k].0.roll;
    }
    for swap in before {
        P::pass(&mut cards, B, &swap.0);
    }
    for k in 0..B {
        if let Some(column) = dealt.get_mut(usize::from(places[k])) {
            *column = cards[k];
        }
    }
}

/// Without instructions that choose between bytes: a masked change takes one operation less.
struct ByChange;

impl Pass for ByChange {
    #[inline(always)]
    fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
        for lane in 0..LANES {
            let (roll, change) = (swap.roll[lane], swap.other[lane]);
            for card in &mut cards[..count] {
                card[lane] ^= if card[lane] == roll { change } else { 0 };
            }
        }
    }
}

/// With instructions that choose between bytes.
struct ByChoice;

impl Pass for ByChoice {
    #[inline(always)]
    fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
        let fixed = swap.other[0]; // one byte for all lanes takes no second register
        for lane in 0..LANES {
            let roll = swap.roll[lane];
            for card in &mut cards[..count] {
                card[lane] = if card[lane] == roll { fixed } else { card[lane] };
            }
        }
    }
}

on_every_set! {
    /// Draws the swaps of each group and follows its cards.
    fn deal[set](
        scales: &[Scale],
        fixed: &[u8],
        generator: &mut LaneGenerator,
        swaps: &mut [Aligned<DrawnSwap>],
        dealt: usize,
        columns: &mut [Column],
    ) {
        for group in columns.chunks_mut(dealt.max(1)) {
            let mut last_first = swaps.iter_mut().rev();
            generator.draw_each(set, scales, |rolls| {
                if let Some(swap) = last_first.next() {
                    swap.0.roll = rolls;
                }
            });
            match set.level() {
                Level::Portable => {
                    for (swap, fixed) in swaps.iter_mut().zip(fixed) {
                        for lane in 0..LANES {
                            swap.0.other[lane] = swap.0.roll[lane] ^ fixed;
                        }
                    }
                    follow::<ByChange, 2>(swaps, fixed, group);
                }
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 | Level::IceLake => follow::<x86::ByBits, 4>(swaps, fixed, group),
                _ => follow::<ByChoice, MOST_TOGETHER>(swaps, fixed, group),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Column, DrawnSwap, Pass};
    use std::{arch::x86_64::*, mem::transmute};

    type Halves = [__m256i; 2];

    /// With a choice between bits, in registers of 32 bytes: comparisons into masks of bits, which compilers choose, cost
    /// twice as much on Zen 4.
    pub(super) struct ByBits;

    impl Pass for ByBits {
        #[inline(always)]
        #[expect(unsafe_code, reason = "called where the instructions are")]
        fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
            // SAFETY: `deal` names this type only in code for sets that have these instructions.
            unsafe { choose(cards, count, swap) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[expect(unsafe_code, reason = "arrays as vectors and back")]
    fn choose<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
        // SAFETY: both are 64 bytes, and any bits are a vector.
        let roll = unsafe { transmute::<Column, Halves>(swap.roll) };
        // SAFETY: as before.
        let [fixed, _] = unsafe { transmute::<Column, Halves>(swap.other) };
        for (k, cards) in cards.iter_mut().enumerate() {
            // A condition, not an end of the loop: so the compiler unrolls it, and all cards stay in registers.
            if k < count {
                // SAFETY: as before.
                let mut halves = unsafe { transmute::<Column, Halves>(*cards) };
                for half in 0..2 {
                    let here = _mm256_cmpeq_epi8(halves[half], roll[half]);
                    halves[half] = _mm256_ternarylogic_epi64::<0xb8>(halves[half], here, fixed);
                }
                // SAFETY: both are 64 bytes, and any bits are a column.
                *cards = unsafe { transmute::<Halves, Column>(halves) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange((at, range): (u8, std::ops::Range<u16>)) -> PendingStep {
        let with = Span { first: range.start as u8, k: range.end - range.start };
        PendingStep::Exchange { at, with }
    }

    /// The chain of these swaps of ten cards.
    fn chain(swaps: &[(u8, std::ops::Range<u16>)], dealt: usize) -> Option<Chain> {
        let reset = std::iter::once(PendingStep::Reset { cards: 10 });
        let steps: Vec<_> = reset.chain(swaps.iter().cloned().map(exchange)).collect();
        Chain::of(&steps, dealt, InstructionSet::PORTABLE)
    }

    #[test]
    fn only_swaps_whose_fixed_places_are_left_alone_can_be_followed() {
        assert!(chain(&[(9, 0..10), (8, 0..9)], 10).is_some());
        assert!(chain(&[(0, 0..10), (1, 1..10)], 2).is_some());
        assert!(chain(&[(9, 0..10), (8, 0..10)], 10).is_none(), "the second reaches place 9");
        assert!(chain(&[(9, 0..9), (9, 0..9)], 10).is_none(), "place 9 is fixed twice");
        let both =
            PendingStep::ExchangeBoth { a: Span { first: 0, k: 2 }, b: Span { first: 0, k: 2 } };
        assert!(Chain::of(&[both], 2, InstructionSet::PORTABLE).is_none(), "two rolled places");
    }

    #[test]
    fn places_that_no_swap_fixes_come_before_the_swaps() {
        let chain = chain(&[(9, 0..10), (2, 0..3)], 4).unwrap();
        assert_eq!(chain.fixed, [0, 1, 3, 2, 9]);
        let spans = [Span { first: 0, k: 10 }, Span { first: 0, k: 3 }];
        assert_eq!(chain.scales, spans.map(Scale::of));
    }
}
