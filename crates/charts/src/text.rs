//! Text: one bundled font, set letter by letter with its own metrics.
//!
//! Sizes are in pixels per em. Text is placed by the vertical middle of its capitals, which is where
//! a label belongs beside a tick.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};

/// Open Sans Regular, by Steve Matteson; Apache License 2.0, text beside the file.
const FILE: &[u8] = include_bytes!("../fonts/OpenSans-Regular.ttf");

static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FILE).ok());

/// Height of the capitals and figures of the font, in em.
const CAPITALS: f32 = 0.714;

/// The size down to which names are made smaller before they are cut.
const LEAST: f32 = 16.0;

/// Which end of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// Which way a text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    Across,
    Upward,
}

/// A glyph and how far along the line it stands, in pixels.
struct Placed {
    id: GlyphId,
    at: f32,
}

/// Sets `text` in one line: its glyphs and its width. Empty if the font cannot be read.
fn set(text: &str, em: f32) -> (Vec<Placed>, f32) {
    let Some(font) = FONT.as_ref() else { return (Vec::new(), 0.0) };
    let scaled = font.as_scaled(scale(font, em));
    let mut glyphs: Vec<Placed> = Vec::new();
    let mut along = 0.0;
    for letter in text.chars() {
        let id = scaled.glyph_id(letter);
        if let Some(previous) = glyphs.last() {
            along += scaled.kern(previous.id, id);
        }
        glyphs.push(Placed { id, at: along });
        along += scaled.h_advance(id);
    }
    (glyphs, along)
}

/// The scale that `ab_glyph` wants, which is by line height, for a size in em.
fn scale(font: &FontRef<'_>, em: f32) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(em * font.height_unscaled() / units)
}

/// The width of `text`, in whole pixels, rounded up.
pub(super) fn width(text: &str, em: f32) -> i32 {
    set(text, em).1.ceil() as i32
}

/// The smallest size that [`fitting`] gives, in pixels.
pub(super) const SMALLEST: f32 = 10.0;

/// The largest size up to `em` at which `text` is no wider than `room`, but at least 10 pixels.
pub(super) fn fitting(text: &str, em: f32, room: i32) -> f32 {
    let wanted = set(text, em).1;
    if wanted <= room as f32 { em } else { (em * room as f32 / wanted).max(SMALLEST) }
}

/// `text` in one line of at most `room` pixels: made smaller as far as it stays easy to read, then cut.
/// And its size.
pub(super) fn one_line(text: &str, em: f32, room: i32) -> (String, f32) {
    let fitting = fitting(text, em, room);
    if fitting >= LEAST {
        return (text.to_owned(), fitting);
    }
    let em = LEAST.min(em);
    (wrap(text, em, room, 1).pop().unwrap_or_default(), em)
}

/// Calls `dot` with every pixel that `text` covers, relative to its point, and the share covered.
pub(super) fn rasterize<E>(
    text: &str,
    em: f32,
    align: Align,
    run: Run,
    mut dot: impl FnMut(i32, i32, f32) -> Result<(), E>,
) -> Result<(), E> {
    let Some(font) = FONT.as_ref() else { return Ok(()) };
    let (glyphs, width) = set(text, em);
    let start = match align {
        Align::Start => 0.0,
        Align::Middle => -(width / 2.0).round(),
        Align::End => -width.round(),
    };
    let baseline = (em * CAPITALS / 2.0).round();
    for Placed { id, at } in glyphs {
        let glyph = id.with_scale_and_position(scale(font, em), point(start + at, baseline));
        let Some(outline) = font.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        let mut covered = Vec::new();
        outline.draw(|x, y, share| covered.push((x as i32, y as i32, share)));
        for (x, y, share) in covered {
            let (x, y) = (corner.x as i32 + x, corner.y as i32 + y);
            match run {
                Run::Across => dot(x, y, share)?,
                Run::Upward => dot(y, -x, share)?,
            }
        }
    }
    Ok(())
}

/// Breaks `text` at spaces (or, where a word alone is too wide, inside it) into lines no wider than
/// `room`, at most `most` of them; what is left out is marked by an ellipsis.
pub(super) fn wrap(text: &str, em: f32, room: i32, most: usize) -> Vec<String> {
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
fn pieces(word: &str, em: f32, room: i32) -> Vec<String> {
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
    fn the_font_has_every_sign_the_pictures_use() {
        let font = FONT.as_ref().expect("the bundled font can be read");
        for letter in "0123456789+−±×≥…–·%.,/()".chars().chain('a'..='z').chain('A'..='Z')
        {
            assert_ne!(font.glyph_id(letter).0, 0, "no glyph for {letter:?}");
        }
    }

    #[test]
    fn figures_are_equally_wide_so_columns_of_numbers_align() {
        assert!((1..10).all(|figure| width(&figure.to_string(), 20.0) == width("0", 20.0)));
    }

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        let text = "a fairly long title about a shuffle and anextraordinarilylongunbrokenword";
        let lines = wrap(text, 20.0, 150, 100);
        assert!(lines.iter().all(|line| width(line, 20.0) <= 150), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let lines = wrap(&"word ".repeat(100), 20.0, 150, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && width(&lines[1], 20.0) <= 150);
    }
}
