//! Sets of cards that may be a hand, in 64 decks at once: a filter, after which few are left.

use shuffle_deck::{Column, LANES, on_every_set};

pub(super) const HAND: usize = 5;

/// The most players to whom hands are dealt in turn.
pub(super) const MOST_PLAYERS: usize = 10;

/// A set of cards, and the lanes in which it may be a hand, a bit each.
pub(super) struct Maybe {
    pub(super) set: usize,
    marks: u64,
}

impl Maybe {
    /// The marked lanes among the first `lanes`.
    pub(super) fn lanes(&self, lanes: usize) -> impl Iterator<Item = usize> {
        let mut marks = self.marks;
        std::iter::from_fn(move || {
            let lane = marks.trailing_zeros() as usize;
            // Without the lowest one; of none none.
            marks &= marks.wrapping_sub(1);
            (lane < lanes).then_some(lane)
        })
    }
}

/// The largest span of a hand: of ten players.
pub(super) const WIDEST: u8 = ((HAND - 1) * MOST_PLAYERS) as u8;

/// For one lane: the span of the places of some cards, the sum of their distances from the smallest place, and twice
/// the sum of their distances from the middle. Sums are modulo 256.
#[inline(always)]
fn spread<const CARDS: usize>(places: &[&Column; CARDS], lane: usize) -> (u8, u8, u8) {
    let (mut low, mut high, mut sum) = (u8::MAX, 0, 0_u8);
    for column in places {
        low = low.min(column[lane]);
        high = high.max(column[lane]);
        sum = sum.wrapping_add(column[lane]);
    }
    let (mut apart, ends) = (0_u8, low.wrapping_add(high));
    for column in places {
        let twice = column[lane].wrapping_add(column[lane]);
        apart = apart.wrapping_add(twice.max(ends) - twice.min(ends));
    }
    (high - low, sum.wrapping_sub(times::<CARDS>(low)), apart)
}

/// A multiple by additions: vectors have no product of bytes.
#[inline(always)]
fn times<const FACTOR: usize>(byte: u8) -> u8 {
    let mut sum = 0_u8;
    for _ in 0..FACTOR {
        sum = sum.wrapping_add(byte);
    }
    sum
}

on_every_set! {
    /// Notes in which lanes a set of cards may be a hand. Five places P steps apart have the span 4P, add up to 10P more than
    /// five times the first, and are 12 half P from the middle; of four there is one missing, inside or at an end. Few
    /// other sets have all three, and these are examined one by one.
    pub(super) fn mark(
        places: &[Column],
        flushes: &[[usize; HAND]],
        fours: &[[usize; 4]],
        maybe: &mut Vec<Maybe>,
    ) {
        maybe.clear();
        for (set, cards) in flushes.iter().enumerate() {
            let (columns, mut marks) = (cards.map(|card| &places[card]), [0_u8; LANES]);
            for (lane, mark) in marks.iter_mut().enumerate() {
                let (span, sum, apart) = spread(&columns, lane);
                let steps = times::<2>(sum) == times::<5>(span);
                let even = apart == times::<3>(span);
                *mark = u8::from((span.wrapping_sub(1) < WIDEST) & steps & even);
            }
            note(set, marks, maybe);
        }
        for (set, cards) in fours.iter().enumerate() {
            let (columns, mut marks) = (cards.map(|card| &places[card]), [0_u8; LANES]);
            for (lane, mark) in marks.iter_mut().enumerate() {
                let (span, sum, apart) = spread(&columns, lane);
                let (double, span4) = (times::<2>(span), times::<4>(span));
                let (sum4, apart2) = (times::<4>(sum), times::<2>(apart));
                let (inner, outer) = (apart2 == span4.wrapping_add(span), apart2 == span4.wrapping_add(double));
                let third = sum4 == times::<2>(span4);
                let second = (sum4 == times::<2>(span4).wrapping_sub(span))
                    | (sum4 == times::<2>(span4).wrapping_add(span));
                let three = third & (times::<3>(apart2) == times::<4>(span4));
                let found = (second & inner) | (third & outer) | three;
                *mark = u8::from((span.wrapping_sub(1) < WIDEST) & found);
            }
            note(flushes.len() + set, marks, maybe);
        }
    }
}

#[inline(always)]
fn note(set: usize, marks: Column, maybe: &mut Vec<Maybe>) {
    // The product moves bit 0 of byte i to bit 56 + i.
    const TO_THE_TOP: u64 = 0x0102_0408_1020_4080;
    let mut any = 0;
    for mark in marks {
        any |= mark;
    }
    if any != 0 {
        let eights = marks.as_chunks::<8>().0.iter().map(|eight| u64::from_le_bytes(*eight));
        let bytes = eights.map(|eight| eight.wrapping_mul(TO_THE_TOP) >> 56).enumerate();
        let marks = bytes.fold(0, |all, (index, byte)| all | byte << (8 * index));
        maybe.push(Maybe { set, marks });
    }
}
