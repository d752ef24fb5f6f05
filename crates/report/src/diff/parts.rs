//! The tables of a comparison, and its page.

use super::{CaseDiff, Diff, TestDiff, page, words};
use crate::{
    exports::{Exported, Said},
    manifest::Headline,
    number::{cell, text},
    parts::{Part, Report},
    table::DataTable,
};

/// The columns of the table of cases.
const CASES: [&str; 8] = [
    "case",
    "change",
    "old_verdict",
    "new_verdict",
    "old_trials",
    "new_trials",
    "tests",
    "differing",
];

/// The columns of the table of tests.
const TESTS: [&str; 10] =
    ["case", "test", "way", "what", "old", "new", "p_value", "log10_p", "p_holm", "differs"];

impl Report for Diff {
    type Asked = ();

    fn asked(&self) -> &() {
        &()
    }

    fn headline(&self) -> Headline {
        Headline {
            title: words::title(self),
            answer: Some(self.answer()),
            sentence: words::sentence(self),
        }
    }

    fn parts((): &()) -> Vec<Part<Self>> {
        vec![
            Part::page(page::page),
            Part::table("cases", |diff: &Self| Some(cases(diff))),
            Part::table("tests", |diff: &Self| Some(tests(diff))),
        ]
    }
}

impl Exported for Diff {
    fn said(&self) -> Said {
        Said::Study(words::of_file(self))
    }
}

fn cases(diff: &Diff) -> DataTable {
    let row = |case: &CaseDiff| {
        let of = |side: usize| case.cases[side].as_ref();
        let standing = |side| of(side).map_or_else(String::new, |it| text(&it.standing));
        let trials = |side| of(side).map_or_else(String::new, |it| it.trials.to_string());
        vec![
            text(&case.id),
            case.change.name().to_owned(),
            standing(0),
            standing(1),
            trials(0),
            trials(1),
            case.tests.len().to_string(),
            case.differing(diff.alpha).count().to_string(),
        ]
    };
    DataTable::new(CASES, diff.cases.iter().map(row))
}

fn tests(diff: &Diff) -> DataTable {
    let row = |case: &CaseDiff, test: &TestDiff| {
        let [old, new] = test.sizes.map(cell);
        vec![
            text(&case.id),
            test.test.clone(),
            test.way.name().to_owned(),
            text(&test.what),
            old,
            new,
            cell(test.p_value.value()),
            cell(test.p_value.log10()),
            cell(test.p_holm.value()),
            test.differs(diff.alpha).to_string(),
        ]
    };
    let rows =
        diff.cases.iter().flat_map(|case| case.tests.iter().map(move |test| row(case, test)));
    DataTable::new(TESTS, rows).naming("what")
}
