//! Draws with replacement, each against earlier draws: part of [`lags`](super).

use super::kind::{LARGEST, LARGEST_OF_TABLES};
use crate::{
    distribution::{binomial, ln_tail_of_one},
    judgement::ExtremeCount,
    place::Place,
    scans::{CountRange, Scan, kept::KeptDecks},
};
use shuffle_deck::Weights;

/// Of more symbols few draws have each difference.
pub(super) const MOST_SYMBOLS: usize = LARGEST;

/// Of more places each is compared with itself alone.
const MOST_CROSSED: usize = 8;

/// More symbols than these are many.
const MANY: usize = 100;

/// The most symbols with weights of which each is looked for after each.
const MOST_FOLLOWED: usize = 16;

/// Symbols that are compared at most at one small lag, and at one of the others.
const MOST_COMPARED: [usize; 2] = [1 << 18, 1 << 16];

/// The longest period: of draws with weights, and of others, of which there are other looks.
const LONGEST_PERIODS: [usize; 2] = [64, 16];

/// In fewer draws no symbol is rare enough.
const FEWEST_OF_A_PERIOD: usize = 5;

/// All looks at one lag, which is a period, too.
pub(super) fn scan(draws: &KeptDecks, lag: usize) -> Scan {
    let most = MOST_COMPARED[usize::from(lag > LARGEST_OF_TABLES)] / draws.places.len();
    let draws = &draws.first(most.max(2 * lag));
    let mut scan = periodic(draws, lag);
    if lag == 1 {
        scan.merge(&stretches(draws));
    }
    scan.merge(&match draws.shape.weights() {
        Some(weights) => followed(draws, lag, weights),
        None => compared(draws, lag),
    });
    scan
}

/// Counts how often each symbol comes `lag` draws after each symbol. Whatever the earlier one was, the later one has its usual chance.
///
/// The number of times that the earlier one came is random and may depend on what followed. So each tail is multiplied by the largest
/// number possible.
fn followed(draws: &KeptDecks, lag: usize, weights: Weights) -> Scan {
    let (n, places, chances) = (weights.symbols(), draws.places.len(), weights.chances());
    let mut scan = Scan::of("draws");
    if n > MOST_FOLLOWED || lag > LARGEST_OF_TABLES {
        return scan;
    }
    let ln_times = ((draws.len() - lag) as f64).ln();
    for place in 0..places {
        let mut counts = vec![0_u64; n * n];
        for (&before, &after) in draws.at(place).iter().zip(&draws.at(place)[lag..]) {
            counts[usize::from(before) * n + usize::from(after)] += 1;
        }
        for (cell, &count) in counts.iter().enumerate() {
            let (before, after) = (cell / n, cell % n);
            let (of, chance) = (counts[before * n..][..n].iter().sum(), chances[after]);
            if of == 0 || chance <= 0.0 || chance >= 1.0 {
                continue;
            }
            let tail = binomial::ln_sf(count, of, chance).min(binomial::ln_cdf(count, of, chance));
            let least = of as f64 * chance.ln().min((-chance).ln_1p());
            scan.add_smallest(2, (tail + ln_times).min(0.0), (least + ln_times).min(0.0), || {
                let what = later(lag).text("symbol ").card(after).text(" after ").card(before);
                let what =
                    if places == 1 { what } else { what.text(" at position ").position(place) };
                ExtremeCount { what, count, of, unit: "draws", expected: chance }
            });
        }
    }
    scan
}

/// Looks at the stretches in which a symbol comes draw after draw: how many there are, and how long one is.
///
/// Given how often the symbol came, the number of its stretches is hypergeometric: each is in another gap of the other draws (Wald and
/// Wolfowitz 1940). A stretch of L draws begins somewhere with a probability of at most N p^L.
fn stretches(draws: &KeptDecks) -> Scan {
    let (n, weights, all) = (draws.shape.cards(), draws.shape.weights(), draws.len() as u64);
    let mut scan = Scan::of("draws");
    for place in 0..draws.places.len() {
        let mut found = vec![[0_u64; 3]; n]; // draws, stretches, the longest
        for run in draws.at(place).chunk_by(|one, next| one == next) {
            let [came, number, longest] = &mut found[usize::from(run[0])];
            *came += run.len() as u64;
            *number += 1;
            *longest = (*longest).max(run.len() as u64);
        }
        for (symbol, [came, number, longest]) in found.into_iter().enumerate() {
            let chance = weights.map_or((n as f64).recip(), |it| it.chances()[symbol]);
            if chance <= 0.0 || chance >= 1.0 {
                continue;
            }
            if came == 0 || came == all {
                scan.add_tails_of_no_note(3);
                continue;
            }
            let at = |what: Place| match draws.places.len() {
                1 => what,
                _ => what.text(" at position ").position(place),
            };
            let (gaps, again) = (all - came + 1, came - number);
            let tail = ln_tail_of_one([number, gaps], [came, all]);
            let least = ln_tail_of_one([1, gaps], [came, all]);
            scan.add_smallest(2, tail, least, || ExtremeCount {
                what: at(later(1).text("symbol ").card(symbol).text(" after ").card(symbol)),
                count: again,
                of: came,
                unit: "draws",
                expected: (came - 1) as f64 / all as f64,
            });
            let ln_chance = chance.ln();
            let tail = (all as f64).ln() + longest as f64 * ln_chance;
            let least = (all as f64).ln() + all as f64 * ln_chance;
            scan.add_picked_tail(tail.min(0.0), least.min(0.0), || ExtremeCount {
                what: at(Place::from("one stretch holds nothing but symbol ").card(symbol)),
                count: longest,
                of: all,
                unit: "draws",
                expected: ((all as f64).ln() / -ln_chance / all as f64).min(1.0),
            });
        }
    }
    scan
}

/// Counts each symbol in every `period`th draw, for each draw that can be the first. The counts are binomial.
fn periodic(draws: &KeptDecks, period: usize) -> Scan {
    let (n, places, weights) = (draws.shape.cards(), draws.places.len(), draws.shape.weights());
    let mut scan = Scan::of("draws");
    if period < 2 || period > LONGEST_PERIODS[usize::from(weights.is_none())] {
        return scan;
    }
    for first in 0..period.min(draws.len()) {
        let trials = (draws.len() - first).div_ceil(period);
        if trials < FEWEST_OF_A_PERIOD {
            continue;
        }
        for place in 0..places {
            let mut counts = vec![0_u32; n];
            let here = draws.at(place)[first..].iter().step_by(period);
            here.for_each(|&symbol| counts[usize::from(symbol)] += 1);
            for (symbol, count) in counts.into_iter().enumerate() {
                let chance = weights.map_or((n as f64).recip(), |it| it.chances()[symbol]);
                let mut look = CountRange::new();
                look.add(count, ());
                scan.add(trials as u64, chance, &look, |()| {
                    let from = draws.trials[first] as usize;
                    let every = Place::from("every ").number(period).text(" draws, from draw ");
                    let symbol = every.number(from).text(" on, symbol ").card(symbol);
                    if places == 1 { symbol } else { symbol.text(" at position ").position(place) }
                });
            }
        }
    }
    scan
}

/// Counts by how much symbols are larger than those `lag` draws before, modulo their number n and its divisors: at the same place and, for small
/// lags, at any other place. Each difference modulo m has the probability 1/m, independently for all draws.
fn compared(draws: &KeptDecks, lag: usize) -> Scan {
    let (n, places) = (draws.shape.cards(), draws.places.len());
    let pairs = (draws.len() - lag) as u64;
    let is_crossed = lag <= LARGEST_OF_TABLES && places <= MOST_CROSSED;
    // Of many symbols, whose divisors may be many, only the prime ones.
    let is_prime = |divisor: usize| !(2..divisor).any(|it| divisor.is_multiple_of(it));
    let divides = |&it: &usize| n.is_multiple_of(it) && (it == n || n <= MANY || is_prime(it));
    let moduli: Vec<usize> = (2..=n).rev().filter(divides).collect();
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

/// Counts by how much each symbol of `after` exceeds its partner in `before`, modulo n.
fn differences(before: &[u16], after: &[u16], n: usize) -> Vec<u32> {
    // Without a division: the difference plus n is below 2n.
    let mut table = vec![0_u32; 2 * n];
    for (&before, &after) in before.iter().zip(after) {
        table[n + usize::from(after) - usize::from(before)] += 1;
    }
    let high = table.split_off(n);
    table.iter().zip(high).map(|(low, high)| low + high).collect()
}

fn later(lag: usize) -> Place {
    match lag {
        1 => Place::from("one draw later, "),
        _ => Place::default().number(lag).text(" draws later, "),
    }
}

fn named(lag: usize, [place, before]: [usize; 2], by: usize, modulus: usize) -> Place {
    let symbol = later(lag).text("the symbol at position ").position(place);
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
