//! The animation: each step of each shuffle in turn.

use plotters::style::text_anchor::HPos;

use super::{
    StepRow, StepStyle, StepTrack, Steps,
    scene::{BARS, BarRow, CARD_HEIGHT, bar_step, card_step, draw_bar, draw_faces, gap},
};
use crate::{
    color::{INK, MUTED},
    error::{Drawn, PlotError},
    frame::{Header, LABEL, MARGIN, NOTE},
    gif::Film,
    shapes::{fill, ink, write},
    sheet::{self, Area, PX},
    text,
};

/// The space for the bars of one deck, alone and next to other shuffles.
const ROOM: i32 = 640 * PX;
const ROOM_BESIDE: i32 = 420 * PX;
/// The name of a shuffle above its deck, and what was rolled below.
const NAME: i32 = 40 * PX;
const CAPTION: i32 = 40 * PX;
const BETWEEN: i32 = 14 * PX;
const APART: i32 = 48 * PX;
/// The narrowest picture, so that captions have room.
const NARROWEST: i32 = 420 * PX;

/// In hundredths of a second: all steps that move something together, one of them, one that moves nothing, and the first deck and the last.
const ALL: usize = 1_000;
const LONGEST: usize = 90;
const SHORTEST: usize = 5;
const STILL: u16 = 4;
const FIRST: u16 = 80;
const LAST: u16 = 300;
/// The most steps that are shown.
const MOST_SHOWN: usize = 300;

/// The animation of all shuffles, side by side.
pub(super) fn of(steps: &Steps) -> Result<Vec<u8>, PlotError> {
    let stage = Stage::new(steps);
    let mut film = Film::new(stage.pixels())?;
    let count = steps.rows();
    // A long shuffle shows only some steps, at equal distances.
    let stride = count.div_ceil(MOST_SHOWN).max(1);
    let moving = (1..=count).filter(|&step| stage.moves(step)).count().max(1);
    let pace = (ALL / moving).clamp(SHORTEST, LONGEST) as u16;
    film.show(&stage.draw(0)?, FIRST)?;
    for step in (1..=count).filter(|step| step % stride == 0 || *step == count) {
        let hold = match stage.moves(step) {
            _ if step == count => LAST,
            false if steps.style == StepStyle::Bars => STILL,
            _ => pace,
        };
        film.show(&stage.draw(step)?, hold)?;
    }
    film.finish()
}

/// A shuffle's place in the picture.
struct Column<'a> {
    track: &'a StepTrack,
    left: i32,
    /// From one place of the deck to the next.
    step: i32,
}

/// The parts that stay the same from picture to picture.
struct Stage<'a> {
    steps: &'a Steps,
    header: Header,
    columns: Vec<Column<'a>>,
    size: (i32, i32),
}

impl<'a> Stage<'a> {
    fn new(steps: &'a Steps) -> Self {
        let room = if steps.tracks.len() > 1 { ROOM_BESIDE } else { ROOM };
        let mut left = MARGIN;
        let mut columns = Vec::new();
        for track in &steps.tracks {
            let cards = track.start.len();
            let step = match steps.style {
                StepStyle::Cards => card_step(cards, steps.base),
                StepStyle::Bars => bar_step(cards, room),
            };
            columns.push(Column { track, left, step });
            let labels = track.steps.iter().map(|row| row.label.as_str());
            let caption = text::width(&caption(track.steps.len(), track.steps.len(), ""), NOTE);
            let words = caption + text::widest(labels, NOTE);
            left += (step * cards as i32).max(words).max(text::width(&track.title, LABEL)) + APART;
        }
        let width = (left - APART + MARGIN).max(NARROWEST);
        let header = Header::new(&steps.title, &steps.subtitle, width);
        let deck = match steps.style {
            StepStyle::Cards => BETWEEN + CARD_HEIGHT,
            StepStyle::Bars => 2 * (BARS + BETWEEN),
        };
        let height = header.height() + NAME + deck + CAPTION + MARGIN / 2;
        Self { steps, header, columns, size: (width, height) }
    }

    fn pixels(&self) -> (u32, u32) {
        let pixels = |side: i32| ((side + PX - 1) / PX).unsigned_abs();
        (pixels(self.size.0), pixels(self.size.1))
    }

    /// True if a step moves a card in any of the shuffles.
    fn moves(&self, step: usize) -> bool {
        self.columns.iter().any(|column| column.track.deck(step - 1) != column.track.deck(step))
    }

    /// The picture after a step.
    fn draw(&self, step: usize) -> Result<Vec<[u8; 3]>, PlotError> {
        sheet::to_pixels(self.pixels(), &|sheet| {
            self.header.draw(sheet)?;
            self.columns.iter().try_for_each(|column| self.draw_column(sheet, column, step))
        })
    }

    fn draw_column(&self, sheet: &Area<'_>, column: &Column<'_>, step: usize) -> Drawn {
        let Column { track, left, step: width } = *column;
        let top = self.header.height();
        write(sheet, &track.title, (left, top + NAME / 2), &ink(LABEL, INK, HPos::Left))?;
        let step = step.min(track.steps.len());
        let row = track.row(step);
        let words = caption(step, track.steps.len(), if step == 0 { "" } else { &row.label });
        let at = (left, self.size.1 - MARGIN / 2 - CAPTION / 2);
        write(sheet, &words, at, &ink(NOTE, MUTED, HPos::Left))?;
        match self.steps.style {
            StepStyle::Cards => {
                draw_faces(sheet, &row, self.steps.base, (left, top + NAME + BETWEEN), width)
            }
            StepStyle::Bars => draw_bars(sheet, column, &row, top + NAME + BARS),
        }
    }
}

fn caption(step: usize, of: usize, label: &str) -> String {
    match step {
        0 => format!("start, then {of} {}", if of == 1 { "step" } else { "steps" }),
        step if label.is_empty() => format!("step {step} of {of}"),
        step => format!("step {step} of {of}: {label}"),
    }
}

/// Two rows of bars, and a short line below each bar that was moved, unless all were.
fn draw_bars(sheet: &Area<'_>, column: &Column<'_>, row: &StepRow, bottom: i32) -> Drawn {
    let cards = row.deck.len();
    let sides = |place: usize| {
        let left = column.left + column.step * place as i32;
        (left, left + column.step - gap(column.step))
    };
    for (kind, bottom) in BarRow::ALL.into_iter().zip([bottom, bottom + BARS + BETWEEN]) {
        for (place, &card) in row.deck.iter().enumerate() {
            let color = kind.color(card, cards, row.placed[place]);
            draw_bar(sheet, sides(place), (bottom, BARS), (card, cards), color)?;
        }
        for &place in row.marked.iter().filter(|_| row.marked.len() <= 2) {
            let ((left, right), top) = (sides(place), bottom + 2 * PX);
            fill(sheet, [(left, top), (right, top + 3 * PX)], INK)?;
        }
    }
    Ok(())
}
