//! What it costs to read decks: ns per deck, for every format, validation included.
//!
//! One thread reads the same prepared input, which lies in memory, again and again. The formats run in
//! turn, round after round, so that a slow moment of the machine hits all of them; what is printed are
//! the median and the fastest round. `memcpy` only reads the bytes of the first row.
//!
//! `cargo bench -p shuffle-reader --bench decks`

#![expect(clippy::print_stdout, reason = "a bench talks to a terminal")]

use shuffle_algorithms::{Algorithm, Card, Shape, fill::Job, generator::Seed};
use shuffle_reader::{Format, Labels, Layout, NameTable, Reader, sniff};
use std::{hint::black_box, io::Read, time::Instant};

const CARDS: usize = 52;
const DECKS: usize = 8_192;
const ROUNDS: usize = 101;
/// Decks in a block, as an audit has it.
const BLOCK: usize = 1_024;

struct Measured {
    name: &'static str,
    layout: Layout,
    input: Vec<u8>,
    decks: usize,
    ns: Vec<f64>,
}

fn main() {
    let mut all = inputs();
    for _ in 0..=ROUNDS {
        for one in &mut all {
            let start = Instant::now();
            match one.layout.cards {
                0..=256 => read::<u8>(one),
                _ => read::<u32>(one),
            }
            one.ns.push(start.elapsed().as_nanos() as f64 / one.decks as f64);
        }
    }
    println!("{:44}{:>12}{:>9}{:>9}", "ns per deck", "bytes a deck", "median", "fastest");
    for one in &mut all {
        // The first round warms up.
        one.ns.remove(0);
        one.ns.sort_by(f64::total_cmp);
        let (median, fastest) = (one.ns[ROUNDS / 2], one.ns[0]);
        let bytes = one.input.len() as f64 / one.decks as f64;
        println!("{:44}{bytes:>12.1}{median:>9.1}{fastest:>9.1}", one.name);
    }
}

fn read<C: Card>(one: &Measured) {
    let mut rows = vec![C::default(); BLOCK * one.layout.dealt];
    let input = black_box(one.input.clone());
    if one.name.starts_with("memcpy") {
        return;
    }
    let decks = if one.name.contains(".gz") || one.name.contains(".zst") {
        let input = sniff(std::io::Cursor::new(input)).expect("memory can be read");
        drain(Reader::new(input, &one.layout), &mut rows)
    } else {
        drain(Reader::new(input.as_slice(), &one.layout), &mut rows)
    };
    assert_eq!(decks, one.decks as u64);
}

fn drain<C: Card>(mut reader: Reader<impl Read>, rows: &mut [C]) -> u64 {
    while reader.read(black_box(rows)).expect("decks") > 0 {}
    reader.decks()
}

fn inputs() -> Vec<Measured> {
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
    let mut add = |name, layout, input, decks| {
        all.push(Measured { name, layout, input, decks, ns: Vec::new() });
    };
    add("memcpy of text", plain(Format::Text), spaces.clone(), DECKS);
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
    let shuffle = Algorithm::parse("fisher-yates").expect("it is in the catalogue");
    Job::new(shuffle, Shape::whole(cards)).decks(decks, &Seed::from_u64(52))
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
