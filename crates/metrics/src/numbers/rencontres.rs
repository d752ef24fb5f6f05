//! Cards that stay where they were, and cards that stay behind their neighbor: one law for both.

use super::{MOST_IN_BYTES, add, collected};
use crate::{
    Card, Decks, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups},
};
use shuffle_deck::{Column, LANES, on_every_set};

/// The law of the fixed points in the first `places` positions of a uniform deck. At most 64 cells, the last of which
/// collects the rest.
pub(crate) fn law(cards: usize, places: usize) -> Vec<f64> {
    let chance_of_none = none(places, cards - places);
    let mut chance_of_these = 1.0;
    collected((0..=places).map(|fixed| {
        let p = chance_of_these * chance_of_none[places - fixed];
        // Beyond the cells it falls below what f64 can hold, and 0 is near enough.
        chance_of_these *= (places - fixed) as f64 / ((cards - fixed) * (fixed + 1)) as f64;
        p
    }))
}

/// g(0), g(1), ... g(places).
fn none(places: usize, unseen: usize) -> Vec<f64> {
    let mut chances = vec![1.0; places + 1];
    for m in 1..=places {
        let all = (m + unseen) as f64;
        let two_before = if m == 1 { 0.0 } else { (m - 1) as f64 / (all - 1.0) * chances[m - 2] };
        chances[m] = ((all - 1.0) * chances[m - 1] + two_before) / all;
    }
    chances
}

#[doc = include_str!("fixed-points.md")]
#[derive(Clone, Copy, Debug)]
pub struct FixedPoints(Shape);

impl IntegerStatistic for FixedPoints {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of cards that are where they started" },
        sees: prose! { "cards that never stay (Sattolo) or stay too often: too few swaps, random cuts, a fixed top card" },
        blind_to: prose! { "which cards changed places: turned packets, a constant parity; slow to see seven riffles (a \
        million decks of 52)" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("fixed-points", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "fixed points",
        test: TestEntry {
            title: prose! { "cards that are where they started, on average" },
            sees: prose! { "cards that stay too often or never: Sattolo, too few swaps, random cuts" },
            blind_to: prose! { "which cards changed places; anything with one fixed point on average, as most shuffles have" },
            ..TestEntry::new("fixed-points-mean", About::Orders)
        },
    });

    const ENDS_EARLY: bool = true;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.cards(), self.0.dealt())
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let fixed = row.iter().zip(0_u32..).map(|(card, p)| u32::from(card.index() as u32 == p));
        fixed.sum::<u32>() as usize
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        in_groups(decks.columns(), |cards, numbers| fixed_points(set, cards, numbers), count)
    }
}

#[doc = include_str!("successions.md")]
#[derive(Clone, Copy, Debug)]
pub struct Successions(Shape);

impl IntegerStatistic for Successions {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of cards that still follow their start neighbor" },
        sees: prose! { "packets that stay together wherever they go: cuts, overhand shuffles, up to seven riffles" },
        blind_to: prose! { "where the cards are: a constant parity; slow to see Sattolo and a fixed top card (some 100,000 \
        decks of 52)" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("successions", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "successions",
        test: TestEntry {
            title: prose! { "cards that still follow their start neighbor, on average" },
            sees: prose! { "packets that stay together wherever they go: cuts, overhand shuffles, rows that were left in order" },
            blind_to: prose! { "where the packets are; slow to see Sattolo and a fixed top card" },
            ..TestEntry::new("successions-mean", About::Orders)
        },
    });

    const ENDS_EARLY: bool = true;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.dealt() < 2 {
            return Err(NotApplicable::new("one card has no neighbors"));
        }
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.cards(), self.0.dealt() - 1)
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let follows =
            |(left, right): (&C, &C)| u32::from(left.index() as u32 + 1 == right.index() as u32);
        row.iter().zip(&row[1..]).map(follows).sum::<u32>() as usize
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        in_groups(decks.columns(), |cards, numbers| successions(set, cards, numbers), count)
    }
}

on_every_set! {
    /// The fixed points of 64 decks of up to 256 cards.
    pub(crate) fn fixed_points(columns: &[Column], numbers: &mut [u16; LANES]) {
        let mut place = 0_u8;
        *numbers = [0; LANES];
        for columns in columns.chunks(MOST_IN_BYTES) {
            let mut fixed = [0; LANES];
            for column in columns {
                for lane in 0..LANES {
                    fixed[lane] += u8::from(column[lane] == place);
                }
                place = place.wrapping_add(1);
            }
            add(numbers, &fixed);
        }
    }

    /// The successions of 64 decks of up to 256 cards.
    fn successions(columns: &[Column], numbers: &mut [u16; LANES]) {
        let mut follow = [0; LANES];
        for neighbors in columns.windows(2) {
            for lane in 0..LANES {
                // Card 255 stays what it is, and no card is its own neighbor.
                let next = neighbors[0][lane].saturating_add(1);
                follow[lane] += u8::from(neighbors[1][lane] == next);
            }
        }
        *numbers = [0; LANES];
        add(numbers, &follow);
    }
}
