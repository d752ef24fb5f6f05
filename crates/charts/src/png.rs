//! Pixels into the bytes of a PNG.

use std::collections::HashMap;

use crate::{error::PlotError, sheet::fault};

/// Colours of a palette.
const PALETTE: usize = 256;

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// Encodes the picture of this size with a palette: a third of the bytes of plain colours.
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

/// The mean of each square of `by` times `by` pixels, of which `width` are a row.
pub(crate) fn averaged(fine: &[u8], width: usize, by: usize) -> Vec<Rgb> {
    let squares = (by * by) as u32;
    let mut pixels = Vec::with_capacity(fine.len() / (3 * by * by));
    let mut sums = vec![0_u32; 3 * width / by];
    for rows in fine.chunks_exact(3 * width * by) {
        sums.fill(0);
        for row in rows.chunks_exact(3 * width) {
            for (sum, square) in sums.chunks_exact_mut(3).zip(row.chunks_exact(3 * by)) {
                for pixel in square.chunks_exact(3) {
                    sum.iter_mut().zip(pixel).for_each(|(sum, &part)| *sum += u32::from(part));
                }
            }
        }
        let mean = |sum: u32| ((sum + squares / 2) / squares) as u8;
        pixels.extend(sums.chunks_exact(3).map(|sum| [mean(sum[0]), mean(sum[1]), mean(sum[2])]));
    }
    pixels
}

/// A palette, and each pixel as an index into it. Of more than 256 colours, which only the soft edges of
/// letters and lines make, the rarest are drawn in the nearest of the others.
fn indexed(pixels: &[Rgb]) -> (Vec<Rgb>, Vec<u8>) {
    let mut known: HashMap<Rgb, usize> = HashMap::new();
    let mut counts: Vec<(Rgb, usize)> = Vec::new();
    for &color in pixels {
        let index = *known.entry(color).or_insert_with(|| {
            counts.push((color, 0));
            counts.len() - 1
        });
        counts[index].1 += 1;
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let palette: Vec<Rgb> = counts.iter().take(PALETTE).map(|(color, _)| *color).collect();
    let places = counts.iter().map(|(color, _)| (*color, nearest(&palette, *color)));
    let places: HashMap<Rgb, u8> = places.collect();
    let indices = pixels.iter().map(|color| places[color]).collect();
    (palette, indices)
}

/// The index of the colour of a palette that is nearest.
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
        assert_eq!(averaged(&both, 4, 2), [[128, 5, 1], [9, 9, 9]]);
    }

    #[test]
    fn of_too_many_colours_the_rarest_take_the_nearest() {
        let mut pixels: Vec<Rgb> = (0..=255).flat_map(|shade| [[shade, 0, 0]; 2]).collect();
        pixels.push([7, 1, 0]);
        let (palette, indices) = indexed(&pixels);
        assert_eq!(palette.len(), 256);
        assert_eq!(palette[usize::from(indices[512])], [7, 0, 0]);
        assert!(pixels.iter().zip(&indices).take(512).all(|(p, &i)| palette[usize::from(i)] == *p));
    }
}
