//! The ascents of a deck as a number among others.

use crate::{
    Card, Decks, Shape, ascents, eulerian,
    metric::{NotApplicable, TestEntry},
    number::{IntegerStatistic, in_groups},
};
use shuffle_deck::{Column, LANES};

/// The ascents of a deck, which have a metric of their own.
pub(super) struct Ascents(Shape);

impl IntegerStatistic for Ascents {
    const TEST: TestEntry = ascents::ASCENTS;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            2..=eulerian::LARGEST => Ok(Self(shape)),
            _ => Err(NotApplicable::new("the Eulerian law is tabulated for 2 to 4,096 cards")),
        }
    }

    fn law(&self) -> Vec<f64> {
        eulerian::law(self.0.dealt())
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        row.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| {
            let mut rising = [0; LANES];
            ascents::ascents(set, cards, &mut rising);
            *numbers = rising.map(u16::from);
        };
        in_groups(decks.columns(), read, count)
    }
}
