//! Decks come out of streams as they arrive, in bounded memory, and never one more after an error.

use shuffle_deck::Shape;
use shuffle_reader::{
    ColumnChoice, DeckError, DeckFault, Format, Labels, Layout, LayoutError, NameTable, Reader,
};
use std::io::{self, ErrorKind, Read};

/// Gives these pieces one by one; an error where a piece is one.
struct Pieces(Vec<io::Result<&'static [u8]>>);

impl Read for Pieces {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0)?;
        room[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn decks_are_handed_out_as_they_come() {
    let pieces = Pieces(vec![
        Ok(b"0 1\n1"),
        Err(ErrorKind::Interrupted.into()),
        Ok(b" 0\n0 1\n1 "),
        Ok(b"0"),
    ]);
    let mut reader = Reader::new(pieces, &Layout::whole(Format::Text, 2));
    let mut rows = [9_u8; 20];
    let mut read = || (reader.read(&mut rows).unwrap(), rows[0]);
    assert_eq!([read(), read(), read()], [(1, 0), (2, 1), (1, 1)]);
    assert_eq!((read().0, read().0), (0, 0));
    assert_eq!(reader.decks(), 4);
}

fn tosses(columns: &str) -> Layout {
    let columns = if columns.is_empty() { ColumnChoice::All } else { columns.parse().unwrap() };
    let (drawn, labels) = (Some(Shape::replacement(2, 1)), NameTable::parse("H,T").unwrap());
    let labels = Labels::Names(labels);
    let layout = Layout { dealt: 1, drawn, labels, columns, ..Layout::whole(Format::Text, 2) };
    Layout { many_a_line: true, ..layout }
}

/// The draws of an input, and the error at its end, if there is one.
fn drawn(layout: &Layout, input: &[u8], room: usize) -> (Vec<u8>, Option<String>) {
    let (mut reader, mut rows, mut all) = (Reader::new(input, layout), vec![9; room], Vec::new());
    loop {
        match reader.read(&mut rows) {
            Ok(0) => return (all, None),
            Ok(filled) => all.extend(&rows[..filled]),
            Err(error) => return (all, Some(error.to_string())),
        }
    }
}

/// Throws are written down side by side, line after line, with or without blanks.
#[test]
fn many_draws_of_one_symbol_in_a_line_are_read_one_by_one() {
    let all = vec![0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0];
    for input in [
        &b"H T T H H H T H T\nT H\n"[..],
        b"HTTHHHTHTTH",
        b"# tosses\n\nH,T,T,H,H,H,T,H,T,T\nH\n",
        b"HTTHHHTH\r\nT\r\nTH\r\n",
    ] {
        for room in [1, 4, 50] {
            assert_eq!(drawn(&tosses(""), input, room), (all.clone(), None), "{room}");
        }
    }
    let two = b"1 H T\n2 T H\n";
    assert_eq!(drawn(&tosses("2-3"), two, 50), (vec![0, 1, 1, 0], None));
    let alone = Layout { many_a_line: false, ..tosses("2-3") };
    assert!(drawn(&alone, two, 50).1.unwrap().contains("2 cards, but a deck has 1"));
    assert_eq!(drawn(&tosses("2-3"), b"no c1 c2\n1 H T\n2 T H\n", 50), (vec![0, 1, 1, 0], None));
    // So few cells may be columns of other things.
    assert!(drawn(&tosses(""), b"H T H T H T H\n", 50).1.unwrap().contains("7 cards"));
    let (before, error) = drawn(&tosses(""), b"H T T H H H T H\nH T x H H H T H\n", 50);
    assert_eq!(before, all[..8]);
    assert_eq!(
        error.unwrap(),
        "deck 8 (line 2): no card is called \"x\"; --labels, --pack and --weights name the cards as the file does"
    );
}

/// Alpha 1e-6: lines of many numbers that are something else than draws are refused, unless their columns are named.
#[test]
fn lines_of_other_things_are_not_read_as_many_draws() {
    let of = |cards, columns: &str, format| Layout {
        labels: Labels::Numbers { base: 1 },
        drawn: Some(Shape::replacement(cards, 1)),
        cards,
        format,
        ..tosses(columns)
    };
    let text = |rows: &[Vec<u32>]| -> String {
        let line = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        rows.iter().map(|row| line(row) + "\n").collect()
    };
    let spins = |row: u32| (0..9).map(move |at| (row * 17 + at * at * 7 + at) % 36 + 1);
    let counted: Vec<Vec<u32>> =
        (1..=9).map(|row| [row].into_iter().chain(spins(row)).collect()).collect();
    let counted = text(&counted);
    let said = |cards, columns, format, text: &str| {
        drawn(&of(cards, columns, format), text.as_bytes(), 50).1
    };
    let fault = |cards, format, text: &str| said(cards, "", format, text).unwrap();
    assert!(fault(36, Format::Text, &counted).contains("the first cells of the lines count up"));
    assert_eq!(said(36, "2-10", Format::Text, &counted), None);
    assert_eq!(said(36, "1-10", Format::Text, &counted), None);
    // Orders of eight, and keno.
    let orders: Vec<Vec<u32>> =
        (0..4).map(|row| (0..8).map(|at| (at * 3 + row) % 8 + 1).collect()).collect();
    assert!(fault(8, Format::Text, &text(&orders)).contains("no line holds a symbol twice"));
    let dates = "05/06,1,2,2,3,1,5,6,2\n06/06,1,2,2,3,1,5,6,2\n";
    assert!(fault(36, Format::Csv, dates).contains("10 cards, but a deck has 1"));
    let table = "id,day,month,hour,table,croupier,wheel,result\n1,2,5,3,4,5,6,7\n";
    assert!(fault(36, Format::Csv, table).contains("8 cards, but a deck has 1"));
    // A header that counts the throws.
    let header = "1 2 3 4 5 6 7 8\n3 3 1 6 2 5 5 4\n";
    let (draws, error) = drawn(&of(6, "", Format::Text), header.as_bytes(), 50);
    assert_eq!((draws, error), (vec![2, 2, 0, 5, 1, 4, 4, 3], None));
}

#[test]
fn an_error_of_the_operating_system_comes_after_the_decks_before_it() {
    for (format, decks) in [(Format::Text, &b"0 1\n1 0\n"[..]), (Format::U8, &[0, 1, 1, 0])] {
        let broken = io::Error::new(ErrorKind::BrokenPipe, "gone");
        let mut reader =
            Reader::new(Pieces(vec![Ok(decks), Err(broken)]), &Layout::whole(format, 2));
        let mut rows = [0_u8; 20];
        assert_eq!(reader.read(&mut rows), Ok(2));
        let error = reader.read(&mut rows).unwrap_err();
        assert_eq!(error.to_string(), "the input cannot be read after 2 decks: gone");
        assert!(matches!(error, DeckError::Io { kind: ErrorKind::BrokenPipe, decks: 2, .. }));
    }
}

#[test]
fn a_line_without_end_is_refused_at_its_limit() {
    for format in [Format::Text, Format::Csv, Format::Ndjson] {
        for byte in [b' ', b'7', b'#', b'[', b'\0'] {
            let layout = Layout::whole(format, 52);
            let mut reader = Reader::new(io::repeat(byte), &layout);
            let error = reader.read(&mut [0_u8; 52]).unwrap_err();
            let limit = layout.longest_line();
            let DeckError::Fault { fault, .. } = error else { panic!("{error}") };
            assert_eq!(fault, DeckFault::LongLine { limit }, "{format} {byte}");
        }
    }
}

#[test]
fn decks_larger_than_the_buffer_are_read() {
    let cards = 200_000;
    let deck: Vec<u32> = (0..cards).rev().collect();
    let text: Vec<String> = deck.iter().map(u32::to_string).collect();
    let text = text.join(", ") + "\n";
    let bytes: Vec<u8> = deck.iter().flat_map(|card| card.to_le_bytes()).collect();
    for (format, one) in [(Format::Text, text.as_bytes()), (Format::U32Le, &bytes)] {
        let input = one.repeat(3);
        let mut reader = Reader::new(input.as_slice(), &Layout::whole(format, deck.len()));
        let mut rows = vec![0_u32; 2 * deck.len()];
        let mut decks = 0;
        loop {
            let more = reader.read(&mut rows).unwrap();
            if more == 0 {
                break;
            }
            for row in rows.chunks(deck.len()).take(more) {
                assert_eq!(row, deck);
            }
            decks += more;
        }
        assert_eq!(decks, 3, "{format}");
    }
}

#[test]
fn layouts_and_rows_that_cannot_be_are_refused_by_the_first_read() {
    let layout = Layout { labels: Labels::Numbers { base: 2 }, ..Layout::whole(Format::Text, 3) };
    let error = Reader::new(io::empty(), &layout).read(&mut [0_u8; 3]).unwrap_err();
    assert_eq!(error, DeckError::Layout(LayoutError::Base { base: 2 }));
    let huge = Layout { dealt: usize::MAX, ..Layout::whole(Format::Text, usize::MAX) };
    assert!(Reader::new(io::empty(), &huge).read(&mut [0_u8; 3]).is_err());

    let small = Reader::new(io::empty(), &Layout::whole(Format::Text, 3)).read(&mut [0_u8; 2]);
    let narrow = Reader::new(io::empty(), &Layout::whole(Format::Text, 257)).read(&mut [0_u8; 257]);
    assert_eq!(
        [small, narrow].map(|error| error.unwrap_err().to_string()),
        [
            "2 places of 256 possible cards cannot hold a deck of 3 of 3 cards",
            "257 places of 256 possible cards cannot hold a deck of 257 of 257 cards"
        ]
    );
}
