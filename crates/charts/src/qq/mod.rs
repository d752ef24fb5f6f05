//! P-values of many tests against uniform, quantile by quantile.

mod chart;
mod curve;

use crate::canvas::picture;
use crate::error::{PlotError, at_most, part, range};
use chart::Chart;

/// Most series on one picture.
const MOST: usize = 60;

/// A quantile-quantile plot: the p-values of tests that were run many times on sound shuffles, against
/// the uniform law that they should follow.
///
/// Both axes are -log10 p, so that small p-values, the ones that raise alarms, have the room. The k-th
/// smallest of n p-values is drawn against its mean if all are uniform, `k / (n + 1)`. On the diagonal a
/// test is as it should be; above it small p-values come too often (liberal: it cries wolf), below it too
/// rarely (conservative, as a discrete law is between its steps).
///
/// Up to six series are all coloured and named. Of more, those that leave the band by a pixel or more are
/// coloured and named, the furthest first and at most 16, and the others are grey and listed below: a
/// sound battery is a grey bundle inside the band. The scale is anchored to the band: what rises above
/// 1.5 times its height is drawn as dots beyond a break, and the name says how far it goes.
///
/// Equal p-values, as a discrete law gives them, form steps. They are judged at the last of their ranks,
/// the corner nearest to the diagonal: there a step of a sound test touches it.
///
/// The band comes from the caller. It holds rank by rank, so by chance alone a sound series leaves it
/// somewhere more often than its level says: of 3,000 simulated series of 10,000 uniform p-values 161 left
/// a band of 99.9%, and 42 of them, one in 70, by a pixel.
///
/// ```
/// use shuffle_charts::{Qq, QqBand, QqSeries};
///
/// let qq = Qq {
///     title: "Calibration, 52 cards".into(),
///     subtitle: "4 audits of sound shuffles".into(),
///     series: vec![QqSeries { name: "ascents".into(), p_values: vec![0.8, 0.13, 0.44, 0.62] }],
///     // the 0.05% and 99.95% quantiles of the order statistics of four uniform numbers
///     band: vec![
///         QqBand { expected: 0.2, low: 0.000125, high: 0.8505 },
///         QqBand { expected: 0.4, low: 0.00918, high: 0.9494 },
///         QqBand { expected: 0.6, low: 0.0506, high: 0.99082 },
///         QqBand { expected: 0.8, low: 0.1495, high: 0.999875 },
///     ],
///     band_label: "99.9% of uniform p-values, rank by rank".into(),
/// };
/// assert_eq!(&qq.to_png()?[1..4], b"PNG");
/// # Ok::<(), shuffle_charts::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Qq {
    /// The headline; a long one is set smaller, then broken into lines.
    pub title: String,
    /// A smaller line below it; may be empty.
    pub subtitle: String,
    /// One a test; 1 to 60 of them.
    pub series: Vec<QqSeries>,
    /// The band at some ranks, in any order; straight lines join them. It says what series of one length
    /// do: give them all about the same number of p-values.
    pub band: Vec<QqBand>,
    /// What the band is: "99.9% of uniform p-values, rank by rank".
    pub band_label: String,
}

/// The p-values of one test.
#[derive(Debug, Clone, PartialEq)]
pub struct QqSeries {
    /// The name of the test.
    pub name: String,
    /// Its p-values, in any order, 0 to 1. A 0 stands for what is too small for a float.
    pub p_values: Vec<f64>,
}

/// Where the p-value of one rank lies if all are uniform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QqBand {
    /// Its mean, `k / (n + 1)` for rank k of n.
    pub expected: f64,
    /// The lower end: above 0.
    pub low: f64,
    /// The upper end: at least `low`, at most 1.
    pub high: f64,
}

impl Qq {
    /// Draws the plot.
    ///
    /// # Errors
    ///
    /// [`PlotError::Empty`] without series, p-values or band, [`PlotError::TooMany`] above 60 series,
    /// [`PlotError::Range`] for p-values outside 0 to 1 and a band that is no band; [`PlotError::Part`]
    /// names the series at fault.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let chart = Chart::new(self)?;
        picture(chart.size(), |canvas| {
            chart.draw_words(canvas)?;
            chart.draw_field(canvas)?;
            chart.draw_curves(canvas)?;
            chart.draw_names(canvas)
        })
    }

    /// Width and height in pixels of the picture that [`Qq::to_png`] draws.
    ///
    /// # Errors
    ///
    /// As [`Qq::to_png`].
    pub fn size(&self) -> Result<(u32, u32), PlotError> {
        Ok(Chart::new(self)?.size())
    }

    fn check(&self) -> Result<(), PlotError> {
        at_most("series", MOST, self.series.len())?;
        for QqSeries { name, p_values } in &self.series {
            part(name, at_most("p_values", usize::MAX, p_values.len()))?;
            let share = |p: &f64| (0.0..=1.0).contains(p);
            part(name, range("p_values", "between 0 and 1", p_values, share))?;
        }
        at_most("band", usize::MAX, self.band.len())?;
        let ordered = |at: &QqBand| at.low > 0.0 && at.low <= at.high && at.high <= 1.0;
        range("band", "from above 0 to at most 1, low before high", &self.band, ordered)?;
        let inside = |at: &QqBand| at.expected > 0.0 && at.expected <= 1.0;
        range("band.expected", "above 0 and at most 1", &self.band, inside)
    }
}
