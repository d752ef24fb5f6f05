//! The positions of cards some decks later: part of [`lags`](super).

use super::kind::later;
use crate::{
    distribution::{binomial, poisson},
    judgement::ExtremeCount,
    scans::{CountRange, Scan, kept::KeptDecks},
};

/// The place of a card that a deck does not show.
const NOWHERE: u16 = u16::MAX;

/// The most cards of which there are tables of positions.
pub(super) const MOST_OF_TABLES: usize = 256;

/// Of fewer cards the law of those that stay is not one of Poisson.
const FEWEST_OF_FEW: usize = 5;

/// The place of each card of each deck, deck after deck.
pub(super) fn places_of_cards(decks: &KeptDecks) -> Vec<u16> {
    let n = decks.shape.cards();
    let mut places = vec![NOWHERE; n * decks.len()];
    for place in 0..decks.places.len() {
        for (of_deck, &card) in places.chunks_exact_mut(n).zip(decks.at(place)) {
            of_deck[usize::from(card)] = place as u16;
        }
    }
    places
}

/// Counts where the card at each position (from `from`) is `lag` decks later, the positions that hold the same card,
/// and the cards that are dealt again.
pub(super) fn moves(decks: &KeptDecks, from: &[u16], lag: usize, scan: &mut Scan) {
    let (n, places, pairs) = (decks.shape.cards(), decks.places.len(), decks.len() - lag);
    let (mut table, mut same, mut again) = (vec![0_u32; places], 0_u64, 0_u64);
    let mut range = CountRange::new();
    for to in 0..places {
        table.fill(0);
        for (before, &card) in from.chunks_exact(n).zip(&decks.at(to)[lag..]) {
            let from = before[usize::from(card)];
            if from != NOWHERE {
                table[usize::from(from)] += 1;
                again += 1;
            }
        }
        same += u64::from(table[to]);
        if n <= MOST_OF_TABLES {
            range.add_all(&table, |from| (from, to));
        }
    }
    let probability = (n as f64).recip();
    scan.add(pairs as u64, probability, &range, |(from, to)| {
        later(lag)
            .text("the card at position ")
            .position(decks.places[from])
            .text(" is at position ")
            .position(decks.places[to])
    });
    let all = (pairs * places) as u64;
    let mean = all as f64 * probability;
    let extreme = |what: &'static str, count, expected| ExtremeCount {
        what: later(lag).text(what),
        count,
        of: all,
        unit: "cards",
        expected,
    };
    // Matches of two whole decks have the first n moments of the Poisson law, so its lower tail holds, too.
    let (is_whole, few) = (places == n && n >= FEWEST_OF_FEW, poisson::ln_cdf(same, mean));
    let tail = poisson::ln_sf(same, mean).min(if is_whole { few } else { 0.0 });
    scan.add_smallest(1 + u64::from(is_whole), tail, poisson::ln_sf(all, mean), || {
        extreme("a position holds the same card", same, probability)
    });
    if places < n && places == decks.shape.dealt() {
        let share = places as f64 / n as f64;
        let ln_least = binomial::ln_sf(all, all, share);
        scan.add_tail(binomial::ln_sf(again, all, share), ln_least, || {
            extreme("a card is dealt again", again, share)
        });
    }
}
