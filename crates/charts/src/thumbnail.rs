//! A matrix of deviations as a picture of a few pixels, for a row of a list.

use crate::{
    color::{ABOVE, BELOW},
    error::{PlotError, fault},
    heatmap::Heatmap,
};

/// The longest side, in cells; larger matrices are pooled.
const MOST: usize = 64;

/// Shades on each side of zero: with zero they fill the 16 colors of a PNG of four bits.
const SHADES: i32 = 7;

impl Heatmap {
    /// Draws the cells alone, one pixel each, on a transparent ground: at most 64 by 64 pixels.
    ///
    /// It has the colors of the whole picture, but chance moves the mean of several cells less, so the scale of a pooled
    /// matrix is finer. The ground shows through, so that a thumbnail fits on light and on dark paper.
    ///
    /// # Errors
    ///
    /// [`PlotError`] names the field at fault; [`PlotError::Draw`] if the encoding fails.
    pub fn to_thumbnail(&self) -> Result<Vec<u8>, PlotError> {
        self.check()?;
        let pooled = self.pooled();
        let scale = pooled.scale();
        let shade = |value: &f64| {
            ((value / scale).clamp(-1.0, 1.0) * f64::from(SHADES)).round() as i32 + SHADES
        };
        let rows = pooled.values.chunks_exact(pooled.columns);
        let packed = rows.flat_map(|row| {
            row.chunks(2).map(|two| {
                (shade(&two[0]) << 4 | two.get(1).map_or(SHADES, shade)).unsigned_abs() as u8
            })
        });
        encode(&packed.collect::<Vec<u8>>(), pooled.columns as u32, pooled.rows as u32)
    }

    /// The means of blocks of cells, none longer than a thumbnail has room for.
    fn pooled(&self) -> Self {
        let [tall, wide] = [self.rows, self.columns].map(|side| side.div_ceil(MOST));
        let [rows, columns] = [self.rows.div_ceil(tall), self.columns.div_ceil(wide)];
        let mean = |block: usize| {
            let (top, left) = (block / columns * tall, block % columns * wide);
            let inside = (top..self.rows.min(top + tall)).flat_map(|row| {
                let row = row * self.columns;
                &self.values[row + left..row + self.columns.min(left + wide)]
            });
            let (sum, cells) = inside.fold((0.0, 0.0), |(sum, cells), it| (sum + it, cells + 1.0));
            sum / cells
        };
        Self {
            values: (0..rows * columns).map(mean).collect(),
            rows,
            columns,
            noise: self.noise / ((tall * wide) as f64).sqrt(),
            ..self.clone()
        }
    }
}

/// A PNG of four bits a pixel: red and blue, the more opaque the further from zero.
fn encode(packed: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PlotError> {
    let shades = -SHADES..=SHADES;
    let color = |shade: i32| if shade < 0 { BELOW } else { ABOVE };
    let palette: Vec<u8> =
        shades.clone().map(color).flat_map(|color| [color.0, color.1, color.2]).collect();
    let opaque = |shade: i32| (shade.unsigned_abs() * 255 / SHADES.unsigned_abs()) as u8;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_compression(png::Compression::Best);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_trns(shades.map(opaque).collect::<Vec<u8>>());
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(packed).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}
