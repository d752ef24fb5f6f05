//! Deals: k of n cards, without a deck of n.

use super::{
    batch::{Step, accepted, planned, split},
    descent::descend,
};
use crate::{Card, card::identity};
use rand::Rng;
use std::array;

/// Deals the first cards of a shuffled deck `0, 1, ... cards - 1` into `into`: every ordered choice of `into.len()`
/// different cards is equally likely.
///
/// It is the catalogue's `fyp` on rolls that come several from one word. Up to 256 cards the deck lies on the
/// stack. If less than an eighth of a larger deck is dealt, only the places that change are noted: time and
/// memory are then in proportion to the deal, not to the deck.
///
/// If the number of cards to deal is known at compile time, [`hand`] is faster.
///
/// # Panics
///
/// If `into` is longer than there are cards, or `cards` exceeds [`Card::LIMIT`].
///
/// ```
/// use rand::SeedableRng;
/// use shuffle_algorithms::fast;
///
/// let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
/// let mut drawn = [0_u32; 6];
/// fast::deal(1_000_000_000, &mut drawn, &mut rng);
/// assert!(drawn.iter().all(|&card| card < 1_000_000_000));
/// ```
pub fn deal<C: Card, R: Rng + ?Sized>(cards: usize, into: &mut [C], rng: &mut R) {
    const ON_STACK: usize = 32;
    check::<C>(cards, into.len());
    let slots = (2 * into.len()).next_power_of_two();
    if cards <= 64 {
        deal_from(&mut { FIRST_64 }, cards, into, rng);
    } else if cards <= 256 {
        deal_from(&mut { FIRST_256 }, cards, into, rng);
    } else if cards / 8 <= into.len() {
        deal_from(&mut identity::<C>(cards), cards, into, rng);
    } else if slots <= 2 * ON_STACK {
        deal_from(&mut Moved::new(&mut [Moved::NONE; 2 * ON_STACK][..slots]), cards, into, rng);
    } else {
        deal_from(&mut Moved::new(&mut vec![Moved::NONE; slots]), cards, into, rng);
    }
}

/// The first K cards of a shuffled deck `0, 1, ... cards - 1`: as [`deal`], and the same cards from the same
/// generator.
///
/// If one word is enough for the whole hand (10 of 52 cards), the draws are unrolled; if `cards` is a constant,
/// too, they are compiled for just this deal.
///
/// # Panics
///
/// If K is more than there are cards, or `cards` exceeds [`Card::LIMIT`].
///
/// ```
/// use rand::SeedableRng;
/// use shuffle_algorithms::fast;
///
/// let mut rng = rand_pcg::Pcg64::seed_from_u64(1);
/// let hand: [u8; 9] = fast::hand(52, &mut rng);
/// assert!(hand.iter().all(|&card| card < 52));
/// ```
#[inline]
#[must_use]
pub fn hand<const K: usize, C: Card, R: Rng + ?Sized>(cards: usize, rng: &mut R) -> [C; K] {
    check::<C>(cards, K);
    if K > 0 && cards <= 64 {
        let batch = planned::<64>(cards as u64, Step::Down);
        if K <= batch.rolls as usize {
            let mut board = FIRST_64;
            let mut fraction = accepted::<64>(batch.product, || rng.next_u64());
            return array::from_fn(|place| {
                let (roll, rest) = split::<64>(fraction, (cards - place) as u64);
                fraction = rest;
                board.draw(place, roll as usize)
            });
        }
    }
    let mut hand = [C::default(); K];
    deal(cards, &mut hand, rng);
    hand
}

#[inline]
fn check<C: Card>(cards: usize, dealt: usize) {
    assert!(dealt <= cards, "a deal of {dealt} cards cannot come from a deck of {cards}");
    assert!(cards <= C::LIMIT, "{cards} cards do not fit this card type");
}

#[inline(never)]
fn deal_from<B: Board, C: Card, R: Rng + ?Sized>(
    board: &mut B,
    cards: usize,
    into: &mut [C],
    rng: &mut R,
) {
    let last = cards - into.len() + 1;
    descend::<64>(
        cards,
        last,
        || rng.next_u64(),
        |bound, roll| {
            let place = cards - bound;
            into[place] = board.draw(place, roll);
        },
    );
}

/// The cards that are left, from some place on.
trait Board {
    fn at(&self, place: usize) -> usize;

    fn put(&mut self, place: usize, card: usize);

    /// Deals the card at place `place + roll`, and moves the card at `place` there; `place` is not read again.
    #[inline]
    fn draw<C: Card>(&mut self, place: usize, roll: usize) -> C {
        let card = self.at(place + roll);
        self.put(place + roll, self.at(place));
        C::new(card)
    }
}

const fn first<const N: usize>() -> [u8; N] {
    let mut cards = [0; N];
    let mut card = 0;
    while card < N {
        cards[card] = card as u8; // N is at most 256
        card += 1;
    }
    cards
}

static FIRST_64: [u8; 64] = first();
static FIRST_256: [u8; 256] = first();

impl<const N: usize> Board for [u8; N] {
    // N is a power of two, so the remainder takes no time and spares the check.
    #[inline]
    fn at(&self, place: usize) -> usize {
        usize::from(self[place % N])
    }

    #[inline]
    fn put(&mut self, place: usize, card: usize) {
        self[place % N] = card as u8; // a card of a deck of at most 256
    }
}

impl<C: Card> Board for Vec<C> {
    #[inline]
    fn at(&self, place: usize) -> usize {
        self[place].index()
    }

    #[inline]
    fn put(&mut self, place: usize, card: usize) {
        self[place] = C::new(card);
    }
}

/// The places of a deck where another card lies than at first: a hash table of pairs (place, card), half empty.
struct Moved<'a> {
    slots: &'a mut [(usize, usize)],
}

impl<'a> Moved<'a> {
    /// An empty slot: no deck has so many places.
    const NONE: (usize, usize) = (usize::MAX, 0);

    /// A table over these empty slots, whose number is a power of two.
    fn new(slots: &'a mut [(usize, usize)]) -> Self {
        Self { slots }
    }

    /// The slot with this place, or the empty one where it belongs.
    fn slot(&self, place: usize) -> usize {
        // Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4): the places are rolls, so no one can choose bad ones.
        let hash = (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut slot = hash as usize % self.slots.len();
        while self.slots[slot].0 != place && self.slots[slot] != Self::NONE {
            slot = (slot + 1) % self.slots.len();
        }
        slot
    }
}

impl Board for Moved<'_> {
    fn at(&self, place: usize) -> usize {
        let (at, card) = self.slots[self.slot(place)];
        if at == place { card } else { place }
    }

    fn put(&mut self, place: usize, card: usize) {
        let slot = self.slot(place);
        self.slots[slot] = (place, card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, dice::Recorded};
    use rand::SeedableRng;
    use rand_pcg::Pcg64;

    const DEALS: [(usize, usize); 16] = [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (5, 5),
        (52, 9),
        (52, 52),
        (64, 20),
        (65, 20),
        (256, 256),
        (257, 9),
        (300, 40),
        (1_000, 33),
        (5_000, 5_000),
        (100_000, 300),
        (100_000, 12_500),
    ];

    fn rng(cards: usize) -> Pcg64 {
        Pcg64::seed_from_u64(cards as u64)
    }

    fn dealt(cards: usize, dealt: usize) -> Vec<u32> {
        let mut into = vec![0; dealt];
        deal(cards, &mut into, &mut rng(cards));
        into
    }

    #[test]
    fn the_same_rolls_give_the_deal_of_the_catalogues_fyp() {
        let algorithm = Algorithm::parse("fyp").unwrap();
        for (cards, deal) in DEALS {
            let (mut rng, mut rolls) = (rng(cards), Vec::new());
            descend::<64>(cards, 1, || rng.next_u64(), |_, roll| rolls.push(roll));
            let (mut deck, mut dice) = (identity::<u32>(cards), Recorded::new(rolls));
            algorithm.shuffle(&mut deck, &mut dice).unwrap();
            assert!(dealt(cards, deal) == deck[..deal], "{deal} of {cards}");
        }
    }

    #[test]
    fn every_way_to_keep_the_deck_gives_the_same_deal() {
        for (cards, deal) in DEALS {
            let [mut first, mut other] = [(); 2].map(|()| vec![0_u32; deal]);
            deal_from(&mut identity::<u32>(cards), cards, &mut first, &mut rng(1));
            let mut slots = vec![Moved::NONE; (2 * deal).next_power_of_two()];
            deal_from(&mut Moved::new(&mut slots), cards, &mut other, &mut rng(1));
            assert!(first == other, "{deal} of {cards}");
            if cards <= 256 {
                deal_from(&mut { FIRST_256 }, cards, &mut other, &mut rng(1));
                assert!(first == other, "{deal} of {cards}");
            }
        }
    }

    #[test]
    fn a_hand_is_the_same_deal() {
        for cards in [9, 10, 19, 52, 55, 56, 64, 65, 256, 257, 100_000] {
            assert_eq!(hand::<9, u32, _>(cards, &mut rng(cards))[..], dealt(cards, 9));
        }
        assert_eq!(hand::<11, u32, _>(52, &mut rng(52))[..], dealt(52, 11), "two words");
        assert_eq!(hand::<0, u8, _>(0, &mut rng(0)), []);
    }

    #[test]
    fn a_deal_from_more_than_32_bits_of_cards_is_refused_by_the_card_type() {
        let deal = |cards| std::panic::catch_unwind(|| dealt(cards, 3));
        assert!(deal(1 << 32).is_ok());
        assert!(deal((1 << 32) + 1).is_err());
    }

    #[test]
    #[should_panic(expected = "a deal of 10 cards cannot come from a deck of 9")]
    fn more_than_there_are_cannot_be_dealt() {
        let _: [u8; 10] = hand(9, &mut rng(9));
    }
}
