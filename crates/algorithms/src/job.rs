//! A shuffle with everything that determines its decks, except the seed.

use crate::{
    Algorithm, Shape, dice::DiceSpec, generator::Generator, spec::SpecError, start::Start,
};
use std::fmt;

/// The most characters of a start order that a sentence shows.
const MOST_OF_A_START: usize = 40;

/// A shuffle with everything that determines its decks, except the seed.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape, fill::Job, generator::Seed};
///
/// let job = Job::new(Algorithm::parse("fisher-yates")?, Shape::whole(5));
/// let decks = job.decks::<u8>(2, &Seed::from_u64(1));
/// assert_eq!(decks.len(), 2 * 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The shuffle.
    pub algorithm: Algorithm,
    /// Cards in the deck and cards dealt.
    pub shape: Shape,
    /// The dice it rolls.
    pub dice: DiceSpec,
    /// The generator under the dice.
    pub rng: Generator,
    /// The number of times the whole shuffle is repeated on a deck.
    pub passes: u32,
    /// The order of each deck before it is shuffled; its cards are renamed by their places in it afterwards.
    pub start: Start,
}

/// The shuffle as messages name it: with its dice if they are flawed, its start if it is not the identity, and its
/// passes if there are several. The deck and the generator are left out.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape, dice::DiceSpec, fill::Job};
///
/// let naive = Job::new(Algorithm::parse("naive")?, Shape::whole(5));
/// let other = Job { dice: DiceSpec::parse("modulo:bits=6")?, passes: 2, ..naive.clone() };
/// assert_eq!(naive.to_string(), "naive");
/// assert_eq!(other.to_string(), "naive with modulo:bits=6 dice (2 passes)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if self.dice != DiceSpec::Exact {
            write!(f, " with {} dice", self.dice)?;
        }
        if self.start != Start::Identity {
            let order = self.start.to_string();
            let (name, more) = match order.char_indices().nth(MOST_OF_A_START) {
                Some((end, _)) => (&order[..end], "..."),
                None => (order.as_str(), ""),
            };
            write!(f, " from start {name}{more}")?;
        }
        match self.passes {
            1 => Ok(()),
            passes => write!(f, " ({passes} passes)"),
        }
    }
}

impl Job {
    /// One pass with exact dice on the default generator.
    #[must_use]
    pub fn new(algorithm: Algorithm, shape: Shape) -> Self {
        let (dice, rng, start) = (DiceSpec::Exact, Generator::default(), Start::Identity);
        Self { algorithm, shape, dice, rng, passes: 1, start }
    }

    /// The same shuffle of different cards in order, whatever is read from it.
    #[must_use]
    pub fn in_order(&self) -> Self {
        Self { shape: self.shape.in_order(), ..self.clone() }
    }

    /// Checks that the shuffle can be run on these dice.
    ///
    /// # Errors
    ///
    /// [`SpecError::DrawsItself`].
    pub fn check(&self) -> Result<(), SpecError> {
        if self.algorithm.is_foreign() && !self.dice.leaves_draws_alone() {
            let (id, dice) = (self.algorithm.entry().id, self.dice.to_string());
            return Err(SpecError::DrawsItself { id, dice });
        }
        Ok(())
    }
}
