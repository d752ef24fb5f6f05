//! The cost of reading decks, for every format, validation included.
//!
//! One thread reads the same prepared input, which lies in memory, again and again; `copy` only copies the bytes of the
//! first.
//!
//! `cargo bench -p shuffle-bench --bench decks [-- PART OF A NAME]`

use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};
use shuffle_algorithms::{
    Card, Shape,
    generator::{Generator, Seed},
};
use shuffle_bench::runs::{self, SEED};
use shuffle_reader::{Format, Labels, Layout, NameTable, Reader, sniff};
use std::{fmt, hint::black_box, io::Cursor};

const CARDS: usize = 52;
const DECKS: usize = 8_192;
/// Decks in a block, as an audit has it.
const BLOCK: usize = 1_024;

fn main() {
    divan::main();
}

/// Bytes that are read in each sample.
struct Input {
    name: &'static str,
    layout: Layout,
    bytes: Vec<u8>,
}

impl Input {
    fn decks(&self) -> usize {
        match self.layout.cards {
            CARDS => DECKS,
            256 => DECKS / 4,
            _ => 512,
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes.len() as f64 / self.decks() as f64;
        write!(f, "{} ({bytes:.1} bytes)", self.name)
    }
}

#[divan::bench]
fn copy(bencher: Bencher<'_, '_>) {
    let input = inputs().swap_remove(0);
    bencher
        .counter(BytesCount::of_slice(&input.bytes))
        .bench_local(|| black_box(&input.bytes).clone());
}

#[divan::bench(args = inputs(), max_time = 1)]
fn read(bencher: Bencher<'_, '_>, input: &Input) {
    let bencher = bencher.counter(ItemsCount::new(input.decks()));
    match input.layout.cards {
        0..=256 => bencher.bench_local(|| read_all::<u8>(input)),
        _ => bencher.bench_local(|| read_all::<u32>(input)),
    }
}

fn read_all<C: Card>(input: &Input) {
    let mut rows = vec![C::default(); BLOCK * input.layout.dealt];
    let bytes = black_box(&input.bytes);
    let is_compressed = [".gz", ".zst"].iter().any(|ending| input.name.ends_with(ending));
    let decks = if is_compressed {
        let plain = sniff(Cursor::new(bytes.clone())).expect("memory can be read");
        drain(Reader::new(plain, &input.layout), &mut rows)
    } else {
        drain(Reader::new(bytes.as_slice(), &input.layout), &mut rows)
    };
    assert_eq!(decks, input.decks() as u64);
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
    let plain = |format| Layout::whole(format, CARDS);
    let labelled =
        |format| Layout { labels: Labels::Names(names.clone()), ..Layout::whole(format, CARDS) };
    let spaces = lines(&decks, CARDS, ["", " ", "\n"], &number);
    let listed = |around, card: &dyn Fn(u8) -> String| lines(&decks, CARDS, around, card);
    let wide = |bytes: usize| -> Vec<u8> {
        decks.iter().flat_map(|&card| u32::from(card).to_le_bytes()[..bytes].to_vec()).collect()
    };
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, &spaces).expect("memory can be written");
    let gzip = gzip.finish().expect("likewise");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(spaces.as_slice(), level);
    let long =
        lines(&shuffled::<u32>(1_000, 512), 1_000, ["", " ", "\n"], &|card: u32| card.to_string());
    use Format::{Csv, Ndjson, Text, U8, U16Le, U32Le};
    let inputs = [
        ("text, 0 1 2", plain(Text), spaces.clone()),
        ("text, 0, 1, 2", plain(Text), listed(["", ", ", "\n"], &number)),
        ("csv, 0,1,2", plain(Csv), listed(["", ",", "\r\n"], &number)),
        ("ndjson, [0,1,2]", plain(Ndjson), listed(["[", ",", "]\n"], &number)),
        ("ndjson, objects", plain(Ndjson), listed(["{\"deck\":[", ",", "]}\n"], &number)),
        ("u8", plain(U8), wide(1)),
        ("u16le", plain(U16Le), wide(2)),
        ("u32le", plain(U32Le), wide(4)),
        ("text, As Kd", labelled(Text), listed(["", " ", "\n"], &label)),
        ("csv, \"As\",\"Kd\"", labelled(Csv), listed(["", ",", "\n"], &quoted)),
        ("ndjson, [\"As\",\"Kd\"]", labelled(Ndjson), listed(["[", ",", "]\n"], &quoted)),
        ("text, 0 1 2, .gz", plain(Text), gzip),
        ("text, 0 1 2, .zst", plain(Text), zstd),
        ("u8, 256 cards", Layout::whole(U8, 256), shuffled::<u8>(256, DECKS / 4)),
        ("text, 1,000 cards", Layout::whole(Text, 1_000), long),
    ];
    inputs.map(|(name, layout, bytes)| Input { name, layout, bytes }).into()
}

fn shuffled<C: Card>(cards: usize, decks: usize) -> Vec<C> {
    let job = runs::job("fisher-yates", Generator::Pcg64, Shape::whole(cards));
    job.decks(decks, &Seed::from_u64(SEED))
}

fn lines<C: Card>(
    decks: &[C],
    cards: usize,
    [before, between, behind]: [&str; 3],
    card: &dyn Fn(C) -> String,
) -> Vec<u8> {
    let line = |deck: &[C]| {
        let cells: Vec<String> = deck.iter().map(|&one| card(one)).collect();
        format!("{before}{}{behind}", cells.join(between))
    };
    decks.chunks(cards).map(line).collect::<String>().into_bytes()
}
