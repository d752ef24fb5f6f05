//! The frequency of every order.
#![doc = include_str!("permutations.md")]
#![doc = include_str!("largest-order.md")]

pub use crate::frequencies::Frequencies;

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    histogram::SMALLEST_EXPECTED,
    largest,
    metric::{About, ExactLaw, Exhibit, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    rank,
    table::{judge_one, judge_patterns},
};
use shuffle_deck::{Column, LANES, on_every_set};

pub(crate) const PERMUTATIONS: TestEntry = TestEntry {
    title: prose! { "frequency of every order, chi-square over n!/(n-k)! cells" },
    sees: prose! { "every bias of a single deck, given 20 decks per order" },
    blind_to: prose! { "dependence between decks; beyond 9 cards it needs too many decks" },
    compares_whole_decks: true,
    has_plain_effect: true,
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("permutations", About::Orders)
};

pub(crate) const LARGEST_ORDER: TestEntry = TestEntry {
    title: prose! { "the order with the most extreme count, by its exact tail" },
    sees: prose! { "one order that never comes, or far too often" },
    blind_to: prose! { "small deviations of many orders, which `permutations` adds up" },
    explains: true,
    compares_whole_decks: true,
    ..TestEntry::new("largest-order", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    exact_law: Some(ExactLaw::Permutations),
    ..MetricEntry::new(&[PERMUTATIONS, LARGEST_ORDER], |shape| {
        Ok(Box::new(Permutations::new(shape)?))
    })
};

/// Most cells that are counted: the orders of 10 cards, 29 MB a thread.
pub(crate) const MOST_ORDERS: u64 = 3_628_800;

/// Counts orders: cell r holds the number of decks of Lehmer rank r.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permutations {
    shape: Shape,
    orders: u64,
}

impl Permutations {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match rank::orders(shape) {
            Some(orders) if orders <= MOST_ORDERS => Ok(Self { shape, orders }),
            orders => Err(NotApplicable(too_many(shape, orders))),
        }
    }

    /// The rank of each deck, if the decks are narrow.
    fn each_rank(&self, decks: &Decks<'_>, mut count: impl FnMut(usize)) -> bool {
        let Some(digits) = decks.digits() else { return false };
        // The table is far larger than a cache. Ranks are worked out ahead, so that the processor can have many
        // cells on their way at once.
        let mut numbers = [[0; LANES]; AHEAD];
        let mut groups = digits.groups();
        loop {
            let mut lanes = 0;
            for (numbers, group) in numbers.iter_mut().zip(groups.by_ref().take(AHEAD)) {
                ranks(decks.instruction_set(), group.columns, self.shape.cards() as u32, numbers);
                lanes += group.lanes;
            }
            if lanes == 0 {
                return true;
            }
            numbers.as_flattened()[..lanes].iter().for_each(|&rank| count(rank as usize));
        }
    }
}

/// From this many orders on, one-byte counts pay off: eight-byte counts would fill a cache.
const LARGE: u64 = 1 << 16;

/// Groups whose ranks are worked out before any is counted.
const AHEAD: usize = 4;

on_every_set! {
    /// The ranks of 64 decks from their digits, of at most 2^32 orders.
    fn ranks(digits: &[Column], cards: u32, ranks: &mut [u32; LANES]) {
        *ranks = [0; LANES];
        for (digit, radix) in digits.iter().zip((1..=cards).rev()) {
            for lane in 0..LANES {
                ranks[lane] = ranks[lane].wrapping_mul(radix).wrapping_add(u32::from(digit[lane]));
            }
        }
    }
}

fn too_many(shape: Shape, orders: Option<u64>) -> String {
    let (n, k) = (shape.cards(), shape.dealt());
    let what =
        if shape.is_whole() { format!("{n}! orders") } else { format!("{n}!/{}! deals", n - k) };
    let memory = orders.map_or_else(
        || "more memory than there is".to_owned(),
        |orders| format!("{} of memory a thread", bytes(orders as f64 * 8.0)),
    );
    format!("counting {what} takes {memory}; the limit is the orders of 10 cards")
}

fn bytes(count: f64) -> String {
    const UNITS: [&str; 7] = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let step = ((count.log10() / 3.0) as usize).min(UNITS.len() - 1);
    format!("{:.0} {}", count / 1000_f64.powi(step as i32), UNITS[step])
}

impl Metric for Permutations {
    fn cells(&self) -> usize {
        self.orders as usize
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.shape.dealt()) {
            cells[rank::rank(row, self.shape.cards()) as usize] += 1;
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        self.each_rank(decks, |rank| cells[rank] += 1)
    }

    fn count_small(&self, decks: &Decks<'_>, cells: &mut [u64], small: &mut Vec<u8>) {
        if self.orders < LARGE || decks.columns().is_none() {
            crate::metric::Counting::observe(self, decks, cells);
            return;
        }
        small.resize(cells.len(), 0);
        self.each_rank(decks, |rank| {
            small[rank] = small[rank].wrapping_add(1);
            if small[rank] == 0 {
                cells[rank] += 256;
            }
        });
    }

    fn trials_needed(&self) -> u64 {
        SMALLEST_EXPECTED as u64 * self.orders
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        (0..2).filter_map(|index| self.judge_one_for(index, tally, tally.trials())).collect()
    }

    /// A forecast asks for one of them thousands of times.
    fn judge_one_for(&self, index: usize, tally: &Tally, _: u64) -> Option<Judgement> {
        let (trials, counts) = (tally.trials(), tally.cells());
        let order = |cell| Place::row("the order", &rank::unrank(cell as u64, self.shape));
        let cells = || largest::cells(counts, trials, 1.0 / self.orders as f64);
        let test = [PERMUTATIONS.id, LARGEST_ORDER.id].get(index)?;
        Some(judge_one(test, [trials, self.trials_needed()], || match index {
            0 => judge_patterns(trials, counts),
            _ => largest::evidence(&cells(), "decks", &order),
        }))
    }

    /// With more orders, `repeats` counts the different decks.
    fn shows_few(&self) -> bool {
        self.orders < LARGE
    }

    fn exhibit(&self, tally: &Tally) -> Option<Exhibit> {
        let (trials, counts) = (tally.trials(), tally.cells().to_vec());
        Some(Exhibit::Permutations(Frequencies { shape: self.shape, trials, counts }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3,000 decks of 119 orders, in turn: the binomial tail of the one that never comes, at each of 120 orders on either side.
    #[test]
    fn an_order_that_never_comes_is_named() {
        let metric = Permutations::new(Shape::whole(5)).unwrap();
        let mut cells = vec![0; 120];
        (0..3_000).for_each(|deck| cells[deck % 119] += 1);
        let judged = metric.judge(&Tally::of_counts(3_000, cells));
        let largest = judged[1].evidence().unwrap();
        let exact = 240.0 * (119.0_f64 / 120.0).powi(3_000);
        assert!((largest.p_value.value() / exact - 1.0).abs() < 1e-9, "{exact}");
        let said = largest.effect.extreme.as_ref().unwrap().what.to_string();
        assert_eq!(said, "the order 4 3 2 1 0");
    }

    #[test]
    fn eleven_cards_are_refused_with_the_memory_they_would_take() {
        let why = |cards| Permutations::new(Shape::whole(cards)).unwrap_err().to_string();
        assert_eq!(
            why(11),
            "counting 11! orders takes 319 MB of memory a thread; the limit is the orders of 10 cards"
        );
        assert!(why(52).contains("more memory than there is"));
        assert_eq!(bytes(8.0 * 6_227_020_800.0), "50 GB");
    }
}
