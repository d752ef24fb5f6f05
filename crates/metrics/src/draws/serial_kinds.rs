//! Kinds that lie where they lay in an earlier deck.
#![doc = include_str!("serial-kinds.md")]

use super::{FEWEST_TRIALS, again::ln_equal_words, kinds::pack_of};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    distribution::Edgeworth,
    effect_kind,
    judgement::{Effect, Evidence, Interval, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    number::whole_decks_only,
    place::Place,
};
use shuffle_deck::DrawKind;

pub(crate) const SERIAL_KINDS: TestEntry = TestEntry {
    title: prose! { "kinds at the same positions as in one of the 16 decks before" },
    sees: prose! { "decks not mixed enough since the last game, and decks that repeat in part" },
    blind_to: prose! { "single decks; distances beyond 16" },
    cost: Cost::of(280.0, 0.0),
    ..TestEntry::new("serial-kinds", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Pack, DrawKind::Ruled],
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[SERIAL_KINDS], |shape| Ok(Box::new(SerialKinds::new(shape)?)))
};

const DISTANCES: usize = 16;

/// Above this expected number of matches the law is practically normal, and its higher cumulants would drown in
/// rounding.
const MOST_EXPECTED: f64 = 100.0;

/// Counts, for each distance, the matches and the pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SerialKinds {
    shape: Shape,
    law: Edgeworth,
}

impl SerialKinds {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        // In a deal the number of matches depends on the kinds that the earlier deal happens to show.
        whole_decks_only(shape)?;
        if shape.rule().is_some_and(|rule| !rule.allows_all()) {
            return Err(NotApplicable::new("the law of matches under a rule is not known"));
        }
        let cumulants = cumulants(shape)?;
        if cumulants[1] <= 0.1 {
            return Err(NotApplicable::new("decks agree at too few positions"));
        }
        Ok(Self { shape, law: Edgeworth::of_whole_numbers(cumulants) })
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let trials = tally.trials();
        let (matches, pairs) = tally.cells().split_at(DISTANCES);
        if trials < FEWEST_TRIALS || pairs[0] < FEWEST_TRIALS / 2 {
            return Outcome::too_few(trials, FEWEST_TRIALS);
        }
        let seen = (0..DISTANCES).filter(|&distance| pairs[distance] >= FEWEST_TRIALS / 2);
        let tails = 2 * seen.clone().count() as u64;
        let tail = |distance: usize| {
            let law = self.law.sum_of(pairs[distance]);
            let [upper, lower] = law.ln_tails(matches[distance] as f64);
            (upper.min(lower), distance)
        };
        let smallest = seen.map(tail).min_by(|a, b| a.0.total_cmp(&b.0));
        let (smallest, distance) = smallest.expect("distance 1 has pairs");
        let law = self.law.sum_of(pairs[distance]);
        let most = self.shape.dealt() as u64 * pairs[distance];
        let place = match distance {
            0 => Place::from("the kinds of the deck before"),
            _ => Place::from("the kinds of the deck ").number(distance + 1).text(" before"),
        };
        let interval = Interval::of_count([matches[distance], most], law.mean(), tails);
        let effect =
            Effect::new(effect_kind::MATCH_DEVIATION, matches[distance] as f64 / law.mean() - 1.0)
                .within(interval)
                .at(place);
        Outcome::Judged(Evidence::of_tails(smallest, tails, law.ln_tails(most as f64)[0], effect))
    }
}

/// The first six cumulants of the number of matches.
fn cumulants(shape: Shape) -> Result<[f64; 6], NotApplicable> {
    let (pack, k) = (pack_of(shape)?, shape.dealt());
    let mut factorial = [1.0; 7];
    for (j, moment) in factorial.iter_mut().enumerate().skip(1) {
        let places: f64 = (0..j).map(|i| (k as f64 - i as f64).max(0.0)).product();
        *moment = if places > 0.0 { places * ln_equal_words(pack, j).exp() } else { 0.0 };
    }
    // Moments about the mean from factorial moments, by way of M - c for the whole number c near the mean.
    let mean = factorial[1];
    let variance = factorial[2] + mean - mean * mean;
    if mean > MOST_EXPECTED {
        return Ok([mean, variance, 0.0, 0.0, 0.0, 0.0]);
    }
    // Stirling numbers of the second kind: x^r = sum of S(r, j) (x)_j.
    let mut stirling = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let raw: [f64; 7] = std::array::from_fn(|r| {
        if r > 0 {
            for j in (1..=r).rev() {
                stirling[j] = stirling[j] * j as f64 + stirling[j - 1];
            }
            stirling[0] = 0.0;
        }
        stirling.iter().zip(&factorial).map(|(ways, moment)| ways * moment).sum()
    });
    let choose = |n: usize, k: usize| super::ln_choose(n, k).exp().round();
    let mut cumulants = [0.0; 7];
    for r in 1..=6 {
        let lower: f64 = (1..r).map(|i| choose(r - 1, i - 1) * cumulants[i] * raw[r - i]).sum();
        cumulants[r] = raw[r] - lower;
    }
    Ok([mean, variance, cumulants[3], cumulants[4], cumulants[5], cumulants[6]])
}

impl Metric for SerialKinds {
    fn cells(&self) -> usize {
        2 * DISTANCES
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (matches, pairs) = cells.split_at_mut(DISTANCES);
        let (width, dealt) = (self.shape.width(), self.shape.dealt());
        let decks: Vec<&[C]> = rows.chunks_exact(width).map(|row| &row[..dealt]).collect();
        for distance in 1..=DISTANCES.min(decks.len()) {
            for (earlier, later) in decks.iter().zip(&decks[distance..]) {
                let same = earlier.iter().zip(*later).filter(|(a, b)| a == b).count();
                matches[distance - 1] += same as u64;
                pairs[distance - 1] += 1;
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        vec![Judgement { test: SERIAL_KINDS.id, outcome: self.outcome(tally) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_arrangement, moments_of};
    use shuffle_deck::Pack;

    #[test]
    fn cumulants_are_those_of_all_pairs_of_decks() {
        let pack = Pack::parse("a=3,b=2,c=1").unwrap();
        let rows = each_arrangement(&[3, 2, 1]);
        for dealt in [6, 4] {
            let shape = Shape::of_pack(pack, Some(dealt)).unwrap();
            let [mean, variance, third, fourth, ..] = cumulants(shape).unwrap();
            let same =
                |a: &[u32], b: &[u32]| a.iter().zip(b).filter(|(a, b)| a == b).count() as f64;
            let all = rows.iter().flat_map(|a| rows.iter().map(|b| same(&a[..dealt], &b[..dealt])));
            let moment = |about: f64, power: i32| {
                moments_of(all.clone().map(|m| (m - about).powi(power)))[0]
            };
            assert!((moment(0.0, 1) - mean).abs() < 1e-9);
            assert!((moment(mean, 2) - variance).abs() < 1e-9);
            assert!((moment(mean, 3) - third).abs() < 1e-9);
            let kurtosis = moment(mean, 4) - 3.0 * variance * variance;
            assert!((kurtosis - fourth).abs() < 1e-9, "{kurtosis} {fourth}");
        }
    }
}
