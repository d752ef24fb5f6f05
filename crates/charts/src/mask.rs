//! Curves and discs: what needs soft edges.
//!
//! A mask collects how much of each pixel its shapes cover, so that shapes of one mask that overlap
//! are not laid on twice; then it is drawn in one colour. Points are in parts of pixels, 0.5 being the
//! middle of the first.

use plotters::style::RGBColor;

use crate::canvas::{Area, Canvas};
use crate::error::PlotError;

/// A point in parts of pixels.
pub(super) type Point = (f64, f64);

/// How much of each pixel of an area is covered.
pub(super) struct Mask {
    area: Area,
    shares: Vec<f32>,
}

impl Mask {
    /// Nothing covered yet; shapes are cut off at the edges of `area`.
    pub(super) fn new(area: Area) -> Self {
        let pixels = area.width().max(0) as usize * area.height().max(0) as usize;
        Self { area, shares: vec![0.0; pixels] }
    }

    /// A disc.
    pub(super) fn disc(&mut self, center: Point, radius: f64) {
        self.line(center, center, 2.0 * radius);
    }

    /// A line of this width with round ends, through all points.
    pub(super) fn curve(&mut self, points: &[Point], width: f64) {
        for ends in points.windows(2) {
            self.line(ends[0], ends[1], width);
        }
    }

    /// A straight line of this width with round ends.
    pub(super) fn line(&mut self, from: Point, to: Point, width: f64) {
        let reach = width / 2.0 + 1.0;
        let (left, right) = self.columns(from.0.min(to.0) - reach, from.0.max(to.0) + reach);
        let (top, bottom) = self.rows(from.1.min(to.1) - reach, from.1.max(to.1) + reach);
        let across = self.area.width() as usize;
        for y in top..bottom {
            for x in left..right {
                let pixel = (f64::from(x) + 0.5, f64::from(y) + 0.5);
                let covered = width / 2.0 + 0.5 - distance(pixel, from, to);
                let index = (y - self.area.top) as usize * across + (x - self.area.left) as usize;
                let share = &mut self.shares[index];
                *share = share.max(covered.clamp(0.0, width.min(1.0)) as f32);
            }
        }
    }

    /// Lays the ink on the sheet.
    pub(super) fn draw(&self, canvas: &Canvas<'_>, color: RGBColor) -> Result<(), PlotError> {
        let across = self.area.width().max(1) as usize;
        for (index, &share) in self.shares.iter().enumerate() {
            if share > 0.0 {
                let (x, y) = ((index % across) as i32, (index / across) as i32);
                canvas.dab((self.area.left + x, self.area.top + y), color, f64::from(share))?;
            }
        }
        Ok(())
    }

    /// The pixel columns of the area between two places.
    fn columns(&self, from: f64, to: f64) -> (i32, i32) {
        ((from.floor() as i32).max(self.area.left), (to.ceil() as i32).min(self.area.right))
    }

    /// The pixel rows of the area between two places.
    fn rows(&self, from: f64, to: f64) -> (i32, i32) {
        ((from.floor() as i32).max(self.area.top), (to.ceil() as i32).min(self.area.bottom))
    }
}

/// How far a point is from the straight line between two others.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (x, y) = (point.0 - from.0, point.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((x * dx + y * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (x - along * dx, y - along * dy);
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { left: 10, top: 20, right: 50, bottom: 60 };

    fn covered(mask: &Mask) -> f64 {
        mask.shares.iter().map(|&share| f64::from(share)).sum()
    }

    #[test]
    fn a_disc_covers_its_area() {
        let mut mask = Mask::new(AREA);
        mask.disc((30.3, 40.8), 6.0);
        let disc = std::f64::consts::PI * 36.0;
        assert!((covered(&mask) - disc).abs() < 0.02 * disc, "{}", covered(&mask));
    }

    #[test]
    fn a_line_covers_its_length_times_its_width_at_any_slope() {
        for to in [(40.0, 30.0), (40.0, 40.0), (20.0, 50.0), (20.0, 30.0)] {
            let mut mask = Mask::new(AREA);
            mask.line((20.0, 30.0), to, 2.0);
            let length = ((to.0 - 20.0_f64).powi(2) + (to.1 - 30.0_f64).powi(2)).sqrt();
            let whole = 2.0 * length + std::f64::consts::PI;
            assert!((covered(&mask) - whole).abs() < 0.06 * whole + 0.9, "{to:?}");
        }
    }

    #[test]
    fn what_is_drawn_twice_covers_no_more_and_nothing_leaves_the_area() {
        let mut mask = Mask::new(AREA);
        mask.curve(&[(0.0, 0.0), (100.0, 100.0)], 2.0);
        let once = covered(&mask);
        mask.curve(&[(100.0, 100.0), (0.0, 0.0), (100.0, 100.0)], 2.0);
        assert_eq!(covered(&mask), once);
        mask.disc((-1e9, 1e9), 5.0);
        assert_eq!(covered(&mask), once);
    }
}
