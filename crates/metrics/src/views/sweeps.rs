//! Small decks in columns: their inverses and products, by comparing each card with all others. That takes no
//! access to memory by number, and so pays as long as the deck is small.

use super::Group;
use shuffle_deck::{Column, InstructionSet, LANES, instruction_set::Level, on_every_set};

/// The most cards for any set.
const MOST: usize = 32;

/// The most cards of a deck for which sweeps take less time than accesses by number: each of these takes about a cycle, and
/// a sweep two or three operations for each two cards and each register of a column.
pub(super) fn most_cards(set: InstructionSet) -> usize {
    match set.level() {
        Level::Portable => 0,
        Level::Neon => 16,
        _ => MOST,
    }
}

/// Columns that are found together, so that what they are compared with is read once.
const TOGETHER: usize = 4;

on_every_set! {
    fn places(cards: &[Column], places: &mut [Column]) {
        let (fours, rest) = places.as_chunks_mut();
        let mut first = 0;
        for four in fours {
            places_of::<TOGETHER>(cards, first, four);
            first += TOGETHER as u8;
        }
        for one in rest {
            places_of::<1>(cards, first, std::array::from_mut(one));
            first += 1;
        }
    }

    /// In every lane the entries of a table, as many as there are places in `index`.
    pub(super) fn look_up(table: &[Column], index: &[Column], found: &mut [Column]) {
        let (fours, rest) = index.as_chunks();
        let (found_fours, found_rest) = found.as_chunks_mut();
        for (index, found) in fours.iter().zip(found_fours) {
            entries::<TOGETHER>(table, index, found);
        }
        for (index, found) in rest.iter().zip(found_rest) {
            entries::<1>(table, std::array::from_ref(index), std::array::from_mut(found));
        }
    }
}

#[inline(always)]
fn places_of<const B: usize>(cards: &[Column], first: u8, places: &mut [Column; B]) {
    let (mut found, mut place) = ([[0; LANES]; B], 0_u8);
    for column in cards {
        for (k, found) in found.iter_mut().enumerate() {
            let card = first.wrapping_add(k as u8);
            for lane in 0..LANES {
                found[lane] |= u8::from(column[lane] == card).wrapping_neg() & place;
            }
        }
        place = place.wrapping_add(1);
    }
    *places = found;
}

/// The entries of a table that some columns name.
#[inline(always)]
fn entries<const B: usize>(table: &[Column], index: &[Column; B], entries: &mut [Column; B]) {
    let (mut found, mut number) = ([[0; LANES]; B], 0_u8);
    for entry in table {
        for (found, index) in found.iter_mut().zip(index) {
            for lane in 0..LANES {
                found[lane] |= u8::from(index[lane] == number).wrapping_neg() & entry[lane];
            }
        }
        number = number.wrapping_add(1);
    }
    *entries = found;
}

/// The place of each card of a group. Lanes without a deck get 0.
pub(super) fn invert(set: InstructionSet, group: Group<'_>, into: &mut [Column]) {
    places(set, group.columns, into);
    if group.lanes < LANES {
        into.iter_mut().for_each(|places| places[group.lanes..].fill(0));
    }
}

/// The card that follows each card of a group, and the first, which follows the dummy. The dummy follows the last
/// card; its number is the number of cards.
pub(super) fn followers(
    set: InstructionSet,
    cards: &[Column],
    places: &[Column],
    into: &mut [Column],
) {
    let mut next = [[cards.len() as u8; LANES]; MOST];
    let (first, rest) = cards.split_first().expect("a deck has cards");
    next[..rest.len()].copy_from_slice(rest);
    look_up(set, &next[..cards.len()], places, &mut into[..cards.len()]);
    into[cards.len()] = *first;
}
