//! The sheet of bars: a strip for each step, once colored by card and once by what is placed.

use plotters::style::text_anchor::HPos;

use super::{
    StepTrack, Steps,
    scene::{BarRow, bar_step, draw_bar, gap},
};
use crate::{
    chart::PlotPlan,
    color::{INK, MUTED},
    error::Drawn,
    frame::{Header, LABEL, MARGIN, NOTE},
    shapes::{fill, ink, write},
    sheet::{Area, PX},
    text,
};

/// The space for the bars of one strip, alone and next to other shuffles.
const ROOM: i32 = 480 * PX;
const ROOM_BESIDE: i32 = 330 * PX;
/// The height that all strips share, and the highest strip.
const HEIGHT: i32 = 800 * PX;
const HIGHEST: i32 = 44 * PX;
/// A strip of this height shows bars of different heights, with white above.
const ROOM_FOR_BARS: i32 = 14 * PX;
const ABOVE: i32 = 3 * PX;
/// The names of a shuffle and of its two strips.
const NAMES: i32 = 64 * PX;
/// Between the two strips of a shuffle, between two shuffles, and between step numbers and strips.
const BETWEEN: i32 = 26 * PX;
const APART: i32 = 60 * PX;
const GAP: i32 = 10 * PX;
/// From one step number to the next, at least.
const NUMBERS: i32 = 24 * PX;

/// All that is laid out.
struct Layout {
    /// The top of the first strip.
    top: i32,
    /// From one strip to the next.
    row: i32,
    /// The width of the step numbers.
    numbers: i32,
    /// Steps from one number to the next.
    stride: usize,
}

pub(super) fn plan(steps: &Steps) -> PlotPlan<'_> {
    let rows = steps.rows() as i32 + 1;
    let row = (HEIGHT / PX / rows).clamp(1, HIGHEST / PX) * PX;
    let numbers =
        text::width(&steps.rows().to_string(), NOTE).max(text::width("start", NOTE)) + GAP;
    let room = if steps.tracks.len() > 1 { ROOM_BESIDE } else { ROOM };
    let mut left = MARGIN;
    let mut tracks = Vec::new();
    for track in &steps.tracks {
        let bar = bar_step(track.start.len(), room);
        tracks.push((track, left, bar));
        left += numbers + 2 * bar * track.start.len() as i32 + BETWEEN + APART;
    }
    let width = left - APART + MARGIN;
    let header = Header::new(&steps.title, &steps.subtitle, width);
    let layout = Layout {
        top: header.height() + NAMES,
        row,
        numbers,
        stride: [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|&stride| row * stride as i32 >= NUMBERS)
            .unwrap_or(1_000),
    };
    let height = layout.top + row * rows + MARGIN;
    let draw = move |sheet: &Area<'_>| {
        header.draw(sheet)?;
        tracks.iter().try_for_each(|&(track, left, bar)| layout.draw(sheet, track, (left, bar)))
    };
    PlotPlan { size: (width, height), draw: Box::new(draw) }
}

impl Layout {
    fn draw(&self, sheet: &Area<'_>, track: &StepTrack, (left, bar): (i32, i32)) -> Drawn {
        let first = left + self.numbers;
        let second = first + bar * track.start.len() as i32 + BETWEEN;
        let line = |share: i32| self.top - NAMES + NAMES * share / 4;
        write(sheet, &track.title, (first, line(1)), &ink(LABEL, INK, HPos::Left))?;
        let muted = ink(NOTE, MUTED, HPos::Left);
        write(sheet, "each card in its color", (first, line(3)), &muted)?;
        write(sheet, "blue, red once placed", (second, line(3)), &muted)?;
        for (step, number) in (0..=track.steps.len()).step_by(self.stride).enumerate() {
            let at = (first - GAP, self.top + self.row * number as i32 + self.row / 2);
            let number = if step == 0 { "start".to_owned() } else { number.to_string() };
            write(sheet, &number, at, &ink(NOTE, MUTED, HPos::Right))?;
        }
        for row in 0..=track.steps.len() {
            let bottom = self.top + self.row * (row as i32 + 1);
            for (kind, left) in BarRow::ALL.into_iter().zip([first, second]) {
                self.draw_strip(sheet, (track, row), kind, (left, bottom, bar))?;
            }
        }
        Ok(())
    }

    fn draw_strip(
        &self,
        sheet: &Area<'_>,
        (track, row): (&StepTrack, usize),
        kind: BarRow,
        (left, bottom, bar): (i32, i32, i32),
    ) -> Drawn {
        let (cards, shown) = (track.start.len(), track.row(row));
        for (place, &card) in shown.deck.iter().enumerate() {
            let color = kind.color(card, cards, shown.placed[place]);
            let left = left + bar * place as i32;
            if self.row >= ROOM_FOR_BARS {
                let sides = (left, left + bar - gap(bar));
                draw_bar(sheet, sides, (bottom, self.row - ABOVE), (card, cards), color)?;
            } else {
                fill(sheet, [(left, bottom - self.row), (left + bar, bottom)], color)?;
            }
        }
        Ok(())
    }
}
