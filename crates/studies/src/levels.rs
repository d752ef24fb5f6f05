//! The levels of a calibration.

/// The levels at which false alarms are counted.
pub const LEVELS: [f64; 4] = [0.05, 0.01, 0.001, 1e-4];
