//! The same draw again, at distances of 1 to 64 draws.
#![doc = include_str!("same-draw-again.md")]

use super::{
    OF_OUTCOMES,
    outcomes::{self, ln_outcomes},
};
use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    distribution::binomial,
    judgement::{Evidence, ExtremeCount, Outcome},
    largest::halves,
    memo::Memo,
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::Place,
    sums::{convolution, convolved, tails_of},
};
use shuffle_deck::{Draw, Pack, Rule};
use std::sync::Arc;

pub(crate) const SAME_DRAW_AGAIN: TestEntry = TestEntry {
    title: prose! { "draws that equal one of the 64 draws before them" },
    sees: prose! { "winning numbers that repeat the next day, as in Arizona in 2017; a draw that is published twice" },
    blind_to: prose! { "draws that come again later (`repeats` sees those), and any bias of single draws" },
    explains: true,
    compares_whole_decks: true,
    cost: Cost::of(140.0, 0.0),
    ..TestEntry::new("same-draw-again", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: OF_OUTCOMES,
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[SAME_DRAW_AGAIN], |shape| {
        let again = Again::new(shape);
        // The first cards of a pack are not equally likely: those that come often depend on each other, if they are likely at all.
        if shape.pack().is_some() && !shape.is_whole() && again.ln_same > MOST_OF_A_DEAL.ln() {
            let why = "the first cards of this pack are the same too often by themselves";
            return Err(NotApplicable::new(why));
        }
        if again.is_uneven() && words(shape).is_none() {
            let why = "the likeliest draw repeats too often by chance";
            return Err(NotApplicable::new(why));
        }
        Ok(Box::new(again))
    })
};

/// The first cards of a pack, and draws with weights, are the same with no more probability than this.
const MOST_OF_A_DEAL: f64 = 1e-3;

const DISTANCES: usize = 64;

/// The exact law of repetitions with weights is worked out for up to this many different draws, and this many draws in all.
const MOST_WORDS: usize = 64;
const MOST_FOLLOWED: u64 = 2_000;

/// Counts for each distance the draws that equal an earlier one, and after these the pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again {
    shape: Shape,
    ln_same: f64,
    /// The probability used to judge: of the same draw, or, where some draws are likelier than others, of the
    /// likeliest draw. Whatever a draw is, a later one equals it with at most this probability, so this binomial law
    /// bounds the number of repetitions.
    ln_bound: f64,
}

impl Again {
    pub(crate) fn new(shape: Shape) -> Self {
        let ln_same = match shape.draw() {
            Draw::Pack(pack) if !shape.is_whole() => ln_equal_words(pack, shape.dealt()),
            Draw::Weighted(weights) => {
                let square: f64 = weights.chances().iter().map(|chance| chance * chance).sum();
                shape.dealt() as f64 * square.ln()
            }
            Draw::Successive { .. } if let Some(words) = words(shape) => {
                words.iter().map(|chance| chance * chance).sum::<f64>().ln()
            }
            Draw::Pack(pack) if is_renamed(shape) => ln_renamings(pack) - ln_outcomes(shape),
            _ => -ln_outcomes(shape),
        };
        let ln_bound = if shape.weights().is_some() { -ln_outcomes(shape) } else { ln_same };
        Self { shape, ln_same, ln_bound }
    }

    /// True if all draws are equally likely, so that those that repeat are binomial.
    fn is_even(&self) -> bool {
        match (self.shape.weights(), self.shape.pack()) {
            (Some(weights), _) => weights.chances().windows(2).all(|it| it[0] == it[1]),
            (None, Some(_)) => self.shape.is_whole(),
            (None, None) => true,
        }
    }

    /// True if some draws are likelier than others, and the likeliest repeats too often for a bound.
    fn is_uneven(&self) -> bool {
        !self.is_even() && self.shape.weights().is_some() && self.ln_bound > MOST_OF_A_DEAL.ln()
    }

    /// Judges the numbers of draws that equal an earlier one by their exact laws, the clearest by Bonferroni.
    fn followed(&self, words: &[f64], tally: &Tally) -> Outcome {
        let (same, pairs) = tally.cells().split_at(DISTANCES);
        if pairs[0] + 1 != tally.trials() || pairs[0] > MOST_FOLLOWED {
            let why = format!("draws with weights are followed up to {MOST_FOLLOWED}");
            return Outcome::not_applicable(&why);
        }
        let floor = |ln: f64| ln.max(f64::MIN_POSITIVE.ln());
        let distances = pairs.iter().take_while(|&&pairs| pairs > 0).count();
        let number = 2 * distances as u64;
        let [next, others] = halves(2, number);
        // The law of some thousand draws takes longer than all else in a check.
        static LAWS: Memo<(Shape, u64), Arc<[Vec<f64>]>> = Memo::new();
        let laws = LAWS.get((self.shape, tally.trials()), || {
            let law = |distance| law_at_distance(words, tally.trials() as usize, distance);
            (1..=distances).map(law).collect()
        });
        let tails = (1..).zip(&*laws).map(|(distance, law)| {
            let shift = if distance == 1 { next } else { others };
            let [upper, lower] = tails_of(law, same[distance - 1] as usize).map(floor);
            let ln_least = floor(law[0].min(law[law.len() - 1]).ln());
            (upper.min(lower) + shift, ln_least + shift, distance)
        });
        let tails: Vec<(f64, f64, usize)> = tails.collect();
        let ln_least = tails.iter().map(|(_, ln_least, _)| *ln_least).fold(0.0, f64::min);
        let clearest = tails.iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let &(smallest, _, distance) = clearest.expect("there is a pair");
        Evidence::of_tails(smallest, number, ln_least, self.seen(tally, distance).effect(number))
            .into()
    }

    /// The number of draws that equal the draw `distance` before them.
    fn seen(&self, tally: &Tally, distance: usize) -> ExtremeCount {
        let what = match distance {
            1 => Place::from("the same draw as the one before"),
            _ => Place::from("the same draw as ").number(distance).text(" draws before"),
        };
        ExtremeCount {
            what,
            count: tally.cells()[distance - 1],
            of: tally.cells()[DISTANCES + distance - 1],
            unit: "draws",
            expected: self.ln_same.exp().max(f64::MIN_POSITIVE),
        }
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (same, pairs) = tally.cells().split_at(DISTANCES);
        let chance = self.ln_same.exp().max(f64::MIN_POSITIVE);
        let bound = self.ln_bound.exp().max(f64::MIN_POSITIVE);
        let tail = |distance: usize| (ln_upper(same[distance], pairs[distance], bound), distance);
        let seen = (0..DISTANCES).filter(|&distance| pairs[distance] > 0);
        // Who makes draws up avoids the one before. Where some draws are likelier than others there is no exact lower tail.
        let lower = (self.is_even() && pairs[0] > 0)
            .then(|| (binomial::ln_cdf(same[0], pairs[0], chance), 0));
        let tails = seen.clone().count() as u64 + u64::from(lower.is_some());
        let [next, others] = halves(1 + u64::from(lower.is_some()), tails);
        let shifted =
            |(ln_tail, distance)| (ln_tail + if distance == 0 { next } else { others }, distance);
        let all = seen.map(tail).chain(lower).map(shifted);
        let (smallest, distance) =
            all.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are distances");
        let ln_least = (pairs[0] as f64 * bound.ln()).max(-1e300) + next;
        let effect = self.seen(tally, distance + 1).effect(tails);
        Evidence::of_tails(smallest, tails, ln_least, effect)
    }
}

/// The chances of all draws with weights, if they are few.
fn words(shape: Shape) -> Option<Vec<f64>> {
    let is_weighted = matches!(shape.draw(), Draw::Weighted(_) | Draw::Successive { .. });
    // No draw is likelier than one of e to this power.
    if !is_weighted || ln_outcomes(shape) > (MOST_WORDS as f64).ln() {
        return None;
    }
    let (_, law) = outcomes::words(shape)?;
    let words: Vec<f64> = law.into_iter().filter(|chance| *chance > 0.0).collect();
    (words.len() <= MOST_WORDS).then_some(words)
}

/// The law of the number of draws, of `draws` in all, that equal the one `distance` draws before: of as many independent sequences,
/// each of every `distance`th draw.
fn law_at_distance(words: &[f64], draws: usize, distance: usize) -> Vec<f64> {
    let (short, longer) = (draws / distance, draws % distance);
    let of = |length: usize, times: usize| {
        convolved(&law_of_repetitions(words, length - 1), times as u64)
    };
    let short = of(short, distance - longer);
    if longer == 0 {
        return short;
    }
    convolution(&short, &of(draws / distance + 1, longer))
}

/// The law of the number of draws, of `draws`, that equal the draw before, given the chance of each word; indexed by
/// the last word and the count so far.
fn law_of_repetitions(words: &[f64], draws: usize) -> Vec<f64> {
    let mut laws: Vec<Vec<f64>> = words.iter().map(|&chance| vec![chance]).collect();
    for length in 1..=draws {
        let mut all = vec![0.0; length];
        for law in &laws {
            all.iter_mut().zip(law).for_each(|(all, p)| *all += p);
        }
        for (law, chance) in laws.iter_mut().zip(words) {
            let mut next = vec![0.0; length + 1];
            for (same, p) in law.iter().enumerate() {
                next[same + 1] += chance * p;
                next[same] += chance * (all[same] - p).max(0.0);
            }
            *law = next;
        }
    }
    (0..=draws).map(|same| laws.iter().map(|law| law[same]).sum()).collect()
}

/// The upper tail of a binomial law, which may have a chance far below what floats square.
fn ln_upper(count: u64, of: u64, chance: f64) -> f64 {
    if count == 0 { 0.0 } else { binomial::ln_sf(count, of, chance) }
}

/// The logarithm of the probability that the first cards of two packs are the same kinds in the same order.
///
/// By kinds: `sum over compositions of multinomial(k; c) prod ((n_a) falling c_a)^2 / (n falling k)^2`, which is a convolution
/// over kinds of `((n_a) falling c)^2 / c!`.
pub(crate) fn ln_equal_words(pack: Pack, dealt: usize) -> f64 {
    let mut sums = vec![f64::NEG_INFINITY; dealt + 1];
    sums[0] = 0.0;
    for &count in pack.counts() {
        let mut terms = vec![0.0];
        for c in 0..(count as usize).min(dealt) {
            let left = f64::from(count) - c as f64;
            terms.push(terms[c] + 2.0 * left.ln() - ((c + 1) as f64).ln());
        }
        let old = sums.clone();
        for (all, sum) in sums.iter_mut().enumerate() {
            let parts = (0..terms.len().min(all + 1)).map(|c| old[all - c] + terms[c]);
            let parts: Vec<f64> = parts.filter(|ln| ln.is_finite()).collect();
            *sum = match parts.is_empty() {
                true => f64::NEG_INFINITY,
                false => crate::distribution::log_sum::log_sum_exp(&parts),
            };
        }
    }
    let n = pack.cards();
    let falling: f64 = (0..dealt).map(|i| ((n - i) as f64).ln()).sum();
    let orders: f64 = (1..=dealt).map(|i| (i as f64).ln()).sum();
    sums[dealt] + orders - 2.0 * falling
}

/// True of groups of people whose names mean nothing: no rule distinguishes them.
fn is_renamed(shape: Shape) -> bool {
    shape.groups_people() && shape.rule().is_some_and(Rule::allows_all)
}

/// The logarithm of the number of ways to exchange the names of groups of one size.
fn ln_renamings(groups: Pack) -> f64 {
    let mut sizes = groups.counts().to_vec();
    sizes.sort_unstable();
    let alike = sizes.chunk_by(|a, b| a == b).map(<[u32]>::len);
    alike.flat_map(|groups| 1..=groups).map(|factor| (factor as f64).ln()).sum()
}

/// The same split of people with the groups of one size named in the order in which they come: team A of today may be team B of tomorrow.
fn renamed<C: Card>(row: &[C], groups: Pack) -> Vec<C> {
    let size = |group: usize| groups.counts()[group];
    let mut names: Vec<Option<usize>> = vec![None; groups.kinds()];
    let mut taken = vec![false; groups.kinds()];
    let name = |group: usize| {
        *names[group].get_or_insert_with(|| {
            let free = (0..groups.kinds()).find(|&it| size(it) == size(group) && !taken[it]);
            let free = free.unwrap_or(group);
            taken[free] = true;
            free
        })
    };
    row.iter().map(|group| group.index()).map(name).map(C::new).collect()
}

impl Metric for Again {
    fn cells(&self) -> usize {
        2 * DISTANCES
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (same, pairs) = cells.split_at_mut(DISTANCES);
        let draws = rows.chunks_exact(self.shape.width()).map(|row| {
            let mut row = row[..self.shape.dealt()].to_vec();
            if self.shape.is_set() {
                row.sort_unstable();
            }
            match self.shape.pack().filter(|_| is_renamed(self.shape)) {
                Some(groups) => renamed(&row, groups),
                None => row,
            }
        });
        let kept: Vec<Vec<C>> = draws.collect();
        for distance in 1..=DISTANCES.min(kept.len()) {
            pairs[distance - 1] += (kept.len() - distance) as u64;
            let equal = kept.iter().zip(&kept[distance..]).filter(|(a, b)| a == b).count();
            same[distance - 1] += equal as u64;
        }
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, pairs) = (tally.trials(), tally.cells()[DISTANCES]);
        let outcome = match pairs {
            0 => Outcome::too_few(trials, 2),
            _ if self.is_uneven() => self.followed(&words(self.shape).unwrap_or_default(), tally),
            _ => Outcome::Judged(self.evidence(tally)),
        };
        vec![Judgement { test: SAME_DRAW_AGAIN.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_arrangement, each_set, each_word, evidence_of, share};
    use itertools::Itertools;

    #[test]
    fn draws_without_replacement_have_the_chances_of_their_steps() {
        let of = |is_set| {
            let weights = shuffle_deck::Weights::parse("a=3,b=2,c=1,d=0").unwrap();
            words(Shape::successive(weights, 2, is_set).unwrap()).unwrap()
        };
        // ab, ac, ba, bc, ca, cb.
        let steps = [3.0 / 9.0, 3.0 / 18.0, 2.0 / 8.0, 2.0 / 24.0, 3.0 / 30.0, 2.0 / 30.0];
        let sets = [steps[0] + steps[2], steps[1] + steps[4], steps[3] + steps[5]];
        for (found, expected) in [(of(false), &steps[..]), (of(true), &sets)] {
            assert_eq!(found.len(), expected.len());
            found
                .iter()
                .zip(expected)
                .for_each(|(one, other)| assert!((one - other).abs() < 1e-12));
        }
    }

    #[test]
    fn the_chance_of_the_same_draw_is_that_of_all_pairs() {
        let pack = Pack::parse("a=2,b=3,c=1").unwrap();
        let cut = |rows: Vec<Vec<u32>>| rows.into_iter().map(|row| row[..3].to_vec()).collect();
        let shapes: [(Shape, Vec<Vec<u32>>); 4] = [
            (Shape::unordered(6, 2, None).unwrap(), each_set(6, 2)),
            (Shape::replacement(3, 3), each_word(3, 3)),
            (Shape::of_pack(pack, None).unwrap(), each_arrangement(&[2, 3, 1])),
            (Shape::of_pack(pack, Some(3)).unwrap(), cut(each_arrangement(&[2, 3, 1]))),
        ];
        for (shape, rows) in shapes {
            let metric = Again::new(shape);
            let pairs: Vec<_> = rows.iter().cartesian_product(&rows).collect();
            let is_same = |two: &(&Vec<u32>, &Vec<u32>)| {
                counted(&metric, shape, &[two.0.clone(), two.1.clone()])[0] == 1
            };
            let chance = share(&pairs, is_same);
            assert!((metric.ln_same.exp() / chance - 1.0).abs() < 1e-12, "{shape:?}");
        }
    }

    /// All sequences of seven draws of three symbols with weights.
    #[test]
    fn repetitions_have_the_law_of_all_sequences() {
        let words = [0.5, 0.3, 0.2];
        let mut law = vec![0.0; 7];
        for word in each_word(3, 7) {
            let same = word.windows(2).filter(|two| two[0] == two[1]).count();
            law[same] += word.iter().map(|&symbol| words[symbol as usize]).product::<f64>();
        }
        for (seen, p) in law_of_repetitions(&words, 6).iter().zip(law) {
            assert!((seen - p).abs() < 1e-14, "{seen}, not {p}");
        }
    }

    /// Forty rows that take turns, of an arm with 60 % and one with 40 %: only two sequences are so, one for each first row.
    #[test]
    fn arms_with_weights_that_take_turns_are_seen() {
        let weights = shuffle_deck::Weights::parse("A=60,B=40").unwrap();
        let shape = Shape::weighted(weights, 1);
        let rows: Vec<Vec<u32>> = (0..40).map(|row| vec![row % 2]).collect();
        let metric = Again::new(shape);
        let evidence = evidence_of(&metric, shape, &rows);
        // Of 39 distances, each with two tails, the first is the clearest; its two tails have half of the error.
        let exact = 4.0 * 2.0 * 0.24_f64.powi(20);
        assert!((evidence.p_value.value() / exact - 1.0).abs() < 1e-9);
    }

    /// All sequences of seven draws of two symbols, at each distance.
    #[test]
    fn repetitions_at_a_distance_have_the_law_of_all_sequences() {
        let words = [0.7, 0.3];
        for distance in 1..7 {
            let mut law = vec![0.0; 8 - distance];
            for word in each_word(2, 7) {
                let same = word.iter().zip(&word[distance..]).filter(|(a, b)| a == b).count();
                law[same] += word.iter().map(|&symbol| words[symbol as usize]).product::<f64>();
            }
            let found = law_at_distance(&words, 7, distance);
            assert_eq!(found.len(), law.len());
            assert!(found.iter().zip(&law).all(|(p, q)| (p - q).abs() < 1e-14), "{distance}");
        }
    }

    /// Five hundred rows, of which every tenth is the rare arm: alpha 1e-6.
    #[test]
    fn a_rare_arm_that_comes_at_a_fixed_distance_is_seen() {
        let weights = shuffle_deck::Weights::parse("control=90,new=10").unwrap();
        let shape = Shape::weighted(weights, 1);
        let rows: Vec<Vec<u32>> = (0..500).map(|row| vec![u32::from(row % 10 == 0)]).collect();
        let metric = Again::new(shape);
        let evidence = evidence_of(&metric, shape, &rows);
        assert!(evidence.p_value.log10() < -6.0, "{evidence:?}");
        let what = evidence.effect.extreme.unwrap().what.to_string();
        assert_eq!(what, "the same draw as 10 draws before");
    }

    #[test]
    fn a_set_in_another_order_is_the_same_draw() {
        let shape = Shape::unordered(6, 2, None).unwrap();
        let cells = counted(&Again::new(shape), shape, &[vec![0, 5], vec![1, 2], vec![5, 0]]);
        assert_eq!((cells[0], cells[1], cells[DISTANCES], cells[DISTANCES + 1]), (0, 1, 2, 1));
    }

    /// A split of five people into groups of 2, 2 and 1 comes again by chance as often as among all pairs of arrangements, whatever the two
    /// groups of two are called.
    #[test]
    fn the_same_split_of_people_is_known_under_other_names() {
        let pack = Pack::parse("a=2,b=2,c=1").unwrap();
        let people = shuffle_deck::RuleParts { groups_people: true, ..Default::default() };
        let shape = Shape::of_pack(pack, None).unwrap();
        let shape = shape.with_rule(shuffle_deck::Rule::new(people));
        let rows = each_arrangement(&[2, 2, 1]);
        let splits: Vec<Vec<u32>> = rows.iter().map(|row| renamed(row, pack)).collect();
        assert_eq!(renamed(&[1_u32, 0, 0, 1, 2], pack), renamed(&[0, 1, 1, 0, 2], pack));
        let pairs: Vec<_> = splits.iter().cartesian_product(&splits).collect();
        let share = share(&pairs, |(a, b)| a == b);
        assert!((Again::new(shape).ln_same.exp() / share - 1.0).abs() < 1e-12);
    }
}
