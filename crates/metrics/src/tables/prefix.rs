//! The first cards as a pattern.
#![doc = include_str!("prefix.md")]

use crate::{
    Card, Decks, Evidence, Judgement, Shape, Tally,
    costs::Cost,
    histogram::SMALLEST_EXPECTED,
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    rank,
    table::{self, judge_patterns},
};
use shuffle_deck::{Column, LANES, on_every_set};

pub(crate) const PREFIX: TestEntry = TestEntry {
    title: prose! { "the first cards together, chi-square of all ordered deals of two or more" },
    sees: prose! { "first cards that depend on each other, which no table of single cards shows" },
    blind_to: prose! { "everything below the first cards" },
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("prefix", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[PREFIX], |shape| Ok(Box::new(Prefix::new(shape)?)));

pub(crate) const MOST_DEALS: u64 = 10_000;

/// The fewest cards that are a pattern.
const FEWEST_CARDS: usize = 2;

/// Counts deals: cell r holds how often the first k cards had the Lehmer rank r.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    shape: Shape,
    counted: usize,
}

impl Prefix {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let fits = |&cards: &usize| deals(shape, cards).is_some_and(|deals| deals <= MOST_DEALS);
        let counted = (1..=shape.dealt()).take_while(fits).last().unwrap_or(0);
        if shape.dealt() < FEWEST_CARDS {
            Err(NotApplicable::new("one card is not a pattern"))
        } else if counted < FEWEST_CARDS {
            let why = format!(
                "the first two cards have more than {MOST_DEALS} deals; `position` and `pair-order` judge such decks"
            );
            Err(NotApplicable(why))
        } else if deals(shape, counted) == rank::orders(shape) {
            let why = "the first cards decide the whole order, which `permutations` counts";
            Err(NotApplicable::new(why))
        } else {
            Ok(Self { shape, counted })
        }
    }

    /// The number of ordered deals of `cards` cards.
    fn deals(&self, cards: usize) -> u64 {
        deals(self.shape, cards).expect("the deals that are counted are few")
    }

    fn trials_needed_for(&self, cards: usize) -> u64 {
        SMALLEST_EXPECTED as u64 * self.deals(cards)
    }

    fn judge_counts(&self, cards: usize, tally: &Tally) -> Evidence {
        let longer = (self.deals(self.counted) / self.deals(cards)) as usize;
        let counts: Vec<u64> =
            tally.cells().chunks_exact(longer).map(|longer| longer.iter().sum()).collect();
        let mut evidence = judge_patterns(tally.trials(), &counts);
        evidence.effect.place = Some(Place::from("first ").number(cards).text(" cards"));
        evidence
    }
}

on_every_set! {
    /// The ranks of the first cards of 64 decks, below [`MOST_DEALS`]. Of lanes without a deck anything.
    fn ranks(first: &[Column], cards: u16, ranks: &mut [u16; LANES]) {
        *ranks = [0; LANES];
        for (place, card) in first.iter().enumerate() {
            let mut digit = *card;
            for before in &first[..place] {
                for lane in 0..LANES {
                    digit[lane] = digit[lane].wrapping_sub(u8::from(before[lane] < card[lane]));
                }
            }
            let radix = cards - place as u16;
            for lane in 0..LANES {
                ranks[lane] = ranks[lane].wrapping_mul(radix).wrapping_add(u16::from(digit[lane]));
            }
        }
    }
}

fn deals(shape: Shape, cards: usize) -> Option<u64> {
    rank::orders(Shape::deal(shape.cards(), cards).ok()?)
}

impl Metric for Prefix {
    fn cells(&self) -> usize {
        self.deals(self.counted) as usize
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.shape.dealt()) {
            cells[rank::rank(&row[..self.counted], self.shape.cards()) as usize] += 1;
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(columns) = decks.columns() else { return false };
        let (set, cards) = (decks.instruction_set(), self.shape.cards() as u16); // at most 256
        let mut deals = [0; LANES];
        for group in columns.groups() {
            ranks(set, &group.columns[..self.counted], cards, &mut deals);
            deals[..group.lanes].iter().for_each(|&rank| cells[usize::from(rank)] += 1);
        }
        true
    }

    fn trials_needed(&self) -> u64 {
        self.trials_needed_for(FEWEST_CARDS)
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        self.judge_for(tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let mut numbers = (FEWEST_CARDS..=self.counted).rev();
        let most = numbers.find(|&cards| trials >= self.trials_needed_for(cards));
        let needed = [trials, self.trials_needed()];
        table::judge([PREFIX.id], needed, || {
            [self.judge_counts(most.unwrap_or(FEWEST_CARDS), tally)]
        })
    }
}
