//! A bit of each deck, and whether it is the same k decks later: part of [`lags`](super).

use super::kind::{LagLook, MOST_BITS, same_again};
use crate::{
    Shape,
    number::IntegerStatistic as _,
    numbers::Inversions,
    place::Place,
    scans::{bits, kept::KeptDecks},
};

/// Bits of decks that are the same again.
pub(super) fn sequences<'a>(decks: &KeptDecks) -> LagLook<'a> {
    let (n, some) = (decks.shape.cards(), decks.some_places(MOST_BITS));
    let (mut planes, mut names) = (Vec::new(), Vec::new());
    let mut add = |name: Place, bits: &mut dyn Iterator<Item = bool>| {
        planes.extend(bits::plane(bits));
        names.push(name.text(" is the same"));
    };
    if decks.places.len() > 1 {
        let inverted = inversions(decks);
        add(Place::from("the parity of the order"), &mut inverted.iter().map(|(v, _)| v % 2 == 1));
        let most = decks.places.len() * (decks.places.len() - 1) / 2;
        // Turned round, a deck with just half of its pairs inverted is another such deck: its first pair decides.
        let over = |&(v, first): &(usize, bool)| 2 * v > most || 2 * v == most && first;
        let name = Place::from("whether more pairs are inverted than not");
        add(name, &mut inverted.iter().map(over));
    }
    for place in 0..some.places.len() {
        let (position, cards) = (some.places[place], some.at(place));
        if n.is_multiple_of(2) {
            let parity = Place::from("the parity of the card at position ").position(position);
            add(parity, &mut cards.iter().map(|card| card % 2 == 1));
            let half = Place::from("the half of the card at position ").position(position);
            add(half, &mut cards.iter().map(|&card| 2 * usize::from(card) >= n));
        }
        if place > 0 {
            let order = Place::from("the order of the cards at positions ")
                .position(some.places[place - 1])
                .text(" and ")
                .position(position);
            add(order, &mut some.at(place - 1).iter().zip(cards).map(|(a, b)| a < b));
        }
    }
    same_again(planes, decks.len(), move |index| names[index].clone())
}

/// The inversions of each deck, and whether its first two cards are inverted.
fn inversions(decks: &KeptDecks) -> Vec<(usize, bool)> {
    let shown = Shape::deal(decks.shape.cards(), decks.places.len()).expect("some cards are kept");
    let number = Inversions::new(shown).expect("two cards are kept");
    let (rows, mut scratch) = (decks.rows(), Default::default());
    let read = |row: &[u32]| (number.of(row, &mut scratch), row[0] > row[1]);
    rows.chunks_exact(decks.places.len()).map(read).collect()
}
