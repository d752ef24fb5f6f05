//! The small picture of a case in the list of cases: its one order, its matrix, or the bars of a number.

use crate::{error::FormatError, order_view::OrderView, pictures};
use data_encoding::BASE64;
use shuffle_audit::CaseFindings;
use shuffle_metrics::Exhibit;

/// The side of the square in which everything is drawn.
const SIDE: f64 = 48.0;

/// Points of an order.
const MOST_POINTS: usize = 250;

const MOST_BARS: usize = 24;

/// What stands inside an SVG of 48 by 48, or nothing if the case has nothing to draw. The page gives the colors.
pub(super) fn of(case: &CaseFindings) -> Result<String, FormatError> {
    if let Some(view) = OrderView::plain(case) {
        return Ok(dots(&view));
    }
    let exhibits = &case.last().exhibits;
    let matrix = exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Position(matrix) => Some(pictures::position(case, "position", matrix)),
        _ => None,
    });
    if let Some(matrix) = matrix {
        let png = BASE64.encode(&matrix.to_thumbnail()?);
        return Ok(format!(
            "<image width=\"{SIDE}\" height=\"{SIDE}\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,{png}\"/>"
        ));
    }
    let counts = exhibits.iter().find_map(|exhibit| match exhibit {
        Exhibit::Permutations(orders) => Some(&orders.counts),
        Exhibit::Histogram { histogram, .. } => Some(&histogram.counts),
        _ => None,
    });
    Ok(counts.map_or_else(String::new, |counts| bars(counts)))
}

/// A dot for each card, positions across and cards up as the page says, and the running mean.
fn dots(view: &OrderView<'_>) -> String {
    let scale = |at: f64| SIDE * at / view.cards() as f64;
    let dot = |(x, y): (f64, f64)| format!("M{:.0} {:.0}h0", scale(x - 0.5), SIDE - scale(y - 0.5));
    let points = view.points();
    let stride = points.len().div_ceil(MOST_POINTS).max(1);
    let path: String = points.step_by(stride).map(dot).collect();
    let ends = view.running_mean().0.into_iter().step_by(4);
    let mean = ends.map(|(x, y)| format!("{:.0},{:.0} ", scale(x), SIDE - scale(y)));
    format!(
        "<path class=\"dots\" d=\"{path}\"/><polyline class=\"mean\" points=\"{}\"/>",
        mean.collect::<String>().trim_end()
    )
}

/// Bars from 0 up, several values in each where there are many.
fn bars(counts: &[u64]) -> String {
    let of_a_bar = counts.len().div_ceil(MOST_BARS).max(1);
    // The last values would be a lower bar if they are fewer.
    let means =
        counts.chunks(of_a_bar).map(|few| few.iter().sum::<u64>() as f64 / few.len() as f64);
    let means: Vec<f64> = means.collect();
    let (top, wide) = (means.iter().copied().fold(1.0, f64::max), SIDE / means.len() as f64);
    let bar = |(at, mean): (usize, &f64)| {
        let high = (SIDE - 2.0) * mean / top;
        format!("M{:.1} {SIDE}v-{high:.1}h{:.1}V{SIDE}z", wide * at as f64, 0.85 * wide)
    };
    let path: String = means.iter().enumerate().map(bar).collect();
    format!("<path class=\"heights\" d=\"{path}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_high_as_their_counts() {
        assert_eq!(
            bars(&[2, 1]),
            "<path class=\"heights\" d=\"M0.0 48v-46.0h20.4V48zM24.0 48v-23.0h20.4V48z\"/>"
        );
        assert_eq!(bars(&[1; 1_000]).matches('z').count(), 24);
    }
}
