//! Decks written in a layout are read back, whatever the size, the base, the labels and the style.

use crate::{
    fuzzed::{deal, written},
    reference::read,
};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use shuffle_reader::{Format, Labels, Layout, NameTable, Reader};

fn layouts() -> impl Strategy<Value = Layout> {
    let format = prop::sample::select(
        Format::ALL.into_iter().filter(|format| *format != Format::Npy).collect::<Vec<_>>(),
    );
    (format, 1..300_usize, any::<bool>(), 0..3_u32).prop_flat_map(|(format, cards, whole, base)| {
        let least = if whole { cards } else { 1 };
        (least..=cards).prop_map(move |dealt| {
            let labels = match base {
                2 => Labels::Names(NameTable::new((0..cards).map(label).collect()).unwrap()),
                base => Labels::Numbers { base },
            };
            Layout { dealt, labels, ..Layout::whole(format, cards) }
        })
    })
}

/// No two are equal, and quotes and letters beyond ASCII occur.
fn label(card: usize) -> String {
    format!("{}{card}", ["x", "é", "♠", "\"", "a\"b", "'"][card % 6])
}

/// Printable ASCII, and letters beyond it.
fn characters() -> impl Strategy<Value = char> {
    prop::sample::select((' '..='~').chain(['é', '♠']).collect::<Vec<_>>())
}

/// Reads `dealt` of `cards` from rows with other columns `before` and `behind` them.
fn among_other_columns(
    (cards, dealt): (usize, usize),
    (before, behind): (usize, usize),
    (is_named, is_whole): (bool, bool),
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut dice = Pcg64::seed_from_u64(seed);
    let written = Layout::whole(Format::Csv, cards);
    let written = if is_whole { written } else { Layout { dealt, ..written } };
    let decks: Vec<Vec<usize>> = (0..3).map(|_| deal(&written, &mut dice)).collect();
    let (from, to) = (before + 1, before + written.dealt);
    let columns = if is_named { format!("c{from}-c{to}") } else { format!("{from}-{to}") };
    let names: Vec<String> = (1..=to + behind).map(|column| format!("c{column}")).collect();
    let mut text = names.join(",") + "\n";
    for deck in &decks {
        // The contents of the other columns would be cards, too.
        let others = |count| vec![0; count];
        let cells = [others(before), deck.clone(), others(behind)].concat();
        let cells: Vec<String> = cells.iter().map(usize::to_string).collect();
        text += &(cells.join(",") + "\n");
    }
    let columns = columns.parse().unwrap();
    let layout = Layout { dealt, columns, ..Layout::whole(Format::Csv, cards) };
    let wanted: Vec<Vec<usize>> = decks.iter().map(|deck| deck[..dealt].to_vec()).collect();
    let read = read::<u8>(Reader::new(text.as_bytes(), &layout), &layout, 2);
    prop_assert_eq!(read, (wanted, None), "{}", text);
    Ok(())
}

#[test]
fn one_card_of_two_in_the_only_column_is_read_back() {
    among_other_columns((2, 1), (0, 0), (false, true), 0).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn decks_are_read_back(layout in layouts(), decks in 1..6_usize, seed: u64, style: u8) {
        prop_assume!(layout.check().is_ok());
        let mut dice = Pcg64::seed_from_u64(seed);
        let decks: Vec<Vec<usize>> = (0..decks).map(|_| deal(&layout, &mut dice)).collect();
        let input = written(&layout, &decks, style);
        let wide = read::<u32>(Reader::new(input.as_slice(), &layout), &layout, 4);
        prop_assert_eq!(&wide, &(decks.clone(), None), "{}", String::from_utf8_lossy(&input));
        if layout.cards <= 256 {
            let narrow = read::<u8>(Reader::new(input.as_slice(), &layout), &layout, 2);
            prop_assert_eq!(&narrow, &(decks, None));
        }
    }

    #[test]
    fn decks_among_other_columns_are_read_back(
        cards in 2..60_usize,
        dealt in 1..60_usize,
        before in 0..4_usize,
        behind in 0..4_usize,
        is_named: bool,
        is_whole: bool,
        seed: u64,
    ) {
        among_other_columns((cards, dealt.min(cards)), (before, behind), (is_named, is_whole), seed)?;
    }

    #[test]
    fn what_the_csv_crate_writes_is_read_back(
        labels in prop::collection::btree_set(prop::collection::vec(characters(), 1..7), 1..9),
        separator in prop::sample::select(vec![b',', b'\t', b';']),
        seed: u64,
    ) {
        // Spaces around a cell are not part of it, here.
        let labels: Vec<String> = labels.into_iter().map(String::from_iter).filter(|label| label.trim() == label).collect();
        prop_assume!(!labels.is_empty());
        let names = NameTable::new(labels).unwrap();
        let cards = names.cards();
        let layout = Layout { labels: Labels::Names(names.clone()), ..Layout::whole(Format::Csv, cards) };
        let mut dice = Pcg64::seed_from_u64(seed);
        let decks: Vec<Vec<usize>> = (0..3).map(|_| deal(&layout, &mut dice)).collect();
        let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
        for deck in &decks {
            csv.write_record(deck.iter().map(|&card| names.label(card))).unwrap();
        }
        let input = csv.into_inner().unwrap();
        let (seen, error) = read::<u8>(Reader::new(input.as_slice(), &layout), &layout, 1);
        prop_assert_eq!((seen, error), (decks, None), "{}", String::from_utf8_lossy(&input));
    }
}
