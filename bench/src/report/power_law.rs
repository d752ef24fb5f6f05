//! Cost against work as a straight line on logarithmic axes.

/// The straight line through the logarithms of some points, by least squares: y = factor * x^slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerLaw {
    /// The exponent.
    pub slope: f64,
    /// What y is at x = 1.
    pub factor: f64,
}

impl PowerLaw {
    /// Fits the line; nothing of fewer than two different x.
    ///
    /// ```
    /// use shuffle_bench::report::PowerLaw;
    ///
    /// let law = PowerLaw::fit(&[(1.0, 3.0), (10.0, 300.0), (100.0, 30_000.0)]).unwrap();
    /// assert!((law.slope - 2.0).abs() < 1e-12 && (law.at(10.0) - 300.0).abs() < 1e-9);
    /// assert_eq!(PowerLaw::fit(&[(1.0, 3.0)]), None);
    /// ```
    #[must_use]
    pub fn fit(points: &[(f64, f64)]) -> Option<Self> {
        let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
        let count = logs.len() as f64;
        let mean_x = logs.iter().map(|&(x, _)| x).sum::<f64>() / count;
        let mean_y = logs.iter().map(|&(_, y)| y).sum::<f64>() / count;
        let products = logs.iter().map(|&(x, y)| (x - mean_x) * (y - mean_y));
        let squares = logs.iter().map(|&(x, _)| (x - mean_x).powi(2));
        let slope = products.sum::<f64>() / squares.sum::<f64>();
        let law = Self { slope, factor: (mean_y - slope * mean_x).exp() };
        slope.is_finite().then_some(law)
    }

    /// Its value at x.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.factor * x.powf(self.slope)
    }
}
