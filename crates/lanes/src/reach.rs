//! The reach of swaps of a fixed place with a rolled one: ahead, to places that no swap has fixed yet, and back.

use crate::{board::PLACES, generator::Span, steps::PendingStep};
use shuffle_deck::Column;

/// The swaps of these steps, if all of them swap a fixed place with a rolled one.
pub(crate) fn swaps_with_fixed(steps: &[PendingStep]) -> Option<Vec<(u8, Span)>> {
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

/// The reach of swaps of fixed places with rolled ones.
pub(crate) struct Reach {
    pub(crate) is_fixed: [bool; PLACES],
    /// The places to which each swap reaches back, in the order of the swaps.
    pub(crate) behind: Vec<Behind>,
    /// True if any swap reaches a place that is not fixed yet, other than its own.
    pub(crate) is_ahead: bool,
}

impl Reach {
    /// The reach of these swaps, if no place is fixed twice, and each reaches back to places that follow each other.
    pub(crate) fn of(swaps: &[(u8, Span)]) -> Option<Self> {
        let mut reach = Self { is_fixed: [false; PLACES], behind: Vec::new(), is_ahead: false };
        for &(at, with) in swaps {
            let (mut behind, mut last) = (Behind::NONE, None);
            for place in with.range() {
                if !reach.is_fixed[place] {
                    reach.is_ahead |= place != usize::from(at);
                    continue;
                }
                match last {
                    None => behind.first = place as u8, // below 256, like all places
                    Some(last) if last + 1 == place => {}
                    Some(_) => return None,
                }
                (behind.count, last) = (behind.count + 1, Some(place));
            }
            reach.behind.push(behind);
            if std::mem::replace(&mut reach.is_fixed[usize::from(at)], true) {
                return None;
            }
        }
        Some(reach)
    }
}

/// The places in the range of a roll that earlier swaps fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind {
    pub(crate) first: u8,
    pub(crate) count: u8,
}

impl Behind {
    pub(crate) const NONE: Self = Self { first: 0, count: 0 };
}

/// A swap of a fixed place with a rolled one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnSwap {
    pub(crate) roll: Column,
    /// The fixed place in every lane; for swaps by change the roll exclusive-or the fixed place.
    pub(crate) other: Column,
}
