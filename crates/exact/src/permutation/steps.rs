//! The law of whole decks of a swap program, step by step over all orders.

use super::{PermutationLaw, Support};
use crate::{
    LawError,
    amount::Amount,
    cost::{Arithmetic, Cost, Limits},
    deal_index::{DealIndex, Laid},
    masses::Masses,
    moves::{Move, Moves},
    script::{Script, Side, Step},
};
use num_bigint::BigInt;
use shuffle_algorithms::{Shape, dice::DiceSpec};

/// The most moves of a law in big numbers; above that, floats are used.
const MOST_BIG_MOVES: u64 = 100_000_000;

/// The most bits of the denominator of a law in big numbers; above that, floats are used.
const MOST_BITS: u64 = 1 << 14;

/// The law of a program, ready to be computed; the cost is known before.
///
/// A program whose steps each act on places alone or on cards alone is followed place by place
/// (`Script::followed`), so that a deal of k cards of n costs a table of n!/(n-k)! probabilities, not of
/// n!. Any other runs on whole decks, and the deal is read off the result.
#[derive(Clone, Debug)]
pub struct Steps {
    shape: Shape,
    rows: DealIndex,
    passes: u32,
    /// The steps of one pass on whole decks, or of all passes in the order of `Script::followed`.
    moves: Vec<Moves>,
    on: On,
    /// The denominator of the counts, unless it is too long for them.
    total: Option<BigInt>,
    arithmetic: Arithmetic,
}

/// The objects that the moves act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    Decks,
    Followed,
}

impl Steps {
    /// Prepares the law of a program.
    ///
    /// # Errors
    ///
    /// [`LawError::Dependent`] for dice without a law of their own, [`LawError::Orders`] if there are too many
    /// orders to be numbered.
    ///
    /// ```
    /// use shuffle_algorithms::{Shape, dice::DiceSpec, shuffles::naive::Naive};
    /// use shuffle_exact::{Limits, cost::Arithmetic, permutation::Steps, script::Script};
    ///
    /// let script = Script::of(&Naive, Shape::whole(10), 1);
    /// let steps = Steps::new(&script, DiceSpec::Exact)?;
    /// assert_eq!(steps.cost().bytes, 2 * 8 * 3_628_800);
    /// assert_eq!(steps.cost().arithmetic, Arithmetic::Words);
    /// # Ok::<(), shuffle_exact::LawError>(())
    /// ```
    pub fn new(script: &Script, dice: DiceSpec) -> Result<Self, LawError> {
        let shape = script.shape();
        let unfolded = |step: &Step| Moves::of(step, shape.cards(), dice);
        let within = script.steps().iter().any(|step| step.side() == Side::Both);
        let (on, passes, laid) = if within || shape.is_whole() {
            (On::Decks, script.passes(), Shape::whole(shape.cards()))
        } else {
            (On::Followed, 1, shape)
        };
        let rows = DealIndex::new(laid)?;
        let moves: Vec<_> = if on == On::Decks {
            script.steps().iter().map(unfolded).collect::<Result<_, _>>()?
        } else {
            script.followed()?.map(unfolded).collect::<Result<_, _>>()?
        };
        let pass = moves.iter().map(|step| BigInt::from(step.total)).product::<BigInt>();
        let bits = pass.bits().saturating_mul(passes.into());
        let total = (bits <= MOST_BITS).then(|| pass.pow(passes));
        let mut steps =
            Self { shape, rows, passes, moves, on, total, arithmetic: Arithmetic::Floats };
        steps.arithmetic = match &steps.total {
            Some(total) if total.bits() <= 64 => Arithmetic::Words,
            Some(total) if total.bits() <= 128 => Arithmetic::DoubleWords,
            Some(_) if steps.moves() <= MOST_BIG_MOVES => Arithmetic::Big,
            _ => Arithmetic::Floats,
        };
        Ok(steps)
    }

    fn moves(&self) -> u64 {
        let pass: u64 = self.moves.iter().map(|step| step.moves.len() as u64).sum();
        self.rows.count().saturating_mul(pass.saturating_mul(self.passes.into()))
    }

    fn denominator(&self) -> BigInt {
        self.total.clone().unwrap_or_default()
    }

    /// The cost of the law: two tables of all orders, and every probability moved by every move of every step.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let (each, nanoseconds) = match self.arithmetic {
            Arithmetic::Words | Arithmetic::Floats => (8, 8.0),
            Arithmetic::DoubleWords => (16, 10.0),
            // The number itself, its digits, and what the allocator takes.
            Arithmetic::Big => (48 + self.denominator().bits().div_ceil(64) * 8, 80.0),
        };
        let (states, moves) = (self.rows.count(), self.moves());
        Cost {
            states,
            bytes: states.saturating_mul(2 * each),
            moves,
            arithmetic: self.arithmetic,
            seconds: moves as f64 * nanoseconds / 1e9,
        }
    }

    /// Computes the law.
    ///
    /// # Errors
    ///
    /// [`LawError::Memory`] and [`LawError::Work`], with the figure, before anything is done.
    pub fn law(&self, limits: &Limits) -> Result<PermutationLaw, LawError> {
        self.cost().within("the law of whole decks", limits)?;
        let masses = match self.arithmetic {
            Arithmetic::Words => Masses::words(self.run(), self.denominator()),
            Arithmetic::DoubleWords => Masses::double_words(self.run(), self.denominator()),
            Arithmetic::Big => Masses::big(self.run(), self.denominator()),
            Arithmetic::Floats => {
                let values: Vec<f64> = self.run();
                let largest = values.iter().copied().fold(0.0, f64::max);
                Masses::floats(values, self.relative_error() * largest, self.relative_error())
            }
        };
        let (shape, rows) = (self.shape, self.rows.clone());
        let law = PermutationLaw { shape, support: Support::All(rows), masses };
        if self.rows.dealt() == shape.dealt() {
            Ok(law)
        } else {
            Ok(law.dealt(DealIndex::new(shape)?, shape))
        }
    }

    /// All terms are positive, so each step adds at most one rounding for each addend, one for its factor
    /// and one for the product.
    fn relative_error(&self) -> f64 {
        let pass: usize = self.moves.iter().map(|step| step.moves.len() + 2).sum();
        pass as f64 * f64::from(self.passes) * f64::EPSILON
    }

    fn run<A: Amount>(&self) -> Vec<A> {
        let mut law = vec![A::zero(); self.rows.count() as usize];
        let mut next = law.clone();
        law[0] = A::one();
        for _ in 0..self.passes {
            for step in &self.moves {
                next.fill(A::zero());
                match self.on {
                    On::Decks => self.push(step, &law, &mut next, Move::on_deck),
                    On::Followed => self.push(step, &law, &mut next, Move::on_followed),
                }
                std::mem::swap(&mut law, &mut next);
            }
        }
        law
    }

    #[inline]
    fn push<A: Amount>(
        &self,
        step: &Moves,
        law: &[A],
        next: &mut [A],
        image: impl Fn(Move, &mut Laid<'_>) -> u64,
    ) {
        let moves: Vec<_> =
            step.moves.iter().map(|&(one, words)| (one, A::factor(words, step.total))).collect();
        let mut laid = Laid::first(&self.rows);
        let nothing = A::zero();
        for (rank, mass) in law.iter().enumerate() {
            if rank > 0 {
                laid.advance();
            }
            if *mass == nothing {
                continue;
            }
            laid.note_places();
            for &(one, factor) in &moves {
                next[image(one, &mut laid) as usize].add_times(mass, factor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_algorithms::shuffles::{mixed::MixedWithin, out_of_place::OutOfPlace};

    #[test]
    fn all_numbers_tell_the_same() {
        let (shape, dice) = (Shape::whole(5), DiceSpec::Modulo { bits: 7 });
        let limits = Limits::default();
        for script in [Script::of(&MixedWithin, shape, 2), Script::of(&OutOfPlace, shape, 1)] {
            let mut steps = Steps::new(&script, dice).unwrap();
            assert_eq!(steps.cost().arithmetic, Arithmetic::Words);
            let words = steps.law(&limits).unwrap();
            for arithmetic in [Arithmetic::DoubleWords, Arithmetic::Big, Arithmetic::Floats] {
                steps.arithmetic = arithmetic;
                let other = steps.law(&limits).unwrap();
                for ((_, a), (_, b)) in words.orders().zip(other.orders()) {
                    assert!((a.value() - b.value()).abs() <= b.error());
                    assert!(arithmetic == Arithmetic::Floats || a == b);
                }
            }
        }
    }
}
