//! The cost of reading decks, for every format, validation included.
//!
//! One thread reads the same prepared input, which lies in memory, again and again. The first row only copies the bytes
//! of the second.
//!
//! `cargo bench -p shuffle-bench --bench decks`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use shuffle_algorithms::{
    Card, Shape,
    generator::{Generator, Seed},
};
use shuffle_bench::{
    layers::table,
    runs::{self, SEED},
    timer::Runner,
};
use shuffle_reader::{Format, Labels, Layout, NameTable, Reader, sniff};
use std::{hint::black_box, io::Cursor};

const CARDS: usize = 52;
const DECKS: usize = 8_192;
/// Decks in a block, as an audit has it.
const BLOCK: usize = 1_024;

/// Bytes that are read in each round.
struct Input {
    name: &'static str,
    layout: Layout,
    bytes: Vec<u8>,
    decks: usize,
}

fn main() {
    let inputs = inputs();
    let copied = inputs[0].bytes.clone();
    let copy = move |_| drop(black_box(black_box(&copied).clone()));
    let mut compared =
        vec![("copied, not read".to_owned(), Runner::fixed(DECKS as u64, Box::new(copy)))];
    for input in inputs {
        let name =
            format!("{} ({:.1} bytes)", input.name, input.bytes.len() as f64 / input.decks as f64);
        let decks = input.decks as u64;
        let read = move |_| match input.layout.cards {
            0..=256 => read::<u8>(&input),
            _ => read::<u32>(&input),
        };
        compared.push((name, Runner::fixed(decks, Box::new(read))));
    }
    print!(
        "{}",
        table("Reading decks, by format and bytes a deck; the ratio is to copying", compared)
    );
}

fn read<C: Card>(input: &Input) {
    let mut rows = vec![C::default(); BLOCK * input.layout.dealt];
    let bytes = black_box(&input.bytes);
    let is_compressed = [".gz", ".zst"].iter().any(|ending| input.name.ends_with(ending));
    let decks = if is_compressed {
        let plain = sniff(Cursor::new(bytes.clone())).expect("memory can be read");
        drain(Reader::new(plain, &input.layout), &mut rows)
    } else {
        drain(Reader::new(bytes.as_slice(), &input.layout), &mut rows)
    };
    assert_eq!(decks, input.decks as u64);
}

fn drain<C: Card>(mut reader: Reader<'_>, rows: &mut [C]) -> u64 {
    while reader.read(black_box(rows)).expect("decks") > 0 {}
    reader.decks()
}

fn inputs() -> Vec<Input> {
    let decks = shuffled::<u8>(CARDS, DECKS);
    let names = NameTable::standard_52();
    let number = |card: u8| card.to_string();
    let label = |card: u8| names.label(card.into()).to_owned();
    let quoted = |card: u8| format!("\"{}\"", label(card));
    let labelled =
        |format| Layout { labels: Labels::Names(names.clone()), ..Layout::whole(format, CARDS) };
    let plain = |format| Layout::whole(format, CARDS);
    let spaces = lines(&decks, CARDS, ["", " ", "\n"], number);
    let wide = |bytes: usize| -> Vec<u8> {
        decks.iter().flat_map(|&card| u32::from(card).to_le_bytes()[..bytes].to_vec()).collect()
    };
    let mut all = Vec::new();
    let mut add = |name, layout, bytes, decks| all.push(Input { name, layout, bytes, decks });
    add("text, 0 1 2", plain(Format::Text), spaces.clone(), DECKS);
    add(
        "text, 0, 1, 2",
        plain(Format::Text),
        lines(&decks, CARDS, ["", ", ", "\n"], number),
        DECKS,
    );
    add("csv, 0,1,2", plain(Format::Csv), lines(&decks, CARDS, ["", ",", "\r\n"], number), DECKS);
    add(
        "ndjson, [0,1,2]",
        plain(Format::Ndjson),
        lines(&decks, CARDS, ["[", ",", "]\n"], number),
        DECKS,
    );
    let object = lines(&decks, CARDS, ["{\"deck\":[", ",", "]}\n"], number);
    add("ndjson, {\"deck\":[0,1,2]}", plain(Format::Ndjson), object, DECKS);
    add("u8", plain(Format::U8), wide(1), DECKS);
    add("u16le", plain(Format::U16Le), wide(2), DECKS);
    add("u32le", plain(Format::U32Le), wide(4), DECKS);
    add("text, As Kd", labelled(Format::Text), lines(&decks, CARDS, ["", " ", "\n"], label), DECKS);
    add(
        "csv, \"As\",\"Kd\"",
        labelled(Format::Csv),
        lines(&decks, CARDS, ["", ",", "\n"], quoted),
        DECKS,
    );
    add(
        "ndjson, [\"As\",\"Kd\"]",
        labelled(Format::Ndjson),
        lines(&decks, CARDS, ["[", ",", "]\n"], quoted),
        DECKS,
    );
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, &spaces).expect("memory can be written");
    add("text, 0 1 2, .gz", plain(Format::Text), gzip.finish().expect("likewise"), DECKS);
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(spaces.as_slice(), level);
    add("text, 0 1 2, .zst", plain(Format::Text), zstd, DECKS);
    let full = shuffled::<u8>(256, DECKS / 4);
    add("u8, 256 cards", Layout::whole(Format::U8, 256), full, DECKS / 4);
    let long = lines(&shuffled::<u32>(1_000, 512), 1_000, ["", " ", "\n"], |card| card.to_string());
    add("text, 1,000 cards", Layout::whole(Format::Text, 1_000), long, 512);
    all
}

fn shuffled<C: Card>(cards: usize, decks: usize) -> Vec<C> {
    let job = runs::job("fisher-yates", Generator::Pcg64, Shape::whole(cards));
    job.decks(decks, &Seed::from_u64(SEED))
}

fn lines<C: Card>(
    decks: &[C],
    cards: usize,
    [before, between, behind]: [&str; 3],
    card: impl Fn(C) -> String,
) -> Vec<u8> {
    let line = |deck: &[C]| {
        let cells: Vec<String> = deck.iter().map(|&one| card(one)).collect();
        format!("{before}{}{behind}", cells.join(between))
    };
    decks.chunks(cards).map(line).collect::<String>().into_bytes()
}
