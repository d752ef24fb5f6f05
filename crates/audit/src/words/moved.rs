//! How far the rows of few orders moved, in words.

use crate::{
    CaseFindings,
    moved::{FAIR_APART, FAIR_MEAN, Moved, moved},
    number::{count, counted, three_digits},
    words::{Screen, layout::hang},
};
use shuffle_metrics::{LEFT_IN_ORDER, LeftInOrder};

/// A paragraph on how far the rows moved; empty where that says nothing.
pub fn paragraph(case: &CaseFindings, screen: &Screen) -> String {
    let Some(moved) = moved(case) else { return String::new() };
    let mut text = hang("", "How far the rows moved:", 0, screen.width);
    let mut line = |words: &str| text.push_str(&hang("  ", words, 2, screen.width));
    line(&distance(&moved));
    line(&apart(&moved));
    line(&together(&moved));
    if let Some(left) = &moved.facts.left {
        line(&in_order(&moved, left, case.case.subject.names().position(0)));
    }
    text.push('\n');
    text
}

fn distance(moved: &Moved) -> String {
    let [half, _, most] = moved.quantiles.map(share);
    format!(
        "By {} rows ({} of the order) on average; a fair shuffle moves them by {}. Half of them moved by \
         {half} at most, 99 in 100 by {most}.",
        three_digits(moved.facts.distance),
        share(moved.mean),
        share(FAIR_MEAN)
    )
}

fn apart(moved: &Moved) -> String {
    let fair = FAIR_APART * moved.facts.rows as f64;
    format!(
        "Rows that were neighbors lie about {} apart (median); a fair shuffle puts them about {} apart.",
        three_digits(moved.facts.apart),
        three_digits(fair)
    )
}

fn together(moved: &Moved) -> String {
    let fair = moved.together_if_fair.round().max(1.0) as u64;
    let stayed = counted(moved.facts.together, "neighbor");
    format!("{stayed} stayed together; a fair shuffle leaves about {}.", count(fair))
}

fn in_order(moved: &Moved, left: &LeftInOrder, first: usize) -> String {
    let all = moved.facts.rows as f64 * moved.facts.orders as f64;
    let deck = match moved.facts.orders {
        1 => String::new(),
        _ => format!(" of deck {}", left.order + 1),
    };
    let [from, to] = [left.positions.start, left.positions.end - 1].map(|at| at + first);
    let runs = match left.runs {
        1 => "are one of them".to_owned(),
        runs => format!("are {} of them, one after the other", count(runs as u64)),
    };
    format!(
        "{} rows ({}) are in runs of {LEFT_IN_ORDER} rows or more in their order at the start; positions {from} to \
         {to}{deck} {runs}.",
        count(moved.facts.in_order),
        share(moved.facts.in_order as f64 / all)
    )
}

/// Two significant digits, or one decimal.
fn share(share: f64) -> String {
    let percent = 100.0 * share;
    let decimals =
        if percent > 0.0 { (1.0 - percent.log10().floor()).clamp(1.0, 6.0) } else { 1.0 };
    format!("{percent:.*} %", decimals as usize)
}
