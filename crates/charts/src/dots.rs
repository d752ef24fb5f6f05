//! The number of decks that it takes to see each defect, as a dot plot.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::{Axis, Scale, logarithmic},
    chart::{Draw, PlotPlan},
    color::{CURVES, GRID, INK, MUTED, PAPER},
    error::{Drawn, PlotError, at_most, finite, part, range},
    frame::{DOT, FOOT, Frame, GAP, HOLE, Header, LABEL, MARGIN, NOTE, Panel, TICK, WIDTH, name},
    legend::{Key, Legend},
    shapes::{ARROW, HEAD, LINE, arrow, bound, disc, fill, ink, stroke},
    sheet::{Area, PX},
    text::{self, line},
    ticks::{log10, number},
};

/// Most rows on one picture.
const MOST: usize = 60;
const ROW: i32 = 31 * PX;
/// White above the first row and below the last.
const PAD: i32 = 6 * PX;
const WIDEST_NAME: i32 = 330 * PX;
/// The least width of the panel; notes that need more are set smaller.
const LEAST_PANEL: i32 = 420 * PX;
/// From the end of a line to its note.
const TO_NOTE: i32 = 16 * PX;
/// Right of the panel, for the second half of the last label.
const END: i32 = 16 * PX;
const COLOR: RGBColor = CURVES[1];

#[doc = include_str!("dots.md")]
#[derive(Debug, Clone, PartialEq)]
pub struct Dots {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The quantity on the axis: "decks until detection".
    pub x_label: String,
    /// The meaning of a dot and of a line: "median", "to the 90% quantile".
    pub legend: [String; 2],
    /// The meaning of a ring, if some rows have one.
    pub ring: Option<String>,
    /// The decks of the first look, if there were looks: a median that is no larger is an upper bound.
    pub first_look: Option<f64>,
    /// The most decks that each defect was given: the N of "not within N". 1 to 1e15.
    pub limit: f64,
    /// One a defect, from the top down; 1 to 60 of them.
    pub rows: Vec<DotRow>,
}

/// The decks until one defect was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct DotRow {
    /// The name of the defect.
    pub name: String,
    /// The median number of decks, 1 to the limit; `None` if fewer than half of the audits saw it within the limit.
    pub median: Option<f64>,
    /// The 90% quantile, at least the median; `None` if fewer than 90% saw it within the limit.
    pub high: Option<f64>,
    /// A word on it: the test that saw it. May be empty.
    pub note: String,
    /// The most decks that it was given, where they are fewer than the limit of the picture.
    pub limit: Option<f64>,
    /// True if it is a ring, not a dot.
    pub is_ring: bool,
}

impl DotRow {
    fn check(&self, limit: f64) -> Drawn {
        finite("limit", self.limit.as_slice())?;
        range("limit", "from 1 to the limit of the picture", self.limit, |own| {
            (1.0..=limit).contains(&own)
        })?;
        let limit = self.limit(limit);
        for (what, value) in [("median", self.median), ("high", self.high)] {
            finite(what, value.as_slice())?;
            range(what, "from 1 to the limit", value, |value| (1.0..=limit).contains(&value))?;
        }
        let ordered = |high| self.median.is_some_and(|median| median <= high);
        range("high", "at least the median", self.high, ordered)
    }

    /// The most decks that it was given.
    fn limit(&self, limit: f64) -> f64 {
        self.limit.unwrap_or(limit)
    }

    /// The end of its line.
    fn end(&self, limit: f64) -> f64 {
        self.high.unwrap_or_else(|| self.limit(limit))
    }
}

impl Dots {
    fn check(&self) -> Drawn {
        at_most("rows", MOST, self.rows.len())?;
        finite("limit", &[self.limit])?;
        range("limit", "from 1 to 1e15", [self.limit], |limit| (1.0..=1e15).contains(&limit))?;
        finite("first_look", self.first_look.as_slice())?;
        self.rows.iter().try_for_each(|row| part(&row.name, row.check(self.limit)))
    }

    fn is_bound(&self, row: &DotRow) -> bool {
        row.median.zip(self.first_look).is_some_and(|(median, first)| median <= first)
    }

    fn legend(&self) -> Vec<(Key, String)> {
        let [dot, line] = self.legend.clone();
        let mut keys = vec![(Key::Dot(COLOR), dot)];
        keys.extend(self.ring.clone().map(|ring| (Key::Ring(COLOR), ring)));
        keys.push((Key::Line(COLOR), line));
        if let Some(first) =
            self.first_look.filter(|_| self.rows.iter().any(|row| self.is_bound(row)))
        {
            let words = format!("at most {}: caught at the first look", number(first, 0));
            keys.push((Key::Bound(COLOR), words));
        }
        keys
    }

    /// From the power of ten below the smallest median to the largest number that is shown.
    fn x_axis(&self) -> Axis {
        let least = self.rows.iter().filter_map(|row| row.median).fold(self.limit, f64::min);
        let ends = self.rows.iter().map(|row| log10(row.end(self.limit)));
        let most = ends.fold(f64::NEG_INFINITY, f64::max);
        // The words of a row without a median stand left of its limit.
        let missing = self.rows.iter().filter(|row| row.median.is_none());
        let missing = missing.map(|row| log10(row.end(self.limit)) - 2.0);
        let low = missing.fold(log10(least).floor().min(most - 1.0), f64::min);
        // The arrow of a bound stands left of the first look.
        let first = self.first_look.filter(|_| self.rows.iter().any(|row| self.is_bound(row)));
        let low = first.map_or(low, |first| low.min(log10(first) - 0.3));
        let ticks = logarithmic(low, most, 0.0);
        Axis::new(Scale::Logarithmic, (low, most), ticks).named(&*self.x_label)
    }

    /// The right edge of the panel: as far right as possible so that every note ends at the margin.
    fn right(&self, x: &Axis, left: i32) -> i32 {
        let whole = WIDTH - MARGIN - left;
        let mut right = WIDTH - MARGIN - END;
        for row in self.rows.iter().filter(|row| !row.note.is_empty()) {
            let (share, width) = (x.share(row.end(self.limit)), f64::from(right - left));
            let room = f64::from(whole - TO_NOTE - text::width(&row.note, NOTE));
            if share * width > room {
                right = left + ((room / share) as i32).max(LEAST_PANEL);
            }
        }
        right
    }

    fn draw_row(&self, panel: &Panel<'_>, index: usize, row: &DotRow) -> Drawn {
        let (sheet, y) = (&panel.sheet, middle(panel, index));
        let left = panel.corners[0].0;
        write_name(panel, index, &row.name)?;
        let stop = panel.at(row.end(self.limit), 0.0).0;
        let start = row.median.map_or(stop - ARROW, |median| panel.at(median, 0.0).0);
        stroke(sheet, [(left, y), (start, y)], GRID, PX)?;
        let color = if row.median.is_some() { COLOR } else { MUTED };
        stroke(sheet, [(start, y), (stop, y)], color, LINE)?;
        if row.high.is_none() {
            arrow(sheet, (stop, y), -HEAD.0, color)?;
        }
        let is_bound = self.is_bound(row);
        if is_bound {
            bound(sheet, (start, y), color)?;
        } else if row.median.is_some() {
            disc(sheet, (start, y), DOT, color)?;
            if row.is_ring {
                disc(sheet, (start, y), HOLE, PAPER)?;
            }
        } else {
            let not = format!("not within {}", number(row.limit(self.limit), 0));
            let at = (start - 8 * PX, y);
            write_over(panel, &not, at, (NOTE, MUTED, HPos::Right), at.0 - left)?;
        }
        let at = (stop + TO_NOTE, y);
        write_over(panel, &row.note, at, (NOTE, INK, HPos::Left), WIDTH - MARGIN - at.0)
    }
}

impl Draw for Dots {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let left = left_of(self.rows.iter().map(|row| row.name.as_str()), WIDEST_NAME);
        let x = self.x_axis();
        let right = self.right(&x, left);
        let legend = Legend::new(self.legend(), WIDTH - MARGIN - left);
        let top = header.height() + legend.height();
        let frame = frame_of(self.rows.len(), x, (left, right), top);
        let size = (WIDTH, frame.corners[1].1 + FOOT);
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            let panel = frame.draw(sheet)?;
            let mut rows = self.rows.iter().enumerate();
            rows.try_for_each(|(index, row)| self.draw_row(&panel, index, row))
        };
        Ok(PlotPlan { size, draw: Box::new(draw) })
    }
}

/// The left edge of a panel whose rows have these names.
fn left_of<'a>(names: impl IntoIterator<Item = &'a str>, widest: i32) -> i32 {
    MARGIN + text::widest(names, LABEL).min(widest) + GAP + TICK
}

/// The frame of this number of rows below `top`.
fn frame_of(rows: usize, x: Axis, (left, right): (i32, i32), top: i32) -> Frame {
    let corners = [(left, top), (right, top + 2 * PAD + ROW * rows as i32)];
    let y = Axis::new(Scale::Linear, (1.0, 0.0), Vec::new());
    Frame { grid: (false, true), ..Frame::new(corners, x, y) }
}

/// The middle of row `index`.
fn middle(panel: &Panel<'_>, index: usize) -> i32 {
    panel.corners[0].1 + PAD + ROW * index as i32 + ROW / 2
}

/// Writes the name of row `index` left of the panel.
fn write_name(panel: &Panel<'_>, index: usize, words: &str) -> Drawn {
    let x = panel.corners[0].0 - GAP - TICK;
    name(&panel.sheet, words, (x, middle(panel, index)), (LABEL, INK, HPos::Right), x - MARGIN)
}

/// Writes on a row with no grid behind the words, which end or begin at `x` and take no more than `room`.
fn write_over(
    panel: &Panel<'_>,
    words: &str,
    (x, y): (i32, i32),
    (em, color, end): (f64, RGBColor, HPos),
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
