//! The elements of a picture: texts, rectangles, lines and discs, at places on the sheet.

use plotters::{
    element::{Circle, DashedPathElement, PathElement, Rectangle},
    style::{
        Color, FontTransform, IntoFont, RGBColor, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use crate::{
    color::PAPER,
    error::Drawn,
    sheet::{Area, FAMILY, PX, SVG_EM, fault},
    sizes::{DOT, HOLE},
};

/// Two corners of a rectangle, or the ends of a line.
pub(crate) type Corners = [(i32, i32); 2];

/// The length of an arrow, and how far its head reaches back, and up and down.
pub(crate) const ARROW: i32 = 24 * PX;
pub(crate) const HEAD: (i32, i32) = (8 * PX, 5 * PX);
pub(crate) const LINE: i32 = 2 * PX;

/// The style of a text next to its point; the point is halfway up its capitals.
pub(crate) fn ink(em: f64, color: RGBColor, end: HPos) -> TextStyle<'static> {
    let style = TextStyle::from((FAMILY, em * SVG_EM).into_font());
    TextStyle { color: color.to_backend_color(), ..style }.pos(Pos::new(end, VPos::Center))
}

/// The same for a text that runs upwards.
pub(crate) fn upward(em: f64, color: RGBColor, end: HPos) -> TextStyle<'static> {
    ink(em, color, end).transform(FontTransform::Rotate270)
}

pub(crate) fn write(area: &Area<'_>, words: &str, at: (i32, i32), style: &TextStyle<'_>) -> Drawn {
    area.draw_text(words, style, at).map_err(fault)
}

pub(crate) fn fill(area: &Area<'_>, corners: Corners, color: RGBColor) -> Drawn {
    area.draw(&Rectangle::new(corners, color.filled())).map_err(fault)
}

pub(crate) fn stroke(area: &Area<'_>, ends: Corners, color: RGBColor, width: i32) -> Drawn {
    area.draw(&PathElement::new(ends.to_vec(), color.stroke_width(width as u32))).map_err(fault)
}

/// Draws dashes one pixel wide.
pub(crate) fn dashes(area: &Area<'_>, ends: Corners, color: RGBColor) -> Drawn {
    let style = color.stroke_width(PX as u32);
    area.draw(&DashedPathElement::new(ends, 7 * PX, 5 * PX, style)).map_err(fault)
}

pub(crate) fn disc(area: &Area<'_>, center: (i32, i32), radius: i32, color: RGBColor) -> Drawn {
    area.draw(&Circle::new(center, radius, color.filled())).map_err(fault)
}

/// The head of an arrow at a point; it reaches back by `back`.
pub(crate) fn arrow(sheet: &Area<'_>, (x, y): (i32, i32), back: i32, color: RGBColor) -> Drawn {
    [-HEAD.1, HEAD.1]
        .into_iter()
        .try_for_each(|side| stroke(sheet, [(x + back, y + side), (x, y)], color, LINE))
}

/// A ring with an arrow to the left: an upper bound.
pub(crate) fn bound(sheet: &Area<'_>, (x, y): (i32, i32), color: RGBColor) -> Drawn {
    stroke(sheet, [(x - ARROW, y), (x, y)], color, LINE)?;
    arrow(sheet, (x - ARROW, y), HEAD.0, color)?;
    disc(sheet, (x, y), DOT, color)?;
    disc(sheet, (x, y), HOLE, PAPER)
}
