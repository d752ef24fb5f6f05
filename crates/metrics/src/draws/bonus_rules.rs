//! Bonus balls that follow from the balls of their draw, or from earlier draws.
#![doc = include_str!("bonus-rules.md")]

use super::{
    UNORDERED,
    relations::{Span, largest_chance},
};
use crate::{
    Shape,
    costs::Cost,
    distribution::binomial,
    judgement::ExtremeCount,
    largest::clearest,
    metric::{About, MetricEntry, NotApplicable, RowNeeds, TestEntry, prose},
    place::Place,
    scans::{CASES, Scan, Scanner, Scans, kept::KeptDecks},
    share::{self, Executor},
};

pub(crate) const BONUS_RULES: TestEntry = TestEntry {
    title: prose! { "bonus balls that follow from the balls of their draw, or from an earlier draw" },
    sees: prose! { "a bonus ball that is computed from the balls (their sum, product, xor, one of them, any weights), that is a ball of an earlier \
    draw, or the bonus ball of one, plus a fixed number; that is never a ball of its draw, or always between its balls; balls among which an earlier bonus ball comes back" },
    blind_to: prose! { "other rules; draws more than 16 back; it looks at the first 4,096 draws and a sample of later ones" },
    explains: true,
    cost: Cost::of(0.0, 3.0),
    ..TestEntry::new("bonus-rules", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry { draws: UNORDERED, needs: RowNeeds::Bonus, ..Scans::<BonusRules>::ENTRY };

/// The number of earlier draws that are compared with each draw.
const FARTHEST: usize = 16;

/// In fewer draws no rule is rare enough.
const FEWEST_DRAWS: u64 = 20;

const MOST_BALLS: usize = 512;

/// Pairs of balls of two draws that are compared at most: of draws of more than 7 balls, fewer draws are examined for any ball.
const MOST_PAIRS: usize = 1 << 22;

/// The number of single balls, from either end, that are examined.
const ENDS: usize = 8;

/// Moduli of weighted sums, next to the other prime factors of the drum; the largest of these; and the most balls of a draw.
const PRIMES: [usize; 6] = [2, 3, 5, 7, 11, 13];
const LARGEST_PRIME: usize = 127;
const MOST_BALLS_WEIGHED: usize = 40;

/// By chance weights are found with a smaller probability.
const LN_CHANCE: f64 = -36.0;

/// No remainder of a bonus ball has a larger probability.
const LARGEST_CHANCE: f64 = 0.75;

/// A standardized deviation that is not a finding among a hundred looks.
const UNREMARKABLE: f64 = 3.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BonusRules {
    shape: Shape,
    /// Balls of a draw, bonus balls of a draw, and balls in their drum.
    k: usize,
    drawn: usize,
    drum: usize,
    /// True if they come from what is left in the same drum.
    shares: bool,
}

/// A number that is worked out from the balls of a draw in ascending order, modulo the drum.
type SumOfBalls = (&'static str, fn(&[u64], u64) -> u64);

/// Balls are counted from 1 where that makes a difference.
const SUMS: [SumOfBalls; 10] = [
    ("the sum of the balls", |balls, _| balls.iter().sum()),
    ("the sum of the balls times 1, 2, 3, ...", |balls, _| {
        balls.iter().zip(1..).map(|(ball, weight)| ball * weight).sum()
    }),
    ("the sum of the balls times ..., 3, 2, 1", |balls, _| {
        balls.iter().rev().zip(1..).map(|(ball, weight)| ball * weight).sum()
    }),
    ("the alternating sum of the balls", |balls, drum| {
        balls.iter().zip([1, drum - 1].into_iter().cycle()).map(|(ball, sign)| ball * sign).sum()
    }),
    ("the largest ball less the smallest", |balls, _| balls[balls.len() - 1] - balls[0]),
    ("the sum of the squares of the balls", |balls, _| {
        balls.iter().map(|ball| (ball + 1).pow(2)).sum()
    }),
    ("the sum of the digits of the balls", |balls, _| {
        balls.iter().map(|ball| (ball + 1) / 100 + (ball + 1) / 10 % 10 + (ball + 1) % 10).sum()
    }),
    ("the product of the balls", |balls, drum| {
        balls.iter().fold(1, |product, ball| product * (ball + 1) % drum)
    }),
    ("the xor of the balls", |balls, _| balls.iter().fold(0, |xor, ball| xor ^ (ball + 1))),
    ("the xor of the balls less 1", |balls, _| balls.iter().fold(0, |xor, ball| xor ^ ball)),
];

/// The possible source of a bonus ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Sum(&'static str),
    /// One of the balls in ascending order.
    Ball(usize),
    /// Any ball of a draw, or any bonus ball.
    Each,
    EachBonus,
    /// Any ball of the same number, where the drums are of different sizes.
    Same,
    /// The numbers between the smallest and the largest ball.
    Between,
    /// None: the balls of a draw hold an earlier bonus ball.
    Back,
}

/// The bonus balls that are so much more than a source `lag` draws before, or the shift less the source, and how many should be.
#[derive(Clone, Copy, Debug)]
struct BonusLook {
    source: Source,
    lag: usize,
    is_less: bool,
    shift: usize,
    hits: u64,
    cases: u64,
    mean: f64,
}

impl BonusLook {
    /// True if it is a rule of which anyone would think: a ball of the same or the last draw, in one direction or the other.
    fn is_likely(&self) -> bool {
        let is_same = matches!(self.source, Source::Each | Source::EachBonus | Source::Same);
        self.source == Source::Between
            || self.lag <= 1 && (self.source == Source::Back || is_same && self.shift == 0)
    }

    fn chance(&self) -> f64 {
        self.mean / self.cases as f64
    }

    fn z(&self) -> f64 {
        (self.hits as f64 - self.mean) / (self.mean * (1.0 - self.chance())).sqrt()
    }

    fn ln_tail(&self) -> f64 {
        let hits = self.hits as f64;
        match hits - self.mean {
            off if off >= 1.0 => binomial::ln_sf(self.hits, self.cases, self.chance()),
            off if off <= -1.0 => binomial::ln_cdf(self.hits, self.cases, self.chance()),
            _ => 0.0,
        }
    }

    /// "the bonus ball is 1 more than the largest ball of the draw before modulo 26".
    fn place(&self, k: usize, drum: usize, is_as_large: bool) -> Place {
        let (is_ball, shift) = (!matches!(self.source, Source::Sum(_)), self.shift);
        if self.source == Source::Between {
            return Place::from("the bonus ball lies between the balls of its draw");
        }
        if self.source == Source::Back {
            return Place::from("a draw includes the bonus ball").of_draw_before(self.lag);
        }
        // An equal ball needs no arithmetic.
        let is_equal = is_as_large || self.source == Source::Same;
        let is_same = is_ball && !self.is_less && shift == 0 && is_equal;
        let what = Place::from("the bonus ball ");
        let what = match self.is_less {
            true => what.text("plus "),
            false if !is_ball => what.text("less "),
            false if shift == 0 => what.text("is "),
            false if 2 * shift <= drum => what.text("is ").number(shift).text(" more than "),
            false => what.text("is ").number(drum - shift).text(" less than "),
        };
        let what = match self.source {
            Source::Sum(name) => what.text(name),
            Source::Ball(0) => what.text("the smallest ball"),
            Source::Ball(place) if place + 1 == k => what.text("the largest ball"),
            Source::Ball(place) => what.text("ball ").number(place + 1).text(" by size"),
            Source::Each | Source::Same => what.text("a ball"),
            Source::EachBonus | Source::Back | Source::Between => what.text("a bonus ball"),
        };
        let what = match self.lag {
            0 if is_same && !matches!(self.source, Source::Ball(_)) => what.text(" of its draw"),
            0 => what,
            lag => what.of_draw_before(lag),
        };
        let what = if is_ball && !self.is_less { what } else { what.text(" is the same") };
        if is_same { what } else { what.text(" modulo ").number(drum) }
    }
}

impl Scanner for BonusRules {
    const TEST: TestEntry = BONUS_RULES;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let bonus = shape.bonus().ok_or_else(|| NotApplicable::new("there are no bonus balls"))?;
        let (k, drum) = (shape.dealt(), bonus.drum.unwrap_or(shape.cards()));
        let left = if bonus.drum.is_some() { drum } else { drum - k };
        if left == bonus.balls || shape.most_values() > MOST_BALLS {
            let why = format!(
                "bonus balls are drawn from more than there are, of drums of {MOST_BALLS} at most"
            );
            return Err(NotApplicable(why));
        }
        Ok(Self { shape, k, drawn: bonus.balls, drum, shares: bonus.drum.is_none() })
    }

    /// Fewer draws are no stretch that is looked at.
    fn needed(&self) -> u64 {
        FEWEST_DRAWS
    }

    fn look(&self, draws: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let stretches: Vec<KeptDecks> =
            draws.stretches().filter(|it| it.len() as u64 >= FEWEST_DRAWS).collect();
        let looks = share::map(executor, stretches.len(), |index| {
            let rows = stretches[index].rows();
            let rows: Vec<&[u32]> = rows.chunks_exact(self.shape.width()).collect();
            let [mut likely, mut others] = self.scans(&rows);
            others.merge(&self.weights(&rows));
            likely.share_level_with(&mut others);
            [likely, others]
        });
        looks.into_iter().flatten().collect()
    }
}

impl BonusRules {
    /// The balls of a draw in ascending order.
    fn sorted(&self, row: &[u32]) -> impl Iterator<Item = u64> + use<> {
        let mut sorted = row[..self.k].to_vec();
        sorted.sort_unstable();
        sorted.into_iter().map(u64::from)
    }

    /// The bonus balls that there can be, given the balls of their draw.
    fn left(&self) -> usize {
        if self.shares { self.drum - self.k } else { self.drum }
    }

    /// The looks at the likeliest rules, and at all others.
    fn scans(&self, rows: &[&[u32]]) -> [Scan; 2] {
        let balls: Vec<Vec<u64>> = rows.iter().map(|row| self.sorted(row).collect()).collect();
        let drum = self.drum as u64;
        let (mut looks, mut numbers) = ([Vec::new(), Vec::new()], [0, 0]);
        let mut take = |some: Vec<BonusLook>| {
            for (index, look) in some.into_iter().enumerate() {
                let of = usize::from(!look.is_likely());
                numbers[of] += 1;
                // Omitted looks are not findings, but there is always one to name.
                if index == 0 || look.z().abs() > UNREMARKABLE {
                    looks[of].push(look);
                }
            }
        };
        let mut add = |source, lag, is_less, sets: &[&[usize]]| {
            take(self.looks(rows, (source, lag, is_less), sets));
        };
        let mut add_value = |source, value: &dyn Fn(&[u64]) -> u64| {
            let values = balls.iter().map(|balls| (value(balls) % drum) as usize);
            let values: Vec<usize> = values.collect();
            let sets: Vec<&[usize]> = values.chunks(1).collect();
            for (lag, is_less) in [(0, false), (0, true), (1, false), (1, true)] {
                add(source, lag, is_less, &sets);
            }
        };
        for (name, value) in SUMS {
            add_value(Source::Sum(name), &|balls| value(balls, drum));
        }
        for place in (0..self.k).filter(|place| *place < ENDS || self.k - place <= ENDS) {
            add_value(Source::Ball(place), &|balls| balls[place]);
        }
        let (bonus, each) = ([self.k, self.k + self.drawn], [0, self.k]);
        let mut sources = vec![(Source::Each, 0, each), (Source::EachBonus, 1, bonus)];
        if self.drum < self.shape.cards() {
            sources.push((Source::Same, 0, each));
        }
        for (source, first, [from, to]) in sources {
            let pairs = (to - from) * (self.drawn + if self.shares { self.k } else { 0 });
            let some = MOST_PAIRS / ((FARTHEST + 1) * pairs);
            let set = |row: &&[u32]| {
                let is_here = |ball: &usize| source != Source::Same || *ball < self.drum;
                let balls = row[from..to].iter().map(|&ball| ball as usize).filter(is_here);
                let mut set: Vec<usize> = balls.map(|ball| ball % self.drum).collect();
                set.sort_unstable();
                set.dedup();
                set
            };
            let sets: Vec<Vec<usize>> = rows.iter().take(some).map(set).collect();
            let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            (first..=FARTHEST).for_each(|lag| add(source, lag, false, &sets));
        }
        take(self.between(rows).into_iter().chain(self.back(rows)).collect());
        [0, 1].map(|of| self.clearest_of(std::mem::take(&mut looks[of]), numbers[of]))
    }

    /// The look with the smallest tail; `number` also counts the looks that were left out.
    fn clearest_of(&self, looks: Vec<BonusLook>, number: u64) -> Scan {
        let mut scan = Scan::of("draws");
        if looks.is_empty() {
            scan.add_tails_of_no_note(2 * number);
            return scan;
        }
        let (ln_tail, look) = clearest(looks, BonusLook::z, BonusLook::ln_tail);
        let ln_least = look.cases as f64 * look.chance().min(1.0 - look.chance()).ln();
        scan.add_smallest(2 * number, ln_tail, ln_least, || ExtremeCount {
            what: look.place(self.k, self.drum, self.drum == self.shape.cards()),
            count: look.hits,
            of: look.cases,
            unit: if self.drawn == 1 { "draws" } else { CASES },
            expected: look.chance(),
        });
        scan
    }

    /// The looks at the bonus balls that are balls some draws later.
    ///
    /// Given the earlier draws, the number of hits of a draw is hypergeometric, so that the bound of [`Self::looks`] holds.
    fn back(&self, rows: &[&[u32]]) -> Vec<BonusLook> {
        let balls = self.shape.cards();
        let look = |lag: usize| {
            let (mut hits, mut cases) = (0, 0);
            for (row, before) in rows[lag..].iter().zip(rows) {
                for bonus in before[self.k..].iter().filter(|&&bonus| (bonus as usize) < balls) {
                    cases += 1;
                    hits += u64::from(row[..self.k].contains(bonus));
                }
            }
            let mean = cases as f64 * self.k as f64 / balls as f64;
            BonusLook { source: Source::Back, lag, is_less: false, shift: 0, hits, cases, mean }
        };
        (1..=FARTHEST.min(rows.len() - 1)).map(look).filter(|it| it.cases > 0).collect()
    }

    /// The look at the bonus balls that lie between the balls of their draw, given which the hits are hypergeometric.
    fn between(&self, rows: &[&[u32]]) -> Option<BonusLook> {
        let (mut hits, mut mean) = (0, 0.0);
        for row in rows {
            let (balls, bonus) = row.split_at(self.k);
            let (least, most) = (*balls.iter().min()?, *balls.iter().max()?);
            hits += bonus.iter().filter(|it| (least..=most).contains(it)).count() as u64;
            let taken = if self.shares { self.k } else { 0 };
            let inside = (self.drum as u32).min(most + 1).saturating_sub(least) as usize - taken;
            mean += inside as f64 * self.drawn as f64 / self.left() as f64;
        }
        let cases = (rows.len() * self.drawn) as u64;
        let look = BonusLook {
            source: Source::Between,
            lag: 0,
            is_less: false,
            shift: 0,
            hits,
            cases,
            mean,
        };
        (mean > 0.0 && look.chance() < 1.0).then_some(look)
    }

    /// The looks at the bonus balls that are in a set of numbers of the draw `lag` before plus a shift, or in the shift less these, for
    /// each shift.
    ///
    /// Given everything before, the number of hits of a draw is hypergeometric, as a sum of independent hits is. So the tails of all hits
    /// are at most the tails of a binomial law of the same mean, from 1 beyond the mean on (Vatutin and Mikhailov 1982, Hoeffding 1956).
    fn looks(
        &self,
        rows: &[&[u32]],
        (source, lag, is_less): (Source, usize, bool),
        sets: &[&[usize]],
    ) -> Vec<BonusLook> {
        let m = self.drum;
        let (mut hits, mut taken) = (vec![0_u64; 2 * m], vec![0_u64; 2 * m]);
        let mut size = 0;
        for (row, set) in rows[lag..].iter().zip(sets) {
            size += set.len() as u64;
            for &value in *set {
                let from = if is_less { value } else { m - value };
                row[self.k..].iter().for_each(|&bonus| hits[from + bonus as usize] += 1);
                if self.shares {
                    row[..self.k].iter().for_each(|&ball| taken[from + ball as usize] += 1);
                }
            }
        }
        let cases = ((rows.len() - lag).min(sets.len()) * self.drawn) as u64;
        let look = |shift: usize| {
            let [hits, taken] = [&hits, &taken].map(|it| it[shift] + it[shift + m]);
            let mean = (size - taken) as f64 * self.drawn as f64 / self.left() as f64;
            BonusLook { source, lag, is_less, shift, hits, cases, mean }
        };
        (0..m).map(look).filter(|it| it.mean > 0.0 && it.chance() < 1.0).collect()
    }

    /// Looks for weights of the balls of a draw, of the draw before and of its bonus ball with which they add up to the
    /// bonus ball modulo a prime.
    fn weights(&self, rows: &[&[u32]]) -> Scan {
        let mut scan = Scan::of("draws");
        if self.drawn > 1 || self.k > MOST_BALLS_WEIGHED {
            return scan;
        }
        let is_prime = |p: usize| (2..p).all(|divisor| !p.is_multiple_of(divisor));
        let factors =
            (PRIMES[5] + 1..=LARGEST_PRIME).filter(|&p| self.drum.is_multiple_of(p) && is_prime(p));
        for p in PRIMES.into_iter().chain(factors) {
            let values = (0..self.drum).map(|value| (value, 1.0 / self.left() as f64));
            let chance = largest_chance(p, values);
            let columns = 2 * self.k + 2;
            let draws = (columns as f64 * (p as f64).ln() - LN_CHANCE) / -chance.ln();
            let draws = draws.ceil() as usize;
            if chance > LARGEST_CHANCE || draws >= rows.len() {
                continue;
            }
            let ln_bound = columns as f64 * (p as f64).ln() + draws as f64 * chance.ln();
            let pairs = || rows.windows(2).take(draws);
            let mut span = Span::new(p as u8, draws, columns + 1);
            let modulo = |value: u32| (value as usize % p) as u8;
            span.add(vec![1; draws]);
            let balls: Vec<[Vec<u64>; 2]> = pairs()
                .map(|pair| [pair[0], pair[1]].map(|row| self.sorted(row).collect()))
                .collect();
            for (part, place) in (0..2 * self.k).map(|i| (i % 2, i / 2)) {
                span.add(balls.iter().map(|pair| (pair[part][place] % p as u64) as u8));
            }
            span.add(pairs().map(|pair| modulo(pair[0][self.k])));
            let is_found = span.add(pairs().map(|pair| modulo(pair[1][self.k]))).is_some();
            let ln_tail = if is_found { ln_bound } else { 0.0 };
            scan.add_tail(ln_tail, ln_bound, || ExtremeCount {
                what: Place::from(
                    "a weighted sum of the balls of two draws is the bonus ball modulo ",
                )
                .number(p),
                count: if is_found { draws as u64 } else { 0 },
                of: draws as u64,
                unit: "draws",
                expected: chance,
            });
        }
        scan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_never_too_small, each_set};
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng, seq::index};
    use rand_pcg::Pcg64;

    fn rules(n: usize, k: usize, bonus: &str) -> BonusRules {
        let shape = Shape::unordered(n, k, Some(bonus.parse().unwrap())).unwrap();
        Scanner::new(shape).unwrap()
    }

    /// Over all sequences of three draws, no look has a tail as small as a level more often than the level says.
    #[test]
    fn tails_are_never_too_small() {
        for (bonus, all) in [("3/1", 3), ("1", 4), ("3/2", 3)] {
            let rules = rules(4, 2, bonus);
            let sets = each_set(4, 2).into_iter().cartesian_product(each_set(all, rules.drawn));
            let is_left = |(a, b): &(Vec<u32>, Vec<u32>)| !rules.shares || !a.contains(&b[0]);
            let draws: Vec<Vec<u32>> = sets.filter(is_left).map(|(a, b)| [a, b].concat()).collect();
            let (mut tails, mut sequences) = (vec![[vec![], vec![]]; all], 0.0);
            for rows in (0..3).map(|_| draws.iter()).multi_cartesian_product() {
                sequences += 1.0;
                let rows: Vec<&[u32]> = rows.into_iter().map(Vec::as_slice).collect();
                let set = |row: &&[u32]| -> Vec<usize> {
                    row[..2].iter().map(|&b| b as usize % all).unique().collect()
                };
                let sets: Vec<Vec<usize>> = rows.iter().map(set).collect();
                let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
                for look in rules.looks(&rows, (Source::Each, 1, false), &sets) {
                    let side = usize::from(look.hits as f64 > look.mean);
                    tails[look.shift][side].push(look.ln_tail().exp());
                }
            }
            for tails in tails.into_iter().flatten() {
                let tails = tails.into_iter().filter(|tail| *tail < 1.0);
                assert_never_too_small(tails.map(|tail| (tail, 1.0 / sequences)), bonus);
            }
        }
    }

    /// The p-value of draws whose bonus ball follows from the balls and the draws before in `percent` of a hundred draws, and what is found.
    fn found(
        (n, k, bonus): (usize, usize, &str),
        (draws, percent): (usize, u32),
        rule: Rule<'_>,
    ) -> (f64, String) {
        let rules = rules(n, k, bonus);
        let mut rng = Pcg64::seed_from_u64(26);
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for _ in 0..draws {
            let mut row: Vec<u32> =
                index::sample(&mut rng, n, k).iter().map(|it| it as u32).collect();
            let is_left = |ball: &u32| !rules.shares || !row.contains(ball);
            let other = (0..99).map(|_| rng.random_range(0..rules.drum as u32)).find(is_left);
            let follows =
                (rule(&rules.sorted(&row).collect_vec(), &rows) % rules.drum as u64) as u32;
            let follows = Some(follows).filter(|it| is_left(it) && rng.random_ratio(percent, 100));
            row.push(follows.or(other).unwrap());
            rows.push(row);
        }
        let found = crate::scans::testing::found::<BonusRules>;
        let (log10_p, extreme) = found(rules.shape, &rows.concat());
        (log10_p, extreme.what.to_string())
    }

    type Rule<'a> = &'a dyn Fn(&[u64], &[Vec<u32>]) -> u64;

    /// Alpha 1e-8, seed 26, 300 draws.
    #[test]
    fn rules_are_named() {
        let own = (40, 5, "17/1");
        let (log10_p, _) = found(own, (300, 0), &|_, _| 0);
        assert!(log10_p > -3.0, "{log10_p}");
        let named = |percent, said: &str, rule: Rule<'_>| {
            for game in [own, (40, 5, "1")] {
                let (log10_p, what) = found(game, (300, percent), rule);
                assert!(log10_p < -8.0 && what.starts_with(said), "{game:?}: {log10_p} {what}");
            }
        };
        named(60, "the bonus ball less the sum of the balls", &|balls, _| balls.iter().sum());
        named(60, "the bonus ball less the product", &|b, _| b.iter().map(|b| b + 1).product());
        named(40, "the bonus ball is 3 more than ball 2 by size", &|balls, _| balls[1] + 3);
        named(40, "the bonus ball is a ball of the draw 2 before", &|_, rows| {
            let before = rows.iter().rev().nth(1);
            before.map_or(0, |row| u64::from(row[rows.len() % 5]))
        });
        named(40, "the bonus ball is a bonus ball of the draw 7 before", &|_, rows| {
            rows.iter().rev().nth(6).map_or(0, |row| u64::from(row[5]))
        });
        // Any ball that is none of its draw, and any between the balls.
        let any = |rows: &[Vec<u32>], drum: u64, is_left: &dyn Fn(u64) -> bool| {
            let mut rng = Pcg64::seed_from_u64(rows.len() as u64);
            (0..999).map(|_| rng.random_range(0..drum)).find(|it| is_left(*it)).unwrap_or(0)
        };
        let none_of = |b: &[u64], rows: &[Vec<u32>]| any(rows, 17, &|it| !b.contains(&it));
        let (log10_p, what) = found(own, (300, 100), &none_of);
        assert!(
            log10_p < -6.0 && what == "the bonus ball is a ball of its draw",
            "{log10_p} {what}"
        );
        let between = |b: &[u64], rows: &[Vec<u32>]| {
            any(rows, 40, &|it| it > b[0] && it < b[4] && !b.contains(&it))
        };
        let (log10_p, what) = found((40, 5, "1"), (300, 100), &between);
        assert!(log10_p < -8.0 && what.contains("between"), "{log10_p} {what}");
        let weighed =
            |b: &[u64], _: &[Vec<u32>]| b.iter().zip([5, 1, 14, 3, 7]).map(|(b, w)| b * w).sum();
        let (log10_p, what) = found(own, (60 + 100, 100), &weighed);
        assert!(log10_p < -8.0 && what.contains("modulo 17"), "{log10_p} {what}");
    }
}
