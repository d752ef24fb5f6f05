//! The widths of the letters of the bundled font, for builds that draw only SVG: its outlines and the code that reads them
//! would be a tenth of the WebAssembly module.

/// Numbers of 16 bits, little-endian: the units of an em, the height of a line, the number of letters; then each letter and
/// its width, in order; then each pair of letters that kerns, and by how much, in order. Letter 0 stands for all others.
const FILE: &[u8] = include_bytes!("../../fonts/widths.bin");

/// The bytes before the letters.
const HEAD: usize = 6;

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])
}

/// The width of `text` in one line, as [`super::font`] has it.
pub(super) fn along(text: &str, em: f64) -> f32 {
    let (units, height) = (f32::from(word(FILE, 0)), f32::from(word(FILE, 1)));
    let (letters, kerns) = FILE[HEAD..].split_at(4 * usize::from(word(FILE, 2)));
    let (letters, kerns) = (letters.as_chunks::<4>().0, kerns.as_chunks::<6>().0);
    let width = |letter: u16| {
        let found = letters.binary_search_by_key(&letter, |entry| word(entry, 0)).ok()?;
        Some(word(&letters[found], 1))
    };
    let kern = |pair: (u16, u16)| {
        let found = kerns.binary_search_by_key(&pair, |entry| (word(entry, 0), word(entry, 1)));
        found.map_or(0, |found| word(&kerns[found], 2).cast_signed())
    };
    let factor = em as f32 * height / units / height;
    let (mut along, mut previous) = (0.0, None);
    for letter in text.chars() {
        let letter = u16::try_from(u32::from(letter)).unwrap_or(0);
        if let Some(previous) = previous {
            along += factor * f32::from(kern((previous, letter)));
        }
        along += factor * f32::from(width(letter).or_else(|| width(0)).unwrap_or(0));
        previous = Some(letter);
    }
    along
}

#[cfg(test)]
mod tests {
    use super::super::font::{self, FONT};
    use super::*;
    use ab_glyph::Font;

    /// Latin letters, and signs of texts and numbers.
    fn letters() -> impl Iterator<Item = char> + Clone {
        (' '..='ſ').chain('\u{2010}'..'\u{2030}').chain("−≤≥".chars())
    }

    #[test]
    fn the_file_has_the_widths_of_the_font() {
        let font = FONT.as_ref().expect("the bundled font can be read");
        let units = font.units_per_em().expect("a font has them");
        let mut words = vec![units as u16, font.height_unscaled() as u16, 0];
        for letter in std::iter::once('\0').chain(letters()) {
            let id = font.glyph_id(letter);
            if letter == '\0' || id.0 != 0 {
                words.extend([letter as u16, font.h_advance_unscaled(id) as u16]);
                words[2] += 1;
            }
        }
        for (a, b) in letters().flat_map(|a| letters().map(move |b| (a, b))) {
            let kern = font.kern_unscaled(font.glyph_id(a), font.glyph_id(b)) as i16;
            if kern != 0 {
                words.extend([a as u16, b as u16, kern.cast_unsigned()]);
            }
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        if std::env::var_os("UPDATE_WIDTHS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/widths.bin");
            std::fs::write(path, bytes).expect("the file can be written");
        } else {
            assert!(bytes == FILE, "write it again with UPDATE_WIDTHS=1");
        }
    }

    #[test]
    fn a_text_is_as_wide_as_with_the_font() {
        for text in ["", "To Wave AVATAR", "0123456789.,−≤", "P. ‘Tö’ – 漢字", "position, log10 p"]
        {
            for em in [10.0, 13.5, 40.0] {
                assert_eq!(along(text, em), font::along(text, em), "{text:?} at {em}");
            }
        }
    }
}
