//! Arrays as `numpy.save` writes them are read back, and what is not an array of orders is rejected in one line.

use crate::{fuzzed::deal, reference::read};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_reader::{Format, Labels, Layout, Reader};

fn file(version: u8, header: &str, width: usize, numbers: &[i64]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    let before = if version == 1 { 10 } else { 12 };
    let length = (before + header.len() + 1).next_multiple_of(64) - before;
    let header = format!("{header:<width$}\n", width = length - 1);
    match version {
        1 => bytes.extend((length as u16).to_le_bytes()),
        _ => bytes.extend((length as u32).to_le_bytes()),
    }
    bytes.extend(header.into_bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)));
    bytes
}

fn header(descr: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}")
}

fn refusal(cards: usize, bytes: &[u8]) -> String {
    let layout = Layout::whole(Format::Npy, cards);
    let (decks, error) = read::<u32>(Reader::new(bytes, &layout), &layout, 2);
    format!("{} decks; {}", decks.len(), error.expect("it is refused"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arrays_are_read_back(
        cards in 1..300_usize,
        decks in 1..5_usize,
        is_lone: bool,
        version in 1..4_u8,
        base in 0..2_u32,
        element in prop::sample::select(vec![("<u2", 2), ("<u4", 4), ("<i4", 4), ("<u8", 8), ("<i8", 8)]),
        seed: u64,
    ) {
        let (descr, width) = element;
        let labels = Labels::Numbers { base };
        let layout = Layout { labels, ..Layout::whole(Format::Npy, cards) };
        let mut dice = Pcg64::seed_from_u64(seed);
        let decks = if is_lone { 1 } else { decks };
        let decks: Vec<Vec<usize>> = (0..decks).map(|_| deal(&layout, &mut dice)).collect();
        let shape = if is_lone { format!("({cards},)") } else { format!("({}, {cards})", decks.len()) };
        let numbers: Vec<i64> = decks.iter().flatten().map(|&card| card as i64 + i64::from(base)).collect();
        let bytes = file(version, &header(descr, &shape), width, &numbers);
        let wide = read::<u32>(Reader::new(bytes.as_slice(), &layout), &layout, 3);
        prop_assert_eq!(&wide, &(decks.clone(), None));
        if cards <= 256 {
            let narrow = read::<u8>(Reader::new(bytes.as_slice(), &layout), &layout, 1);
            prop_assert_eq!(&narrow, &(decks, None));
        }
    }

    #[test]
    fn no_bytes_are_more_than_an_error(tail in prop::collection::vec(any::<u8>(), 0..200), version in 0..5_u8) {
        let layout = Layout::whole(Format::Npy, 3);
        let bytes = [b"\x93NUMPY", &[version, 0][..], &tail].concat();
        let (decks, _) = read::<u32>(Reader::new(bytes.as_slice(), &layout), &layout, 2);
        prop_assert!(decks.iter().all(|deck| deck.len() == 3));
    }
}

#[test]
fn what_is_no_array_of_orders_is_refused() {
    let order = [2, 0, 1];
    let of = |descr: &str, shape: &str| file(1, &header(descr, shape), 8, &order);
    let fortran = "{'descr': '<i8', 'fortran_order': True, 'shape': (1, 3)}";
    let sound = of("<i8", "(3,)");
    let rows = |shape: &str| file(1, &header("<u4", shape), 4, &[2, 0, 1, 0, 1, 2]);
    insta::assert_snapshot!(
        [
            refusal(3, b"2 0 1\n"),
            refusal(3, &file(4, &header("<i8", "(3,)"), 8, &order)),
            refusal(3, &sound[..40]),
            refusal(3, &file(1, "{'descr': '<i8'}", 8, &order)),
            refusal(3, &file(1, &header("<i8", "3"), 8, &order)),
            refusal(3, &of(">i8", "(3,)")),
            refusal(3, &of("<f8", "(3,)")),
            refusal(
                3,
                &file(
                    1,
                    "{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (3,)}",
                    8,
                    &order
                )
            ),
            refusal(3, &file(1, fortran, 8, &order)),
            refusal(3, &of("<i8", "()")),
            refusal(3, &of("<i8", "(1, 1, 3)")),
            refusal(3, &rows("(6,)")),
            refusal(4, &of("<i8", "(1, 3)")),
            refusal(3, &rows("(3, 3)")),
            refusal(3, &rows("(1, 3)")),
            refusal(3, &sound[..sound.len() - 8]),
            refusal(3, &file(1, &header("<i8", "(0,)"), 8, &[])),
            refusal(3, &file(1, &header("<i8", "(3,)"), 8, &[2, -1, 1])),
            refusal(3, &file(1, &header("<u4", "(3,)"), 4, &[2, 1, 1])),
        ]
        .join("\n")
    );
}
