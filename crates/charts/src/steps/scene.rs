//! One deck: its cards, or its bars.

use plotters::style::{RGBColor, text_anchor::HPos};

use super::StepRow;
use crate::{
    color::{INK, PLACED, RULE, TINTED, UNPLACED, card_color},
    error::Drawn,
    frame::LABEL,
    shapes::{fill, ink, stroke, write},
    sheet::{Area, PX},
    text,
};

/// The height of a card, and the white space between two.
pub(super) const CARD_HEIGHT: i32 = 40 * PX;
const BETWEEN: i32 = 6 * PX;
/// A card is at least so wide, and has so much white around its number.
const CARD_WIDTH: i32 = 32 * PX;
const PAD: i32 = 12 * PX;
/// The height of a row of bars in an animation, and of the shortest bar in it.
pub(super) const BARS: i32 = 110 * PX;
const SHORTEST: f64 = 0.06;

/// The distance between the left edges of two cards, with space for the highest number.
pub(super) fn card_step(cards: usize, base: u32) -> i32 {
    let highest = (cards as u32 + base).saturating_sub(1).to_string();
    CARD_WIDTH.max(text::width(&highest, LABEL) + PAD) + BETWEEN
}

/// Draws the cards of a deck side by side.
pub(super) fn draw_faces(
    sheet: &Area<'_>,
    row: &StepRow,
    base: u32,
    (left, top): (i32, i32),
    step: i32,
) -> Drawn {
    for (place, &card) in row.deck.iter().enumerate() {
        let is_marked = row.marked.contains(&place);
        let face = CardFace { number: card + base, is_placed: row.placed[place], is_marked };
        face.draw(sheet, (left + step * place as i32, top), step)?;
    }
    Ok(())
}

/// The face of a card.
struct CardFace {
    number: u32,
    is_placed: bool,
    is_marked: bool,
}

impl CardFace {
    /// Draws the card whose slot begins at a point.
    fn draw(&self, sheet: &Area<'_>, (left, top): (i32, i32), step: i32) -> Drawn {
        let left = left + BETWEEN / 2;
        let (right, bottom) = (left + step - BETWEEN, top + CARD_HEIGHT);
        let tint = if self.is_placed { TINTED.1 } else { TINTED.0 };
        fill(sheet, [(left, top), (right, bottom)], tint)?;
        let (color, width) = if self.is_marked { (INK, 3 * PX) } else { (RULE, PX) };
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        for ends in corners.windows(2) {
            stroke(sheet, [ends[0], ends[1]], color, width)?;
        }
        let middle = ((left + right) / 2, (top + bottom) / 2);
        write(sheet, &self.number.to_string(), middle, &ink(LABEL, INK, HPos::Center))
    }
}

/// One of the two rows of bars.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BarRow {
    /// Colored by card.
    Mixing,
    /// Blue, and red once placed.
    Placed,
}

impl BarRow {
    pub(super) const ALL: [Self; 2] = [Self::Mixing, Self::Placed];

    /// The color of a card's bar.
    pub(super) fn color(self, card: u32, cards: usize, is_placed: bool) -> RGBColor {
        match self {
            Self::Mixing => card_color(card as usize, cards),
            Self::Placed if is_placed => PLACED,
            Self::Placed => UNPLACED,
        }
    }
}

/// Draws the bar of a card, which stands on `bottom`; its height grows with its card.
pub(super) fn draw_bar(
    sheet: &Area<'_>,
    (left, right): (i32, i32),
    (bottom, height): (i32, i32),
    (card, cards): (u32, usize),
    color: RGBColor,
) -> Drawn {
    let share = SHORTEST + (1.0 - SHORTEST) * f64::from(card + 1) / cards as f64;
    let top = bottom - (f64::from(height / PX) * share).round() as i32 * PX;
    fill(sheet, [(left, top), (right, bottom)], color)
}

/// The width of a bar in whole pixels: as wide as `cards` bars allow, at least 2 pixels.
pub(super) fn bar_step(cards: usize, room: i32) -> i32 {
    (room / PX / cards.max(1) as i32).clamp(2, 24) * PX
}

/// White between bars, where there is room.
pub(super) fn gap(step: i32) -> i32 {
    if step >= 5 * PX { PX } else { 0 }
}
