//! What a calibration says of a test: its false alarms, and the bins of its p-values.

use shuffle_metrics::distribution::clopper_pearson;
use shuffle_studies::calibration::{Calibrated, CalibratedTest, LEVELS, RUN_LEVEL};

/// The family-wise confidence of the intervals of all tests together, at one level.
pub(super) const CONFIDENCE: f64 = 0.999;

/// Bins of the histograms of p-values.
pub(super) const BINS: usize = 20;

/// A test's false alarms at one level.
pub(super) struct Rate {
    pub(super) observed: u64,
    pub(super) runs: u64,
    pub(super) attainable: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Rate {
    pub(super) fn of(test: &CalibratedTest, index: usize, tests: usize) -> Self {
        let (observed, runs) = (test.rejections(LEVELS[index]), test.p_values.len() as u64);
        let interval = clopper_pearson(observed, runs, 1.0 - (1.0 - CONFIDENCE) / tests as f64);
        let (low, high) = (interval.low, interval.high);
        Self { observed, runs, attainable: test.attainable[index], low, high }
    }

    /// `calibrated`, `liberal` or `conservative`.
    pub(super) fn verdict(&self) -> &'static str {
        if self.low > self.attainable {
            "liberal"
        } else if self.high < self.attainable {
            "conservative"
        } else {
            "calibrated"
        }
    }
}

/// The histogram of the p-values of a test, in 20 bins.
#[must_use]
pub fn bins(test: &CalibratedTest) -> Vec<u64> {
    let mut bins = vec![0; BINS];
    for p in &test.p_values {
        bins[((p.value() * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    bins
}

/// True if no test is liberal, and the run's false alarms stay within the budget.
#[must_use]
pub fn is_sound(calibrated: &Calibrated) -> bool {
    let tests = calibrated.tests.len();
    let liberal = |test: &CalibratedTest| {
        (0..LEVELS.len()).any(|index| Rate::of(test, index, tests).verdict() == "liberal")
    };
    let runs = clopper_pearson(calibrated.false_alarms, calibrated.calibration.runs, CONFIDENCE);
    !calibrated.tests.iter().any(liberal) && runs.low <= RUN_LEVEL
}
