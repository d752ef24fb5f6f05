//! The counts of balls in draws without order, as a table and as bars.

use crate::{
    number::{cell, round10},
    pictures,
    table::DataTable,
};
use shuffle_audit::{CaseFindings, number::text};
use shuffle_charts::Histogram;
use shuffle_metrics::{BALLS, BONUS_BALLS, Exhibit, histogram};

/// The counts of the balls, and of the bonus balls, each with the name of its test.
fn counts(case: &CaseFindings) -> impl Iterator<Item = (&'static str, &histogram::Histogram)> {
    let tests = [BALLS.id, BONUS_BALLS.id].into_iter();
    tests.filter_map(|test| {
        let mut found =
            case.last().exhibits.iter().filter_map(|it| Exhibit::histogram_of(it, test));
        Some((test, found.next()?))
    })
}

/// A row for each ball and each bonus ball, by its name.
pub(crate) fn table(case: &CaseFindings) -> Option<DataTable> {
    let names = case.case.subject.names();
    let mut rows = Vec::new();
    for (test, histogram) in counts(case) {
        for (ball, (&count, share)) in histogram.counts.iter().zip(&histogram.law).enumerate() {
            let expected = histogram.trials as f64 * share;
            let ball = if test == BALLS.id {
                text(&names.card(ball))
            } else {
                (ball + names.base()).to_string()
            };
            let off = round10(count as f64 / expected - 1.0);
            let count = count.to_string();
            rows.push(vec![test.to_owned(), ball, count, cell(round10(expected)), cell(off)]);
        }
    }
    let header = ["test", "ball", "count", "expected", "deviation"];
    (!rows.is_empty()).then(|| DataTable::new(header, rows))
}

pub(crate) fn balls(case: &CaseFindings) -> Option<Histogram> {
    let (test, histogram) = counts(case).next()?;
    let bars = pictures::histogram(case, test, histogram);
    Some(Histogram {
        title: pictures::title(case, "how often each ball was drawn"),
        x_label: "ball".to_owned(),
        y_label: "draws".to_owned(),
        first: case.case.subject.names().base() as u64,
        ..bars
    })
}
