//! The page of a comparison: its answer, its cases, and the matrices of both sides with their difference.

use super::{
    CaseDiff, Change, Diff, Question,
    side::{Counts, SideCase},
    words,
};
use crate::{
    error::FormatError,
    number::{count, round10},
    page::{
        MATRIX, MOST_CELLS,
        data::{Matrix, Other, Titles},
        render_with_script,
    },
    parts::Neighbors,
};
use minijinja::{Value, context, value::Serde};
use std::collections::BTreeMap;

/// The scripts of the page, in an order in which each stands below what it imports.
const SCRIPTS: [&str; 2] = [
    include_str!("../../templates/diff/js/matrices.js"),
    include_str!("../../templates/diff/js/main.js"),
];

/// Changed cases that are drawn.
const MOST_DRAWN: usize = 40;

pub(super) fn page(diff: &Diff, _: Neighbors) -> Result<String, FormatError> {
    let (mut data, mut cells) = (BTreeMap::new(), 0);
    for (rank, case) in diff.cases.iter().enumerate() {
        if case.change == Change::Same && diff.cases.len() > 1 || data.len() >= MOST_DRAWN {
            continue;
        }
        if let Some(matrix) = matrix(diff, case).filter(|it| cells + it.counts.len() <= MOST_CELLS)
        {
            cells += matrix.counts.len();
            data.insert(anchor(rank), matrix);
        }
    }
    let shown = |(rank, case)| of_case(diff, case, anchor(rank), data.contains_key(&anchor(rank)));
    let values = context! {
        title => words::title(diff),
        state => diff.answer().name(),
        sentence => words::sentence(diff),
        sides => Serde(&diff.sides),
        // What the sides are called, where they are no reports.
        names => (diff.question == Question::SameLaw).then(|| words::side_names(diff)),
        basis => words::basis(diff),
        reading => words::READING,
        cases => diff.cases.iter().enumerate().map(shown).collect::<Vec<_>>(),
        data => Serde(&data),
    };
    let scripts: Vec<&str> = MATRIX.iter().chain(&SCRIPTS).copied().collect();
    let styles = ["page.css", "run/run.css", "diff/diff.css"];
    render_with_script("diff/diff.html", &styles, &scripts, values)
}

fn anchor(rank: usize) -> String {
    format!("case-{}", rank + 1)
}

fn of_case(diff: &Diff, case: &CaseDiff, anchor: String, is_drawn: bool) -> Value {
    let of = |of: fn(&SideCase) -> String| {
        case.cases.each_ref().map(|side| side.as_ref().map_or_else(|| "–".to_owned(), of))
    };
    let test = |test: &super::TestDiff| {
        context! {
            name => &test.test,
            what => &test.what,
            sizes => words::sizes(test),
            way => test.way.name(),
            p_holm => crate::number::p_value(test.p_holm.log10()),
        }
    };
    context! {
        anchor,
        id => &case.id,
        change => case.change.name().replace('_', " "),
        is_regression => case.change.is_regression(),
        is_changed => case.change != Change::Same,
        is_drawn,
        standings => of(|side| side.standing.replace('_', " ")),
        trials => of(|side| count(side.trials)),
        told => words::told(diff, case),
        tests => case.tests.iter().map(test).collect::<Vec<_>>(),
    }
}

/// The two matrices of a case, if both sides have one of the same cards and positions.
fn matrix<'a>(diff: &Diff, case: &'a CaseDiff) -> Option<Matrix<'a>> {
    let [(old, a), (new, b)] = case.matrices()?;
    let Counts::Matrix { cards: names, positions, cells: before } = a else { return None };
    let Counts::Matrix { cells: now, .. } = b else { return None };
    let Sizes { cards, rows, columns } = Sizes::of(&new.shape, positions, names, [before, now])?;
    let expected = |trials: u64, cell: usize| {
        let (row, column) = (cell / names.len(), cell % names.len());
        trials as f64 * rows[row] * columns[column] / cards as f64
    };
    let deviation = |(cell, count): (usize, &u64)| {
        let expected = expected(old.trials, cell);
        let share = if expected > 0.0 { *count as f64 / expected - 1.0 } else { 0.0 };
        (share * 1e6).round() / 1e6
    };
    let (n, g, h, trials) = (cards as f64, rows[0], columns[0], new.trials as f64);
    let variance = (n - g) * (n - h) / (g * h * (n - 1.0) * trials);
    let labels = names.iter().map(|name| name.strip_prefix("card_").unwrap_or(name).to_owned());
    let [exact, observed] = words::side_names(diff);
    let difference = match diff.question {
        Question::Regression => "Now less before".to_owned(),
        Question::SameLaw => format!("{observed} less {exact}"),
    };
    let titles = Titles { exact, observed, difference };
    Some(Matrix {
        row_label: "position",
        column_label: "card",
        base: positions.first()?.parse().ok()?,
        names: Some(labels.collect()),
        rows: positions.len(),
        columns: names.len(),
        row_group: rows[0] as usize,
        column_group: 1,
        trials: new.trials,
        cards: usize::try_from(cards).ok()?,
        exact: Some(before.iter().enumerate().map(deviation).collect()),
        row_sizes: rows,
        column_sizes: columns.iter().copied().map(round10).collect(),
        counts: now,
        noise: if variance > 0.0 { round10(variance.sqrt()) } else { 0.0 },
        other: Some(Other { other_trials: old.trials, titles }),
    })
}

/// How many positions and cards the rows and columns of a matrix hold.
struct Sizes {
    cards: u64,
    rows: Vec<f64>,
    columns: Vec<f64>,
}

impl Sizes {
    /// Groups are read off the first positions of the rows, and off the share of a column of all that was counted: of kinds there
    /// are several cards, too.
    fn of(shape: &str, positions: &[String], names: &[String], cells: [&[u64]; 2]) -> Option<Self> {
        let mut numbers = shape.split(' ').filter_map(|word| word.parse::<u64>().ok());
        let first = numbers.next()?;
        let (dealt, cards) = (first, numbers.next().unwrap_or(first));
        let starts: Option<Vec<u64>> = positions.iter().map(|it| it.parse().ok()).collect();
        let starts = starts?;
        let end = starts.first()? + dealt;
        let ends = starts.iter().skip(1).copied().chain([end]);
        let rows = starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start) as f64);
        let all: u64 = cells.iter().flat_map(|cells| cells.iter()).sum();
        let share = |column: usize| {
            let of = |cells: &[u64]| cells.iter().skip(column).step_by(names.len()).sum::<u64>();
            cells.iter().map(|cells| of(cells)).sum::<u64>() as f64 / all.max(1) as f64
        };
        let columns = (0..names.len()).map(|column| match names.len() as u64 == cards {
            true => 1.0,
            false => share(column) * cards as f64,
        });
        Some(Self { cards, rows: rows.collect(), columns: columns.collect() })
    }
}
