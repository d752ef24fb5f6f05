//! Fair draws under a rule: uniform over the outcomes that obey it.
//!
//! Most rules leave enough outcomes to make free draws until one obeys. Otherwise the ways to complete a row are counted first
//! (dynamic programming over what is left and what came last), and each place is drawn in proportion to them. Both are exact.

use crate::{Shape, free_outcomes::ln_free_outcomes, memo::Memo, metric::NotApplicable};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use shuffle_deck::{
    Draw, Rule, RuleParts,
    rule::{Apart, AtLeast},
};
use std::{collections::HashMap, sync::Arc};

/// Free draws that show how many of them obey.
const PILOT: u32 = 1 << 14;

/// The most free draws until it is said that too few obey.
const LONGEST_PILOT: u32 = 1 << 24;

/// Obedient draws that a longer pilot needs: fewer than one in a million is too rare.
const FEWEST_OBEDIENT: u32 = 16;

/// With fewer obedient draws in the first pilot, ways are counted.
const RARE: u32 = PILOT / 64;

/// The most steps from one state to the next that are counted: all subsets of 20 cards.
const MOST_STEPS: usize = 1 << 25;

/// Steps that are counted whatever the share of obedient draws, for the exact number of outcomes.
const FEW_STEPS: usize = 1 << 20;

/// Ways are counted place after place, each by a call of its own.
const LONGEST: usize = 1_000;

/// To look up the ways after one kind takes as long as this many places of a free draw.
const SLOWER: f64 = 8.0;

/// The seed of the pilots.
const SEED: u64 = 0x0b5e_d1e7;

/// Draws rows that obey a rule.
#[derive(Debug)]
pub(crate) struct Sampler {
    shape: Shape,
    rule: Option<Rule>,
    ways: Option<Ways>,
    /// The share of free draws that obey.
    obedient: f64,
    /// The logarithm of the number of outcomes, and whether it is exact; else it is a little too small.
    pub(crate) outcomes: (f64, bool),
}

/// What a sampler works with: kept from row to row.
pub(crate) struct Workspace {
    deck: Vec<u32>,
    row: Vec<u32>,
    rng: Pcg64Mcg,
}

impl Sampler {
    /// For draws of this shape; worked out once in the life of the program.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where no outcome obeys the rule, or too few of them do.
    pub(crate) fn of(shape: Shape) -> Result<Arc<Self>, NotApplicable> {
        static KNOWN: Memo<Shape, Result<Arc<Sampler>, NotApplicable>> = Memo::new();
        KNOWN.get(shape, || Self::new(shape).map(Arc::new))
    }

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let rule = shape.rule().filter(|rule| !rule.allows_all());
        let free = ln_free_outcomes(shape);
        let mut sampler = Self { shape, rule, ways: None, obedient: 1.0, outcomes: (free, true) };
        let Some(rule) = rule else { return Ok(sampler) };
        let mut hand = sampler.hand(SEED);
        let mut obedient = sampler.pilot(&mut hand, PILOT, u32::MAX).0;
        let most = if obedient < RARE { MOST_STEPS } else { FEW_STEPS };
        let counted = Completions::new(shape, rule).and_then(|counting| counting.count(most));
        if let Some((ways, all)) = counted {
            if all == 0.0 {
                return Err(NotApplicable(format!("no draw can obey `{rule}`")));
            }
            if all == 1.0 {
                return Err(NotApplicable(format!(
                    "only one draw can obey `{rule}`, so that there is nothing to judge"
                )));
            }
            sampler.outcomes = (all.ln(), true);
            sampler.obedient = f64::from(obedient.max(1)) / f64::from(PILOT);
            sampler.ways = (obedient < RARE).then_some(ways);
            return Ok(sampler);
        }
        let mut drawn = PILOT;
        if obedient < RARE {
            (obedient, drawn) = sampler.pilot(&mut hand, LONGEST_PILOT, RARE);
            if obedient < FEWEST_OBEDIENT {
                return Err(NotApplicable(format!(
                    "fewer than one free draw in a million obeys `{rule}`, too few to know the fair shares; \
                     leave the rule out and compare with a program that draws fairly: --against-exec"
                )));
            }
        }
        let share = f64::from(obedient) / f64::from(drawn);
        let least = share * (1.0 - 5.0 / f64::from(obedient).sqrt()).max(0.1);
        sampler.obedient = share;
        sampler.outcomes = (free + least.ln(), false);
        Ok(sampler)
    }

    /// The obedient ones of free draws, up to `enough`, and the number of these.
    fn pilot(&self, hand: &mut Workspace, most: u32, enough: u32) -> (u32, u32) {
        let mut obedient = 0;
        for drawn in 1..=most {
            obedient += u32::from(self.draws_freely(hand));
            if obedient == enough {
                return (obedient, drawn);
            }
        }
        (obedient, most)
    }

    /// The free draws that take as long as one fair draw on average.
    pub(crate) fn tries(&self) -> f64 {
        match &self.ways {
            Some(ways) => SLOWER * ways.counting.kinds.len() as f64,
            None => self.obedient.recip(),
        }
    }

    /// Room for rows, with a generator of its own.
    pub(crate) fn hand(&self, seed: u64) -> Workspace {
        let deck = match self.shape.pack() {
            Some(pack) => pack.sorted().to_vec(),
            None if self.shape.is_with_replacement() => Vec::new(),
            None => (0..self.shape.cards() as u32).collect(),
        };
        let rng = Pcg64Mcg::seed_from_u64(seed);
        Workspace { deck, row: Vec::with_capacity(self.shape.dealt()), rng }
    }

    /// A fair draw.
    pub(crate) fn draw<'h>(&self, hand: &'h mut Workspace) -> &'h [u32] {
        match &self.ways {
            Some(ways) => ways.draw(hand),
            None => while !self.draws_freely(hand) {},
        }
        &hand.row
    }

    /// Makes a free draw up to the first place that breaks the rule, and says whether there is none.
    fn draws_freely(&self, Workspace { deck, row, rng }: &mut Workspace) -> bool {
        row.clear();
        for place in 0..self.shape.dealt() {
            let value = if deck.is_empty() {
                rng.random_range(0..self.shape.cards() as u32)
            } else {
                let other = rng.random_range(place as u32..deck.len() as u32);
                deck.swap(place, other as usize);
                deck[place]
            };
            if self.rule.is_some_and(|rule| rule.breaks(row, value).is_some()) {
                return false;
            }
            row.push(value);
        }
        self.rule.is_none_or(|rule| rule.lacks(row).is_none())
    }
}

/// Values that no rule treats differently.
#[derive(Debug)]
struct AlikeValues {
    values: Vec<u32>,
    /// The cards of it in a deck; none where they are put back.
    cards: Option<usize>,
}

/// How the ways to complete a row are counted. A state is one number: the cards left of each kind, the kinds that came last, the
/// counts of classes that must come often enough, and the place.
#[derive(Debug)]
struct Completions {
    shape: Shape,
    rule: Rule,
    kinds: Vec<AlikeValues>,
    memory: usize,
    /// The number of values of each part of a state.
    sizes: Vec<u128>,
}

/// A state, taken apart.
#[derive(Clone, Debug)]
struct State {
    place: usize,
    /// Cards that were taken of each kind.
    taken: Vec<usize>,
    /// The last kinds, the latest first.
    last: Vec<usize>,
    /// How often the classes of [`RuleParts::at_least`] came, up to enough.
    came: Vec<usize>,
}

/// The ways to complete a row, for each state from which there are any.
#[derive(Debug)]
struct Ways {
    counting: Completions,
    of: HashMap<u128, f64>,
}

impl Completions {
    /// `None` where a state does not fit into a number, or rows are long.
    fn new(shape: Shape, rule: Rule) -> Option<Self> {
        if shape.dealt() > LONGEST {
            return None;
        }
        let kinds = kinds(shape, rule.parts());
        let memory = rule.memory().min(shape.dealt());
        let left = kinds.iter().map(|kind| kind.cards.map_or(1, |cards| cards as u128 + 1));
        let last = std::iter::repeat_n(kinds.len() as u128 + 1, memory);
        let came = rule.parts().at_least.iter().map(|class| class.least as u128 + 1);
        let place = [shape.dealt() as u128 + 1];
        let sizes: Vec<u128> = left.chain(last).chain(came).chain(place).collect();
        sizes.iter().try_fold(1_u128, |all, &size| all.checked_mul(size))?;
        Some(Self { shape, rule, kinds, memory, sizes })
    }

    fn start(&self) -> State {
        State {
            place: 0,
            taken: vec![0; self.kinds.len()],
            last: vec![self.kinds.len(); self.memory],
            came: vec![0; self.rule.parts().at_least.len()],
        }
    }

    fn key(&self, state: &State) -> u128 {
        let of_deck =
            |(kind, &taken): (&AlikeValues, &usize)| if kind.cards.is_some() { taken } else { 0 };
        let taken = self.kinds.iter().zip(&state.taken).map(of_deck);
        let parts = taken.chain(state.last.iter().copied()).chain(state.came.iter().copied());
        let parts = parts.chain([state.place]);
        parts.zip(&self.sizes).fold(0, |key, (part, size)| key * size + part as u128)
    }

    /// The values of a kind that can come next, and the state after one of them.
    fn step(&self, state: &State, kind: usize) -> Option<(f64, State)> {
        let parts = self.rule.parts();
        let AlikeValues { values, cards } = &self.kinds[kind];
        let value = values[0] as usize;
        let values = match cards {
            // The cards of a kind of a pack look the same.
            Some(cards) if *cards > state.taken[kind] => match self.shape.pack() {
                Some(_) => 1.0,
                None => (cards - state.taken[kind]) as f64,
            },
            Some(_) => return None,
            None => values.len() as f64,
        };
        let forbidden = (state.place as u32, value as u32);
        let is_near = |apart: &Apart| {
            let near = state.last.iter().take(apart.least - 1).filter(|&&it| it < self.kinds.len());
            let class = |value: usize| apart.classes[value];
            near.into_iter().any(|&it| class(self.kinds[it].values[0] as usize) == class(value))
        };
        if parts.forbidden.binary_search(&forbidden).is_ok() || parts.apart.iter().any(is_near) {
            return None;
        }
        let mut next = state.clone();
        next.place += 1;
        next.taken[kind] += 1;
        if self.memory > 0 {
            next.last.rotate_right(1);
            next.last[0] = kind;
        }
        for (came, class) in next.came.iter_mut().zip(&parts.at_least) {
            *came = (*came + usize::from(class.members[value])).min(class.least);
        }
        Some((values, next))
    }

    /// The ways of all states that can be reached, and of the first; `None` where these take more than `most` steps.
    fn count(self, most: usize) -> Option<(Ways, f64)> {
        let mut of = HashMap::new();
        let all = self.ways(&self.start(), &mut of, most / self.kinds.len())?;
        Some((Ways { counting: self, of }, all))
    }

    fn ways(&self, state: &State, of: &mut HashMap<u128, f64>, most: usize) -> Option<f64> {
        if state.place == self.shape.dealt() {
            let has_enough = |(came, class): (&usize, &AtLeast)| *came == class.least;
            let all = state.came.iter().zip(&self.rule.parts().at_least).all(has_enough);
            return Some(f64::from(u8::from(all)));
        }
        let key = self.key(state);
        if let Some(&known) = of.get(&key) {
            return Some(known);
        }
        let mut ways = 0.0;
        for kind in 0..self.kinds.len() {
            if let Some((values, next)) = self.step(state, kind) {
                ways += values * self.ways(&next, of, most)?;
            }
        }
        if of.len() == most {
            return None;
        }
        of.insert(key, ways);
        Some(ways)
    }
}

/// The values of a shape by what the rule says of them, in the order of their first value.
fn kinds(shape: Shape, parts: &RuleParts) -> Vec<AlikeValues> {
    type Traits = (Vec<u32>, Vec<u32>, Vec<bool>, usize);
    let mut forbidden = vec![Vec::new(); shape.values()];
    parts.forbidden.iter().for_each(|&(place, value)| forbidden[value as usize].push(place));
    let mut numbers: HashMap<Traits, usize> = HashMap::new();
    let mut kinds: Vec<AlikeValues> = Vec::new();
    for (value, forbidden) in forbidden.into_iter().enumerate() {
        let classes = parts.apart.iter().map(|apart| apart.classes[value]).collect();
        let members = parts.at_least.iter().map(|class| class.members[value]).collect();
        let alone = if shape.pack().is_some() { value } else { 0 };
        let number = *numbers.entry((forbidden, classes, members, alone)).or_insert(kinds.len());
        if number == kinds.len() {
            kinds.push(AlikeValues { values: Vec::new(), cards: None });
        }
        let kind = &mut kinds[number];
        kind.values.push(value as u32);
        kind.cards = match shape.draw() {
            Draw::Pack(pack) => Some(pack.counts()[value] as usize),
            _ if shape.is_with_replacement() => None,
            _ => Some(kind.values.len()),
        };
    }
    kinds
}

impl Ways {
    fn draw(&self, Workspace { row, rng, .. }: &mut Workspace) {
        let counting = &self.counting;
        row.clear();
        let mut state = counting.start();
        let mut values: Vec<Vec<u32>> =
            counting.kinds.iter().map(|kind| kind.values.clone()).collect();
        while state.place < counting.shape.dealt() {
            // States at the end are not counted in advance.
            let ways = |next: &State| match self.of.get(&counting.key(next)) {
                Some(&ways) => ways,
                None => counting.ways(next, &mut HashMap::new(), 1).unwrap_or(0.0),
            };
            let steps: Vec<(usize, f64, State)> = (0..counting.kinds.len())
                .filter_map(|kind| {
                    let (values, next) = counting.step(&state, kind)?;
                    Some((kind, values * ways(&next), next))
                })
                .filter(|(_, ways, _)| *ways > 0.0)
                .collect();
            let all: f64 = steps.iter().map(|(_, ways, _)| ways).sum();
            let mut at = rng.random::<f64>() * all;
            let last = steps.len() - 1;
            let taken = steps.iter().take(last).position(|(_, ways, _)| {
                at -= ways;
                at < 0.0
            });
            let (kind, _, next) = &steps[taken.unwrap_or(last)];
            let of_kind = &mut values[*kind];
            let one = rng.random_range(0..of_kind.len() as u32) as usize;
            let is_gone = counting.shape.pack().is_none() && counting.kinds[*kind].cards.is_some();
            row.push(if is_gone { of_kind.swap_remove(one) } else { of_kind[one] });
            state = next.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use shuffle_deck::Pack;

    fn apart(classes: &[u32], least: usize) -> RuleParts {
        let apart = Apart { classes: classes.to_vec(), names: Vec::new(), least };
        RuleParts { apart: vec![apart], ..RuleParts::default() }
    }

    /// All rows of a shape that obey its rule.
    fn allowed(shape: Shape) -> Vec<Vec<u32>> {
        let values = 0..shape.values() as u32;
        let all = std::iter::repeat_n(values, shape.dealt()).multi_cartesian_product();
        let most = |value: u32| match shape.draw() {
            Draw::Pack(pack) => pack.counts()[value as usize] as usize,
            Draw::Replacement => usize::MAX,
            _ => 1,
        };
        let is_possible = |row: &Vec<u32>| {
            row.iter().all(|value| row.iter().filter(|it| *it == value).count() <= most(*value))
        };
        let rule = shape.rule().unwrap();
        all.filter(is_possible).filter(|row| rule.broken(row).is_none()).collect()
    }

    /// Rules of each kind on orders, deals, packs and symbols.
    fn shapes() -> Vec<Shape> {
        let six = AtLeast { members: vec![true, false, false], name: "six".to_owned(), least: 2 };
        let some = RuleParts { at_least: vec![six], ..RuleParts::default() };
        let forbid = |places: &[(u32, u32)]| {
            let forbidden = places.to_vec();
            RuleParts { forbidden, ..RuleParts::default() }
        };
        let pack = Pack::parse("a=2,b=2,c=1").unwrap();
        let ruled = |shape: Shape, parts: RuleParts| shape.with_rule(Rule::new(parts));
        vec![
            ruled(Shape::whole(5), RuleParts::no_fixed_points(5)),
            ruled(Shape::whole(5), RuleParts::no_fixed_points(5).and(forbid(&[(0, 1), (1, 0)]))),
            ruled(Shape::whole(6), apart(&[0, 0, 1, 1, 2, 2], 2)),
            ruled(Shape::whole(6), apart(&[0, 0, 1, 1, 2, 2], 3)),
            ruled(Shape::deal(6, 4).unwrap(), apart(&[0, 0, 0, 1, 1, 2], 2)),
            ruled(Shape::of_pack(pack, None).unwrap(), apart(&[0, 1, 2], 2)),
            ruled(Shape::replacement(3, 4), some.clone()),
            ruled(Shape::replacement(3, 4), some.and(apart(&[0, 1, 2], 2))),
        ]
    }

    /// Both ways to draw are uniform over the enumerated outcomes, and the number of these is exact: chi-square of 60,000 draws each, seed
    /// 5, alpha 1e-4.
    #[test]
    fn draws_are_uniform_over_the_outcomes_that_obey() {
        for shape in shapes() {
            let all = allowed(shape);
            let sampler = Sampler::new(shape).unwrap();
            assert!((sampler.outcomes.0.exp() - all.len() as f64).abs() < 1e-6, "{shape:?}");
            let counting = Completions::new(shape, shape.rule().unwrap()).unwrap();
            let by_ways = Sampler { ways: Some(counting.count(1 << 20).unwrap().0), ..sampler };
            let freely = Sampler { ways: None, ..Sampler::new(shape).unwrap() };
            for sampler in [by_ways, freely] {
                let mut hand = sampler.hand(5);
                let mut counts: HashMap<Vec<u32>, u64> = HashMap::new();
                for _ in 0..60_000 {
                    *counts.entry(sampler.draw(&mut hand).to_vec()).or_default() += 1;
                }
                assert!(counts.keys().all(|row| all.contains(row)), "{shape:?}");
                let expected = 60_000.0 / all.len() as f64;
                let part = |row| {
                    (counts.get(row).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
                };
                let statistic: f64 = all.iter().map(part).sum();
                let law = crate::distribution::ChiSquare::new(all.len() as u64 - 1);
                assert!(law.ln_sf(statistic) > 1e-4_f64.ln(), "{shape:?}: {statistic}");
            }
        }
    }

    /// Derangements of 20 are the integer next to 20!/e, and 14 cards of two classes that alternate have 2 (7!)^2 orders.
    #[test]
    fn large_numbers_of_outcomes_are_counted() {
        let shape = Shape::whole(20).with_rule(Rule::new(RuleParts::no_fixed_points(20)));
        let counting = Completions::new(shape, shape.rule().unwrap()).unwrap();
        let all = counting.count(MOST_STEPS).unwrap().1;
        assert!((all / 895_014_631_192_902_121.0 - 1.0).abs() < 1e-12);
        let classes: Vec<u32> = (0..14).map(|card| card % 2).collect();
        let shape = Shape::whole(14).with_rule(Rule::new(apart(&classes, 2)));
        let sampler = Sampler::new(shape).unwrap();
        assert!((sampler.outcomes.0.exp() / (2.0 * 5_040.0 * 5_040.0) - 1.0).abs() < 1e-9);
        assert!(sampler.ways.is_some(), "one free draw in 1,716 obeys");
    }

    #[test]
    fn rules_that_nothing_or_too_little_obeys_are_refused() {
        let refusal = |shape: Shape, parts| {
            Sampler::new(shape.with_rule(Rule::new(parts))).unwrap_err().to_string()
        };
        let spread = refusal(Shape::whole(6), apart(&[0, 0, 0, 0, 1, 1], 2));
        assert!(spread.contains("no draw can obey"), "{spread}");
        let one = refusal(Shape::whole(2), RuleParts::no_fixed_points(2));
        assert!(one.contains("only one draw can obey"), "{one}");
        let classes: Vec<u32> = (0..120).map(|card| card % 60).collect();
        let rare = refusal(Shape::whole(120), apart(&classes, 20));
        assert!(rare.contains("--against-exec"), "{rare}");
    }
}
