//! Positions that keep their card from one draw under a rule to a later one: a Secret Santa that repeats last year's pairs, or avoids them.
//! Part of [`lags`](super).

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

/// Quantiles of the number of kept positions at which pairs are split.
const QUANTILES: [f64; 5] = [0.1, 0.3, 0.5, 0.9, 0.98];

/// Pairs of fair draws, by the number of positions that keep their card.
type FairPairs = Arc<Vec<u64>>;

/// Counts the pairs of draws, up to [`FARTHEST`] draws apart, that keep at least some number of places.
///
/// Null hypothesis: all draws are independent and fair. The chance of a pair is not known, so the test also counts fair pairs, and conditions
/// on the total of both counts. Pairs that share a draw are not independent. So the first draw and the second, the third and the fourth, and so
/// on, are one sample, and the pairs between these are another. For draws farther apart, each of these draws stands for several in a row.
pub(super) fn kept_places(draws: &KeptDecks) -> Scan {
    let (shape, mut scan) = (draws.shape, Scan::of("pairs of draws"));
    let width = draws.places.len();
    if shape.kind() != DrawKind::Ruled || width != shape.width() {
        return scan;
    }
    let Some(fair) = fair_pairs(shape) else { return scan };
    let of_fair: u64 = fair.iter().sum();
    let thresholds = thresholds(&fair);
    let rows = draws.rows();
    let rows: Vec<&[u32]> = rows.chunks_exact(width).collect();
    let samples = (1..=FARTHEST).flat_map(|lag| [(lag, 0), (lag, lag)]);
    for (lag, first) in samples {
        let apart = rows[first.min(rows.len())..].chunks(2 * lag);
        let pairs = apart.flat_map(|some| some.iter().zip(some.iter().skip(lag)).take(lag));
        let kept: Vec<usize> = pairs.map(|(one, other)| kept_in((one, other))).collect();
        let all = kept.len() as u64;
        if all == 0 {
            scan.add_tails_of_no_note(2 * thresholds.len() as u64);
            continue;
        }
        for &least in &thresholds {
            let count = kept.iter().filter(|&&places| places >= least).count() as u64;
            let fair_ones = fair[least..].iter().sum();
            let tail = |count| two_sample::ln_tail([count, fair_ones], [all, of_fair]);
            scan.add_smallest(2, tail(count), tail(0).min(tail(all)), || ExtremeCount {
                what: named(lag, least, width),
                count,
                of: all,
                unit: "pairs of draws",
                expected: fair_ones as f64 / of_fair as f64,
            });
        }
    }
    scan
}

/// The number of places that hold the same in both draws.
fn kept_in((one, other): (&[u32], &[u32])) -> usize {
    one.iter().zip(other).filter(|(one, other)| one == other).count()
}

/// Counted once in the life of the program.
fn fair_pairs(shape: Shape) -> Option<FairPairs> {
    static KNOWN: Memo<Shape, Option<FairPairs>> = Memo::new();
    KNOWN.get(shape, || {
        let sampler = Sampler::of(shape).ok()?;
        let pairs = FAIR_PAIRS.min(MOST_TRIED / sampler.tries() / shape.dealt() as f64) as usize;
        let (mut hand, mut counts) = (sampler.hand(SEED), vec![0; shape.dealt() + 1]);
        for _ in 0..pairs {
            let one = sampler.draw(&mut hand).to_vec();
            counts[kept_in((&one, sampler.draw(&mut hand)))] += 1;
        }
        (pairs > 0).then(|| Arc::new(counts))
    })
}

/// The numbers of places, each once, that fair pairs reach in the shares 1 - [`QUANTILES`] at most.
fn thresholds(fair: &[u64]) -> Vec<usize> {
    let all = fair.iter().sum::<u64>() as f64;
    let below = |least: usize| fair[..least].iter().sum::<u64>() as f64 / all;
    let reached = |share: &f64| (1..fair.len()).find(|&least| below(least) >= *share);
    let mut least: Vec<usize> = QUANTILES.iter().filter_map(reached).collect();
    least.dedup();
    least
}

/// "one draw later, at least 2 positions hold the same as before".
fn named(lag: usize, least: usize, width: usize) -> Place {
    let later = later_draw(lag);
    match least {
        1 => later.text("some position holds the same as before"),
        all if all == width => later.text("all positions hold the same as before"),
        _ => later.text("at least ").number(least).text(" positions hold the same as before"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{orders, share};
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;
    use shuffle_deck::{Rule, RuleParts};

    fn secret_santa(people: usize) -> Shape {
        Shape::whole(people).with_rule(Rule::new(RuleParts::no_fixed_points(people)))
    }

    /// Fair pairs of the 44 derangements of five, against all 44² pairs, to four standard errors of 65,536 pairs.
    #[test]
    fn fair_pairs_have_the_law_of_all_pairs() {
        let is_free = |row: &Vec<u32>| row.iter().zip(0..).all(|(&one, at)| one != at);
        let all: Vec<Vec<u32>> = orders(5).filter(is_free).collect();
        let pairs: Vec<usize> =
            all.iter().flat_map(|a| all.iter().map(move |b| kept_in((a, b)))).collect();
        let fair = fair_pairs(secret_santa(5)).unwrap();
        for (kept, &count) in fair.iter().enumerate() {
            let exact = share(&pairs, |&it| it == kept);
            let error = (exact * (1.0 - exact) / FAIR_PAIRS).sqrt();
            assert!((count as f64 / FAIR_PAIRS - exact).abs() <= 4.0 * error, "{kept}: {count}");
        }
    }

    /// Draws for eight people. Nobody draws their own name, or the name that they drew in one of the last `apart` draws.
    fn rounds(number: usize, apart: usize, rng: &mut Pcg64) -> Vec<u32> {
        let mut rows: Vec<u32> = Vec::new();
        let mut row: Vec<u32> = (0..8).collect();
        while rows.len() < 8 * number {
            row.shuffle(rng);
            let is_free = row.iter().zip(0..).all(|(&one, at)| one != at);
            let mut before = rows.rchunks(8).take(apart);
            if is_free && before.all(|it| kept_in((&row, it)) == 0) {
                rows.extend(&row);
            }
        }
        rows
    }

    /// 50 rounds are rejected at 1e-6 if nobody draws the same name as in the last round, or as in one of the last three. Of 2,000 fair sequences
    /// of 30 rounds, no more than 5 % and 1 %, plus three standard errors, have a p of at most .05 and .01. Seed 12.
    #[test]
    fn avoided_places_are_seen_and_fair_draws_are_not() {
        let mut rng = Pcg64::seed_from_u64(12);
        let mut scan = |number, apart| {
            let rows = rounds(number, apart, &mut rng);
            kept_places(&KeptDecks::of_rows(secret_santa(8), &rows))
        };
        for apart in [1, 3] {
            assert!(scan(50, apart).ln_p() < 1e-6_f64.ln());
        }
        let fair: Vec<f64> = (0..2_000).map(|_| scan(30, 0).ln_p().exp()).collect();
        for (level, error) in [(0.05, 0.0146), (0.01, 0.0067)] {
            let liberal = share(&fair, |p| *p <= level);
            assert!(liberal < level + error, "{liberal} at {level}");
        }
    }
}
