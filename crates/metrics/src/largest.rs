//! The judge of the largest: the most extreme of many counts, by its exact tail.
//!
//! A test says which counts it looks at and the law of each. The smallest of all their tails, upper and lower, is judged by Bonferroni's
//! inequality ([`Evidence::of_tails`]): p is never too small, whatever the counts have to do with each other.

use crate::{
    distribution::{HypergeometricSum, binomial, ln_ratio_of},
    effect_kind,
    histogram::{FEWEST_TRIALS, Histogram},
    judgement::{Effect, Evidence, Sensitivity},
    place::Place,
    sums::{OneDeck, SumLaw},
};

/// The number of counts whose exact tails are computed.
const CLEAREST: usize = 16;

/// The law of a count under the null hypothesis.
#[derive(Clone, Debug)]
pub(crate) enum CountLaw {
    /// The trials in which something has this chance.
    Binomial { trials: u64, chance: f64 },
    /// The cards of a class at some places, added up over decks.
    OfCards(HypergeometricSum),
}

impl CountLaw {
    /// The number of `class` cards of n that come to `places` places.
    pub(crate) fn of_cards(n: usize, class: usize, places: usize, decks: u64) -> Self {
        if class.min(places) == 1 && decks < FEWEST_TRIALS {
            return Self::Binomial { trials: decks, chance: (class * places) as f64 / n as f64 };
        }
        Self::OfCards(HypergeometricSum::new(n, class, places, decks))
    }

    pub(crate) fn mean(&self) -> f64 {
        match self {
            Self::Binomial { trials, chance } => *trials as f64 * chance,
            Self::OfCards(law) => law.mean(),
        }
    }

    /// The logarithm of the smaller tail of a count.
    pub(crate) fn ln_tail(&self, count: u64) -> f64 {
        match *self {
            Self::Binomial { trials, chance } => {
                binomial::ln_sf(count, trials, chance).min(binomial::ln_cdf(count, trials, chance))
            }
            Self::OfCards(ref law) if law.deals() < FEWEST_TRIALS => {
                let law = SumLaw { of_one: OneDeck::Tabulated(&law.of_one()), decks: law.deals() };
                law.ln_smaller_tail(count)
            }
            Self::OfCards(ref law) => law.ln_sf(count).min(law.ln_cdf(count)),
        }
    }

    /// The logarithm of the smallest tail that there is.
    pub(crate) fn ln_least(&self) -> f64 {
        match self {
            Self::Binomial { trials, chance } => *trials as f64 * chance.min(1.0 - chance).ln(),
            Self::OfCards(law) => law.ln_least(),
        }
    }
}

/// The count with the smallest tail, and the logarithm of it.
///
/// Only the tails of the counts with the largest standardized deviations are computed. The others are larger, up to the skewness of
/// their laws, and what is not examined can only make p larger than it might be.
pub(crate) fn clearest<C>(
    counts: impl IntoIterator<Item = C>,
    z: impl Fn(&C) -> f64,
    ln_tail: impl Fn(&C) -> f64,
) -> (f64, C) {
    let mut counts: Vec<C> = counts.into_iter().collect();
    let z: Vec<f64> = counts.iter().map(|it| z(it).abs()).collect();
    let tails = most_extreme(&z).into_iter().map(|at| (ln_tail(&counts[at]), at));
    let (ln_tail, at) = first_smallest(tails).expect("something is counted");
    (ln_tail, counts.swap_remove(at))
}

/// Shifts of log tails that give the `first` of `all` tails one half of the level, and the others the other half: the likeliest
/// place of a defect need not share with all the places where one might be.
pub(crate) fn halves(first: u64, all: u64) -> [f64; 2] {
    if 2 * first >= all {
        return [0.0; 2];
    }
    [first, all - first].map(|part| (2.0 * part as f64 / all as f64).ln())
}

/// The places of the largest deviations, the largest first.
fn most_extreme(z: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..z.len()).collect();
    places.sort_by(|&a, &b| z[b].total_cmp(&z[a]));
    places.truncate(CLEAREST);
    places
}

/// The smallest of these log tails, with its owner; the first one if several are equal up to rounding, which other machines do otherwise.
pub(crate) fn first_smallest<C>(tails: impl Iterator<Item = (f64, C)>) -> Option<(f64, C)> {
    const ROUNDING: f64 = 1e-9;
    tails.reduce(|best, next| if next.0 < best.0 - ROUNDING * best.0.abs() { next } else { best })
}

/// A cell that a trial hits or not: how often it was hit, and the chance of it in each trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) count: u64,
    pub(crate) trials: u64,
    pub(crate) chance: f64,
}

impl Cell {
    pub(crate) fn law(&self) -> CountLaw {
        CountLaw::Binomial { trials: self.trials, chance: self.chance }
    }

    fn mean(&self) -> f64 {
        self.law().mean()
    }

    pub(crate) fn z(&self) -> f64 {
        let (mean, variance) = (self.mean(), self.mean() * (1.0 - self.chance));
        (self.count as f64 - mean) / variance.max(f64::MIN_POSITIVE).sqrt()
    }

    /// The root of twice the log likelihood ratio, with the sign of the deviation: it ranks cells of different chances nearly as their
    /// tails do, where a standardized deviation puts the rarest first.
    pub(crate) fn deviance(&self) -> f64 {
        let (mean, count) = (self.mean(), self.count as f64);
        let all = self.trials as f64;
        let both = ln_ratio_of(count, mean) + ln_ratio_of(all - count, all - mean);
        (2.0 * both.max(0.0)).sqrt().copysign(count - mean)
    }

    pub(crate) fn sensitivity(&self) -> Sensitivity {
        let (mean, deviation) = (self.mean(), (self.mean() * (1.0 - self.chance)).sqrt());
        let of_count = [mean, deviation, self.trials as f64];
        Sensitivity::of_count(effect_kind::DRAW_DEVIATION, self.trials, of_count, 1.0)
    }
}

/// Cells with the same chance.
pub(crate) fn cells(counts: &[u64], trials: u64, chance: f64) -> Vec<Cell> {
    counts.iter().map(|&count| Cell { count, trials, chance }).collect()
}

/// The evidence of the cell with the smallest tail, from one trial on; `place` says what it is, and `unit` what trials are called.
pub(crate) fn evidence(
    cells: &[Cell],
    unit: &'static str,
    place: &dyn Fn(usize) -> Place,
) -> Evidence {
    let evidence = among(cells, 2 * cells.len() as u64, unit, place);
    // The rarest cell is the least sensitive one.
    match cells.iter().min_by(|a, b| a.mean().total_cmp(&b.mean())) {
        Some(rarest) if rarest.mean() > 0.0 && rarest.chance < 1.0 => {
            evidence.with_sensitivity(rarest.sensitivity())
        }
        _ => evidence,
    }
}

/// Chances nearer to 0 or 1 are rounding.
const ROUNDING: f64 = 1e-12;

/// No chance is smaller: what cannot come at all, and came, has a p-value all the same.
const SMALLEST_CHANCE: f64 = 1e-100;

/// The evidence of the value of a number, or of the values from one on or up to one, that come most clearly too often or too rarely;
/// `place` says what a value is.
pub(crate) fn of_values(
    histogram: &Histogram,
    unit: &'static str,
    place: &dyn Fn(usize) -> Place,
) -> Option<Evidence> {
    let Histogram { trials, counts, law, .. } = histogram;
    let cells = counts.iter().copied().zip(law.iter().copied()).enumerate();
    let cells: Vec<(usize, (u64, f64))> = cells.collect();
    // From either end to the middle of the law, so that no small chance is a difference from 1; the first on either side is a value by itself.
    let mut named: Vec<(usize, &'static str, u64, f64)> =
        cells.iter().map(|&(value, (count, chance))| (value, "", count, chance)).collect();
    let mut add = |from_an_end: &mut dyn Iterator<Item = &(usize, (u64, f64))>, words| {
        let (mut count, mut chance) = (0, 0.0);
        for (at, (value, cell)) in from_an_end.enumerate() {
            (count, chance) = (count + cell.0, chance + cell.1);
            if chance > 0.5 {
                break;
            }
            if at > 0 {
                named.push((*value, words, count, chance));
            }
        }
    };
    add(&mut cells.iter(), " or less");
    add(&mut cells.iter().rev(), " or more");
    // An event that is certain up to rounding and came, or is impossible and did not come, shows nothing.
    named.retain(|&(_, _, count, chance)| {
        !(chance < ROUNDING && count == 0 || chance >= 1.0 - ROUNDING && count == *trials)
    });
    let cell = |&(_, _, count, chance): &(usize, &str, u64, f64)| Cell {
        count,
        trials: *trials,
        chance: chance.clamp(SMALLEST_CHANCE, 1.0),
    };
    let cells: Vec<Cell> = named.iter().map(cell).collect();
    let in_words = |at: usize| match named[at] {
        (value, "", ..) => place(value),
        (value, words, ..) => place(value).text(words),
    };
    (!cells.is_empty()).then(|| among(&cells, 2 * cells.len() as u64, unit, &in_words))
}

/// The same where these cells are some of those whose tails, `tails` of them, share the error.
pub(crate) fn among(
    cells: &[Cell],
    tails: u64,
    unit: &'static str,
    place: &dyn Fn(usize) -> Place,
) -> Evidence {
    let ln_tail = |&cell: &usize| cells[cell].law().ln_tail(cells[cell].count);
    let is_even = cells.iter().all(|cell| cell.chance == cells[0].chance);
    let rank = |&cell: &usize| if is_even { cells[cell].z() } else { cells[cell].deviance() };
    let (ln_smallest, cell) = clearest(0..cells.len(), rank, ln_tail);
    let picked = cells[cell];
    let counts = [picked.count, picked.trials];
    let effect = Effect::of_picked_count(effect_kind::DRAW_DEVIATION, counts, picked.mean(), tails);
    let effect = effect.hit(place(cell), counts, unit, picked.chance);
    let ln_least = cells.iter().map(|cell| cell.law().ln_least()).fold(0.0, f64::min);
    Evidence::of_tails(ln_smallest, tails, ln_least, effect)
}
