//! The error message for each broken input: one line that says what is wrong, where, and what to do.

use shuffle_reader::{ColumnChoice, Format, Labels, Layout, NameTable, Reader};

fn said(layout: &Layout, input: &[u8]) -> String {
    let mut reader = Reader::new(input, layout);
    let mut rows = vec![0_u32; 100 * layout.dealt];
    loop {
        match reader.read(&mut rows) {
            Ok(0) => return format!("{} decks", reader.decks()),
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
    }
}

fn all(layout: &Layout, inputs: &[&[u8]]) -> String {
    let lines = inputs.iter().map(|input| {
        let shown = String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
        format!("{shown:?} -> {}", said(layout, input))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn decks_counted_from_1_are_told() {
    let deck = |from: u32| {
        let cards: Vec<String> = (from..from + 52).map(|card| card.to_string()).collect();
        cards.join(" ") + "\n"
    };
    let mut input = deck(0).repeat(17) + &deck(1);
    let layout = Layout::whole(Format::Text, 52);
    assert_eq!(
        said(&layout, input.as_bytes()),
        "deck 17 (line 18): 52 is out of range 0 to 51; is this deck counted from 1? try --base 1"
    );
    let base_1 = Layout { labels: Labels::Numbers { base: 1 }, ..layout.clone() };
    assert_eq!(
        said(&base_1, input.as_bytes()),
        "deck 0 (line 1): 0 is out of range 1 to 52; is this deck counted from 0? try --base 0"
    );
    // A deck that has both is of neither.
    input = input.replace("50 51 52", "0 51 52");
    assert_eq!(said(&layout, input.as_bytes()), "deck 17 (line 18): 52 is out of range 0 to 51");
    let bytes: Vec<u8> = (0..52).chain(1..53).collect();
    assert_eq!(
        said(&Layout { format: Format::U8, ..layout }, &bytes),
        "deck 1 (byte 103): 52 is out of range 0 to 51; is this deck counted from 1? try --base 1"
    );
}

#[test]
fn broken_text() {
    let layout = Layout::whole(Format::Text, 3);
    insta::assert_snapshot!(all(&layout, &[
        b"",
        b"# only a comment\n\n",
        b"0 1 2\n2 0",
        b"0 1 2\n0 1\n",
        b"0 1 2 0\n",
        b"0 1 2\n1 2 1\n",
        b"0 -1 2\n",
        b"0 1 99999999999999999999999999999\n",
        b"0 1 two\n",
        b"[0, 1, 2]\n",
        b"As Kd 10h\n",
        b"0 1\x1b[31m 2\n",
        b"\xff\xfe0 1 2\n",
        b"hello, here is a line that nobody would take for a deck at all-of-it-in-a-word-that-goes-on-and-on\n",
    ]), @r##"
    "" -> the input holds no deck
    "# only a comment\n\n" -> the input holds no deck
    "0 1 2\n2 0" -> the input ends in the middle of deck 1 (line 2), after 2 of 3 cards
    "0 1 2\n0 1\n" -> deck 1 (line 2): 2 cards, but a deck has 3
    "0 1 2 0\n" -> deck 0 (line 1): 4 cards, but a deck has 3; if some columns hold no cards, name the others with --columns
    "0 1 2\n1 2 1\n" -> deck 1 (line 2): card 1 twice
    "0 -1 2\n" -> deck 0 (line 1): -1 is out of range 0 to 2
    "0 1 99999999999999999999999999999\n" -> deck 0 (line 1): 999999999999999999999999... is out of range 0 to 2
    "0 1 two\n" -> deck 0 (line 1): "two" is not a card number
    "[0, 1, 2]\n" -> 1 decks
    "As Kd 10h\n" -> deck 0 (line 1): "As" is not a card number; are these playing cards? try --labels standard-52, or --labels sorted for another pack
    "0 1\u{1b}[31m 2\n" -> deck 0 (line 1): "1\u{1b}[31m" is not a card number
    "��0 1 2\n" -> deck 0 (line 1): "‰‱ਲ" is not a card number
    "hello, here is a line that nobody would " -> deck 0 (line 1): "hello" is not a card number
    "##);
}

#[test]
fn broken_csv() {
    let names = NameTable::parse("wolf,goat,cabbage").unwrap();
    let layout = Layout { labels: Labels::Names(names), ..Layout::whole(Format::Csv, 3) };
    insta::assert_snapshot!(all(&layout, &[
        b"one,two,three\n",
        b"one,two,three\ngoat;wolf;cabbage\n",
        b"goat;wolf;cabbage\r\n\"wolf\";\"goat\"\r\n",
        b"goat,wolf,cabage\n",
        b"goat,wolf,sheep\n",
        b"goat,wolf,goat\n",
        b"goat,\"wolf,cabbage\n",
        b"goat,wolf\"s,cabbage\n",
        b"goat,wolf,\"cabb",
        b"goat,wolf,cab",
    ]), @r##"
    "one,two,three\n" -> the input holds no deck
    "one,two,three\ngoat;wolf;cabbage\n" -> 1 decks
    "goat;wolf;cabbage\r\n\"wolf\";\"goat\"\r\n" -> deck 1 (line 2): 2 cards, but a deck has 3
    "goat,wolf,cabage\n" -> deck 0 (line 1): no card is called "cabage"; did you mean "cabbage"?
    "goat,wolf,sheep\n" -> deck 0 (line 1): no card is called "sheep"
    "goat,wolf,goat\n" -> deck 0 (line 1): card goat twice
    "goat,\"wolf,cabbage\n" -> deck 0 (line 1): cell 1 has broken CSV quotes; if a line break stands inside the cell, put another sign in its place, such as | between names: a row is one line
    "goat,wolf\"s,cabbage\n" -> deck 0 (line 1): cell 1 has broken CSV quotes
    "goat,wolf,\"cabb" -> the input ends in the middle of deck 0 (line 1), after 2 of 3 cards
    "goat,wolf,cab" -> the input ends in the middle of deck 0 (line 1), after 2 of 3 cards
    "##);
}

#[test]
fn broken_ndjson() {
    let layout = Layout::whole(Format::Ndjson, 3);
    insta::assert_snapshot!(all(&layout, &[
        b"[0,1,2]\n0 1 2\n",
        b"[0,1,2.0]\n",
        b"[0,1,\"2\"]\n",
        b"[0,1,\"x\"]\n",
        b"[0,1,null]\n",
        b"[0,1,3]\n",
        b"[0,1]\n",
        b"[0,1,2\n",
        b"[0,1",
        b"{\"cards\":[0,1,2]}\n",
        b"{\"deck\":[0,1,2],\"deck\":[0,1,2]}\n",
        b"{\"deck\":{\"deck\":[0,1,2]}}\n",
        b"{\"seed\":{\"a\":[7]},\"deck\":[2,1,0]}\n",
    ]), @r##"
    "[0,1,2]\n0 1 2\n" -> deck 1 (line 2): not a JSON array of cards: invalid type: integer `0`, expected an array of cards (column 1)
    "[0,1,2.0]\n" -> deck 0 (line 1): not a JSON array of cards: invalid type: floating point `2.0`, expected a card number (column 8)
    "[0,1,\"2\"]\n" -> 1 decks
    "[0,1,\"x\"]\n" -> deck 0 (line 1): "x" is not a card number; for cards with names use --labels red,green,blue, or --labels FILE, with a name on each line, or --pack land=24,spell=36 if some are equal
    "[0,1,null]\n" -> deck 0 (line 1): not a JSON array of cards: invalid type: null, expected a card number (column 9)
    "[0,1,3]\n" -> deck 0 (line 1): 3 is out of range 0 to 2
    "[0,1]\n" -> deck 0 (line 1): 2 cards, but a deck has 3
    "[0,1,2\n" -> deck 0 (line 1): not a JSON array of cards: EOF while parsing a list (column 6)
    "[0,1" -> the input ends in the middle of deck 0 (line 1), after 2 of 3 cards
    "{\"cards\":[0,1,2]}\n" -> deck 0 (line 1): not a JSON array of cards: no field `deck`, but "cards": name the one that holds the deck with --field, or, if each holds a card, those with --columns (column 17)
    "{\"deck\":[0,1,2],\"deck\":[0,1,2]}\n" -> deck 0 (line 1): not a JSON array of cards: duplicate field `deck` (column 22)
    "{\"deck\":{\"deck\":[0,1,2]}}\n" -> deck 0 (line 1): not a JSON array of cards: an object, not an array of cards: name the field inside it, as --field outer.inner (column 9)
    "{\"seed\":{\"a\":[7]},\"deck\":[2,1,0]}\n" -> 1 decks
    "##);
}

#[test]
fn broken_binary() {
    let layout = Layout::whole(Format::U16Le, 3);
    insta::assert_snapshot!(all(&layout, &[
        b"",
        b"\0\0\x01\0\x02\0\0\0\x01",
        b"\0\0\x01\0\x02\0\0\0\x01\0\x01\0",
        b"\0\0\x01\0\x02\x01",
    ]), @r##"
    "" -> the input holds no deck
    "\0\0\u{1}\0\u{2}\0\0\0\u{1}" -> the input ends in the middle of deck 1 (byte 6), after 1 of 3 cards
    "\0\0\u{1}\0\u{2}\0\0\0\u{1}\0\u{1}\0" -> deck 1 (byte 10): card 1 twice
    "\0\0\u{1}\0\u{2}\u{1}" -> deck 0 (byte 4): 258 is out of range 0 to 2
    "##);
}

#[test]
fn what_people_have_is_read_or_its_cure_is_named() {
    let text = Layout::whole(Format::Text, 3);
    let csv = Layout::whole(Format::Csv, 3);
    let names = Labels::Names(NameTable::standard_52());
    let hands = |format| Layout { dealt: 3, labels: names.clone(), ..Layout::whole(format, 52) };
    let columns = |columns: &str| Layout { columns: columns.parse().unwrap(), ..csv.clone() };
    let utf16: Vec<u8> =
        "\u{feff}2 0 1\r\n".encode_utf16().flat_map(|unit| unit.to_le_bytes()).collect();
    let all = [
        all(
            &text,
            &[b"[2 0 1]\n[0, 1, 2]\n", b"(2, 0, 1)\n", b" {2 0 1} \n", b"[2 0 1\n", b"[1] 2 0 1\n"],
        ),
        all(&text, &[&utf16, b"2\0 \x000\0 \x001\0\n\0"]),
        all(&csv, &[b"2,0,1,\n0,1,2,\n", b"a;b;c;\n2;0;1;\n", b"7,2,0,1\n", b"1,2,3,0,1,2\n"]),
        all(&columns("2-4"), &[b"hand,c1,c2,c3\n7,2,0,1\n", b"7,2,0,1\n8,2,0\n"]),
        all(&columns("c1-c3"), &[b"hand;c1;c2;c3;x\n7;2;0;1;y\n", b"hand,c1,c2\n7,2,0\n"]),
        all(
            &hands(Format::Text),
            &[b"AsKdQh\n", "10♥ 9\u{2660}\u{fe0f} As\n".as_bytes(), b"AsKdXh\n"],
        ),
        all(&hands(Format::Csv), &[b"c1,c2,c3\nAs,Kd,c2\n", b"c2,c3,c4\n", b"c2,c3,Xx\n"]),
    ];
    insta::assert_snapshot!(all.join("\n"), @r##"
    "[2 0 1]\n[0, 1, 2]\n" -> 2 decks
    "(2, 0, 1)\n" -> 1 decks
    " {2 0 1} \n" -> 1 decks
    "[2 0 1\n" -> deck 0 (line 1): "[2" is not a card number; is this JSON? try --format ndjson; else remove the brackets
    "[1] 2 0 1\n" -> deck 0 (line 1): "[1]" is not a card number; is this print() of R? use cat(deck, "\n")
    "��2\0 \00\0 \01\0\r\0\n\0" -> 1 decks
    "2\0 \00\0 \01\0\n\0" -> deck 0 (line 1): "2\0" is not a card number; is this UTF-16? save it as UTF-8
    "2,0,1,\n0,1,2,\n" -> 2 decks
    "a;b;c;\n2;0;1;\n" -> 1 decks
    "7,2,0,1\n" -> deck 0 (line 1): 4 cards, but a deck has 3; if some columns hold no cards, name the others with --columns
    "1,2,3,0,1,2\n" -> deck 0 (line 1): 6 cards, but a deck has 3; if some columns hold no cards, name the others with --columns
    "hand,c1,c2,c3\n7,2,0,1\n" -> 1 decks
    "7,2,0,1\n8,2,0\n" -> deck 1 (line 2): the line has 3 columns, but --columns names column 4
    "hand;c1;c2;c3;x\n7;2;0;1;y\n" -> 1 decks
    "hand,c1,c2\n7,2,0\n" -> deck 0 (line 1): no column is called "c1-c3"; the header names "hand", "c1", "c2"
    "AsKdQh\n" -> 1 decks
    "10♥ 9♠\u{fe0f} As\n" -> 1 decks
    "AsKdXh\n" -> deck 0 (line 1): no card is called "AsKdXh"
    "c1,c2,c3\nAs,Kd,c2\n" -> 1 decks
    "c2,c3,c4\n" -> 1 decks
    "c2,c3,Xx\n" -> deck 0 (line 1): no card is called "Xx"
    "##);
}

#[test]
fn the_first_cards_of_whole_decks_are_a_deal() {
    let deal = |format| Layout { dealt: 2, ..Layout::whole(format, 4) };
    let read = |layout: &Layout, input: &str| {
        let mut rows = [9_u8; 8];
        let decks = Reader::new(input.as_bytes(), layout).read(&mut rows)?;
        Ok::<_, shuffle_reader::DeckError>(rows[..decks * 2].to_vec())
    };
    for (format, input) in [
        (Format::Text, "3 1 2 0\n2 0 1 3\n"),
        (Format::Csv, "a,b,c,d\n3,1,2,0\n2,0,1,3\n"),
        (Format::Csv, "3;1;2;0;\n2;0;1;3;\n"),
        (Format::Ndjson, "[3,1,2,0]\n{\"deck\":[2,0,1,3]}\n"),
    ] {
        assert_eq!(read(&deal(format), input), Ok(vec![3, 1, 2, 0]), "{input}");
    }
    let text = deal(Format::Text);
    insta::assert_snapshot!(all(&text, &[
        b"3 1\n2 0 1 3\n",
        b"3 1 2 0\n2 0\n",
        b"3 1 2 0\n2 0 1 1\n",
        b"3 1 2 0\n2 0 1",
        b"3 1 2\n",
    ]), @r##"
    "3 1\n2 0 1 3\n" -> deck 1 (line 2): 4 cards, but a deck has 2; if some columns hold no cards, name the others with --columns
    "3 1 2 0\n2 0\n" -> deck 1 (line 2): 2 cards, but a deck has 4
    "3 1 2 0\n2 0 1 1\n" -> deck 1 (line 2): card 1 twice
    "3 1 2 0\n2 0 1" -> the input ends in the middle of deck 1 (line 2), after 3 of 4 cards
    "3 1 2\n" -> deck 0 (line 1): 3 cards, but a deck has 2; if some columns hold no cards, name the others with --columns
    "##);
}

#[test]
fn a_header_is_what_the_layout_says() {
    use shuffle_reader::Header;
    let csv = |header| Layout { header, ..Layout::whole(Format::Csv, 3) };
    assert_eq!(said(&csv(Header::Auto), b"0,1,2\n0,1,2\n"), "2 decks");
    assert_eq!(said(&csv(Header::Yes), b"0,1,2\n0,1,2\n"), "1 decks");
    assert_eq!(said(&csv(Header::Auto), b"a,b,c\n0,1,2\n"), "1 decks");
    assert_eq!(
        said(&csv(Header::No), b"a,b,c\n0,1,2\n"),
        "deck 0 (line 1): \"a\" is not a card number"
    );
    let text = Layout { header: Header::Yes, ..Layout::whole(Format::Text, 3) };
    assert_eq!(said(&text, b"c1 c2 c3\n0 1 2\n"), "1 decks");
    let named = Layout { columns: "c1,c2,c3".parse().unwrap(), ..text };
    assert_eq!(said(&named, b"c1 c2 x c3\n0 1 7 2\n"), "1 decks");
}

/// pandas writes a header of numbers, with a nameless column of row numbers in front, or without.
#[test]
fn a_first_line_that_counts_may_be_a_header() {
    use shuffle_reader::Header;
    let csv = |header| Layout { header, ..Layout::whole(Format::Csv, 5) };
    let sorted = b"0,1,2,3,4\n2,0,1,4,3\n1,0,2,4,3\n";
    insta::assert_snapshot!(said(&csv(Header::Auto), sorted), @"deck 1 (line 2): the first line counts up to 4: if it names the columns, use --header; if it is a deck in order, --no-header");
    assert_eq!(said(&csv(Header::Yes), sorted), "2 decks");
    assert_eq!(said(&csv(Header::No), sorted), "3 decks");
    let deal = Layout { dealt: 2, ..csv(Header::Auto) };
    assert!(said(&deal, sorted).contains("--no-header"));
    assert_eq!(said(&csv(Header::Auto), &b"0;1;2;3;4\r\n".repeat(3)), "3 decks");
    let columns = Layout { columns: "2-6".parse().unwrap(), ..csv(Header::Auto) };
    assert_eq!(said(&columns, b",0,1,2,3,4\n0,2,0,1,4,3\n1,0,1,2,4,3\n"), "2 decks");
    let lone = Layout { columns: "2".parse().unwrap(), one_a_line: true, ..csv(Header::Auto) };
    assert_eq!(said(&lone, b",0\n0,3\n1,0\n2,4\n3,1\n4,2\n"), "1 decks");
}

/// A draw of 6 balls of 49 without order.
fn lottery() -> Layout {
    let drawn = Some(shuffle_deck::Shape::unordered(49, 6, None).unwrap());
    let labels = Labels::Numbers { base: 1 };
    Layout { dealt: 6, drawn, labels, ..Layout::whole(Format::Csv, 49) }
}

#[test]
fn hints_name_the_header_and_bonus_balls_and_choose_no_columns() {
    let input = b"n1,n2,n3,n4,n5,n6,bonus\n1,2,3,4,5,6,7\n";
    insta::assert_snapshot!(said(&lottery(), input), @r#"deck 0 (line 2): 7 cards, but a deck has 6; for 1 bonus ball use --bonus 1 (from the same drum) or --bonus M/1 (from a separate drum with M balls); in --draw write +1 or +1/M; the header names "n1", "n2", "n3", "n4", "n5", "n6", "bonus": if some of these hold no cards, name the others with --columns"#);
    insta::assert_snapshot!(said(&lottery(), b"7,1,2,3,4,5,6\n"), @"deck 0 (line 1): 7 cards, but a deck has 6; for 1 bonus ball use --bonus 1 (from the same drum) or --bonus M/1 (from a separate drum with M balls); in --draw write +1 or +1/M; if some columns hold no cards, name the others with --columns");
    let input = b"draw,n1,n2,n3,n4,n5,n6,bonus\n1,1,2,3,4,5,6,7\n";
    insta::assert_snapshot!(said(&lottery(), input), @r#"deck 0 (line 2): 8 cards, but a deck has 6; the header counts from "n1" on: if the columns before it hold no balls, use --columns 2-7"#);
    // Three dates and words are not balls.
    let input = b"date,n1,n2,n3,n4,n5,n6\n2020-01-01,1,2,3,4,5,6\n";
    insta::assert_snapshot!(said(&lottery(), input), @r#"deck 0 (line 2): "2020-01-01" is not a card number; the header names "date", "n1", "n2", "n3", "n4", "n5", "n6": if some of these hold no cards, name the others with --columns"#);
    let picked = Layout { columns: "n1-n6,super".parse().unwrap(), ..lottery() };
    insta::assert_snapshot!(said(&picked, input), @r#"deck 0 (line 1): no column is called "super"; the header names "date", "n1", "n2", "n3", "n4", "n5", "n6""#);
    let picked = Layout { columns: "date,n1-n5".parse().unwrap(), ..lottery() };
    insta::assert_snapshot!(said(&picked, b"date,n1,n2,n3,n4,n5,n6\nMay,1,2,3,4,5,6\n"), @r#"deck 0 (line 2): "May" is not a card number; the header names "date", "n1", "n2", "n3", "n4", "n5", "n6""#);
}

/// Leftovers of spreadsheets are skipped; a missing or extra cell is named.
#[test]
fn tables_of_spreadsheets_are_read_or_the_faulty_cell_is_named() {
    let throws = |format, columns: &str, cards| {
        let drawn = Some(shuffle_deck::Shape::replacement(cards, 1));
        let columns = match columns {
            "" => ColumnChoice::All,
            some => some.parse().unwrap(),
        };
        Layout { dealt: 1, drawn, columns, ..Layout::whole(format, cards) }
    };
    let [table, lone] = [("throw", Format::Csv), ("", Format::Text)]
        .map(|(columns, format)| throws(format, columns, 38));
    insta::assert_snapshot!([
        all(&lottery(), &[
            b"sep=;\n1;2;3;4;5;7\n1;2;3;4;5;6\n;;;;;\n",
            b"1,2,3,4,5,6\n7,2,3,4,5,6\n",
            b"numbers\n1-2-3-4-5 PB 6\n",
        ]),
        all(&table, &[
            b"day;throw\n1;3\n2;\n",
            b"day,throw\n1,3\n2,\"\"\n",
            b"throw\n3\n3,5\n",
            b"throw\n3\n00\n7\n",
            b"throw\n0\n00\n7\n0\n",
            b"throw\nRed\n",
        ]),
        all(&lone, &[b"01\n00\n07\n", b"1\n00\n7\n0\n"]),
        all(&throws(Format::Csv, "", 38), &[b"0\n7\n00\n", b"7\n0\n00\n"]),
        all(&lone, &[b"1 2 3\n"]),
    ].join("\n"), @r##"
    "sep=;\n1;2;3;4;5;7\n1;2;3;4;5;6\n;;;;;\n" -> 2 decks
    "1,2,3,4,5,6\n7,2,3,4,5,6\n" -> 1 decks
    "numbers\n1-2-3-4-5 PB 6\n" -> deck 0 (line 2): "1-2-3-4-5 PB 6" is not a card number; to put several numbers into one cell, separate them by blanks, commas, semicolons, bars, slashes, + or -, without words
    "day;throw\n1;3\n2;\n" -> deck 1 (line 3): column 2 is empty; if the line holds no result, remove it
    "day,throw\n1,3\n2,\"\"\n" -> deck 1 (line 3): column 2 is empty; if the line holds no result, remove it
    "throw\n3\n3,5\n" -> deck 1 (line 3): the line has 2 columns, but the header names only 1: add the missing names, or quote cells that contain the separator, as in "3,5"
    "throw\n3\n00\n7\n" -> 3 decks
    "throw\n0\n00\n7\n0\n" -> deck 1 (line 3): 0 and 00 both occur and would count as one symbol: list the symbols with --labels FILE, one per line
    "throw\nRed\n" -> deck 0 (line 2): "Red" is not a card number; for cards with names use --labels red,green,blue, or --labels FILE, with a name on each line, or --pack land=24,spell=36 if some are equal; the header names "throw"
    "01\n00\n07\n" -> 3 decks
    "1\n00\n7\n0\n" -> deck 3 (line 4): 0 and 00 both occur and would count as one symbol: list the symbols with --labels FILE, one per line
    "0\n7\n00\n" -> deck 2 (line 3): 0 and 00 both occur and would count as one symbol: list the symbols with --labels FILE, one per line
    "7\n0\n00\n" -> deck 2 (line 3): 0 and 00 both occur and would count as one symbol: list the symbols with --labels FILE, one per line
    "1 2 3\n" -> deck 0 (line 1): 3 cards, but a deck has 1; if each cell is one draw, name the columns of the draws, as --columns 1-3; if each line is one draw of 3, --deal 3; if some columns hold no cards, name the others with --columns
    "##);
}

#[test]
fn cells_are_taken_apart_whatever_stands_between_cards() {
    let of = |columns: &str| Layout { columns: columns.parse().unwrap(), ..lottery() };
    for line in [
        "x,1|2|3|4|5|6",
        "x;1|2|3|4|5|6;",
        "x\t1 2 3 4 5 6",
        "x,1;2;3;4;5;6",
        "x,1-2-3-4-5-6",
        "x,1/2/3/4/5/6",
        "x,\"1, 2, 3, 4, 5, 6\"",
        "x,\"[1, 2, 3, 4, 5, 6]\"",
        "x|1-2-3-4-5+6",
        "x,1 2 3 4 5 - 6",
    ] {
        assert_eq!(said(&of("2"), line.as_bytes()), "1 decks", "{line}");
    }
    for table in [
        "day;n;more\nx;1|2|3|4|5|6;7,50\n",
        "day\tn\tmore\nx\t1 2 3 4 5 6\ty\n",
        "day|n|more\nx|1 2 3 4 5 6|7\n",
    ] {
        assert_eq!(said(&of("n"), table.as_bytes()), "1 decks", "{table}");
    }
    // A date, a decimal fraction and a sign are not cards.
    for (line, found) in
        [("1/2/3,4,5,6\n", "1/2/3"), ("1;2;3;4;5;6,50\n", "6,50"), ("1|2|3|4|5|-6\n", "-6")]
    {
        let said = said(&lottery(), line.as_bytes());
        assert!(said.contains(found) || said.contains("4 cards"), "{line}: {said}");
    }
}

#[test]
fn a_german_lottery_file_is_read_as_it_is() {
    let rows = "Datum;LZ1;LZ2;LZ3;LZ4;LZ5;LZ6;SZ;Einsatz\r\n02.01.2021;3;13;25;37;44;49;7;7.316.960,00 \u{20ac}\r\n";
    let utf8 = format!("\u{feff}{rows}").into_bytes();
    let cp1252: Vec<u8> = rows
        .chars()
        .map(|letter| if letter == '\u{20ac}' { 0x80 } else { u8::try_from(letter).unwrap() })
        .collect();
    let picked = Layout { columns: "LZ1-LZ6".parse().unwrap(), ..lottery() };
    let by_number = Layout { columns: "2-7".parse().unwrap(), ..lottery() };
    for input in [&utf8, &cp1252] {
        assert_eq!(said(&picked, input), "1 decks");
        assert_eq!(said(&by_number, input), "1 decks");
        let said = said(&lottery(), input);
        assert!(said.contains("\"LZ1\", \"LZ2\"") && said.contains("--columns"), "{said}");
        assert!(!said.contains("--columns 2"), "no columns are chosen: {said}");
    }
    let bare = "02.01.2021;3;13;25;37;44;49;7;7.316.960,00 \u{20ac}\n";
    assert_eq!(said(&by_number, bare.as_bytes()), "1 decks");
}

/// A decimal comma, letters that are labels, words in the quotes of R, and one number a line.
#[test]
fn cells_of_one_draw_hold_no_comma_and_no_word_of_letters() {
    let of_one = |labels, columns| Layout {
        labels,
        dealt: 1,
        drawn: Some(shuffle_deck::Shape::replacement(10, 1)),
        columns,
        many_a_line: true,
        ..Layout::whole(Format::Csv, 10)
    };
    let letters = Labels::Names(NameTable::parse("A,B,C,D,E,F,G,H,I,J").unwrap());
    let letters = Layout { format: Format::Text, ..of_one(letters, ColumnChoice::All) };
    let digits = of_one(Labels::Numbers { base: 0 }, "2".parse().unwrap());
    let text = Layout { dealt: 2, ..Layout::whole(Format::Text, 3) };
    let draw = Layout { format: Format::Text, ..lottery() };
    insta::assert_snapshot!([
        all(&digits, &[b"n;digit\n1;7,0\n", b"n,digit\n1,\"7,5\"\n", b"n;digit\n1;7, 5\n"]),
        all(&letters, &[b"FACE\n", b"F A C E G B D H\n"]),
        all(&text, &[b"\"2\" \"0\"\n", b"\"2 0\"\n"]),
        all(&draw, &[b"7\n8\n"]),
    ].join("\n"), @r##"
    "n;digit\n1;7,0\n" -> deck 0 (line 2): "7,0" is not a card number; write whole numbers, as 2 for 2.0
    "n,digit\n1,\"7,5\"\n" -> deck 0 (line 2): "7,5" is not a card number; if it is a decimal number, write whole ones, as 7 for 7,0; if it holds two cards, name its column with --columns and put a blank behind the comma
    "n;digit\n1;7, 5\n" -> 2 decks
    "FACE\n" -> deck 0 (line 1): no card is called "FACE"; if each letter is a card, put blanks between the letters
    "F A C E G B D H\n" -> 8 decks
    "\"2\" \"0\"\n" -> 1 decks
    "\"2 0\"\n" -> deck 0 (line 1): "\"2" is not a card number
    "7\n8\n" -> deck 0 (line 1): 1 card, but a deck has 6; if each line holds one of them, write all of a draw or a hand on one line
    "##);
}

#[test]
fn cards_one_a_line_are_one_order() {
    let of = |format, cards| Layout { one_a_line: true, ..Layout::whole(format, cards) };
    assert_eq!(said(&of(Format::Text, 3), b"# shuf\n\n2\n0\n1\n"), "1 decks");
    assert_eq!(said(&of(Format::Text, 3), b"2 0 1\n0 1 2\n"), "2 decks");
    assert_eq!(said(&of(Format::Csv, 3), b"card\n2\n0\n1\n0\n1\n2\n"), "2 decks");
    let columns = |layout: Layout| Layout { columns: "card".parse().unwrap(), ..layout };
    assert_eq!(said(&columns(of(Format::Csv, 3)), b"x,card\n9,2\n9,0\n9,1\n"), "1 decks");
    assert_eq!(said(&columns(of(Format::Csv, 3)), b"x,card\n9,2 1 0\n9,0 1 2\n"), "2 decks");
    let names = NameTable::parse("Hey Jude\nHelp!\nYesterday, once\n").unwrap();
    for format in [Format::Text, Format::Csv] {
        let layout = Layout { labels: Labels::Names(names.clone()), ..of(format, 3) };
        let input: &[u8] = match format {
            Format::Text => b"Help!\nYesterday, once\nHey Jude\n",
            _ => b"Help!\n\"Yesterday, once\"\nHey Jude\n",
        };
        assert_eq!(said(&layout, input), "1 decks");
    }
    let pack = shuffle_deck::Pack::parse("A=2,B=2").unwrap();
    let shape = shuffle_deck::Shape::of_pack(pack, None).unwrap();
    let labels = Labels::Names(NameTable::parse("A\nB\n").unwrap());
    let pack = Layout { dealt: 4, drawn: Some(shape), labels, ..of(Format::Text, 2) };
    assert_eq!(said(&pack, b"B\nA\nA\nB\n"), "1 decks");
    insta::assert_snapshot!(said(&pack, b"B\nA\nA\nA\n"), @"deck 0 (line 4): A occurs more often than in the pack: 2; each line holds one card, so 4 lines make a deck: if each line is a separate draw, use --deal 1");
    insta::assert_snapshot!(said(&of(Format::Text, 3), b"2\n0\n2\n"), @"deck 0 (line 3): card 2 twice; each line holds one card, so 3 lines make a deck: if each line is a separate draw, use --deal 1");
    insta::assert_snapshot!(said(&of(Format::Text, 3), b"2\n0\n"), @"deck 0 (line 1): the column ends after 2 cards, but a deck has 3 cards: if the last deck was cut off, remove its lines; if each line is a separate draw, use --deal 1; if all are one draw without replacement, write them on one line and use --deal 2");
    insta::assert_snapshot!(said(&of(Format::Text, 3), b"2\n0 1 2\n"), @"deck 0 (line 1): 1 card, but a deck has 3");
    insta::assert_snapshot!(said(&of(Format::Text, 3), b"3\n1\n2\n"), @"deck 0 (line 1): 3 is out of range 0 to 2; is this deck counted from 1? try --base 1");
}

#[test]
fn json_is_read_whatever_field_holds_the_deck_and_over_several_lines() {
    let layout = Layout { field: Some("cards".to_owned()), ..Layout::whole(Format::Ndjson, 2) };
    assert_eq!(said(&layout, b"{\"id\":7,\"cards\":[1,0]}\n{\"cards\":[0,1]}\n"), "2 decks");
    let pretty = b"[\n  {\n    \"id\": 7,\n    \"cards\": [\n      1,\n      0\n    ]\n  },\n  {\"cards\": [0, 2]}\n]\n";
    insta::assert_snapshot!(said(&layout, pretty), @"deck 1 (line 9): 2 is out of range 0 to 1");
    let plain = Layout::whole(Format::Ndjson, 2);
    assert_eq!(said(&plain, b"[[1,0],[0,1],\n[1,0]]"), "3 decks");
    insta::assert_snapshot!(said(&plain, b"{\"id\":7,\"cards\":[1,0]}\n"), @r#"deck 0 (line 1): not a JSON array of cards: no field `deck`, but "id", "cards": name the one that holds the deck with --field, or, if each holds a card, those with --columns (column 22)"#);
}
