//! A white sheet that takes rectangles and text, and becomes a PNG or an SVG.
//!
//! Every shape here is an upright rectangle on whole pixels: crisp at any zoom, and nothing is left to
//! rounding. Curves and discs, which need soft edges, are made in [`crate::mask`].

use std::collections::HashMap;

use plotters::coord::Shift;
use plotters::prelude::{
    BitMapBackend, Color, DrawingArea, DrawingBackend, FontTransform, IntoDrawingArea,
    IntoTextStyle, RGBColor, Rectangle, SVGBackend,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::color::PAPER;
use crate::error::PlotError;
use crate::text::{self, Align, Run};

/// A rectangle in pixels from the upper left corner; `right` and `bottom` are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    pub(super) fn width(self) -> i32 {
        self.right - self.left
    }

    pub(super) fn height(self) -> i32 {
        self.bottom - self.top
    }

    pub(super) fn middle(self) -> (i32, i32) {
        ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }
}

/// Strengths of ink at the edge of a letter or a curve: few enough for a PNG palette.
const INKS: f64 = 16.0;

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) em: f32,
    pub(super) color: RGBColor,
    pub(super) align: Align,
    pub(super) run: Run,
}

impl Style {
    /// Horizontal text that starts at its point.
    pub(super) const fn new(em: f32, color: RGBColor) -> Self {
        Self { em, color, align: Align::Start, run: Run::Across }
    }

    pub(super) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub(super) const fn upward(self) -> Self {
        Self { run: Run::Upward, ..self }
    }

    /// Smaller if need be, so that `text` takes no more than `room` pixels.
    pub(super) fn fitting(self, text: &str, room: i32) -> Self {
        Self { em: text::fitting(text, self.em, room), ..self }
    }
}

/// The sheet.
pub(super) struct Canvas<'a> {
    sheet: Sheet<'a>,
}

/// What it is made of.
enum Sheet<'a> {
    /// Pixels: text is set here, letter by letter.
    Pixels(DrawingArea<BitMapBackend<'a>, Shift>),
    /// Shapes: text stays text, and whoever shows it sets it.
    Shapes(DrawingArea<SVGBackend<'a>, Shift>),
}

/// What `plotters` takes for a size of 1 em: it writes sizes into an SVG divided by this.
const SVG_EM: f64 = 1.24;

impl Canvas<'_> {
    /// Fills a rectangle; one that is turned inside out or empty draws nothing.
    pub(super) fn fill(&self, area: Area, color: RGBColor) -> Result<(), PlotError> {
        if area.width() <= 0 || area.height() <= 0 {
            return Ok(());
        }
        let corners = [(area.left, area.top), (area.right, area.bottom)];
        let rectangle = Rectangle::new(corners, color.filled());
        match &self.sheet {
            Sheet::Pixels(area) => area.draw(&rectangle).map_err(fault),
            Sheet::Shapes(area) => area.draw(&rectangle).map_err(fault),
        }
    }

    /// Draws a line of one pixel just outside a rectangle.
    pub(super) fn outline(&self, area: Area, color: RGBColor) -> Result<(), PlotError> {
        let Area { left, top, right, bottom } = area;
        self.fill(Area { left: left - 1, right: right + 1, top: top - 1, bottom: top }, color)?;
        self.fill(
            Area { left: left - 1, right: right + 1, top: bottom, bottom: bottom + 1 },
            color,
        )?;
        self.fill(Area { left: left - 1, right: left, top, bottom }, color)?;
        self.fill(Area { left: right, right: right + 1, top, bottom }, color)
    }

    /// Draws a horizontal line of dashes, one pixel high.
    pub(super) fn dashes(
        &self,
        (left, right): (i32, i32),
        y: i32,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        strokes(left, right).try_for_each(|(left, right)| {
            self.fill(Area { left, right, top: y, bottom: y + 1 }, color)
        })
    }

    /// Draws a vertical line of dashes, one pixel wide.
    pub(super) fn dashes_down(
        &self,
        (top, bottom): (i32, i32),
        x: i32,
        color: RGBColor,
    ) -> Result<(), PlotError> {
        strokes(top, bottom).try_for_each(|(top, bottom)| {
            self.fill(Area { left: x, right: x + 1, top, bottom }, color)
        })
    }

    /// Writes a text at a point.
    pub(super) fn text(
        &self,
        text: &str,
        (x, y): (i32, i32),
        style: Style,
    ) -> Result<(), PlotError> {
        match &self.sheet {
            Sheet::Pixels(_) => {
                text::rasterize(text, style.em, style.align, style.run, |dx, dy, share| {
                    self.dab((x + dx, y + dy), style.color, f64::from(share))
                })
            }
            Sheet::Shapes(_) if text.is_empty() => Ok(()),
            Sheet::Shapes(area) => svg_text(area, text, (x, y), style),
        }
    }

    /// Writes a name at a point, smaller or cut if need be, so that it takes no more than `room` pixels.
    pub(super) fn name(
        &self,
        name: &str,
        at: (i32, i32),
        style: Style,
        room: i32,
    ) -> Result<(), PlotError> {
        let (name, em) = text::one_line(name, style.em, room);
        self.text(&name, at, Style { em, ..style })
    }

    /// Lays a share of ink on a pixel.
    pub(super) fn dab(
        &self,
        pixel: (i32, i32),
        color: RGBColor,
        share: f64,
    ) -> Result<(), PlotError> {
        let color = color.mix((share.clamp(0.0, 1.0) * INKS).round() / INKS);
        match &self.sheet {
            Sheet::Pixels(area) => area.draw_pixel(pixel, &color).map_err(fault),
            Sheet::Shapes(area) => area.draw_pixel(pixel, &color).map_err(fault),
        }
    }
}

/// Where the dashes of a line begin and end.
fn strokes(from: i32, to: i32) -> impl Iterator<Item = (i32, i32)> {
    (from..to).step_by(12).map(move |start| (start, (start + 7).min(to)))
}

/// Draws on a white sheet of the given size in pixels and encodes it.
pub(super) fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
) -> Result<Vec<u8>, PlotError> {
    let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
    {
        let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        finish(&area, Canvas { sheet: Sheet::Pixels(area.clone()) }, draw)?;
    }
    encode(&pixels, size)
}

/// Draws on a white sheet of the given size as an SVG.
pub(super) fn drawing(
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        finish(&area, Canvas { sheet: Sheet::Shapes(area.clone()) }, draw)?;
    }
    Ok(text)
}

/// Draws on an empty sheet, to the end.
fn finish<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    canvas: Canvas<'_>,
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
) -> Result<(), PlotError> {
    area.fill(&PAPER).map_err(fault)?;
    draw(&canvas)?;
    area.present().map_err(fault)
}

fn svg_text(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    text: &str,
    at: (i32, i32),
    style: Style,
) -> Result<(), PlotError> {
    let across = match style.align {
        Align::Start => HPos::Left,
        Align::Middle => HPos::Center,
        Align::End => HPos::Right,
    };
    let font = ("sans-serif", f64::from(style.em) * SVG_EM).into_text_style(area);
    let font = match style.run {
        Run::Across => font,
        Run::Upward => font.transform(FontTransform::Rotate270),
    };
    let font = font.color(&style.color).pos(Pos::new(across, VPos::Center));
    area.draw_text(text, &font, at).map_err(fault)
}

/// Encodes with a palette where there are at most 256 colours, a third of the size, else as RGB.
fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, PlotError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Best);
    encoder.set_filter(png::FilterType::NoFilter); // flat fields: filters only make them larger
    let indexed = indexed(pixels);
    let data = match &indexed {
        Some((palette, indices)) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette.as_slice());
            indices.as_slice()
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            pixels
        }
    };
    let mut writer = encoder.write_header().map_err(fault)?;
    writer.write_image_data(data).map_err(fault)?;
    writer.finish().map_err(fault)?;
    Ok(bytes)
}

/// The colours in the order in which they first appear, and each pixel as an index into them;
/// nothing if there are more than 256.
fn indexed(pixels: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut known: HashMap<&[u8], u8> = HashMap::new();
    let mut palette = Vec::new();
    let mut indices = Vec::with_capacity(pixels.len() / 3);
    for color in pixels.chunks_exact(3) {
        let index = match known.get(color) {
            Some(&index) => index,
            None => {
                let index = u8::try_from(known.len()).ok()?;
                known.insert(color, index);
                palette.extend_from_slice(color);
                index
            }
        };
        indices.push(index);
    }
    Some((palette, indices))
}

fn fault(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_of_no_size_is_an_error_not_a_panic() {
        assert!(matches!(picture((0, 0), |_| Ok(())), Err(PlotError::Draw(_))));
    }

    #[test]
    fn a_palette_takes_256_colours_and_no_more() {
        let colors = |count: u16| -> Vec<u8> {
            (0..count)
                .flat_map(|color| [color.to_le_bytes()[0], color.to_le_bytes()[1], 7])
                .collect()
        };
        let (palette, indices) = indexed(&colors(256)).expect("256 colours fit");
        assert_eq!((palette.len(), indices[255]), (3 * 256, 255));
        assert_eq!(indexed(&colors(257)), None);
    }
}
