//! However the decks are split, the sum is the same.

use crate::support::{build, count, decks};
use proptest::prelude::*;
use shuffle_metrics::{Decks, Rows, Shape, Tally};

const TESTS: [&str; 5] = ["adjacency", "pair-order", "lehmer", "prefix", "repeats"];

fn sizes() -> impl Strategy<Value = (usize, usize, bool)> {
    prop_oneof![Just((9, 9, false)), Just((52, 52, false)), Just((20, 5, true)), Just((9, 9, true))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_split_in_any_order_and_any_width_merges_to_the_same_tally(
        (cards, deal, wide) in sizes(),
        cuts in prop::collection::vec(0..=600_usize, 3),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
        seed in 0..1_000_u64,
    ) {
        let shape = Shape::deal(cards, deal).unwrap();
        let rows = decks("fisher-yates", Shape::deal(cards, deal).unwrap(), 600, seed);
        let wide_rows: Vec<u32> = rows.iter().map(|&card| u32::from(card)).collect();
        let mut cuts = cuts;
        cuts.extend([0, 600]);
        cuts.sort_unstable();
        for test in TESTS {
            if deal < cards && matches!(test, "adjacency" | "pair-order") {
                continue;
            }
            let metric = build(test, shape);
            let whole = count(metric.as_ref(), shape, &rows);
            let mut sum = Tally::new(metric.cells());
            for part in order {
                let (from, to) = (cuts[part], cuts[part + 1]);
                let range = from * deal..to * deal;
                let mut share = Tally::new(metric.cells());
                let rows = if wide {
                    Rows::Wide(&wide_rows[range])
                } else {
                    Rows::Narrow(&rows[range])
                };
                share.observe(metric.as_ref(), &Decks::new(shape, from as u64, rows));
                sum.merge(&share);
            }
            prop_assert_eq!(&sum, &whole, "{}", test);
        }
    }
}

/// Numbers of trials beyond any memory are as good as others.
#[test]
fn keys_are_kept_however_late_they_come() {
    let shape = Shape::whole(52);
    let rows = crate::support::fair(52, 10, 1);
    let metric = build("repeats", shape);
    for first in [0, 1 << 20, u64::MAX - 10] {
        let mut tally = Tally::new(metric.cells());
        tally.observe(metric.as_ref(), &Decks::new(shape, first, Rows::Narrow(&rows)));
        tally.observe(metric.as_ref(), &Decks::new(shape, 20, Rows::Narrow(&rows[..52])));
        let keys = tally.keys();
        let again: Vec<_> = keys.counts().iter().filter(|key| key.count() == 2).collect();
        assert_eq!((keys.counts().len(), again.len()), (10, 1));
        assert_eq!(again[0].gap(), Some((first.abs_diff(20)).min(u32::MAX.into())));
    }
}
