//! The pair law: two places at once, and with it the exact shuffle degree, for any number of cards.
//!
//! The degree asks of each two neighbors which card is larger, so it needs the law of two places at once:
//! n^2 pairs of cards for each of n - 1 pairs of places. All of these need not be kept apart. Two places
//! can be followed through the steps of a program together, as one can (`Script::followed`), and what is
//! followed may be any weight on pairs of places: put a weight of 1 on each pair (p, p+1), follow it
//! through, and what arrives at the pair of cards (a, b) is the probability that b comes right after a.
//! That is n^2 numbers and n^2 work a step (`operator`). Summed over a < b it is the mean number of
//! ascents. Weights on other pairs of places answer other questions: [`Pairs`].

use crate::{
    LawError,
    cost::Limits,
    masses::Masses,
    number::{LawValue, fraction},
    permutation::PermutationLaw,
    script::Script,
    tracking::{Follow, FollowedSteps, Tracked},
};
use shuffle_algorithms::{Shape, dice::DiceSpec};

/// The pairs of dealt places that a pair law counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pairs {
    /// Each place with the next: does card b follow card a?
    Neighbors,
    /// Each place with every later one: does card a come before card b?
    Ordered,
    /// These two places: which cards lie there? Nothing does if they are the same or not dealt.
    Places(usize, usize),
}

impl Pairs {
    pub(crate) fn contain(self, first: usize, second: usize, dealt: usize) -> bool {
        first.max(second) < dealt
            && match self {
                Self::Neighbors => first + 1 == second,
                Self::Ordered => first < second,
                Self::Places(p, q) => (first, second) == (p, q) && p != q,
            }
    }

    fn each(self, dealt: usize, mut visit: impl FnMut(usize, usize)) {
        match self {
            Self::Neighbors => (1..dealt).for_each(|second| visit(second - 1, second)),
            Self::Ordered => {
                (1..dealt).for_each(|second| (0..second).for_each(|first| visit(first, second)));
            }
            Self::Places(p, q) if self.contain(p, q, dealt) => visit(p, q),
            Self::Places(..) => {}
        }
    }
}

/// For every two cards a and b the probability that they lie, in this order, at one of the pairs of
/// places.
#[derive(Clone, Debug, PartialEq)]
pub struct PairLaw {
    pub(crate) shape: Shape,
    pub(crate) pairs: Pairs,
    pub(crate) masses: Masses,
}

/// The pair law of a program.
///
/// Exact for decks up to about 100 cards, in floats above, with the error stated.
///
/// # Errors
///
/// [`LawError::MixedWithin`] if a step swaps a card with a place, [`LawError::Dependent`] for dice without weights,
/// [`LawError::Memory`] and [`LawError::Work`] beyond the limits.
///
/// ```
/// use shuffle_algorithms::{Shape, dice::DiceSpec, shuffles::naive::Naive};
/// use shuffle_exact::{Limits, pair::{self, Pairs}, script::Script};
///
/// let script = Script::of(&Naive, Shape::whole(10), 1);
/// let law = pair::of_script(&script, DiceSpec::Exact, Pairs::Neighbors, &Limits::default())?;
/// assert_eq!(law.degree().unwrap().to_string(), "21662569/3750000000");
/// # Ok::<(), shuffle_exact::LawError>(())
/// ```
pub fn of_script(
    script: &Script,
    dice: DiceSpec,
    pairs: Pairs,
    limits: &Limits,
) -> Result<PairLaw, LawError> {
    script.is_thinkable("the pair law", limits)?;
    let plan = Follow::plan(FollowedSteps::Steps(script, dice), Tracked::Pairs)?;
    followed(&plan, script.shape(), pairs, limits)
}

/// The pair law of `passes` passes of a shuffle, from the law of one pass over whole decks.
pub(crate) fn of_passes(
    pass: &PermutationLaw,
    passes: u32,
    shape: Shape,
    pairs: Pairs,
    limits: &Limits,
) -> Result<PairLaw, LawError> {
    let plan = Follow::plan(FollowedSteps::Passes(pass, passes, shape), Tracked::Pairs)?;
    followed(&plan, shape, pairs, limits)
}

fn followed(
    plan: &Follow<'_>,
    shape: Shape,
    pairs: Pairs,
    limits: &Limits,
) -> Result<PairLaw, LawError> {
    let (cards, dealt) = (shape.cards(), shape.dealt());
    let start = |index| pairs.contain(index / cards, index % cards, dealt);
    Ok(PairLaw { shape, pairs, masses: plan.run("the pair law", limits, start)? })
}

impl PairLaw {
    /// The cards in the deck and the cards dealt.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The pairs of places that the law counts.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// The probability that the cards a and b lie, in this order, at one of the pairs of places.
    ///
    /// # Panics
    ///
    /// If there is no such card.
    #[must_use]
    pub fn probability(&self, a: usize, b: usize) -> LawValue {
        let cards = self.shape.cards();
        assert!(a < cards && b < cards, "{cards} cards");
        self.masses.get(a * cards + b)
    }

    /// The probabilities, a row a first card.
    #[must_use]
    pub fn masses(&self) -> &Masses {
        &self.masses
    }

    /// The mean number of the pairs of places whose first card is the smaller: of neighbors that ascend,
    /// of ordered pairs that are not inversions.
    #[must_use]
    pub fn ascending(&self) -> LawValue {
        let cards = self.shape.cards().max(1);
        self.masses.weighted(|index| u64::from(index / cards < index % cards))
    }

    /// The shuffle degree: the mean share of ascents, less 1/2. `None` unless the pairs are neighbors and
    /// at least two cards are dealt.
    #[must_use]
    pub fn degree(&self) -> Option<LawValue> {
        let neighbors = self.shape.dealt().checked_sub(1).filter(|&neighbors| neighbors > 0)?;
        (self.pairs == Pairs::Neighbors)
            .then(|| self.ascending().affine(&fraction(1, neighbors), &fraction(-1, 2)))
    }
}

impl PermutationLaw {
    /// The pair law: its marginal.
    #[must_use]
    pub fn pairs(&self, pairs: Pairs) -> PairLaw {
        let (shape, cards) = (self.shape(), self.shape().cards());
        let masses = self.scatter(cards * cards, |order, put| {
            pairs.each(order.len(), |p, q| put(order[p] as usize * cards + order[q] as usize));
        });
        PairLaw { shape, pairs, masses }
    }
}
