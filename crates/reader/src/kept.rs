//! The rows that came exactly once in every order, and their ranks among these.
//!
//! Given which rows come once, the order of these rows under a uniform shuffle is uniform as well, as long as what is
//! missing or comes twice is decided by places, as padding and dropped remainders are.

use crate::survey::Survey;

/// Some of the cards of a deck, renumbered by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// A bit a card.
    bits: Vec<u64>,
    /// The kept cards before each word of bits.
    before: Vec<u32>,
    cards: usize,
}

impl Kept {
    /// The rows that came once in every order of a survey; none if it has no order.
    ///
    /// ```
    /// use shuffle_reader::{Format, Kept, Layout, Survey};
    /// let survey = Survey::of("4 0 2 0\n".as_bytes(), &Layout::whole(Format::Text, 5))?;
    /// let kept = Kept::of(&survey);
    /// assert_eq!([kept.rank(2), kept.rank(4), kept.rank(0)], [Some(0), Some(1), None]);
    /// # Ok::<(), shuffle_reader::DeckError>(())
    /// ```
    pub fn of(survey: &Survey) -> Self {
        let mut bits = vec![0_u64; survey.cards.div_ceil(64)];
        if survey.orders > 0 {
            survey.once().for_each(|card| bits[card / 64] |= 1 << (card % 64));
        }
        let mut cards = 0;
        let before = bits.iter().map(|word| {
            let before = cards as u32;
            cards += word.count_ones() as usize;
            before
        });
        Self { before: before.collect(), bits, cards }
    }

    /// The number of kept cards.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The number of a card among the kept ones, if it is one.
    #[inline]
    pub fn rank(&self, card: usize) -> Option<usize> {
        let (word, bit) = (*self.bits.get(card / 64)?, 1 << (card % 64));
        let below = (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| (self.before[card / 64] + below) as usize)
    }

    /// The kept cards.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let kept = |word: usize, bit: usize| self.bits[word] >> bit & 1 == 1;
        (0..64 * self.bits.len()).filter(move |card| kept(card / 64, card % 64))
    }
}
