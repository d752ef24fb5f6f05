//! The end of an interval: the point at which a probability crosses a level, by bisection.

use std::cmp::Ordering;

/// A probability that crosses a level between two points.
pub(crate) struct Crossing<P, T> {
    /// The probability at a point, which rises or falls from one end to the other.
    pub(crate) probability: P,
    pub(crate) level: f64,
    /// The probability compared with the level, on the side from which the bisection starts.
    pub(crate) start: Ordering,
    /// The distance of the ends at which the bisection stops, given the second.
    pub(crate) tolerance: T,
}

impl<P: Fn(f64) -> f64, T: Fn(f64) -> f64> Crossing<P, T> {
    /// Both ends when they are near enough: the last point that is still on the side of `from`, and the first that is not.
    ///
    /// Neither `from` nor `to` is examined: they are taken to be on either side.
    pub(crate) fn between(&self, from: f64, to: f64) -> [f64; 2] {
        let (mut near, mut far) = (from, to);
        while (far - near).abs() > (self.tolerance)(far) {
            let middle = 0.5 * (near + far);
            let holds = (self.probability)(middle).partial_cmp(&self.level) == Some(self.start);
            if holds { near = middle } else { far = middle }
        }
        [near, far]
    }
}
