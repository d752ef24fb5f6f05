//! Decks in words, for people: each as it was written, and below it its cards as they are read, with the names that verdicts use.

use shuffle_audit::{
    Case,
    words::{drawn, layout::wrap},
};
use shuffle_subjects::{
    Written,
    shuffle_reader::{Labels, Layout, Offset},
    stream::ShownDeck,
};
use std::fmt::Write;

/// The decks in words, in lines of at most `width` columns; longer lines are cut.
pub(crate) fn in_words(case: &Case, decks: &[ShownDeck], width: usize) -> String {
    let Some(layout) = Written::of(case).and_then(Written::layout) else { return String::new() };
    let mut text = wrap(&described(layout), width);
    let mut shown = &None;
    for ShownDeck { file, place, raw, cards } in decks {
        if let Some(name) = file
            && shown != file
        {
            let _ = writeln!(text, "{name}:");
        }
        shown = file;
        let at = &place.at;
        let place = format!("{place}: ");
        let written = match at {
            Offset::Line(_) => plain(&String::from_utf8_lossy(raw)),
            Offset::Byte(_) => bytes(raw, width),
        };
        let written = cut(&written, width.saturating_sub(place.chars().count()));
        let _ = writeln!(
            text,
            "{place}{written}\n    is {}",
            cut(&read(layout, cards), width.saturating_sub(7))
        );
    }
    text
}

fn described(layout: &Layout) -> String {
    let Layout { format, cards, dealt, labels, columns, .. } = layout;
    let called = match labels {
        Labels::Numbers { base } => format!("numbered from {base}"),
        Labels::Names(_) => "called by labels, numbered from 0 in brackets".to_owned(),
    };
    let of = match layout.drawn {
        Some(shape) => drawn(shape),
        None if dealt < cards => format!("{dealt} of {cards} cards"),
        None => format!("{cards} cards"),
    };
    format!("Format {format}, columns {columns}, {of}, {called}.")
}

fn read(layout: &Layout, cards: &[u32]) -> String {
    let card = |&card: &u32| match &layout.labels {
        Labels::Numbers { .. } => layout.labels.name(card as usize),
        Labels::Names(names) => format!("{} ({card})", names.label(card as usize)),
    };
    // Behind them come the level of a factor, and what fills up orders of different lengths.
    let cards = cards.iter().take(layout.dealt).filter(|&&card| (card as usize) < layout.cards);
    cards.map(card).collect::<Vec<_>>().join(" ")
}

fn plain(line: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    line.trim_end().chars().map(plain).collect()
}

/// At most `letters` letters of a line; the last ones are dots if the line is longer.
fn cut(line: &str, letters: usize) -> String {
    if line.chars().count() <= letters {
        return line.to_owned();
    }
    line.chars().take(letters.saturating_sub(3)).chain("...".chars()).collect()
}

/// The first bytes of a deck, as many as can be shown.
fn bytes(raw: &[u8], width: usize) -> String {
    let hex: Vec<String> = raw.iter().take(width).map(|byte| format!("{byte:02x}")).collect();
    format!("bytes {}", hex.join(" "))
}
