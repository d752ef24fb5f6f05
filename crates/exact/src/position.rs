//! The position law: the probability of every card at every place, for any number of cards.
//!
//! The law of one place does not need the law of all orders: in a program whose steps each act on places alone or on
//! cards alone, a place can be followed through the steps by itself (`Script::followed`), at a cost of n per step. So
//! the n x n matrix costs n^2 per step: 52 cards take a moment, exactly; 1,000 cards take seconds, in floats. Passes
//! are the same steps again. The position law of a shuffle without such steps comes from the law of whole decks, if
//! that is available.

use crate::{
    LawError,
    cost::Limits,
    masses::Masses,
    number::LawValue,
    permutation::PermutationLaw,
    script::Script,
    tracking::{Follow, FollowedSteps, Tracked},
};
use shuffle_algorithms::{Shape, dice::DiceSpec};

/// The probability of every card at every dealt place.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLaw {
    pub(crate) shape: Shape,
    /// Row by row, a row a place.
    pub(crate) masses: Masses,
}

/// The position law of a program.
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
/// use shuffle_exact::{Limits, position, script::Script};
///
/// let script = Script::of(&Naive, Shape::whole(52), 1);
/// let law = position::of_script(&script, DiceSpec::Exact, &Limits::default())?;
/// // Card 1 comes to the first place more often than one in 52, card 0 exactly as often.
/// assert!(law.probability(0, 1).value() > 1.0 / 52.0);
/// assert_eq!(law.probability(0, 0).to_string(), "1/52");
/// # Ok::<(), shuffle_exact::LawError>(())
/// ```
pub fn of_script(
    script: &Script,
    dice: DiceSpec,
    limits: &Limits,
) -> Result<PositionLaw, LawError> {
    script.is_thinkable("the position law", limits)?;
    let plan = Follow::plan(FollowedSteps::Steps(script, dice), Tracked::Each)?;
    followed(&plan, script.shape(), limits)
}

/// The position law of `passes` passes of a shuffle, from the law of one pass over whole decks: a power of its
/// position matrix.
pub(crate) fn of_passes(
    pass: &PermutationLaw,
    passes: u32,
    shape: Shape,
    limits: &Limits,
) -> Result<PositionLaw, LawError> {
    followed(
        &Follow::plan(FollowedSteps::Passes(pass, passes, shape), Tracked::Each)?,
        shape,
        limits,
    )
}

fn followed(plan: &Follow<'_>, shape: Shape, limits: &Limits) -> Result<PositionLaw, LawError> {
    let itself = |index| index / shape.cards() == index % shape.cards();
    Ok(PositionLaw { shape, masses: plan.run("the position law", limits, itself)? })
}

impl PositionLaw {
    /// The cards in the deck and the cards dealt.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The probability that the card `card` lies at place `place`.
    ///
    /// # Panics
    ///
    /// If there is no such place or card.
    #[must_use]
    pub fn probability(&self, place: usize, card: usize) -> LawValue {
        let (dealt, cards) = (self.shape.dealt(), self.shape.cards());
        assert!(place < dealt && card < cards, "{dealt} cards dealt of {cards}");
        self.masses.get(place * cards + card)
    }

    /// The matrix as floats: a row a place, a column a card.
    #[must_use]
    pub fn matrix(&self) -> Vec<Vec<f64>> {
        let values = self.masses.values();
        if values.is_empty() {
            return vec![Vec::new(); self.shape.dealt()];
        }
        values.chunks_exact(self.shape.cards()).map(<[f64]>::to_vec).collect()
    }

    /// The probabilities, row by row.
    #[must_use]
    pub fn masses(&self) -> &Masses {
        &self.masses
    }
}

impl PermutationLaw {
    /// The position law: its marginal.
    #[must_use]
    pub fn position(&self) -> PositionLaw {
        let (shape, cards) = (self.shape(), self.shape().cards());
        let masses = self.scatter(shape.dealt() * cards, |order, put| {
            for (place, &card) in order.iter().enumerate() {
                put(place * cards + card as usize);
            }
        });
        PositionLaw { shape, masses }
    }
}
