//! The positions of cards some decks later: part of [`lags`](super).

use super::kind::later;
use crate::{
    distribution::{HypergeometricSum, binomial, poisson},
    draws::met_again,
    free_outcomes::pairs_of,
    judgement::ExtremeCount,
    scans::{CountRange, Scan, kept::KeptDecks},
    sums::{OneDeck, SumLaw},
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

/// The most cards of which the tables are examined that they sit at.
const MOST_AT_TABLES: usize = 64;

/// The largest lag at which those who sat at one table are looked for.
const LARGEST_OF_MEETINGS: usize = 4;

/// Counts the pairs of cards that are in the same block of positions as `lag` decks before: partners at one table, opponents in one match.
///
/// Whatever the earlier deck was, the blocks of the later one are a uniform split.
pub(super) fn meetings(decks: &KeptDecks, from: &[u16], lag: usize, scan: &mut Scan) {
    let (n, number) = (decks.shape.cards(), decks.len() - lag);
    if lag > LARGEST_OF_MEETINGS || n > MOST_AT_TABLES || decks.places.len() < n {
        return;
    }
    for size in (2..=n / 2).filter(|size| n.is_multiple_of(*size)) {
        let Some(law) = met_again::law(&vec![size as u32; n / size]) else { continue };
        let sums = SumLaw { of_one: OneDeck::Tabulated(&law), decks: number as u64 };
        let blocks = n / size;
        let mut tables = vec![0_u32; number * blocks * blocks];
        for to in 0..n {
            let pairs = from.chunks_exact(n).zip(&decks.at(to)[lag..]);
            for ((before, &card), table) in pairs.zip(tables.chunks_exact_mut(blocks * blocks)) {
                table[usize::from(before[usize::from(card)]) / size * blocks + to / size] += 1;
            }
        }
        let count = tables.into_iter().map(|both| pairs_of(both as usize) as u64).sum();
        let all = (blocks * pairs_of(size)) as u64;
        let most = all * number as u64;
        let smaller = |sum| sums.ln_smaller_tail(sum);
        scan.add_smallest(2, smaller(count), smaller(0).min(smaller(most)), || ExtremeCount {
            what: later(lag)
                .text("two are again in one group of ")
                .number(size)
                .text(" neighboring positions"),
            count,
            of: most,
            unit: "pairs of cards",
            expected: (size - 1) as f64 / (n - 1) as f64,
        });
    }
}

/// Counts where the card at each position (from `from`) is `lag` decks later, the positions that hold the same card,
/// and the cards that are dealt again.
pub(super) fn moves(decks: &KeptDecks, from: &[u16], lag: usize, scan: &mut Scan) {
    let (n, places, pairs) = (decks.shape.cards(), decks.places.len(), decks.len() - lag);
    let (mut table, mut same, mut again) = (vec![0_u32; places], 0_u64, 0_u64);
    let mut range = CountRange::new();
    let mut ends = EndCards::all(if places == n { n } else { 0 });
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
        ends.iter_mut().for_each(|ends| ends.count(to, &table));
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
    ends.iter().for_each(|ends| ends.look(n, lag, pairs as u64, scan));
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

/// The shares of a deck whose ends are compared: the first half with the first half, the first third with the last third, ...
const SHARES: [usize; 6] = [2, 3, 4, 5, 8, 10];

/// Names of the two ends.
const NAMES: [&str; 2] = ["first ", "last "];

/// How many cards of either end are at either end some decks later.
struct EndCards {
    cards: usize,
    /// By the end that they came from, and the end where they are.
    counts: [[u64; 2]; 2],
}

impl EndCards {
    /// All that are examined in decks of n cards.
    fn all(n: usize) -> Vec<Self> {
        let mut sizes = SHARES.map(|share| n / share).to_vec();
        sizes.dedup();
        sizes.retain(|&size| size > 1);
        sizes.into_iter().map(|cards| Self { cards, counts: [[0; 2]; 2] }).collect()
    }

    /// Takes the table of where the cards at this place came from.
    fn count(&mut self, to: usize, from: &[u32]) {
        let behind = from.len() - self.cards;
        let sum = |part: &[u32]| part.iter().map(|&count| u64::from(count)).sum::<u64>();
        for (end, is_there) in [to < self.cards, to >= behind].into_iter().enumerate() {
            if is_there {
                self.counts[0][end] += sum(&from[..self.cards]);
                self.counts[1][end] += sum(&from[behind..]);
            }
        }
    }

    /// The cards that go from one end to another are hypergeometric in each pair of decks, and the pairs are independent.
    fn look(&self, n: usize, lag: usize, pairs: u64, scan: &mut Scan) {
        let law = HypergeometricSum::new(n, self.cards, self.cards, pairs);
        for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let count = self.counts[from][to];
            let deviations = (count as f64 - law.mean()) / law.deviation();
            if deviations.abs() < WORTH_A_TAIL {
                scan.add_tails_of_no_note(2);
                continue;
            }
            let tail = law.ln_sf(count).min(law.ln_cdf(count));
            scan.add_smallest(2, tail, law.ln_least(), || ExtremeCount {
                what: later(lag)
                    .text("a card of the ")
                    .text(NAMES[from])
                    .number(self.cards)
                    .text(" is among the ")
                    .text(NAMES[to])
                    .number(self.cards),
                count,
                of: pairs * self.cards as u64,
                unit: "cards",
                expected: self.cards as f64 / n as f64,
            });
        }
    }
}

/// Counts within this many standard deviations are not the clearest of a scan.
const WORTH_A_TAIL: f64 = 3.0;
