//! Text: one bundled font, set letter by letter with its own metrics; where only SVG is drawn, its widths alone.
//!
//! Sizes are in coordinates per em.

#[cfg(any(target_family = "wasm", test))]
mod widths;

#[cfg(not(target_family = "wasm"))]
mod font;

#[cfg(not(target_family = "wasm"))]
use font::along;
#[cfg(target_family = "wasm")]
use widths::along;

#[cfg(not(target_family = "wasm"))]
pub(crate) use font::rasterize;

use plotters::style::text_anchor::VPos;

use crate::sizes::PX;

/// The size down to which names are made smaller before they are cut, and the smallest of all.
const LEAST: f64 = (16 * PX) as f64;
pub(crate) const SMALLEST: f64 = (10 * PX) as f64;

/// The width of `text`, rounded up to whole pixels.
pub(crate) fn width(text: &str, em: f64) -> i32 {
    (along(text, em) / PX as f32).ceil() as i32 * PX
}

/// The width of the widest of some texts; 0 if there are none.
pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, em: f64) -> i32 {
    texts.into_iter().map(|text| width(text, em)).max().unwrap_or(0)
}

pub(crate) fn line(em: f64) -> i32 {
    (em * 1.4 / f64::from(PX)).round() as i32 * PX
}

/// The distance from its point down to the baseline of a text, in em, as in an SVG. With the middle anchor the
/// capitals are centered, as a label next to a tick should be.
pub(crate) fn baseline(anchor: VPos) -> f64 {
    match anchor {
        VPos::Top => 0.76,
        VPos::Center => 0.357,
        VPos::Bottom => -0.27,
    }
}

/// The largest size up to `em` at which `text` is no wider than `room`, but at least 10 pixels.
pub(crate) fn fitting(text: &str, em: f64, room: i32) -> f64 {
    let wanted = f64::from(along(text, em));
    if wanted <= f64::from(room) { em } else { (em * f64::from(room) / wanted).max(SMALLEST) }
}

/// `text` in one line no wider than `room`: made smaller as far as it stays easy to read, then cut. And its
/// size.
pub(crate) fn one_line(text: &str, em: f64, room: i32) -> (String, f64) {
    let fitting = fitting(text, em, room);
    if fitting >= LEAST {
        return (text.to_owned(), fitting);
    }
    let em = LEAST.min(em);
    (wrap(text, em, room, 1).pop().unwrap_or_default(), em)
}

/// Nothing: where only SVG is drawn no letter has an outline.
#[cfg(target_family = "wasm")]
pub(crate) fn rasterize<E>(
    _: &str,
    _: f64,
    _: f32,
    _: impl FnMut(i32, i32, f32) -> Result<(), E>,
) -> Result<(), E> {
    Ok(())
}

/// Breaks `text` at spaces (or, where a word alone is too wide, inside it) into lines no wider than
/// `room`, at most `most` of them; what is left out is marked by an ellipsis.
pub(crate) fn wrap(text: &str, em: f64, room: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let joined = lines.last().map(|line| format!("{line} {word}"));
        match (joined, lines.last_mut()) {
            (Some(joined), Some(line)) if width(&joined, em) <= room => *line = joined,
            _ => lines.extend(pieces(word, em, room)),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && width(&format!("{last}…"), em) > room {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

/// Cuts one word into pieces no wider than `room`; one letter is never cut.
fn pieces(word: &str, em: f64, room: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let (last, empty) = (pieces.len() - 1, pieces[pieces.len() - 1].is_empty());
        if !empty && width(&format!("{}{letter}", pieces[last]), em) > room {
            pieces.push(letter.to_string());
        } else {
            pieces[last].push(letter);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_equally_wide_so_columns_of_numbers_align() {
        assert!((1..10).all(|figure| width(&figure.to_string(), 40.0) == width("0", 40.0)));
    }

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        let text = "a fairly long title about a shuffle and anextraordinarilylongunbrokenword";
        let lines = wrap(text, 40.0, 300, 100);
        assert!(lines.iter().all(|line| width(line, 40.0) <= 300), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let lines = wrap(&"word ".repeat(100), 40.0, 300, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && width(&lines[1], 40.0) <= 300);
    }
}
