//! The bundled font.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use std::sync::LazyLock;

/// Open Sans Regular, by Steve Matteson; Apache License 2.0, text next to the file.
const FILE: &[u8] = include_bytes!("../../fonts/OpenSans-Regular.ttf");

pub(super) static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FILE).ok());

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

/// The width of `text` in one line.
pub(super) fn along(text: &str, em: f64) -> f32 {
    set(text, em).1
}

/// The scale that `ab_glyph` wants, which is by line height, for a size in em.
fn scale(font: &FontRef<'_>, em: f64) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(em as f32 * font.height_unscaled() / units)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_every_sign_the_pictures_use() {
        let font = FONT.as_ref().expect("the bundled font can be read");
        for letter in "0123456789+−±×≥≤…–·%.,/()µ".chars().chain('a'..='z').chain('A'..='Z')
        {
            assert_ne!(font.glyph_id(letter).0, 0, "no glyph for {letter:?}");
        }
    }
}
