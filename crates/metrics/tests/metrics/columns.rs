//! Counts of columns against counts of rows: every metric, every instruction set, equal to the last cell.

use crate::{Cards, build, deal, tally, whole};
use proptest::prelude::*;
use shuffle_deck::{Buffer, InstructionSet, LANES, to_columns};
use shuffle_metrics::{Decks, Forms, Rows, Shape, catalogue::METRICS};

/// Tallies beyond this are not built dozens of times.
const LARGE: usize = 100_000;

/// Fewer decks than a group, a group, one deck more, and many groups, the last of which is not full.
const TRIALS: [usize; 6] = [1, 63, 64, 65, 128, 700];

/// The columns of narrow rows. Lanes without a deck hold bytes that are not cards.
fn columns(shape: Shape, rows: &[u8]) -> Buffer {
    let (width, mut columns) = (shape.dealt(), Buffer::default());
    let groups = (rows.len() / width).div_ceil(LANES);
    columns.resize(groups * width);
    let into = columns.columns_mut().chunks_exact_mut(width);
    for (rows, columns) in rows.chunks(LANES * width).zip(into) {
        to_columns(InstructionSet::PORTABLE, rows, columns);
        for (place, column) in columns.iter_mut().enumerate() {
            column[rows.len() / width..].fill(0xff_u8.wrapping_add(place as u8 / 2));
        }
    }
    columns
}

/// Wide decks are counted in rows, and narrow ones must show the same, however they come.
fn assert_columns_count_like_rows(shape: Shape, trials: usize, cards: &Cards) {
    let Cards::Narrow(rows) = cards else { panic!("wide decks have no columns") };
    let (wide, columns) = (cards.widened(), columns(shape, rows));
    for entry in METRICS {
        let Ok(metric) = entry.build(shape) else { continue };
        if metric.cells() > LARGE {
            continue;
        }
        let metric = metric.as_ref();
        let expected = tally(metric, &Decks::new(shape, 0, Rows::Wide(&wide)));
        for set in InstructionSet::available() {
            let mut forms = Forms::new(set);
            let narrow = Decks::new(shape, 0, Rows::Narrow(rows)).with(&mut forms);
            assert!(tally(metric, &narrow) == expected, "rows of {shape:?}: {entry:?}, {set}");
            let dealt = Decks::of_columns(shape, 0, trials, columns.columns()).with(&mut forms);
            assert!(tally(metric, &dealt) == expected, "columns of {shape:?}: {entry:?}, {set}");
        }
    }
}

#[test]
fn sizes_at_which_something_changes() {
    let shapes =
        [2, 3, 4, 5, 12, 13, 16, 17, 32, 33, 52, 63, 64, 65, 127, 128, 129, 255, 256].map(whole);
    let deals = [(3, 1), (52, 5), (52, 13), (64, 63), (65, 64), (256, 1), (256, 64), (256, 255)];
    for shape in shapes.into_iter().chain(deals.map(|(cards, dealt)| deal(cards, dealt))) {
        let cards = Cards::shuffled("fisher-yates", shape, 65, 8);
        assert_columns_count_like_rows(shape, 65, &cards);
    }
}

/// Blocks of other sizes and shapes, in memory that an earlier one left, and blocks of which not every test counts all: they
/// begin in the middle of a case.
#[test]
fn memory_is_kept_from_block_to_block() {
    const THINNED: u64 = 1 << 18;
    let blocks = [
        (whole(52), 700, 0),
        (whole(52), 65, THINNED - 64),
        (whole(20), 512, THINNED - 128),
        (whole(10), 63, 1 << 20),
        (whole(256), 128, 0),
        (deal(52, 5), 1, 0),
        (whole(40), 640, THINNED + 320),
        (whole(52), 4_096, 5 << 18),
        (whole(52), 700, 64),
    ];
    for set in InstructionSet::available() {
        let mut forms = Forms::new(set);
        for (shape, trials, first) in blocks {
            let cards = Cards::shuffled("fisher-yates", shape, trials, 8);
            let Cards::Narrow(rows) = &cards else { unreachable!("at most 256 cards") };
            let (wide, columns) = (cards.widened(), columns(shape, rows));
            let metrics = METRICS.iter().filter_map(|entry| entry.build(shape).ok());
            for metric in metrics.filter(|metric| metric.cells() <= LARGE) {
                let expected = tally(&*metric, &Decks::new(shape, first, Rows::Wide(&wide)));
                let dealt = Decks::of_columns(shape, first, trials, columns.columns());
                let is_same = tally(&*metric, &dealt.with(&mut forms)) == expected;
                assert!(is_same, "{trials} of {shape:?} from {first}: {set}");
            }
        }
    }
}

/// From the second block on inversions are read off the digits for which another test asked.
#[test]
fn inversions_are_the_same_from_the_digits_of_others() {
    for n in [2, 10, 52, 255, 256] {
        let shape = whole(n);
        let cards = Cards::shuffled("fisher-yates", shape, 65, 8);
        let Cards::Narrow(rows) = &cards else { unreachable!("at most 256 cards") };
        let [inversions, lehmer] = ["inversions", "lehmer"].map(|it| build(it, shape).unwrap());
        let expected = tally(&*inversions, &Decks::new(shape, 0, Rows::Wide(&cards.widened())));
        for set in InstructionSet::available() {
            let mut forms = Forms::new(set);
            for _ in 0..3 {
                let decks = Decks::new(shape, 0, Rows::Narrow(rows)).with(&mut forms);
                assert!(tally(&*inversions, &decks) == expected, "{n} cards, {set}");
                let _ = tally(&*lehmer, &decks);
            }
        }
    }
}

#[test]
fn decks_at_either_end() {
    // In order every card is fixed, in reverse all pairs are swapped: the largest numbers that there are.
    for n in [2, 52, 64, 129, 255, 256] {
        let reverse = (0..n).rev();
        let cards = Cards::from_numbers(whole(n), (0..n).chain(reverse));
        assert_columns_count_like_rows(whole(n), 2, &cards);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn shapes_and_blocks_of_all_sizes(
        cards in 2..=256_usize,
        part in 1..=256_usize,
        whole_deck: bool,
        trials in prop::sample::select(&TRIALS[..]),
        shuffle in prop::sample::select(&["fisher-yates", "riffle", "identity"][..]),
        seed: u64,
    ) {
        let shape = deal(cards, if whole_deck { cards } else { 1 + part % cards });
        let decks = Cards::shuffled(shuffle, shape, trials, seed);
        assert_columns_count_like_rows(shape, trials, &decks);
    }
}
