//! Cards of a class that a hand holds already: at one place after it, or in the flop.

use super::hand::{DealtHand, MOST_PLAYERS};
use crate::{
    Shape,
    place::Place,
    scans::{
        CountRange, Scan,
        same_class::{Graph, LN_LEAST},
        together::TogetherTable,
    },
};

/// Players who may be dealt two cards each before a flop.
const PLAYERS: std::ops::RangeInclusive<usize> = 2..=10;

pub(super) fn look(table: &TogetherTable, shape: Shape) -> Scan {
    let mut scan = Scan::of("decks");
    look_at_places(table, &mut scan);
    if shape.is_order() {
        look_at_flops(table, &mut scan);
    } else {
        look_at_pairs(table, &mut scan);
    }
    scan
}

/// Every two places of a pack. For orders the test `pairs` covers them.
fn look_at_pairs(table: &TogetherTable, scan: &mut Scan) {
    let mut range = CountRange::new();
    for first in 0..table.places.len() {
        for (second, excess) in table.row(first).iter().enumerate().skip(first + 1) {
            let count = excess + table.decks as f64 * table.law.pair;
            range.add(count.round() as u32, [first, second]);
        }
    }
    scan.add(table.decks, table.law.pair, &range, |pair| {
        let named = table.of.named(&pair.map(|place| table.places[place]));
        named.text(" ").and(table.division.same(table.of))
    });
}

/// Each place after a hand of each size.
fn look_at_places(table: &TogetherTable, scan: &mut Scan) {
    let k = table.places.len();
    for players in 1..=MOST_PLAYERS {
        for player in 0..players {
            for place in 0..k {
                let all = DealtHand::in_turn(players, player, k / 2 / players);
                let mut excess = 0.0;
                for (cards, of_hand) in (1..).zip(all.places().take_while(|it| *it < place)) {
                    excess += table.row(place)[of_hand];
                    if cards > 1 {
                        let hand = DealtHand { cards, ..all };
                        look_between(table, scan, excess, [cards, 1], || {
                            let card = Place::from("the card at position ");
                            (card.position(table.places[place]).text(" and one of "), hand.words())
                        });
                    }
                }
            }
        }
    }
}

/// The flop and the two cards of each player, dealt in turn or both at once, with and without a card burnt.
fn look_at_flops(table: &TogetherTable, scan: &mut Scan) {
    for players in PLAYERS {
        for player in 0..players {
            for (hole, first) in [
                ([player, player + players], 2 * players),
                ([player, player + players], 2 * players + 1),
                ([2 * player, 2 * player + 1], 2 * players),
                ([2 * player, 2 * player + 1], 2 * players + 1),
            ] {
                if first + 2 >= table.places.len() {
                    continue;
                }
                let pairs = hole.iter().flat_map(|&a| (first..first + 3).map(move |b| (a, b)));
                let excess = pairs.map(|(a, b)| table.row(a)[b]).sum();
                look_between(table, scan, excess, [2, 3], || {
                    let flop = Place::from("cards of a flop at ");
                    let flop = flop.and(Place::positions(&(first..first + 3)));
                    let held = Place::from("hole cards at positions ").position(hole[0]);
                    (flop.text(" and "), held.text(" and ").position(hole[1]))
                });
            }
        }
    }
}

/// Looks at both tails of the pairs between two sets of places of this size.
fn look_between(
    table: &TogetherTable,
    scan: &mut Scan,
    excess: f64,
    [one, other]: [usize; 2],
    words: impl Fn() -> (Place, Place),
) {
    let graph = Graph::between(one, other);
    // The number of cards of its class that lie elsewhere.
    let largest = table.division.sizes.iter().max().map_or(0, |&size| size as usize);
    let graph = Graph { most: graph.most.min(largest.saturating_sub(1) * other), ..graph };
    for ln_tail in table.law.ln_tails(excess, table.decks, graph) {
        scan.add_picked_tail(ln_tail, LN_LEAST, || {
            let (card, hand) = words();
            let what = card.and(hand).text(" ").and(table.division.same(table.of));
            table.seen(what, excess, graph.pairs)
        });
    }
}
