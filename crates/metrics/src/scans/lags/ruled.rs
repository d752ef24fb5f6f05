//! What a draw under a rule has in common with a later one: a Secret Santa that repeats last year's pairs, or avoids
//! them, a playlist that begins with the songs that ended it. Part of [`lags`](super).

use super::kind::later_draw;
use crate::{
    Shape,
    judgement::ExtremeCount,
    memo::Memo,
    place::Place,
    ruled::sampler::Sampler,
    scans::{Scan, kept::KeptDecks},
    two_sample,
};
use shuffle_deck::DrawKind;
use std::sync::Arc;

/// The pairs of fair draws, fewer where those take long, and their seed.
const FAIR_PAIRS: f64 = 65_536.0;
const MOST_TRIED: f64 = 1e8;
const SEED: u64 = 0x1a57_0b5e;

/// The farthest draw before that is compared.
const FARTHEST: usize = 4;

/// Quantiles of what is counted in a pair, at which pairs are split.
const QUANTILES: [f64; 5] = [0.1, 0.3, 0.5, 0.9, 0.98];

/// The most positions at an end of a draw that are compared with the other end, and the most of which cards are looked for anywhere.
const LARGEST_END: usize = 16;
const MOST_SHARED: usize = 128;

/// What is counted in a pair of draws.
#[derive(Clone, Copy, Debug)]
enum Common {
    /// Positions that keep their card.
    Places,
    /// The same for one position, the first or the last.
    Place(usize),
    /// Cards of that many last positions that come to as many first ones.
    Ends(usize),
    /// Cards of the earlier draw that come again, wherever they lie.
    Cards,
}

impl Common {
    /// Each that can differ from pair to pair.
    fn all(shape: Shape) -> Vec<Self> {
        let width = shape.dealt();
        let mut ends = [1, width / 4, width / 2].map(|cards| cards.clamp(1, LARGEST_END)).to_vec();
        ends.dedup();
        let mut all = vec![Self::Places];
        if width > 1 {
            all.extend([0, width - 1].map(Self::Place));
            all.extend(ends.into_iter().map(Self::Ends));
        }
        if !shape.is_whole() && width <= MOST_SHARED {
            all.push(Self::Cards);
        }
        all
    }

    fn count(self, (one, other): (&[u32], &[u32])) -> usize {
        let common =
            |one: &[u32], other: &[u32]| other.iter().filter(|card| one.contains(card)).count();
        match self {
            Self::Places => one.iter().zip(other).filter(|(one, other)| one == other).count(),
            Self::Place(at) => usize::from(one[at] == other[at]),
            Self::Ends(cards) => common(&one[one.len() - cards..], &other[..cards]),
            Self::Cards => common(one, other),
        }
    }

    /// "one draw later, at least 2 positions hold the same as before".
    fn named(self, lag: usize, least: usize, width: usize) -> Place {
        let later = later_draw(lag);
        let at_least = |later: Place| later.text("at least ").number(least);
        match (self, least) {
            (Self::Places, 1) => later.text("some position holds the same as before"),
            (Self::Places, all) if all == width => {
                later.text("all positions hold the same as before")
            }
            (Self::Places, _) => at_least(later).text(" positions hold the same as before"),
            (Self::Place(0), _) => later.text("the first position holds the same as before"),
            (Self::Place(_), _) => later.text("the last position holds the same as before"),
            (Self::Ends(1), _) => later.text("the first position holds what the last one held"),
            (Self::Ends(cards), 1) => {
                let one = later.text("one of the first ").number(cards);
                one.text(" positions holds what one of the last ").number(cards).text(" held")
            }
            (Self::Ends(cards), _) => {
                let some = at_least(later).text(" of the first ").number(cards);
                some.text(" positions hold what the last ").number(cards).text(" held")
            }
            (Self::Cards, 1) => later.text("some position holds what one held before"),
            (Self::Cards, _) => at_least(later).text(" positions hold what one held before"),
        }
    }
}

/// Pairs of fair draws, by what is counted in them and its value, and the values at which they are split.
type FairPairs = Arc<Vec<(Common, Vec<u64>, Vec<usize>)>>;

/// Counts the pairs of draws, up to [`FARTHEST`] draws apart, that have at least some number of positions or cards in common.
///
/// Null hypothesis: all draws are independent and fair. The chance of a pair is not known, so the test also counts fair pairs, and conditions
/// on the total of both counts. Pairs that share a draw are not independent. So the first draw and the second, the third and the fourth, and so
/// on, are one sample, and the pairs between these are another. For draws farther apart, each of these draws stands for several in a row.
pub(super) fn in_common(draws: &KeptDecks) -> Scan {
    let (shape, mut scan) = (draws.shape, Scan::of("pairs of draws"));
    let width = draws.places.len();
    if shape.kind() != DrawKind::Ruled || width != shape.width() {
        return scan;
    }
    let Some(fair) = fair_pairs(shape) else { return scan };
    let rows = draws.rows();
    let rows: Vec<&[u32]> = rows.chunks_exact(width).collect();
    let samples = (1..=FARTHEST).flat_map(|lag| [(lag, 0), (lag, lag)]);
    for (lag, first) in samples {
        let apart = rows[first.min(rows.len())..].chunks(2 * lag);
        let pairs = apart.flat_map(|some| some.iter().zip(some.iter().skip(lag)).take(lag));
        let pairs: Vec<(&[u32], &[u32])> = pairs.map(|(one, other)| (*one, *other)).collect();
        for (common, fair, thresholds) in fair.iter() {
            let name = |least| common.named(lag, least, width);
            let counts: Vec<usize> = pairs.iter().map(|&pair| common.count(pair)).collect();
            split(&mut scan, &counts, (fair, thresholds), name);
        }
    }
    scan
}

/// Compares the number of pairs that reach each threshold with that of fair ones.
fn split(
    scan: &mut Scan,
    counts: &[usize],
    (fair, thresholds): (&[u64], &[usize]),
    name: impl Fn(usize) -> Place,
) {
    let (all, of_fair) = (counts.len() as u64, fair.iter().sum::<u64>());
    if all == 0 {
        scan.add_tails_of_no_note(2 * thresholds.len() as u64);
        return;
    }
    for &least in thresholds {
        let count = counts.iter().filter(|&&it| it >= least).count() as u64;
        let fair_ones = fair[least..].iter().sum();
        let tail = |count| two_sample::ln_tail([count, fair_ones], [all, of_fair]);
        scan.add_smallest(2, tail(count), tail(0).min(tail(all)), || ExtremeCount {
            what: name(least),
            count,
            of: all,
            unit: "pairs of draws",
            expected: fair_ones as f64 / of_fair as f64,
        });
    }
}

/// Counted once in the life of the program.
fn fair_pairs(shape: Shape) -> Option<FairPairs> {
    static KNOWN: Memo<Shape, Option<FairPairs>> = Memo::new();
    KNOWN.get(shape, || {
        let sampler = Sampler::of(shape).ok()?;
        let pairs = FAIR_PAIRS.min(MOST_TRIED / sampler.tries() / shape.dealt() as f64) as usize;
        let blank = |common| (common, vec![0; shape.dealt() + 1]);
        let mut fair: Vec<(Common, Vec<u64>)> = Common::all(shape).into_iter().map(blank).collect();
        let mut hand = sampler.hand(SEED);
        for _ in 0..pairs {
            let one = sampler.draw(&mut hand).to_vec();
            let other = sampler.draw(&mut hand);
            for (common, counts) in &mut fair {
                counts[common.count((&one, other))] += 1;
            }
        }
        let split = |(common, counts): (Common, Vec<u64>)| {
            let thresholds = thresholds(&counts);
            (common, counts, thresholds)
        };
        (pairs > 0).then(|| Arc::new(fair.into_iter().map(split).collect()))
    })
}

/// The values, each once, that fair pairs reach in the shares 1 - [`QUANTILES`] at most.
fn thresholds(fair: &[u64]) -> Vec<usize> {
    let all = fair.iter().sum::<u64>() as f64;
    let below = |least: usize| fair[..least].iter().sum::<u64>() as f64 / all;
    let reached = |share: &f64| (1..fair.len()).find(|&least| below(least) >= *share);
    let mut least: Vec<usize> = QUANTILES.iter().filter_map(reached).collect();
    least.retain(|&least| below(least) < 1.0);
    least.dedup();
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruled::sampler::Workspace;
    use crate::testing::{orders, share};
    use shuffle_deck::{Rule, RuleParts, rule::Apart};

    fn secret_santa(people: usize) -> Shape {
        Shape::whole(people).with_rule(Rule::new(RuleParts::no_fixed_points(people)))
    }

    /// Fair pairs of the 44 derangements of five, against all 44² pairs, to four standard errors of 65,536 pairs.
    #[test]
    fn fair_pairs_have_the_law_of_all_pairs() {
        let is_free = |row: &Vec<u32>| row.iter().zip(0..).all(|(&one, at)| one != at);
        let all: Vec<Vec<u32>> = orders(5).filter(is_free).collect();
        for (common, fair, _) in fair_pairs(secret_santa(5)).unwrap().iter() {
            let pairs = all.iter().flat_map(|a| all.iter().map(move |b| common.count((a, b))));
            let pairs: Vec<usize> = pairs.collect();
            for (value, &count) in fair.iter().enumerate() {
                let exact = share(&pairs, |&it| it == value);
                let error = (exact * (1.0 - exact) / FAIR_PAIRS).sqrt();
                let seen = count as f64 / FAIR_PAIRS;
                assert!((seen - exact).abs() <= 4.0 * error, "{common:?} {value}: {count}");
            }
        }
    }

    /// A draw and the one before it.
    type Pair<'a> = (&'a [u32], &'a [u32]);

    /// Draws of this shape in which `is_free` allows each draw after the last `apart` draws.
    fn draws_of(
        shape: Shape,
        (number, apart): (usize, usize),
        is_free: impl Fn(Pair<'_>) -> bool,
        hand: &mut Workspace,
    ) -> Vec<u32> {
        let sampler = Sampler::of(shape).unwrap();
        let (width, mut rows) = (shape.dealt(), Vec::new());
        while rows.len() < width * number {
            let row = sampler.draw(hand);
            if rows.rchunks(width).take(apart).all(|before| is_free((before, row))) {
                rows.extend_from_slice(row);
            }
        }
        rows
    }

    /// Ten of 20 songs by five artists, none of them twice in a row.
    fn playlist() -> Shape {
        let classes = (0..20).map(|song| song % 5).collect();
        let names = ["A", "B", "C", "D", "E"].map(String::from).to_vec();
        let apart = vec![Apart { classes, names, least: 2 }];
        let parts = RuleParts { apart, ..RuleParts::default() };
        Shape::deal(20, 10).unwrap().with_rule(Rule::new(parts))
    }

    /// Each planted dependence is rejected at 1e-6 and told as what it is. Of 2,000 fair sequences of 30 rounds, no more than 5 % and 1 %, plus
    /// three standard errors, have a p of at most .05 and .01. Seed 12.
    #[test]
    fn what_draws_avoid_is_seen_and_fair_draws_are_not() {
        let (santa, songs) = (secret_santa(8), playlist());
        let [mut of_santa, mut of_songs] =
            [santa, songs].map(|shape| Sampler::of(shape).unwrap().hand(12));
        let none = |common: Common| move |pair: Pair<'_>| common.count(pair) == 0;
        let mut assert_told = |(shape, number, apart), is_free: &dyn Fn(Pair<'_>) -> bool, told| {
            let hand = if shape == santa { &mut of_santa } else { &mut of_songs };
            let rows = draws_of(shape, (number, apart), is_free, hand);
            let scan = in_common(&KeptDecks::of_rows(shape, &rows));
            assert!(scan.ln_p() < 1e-6_f64.ln(), "{told}: {}", scan.ln_p());
            assert_eq!(scan.into_extreme().unwrap().what.to_string(), told);
        };
        for apart in [1, 3] {
            let told = "one draw later, some position holds the same as before";
            assert_told((santa, 50, apart), &none(Common::Places), told);
        }
        let told = "one draw later, the first position holds what the last one held";
        assert_told((santa, 300, 1), &none(Common::Ends(1)), told);
        let told = "one draw later, one of the first 5 positions holds what one of the last 5 held";
        assert_told((songs, 40, 1), &none(Common::Ends(5)), told);
        let told = "one draw later, at least 6 positions hold what one held before";
        assert_told((songs, 120, 1), &|pair| Common::Cards.count(pair) < 6, told);

        let sizes: Vec<f64> = (0..2_000)
            .map(|_| {
                let rows = draws_of(santa, (30, 0), |_| true, &mut of_santa);
                in_common(&KeptDecks::of_rows(santa, &rows)).ln_p().exp()
            })
            .collect();
        for (level, error) in [(0.05, 0.0146), (0.01, 0.0067)] {
            let liberal = share(&sizes, |p| *p <= level);
            assert!(liberal < level + error, "{liberal} at {level}");
        }
    }
}
