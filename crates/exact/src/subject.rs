//! The subject of a law.

use crate::LawError;
use shuffle_algorithms::{Algorithm, Shape, dice::DiceSpec, fill::Job, start::Start};

/// The subject of a law: a shuffle with everything that determines its law.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The shuffle.
    pub algorithm: Algorithm,
    /// Cards in the deck and cards dealt.
    pub shape: Shape,
    /// The dice it rolls.
    pub dice: DiceSpec,
    /// The number of times the whole shuffle is repeated on a deck.
    pub passes: u32,
}

impl Subject {
    /// One pass with exact dice.
    #[must_use]
    pub fn new(algorithm: Algorithm, shape: Shape) -> Self {
        Self { algorithm, shape, dice: DiceSpec::Exact, passes: 1 }
    }
}

impl TryFrom<&Job> for Subject {
    type Error = LawError;

    /// The law does not depend on the generator.
    ///
    /// # Errors
    ///
    /// [`LawError::Start`] if decks do not start from the identity, [`LawError::Drawn`] of what is not an order:
    /// [`DrawnLaws`](crate::drawn::DrawnLaws) sum its laws.
    fn try_from(job: &Job) -> Result<Self, LawError> {
        let Job { algorithm, shape, dice, passes, start, .. } = job.clone();
        match start {
            _ if !shape.is_order() => Err(LawError::Drawn),
            Start::Identity => Ok(Self { algorithm, shape, dice, passes }),
            _ => Err(LawError::Start),
        }
    }
}
