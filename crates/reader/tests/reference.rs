//! A reader written for clarity alone, which holds the whole input; and the test that the real one agrees with it.
//!
//! The fuzz target uses this file too.

use serde::Deserialize;
use serde_json::Value;
use shuffle_deck::{Card, words::quoted};
use shuffle_reader::{
    DeckError, DeckFault, Format, Labels, Layout, NameTable, Offset, Reader, sniff,
};
use std::{
    io::{Cursor, Read},
    sync::LazyLock,
};

/// Decks, and how it ended: at the deck with this number, for this reason.
type Outcome = (Vec<Vec<usize>>, Option<(u64, &'static str)>);

/// The layouts of decks in these tests.
pub(crate) static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let mut all = Vec::new();
    // An array says itself how its numbers are written: `npy.rs` has its tests.
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Npy) {
        for (cards, dealt) in [
            (1, 1),
            (2, 2),
            (3, 3),
            (9, 2),
            (10, 10),
            (52, 5),
            (52, 52),
            (64, 64),
            (65, 3),
            (99, 99),
            (100, 100),
            (101, 20),
            (256, 40),
            (300, 300),
            (70_000, 4),
        ] {
            for base in [0, 1] {
                let labels = Labels::Numbers { base };
                all.push(Layout { dealt, labels, ..Layout::whole(format, cards) });
            }
        }
    }
    for format in [Format::Text, Format::Csv, Format::Ndjson] {
        let mut named = |names: NameTable, dealt| {
            let labels = Labels::Names(names.clone());
            all.push(Layout { dealt, labels, ..Layout::whole(format, names.cards()) });
        };
        named(NameTable::standard_52(), 52);
        named(NameTable::standard_52(), 3);
        named(NameTable::parse("a b c").unwrap(), 3);
        named(NameTable::parse("#1 2 \u{e9}t\u{e9} \"q\"").unwrap(), 4);
        if format != Format::Text {
            named(NameTable::parse("one card\na,b\nx;y\n\"").unwrap(), 4);
        }
    }
    all.retain(|layout| layout.check().is_ok());
    all
});

/// Reads the input by every path and asserts that they agree and that each deck is one.
///
/// The first two bytes choose the layout, the third how the bytes come; the rest is the input.
pub(crate) fn check(case: &[u8]) {
    let Some(([low, high, manner], input)) = case.split_first_chunk() else { return };
    let layout = &LAYOUTS[usize::from(u16::from_le_bytes([*low, *high])) % LAYOUTS.len()];
    // Now and then as it would come from a file.
    if manner & 7 == 7 {
        let plain = sniff(Cursor::new(input.to_vec())).unwrap();
        let (decks, _) = read::<u32>(Reader::new(plain, layout), layout, 7);
        decks.iter().for_each(|deck| assert_deck(deck, layout));
        return;
    }
    let wanted = reference(layout, input);
    let at_once = usize::from(manner >> 3);
    let seen = if layout.cards <= 256 {
        read::<u8>(Reader::new(input, layout), layout, 1 + at_once)
    } else {
        read::<u32>(Reader::new(input, layout), layout, 1 + at_once)
    };
    let drops = Drops { input, at_once: 1 + at_once * usize::from(manner & 3) };
    let slow = read::<u32>(Reader::new(drops, layout).without_fast_path(), layout, 1);
    let shown = || quoted(&String::from_utf8_lossy(input));
    seen.0.iter().for_each(|deck| assert_deck(deck, layout));
    assert_eq!(seen, slow, "fast and slow, {layout:?}: {}", shown());
    // JSON that is put into lines first has tests of its own.
    if layout.format == Format::Ndjson && is_spread(input)
        || layout.format == Format::Csv && holds_objects(input)
    {
        return;
    }
    let seen = (seen.0, seen.1.map(|error| class(&error)));
    if !same(&seen, &wanted) {
        panic!("{layout:?}: {}\n seen {seen:?}\n wanted {wanted:?}", shown());
    }
}

/// True of JSON objects, which are rows of a table.
fn holds_objects(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let mut signs = text.chars().filter(|it| !it.is_ascii_whitespace() && *it != '\u{feff}');
    matches!((signs.next(), signs.next()), (Some('['), Some('{')) | (Some('{'), Some('"')))
}

/// True of an array of decks, of one that may be in a field, and of a deck that goes over several lines.
fn is_spread(input: &[u8]) -> bool {
    let input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let text = String::from_utf8_lossy(input);
    let text = text.trim_ascii_start();
    if text.starts_with('{') && (text.contains("[[") || text.contains("[{")) {
        return true;
    }
    let rest = text.get(1..).unwrap_or("");
    let inside = rest.trim_ascii_start();
    let is_array = text.starts_with('[') && inside.starts_with(['[', '{']);
    let is_broken = rest[..rest.len() - inside.len()].contains('\n');
    text.starts_with(['[', '{']) && (is_array || is_broken)
}

/// A line of JSON that the input cuts off is as much cut off as it is invalid JSON.
fn same(seen: &Outcome, wanted: &Outcome) -> bool {
    let cut = |end: Option<(u64, &str)>| matches!(end, Some((_, "cut" | "json")));
    let decks = |end: Option<(u64, _)>| end.map(|(deck, _)| deck);
    let ends =
        seen.1 == wanted.1 || (cut(seen.1) && cut(wanted.1) && decks(seen.1) == decks(wanted.1));
    seen.0 == wanted.0 && ends
}

fn assert_deck(deck: &[usize], layout: &Layout) {
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!((sorted.len(), deck.len()), (layout.dealt, layout.dealt), "{deck:?}");
    assert!(sorted.iter().all(|&card| card < layout.cards), "{deck:?}");
    if layout.dealt == layout.cards {
        assert!(sorted.into_iter().eq(0..layout.cards), "{deck:?}");
    }
}

/// A stream that gives a few bytes at a time.
struct Drops<'a> {
    input: &'a [u8],
    at_once: usize,
}

impl Read for Drops<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let few = room.len().min(self.at_once);
        self.input.read(&mut room[..few])
    }
}

/// All decks, in blocks, and the error if there was one; asks twice for it.
pub(crate) fn read<C: Card>(
    mut reader: Reader<'_>,
    layout: &Layout,
    at_once: usize,
) -> (Vec<Vec<usize>>, Option<DeckError>) {
    let mut rows = vec![C::default(); layout.dealt * at_once];
    let mut decks = Vec::new();
    loop {
        match reader.read(&mut rows) {
            Ok(0) => return (decks, None),
            Ok(more) => {
                let filled = rows.chunks(layout.dealt).take(more);
                decks.extend(filled.map(|row| row.iter().map(|card| card.index()).collect()));
                assert_eq!(reader.decks(), decks.len() as u64);
            }
            Err(error) => {
                assert_eq!(reader.read(&mut rows).as_ref(), Err(&error));
                return (decks, Some(error));
            }
        }
    }
}

fn class(error: &DeckError) -> (u64, &'static str) {
    match error {
        DeckError::Empty | DeckError::Comments { .. } => (0, "empty"),
        DeckError::Truncated { place, .. } => (place.deck, "cut"),
        DeckError::Fault { place, fault, .. } => {
            assert!(!matches!(place.at, Offset::Line(0)));
            let class = match fault {
                DeckFault::OutOfRange { .. } => "range",
                DeckFault::Twice { .. } => "twice",
                DeckFault::TooFew { .. } => "few",
                DeckFault::TooMany { .. } => "many",
                DeckFault::UnknownLabel { .. } => "label",
                DeckFault::NotANumber { .. } => "number",
                DeckFault::NoCell { .. } => "blank",
                DeckFault::NotUtf8 { .. } => "utf8",
                DeckFault::LongLine { .. } => "long",
                DeckFault::Quotes { .. } => "quotes",
                DeckFault::NotJson { .. } => "json",
                other => panic!("{other:?} has no class"),
            };
            (place.deck, class)
        }
        other => panic!("{other:?} has no class"),
    }
}

fn reference(layout: &Layout, input: &[u8]) -> Outcome {
    let mut decks = Vec::new();
    let end = match layout.format.width() {
        Some(width) => binary(layout, input, width, &mut decks),
        None => lines(layout, input, &mut decks),
    };
    match end {
        Err(class) => {
            let at = decks.len() as u64;
            (decks, Some((at, class)))
        }
        Ok(()) if decks.is_empty() => (decks, Some((0, "empty"))),
        Ok(()) => (decks, None),
    }
}

fn binary(
    layout: &Layout,
    input: &[u8],
    width: usize,
    decks: &mut Vec<Vec<usize>>,
) -> Result<(), &'static str> {
    let Labels::Numbers { base } = layout.labels else { unreachable!() };
    for deck in input.chunks(width * layout.dealt) {
        if deck.len() < width * layout.dealt {
            return Err("cut");
        }
        let mut cards = Vec::new();
        for bytes in deck.chunks(width) {
            let mut number = 0_i64;
            for (place, &byte) in bytes.iter().enumerate() {
                number |= i64::from(byte) << (8 * place);
            }
            cards.push(in_range(layout, number - i64::from(base))?);
        }
        decks.push(distinct(cards)?);
    }
    Ok(())
}

fn in_range(layout: &Layout, number: i64) -> Result<usize, &'static str> {
    usize::try_from(number).ok().filter(|card| *card < layout.cards).ok_or("range")
}

fn distinct(cards: Vec<usize>) -> Result<Vec<usize>, &'static str> {
    let twice = (1..cards.len()).any(|at| cards[..at].contains(&cards[at]));
    if twice { Err("twice") } else { Ok(cards) }
}

fn lines(layout: &Layout, input: &[u8], decks: &mut Vec<Vec<usize>>) -> Result<(), &'static str> {
    let mut separator = None;
    // Whether lines hold whole decks of which some cards are dealt: the first line decides.
    let mut holds = None;
    let decoded;
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|two| unit(*two)).collect();
        let rest = if bytes.len() % 2 == 1 { "\u{fffd}" } else { "" };
        String::from_utf16_lossy(&units) + rest
    };
    let input = match input {
        [0xff, 0xfe, rest @ ..] => {
            decoded = units(rest, u16::from_le_bytes);
            decoded.as_bytes()
        }
        [0xfe, 0xff, rest @ ..] => {
            decoded = units(rest, u16::from_be_bytes);
            decoded.as_bytes()
        }
        plain => plain,
    };
    let pieces: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    for (number, &piece) in pieces.iter().enumerate() {
        let last = number + 1 == pieces.len();
        let mut line = piece;
        if line.len() > layout.longest_line() {
            return Err("long");
        }
        if number == 0 && line.starts_with("\u{feff}".as_bytes()) {
            line = &line[3..];
        }
        if line.ends_with(b"\r") {
            line = &line[..line.len() - 1];
        }
        let hashed = match &layout.labels {
            Labels::Numbers { .. } => false,
            Labels::Names(names) => {
                (0..names.cards()).any(|card| names.label(card).starts_with('#'))
            }
        };
        let comment = layout.format == Format::Text && !hashed && line.starts_with(b"#");
        let empty: &[u8] = if layout.format == Format::Csv { b" \t,;|" } else { b" \t" };
        if comment || line.iter().all(|byte| empty.contains(byte)) {
            continue;
        }
        let line = match (str::from_utf8(line), layout.format) {
            (Ok(line), _) => line.to_owned(),
            // Cards have plain letters, so that other letters may be any but blanks.
            (Err(_), Format::Csv) => {
                let letter = |&byte: &u8| if byte == 0x85 { '…' } else { char::from(byte) };
                line.iter().map(letter).collect()
            }
            _ => return Err("utf8"),
        };
        let line = line.as_str();
        let cells = match layout.format {
            Format::Ndjson => json(layout, line, last)?,
            Format::Csv => {
                let cells = csv(layout, line, &mut separator);
                let Some(cells) = cells else { continue };
                cells.map_err(|class| if last { "cut" } else { class })?
            }
            _ => {
                let between = |it: char| " ,\t".contains(it) || it > '\x7f' && it.is_whitespace();
                let words = unwrapped(layout, line).split(between);
                let words = words.map(|word| word.trim_matches(is_blank));
                let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                unquoted(layout, words).into_iter().map(|word| Cell::Word(word.into())).collect()
            }
        };
        let cells = unglued(layout, cells);
        let last = last && layout.format != Format::Ndjson;
        let first = (layout.dealt < layout.cards).then_some(cells.len() == layout.cards);
        let wanted = match *holds.get_or_insert(first == Some(true)) {
            true => Layout { dealt: layout.cards, ..layout.clone() },
            false => layout.clone(),
        };
        decks.push(cards(&wanted, &cells, last)?[..layout.dealt].to_vec());
    }
    Ok(())
}

fn unquoted<'a>(layout: &Layout, words: Vec<&'a str>) -> Vec<&'a str> {
    let has_quotes = match &layout.labels {
        Labels::Names(names) => (0..names.cards()).any(|card| names.label(card).contains('"')),
        Labels::Numbers { .. } => false,
    };
    let inside = |word: &'a str| match word.contains('"') {
        true => word.strip_prefix('"')?.strip_suffix('"'),
        false => Some(word),
    };
    let all: Option<Vec<&str>> = words.iter().copied().map(inside).collect();
    all.filter(|_| !has_quotes).unwrap_or(words)
}

fn unwrapped<'a>(layout: &Layout, line: &'a str) -> &'a str {
    if let Labels::Names(names) = &layout.labels
        && (0..names.cards()).any(|card| names.label(card).contains(['[', ']', '(', ')', '{', '}']))
    {
        return line;
    }
    let trimmed = line.trim_matches(is_blank);
    let inside = ["[]", "()", "{}"].iter().find_map(|pair| {
        trimmed.strip_prefix(&pair[..1]).and_then(|rest| rest.strip_suffix(&pair[1..]))
    });
    inside.unwrap_or(line)
}

/// Playing cards and letters that stick together, taken apart.
fn unglued(layout: &Layout, cells: Vec<Cell>) -> Vec<Cell> {
    let apart = |cell: Cell| match cell {
        Cell::Word(word) => {
            let words = several(layout, &word).unwrap_or_else(|| vec![word]);
            let glued = |word: String| apart(layout, &word).unwrap_or_else(|| vec![word]);
            words.into_iter().flat_map(glued).map(Cell::Word).collect()
        }
        no_card => vec![no_card],
    };
    cells.into_iter().flat_map(apart).collect()
}

fn is_card(layout: &Layout, cell: &str) -> bool {
    match &layout.labels {
        Labels::Names(names) => names.card(cell).is_some() || apart(layout, cell).is_some(),
        Labels::Numbers { .. } => is_number(cell),
    }
}

/// The cards of a cell that holds several, where every column holds cards.
fn several(layout: &Layout, cell: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = cell.chars().collect();
    let is_sign = |at: usize| {
        letters[at] == '-'
            && (at == 0 || !letters[at - 1].is_alphanumeric())
            && letters.get(at + 1).is_some_and(char::is_ascii_digit)
    };
    if is_card(layout, cell) || (0..letters.len()).any(is_sign) || layout.format == Format::Ndjson {
        return None;
    }
    let inside = match (letters.first(), letters.last()) {
        (Some('['), Some(']')) | (Some('('), Some(')')) | (Some('{'), Some('}')) => {
            &cell[1..cell.len() - 1]
        }
        _ => cell,
    };
    let words: Vec<String> = inside
        .split(|letter| " \t|;,/-+".contains(letter))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let is_fraction = words.len() == 2 && inside.contains(',');
    let is_date = words.len() == 3 && inside.contains(['/', '-']);
    let are_cards = words.iter().all(|word| is_card(layout, word));
    (cell.contains([' ', '\t', '|', ';', ',', '/', '-', '+'])
        && words.len() > 1
        && are_cards
        && !is_fraction
        && !is_date)
        .then_some(words)
}

fn apart(layout: &Layout, word: &str) -> Option<Vec<String>> {
    let Labels::Names(names) = &layout.labels else { return None };
    if names.card(word).is_some() {
        return None;
    }
    if *names != NameTable::standard_52() {
        let one_letter = |card| names.label(card).chars().count() == 1;
        let few = names.cards() <= 7 && (0..names.cards()).all(one_letter);
        let words: Vec<String> = word.chars().map(String::from).collect();
        let are_cards = few && words.len() > 1 && words.iter().all(|it| names.card(it).is_some());
        return are_cards.then_some(words);
    }
    let letters: Vec<char> = word.chars().collect();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        let rank = if letters[at..].starts_with(&['1', '0']) { 2 } else { 1 };
        letters[at..].first().filter(|letter| "A123456789TJQKatjqk".contains(**letter))?;
        let mut length = rank + 1;
        if letters.get(at + length) == Some(&'\u{fe0f}') {
            length += 1;
        }
        let one: String = letters.get(at..at + length)?.iter().collect();
        names.card(&one)?;
        words.push(one);
        at += length;
    }
    (words.len() > 1).then_some(words)
}

enum Cell {
    Word(String),
    /// A word that cannot be a card, such as a number in quotes.
    NoCard,
}

fn cards(layout: &Layout, cells: &[Cell], last: bool) -> Result<Vec<usize>, &'static str> {
    let mut cards = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        let unfinished = last && at > 0 && at + 1 == cells.len() && cells.len() <= layout.dealt;
        let card = match cell {
            Cell::Word(word) => card(layout, word),
            Cell::NoCard => Err(if numbered(layout) { "number" } else { "label" }),
        };
        let others = cells.len() > layout.dealt && layout.format != Format::Ndjson;
        cards.push(card.map_err(|class| match class {
            _ if unfinished => "cut",
            "range" if others => "many",
            class => class,
        })?);
    }
    match cards.len() {
        found if found < layout.dealt => Err(if last { "cut" } else { "few" }),
        found if found > layout.dealt => Err("many"),
        _ => distinct(cards),
    }
}

fn numbered(layout: &Layout) -> bool {
    matches!(layout.labels, Labels::Numbers { .. })
}

fn card(layout: &Layout, word: &str) -> Result<usize, &'static str> {
    if layout.format == Format::Csv && word.trim().is_empty() {
        return Err("blank");
    }
    match &layout.labels {
        Labels::Names(names) => names.card(word).map(|card| card as usize).ok_or("label"),
        Labels::Numbers { base } => {
            if !is_number(word) {
                return Err("number");
            }
            if word.starts_with('-') {
                return Err("range");
            }
            let number: i64 = word.parse().map_err(|_| "range")?;
            in_range(layout, number.saturating_sub(i64::from(*base)))
        }
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

/// The cells of a line, or nothing for a header.
fn csv(
    layout: &Layout,
    line: &str,
    separator: &mut Option<char>,
) -> Option<Result<Vec<Cell>, &'static str>> {
    let first = separator.is_none();
    let cards_in = |cell: &String| match several(layout, cell) {
        Some(words) => words.len(),
        None => usize::from(is_card(layout, cell)),
    };
    let is_card = |cell: &String| cards_in(cell) > 0;
    let chosen = *separator.get_or_insert_with(|| {
        let all = [',', '\t', ';', '|'].map(|by| (by, split(line, by).unwrap_or_default()));
        let sizes = [layout.dealt, layout.cards];
        let is_split = all.iter().any(|(by, _)| whole_cells(line, *by) > 1);
        let decks = |size: usize| {
            let fits = |cells: &[String]| {
                cells.iter().all(is_card) && cells.iter().map(cards_in).sum::<usize>() == size
            };
            let may = |by: char| whole_cells(line, by) > 1 || !is_split;
            all.iter().find(|(by, cells)| may(*by) && fits(cells))
        };
        let single = |size: usize| {
            all.iter().find(|(_, cells)| {
                cells.iter().all(|cell| cards_in(cell) == 1) && cells.len() == size
            })
        };
        let fit = |size: usize| all.iter().find(|(_, cells)| cells.len() == size);
        let any = || sizes.into_iter().rev().find_map(fit);
        let found = sizes.into_iter().find_map(single);
        let found = found.or_else(|| sizes.into_iter().find_map(decks)).or_else(any);
        found.map_or_else(|| usual(line), |(by, _)| *by)
    });
    let cells = split(line, chosen);
    let cardless = |cells: &Vec<String>| !cells.iter().any(is_card);
    let counts = |cells: &Vec<String>| counts(cells, is_card);
    // The first column, of row numbers, has no name, and the others are called 0, 1, ... or 1, 2, ...
    let is_index = |cells: &Vec<String>| {
        let from = |first: u64| (first..).zip(&cells[1..]).all(|(at, cell)| cell.parse() == Ok(at));
        cells.len() > 1 && cells[0].is_empty() && (from(0) || from(1))
    };
    let is_header = |cells: &Vec<String>| cardless(cells) || counts(cells) || is_index(cells);
    if first && cells.as_ref().is_ok_and(is_header) {
        return None;
    }
    Some(cells.map(|cells| cells.into_iter().map(Cell::Word).collect()))
}

/// Cells up to the first fault in the quotes.
fn whole_cells(line: &str, by: char) -> usize {
    let mut rest = line.to_owned();
    loop {
        match split(&rest, by) {
            Ok(whole) => return whole.len(),
            Err(_) => match rest.rfind(by) {
                Some(at) => rest.truncate(at),
                None => return 0,
            },
        }
    }
}

/// The separator of a first line that is not a deck.
fn usual(line: &str) -> char {
    let cells = |by| whole_cells(line, by);
    let letters: Vec<char> = line.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let is_decimal = |at: usize| letters[at] != ',' || (at > 0 && digit(at - 1) && digit(at + 1));
    let (commas, semicolons) = (cells(','), cells(';'));
    if cells('\t') > 1 {
        '\t'
    } else if semicolons > 1 && (semicolons >= commas || (0..letters.len()).all(is_decimal)) {
        ';'
    } else if commas > 1 || cells('|') <= 1 {
        ','
    } else {
        '|'
    }
}

/// True if the cells count up from 0 or 1 after one word or several, with one among them that is not a card, and none
/// that is only a card.
fn counts(cells: &[String], is_card: impl Fn(&String) -> bool) -> bool {
    let counted = |cell: &String| {
        let word = cell.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
        let number: i128 = cell[word.len()..].parse::<u64>().ok()?.into();
        (!word.is_empty()).then_some((word, number))
    };
    let all: Vec<(String, i128)> = cells.iter().filter_map(counted).collect();
    let goes_on = |cell: &String| {
        let Some((word, number)) = counted(cell) else { return false };
        let has = |number| all.contains(&(word.clone(), number));
        (has(0) || has(1)) && (has(number - 1) || has(number + 1))
    };
    cells.iter().any(|cell| !is_card(cell) && goes_on(cell))
        && cells.iter().all(|cell| !is_card(cell) || goes_on(cell))
}

fn is_blank(letter: char) -> bool {
    let others = ['\t', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{feff}'];
    letter == ' ' || others.contains(&letter) || (letter > '\x7f' && letter.is_whitespace())
}

/// One character after the other.
fn split(line: &str, separator: char) -> Result<Vec<String>, &'static str> {
    let space = |letter: char| letter != separator && is_blank(letter);
    let mut letters = line.chars().peekable();
    let mut cells = Vec::new();
    loop {
        while letters.next_if(|letter| space(*letter)).is_some() {}
        let mut cell = String::new();
        if letters.next_if_eq(&'"').is_some() {
            loop {
                match letters.next().ok_or("quotes")? {
                    '"' if letters.next_if_eq(&'"').is_none() => break,
                    letter => cell.push(letter),
                }
            }
            while letters.next_if(|letter| space(*letter)).is_some() {}
            cell = cell.trim_matches(is_blank).to_owned();
        } else {
            if letters.peek().is_none() && !cells.is_empty() {
                return Ok(cells);
            }
            while let Some(letter) = letters.next_if(|letter| *letter != separator) {
                cell.push(letter);
            }
            if cell.contains('"') {
                return Err("quotes");
            }
            while cell.ends_with(space) {
                cell.pop();
            }
        }
        cells.push(cell);
        match letters.next() {
            None => return Ok(cells),
            Some(letter) if letter == separator => {}
            Some(_) => return Err("quotes"),
        }
    }
}

#[derive(Deserialize)]
struct Object {
    deck: Vec<Value>,
}

fn json(layout: &Layout, line: &str, last: bool) -> Result<Vec<Cell>, &'static str> {
    let object = line.trim_start().starts_with('{');
    let values = if object {
        serde_json::from_str::<Object>(line).map(|object| object.deck)
    } else {
        serde_json::from_str(line)
    };
    let values = values.map_err(|error| if error.is_eof() && last { "cut" } else { "json" })?;
    let cell = |value| match value {
        Value::Number(number) if number.is_u64() || number.is_i64() => {
            Ok(Cell::Word(number.to_string()))
        }
        Value::String(text) if numbered(layout) => {
            let number = text.parse::<u64>();
            Ok(number.map_or(Cell::NoCard, |number| Cell::Word(number.to_string())))
        }
        Value::String(text) => Ok(Cell::Word(text)),
        _ => Err("json"),
    };
    values.into_iter().map(cell).collect()
}
