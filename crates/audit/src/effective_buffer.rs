//! The buffer that would leave an order as near to its start as it is.
#![doc = include_str!("effective_buffer.md")]

use shuffle_metrics::Interval;

/// Rows wait longer than this many times the buffer with a probability below 1e-8.
const LONGEST_WAIT: f64 = 20.0;

const STEPS: u32 = 100;

/// The standard deviation of the distance of one row, in buffers: `sqrt(1 - 4/e^2)`, as long as the buffer is small.
const DEVIATION: f64 = 0.677_3;

/// Rows wait in whole steps, and the first of them they wait not at all: a buffer of b rows is as one of b - 1/2 without steps.
const WHOLE_ROWS: f64 = 0.5;

/// The quantile of a 99 % interval.
const QUANTILE: f64 = 2.576;

/// The mean distance that rows move, as a share of the order, through a buffer of this share of it.
///
/// # Panics
///
/// If the share is not above 0 and at most 1.
#[must_use]
fn mean_distance(buffer: f64) -> f64 {
    assert!(buffer > 0.0 && buffer <= 1.0, "a buffer is a share of the order, not {buffer}");
    // Rows from here on may still be there at the end; all rows between fare alike.
    let near_end = (1.0 - LONGEST_WAIT * buffer).max(buffer);
    let in_last = (1.0 - buffer).max(near_end);
    let of = |row| distance_of(row, buffer);
    integral(0.0, buffer, of)
        + (near_end - buffer) * of(near_end)
        + integral(near_end, in_last, of)
        + integral(in_last, 1.0, of)
}

fn distance_of(row: f64, buffer: f64) -> f64 {
    let (entered, last) = ((row - buffer).max(0.0), 1.0 - buffer);
    let longest = ((last - entered) / buffer).clamp(0.0, LONGEST_WAIT);
    // The integral of the way back, `(row - entered - wait buffer) e^-wait`, which turns where the row comes at its own place.
    let back = |wait: f64| ((wait + 1.0) * buffer - (row - entered)) * (-wait).exp();
    let turn = ((row - entered) / buffer).min(longest);
    let stays = (-(last - entered) / buffer).exp();
    let at_the_end = if row <= last {
        0.5 * (1.0 + last) - row
    } else {
        ((row - last).powi(2) + (1.0 - row).powi(2)) / (2.0 * buffer)
    };
    2.0 * back(turn) - back(0.0) - back(longest) + stays * at_the_end
}

/// By Simpson's rule.
fn integral(from: f64, to: f64, of: impl Fn(f64) -> f64) -> f64 {
    let step = (to - from) / f64::from(STEPS);
    let weight = |index: u32| match index {
        0 | STEPS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=STEPS).map(|i| weight(i) * of(from + f64::from(i) * step)).sum();
    sum * step / 3.0
}

/// The buffer, in rows, of orders of `rows` rows that moved by this share of their length on average, with its 99 % interval; `None`
/// if they moved as far as in a fair shuffle.
#[must_use]
pub(crate) fn effective_buffer(mean_share: f64, rows: usize, orders: u64) -> Option<Interval> {
    let n = rows as f64;
    let of = |share: f64| {
        let (mut low, mut high) = (0.5 / n, 1.0);
        if share >= mean_distance(high) {
            return None;
        }
        for _ in 0..30 {
            let middle = f64::sqrt(low * high);
            if mean_distance(middle) < share { low = middle } else { high = middle }
        }
        Some(high * n + WHOLE_ROWS)
    };
    let value = of(mean_share)?;
    let error = QUANTILE * DEVIATION * value / n / (n * orders as f64).sqrt();
    let low = of((mean_share - error).max(0.0))?;
    let high = of(mean_share + error).unwrap_or(n);
    Some(Interval { low, high, confidence: 0.99 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// The mean distance, as a share, of rows that went through a buffer.
    fn buffered(rows: usize, buffer: usize, seed: u64) -> f64 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut held: Vec<usize> = (0..buffer).collect();
        let mut way = 0;
        for place in 0..rows {
            let at = rng.random_range(0..held.len());
            let row = held[at];
            match place + buffer {
                next if next < rows => held[at] = next,
                _ => drop(held.swap_remove(at)),
            }
            way += row.abs_diff(place);
        }
        way as f64 / rows as f64 / rows as f64
    }

    #[test]
    fn the_mean_distance_is_that_of_simulated_buffers() {
        for (rows, buffer) in [(2_000, 20), (2_000, 200), (2_000, 1_000), (2_000, 1_800)] {
            let mean = (0..100).map(|seed| buffered(rows, buffer, seed)).sum::<f64>() / 100.0;
            let expected = mean_distance((buffer as f64 - WHOLE_ROWS) / rows as f64);
            assert!((mean / expected - 1.0).abs() < 0.01, "{buffer}: {mean} {expected}");
        }
    }

    /// 60 buffers of each size, seeds 1 to 60: of 99 % intervals at least 54 hold it, which fewer do with a probability below 1e-5.
    #[test]
    fn intervals_hold_the_buffer_that_was() {
        for (rows, buffer) in [(20_000, 100), (5_000, 2_500)] {
            let holds = |seed: &u64| {
                let found = effective_buffer(buffered(rows, buffer, *seed), rows, 1).unwrap();
                found.low <= buffer as f64 && buffer as f64 <= found.high
            };
            let held = (1..=60).filter(holds).count();
            assert!(held >= 54, "{buffer} of {rows}: {held} of 60");
        }
    }

    #[test]
    fn a_fair_shuffle_needs_all_rows_as_a_buffer() {
        assert_eq!(effective_buffer(0.34, 1_000, 1), None);
    }
}
