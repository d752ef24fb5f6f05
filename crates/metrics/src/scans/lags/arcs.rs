//! Distances between a symbol and the one a few draws earlier, around the circle of symbols and around the pockets of a wheel. Part of
//! [`lags`](super).

use super::kind::{at_place, later_draw};
use crate::{
    place::Place,
    scans::{CountRange, Scan, differences::differences, kept::KeptDecks},
};

/// The longest lag.
pub(super) const FARTHEST: usize = 4;

/// The circle is divided into this many arcs.
const PARTS: [usize; 2] = [4, 8];

/// The numbers of a European wheel in the order of their pockets.
pub(super) const POCKETS: [u16; 37] = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20,
    14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

/// Counts the draws that lie in each arc of the circle as seen from the draw `lag` before. Whatever that was, each has the chance of the
/// arc, independently for all draws.
pub(super) fn scan(draws: &KeptDecks, lag: usize) -> Scan {
    let (n, mut scan) = (draws.shape.cards(), Scan::of("pairs of draws"));
    if lag > FARTHEST {
        return scan;
    }
    for is_wheel in [false, true] {
        if is_wheel && n != POCKETS.len() {
            continue;
        }
        let mut ranges = PARTS.map(|_| CountRange::new());
        for place in 0..draws.places.len() {
            let symbols = draws.at(place);
            let on_wheel: Vec<u16> =
                if is_wheel { symbols.iter().map(pocket).collect() } else { Vec::new() };
            let circle = if is_wheel { &on_wheel } else { symbols };
            let distances = differences(circle, &circle[lag..], n);
            for (range, part) in ranges.iter_mut().zip(PARTS) {
                range.add_all(&in_arcs(&distances, n / part), |from| (place, from));
            }
        }
        // An arc of one is a difference, which is counted elsewhere.
        for (range, arc) in ranges.iter().zip(PARTS.map(|part| n / part)).filter(|it| it.1 > 1) {
            let chance = arc as f64 / n as f64;
            scan.add((draws.len() - lag) as u64, chance, range, |(place, from)| {
                let what = named(later_draw(lag), is_wheel, [from, from + arc - 1], n);
                at_place(draws, place, what)
            });
        }
    }
    scan
}

/// The place of a number on the wheel.
fn pocket(number: &u16) -> u16 {
    POCKETS.iter().zip(0..).find(|it| it.0 == number).map_or(0, |it| it.1)
}

/// The number of draws in the arc that begins at each distance from the draw before.
fn in_arcs(distances: &[u32], arc: usize) -> Vec<u32> {
    let mut sum: u32 = distances[..arc].iter().sum();
    let ends = distances.iter().cycle().skip(arc);
    let next = |(begin, end): (&u32, &u32)| {
        let here = sum;
        sum = sum + end - begin;
        here
    };
    distances.iter().zip(ends).map(next).collect()
}

/// "the symbol is from 3 to 11 larger, modulo 40", or of a wheel "the ball lies from 4 before to 4 after the last pocket".
fn named(later: Place, is_wheel: bool, [from, to]: [usize; 2], n: usize) -> Place {
    let [lies, before] = match is_wheel {
        true => ["the ball lies from ", " before"],
        false => ["the symbol is from ", " smaller"],
    };
    let what = if to >= n {
        later.text(lies).number(n - from).text(before)
    } else {
        later.text(lies).number(from)
    };
    let what = what.text(" to ").number(to % n);
    if is_wheel {
        what.text(" after the last pocket")
    } else {
        what.text(" larger, modulo ").number(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Shape,
        testing::{assert_never_too_small, each_word},
    };
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn scan_of(n: usize, symbols: &[u32], lag: usize) -> Scan {
        super::scan(&KeptDecks::of_rows(Shape::replacement(n, 1), symbols), lag)
    }

    /// Over all words no level is reached more often than it says.
    #[test]
    fn p_values_of_all_words_are_never_too_small() {
        for (n, length, lag) in [(8, 5, 1), (9, 4, 2)] {
            let words = each_word(n, length);
            let chance = 1.0 / words.len() as f64;
            let of_word = |word: &Vec<u32>| (scan_of(n, word, lag).ln_p().exp(), chance);
            assert_never_too_small(words.iter().map(of_word), n);
        }
    }

    /// 300 spins of which 40 % are at most four pockets from the last one, seed 9; alpha 1e-4.
    #[test]
    fn a_ball_that_stops_near_its_last_pocket_is_named() {
        let mut rng = Pcg64::seed_from_u64(9);
        let mut pockets = vec![0];
        while pockets.len() < 300 {
            let last = pockets[pockets.len() - 1];
            pockets.push(match rng.random_bool(0.4) {
                true => (last + 33 + rng.random_range(0..9)) % 37,
                false => rng.random_range(0..37),
            });
        }
        let spins: Vec<u32> = pockets.iter().map(|&pocket| POCKETS[pocket].into()).collect();
        let scan = scan_of(37, &spins, 1);
        assert!(scan.ln_p() < 1e-4_f64.ln(), "{}", scan.ln_p());
        let what = scan.into_extreme().unwrap().what.to_string();
        assert_eq!(what, "one draw later, the ball lies from 4 before to 4 after the last pocket");
        let mut all = POCKETS;
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..37));
    }
}
