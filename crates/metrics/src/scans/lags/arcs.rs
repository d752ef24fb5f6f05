//! How far a symbol lies from the one some draws before, around the circle of symbols and around the pockets of a wheel. Part of
//! [`lags`](super).

use super::kind::{at_place, later_draw};
use crate::{
    place::Place,
    scans::{CountRange, Scan, kept::KeptDecks},
};

/// The longest lag.
const FARTHEST: usize = 4;

/// An arc is this part of the circle.
const PARTS: [usize; 2] = [4, 8];

/// The numbers of a European wheel in the order of their pockets.
const POCKETS: [u8; 37] = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20,
    14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

/// Counts the draws that lie in each arc of the circle as seen from the draw `lag` before. Whatever that was, each has the chance of its
/// length, independently for all draws.
pub(super) fn from_the_one_before(draws: &KeptDecks, lag: usize) -> Scan {
    let (n, mut scan) = (draws.shape.cards(), Scan::of("pairs of draws"));
    if lag > FARTHEST {
        return scan;
    }
    let symbols: Vec<usize> = (0..n).collect();
    let pocket = |number: usize| POCKETS.iter().position(|it| usize::from(*it) == number);
    let wheel: Option<Vec<usize>> =
        if n == POCKETS.len() { symbols.iter().map(|&it| pocket(it)).collect() } else { None };
    let arcs = PARTS.map(|part| n / part);
    for (is_wheel, circle) in [(false, Some(symbols)), (true, wheel)] {
        let Some(circle) = circle else { continue };
        // An arc of one is a difference, which is counted elsewhere.
        for &arc in arcs.iter().filter(|arc| **arc > 1) {
            let mut range = CountRange::new();
            for place in 0..draws.places.len() {
                let counts = in_arcs(draws.at(place), lag, &circle, arc);
                range.add_all(&counts, |from| (place, from));
            }
            let chance = arc as f64 / n as f64;
            scan.add((draws.len() - lag) as u64, chance, &range, |(place, from)| {
                let what = named(later_draw(lag), is_wheel, [from, from + arc - 1], n);
                at_place(draws, place, what)
            });
        }
    }
    scan
}

/// For each place on the circle, how many draws lie in the arc that begins so far from the draw `lag` before.
fn in_arcs(symbols: &[u16], lag: usize, circle: &[usize], arc: usize) -> Vec<u32> {
    let n = circle.len();
    let mut distances = vec![0_u32; n];
    for (&before, &after) in symbols.iter().zip(&symbols[lag..]) {
        distances[(n + circle[usize::from(after)] - circle[usize::from(before)]) % n] += 1;
    }
    (0..n).map(|from| (from..from + arc).map(|at| distances[at % n]).sum()).collect()
}

/// "the symbol is from 3 to 11 larger, modulo 40", or of a wheel "the ball lies from 4 pockets before to 4 pockets after the last one".
fn named(later: Place, is_wheel: bool, [from, to]: [usize; 2], n: usize) -> Place {
    let [lies, unit, before] = match is_wheel {
        true => ["the ball lies from ", " pockets", " before"],
        false => ["the symbol is from ", "", " smaller"],
    };
    let what = match n.checked_sub(from) {
        Some(below) if to >= n => later.text(lies).number(below).text(unit).text(before),
        _ => later.text(lies).number(from),
    };
    let what = what.text(" to ").number(to % n).text(unit);
    if is_wheel {
        what.text(" after the last one")
    } else {
        what.text(" larger, modulo ").number(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, draws::testing::each_word};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn scan_of(n: usize, symbols: &[u32], lag: usize) -> Scan {
        from_the_one_before(&KeptDecks::of_rows(Shape::replacement(n, 1), symbols), lag)
    }

    /// Over all words no level is reached more often than it says.
    #[test]
    fn p_values_of_all_words_are_never_too_small() {
        for (n, length, lag) in [(8, 5, 1), (9, 4, 2)] {
            let words = each_word(n, length);
            let mut all: Vec<f64> =
                words.iter().map(|word| scan_of(n, word, lag).ln_p().exp()).collect();
            all.sort_by(f64::total_cmp);
            for p in all.iter().filter(|p| **p < 1.0) {
                let reached = all.partition_point(|it| *it <= p * (1.0 + 1e-9));
                assert!(reached as f64 <= p * words.len() as f64 * (1.0 + 1e-9), "{n}: {p}");
            }
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
        assert_eq!(
            what,
            "one draw later, the ball lies from 4 pockets before to 4 pockets after the last one"
        );
        let mut all = POCKETS;
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..37));
    }
}
