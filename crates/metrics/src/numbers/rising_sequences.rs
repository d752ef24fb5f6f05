//! Rising sequences: how many runs of consecutive cards a deck is interleaved from.

use crate::{
    Card, Decks, Shape, ascents,
    distribution::Edgeworth,
    eulerian,
    metric::{About, NotApplicable, TestEntry},
    number::{IntegerStatistic, Mean, in_groups, whole_decks_only},
};
use shuffle_deck::{Column, LANES};

/// `P(r rising sequences)` of a uniform permutation of n, r = 0..=n: the [Eulerian law](eulerian::law), moved on by one.
///
/// # Panics
///
/// If n is 0 or above [`eulerian::LARGEST`].
#[must_use]
pub fn law(n: usize) -> Vec<f64> {
    let mut law = eulerian::law(n);
    law.insert(0, 0.0);
    law
}

/// The number of rising sequences: one more than the cards c + 1 that lie before card c.
///
/// A riffle interleaves two packets, each in order, so k riffles leave at most 2^k rising
/// sequences, and however many riffles there are, the chance of a deck depends on nothing else.
///
/// Null hypothesis: the decks are uniform. The number is one more than the descents of the inverse
/// deck, which is uniform too; so one less than it has the [Eulerian law](eulerian::law), the mean
/// is (n+1)/2 and the variance (n+1)/12. For whole decks of any size; beyond [`eulerian::LARGEST`]
/// cards counted in [classes](crate::classes).
/// (Bayer and Diaconis, Trailing the dovetail shuffle to its lair, Annals of Applied Probability 2,
/// 1992.)
#[derive(Clone, Copy, Debug)]
pub struct RisingSequences(Shape);

impl IntegerStatistic for RisingSequences {
    const TEST: TestEntry = TestEntry {
        title: "histogram of runs of consecutive cards that the deck is interleaved from",
        sees: "riffles, seven of them within 1,000 decks of 52; cuts, overhand shuffles",
        blind_to: "where the runs lie: Sattolo, a constant parity",
        ..TestEntry::new("rising-sequences", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "rising sequences",
        test: TestEntry {
            title: "runs of consecutive cards that the deck is interleaved from, on average",
            sees: "riffles, seven of them within a hundred decks of 52; cuts, overhand shuffles",
            blind_to: "where the runs lie: Sattolo, a constant parity",
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
            ascents::ascents(set, places, &mut ascents);
            *numbers = ascents.map(|ascents| places.len() as u16 - u16::from(ascents));
        };
        in_groups(decks.places(), read, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::testing::{assert_is_the_law_of, moments, small_shapes, whole};

    #[test]
    fn the_law_is_that_of_all_decks() {
        small_shapes().filter(|s| s.is_whole()).for_each(assert_is_the_law_of::<RisingSequences>);
    }

    #[test]
    fn mean_and_variance_are_those_of_the_books() {
        for n in [2, 10, 52] {
            let law = RisingSequences::new(whole(n)).unwrap().law();
            let (total, mean, variance) = moments(&law);
            let after = n as f64 + 1.0;
            assert!((total - 1.0).abs() < 1e-13 && (mean - after / 2.0).abs() < 1e-12);
            assert!((variance - after / 12.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_deck_from_two_packets_has_two() {
        let number = RisingSequences::new(whole(6)).unwrap();
        assert_eq!(number.of(&[0_u8, 3, 1, 4, 5, 2], &mut Vec::new()), 2);
        assert_eq!(number.of(&[5_u8, 4, 3, 2, 1, 0], &mut Vec::new()), 6);
    }
}
