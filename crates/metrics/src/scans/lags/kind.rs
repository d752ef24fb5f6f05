//! Items that all kinds of looks at a lag use.

use crate::{
    largest::Cell,
    place::Place,
    scans::{CountRange, Scan, bits, kept::KeptDecks},
};
use shuffle_deck::{InstructionSet, on_every_set};

/// The largest lag of single numbers and bits.
pub const LARGEST: usize = 1_024;

/// The largest lag of tables.
pub(crate) const LARGEST_OF_TABLES: usize = 16;

/// The most positions of which there are bits.
pub(super) const MOST_BITS: usize = 64;

/// Adds the looks of one kind to the scan of a lag.
pub(super) type LagLook<'a> = Box<dyn Fn(usize, &mut Scan) + Send + Sync + 'a>;

pub(super) fn nothing<'a>() -> LagLook<'a> {
    Box::new(|_, _| ())
}

/// "5 decks later, " begins a finding: after a position or a modulus, two numbers would touch.
pub(super) fn later(lag: usize) -> Place {
    after(lag, ["one deck later, ", " decks later, "])
}

/// The same of draws.
pub(super) fn later_draw(lag: usize) -> Place {
    after(lag, ["one draw later, ", " draws later, "])
}

fn after(lag: usize, [one, many]: [&'static str; 2]) -> Place {
    match lag {
        1 => Place::from(one),
        _ => Place::default().number(lag).text(many),
    }
}

/// What was found at a place, which is named if there are several.
pub(super) fn at_place(draws: &KeptDecks, place: usize, what: Place) -> Place {
    match draws.places.len() {
        1 => what,
        _ => what.text(" at position ").position(place),
    }
}

/// Counts how often each class of the later symbols comes `lag` draws after each of n symbols, where the classes have these chances; those
/// with a chance of 0 or 1 are left out.
///
/// The number of times that the earlier symbol came is random and may depend on what followed. So each tail is multiplied by the largest
/// number possible.
pub(super) fn add_followed(
    scan: &mut Scan,
    (symbols, lag, n): (&[u16], usize, usize),
    (chances, class): (&[f64], &dyn Fn(u16) -> usize),
    name: impl Fn(usize, usize) -> Place,
) {
    let classes = chances.len();
    let ln_times = (symbols.len().saturating_sub(lag).max(1) as f64).ln();
    let mut counts = vec![0_u64; n * classes];
    for (&before, &after) in symbols.iter().zip(symbols.iter().skip(lag)) {
        counts[usize::from(before) * classes + class(after)] += 1;
    }
    for (cell, &count) in counts.iter().enumerate() {
        let (before, after) = (cell / classes, cell % classes);
        let (of, chance) = (counts[before * classes..][..classes].iter().sum(), chances[after]);
        if of > 0 && chance > 0.0 && chance < 1.0 {
            scan.add_count(Cell { count, trials: of, chance }, ln_times, || name(before, after));
        }
    }
}

/// Bits that repeat a number of decks later, one plane each; `name` names the thing, after "5 decks later, ".
pub(super) fn same_again<'a>(
    planes: Vec<u64>,
    decks: usize,
    name: impl Fn(usize) -> Place + Send + Sync + 'a,
) -> LagLook<'a> {
    let set = InstructionSet::detect();
    Box::new(move |lag, scan| {
        let (mut range, pairs) = (CountRange::new(), decks - lag);
        for (index, plane) in planes.chunks_exact(bits::words(decks)).enumerate() {
            range.add(agreements_at(set, plane, lag, pairs), index);
        }
        scan.add(pairs as u64, 0.5, &range, |index| later(lag).and(name(index)));
    })
}

on_every_set! {
    /// The number of the first `pairs` bits of a plane that are those `lag` bits later.
    pub(super) fn agreements_at(plane: &[u64], lag: usize, pairs: usize) -> u32 {
        let (words, shift) = (lag / 64, lag % 64);
        let whole = pairs / 64;
        let later = &plane[words..];
        let mut count = 0;
        if shift == 0 {
            for (now, later) in plane[..whole].iter().zip(later) {
                count += (!(now ^ later)).count_ones();
            }
        } else {
            for ((now, later), next) in plane[..whole].iter().zip(later).zip(&later[1..]) {
                count += (!(now ^ (later >> shift | next << (64 - shift)))).count_ones();
            }
        }
        let rest = pairs % 64;
        if rest > 0 {
            let next = if shift > 0 && whole + 1 < later.len() { later[whole + 1] << (64 - shift) } else { 0 };
            let equal = !(plane[whole] ^ (later[whole] >> shift | next));
            count += (equal & ((1 << rest) - 1)).count_ones();
        }
        count
    }
}
