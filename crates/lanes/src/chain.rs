//! Chains: cards are followed back through the swaps, in registers, so that no board is swept.
//!
//! After swaps s1, s2, ..., sm of places the card at place p is found by sending p through sm, then through the swap
//! before it, and at last through s1. Fisher–Yates makes that cheap: seen from its end, each swap fixes a place that no
//! later swap reaches. So the card at that place begins as the roll itself, and an earlier swap changes it only
//! where it is that swap's roll, into that swap's fixed place. That is a comparison and a choice, where a sweep
//! takes four operations and writes every column.
//!
//! Swaps that reach back, to places that earlier swaps fixed, are done after all others, in `back.rs`. In the chain
//! such a swap stands still: its place begins as itself.

use crate::{
    back::{Trade, swap_back},
    board::SAME,
    generator::LaneGenerator,
    reach::{Behind, DrawnSwap, Reach, swaps_with_fixed},
    scale::Scale,
    steps::PendingStep,
};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES, instruction_set::Level, on_every_set};

/// The most places that are followed together: as many as leave room in the registers for what they are compared with.
const MOST_TOGETHER: usize = 4;

/// All steps of a group, where cards can be followed through them.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The scale of each roll, in the order in which they are drawn.
    scales: Vec<Scale>,
    /// The fixed place of each swap, from the last swap to the first. Before them come the dealt places that no swap
    /// fixes, as if each were swapped with itself.
    fixed: Vec<u8>,
    /// The places to which each swap reaches back, in the same order.
    behind: Vec<Behind>,
    /// The number of columns that are written.
    laid: usize,
    /// True if a swap reaches a place that is not fixed before, other than its own.
    is_ahead: bool,
    /// True if a swap reaches a place that is fixed before.
    is_back: bool,
    /// The swaps of the group at hand, in the same order.
    drawn: Vec<Aligned<DrawnSwap>>,
}

impl Chain {
    /// The chain of these steps on a deck of `cards` cards, if each swaps a rolled place with a fixed one that no other step
    /// fixes, and following costs less than a board.
    pub fn of(
        steps: &[PendingStep],
        cards: usize,
        dealt: usize,
        set: InstructionSet,
    ) -> Option<Self> {
        let swaps = swaps_with_fixed(steps)?;
        let Reach { is_fixed, behind, is_ahead } = Reach::of(&swaps)?;
        let reached_back: usize = behind.iter().map(|behind| usize::from(behind.count)).sum();
        let laid = if reached_back == 0 { dealt } else { cards };
        let unfixed = (0..=u8::MAX).take(laid).filter(|&place| !is_fixed[usize::from(place)]);
        let fixed: Vec<u8> = unfixed.chain(swaps.iter().rev().map(|&(at, _)| at)).collect();
        let followed = (1..).zip(&fixed).filter(|&(_, &at)| is_ahead && usize::from(at) < laid);
        let comparisons: usize = followed.map(|(number, _)| fixed.len() - number).sum();
        if comparisons + BACK * reached_back > most_followed(set) * swaps.len() {
            return None;
        }
        let drawn = fixed.iter().map(|&place| {
            let same = SAME.0[usize::from(place)];
            Aligned(DrawnSwap { roll: same, other: same })
        });
        let unmoved = vec![Behind::NONE; fixed.len() - swaps.len()];
        Some(Self {
            scales: swaps.into_iter().map(|(_, with)| Scale::of(with)).collect(),
            behind: unmoved.into_iter().chain(behind.into_iter().rev()).collect(),
            drawn: drawn.collect(),
            fixed,
            laid,
            is_ahead,
            is_back: reached_back > 0,
        })
    }

    /// The number of columns that [`deal`](Self::deal) writes: all cards of the deck, if a swap reaches back.
    pub fn laid(&self) -> usize {
        self.laid
    }

    /// Draws the rolls of groups and writes the first cards of their decks, [`laid`](Self::laid) columns a group.
    pub fn deal(
        &mut self,
        set: InstructionSet,
        generator: &mut LaneGenerator,
        columns: &mut [Column],
    ) {
        deal(set, self, generator, columns);
    }

    /// Draws the rolls of all swaps of a group, and puts the last first.
    #[inline(always)]
    fn draw(&mut self, set: InstructionSet, generator: &mut LaneGenerator) {
        let mut last_first = self.drawn.iter_mut().rev();
        generator.draw_each(set, &self.scales, |rolls| {
            if let Some(swap) = last_first.next() {
                swap.0.roll = rolls;
            }
        });
    }

    #[inline(always)]
    #[cfg_attr(target_feature = "simd128", expect(dead_code, reason = "its vectors can choose"))]
    fn note_changes(&mut self) {
        for (swap, fixed) in self.drawn.iter_mut().zip(&self.fixed) {
            for lane in 0..LANES {
                swap.0.other[lane] = swap.0.roll[lane] ^ fixed;
            }
        }
    }

    /// Follows the cards at A places at a time, and does B of the swaps that reach back at a time.
    #[inline(always)]
    fn lay<P: Pass + Trade, const A: usize, const B: usize>(&self, columns: &mut [Column]) {
        if self.is_ahead {
            self.follow::<P, A>(columns);
        } else {
            columns.copy_from_slice(&SAME.0[..columns.len()]);
        }
        if self.is_back {
            let unfixed = self.fixed.len() - self.scales.len();
            swap_back::<P, B>(&self.drawn[unfixed..], &self.fixed[unfixed..], columns);
        }
    }

    /// Follows the cards at B places at a time, those that are left over first.
    #[inline(always)]
    fn follow<P: Pass, const B: usize>(&self, columns: &mut [Column]) {
        let over = self.fixed.len() % B;
        match over {
            1 => self.follow_together::<P, 1>(0, columns),
            2 => self.follow_together::<P, 2>(0, columns),
            3 => self.follow_together::<P, 3>(0, columns),
            _ => {}
        }
        for first in (over..self.fixed.len()).step_by(B) {
            self.follow_together::<P, B>(first, columns);
        }
    }

    /// Follows the cards at B places from the first on, if any of these is laid, through all swaps.
    #[inline(always)]
    fn follow_together<P: Pass, const B: usize>(&self, first: usize, columns: &mut [Column]) {
        const { assert!(B <= MOST_TOGETHER) };
        let (Some((here, before)), Some(places)) =
            (self.drawn[first..].split_first_chunk::<B>(), self.fixed[first..].first_chunk::<B>())
        else {
            return;
        };
        if places.iter().all(|&place| usize::from(place) >= columns.len()) {
            return;
        }
        let mut cards = [[0; LANES]; B];
        for k in 0..B {
            P::pass(&mut cards, k, &here[k].0);
            cards[k] = begin(&here[k].0.roll, self.behind[first + k], places[k]);
        }
        for swap in before {
            P::pass(&mut cards, B, &swap.0);
        }
        for k in 0..B {
            if let Some(column) = columns.get_mut(usize::from(places[k])) {
                *column = cards[k];
            }
        }
    }
}

/// The place from which the card at a fixed place comes: its roll's, unless the roll reaches back.
#[inline(always)]
fn begin(roll: &Column, behind: Behind, fixed: u8) -> Column {
    if behind.count == 0 {
        return *roll;
    }
    let mut places = *roll;
    for place in &mut places {
        let is_back = place.wrapping_sub(behind.first) < behind.count;
        *place = if is_back { fixed } else { *place };
    }
    places
}

/// With more comparisons a swap than this, a board costs less, as measured by `shuffle-bench --only lanes`.
fn most_followed(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 36,
        Level::Neon => 60,
        _ => 100,
    }
}

/// The cost of a place that a swap reaches back to, in comparisons of a chain.
const BACK: usize = 2;

/// A way to send cards through a swap.
trait Pass {
    /// Sends the first `count` cards of each lane through a swap.
    fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap);
}

impl Trade for ByChange {}
impl Trade for ByChoice {}

/// Without instructions that choose between bytes: a masked change takes one operation less.
#[cfg_attr(target_feature = "simd128", expect(dead_code, reason = "its vectors can choose"))]
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
    fn deal[set](chain: &mut Chain, generator: &mut LaneGenerator, columns: &mut [Column]) {
        for group in columns.chunks_mut(chain.laid.max(1)) {
            chain.draw(set, generator);
            match set.level() {
                #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
                Level::Portable => chain.lay::<wasm::By16, 2, 2>(group),
                #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
                Level::Portable => {
                    chain.note_changes();
                    chain.lay::<ByChange, 2, 2>(group);
                }
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 | Level::IceLake => chain.lay::<x86::ByBits, 4, 4>(group),
                _ => chain.lay::<ByChoice, MOST_TOGETHER, 4>(group),
            }
        }
    }
}

/// Vectors of 16 bytes, written out as in [`scale`](super::scale).
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
#[expect(unsafe_code, reason = "arrays as vectors and back")]
mod wasm {
    use super::{Column, DrawnSwap, Pass};
    use crate::back::{BackSwaps, Half, Trade};
    use std::{arch::wasm32::*, mem::transmute};

    type Quarters = [v128; 4];

    pub(super) struct By16;

    impl Trade for By16 {
        #[inline(always)]
        fn trade<const K: usize>(
            cards: &mut Half,
            place: &Half,
            swaps: &BackSwaps<K>,
            first: usize,
            got: &mut [Half; K],
        ) {
            // SAFETY: both are 32 bytes, and any bits are a vector.
            let vectors = |half: &Half| unsafe { transmute::<Half, [v128; 2]>(*half) };
            // SAFETY: both are 32 bytes, and any bits are a half.
            let half = |vectors| unsafe { transmute::<[v128; 2], Half>(vectors) };
            let (place, mut here) = (vectors(place), vectors(cards));
            for (k, got) in got.iter_mut().enumerate().skip(first) {
                let (rolls, puts) = (vectors(&swaps.rolls[k]), vectors(&swaps.puts[k]));
                let mut taken = vectors(got);
                for part in 0..2 {
                    let hit = u8x16_eq(rolls[part], place[part]);
                    taken[part] = v128_bitselect(here[part], taken[part], hit);
                    here[part] = v128_bitselect(puts[part], here[part], hit);
                }
                *got = half(taken);
            }
            *cards = half(here);
        }
    }

    impl Pass for By16 {
        #[inline(always)]
        fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
            // SAFETY: both are 64 bytes, and any bits are a vector.
            let roll = unsafe { transmute::<Column, Quarters>(swap.roll) };
            let fixed = u8x16_splat(swap.other[0]);
            for (k, cards) in cards.iter_mut().enumerate() {
                if k < count {
                    // SAFETY: as before.
                    let mut here = unsafe { transmute::<Column, Quarters>(*cards) };
                    for (here, roll) in here.iter_mut().zip(roll) {
                        *here = v128_bitselect(fixed, *here, u8x16_eq(*here, roll));
                    }
                    // SAFETY: both are 64 bytes, and any bits are a column.
                    *cards = unsafe { transmute::<Quarters, Column>(here) };
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Column, DrawnSwap, Pass};
    use crate::back::{BackSwaps, Half, Trade};
    use std::{arch::x86_64::*, mem::transmute};

    type Halves = [__m256i; 2];

    /// The bits of `yes` where the mask has ones, of `no` elsewhere.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vl")]
    fn choose(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        _mm256_ternarylogic_epi64::<0xca>(mask, yes, no)
    }

    /// With a choice between bits, in registers of 32 bytes: comparisons into masks of bits, which compilers choose, cost
    /// twice as much on Zen 4.
    pub(super) struct ByBits;

    impl Pass for ByBits {
        #[inline(always)]
        #[expect(unsafe_code, reason = "called where the instructions are")]
        fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
            // SAFETY: `deal` names this type only in code for sets that have these instructions.
            unsafe { pass(cards, count, swap) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[expect(unsafe_code, reason = "arrays as vectors and back")]
    fn pass<const B: usize>(cards: &mut [Column; B], count: usize, swap: &DrawnSwap) {
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

    impl Trade for ByBits {
        #[inline(always)]
        #[expect(unsafe_code, reason = "called where the instructions are")]
        fn trade<const K: usize>(
            cards: &mut Half,
            place: &Half,
            swaps: &BackSwaps<K>,
            first: usize,
            got: &mut [Half; K],
        ) {
            // SAFETY: `deal` names this type only in code for sets that have these instructions.
            unsafe { trade(cards, place, swaps, first, got) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[expect(unsafe_code, reason = "arrays as vectors and back")]
    fn trade<const K: usize>(
        cards: &mut Half,
        place: &Half,
        swaps: &BackSwaps<K>,
        first: usize,
        got: &mut [Half; K],
    ) {
        // SAFETY: both are 32 bytes, and any bits are a vector.
        let vector = |half: &Half| unsafe { transmute::<Half, __m256i>(*half) };
        // SAFETY: both are 32 bytes, and any bits are a half.
        let half = |vector| unsafe { transmute::<__m256i, Half>(vector) };
        let (place, mut here) = (vector(place), vector(cards));
        for (k, got) in got.iter_mut().enumerate() {
            if k >= first {
                let hit = _mm256_cmpeq_epi8(vector(&swaps.rolls[k]), place);
                *got = half(choose(hit, here, vector(got)));
                here = choose(hit, vector(&swaps.puts[k]), here);
            }
        }
        *cards = half(here);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::Span;

    fn exchange((at, range): (u8, std::ops::Range<u16>)) -> PendingStep {
        let with = Span { first: range.start as u8, k: range.end - range.start };
        PendingStep::Exchange { at, with }
    }

    /// The chain of these swaps of ten cards.
    fn chain(swaps: &[(u8, std::ops::Range<u16>)], dealt: usize) -> Option<Chain> {
        let reset = std::iter::once(PendingStep::Reset { cards: 10 });
        let steps: Vec<_> = reset.chain(swaps.iter().cloned().map(exchange)).collect();
        Chain::of(&steps, 10, dealt, InstructionSet::PORTABLE)
    }

    #[test]
    fn only_swaps_that_fix_each_place_once_can_be_followed() {
        assert!(chain(&[(9, 0..10), (8, 0..9)], 10).is_some());
        assert!(chain(&[(0, 0..10), (1, 1..10)], 2).is_some());
        assert!(chain(&[(9, 0..9), (9, 0..9)], 10).is_none(), "place 9 is fixed twice");
        let both =
            PendingStep::ExchangeBoth { a: Span { first: 0, k: 2 }, b: Span { first: 0, k: 2 } };
        let set = InstructionSet::PORTABLE;
        assert!(Chain::of(&[both], 10, 2, set).is_none(), "two rolled places");
    }

    #[test]
    fn swaps_may_reach_back_to_places_that_follow_each_other() {
        let naive = chain(&[(0, 0..10), (1, 0..10), (2, 1..10)], 4).unwrap();
        assert_eq!(
            naive.behind[7..],
            [(1, 1), (0, 1), (0, 0)].map(|(first, count)| Behind { first, count })
        );
        assert!(
            naive.is_ahead && naive.is_back && naive.laid() == 10,
            "all that a swap may fetch is laid"
        );
        let inside_out = chain(&[(0, 0..1), (1, 0..2), (2, 0..3)], 10).unwrap();
        assert!(!inside_out.is_ahead && inside_out.is_back);
        assert!(chain(&[(9, 0..10), (7, 0..8), (5, 0..10)], 10).is_none(), "9 and 7, and not 8");
    }

    #[test]
    fn places_that_no_swap_fixes_come_before_the_swaps() {
        let chain = chain(&[(9, 0..10), (2, 0..3)], 4).unwrap();
        assert_eq!(chain.fixed, [0, 1, 3, 2, 9]);
        let spans = [Span { first: 0, k: 10 }, Span { first: 0, k: 3 }];
        assert_eq!(chain.scales, spans.map(Scale::of));
        assert!(!chain.is_back && chain.laid() == 4);
    }
}
