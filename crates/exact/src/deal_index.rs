//! All deals of k cards of n, numbered in lexicographic order.
//!
//! The law of whole decks is a table with one entry an order. The number of an order is its Lehmer rank
//! (Knuth, TAOCP 3, 5.1.1), so that the table needs no keys: the digit of a place is the number of
//! smaller cards that come later, and the rank reads the digits in the mixed radix n, n-1, ...

use crate::LawError;
use shuffle_algorithms::Shape;

/// The deals of a deck, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DealIndex {
    cards: usize,
    /// The value of one unit of each digit.
    units: Vec<u64>,
    count: u64,
}

impl DealIndex {
    /// Numbers the deals of this shape.
    pub(crate) fn new(shape: Shape) -> Result<Self, LawError> {
        let (cards, dealt) = (shape.cards(), shape.dealt());
        let too_many = || LawError::Orders { cards, dealt };
        if cards > u128::BITS as usize {
            return Err(too_many());
        }
        let mut units = vec![1; dealt];
        let mut count = 1_u64;
        for place in (0..dealt).rev() {
            units[place] = count;
            count = count.checked_mul((cards - place) as u64).ok_or_else(too_many)?;
        }
        Ok(Self { cards, units, count })
    }

    /// The number of deals.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Cards dealt.
    pub(crate) fn dealt(&self) -> usize {
        self.units.len()
    }

    /// The first deal: the cards in order.
    pub(crate) fn first(&self) -> Vec<u32> {
        (0..self.dealt() as u32).collect()
    }

    /// The number of a deal.
    pub(crate) fn rank(&self, row: &[u32]) -> u64 {
        let mut rank = 0;
        for (place, &card) in row.iter().enumerate() {
            let smaller = row[..place].iter().filter(|&&before| before < card).count() as u64;
            rank += (u64::from(card) - smaller) * self.units[place];
        }
        rank
    }

    /// The deal with this number.
    pub(crate) fn unrank(&self, rank: u64) -> Vec<u32> {
        let mut rest: Vec<u32> = (0..self.cards as u32).collect();
        let digit = |place: usize| rank / self.units[place] % (self.cards - place) as u64;
        (0..self.dealt()).map(|place| rest.remove(digit(place) as usize)).collect()
    }

    /// Moves on to the next deal; returns `false` after the last one.
    pub(crate) fn advance(&self, row: &mut [u32]) -> bool {
        advance(row, self.cards)
    }
}

/// Makes the next deal of a row, in lexicographic order; returns `false` after the last one.
///
/// At most 128 cards.
pub(crate) fn advance(row: &mut [u32], cards: usize) -> bool {
    let mut free = row.iter().fold(low(cards as u32), |free, &card| free & !(1 << card));
    for place in (0..row.len()).rev() {
        let larger = free & !low(row[place] + 1);
        free |= 1 << row[place];
        if larger == 0 {
            continue;
        }
        row[place] = larger.trailing_zeros();
        free &= !(1 << row[place]);
        for later in &mut row[place + 1..] {
            *later = free.trailing_zeros();
            free &= free - 1;
        }
        return true;
    }
    false
}

/// The lowest `bits` bits.
fn low(bits: u32) -> u128 {
    u128::MAX.checked_shr(u128::BITS - bits).unwrap_or(0)
}

/// A deal laid out for quick changes: where each card lies, and the digits of its number.
#[derive(Debug)]
pub(crate) struct Laid<'a> {
    rows: &'a DealIndex,
    row: Vec<u32>,
    places: Vec<u32>,
    digits: Vec<u64>,
    rank: u64,
    scratch: Vec<u32>,
}

impl<'a> Laid<'a> {
    /// Lays out the first deal.
    pub(crate) fn first(rows: &'a DealIndex) -> Self {
        let row = rows.first();
        let places = (0..rows.cards as u32).collect();
        Self { rows, scratch: row.clone(), digits: vec![0; row.len()], row, places, rank: 0 }
    }

    /// The number of the deal.
    pub(crate) fn rank(&self) -> u64 {
        self.rank
    }

    /// Moves on to the next deal, which must exist.
    pub(crate) fn advance(&mut self) {
        self.rank += 1;
        self.rows.advance(&mut self.row);
        // The digits count up like the digits of any number.
        for (place, digit) in self.digits.iter_mut().enumerate().rev() {
            *digit += 1;
            if *digit < (self.rows.cards - place) as u64 {
                break;
            }
            *digit = 0;
        }
    }

    /// Notes where each card lies, for [`Laid::place`].
    pub(crate) fn note_places(&mut self) {
        for (place, &card) in self.row.iter().enumerate() {
            self.places[card as usize] = place as u32;
        }
    }

    /// The place of a card. Only for whole decks, after [`Laid::note_places`].
    pub(crate) fn place(&self, card: usize) -> usize {
        self.places[card] as usize
    }

    /// The number of the whole deck with two places swapped.
    ///
    /// Only the digits from one place to the other change. A card between them loses a smaller later card or gains
    /// one as the two cards trade places, and the same comparisons give the digits of these two. So nothing is ranked
    /// again: this is the innermost loop of the law of whole decks.
    #[inline]
    pub(crate) fn swapped(&self, one: usize, other: usize) -> u64 {
        let (i, j) = (one.min(other), one.max(other));
        if i == j {
            return self.rank;
        }
        let (a, b) = (self.row[i], self.row[j]);
        let (mut below_a, mut below_b, mut rank) = (0, 0, self.rank);
        for (card, unit) in self.row[i + 1..j].iter().zip(&self.rows.units[i + 1..j]) {
            let (over_a, over_b) = (u64::from(a < *card), u64::from(b < *card));
            // One more below it if a is, one less if b was.
            rank = rank.wrapping_add((over_a.wrapping_sub(over_b)).wrapping_mul(*unit));
            below_a += 1 - over_a;
            below_b += 1 - over_b;
        }
        let (digit_i, digit_j) = (self.digits[i], self.digits[j]);
        let new_i = below_b + u64::from(a < b) + digit_j;
        let new_j = digit_i - below_a - u64::from(b < a);
        let (unit_i, unit_j) = (self.rows.units[i], self.rows.units[j]);
        rank.wrapping_add(new_i.wrapping_sub(digit_i).wrapping_mul(unit_i))
            .wrapping_add(new_j.wrapping_sub(digit_j).wrapping_mul(unit_j))
    }

    /// The number of the whole deck with the card at `from` taken out and inserted at `to`.
    pub(crate) fn lifted(&mut self, from: usize, to: usize) -> u64 {
        self.scratch.clone_from(&self.row);
        if from >= to {
            self.scratch[to..=from].rotate_right(1);
        } else {
            self.scratch[from..=to].rotate_left(1);
        }
        self.rows.rank(&self.scratch)
    }

    /// The number of the deal with every card replaced.
    pub(crate) fn replaced(&mut self, by: impl Fn(usize) -> usize) -> u64 {
        self.scratch.clear();
        self.scratch.extend(self.row.iter().map(|&card| by(card as usize) as u32));
        self.rows.rank(&self.scratch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    #[test]
    fn deals_come_in_the_order_of_their_numbers() {
        for (cards, dealt) in [(0, 0), (1, 1), (5, 0), (5, 5), (7, 3), (128, 1), (30, 2)] {
            let rows = DealIndex::new(Shape::deal(cards, dealt).unwrap()).unwrap();
            let mut row = rows.first();
            let mut all = 0;
            for (number, wanted) in (0..cards as u32).permutations(dealt).enumerate() {
                assert_eq!((&row, rows.rank(&row)), (&wanted, number as u64));
                all += 1;
                assert_eq!(rows.advance(&mut row), all < rows.count());
            }
            assert_eq!(all, rows.count());
        }
    }

    #[test]
    fn a_swap_is_numbered_without_ranking_anew() {
        let rows = DealIndex::new(Shape::whole(6)).unwrap();
        let mut laid = Laid::first(&rows);
        for number in 0..rows.count() {
            laid.note_places();
            assert_eq!((laid.rank(), rows.rank(&laid.row)), (number, number));
            for (i, j) in (0..6).cartesian_product(0..6) {
                let mut swapped = laid.row.clone();
                swapped.swap(i, j);
                assert_eq!(laid.swapped(i, j), rows.rank(&swapped));
                assert_eq!(laid.place(laid.row[i] as usize), i);
            }
            if number + 1 < rows.count() {
                laid.advance();
            }
        }
    }

    #[test]
    fn more_orders_than_words_are_refused() {
        let refused =
            |cards, dealt| DealIndex::new(Shape::deal(cards, dealt).unwrap()).unwrap_err();
        assert_eq!(refused(21, 21), LawError::Orders { cards: 21, dealt: 21 });
        assert_eq!(refused(129, 1), LawError::Orders { cards: 129, dealt: 1 });
        assert!(DealIndex::new(Shape::whole(20)).is_ok());
    }
}
