//! Draws with replacement, each against earlier draws: part of [`lags`](super).

use super::{
    arcs, groups,
    kind::{LARGEST, LARGEST_OF_TABLES, add_followed, at_place, later_draw},
    stretches::{MOST_FOLLOWED, in_balance, short_stretches, stretches},
    symbol_classes,
};
use crate::{
    Shape,
    draws::equal_symbols,
    free_outcomes::pairs_of,
    judgement::ExtremeCount,
    largest::Cell,
    memo::Memo,
    place::{Place, Word},
    scans::{CountRange, Scan, differences::differences, kept::KeptDecks},
    sums::{OneDeck, SumLaw, support},
};
use shuffle_deck::Weights;
use statrs::function::factorial::ln_factorial;
use std::sync::Arc;

/// Of more symbols few draws have each difference.
pub(super) const MOST_SYMBOLS: usize = LARGEST;

/// Of more places each is compared with itself alone.
const MOST_CROSSED: usize = 8;

/// More symbols than these are many.
const MANY: usize = 100;

/// Symbols that are compared at most at one small lag, and at one of the others.
const MOST_COMPARED: [usize; 2] = [1 << 18, 1 << 16];

/// The longest period: of draws with weights, and of others, of which there are other looks.
const LONGEST_PERIODS: [usize; 2] = [64, 16];

/// More symbols are not looked for after each other one in the next draw.
const MOST_FOLLOWED_AT_ONCE: usize = 64;

/// In fewer draws no symbol is rare enough.
const FEWEST_OF_A_PERIOD: usize = 5;

/// All looks at one lag, which is a period, too.
pub(super) fn scan(draws: &KeptDecks, lag: usize) -> Scan {
    let most = MOST_COMPARED[usize::from(lag > LARGEST_OF_TABLES)] / draws.places.len();
    let draws = &draws.first(most.max(2 * lag));
    let mut scan = periodic(draws, lag);
    scan.merge(&blocks(draws, lag));
    if lag == 1 {
        scan.merge(&stretches(draws));
        scan.merge(&short_stretches(draws));
        if draws.shape.weights().is_none() {
            scan.merge(&symbol_classes::scan(draws));
            // Farther apart, the differences have to do.
            let n = draws.shape.cards();
            scan.merge(&followed(draws, lag, &vec![(n as f64).recip(); n]));
        }
        scan.merge(&in_balance(draws));
    }
    scan.merge(&match draws.shape.weights() {
        Some(weights) => {
            Scan::of_all(&[followed(draws, lag, weights.chances()), rare(draws, lag, weights)])
        }
        None => {
            Scan::of_all(&[compared(draws, lag), groups::again(draws, lag), arcs::scan(draws, lag)])
        }
    });
    scan
}

/// Counts how often each symbol comes `lag` draws after each symbol. Whatever the earlier one was, the later one has its usual chance.
///
/// The number of times that the earlier one came is random and may depend on what followed. So each tail is multiplied by the largest
/// number possible.
fn followed(draws: &KeptDecks, lag: usize, chances: &[f64]) -> Scan {
    let (n, places) = (chances.len(), draws.places.len());
    let mut scan = Scan::of("draws");
    let most = if lag == 1 { MOST_FOLLOWED_AT_ONCE } else { MOST_FOLLOWED };
    if n > most || lag > LARGEST_OF_TABLES {
        return scan;
    }
    for place in 0..places {
        let of = (draws.at(place), lag, n);
        add_followed(&mut scan, of, (chances, &usize::from), |before, after| {
            let what = later_draw(lag).text("symbol ").card(after).text(" after ").card(before);
            at_place(draws, place, what)
        });
    }
    scan
}

/// The draws of all but a symbol that comes more often than all others together, such as the rare items among common ones, and again of what
/// is left. Where they come says nothing of which they are, so they are draws of their own.
fn rare(draws: &KeptDecks, lag: usize, weights: Weights) -> Scan {
    let mut scan = Scan::of("draws");
    let (mut chances, mut common) = (weights.chances().to_vec(), Vec::new());
    let most = |chances: &[f64]| (0..chances.len()).find(|&symbol| chances[symbol] > 0.5);
    while let Some(symbol) = most(&chances).filter(|_| lag <= LARGEST_OF_TABLES) {
        common.push(symbol);
        let left = 1.0 - chances[symbol];
        chances[symbol] = 0.0;
        chances.iter_mut().for_each(|chance| *chance /= left);
        if chances.iter().filter(|chance| **chance > 0.0).count() < 2 {
            break;
        }
        scan.merge(&among(draws, lag, &chances, &common));
    }
    scan
}

/// The draws of symbols with these chances, without the common ones.
fn among(draws: &KeptDecks, lag: usize, chances: &[f64], common: &[usize]) -> Scan {
    let mut scan = Scan::of("draws");
    let later = || {
        let place = match lag {
            1 => Place::from("among all but "),
            _ => Place::from("").number(lag).text(" draws later among all but "),
        };
        let common: Vec<Word> = common.iter().copied().map(Word::Card).collect();
        place.and(Place::list(common.into_iter())).text(", ")
    };
    for place in 0..draws.places.len() {
        let some = draws.at(place).iter().copied();
        let symbols: Vec<u16> = some.filter(|it| !common.contains(&usize::from(*it))).collect();
        if chances.len() <= MOST_FOLLOWED {
            let of = (&symbols[..], lag, chances.len());
            add_followed(&mut scan, of, (chances, &usize::from), |before, after| {
                let what = later().text("symbol ").card(after).text(" after ").card(before);
                at_place(draws, place, what)
            });
        }
        let mut possible = chances.iter().filter(|chance| **chance > 0.0);
        let chance = possible.next().copied().unwrap_or(1.0);
        // Of equally likely symbols each is equal to an earlier one with the same chance, whatever that is.
        if chance < 1.0 && possible.all(|it| (it / chance - 1.0).abs() < 1e-9) {
            let pairs = symbols.iter().zip(symbols.iter().skip(lag));
            let (trials, count) =
                pairs.fold((0, 0), |(all, same), it| (all + 1, same + u64::from(it.0 == it.1)));
            if trials > 0 {
                scan.add_count(Cell { count, trials, chance }, 0.0, || {
                    at_place(draws, place, later().text("the same symbol again"))
                });
            }
        }
    }
    scan
}

/// Looks at blocks of `size` draws, which hold symbols too evenly if they come from a bag that is emptied, or nearly, before it is filled again.
fn blocks(draws: &KeptDecks, size: usize) -> Scan {
    let mut scan = Scan::of("pairs of draws");
    if size < 2 || draws.shape.cards() > MOST_FOLLOWED || draws.len() < 2 * size {
        return scan;
    }
    let weights = draws.shape.weights();
    if let Some(weights) = weights {
        scan.merge(&bags(draws, size, weights));
    }
    if size <= LARGEST_BLOCK {
        scan.merge(&match weights {
            Some(weights) => fit_in_blocks(draws, size, weights),
            None => equal_in_blocks(draws, size, IN_BLOCKS),
        });
    }
    scan
}

/// Looks at long blocks of all draws, in which more symbols are equal if their chances come and go.
pub(super) fn changes(draws: &KeptDecks) -> Scan {
    let mut scan = Scan::of("pairs of draws");
    let sizes = LONG_BLOCKS.into_iter().filter(|size| draws.len() >= FEWEST_BLOCKS * size);
    if draws.shape.is_with_replacement() && draws.shape.cards() <= MOST_FOLLOWED {
        sizes.for_each(|size| scan.merge(&equal_in_blocks(draws, size, "in stretches of ")));
    }
    scan
}

/// Counts the pairs of equal symbols within blocks of `size` draws; `name` begins what is found.
fn equal_in_blocks(draws: &KeptDecks, size: usize, name: &'static str) -> Scan {
    static LAWS: Memo<(Shape, usize), Arc<[f64]>> = Memo::new();
    let chances = chances_of(draws.shape);
    let equal: f64 = chances.iter().map(|chance| chance.powi(2)).sum();
    if equal >= 1.0 {
        return Scan::of("pairs of draws");
    }
    let law = LAWS.get((draws.shape, size), || equal_symbols::law(&chances, size).into());
    let told = |scores: &[usize]| ExtremeCount {
        what: Place::from(name).number(size).text(" draws, two show the same symbol"),
        count: scores.iter().sum::<usize>() as u64,
        of: (scores.len() * pairs_of(size)) as u64,
        unit: "pairs of draws",
        expected: equal,
    };
    sums_of_blocks(draws, size, &law, |_, count| pairs_of(count), told)
}

/// Judges how well blocks of `size` draws fit the weights, by Pearson's chi-square of each block. Terms are rounded and large sums capped, so that
/// the law of a block can be computed exactly.
fn fit_in_blocks(draws: &KeptDecks, size: usize, weights: Weights) -> Scan {
    static LAWS: Memo<(Shape, usize), Arc<[f64]>> = Memo::new();
    let chances = weights.chances();
    let most = (FINENESS * MOST_OF_A_SYMBOL) as usize * chances.len();
    let score = |symbol: usize, count: usize| {
        let expected = chances[symbol] * size as f64;
        match expected > 0.0 {
            true => (FINENESS * (count as f64 - expected).powi(2) / expected).round() as usize,
            false => 0,
        }
    };
    let law = || equal_symbols::law_of_scores(chances, size, most, score).into();
    let law = LAWS.get((draws.shape, size), law);
    let mut below = 0.0;
    let usual = law.iter().position(|p| {
        below += p;
        below >= 0.5
    });
    let Some(usual) = usual.filter(|_| below < 1.0 - 1e-9) else { return Scan::of("blocks") };
    let told = |scores: &[usize]| ExtremeCount {
        what: Place::from(IN_BLOCKS)
            .number(size)
            .text(" draws, counts are closer to the weights than usual"),
        count: scores.iter().filter(|score| **score <= usual).count() as u64,
        of: scores.len() as u64,
        unit: "blocks",
        expected: below,
    };
    sums_of_blocks(draws, size, &law, score, told)
}

/// The parts of 1 to which terms of chi-square are rounded, and the value per symbol at which it is cut off.
const FINENESS: f64 = 4.0;
const MOST_OF_A_SYMBOL: f64 = 2.0;

/// Judges the sum over all blocks of `size` draws of a score that has this law for each block, and is itself a sum over all symbols; the last
/// value of the law stands for all larger ones. `told` makes words of the scores.
fn sums_of_blocks(
    draws: &KeptDecks,
    size: usize,
    law: &[f64],
    score: impl Fn(usize, usize) -> usize,
    told: impl Fn(&[usize]) -> ExtremeCount,
) -> Scan {
    let (mut scan, number) = (Scan::of("blocks"), draws.len() / size);
    // The values may lie several steps apart; laws of sums know steps of 1 only.
    let (first, last) = support(law);
    let step = (first..=last)
        .filter(|&value| law[value] > 0.0)
        .fold(0, |step, value| gcd(step, value - first))
        .max(1);
    let steps: Vec<f64> = law[first..=last].iter().step_by(step).copied().collect();
    let sums = SumLaw { of_one: OneDeck::Tabulated(&steps), decks: number as u64 };
    let furthest = (number * (steps.len() - 1)) as u64;
    let ln_least = sums.ln_smaller_tail(0).min(sums.ln_smaller_tail(furthest));
    for place in 0..draws.places.len() {
        let of_block = |block: &[u16]| -> usize {
            let mut counts = vec![0_usize; draws.shape.cards()];
            block.iter().for_each(|&symbol| counts[usize::from(symbol)] += 1);
            let scored = counts.iter().enumerate().map(|(symbol, &count)| score(symbol, count));
            scored.sum::<usize>().min(law.len() - 1)
        };
        let scores: Vec<usize> = draws.at(place).chunks_exact(size).map(of_block).collect();
        let sum = scores.iter().map(|score| (score - first) / step).sum::<usize>() as u64;
        scan.add_smallest(2, sums.ln_smaller_tail(sum), ln_least, || {
            let found = told(&scores);
            ExtremeCount { what: at_place(draws, place, found.what.clone()), ..found }
        });
    }
    scan
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The chances of all symbols.
fn chances_of(shape: Shape) -> Vec<f64> {
    let n = shape.cards();
    shape.weights().map_or_else(|| vec![(n as f64).recip(); n], |it| it.chances().to_vec())
}

/// Counts the blocks of `size` draws that hold each symbol exactly as often as its weight says, where that is a whole number: all of them, if
/// the draws come from a bag.
fn bags(draws: &KeptDecks, size: usize, weights: Weights) -> Scan {
    let (mut scan, number) = (Scan::of("blocks"), (draws.len() / size) as u64);
    let shares: Vec<f64> = weights.chances().iter().map(|chance| chance * size as f64).collect();
    let is_whole = |share: &f64| (share - share.round()).abs() < 1e-9;
    if !shares.iter().all(is_whole) {
        return scan;
    }
    let ln_ways = |share: &f64| ln_factorial(share.round() as u64);
    let ln_chance =
        |share: &f64| if *share > 0.0 { share * (share / size as f64).ln() } else { 0.0 };
    let ln_of_each: f64 = shares.iter().map(|share| ln_chance(share) - ln_ways(share)).sum();
    let chance = (ln_factorial(size as u64) + ln_of_each).exp();
    for place in 0..draws.places.len() {
        let is_even = |block: &&[u16]| {
            let mut left = shares.clone();
            block.iter().for_each(|&symbol| left[usize::from(symbol)] -= 1.0);
            left.iter().all(|left| left.abs() < 0.5)
        };
        let mut even = CountRange::new();
        even.add(draws.at(place).chunks_exact(size).filter(is_even).count() as u32, ());
        scan.add(number, chance, &even, |()| {
            let what = Place::from(IN_BLOCKS).number(size);
            at_place(
                draws,
                place,
                what.text(" draws, all symbols come exactly as often as they should"),
            )
        });
    }
    scan
}

/// How the name of a finding in blocks begins.
const IN_BLOCKS: &str = "in blocks of ";

/// The blocks of all draws in which equal symbols are counted, and how many there must be.
const LONG_BLOCKS: [usize; 2] = [40, 80];
const FEWEST_BLOCKS: usize = 10;

/// The largest blocks in which equal symbols are counted.
const LARGEST_BLOCK: usize = 40;

/// Counts each symbol, and the lower half of them, in every `period`th draw, for each draw that can be the first. The counts are binomial.
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
            let every = |what: &'static str| {
                let from = draws.trials[first] as usize + 1;
                let every = Place::from("every ").number(period).text(" draws, from draw ");
                every.number(from).text(what)
            };
            if weights.is_none() && n > 2 && n.is_multiple_of(2) {
                let mut lower = CountRange::new();
                lower.add(counts[..n / 2].iter().sum(), ());
                scan.add(trials as u64, 0.5, &lower, |()| {
                    at_place(draws, place, every(" on, a symbol of the lower half"))
                });
            }
            for (symbol, count) in counts.into_iter().enumerate() {
                let chance = weights.map_or((n as f64).recip(), |it| it.chances()[symbol]);
                let mut look = CountRange::new();
                look.add(count, ());
                scan.add(trials as u64, chance, &look, |()| {
                    at_place(draws, place, every(" on, symbol ").card(symbol))
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
    if lag <= LARGEST_OF_TABLES {
        scan.merge(&sums(draws, lag));
    }
    scan
}

/// Counts what symbols and those `lag` draws before add up to, modulo their number n, as opposite faces of a die do.
fn sums(draws: &KeptDecks, lag: usize) -> Scan {
    let (n, mut range) = (draws.shape.cards(), CountRange::new());
    for place in 0..draws.places.len() {
        let symbols = draws.at(place);
        let opposite: Vec<u16> = symbols.iter().map(|&symbol| n as u16 - 1 - symbol).collect();
        range.add_all(&differences(&opposite, &symbols[lag..], n), |by| (place, (by + n - 1) % n));
    }
    let mut scan = Scan::of("pairs of draws");
    scan.add((draws.len() - lag) as u64, (n as f64).recip(), &range, |(place, sum)| {
        let what = later_draw(lag).text("the symbol and the one that was there add up, modulo ");
        let what = what.number(n).text(", to the same as symbols ").card(0);
        at_place(draws, place, what.text(" and ").card(sum))
    });
    scan
}

fn named(lag: usize, [place, before]: [usize; 2], by: usize, modulus: usize) -> Place {
    let symbol = later_draw(lag).text("the symbol at position ").position(place);
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
