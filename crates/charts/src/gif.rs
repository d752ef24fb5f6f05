//! Pictures into an animated GIF: one palette, and of each picture only what changed.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::{
    error::PlotError,
    png::{Rgb, nearest},
    sheet::fault,
};

/// Colours of a palette.
const PALETTE: usize = 256;
/// The index of what shows the picture before: pixels that did not change, whose long runs are compressed well.
const UNCHANGED: u8 = 0;

/// Pictures in a row, each for some time.
pub(crate) struct Film {
    size: (u16, u16),
    palette: Vec<Rgb>,
    /// The index of each colour in the palette, or of the nearest in it.
    indices: HashMap<Rgb, u8>,
    last: Vec<u8>,
    frames: Vec<Frame<'static>>,
}

impl Film {
    /// An empty film of pictures of this size in pixels.
    pub(crate) fn new((width, height): (u32, u32)) -> Result<Self, PlotError> {
        let size = (width.try_into().map_err(fault)?, height.try_into().map_err(fault)?);
        let (palette, indices) = (vec![[0; 3]], HashMap::new()); // the first stands for `UNCHANGED`
        Ok(Self { size, palette, indices, last: Vec::new(), frames: Vec::new() })
    }

    /// Adds a picture that is shown for so many hundredths of a second.
    pub(crate) fn show(&mut self, pixels: &[Rgb], time: u16) -> Result<(), PlotError> {
        let width = usize::from(self.size.0);
        if pixels.len() != width * usize::from(self.size.1) {
            return Err(fault("a picture of the film has another size"));
        }
        // Most pixels are as the one to their left.
        let mut left: Option<(Rgb, u8)> = None;
        let index = |&color: &Rgb| match left {
            Some((same, index)) if same == color => index,
            _ => left.insert((color, self.index(color))).1,
        };
        let picture: Vec<u8> = pixels.iter().map(index).collect();
        let whole = Changed { left: 0, top: 0, right: width, bottom: usize::from(self.size.1) };
        let changed = match self.frames.last_mut() {
            None => whole,
            Some(last) => match Changed::between(&self.last, &picture, width) {
                Some(changed) => changed,
                // The same picture for longer.
                None => {
                    last.delay = last.delay.saturating_add(time);
                    return Ok(());
                }
            },
        };
        let mut frame = changed.frame(&picture, width, time);
        if !self.last.is_empty() {
            changed.leave_out(frame.buffer.to_mut(), &self.last, width);
        }
        self.frames.push(frame);
        self.last = picture;
        Ok(())
    }

    /// The GIF, which repeats for ever.
    pub(crate) fn finish(self) -> Result<Vec<u8>, PlotError> {
        let mut bytes = Vec::new();
        let (width, height) = self.size;
        let mut encoder =
            Encoder::new(&mut bytes, width, height, &self.palette.concat()).map_err(fault)?;
        encoder.set_repeat(Repeat::Infinite).map_err(fault)?;
        for frame in &self.frames {
            encoder.write_frame(frame).map_err(fault)?;
        }
        drop(encoder);
        Ok(bytes)
    }

    /// The index of a colour, which the palette takes while it has room.
    fn index(&mut self, color: Rgb) -> u8 {
        if let Some(&index) = self.indices.get(&color) {
            return index;
        }
        let index = if self.palette.len() < PALETTE {
            self.palette.push(color);
            (self.palette.len() - 1) as u8
        } else {
            nearest(&self.palette[1..], color) + 1 // the first is no colour
        };
        self.indices.insert(color, index);
        index
    }
}

/// The smallest rectangle with all that changed.
struct Changed {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Changed {
    /// Nothing if two pictures are the same.
    fn between(before: &[u8], after: &[u8], width: usize) -> Option<Self> {
        let rows = before.chunks_exact(width).zip(after.chunks_exact(width)).enumerate();
        let mut changed: Option<Self> = None;
        for (row, (before, after)) in rows {
            let differs = |place: &usize| before[*place] != after[*place];
            let Some(left) = (0..width).find(differs) else { continue };
            let right = (left..width).rfind(differs).unwrap_or(left) + 1;
            let all = changed.get_or_insert(Self { left, top: row, right, bottom: row });
            all.left = all.left.min(left);
            all.right = all.right.max(right);
            all.bottom = row + 1;
        }
        changed
    }

    /// The pixels of a picture in it.
    fn pixels<'a>(&self, picture: &'a [u8], width: usize) -> impl Iterator<Item = u8> + 'a {
        let (left, right) = (self.left, self.right);
        let rows = picture.chunks_exact(width).take(self.bottom).skip(self.top);
        rows.flat_map(move |row| &row[left..right]).copied()
    }

    /// Leaves out the pixels that are as in the picture before.
    fn leave_out(&self, pixels: &mut [u8], before: &[u8], width: usize) {
        for (pixel, before) in pixels.iter_mut().zip(self.pixels(before, width)) {
            if *pixel == before {
                *pixel = UNCHANGED;
            }
        }
    }

    fn frame(&self, picture: &[u8], width: usize, time: u16) -> Frame<'static> {
        let pixels: Vec<u8> = self.pixels(picture, width).collect();
        // All of them are below the size of the picture, which is 16 bits.
        let narrow = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
        Frame {
            delay: time,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: narrow(self.left),
            top: narrow(self.top),
            width: narrow(self.right - self.left),
            height: narrow(self.bottom - self.top),
            buffer: pixels.into(),
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = [255, 0, 0];
    const BLUE: Rgb = [0, 0, 255];

    /// What a reader of the GIF sees: each picture whole, with its time.
    fn played(bytes: &[u8]) -> Vec<(Vec<Rgb>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                if pixel[3] == 0 {
                    continue;
                }
                let columns = usize::from(frame.width);
                let at = (top + index / columns) * width + left + index % columns;
                screen[at].copy_from_slice(&pixel[..3]);
            }
            pictures.push((screen.clone(), frame.delay));
        }
        pictures
    }

    #[test]
    fn what_is_played_is_what_was_shown() {
        let mut pictures = vec![vec![RED; 12]; 3];
        pictures[1][5] = BLUE;
        pictures[2][5] = BLUE;
        pictures[2][11] = [1, 2, 3];
        let mut film = Film::new((4, 3)).unwrap();
        pictures.iter().for_each(|picture| film.show(picture, 7).unwrap());
        let played = played(&film.finish().unwrap());
        assert_eq!(played, pictures.into_iter().map(|picture| (picture, 7)).collect::<Vec<_>>());
    }

    #[test]
    fn the_same_picture_again_is_one_picture_for_longer() {
        let mut film = Film::new((2, 1)).unwrap();
        (0..3).for_each(|_| film.show(&[RED, BLUE], 5).unwrap());
        assert_eq!(played(&film.finish().unwrap()), [(vec![RED, BLUE], 15)]);
    }

    #[test]
    fn a_colour_too_many_takes_the_nearest() {
        let mut film = Film::new((256, 1)).unwrap();
        let mut pixels: Vec<Rgb> = (0..255).map(|shade| [shade, 0, 0]).collect();
        pixels.push([7, 1, 0]);
        film.show(&pixels, 1).unwrap();
        let played = played(&film.finish().unwrap());
        assert_eq!(played[0].0[255], [7, 0, 0]);
        assert_eq!(played[0].0[..255], pixels[..255]);
    }
}
