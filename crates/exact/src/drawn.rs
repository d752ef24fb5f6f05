//! Laws of draws that are not orderings, as sums over orders: sets, words with replacement, arrangements of packs.
//!
//! A draw without order is the set of the cards of a deal, and a pack shows the kinds of the cards of an order, so that the probability
//! of an outcome is the sum over all orders that show it. The symbols of a draw with replacement are the top cards of decks that are
//! shuffled again: a word has the product of their probabilities.

use crate::{LawError, LawValue, Laws, Subject, masses::Masses, number::fraction};
use shuffle_algorithms::{Draw, Shape, fill::Job};
use std::collections::BTreeMap;

/// The most words whose outcomes are multiplied out.
const MOST_WORDS: u64 = 100_000;

const NO_WEIGHTS: &str = "no shuffle of the catalogue has weights or blocks";

/// The laws of the draws of a subject.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape, fill::Job};
/// use shuffle_exact::{Limits, drawn::DrawnLaws};
///
/// let shape = Shape::unordered(5, 2, None)?;
/// let naive = Job::new(Algorithm::parse("naive")?, shape);
/// let laws = DrawnLaws::of(&naive, Limits::default())?;
/// let (first, share) = &laws.outcomes()?[0];
/// assert_eq!((first.as_slice(), share.to_string()), (&[0, 1][..], "341/3125".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DrawnLaws {
    shape: Shape,
    laws: Laws,
}

impl DrawnLaws {
    /// The laws of what a job draws, none of them computed yet.
    ///
    /// # Errors
    ///
    /// [`LawError::Start`] if decks do not start from the identity, [`LawError::Drawn`] of orders of different lengths.
    pub fn of(job: &Job, limits: crate::Limits) -> Result<Self, LawError> {
        if job.shape.draw() == Draw::Varying {
            return Err(LawError::Drawn);
        }
        let subject = Subject::try_from(&job.in_order())?;
        Ok(Self { shape: job.shape, laws: Laws::new(subject, limits) })
    }

    /// The shape of the draws.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The laws of the orders and deals that are summed.
    #[must_use]
    pub fn of_orders(&self) -> &Laws {
        &self.laws
    }

    /// The draw that an order or deal shows.
    #[must_use]
    pub fn read(&self, order: &[u32]) -> Vec<u32> {
        let mut row = order[..self.shape.dealt().min(order.len())].to_vec();
        match self.shape.draw() {
            Draw::Unordered(_) => row.sort_unstable(),
            Draw::Pack(pack) => {
                row.iter_mut().for_each(|card| *card = pack.sorted()[*card as usize]);
            }
            Draw::Order
            | Draw::Varying
            | Draw::Replacement
            | Draw::Weighted(_)
            | Draw::Successive { .. }
            | Draw::Blocks(_) => {}
        }
        row
    }

    /// All outcomes that can come, in lexicographic order, with their probabilities; sets in ascending order, without bonus
    /// balls.
    ///
    /// # Errors
    ///
    /// [`LawError`] if the law of orders is not known, and for more than 100,000 words.
    pub fn outcomes(&self) -> Result<Vec<(Vec<u32>, LawValue)>, LawError> {
        if self.shape.is_with_replacement() {
            return self.words();
        }
        let law = self.laws.permutation()?;
        let mut places: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        // Statistics walk through all orders; this one only notes what they show.
        let _ = law.statistic(1, |order| {
            places.entry(self.read(order)).or_default();
            0
        });
        places.values_mut().zip(0..).for_each(|(place, number)| *place = number);
        let masses: Masses = law.statistic(places.len(), |order| places[&self.read(order)]);
        let outcomes = places.into_iter().map(|(row, place)| (row, masses.get(place)));
        Ok(outcomes.filter(|(_, share)| share.value() > 0.0).collect())
    }

    fn words(&self) -> Result<Vec<(Vec<u32>, LawValue)>, LawError> {
        let law = self.laws.position()?;
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        let few = (n as u64).checked_pow(k as u32).is_some_and(|words| words <= MOST_WORDS);
        if !few {
            return Err(LawError::Words { most: MOST_WORDS });
        }
        let symbols: Vec<LawValue> = (0..n).map(|symbol| law.masses().get(symbol)).collect();
        let mut all = vec![(Vec::new(), LawValue::Exact(fraction(1, 1)))];
        for _ in 0..k {
            let longer = all.iter().flat_map(|(word, share): &(Vec<u32>, LawValue)| {
                symbols.iter().zip(0..).map(move |(symbol, number)| {
                    ([&word[..], &[number]].concat(), share.clone().times(symbol))
                })
            });
            all = longer.collect();
        }
        all.retain(|(_, share)| share.value() > 0.0);
        Ok(all)
    }

    /// The probability of each value at each place: of each kind at each position of a pack, of each symbol at any place, and of each ball to
    /// be in the set, which is one row.
    ///
    /// # Errors
    ///
    /// [`LawError`] if the law of positions is not known.
    pub fn places(&self) -> Result<Vec<Vec<f64>>, LawError> {
        let law = self.laws.position()?.matrix();
        let (values, k) = (self.shape.values(), self.shape.dealt());
        Ok(match self.shape.draw() {
            Draw::Order | Draw::Varying | Draw::Successive { .. } => law,
            Draw::Replacement | Draw::Weighted(_) | Draw::Blocks(_) => {
                law.into_iter().take(1).collect()
            }
            Draw::Unordered(_) => {
                let of_ball = |ball: usize| law.iter().take(k).map(|place| place[ball]).sum();
                vec![(0..values).map(of_ball).collect()]
            }
            Draw::Pack(pack) => {
                let by_kind = |place: &Vec<f64>| {
                    let mut kinds = vec![0.0; values];
                    place
                        .iter()
                        .zip(pack.sorted())
                        .for_each(|(p, &kind)| kinds[kind as usize] += p);
                    kinds
                };
                law.iter().take(k).map(by_kind).collect()
            }
        })
    }

    /// The probability that a cell of [`places`](Self::places) should have.
    #[must_use]
    pub fn fair(&self, value: usize) -> f64 {
        let (n, k) = (self.shape.cards() as f64, self.shape.dealt() as f64);
        match self.shape.draw() {
            Draw::Order | Draw::Varying | Draw::Replacement => 1.0 / n,
            Draw::Unordered(_) => k / n,
            Draw::Pack(pack) => f64::from(pack.counts()[value]) / n,
            Draw::Weighted(weights) => weights.chances()[value],
            Draw::Successive { .. } | Draw::Blocks(_) => unreachable!("{NO_WEIGHTS}"),
        }
    }

    /// The probability that an outcome should have.
    #[must_use]
    pub fn fair_outcome(&self, row: &[u32]) -> f64 {
        let n = self.shape.cards();
        let falling = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64).product::<f64>();
        match self.shape.draw() {
            Draw::Order | Draw::Varying => 1.0 / falling(n, row.len()),
            Draw::Replacement => (n as f64).powi(-(row.len() as i32)),
            Draw::Successive { .. } | Draw::Blocks(_) => unreachable!("{NO_WEIGHTS}"),
            Draw::Weighted(weights) => {
                row.iter().map(|&symbol| weights.chances()[symbol as usize]).product()
            }
            Draw::Unordered(_) => falling(row.len(), row.len()) / falling(n, row.len()),
            Draw::Pack(pack) => {
                let of_kind = |(kind, &count): (usize, &u32)| {
                    let came = row.iter().filter(|&&it| it as usize == kind).count();
                    falling(count as usize, came)
                };
                let ways: f64 = pack.counts().iter().enumerate().map(of_kind).product();
                ways / falling(n, row.len())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use shuffle_algorithms::{Algorithm, Pack};

    fn laws(algorithm: &str, shape: Shape) -> DrawnLaws {
        let job = Job::new(Algorithm::parse(algorithm).unwrap(), shape);
        DrawnLaws::of(&job, Limits::default()).unwrap()
    }

    fn shapes() -> [Shape; 4] {
        let pack = Pack::parse("a=2,b=3").unwrap();
        [
            Shape::unordered(5, 2, None).unwrap(),
            Shape::replacement(4, 3),
            Shape::of_pack(pack, None).unwrap(),
            Shape::of_pack(pack, Some(2)).unwrap(),
        ]
    }

    #[test]
    fn a_sound_shuffle_gives_every_outcome_its_share() {
        for shape in shapes() {
            let laws = laws("fisher-yates", shape);
            let outcomes = laws.outcomes().unwrap();
            assert!((outcomes.iter().map(|it| it.1.value()).sum::<f64>() - 1.0).abs() < 1e-12);
            for (row, share) in &outcomes {
                assert!((share.value() - laws.fair_outcome(row)).abs() < 1e-12, "{row:?}");
                assert!(share.fraction().is_some());
            }
            for place in laws.places().unwrap() {
                for (value, p) in place.iter().enumerate() {
                    assert!((p - laws.fair(value)).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn outcomes_and_places_agree() {
        for shape in shapes() {
            let laws = laws("naive", shape);
            let outcomes = laws.outcomes().unwrap();
            for (place, row) in laws.places().unwrap().iter().enumerate() {
                for (value, p) in row.iter().enumerate() {
                    let is_in = |outcome: &[u32]| match shape.draw() {
                        Draw::Unordered(_) => outcome.contains(&(value as u32)),
                        _ => outcome[place] as usize == value,
                    };
                    let sum: f64 =
                        outcomes.iter().filter(|it| is_in(&it.0)).map(|it| it.1.value()).sum();
                    assert!((sum - p).abs() < 1e-12, "{shape:?} {place} {value}");
                }
            }
        }
    }
}
