//! Places of a pack that hold the same kind as some packs before. Part of [`lags`](super), whose page has the law.

use super::kind::{LagLook, later};
use crate::{
    judgement::ExtremeCount,
    place::Place,
    scans::{PLACES_OF_PACKS, Scan, kept::KeptDecks, same_class::ln_bennett},
};
use shuffle_deck::{InstructionSet, Pack, on_every_set};

/// Cards that are compared at all lags together, at most.
const MOST_COMPARED: usize = 1 << 28;

/// The places that hold the same kind in two packs: their mean and variance.
///
/// With c_a cards of kind a, a place does with the chance `sum c_a^2 / n^2`, and two places do with `sum over a, b of P(a, b)^2`, where
/// `P(a, b) = c_a c_b / (n (n - 1))`, and `c_a (c_a - 1) / (n (n - 1))` if both are a.
fn law(pack: Pack) -> [f64; 2] {
    let n = pack.cards() as f64;
    let counts = || pack.counts().iter().map(|&count| f64::from(count));
    let squares: f64 = counts().map(|count| count * count).sum();
    let fourth: f64 = counts().map(|count| count.powi(4)).sum();
    let of_one_kind: f64 = counts().map(|count| (count * (count - 1.0)).powi(2)).sum();
    let two = (squares * squares - fourth + of_one_kind) / (n * (n - 1.0));
    let mean = squares / n;
    [mean, two + mean - mean * mean]
}

/// All places together, at each lag: whatever the earlier pack was, the law is the same, so that the sum is one of independent numbers.
pub(super) fn same_kinds(decks: &KeptDecks, pack: Pack, lags: usize) -> LagLook<'_> {
    let ([mean, variance], places) = (law(pack), decks.places.len() as f64);
    let most = decks.first((MOST_COMPARED / lags.max(1) / decks.places.len()).max(2 * lags));
    Box::new(move |lag, scan: &mut Scan| {
        let pairs = most.len() - lag;
        let same: u64 = (0..most.places.len())
            .map(|place| {
                let kinds = most.at(place);
                equal(InstructionSet::detect(), &kinds[..pairs], &kinds[lag..])
            })
            .sum();
        let excess = same as f64 - pairs as f64 * mean;
        for (excess, furthest) in [(excess, places - mean), (-excess, mean)] {
            let tail = |excess| ln_bennett(excess, pairs as f64 * variance, furthest);
            scan.add_picked_tail(tail(excess), tail(pairs as f64 * furthest), || ExtremeCount {
                what: later(lag).and(Place::from("places hold the same kind")),
                count: same,
                of: (pairs as f64 * places) as u64,
                unit: PLACES_OF_PACKS,
                expected: mean / places,
            });
        }
    })
}

on_every_set! {
    /// The number of decks that agree.
    fn equal(one: &[u16], other: &[u16]) -> u64 {
        let mut all = 0;
        for (one, other) in one.chunks(4096).zip(other.chunks(4096)) {
            let mut count = 0_u16;
            for (a, b) in one.iter().zip(other) {
                count += u16::from(a == b);
            }
            all += u64::from(count);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_moments, each_arrangement, pack};

    #[test]
    fn equal_places_have_the_moments_of_all_arrangements() {
        for counts in [&[2, 2][..], &[3, 1], &[3, 2, 1], &[2, 2, 2]] {
            let rows = each_arrangement(counts);
            let same =
                |row: &Vec<u32>| row.iter().zip(&rows[0]).filter(|(a, b)| a == b).count() as f64;
            assert_moments(rows.iter().map(same), law(pack(counts)), counts);
        }
    }
}
