//! Rising sequences: how many runs of consecutive cards a deck is interleaved from.

use crate::{
    Card, Decks, Shape,
    costs::Cost,
    distribution::Edgeworth,
    eulerian,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups, whole_decks_only},
};
use shuffle_deck::{Column, LANES, columns};

/// `P(r rising sequences)` of a uniform permutation of n, r = 0..=n: the [Eulerian law](eulerian::law), moved on by one.
pub(crate) fn law(n: usize) -> Vec<f64> {
    let mut law = eulerian::law(n);
    law.insert(0, 0.0);
    law
}

#[doc = include_str!("rising-sequences.md")]
#[derive(Clone, Copy, Debug)]
pub struct RisingSequences(Shape);

impl IntegerStatistic for RisingSequences {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of rising sequences: interleaved runs of consecutive cards" },
        sees: prose! { "riffles, seven of them within 1,000 decks of 52; cuts, overhand shuffles" },
        blind_to: prose! { "where the runs are: Sattolo, a constant parity" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("rising-sequences", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "rising sequences",
        test: TestEntry {
            title: prose! { "rising sequences, interleaved runs of consecutive cards, on average" },
            sees: prose! { "riffles, seven of them within a hundred decks of 52; cuts, overhand shuffles" },
            blind_to: prose! { "where the runs are: Sattolo, a constant parity" },
            ..TestEntry::new("rising-sequences-mean", About::Orders)
        },
    });

    /// The position of each card.
    type Scratch = Vec<u32>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.cards())
    }

    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let n = self.0.cards();
        (n > eulerian::LARGEST).then(|| (eulerian::approximated(n).shifted(1), n as u64))
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], positions: &mut Vec<u32>) -> usize {
        positions.resize(row.len(), 0);
        for (card, position) in row.iter().zip(0..) {
            positions[card.index()] = position;
        }
        let new = |(this, next): (&u32, &u32)| u32::from(next < this);
        1 + positions.iter().zip(&positions[1..]).map(new).sum::<u32>() as usize
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |places: &[Column], numbers: &mut [u16; LANES]| {
            let mut ascents = [0; LANES];
            columns::ascents(set, places, &mut ascents);
            *numbers = ascents.map(|ascents| places.len() as u16 - u16::from(ascents));
        };
        in_groups(decks.places(), read, count)
    }
}
