//! Faults that are a matter of time: what is wrong follows from the number of the trial.

use super::{Defect, MOST_CARDS, Next, adversary, parameter, uniform, untouched};
use crate::{
    Dice,
    dice::Exact,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};
use rand::SeedableRng;
use rand_pcg::Pcg64;

/// Fisher-Yates, but the very first deck is not shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnshuffledFirst;

pub(crate) const UNSHUFFLED_FIRST: Listing<UnshuffledFirst> = Listing {
    entry: Entry {
        title: "the very first deck is not shuffled",
        known: Known::Biased { from: 2, how: "trial 0 is left in its start order" },
        source: "adversary: a shuffle that is started too late",
        ..adversary("unshuffled-first")
    },
    build: |_| UnshuffledFirst,
};

impl Defect for UnshuffledFirst {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        if next.trial == 0 { untouched(next.cards) } else { uniform(next.cards, dice) }
    }
}

/// Fisher-Yates, but the chance that one card lies at one place wanders with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drift {
    card: usize,
    place: usize,
    percent: u64,
    half: u64,
}

const CARD: Parameter = parameter("card", "the card", (0, MOST_CARDS), 12);
const PLACE: Parameter = parameter("place", "the place", (0, MOST_CARDS), 40);
const PERCENT: Parameter = parameter("percent", "relative size of the swing", (1, 100), 50);
const PERIOD: Parameter =
    parameter("period", "trials per swing, up and down", (2, 100_000_000), 200_000);

pub(crate) const DRIFT: Listing<Drift> = Listing {
    entry: Entry {
        title: "the chance of a card at a place drifts with time, and is right on average",
        parameters: &[CARD, PLACE, PERCENT, PERIOD],
        known: Known::Biased { from: 2, how: "a card comes to a place too often, then too rarely" },
        source: "adversary: a slow drift; Page 1954, Biometrika 41",
        ..adversary("drift")
    },
    build: |spec| Drift {
        card: spec.value(CARD.key) as usize,
        place: spec.value(PLACE.key) as usize,
        percent: spec.value(PERCENT.key),
        half: spec.value(PERIOD.key) / 2,
    },
};

/// Parts in which a swing is counted.
const PARTS: u64 = 1_000_000;

impl Drift {
    /// The deviation of the chance at a trial, in millionths of itself, and true if it is too high.
    ///
    /// The sine is Bhaskara I's, 16 x (1 - x) / (5 - 4 x (1 - x)) for half a period, at most 0.2 % off: whole numbers
    /// are the same on every machine. Both halves are alike, so they cancel.
    fn swing(&self, trial: u64) -> (u64, bool) {
        let (half, at) = (u128::from(self.half), u128::from(trial % self.half));
        let bow = at * (half - at);
        let parts = u128::from(self.percent * PARTS / 100);
        let off = parts * 16 * bow / (5 * half * half - 4 * bow);
        (off as u64, (trial / self.half).is_multiple_of(2))
    }
}

impl Defect for Drift {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let n = next.cards;
        let mut order = uniform(n, dice);
        if n < 2 {
            return order;
        }
        let (card, place) = (self.card % n, self.place % n);
        let (off, too_often) = self.swing(next.trial);
        // A card that is forced to its place with probability q is there with q + (1-q)/n, one that is forced away with
        // (1-q)/n: it is off by q (n-1)/n or by q/n.
        let of = PARTS as usize * if too_often { n - 1 } else { 1 };
        if dice.chance(off as usize, of) {
            let lies = order.iter().position(|&here| here as usize == card).unwrap_or(place);
            if too_often {
                order.swap(lies, place);
            } else if lies == place {
                order.swap(place, (place + 1 + dice.below(n - 1)) % n);
            }
        }
        order
    }
}

/// Fisher-Yates, but from some trial on decks out of a small store come in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateStore {
    after: u64,
    every: usize,
    decks: usize,
}

const AFTER: Parameter =
    parameter("after", "sound trials at the start", (0, 1_000_000_000_000), 1_000_000);
const EVERY: Parameter = parameter(
    "every",
    "one deck in this many, on average, comes from the cache",
    (1, 1_000_000),
    1_000,
);
const DECKS: Parameter = parameter("decks", "decks in the cache", (1, 65_536), 64);

pub(crate) const LATE_STORE: Listing<LateStore> = Listing {
    entry: Entry {
        title: "after a million decks, now and then a deck comes from a small cache",
        parameters: &[AFTER, EVERY, DECKS],
        known: Known::Biased { from: 2, how: "from some trial on, some decks come too often" },
        source: "adversary: a cache that fills up",
        ..adversary("late-store")
    },
    build: |spec| LateStore {
        after: spec.value(AFTER.key),
        every: spec.value(EVERY.key) as usize,
        decks: spec.value(DECKS.key) as usize,
    },
};

/// The seed of the stored decks: each has a generator of its own.
const STORED: u64 = 0x0053_746f_7265_6400;

impl Defect for LateStore {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        if next.trial >= self.after && dice.chance(1, self.every) {
            let stored = STORED + dice.below(self.decks) as u64;
            return uniform(next.cards, &mut Exact::new(Pcg64::seed_from_u64(stored)));
        }
        uniform(next.cards, dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swing_is_a_sine_and_right_on_average() {
        let drift = Drift { card: 0, place: 0, percent: 50, half: 1_000 };
        let at = |trial| {
            let (off, too_often) = drift.swing(trial);
            off as f64 / 1e6 * if too_often { 1.0 } else { -1.0 }
        };
        let sum: f64 = (0..2_000).map(at).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
        for trial in 0..2_000 {
            let sine = 0.5 * (std::f64::consts::PI * trial as f64 / 1_000.0).sin();
            assert!((at(trial) - sine).abs() < 0.001, "{trial}: {} for {sine}", at(trial));
        }
    }
}
