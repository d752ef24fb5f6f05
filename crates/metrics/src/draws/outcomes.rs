//! All outcomes of a draw: their number, their ranks, and the test `outcomes`, where they are few.
#![doc = include_str!("outcomes.md")]
#![doc = include_str!("largest-outcome.md")]

use super::{FEWEST_TRIALS, OF_OUTCOMES, weighted::PooledSymbols};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    different::DifferentDecks,
    free_outcomes::ln_free_outcomes,
    histogram::{SMALLEST_EXPECTED, sensitivity, total_variation},
    judgement::{Evidence, Law},
    largest::{self, Cell},
    metric::{About, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    ruled::sampler::Sampler,
    table::judge_one,
};
use shuffle_deck::{Draw, DrawKind, Pack, Rule};
use std::{collections::HashMap, sync::Arc};

pub(crate) const OUTCOMES: TestEntry = TestEntry {
    title: prose! { "how often each outcome of a draw comes, chi-square of all of them" },
    sees: prose! { "any bias of draws with few outcomes, such as a pick-3 of 1,000" },
    blind_to: prose! { "draws that depend on each other" },
    compares_whole_decks: true,
    cost: Cost::of(12.0, 0.0),
    ..TestEntry::new("outcomes", About::Orders)
};

pub(crate) const LARGEST_OUTCOME: TestEntry = TestEntry {
    title: prose! { "the outcome with the most extreme count, by its exact tail" },
    sees: prose! { "one outcome that never comes, or far too often" },
    blind_to: prose! { "small deviations of many outcomes, which `outcomes` adds up" },
    explains: true,
    compares_whole_decks: true,
    ..TestEntry::new("largest-outcome", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: OF_OUTCOMES,
    ..MetricEntry::new(&[OUTCOMES, LARGEST_OUTCOME], |shape| Ok(Box::new(Outcomes::new(shape)?)))
};

pub(crate) const MOST_OUTCOMES: u64 = 100_000;

/// Outcomes that are not equally likely are expected so often at least.
const RAREST_EXPECTED: f64 = 5.0;

/// The logarithm of the number of outcomes of a draw, without bonus balls. For the first cards of a pack and for
/// weights, minus the log probability of the likeliest outcome: a lower bound of their entropy. With a rule, of the outcomes that obey it.
#[must_use]
pub fn ln_outcomes(shape: Shape) -> f64 {
    match shape.rule() {
        // Without an outcome nothing is judged.
        Some(_) => Sampler::of(shape).map_or(0.0, |sampler| sampler.outcomes.0),
        None => ln_free_outcomes(shape),
    }
}

/// True if the number of outcomes is known exactly, and not only by a sample of those that obey the rule.
pub(crate) fn is_exact(shape: Shape) -> bool {
    shape.rule().is_none() || Sampler::of(shape).is_ok_and(|sampler| sampler.outcomes.1)
}

/// The rule of a shape, if it forbids anything.
fn rule_of(shape: Shape) -> Option<Rule> {
    shape.rule().filter(|rule| !rule.allows_all())
}

/// Numbers outcomes that are equally likely: sets, words, or arrangements of a whole pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ranking {
    shape: Shape,
    outcomes: u64,
}

impl Ranking {
    /// For draws of this shape; `None` where the outcomes are not equally likely, or more than 64 bits hold.
    pub(crate) fn new(shape: Shape) -> Option<Self> {
        if rule_of(shape).is_some() {
            return None;
        }
        let (n, k) = (shape.cards() as u64, shape.dealt() as u32);
        let outcomes = match shape.draw() {
            Draw::Order => crate::rank::orders(shape)?,
            Draw::Unordered(_) => choose(shape.cards(), shape.dealt())?,
            Draw::Replacement => n.checked_pow(k)?,
            Draw::Weighted(weights) if weights.are_equal() => n.checked_pow(k)?,
            Draw::Pack(pack) if shape.is_whole() => arrangements(pack)?,
            Draw::Pack(_)
            | Draw::Varying
            | Draw::Weighted(_)
            | Draw::Successive { .. }
            | Draw::Blocks(_) => {
                return None;
            }
        };
        Some(Self { shape, outcomes })
    }

    pub(crate) fn outcomes(self) -> u64 {
        self.outcomes
    }

    /// The number of cards, if outcomes are orders and deals, whose ranks are [Lehmer ranks](crate::rank).
    pub(crate) fn cards_in_order(self) -> Option<u64> {
        self.shape.is_order().then_some(self.shape.cards() as u64)
    }

    /// The rank of a row: each outcome has its own below their number.
    pub(crate) fn rank<C: Card>(self, row: &[C]) -> u64 {
        let row = &row[..self.shape.dealt()];
        let n = self.shape.cards() as u64;
        match self.shape.draw() {
            Draw::Order | Draw::Varying => crate::rank::rank(row, self.shape.cards()),
            Draw::Unordered(_) => rank_of_set(row),
            Draw::Replacement | Draw::Weighted(_) | Draw::Successive { .. } | Draw::Blocks(_) => {
                row.iter().fold(0, |rank, symbol| rank * n + symbol.index() as u64)
            }
            Draw::Pack(pack) => rank_of_arrangement(pack, row, self.outcomes),
        }
    }

    /// The row of a rank.
    fn row(self, rank: u64) -> Vec<usize> {
        match self.shape.draw() {
            Draw::Order | Draw::Varying => crate::rank::unrank(rank, self.shape),
            Draw::Unordered(_) => set_of_rank(rank, self.shape),
            Draw::Pack(pack) => arrangement_of_rank(pack, rank, self.outcomes),
            _ => digits(rank, self.shape),
        }
    }
}

/// The values of a word, which is a number with a digit for each.
fn digits(mut word: u64, shape: Shape) -> Vec<usize> {
    let values = shape.values() as u64;
    let mut row: Vec<usize> = (0..shape.dealt())
        .map(|_| {
            let digit = word % values;
            word /= values;
            digit as usize
        })
        .collect();
    row.reverse();
    row
}

/// n over k, if 64 bits hold it.
fn choose(n: usize, k: usize) -> Option<u64> {
    let k = k.min(n - k);
    let mut ways = 1_u128;
    for i in 0..k {
        ways = ways * (n - i) as u128 / (i + 1) as u128;
        if ways > u128::from(u64::MAX) {
            return None;
        }
    }
    u64::try_from(ways).ok()
}

fn arrangements(pack: Pack) -> Option<u64> {
    let (mut cards, mut ways) = (0, 1_u64);
    for &count in pack.counts() {
        cards += count as usize;
        ways = ways.checked_mul(choose(cards, count as usize)?)?;
    }
    Some(ways)
}

/// The combinatorial number system: C(c_1, 1) + C(c_2, 2) + ... of the balls in ascending order (Knuth, TAOCP 4A, 7.2.1.3).
fn rank_of_set<C: Card>(row: &[C]) -> u64 {
    let mut balls: Vec<usize> = row.iter().map(|ball| ball.index()).collect();
    balls.sort_unstable();
    let ways = |(place, &ball): (usize, &usize)| {
        if ball > place { choose(ball, place + 1).unwrap_or(0) } else { 0 }
    };
    balls.iter().enumerate().map(ways).sum()
}

/// The set of a rank, from its largest ball on.
fn set_of_rank(mut rank: u64, shape: Shape) -> Vec<usize> {
    let ball = |place: usize| {
        let ways = |ball| match ball < place {
            true => 0,
            false => choose(ball, place).unwrap_or(u64::MAX),
        };
        let ball = (0..shape.cards()).rev().find(|&ball| ways(ball) <= rank)?;
        rank -= ways(ball);
        Some(ball)
    };
    let mut set: Vec<usize> = (1..=shape.dealt()).rev().filter_map(ball).collect();
    set.reverse();
    set
}

/// The arrangement with a rank of `all`.
fn arrangement_of_rank(pack: Pack, mut rank: u64, all: u64) -> Vec<usize> {
    let mut left: Vec<u64> = pack.counts().iter().map(|&count| count.into()).collect();
    let (mut rest, mut ways) = (pack.cards() as u128, u128::from(all));
    let mut row = Vec::new();
    while rest > 0 {
        let of_kind = |kind: usize, left: &[u64]| (ways * u128::from(left[kind]) / rest) as u64;
        let mut kind = 0;
        while rank >= of_kind(kind, &left) {
            rank -= of_kind(kind, &left);
            kind += 1;
        }
        ways = u128::from(of_kind(kind, &left));
        left[kind] -= 1;
        rest -= 1;
        row.push(kind);
    }
    row
}

/// The number of arrangements that come before this one in lexicographic order.
fn rank_of_arrangement<C: Card>(pack: Pack, row: &[C], all: u64) -> u64 {
    let mut left: Vec<u64> = pack.counts().iter().map(|&count| count.into()).collect();
    let (mut rest, mut ways, mut rank) = (row.len() as u128, u128::from(all), 0_u128);
    for kind in row.iter().map(|card| card.index()) {
        let smaller: u64 = left[..kind].iter().sum();
        rank += ways * u128::from(smaller) / rest;
        ways = ways * u128::from(left[kind]) / rest;
        left[kind] -= 1;
        rest -= 1;
    }
    rank as u64
}

#[derive(Clone, Debug)]
pub(crate) struct Outcomes {
    shape: Shape,
    ranks: Ranks,
    /// The probability of each outcome; empty where they are equally likely.
    law: Arc<[f64]>,
}

#[derive(Clone, Debug)]
enum Ranks {
    Even(Ranking),
    /// Words of the first cards of a pack, of symbols with weights, or of draws that obey a rule.
    Words(Arc<HashMap<u64, u32>>),
}

impl Outcomes {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let too_many = || {
            let many = ln_outcomes(shape) / std::f64::consts::LN_10;
            let why =
                format!("there are about 10^{many:.0} outcomes; up to {MOST_OUTCOMES} are counted");
            NotApplicable(why)
        };
        if let Some(ranking) = Ranking::new(shape) {
            if ranking.outcomes() > MOST_OUTCOMES {
                return Err(too_many());
            }
            return Ok(Self { shape, ranks: Ranks::Even(ranking), law: Arc::default() });
        }
        if shape.weights().is_some() && shape.dealt() == 1 {
            return Err(NotApplicable::new("the draw is one symbol; `symbols` counts it"));
        }
        let is_unequal = shape.weights().is_some() || shape.pack().is_some() && !shape.is_whole();
        let is_ruled = rule_of(shape).is_some();
        let words = if is_unequal || is_ruled { words(shape) } else { None };
        let (words, law) = words.ok_or_else(too_many)?;
        // Those that obey a rule are equally likely.
        let law = if is_ruled { Vec::new() } else { law };
        Ok(Self { shape, ranks: Ranks::Words(Arc::new(words)), law: law.into() })
    }

    /// The words that are judged together, where symbols have weights.
    fn classes(&self, trials: u64) -> Option<PooledSymbols> {
        self.shape.weights().and_then(|_| PooledSymbols::of_singles(&self.law, trials))
    }

    fn outcomes(&self) -> usize {
        match &self.ranks {
            Ranks::Even(ranking) => ranking.outcomes() as usize,
            Ranks::Words(words) => words.len(),
        }
    }

    /// The draws that are outcomes: those that break their rule are none.
    fn obedient(tally: &Tally) -> u64 {
        tally.cells().iter().sum::<u64>().max(1)
    }

    /// The values of an outcome.
    fn row(&self, cell: usize) -> Vec<usize> {
        match &self.ranks {
            Ranks::Even(ranking) => ranking.row(cell as u64),
            Ranks::Words(words) => {
                let word = words.iter().find(|(_, of)| **of as usize == cell);
                digits(word.map_or(0, |(word, _)| *word), self.shape)
            }
        }
    }

    /// The evidence of the outcome that stands out.
    fn largest(&self, tally: &Tally) -> Evidence {
        let trials = if self.law.is_empty() { Self::obedient(tally) } else { tally.trials() };
        let even = 1.0 / self.outcomes() as f64;
        let chance = |cell: usize| self.law.get(cell).copied().unwrap_or(even);
        let cells = tally.cells().iter().enumerate().filter(|(cell, _)| chance(*cell) > 0.0);
        let (numbers, cells): (Vec<usize>, Vec<Cell>) = cells
            .map(|(cell, &count)| (cell, Cell { count, trials, chance: chance(cell) }))
            .unzip();
        let place = |cell: usize| Place::row("the outcome", &self.row(numbers[cell]));
        largest::evidence(&cells, self.shape.kind().trial()[1], &place)
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let trials = tally.trials();
        if self.law.is_empty() {
            return crate::table::judge_patterns(Self::obedient(tally), tally.cells());
        }
        if let Some(classes) = self.classes(trials) {
            let effect = total_variation(
                trials,
                tally.cells().iter().copied().zip(self.law.iter().copied()),
            );
            let form = classes.pearson(trials, tally.cells());
            return form.evidence(trials, effect).with_sensitivity(sensitivity(trials));
        }
        let expected = || self.law.iter().map(|p| p * trials as f64);
        let cells = tally.cells().iter().zip(expected());
        let statistic = cells.map(|(&count, e)| (count as f64 - e).powi(2) / e).sum();
        let law = Law::pearson(expected());
        let least = self.law.iter().copied().fold(1.0, f64::min);
        let counts = tally.cells().iter().copied().zip(self.law.iter().copied());
        let effect = total_variation(trials, counts);
        Evidence::new(statistic, law, trials as f64 * (1.0 / least - 1.0), effect)
            .with_sensitivity(sensitivity(trials))
    }
}

/// The chance of a value after the values of a row.
fn share(shape: Shape, row: &[u32], value: u32) -> f64 {
    match (shape.weights(), shape.pack()) {
        (Some(weights), _) if shape.is_with_replacement() => weights.chances()[value as usize],
        (Some(weights), _) => {
            let chance = |it: usize| weights.chances()[it];
            let left = (0..shape.cards()).filter(|it| !row.contains(&(*it as u32))).map(chance);
            // Once all that can come is gone, nothing can.
            chance(value as usize) / left.sum::<f64>().max(f64::MIN_POSITIVE)
        }
        (_, Some(pack)) => {
            let gone = row.iter().filter(|&&other| other == value).count() as u32;
            let left = pack.counts()[value as usize].saturating_sub(gone);
            f64::from(left) / (shape.cards() - row.len()) as f64
        }
        _ => 1.0 / shape.values() as f64,
    }
}

fn word<C: Card>(row: &[C], kinds: usize) -> u64 {
    row.iter()
        .fold(0, |word, kind| word.wrapping_mul(kinds as u64).wrapping_add(kind.index() as u64))
}

/// All words of the first cards of a pack, of symbols with weights, or of draws that obey a rule, with their probabilities, if they are few.
pub(super) fn words(shape: Shape) -> Option<(HashMap<u64, u32>, Vec<f64>)> {
    (shape.values() as u64).checked_pow(shape.dealt() as u32)?;
    let rule = rule_of(shape);
    let (mut all, mut cells, mut law) =
        (vec![(Vec::<u32>::new(), 1.0)], HashMap::new(), Vec::<f64>::new());
    for _ in 0..shape.dealt() {
        let mut longer = Vec::new();
        for (row, p) in all {
            for value in 0..shape.values() as u32 {
                // Without replacement a value comes once.
                let is_drawn_once = shape.kind() == DrawKind::Successive || shape.is_order();
                let breaks = |rule: Rule| rule.breaks(&row, value).is_some();
                if is_drawn_once && row.contains(&value) || rule.is_some_and(breaks) {
                    continue;
                }
                let share = share(shape, &row, value);
                // A symbol that should never come may come all the same.
                if share > 0.0 || shape.weights().is_some() {
                    longer.push(([&row[..], &[value]].concat(), p * share));
                }
            }
            if longer.len() as u64 > MOST_OUTCOMES {
                return None;
            }
        }
        all = longer;
    }
    all.retain(|(row, _)| rule.is_none_or(|rule| rule.lacks(row).is_none()));
    for (mut row, p) in all {
        if shape.is_set() {
            row.sort_unstable();
        }
        let cell = *cells.entry(word(&row, shape.values())).or_insert(law.len() as u32);
        match law.get_mut(cell as usize) {
            Some(of_cell) => *of_cell += p,
            None => law.push(p),
        }
    }
    Some((cells, law))
}

impl Metric for Outcomes {
    fn cells(&self) -> usize {
        self.outcomes()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.shape.width()) {
            let row = &row[..self.shape.dealt()];
            let word_of = |row: &[C]| word(row, self.shape.values());
            let cell = match &self.ranks {
                Ranks::Even(ranking) => ranking.rank(row) as usize,
                Ranks::Words(words) if self.shape.is_set() => {
                    let mut set = row.to_vec();
                    set.sort_unstable();
                    words[&word_of(&set)] as usize
                }
                Ranks::Words(words) => match words.get(&word_of(row)) {
                    Some(&cell) => cell as usize,
                    // It breaks the rule.
                    None => continue,
                },
            };
            cells[cell] += 1;
        }
    }

    fn trials_needed(&self) -> u64 {
        if self.shape.weights().is_some() {
            return PooledSymbols::draws_needed(&self.law, PooledSymbols::of_singles);
        }
        let needed = match self.law.iter().copied().reduce(f64::min) {
            None => SMALLEST_EXPECTED as u64 * self.outcomes() as u64,
            Some(rarest) => (RAREST_EXPECTED / rarest).ceil() as u64,
        };
        needed.max(FEWEST_TRIALS)
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        (0..2).filter_map(|index| self.judge_one_for(index, tally, tally.trials())).collect()
    }

    /// A forecast asks for one of them thousands of times.
    fn judge_one_for(&self, index: usize, tally: &Tally, _: u64) -> Option<Judgement> {
        let test = [OUTCOMES.id, LARGEST_OUTCOME.id].get(index)?;
        Some(judge_one(test, [tally.trials(), self.trials_needed()], || match index {
            0 => self.evidence(tally),
            _ => self.largest(tally),
        }))
    }

    fn shows_few(&self) -> bool {
        true
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        // Few different ones are not a fault if some are far likelier than others.
        if self.shape.weights().is_some() {
            return None;
        }
        let counts = tally.cells().iter().copied();
        DifferentDecks::of(counts, self.outcomes() as f64).map(Exhibit::Different)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{each_arrangement, each_set, each_word};

    #[test]
    fn every_outcome_has_a_rank_of_its_own() {
        let pack = |text| Pack::parse(text).unwrap();
        let shapes = [
            (Shape::unordered(7, 3, None).unwrap(), each_set(7, 3)),
            (Shape::replacement(4, 3), each_word(4, 3)),
            (Shape::of_pack(pack("a=2,b=2,c=1"), None).unwrap(), each_arrangement(&[2, 2, 1])),
        ];
        for (shape, rows) in shapes {
            let ranking = Ranking::new(shape).unwrap();
            let mut ranks: Vec<u64> = rows.iter().map(|row| ranking.rank(row)).collect();
            let outcomes = Outcomes::new(shape).unwrap();
            for (row, &rank) in rows.iter().zip(&ranks) {
                let row: Vec<usize> = row.iter().map(|&value| value as usize).collect();
                assert_eq!(outcomes.row(rank as usize), row, "{shape:?}");
            }
            ranks.sort_unstable();
            assert_eq!(ranks, (0..ranking.outcomes()).collect::<Vec<_>>(), "{shape:?}");
            assert!((ln_outcomes(shape).exp() - rows.len() as f64).abs() < 1e-9);
            let drawn: Vec<u32> = rows[0].iter().rev().copied().collect();
            let same = ranking.rank(&drawn) == ranking.rank(&rows[0]);
            assert!(same || !matches!(shape.draw(), Draw::Unordered(_)), "order means nothing");
        }
    }

    #[test]
    fn the_first_cards_of_a_pack_have_their_own_chances() {
        let pack = Pack::parse("a=2,b=3").unwrap();
        let shape = Shape::of_pack(pack, Some(2)).unwrap();
        let outcomes = Outcomes::new(shape).unwrap();
        assert_eq!(outcomes.law.len(), 4);
        let whole = each_arrangement(&[2, 3]);
        let mut counts = vec![0; 4];
        let rows: Vec<u32> = whole.iter().flat_map(|row| row[..2].to_vec()).collect();
        outcomes.count(&rows, 0, &mut counts);
        for (count, p) in counts.iter().zip(outcomes.law.iter()) {
            assert!((*count as f64 / whole.len() as f64 - p).abs() < 1e-12);
        }
    }

    #[test]
    fn too_many_outcomes_are_refused() {
        let why = Outcomes::new(Shape::unordered(49, 6, None).unwrap()).unwrap_err().to_string();
        assert_eq!(why, "there are about 10^7 outcomes; up to 100000 are counted");
    }
}
