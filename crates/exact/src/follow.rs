//! What the position law and the pair law share: a plan of their cost and numbers, and the loop over steps.

use crate::{
    Why,
    amount::Amount,
    cost::{Arithmetic, Cost, Limits},
    masses::Masses,
    operator::Operator,
    script::{Script, Step},
    weights::Shares,
};
use num_bigint::BigInt;
use shuffle_algorithms::dice::DiceSpec;

/// Beyond so many machine words touched big numbers give way to floats: a few seconds.
const MOST_EXACT_WORK: f64 = 1e8;

/// A program to be followed, and in which numbers.
#[derive(Debug)]
pub(crate) struct Follow<'a> {
    script: &'a Script,
    dice: DiceSpec,
    cost: Cost,
}

impl<'a> Follow<'a> {
    /// Plans to keep so many states, each touched so often by each step, in `of_floats` nanoseconds if in
    /// floats.
    pub(crate) fn plan(
        script: &'a Script,
        dice: DiceSpec,
        states: u64,
        touched: u64,
        of_floats: f64,
    ) -> Result<Self, Why> {
        let _ = script.followed()?; // or it says why not
        let mut bits = 0.0;
        for step in script.steps() {
            bits += (words(step, script.size().cards(), dice)? as f64).log2();
        }
        let passes = f64::from(script.passes());
        let length = (bits * passes / 64.0).ceil() + 1.0;
        let moves = script.steps().len() as f64 * passes * states as f64 * touched as f64;
        let arithmetic =
            if moves * length <= MOST_EXACT_WORK { Arithmetic::Big } else { Arithmetic::Floats };
        let (each, nanoseconds) = match arithmetic {
            Arithmetic::Big => (48 + 8 * length as u64, 20.0 + length),
            _ => (8, of_floats),
        };
        let (bytes, seconds) = (states.saturating_mul(2 * each), moves * nanoseconds / 1e9);
        let cost = Cost { states, bytes, moves: moves as u64, arithmetic, seconds };
        Ok(Self { script, dice, cost })
    }

    pub(crate) fn cost(&self) -> Cost {
        self.cost
    }

    /// Follows what starts as `start`, in big numbers or in floats.
    pub(crate) fn run(
        &self,
        what: &'static str,
        limits: &Limits,
        start: impl Fn(usize) -> bool,
        kind: Kind,
    ) -> Result<Masses, Why> {
        self.cost.within(what, limits)?;
        let cards = self.script.size().cards();
        Ok(match self.cost.arithmetic {
            Arithmetic::Floats => {
                let steps = self.script.steps().len() as f64 * f64::from(self.script.passes());
                // A step only spreads the mass there is, and with it the errors of the steps before. Each
                // of its sums rounds at most once a term.
                let each = steps * (cards as f64 + 32.0) * f64::EPSILON;
                let mass = (0..self.cost.states as usize).filter(|&index| start(index)).count();
                let mut values = self.follow::<f64>(&start, kind)?;
                values.iter_mut().for_each(|value| *value = value.clamp(0.0, 1.0));
                Masses::floats(values, each, each * mass as f64)
            }
            _ => {
                let total = self.script.product(|step| words(step, cards, self.dice))?;
                Masses::big(self.follow::<BigInt>(&start, kind)?, total)
            }
        })
    }

    fn follow<A: Amount>(&self, start: impl Fn(usize) -> bool, kind: Kind) -> Result<Vec<A>, Why> {
        let cards = self.script.size().cards();
        let begin = |index| if start(index) { A::whole() } else { A::nothing() };
        let mut law: Vec<A> = (0..self.cost.states as usize).map(begin).collect();
        let mut scratch = Vec::new();
        for step in self.script.followed()? {
            let operator = Operator::<A>::of(step, cards, self.dice)?;
            match kind {
                Kind::Each => {
                    for row in law.chunks_exact_mut(cards) {
                        operator.follow_one(row, &mut scratch);
                    }
                }
                Kind::Pairs => operator.follow_two(&mut law, cards, &mut scratch),
            }
        }
        Ok(law)
    }
}

/// What is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Each place by itself: a row a place.
    Each,
    /// Ordered pairs of places.
    Pairs,
}

/// All words of a step.
fn words(step: &Step, cards: usize, dice: DiceSpec) -> Result<i128, Why> {
    let total = |reach| Shares::of(reach, cards, dice).map(|shares| shares.total);
    match step {
        Step::Swap(a, b) => Ok(total(a)? * total(b)?),
        Step::Lift(from, _) => total(from),
    }
}
