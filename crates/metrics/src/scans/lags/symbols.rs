//! Symbols drawn with replacement against those of an earlier draw: part of [`lags`](super).

use super::{LARGEST_OF_TABLES, kind::LARGEST};
use crate::{
    place::Place,
    scans::{CountRange, Scan, kept::KeptDecks},
};

/// Of more symbols few draws have each difference.
pub(super) const MOST_SYMBOLS: usize = LARGEST;

/// Of more places each is compared with itself alone.
const MOST_CROSSED: usize = 8;

/// Symbols that are compared at one lag, at most.
const MOST_COMPARED: usize = 1 << 18;

/// By how much, modulo their number and its divisors, symbols are larger than those `lag` draws before, at the same place and,
/// for small lags, at any other: with n symbols each difference has the probability 1/n, independently for all draws.
pub(super) fn scan(draws: &KeptDecks, lag: usize) -> Scan {
    let (n, places) = (draws.shape.cards(), draws.places.len());
    let draws = &draws.first((MOST_COMPARED / places).max(2 * lag));
    let pairs = (draws.len() - lag) as u64;
    let is_crossed = lag <= LARGEST_OF_TABLES && places <= MOST_CROSSED;
    let moduli: Vec<usize> = (2..=n).filter(|modulus| n.is_multiple_of(*modulus)).rev().collect();
    let mut ranges = vec![CountRange::new(); moduli.len()];
    for place in 0..places {
        let others = if is_crossed { 0..places } else { place..place + 1 };
        for before in others {
            let table = differences(draws.at(before), &draws.at(place)[lag..], n);
            for (range, &modulus) in ranges.iter_mut().zip(&moduli) {
                let mut counts = vec![0_u32; modulus];
                table.iter().enumerate().for_each(|(by, &count)| counts[by % modulus] += count);
                range.add_all(&counts, |by| (place, before, by));
            }
        }
    }
    let mut scan = Scan::of("pairs of draws");
    for (range, &modulus) in ranges.iter().zip(&moduli) {
        let name = |(place, before, by)| named(lag, [place, before], by, modulus);
        scan.add(pairs, (modulus as f64).recip(), range, name);
    }
    scan
}

/// How often a symbol of `after` is larger than its fellow by 0, 1, ... modulo n.
fn differences(before: &[u16], after: &[u16], n: usize) -> Vec<u32> {
    // Without a division: the difference plus n is below 2n.
    let mut table = vec![0_u32; 2 * n];
    for (&before, &after) in before.iter().zip(after) {
        table[n + usize::from(after) - usize::from(before)] += 1;
    }
    let high = table.split_off(n);
    table.iter().zip(high).map(|(low, high)| low + high).collect()
}

fn named(lag: usize, [place, before]: [usize; 2], by: usize, modulus: usize) -> Place {
    let later = match lag {
        1 => Place::from("one draw later, the symbol at position "),
        _ => Place::default().number(lag).text(" draws later, the symbol at position "),
    };
    let symbol = later.position(place);
    match (place == before, by) {
        (true, 0) if modulus == 2 => symbol.text(" has the same parity"),
        (true, 1) if modulus == 2 => symbol.text(" has the other parity"),
        (true, _) => symbol.text(" is larger by ").number(by).text(" modulo ").number(modulus),
        (false, _) => {
            let other = symbol.text(" is larger by ").number(by).text(" than that at position ");
            other.position(before).text(" was, modulo ").number(modulus)
        }
    }
}
