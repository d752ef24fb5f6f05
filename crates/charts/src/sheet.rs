#![doc = include_str!("sheet.md")]

pub(crate) use crate::{error::fault, sizes::PX};

use std::{fmt::Display, io};

use plotters::{
    coord::Shift,
    prelude::*,
    style::{
        TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};

#[cfg(target_family = "wasm")]
use crate::no_bitmaps::Bitmap;
#[cfg(not(target_family = "wasm"))]
use plotters::prelude::BitMapBackend as Bitmap;

use crate::{
    color::PAPER,
    error::{Drawn, PlotError},
    png::{self, Rgb},
    text,
};

/// All of a sheet, or a part of it.
pub(crate) type Area<'a> = DrawingArea<Sheet<'a>, Shift>;

/// A backend of plotters.
pub(crate) enum Sheet<'a> {
    /// Becomes a PNG.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "nothing draws it there"))]
    Pixels(Bitmap<'a>),
    /// Becomes an SVG, whose text stays text.
    Shapes(SVGBackend<'a>),
}

type Answer = Result<(), DrawingErrorKind<io::Error>>;

/// Calls a method of whichever backend it is.
macro_rules! delegate {
    ($sheet:expr, $method:ident($($argument:expr),*)) => {
        match $sheet {
            Sheet::Pixels(backend) => backend.$method($($argument),*).map_err(io_error),
            Sheet::Shapes(backend) => backend.$method($($argument),*).map_err(io_error),
        }
    };
}

fn io_error(error: impl Display) -> DrawingErrorKind<io::Error> {
    DrawingErrorKind::DrawingError(io::Error::other(error.to_string()))
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Pixels(backend) => backend.get_size(),
            Self::Shapes(backend) => backend.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Answer {
        delegate!(self, ensure_prepared())
    }

    fn present(&mut self) -> Answer {
        delegate!(self, present())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Answer {
        delegate!(self, draw_pixel(at, color))
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Answer {
        let width = style.stroke_width() as i32;
        let across = |at: i32| (snapped(at * 2 - width, 2 * PX), width);
        if from.1 == to.1 {
            let (top, height) = across(from.1);
            self.draw_rect((from.0.min(to.0), top), (from.0.max(to.0), top + height), style, true)
        } else if from.0 == to.0 {
            let (left, width) = across(from.0);
            self.draw_rect((left, from.1.min(to.1)), (left + width, from.1.max(to.1)), style, true)
        } else {
            match self {
                Self::Pixels(backend) => slope(backend, (from, to), style),
                Self::Shapes(backend) => backend.draw_line(from, to, style).map_err(io_error),
            }
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Answer {
        let snap = |(x, y)| (snapped(2 * x, 2 * PX), snapped(2 * y, 2 * PX));
        let (from, to) = (snap(upper_left), snap(lower_right));
        if from.0 >= to.0 || from.1 >= to.1 {
            return Ok(());
        }
        delegate!(self, draw_rect(from, to, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Answer {
        let path: Vec<_> = path.into_iter().collect();
        match (path.as_slice(), &mut *self) {
            (&[from, to], _) => self.draw_line(from, to, style),
            (_, Self::Shapes(backend)) => backend.draw_path(path, style).map_err(io_error),
            (path, Self::Pixels(_)) => {
                path.windows(2).try_for_each(|ends| self.draw_line(ends[0], ends[1], style))
            }
        }
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Answer {
        delegate!(self, draw_circle(center, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Answer {
        delegate!(self, fill_polygon(corners, style))
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        words: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Answer {
        let (em, turn) = (style.size() / SVG_EM, style.transform());
        let down = (em * text::baseline(style.anchor().v_pos)).round() as i32;
        match self {
            Self::Pixels(backend) => {
                let start = match style.anchor().h_pos {
                    HPos::Left => 0.0,
                    HPos::Center => -0.5,
                    HPos::Right => -1.0,
                };
                text::rasterize(words, em, start, |along, below, share| {
                    let (right, below) = turn.transform(along, down + below);
                    let color = style.color();
                    let color = BackendColor { alpha: soft(share.into()), ..color };
                    backend.draw_pixel((x + right, y + below), color).map_err(io_error)
                })
            }
            Self::Shapes(_) if words.is_empty() => Ok(()),
            Self::Shapes(backend) => {
                // The baseline stands 0.76 em below the top.
                let (right, below) = turn.transform(0, down - (em * 0.76).round() as i32);
                let top = Pos::new(style.anchor().h_pos, VPos::Top);
                let font = (FAMILY, style.size()).into_font().transform(turn);
                let style = TextStyle { color: style.color(), ..TextStyle::from(font) }.pos(top);
                backend.draw_text(words, &style, (x + right, y + below)).map_err(io_error)
            }
        }
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        words: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<io::Error>> {
        let em = style.size() / SVG_EM;
        Ok((text::width(words, em).unsigned_abs(), em.ceil() as u32))
    }
}

/// Draws a line with round ends: each coordinate takes the share of it that the line covers.
fn slope<S: BackendStyle>(
    backend: &mut Bitmap<'_>,
    (from, to): (BackendCoord, BackendCoord),
    style: &S,
) -> Answer {
    let half = f64::from(style.stroke_width()) / 2.0;
    let reach = half.ceil() as i32 + 1;
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx * dx + dy * dy;
    for y in from.1.min(to.1) - reach..=from.1.max(to.1) + reach {
        for x in from.0.min(to.0) - reach..=from.0.max(to.0) + reach {
            let (right, below) = (f64::from(x - from.0), f64::from(y - from.1));
            let along = ((right * dx + below * dy) / length).clamp(0.0, 1.0);
            let (right, below) = (right - along * dx, below - along * dy);
            let share = half + 0.5 - (right * right + below * below).sqrt();
            if share > 0.0 {
                let color = BackendColor { alpha: soft(share), ..style.color() };
                backend.draw_pixel((x, y), color).map_err(io_error)?;
            }
        }
    }
    Ok(())
}

/// One of five strengths of ink: few enough for a palette, and sixteen in a pixel.
fn soft(share: f64) -> f64 {
    (share.min(1.0) * 4.0).round() / 4.0
}

/// A place in parts of a coordinate, `parts` of them a pixel, moved to the nearest edge of a pixel.
fn snapped(place: i32, parts: i32) -> i32 {
    (place + parts / 2).div_euclid(parts) * PX
}

/// The font family that an SVG asks for: the bitmaps' font, or one that is no wider.
pub(crate) const FAMILY: &str = "Open Sans, Helvetica, Arial, sans-serif";
/// plotters writes sizes into an SVG divided by this.
pub(crate) const SVG_EM: f64 = 1.24;

/// The drawing of a picture. Not generic: otherwise each caller would compile the whole drawing code again.
pub(crate) type Drawing<'a> = dyn Fn(&Area<'_>) -> Drawn + 'a;

/// Draws on a white sheet of this size in pixels and encodes it as a PNG.
pub(crate) fn to_png(size: (u32, u32), draw: &Drawing<'_>) -> Result<Vec<u8>, PlotError> {
    png::encode(&to_pixels(size, draw)?, size)
}

/// Draws on a white sheet of this size and returns its pixels, row by row.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn to_pixels(size: (u32, u32), draw: &Drawing<'_>) -> Result<Vec<Rgb>, PlotError> {
    let (width, height) = (size.0 * PX as u32, size.1 * PX as u32);
    let mut fine = vec![0; 3 * width as usize * height as usize];
    let backend = Bitmap::with_buffer(&mut fine, (width, height));
    finish(Sheet::Pixels(backend), draw)?;
    Ok(png::averaged::<{ PX as usize }>(&fine, width as usize))
}

#[cfg(target_family = "wasm")]
pub(crate) fn to_pixels(_: (u32, u32), _: &Drawing<'_>) -> Result<Vec<Rgb>, PlotError> {
    Err(PlotError::NoBitmaps)
}

/// Draws on a white sheet of this size in pixels as an SVG.
pub(crate) fn to_svg(size: (u32, u32), draw: &Drawing<'_>) -> Result<String, PlotError> {
    let (width, height) = (size.0 * PX as u32, size.1 * PX as u32);
    let mut svg = String::new();
    finish(Sheet::Shapes(SVGBackend::with_string(&mut svg, (width, height))), draw)?;
    // The view stays in coordinates; it is shown in pixels. Joints are round, as on a bitmap.
    let view = format!("width=\"{width}\" height=\"{height}\"");
    let round = "stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    let shown = format!("width=\"{}\" height=\"{}\" {round}", size.0, size.1);
    Ok(svg.replacen(&view, &shown, 1))
}

fn finish(sheet: Sheet<'_>, draw: &Drawing<'_>) -> Drawn {
    let area = sheet.into_drawing_area();
    area.fill(&PAPER).map_err(fault)?;
    draw(&area)?;
    area.present().map_err(fault)
}
