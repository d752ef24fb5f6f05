//! Pairs of equal symbols in a draw with replacement.
#![doc = include_str!("equal-symbols.md")]

use super::WITH_REPLACEMENT;
use crate::{
    Card, Shape,
    costs::Cost,
    free_outcomes::pairs_of,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean},
    place::Place,
};
use shuffle_deck::DrawKind;

/// The pairs of places of a draw that show the same symbol: 3 5 5 2 5 has three.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EqualSymbols(Shape);

/// The most steps that the law may take, by [`steps`].
const MOST_STEPS: f64 = 4e7;

impl IntegerStatistic for EqualSymbols {
    const TEST: TestEntry = TestEntry {
        title: prose! { "pairs of equal symbols in a draw, against their exact law" },
        sees: prose! { "digits that never, or always, come twice in a draw: the fault of Tennessee in 2007, within 100 draws; \
        rows in which each symbol comes equally often" },
        blind_to: prose! { "which symbols they are, and where" },
        explains: true,
        cost: Cost::of(10.0, 0.0),
        ..TestEntry::new("equal-symbols", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "pairs of equal symbols in a draw",
        test: TestEntry {
            title: prose! { "the mean number of pairs of equal symbols over all draws" },
            sees: prose! { "digits that never, or always, come twice in a draw, within some 40 draws of three digits; rows in \
            which each symbol comes equally often, within a few rows" },
            blind_to: prose! { "which symbols they are, and where" },
            explains: true,
            ..TestEntry::new("equal-symbols-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = WITH_REPLACEMENT;

    type Scratch = Vec<u32>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            0 | 1 => Err(NotApplicable::new("one place shows one symbol")),
            k if steps(shape.cards(), k) > MOST_STEPS => {
                Err(NotApplicable::new("the law of so long draws would take too long"))
            }
            _ => Ok(Self(shape)),
        }
    }

    fn law(&self) -> Vec<f64> {
        let n = self.0.cards();
        let even = vec![1.0 / n as f64; n];
        law(self.0.weights().map_or(&even[..], |weights| weights.chances()), self.0.dealt())
    }

    fn value_in_words(&self, value: usize) -> Place {
        let what = Place::from("a draw with ").number(value);
        what.text(if value == 1 { " pair of equal symbols" } else { " pairs of equal symbols" })
    }

    fn of<C: Card>(&self, row: &[C], sorted: &mut Vec<u32>) -> usize {
        sorted.clear();
        sorted.extend(row.iter().map(|symbol| symbol.index() as u32));
        sorted.sort_unstable();
        sorted.chunk_by(|a, b| a == b).map(|equal| pairs_of(equal.len())).sum()
    }
}

/// The law of the pairs of equal symbols among k draws with these chances.
pub(crate) fn law(chances: &[f64], k: usize) -> Vec<f64> {
    law_of_scores(chances, k, pairs_of(k), |_, taken| pairs_of(taken))
}

/// The law of a sum of scores over all symbols, each of how often its symbol comes in k draws; sums above `most` count as `most`. Symbol
/// after symbol: of the places that are left, it takes a binomial number.
pub(crate) fn law_of_scores(
    chances: &[f64],
    k: usize,
    most: usize,
    score: impl Fn(usize, usize) -> usize,
) -> Vec<f64> {
    // by[m][c]: the chance of a score of c in the m places that are taken.
    let mut by: Vec<Vec<f64>> = vec![Vec::new(); k + 1];
    by[0] = vec![1.0];
    let mut left: f64 = chances.iter().sum();
    let mut possible = (0..chances.len()).filter(|&symbol| chances[symbol] > 0.0).peekable();
    while let Some(symbol) = possible.next() {
        let share = if possible.peek().is_some() { (chances[symbol] / left).min(1.0) } else { 1.0 };
        left -= chances[symbol];
        let binomial = binomials(k, share);
        // From the fullest on, since a symbol only adds places.
        for m in (0..=k).rev() {
            let before = std::mem::take(&mut by[m]);
            for (taken, p) in binomial[k - m].iter().enumerate() {
                let (more, target) = (score(symbol, taken).min(most), &mut by[m + taken]);
                let fits = before.len().min(most + 1 - more);
                target.resize(target.len().max(more + fits), 0.0);
                let sums = target.iter_mut().skip(more).zip(&before[..fits]);
                sums.for_each(|(to, from)| *to += p * from);
                let beyond: f64 = before[fits..].iter().sum();
                if beyond > 0.0 {
                    target[most] += p * beyond;
                }
            }
        }
    }
    by.pop().expect("at least no places")
}

/// The steps that the law of k draws of n symbols takes: for each symbol, the pairs in m places times the places that are left, and some
/// for its binomials.
fn steps(n: usize, k: usize) -> f64 {
    n as f64 * ((k as f64).powi(4) / 24.0 + 40.0)
}

/// The binomial laws of 0 to k throws that succeed with the chance p.
fn binomials(k: usize, p: f64) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    for throws in 1..=k {
        let before = &all[throws - 1];
        let of = |successes: usize| before.get(successes).copied().unwrap_or(0.0);
        let chance = |successes: usize| {
            let one_more = if successes > 0 { of(successes - 1) } else { 0.0 };
            of(successes) * (1.0 - p) + one_more * p
        };
        all.push((0..=throws).map(chance).collect());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_is_the_law_of, each_word};
    use shuffle_deck::Weights;

    #[test]
    fn the_law_is_that_of_all_words() {
        for (n, k) in [(2, 4), (3, 5), (5, 4), (10, 4), (10, 3)] {
            assert_is_the_law_of::<EqualSymbols>(Shape::replacement(n, k), each_word(n, k), 1e-12);
        }
    }

    /// A weight of w acts like w equal symbols of which only the group is visible.
    #[test]
    fn the_law_with_weights_is_that_of_symbols_that_cannot_be_told_apart() {
        let weights = Weights::parse("3,0,1,2").unwrap();
        let read =
            |word: Vec<u32>| word.iter().map(|&it| [0, 0, 0, 2, 3, 3][it as usize]).collect();
        for k in [2, 3, 5] {
            let words = each_word(6, k).into_iter().map(read).collect::<Vec<Vec<u32>>>();
            assert_is_the_law_of::<EqualSymbols>(Shape::weighted(weights, k), words, 1e-12);
        }
    }

    /// Each two places agree with the chance of the index of coincidence, independently of each other two if chances are equal.
    #[test]
    fn long_draws_have_the_mean_and_variance_of_independent_pairs() {
        for (n, k) in [(4, 20), (2, 100), (5, 100), (500_000, 4)] {
            let law = EqualSymbols(Shape::replacement(n, k)).law();
            let moment =
                |r| law.iter().zip(0..).map(|(p, v)| p * f64::from(v).powi(r)).sum::<f64>();
            let (pairs, p) = (pairs_of(k) as f64, 1.0 / n as f64);
            let variance = moment(2) - moment(1).powi(2);
            assert!((moment(0) - 1.0).abs() < 1e-10, "{n} {k}");
            assert!((moment(1) / (pairs * p) - 1.0).abs() < 1e-8, "{n} {k}");
            assert!((variance / (pairs * p * (1.0 - p)) - 1.0).abs() < 1e-6, "{n} {k}");
        }
    }
}
