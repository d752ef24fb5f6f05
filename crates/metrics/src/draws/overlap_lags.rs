//! The balls of a draw against the balls of an earlier draw, up to 1,024 draws back, shifted by any number, or mirrored.
#![doc = include_str!("overlap-lags.md")]

use super::UNORDERED;
use crate::{
    Shape,
    costs::Cost,
    judgement::ExtremeCount,
    largest::{CountLaw, clearest},
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    number::FEWEST_TRIALS,
    place::{Place, Word},
    scans::{
        CASES, Scan, Scanner, Scans,
        bits::ones_after_and,
        kept::{KeptDecks, MOST_PLACES},
    },
    share::{self, Executor},
};
use shuffle_deck::InstructionSet;

pub(crate) const OVERLAP_LAGS: TestEntry = TestEntry {
    title: prose! { "balls that a draw has in common with one of the 1,024 before, or that differ from them, or add up with them, to a fixed number" },
    sees: prose! { "draws that come back, in full or in part, or are avoided: ball sets that take turns, a short period; balls of one of the last 4 \
    draws plus a fixed number, or a fixed number minus them" },
    blind_to: prose! { "single draws; distances beyond 1,024; it looks at the first 4,096 draws and a sample of later ones" },
    explains: true,
    cost: Cost::of(0.0, 4.0),
    ..TestEntry::new("overlap-lags", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry { draws: UNORDERED, ..Scans::<OverlapLags>::ENTRY };

/// The farthest draw back that is compared for the same balls.
const FARTHEST: usize = 1_024;

/// `gaps` looks for the same balls one draw back.
const NEAREST: usize = 2;

/// The farthest draw back that is compared for shifted balls.
const FARTHEST_SHIFTED: usize = 4;

/// Draws that are compared with all of these; later ones are with as many as `NEAR` only.
const FIRST_DRAWS: usize = 2_048;
const NEAR: usize = 64;

/// Words that are compared at most: of drums of more than 512 balls fewer lags are examined.
const MOST_WORDS: usize = 1 << 25;

/// Differences of balls that are counted at most: of draws of more than 22 balls fewer draws are examined.
const MOST_DIFFERENCES: usize = 1 << 23;

#[derive(Clone, Copy, Debug)]
pub(crate) struct OverlapLags {
    n: usize,
    k: usize,
}

/// A distance in draws, the ball that a ball of the earlier draw becomes, the balls in common, and the pairs of draws.
#[derive(Clone, Copy, Debug)]
struct OverlapLook {
    lag: usize,
    becomes: Becomes,
    common: u64,
    pairs: u64,
}

/// The ball that takes the place of a ball, modulo the number of balls.
#[derive(Clone, Copy, Debug)]
enum Becomes {
    /// The ball plus this number.
    Shifted(usize),
    /// This number minus the ball.
    Mirrored(usize),
}

impl OverlapLook {
    /// "a drawn ball is 1 more than a ball of the draw before", in a drum of n.
    fn place(&self, n: usize) -> Place {
        let what = Place::from("a drawn ball ");
        let what = match self.becomes {
            Becomes::Shifted(0) => what.text("is one"),
            Becomes::Shifted(more) if 2 * more <= n => {
                what.text("is ").number(more).text(" more than a ball")
            }
            Becomes::Shifted(more) => what.text("is ").number(n - more).text(" less than a ball"),
            Becomes::Mirrored(_) => what.text("and a ball"),
        };
        let what = what.of_draw_before(self.lag);
        let Becomes::Mirrored(value) = self.becomes else { return what };
        let sum = |value| Word::Sum { value, of: 2 };
        let what = what.text(" add up to ").and([sum(value)]);
        // Two balls add up to 2n - 2 at most.
        if value + 1 == n { what } else { what.text(" or ").and([sum(value + n)]) }
    }
}

impl Scanner for OverlapLags {
    const TEST: TestEntry = OVERLAP_LAGS;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let (n, k) = (shape.cards(), shape.dealt());
        if k == n || shape.width() > MOST_PLACES {
            let why = format!("fewer balls are drawn than there are, and {MOST_PLACES} at most");
            return Err(NotApplicable(why));
        }
        Ok(Self { n, k })
    }

    /// With fewer draws its many looks find little, and only cost other tests their share of the error budget.
    fn needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn look(&self, draws: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let stretches: Vec<KeptDecks> = draws.stretches().collect();
        share::map(executor, stretches.len(), |index| self.scan(&stretches[index]))
    }
}

impl OverlapLags {
    fn scan(&self, draws: &KeptDecks) -> Scan {
        let (rows, width) = (draws.rows(), draws.places.len());
        let balls: Vec<&[u32]> = rows.chunks_exact(width).map(|row| &row[..self.k]).collect();
        let (near, mut far): (Vec<OverlapLook>, Vec<OverlapLook>) =
            self.same(&balls).into_iter().partition(|look| look.lag <= NEAR);
        far.extend(self.shifted(&balls));
        let (n, k) = (self.n as f64, self.k as f64);
        let mean = |look: &OverlapLook| look.pairs as f64 * k * k / n;
        let variance = |look: &OverlapLook| mean(look) * (n - k).powi(2) / (n * (n - 1.0));
        let law = |look: &OverlapLook| CountLaw::of_cards(self.n, self.k, self.k, look.pairs);
        // Half of the level is for the same balls at near lags, as if there were no other looks but as many again.
        let (mut scan, as_many) = (Scan::of(CASES), near.len());
        for looks in [near, far].into_iter().filter(|looks| !looks.is_empty()) {
            let ln_more = (looks.len() as f64 / as_many as f64).ln();
            let (ln_tail, look) = clearest(
                looks,
                |look| (look.common as f64 - mean(look)) / variance(look).sqrt(),
                |look| law(look).ln_tail(look.common),
            );
            let ln_tails = [ln_tail, law(&look).ln_least()].map(|ln| (ln + ln_more).min(0.0));
            scan.add_smallest(2 * as_many as u64, ln_tails[0], ln_tails[1], || ExtremeCount {
                what: look.place(self.n),
                count: look.common,
                of: k as u64 * look.pairs,
                unit: CASES,
                expected: k / n,
            });
        }
        scan
    }

    /// The same balls as each draw before.
    fn same(&self, draws: &[&[u32]]) -> Vec<OverlapLook> {
        let words = self.n.div_ceil(64);
        let most = MOST_WORDS / (draws.len() * words).max(1);
        let lags = FARTHEST.min(draws.len() / 2).min(most.max(NEAR));
        let mut sets = vec![0_u64; words * draws.len()];
        for (set, draw) in sets.chunks_exact_mut(words).zip(draws) {
            draw.iter().for_each(|&ball| set[ball as usize / 64] |= 1 << (ball % 64));
        }
        let (instructions, mut counts) = (InstructionSet::detect(), Vec::new());
        // The last is the draw just before.
        let mut sums = vec![0_u32; lags];
        for draw in 1..draws.len() {
            let first = draw.saturating_sub(if draw < FIRST_DRAWS { lags } else { NEAR });
            let (before, this) = sets.split_at(draw * words);
            ones_after_and(instructions, &this[..words], &before[first * words..], &mut counts);
            let nearest = &mut sums[lags - counts.len()..];
            nearest.iter_mut().zip(&counts).for_each(|(sum, count)| *sum += count);
        }
        let look = |lag: usize| {
            let compared = if lag <= NEAR { draws.len() } else { draws.len().min(FIRST_DRAWS) };
            let (common, pairs) = (sums[lags - lag].into(), (compared - lag) as u64);
            OverlapLook { lag, becomes: Becomes::Shifted(0), common, pairs }
        };
        (NEAREST..=lags).map(look).collect()
    }

    /// The balls of each draw that are larger, by every shift, than balls of one of the last draws, or add up with them to every sum.
    fn shifted(&self, draws: &[&[u32]]) -> Vec<OverlapLook> {
        let some = MOST_DIFFERENCES / (FARTHEST_SHIFTED * self.k * self.k);
        let draws = &draws[..draws.len().min(some)];
        if draws.len() < FEWEST_TRIALS as usize {
            return Vec::new();
        }
        let of_lag = |lag: usize| {
            // Without a division: a difference plus n is below 2n.
            let (n, pairs) = (self.n, (draws.len() - lag) as u64);
            let (mut more, mut sums) = (vec![0_u64; 2 * n], vec![0_u64; 2 * n]);
            for (before, after) in draws.iter().zip(&draws[lag..]) {
                for &ball in *after {
                    let ball = ball as usize;
                    for &other in *before {
                        more[ball + n - other as usize] += 1;
                        sums[ball + other as usize] += 1;
                    }
                }
            }
            let look = move |becomes, common| OverlapLook { lag, becomes, common, pairs };
            let of = move |counts: &[u64], value| counts[value] + counts[n + value];
            let shifted: Vec<OverlapLook> =
                (1..n).map(|value| look(Becomes::Shifted(value), of(&more, value))).collect();
            let mirrored = (0..n).map(|value| look(Becomes::Mirrored(value), of(&sums, value)));
            shifted.into_iter().chain(mirrored.collect::<Vec<_>>())
        };
        (1..=FARTHEST_SHIFTED).flat_map(of_lag).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        draws::hypergeometric,
        testing::{assert_law, each_set},
    };
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng, seq::index};
    use rand_pcg::Pcg64;

    #[test]
    fn shifted_balls_have_the_law_of_all_pairs_of_sets() {
        let sets = each_set(6, 3);
        for shift in 0..6 {
            let common = sets.iter().cartesian_product(&sets).map(|(a, b)| {
                a.iter().filter(|&&ball| b.contains(&((ball + 6 - shift) % 6))).count()
            });
            assert_law(common, &hypergeometric(6, 3, 3), 1e-12, shift);
        }
    }

    impl Becomes {
        fn of(self, ball: u32, n: u32) -> u32 {
            match self {
                Self::Shifted(more) => (ball + more as u32) % n,
                Self::Mirrored(sum) => (sum as u32 + n - ball) % n,
            }
        }
    }

    /// Random draws; of some, `common` balls are what balls of the draw `lag` before become.
    fn draws(
        (n, k): (u32, usize),
        (lag, becomes, common): (usize, Becomes, usize),
        seed: u64,
    ) -> Vec<u32> {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for draw in 0..700_usize {
            let others =
                index::sample(&mut rng, n as usize, n as usize).into_iter().map(|it| it as u32);
            let from = draw.checked_sub(lag).filter(|_| rng.random_bool(0.5)).map(|it| &rows[it]);
            let again = from.into_iter().flat_map(|row| row.iter().take(common));
            let mut row: Vec<u32> = again.map(|&ball| becomes.of(ball, n)).collect();
            row.extend(others.filter(|it| !row.contains(it)).collect::<Vec<_>>());
            row.truncate(k);
            rows.push(row);
        }
        rows.concat()
    }

    /// Alpha 1e-8, seeds 1 to 3.
    #[test]
    fn looks_count_what_they_say_and_name_what_was_planted() {
        use Becomes::{Mirrored, Shifted};
        for ((n, k), (lag, becomes, common), said) in [
            (
                (49, 6),
                (1, Mirrored(48), 2),
                "a drawn ball and a ball of the draw before add up to 48",
            ),
            (
                (40, 6),
                (2, Mirrored(9), 2),
                "a drawn ball and a ball of the draw 2 before add up to 9 or 49",
            ),
            ((70, 5), (300, Shifted(0), 3), "a drawn ball is one of the draw 300 before"),
            ((31, 4), (1, Shifted(29), 2), "a drawn ball is 2 less than a ball of the draw before"),
            (
                (200, 6),
                (4, Shifted(17), 2),
                "a drawn ball is 17 more than a ball of the draw 4 before",
            ),
            ((49, 6), (1, Shifted(0), 0), ""),
        ] {
            let rows = draws((n, k), (lag, becomes, common), lag as u64);
            let shape = Shape::unordered(n as usize, k, None).unwrap();
            let metric = <OverlapLags as Scanner>::new(shape).unwrap();
            let balls: Vec<&[u32]> = rows.chunks_exact(k).collect();
            for look in metric.same(&balls).iter().chain(&metric.shifted(&balls)).step_by(7) {
                let is_common = |(a, b): (&&[u32], &&[u32])| {
                    a.iter().filter(|&&it| b.contains(&look.becomes.of(it, n))).count() as u64
                };
                let common: u64 = balls.iter().zip(&balls[look.lag..]).map(is_common).sum();
                assert_eq!(
                    (look.common, look.pairs),
                    (common, (700 - look.lag) as u64),
                    "{look:?}"
                );
            }
            let scan = metric.scan(&KeptDecks::of_rows(shape, &rows));
            let ln_p = scan.ln_p();
            let what = scan.into_extreme().unwrap().what.to_string();
            assert_eq!(ln_p < 1e-8_f64.ln(), common > 0, "{ln_p} {what}");
            assert!(common == 0 || what == said, "{what}");
        }
    }
}
