//! Tests of orders of different lengths, such as ballots and start lists: each row has names of its own, in an order that is uniform
//! given its names.
//!
//! Every count and every sum has the exact law of the rows that came, each by its own length ([`crate::mixed_sum`]).
#![doc = include_str!("varying-places.md")]
#![doc = include_str!("varying-pairs.md")]
#![doc = include_str!("varying-inversions.md")]

#[cfg(test)]
mod tests;

use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    counted::{Counted, RowsPart, evidence},
    effect_kind,
    free_outcomes::pairs_of,
    judgement::{Effect, Evidence, Outcome},
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    mixed_sum::MixedSum,
    numbers::inversions,
    place::Place,
    standings::{Standings, Stood},
    table,
};
use shuffle_deck::DrawKind;

const PLACES: TestEntry = TestEntry {
    title: prose! { "the name that is first, last or at another place too often or too rarely" },
    sees: prose! { "one name that is put first on some ballots, or never last, even with a few orders" },
    blind_to: prose! { "small differences of many names, and which names stand next to each other" },
    cost: Cost::of(50.0, 40.0),
    explains: true,
    has_plain_effect: true,
    ..TestEntry::new("varying-places", About::Orders)
};

const PAIRS: TestEntry = TestEntry {
    title: prose! { "the name that comes before another one too often, or next to it too often or too rarely" },
    sees: prose! { "names left in alphabetical order on some ballots, parties that are kept together, two names that are kept apart" },
    blind_to: prose! { "names that come too often at both ends equally" },
    explains: true,
    ..TestEntry::new("varying-pairs", About::Orders)
};

const INVERSIONS: TestEntry = TestEntry {
    title: prose! { "the inversions of orders of different lengths, added up" },
    sees: prose! { "orders too close to the start order or its reverse: some ballots in alphabetical order" },
    blind_to: prose! { "names displaced equally often to both sides" },
    ..TestEntry::new("varying-inversions", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Varying],
    ..MetricEntry::new(&[PLACES, PAIRS, INVERSIONS], |shape| Ok(Box::new(Varying::new(shape)?)))
};

/// The most counts of names.
const MOST_CELLS: usize = 1 << 24;

/// In shorter rows all names stand next to each other.
const SHORTEST_OF_NEIGHBORS: usize = 3;

/// The longest row whose inversions are judged.
const LONGEST: usize = 63;

/// Why nothing is judged where no row has two names.
const TOO_SHORT: &str = "no order has two names";

/// Counts rows by their length, names by places, the rows in which one name comes before another, and of each pair of names the rows of each
/// length that have both, and those in which they are neighbors; and adds up inversions.
#[derive(Clone, Copy, Debug)]
struct Varying {
    shape: Shape,
    /// None if there are too many names to count each of them.
    standings: Option<Standings>,
}

impl Varying {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.dealt() < 2 {
            return Err(NotApplicable::new(TOO_SHORT));
        }
        let standings = Standings::of(shape, MOST_CELLS);
        let of_pairs = pairs_of(shape.cards()).saturating_mul(shape.dealt() + 1);
        let fit =
            shape.cards().saturating_mul(shape.cards()).saturating_add(of_pairs) <= MOST_CELLS;
        Ok(Self { shape, standings: standings.filter(|_| fit) })
    }

    /// The counts of lengths, of places, of pairs and of neighbors, and the inversions.
    fn parts<'t>(&self, cells: &'t [u64]) -> ([&'t [u64]; 4], u64) {
        let (lengths, rest) = cells.split_at(self.shape.dealt());
        let (standings, pairs) = rest[1..].split_at(self.standings.map_or(0, |it| it.cells()));
        let (pairs, neighbors) = pairs.split_at(pairs.len().min(self.shape.cards().pow(2)));
        ([lengths, standings, pairs, neighbors], rest[0])
    }

    fn judge_places(
        &self,
        standings: &Standings,
        [lengths, cells]: [&[u64]; 2],
        trials: u64,
    ) -> Outcome {
        let is_long = |rows: &u64| *rows > 0;
        let shortest = lengths.iter().position(is_long);
        let longest = lengths.iter().rposition(is_long);
        let longest_places = longest.map_or(0, |longest| longest + 1);
        // If all rows have one length, the last place is one of the others.
        let last = (shortest < longest).then_some(Stood::Last);
        let places: Vec<Stood> = (0..longest_places).map(Stood::At).chain(last).collect();
        let all =
            (0..self.shape.cards()).flat_map(|name| places.iter().map(move |&stood| (name, stood)));
        let (what, counted): (Vec<_>, Vec<_>) = all
            .map(|(name, stood)| {
                let mut sum = Counted::default();
                // A row of one name has only one order.
                for length in 2..=longest_places {
                    let by_place = standings.by_place(cells, name, length);
                    let rows = by_place.iter().sum();
                    let Some(&here) = by_place.get(stood.place(length)) else { continue };
                    sum.add(here, rows, RowsPart::Chance((length as f64).recip(), rows));
                }
                ((name, stood), sum)
            })
            .filter(|(_, sum)| sum.of > 0)
            .unzip();
        let place = |at: usize| {
            let (name, stood): (usize, Stood) = what[at];
            stood.of(name)
        };
        // The rarest count is the least sensitive one.
        let rarest = counted.iter().min_by(|a, b| a.mean().total_cmp(&b.mean()));
        let sensitivity = rarest.expect("some name came").sensitivity(trials);
        Outcome::Judged(evidence(&counted, "orders", place).with_sensitivity(sensitivity))
    }

    fn judge_pairs(&self, pairs: &[u64], neighbors: &[u64]) -> Outcome {
        let n = self.shape.cards();
        let before = |first: usize, second: usize| pairs[first * n + second];
        let all = (0..n).flat_map(|one| (one + 1..n).map(move |other| [one, other]));
        let ordered = |[one, other]: [usize; 2]| match before(one, other) >= before(other, one) {
            true => [one, other],
            false => [other, one],
        };
        let came_before = all.clone().map(ordered).map(|[first, second]| {
            let mut sum = Counted::default();
            let rows = before(first, second) + before(second, first);
            sum.add(before(first, second), rows, RowsPart::Chance(0.5, rows));
            ([first, second], " stood before ", sum)
        });
        let were_neighbors = all.map(|[one, other]| {
            let (rows, count) = self.neighbors(neighbors, one, other).split_at(self.shape.dealt());
            let mut sum = Counted::default();
            sum.count = count[0];
            let lengths = (1..).zip(rows).skip(SHORTEST_OF_NEIGHBORS - 1);
            for (length, &rows) in lengths.filter(|(_, rows)| **rows > 0) {
                sum.add(0, rows, RowsPart::Chance(2.0 / length as f64, rows));
            }
            ([one, other], " stood next to ", sum)
        });
        let some = came_before.chain(were_neighbors).filter(|(_, _, sum)| sum.of > 0);
        let (what, counted): (Vec<_>, Vec<_>) =
            some.map(|(names, how, sum)| ((names, how), sum)).unzip();
        let place = |at: usize| {
            let ([first, second], how) = what[at];
            Place::from("").card(first).text(how).card(second)
        };
        Outcome::Judged(evidence(&counted, "orders with both", place))
    }

    /// The counts of rows of each length with two names, and of those in which they are neighbors.
    fn neighbors<'t>(&self, cells: &'t [u64], one: usize, other: usize) -> &'t [u64] {
        let cells_of_each = self.shape.dealt() + 1;
        &cells[self.pair(one, other)..][..cells_of_each]
    }

    /// The first cell of the rows with two names.
    fn pair(&self, one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        (pairs_of(high) + low) * (self.shape.dealt() + 1)
    }

    fn judge_inversions(&self, lengths: &[u64], sum: u64) -> Outcome {
        if self.shape.dealt() > LONGEST {
            let why = format!("it is a test of orders of {LONGEST} names at most");
            return Outcome::not_applicable(why);
        }
        let by_length = lengths.iter().zip(1..);
        let law = MixedSum::new(by_length.map(|(&rows, length)| (inversions::law(length), rows)));
        let (mean, deviation) = (law.mean(), law.deviation());
        let standardized = ((sum as f64 - mean) / deviation, 0.5 / deviation);
        let effect = Effect::new(effect_kind::MEAN_DEVIATION, sum as f64 / mean - 1.0);
        let (tails, ln_least) = (law.ln_tails(sum), law.ln_least());
        Outcome::Judged(Evidence::of_sum(standardized, tails, ln_least, effect.at("inversions")))
    }
}

impl Metric for Varying {
    fn cells(&self) -> usize {
        let (names, lengths) = (self.shape.cards(), self.shape.dealt());
        let of_names = |it: Standings| it.cells() + names.pow(2) + pairs_of(names) * (lengths + 1);
        self.shape.dealt() + 1 + self.standings.map_or(0, of_names)
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (lengths, rest) = cells.split_at_mut(self.shape.dealt());
        let (inversions, rest) = rest.split_at_mut(1);
        let (standings, pairs) = rest.split_at_mut(self.standings.map_or(0, |it| it.cells()));
        let (pairs, neighbors) = pairs.split_at_mut(pairs.len().min(self.shape.cards().pow(2)));
        for row in rows.chunks_exact(self.shape.width()) {
            let names = self.shape.shown(row);
            lengths[names.len() - 1] += 1;
            let ahead =
                |(place, first)| names[place + 1..].iter().map(move |second| (first, second));
            let before = names.iter().enumerate().flat_map(ahead);
            let before = before.map(|(first, second): (&C, &C)| (first.index(), second.index()));
            inversions[0] += before.clone().filter(|(first, second)| first > second).count() as u64;
            if let Some(table) = self.standings {
                table.count(names, standings);
                let length = names.len();
                before.for_each(|(first, second)| {
                    pairs[first * self.shape.cards() + second] += 1;
                    neighbors[self.pair(first, second) + length - 1] += 1;
                });
                for two in names.windows(2).filter(|_| length >= SHORTEST_OF_NEIGHBORS) {
                    let pair = self.pair(two[0].index(), two[1].index());
                    neighbors[pair + self.shape.dealt()] += 1;
                }
            }
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let tests = [PLACES.id, PAIRS.id, INVERSIONS.id];
        table::judge(tests, [tally.trials(), self.trials_needed()], || {
            let ([lengths, standings, pairs, neighbors], inversions) = self.parts(tally.cells());
            if lengths[1..].iter().all(|&rows| rows == 0) {
                return [(); 3].map(|()| Outcome::not_applicable(TOO_SHORT));
            }
            let [places, pairs] = match &self.standings {
                Some(table) => [
                    self.judge_places(table, [lengths, standings], tally.trials()),
                    self.judge_pairs(pairs, neighbors),
                ],
                None => [(); 2]
                    .map(|()| Outcome::not_applicable("there are too many names to count each")),
            };
            [places, pairs, self.judge_inversions(lengths, inversions)]
        })
    }
}
