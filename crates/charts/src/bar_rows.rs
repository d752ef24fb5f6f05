//! Horizontal bars: what each of many things costs.

use plotters::style::RGBColor;

use crate::canvas::{Area, Canvas, Style, picture};
use crate::color::{CURVES, GRID, INK, MUTED, OBSERVED, PAPER, RULE};
use crate::curve::Scale;
use crate::error::{PlotError, at_most, finite, part, range};
use crate::frame::{
    Along, GAP, Header, LABEL, MARGIN, NOTE, TICK, label_below, line, name_below, tick_below,
};
use crate::legend::{Key, LEGEND, label, legend};
use crate::text::{self, Align};
use crate::ticks::{Step, decade, log10, number};

const WIDTH: i32 = 1200;
/// Most rows on one picture, and most colours.
const MOST: usize = 80;
const MOST_COLORS: usize = COLORS.len();
/// The first is for what the others are held against.
const COLORS: [RGBColor; 5] = [OBSERVED, CURVES[1], CURVES[0], CURVES[2], CURVES[3]];
const ROW: i32 = 31;
/// White between a bar and the edges of its row.
const BETWEEN: i32 = 5;
/// White above the first row and below the last.
const PAD: i32 = 6;
const WIDEST_NAME: i32 = 460;
const WIDEST_NOTE: i32 = 300;
/// From the panel to the notes right of it.
const TO_NOTE: i32 = 24;
/// The digits that have a label where a logarithmic scale has no more than two decades.
const DIGITS: [f64; 3] = [1.0, 2.0, 5.0];

/// Rows with a bar each, in groups one below the other, and a note right of each bar.
///
/// On a linear scale bars begin at 0. On a logarithmic one, which is for ratios, they begin at 1: what is
/// cheaper than that reaches to the left and what is dearer to the right, and a bar twice as long is the
/// square of the ratio.
///
/// ```
/// use shuffle_charts::{BarGroup, BarRow, BarRows, Scale};
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
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BarRows {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What is on the axis.
    pub x_label: String,
    /// How values stand along the axis.
    pub scale: Scale,
    /// What the notes are, written above them; may be empty.
    pub note_label: String,
    /// What each colour means, grey first; 1 to 5 of them.
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
    /// What it is of.
    pub name: String,
    /// Where it ends: not negative, and above 0 on a logarithmic scale.
    pub value: f64,
    /// Its colour, as an index into the legend.
    pub color: usize,
    /// What stands right of it; may be empty.
    pub note: String,
}

impl BarRows {
    /// Draws the bars.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without rows or colours, [`PlotError::TooMany`] above 80 rows or 5 colours;
    /// [`PlotError::Part`] names the row whose value has no place on the scale, or whose colour is none of
    /// the legend.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| chart.draw(canvas))
    }

    /// Width and height in pixels of the picture that [`BarRows::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`BarRows::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn rows(&self) -> impl Iterator<Item = &BarRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn check(&self) -> Result<(), PlotError> {
        at_most("rows", MOST, self.rows().count())?;
        at_most("legend", MOST_COLORS, self.legend.len())?;
        self.rows().try_for_each(|row| part(&row.name, row.check(self.scale, self.legend.len())))
    }
}

impl BarRow {
    fn check(&self, scale: Scale, colors: usize) -> Result<(), PlotError> {
        finite("value", &[self.value])?;
        match scale {
            Scale::Linear => range("value", "at least 0", [self.value], |value| value >= 0.0)?,
            Scale::Logarithmic => range("value", "above 0", [self.value], |value| value > 0.0)?,
        }
        range("color", "in the legend", [self.color], |color| color < colors)
    }
}

/// A line of the picture, from its top.
enum Line<'a> {
    Name(&'a str),
    Row(&'a BarRow),
}

/// What is shown, and where.
struct Chart<'a> {
    data: &'a BarRows,
    header: Header,
    lines: Vec<Line<'a>>,
    area: Area,
    /// The scale: the values themselves, or powers of ten.
    along: Along,
}

impl<'a> Chart<'a> {
    fn new(data: &'a BarRows) -> Result<Self, PlotError> {
        data.check()?;
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let mut lines = Vec::new();
        for group in data.groups.iter().filter(|group| !group.rows.is_empty()) {
            lines.extend((!group.name.is_empty()).then_some(Line::Name(&group.name)));
            lines.extend(group.rows.iter().map(Line::Row));
        }
        let widest = |em, words: &dyn Fn(&'a BarRow) -> &'a str| {
            data.rows().map(|row| text::width(words(row), em)).max().unwrap_or(0)
        };
        let left = MARGIN + widest(LABEL, &|row| &row.name).min(WIDEST_NAME) + GAP + TICK;
        let notes = widest(NOTE, &|row| &row.note).max(text::width(&data.note_label, NOTE));
        let right = match notes {
            0 => WIDTH - 2 * MARGIN,
            notes => WIDTH - MARGIN - notes.min(WIDEST_NOTE) - TO_NOTE,
        };
        let top = header.height() + LEGEND;
        let bottom = top + 2 * PAD + ROW * lines.len() as i32;
        let (low, high) = ends(data);
        let along = Along { left, right, low, high };
        Ok(Self { data, header, lines, area: Area { left, top, right, bottom }, along })
    }

    fn size(&self) -> (u32, u32) {
        let foot = TICK + GAP + 2 * line(LABEL) + MARGIN;
        (WIDTH as u32, (self.area.bottom + foot) as u32)
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        self.header.draw(canvas)?;
        let keys: Vec<_> = self.data.legend.iter().zip(COLORS).collect();
        let keys: Vec<_> =
            keys.into_iter().map(|(words, color)| (Key::Field(color), label(words))).collect();
        legend(canvas, (MARGIN, self.header.height()), &keys)?;
        let over = (WIDTH - MARGIN, self.header.height() + LEGEND / 2 - 4);
        let style = Style::new(NOTE, MUTED).align(Align::End);
        canvas.name(&self.data.note_label, over, style, WIDEST_NOTE)?;
        self.draw_axis(canvas)?;
        for (index, entry) in self.lines.iter().enumerate() {
            let y = self.area.top + PAD + ROW * index as i32 + ROW / 2;
            match entry {
                Line::Name(name) => {
                    // No grid behind the words.
                    let (words, em) = text::one_line(name, LABEL, self.area.right - MARGIN);
                    let (half, end) = (line(LABEL) / 2, MARGIN + text::width(&words, em) + GAP);
                    let behind = Area { left: MARGIN, right: end, top: y - half, bottom: y + half };
                    canvas.fill(behind, PAPER)?;
                    canvas.text(&words, (MARGIN, y), Style::new(em, MUTED))?;
                }
                Line::Row(row) => self.draw_row(canvas, y, row)?,
            }
        }
        let Area { top, bottom, .. } = self.area;
        let x = self.along.x(0.0);
        canvas.fill(Area { left: x, right: x + 1, top, bottom }, INK)
    }

    fn draw_row(&self, canvas: &Canvas<'_>, y: i32, row: &BarRow) -> Result<(), PlotError> {
        let style = Style::new(LABEL, INK).align(Align::End);
        canvas.name(&row.name, (self.area.left - GAP - TICK, y), style, WIDEST_NAME)?;
        let (from, to) = (self.along.x(0.0), self.along.x(on(self.data.scale, row.value)));
        let (left, right) = (from.min(to), from.max(to).max(from.min(to) + 1));
        let half = ROW / 2 - BETWEEN;
        let bar = Area { left, right, top: y - half, bottom: y + half };
        canvas.fill(bar, COLORS[row.color])?;
        let style = Style::new(NOTE, INK).align(Align::End);
        canvas.name(&row.note, (WIDTH - MARGIN, y), style, WIDEST_NOTE)
    }

    fn draw_axis(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { left, top, right, bottom } = self.area;
        for (value, words) in self.ticks() {
            let x = self.along.x(value);
            match words.is_empty() {
                true => tick_below(canvas, x, bottom)?,
                false => {
                    canvas.fill(Area { left: x, right: x + 1, top, bottom }, GRID)?;
                    label_below(canvas, (x, bottom), &words)?;
                }
            }
        }
        canvas.fill(Area { left, right, top: bottom, bottom: bottom + 1 }, RULE)?;
        name_below(canvas, self.area, line(LABEL), &self.data.x_label)
    }

    /// Where ticks stand on the scale, and their labels; the others have none.
    fn ticks(&self) -> Vec<(f64, String)> {
        let Along { low, high, .. } = self.along;
        if self.data.scale == Scale::Linear {
            let step = Step::for_span(high, 8);
            let tick = |k| (step.tick(k), number(step.tick(k), step.decimals()));
            return step.within(0.0, high).map(tick).collect();
        }
        let powers = low.floor() as i32..=high.ceil() as i32;
        let digits = powers.flat_map(|power| (1..10).map(move |digit| (power, f64::from(digit))));
        let places = digits.map(|(power, digit)| (f64::from(power) + log10(digit), power, digit));
        let label = |power: i32, digit: f64| match digit {
            1.0 => decade(power),
            _ if high - low <= 2.0 && DIGITS.contains(&digit) => {
                number(digit * 10_f64.powi(power), usize::try_from(-power).unwrap_or(0))
            }
            _ => String::new(),
        };
        places
            .filter(|&(place, ..)| (low..=high).contains(&place))
            .map(|(place, power, digit)| (place, label(power, digit)))
            .collect()
    }
}

/// A value as it is measured off on a scale; bars begin at 0 there.
fn on(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Logarithmic => log10(value),
    }
}

/// Where the scale begins and ends: beyond all bars, and 0 lies on it.
fn ends(data: &BarRows) -> (f64, f64) {
    let places = || data.rows().map(|row| on(data.scale, row.value));
    let (low, high) = (places().fold(0.0, f64::min), places().fold(0.0, f64::max));
    match data.scale {
        Scale::Linear if high > 0.0 => (0.0, high * 1.02),
        Scale::Linear => (0.0, 1.0),
        Scale::Logarithmic => {
            let white = ((high - low) * 0.03).max(0.1);
            (low - white, high + white)
        }
    }
}
