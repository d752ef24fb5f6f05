//! The estimated size of a bias, with an interval, and the cell that stands out.

use crate::{
    distribution::clopper_pearson,
    effect_kind::{self, EffectKind, Unit},
    place::Place,
};

/// The confidence of the intervals around effects.
pub const CONFIDENCE: f64 = 0.99;

/// A two-sided confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The probability with which such an interval covers the truth.
    pub confidence: f64,
}

impl Interval {
    /// The ends of an interval of [`CONFIDENCE`].
    pub(crate) fn new([low, high]: [f64; 2]) -> Self {
        Self { low, high, confidence: CONFIDENCE }
    }

    /// The interval of a count relative to its mean, picked among `tails` tails, that could have been `most`: the exact one of Clopper
    /// and Pearson.
    ///
    /// It is conservative for a sum of cells that a deck hits without replacement, which scatters less than binomial counts of the
    /// same mean (Hoeffding 1956, Ann. Math. Statist. 27).
    pub(crate) fn of_count([count, most]: [u64; 2], mean: f64, tails: u64) -> Self {
        let miss = 2.0 * (1.0 - CONFIDENCE) / tails.max(2) as f64;
        let kept = clopper_pearson(count, most, 1.0 - miss.max(f64::EPSILON));
        let relative = |share: f64| share * most as f64 / mean - 1.0;
        Self::new([kept.low, kept.high].map(relative))
    }
}

/// The estimated size of a bias, in plain units.
///
/// It is the size of all that a test looks at. A test of many cells measures their root mean square deviation,
/// without what chance adds to it; the single cell that stands out is its [`Peak`].
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Quantity that is measured.
    pub kind: &'static EffectKind,
    /// The estimate.
    pub value: f64,
    /// Its confidence interval, where one is known.
    pub interval: Option<Interval>,
    /// The part that was measured, where that depends on the number of decks: "first 3 cards".
    pub place: Option<Place>,
    /// The cell that stands out most clearly, where the test has cells that can be named.
    pub peak: Option<Peak>,
    /// The clearest finding of a test that looks at many things.
    pub extreme: Option<ExtremeCount>,
}

/// The clearest of the many things that a test looks at, as a count: "cards at positions 7 and 41 are of the same parity
/// in 64 of 64 decks".
///
/// It was picked among many, so the share that it shows is not an estimate. The [effect](ExtremeCount::effect) is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtremeCount {
    /// The counted thing: "cards at positions 7 and 41 have the same parity".
    pub what: Place,
    /// The number of decks, or pairs of decks, in which it was so.
    pub count: u64,
    /// The number of trials.
    pub of: u64,
    /// The unit: `decks`, `pairs of decks`.
    pub unit: &'static str,
    /// The probability of it under the hypothesis.
    pub expected: f64,
}

impl ExtremeCount {
    /// The share of decks that shows this, as a size that is true although it was picked among `tails` tails: the end
    /// nearest to what is expected of an interval that all of them keep together, or what is expected if that lies
    /// within.
    ///
    /// # Panics
    ///
    /// If `count` is above `of`.
    #[must_use]
    pub fn effect(self, tails: u64) -> Effect {
        let error = (1.0 - CONFIDENCE) / tails.max(1) as f64;
        let kept = clopper_pearson(self.count, self.of, 1.0 - error.max(f64::EPSILON));
        let value = self.expected.clamp(kept.low, kept.high);
        let interval = Interval::new([kept.low, kept.high]);
        Effect {
            interval: Some(interval),
            extreme: Some(self),
            ..Effect::new(effect_kind::SHARE_OF_DECKS, value)
        }
    }
}

impl Effect {
    /// An estimate without an interval, of no place in particular.
    #[must_use]
    pub fn new(kind: &'static EffectKind, value: f64) -> Self {
        Self { kind, value, interval: None, place: None, peak: None, extreme: None }
    }

    /// The deviation of a count relative to its mean: -1 or more. It was picked among `tails` tails,
    /// and its interval holds for all of them together: see [`Interval::of_count`]. `most` is the largest count that there could be.
    pub(crate) fn of_picked_count(
        kind: &'static EffectKind,
        [count, most]: [u64; 2],
        mean: f64,
        tails: u64,
    ) -> Self {
        debug_assert!(kind.is_picked, "{}", kind.id);
        let interval = Interval::of_count([count, most], mean, tails);
        Self::new(kind, count as f64 / mean - 1.0).within(interval)
    }

    /// The same at this place, which a trial hits or not: the effect says in how many of the trials, which `unit` names, it was hit, and
    /// in what share of them it should be.
    pub(crate) fn hit(
        self,
        place: Place,
        [count, of]: [u64; 2],
        unit: &'static str,
        expected: f64,
    ) -> Self {
        let extreme = ExtremeCount { what: place.clone(), count, of, unit, expected };
        Self { extreme: Some(extreme), ..self.at(place) }
    }

    pub(crate) fn at(self, place: impl Into<Place>) -> Self {
        Self { place: Some(place.into()), ..self }
    }

    pub(crate) fn within(self, interval: Interval) -> Self {
        Self { interval: Some(interval), ..self }
    }

    /// True if it is a share of something, to be shown in per cent: deviations relative to what is expected, and
    /// total variations. Degrees, correlations, places and numbers of decks are not.
    pub fn is_relative(&self) -> bool {
        self.kind.unit == Unit::Share
    }
}

/// The cell of a table that stands out most clearly.
///
/// It was picked among many, and the one that was picked looks larger than it is. Its value is an estimate that
/// takes this into account (see [`crate::size`]), and so does its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// Quantity that is measured.
    pub kind: &'static EffectKind,
    /// The place of the cell: "position 3, card 7".
    pub place: Place,
    /// The estimate.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

impl Peak {
    /// The same counted the other way round.
    pub(crate) fn turned(self) -> Self {
        let interval =
            self.interval.map(|it| Interval { low: 0.0 - it.high, high: 0.0 - it.low, ..it });
        Self { value: 0.0 - self.value, interval, ..self }
    }

    /// The same where the deviation is relative, and so at least -1.
    pub(crate) fn of_ratio(self) -> Self {
        let interval = self.interval.map(|it| Interval {
            low: it.low.max(-1.0),
            high: it.high.max(-1.0),
            ..it
        });
        Self { value: self.value.max(-1.0), interval, ..self }
    }
}
