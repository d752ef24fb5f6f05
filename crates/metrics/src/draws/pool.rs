//! The highest balls from when on, and until when they come.
#![doc = include_str!("pool.md")]

use super::{UNORDERED, ln_choose};
use crate::{
    Card, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    drift::segment_of,
    judgement::ExtremeCount,
    largest::first_smallest,
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::{Place, Word},
    table::judge,
};

pub(crate) const POOL: TestEntry = TestEntry {
    title: prose! { "the highest ball in the first and the last draws, for several numbers of draws, by its exact law" },
    sees: prose! { "a pool that grew or shrank: balls 50 to 59 never come before draw 512, or never after it" },
    blind_to: prose! { "balls that are not the highest" },
    explains: true,
    cost: Cost::of(5.0, 0.0),
    ..TestEntry::new("pool", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: UNORDERED,
    ..MetricEntry::new(&[POOL], |shape| Ok(Box::new(Pool::new(shape)?)))
};

const MOST_BALLS: usize = 1 << 14;

/// Segments of time, four in each doubling of the number of draws; the last has no end.
const SEGMENTS: usize = 88;

/// Trials in each of the first segments.
const FIRST: u64 = 1;

/// Counts the highest balls of draws by segments of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    shape: Shape,
}

/// The draws from the first or to the last, up to some segment, with their highest ball.
#[derive(Clone, Copy, Debug)]
struct Segments {
    draws: u64,
    highest: usize,
    is_first: bool,
}

impl Pool {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.cards() {
            0..=MOST_BALLS => Ok(Self { shape }),
            _ => Err(NotApplicable(format!("handles at most {MOST_BALLS} balls"))),
        }
    }

    /// The draws from the first one on to the end of each segment, or, in the other direction, from its start to the last one.
    fn stretches(&self, tally: &Tally) -> Vec<Segments> {
        let n = self.shape.cards();
        let segment = |counts: &[u64]| {
            let highest = counts.iter().rposition(|&count| count > 0);
            highest.map(|highest| (counts.iter().sum::<u64>(), highest))
        };
        let seen: Vec<(u64, usize)> = tally.cells().chunks_exact(n).filter_map(segment).collect();
        let run = |is_first: bool| {
            move |(draws, highest): &mut (u64, usize), (more, other): (u64, usize)| {
                (*draws, *highest) = (*draws + more, other.max(*highest));
                Some(Segments { draws: *draws, highest: *highest, is_first })
            }
        };
        let first = seen.iter().copied().scan((0, 0), run(true));
        // All draws together are a stretch of the first ones.
        let last = seen.iter().skip(1).rev().copied().scan((0, 0), run(false));
        first.chain(last).collect()
    }

    /// The logarithm of the probability that none of `draws` draws has a ball above this one.
    fn ln_within(&self, draws: u64, highest: usize) -> f64 {
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        draws as f64 * (ln_choose(highest + 1, k) - ln_choose(n, k)).min(0.0)
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (n, k) = (self.shape.cards(), self.shape.dealt());
        let stretches = self.stretches(tally);
        let tails = stretches.len() as u64;
        let looks = stretches.iter().map(|it| (self.ln_within(it.draws, it.highest), it));
        let (smallest, it) = first_smallest(looks).expect("there are draws");
        // If the highest ball came, no draw is missing it.
        let missing = it.highest + 1..n.max(it.highest + 2);
        let chance = match it.highest + 1 == n {
            true => 1.0,
            false => 1.0 - self.ln_within(1, it.highest).exp(),
        };
        let extreme = ExtremeCount {
            what: Place::range(["ball ", "balls "], &missing, Word::Card).text(" came"),
            count: 0,
            of: it.draws,
            unit: if it.is_first { "draws from the first on" } else { "draws up to the last" },
            expected: chance,
        };
        let ln_least = self.ln_within(tally.trials(), k - 1);
        Evidence::of_tails(smallest, tails, ln_least, extreme.effect(tails))
    }
}

impl Metric for Pool {
    fn cells(&self) -> usize {
        SEGMENTS * self.shape.cards()
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        for (row, trial) in rows.chunks_exact(self.shape.width()).zip(first_trial..) {
            let balls = row[..self.shape.dealt()].iter().map(|ball| ball.index());
            let highest = balls.max().unwrap_or(0);
            let segment = segment_of(trial, FIRST).min(SEGMENTS - 1);
            cells[segment * self.shape.cards() + highest] += 1;
        }
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([POOL.id], [tally.trials(), 1], || [self.evidence(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        drift::start_of,
        testing::{assert_never_too_small, each_set, evidence_of},
    };
    use itertools::Itertools;

    /// Over all sequences of three draws of 2 of 4 balls no p-value is reached more often than it says.
    #[test]
    fn its_size_is_at_most_nominal_over_all_draws() {
        let shape = Shape::unordered(4, 2, None).unwrap();
        let metric = Pool::new(shape).unwrap();
        let sequences = (0..3).map(|_| each_set(4, 2)).multi_cartesian_product();
        let p_values = sequences
            .map(|draws| (evidence_of(&metric, shape, &draws).p_value.value(), 1.0 / 216.0));
        assert_never_too_small(p_values, "three draws");
    }

    #[test]
    fn a_pool_that_grew_is_found_and_named() {
        let shape = Shape::unordered(10, 2, None).unwrap();
        let metric = Pool::new(shape).unwrap();
        let small = each_set(8, 2).into_iter().cycle().take(64);
        let rows: Vec<Vec<u32>> = small.chain(each_set(10, 2).into_iter().take(32)).collect();
        let evidence = evidence_of(&metric, shape, &rows);
        let seen = evidence.effect.extreme.clone().unwrap();
        assert_eq!((seen.what.to_string().as_str(), seen.count), ("balls 8 to 9 came", 0));
        assert_eq!((seen.of, seen.unit), (64, "draws from the first on"));
        // One pair of 45 in the first draw: of 28 of 45 sets in 64 draws, one of some 50 tails.
        let expected = 64.0 * (28.0_f64 / 45.0).ln() + 50_f64.ln();
        assert!((evidence.p_value.ln() - expected).abs() < 0.5, "{}", evidence.p_value.ln());
    }

    #[test]
    fn segments_begin_where_the_last_one_ends() {
        for segment in 0..60 {
            let start = start_of(segment, FIRST);
            assert_eq!(segment_of(start, FIRST), segment);
            assert!(start == 0 || segment_of(start - 1, FIRST) == segment - 1);
        }
    }
}
