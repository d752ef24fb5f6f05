//! The animation: each step of each shuffle in turn, cards on their way from place to place.

use plotters::style::text_anchor::HPos;

use super::{
    StepStyle, StepTrack, Steps,
    scene::{BARS, BarRow, CARD_HEIGHT, CardFace, bar_step, card_step, draw_bar, gap},
};
use crate::{
    color::{INK, MUTED},
    error::{Drawn, PlotError},
    frame::{Header, LABEL, MARGIN, NOTE},
    gif::Film,
    shapes::{ink, write},
    sheet::{self, Area, PX},
    text,
};

/// The room for the bars of one deck, alone and beside other shuffles.
const ROOM: i32 = 640 * PX;
const ROOM_BESIDE: i32 = 420 * PX;
/// The name of a shuffle above its deck, and what was rolled below.
const NAME: i32 = 40 * PX;
const CAPTION: i32 = 40 * PX;
/// Above a row of cards or bars: the way of a card that is lifted over others.
const LIFTED: i32 = 46 * PX;
const BETWEEN: i32 = 14 * PX;
const APART: i32 = 48 * PX;
/// The narrowest picture, so that captions have room.
const NARROWEST: i32 = 420 * PX;

/// In hundredths of a second: all steps that move something together, one of them, one that moves nothing, a picture on the
/// way, the first deck and the last.
const ALL: usize = 1_000;
const LONGEST: usize = 90;
const SHORTEST: usize = 5;
const STILL: u16 = 4;
const ON_THE_WAY: u16 = 4;
const FIRST: u16 = 80;
const LAST: u16 = 300;
/// The most steps that are shown.
const MOST_SHOWN: usize = 300;
/// The most pictures on the way of all steps together, and of one.
const MOST_ON_THE_WAY: usize = 140;
const MOST_OF_A_STEP: usize = 24;

/// The animation of all shuffles, side by side.
pub(super) fn of(steps: &Steps) -> Result<Vec<u8>, PlotError> {
    let stage = Stage::new(steps);
    let mut film = Film::new(stage.pixels())?;
    let count = steps.rows();
    // Of a long shuffle only some steps are shown, at equal distances.
    let stride = count.div_ceil(MOST_SHOWN).max(1);
    let moving = (1..=count).filter(|&step| stage.moved(step) > 0).count().max(1);
    let pace = (ALL / moving).clamp(SHORTEST, LONGEST) as u16;
    let on_the_way = (MOST_ON_THE_WAY / moving).min(MOST_OF_A_STEP);
    film.show(&stage.draw(0, None)?, FIRST)?;
    for step in (1..=count).filter(|step| step % stride == 0 || *step == count) {
        let moved = stage.moved(step);
        // A bar that is swapped with another is seen as it jumps.
        if moved > 2 || (moved > 0 && steps.style == StepStyle::Cards) {
            for picture in 1..=on_the_way {
                let way = picture as f64 / (on_the_way + 1) as f64;
                film.show(&stage.draw(step, Some(way))?, ON_THE_WAY)?;
            }
        }
        let hold = match moved {
            _ if step == count => LAST,
            0 if steps.style == StepStyle::Bars => STILL,
            _ => pace,
        };
        film.show(&stage.draw(step, None)?, hold)?;
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

/// What stays the same from picture to picture.
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
            StepStyle::Cards => LIFTED + CARD_HEIGHT + LIFTED / 2,
            StepStyle::Bars => 2 * (BARS + BETWEEN),
        };
        let height = header.height() + NAME + deck + CAPTION + MARGIN / 2;
        Self { steps, header, columns, size: (width, height) }
    }

    fn pixels(&self) -> (u32, u32) {
        let pixels = |side: i32| ((side + PX - 1) / PX).unsigned_abs();
        (pixels(self.size.0), pixels(self.size.1))
    }

    /// The most cards that a step moves in any of the shuffles.
    fn moved(&self, step: usize) -> usize {
        let moved =
            |column: &Column<'_>| moved(column.track.deck(step - 1), column.track.deck(step));
        self.columns.iter().map(moved).max().unwrap_or(0)
    }

    /// The picture after a step, or on the way there.
    fn draw(&self, step: usize, way: Option<f64>) -> Result<Vec<[u8; 3]>, PlotError> {
        sheet::to_pixels(self.pixels(), &|sheet| {
            self.header.draw(sheet)?;
            self.columns.iter().try_for_each(|column| self.draw_column(sheet, column, step, way))
        })
    }

    fn draw_column(
        &self,
        sheet: &Area<'_>,
        column: &Column<'_>,
        step: usize,
        way: Option<f64>,
    ) -> Drawn {
        let top = self.header.height();
        let track = column.track;
        write(sheet, &track.title, (column.left, top + NAME / 2), &ink(LABEL, INK, HPos::Left))?;
        let step = step.min(track.steps.len());
        let label = step.checked_sub(1).map_or("", |last| &track.steps[last].label);
        let words = caption(step, track.steps.len(), label);
        let at = (column.left, self.size.1 - MARGIN / 2 - CAPTION / 2);
        write(sheet, &words, at, &ink(NOTE, MUTED, HPos::Left))?;
        let moment = Moment::new(track, step, way);
        match self.steps.style {
            StepStyle::Cards => {
                draw_cards(sheet, column, &moment, self.steps.base, top + NAME + LIFTED)
            }
            StepStyle::Bars => draw_bars(sheet, column, &moment, top + NAME + BARS),
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

/// Where each card is at a moment.
struct Moment<'a> {
    track: &'a StepTrack,
    /// The step that is shown or under way; 0 before the first.
    step: usize,
    cards: Vec<Spot>,
}

/// One card at a moment.
struct Spot {
    card: u32,
    /// Its place, which may lie between two.
    place: f64,
    /// How far it is lifted, from -1 to 1.
    lift: f64,
    is_placed: bool,
    is_marked: bool,
}

impl<'a> Moment<'a> {
    fn new(track: &'a StepTrack, step: usize, way: Option<f64>) -> Self {
        let after = track.deck(step);
        let marked = |place| step > 0 && track.steps[step - 1].marked.contains(&place);
        // On the way a card is as placed as it was.
        let way = way.filter(|_| step > 0 && track.deck(step - 1) != after);
        let shown = if way.is_some() { step - 1 } else { step };
        let mut places = vec![0; after.len()];
        let before = track.deck(step.saturating_sub(1));
        before.iter().enumerate().for_each(|(place, &card)| places[card as usize] = place);
        let packets = packets(after, &places);
        let is_swap = moved(before, after) == 2;
        let spot = |(to, &card): (usize, &u32)| {
            let from = places[card as usize];
            let part = match way {
                None => 1.0,
                Some(way) if is_swap => eased(way),
                Some(way) => eased(staggered(way, packets[to], after.len())),
            };
            let place = from as f64 + (to as f64 - from as f64) * part;
            let height = (std::f64::consts::PI * part).sin();
            let up = if to > from { -1.0 } else { 1.0 };
            let lift = if marked(to) && from != to { height * up } else { 0.0 };
            let is_placed = track.is_placed(shown, if way.is_some() { from } else { to });
            Spot { card, place, lift, is_placed, is_marked: marked(to) }
        };
        let mut cards: Vec<Spot> = after.iter().enumerate().map(spot).collect();
        cards.sort_by_key(|spot| spot.is_marked); // they pass in front of the others
        Self { track, step, cards }
    }
}

/// The number of places that hold another card.
fn moved(before: &[u32], after: &[u32]) -> usize {
    before.iter().zip(after).filter(|(before, after)| before != after).count()
}

/// For each place the first place of its packet: of cards that lay side by side and still do.
fn packets(after: &[u32], before: &[usize]) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..after.len()).collect();
    for to in 1..after.len() {
        if before[after[to] as usize] == before[after[to - 1] as usize] + 1 {
            firsts[to] = firsts[to - 1];
        }
    }
    firsts
}

/// The share of its way that a packet has gone: those that go to the first places set out first.
fn staggered(way: f64, to: usize, cards: usize) -> f64 {
    let delay = 0.4 * to as f64 / cards.max(1) as f64;
    ((way - delay) / 0.6).clamp(0.0, 1.0)
}

/// Slow at both ends.
fn eased(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

/// A coordinate on whole pixels.
fn snapped(at: f64) -> i32 {
    (at / f64::from(PX)).round() as i32 * PX
}

fn draw_cards(
    sheet: &Area<'_>,
    column: &Column<'_>,
    moment: &Moment<'_>,
    base: u32,
    top: i32,
) -> Drawn {
    for spot in &moment.cards {
        let left = column.left + snapped(f64::from(column.step) * spot.place);
        let height = if spot.lift > 0.0 { LIFTED } else { LIFTED / 2 };
        let top = top - snapped(f64::from(height) * spot.lift);
        let face = CardFace {
            number: spot.card + base,
            is_placed: spot.is_placed,
            is_marked: spot.is_marked,
        };
        face.draw(sheet, (left, top), column.step)?;
    }
    Ok(())
}

fn draw_bars(sheet: &Area<'_>, column: &Column<'_>, moment: &Moment<'_>, bottom: i32) -> Drawn {
    let cards = moment.track.start.len();
    for (row, kind) in BarRow::ALL.into_iter().enumerate() {
        let bottom = bottom + (BARS + BETWEEN) * row as i32;
        for spot in &moment.cards {
            let left = column.left + snapped(f64::from(column.step) * spot.place);
            let color = kind.color(spot.card, cards, spot.is_placed);
            let sides = (left, left + column.step - gap(column.step));
            draw_bar(sheet, sides, (bottom, BARS), (spot.card, cards), color)?;
        }
        draw_marks(sheet, column, moment, bottom)?;
    }
    Ok(())
}

/// A short line below each bar that was moved, unless all were.
fn draw_marks(sheet: &Area<'_>, column: &Column<'_>, moment: &Moment<'_>, bottom: i32) -> Drawn {
    let marked = moment.cards.iter().filter(|spot| spot.is_marked);
    if moment.step == 0 || marked.clone().count() > 2 {
        return Ok(());
    }
    for spot in marked {
        let left = column.left + snapped(f64::from(column.step) * spot.place);
        let top = bottom + 2 * PX;
        let corners = [(left, top), (left + column.step - gap(column.step), top + 3 * PX)];
        crate::shapes::fill(sheet, corners, INK)?;
    }
    Ok(())
}
