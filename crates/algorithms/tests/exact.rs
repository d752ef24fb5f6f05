//! Exact laws of small decks, as `shuffle-exact` has them.

use shuffle_algorithms::{Algorithm, Procedure, Program, Shape, dice::DiceSpec};
pub(crate) use shuffle_exact::{Fraction, number::fraction};
use shuffle_exact::{
    LawValue, Laws, Limits, PermutationLaw, Subject,
    paths::{self, Route},
    permutation::{self, Steps},
    script::Script,
};
use std::collections::BTreeMap;

/// The probability of each deck; decks that never come are not listed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Law(pub(crate) BTreeMap<Vec<u8>, Fraction>);

impl Law {
    fn of(law: &PermutationLaw) -> Self {
        let narrow = |order: Vec<u32>| order.into_iter().map(|card| card as u8).collect();
        let chance = |value: LawValue| value.fraction().expect("small laws are exact").clone();
        let all = law.orders().map(|(order, value)| (narrow(order), chance(value)));
        Self(all.filter(|(_, chance)| *chance != fraction(0, 1)).collect())
    }

    /// The exact law of the cards that are dealt.
    pub(crate) fn read(algorithm: &str, shape: Shape) -> Self {
        let subject = Subject::new(Algorithm::parse(algorithm).unwrap(), shape);
        Self::of(Laws::new(subject, Limits::default()).permutation().unwrap())
    }

    /// The exact law of a swap program, step by step.
    pub(crate) fn of_program<P: Program>(program: &P, shape: Shape) -> Self {
        let steps = Steps::new(&Script::of(program, shape, 1), DiceSpec::Exact).unwrap();
        Self::of(&steps.law(&Limits::default()).unwrap())
    }

    /// The exact law of a procedure, path by path.
    pub(crate) fn of_procedure<P: Procedure>(procedure: &P, shape: Shape) -> Self {
        let route = Route::new(shape, Limits::default().paths);
        let walk =
            |each: &mut dyn FnMut(paths::Path<'_>)| paths::of_procedure(procedure, &route, each);
        Self::of(&permutation::of_paths(shape, walk).unwrap())
    }

    pub(crate) fn chance(&self, of: impl Fn(&[u8]) -> bool) -> Fraction {
        self.0.iter().filter(|(deck, _)| of(deck)).map(|(_, chance)| chance).sum()
    }

    /// True if all `possible` outcomes come, equally often.
    pub(crate) fn is_uniform_over(&self, possible: usize) -> bool {
        self.0.len() == possible && self.0.values().all(|chance| *chance == fraction(1, possible))
    }

    /// The exact shuffle degree.
    pub(crate) fn degree(&self) -> Fraction {
        let degree = |deck: &[u8]| {
            let ascents = deck.windows(2).filter(|pair| pair[0] < pair[1]).count();
            fraction(ascents, deck.len() - 1) - fraction(1, 2)
        };
        self.0.iter().map(|(deck, chance)| chance * degree(deck)).sum()
    }
}

/// The nearest float.
pub(crate) fn float(chance: &Fraction) -> f64 {
    LawValue::Exact(chance.clone()).value()
}

/// The number of orders of the first `dealt` of `cards` cards.
pub(crate) fn orders(cards: usize, dealt: usize) -> usize {
    (cards - dealt + 1..=cards).product()
}
