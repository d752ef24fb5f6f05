//! How many decks it takes to see each defect.

use crate::canvas::{Area, Canvas, Style, picture};
use crate::color::{CURVES, GRID, INK, MUTED, PAPER, RULE};
use crate::error::{PlotError, at_most, finite, part, range};
use crate::frame::{
    Along, DOT, GAP, Header, LABEL, MARGIN, NOTE, TICK, label_below, line, name_below, tick_below,
};
use crate::legend::{Key, LEGEND, legend};
use crate::mask::Mask;
use crate::text::{self, Align};
use crate::ticks::{decade, log10, number};

const WIDTH: i32 = 1200;
/// Most rows on one picture.
const MOST: usize = 60;
const ROW: i32 = 31;
/// White above the first row and below the last.
const PAD: i32 = 6;
const WIDEST_NAME: i32 = 330;
/// The least width of the panel; notes that need more are set smaller.
const LEAST_PANEL: i32 = 420;
/// From the end of a line to its note.
const TO_NOTE: i32 = 16;
/// Right of the panel, for the half of the last label that stands out.
const END: i32 = 16;
/// The length of the arrow of a row without a median.
const ARROW: f64 = 24.0;
/// How far the head of an arrow reaches back, and up and down.
const HEAD: (f64, f64) = (8.0, 5.0);

/// The power of the tests as a dot plot: for each defect how many decks it took to see it, on a
/// logarithmic axis, with a line to the 90% quantile and a note, which test saw it, right of both.
///
/// What was not seen within the limit says so: a row without a median has an arrow at the limit and
/// "not within", one without a 90% quantile a line that ends there in an arrow.
///
/// ```
/// use shuffle_charts::{DotRow, Dots};
///
/// let row = |name: &str, median, high, note: &str| {
///     DotRow { name: name.into(), median, high, note: note.into() }
/// };
/// let dots = Dots {
///     title: "Decks until detection".into(),
///     subtitle: "52 cards, 200 audits each".into(),
///     x_label: "decks".into(),
///     legend: ["median".into(), "to the 90% quantile".into()],
///     limit: 1e6,
///     rows: vec![
///         row("naive", Some(1_200.0), Some(1_900.0), "position"),
///         row("seed of 32 bits", Some(400_000.0), None, "repeats"),
///         row("fisher-yates", None, None, ""),
///     ],
/// };
/// assert_eq!(&dots.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Dots {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// What is on the axis: "decks until detection".
    pub x_label: String,
    /// What a dot and a line are: "median", "to the 90% quantile".
    pub legend: [String; 2],
    /// How many decks each defect was given at most: the N of "not within N". 1 to 1e15.
    pub limit: f64,
    /// One a defect, from the top down; 1 to 60 of them.
    pub rows: Vec<DotRow>,
}

/// How soon one defect was seen.
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
}

impl Dots {
    /// Draws the dots.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without rows, [`PlotError::TooMany`] above 60 of them,
    /// [`PlotError::NotFinite`] and [`PlotError::Range`] for numbers of decks that cannot be;
    /// [`PlotError::Part`] names the row at fault.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| {
            chart.header.draw(canvas)?;
            chart.draw_legend(canvas)?;
            chart.draw_axis(canvas)?;
            for (index, row) in self.rows.iter().enumerate() {
                chart.draw_row(canvas, index, row)?;
            }
            Ok(())
        })
    }

    /// Width and height in pixels of the picture that [`Dots::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Dots::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn check(&self) -> Result<(), PlotError> {
        at_most("rows", MOST, self.rows.len())?;
        finite("limit", &[self.limit])?;
        range("limit", "from 1 to 1e15", [self.limit], |limit| (1.0..=1e15).contains(&limit))?;
        self.rows.iter().try_for_each(|row| part(&row.name, row.check(self.limit)))
    }
}

impl DotRow {
    fn check(&self, limit: f64) -> Result<(), PlotError> {
        for (what, value) in [("median", self.median), ("high", self.high)] {
            if let Some(value) = value {
                finite(what, &[value])?;
                range(what, "from 1 to the limit", [value], |value| {
                    (1.0..=limit).contains(&value)
                })?;
            }
        }
        let ordered = |high| self.median.is_some_and(|median| median <= high);
        range("high", "at least the median", self.high, ordered)
    }

    /// Whether something of it lies beyond the limit.
    fn open(&self) -> bool {
        self.high.is_none()
    }
}

/// What is shown, and where.
struct Chart<'a> {
    data: &'a Dots,
    header: Header,
    area: Area,
    /// The scale, in powers of ten.
    along: Along,
}

impl<'a> Chart<'a> {
    fn new(data: &'a Dots) -> Result<Self, PlotError> {
        data.check()?;
        let header = Header::new(&data.title, &data.subtitle, WIDTH);
        let names = data.rows.iter().map(|row| text::width(&row.name, LABEL)).max().unwrap_or(0);
        let left = MARGIN + names.min(WIDEST_NAME) + GAP + TICK;
        let (low, high) = scale(data);
        let top = header.height() + LEGEND;
        let bottom = top + 2 * PAD + ROW * data.rows.len() as i32;
        // as wide as lets every note end at the margin
        let mut along = Along { left, right: WIDTH - MARGIN - END, low, high };
        let whole = f64::from(WIDTH - MARGIN - left);
        for row in &data.rows {
            let width = f64::from(along.right - left);
            let end = along.point(end(row, data.limit)) - f64::from(left);
            let room = whole - f64::from(TO_NOTE + text::width(&row.note, NOTE));
            if !row.note.is_empty() && end > room {
                along.right = left + ((width * room / end) as i32).max(LEAST_PANEL);
            }
        }
        let area = Area { left, top, right: along.right, bottom };
        Ok(Self { data, header, area, along })
    }

    fn size(&self) -> (u32, u32) {
        let foot = TICK + GAP + 2 * line(LABEL) + MARGIN;
        (WIDTH as u32, (self.area.bottom + foot) as u32)
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let [dot, line] = self.data.legend.clone();
        let mut keys = vec![(Key::Dot(CURVES[1]), dot), (Key::Line(CURVES[1]), line)];
        if self.data.rows.iter().any(DotRow::open) {
            let limit = format!("the most decks given: {}", number(self.data.limit, 0));
            keys.push((Key::Dashes(RULE), limit));
        }
        legend(canvas, (self.area.left, self.header.height()), &keys)
    }

    fn draw_axis(&self, canvas: &Canvas<'_>) -> Result<(), PlotError> {
        let Area { top, bottom, .. } = self.area;
        let (low, high) = (self.along.low, self.along.high);
        for exponent in low.floor() as i32..=high.floor() as i32 {
            for digit in 2..10 {
                let value = f64::from(exponent) + log10(f64::from(digit));
                if (low..=high).contains(&value) && high - low < 9.0 {
                    let (x, end) = (self.along.x(value), bottom + TICK / 2);
                    canvas.fill(Area { left: x, right: x + 1, top: bottom, bottom: end }, RULE)?;
                }
            }
            let x = self.along.x(f64::from(exponent));
            canvas.fill(Area { left: x, right: x + 1, top, bottom }, GRID)?;
            let apart = f64::from(self.area.width()) / (high - low);
            match 75.0 > apart && exponent.rem_euclid(3) != 0 {
                true => tick_below(canvas, x, bottom)?,
                false => label_below(canvas, (x, bottom), &decade(exponent))?,
            }
        }
        if self.data.rows.iter().any(DotRow::open) {
            canvas.dashes_down((top, bottom), self.along.x(log10(self.data.limit)), RULE)?;
        }
        let Area { left, right, .. } = self.area;
        canvas.fill(Area { left, right, top: bottom, bottom: bottom + 1 }, RULE)?;
        name_below(canvas, self.area, line(LABEL), &self.data.x_label)
    }

    fn draw_row(&self, canvas: &Canvas<'_>, index: usize, row: &DotRow) -> Result<(), PlotError> {
        let y = self.area.top + PAD + ROW * index as i32 + ROW / 2;
        let (left, middle) = (self.area.left, f64::from(y) + 0.5);
        let style = Style::new(LABEL, INK).align(Align::End);
        canvas.name(&row.name, (left - GAP - TICK, y), style, WIDEST_NAME)?;
        let stop = self.along.point(end(row, self.data.limit));
        let start = match row.median {
            Some(median) => self.along.point(log10(median)),
            None => stop - ARROW,
        };
        canvas.fill(Area { left, right: start as i32, top: y, bottom: y + 1 }, GRID)?;

        let color = if row.median.is_some() { CURVES[1] } else { MUTED };
        let mut mask =
            Mask::new(Area { left: left - 8, right: stop as i32 + 8, top: y - 9, bottom: y + 10 });
        mask.line((start, middle), (stop, middle), 2.4);
        if row.open() {
            for side in [-HEAD.1, HEAD.1] {
                mask.line((stop - HEAD.0, middle + side), (stop, middle), 2.4);
            }
        }
        if row.median.is_some() {
            mask.disc((start, middle), DOT);
        } else {
            let not = format!("not within {}", number(self.data.limit, 0));
            let style = Style::new(NOTE, MUTED).align(Align::End);
            self.write(canvas, &not, ((start - 8.0) as i32, y), style)?;
        }
        mask.draw(canvas, color)?;
        self.write(canvas, &row.note, (stop as i32 + TO_NOTE, y), Style::new(NOTE, INK))
    }

    /// Writes beside a row, with no grid behind the words.
    fn write(
        &self,
        canvas: &Canvas<'_>,
        words: &str,
        (x, y): (i32, i32),
        style: Style,
    ) -> Result<(), PlotError> {
        let room = match style.align {
            Align::End => x - self.area.left,
            _ => WIDTH - MARGIN - x,
        };
        let (words, em) = text::one_line(words, style.em, room);
        let width = text::width(&words, em);
        let left = if style.align == Align::End { x - width } else { x };
        let half = line(NOTE) / 2;
        let behind =
            Area { left: left - 4, right: left + width + 4, top: y - half, bottom: y + half };
        if width > 0 {
            canvas.fill(behind, PAPER)?;
        }
        canvas.text(&words, (x, y), Style { em, ..style })
    }
}

/// Where the line of a row ends, as a power of ten.
fn end(row: &DotRow, limit: f64) -> f64 {
    log10(row.high.unwrap_or(limit))
}

/// From the power of ten below the smallest median to the largest number that is shown.
fn scale(data: &Dots) -> (f64, f64) {
    let least = data.rows.iter().filter_map(|row| row.median).fold(data.limit, f64::min);
    let most = data.rows.iter().map(|row| end(row, data.limit)).fold(f64::NEG_INFINITY, f64::max);
    let low = log10(least).floor();
    // the words of a row without a median stand left of the limit
    let missing = data.rows.iter().any(|row| row.median.is_none());
    (low.min(most - if missing { 2.0 } else { 1.0 }), most)
}
