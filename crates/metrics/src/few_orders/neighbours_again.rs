//! Neighbors that are neighbors again in another order: batches that keep their rows.
#![doc = include_str!("neighbours-again.md")]

use super::{
    fixed_between::{FARTHEST, close_pairs},
    order_test::{OrderTest, long_enough},
    orders::Orders,
};
use crate::{
    Shape,
    axis::Axis,
    effect_kind,
    judgement::{Effect, Evidence, ExtremeCount},
    metric::NotApplicable,
    number::whole_decks_only,
    place::Place,
};
use statrs::function::factorial::ln_factorial;

pub(super) const FEWEST_CARDS: usize = 10;

/// Cards whose neighbors are examined.
const MOST_LOOKED_AT: usize = 2_048;

pub(crate) struct NeighborsAgain {
    cards: usize,
    looked_at: usize,
}

/// Two cards that lie next to each other, the lower one first.
type Neighbors = [u32; 2];

/// Neighbors of some orders that are neighbors again.
struct SameNeighbors {
    count: u64,
    of: u64,
    orders: usize,
    where_: Place,
}

impl NeighborsAgain {
    pub(crate) fn build(shape: Shape) -> Result<Box<dyn OrderTest>, NotApplicable> {
        let cards = shape.cards();
        whole_decks_only(shape)?;
        long_enough(cards, FEWEST_CARDS)?;
        Ok(Box::new(Self::new(cards, MOST_LOOKED_AT)))
    }

    fn new(cards: usize, most: usize) -> Self {
        Self { cards, looked_at: cards.min(most) }
    }

    /// The most neighbors of the cards examined.
    fn most(&self) -> usize {
        (2 * self.looked_at).min(self.cards - 1)
    }

    /// The cards examined, equally far apart in the start order.
    fn looked_at(&self) -> impl Iterator<Item = usize> {
        (0..self.looked_at).map(|at| at * self.cards / self.looked_at)
    }

    /// The neighbors that a deck shows, in ascending order.
    fn neighbors(&self, words: &[u32]) -> Vec<Neighbors> {
        let of = |(card, sides): (usize, &[u32])| {
            let card = card as u32;
            // A card at an end is its own neighbor there.
            [0, 1].map(|side| [card.min(sides[side]), card.max(sides[side])])
        };
        let mut all: Vec<_> = self.looked_at().zip(words.chunks_exact(2)).flat_map(of).collect();
        all.retain(|[one, other]| one != other);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The logarithm of a bound of P(k or more neighbors are neighbors again, over `orders` consecutive orders).
    fn ln_again(&self, k: u64, orders: usize) -> f64 {
        let mean = 2.0 * (orders * self.most()) as f64 / self.cards as f64;
        (k as f64 * mean.ln() - ln_factorial(k)).min(0.0)
    }

    fn evidence(&self, SameNeighbors { count, of, where_, .. }: SameNeighbors) -> Effect {
        let by_chance = 2.0 / self.cards as f64;
        let share = count as f64 / of as f64;
        let what = Place::from("neighbors").and(where_);
        // For two neighbors in a batch of b rows (most are), b/2 times as many rows may be neighbors the next time.
        let more = share - by_chance;
        let what = if more > 0.0 && more <= 0.5 {
            let together = (1.0 + (1.0 - 2.0 * more).sqrt()) / more;
            let together = (together.round() as usize).min(self.cards);
            what.text(", as if up to ").number(together).text(" cards stayed together,")
        } else {
            what
        };
        let extreme = ExtremeCount { what, count, of, unit: "pairs", expected: by_chance };
        let value = share / by_chance - 1.0;
        Effect { extreme: Some(extreme), ..Effect::new(effect_kind::ALIKE_PAIRS, value) }
    }
}

/// The number of elements in both lists, which ascend.
fn common(one: &[Neighbors], other: &[Neighbors]) -> u64 {
    let (mut count, mut at) = (0, 0);
    for neighbors in one {
        while other.get(at).is_some_and(|it| it < neighbors) {
            at += 1;
        }
        count += u64::from(other.get(at) == Some(neighbors));
    }
    count
}

impl OrderTest for NeighborsAgain {
    fn words(&self) -> usize {
        2 * self.looked_at
    }

    fn compares(&self) -> bool {
        true
    }

    fn summarize(&self, deck: &Orders, _: Axis, words: &mut Vec<u32>) {
        let (order, positions) = (deck.along(Axis::Positions), deck.along(Axis::Cards));
        let sides = |card: usize| {
            let at = positions[card] as usize;
            [order[at.saturating_sub(1)], order[(at + 1).min(order.len() - 1)]]
        };
        words.extend(self.looked_at().flat_map(sides));
    }

    fn judge(&self, decks: &[&[u32]], _: Axis) -> Evidence {
        let decks: Vec<Vec<Neighbors>> = decks.iter().map(|words| self.neighbors(words)).collect();
        let pairs: Vec<([usize; 2], u64)> = close_pairs(decks.len())
            .map(|pair| (pair, common(&decks[pair[0]], &decks[pair[1]])))
            .collect();
        let of_pair = |&([one, other], count): &([usize; 2], u64)| {
            let where_ = Place::from(" in deck ").number(one + 1);
            let where_ = where_.text(" are neighbors again in deck ").number(other + 1);
            SameNeighbors { count, of: decks[one].len() as u64, orders: 1, where_ }
        };
        // All orders, each with the order this many decks later.
        let of_all = |apart: usize| {
            let counts = pairs.iter().filter(|([one, other], _)| other - one == apart);
            let later = if apart == 1 { " deck later" } else { " decks later" };
            let where_ = Place::from(" are neighbors again ").number(apart).text(later);
            let of = counts.clone().map(|([one, _], _)| decks[*one].len() as u64).sum();
            let (orders, count) = (counts.clone().count(), counts.map(|it| it.1).sum());
            SameNeighbors { count, of, orders, where_ }
        };
        let sums = (1..=FARTHEST).map(of_all).filter(|it| it.orders > 1);
        let all: Vec<SameNeighbors> = pairs.iter().map(of_pair).chain(sums).collect();
        let tails = all.len() as u64;
        let ln_tail = |it: &SameNeighbors| self.ln_again(it.count, it.orders);
        let clearest = all.into_iter().min_by(|a, b| ln_tail(a).total_cmp(&ln_tail(b)));
        let clearest = clearest.expect("there are two decks");
        let least = self.ln_again((self.most() * clearest.orders) as u64, clearest.orders);
        Evidence::of_tails(ln_tail(&clearest), tails, least, self.evidence(clearest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{orders, share};

    /// All cards are examined, or three of them.
    #[test]
    fn neighbours_again_have_no_larger_tail_than_the_bound_over_all_orders() {
        for (n, most) in [(4, 4), (5, 5), (6, 6), (6, 3), (7, 7), (7, 3), (8, 8), (8, 3)] {
            let test = NeighborsAgain::new(n, most);
            let words = |order: &[u32]| test.words_of(order, Shape::whole(n), Axis::Cards);
            let start: Vec<u32> = (0..n as u32).collect();
            let start = test.neighbors(&words(&start));
            let of = |order: Vec<u32>| common(&start, &test.neighbors(&words(&order)));
            let counts: Vec<u64> = orders(n).map(of).collect();
            let share = |is_so: &dyn Fn(u64) -> bool| share(&counts, |&count| is_so(count));
            for k in 1..=n as u64 {
                let p = share(&|count| count >= k);
                assert!(test.ln_again(k, 1).exp() >= p * (1.0 - 1e-9), "{n} {k}: {p}");
                // Twice, in orders that know nothing of each other.
                let sum = |k: u64| -> f64 {
                    (0..=k).map(|one| share(&|it| it == one) * share(&|it| it >= k - one)).sum()
                };
                let twice = sum(k) + share(&|count| count > k);
                assert!(test.ln_again(k, 2).exp() >= twice * (1.0 - 1e-9), "{n} {k}: {twice}");
            }
            // The mean: 2/n for each.
            let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
            assert!((mean - 2.0 * start.len() as f64 / n as f64).abs() < 1e-9);
        }
    }
}
