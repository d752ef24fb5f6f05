//! The legend: the meaning of lines, fields and dots.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    color::{INK, PAPER},
    error::Drawn,
    frame::{DOT, HOLE, NOTE},
    shapes::{bound, dashes, disc, fill, ink, stroke, write},
    sheet::{Area, PX},
    text,
};

/// One entry of a legend.
#[derive(Clone, Copy)]
pub(crate) enum Key {
    Field(RGBColor),
    Line(RGBColor),
    Dashes(RGBColor),
    Dot(RGBColor),
    Ring(RGBColor),
    /// A ring with an arrow to the left.
    Bound(RGBColor),
}

/// The widest label.
const WIDEST: i32 = 640 * PX;
/// The height of a row, and of the white around all of them.
const ROW: i32 = 30 * PX;
const WHITE: i32 = 10 * PX;
/// The width of a key, from its start to the start of its label.
const KEY: i32 = 26 * PX;
const TO_LABEL: i32 = 35 * PX;
/// White between entries.
const BETWEEN: i32 = 32 * PX;

/// Entries in as many rows as they need.
pub(crate) struct Legend {
    /// Each entry with its distance from the left and its row.
    entries: Vec<(Key, String, i32, i32)>,
    rows: i32,
}

impl Legend {
    /// Lays out entries side by side, in `room`.
    pub(crate) fn new(keys: Vec<(Key, String)>, room: i32) -> Self {
        let (mut entries, mut x, mut row) = (Vec::new(), 0, 0);
        for (key, words) in keys {
            let words = text::wrap(&words, NOTE, WIDEST, 1).pop().unwrap_or_default();
            let width = TO_LABEL + text::width(&words, NOTE);
            if x > 0 && x + width > room {
                (x, row) = (0, row + 1);
            }
            entries.push((key, words, x, row));
            x += width + BETWEEN;
        }
        Self { rows: row + 1, entries }
    }

    pub(crate) fn height(&self) -> i32 {
        WHITE + self.rows * ROW
    }

    /// Draws it with its upper left corner at `left` and `top`.
    pub(crate) fn draw(&self, sheet: &Area<'_>, (left, top): (i32, i32)) -> Drawn {
        for (key, words, x, row) in &self.entries {
            let (x, y) = (left + x, top + row * ROW + ROW / 2);
            let ends = [(x, y), (x + KEY, y)];
            let middle = (x + KEY / 2, y);
            match *key {
                Key::Field(color) => {
                    fill(sheet, [(x, y - 8 * PX), (x + KEY, y + 9 * PX)], color)?;
                }
                Key::Line(color) => stroke(sheet, ends, color, 2 * PX)?,
                Key::Dashes(color) => dashes(sheet, ends, color)?,
                Key::Dot(color) => disc(sheet, middle, DOT, color)?,
                Key::Ring(color) => {
                    disc(sheet, middle, DOT, color)?;
                    disc(sheet, middle, HOLE, PAPER)?;
                }
                Key::Bound(color) => bound(sheet, (x + KEY - DOT, y), color)?,
            }
            write(sheet, words, (x + TO_LABEL, y), &ink(NOTE, INK, HPos::Left))?;
        }
        Ok(())
    }
}
