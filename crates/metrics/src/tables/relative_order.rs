//! The relative order of some positions that are spread over the deck.
//!
//! Null hypothesis: the cards at k chosen positions come in each of their k! relative orders with the same
//! probability. The positions are up to seven, evenly spread; of a deal of fewer cards, all. Decks are judged,
//! by Pearson's chi-square with k'! - 1 degrees of freedom, at the largest k' <= k for which 20 decks are
//! expected in each cell: the first, the last and the middle position (k' = 3, 120 decks), then those
//! between. An order is counted by its inversion table, digit j being the number of smaller cards among the
//! j before, so that counts for fewer positions are sums of counts for more.
//!
//! Range: any n; not whole decks of up to 7 cards, where it would be `permutations`. Source: Pearson
//! 1900; inversion tables: Knuth, TAOCP 3, 5.1.1.

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    histogram::SMALLEST_EXPECTED,
    judgement::{Evidence, Outcome},
    metric::{About, MetricEntry, NotApplicable, Statistic, TestEntry},
    permutations,
    place::{Place, Word},
};
use shuffle_deck::{Column, LANES, on_every_set};

/// The test `relative-order`.
pub const RELATIVE_ORDER: TestEntry = TestEntry {
    title: "relative order of the cards at up to 7 positions spread over the deck, chi-square",
    sees: "decks that remember their order, however large: too few swaps, cuts, packets",
    blind_to: "everything at other positions",
    ..TestEntry::new("relative-order", About::Orders)
};

/// The metric of [`RELATIVE_ORDER`].
pub const ENTRY: MetricEntry =
    MetricEntry::new(&[RELATIVE_ORDER], |shape| Ok(Box::new(RelativeOrder::new(shape)?)));

/// The most positions that are compared: 5040 orders.
pub const MOST_POSITIONS: usize = 7;

/// Sixths of the deck in the order in which they are looked at: of any number of them the first are spread.
const SIXTHS: [usize; MOST_POSITIONS] = [0, 6, 3, 1, 5, 2, 4];

/// Counts relative orders: the cell is the inversion table, read in the mixed radix 1, 2, ..., k.
#[derive(Clone, Debug)]
pub struct RelativeOrder {
    dealt: usize,
    positions: Vec<usize>,
}

impl RelativeOrder {
    /// For decks of this shape.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] for whole decks of up to 7 cards, and where one card is dealt.
    pub fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let dealt = shape.dealt();
        if dealt < 2 {
            return Err(NotApplicable("one card has no relative order".to_owned()));
        }
        if shape.is_whole() && dealt <= MOST_POSITIONS {
            let why = "so few cards have no other orders than those that `permutations` counts";
            return Err(NotApplicable(why.to_owned()));
        }
        let positions = if dealt <= MOST_POSITIONS {
            (0..dealt).collect()
        } else {
            SIXTHS.iter().map(|sixth| (sixth * (dealt - 1) + 3) / 6).collect()
        };
        Ok(Self { dealt, positions })
    }

    /// The positions whose cards are compared, the most important first.
    #[must_use]
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// The fewest positions that are judged.
    fn fewest(&self) -> usize {
        self.positions.len().min(3)
    }

    fn judge_counts(&self, positions: usize, tally: &Tally) -> Evidence {
        let finer = orders(self.positions.len()) / orders(positions);
        let counts: Vec<u64> =
            tally.cells().chunks_exact(finer).map(|finer| finer.iter().sum()).collect();
        let mut evidence = permutations::judge(tally.trials(), &counts);
        let mut compared = self.positions[..positions].to_vec();
        compared.sort_unstable();
        let place = |place: Place, &position: &usize| {
            place.and([Word::Text(" "), Word::Position(position)])
        };
        let positions = Place::from([Word::Text("positions")]);
        evidence.effect.place = Some(compared.iter().fold(positions, place));
        evidence
    }
}

on_every_set! {
    /// The inversion tables of the cards of 64 decks at these positions, as cells.
    fn orders_of(cards: &[Column], positions: &[usize], cells: &mut [u16; LANES]) {
        *cells = [0; LANES];
        for (number, &position) in positions.iter().enumerate() {
            let (card, mut smaller) = (cards[position], [0; LANES]);
            for &before in &positions[..number] {
                for lane in 0..LANES {
                    smaller[lane] += u8::from(cards[before][lane] < card[lane]);
                }
            }
            let orders = number as u16 + 1; // at most 7
            for lane in 0..LANES {
                cells[lane] = cells[lane] * orders + u16::from(smaller[lane]);
            }
        }
    }
}

/// The number of orders of so many cards.
fn orders(cards: usize) -> usize {
    (1..=cards).product()
}

fn trials_needed_for(positions: usize) -> u64 {
    SMALLEST_EXPECTED as u64 * orders(positions) as u64
}

impl Statistic for RelativeOrder {
    fn cells(&self) -> usize {
        orders(self.positions.len())
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        for row in rows.chunks_exact(self.dealt) {
            let mut compared = [row[0]; MOST_POSITIONS];
            let mut cell = 0;
            for (j, &position) in self.positions.iter().enumerate() {
                let card = row[position];
                let smaller = compared[..j].iter().filter(|&&before| before < card).count();
                compared[j] = card;
                cell = cell * (j + 1) + smaller;
            }
            cells[cell] += 1;
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let Some(columns) = decks.columns() else { return false };
        let mut orders = [0; LANES];
        for group in columns.groups() {
            orders_of(decks.instruction_set(), group.columns, &self.positions, &mut orders);
            orders[..group.lanes].iter().for_each(|&order| cells[usize::from(order)] += 1);
        }
        true
    }

    fn trials_needed(&self) -> u64 {
        trials_needed_for(self.fewest())
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        Statistic::judge_for(self, tally, tally.trials())
    }

    fn judge_for(&self, tally: &Tally, trials: u64) -> Vec<Judgement> {
        let judged = (self.fewest()..=self.positions.len())
            .rev()
            .find(|&positions| trials >= trials_needed_for(positions));
        let outcome = match judged {
            Some(positions) => Outcome::Judged(self.judge_counts(positions, tally)),
            None => Outcome::TooFewTrials { trials, needed: self.trials_needed() },
        };
        vec![Judgement { test: RELATIVE_ORDER.id, outcome }]
    }
}
