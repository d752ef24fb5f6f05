//! Rows one below the other along one horizontal axis, with a name left of each: the frame of dots and bars.

use plotters::style::text_anchor::HPos;

use crate::{
    axis::{Axis, Scale},
    color::{INK, PAPER},
    error::Drawn,
    frame::{Frame, GAP, LABEL, MARGIN, NOTE, Panel, TICK, name},
    shapes::{fill, ink},
    sheet::PX,
    text::{self, line},
};

const ROW: i32 = 31 * PX;
/// White above the first row and below the last.
const PAD: i32 = 6 * PX;

/// The left edge of a panel whose rows have these names.
pub(crate) fn left<'a>(names: impl IntoIterator<Item = &'a str>, widest: i32) -> i32 {
    MARGIN + text::widest(names, LABEL).min(widest) + GAP + TICK
}

/// The height of this number of rows.
pub(crate) fn height(rows: usize) -> i32 {
    2 * PAD + ROW * rows as i32
}

/// The frame of this number of rows below `top`.
pub(crate) fn frame(rows: usize, x: Axis, (left, right): (i32, i32), top: i32) -> Frame {
    let corners = [(left, top), (right, top + height(rows))];
    let y = Axis::new(Scale::Linear, (1.0, 0.0), Vec::new());
    Frame { grid: (false, true), ..Frame::new(corners, x, y) }
}

/// The middle of row `index`.
pub(crate) fn middle(panel: &Panel<'_>, index: usize) -> i32 {
    panel.corners[0].1 + PAD + ROW * index as i32 + ROW / 2
}

/// Writes the name of row `index` left of the panel.
pub(crate) fn write_name(panel: &Panel<'_>, index: usize, words: &str) -> Drawn {
    let x = panel.corners[0].0 - GAP - TICK;
    name(&panel.sheet, words, (x, middle(panel, index)), (LABEL, INK, HPos::Right), x - MARGIN)
}

/// Writes on a row with no grid behind the words, which end or begin at `x` and take no more than `room`.
pub(crate) fn write_over(
    panel: &Panel<'_>,
    words: &str,
    (x, y): (i32, i32),
    (em, color, end): (f64, plotters::style::RGBColor, HPos),
    room: i32,
) -> Drawn {
    let (words, em) = text::one_line(words, em, room);
    let width = text::width(&words, em);
    if width == 0 {
        return Ok(());
    }
    let left = if matches!(end, HPos::Right) { x - width } else { x };
    let (half, white) = (line(NOTE) / 2, 4 * PX);
    fill(&panel.sheet, [(left - white, y - half), (left + width + white, y + half)], PAPER)?;
    panel.write(&words, (x, y), &ink(em, color, end))
}
