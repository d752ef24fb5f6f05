//! Horizontal bars: the cost of each of many things.

use plotters::style::{RGBColor, text_anchor::HPos};

use crate::{
    axis::{Axis, Scale, linear, logarithmic},
    chart::{Draw, Plan},
    color::{CURVES, INK, MUTED, OBSERVED},
    error::{Drawn, PlotError, at_most, finite, part, range},
    frame::{FOOT, Header, LABEL, MARGIN, NOTE, Panel, WIDTH, name},
    legend::{Key, Legend},
    rows,
    shapes::fill,
    sheet::{Area, PX},
    text::{self, line},
};

/// Most rows on one picture, and most colours.
const MOST: usize = 80;
const MOST_COLORS: usize = COLORS.len();
/// The first is for the bars that the others are compared with.
const COLORS: [RGBColor; 5] = [OBSERVED, CURVES[1], CURVES[0], CURVES[2], CURVES[3]];
/// Half the height of a bar.
const HALF: i32 = 10 * PX;
const WIDEST_NAME: i32 = 460 * PX;
const WIDEST_NOTE: i32 = 300 * PX;
/// From the panel to the notes right of it.
const TO_NOTE: i32 = 24 * PX;

/// Rows with a bar each, in groups one below the other, and a note right of each bar.
///
/// On a linear scale bars begin at 0. On a logarithmic one, which is for ratios, they begin at 1: smaller ratios
/// reach to the left and larger ones to the right, and a bar twice as long is the square of the ratio.
///
/// ```
/// use shuffle_charts::{BarGroup, BarRow, BarRows, Chart, Scale};
///
/// let row = |name: &str, value, color| BarRow {
///     name: name.into(),
///     value,
///     color,
///     note: format!("{value} s"),
/// };
/// let bars = BarRows {
///     title: "Ten million deals of nine of 52".into(),
///     subtitle: "one thread".into(),
///     x_label: "seconds".into(),
///     scale: Scale::Linear,
///     note_label: "seconds".into(),
///     legend: vec!["overheads".into(), "deals".into()],
///     groups: vec![BarGroup {
///         name: "one by one".into(),
///         rows: vec![row("fy-slice", 1.9, 1), row("fyp", 0.4, 1), row("draws", 1.4, 0)],
///     }],
/// };
/// assert_eq!(&bars.to_png()?[1..4], b"PNG");
/// assert!(bars.to_svg()?.contains("fy-slice"));
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
///
/// # Errors
///
/// [`PlotError::Empty`] without rows or colours, [`PlotError::TooMany`] above 80 rows or 5 colours;
/// [`PlotError::Part`] names the row whose value has no place on the scale, or whose colour is none of
/// the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct BarRows {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The quantity on the axis.
    pub x_label: String,
    /// The scale of the axis.
    pub scale: Scale,
    /// The meaning of the notes, written above them; may be empty.
    pub note_label: String,
    /// The meaning of each colour, grey first; 1 to 5 of them.
    pub legend: Vec<String>,
    /// From the top down, with 1 to 80 rows in all.
    pub groups: Vec<BarGroup>,
}

/// Rows that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    /// A line above them; may be empty, and takes no room then.
    pub name: String,
    /// From the top down.
    pub rows: Vec<BarRow>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct BarRow {
    /// The name of the thing.
    pub name: String,
    /// Its end: not negative, and above 0 on a logarithmic scale.
    pub value: f64,
    /// Its colour, as an index into the legend.
    pub color: usize,
    /// The words right of it; may be empty.
    pub note: String,
}

impl BarRow {
    fn check(&self, scale: Scale, colors: usize) -> Drawn {
        finite("value", &[self.value])?;
        match scale {
            Scale::Linear => range("value", "at least 0", [self.value], |value| value >= 0.0)?,
            Scale::Logarithmic => range("value", "above 0", [self.value], |value| value > 0.0)?,
        }
        range("color", "in the legend", [self.color], |color| color < colors)
    }
}

impl BarRows {
    fn rows(&self) -> impl Iterator<Item = &BarRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn check(&self) -> Drawn {
        at_most("rows", MOST, self.rows().count())?;
        at_most("legend", MOST_COLORS, self.legend.len())?;
        self.rows().try_for_each(|row| part(&row.name, row.check(self.scale, self.legend.len())))
    }

    /// The value at which bars begin.
    fn start(&self) -> f64 {
        if self.scale == Scale::Linear { 0.0 } else { 1.0 }
    }

    /// An axis that is longer than all bars and contains their start.
    fn x_axis(&self) -> Axis {
        let places = || self.rows().filter_map(|row| self.scale.measure(row.value));
        let (low, high) = (places().fold(0.0, f64::min), places().fold(0.0, f64::max));
        let (ends, ticks) = match self.scale {
            Scale::Linear => {
                let high = if high > 0.0 { high * 1.02 } else { 1.0 };
                ((0.0, high), linear(0.0, high, 8))
            }
            Scale::Logarithmic => {
                let white = ((high - low) * 0.03).max(0.1);
                let (low, high) = (low - white, high + white);
                ((low, high), logarithmic(low, high, 2.0))
            }
        };
        Axis::new(self.scale, ends, ticks).named(&*self.x_label)
    }

    /// The lines of the picture: names of groups, and rows.
    fn lines(&self) -> Vec<Result<&BarRow, &str>> {
        let mut lines = Vec::new();
        for group in self.groups.iter().filter(|group| !group.rows.is_empty()) {
            lines.extend((!group.name.is_empty()).then_some(Err(group.name.as_str())));
            lines.extend(group.rows.iter().map(Ok));
        }
        lines
    }

    fn draw_row(&self, panel: &Panel<'_>, index: usize, row: &BarRow) -> Drawn {
        let y = rows::middle(panel, index);
        rows::write_name(panel, index, &row.name)?;
        let (from, to) = (panel.at(self.start(), 0.0).0, panel.at(row.value, 0.0).0);
        let (left, right) = (from.min(to), from.max(to).max(from.min(to) + PX));
        fill(&panel.sheet, [(left, y - HALF), (right, y + HALF)], COLORS[row.color])?;
        let style = (NOTE, INK, HPos::Right);
        name(&panel.sheet, &row.note, (WIDTH - MARGIN, y), style, WIDEST_NOTE)
    }
}

impl Draw for BarRows {
    fn plan(&self) -> Result<Plan<'_>, PlotError> {
        self.check()?;
        let header = Header::new(&self.title, &self.subtitle, WIDTH);
        let left = rows::left(self.rows().map(|row| row.name.as_str()), WIDEST_NAME);
        let notes = self.rows().map(|row| row.note.as_str()).chain([self.note_label.as_str()]);
        let right = match text::widest(notes, NOTE) {
            0 => WIDTH - 2 * MARGIN,
            notes => WIDTH - MARGIN - notes.min(WIDEST_NOTE) - TO_NOTE,
        };
        let keys = self.legend.iter().zip(COLORS);
        let keys = keys.map(|(words, color)| (Key::Field(color), words.clone())).collect();
        let legend = Legend::new(keys, right - MARGIN);
        let top = header.height() + legend.height();
        let lines = self.lines();
        let frame = rows::frame(lines.len(), self.x_axis(), (left, right), top);
        let size = (WIDTH, frame.corners[1].1 + FOOT);
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (MARGIN, header.height()))?;
            let over = (WIDTH - MARGIN, top - line(NOTE));
            name(sheet, &self.note_label, over, (NOTE, MUTED, HPos::Right), WIDEST_NOTE)?;
            let panel = frame.draw(sheet)?;
            for (index, line) in lines.iter().enumerate() {
                let at = (MARGIN, rows::middle(&panel, index));
                let style = (LABEL, MUTED, HPos::Left);
                match line {
                    Ok(row) => self.draw_row(&panel, index, row)?,
                    Err(words) => rows::write_over(&panel, words, at, style, right - MARGIN)?,
                }
            }
            let ([(_, top), (_, bottom)], x) = (frame.corners, panel.at(self.start(), 0.0).0);
            fill(sheet, [(x, top), (x + PX, bottom)], INK)
        };
        Ok(Plan { size, draw: Box::new(draw) })
    }
}
