//! Numbers that sum up a law: its distance from uniform, and where it shows.
#![doc = include_str!("summary.md")]

use crate::{
    masses::{End, Masses},
    number::{LawValue, fraction},
    permutation::PermutationLaw,
    position::PositionLaw,
};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Zero};

/// The smallest or the largest probability of a law, and the orders or cells that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Extreme<T> {
    /// The probability.
    pub probability: LawValue,
    /// The number of orders or cells that have it; floats that cannot be distinguished count as equal.
    pub ties: BigInt,
    /// The first of them.
    pub examples: Vec<T>,
}

/// Both ends of a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Extremes<T> {
    /// The least likely.
    pub least: Extreme<T>,
    /// The likeliest.
    pub most: Extreme<T>,
}

impl<T> Extreme<T> {
    fn of(end: End, mut what: impl FnMut(usize) -> T) -> Self {
        let examples = end.indices.into_iter().map(&mut what).collect();
        Self { probability: end.number, ties: end.ties.into(), examples }
    }
}

impl PermutationLaw {
    /// The number of orders that can come at all. Floats that cannot be distinguished from 0 count as 0.
    #[must_use]
    pub fn reached(&self) -> usize {
        self.masses().reached()
    }

    /// True if every order is equally likely: proved if the law is exact, otherwise up to its error.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        match self.total_variation() {
            LawValue::Exact(distance) => distance.is_zero(),
            LawValue::Float { value, error } => value <= error,
        }
    }

    /// The total variation distance from uniform: half the sum of |q - 1/m|, the largest difference in
    /// probability that any bet on the order can show.
    #[must_use]
    pub fn total_variation(&self) -> LawValue {
        self.masses().above(&self.possible())
    }

    /// The separation from uniform: the largest 1 - m q, which is 1 as soon as an order never comes.
    #[must_use]
    pub fn separation(&self) -> LawValue {
        let possible = Ratio::from(self.possible());
        match self.extremes(0).least.probability.affine(&-possible, &Ratio::one()) {
            // Rounding must not make it negative.
            LawValue::Float { value, error } => LawValue::Float { value: value.max(0.0), error },
            exact => exact,
        }
    }

    /// The noncentrality a trial of the chi-square test over all orders: m times the sum of (q - 1/m)^2.
    ///
    /// N trials have the mean `m - 1 + (N - 1) lambda`.
    #[must_use]
    pub fn noncentrality(&self) -> LawValue {
        let possible = self.possible();
        // An order that is left out never comes: it is 1/m off.
        let absent = fraction(&possible - self.masses().len(), possible.clone());
        let uniform = fraction(1, possible.clone());
        self.masses().squared_distance(&uniform).affine(&Ratio::from(possible), &absent)
    }

    /// Shannon's entropy in bits. The uniform law has [`PermutationLaw::most_entropy_bits`].
    #[must_use]
    pub fn entropy_bits(&self) -> f64 {
        self.masses().entropy_bits()
    }

    /// The entropy that a uniform law would have: log2 of the number of orders.
    #[must_use]
    pub fn most_entropy_bits(&self) -> f64 {
        let (cards, dealt) = (self.shape().cards(), self.shape().dealt());
        (0..dealt).map(|taken| ((cards - taken) as f64).log2()).sum()
    }

    /// The least and the most likely orders, with up to `examples` of each (at least one).
    #[must_use]
    pub fn extremes(&self, examples: usize) -> Extremes<Vec<u32>> {
        let [least, most] = ends(self.masses(), examples);
        let mut least = Extreme::of(least, |index| self.order(index));
        let absent = self.possible() - self.masses().len();
        if !absent.is_zero() {
            if !least.probability.is_zero() {
                let probability = LawValue::Exact(fraction(0, 1));
                least = Extreme { probability, ties: BigInt::zero(), examples: Vec::new() };
            }
            least.ties += absent;
            least.examples.extend(self.unlisted(examples.max(1)));
            least.examples.sort_unstable();
            least.examples.truncate(examples.max(1));
        }
        Extremes { least, most: Extreme::of(most, |index| self.order(index)) }
    }

    /// The shuffle degree: the mean share of neighbors that ascend, less 1/2. `None` for fewer than two
    /// cards, which have no neighbors.
    #[must_use]
    pub fn degree(&self) -> Option<LawValue> {
        let neighbors = self.shape().dealt().checked_sub(1).filter(|&neighbors| neighbors > 0)?;
        let mean = self.ascents().weighted(|ascents| ascents as u64);
        Some(mean.affine(&fraction(1, neighbors), &fraction(-1, 2)))
    }

    /// The law of the number of ascents, 0 to n - 1.
    #[must_use]
    pub fn ascents(&self) -> Masses {
        self.statistic(self.shape().dealt().max(1), |order| {
            order.windows(2).filter(|pair| pair[0] < pair[1]).count()
        })
    }
}

impl PositionLaw {
    /// The least and the most likely cells, as (place, card), with up to `examples` of each (at least one);
    /// `None` if there are no cells.
    #[must_use]
    pub fn extremes(&self, examples: usize) -> Option<Extremes<(usize, usize)>> {
        let cards = self.shape().cards();
        let [least, most] = self.masses().ends(examples)?;
        let cell = |index| (index / cards, index % cards);
        Some(Extremes { least: Extreme::of(least, cell), most: Extreme::of(most, cell) })
    }

    /// True if every card is equally likely at every place: proved if the law is exact, otherwise up to its error.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let cards = self.shape().cards() as f64;
        match self.extremes(1) {
            None => true,
            Some(Extremes { least, most }) if self.masses().is_exact() => {
                least.probability == most.probability
            }
            Some(Extremes { least, most }) => [least, most]
                .iter()
                .all(|end| (end.probability.value() - 1.0 / cards).abs() <= self.masses().error()),
        }
    }

    /// The noncentrality a trial of the position test.
    ///
    /// For whole decks `(n-1) sum (q - 1/n)^2`. For a deal of k < n cards, with d = q - 1/n and m its mean
    /// over the k places, `(n-1) sum (d - m)^2 + n(n-1)/(n-k) k sum m^2`, which with the probability s of
    /// each card to be dealt comes to `(n-1) [sum d^2 + sum (s - k/n)^2 / (n-k)]`.
    #[must_use]
    pub fn noncentrality(&self) -> LawValue {
        let (n, k) = (self.shape().cards(), self.shape().dealt());
        if k == 0 || n < 2 {
            return LawValue::Exact(fraction(0, 1));
        }
        let cells = self.masses().squared_distance(&fraction(1, n));
        let sum = if n == k {
            cells
        } else {
            let columns = self.masses().scatter(n, |index, put| put(index % n));
            let missed = columns.squared_distance(&fraction(k, n));
            cells.plus(missed.affine(&fraction(1, n - k), &Ratio::zero()))
        };
        sum.affine(&fraction(n - 1, 1), &Ratio::zero())
    }
}

fn ends(masses: &Masses, examples: usize) -> [End; 2] {
    masses.ends(examples).expect("even no cards have one order")
}
