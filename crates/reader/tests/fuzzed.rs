//! Broken inputs by the thousand: no panic, no deck that is none, and every path agrees with the reference.

use crate::reference::{LAYOUTS, check};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use shuffle_reader::{Format, Labels, Layout};
use std::{fs, path::Path};

/// Inputs of an ordinary run of the tests.
const FEW: u64 = 40_000;
/// Inputs of the run that was made once; see the README of `fuzz/`.
const MANY: u64 = 10_000_000;

/// Typical mistakes in the output of programs.
const ODDITIES: &[&[u8]] = &[
    b"-1",
    b"52",
    b"0",
    b"1",
    b"007",
    b"1.0",
    b"1e1",
    b"4294967296",
    b"18446744073709551616",
    b"99999999999999999999999999",
    b"As",
    b"10h",
    b"TD",
    b"nan",
    b"null",
    b"true",
    b"[",
    b"]",
    b"[0,",
    b"{\"deck\":[",
    b"]}",
    b"\"deck\"",
    b"\"",
    b"\"\"",
    b",",
    b",,",
    b", ",
    b" ",
    b"  ",
    b"\t",
    b";",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\r",
    b"#",
    b"# deck\n",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xc3\xa9",
    b"\xef\xbb\xbf",
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"\\u0030",
    b"first,second,third\n",
    b"c1,c2,c3\n",
    b"AsKd10h",
    b"\xff\xfe",
    b"\xfe\xff",
    b"(",
    b")",
    b"{",
    b"}",
];

#[test]
fn the_corpus_is_read_as_the_reference_reads_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/decks");
    let mut files = 0;
    for file in fs::read_dir(folder).unwrap() {
        check(&fs::read(file.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 50, "{files} files");
}

#[test]
fn mutated_inputs_are_read_as_the_reference_reads_them() {
    mutate(0..FEW);
}

#[test]
#[ignore = "ten million inputs: minutes"]
fn ten_million_mutated_inputs_are_read_as_the_reference_reads_them() {
    let half = MANY / 2;
    std::thread::scope(|scope| {
        scope.spawn(|| mutate(0..half));
        mutate(half..MANY);
    });
}

/// Each input from its own seed, so that one can be examined alone.
fn mutate(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut dice = Pcg64::seed_from_u64(seed);
        let case = case(&mut dice);
        let read = std::panic::catch_unwind(|| check(&case));
        assert!(read.is_ok(), "seed {seed}");
    }
}

/// Decks in some layout, as a program would write them, and then a few accidents.
fn case(dice: &mut impl Rng) -> Vec<u8> {
    let number: u16 = dice.random();
    let layout = &LAYOUTS[usize::from(number) % LAYOUTS.len()];
    let mut case = number.to_le_bytes().to_vec();
    case.push(dice.random());
    let decks = dice.random_range(0..4);
    let mut input = decks_of(layout, decks, dice);
    // One in four stays whole.
    for _ in 0..dice.random_range(0..4) {
        accident(&mut input, dice);
    }
    case.extend(input);
    case
}

fn accident(input: &mut Vec<u8>, dice: &mut impl Rng) {
    let at = dice.random_range(0..=input.len());
    let to = dice.random_range(at..=input.len().min(at + 8));
    match dice.random_range(0..6) {
        0 => drop(input.drain(at..to)),
        1 => input.truncate(at),
        2 => {
            let copy = input[at..to].to_vec();
            let there = dice.random_range(0..=input.len());
            input.splice(there..there, copy);
        }
        3 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << dice.random_range(0..8);
            }
        }
        4 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = dice.random();
            }
        }
        _ => {
            let oddity = ODDITIES[dice.random_range(0..ODDITIES.len())];
            let to = if dice.random() { to.min(at + oddity.len()) } else { at };
            input.splice(at..to, oddity.iter().copied());
        }
    }
}

pub(crate) fn decks_of(layout: &Layout, decks: usize, dice: &mut impl Rng) -> Vec<u8> {
    let rows: Vec<Vec<usize>> = (0..decks).map(|_| deal(layout, dice)).collect();
    written(layout, &rows, dice.random())
}

/// Distinct cards, by Fisher and Yates' method on a list of those that moved.
pub(crate) fn deal(layout: &Layout, dice: &mut impl Rng) -> Vec<usize> {
    let mut moved = std::collections::HashMap::new();
    (0..layout.dealt)
        .map(|place| {
            let from = dice.random_range(place..layout.cards);
            let here = moved.get(&place).copied().unwrap_or(place);
            moved.insert(from, here).unwrap_or(from)
        })
        .collect()
}

/// The decks, written in the layout; `style` chooses among the ways to do so.
pub(crate) fn written(layout: &Layout, decks: &[Vec<usize>], style: u8) -> Vec<u8> {
    let Labels::Numbers { base } = layout.labels else {
        return lines(layout, decks, style);
    };
    match layout.format.width() {
        None => lines(layout, decks, style),
        Some(width) => {
            let bytes = |&card: &usize| {
                (card as u64 + u64::from(base)).to_le_bytes().into_iter().take(width)
            };
            decks.iter().flatten().flat_map(bytes).collect()
        }
    }
}

fn lines(layout: &Layout, decks: &[Vec<usize>], style: u8) -> Vec<u8> {
    let pick =
        |among: &[&'static str], bits: u32| among[usize::from(style >> bits & 3) % among.len()];
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let cell = |&card: &usize| match (&layout.labels, layout.format) {
        (Labels::Numbers { base }, Format::Csv) if style & 4 != 0 => {
            quote(&(card as u32 + base).to_string())
        }
        (Labels::Numbers { base }, _) => (card as u32 + base).to_string(),
        (Labels::Names(names), Format::Text) => names.label(card).to_owned(),
        (Labels::Names(names), Format::Csv) => quote(names.label(card)),
        (Labels::Names(names), _) => serde_json::to_string(names.label(card)).unwrap(),
    };
    let (before, between, behind) = match layout.format {
        Format::Ndjson => {
            (pick(&["[", "{\"n\":1,\"deck\":["], 0), pick(&[",", ", "], 2), pick(&["]", "]}"], 0))
        }
        Format::Csv => ("", pick(&[",", "\t", ";", ", "], 0), ""),
        _ => ("", pick(&[" ", ",", "\t", ", "], 0), pick(&["", " "], 2)),
    };
    let end = pick(&["\n", "\r\n"], 4);
    let mut text = String::new();
    if layout.format == Format::Csv && style & 64 != 0 {
        let titles: Vec<String> = (0..layout.dealt).map(|place| format!("place {place}")).collect();
        text = titles.join(between.trim_end_matches(' ')) + end;
    }
    for deck in decks {
        let cells: Vec<String> = deck.iter().map(cell).collect();
        text += &format!("{before}{}{behind}{end}", cells.join(between));
    }
    if style & 128 != 0 {
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
    }
    text.into_bytes()
}
