//! The end of an interval: the point at which a probability crosses a level, by bisection, most of whose steps are
//! decided without looking.
//!
//! A bisection looks at the probability at each of some twenty middles, and one look may take microseconds. False
//! position finds the crossing in a few looks. Two more, close on either side of it, prove where it is; then the
//! bisection is gone through with its answers known, but for a middle that lies between the two. So the result is
//! that of the plain bisection to the last bit.

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

/// Looks at the probability before false position gives up.
const MOST_LOOKS: usize = 12;

/// The two looks that prove the crossing are this part of the tolerance away from it.
const CLOSE: f64 = 0.01;

impl<P: Fn(f64) -> f64, T: Fn(f64) -> f64> Crossing<P, T> {
    /// Both ends when they are near enough: the last point that is still on the side of `from`, and the first that is not.
    ///
    /// Neither `from` nor `to` is looked at: they are taken to be on either side.
    pub(crate) fn between(&self, from: f64, to: f64) -> [f64; 2] {
        let known = self.proved(from, to);
        let (mut near, mut far) = (from, to);
        while (far - near).abs() > (self.tolerance)(far) {
            let middle = 0.5 * (near + far);
            // Whether `x` lies on the side of `from`, seen from `end`.
            let before = |end: f64| (middle - end) * (to - from) <= 0.0;
            let holds = match known {
                Some([last, _]) if before(last) => true,
                Some([_, first]) if !before(first) => false,
                _ => self.holds(middle),
            };
            if holds { near = middle } else { far = middle }
        }
        [near, far]
    }

    /// True if a point is on the side from which the bisection starts.
    fn holds(&self, x: f64) -> bool {
        (self.probability)(x).partial_cmp(&self.level) == Some(self.start)
    }

    /// Two points close to the crossing, on either side; `None` where false position does not find it.
    fn proved(&self, from: f64, to: f64) -> Option<[f64; 2]> {
        let odds = |p: f64| {
            let p = p.clamp(1e-12, 1.0 - 1e-12);
            (p / (1.0 - p)).ln()
        };
        let value = |x: f64| odds((self.probability)(x)) - odds(self.level);
        let (mut a, mut b) = ((from, value(from)), (to, value(to)));
        let mut last = f64::NAN;
        for _ in 0..MOST_LOOKS {
            if a.1 * b.1 >= 0.0 {
                return None;
            }
            let x = (a.0 * b.1 - b.0 * a.1) / (b.1 - a.1);
            let close = CLOSE * (self.tolerance)(x) * (to - from).signum();
            if (x - last).abs() < 0.5 * close.abs() {
                let ends = [x - close, x + close];
                let proved = self.holds(ends[0]) && !self.holds(ends[1]);
                return proved.then_some(ends);
            }
            last = x;
            let here = (x, value(x));
            // The end that stays counts half the next time (the Illinois method).
            if here.1 * b.1 < 0.0 {
                a = b;
            } else {
                a.1 *= 0.5;
            }
            b = here;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::normal;
    use std::cell::Cell;

    fn plain(
        crossing: &Crossing<impl Fn(f64) -> f64, impl Fn(f64) -> f64>,
        ends: [f64; 2],
    ) -> [f64; 2] {
        let [mut near, mut far] = ends;
        while (far - near).abs() > (crossing.tolerance)(far) {
            let middle = 0.5 * (near + far);
            if crossing.holds(middle) { near = middle } else { far = middle }
        }
        [near, far]
    }

    #[test]
    fn it_ends_where_the_plain_bisection_ends_with_fewer_looks() {
        for level in [0.005, 0.5, 0.995, 1e-9] {
            for centre in [-3.0, 0.0, 0.7, 100.0] {
                for (width, ends) in [(1.0, [-20.0, 130.0]), (3.0, [130.0, -20.0])] {
                    let looks = Cell::new(0);
                    let probability = |x: f64| {
                        looks.set(looks.get() + 1);
                        normal::sf((x - centre) / width)
                    };
                    let start = if ends[0] < ends[1] { Ordering::Greater } else { Ordering::Less };
                    let crossing = Crossing { probability, level, start, tolerance: |_| 1e-6 };
                    let ends_of_plain = plain(&crossing, ends);
                    let looks_of_plain = looks.replace(0);
                    assert_eq!(crossing.between(ends[0], ends[1]), ends_of_plain);
                    assert!(looks.get() <= looks_of_plain + 16, "{} looks", looks.get());
                }
            }
        }
        // The ends of an interval as they occur: a third of the looks.
        let looks = Cell::new(0);
        let probability = |x: f64| {
            looks.set(looks.get() + 1);
            normal::sf(3.0 - x)
        };
        let crossing = Crossing {
            probability,
            level: 0.005,
            start: Ordering::Less,
            tolerance: |far: f64| 1e-6 * far,
        };
        assert_eq!(plain(&crossing, [0.0, 3.0]), crossing.between(0.0, 3.0));
        looks.set(0);
        let _ = crossing.between(0.0, 3.0);
        assert!(looks.get() <= 12, "{} looks", looks.get());
    }

    #[test]
    fn a_step_is_found_too() {
        let step = |x: f64| if x < 0.3 { 0.0 } else { 1.0 };
        let crossing = Crossing {
            probability: step,
            level: 0.005,
            start: Ordering::Less,
            tolerance: |_| 1e-6,
        };
        assert_eq!(crossing.between(0.0, 1.0), plain(&crossing, [0.0, 1.0]));
    }
}
