//! The picture of the chapter on performance: how long shuffles take at each number of cards, as its table has it.

use crate::BookError;
use shuffle_charts::{Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, Scale};

/// The first cell of the table.
const HEAD: &str = "a shuffle of";

/// The picture of the table of the chapter.
///
/// # Errors
///
/// If the chapter has no such table, or it can't be drawn.
pub fn picture(chapter: &str) -> Result<String, BookError> {
    let rows = chapter.lines().map(cells);
    let mut rows = rows.skip_while(|row| row[0] != HEAD).take_while(|row| row.len() > 1);
    let head =
        rows.next().ok_or_else(|| BookError::entry(HEAD, "the chapter has no such table"))?;
    let lines = rows.skip(1).map(|row| {
        let dots = head.iter().zip(&row).filter_map(|(cards, time)| {
            let cards = cards.trim_end_matches(" cards").replace(',', "");
            Some((cards.parse().ok()?, time.parse().ok()?))
        });
        let exact: Vec<(f64, f64)> = dots.collect();
        let dot = |&(x, y)| CurveDot { x, y, standard_error: 0.0, kind: DotKind::Plain };
        let dots = exact.iter().map(dot).collect();
        CurveLine { name: row[0].replace('`', ""), exact, dots }
    });
    let panel = CurvePanel {
        y_label: "time, relative to rand on Pcg64".to_owned(),
        y_scale: Scale::Linear,
        range: Some((0.0, 1.1)),
        guide: Some((1.0, "rand on Pcg64".to_owned())),
        floor: Vec::new(),
        lines: lines.collect(),
    };
    let curve = Curve {
        title: "Time of a shuffle by the number of cards".to_owned(),
        subtitle: "one core of an Intel Xeon, Sapphire Rapids".to_owned(),
        x_label: "cards".to_owned(),
        x_scale: Scale::Logarithmic,
        panels: vec![panel],
    };
    Ok(curve.to_svg()?)
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}
