//! Equal decks: `collisions` where some must come twice, `repeats` where none should.
//!
//! Null hypothesis: the M = n!/(n-k)! orders are equally likely, and decks are independent. The keys (see
//! [`super::keys`]) of the first 2^20 trials are kept, each in the slot of its trial, and sorted when they are
//! judged. Any two of K decks have the same key with probability q = 1/M, for hashes 1/M + 2^-64, and each
//! two pairs of decks are independent. So the number of pairs of equal decks, a deck that came c times making
//! c(c-1)/2 of them, has mean `K(K-1)/2 * q` and variance `mean * (1 - q)`, exactly, at every K.
//!
//! | mean | test | statistic | law |
//! |---|---|---|---|
//! | 20 and more | `collisions` | pairs of equal decks | Poisson(mean) |
//! | below 20 | `repeats` | decks that had come before, K less the number of different decks | Poisson(mean) |
//!
//! A deck that comes thrice makes three pairs at once. So while pairs are few their far tail is heavier
//! than Poisson's (8 cards, mean 1: 1.4 times at 1e-4, and worse beyond), and that of the decks that had
//! come before, of which it makes two, is a little lighter. With 20 pairs and more both tails of Poisson
//! are right for the pairs: their skewness exceeds Poisson's by sqrt(8/M), whatever K, and their excess
//! kurtosis by about 12/M + 24/K. In simulations of 8 cards, for K from M/32 to M, the true size of the upper
//! tail was 0.9 to 1.2 times nominal at 1e-3 and 1.1 to 1.5 times at 1e-4, and that of the lower tail was
//! smaller than nominal; more cards are nearer. So there is no need to stop at a fraction of M. (Pearson's
//! X^2 over all orders is the same statistic: `X^2 = 2M/K * pairs + M - K`. Its chi-square law needs 20
//! decks in each cell; Poisson's needs 20 pairs in all.)
//!
//! **What else it tells.** A shuffle whose decks all come from D seeds has q = 1/D. The effect of
//! `repeats` is the estimate `K(K-1)/2 / pairs` of D with the exact interval of a Poisson mean (Garwood 1936);
//! without any pair, the lower end alone. Seeds drawn at random repeat at random; where nearly all decks that
//! come again do so after the same number of decks, the cause is another (a period, or jobs that write the same decks),
//! and the effect is this number. That of `collisions` is pairs / mean - 1, which estimates the
//! noncentrality `M sum p^2 - 1` that a single deck gives a test of all orders.
//!
//! Range: 8! = 40,320 orders and more; with fewer, `permutations` counts them all. `collisions` has 20
//! pairs up to 13 cards. 100 decks and more. Source: the collision test of Knuth, TAOCP 2, 3.3.2 I; Garwood,
//! Biometrika 28 (1936), 437.

use super::keys::Keys;
use crate::{
    Card, Judgement, Shape, Tally,
    distribution::ChiSquare,
    histogram::{CONFIDENCE, SMALLEST_EXPECTED},
    judgement::{Effect, Evidence, Interval, Law, Outcome},
    lesson::{Demonstration, Lesson},
    metric::{About, MetricEntry, NotApplicable, Scope, Statistic, TestEntry},
    number::FEWEST_TRIALS,
    rank,
};

/// The test `collisions`.
pub const COLLISIONS: TestEntry = TestEntry {
    title: "pairs of equal decks where some must be equal, against the Poisson law",
    sees: "any bias of 8 to 13 cards that makes some orders much likelier, with few decks",
    blind_to: "small biases, which show in single positions long before whole decks collide",
    lesson: Lesson {
        question: "Do equal decks come as often as they must?",
        asks: "Among 23 people two often share a birthday. Decks have birthdays, too: of ten cards there are 3,628,800, \
            and among ten thousand decks some fourteen pairs should be equal. If some orders are likelier than others, \
            more pairs are.",
        law: "Any two of the first $K$ decks (at most 1,048,576 are kept) are equal with probability $1/n!$, and \
            different pairs are independent two by two. The number of equal pairs is nearly Poisson.",
        formula: r"P(j) \approx e^{-\mu}\, \frac{\mu^j}{j!}, \qquad \mu = \frac{K(K-1)}{2} \cdot \frac{1}{n!}",
        judged: "The number of pairs is compared with the Poisson law on both sides. It takes only so many decks that 20 \
            pairs are expected: the square root of what a count of all orders takes.",
        range: "8 cards and more, as long as 20 pairs are expected: up to 13 cards; with fewer pairs `repeats` judges in \
            its place",
        cost: "a key of 8 bytes for each of the first 1,048,576 decks; they are sorted at the end",
        source: "Knuth, The Art of Computer Programming 2, 3.3.2 I",
        shown_by: Demonstration {
            algorithm: "naive",
            dice: "exact",
            cards: 10,
            trials: 100_000,
            words: "Some orders of the naive shuffle are several times likelier than others, and likely orders meet each \
                other. With a hundred thousand decks of ten cards 1,378 equal pairs are expected; `permutations` would \
                need 72 million decks to judge at all.",
        },
    },
    ..TestEntry::new("collisions", About::Repeats)
};

/// The test `repeats`.
pub const REPEATS: TestEntry = TestEntry {
    title: "decks that repeat where none should, against the Poisson law",
    sees: "small seeds, short periods, cached decks: up to 2^32 seeds within a million decks",
    blind_to: "any bias at all, as long as each deck is a new one",
    gives_way_to: Some("collisions"),
    lesson: Lesson {
        question: "Does a deck come twice that never should?",
        asks: "52 cards have so many orders that no two honest shuffles in history have agreed. If a program gives you \
            the same deck twice within a thousand, it does not have 52 factorial decks to give: its seed is too short, \
            its generator runs in a circle, or it hands out old decks.",
        law: "Among the first $K$ decks (at most 1,048,576 are kept) the expected number of equal pairs is $\\mu$, which \
            for 52 cards is 0 for all purposes. The decks that had come before are nearly Poisson.",
        formula: r"P(j) \approx e^{-\mu}\, \frac{\mu^j}{j!}, \qquad \mu = \frac{K(K-1)}{2} \left( \frac{1}{n!} + \frac{1}{2^{64}} \right)",
        judged: "The second term is there for decks whose orders do not fit 64 bits and are hashed (21 cards and more). If \
            decks repeat, $K(K-1)/2$ over the number of equal pairs estimates how many different decks there are, and \
            a constant distance between repeats is reported as a period.",
        range: "8 cards and more, from 100 decks on, as long as fewer than 20 equal pairs are expected; with more, \
            `collisions` judges in its place",
        cost: "a key of 8 bytes for each of the first 1,048,576 decks; they are sorted at the end",
        source: "Knuth, The Art of Computer Programming 2, 3.3.2 I; Garwood 1936, Biometrika 28, 437, for the interval",
        shown_by: Demonstration {
            algorithm: "fisher-yates",
            dice: "tiny-seed:bits=16",
            cards: 52,
            trials: 700,
            words: "The shuffle is sound and its generator is good, but each deck starts from one of 65,536 seeds. Among \
                seven hundred decks three or four pairs are equal, and among three hundred one is in every second run: \
                birthdays again. A single pair is evidence enough.",
        },
    },
    ..TestEntry::new("repeats", About::Repeats)
};

/// The metric of [`COLLISIONS`] and [`REPEATS`].
pub const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::All,
    ..MetricEntry::new(&[COLLISIONS, REPEATS], |shape| Ok(Box::new(Repeats::new(shape)?)))
};

/// The name of the effect of `collisions`.
pub const EXCESS_OF_COLLISIONS: &str = "excess_of_collisions";

/// The name of the effect of `repeats`: how many different decks the shuffle seems to make.
pub const DISTINCT_DECKS: &str = "distinct_decks";

/// The same where no deck came twice: it makes so many at least.
pub const DISTINCT_DECKS_AT_LEAST: &str = "distinct_decks_at_least";

/// The same where every deck comes again after the same number of decks, which this is: a generator with a short
/// period, a program that deals the same decks over and over, jobs that write the same decks.
pub const PERIOD: &str = "period";

/// The same where not every deck comes again, but those that do come after the same number of decks.
pub const LAG: &str = "lag";

/// Fewer decks that come again do not make a lag: two may have the same by chance.
const FEWEST_OF_A_LAG: u64 = 3;

/// So many of all that could are as good as all.
const NEARLY_ALL: f64 = 0.99;

/// The number of trials whose keys are kept: 8 MB a thread.
pub const KEPT: usize = 1 << 20;

/// Fewer orders are counted by `permutations`: those of 8 cards.
pub const FEWEST_ORDERS: u64 = 40_320;

/// Keeps keys: cell t holds the key of trial t, 0 where there is none.
#[derive(Clone, Copy, Debug)]
pub struct Repeats {
    dealt: usize,
    keys: Keys,
    /// The probability that two decks have the same key.
    q: f64,
}

/// Equal keys among those that were kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KeyCounts {
    /// Decks whose keys were kept.
    kept: u64,
    /// Pairs of equal keys.
    pairs: u64,
    /// Decks whose key had come before.
    again: u64,
    /// The number of decks between them.
    lag: Option<Lag>,
}

/// Decks that come again, nearly all of them after the same number of decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lag {
    /// This number.
    decks: u64,
    /// True if nearly all decks come again so.
    is_of_every_deck: bool,
}

impl Repeats {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for fewer than [`FEWEST_ORDERS`] orders.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if rank::orders(shape).is_some_and(|orders| orders < FEWEST_ORDERS) {
            let why = "so few orders must repeat; `permutations` counts them";
            return Err(NotApplicable(why.to_owned()));
        }
        let keys = Keys::of_shape(shape);
        let orders: f64 = (0..shape.dealt()).map(|i| (shape.cards() - i) as f64).product();
        let q = orders.recip() + keys.confusion();
        Ok(Self { dealt: shape.dealt(), keys, q })
    }

    /// The expected number of pairs of equal decks among so many.
    fn mean(&self, decks: u64) -> f64 {
        pairs_of(decks) * self.q
    }

    /// True if so many decks are enough for collisions to be expected.
    fn collide(&self, decks: u64) -> bool {
        self.mean(decks) >= SMALLEST_EXPECTED
    }

    /// The fewest decks among which enough collisions are expected, if so many are kept.
    fn needed_to_collide(&self) -> Option<u64> {
        let pairs = SMALLEST_EXPECTED / self.q;
        let decks = (0.5 + (2.0 * pairs + 0.25).sqrt()).ceil();
        (decks <= KEPT as f64).then(|| {
            let decks = decks as u64;
            if self.collide(decks) { decks } else { decks + 1 }
        })
    }

    fn judge_collisions(&self, equal: KeyCounts) -> Evidence {
        let (pairs, mean) = (equal.pairs as f64, self.mean(equal.kept));
        let (low, high) = poisson_interval(equal.pairs);
        let relative = |pairs: f64| pairs / mean - 1.0;
        let (low, high) = (relative(low), relative(high));
        let interval = Some(Interval { low, high, confidence: CONFIDENCE });
        let effect = Effect { interval, ..Effect::new(EXCESS_OF_COLLISIONS, relative(pairs)) };
        Evidence::new(pairs, Law::Poisson { mean }, pairs_of(equal.kept), effect)
    }

    fn judge_repeats(&self, equal: KeyCounts) -> Evidence {
        let law = Law::Poisson { mean: self.mean(equal.kept) };
        let all = pairs_of(equal.kept);
        let (fewest, most) = poisson_interval(equal.pairs);
        let effect = if equal.pairs == 0 {
            Effect::new(DISTINCT_DECKS_AT_LEAST, all / most)
        } else if let Some(lag) = equal.lag {
            let name = if lag.is_of_every_deck { PERIOD } else { LAG };
            Effect::new(name, lag.decks as f64)
        } else {
            let interval = Interval { low: all / most, high: all / fewest, confidence: CONFIDENCE };
            let value = all / equal.pairs as f64;
            Effect { interval: Some(interval), ..Effect::new(DISTINCT_DECKS, value) }
        };
        Evidence::new(equal.again as f64, law, equal.kept.saturating_sub(1) as f64, effect)
    }
}

/// The number of pairs of so many decks.
fn pairs_of(decks: u64) -> f64 {
    decks as f64 * decks.saturating_sub(1) as f64 / 2.0
}

/// Garwood's interval of the mean of a Poisson law that gave this count.
fn poisson_interval(count: u64) -> (f64, f64) {
    let error = (1.0 - CONFIDENCE) / 2.0;
    let quantile =
        |events: u64, upper: f64| ChiSquare::new(2 * events).upper_quantile(upper.ln()) / 2.0;
    let low = if count == 0 { 0.0 } else { quantile(count, 1.0 - error) };
    (low, quantile(count + 1, error))
}

fn compare(cells: &[u64]) -> KeyCounts {
    let mut keys: Vec<(u64, usize)> =
        cells.iter().copied().zip(0..).filter(|&(key, _)| key != 0).collect();
    let last = keys.last().map_or(0, |&(_, trial)| trial);
    keys.sort_unstable();
    let (mut pairs, mut again, mut gaps) = (0, 0, Vec::new());
    for same in keys.chunk_by(|a, b| a.0 == b.0) {
        let before = same.len() as u64 - 1;
        again += before;
        pairs += before * (before + 1) / 2;
        gaps.extend(same.windows(2).map(|two| two[1].1 - two[0].1));
    }
    KeyCounts { kept: keys.len() as u64, pairs, again, lag: lag(gaps, last) }
}

/// The gap that nearly all decks that come again have, until the trial `last`. A single deck over and over is no
/// lag of 1 but a single deck.
fn lag(mut gaps: Vec<usize>, last: usize) -> Option<Lag> {
    let all = gaps.len();
    gaps.sort_unstable();
    let commonest = gaps.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    let (decks, number) = (commonest[0], commonest.len());
    let nearly_all = number as u64 >= FEWEST_OF_A_LAG && number as f64 >= NEARLY_ALL * all as f64;
    let could = (last + 1 - decks) as f64;
    (nearly_all && decks > 1).then_some(Lag {
        decks: decks as u64,
        is_of_every_deck: number as f64 >= NEARLY_ALL * could,
    })
}

impl Statistic for Repeats {
    fn cells(&self) -> usize {
        KEPT
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let first = first_trial.min(KEPT as u64) as usize;
        for (slot, row) in cells[first..].iter_mut().zip(rows.chunks_exact(self.dealt)) {
            *slot = self.keys.key(row);
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let trials = tally.trials();
        let too_few = |needed| Outcome::TooFewTrials { trials, needed };
        let not_here = |why: &str| Outcome::NotApplicable { why: why.to_owned() };
        let equal = compare(tally.cells());
        let (collisions, repeats) = if self.collide(equal.kept) {
            let repeats = not_here("decks must repeat here; `collisions` counts them");
            (Outcome::Judged(self.judge_collisions(equal)), repeats)
        } else {
            let collisions = match self.needed_to_collide() {
                Some(needed) => too_few(needed),
                None => not_here("no deck should repeat; `repeats` sees whether any does"),
            };
            let repeats = if trials < FEWEST_TRIALS {
                too_few(FEWEST_TRIALS)
            } else {
                Outcome::Judged(self.judge_repeats(equal))
            };
            (collisions, repeats)
        };
        vec![
            Judgement { test: COLLISIONS.id, outcome: collisions },
            Judgement { test: REPEATS.id, outcome: repeats },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_that_comes_thrice_makes_three_pairs_and_two_repeats() {
        let equal = compare(&[0, 7, 9, 7, 0, 8, 7, 9, u64::MAX]);
        assert_eq!(equal, KeyCounts { kept: 7, pairs: 4, again: 3, lag: None });
        assert_eq!(compare(&[0; 5]), KeyCounts { kept: 0, pairs: 0, again: 0, lag: None });
    }

    #[test]
    fn a_lag_is_what_nearly_all_repeats_have() {
        let lag = |cells: &[u64]| compare(cells).lag;
        let every = |decks| Some(Lag { decks, is_of_every_deck: true });
        let period: Vec<u64> = (0..500).map(|trial| 1 + trial % 100).collect();
        assert_eq!(lag(&period), every(100));
        // The second half is the first, as of two jobs that write the same decks.
        let twice: Vec<u64> = (0..500).map(|trial| 1 + trial % 250).collect();
        assert_eq!(lag(&twice), every(250));
        // Blocks of 10 in turn: decks 10 to 19 are 0 to 9 again, and then come others.
        let blocks: Vec<u64> = (0..500).map(|t| 1 + t / 20 * 10 + t % 10).collect();
        assert_eq!(lag(&blocks), Some(Lag { decks: 10, is_of_every_deck: false }));
        // One deck over and over, two repeats alone, and repeats at random have none.
        assert_eq!(lag(&[7; 50]), None);
        assert_eq!(lag(&[1, 2, 3, 1, 2, 4, 5, 6]), None);
        let random: Vec<u64> = (0..500_u64).map(|t| 1 + t * t * 7_919 % 1_009 % 90).collect();
        assert_eq!(lag(&random), None);
    }

    /// Garwood's ends solve P(X >= 3) = 0.005 and P(X <= 3) = 0.005.
    #[test]
    fn poisson_intervals_are_exact() {
        use crate::distribution::poisson;
        let (low, high) = poisson_interval(3);
        assert!((poisson::ln_sf(3, low) - 0.005_f64.ln()).abs() < 1e-9);
        assert!((poisson::ln_cdf(3, high) - 0.005_f64.ln()).abs() < 1e-9);
        assert_eq!(poisson_interval(0).0, 0.0);
        assert!((poisson_interval(0).1 - -0.005_f64.ln()).abs() < 1e-9);
        // All of 2^20 decks are equal.
        let (low, high) = poisson_interval(549_755_289_600);
        assert!((low / 549_755_289_600.0 - 1.0).abs() < 1e-5 && low < high);
    }

    #[test]
    fn the_mean_counts_what_orders_and_hashes_have_in_common() {
        let mean = |cards: usize| Repeats::new(Shape::whole(cards)).unwrap().mean(1 << 20);
        let pairs = 549_755_289_600.0;
        assert!((mean(10) / (pairs / 3_628_800.0) - 1.0).abs() < 1e-12);
        assert!((mean(20) / (pairs / 2_432_902_008_176_640_000.0) - 1.0).abs() < 1e-12);
        assert!((mean(1_000) / (pairs * 0.5_f64.powi(64)) - 1.0).abs() < 1e-12);
    }
}
