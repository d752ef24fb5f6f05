//! Two places of a draw with replacement that agree, or differ by a fixed number, too often or never.
#![doc = include_str!("symbol-differences.md")]

use super::WITH_REPLACEMENT;
use crate::{
    Shape,
    costs::Cost,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    scans::{CountRange, Scan, Scanner, Scans, differences::differences, kept::KeptDecks},
    share::Executor,
};
use shuffle_deck::DrawKind;

pub(crate) const ENTRY: MetricEntry = Scans::<SymbolDifferences>::ENTRY;

/// Of more symbols few draws have each difference.
const MOST_SYMBOLS: usize = 1 << 10;

/// The most places of which each two are compared.
const MOST_PLACES: usize = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolDifferences;

impl Scanner for SymbolDifferences {
    const TEST: TestEntry = TestEntry {
        title: prose! { "for each two places of a draw, the draws in which their symbols differ by 0, 1, 2, ..." },
        sees: prose! { "two digits that are never equal, or one that is computed from another now and then, from 20 draws on" },
        blind_to: prose! { "single places, and three places that agree" },
        cost: Cost::of(0.0, 1.0),
        ..TestEntry::new("symbol-differences", About::Orders)
    };

    const DRAWS: &'static [DrawKind] = WITH_REPLACEMENT;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one place has nothing to differ from")),
            k if k > MOST_PLACES || shape.cards() > MOST_SYMBOLS => Err(NotApplicable(format!(
                "handles up to {MOST_PLACES} places of up to {MOST_SYMBOLS} symbols"
            ))),
            _ => Ok(Self),
        }
    }

    fn look(&self, draws: &KeptDecks, _: &dyn Executor) -> Vec<Scan> {
        let (n, trials) = (draws.shape.cards(), draws.len() as u64);
        let (mut all, mut equal) = (CountRange::new(), CountRange::new());
        for second in 1..draws.places.len() {
            for first in 0..second {
                let table = differences(draws.at(first), draws.at(second), n);
                equal.add(table[0], (first, second, 0));
                all.add_all(&table, |by| (first, second, by));
            }
        }
        let named = |(first, second, by)| {
            let [one, other] = [first, second].map(|place| draws.places[place]);
            if by == 0 {
                let what = Place::from("the symbols at positions ").position(one);
                return what.text(" and ").position(other).text(" are equal");
            }
            let what = Place::from("the symbol at position ").position(other);
            let what = what.text(" is larger by ").number(by).text(" than that at position ");
            what.position(one).text(", modulo ").number(n)
        };
        let mut scan = Scan::of("draws");
        match draws.shape.weights() {
            None => scan.add(trials, (n as f64).recip(), &all, named),
            // With weights only the chance of equal ones does not depend on which they are.
            Some(weights) => {
                let chance = weights.chances().iter().map(|chance| chance.powi(2)).sum();
                scan.add(trials, chance, &equal, named);
            }
        }
        vec![scan]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scans::testing::judged;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Alpha 1e-4, 150 draws of three digits each, seed 41.
    #[test]
    fn two_digits_that_are_never_equal_and_one_that_follows_another_are_named() {
        let mut rng = Pcg64::seed_from_u64(41);
        let mut rows = |fault: &dyn Fn(&mut [u8; 3], &mut Pcg64)| -> Vec<u8> {
            let mut draw = || {
                let mut draw = std::array::from_fn(|_| rng.random_range(0..10));
                fault(&mut draw, &mut rng);
                draw
            };
            (0..150).flat_map(|_| draw()).collect()
        };
        let shape = Shape::replacement(10, 3);
        let (log10_p, _) = judged::<SymbolDifferences>(shape, &rows(&|_, _| {}));
        assert!(log10_p > -3.0, "{log10_p}");
        let never = rows(&|draw, rng| {
            while draw[0] == draw[2] {
                draw[2] = rng.random_range(0..10);
            }
        });
        let (log10_p, said) = judged::<SymbolDifferences>(shape, &never);
        assert!(log10_p < -4.0, "{log10_p}");
        assert!(
            said.starts_with("the symbols at positions 0 and 2 are equal in 0 of 150"),
            "{said}"
        );
        let follows = rows(&|draw, rng| {
            if rng.random_ratio(1, 4) {
                draw[1] = (draw[0] + 3) % 10;
            }
        });
        let (log10_p, said) = judged::<SymbolDifferences>(shape, &follows);
        assert!(log10_p < -4.0, "{log10_p}");
        let named = "the symbol at position 1 is larger by 3 than that at position 0, modulo 10 in";
        assert!(said.starts_with(named), "{said}");
    }
}
