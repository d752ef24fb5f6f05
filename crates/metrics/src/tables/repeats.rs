//! Equal decks: `collisions` where some must come twice, `repeats` where none should.
#![doc = include_str!("collisions.md")]
#![doc = include_str!("repeats.md")]

use super::keys::Keys;
use crate::{
    Decks, DrawKind, Judgement, Shape, Tally,
    costs::Cost,
    decks::in_rows,
    different::{DifferentDecks, expected},
    distribution::{ChiSquare, first_where, normal},
    draws::outcomes::{OUTCOMES, Ranking, is_exact, ln_outcomes},
    effect_kind,
    histogram::{CONFIDENCE, SMALLEST_EXPECTED},
    judgement::{Effect, Evidence, Interval, Law, Outcome},
    key_sample::{KeyCount, KeySample, KeySpace},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    number::FEWEST_TRIALS,
    permutations::PERMUTATIONS,
    place::Place,
};

pub(crate) const COLLISIONS: TestEntry = TestEntry {
    title: prose! { "pairs of equal decks where chance makes some, against the Poisson law" },
    sees: prose! { "any bias of 8 to 13 cards that makes some orders much likelier, with few decks" },
    blind_to: prose! { "small biases, which show in single positions long before whole decks collide" },
    compares_whole_decks: true,
    cost: Cost::of(16.0, 0.0),
    ..TestEntry::new("collisions", About::Repeats)
};

pub(crate) const REPEATS: TestEntry = TestEntry {
    title: prose! { "decks that repeat where none should, against the Poisson law" },
    sees: prose! { "small seeds, short periods and cached decks, whenever they start: 2^32 seeds within 300,000 decks, 2^40 within \
    5 million" },
    blind_to: prose! { "every bias, as long as no deck repeats" },
    gives_way_to: Some("collisions"),
    compares_whole_decks: true,
    ..TestEntry::new("repeats", About::Repeats)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::All,
    draws: &[
        DrawKind::Order,
        DrawKind::Unordered,
        DrawKind::Replacement,
        DrawKind::Pack,
        DrawKind::Ruled,
    ],
    ..MetricEntry::new(&[COLLISIONS, REPEATS], |shape| Ok(Box::new(Repeats::new(shape)?)))
};

/// Fewer decks that repeat do not make a lag: two may have the same by chance.
const FEWEST_OF_A_LAG: usize = 3;

/// The share of all possible keys that is as good as all.
const NEARLY_ALL: f64 = 0.99;

/// The most keys that are held: up to this many decks are compared, each with each.
pub(crate) const KEPT: usize = 1 << 20;

/// More decks are not looked forward to: at three million a second they take two weeks.
const MOST_DECKS: u64 = 1 << 42;

/// Fewer orders than this (8 cards) are counted by `permutations`.
pub(crate) const FEWEST_ORDERS: u64 = 40_320;

/// Fewer outcomes of draws are counted by `outcomes`: where a deck that comes thrice would not be rare.
const FEWEST_OUTCOMES: u64 = 5_000;

/// Among this many outcomes hardly any repeats, so their number need not be exact.
const FEWEST_ROUGHLY: f64 = 1e15;

/// Compares the decks whose keys are in a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeats {
    keys: Keys,
    space: KeySpace,
    /// The number of orders, rounded.
    orders: f64,
    /// The probability that two decks have the same key.
    q: f64,
}

/// Equal keys in a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Equal {
    /// Decks with keys in the sample.
    decks: u64,
    /// The share of all keys that the sample holds.
    share: f64,
    pairs: u64,
    /// Decks whose key had come before.
    again: u64,
    /// The number of decks between them.
    lag: Option<Lag>,
    /// The counts of the rarest and the commonest deck.
    times: [u64; 2],
}

impl Equal {
    /// `160 decks, 40 different ones, each four times`.
    fn counted(&self) -> Place {
        let [rarest, commonest] = self.times;
        let before = if rarest == commonest { EACH } else { ", none more often than " };
        let times = match TIMES.get(commonest as usize) {
            Some(times) => Place::from(*times),
            None => Place::default().number(commonest as usize).text(" times"),
        };
        let different = (self.decks - self.again) as usize;
        let ones = if different == 1 { " different one" } else { " different ones" };
        Place::default()
            .number(self.decks as usize)
            .text(" decks, ")
            .number(different)
            .text(ones)
            .text(before)
            .and(times)
    }
}

/// Precedes the number of times in the place of an effect whose decks all came equally often.
pub(crate) const EACH: &str = ", each ";

const TIMES: [&str; 11] = [
    "never",
    "once",
    "twice",
    "three times",
    "four times",
    "five times",
    "six times",
    "seven times",
    "eight times",
    "nine times",
    "ten times",
];

/// Decks that repeat, nearly all of them after the same number of decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lag {
    decks: u64,
    /// True if nearly all decks repeat so.
    is_of_every_deck: bool,
}

impl Repeats {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for fewer than [`FEWEST_ORDERS`] orders.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let is_plain = shape.kind() == DrawKind::Order;
        let fewest = if is_plain { FEWEST_ORDERS } else { FEWEST_OUTCOMES };
        let is_ruled = shape.kind() == DrawKind::Ruled;
        let of_rule = || ln_outcomes(shape) < (fewest as f64).ln();
        if Ranking::new(shape).is_some_and(|ranking| ranking.outcomes() < fewest)
            || is_ruled && of_rule()
        {
            let counted = if is_plain { PERMUTATIONS.id } else { OUTCOMES.id };
            let why = format!("so few orders must repeat; `{counted}` counts them");
            return Err(NotApplicable(why));
        }
        if shape.kind() == DrawKind::Pack && !shape.is_whole() {
            return Err(NotApplicable::new("the first cards of a pack are not equally likely"));
        }
        let keys = Keys::of_shape(shape);
        if is_ruled && !is_exact(shape) && ln_outcomes(shape) < FEWEST_ROUGHLY.ln() {
            return Err(NotApplicable::new("it is not known exactly how many draws obey the rule"));
        }
        let orders = match is_plain {
            true => (0..shape.dealt()).map(|i| (shape.cards() - i) as f64).product(),
            false => ln_outcomes(shape).exp(),
        };
        let q = orders.recip() + keys.confusion();
        Ok(Self { keys, space: keys.space(KEPT), orders, q })
    }

    /// The minimum number of pairs that a sample of `decks` decks compares, if hardly any are equal; it grows with
    /// the number of decks.
    pub fn pairs_compared(&self, decks: u64) -> f64 {
        let most = self.space.keys() as f64;
        if decks as f64 <= most || self.orders <= most {
            return pairs_of(decks);
        }
        // A sample is at least so full that the level before was too large: 2^-1/8.
        let in_sample = 0.9 * most * decks as f64 / 2.0;
        in_sample.max(pairs_of(self.space.keys() as u64))
    }

    /// True if collisions are expected among this many decks.
    fn collide(&self, decks: u64) -> bool {
        self.pairs_compared(decks) * self.q >= SMALLEST_EXPECTED
    }

    /// The fewest decks among which enough collisions are expected.
    fn needed_to_collide(&self) -> Option<u64> {
        let enough = first_where(2, MOST_DECKS, |decks| self.collide(decks));
        self.collide(enough).then_some(enough)
    }

    /// The expected number of pairs of equal decks in a sample.
    fn mean(&self, equal: &Equal) -> f64 {
        pairs_of(equal.decks) * self.q / equal.share
    }

    fn judge_collisions(&self, equal: &Equal) -> Evidence {
        let (pairs, mean) = (equal.pairs as f64, self.mean(equal));
        let (low, high) = poisson_interval(equal.pairs);
        let relative = |pairs: f64| pairs / mean - 1.0;
        let (low, high) = (relative(low), relative(high));
        let interval = Some(Interval::new([low, high]));
        let effect =
            Effect { interval, ..Effect::new(effect_kind::EXCESS_OF_COLLISIONS, relative(pairs)) };
        Evidence::new(pairs, Law::Poisson { mean }, pairs_of(equal.decks), effect)
    }

    fn judge_repeats(&self, equal: &Equal) -> Evidence {
        let law = Law::Poisson { mean: self.mean(equal) };
        // The sample holds only a share of the decks that a shuffle makes.
        let all = pairs_of(equal.decks) / equal.share;
        let (fewest, most) = poisson_interval(equal.pairs);
        let effect = if equal.pairs == 0 {
            Effect::new(effect_kind::DISTINCT_DECKS_AT_LEAST, all / most)
        } else if let Some(lag) = equal.lag {
            let name = if lag.is_of_every_deck { effect_kind::PERIOD } else { effect_kind::LAG };
            Effect::new(name, lag.decks as f64)
        } else {
            let [least, largest] = pool_by_different(equal.decks, equal.decks - equal.again)
                .map(|pool| pool / equal.share);
            // If every deck came more than once, there may be no others.
            let different = (equal.decks - equal.again) as f64 / equal.share;
            let least = if equal.times[0] > 1 { least.min(different) } else { least };
            let (low, high) = ((all / most).min(least), (all / fewest).max(largest));
            // A pool holds at least the decks that came from it.
            let seen = if equal.share >= 1.0 { different } else { 0.0 };
            let interval = Interval::new([low.max(seen), high.max(seen)]);
            let value = (all / equal.pairs as f64).max(seen);
            Effect::new(effect_kind::DISTINCT_DECKS, value).within(interval)
        };
        // In a part of all keys only a part of the decks is counted.
        let counted = (equal.share >= 1.0 && equal.again > 0).then(|| equal.counted());
        let effect = Effect { place: counted, ..effect };
        Evidence::new(equal.again as f64, law, equal.decks.saturating_sub(1) as f64, effect)
    }
}

fn pairs_of(decks: u64) -> f64 {
    decks as f64 * decks.saturating_sub(1) as f64 / 2.0
}

/// The pools of which this many decks show this many different ones, if each is drawn from the whole pool: within 99 % by the normal law,
/// and never smaller than what was seen.
///
/// The number of equal pairs gives the size of a pool only while decks are drawn from it independently. If each comes
/// equally often, as from jobs with one seed, there are fewer pairs; the number of different decks is then the size
/// of the pool.
fn pool_by_different(decks: u64, different: u64) -> [f64; 2] {
    let (decks, different) = (decks as f64, different as f64);
    let reach = normal::upper_quantile(((1.0 - CONFIDENCE) / 2.0).ln());
    // Different decks of a pool, this many standard deviations beyond what is expected.
    let beyond = |pool: f64, deviations: f64| {
        let missed = (-decks / pool).exp();
        let variance = pool * missed * (1.0 - (1.0 + decks / pool) * missed);
        expected(decks, pool) + deviations * variance.max(0.0).sqrt()
    };
    [reach, -reach].map(|deviations| {
        let (mut low, mut high) = (different, decks * decks * different);
        while high / low > 1.0 + 1e-9 {
            let middle = (low * high).sqrt();
            if beyond(middle, deviations) < different { low = middle } else { high = middle }
        }
        if deviations > 0.0 { low } else { high }
    })
}

/// Garwood's interval of the mean of a Poisson law that gave this count.
fn poisson_interval(count: u64) -> (f64, f64) {
    let error = (1.0 - CONFIDENCE) / 2.0;
    let quantile =
        |events: u64, upper: f64| ChiSquare::new(2 * events).upper_quantile(upper.ln()) / 2.0;
    let low = if count == 0 { 0.0 } else { quantile(count, 1.0 - error) };
    (low, quantile(count + 1, error))
}

fn compare(sample: &KeySample, trials: u64) -> Equal {
    let counts = sample.counts();
    let pairs = |key: &KeyCount| u128::from(key.count()) * u128::from(key.count() - 1) / 2;
    let pairs = counts.iter().map(pairs).sum::<u128>();
    let decks = counts.iter().map(KeyCount::count).sum::<u64>();
    Equal {
        decks,
        share: sample.space().map_or(1.0, |space| space.share(sample.level())),
        pairs: u64::try_from(pairs).unwrap_or(u64::MAX),
        again: decks - counts.len() as u64,
        lag: lag(counts, trials),
        times: [
            counts.iter().map(KeyCount::count).min().unwrap_or(0),
            counts.iter().map(KeyCount::count).max().unwrap_or(0),
        ],
    }
}

/// The gap after which nearly all repeating decks first repeat. A single deck over and over is not a
/// lag of 1.
fn lag(counts: &[KeyCount], trials: u64) -> Option<Lag> {
    let mut gaps: Vec<u64> = counts.iter().filter_map(KeyCount::gap).collect();
    gaps.sort_unstable();
    let commonest = gaps.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    let (decks, number) = (commonest[0], commonest.len());
    let nearly_all = |some: usize, all: usize| some as f64 >= NEARLY_ALL * all as f64;
    if number < FEWEST_OF_A_LAG || !nearly_all(number, gaps.len()) || decks <= 1 {
        return None;
    }
    // A deck with a period has come as often as fits between its first time and the end.
    let fits = |key: &KeyCount| 1 + trials.saturating_sub(key.first() + 1) / decks;
    let could = counts.iter().filter(|key| fits(key) > 1).count();
    let does = counts.iter().filter(|key| fits(key) > 1 && key.count() == fits(key)).count();
    Some(Lag { decks, is_of_every_deck: nearly_all(does, could) })
}

impl Metric for Repeats {
    fn kept_keys(&self) -> Option<KeySpace> {
        Some(self.space)
    }

    fn take_keys(&self, decks: &Decks<'_>, keys: &mut KeySample) {
        let mut first = decks.first_trial();
        let done = self.keys.in_columns(decks, |some| {
            keys.take_all(self.space, first, some);
            first += some.len() as u64;
        });
        if !done {
            in_rows!(decks, rows => {
                let rows = rows.chunks_exact(decks.shape().width());
                keys.take_each(self.space, first, rows.map(|row| Some(self.keys.key(row))));
            });
        }
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_sample(&tally.keys(), tally.trials())
    }

    fn shows_few(&self) -> bool {
        true
    }

    /// A sample that has dropped keys does not hold all decks.
    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let keys = tally.keys();
        let counts = keys.counts().iter().map(KeyCount::count);
        let different = DifferentDecks::of(counts, self.orders)?;
        (keys.level() == 0).then_some(Exhibit::Different(different))
    }
}

impl Repeats {
    fn judge_sample(&self, sample: &KeySample, trials: u64) -> Vec<Judgement> {
        let too_few = |needed| Outcome::too_few(trials, needed);
        let not_here = |why: &str| Outcome::not_applicable(why);
        let equal = compare(sample, trials);
        let judged = |judge: &dyn Fn(&Equal) -> Evidence| match equal.decks {
            0 => not_here("no key of its decks is in this tally"),
            _ => Outcome::Judged(judge(&equal)),
        };
        let (collisions, repeats) = if self.collide(trials) {
            let repeats = not_here("decks must repeat here; `collisions` counts them");
            (judged(&|equal| self.judge_collisions(equal)), repeats)
        } else {
            let collisions = match self.needed_to_collide() {
                Some(needed) => too_few(needed),
                None => not_here("no deck should repeat; `repeats` sees whether any does"),
            };
            let repeats = if trials < FEWEST_TRIALS {
                too_few(FEWEST_TRIALS)
            } else {
                judged(&|equal| self.judge_repeats(equal))
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
mod tests;
