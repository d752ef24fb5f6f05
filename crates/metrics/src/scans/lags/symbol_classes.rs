//! Classes of equally likely symbols: low and high ones, every other one, all but one, and the bets of a wheel. Part of [`lags`](super).

use super::{
    groups::{ALL, WHEEL},
    kind::{add_followed, at_place, later_draw},
    stretches::{never_beyond, no_longer},
};
use crate::{
    place::Place,
    scans::{Scan, kept::KeptDecks},
};
use std::f64::consts::LN_2;

/// Of more symbols each is rare.
const MOST_ONE_BY_ONE: usize = 64;

/// Of more draws, only probabilities small enough to matter are worked out.
const MANY: usize = 1_000;

/// Some of the symbols.
struct Class {
    members: Vec<bool>,
    name: Place,
}

impl Class {
    fn of(n: usize, name: Place, is_in: impl Fn(usize) -> bool) -> Self {
        Self { members: (0..n).map(is_in).collect(), name }
    }

    fn holds(&self, symbol: u16) -> bool {
        self.members[usize::from(symbol)]
    }

    fn chance(&self) -> f64 {
        self.members.iter().filter(|it| **it).count() as f64 / self.members.len() as f64
    }
}

/// Low and high symbols, and every other one: the two classes of each pair, and the name of both.
fn pairs_of_classes(n: usize) -> [([Class; 2], &'static str); 2] {
    let half = n.div_ceil(2);
    let from =
        |first: usize, last: usize| Place::from("symbols ").card(first).text(" to ").card(last);
    let every_other = |first: usize| {
        Place::from("symbols ").card(first).text(", ").card(first + 2).text(" and so on")
    };
    let low = Class::of(n, from(0, half - 1), |symbol| symbol < half);
    let high = Class::of(n, from(half, n - 1), |symbol| symbol >= half);
    let [even, odd] = [0, 1].map(|rest| Class::of(n, every_other(rest), |it| it % 2 == rest));
    [([low, high], "low or of high symbols"), ([even, odd], "odd or of even symbols")]
}

/// Looks at the longest stretch of each class and of both classes of a pair, which those who make draws up keep short, and of draws without each
/// symbol, which a rule against bad luck cuts off; and at the classes that follow each symbol.
pub(super) fn scan(draws: &KeptDecks) -> Scan {
    let n = draws.shape.cards();
    let mut scan = Scan::of("draws");
    if n < 4 {
        return scan;
    }
    let pairs = pairs_of_classes(n);
    for ([one, other], name) in &pairs {
        let chances = [one, other].map(|class| (class.chance(), 1));
        let class = |symbol| u16::from(one.holds(symbol));
        scan.merge(&no_longer(draws, &chances, Place::from(*name), &class));
    }
    if n == WHEEL {
        for groups in &ALL {
            let chance = (n - 1) as f64 / n as f64 / groups.groups as f64;
            let chances = [(chance, groups.groups), ((n as f64).recip(), 1)];
            // The zero is in no group.
            let class = |symbol: u16| match symbol {
                0 => u16::MAX,
                number => (groups.of)(usize::from(number) - 1, n - 1) as u16,
            };
            let name = Place::from("one ").text(groups.name);
            scan.merge(&no_longer(draws, &chances, name, &class));
        }
    }
    for class in pairs.iter().flat_map(|(both, _)| both) {
        scan.merge(&stretch_of(draws, class, Place::from("of ").and(class.name.clone())));
    }
    if n <= MOST_ONE_BY_ONE {
        for symbol in 0..n {
            let without = Place::from("without symbol ").card(symbol);
            let others = Class::of(n, without, |it| it != symbol);
            scan.merge(&stretch_of(draws, &others, others.name.clone()));
        }
    }
    // What strictly alternates has a plainer look.
    scan.shift(LN_2);
    if n <= MOST_ONE_BY_ONE {
        pairs.iter().for_each(|([first, _], _)| scan.merge(&followed_by(draws, first)));
    }
    scan
}

/// Looks at the longest stretch of draws of a class, which `name` names after "no stretch".
fn stretch_of(draws: &KeptDecks, class: &Class, name: Place) -> Scan {
    let chance = class.chance();
    let longest = |draws: &[u16]| {
        let stretches = draws.split(|symbol| !class.holds(*symbol)).map(<[u16]>::len);
        stretches.max().unwrap_or(0)
    };
    let usual = (draws.len() as f64).ln() / -chance.ln();
    let what = Place::from("no stretch ").and(name).text(" is long: the longest lies");
    let ln_tail = |longest| ln_none_longer(chance, draws.len(), longest);
    never_beyond(draws, usual, &longest, &ln_tail, &what)
}

/// The logarithm of the probability that no stretch of draws that each hit with this chance is longer than `longest`; 0 where that is no
/// wonder.
fn ln_none_longer(chance: f64, draws: usize, longest: usize) -> f64 {
    /// If fewer longer ones are expected, it is no wonder that none comes.
    const FEW: f64 = 5.0;
    if draws as f64 * (1.0 - chance) * chance.powf(longest as f64 + 1.0) < FEW && draws > MANY {
        return 0.0;
    }
    // After the draws so far, the probability of each number of hits at their end. Nothing is subtracted, since what is left may be far smaller.
    let mut ends = vec![0.0; longest + 1];
    ends[0] = 1.0;
    let mut ln_scale = 0.0;
    for _ in 0..draws {
        let all: f64 = ends.iter().sum();
        ends.rotate_right(1);
        ends.iter_mut().for_each(|end| *end *= chance / all);
        ends[0] = 1.0 - chance;
        ln_scale += all.ln();
    }
    ln_scale + ends.iter().sum::<f64>().ln()
}

/// Counts the draws of the class that come after each symbol.
fn followed_by(draws: &KeptDecks, class: &Class) -> Scan {
    let mut scan = Scan::of("draws");
    let of_class = |symbol| usize::from(class.holds(symbol));
    for place in 0..draws.places.len() {
        let of = (draws.at(place), 1, class.members.len());
        // What is not of the class is left out: it says the same.
        add_followed(&mut scan, of, (&[0.0, class.chance()], &of_class), |before, _| {
            let after = later_draw(1).text("one of the ").and(class.name.clone());
            at_place(draws, place, after.text(" after ").card(before))
        });
    }
    scan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Shape,
        testing::{each_word, share},
    };
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn stretches_of_a_class_are_short_in_as_many_words_as_are_enumerated() {
        let words = each_word(3, 8);
        let longest = |word: &Vec<u32>| word.split(|it| *it == 2).map(<[u32]>::len).max().unwrap();
        for most in 1..=8 {
            let short = share(&words, |word| longest(word) <= most);
            let exact = ln_none_longer(2.0 / 3.0, 8, most).exp();
            assert!((exact - short).abs() < 1e-12, "{most}");
        }
        // Of 4,000 draws that are hit with .9 no two in a row are: M = [[.1, .1], [.9, 0]], whose eigenvalue is .35.
        let root = 0.05 + (0.0025_f64 + 0.09).sqrt();
        let [long, longer] = [4_000, 8_000].map(|draws| ln_none_longer(0.9, draws, 1));
        assert!((longer - long - 4_000.0 * root.ln()).abs() < 1e-6, "{long} {longer}");
    }

    /// Alpha 1e-6, 1,000 draws each, seed 1: a die that never shows four low numbers in a row, one that is never low after a 1, and a wheel
    /// without five of a color.
    #[test]
    fn classes_that_depend_on_earlier_draws_are_named() {
        let mut rng = Pcg64::seed_from_u64(1);
        let mut drawn = |n: u16, may_come: &dyn Fn(&[u16], u16) -> bool| {
            let mut draws = Vec::new();
            while draws.len() < 1_000 {
                let next = rng.random_range(0..n);
                if may_come(&draws, next) {
                    draws.push(next);
                }
            }
            let rows: Vec<u32> = draws.into_iter().map(u32::from).collect();
            let scan = scan(&KeptDecks::of_rows(Shape::replacement(n.into(), 1), &rows));
            assert!(scan.ln_p() < 1e-6_f64.ln(), "{}", scan.ln_p());
            scan.into_extreme().unwrap().what.to_string()
        };
        let low = |it: &u16| *it < 10;
        let is_short = |last: &[u16], next| {
            !(low(&next) && last.iter().rev().take_while(|it| low(it)).count() > 2)
        };
        assert!(drawn(20, &is_short).starts_with("no stretch of symbols 0 to 9 is long"));
        let is_high = |last: &[u16], next| last.last() != Some(&0) || !low(&next);
        assert_eq!(drawn(20, &is_high), "one draw later, one of the symbols 0 to 9 after 0");
        let has_six =
            |last: &[u16], next| next == 5 || last.len() < 9 || last[last.len() - 9..].contains(&5);
        assert!(drawn(6, &has_six).starts_with("no stretch without symbol 5 is long"));
        let color = |it: u16| (it > 0).then(|| (ALL[4].of)(usize::from(it) - 1, WHEEL - 1));
        let is_mixed = |last: &[u16], next| {
            last.iter().rev().take_while(|it| **it != 0 && color(**it) == color(next)).count() < 4
        };
        assert!(drawn(37, &is_mixed).starts_with("no stretch of one color is long"));
    }
}
