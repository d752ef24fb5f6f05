//! Points in a square: where each card of an order lies.

use crate::{
    axis::{Axis, linear},
    chart::{Draw, PlotPlan},
    color::{ABOVE, CURVES, INK, PAPER},
    error::{Drawn, PlotError, range},
    frame::{FOOT, Frame, Header, LABEL, MARGIN, Panel},
    legend::{Key, Legend},
    shapes::stroke,
    sheet::{Area, PX},
    text,
};

/// The side of the square.
const SIDE: i32 = 900 * PX;
/// Between the names of groups.
const NAMES_APART: i32 = 12 * PX;
/// Right of the square, for the second half of the last label.
const END: i32 = 24 * PX;
/// Points are larger where they are few.
const FEW: usize = 600;
const LARGE: i32 = 4 * PX;
const SMALL: i32 = 2 * PX;
/// Width of the edges of what is marked.
const EDGE: i32 = 3 * PX;

/// Points in a square of numbers from 0 up, with parts of it marked by a frame.
///
/// Points of a uniform order fill the square evenly, whatever the number of cards is.
#[derive(Debug, Clone, PartialEq)]
pub struct Scatter {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// The quantity along the foot, and the one up the side.
    pub labels: [String; 2],
    /// The side of the square.
    pub size: f64,
    /// The number shown on the axes for 0.
    pub first: f64,
    /// Groups of what is across, each from where it begins; their names stand at the foot in place of numbers. May be empty.
    pub groups: Vec<(f64, String)>,
    /// The points, across and up, both from 0 to below the side.
    pub points: Vec<(f64, f64)>,
    /// Rectangles, as their ends across and up.
    pub marked: Vec<[(f64, f64); 2]>,
    /// The meaning of the frames.
    pub mark: String,
    /// A line through the points, and what it is; without points there is none.
    pub line: (Vec<(f64, f64)>, String),
}

impl Scatter {
    fn check(&self) -> Drawn {
        if self.points.is_empty() {
            return Err(PlotError::Empty { what: "points" });
        }
        let ends = self.points.iter().chain(self.marked.iter().flatten()).chain(&self.line.0);
        let inside = |value: f64| (0.0..=self.size).contains(&value);
        range("points", "inside of the square", ends.flat_map(|&(x, y)| [x, y]), inside)?;
        range("groups", "inside of the square", &self.groups, |group| inside(group.0))
    }

    /// The foot: a tick where each group begins, with as many names as have room.
    fn foot(&self) -> Axis {
        if self.groups.is_empty() {
            return self.axis(&self.labels[0]);
        }
        let names = self.groups.iter().map(|(_, name)| name.as_str());
        let room =
            f64::from(text::widest(names, LABEL) + NAMES_APART) * self.size / f64::from(SIDE);
        let mut free = 0.0;
        let tick = |(at, name): &(f64, String)| {
            let has_room = *at >= free;
            if has_room {
                free = at + room;
            }
            (*at, if has_room { name.clone() } else { String::new() })
        };
        let ticks = self.groups.iter().map(tick).collect();
        Axis::linear(0.0, self.size, ticks).named(&self.labels[0])
    }

    fn axis(&self, name: &str) -> Axis {
        let ticks = linear(self.first, self.first + self.size, 8);
        let ticks = ticks.into_iter().map(|(value, label)| (value - self.first, label)).collect();
        Axis::linear(0.0, self.size, ticks).named(name)
    }

    fn legend(&self, room: i32) -> Legend {
        let mut keys = vec![(Key::Dot(CURVES[1]), "a card at its position".to_owned())];
        if !self.marked.is_empty() {
            keys.push((Key::Line(ABOVE), self.mark.clone()));
        }
        if !self.line.0.is_empty() {
            keys.push((Key::Line(INK), self.line.1.clone()));
        }
        Legend::new(keys, room)
    }

    fn draw_points(&self, panel: &Panel<'_>) -> Drawn {
        let radius = if self.points.len() <= FEW { LARGE } else { SMALL };
        self.points.iter().try_for_each(|&(x, y)| panel.disc(x, y, radius, CURVES[1]))?;
        for [(left, right), (low, high)] in &self.marked {
            let corners = [(*left, *low), (*right, *low), (*right, *high), (*left, *high)];
            let corners = corners.map(|(x, y)| panel.at(x, y));
            for (at, &from) in corners.iter().enumerate() {
                let ends = [from, corners[(at + 1) % corners.len()]];
                // White around the frame, so that it is seen among many points.
                stroke(&panel.sheet, ends, PAPER, EDGE + 2 * PX)?;
            }
            for (at, &from) in corners.iter().enumerate() {
                stroke(&panel.sheet, [from, corners[(at + 1) % corners.len()]], ABOVE, EDGE)?;
            }
        }
        // White around the line, for the same reason.
        for (color, width) in [(PAPER, EDGE + 4 * PX), (INK, EDGE)] {
            for ends in self.line.0.windows(2) {
                let ends = [ends[0], ends[1]].map(|(x, y)| panel.at(x, y));
                stroke(&panel.sheet, ends, color, width)?;
            }
        }
        Ok(())
    }
}

impl Draw for Scatter {
    fn plan(&self) -> Result<PlotPlan<'_>, PlotError> {
        self.check()?;
        let (x, y) = (self.foot(), self.axis(&self.labels[1]));
        let left = y.indent();
        let right = left + SIDE;
        let width = right + END + MARGIN;
        let header = Header::new(&self.title, &self.subtitle, width);
        let legend = self.legend(SIDE);
        let top = header.height() + legend.height();
        let frame =
            Frame { grid: (true, true), ..Frame::new([(left, top), (right, top + SIDE)], x, y) };
        let draw = move |sheet: &Area<'_>| {
            header.draw(sheet)?;
            legend.draw(sheet, (left, header.height()))?;
            self.draw_points(&frame.draw(sheet)?)
        };
        Ok(PlotPlan { size: (width, top + SIDE + FOOT), draw: Box::new(draw) })
    }
}
