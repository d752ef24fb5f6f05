//! People who were in one group, and are again, or never again; and each person in the group of an earlier draw.
#![doc = include_str!("met-again.md")]

use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    free_outcomes::pairs_of,
    judgement::{Evidence, ExtremeCount, Outcome},
    largest::{Cell, first_smallest, halves},
    memo::Memo,
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::Place,
    sums::{OneDeck, SumLaw},
};
use shuffle_deck::{DrawKind, Pack, Rule};
use std::{collections::BTreeMap, iter::repeat_n, sync::Arc};

pub(crate) const MET_AGAIN: TestEntry = TestEntry {
    title: prose! { "pairs of people who were in one group 1 to 8 draws before, and are in one group again; people in the group of 1 to 4 draws before" },
    sees: prose! { "groups that must not repeat a pair of people, or that keep some together; a person who changes the team every week" },
    blind_to: prose! { "who they are, and any bias of single draws; groups under a rule, and too many sizes of groups" },
    explains: true,
    cost: Cost::of(0.0, 5.0),
    ..TestEntry::new("met-again", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Ruled],
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[MET_AGAIN], |shape| Ok(Box::new(MetAgain::new(shape)?)))
};

const DISTANCES: usize = 8;

/// The distances at which the group of each person is compared, and the most people.
const NEAR: usize = 4;
const MOST_PEOPLE: usize = 64;

/// The steps that the law may take.
const MOST_STEPS: usize = 4_000_000;

/// Counts for each distance the pairs of people that are together in both draws, and after these the pairs of draws; then, for the first
/// distances, how often each person is in the same group as before, if all groups have one size.
#[derive(Clone, Debug)]
pub(crate) struct MetAgain {
    groups: Pack,
    width: usize,
    law: Arc<[f64]>,
}

impl MetAgain {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let is_open = shape.groups_people() && shape.rule().is_some_and(Rule::allows_all);
        let Some(groups) = shape.pack().filter(|_| is_open) else {
            return Err(NotApplicable::new("needs groups of people without a rule"));
        };
        let Some(law) = law(groups.counts()) else {
            return Err(NotApplicable::new("the law of this many groups would take too long"));
        };
        if law.iter().filter(|p| **p > 0.0).count() < 2 {
            return Err(NotApplicable::new("the same number of pairs is always together again"));
        }
        Ok(Self { groups, width: shape.width(), law })
    }

    /// True if all groups have one size: then everybody is in each with one chance.
    fn counts_persons(&self) -> bool {
        let sizes = self.groups.counts();
        sizes.iter().all(|size| *size == sizes[0]) && self.groups.cards() <= MOST_PEOPLE
    }

    fn persons(&self, draws: &[u64], stayed: &[u64]) -> Vec<Person> {
        let chance = (self.groups.kinds() as f64).recip();
        let people = self.groups.cards();
        let of_cell = |(at, &count): (usize, &u64)| {
            let cell = Cell { count, trials: draws[at / people], chance };
            Person { place: at % people, distance: at / people + 1, cell }
        };
        stayed.iter().enumerate().map(of_cell).filter(|it| it.cell.trials > 0).collect()
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (met, rest) = tally.cells().split_at(DISTANCES);
        let (draws, stayed) = rest.split_at(DISTANCES);
        let distances = draws.iter().take_while(|draws| **draws > 0).count();
        let persons = self.persons(draws, stayed);
        let tails = 2 * (distances + persons.len()) as u64;
        let shifts = halves(2, tails);
        let judged = (0..distances).map(|at| {
            let law = SumLaw { of_one: OneDeck::Tabulated(&self.law), decks: draws[at] };
            let smaller = |sum| law.ln_smaller_tail(sum) + shifts[usize::from(at > 0)];
            let most = (self.law.len() as u64 - 1) * draws[at];
            (smaller(met[at]), smaller(0).min(smaller(most)), at)
        });
        let judged: Vec<(f64, f64, usize)> = judged.collect();
        let ln_least = judged.iter().map(|it| it.1).fold(0.0, f64::min);
        let clearest = judged.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let (ln_tail, _, at) = clearest.expect("there are two draws");
        let person =
            persons.iter().map(|it| (it.cell.law().ln_tail(it.cell.count) + shifts[1], it));
        let person = first_smallest(person).filter(|person| person.0 < ln_tail);
        let of_persons = persons.iter().map(|it| it.cell.law().ln_least() + shifts[1]);
        let ln_least = of_persons.fold(ln_least, f64::min);
        if let Some((ln_tail, person)) = person {
            return Evidence::of_tails(ln_tail, tails, ln_least, person.extreme().effect(tails));
        }
        let what = match at {
            0 => Place::from("people of one group are together again in the next draw"),
            _ => Place::from("people of one group are together again ")
                .number(at + 1)
                .text(" draws later"),
        };
        let pairs: u64 =
            self.groups.counts().iter().map(|&size| pairs_of(size as usize) as u64).sum();
        let extreme = ExtremeCount {
            what,
            count: met[at],
            of: pairs * draws[at],
            unit: "pairs of people",
            expected: pairs as f64 / pairs_of(self.groups.cards()) as f64,
        };
        Evidence::of_tails(ln_tail, tails, ln_least, extreme.effect(tails))
    }
}

/// The draws in which a person is in the same group as `distance` draws before.
#[derive(Clone, Copy, Debug)]
struct Person {
    place: usize,
    distance: usize,
    cell: Cell,
}

impl Person {
    fn extreme(self) -> ExtremeCount {
        let what = Place::from("person ").position(self.place).text(" is in the same group as ");
        let what = match self.distance {
            1 => what.text("in the draw before"),
            more => what.number(more).text(" draws before"),
        };
        let Cell { count, trials, chance } = self.cell;
        ExtremeCount { what, count, of: trials, unit: "draws", expected: chance }
    }
}

/// The law of the pairs that are together in two independent splits into groups of these sizes, worked out once. `None` if that takes too
/// many steps.
pub(crate) fn law(sizes: &[u32]) -> Option<Arc<[f64]>> {
    static LAWS: Memo<Vec<u32>, Option<Arc<[f64]>>> = Memo::new();
    LAWS.get(sizes.to_vec(), || group_by_group(sizes).map(Arc::from))
}

/// Each group of the later split draws its people from the groups of the earlier one.
fn group_by_group(sizes: &[u32]) -> Option<Vec<f64>> {
    let most = sizes.iter().map(|&size| pairs_of(size as usize)).sum::<usize>() + 1;
    let mut start = vec![0.0; most];
    start[0] = 1.0;
    // Keyed by the people left in each earlier group; groups of one size are alike.
    let mut groups = sizes.to_vec();
    groups.sort_unstable();
    let mut left = BTreeMap::from([(groups, start)]);
    let mut steps = 0;
    for &size in sizes {
        let mut next = BTreeMap::<Vec<u32>, Vec<f64>>::new();
        for (groups, law) in &left {
            for (ways, met, rest) in takes(groups, size) {
                steps += most;
                if steps > MOST_STEPS {
                    return None;
                }
                let to = next.entry(rest).or_insert_with(|| vec![0.0; most]);
                to.iter_mut().skip(met).zip(law).for_each(|(to, p)| *to += ways * p);
            }
        }
        // The ways were counted; of all of them, each is equally likely.
        let people: u32 = left.keys().next()?.iter().sum();
        let all = choose(people, size);
        next.values_mut().flatten().for_each(|p| *p /= all);
        left = next;
    }
    left.into_values().next()
}

/// People who are taken from some groups.
#[derive(Clone)]
struct Take {
    ways: f64,
    taken: u32,
    /// The pairs that are taken together.
    met: usize,
    /// The people left in each group.
    rest: Vec<u32>,
}

/// The ways to take `size` people from groups in ascending order: how many there are, the pairs that are taken together, and who is left.
fn takes(groups: &[u32], size: u32) -> Vec<(f64, usize, Vec<u32>)> {
    let mut all = vec![Take { ways: 1.0, taken: 0, met: 0, rest: Vec::new() }];
    for alike in groups.chunk_by(|one, next| one == next) {
        let mut next = Vec::new();
        for take in all {
            take_from_alike([alike[0], alike.len() as u32], alike[0], size, take, &mut next);
        }
        all = next;
    }
    let mut full = BTreeMap::new();
    for mut take in all.into_iter().filter(|take| take.taken == size) {
        take.rest.sort_unstable();
        *full.entry((take.met, take.rest)).or_insert(0.0) += take.ways;
    }
    full.into_iter().map(|((met, rest), ways)| (ways, met, rest)).collect()
}

/// Takes at most `most` people from each of `number` groups of the same size, and at most `size` in all.
fn take_from_alike(
    [group, number]: [u32; 2],
    most: u32,
    size: u32,
    mut take: Take,
    all: &mut Vec<Take>,
) {
    if most == 0 || number == 0 {
        take.rest.extend(repeat_n(group, number as usize));
        return all.push(take);
    }
    for groups in 0..=number.min((size - take.taken) / most) {
        let mut take = take.clone();
        take.ways *= choose(number, groups).round() * choose(group, most).powi(groups as i32);
        take.taken += groups * most;
        take.met += groups as usize * pairs_of(most as usize);
        take.rest.extend(repeat_n(group - most, groups as usize));
        take_from_alike([group, number - groups], most - 1, size, take, all);
    }
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

impl Metric for MetAgain {
    fn cells(&self) -> usize {
        let persons = if self.counts_persons() { NEAR * self.groups.cards() } else { 0 };
        2 * DISTANCES + persons
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (met, rest) = cells.split_at_mut(DISTANCES);
        let (draws, stayed) = rest.split_at_mut(DISTANCES);
        let (kinds, people) = (self.groups.kinds(), self.groups.cards());
        let rows: Vec<&[C]> = rows.chunks_exact(self.width).map(|row| &row[..people]).collect();
        let mut table = vec![0; kinds * kinds];
        for distance in 1..=DISTANCES {
            for (one, other) in rows.iter().zip(rows.iter().skip(distance)) {
                table.fill(0);
                for (before, after) in one.iter().zip(*other) {
                    table[before.index() * kinds + after.index()] += 1;
                }
                met[distance - 1] += table.iter().map(|&both| pairs_of(both) as u64).sum::<u64>();
                draws[distance - 1] += 1;
                let here = stayed.chunks_exact_mut(people).nth(distance - 1).into_iter().flatten();
                let both = one.iter().zip(*other);
                here.zip(both)
                    .for_each(|(stays, (a, b))| *stays += u64::from(a.index() == b.index()));
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let outcome = match tally.cells()[DISTANCES] {
            0 => Outcome::too_few(tally.trials(), 2),
            _ => Outcome::Judged(self.evidence(tally)),
        };
        vec![Judgement { test: MET_AGAIN.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_law, counted, each_arrangement};
    use itertools::Itertools;
    use rand::{SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;
    use shuffle_deck::RuleParts;
    /// One of eight people is in the other team every week, for 40 weeks; seed 5, alpha 1e-9.
    #[test]
    fn a_person_who_changes_the_team_each_time_is_named() {
        let mut rng = Pcg64::seed_from_u64(5);
        let mut weeks: Vec<Vec<u32>> = Vec::new();
        while weeks.len() < 40 {
            let mut week = vec![0, 0, 0, 0, 1, 1, 1, 1];
            week.shuffle(&mut rng);
            if weeks.last().is_none_or(|last| last[0] != week[0]) {
                weeks.push(week);
            }
        }
        let pack = Pack::of(&[("A", 4), ("B", 4)]).unwrap();
        let people = RuleParts { groups_people: true, ..RuleParts::default() };
        let shape = Shape::of_pack(pack, None).unwrap().with_rule(Rule::new(people));
        let metric = MetAgain::new(shape).unwrap();
        let tally = Tally::of_counts(40, counted(&metric, shape, &weeks));
        let evidence = metric.evidence(&tally);
        assert!(evidence.p_value.ln() < 1e-8_f64.ln(), "{evidence:?}");
        let what = evidence.effect.extreme.unwrap().what.to_string();
        assert_eq!(what, "person 0 is in the same group as in the draw before");
    }

    /// Over all arrangements of the later groups, against one earlier split.
    #[test]
    fn the_law_is_that_of_all_pairs_of_splits() {
        for sizes in [vec![2, 2], vec![2, 2, 2], vec![3, 2, 1], vec![4, 3]] {
            let rows = each_arrangement(&sizes);
            let together = rows.iter().map(|later| {
                let people = later.iter().zip(&rows[0]).array_combinations();
                people.filter(|[a, b]| a == b).count()
            });
            assert_law(together, &law(&sizes).unwrap(), 1e-12, &sizes);
        }
    }

    #[test]
    fn a_class_of_thirty_has_a_law_and_a_hundred_in_fives_do_not() {
        for sizes in [vec![3; 10], vec![5; 6], vec![2; 20]] {
            let (law, pairs) = (law(&sizes).unwrap(), pairs_of(sizes[0] as usize) * sizes.len());
            let mean: f64 = law.iter().zip(0..).map(|(p, met)| p * f64::from(met)).sum();
            let people = sizes.iter().sum::<u32>() as usize;
            let expected = (pairs * pairs) as f64 / pairs_of(people) as f64;
            assert!((mean / expected - 1.0).abs() < 1e-9, "{sizes:?}: {mean}");
        }
        assert!(law(&[5; 20]).is_none());
    }
}
