//! The weights of a die, as an exact law needs them.
//!
//! A law under the dice of a [`DiceSpec`] is a product over the rolls, if these are independent: each roll
//! `below(k)` then has one probability for each value, a number of words over all words, the same every
//! time (`shuffle_algorithms::dice::Weights`). Dice that start every deck from a tiny seed have no such
//! law: the rolls of a deck are linked by the seed, and the law of the decks is a list of 2^bits decks
//! that only the generator can produce.

use crate::LawError;
use shuffle_algorithms::dice::{DiceSpec, Weights};

/// The weights of `below(values)`.
///
/// # Errors
///
/// [`LawError::Dependent`] for dice whose rolls are not independent.
///
/// ```
/// use shuffle_algorithms::dice::DiceSpec;
/// use shuffle_exact::weights;
///
/// let die = weights::of(DiceSpec::Modulo { bits: 3 }, 3)?;
/// assert_eq!([0, 1, 2].map(|value| die.of(value)), [3, 3, 2], "of eight words");
/// assert!(weights::of(DiceSpec::TinySeed { bits: 16 }, 3).is_err());
/// # Ok::<(), shuffle_exact::LawError>(())
/// ```
pub fn of(dice: DiceSpec, values: usize) -> Result<Weights, LawError> {
    dice.weights(values).ok_or_else(|| LawError::Dependent { dice: dice.to_string() })
}
