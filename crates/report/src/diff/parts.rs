//! The tables of a comparison, and its page.

use super::{CaseDiff, Diff, SideCase, TestDiff, page, words};
use crate::{
    exports::{Exported, Said},
    manifest::Headline,
    number::{cell, text},
    parts::{Part, Report},
    table::{Column, DataTable},
};

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
    fn of(case: &CaseDiff, side: usize, cell: fn(&SideCase) -> String) -> String {
        case.cases[side].as_ref().map_or_else(String::new, cell)
    }
    DataTable::of(
        diff.cases.iter().map(|case| (case, diff.alpha)),
        &[
            ("case", |(case, _)| text(&case.id)),
            ("change", |(case, _)| case.change.name().to_owned()),
            ("old_verdict", |(case, _)| of(case, 0, |it| text(&it.standing))),
            ("new_verdict", |(case, _)| of(case, 1, |it| text(&it.standing))),
            ("old_trials", |(case, _)| of(case, 0, |it| it.trials.to_string())),
            ("new_trials", |(case, _)| of(case, 1, |it| it.trials.to_string())),
            ("tests", |(case, _)| case.tests.len().to_string()),
            ("differing", |(case, alpha)| case.differing(*alpha).count().to_string()),
        ],
    )
}

fn tests(diff: &Diff) -> DataTable {
    let tests = diff.cases.iter().flat_map(|case| case.tests.iter().map(move |test| (case, test)));
    let columns: [Column<(&CaseDiff, &TestDiff, f64)>; 10] = [
        ("case", |(case, ..)| text(&case.id)),
        ("test", |(_, test, _)| test.test.clone()),
        ("way", |(_, test, _)| test.way.name().to_owned()),
        ("what", |(_, test, _)| text(&test.what)),
        ("old", |(_, test, _)| cell(test.sizes[0])),
        ("new", |(_, test, _)| cell(test.sizes[1])),
        ("p_value", |(_, test, _)| cell(test.p_value.value())),
        ("log10_p", |(_, test, _)| cell(test.p_value.log10())),
        ("p_holm", |(_, test, _)| cell(test.p_holm.value())),
        ("differs", |(_, test, alpha)| test.differs(*alpha).to_string()),
    ];
    DataTable::of(tests.map(|(case, test)| (case, test, diff.alpha)), &columns).naming("what")
}
