//! Pictures as the tests see them: decoded, pixel by pixel.

/// A decoded picture.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn decode(bytes: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(bytes);
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG header");
        let mut data = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut data).expect("PNG data");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        let pixels = data[..info.buffer_size()].chunks_exact(3);
        let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }
}

pub(crate) const WHITE: [u8; 3] = [0xff; 3];
/// Colors that only data have: a bar within the band, above it, below it.
pub(crate) const WITHIN: [u8; 3] = [0xad, 0xb2, 0xb8];
pub(crate) const ABOVE: [u8; 3] = [0xe1, 0x74, 0x5c];
pub(crate) const BELOW: [u8; 3] = [0x52, 0x9e, 0xe1];

/// The number of pixels of a color below the legend, which ends above row 160.
pub(crate) fn area(picture: &Picture, color: [u8; 3]) -> usize {
    picture.pixels[160 * picture.width..].iter().filter(|pixel| **pixel == color).count()
}
