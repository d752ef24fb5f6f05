//! The sheet of numbered cards: a row for each step.

use plotters::style::text_anchor::HPos;

use super::{StepRow, StepTrack, Steps};
use crate::{
    chart::PlotPlan,
    color::{INK, MUTED, RULE},
    error::Drawn,
    frame::{Header, LABEL, MARGIN, NOTE},
    shapes::{ink, stroke, write},
    sheet::{Area, PX},
    steps::scene::{CARD_HEIGHT, card_step, draw_faces},
    text,
};

/// From one row to the next, and from the name of a shuffle to its first row.
const ROW: i32 = 58 * PX;
const NAME: i32 = 44 * PX;
/// Between a label and the first card, and between two shuffles.
const GAP: i32 = 18 * PX;
const APART: i32 = 56 * PX;
/// The narrowest picture, so that its title has room.
const NARROWEST: i32 = 560 * PX;
/// From the edge of a card down to the line between the two that were swapped, and the ends of that line.
const BELOW: i32 = 9 * PX;
const HOOK: i32 = 5 * PX;

/// A shuffle that has its place on the sheet.
struct Column<'a> {
    track: &'a StepTrack,
    left: i32,
    labels: i32,
    card: i32,
}

impl Column<'_> {
    fn cards(&self) -> i32 {
        self.left + self.labels + GAP
    }

    fn right(&self) -> i32 {
        self.cards() + self.card * self.track.start.len() as i32
    }
}

pub(super) fn plan(steps: &Steps) -> PlotPlan<'_> {
    let card = card_step(steps.cards(), steps.base);
    let mut columns: Vec<Column<'_>> = Vec::new();
    for track in &steps.tracks {
        let left = columns.last().map_or(MARGIN, |last| last.right() + APART);
        let labels = track.steps.iter().map(|step| step.label.as_str()).chain(["start"]);
        columns.push(Column { track, left, labels: text::widest(labels, NOTE), card });
    }
    let width = columns.last().map_or(0, Column::right).max(NARROWEST) + MARGIN;
    let header = Header::new(&steps.title, &steps.subtitle, width);
    let top = header.height();
    let height = top + NAME + ROW * (steps.rows() as i32 + 1) + MARGIN / 2;
    let draw = move |sheet: &Area<'_>| {
        header.draw(sheet)?;
        columns.iter().try_for_each(|column| draw_column(sheet, column, steps, top))
    };
    PlotPlan { size: (width, height), draw: Box::new(draw) }
}

fn draw_column(sheet: &Area<'_>, column: &Column<'_>, steps: &Steps, top: i32) -> Drawn {
    let name = (column.cards(), top + NAME / 2);
    write(sheet, &column.track.title, name, &ink(LABEL, INK, HPos::Left))?;
    (0..=column.track.steps.len()).try_for_each(|step| {
        let top = top + NAME + ROW * step as i32;
        draw_row(sheet, column, steps.base, &column.track.row(step), top)
    })
}

fn draw_row(sheet: &Area<'_>, column: &Column<'_>, base: u32, step: &StepRow, top: i32) -> Drawn {
    let middle = top + CARD_HEIGHT / 2;
    let label = (column.left + column.labels, middle);
    write(sheet, &step.label, label, &ink(NOTE, MUTED, HPos::Right))?;
    draw_faces(sheet, step, base, (column.cards(), top), column.card)?;
    match step.marked[..] {
        [a, b] if a != b => {
            draw_swap(sheet, column, (a.min(b), a.max(b)), top + CARD_HEIGHT + BELOW)
        }
        _ => Ok(()),
    }
}

/// A line from the one to the other of two cards that were swapped.
fn draw_swap(sheet: &Area<'_>, column: &Column<'_>, (a, b): (usize, usize), y: i32) -> Drawn {
    let middle = |place: usize| column.cards() + column.card * place as i32 + column.card / 2;
    let (left, right) = (middle(a), middle(b));
    stroke(sheet, [(left, y - HOOK), (left, y)], RULE, PX)?;
    stroke(sheet, [(right, y - HOOK), (right, y)], RULE, PX)?;
    stroke(sheet, [(left, y), (right, y)], RULE, PX)
}
