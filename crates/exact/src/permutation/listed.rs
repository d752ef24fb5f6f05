//! The law of a shuffle whose course depends on its rolls: all paths of the dice, added up.

use super::{PermutationLaw, Support};
use crate::{
    LawError,
    cost::{Arithmetic, Cost, Limits},
    masses::Masses,
    paths::Path,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use shuffle_algorithms::Shape;
use std::collections::{BTreeMap, HashMap};

/// Orders with their counts.
type Counts = HashMap<Box<[u32]>, BigInt>;

/// The law that results from all paths: `walk` gets the function to call for each of them
/// (`paths::of_algorithm`, say).
///
/// Paths of different lengths have different denominators, so they are added up apart, and brought to one
/// denominator in the end.
///
/// # Errors
///
/// The errors of `walk`.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape};
/// use shuffle_exact::{paths::{self, Route}, permutation};
///
/// let (shape, hindu) = (Shape::whole(10), Algorithm::parse("hindu")?);
/// let route = Route::new(shape, 1_000);
/// let law = permutation::of_paths(shape, |each| paths::of_algorithm(&hindu, &route, each))?;
/// assert_eq!(law.degree().unwrap().to_string(), "7/18");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_paths(
    shape: Shape,
    walk: impl FnOnce(&mut dyn FnMut(Path<'_>)) -> Result<(), LawError>,
) -> Result<PermutationLaw, LawError> {
    let mut by_denominator: BTreeMap<BigInt, Counts> = BTreeMap::new();
    walk(&mut |path| {
        let (words, total) = path.weight();
        let counts = by_denominator.entry(total).or_default();
        let dealt = &path.deck[..shape.dealt()];
        match counts.get_mut(dealt) {
            Some(count) => *count += words,
            None => drop(counts.insert(dealt.into(), words)),
        }
    })?;
    let total = by_denominator.keys().fold(BigInt::from(1), |all, total| all.lcm(total));
    let mut sums = Counts::new();
    for (denominator, counts) in by_denominator {
        let times = &total / denominator;
        for (order, count) in counts {
            *sums.entry(order).or_insert_with(BigInt::zero) += count * &times;
        }
    }
    Ok(listed(shape, sums, total))
}

/// The law of a shuffle that is repeated, from the law of one pass over whole decks.
///
/// One pass makes `D o s` of a deck D, with s from the law of one pass: that holds for every shuffle that
/// moves places without a look at the cards. Two orders are combined at a time.
///
/// # Errors
///
/// [`LawError::Work`] if that would be too many combinations; it is asked before each pass.
pub(crate) fn repeated(
    pass: &PermutationLaw,
    passes: u32,
    limits: &Limits,
) -> Result<PermutationLaw, LawError> {
    let shape = pass.shape;
    let once = counts(pass);
    let total = pass.masses.total().expect("paths are counted").clone();
    let start: Box<[u32]> = (0..shape.cards() as u32).collect();
    let mut all = Counts::from([(start, BigInt::from(1))]);
    for _ in 0..passes {
        let moves = all.len() as u64 * once.len() as u64;
        // The number of orders is not known yet; each takes its cards, its count, and an entry.
        let states = moves.min(u64::try_from(pass.possible()).unwrap_or(u64::MAX));
        let bytes = states.saturating_mul(4 * shape.cards() as u64 + 100);
        let seconds = moves as f64 * 200.0 / 1e9;
        Cost { states, bytes, moves, arithmetic: Arithmetic::Big, seconds }
            .within("the law of a repeated shuffle", limits)?;
        let mut next = Counts::new();
        let mut order = vec![0; shape.cards()];
        for (deck, count) in &all {
            for (shuffle, times) in &once {
                for (place, &from) in order.iter_mut().zip(&**shuffle) {
                    *place = deck[from as usize];
                }
                match next.get_mut(&*order) {
                    Some(sum) => *sum += count * times,
                    None => drop(next.insert(order.as_slice().into(), count * times)),
                }
            }
        }
        all = next;
    }
    Ok(listed(shape, all, total.pow(passes)))
}

impl PermutationLaw {
    /// The law of the first cards that are dealt from whole decks.
    #[must_use]
    pub(crate) fn first_cards(self, shape: Shape) -> Self {
        if self.shape == shape {
            return self;
        }
        let total = self.masses.total().expect("paths are counted").clone();
        let mut sums = Counts::new();
        for (order, count) in counts(&self) {
            *sums.entry(order[..shape.dealt()].into()).or_insert_with(BigInt::zero) += count;
        }
        listed(shape, sums, total)
    }
}

fn counts(law: &PermutationLaw) -> Counts {
    let total = law.masses.total().expect("paths are counted");
    law.orders()
        .map(|(order, p)| {
            let fraction = p.fraction().expect("paths are counted") * total;
            (order.into(), fraction.to_integer())
        })
        .collect()
}

fn listed(shape: Shape, counts: Counts, total: BigInt) -> PermutationLaw {
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let (orders, counts) = sorted.into_iter().unzip();
    PermutationLaw { shape, support: Support::Listed(orders), masses: Masses::big(counts, total) }
}
