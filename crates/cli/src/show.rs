//! How decks are read, for people: each as it was written, and below it the cards as they are understood.

use shuffle_audit::{
    Case,
    shuffle_decks::{At, Labels, Layout},
    stream::ShownDeck,
};
use std::fmt::Write;

/// Letters of a line, or bytes of a deck, that are shown.
const WRITTEN: usize = 160;

/// Cards that are shown.
const CARDS: usize = 60;

/// The decks in words.
pub(crate) fn in_words(case: &Case, decks: &[ShownDeck]) -> String {
    let program = case.subject.program().map(|program| &program.layout);
    let Some(layout) = program.or(case.subject.recorded().map(|recorded| &recorded.layout)) else {
        return String::new();
    };
    let mut text = format!("{}\n", described(layout));
    for ShownDeck { place, raw, cards } in decks {
        let written = match place.at {
            At::Line(_) => shown(&String::from_utf8_lossy(raw)),
            At::Byte(_) => bytes(raw),
        };
        let _ = writeln!(text, "{place}: {written}\n    is {}", read(layout, cards));
    }
    text
}

/// What the bytes are taken for.
fn described(layout: &Layout) -> String {
    let Layout { format, cards, dealt, labels, columns, .. } = layout;
    let called = match labels {
        Labels::Numbers { base } => format!("numbered from {base} as written, from 0 here"),
        Labels::Names(_) => "called by labels, numbered from 0 in brackets".to_owned(),
    };
    let of =
        if dealt < cards { format!("{dealt} of {cards} cards") } else { format!("{cards} cards") };
    format!("Format {format}, columns {columns}, {of}, {called}.")
}

fn read(layout: &Layout, cards: &[u32]) -> String {
    let card = |&card: &u32| match &layout.labels {
        Labels::Numbers { .. } => card.to_string(),
        Labels::Names(names) => format!("{} ({card})", names.label(card as usize)),
    };
    let more = if cards.len() > CARDS { " ..." } else { "" };
    let cards: Vec<String> = cards.iter().take(CARDS).map(card).collect();
    cards.join(" ") + more
}

/// A line of plain letters, cut where it is long.
fn shown(line: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let more = if line.chars().count() > WRITTEN { "..." } else { "" };
    line.trim_end().chars().take(WRITTEN).map(plain).collect::<String>() + more
}

fn bytes(raw: &[u8]) -> String {
    let more = if raw.len() > WRITTEN / 3 { " ..." } else { "" };
    let hex: Vec<String> = raw.iter().take(WRITTEN / 3).map(|byte| format!("{byte:02x}")).collect();
    format!("bytes {}{more}", hex.join(" "))
}
