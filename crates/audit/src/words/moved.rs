//! How far the rows of few orders moved, in words.

use crate::{
    CaseFindings,
    moved::{FAIR_MEAN, Moved, moved},
    number::{count, counted},
    words::{Screen, layout::hang},
};

/// A paragraph on how far the rows moved; empty where that says nothing.
#[must_use]
pub fn paragraph(case: &CaseFindings, screen: &Screen) -> String {
    let Some(moved) = moved(case) else { return String::new() };
    let mut text = hang("", "How far the rows moved:", 0, screen.width);
    let mut line = |words: &str| text.push_str(&hang("  ", words, 2, screen.width));
    line(&distance(&moved));
    if let Some(buffer) = &moved.buffer {
        let [low, high] = [buffer.low, buffer.high].map(rows);
        let middle = rows(f64::midpoint(buffer.low, buffer.high));
        line(&format!(
            "As if shuffled through a buffer of about {middle} rows ({low} to {high}, at 99 %)."
        ));
    }
    line(&together(&moved));
    text.push('\n');
    text
}

fn distance(moved: &Moved) -> String {
    let mean = format!(
        "By {} of the order on average; a fair shuffle moves them by {}.",
        share(moved.mean),
        share(FAIR_MEAN)
    );
    let of = |[half, ninth, most]: [f64; 3]| {
        format!(
            " Half of them moved by {} at most, nine in ten by {}, 99 in 100 by {}.",
            share(half),
            share(ninth),
            share(most)
        )
    };
    mean + &moved.quantiles.map_or_else(String::new, of)
}

fn together(moved: &Moved) -> String {
    let (together, fair) = (moved.together.0, moved.together.1.round().max(1.0) as u64);
    let more = if moved.are_uncounted() { " or more" } else { "" };
    let stayed = counted(together, "neighbour");
    format!(
        "{stayed}{more} of the start stayed together; a fair shuffle leaves about {}.",
        count(fair)
    )
}

fn share(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn rows(number: f64) -> String {
    // Three digits, which is more than the interval is good for.
    let unit = 10_f64.powf((number.log10().floor() - 2.0).max(0.0));
    count(((number / unit).round() * unit) as u64)
}
