//! Pictures into an animated GIF: one palette, and of each picture only the pixels that changed.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::{
    error::PlotError,
    png::{Rgb, nearest},
    sheet::fault,
};

/// Colors of a palette.
const PALETTE: usize = 256;
/// The index of what shows the picture before: pixels that did not change, whose long runs are compressed well.
const UNCHANGED: u8 = 0;

/// Pictures in a row, each for some time.
pub(crate) struct Film {
    size: (u16, u16),
    palette: Vec<Rgb>,
    /// The index of each color in the palette, or of the nearest in it.
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

    /// Adds a picture that is shown for `time` hundredths of a second.
    pub(crate) fn show(&mut self, pixels: &[Rgb], time: u16) -> Result<(), PlotError> {
        if pixels.len() != usize::from(self.size.0) * usize::from(self.size.1) {
            return Err(fault("a picture of the film has another size"));
        }
        // Most pixels are as the one to their left.
        let mut left: Option<(Rgb, u8)> = None;
        let index = |&color: &Rgb| match left {
            Some((same, index)) if same == color => index,
            _ => left.insert((color, self.index(color))).1,
        };
        let picture: Vec<u8> = pixels.iter().map(index).collect();
        if picture == self.last
            && let Some(frame) = self.frames.last_mut()
        {
            // The same picture for longer.
            frame.delay = frame.delay.saturating_add(time);
            return Ok(());
        }
        let mut pixels = picture.clone();
        let pairs = pixels.iter_mut().zip(&self.last).filter(|(now, before)| *now == *before);
        pairs.for_each(|(pixel, _)| *pixel = UNCHANGED);
        self.frames.push(Frame {
            delay: time,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            width: self.size.0,
            height: self.size.1,
            buffer: pixels.into(),
            ..Frame::default()
        });
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

    /// The index of a color, which the palette takes while it has room.
    fn index(&mut self, color: Rgb) -> u8 {
        if let Some(&index) = self.indices.get(&color) {
            return index;
        }
        let index = if self.palette.len() < PALETTE {
            self.palette.push(color);
            (self.palette.len() - 1) as u8
        } else {
            nearest(&self.palette[1..], color) + 1 // the first is no color
        };
        self.indices.insert(color, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = [255, 0, 0];
    const BLUE: Rgb = [0, 0, 255];

    /// The pictures that a reader of the GIF sees, each whole and with its time.
    fn played(bytes: &[u8]) -> Vec<(Vec<Rgb>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let mut screen = Vec::new();
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let pixels = frame.buffer.as_chunks::<4>().0;
            screen.resize(pixels.len(), [0; 3]);
            for (shown, &[red, green, blue, alpha]) in screen.iter_mut().zip(pixels) {
                if alpha > 0 {
                    *shown = [red, green, blue];
                }
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
    fn a_color_too_many_takes_the_nearest() {
        let mut film = Film::new((256, 1)).unwrap();
        let mut pixels: Vec<Rgb> = (0..255).map(|shade| [shade, 0, 0]).collect();
        pixels.push([7, 1, 0]);
        film.show(&pixels, 1).unwrap();
        let played = played(&film.finish().unwrap());
        assert_eq!(played[0].0[255], [7, 0, 0]);
        assert_eq!(played[0].0[..255], pixels[..255]);
    }
}
