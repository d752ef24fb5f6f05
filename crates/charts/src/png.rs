//! Pixels into the bytes of a PNG.

use std::collections::HashMap;

use crate::error::{PlotError, fault};

/// Colors of a palette.
const PALETTE: usize = 256;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// Encodes the picture of this size with a palette: a third of the bytes of plain colors.
pub(crate) fn encode(pixels: &[Rgb], (width, height): (u32, u32)) -> Result<Vec<u8>, PlotError> {
    let (palette, indices) = indexed(pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::NoFilter); // flat fields: filters only make them larger
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(&indices).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}

/// The mean of each square of `BY` times `BY` pixels, of which `width` are a row.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn averaged<const BY: usize>(fine: &[u8], width: usize) -> Vec<Rgb> {
    const { assert!(BY * BY * 255 + BY * BY / 2 <= u16::MAX as usize, "sums of 16 bits") };
    let squares = (BY * BY) as u16;
    let mut pixels = Vec::with_capacity(fine.len() / (3 * BY * BY));
    let mut sums = vec![0_u16; 3 * width];
    let (mean, mut before) = (|sum: u16| ((sum + squares / 2) / squares) as u8, &[][..]);
    for rows in fine.chunks_exact(3 * width * BY) {
        if rows == before {
            pixels.extend_from_within(pixels.len() - width / BY..);
            continue;
        }
        before = rows;
        sums.fill(0);
        for row in rows.chunks_exact(3 * width) {
            sums.iter_mut().zip(row).for_each(|(sum, &part)| *sum += u16::from(part));
        }
        let of_square = |square: &[[u16; 3]; BY]| {
            [0, 1, 2].map(|part| mean(square.iter().map(|pixel| pixel[part]).sum()))
        };
        pixels.extend(sums.as_chunks::<3>().0.as_chunks::<BY>().0.iter().map(of_square));
    }
    pixels
}

/// A palette, and each pixel as an index into it. Of more than 256 colors, which only the soft edges of
/// letters and lines make, the rarest are drawn in the nearest of the others.
fn indexed(pixels: &[Rgb]) -> (Vec<Rgb>, Vec<u8>) {
    let mut known: HashMap<Rgb, usize> = HashMap::new();
    let mut counts: Vec<(Rgb, usize)> = Vec::new();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    // Most pixels have the color of the one before: a map is asked only where colors change.
    for same in pixels.chunk_by(|one, next| one == next) {
        let number = *known.entry(same[0]).or_insert_with(|| {
            counts.push((same[0], 0));
            counts.len() - 1
        });
        counts[number].1 += same.len();
        runs.push((number, same.len()));
    }
    let mut by_count: Vec<usize> = (0..counts.len()).collect();
    by_count.sort_by_key(|&number| std::cmp::Reverse(counts[number].1));
    let palette: Vec<Rgb> = by_count.iter().take(PALETTE).map(|&number| counts[number].0).collect();
    let places: Vec<u8> = counts.iter().map(|(color, _)| nearest(&palette, *color)).collect();
    let mut indices = Vec::with_capacity(pixels.len());
    runs.iter().for_each(|&(number, len)| indices.resize(indices.len() + len, places[number]));
    (palette, indices)
}

/// The index of the color of a palette that is nearest.
pub(crate) fn nearest(palette: &[Rgb], color: Rgb) -> u8 {
    let apart = |other: &Rgb| -> i32 {
        other.iter().zip(color).map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
    };
    let nearest = palette.iter().enumerate().min_by_key(|(_, other)| apart(other));
    nearest.map_or(0, |(index, _)| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_the_mean_of_its_square() {
        let fine = [[0, 0, 0], [255, 9, 1], [9, 9, 9], [9, 9, 9]].concat();
        let both = [fine.clone(), fine].concat();
        assert_eq!(averaged::<2>(&both, 4), [[128, 5, 1], [9, 9, 9]]);
    }

    #[test]
    fn of_too_many_colors_the_rarest_take_the_nearest() {
        let mut pixels: Vec<Rgb> = (0..=255).flat_map(|shade| [[shade, 0, 0]; 2]).collect();
        pixels.push([7, 1, 0]);
        let (palette, indices) = indexed(&pixels);
        assert_eq!(palette.len(), 256);
        assert_eq!(palette[usize::from(indices[512])], [7, 0, 0]);
        assert!(pixels.iter().zip(&indices).take(512).all(|(p, &i)| palette[usize::from(i)] == *p));
    }
}
