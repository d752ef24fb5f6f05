//! The legend: what lines, fields and dots mean.

use plotters::style::RGBColor;

use crate::canvas::{Area, Canvas, Style};
use crate::color::{INK, PAPER};
use crate::error::PlotError;
use crate::frame::{DOT, HOLE, NOTE};
use crate::mask::Mask;
use crate::text;

/// One entry of a legend.
pub(super) enum Key {
    Field(RGBColor),
    Line(RGBColor),
    Dashes(RGBColor),
    Dot(RGBColor),
    Ring(RGBColor),
}

/// The widest label that comes from outside.
const WIDEST: i32 = 420;

/// A label that comes from outside: cut where it leaves no room for the others.
pub(super) fn label(words: &str) -> String {
    text::wrap(words, NOTE, WIDEST, 1).pop().unwrap_or_default()
}

/// The height of a legend.
pub(super) const LEGEND: i32 = 40;

/// Writes a legend in one row, from `left`, in the middle of the [`LEGEND`] pixels below `top`.
pub(super) fn legend(
    canvas: &Canvas<'_>,
    (left, top): (i32, i32),
    keys: &[(Key, String)],
) -> Result<(), PlotError> {
    let (mut x, y) = (left, top + LEGEND / 2 - 4);
    for (key, words) in keys {
        let field = Area { left: x, right: x + 26, top: y - 8, bottom: y + 9 };
        match *key {
            Key::Field(color) => canvas.fill(field, color)?,
            Key::Line(color) => canvas.fill(Area { top: y - 1, bottom: y + 1, ..field }, color)?,
            Key::Dashes(color) => canvas.dashes((x, x + 26), y, color)?,
            Key::Dot(color) => disc(canvas, field, DOT, color)?,
            Key::Ring(color) => {
                disc(canvas, field, DOT, color)?;
                disc(canvas, field, HOLE, PAPER)?;
            }
        }
        canvas.text(words, (x + 35, y), Style::new(NOTE, INK))?;
        x += 35 + text::width(words, NOTE) + 32;
    }
    Ok(())
}

fn disc(canvas: &Canvas<'_>, field: Area, radius: f64, color: RGBColor) -> Result<(), PlotError> {
    let (left, top) = (f64::from(field.left), f64::from(field.top));
    let mut mask = Mask::new(field);
    mask.disc((left + 13.0, top + 8.0), radius);
    mask.draw(canvas, color)
}
