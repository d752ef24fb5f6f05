//! Cards of one class in one window of positions: whether they are kept apart, as teams of one country are in a first round, or
//! together.

use crate::{
    Shape,
    free_outcomes::pairs_of,
    judgement::ExtremeCount,
    place::Place,
    scans::{
        PAIRS_OF_CARDS, Scan,
        kept::KeptDecks,
        same_class::{Graph, LN_LEAST, SameClass},
    },
};

/// The way in which cards are cut into classes of one size.
#[derive(Clone, Copy)]
enum Cut {
    /// Cards in a row.
    Blocks,
    /// Cards with one remainder.
    Remainders,
}

/// Looks at all windows of each size together, for classes of each size.
pub(super) fn look(decks: &KeptDecks, shape: Shape) -> Scan {
    let (n, mut scan) = (shape.cards(), Scan::of("decks"));
    if !shape.is_order() || decks.places.len() != n {
        return scan;
    }
    let sizes: Vec<usize> = (2..=n / 2).filter(|size| n.is_multiple_of(*size)).collect();
    let rows = decks.rows();
    for &size in &sizes {
        let law = SameClass::of(&vec![size as u64; n / size]);
        for cut in [Cut::Blocks, Cut::Remainders] {
            let class: Vec<usize> = match cut {
                Cut::Blocks => (0..n).map(|card| card / size).collect(),
                Cut::Remainders => (0..n).map(|card| card % (n / size)).collect(),
            };
            for &window in &sizes {
                let count = pairs(&rows, window, &class);
                let graph = windows(n, window, size);
                let of = (decks.len() * graph.pairs) as u64;
                let excess = count as f64 - of as f64 * law.pair;
                for ln_tail in law.ln_tails(excess, decks.len() as u64, graph) {
                    scan.add_picked_tail(ln_tail, LN_LEAST, || ExtremeCount {
                        what: named(cut, n, [size, window]),
                        count,
                        of,
                        unit: PAIRS_OF_CARDS,
                        expected: law.pair,
                    });
                }
            }
        }
    }
    scan
}

/// The pairs of cards of one class in one window.
fn pairs(rows: &[u32], window: usize, class: &[usize]) -> u64 {
    let mut counts = vec![0_usize; class.len()];
    let of_window = |cards: &[u32]| -> u64 {
        cards.iter().for_each(|&card| counts[class[card as usize]] += 1);
        let of_card =
            |&card: &u32| pairs_of(std::mem::take(&mut counts[class[card as usize]])) as u64;
        cards.iter().map(of_card).sum()
    };
    rows.chunks_exact(window).map(of_window).sum()
}

/// All pairs of places in one window; as many as possible are of one class where classes fill whole windows, or windows classes.
fn windows(n: usize, window: usize, class: usize) -> Graph {
    let of_one = Graph::within(window);
    let number = n / window;
    let most = (n / window * pairs_of(window)).min(n / class * pairs_of(class));
    Graph { pairs: number * of_one.pairs, touching: number * of_one.touching, most }
}

fn named(cut: Cut, n: usize, [size, window]: [usize; 2]) -> Place {
    let two = match cut {
        Cut::Blocks => Place::from("two of ")
            .number(size)
            .text(" cards in a row (as ")
            .and(Place::cards(&(0..size)))
            .text(")"),
        Cut::Remainders => Place::from("two cards that are alike modulo ").number(n / size),
    };
    two.text(" share one of the windows of ").number(window).text(" positions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_moments, orders};

    #[test]
    fn the_moments_are_those_of_all_orders() {
        for (n, size, window) in [(6, 2, 2), (6, 3, 2), (6, 2, 3), (8, 2, 4), (8, 4, 2)] {
            let class: Vec<usize> = (0..n).map(|card| card / size).collect();
            let law = SameClass::of(&vec![size as u64; n / size]);
            let graph = windows(n, window, size);
            let counts: Vec<u64> = orders(n).map(|row| pairs(&row, window, &class)).collect();
            let moments = [graph.pairs as f64 * law.pair, law.variance(graph)];
            assert_moments(counts.iter().map(|&it| it as f64), moments, (n, size, window));
            assert!(counts.iter().all(|&it| it <= graph.most as u64), "{n} {size} {window}");
        }
    }
}
