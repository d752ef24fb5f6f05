//! Closed laws from the literature, for decks that are too large to enumerate.
#![doc = include_str!("closed.md")]

mod classes;
mod course;
mod hands;
mod partitions;
mod riffles;
mod shelves;
mod top_to_random;
mod transpositions;

pub use classes::ClassLaw;

use crate::{
    LawError, Subject,
    cost::Limits,
    masses::Masses,
    number::{LawValue, fraction},
    pair::{PairLaw, Pairs},
    position::PositionLaw,
    script::{Reach, Script, Step},
};
use course::{Direction, PairPass, Pass};
use hands::{Coins, Gsr, Human, PacketLaw, Packets, TopCard};
use shuffle_algorithms::{Algorithm, Shape, catalogue::ClosedLaw, dice::DiceSpec};

/// The known laws of a subject from the literature; an error says why a law cannot be had within the limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed {
    shape: Shape,
    passes: u32,
    kind: ClosedKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ClosedKind {
    Riffles { each: u64, direction: Direction },
    Shelves(u64),
    TopToRandom { each: u64 },
    Swaps { each: u64 },
    Hand(Hand),
}

/// A shuffle for which only the laws of places and pairs are known.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hand {
    Hindu,
    Human,
    Overhand { cut: f64 },
    Thorp,
}

/// Larger decks are not followed card by card; up to here 2^-n is a float.
const MOST_CARDS: usize = 1_000;

impl Closed {
    /// The known laws of this subject: `None` for flawed dice, for no passes at all, and for most shuffles.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape, dice::DiceSpec};
    /// use shuffle_exact::{Subject, closed::Closed};
    ///
    /// let mut subject = Subject::new(Algorithm::parse("gsr-riffle")?, Shape::whole(52));
    /// assert!(Closed::of(&subject).is_some());
    /// subject.dice = DiceSpec::Modulo { bits: 63 };
    /// assert_eq!(Closed::of(&subject), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(subject: &Subject) -> Option<Self> {
        let Subject { algorithm, shape, dice, passes } = subject;
        let sound = dice.is_exact() && *passes > 0 && shape.cards() <= MOST_CARDS;
        let kind = ClosedKind::of_algorithm(algorithm).filter(|_| sound)?;
        Some(Self { shape: *shape, passes: *passes, kind })
    }

    /// The known laws of a swap program, from its steps: all of them must swap two places drawn from the whole
    /// deck.
    #[must_use]
    pub fn of_script(script: &Script, dice: DiceSpec) -> Option<Self> {
        let (shape, passes) = (script.shape(), script.passes());
        let any = || Reach::RolledPlace(0..shape.cards());
        let swap = Step::Swap(any(), any());
        let each = script.steps().len() as u64;
        let sound = dice.is_exact() && each > 0 && passes > 0;
        (sound && script.steps().iter().all(|step| *step == swap)).then_some(Self {
            shape,
            passes,
            kind: ClosedKind::Swaps { each },
        })
    }

    /// The publication.
    #[must_use]
    pub fn source(&self) -> &'static str {
        match self.kind {
            ClosedKind::Riffles { .. } => "Bayer and Diaconis 1992",
            ClosedKind::Shelves(_) => "Diaconis, Fulman and Holmes 2013",
            ClosedKind::TopToRandom { .. } => {
                "Aldous and Diaconis 1986; Diaconis, Fill and Pitman 1992"
            }
            ClosedKind::Swaps { .. } => "Diaconis and Shahshahani 1981",
            ClosedKind::Hand(_) => "the law of its packets, by dynamic programming",
        }
    }

    /// The law of whole decks, class by class; `None` if it is not known, or of deals.
    pub fn classes(&self, limits: &Limits) -> Option<Result<ClassLaw, LawError>> {
        let (n, passes) = (self.shape.cards(), u64::from(self.passes));
        let law = match self.kind {
            _ if !self.shape.is_whole() => return None,
            ClosedKind::Riffles { each, .. } => riffles::law(n, each * passes, limits),
            ClosedKind::Shelves(shelves) => shelves::law(n, shelves, self.passes, limits),
            ClosedKind::TopToRandom { each } => top_to_random::law(n, each * passes, limits),
            ClosedKind::Swaps { each } => transpositions::law(n, each * passes, limits),
            ClosedKind::Hand(_) => return None,
        };
        Some(law)
    }

    /// The position law; `None` if it is not known.
    pub fn position(&self, limits: &Limits) -> Option<Result<PositionLaw, LawError>> {
        match self.kind {
            ClosedKind::Swaps { .. } => None,
            _ => Some(self.find_position(limits)),
        }
    }

    fn find_position(&self, limits: &Limits) -> Result<PositionLaw, LawError> {
        let (shape, n) = (self.shape, self.shape.cards());
        let (matrix, times) = match (self.kind, self.pass(limits)) {
            (ClosedKind::Shelves(shelves), _) => (shelves::places(n, shelves, limits)?, 1),
            (_, Some((pass, times, direction))) => {
                let pass = pass?;
                let matrix = match direction {
                    Direction::Forwards => pass.places(),
                    Direction::Backwards => course::transposed(&pass.places(), n),
                };
                ((matrix, pass.error()), times)
            }
            (_, None) => unreachable!("every other kind has a course"),
        };
        let passes = times * u64::from(self.passes);
        let masses = course::power(matrix, n, shape.dealt(), passes, limits)?;
        Ok(PositionLaw { shape, masses })
    }

    /// The law of pairs of places; `None` if it is not known.
    pub fn pairs(&self, pairs: Pairs, limits: &Limits) -> Option<Result<PairLaw, LawError>> {
        let (pass, times, direction) = self.pass(limits)?;
        let law = pass
            .and_then(|pass| pass.pairs(limits))
            .and_then(|pass| self.find_pairs(&pass, pairs, times, direction, limits));
        Some(law.map(|masses| PairLaw { shape: self.shape, pairs, masses }))
    }

    fn find_pairs(
        &self,
        pass: &PairPass,
        pairs: Pairs,
        times: u64,
        direction: Direction,
        limits: &Limits,
    ) -> Result<Masses, LawError> {
        let (n, dealt) = (self.shape.cards(), self.shape.dealt());
        let start = |index| pairs.contain(index / n, index % n, dealt);
        pass.through(start, times * u64::from(self.passes), direction, limits)
    }

    /// The shuffle degree where it is known without the law of neighbors, of at least two dealt cards.
    pub fn degree(&self, limits: &Limits) -> Option<Result<LawValue, LawError>> {
        let Self { shape, passes, kind } = *self;
        if shape.dealt() < 2 {
            return None;
        }
        match kind {
            ClosedKind::Riffles { each, direction: Direction::Forwards } => {
                Some(Ok(riffles::degree(each * u64::from(passes))))
            }
            ClosedKind::Riffles { each, direction: Direction::Backwards } if shape.is_whole() => {
                let law = riffles::law(shape.cards(), each * u64::from(passes), limits);
                law.map(|law| riffles::inverse_degree(&law)).transpose()
            }
            // The law of a whole deck is the same read backwards.
            ClosedKind::Shelves(_) if shape.is_whole() => Some(Ok(LawValue::Exact(fraction(0, 1)))),
            _ => None,
        }
    }

    /// One course, the number of such courses in a pass, and the direction in which it is read.
    fn pass(&self, limits: &Limits) -> Option<(Result<Pass, LawError>, u64, Direction)> {
        let n = self.shape.cards();
        let forwards = |pass| Some((pass, 1, Direction::Forwards));
        let packets = |law| Pass::of(&Packets { cards: n, law }, n, limits);
        match self.kind {
            ClosedKind::Riffles { each, direction } => {
                Some((Pass::of(&Gsr { cards: n }, n, limits), each, direction))
            }
            ClosedKind::TopToRandom { each } => {
                Some((Pass::of(&TopCard { cards: n }, n, limits), each, Direction::Forwards))
            }
            ClosedKind::Hand(Hand::Hindu) => forwards(packets(PacketLaw::FiveToNine)),
            ClosedKind::Hand(Hand::Overhand { cut }) => forwards(packets(PacketLaw::Cuts(cut))),
            ClosedKind::Hand(Hand::Human) => forwards(Pass::of(&Human { cards: n }, n, limits)),
            ClosedKind::Hand(Hand::Thorp) => forwards(Pass::of(&Coins { cards: n }, n, limits)),
            ClosedKind::Shelves(_) | ClosedKind::Swaps { .. } => None,
        }
    }
}

impl ClosedKind {
    fn of_algorithm(algorithm: &Algorithm) -> Option<Self> {
        let value = |key| algorithm.spec().value(key);
        Some(match algorithm.entry().closed_law? {
            ClosedLaw::Riffles { riffles } => {
                Self::Riffles { each: value(riffles), direction: Direction::Forwards }
            }
            ClosedLaw::InverseRiffles { riffles } => {
                Self::Riffles { each: value(riffles), direction: Direction::Backwards }
            }
            ClosedLaw::Shelves { shelves } => Self::Shelves(value(shelves)),
            ClosedLaw::TopToRandom { moves } => Self::TopToRandom { each: value(moves) },
            ClosedLaw::PacketsOfFiveToNine => Self::Hand(Hand::Hindu),
            ClosedLaw::HumanRiffle => Self::Hand(Hand::Human),
            ClosedLaw::Cuts { percent } => {
                Self::Hand(Hand::Overhand { cut: value(percent) as f64 / 100.0 })
            }
            ClosedLaw::Thorp => Self::Hand(Hand::Thorp),
        })
    }
}
