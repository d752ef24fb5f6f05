//! Text: one bundled font, set letter by letter with its own metrics.
//!
//! Sizes are in coordinates per em.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use plotters::style::text_anchor::VPos;

use crate::sizes::PX;

/// Open Sans Regular, by Steve Matteson; Apache License 2.0, text next to the file.
#[cfg(not(target_family = "wasm"))]
const FILE: &[u8] = include_bytes!("../fonts/OpenSans-Regular.ttf");

/// Its widths alone, a tenth of the file, where only SVG is drawn: see `fonts/widths.py`.
#[cfg(target_family = "wasm")]
const FILE: &[u8] = include_bytes!("../fonts/OpenSans-Widths.ttf");

static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FILE).ok());

/// The size down to which names are made smaller before they are cut, and the smallest of all.
const LEAST: f64 = (16 * PX) as f64;
pub(crate) const SMALLEST: f64 = (10 * PX) as f64;

/// A glyph and how far along the line it stands.
struct Placed {
    id: GlyphId,
    at: f32,
}

/// Sets `text` in one line: its glyphs and its width. Empty if the font cannot be read.
fn set(text: &str, em: f64) -> (Vec<Placed>, f32) {
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
fn scale(font: &FontRef<'_>, em: f64) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(em as f32 * font.height_unscaled() / units)
}

/// The width of `text`, rounded up to whole pixels.
pub(crate) fn width(text: &str, em: f64) -> i32 {
    (set(text, em).1 / PX as f32).ceil() as i32 * PX
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
    let wanted = f64::from(set(text, em).1);
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

/// Calls `dot` with every coordinate that `text` covers, along its line and below it, and the share covered.
/// It starts at `start` times its width.
pub(crate) fn rasterize<E>(
    text: &str,
    em: f64,
    start: f32,
    mut dot: impl FnMut(i32, i32, f32) -> Result<(), E>,
) -> Result<(), E> {
    let Some(font) = FONT.as_ref() else { return Ok(()) };
    let (glyphs, width) = set(text, em);
    let start = (width * start).round();
    for Placed { id, at } in glyphs {
        let glyph = id.with_scale_and_position(scale(font, em), point(start + at, 0.0));
        let Some(outline) = font.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        let mut covered = Vec::new();
        outline.draw(|x, y, share| covered.push((x as i32, y as i32, share)));
        for (x, y, share) in covered {
            dot(corner.x as i32 + x, corner.y as i32 + y, share.clamp(0.0, 1.0))?;
        }
    }
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
    fn the_font_without_outlines_is_as_wide() {
        let widths = FontRef::try_from_slice(include_bytes!("../fonts/OpenSans-Widths.ttf"));
        let (widths, font) = (widths.expect("it can be read"), FONT.as_ref().expect("so can this"));
        for letter in (' '..='ſ').chain("–—…−≤≥".chars()) {
            let advance = |font: &FontRef<'_>| font.h_advance_unscaled(font.glyph_id(letter));
            assert_eq!(advance(&widths), advance(font), "{letter:?}");
            let kern =
                |font: &FontRef<'_>| font.kern_unscaled(font.glyph_id('T'), font.glyph_id(letter));
            assert_eq!(kern(&widths), kern(font), "{letter:?}");
        }
        assert_eq!(widths.height_unscaled(), font.height_unscaled());
        assert_eq!(widths.units_per_em(), font.units_per_em());
    }

    #[test]
    fn the_font_has_every_sign_the_pictures_use() {
        let font = FONT.as_ref().expect("the bundled font can be read");
        for letter in "0123456789+−±×≥≤…–·%.,/()µ".chars().chain('a'..='z').chain('A'..='Z')
        {
            assert_ne!(font.glyph_id(letter).0, 0, "no glyph for {letter:?}");
        }
    }

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
