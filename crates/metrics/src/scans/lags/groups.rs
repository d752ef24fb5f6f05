//! Draws of the same group of numbers as some draws before: halves and thirds of the numbers, and the bets of a wheel. Part of
//! [`lags`](super).

use super::{
    arcs::{FARTHEST, POCKETS},
    kind::{at_place, later_draw},
};
use crate::{
    largest::Cell,
    scans::{Scan, kept::KeptDecks},
};

/// With this many symbols the first is the zero of a wheel, which is in no group.
pub(super) const WHEEL: usize = POCKETS.len();

/// The red numbers of a wheel.
const RED: [usize; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// Groups of equal size.
pub(super) struct Groups {
    pub(super) name: &'static str,
    pub(super) groups: usize,
    /// True if only the numbers of a wheel have them: remainders of other numbers are compared as differences.
    of_wheel: bool,
    /// The group of a number, counted from 0, of a number of numbers.
    pub(super) of: fn(usize, usize) -> usize,
}

/// All of them; a wheel has each.
pub(super) const ALL: [Groups; 5] = [
    Groups { name: "half", groups: 2, of_wheel: false, of: |number, all| 2 * number / all },
    Groups { name: "third", groups: 3, of_wheel: false, of: |number, all| 3 * number / all },
    Groups { name: "parity", groups: 2, of_wheel: true, of: |number, _| number % 2 },
    Groups { name: "column", groups: 3, of_wheel: true, of: |number, _| number % 3 },
    Groups {
        name: "color",
        groups: 2,
        of_wheel: true,
        of: |number, _| usize::from(RED.contains(&(number + 1))),
    },
];

/// Counts the draws that are of the same group as the one `lag` draws before. Whatever that was, each has the chance of a group.
///
/// After a zero nothing is counted. So the number of draws that count may depend on what they were, and each tail is multiplied by the
/// largest number possible.
pub(super) fn again(draws: &KeptDecks, lag: usize) -> Scan {
    let n = draws.shape.cards();
    let (zeros, pairs) = (usize::from(n == WHEEL), draws.len() - lag);
    let (numbers, mut scan) = (n - zeros, Scan::of("pairs of draws"));
    let ln_times = if zeros > 0 { (pairs as f64).ln() } else { 0.0 };
    let is_split = |it: &&Groups| {
        let size = numbers / it.groups;
        numbers.is_multiple_of(it.groups) && size > 1 && (zeros > 0 || !it.of_wheel)
    };
    if lag > FARTHEST {
        return scan;
    }
    for groups in ALL.iter().filter(is_split) {
        let of: Vec<Option<usize>> = (0..n)
            .map(|symbol| symbol.checked_sub(zeros).map(|number| (groups.of)(number, numbers)))
            .collect();
        let chance = (numbers / groups.groups) as f64 / n as f64;
        for place in 0..draws.places.len() {
            let symbols = draws.at(place);
            let both = symbols.iter().zip(&symbols[lag..]);
            let both = both.map(|(&before, &after)| [before, after].map(|it| of[usize::from(it)]));
            let (mut count, mut all) = (0, 0);
            for [before, after] in both.filter(|both| both[0].is_some()) {
                all += 1;
                count += u64::from(before == after);
            }
            scan.add_count(Cell { count, trials: all, chance }, ln_times, || {
                let what = later_draw(lag).text("the symbol is of the same ").text(groups.name);
                at_place(draws, place, what)
            });
        }
    }
    scan
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
        again(&KeptDecks::of_rows(Shape::replacement(n, 1), symbols), lag)
    }

    /// Over all words no level is reached more often than it says.
    #[test]
    fn p_values_of_all_words_are_never_too_small() {
        for (n, length) in [(4, 7), (6, 5)] {
            let words = each_word(n, length);
            let chance = 1.0 / words.len() as f64;
            let of_word = |word: &Vec<u32>| (scan_of(n, word, 1).ln_p().exp(), chance);
            assert_never_too_small(words.iter().map(of_word), n);
        }
    }

    /// 20,000 times 50 spins of a wheel, seed 37, at levels of .05 and .01: at most this many, and three standard errors more.
    #[test]
    fn wheels_keep_their_levels_though_zeros_do_not_count() {
        let mut rng = Pcg64::seed_from_u64(37);
        let mut reached = [0.0_f64; 2];
        for _ in 0..20_000 {
            let spins: Vec<u32> = (0..50).map(|_| rng.random_range(0..WHEEL as u32)).collect();
            let p = scan_of(WHEEL, &spins, 2).ln_p().exp();
            for (reached, level) in reached.iter_mut().zip([0.05, 0.01]) {
                *reached += f64::from(u8::from(p <= level)) / 20_000.0;
            }
        }
        assert!(reached[0] < 0.05 + 0.0047 && reached[1] < 0.01 + 0.0022, "{reached:?}");
    }

    /// 150 spins in which a group that just came is spun again, seed 5; alpha 1e-6.
    #[test]
    fn groups_that_do_not_come_again_are_named() {
        for groups in &ALL {
            let mut rng = Pcg64::seed_from_u64(5);
            let group = |spin: u32| (groups.of)(spin as usize - 1, WHEEL - 1);
            let mut spins = vec![1];
            while spins.len() < 150 {
                let spin = rng.random_range(0..WHEEL as u32);
                let last = spins[spins.len() - 1];
                if spin == 0 || last == 0 || group(spin) != group(last) {
                    spins.push(spin);
                }
            }
            let scan = scan_of(WHEEL, &spins, 1);
            assert!(scan.ln_p() < 1e-6_f64.ln(), "{}: {}", groups.name, scan.ln_p());
            let what = scan.into_extreme().unwrap().what.to_string();
            assert_eq!(what, format!("one draw later, the symbol is of the same {}", groups.name));
        }
        assert_eq!(RED.iter().filter(|red| **red <= 18).count(), 9);
    }
}
